//! Calls of methods by their bodies and by their contracts.

use check::JudgedRun;
use frontend::Histories;
use lang_ml::spec;
use machine::{Event, Facets, Failure};
use term::{Pool, Symbol};

use crate::lengths::ByLength;
use crate::smallest::{Found, Search};

/// The code of a contract that is too weak.
const WEAK: &str = "ADT010";

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
    pub(crate) judged: JudgedRun<Found>,
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
        let asked = if callees.is_empty() { Facets::Concrete } else { self.job.facets };
        let last = check::facet_rounds(asked, |facets| {
            let histories = Histories { facets, ..histories };
            let ByLength { judged, histories, complete_before } = self.look(histories);
            Round { judged, histories, bound: None, complete_before }
        });
        let bound = last.named_bound("contract");
        Round { bound, ..last.look }
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

/// Puts the blame on the contracts of callees that have bodies, if some were run by them.
pub(crate) fn blame(pool: &Pool, failure: &mut Failure, by_contract: &[ByContractCall]) {
    let with_body = by_contract.iter().filter(|call| call.has_body);
    let names = with_body.map(|call| pool.name(call.event.op).to_owned());
    *failure = check::blame(failure.clone(), WEAK, names, "contract");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contracts_without_a_body_are_not_to_blame() {
        let pool = Pool::new();
        let known = |callee: &str, has_body| {
            let (op, args) = (pool.symbol(callee), Vec::new());
            ByContractCall { event: Event { op, args, result: None, span: None }, has_body }
        };
        let failure = Failure::new("ADT001", "it breaks", None);
        let mut one = failure.clone();
        blame(&pool, &mut one, &[known("mem", true), known("make", false)]);
        assert_eq!(one.code, WEAK);
        assert_eq!(one.message, "it breaks, if `mem` does no more than its contract says");
        let mut none = failure.clone();
        blame(&pool, &mut none, &[known("make", false)]);
        assert_eq!(none, failure);
    }
}
