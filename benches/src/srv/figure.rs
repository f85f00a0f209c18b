//! Figure 1 of the paper.

use std::path::Path;

use jvm_srv::{Mode, Options};
use solve_chain::{Backend, Config, Stage};

use crate::program::{Program, Task, compile, properties};

/// All modes for lists of some lengths, with and without the stage for machine words.
pub(crate) fn measure(jdk: &Path, backend: &Backend) {
    let folder = tempfile::tempdir().expect("there is room");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus/java/figure/Figure.java");
    assert!(compile(jdk, &source, &[], folder.path()), "javac compiles");
    let program = Program::open(jdk, &[folder.path().to_owned()]);
    println!(
        "figure 1: elements, mode, stage for words; runs, queries, queries to Z3, time, runs per second"
    );
    for (len, modes) in [(10, &[Mode::Dfs, Mode::Slice, Mode::Srv][..]), (200, &[Mode::Srv])] {
        for mode in modes {
            for off in [&[][..], &[Stage::Words]] {
                one(&program, backend, len, *mode, off);
            }
        }
    }
}

fn one(program: &Program, backend: &Backend, len: usize, mode: Mode, off: &[Stage]) {
    let elements = (0..len).map(|at| (format!("arr[{at}]"), 32, at as u64 % 2 + 1));
    let seeds: Vec<(String, u32, u64)> = elements.chain([("m".to_owned(), 32, 3)]).collect();
    let entry = format!("Figure#test(arr: ArrayList<Integer>[{len}], m: int)");
    let properties = properties("iterator");
    let task = Task { entry: &entry, properties: &properties, seeds: &seeds };
    let config = Config::new(backend.clone()).without(off);
    let options = Options { mode, ..Options::default() }.with_runs(10_000);
    let cost = program.search(&task, &config, &options);
    let took = cost.searched();
    let asked = cost.outcome.stages.last().map_or(0, |stage| stage.asked);
    println!(
        "{len:>4} {:<6} {:<8} {:>6} runs {:>6} queries {asked:>6} to Z3 {took:>10.1?} {:>7.0} per second",
        format!("{mode:?}").to_lowercase(),
        if off.is_empty() { "with" } else { "without" },
        cost.outcome.runs,
        cost.outcome.queries,
        cost.outcome.runs as f64 / took.as_secs_f64(),
    );
}
