//! Methods on unknown inputs: every path is found, and what fails is shown by inputs that replay.

use crate::support;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use explore::{EndingKind, Options, Run, Silent, explore_script};
use lang_jvm::{BuiltInChecks, Entry, Subject, Vm, VmOptions};
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
    let backend = Backend::z3(&Search::default()).expect("the tests need libz3");
    let entry = Entry::parse(entry).expect("an entry");
    let subject =
        Subject::new(vm.clone(), entry, BuiltInChecks::default()).expect("the method is there");
    let config = Config::new(backend);
    let solvers = || config.build_repeatable().expect("a solver");
    let pool = Pool::new();
    let run = explore_script(&pool, &subject, options, &solvers, &Silent);
    Some((pool, run, subject))
}

/// The endings in words: what failed with which inputs, or what was not modelled.
fn told(pool: &Pool, run: &Run) -> Vec<String> {
    let endings = run.endings.iter().map(|ending| match &ending.kind {
        EndingKind::Violated(failure, witness) => {
            let inputs = witness.inputs.iter();
            let inputs: Vec<String> = inputs
                .map(|(input, value)| format!("{}={}", input.name, pool.show(*value)))
                .collect();
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

/// Explores a method of `Inputs` and compares how its paths ended: codes and the inputs of those
/// that failed, in the order of the paths; then the number of paths that finished.
#[track_caller]
fn check(entry: &str, failures: &[&str], finished: u64) {
    let Some((pool, run, _)) = explore(&format!("Inputs#{entry}"), &Options::default()) else {
        return;
    };
    let told = told(&pool, &run);
    assert_eq!(told.len(), failures.len(), "{told:#?}");
    for (told, expected) in told.iter().zip(failures) {
        let parts: Vec<&str> = expected.split(" .. ").collect();
        assert!(parts.iter().all(|part| told.contains(part)), "expected {expected}, found {told}");
    }
    assert_eq!(run.stats.finished, finished, "{told:#?}");
    assert_eq!((run.stats.unknown, run.stats.left), (0, 0));
}

#[test]
fn assertions_and_overflow() {
    check(
        "asserted(x: int, y: int)",
        &["JVM002 an assertion fails at Inputs.asserted(Inputs.java:4)"],
        3,
    );
    check(
        "overflow(a: int)",
        &["JVM001 java.lang.IllegalStateException .. a=(_ bv2147483647 32)"],
        2,
    );
}

#[test]
fn longs_and_shifts() {
    check("longs(a: long, shift: int)", &["java.lang.IllegalArgumentException"], 3);
}

#[test]
fn division_and_tables() {
    check("divide(a: int, b: int)", &["java.lang.ArithmeticException .. b=(_ bv0 32)"], 1);
    check(
        "table(c: char)",
        &[
            "java.lang.ArithmeticException .. c=(_ bv5 16)",
            "java.lang.ArrayIndexOutOfBoundsException",
        ],
        1,
    );
}

#[test]
fn strings_of_unknown_characters() {
    let Some((pool, run, _)) = explore("Inputs#password(s: String[5])", &Options::default()) else {
        return;
    };
    let told = told(&pool, &run);
    assert!(told.iter().any(|told| told.contains("java.lang.SecurityException")), "{told:#?}");
    assert_eq!(run.stats.unknown, 0);
}

#[test]
fn stores_at_unknown_places() {
    let out = "java.lang.ArrayIndexOutOfBoundsException";
    check(
        "stored(a: int[3], at: int)",
        &["java.lang.IllegalStateException .. at=(_ bv2 32)", out],
        2,
    );
}

#[test]
fn switches_on_unknowns_of_every_kind() {
    let failure = "java.lang.UnsupportedOperationException .. y=(_ bv253 8) s=(_ bv300 16)";
    check("switched(n: int, b: boolean, y: byte, s: short)", &[failure], 5);
}

#[test]
fn numbers_as_texts_and_as_keys() {
    let Some((pool, run, _)) = explore("Inputs#digits(n: int)", &Options::default()) else {
        return;
    };
    let told_digits = told(&pool, &run);
    assert_eq!(told_digits.len(), 1, "{told_digits:#?}");
    assert!(told_digits[0].contains("n=(_ bv117 32)"), "{told_digits:#?}");
    let Some((pool, run, _)) = explore("Inputs#keyed(k: int)", &Options::default()) else { return };
    let told = told(&pool, &run);
    assert!(told.iter().all(|told| told.contains("NullPointerException")), "{told:#?}");
    assert_eq!(run.stats.finished, 2);
}

#[test]
fn characters_have_properties_without_tables() {
    for (entry, found) in [
        ("hex(c: char)", Some("c=(_ bv48879 16)")),
        ("cased(c: char)", Some("c=(_ bv113 16)")),
        ("digit(c: char)", None),
    ] {
        let entry = format!("Inputs#{entry}");
        let Some((pool, run, _)) = explore(&entry, &Options::default()) else { return };
        let told = told(&pool, &run);
        assert_eq!(told.len(), usize::from(found.is_some()), "{told:#?}");
        assert!(told.iter().zip(found).all(|(told, found)| told.contains(found)), "{told:#?}");
        assert_eq!((run.stats.unsupported, run.stats.unknown, run.stats.left), (0, 0, 0));
        // Not one path for each character.
        assert!(run.stats.finished < 20, "{entry}: {} paths", run.stats.finished);
    }
}

#[test]
fn what_is_written_to_a_file_is_read_from_it() {
    let Some((pool, run, _)) = explore("Inputs#file(s: String[1])", &Options::default()) else {
        return;
    };
    let told = told(&pool, &run);
    assert_eq!(told.len(), 1, "{told:#?}");
    assert!(told[0].contains("JVM002") && told[0].contains("(_ bv120 16)"), "{told:#?}");
    assert_eq!((run.stats.unsupported, run.stats.unknown, run.stats.left), (0, 0, 0));
}

#[test]
fn inputs_that_the_program_asks_for() {
    check("driver()", &["java.lang.RuntimeException .. nondet0=(_ bv7 32) nondet1=true"], 2);
}

#[test]
fn exceptions_that_are_caught_are_no_failures() {
    check("caught(a: int[2])", &["java.lang.ArrayIndexOutOfBoundsException"], 2);
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let entry = "Figure1#test(arr: ArrayList<Integer>[4], m: int)";
    let Some((_, one, _)) = explore(entry, &Options::default()) else { return };
    let options = Options { workers: 3, ..Options::default() };
    let Some((_, three, _)) = explore(entry, &options) else { return };
    // Terms are handles into different pools, so only what does not name them is compared.
    let paths =
        |run: &Run| run.endings.iter().map(|ending| ending.choices.clone()).collect::<Vec<_>>();
    assert_eq!(paths(&one), paths(&three));
    assert_eq!(one.stats.steps, three.stats.steps);
    assert_eq!(one.stats.finished, three.stats.finished);
}

#[test]
fn entries_that_fit_no_method_are_refused() {
    let Some((_, vm)) = classes() else { return };
    let subject = |entry: &str| {
        let entry = Entry::parse(entry).expect("an entry");
        Subject::new(vm.clone(), entry, BuiltInChecks::default())
            .err()
            .map(|error| error.to_string())
    };
    let expected = "Inputs#divide(a: int) fits no method: there is divide(int, int)";
    assert_eq!(subject("Inputs#divide(a: int)").as_deref(), Some(expected));
    let unknown = subject("Inputs#nothing()").expect("there is none");
    assert!(unknown.starts_with("class Inputs has no method nothing: it has "), "{unknown}");
    let missing = "java.lang.NoClassDefFoundError: no/Such";
    assert_eq!(subject("no.Such#f()").as_deref(), Some(missing));
}
