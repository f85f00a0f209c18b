//! Calls by their bodies and by their contracts, in rounds.
//!
//! A violation with bodies alone is a bug in the code; one that needs calls by contract shows that
//! those contracts are too weak. So the first round has no call by contract, the second at most one
//! on a path, and so on. The first round that finds something is the last, and of what it finds only
//! that with the fewest calls by contract counts.

use std::ops::ControlFlow;

use machine::{Facets, Failure};

use crate::look::{JudgedFinding, Look, same_paths};

/// The last round of a search over facets.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FacetRound<L> {
    /// What was explored.
    pub look: L,
    /// How calls were run in it.
    pub facets: Facets,
    /// How many calls of a path were by contract at most, if more of them might show something.
    pub bound: Option<u32>,
}

impl<L> FacetRound<L> {
    /// The bound as answers name it, for calls by `contract`, in the word of the language.
    #[must_use]
    pub fn named_bound(&self, contract: &str) -> Option<String> {
        self.bound.map(|most| format!("calls by {contract} ≤ {most}"))
    }
}

/// Rounds beyond those that are asked for are made while all rounds together took fewer steps.
const FEW_STEPS: u64 = 3_000;

/// Explores a target in rounds that allow ever more calls by contract, up to `asked`, and further while
/// that costs little.
///
/// The rounds end with the first that finds something, that a budget ended, or that saw the same paths
/// as the one before. Where a budget ended a round in which nothing was found, the answer is that of
/// the round before, with the limit that was met, so that nothing is decided. A round that was not asked
/// for and leaves something open is dropped.
pub fn facet_rounds<L: Look>(asked: Facets, mut explore: impl FnMut(Facets) -> L) -> FacetRound<L> {
    let mut explore = |facets| {
        let mut look = explore(facets);
        keep_fewest(&mut look);
        look
    };
    let mut rounds = rounds(asked).into_iter();
    let first = rounds.next().expect("there is a first round");
    let mut last = FacetRound { look: explore(first), facets: first, bound: None };
    for facets in rounds {
        if last.is_over() {
            return last;
        }
        last = match last.joined(explore(facets), facets) {
            ControlFlow::Continue(next) => next,
            ControlFlow::Break(last) => return last,
        };
    }
    if last.is_over() || asked == Facets::Concrete {
        return last;
    }
    last.bound = last.facets.most();
    while let Some(most) = last.bound.filter(|_| last.look.run().stats.steps < FEW_STEPS) {
        let facets = Facets::AtMost(most + 1);
        let look = explore(facets);
        if !look.has_findings() && !look.run().is_complete() {
            last.look.run_mut().stats.absorb_work(&look.run().stats);
            return last;
        }
        last = match last.joined(look, facets) {
            ControlFlow::Continue(next) if next.is_over() => return next,
            ControlFlow::Continue(next) => FacetRound { bound: Some(most + 1), ..next },
            ControlFlow::Break(last) => return last,
        };
    }
    last
}

impl<L: Look> FacetRound<L> {
    /// Whether no further round is needed: something was found, or a budget ended it.
    fn is_over(&self) -> bool {
        self.look.has_findings() || !self.look.run().limits.is_empty()
    }

    /// The answer after a further round; it is the last one if that was cut off or saw nothing new.
    fn joined(mut self, mut look: L, facets: Facets) -> ControlFlow<Self, Self> {
        if !look.has_findings() && !look.run().limits.is_empty() {
            let run = self.look.run_mut();
            run.limits.extend(look.run().limits.iter().copied());
            run.stats.absorb_work(&look.run().stats);
            self.bound = self.facets.most();
            return ControlFlow::Break(self);
        }
        if same_paths(&self.look.run().stats, &look.run().stats) {
            self.look.run_mut().stats.absorb_work(&look.run().stats);
            self.bound = None;
            return ControlFlow::Break(self);
        }
        look.run_mut().stats.absorb_work(&self.look.run().stats);
        ControlFlow::Continue(FacetRound { look, facets, bound: None })
    }
}

/// How calls are run in the rounds.
fn rounds(asked: Facets) -> Vec<Facets> {
    match asked {
        Facets::Concrete | Facets::Abstract | Facets::Modular | Facets::Recursive => vec![asked],
        Facets::AtMost(most) => {
            [Facets::Concrete].into_iter().chain((1..=most).map(Facets::AtMost)).collect()
        }
    }
}

/// Leaves out the violations that need more calls by contract than another one.
fn keep_fewest<L: Look>(look: &mut L) {
    let found = &look.judged().found;
    let Some(fewest) = found.iter().map(JudgedFinding::abstract_calls).min() else { return };
    let more = found.iter().filter(|found| found.abstract_calls() > fewest);
    let dropped: Vec<usize> = more.map(JudgedFinding::ending).collect();
    look.judged_mut().leave_out(&dropped);
}

