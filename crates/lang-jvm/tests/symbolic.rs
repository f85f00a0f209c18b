//! Methods on unknown inputs: every path is found, and what fails is shown by inputs that replay.

mod support;

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use explore::{EndingKind, Options, Run, Silent, explore_script};
use lang_jvm::{Entry, Subject, Vm, VmOptions, Watch};
use solve::Theory;
use solve_chain::{Backend, Config};
use solve_z3::Search;
use tempfile::TempDir;
use term::Pool;

/// The classes of `tests/symbolic`, compiled once, and a machine over them.
fn classes() -> Option<&'static (TempDir, Vm)> {
    static CLASSES: OnceLock<Option<(TempDir, Vm)>> = OnceLock::new();
    let made = CLASSES.get_or_init(|| {
        let jdk = support::jdk()?;
        let folder = tempfile::tempdir().expect("a folder for classes");
        let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/symbolic");
        let sources: Vec<PathBuf> = std::fs::read_dir(sources)
            .expect("the folder of programs")
            .map(|entry| entry.expect("an entry").path())
            .collect();
        support::compile(&jdk, &sources, folder.path());
        let vm = support::boot(&jdk, folder.path(), VmOptions::default());
        Some((folder, vm))
    });
    made.as_ref()
}

/// What an exploration found, and the pool of its terms.
fn explore(entry: &str, options: &Options) -> Option<(Pool, Run, Subject)> {
    let (_, vm) = classes()?;
    let backend = match Backend::z3(&Search::default()) {
        Ok(backend) => backend,
        Err(error) => {
            eprintln!("nothing is explored: {error}");
            return None;
        }
    };
    let entry = Entry::parse(entry).expect("an entry");
    let subject = Subject::new(vm.clone(), entry, Watch::default()).expect("the method is there");
    let config = Config::new(backend);
    let solvers = || config.build(&Theory::empty()).expect("a solver");
    let pool = Pool::new();
    let run = explore_script(&pool, &subject, options, &solvers, &Silent);
    Some((pool, run, subject))
}

/// The endings in words: what failed with which inputs, or what was not modelled.
fn told(pool: &Pool, run: &Run) -> Vec<String> {
    let endings = run.endings.iter().map(|ending| match &ending.kind {
        EndingKind::Violated(failure, witness) => {
            let inputs = witness.inputs.iter();
            let inputs: Vec<String> =
                inputs.map(|(input, value)| format!("{}={}", input.name, pool.show(*value))).collect();
            format!("{} {} [{}]", failure.code, failure.message, inputs.join(" "))
        }
        other => format!("{other:?}"),
    });
    endings.collect()
}

#[test]
fn figure_1_has_as_many_paths_as_the_paper_says() {
    for (len, paths) in [(2, 10), (4, 38), (6, 142), (8, 542)] {
        let entry = format!("Figure1#test(arr: ArrayList<Integer>[{len}], m: int)");
        let Some((_, run, _)) = explore(&entry, &Options::default()) else { return };
        assert_eq!(run.stats.finished + run.stats.violated, paths, "{len} elements");
        assert_eq!((run.stats.unsupported, run.stats.unknown, run.stats.left), (0, 0, 0));
    }
}

#[test]
fn a_removal_during_an_iteration_is_found_and_replayed() {
    let entry = "Figure1#test(arr: ArrayList<Integer>[2], m: int)";
    let Some((pool, run, _)) = explore(entry, &Options::default()) else { return };
    let told = told(&pool, &run);
    assert_eq!(told.len(), 2, "{told:?}");
    for violation in &told {
        assert!(violation.contains("java.util.ConcurrentModificationException"), "{violation}");
        assert!(violation.contains("arr[0]=(_ bv100 32)"), "{violation}");
        assert!(violation.contains("Figure1.test(Figure1.java:15)"), "{violation}");
    }
}
