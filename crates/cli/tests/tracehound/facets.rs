//! Calls run by contract, by the real binary: what the corpus cannot say with data alone.

use crate::common::tracehound;

const WEAK: &str = "corpus/ml/helper-weak-spec/main.ml";
const BUG: &str = "corpus/ml/helper-bug/main.ml";

#[test]
fn only_contracts_that_are_used_are_blamed() {
    let concrete = tracehound(&["check", WEAK]);
    assert_eq!(concrete.code, 0, "{}", concrete.stdout);
    for facets in ["abstract", "both"] {
        let done = tracehound(&["check", WEAK, "--facets", facets, "--format", "json"]);
        let report = report::parse_json(&done.stdout).expect("it is a report");
        assert_eq!((report.exit, report.summary.weak_specs), (1, 1), "{facets}");
        let target = &report.targets[1];
        assert_eq!(target.answer, report::Answer::WeakSpec, "{facets}");
        assert_eq!(target.findings[0].weak_specs, ["Set.contains"], "{facets}");
    }
}

#[test]
fn a_bug_of_the_code_is_none_of_a_contract() {
    for facets in ["concrete", "both"] {
        let done = tracehound(&["check", BUG, "--facets", facets, "--format", "short"]);
        assert!(done.stdout.contains("error[ADT001]"), "{facets}: {}", done.stdout);
        assert!(!done.stdout.contains("ADT010"), "{facets}: {}", done.stdout);
    }
}

#[test]
fn a_weak_spec_is_replayed_as_one() {
    let done = tracehound(&["check", WEAK, "--facets", "both", "--format", "json"]);
    let report = report::parse_json(&done.stdout).expect("it is a report");
    let id = report.targets[1].findings[0].id.as_str();
    let still = tracehound(&["replay", id]);
    assert_eq!(still.code, 1, "{}{}", still.stdout, still.stderr);
    assert!(still.stdout.contains("still fails"), "{}", still.stdout);
}
