//! Everything that the fuzzer has kept goes through its target again: one test for each target.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// One input may not take longer, however busy the machine is.
const AT_MOST: Duration = Duration::from_secs(60);

/// The inputs of a target in a folder beside this one.
fn inputs(folder: &str, target: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder).join(target);
    let Ok(entries) = fs::read_dir(&folder) else { return Vec::new() };
    let mut paths: Vec<PathBuf> =
        entries.map(|entry| entry.expect("the folder can be listed").path()).collect();
    paths.sort();
    paths
}

fn replay(name: &str) {
    let target = fuzz::TARGETS.iter().find(|target| target.name == name);
    let target = target.expect("the target is listed");
    let kept = inputs("corpus", name);
    assert!(!kept.is_empty(), "`{name}` has no inputs to start from");
    for path in kept.iter().chain(&inputs("regressions", name)) {
        let bytes = fs::read(path).expect("the input can be read");
        let started = Instant::now();
        (target.run)(&bytes);
        assert!(started.elapsed() < AT_MOST, "{}: {:?}", path.display(), started.elapsed());
    }
}

macro_rules! replays {
    ($($name:ident),+ $(,)?) => {
        $(
            #[test]
            fn $name() {
                replay(stringify!($name));
            }
        )+

        #[test]
        fn every_target_is_replayed() {
            let replayed = [$(stringify!($name)),+];
            assert!(fuzz::TARGETS.iter().map(|target| target.name).eq(replayed));
        }
    };
}

replays!(
    goal_parse,
    hs_cache,
    jvm_class,
    k_load,
    k_program,
    liquid_parse,
    log_line,
    ml_folder,
    ml_parse,
    mop_read,
    report_json,
    term_read,
    toy_parse,
    trace_spec,
);
