//! Calls of methods by their bodies and by their contracts, in rounds.
//!
//! What breaks a property with bodies alone is a bug of the code; what needs calls by contract shows
//! that those contracts are too weak. So the first round has no call by contract, the second at most
//! one on a path, and so on. The first round that finds something is the last, which drops whatever
//! needs more calls by contract than that.

use check::{leave_endings_out, same_paths};
use explore::{EndingKind, Run};
use frontend::{Facets, Histories};
use lang_ml::spec::{self, Calls};
use machine::{Event, Failure};
use report::ContractCalls;
use term::{Pool, Symbol};

use crate::smallest::{Found, Search};

/// How many calls of a path are by contract at most, where there is a choice.
const MOST_BY_CONTRACT: u32 = 3;

/// A call that was run by the contract of the callee.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ByContractCall {
    /// The callee as the operation, and what was invented as its result.
    pub(crate) event: Event,
    /// Whether the callee has a body, which was left aside.
    pub(crate) has_body: bool,
}

/// The last round of a search.
pub(crate) struct Round {
    pub(crate) run: Run,
    pub(crate) found: Vec<Found>,
    pub(crate) histories: Histories,
    /// What "holds" is limited to, because a further round might find something.
    pub(crate) bound: Option<String>,
    /// The length up to which shorter histories are known to be fine.
    pub(crate) complete_before: Option<usize>,
}

impl Search<'_> {
    /// Explores the target in rounds, until one finds something or no further one can.
    pub(crate) fn rounds(&self, histories: Histories) -> Round {
        let callees = self.ready.target(self.target).callees(self.job.pool);
        let mut before: Option<Run> = None;
        let mut rounds = ways(self.job.facets, !callees.is_empty()).into_iter().peekable();
        loop {
            let calls = rounds.next().expect("there is a first round, and the last one returns");
            let histories = Histories { calls, ..histories };
            let (mut run, mut found) = self.run(histories);
            let settled = is_last(&run, before.as_ref());
            if settled || rounds.peek().is_none() {
                keep_fewest(&mut run, &mut found);
                let bound = if settled { None } else { bound(calls) };
                return Round { run, found, histories, bound, complete_before: None };
            }
            before = Some(run);
        }
    }
}

/// The calls among the events of a violated path that were run by contract. A call that the
/// contract refuses was not run.
pub(crate) fn by_contract(
    pool: &Pool,
    target: spec::Target<'_>,
    failure: &Failure,
    events: &[Event],
) -> Vec<ByContractCall> {
    let callees: Vec<Symbol> = target.callees(pool).into_iter().map(|(name, _)| name).collect();
    let functions: Vec<Symbol> = target.method.functions.iter().map(|f| f.name).collect();
    let run = match events.split_last() {
        Some((_, run)) if failure.code == harness::REFUSED => run,
        _ => events,
    };
    let is_called = |event: &&Event| callees.contains(&event.op) || functions.contains(&event.op);
    let call = |event: &Event| ByContractCall {
        event: event.clone(),
        has_body: callees.contains(&event.op),
    };
    run.iter().filter(is_called).map(call).collect()
}

/// How calls are run in the rounds for a method that calls methods with contracts, or does not.
fn ways(facets: Facets, calls_methods: bool) -> Vec<ContractCalls> {
    match facets {
        Facets::Both if calls_methods => {
            (0..=MOST_BY_CONTRACT).map(ContractCalls::AtMost).collect()
        }
        Facets::Abstract if calls_methods => vec![ContractCalls::All],
        Facets::Concrete | Facets::Abstract | Facets::Both => vec![ContractCalls::None],
    }
}

/// Whether no further round can find more: something was found, time is up, or the round before
/// saw the same paths.
pub(crate) fn is_last(run: &Run, before: Option<&Run>) -> bool {
    let violated = |run: &Run| {
        run.endings.iter().any(|ending| matches!(ending.kind, EndingKind::Violated(..)))
    };
    let same = |before: &Run| same_paths(&run.stats, &before.stats);
    violated(run) || !run.limits.is_empty() || before.is_some_and(same)
}

/// What the answer "holds" is limited to if no further round is made after this one, although it
/// might find something.
fn bound(calls: ContractCalls) -> Option<String> {
    match calls {
        ContractCalls::None | ContractCalls::All => None,
        ContractCalls::AtMost(at_most) => Some(format!("calls by contract ≤ {at_most}")),
    }
}

/// Drops the violations that need more calls by contract than another one.
fn keep_fewest(run: &mut Run, found: &mut Vec<Found>) {
    let Some(fewest) = found.iter().map(Found::abstract_calls).min() else { return };
    let dropped: Vec<usize> = found
        .iter()
        .filter(|found| found.abstract_calls() > fewest)
        .map(|found| found.ending)
        .collect();
    leave_out(run, found, &dropped);
}

/// Leaves some endings out of a run, by their numbers.
pub(crate) fn leave_out(run: &mut Run, found: &mut Vec<Found>, dropped: &[usize]) {
    found.retain(|found| !dropped.contains(&found.ending));
    leave_endings_out(run, found.iter_mut().map(|found| &mut found.ending), dropped);
}

/// Puts the blame on the contracts of callees that have bodies, if some were run by them.
pub(crate) fn blame(pool: &Pool, failure: &mut Failure, by_contract: &[ByContractCall]) {
    let mut names: Vec<String> = Vec::new();
    for call in by_contract.iter().filter(|call| call.has_body) {
        let name = format!("`{}`", pool.name(call.event.op));
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let names = match names.as_slice() {
        [] => return,
        [only] => format!("{only} does no more than its contract says"),
        several => format!("{} do no more than their contracts say", several.join(" and ")),
    };
    *failure = failure.clone().reworded(|text| format!("{text}, if {names}"));
    failure.code = "ADT010";
}

/// How a report says that calls were run.
pub(crate) fn calls(contract_calls: ContractCalls) -> Calls {
    match contract_calls {
        ContractCalls::None => Calls::Bodies,
        ContractCalls::All => Calls::Contracts,
        ContractCalls::AtMost(at_most) => Calls::Either { at_most },
    }
}

#[cfg(test)]
mod tests {
    use explore::Stats;

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
        assert_eq!(bound(ContractCalls::AtMost(3)), Some("calls by contract ≤ 3".to_owned()));
        assert_eq!(bound(ContractCalls::All), None);
    }

    #[test]
    fn the_blame_names_each_contract_once() {
        let pool = Pool::new();
        let known = |callee: &str, has_body| {
            let (op, args) = (pool.symbol(callee), Vec::new());
            ByContractCall { event: Event { op, args, result: None, span: None }, has_body }
        };
        let failure = Failure::new("ADT001", "it breaks", None);
        let mut one = failure.clone();
        blame(&pool, &mut one, &[known("mem", true), known("mem", true), known("make", false)]);
        assert_eq!(one.code, "ADT010");
        assert_eq!(one.message, "it breaks, if `mem` does no more than its contract says");
        let mut none = failure.clone();
        blame(&pool, &mut none, &[known("make", false)]);
        assert_eq!(none, failure);
    }
}
