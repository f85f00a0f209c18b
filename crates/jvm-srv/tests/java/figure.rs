//! Figure 1 of the paper, searched in its four ways.

use crate::support::Program;
use jvm_srv::{Mode, Options, Replayed, SearchOutcome};
use machine::Pruned;

/// As in the paper, with `remove` of the object that was meant.
const FIGURE: &str = include_str!("../../../../corpus/java/figure/Figure.java");

fn figure(len: usize, mode: Mode, max_runs: u64) -> Option<SearchOutcome> {
    let program = Program::compile(&[("Figure.java", FIGURE)])?;
    let elements = (0..len).map(|at| (format!("arr[{at}]"), at as i64 % 2 + 1));
    let seeds: Vec<(String, i64)> = elements.chain([("m".to_owned(), 3)]).collect();
    let options = Options { mode, ..Options::default() }.with_runs(max_runs);
    let entry = format!("Figure#test(arr: ArrayList<Integer>[{len}], m: int)");
    Some(program.search("iterator", &entry, &seeds, &options)?.outcome)
}

#[test]
fn srv_needs_two_runs_for_lists_of_any_length() {
    for len in [2, 6, 20, 200] {
        let Some(found) = figure(len, Mode::Srv, 50) else { return };
        assert_eq!(
            found.runs, 2,
            "{len}: {:?} {:?} {:?}",
            found.pruned, found.gaps, found.distrust
        );
        assert!(found.is_complete(), "{len}: {:?}", found.gaps);
        assert_eq!(found.violations.len(), 1);
        let violation = &found.violations[0];
        assert_eq!(violation.replay, Replayed::Confirmed);
        assert_eq!(violation.run, 2);
        let events: Vec<(&str, Option<u16>)> =
            violation.events.iter().map(|step| (step.event.as_str(), step.line)).collect();
        assert_eq!(events, [("iterator", Some(9)), ("update", Some(15)), ("next", Some(17))]);
    }
}

#[test]
fn guiding_alone_finds_it_as_soon_and_does_not_complete() {
    let Some(found) = figure(20, Mode::Guide, 30) else { return };
    assert_eq!(found.violations[0].run, 2);
    assert!(!found.is_complete());
}

#[test]
fn depth_first_search_takes_all_paths() {
    for (len, paths) in [(2, 10), (4, 38), (6, 142)] {
        let Some(found) = figure(len, Mode::Dfs, 1000) else { return };
        assert_eq!(found.runs, paths, "{len}");
        assert!(found.is_complete(), "{:?}", found.gaps);
    }
}

#[test]
fn slicing_alone_leaves_out_what_no_event_depends_on() {
    let Some(found) = figure(6, Mode::Slice, 1000) else { return };
    assert!(found.is_complete());
    assert!(found.pruned.of(Pruned::Irrelevant) > 0 && found.pruned.of(Pruned::Harmless) == 0);
    assert!(found.runs > 2 && found.runs < 142, "{}", found.runs);
}
