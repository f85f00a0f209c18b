//! Calls of methods by their bodies and by their contracts, in rounds.
//!
//! What breaks a property with bodies alone is a bug of the code; what needs calls by contract shows
//! that those contracts are too weak. So the first round has no call by contract, the second at most
//! one on a path, and so on. The first round that finds something is the last, which drops whatever
//! needs more calls by contract than that.

use explore::{EndingKind, Run, Stats};
use lang_ml::spec::Calls;
use machine::{Event, Failure};
use report::{ByContract, CallText};
use term::{Pool, Symbol};

use crate::front::Facets;

/// How many calls of a path are by contract at most, where there is a choice.
const MOST_BY_CONTRACT: u32 = 3;

/// The rounds for a method that calls methods with contracts, or does not.
pub(super) fn rounds(facets: Facets, calls_methods: bool) -> Vec<Calls> {
    match facets {
        Facets::Both if calls_methods => {
            (0..=MOST_BY_CONTRACT).map(|at_most| Calls::Either { at_most }).collect()
        }
        Facets::Abstract if calls_methods => vec![Calls::Contracts],
        Facets::Concrete | Facets::Abstract | Facets::Both => vec![Calls::Bodies],
    }
}

/// Whether no further round can find more: something was found, time is up, or the round before
/// saw the same paths.
pub(super) fn is_last(run: &Run, before: Option<&Run>) -> bool {
    let violated = |run: &Run| {
        run.endings.iter().any(|ending| matches!(ending.kind, EndingKind::Violated(..)))
    };
    let same = |before: &Run| paths(&run.stats) == paths(&before.stats);
    violated(run) || !run.limits.is_empty() || before.is_some_and(same)
}

fn paths(stats: &Stats) -> [u64; 7] {
    let Stats { finished, violated, discarded, infeasible, unsupported, unknown, cut_off, .. } =
        *stats;
    [finished, violated, discarded, infeasible, unsupported, unknown, cut_off]
}

/// What the answer "holds" is limited to if no further round is made after this one, although it
/// might find something.
pub(super) fn bound(calls: Calls) -> Option<String> {
    match calls {
        Calls::Bodies | Calls::Contracts => None,
        Calls::Either { at_most } => Some(format!("calls by contract ≤ {at_most}")),
    }
}

/// The calls among the events of a violated path that were run by contract. A call that the
/// contract refuses was not run.
pub(super) fn by_contract(
    pool: &Pool,
    callees: &[Symbol],
    failure: &Failure,
    events: &[Event],
    show: impl Fn(&Event) -> String,
) -> Vec<ByContract> {
    let refused = failure.code == harness::REFUSED;
    let run = if refused { events.split_last().map_or(events, |(_, run)| run) } else { events };
    let performed = run.iter().filter(|event| callees.contains(&event.op));
    let told = performed.map(|event| ByContract {
        callee: pool.name(event.op).to_owned(),
        text: show(event),
        has_body: true,
    });
    told.collect()
}

/// Puts the blame on contracts.
pub(super) fn blame(failure: &mut Failure, by_contract: &[ByContract]) {
    let mut names: Vec<String> = Vec::new();
    for known in by_contract.iter().filter(|known| known.has_body) {
        let name = format!("`{}`", known.callee);
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let names = match names.as_slice() {
        [] => return,
        [only] => format!("{only} does no more than its contract says"),
        several => format!("{} do no more than their contracts say", several.join(" and ")),
    };
    failure.message = format!("{}, if {names}", failure.message);
    failure.code = "ADT010";
}

/// Drops the violations that need more calls by contract than another one.
pub(super) fn keep_fewest(run: &mut Run, told: &[(Vec<u32>, CallText)]) {
    let needed = |call: &CallText| call.by_contract.len();
    let of = |choices: &[u32]| told.iter().find(|(known, _)| known == choices);
    let Some(fewest) = told.iter().map(|(_, call)| needed(call)).min() else { return };
    run.endings.retain(|ending| of(&ending.choices).is_none_or(|(_, c)| needed(c) == fewest));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(finished: u64) -> Run {
        Run { stats: Stats { finished, ..Stats::default() }, ..Run::default() }
    }

    #[test]
    fn rounds_go_on_while_they_see_more() {
        assert!(!is_last(&run(1), None));
        assert!(!is_last(&run(2), Some(&run(1))));
        assert!(is_last(&run(2), Some(&run(2))));
        let limits = vec![explore::Limit::Paths(2)];
        assert!(is_last(&Run { limits, ..run(2) }, Some(&run(1))));
    }

    #[test]
    fn only_rounds_that_could_go_on_are_a_bound() {
        assert_eq!(bound(Calls::Either { at_most: 3 }), Some("calls by contract ≤ 3".to_owned()));
        assert_eq!(bound(Calls::Contracts), None);
    }

    #[test]
    fn the_blame_names_each_contract_once() {
        let known = |callee: &str, has_body| ByContract {
            callee: callee.to_owned(),
            text: String::new(),
            has_body,
        };
        let failure = Failure { code: "ADT001", message: "it breaks".to_owned(), span: None };
        let mut one = failure.clone();
        blame(&mut one, &[known("mem", true), known("mem", true), known("find", false)]);
        assert_eq!(one.code, "ADT010");
        assert_eq!(one.message, "it breaks, if `mem` does no more than its contract says");
        let mut none = failure.clone();
        blame(&mut none, &[known("find", false)]);
        assert_eq!(none, failure);
    }
}
