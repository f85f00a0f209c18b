//! Whatever is left out, nothing is missed: in every mode the violations are those of a search that
//! leaves out nothing, as far as their essential events and places tell them apart.

use std::collections::BTreeSet;

use crate::support::{Found, Program};
use jvm_srv::{Mode, Options, Replayed, Slicing};
use testbed::{amount, pick};

const SHAPES: &str = include_str!("../../../../corpus/java/shapes/Shapes.java");
const PATHS: &str = include_str!("../../../../corpus/java/shapes/Paths.java");

const PASSING: &str = include_str!("../../../../corpus/java/shapes/Passing.java");

/// The methods, the properties that they are about, and whether these can be broken.
const METHODS: [(&str, &str, bool); 10] = [
    ("two", "iterator", true),
    ("turns", "iterator", true),
    ("mixed", "iterator", true),
    ("variable", "iterator", true),
    ("field", "iterator", true),
    ("called", "iterator", true),
    ("lambda", "iterator", true),
    ("exception", "reader", true),
    ("recursive", "reader", true),
    ("choice", "reader", true),
];

/// The events that changed a state, with their lines.
type Changes = Vec<(String, Option<u16>)>;

/// The violations: the property, and the events that changed a state with their lines.
fn essences(found: &Found) -> BTreeSet<(usize, Changes)> {
    let violations = found.outcome.violations.iter().map(|violation| {
        let changes = violation.events.iter().filter(|step| step.from != step.to);
        let events = changes.map(|step| (step.event.clone(), step.line)).collect();
        (violation.property, events)
    });
    violations.collect()
}

/// Methods that can all be broken by reading what is closed.
const PATH_METHODS: [&str; 11] = [
    "twice",
    "thrown",
    "elsewhere",
    "recursive",
    "fields",
    "arrays",
    "statics",
    "caught",
    "overwritten",
    "initialised",
    "loop",
];

/// Methods in which a reader that is closed and read again goes through the library.
const PASSING_METHODS: [&str; 23] = [
    "nested",
    "entries",
    "copied",
    "arrays",
    "compared",
    "hashed",
    "printed",
    "sorted",
    "functions",
    "constructed",
    "behind",
    "view",
    "inside",
    "carried",
    "cloned",
    "run",
    "named",
    "extended",
    "streamed",
    "recorded",
    "queued",
    "accepted",
    "counted",
];

#[test]
fn all_modes_agree_on_library_objects() {
    same_violations("Passing", PASSING, &PASSING_METHODS.map(|method| (method, "reader", true)));
}

#[test]
fn all_modes_find_the_same_violations() {
    same_violations("Shapes", SHAPES, &METHODS);
}

#[test]
fn all_modes_agree_behind_relevant_branches() {
    same_violations("Paths", PATHS, &PATH_METHODS.map(|method| (method, "reader", true)));
}

fn same_violations(class: &str, source: &str, methods: &[(&str, &str, bool)]) {
    let Some(program) = Program::compile(&[(&format!("{class}.java"), source)]) else { return };
    for &(method, property, can_break) in methods {
        let search = |mode: Mode, slicing: Slicing| {
            let options = Options { mode, slicing, ..Options::default() }.with_runs(300);
            let entry = format!("{class}#{method}(a: int, b: int)");
            program.search(property, &entry, &[], &options)
        };
        let Some(all) = search(Mode::Dfs, Slicing::Never) else { return };
        assert!(all.outcome.is_complete(), "{method}: {:?}", all.outcome.gaps);
        assert_eq!(!all.outcome.violations.is_empty(), can_break, "{method}");
        let slicing = [Slicing::Never, Slicing::Selective, Slicing::Always];
        let pruning = [Mode::Slice, Mode::Srv].map(|mode| slicing.map(|slicing| (mode, slicing)));
        let ways = [&[(Mode::Guide, Slicing::Never)], pruning.as_flattened()].concat();
        // The mode that users get is always compared, and one more; a nightly run compares all.
        let usual =
            vec![(Mode::Srv, Slicing::Selective), *pick(&format!("{class}#{method}"), &ways)];
        for (mode, slicing) in &amount(usual, ways) {
            let Some(found) = search(*mode, *slicing) else { return };
            let outcome = &found.outcome;
            assert!(outcome.is_complete(), "{method} {mode:?}: {:?}", outcome.gaps);
            assert!(outcome.distrust.is_empty(), "{method} {mode:?}: {:?}", outcome.distrust);
            assert_eq!(essences(&found), essences(&all), "{method} {mode:?}");
            assert!(outcome.runs <= all.outcome.runs, "{method} {mode:?}");
            let confirmed = |v: &jvm_srv::Violation| v.replay == Replayed::Confirmed;
            assert!(outcome.violations.iter().all(confirmed), "{method} {mode:?}");
            let sliced = outcome.sliced;
            let paths = if *slicing == Slicing::Never { 0 } else { outcome.runs };
            let counted = sliced.sliced + sliced.passed_over + sliced.unknown;
            assert!(counted <= paths, "{method} {mode:?} {sliced:?}");
            assert!(*slicing != Slicing::Always || sliced.passed_over == 0, "{method} {mode:?}");
        }
    }
}

/// What the dependences of a path are good for, beyond those of the whole program.
#[test]
fn branches_are_left_out_that_only_other_paths_depend_on() {
    let Some(program) = Program::compile(&[("Paths.java", PATHS)]) else { return };
    for (method, whole, path) in [
        ("elsewhere", 4, 3),
        ("recursive", 5, 4),
        ("fields", 6, 5),
        ("statics", 4, 3),
        ("loop", 6, 3),
    ] {
        for (slicing, runs) in
            [(Slicing::Never, whole), (Slicing::Selective, path), (Slicing::Always, path)]
        {
            let options = Options { mode: Mode::Slice, slicing, ..Options::default() };
            let entry = format!("Paths#{method}(a: int, b: int)");
            let Some(found) = program.search("reader", &entry, &[], &options) else { return };
            assert_eq!(found.outcome.runs, runs, "{method} {slicing:?}");
        }
    }
}