/// Puts the blame for a failure on the contracts by which these callees were run, if there are any:
/// the failure gets the code of weak contracts, and its message names them. `contract` is the word of
/// the language.
#[must_use]
pub fn blame(
    failure: Failure,
    code: &'static str,
    callees: impl IntoIterator<Item = String>,
    contract: &str,
) -> Failure {
    let mut names: Vec<String> = Vec::new();
    for callee in callees {
        let name = format!("`{callee}`");
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let weak = match names.as_slice() {
        [] => return failure,
        [only] => format!("{only} does no more than its {contract} says"),
        several => format!("{} do no more than their {contract}s say", several.join(" and ")),
    };
    let failure = failure.reworded(|text| format!("{text}, if {weak}"));
    Failure { code, ..failure }
}

#[cfg(test)]
mod tests {
    use explore::{Ending, EndingKind, Limit, Run, Witness};

    use super::*;
    use crate::look::JudgedRun;

    /// A violation with the number of its ending and of its calls by contract.
    impl JudgedFinding for (usize, usize) {
        fn ending(&self) -> usize {
            self.0
        }

        fn ending_mut(&mut self) -> &mut usize {
            &mut self.0
        }

        fn abstract_calls(&self) -> usize {
            self.1
        }
    }

    type Explored = JudgedRun<(usize, usize)>;

    fn fine(finished: u64) -> Explored {
        let mut look = Explored::default();
        (look.run.stats.finished, look.run.stats.steps) = (finished, FEW_STEPS);
        look
    }

    fn broken(calls: &[usize]) -> Explored {
        let failure = Failure::new("BUG", "it breaks", None);
        let kind = EndingKind::Violated(failure, Witness::default());
        let ending = Ending { choices: Vec::new(), kind };
        let run = Run { endings: vec![ending; calls.len()], ..Run::default() };
        Explored { run, found: calls.iter().copied().enumerate().collect() }
    }

    fn cut(mut look: Explored) -> Explored {
        look.run.limits.push(Limit::Paths(1));
        look
    }

    /// The rounds that were made, and the last one.
    fn check(asked: Facets, looks: &[Explored]) -> (usize, FacetRound<Explored>) {
        let mut made = 0;
        let last = facet_rounds(asked, |_| {
            made += 1;
            looks[made - 1].clone()
        });
        (made, last)
    }

    #[test]
    fn rounds_go_on_while_they_see_more() {
        let (made, last) = check(Facets::AtMost(2), &[fine(1), fine(2), fine(3)]);
        assert_eq!((made, last.facets, last.bound), (3, Facets::AtMost(2), Some(2)));
        assert_eq!(last.named_bound("type").as_deref(), Some("calls by type ≤ 2"));
        assert_eq!(last.look.run.stats.steps, 3 * FEW_STEPS, "the work of all rounds counts");
    }

    #[test]
    fn further_rounds_are_made_while_they_cost_little() {
        let cheap = |finished| {
            let mut look = fine(finished);
            look.run.stats.steps = FEW_STEPS / 5;
            look
        };
        let all: Vec<Explored> = (1..9).map(cheap).collect();
        let (made, last) = check(Facets::AtMost(2), &all);
        assert_eq!((made, last.facets, last.bound), (5, Facets::AtMost(4), Some(4)));
        let settled = [cheap(1), cheap(2), cheap(3), cheap(3)];
        let (made, last) = check(Facets::AtMost(2), &settled);
        assert_eq!((made, last.facets, last.bound), (4, Facets::AtMost(2), None));
        let (made, last) = check(Facets::AtMost(1), &[cheap(1), cheap(2), cut(cheap(3))]);
        assert_eq!((made, last.bound, last.look.run.limits.len()), (3, Some(1), 0));
        let (made, last) = check(Facets::AtMost(1), &[cheap(1), cheap(2), broken(&[2])]);
        assert_eq!((made, last.bound, last.look.found.len()), (3, None, 1));
    }

    #[test]
    fn same_paths_leave_nothing_to_find() {
        let (made, last) = check(Facets::AtMost(3), &[fine(1), fine(2), fine(2)]);
        assert_eq!((made, last.facets, last.bound), (3, Facets::AtMost(1), None));
    }

    #[test]
    fn one_way_to_run_calls_is_no_bound() {
        for asked in [Facets::Concrete, Facets::Abstract] {
            let (made, last) = check(asked, &[fine(1)]);
            assert_eq!((made, last.facets, last.bound), (1, asked, None));
        }
    }

    #[test]
    fn the_first_round_that_finds_something_is_the_last() {
        let (made, last) = check(Facets::AtMost(3), &[fine(1), broken(&[1])]);
        assert_eq!((made, last.facets, last.bound), (2, Facets::AtMost(1), None));
        let (_, last) = check(Facets::AtMost(3), &[fine(1), fine(2), cut(broken(&[2, 1, 2]))]);
        assert_eq!(last.look.found, [(0, 1)]);
        assert_eq!(last.look.run.endings.len(), 1);
    }

    #[test]
    fn a_round_that_a_budget_ended_decides_nothing() {
        let (made, last) = check(Facets::AtMost(3), &[fine(1), cut(fine(4))]);
        assert_eq!((made, last.facets, last.bound), (2, Facets::Concrete, Some(0)));
        assert_eq!(last.look.run.limits, [Limit::Paths(1)]);
        let (made, last) = check(Facets::AtMost(3), &[cut(fine(1))]);
        assert_eq!((made, last.bound), (1, None));
    }

    #[test]
    fn the_blame_names_each_contract_once() {
        let failure = Failure::new("ADT001", "it breaks", None);
        let named = |names: &[&str]| {
            let names = names.iter().map(|name| (*name).to_owned());
            blame(failure.clone(), "ADT010", names, "contract")
        };
        let one = named(&["mem", "mem"]);
        assert_eq!(one.code, "ADT010");
        assert_eq!(one.message, "it breaks, if `mem` does no more than its contract says");
        let two = named(&["mem", "put"]).message;
        assert_eq!(two, "it breaks, if `mem` and `put` do no more than their contracts say");
        assert_eq!(named(&[]), failure);
    }
}
