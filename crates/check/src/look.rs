//! One exploration of a target among several.

use std::ops::ControlFlow;

use explore::{EndingKind, Run, Stats};

/// A violation among the endings of a run, as a language judged it.
pub trait JudgedFinding {
    /// The number of its ending.
    fn ending(&self) -> usize;

    /// The same, to be changed.
    fn ending_mut(&mut self) -> &mut usize;

    /// How many calls it has by contract although the callee has a body. Only violations of programs
    /// with contracts have any.
    fn abstract_calls(&self) -> usize {
        0
    }
}

/// A violation of which nothing is known but its ending.
impl JudgedFinding for usize {
    fn ending(&self) -> usize {
        *self
    }

    fn ending_mut(&mut self) -> &mut usize {
        self
    }
}

/// A run with the violations that a language has judged in it.
///
/// ```
/// use check::JudgedRun;
/// use explore::{Ending, EndingKind, Limit, Run};
///
/// let cut_off = |events| {
///     Ending { choices: Vec::new(), kind: EndingKind::CutOff(Limit::Events(events), None) }
/// };
/// let run = Run { endings: vec![cut_off(1), cut_off(2), cut_off(3)], ..Run::default() };
/// let mut judged = JudgedRun { run, found: vec![0, 1] };
/// judged.leave_out(&[0, 2]);
/// assert_eq!((judged.found, judged.run.endings), (vec![0], vec![cut_off(2)]));
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct JudgedRun<F> {
    /// What was explored.
    pub run: Run,
    /// What was found and is worth reporting.
    pub found: Vec<F>,
}

impl JudgedRun<usize> {
    /// A run in which each violation counts.
    #[must_use]
    pub fn of_violations(run: Run) -> JudgedRun<usize> {
        let is_found = |kind: &EndingKind| matches!(kind, EndingKind::Violated(..));
        let found = numbers(&run, is_found);
        JudgedRun { run, found }
    }
}

impl<F: JudgedFinding> JudgedRun<F> {
    /// Leaves endings out of the run, by their numbers, with what was found there. The others get the
    /// numbers that they then have.
    pub fn leave_out(&mut self, dropped: &[usize]) {
        self.found.retain(|found| !dropped.contains(&found.ending()));
        for found in &mut self.found {
            let number = found.ending_mut();
            *number -= dropped.iter().filter(|dropped| **dropped < *number).count();
        }
        let mut number = 0;
        self.run.endings.retain(|_| {
            number += 1;
            !dropped.contains(&(number - 1))
        });
    }
}

/// An exploration of a target within some bounds, with what a language knows of it besides.
pub trait Look: Sized {
    /// A violation as the language knows it.
    type Found: JudgedFinding;

    /// What was explored and found.
    fn judged(&self) -> &JudgedRun<Self::Found>;

    /// The same, to be changed.
    fn judged_mut(&mut self) -> &mut JudgedRun<Self::Found>;

    /// What was explored.
    fn run(&self) -> &Run {
        &self.judged().run
    }

    /// The same, to be changed.
    fn run_mut(&mut self) -> &mut Run {
        &mut self.judged_mut().run
    }

    /// Whether something was found that is worth reporting, so that no further look is needed.
    fn has_findings(&self) -> bool {
        !self.judged().found.is_empty()
    }

    /// Whether a look with larger bounds may show more. By default, if nothing was found and everything
    /// within the bounds is decided.
    fn is_worth_deepening(&self) -> bool {
        !self.has_findings() && self.run().is_complete()
    }

    /// The answer after a deeper look, and whether there may be a further one. By default, what a deeper
    /// look finds counts, whatever else it did not get to; one that found nothing and was not complete
    /// is dropped, since it was not asked for.
    fn deepened(mut self, mut deeper: Self) -> ControlFlow<Self, Self> {
        if deeper.has_findings() {
            let undecided = undecided(deeper.run());
            deeper.judged_mut().leave_out(&undecided);
            deeper.run_mut().limits.clear();
        } else if !deeper.run().is_complete() {
            self.run_mut().stats.absorb_work(&deeper.run().stats);
            return ControlFlow::Break(self);
        }
        deeper.run_mut().stats.absorb_work(&self.run().stats);
        ControlFlow::Continue(deeper)
    }
}

impl<F: JudgedFinding> Look for JudgedRun<F> {
    type Found = F;

    fn judged(&self) -> &JudgedRun<F> {
        self
    }

    fn judged_mut(&mut self) -> &mut JudgedRun<F> {
        self
    }
}

/// The endings that found nothing.
fn undecided(run: &Run) -> Vec<usize> {
    numbers(run, |kind| !matches!(kind, EndingKind::Violated(..)))
}

/// The numbers of the endings of some kind.
fn numbers(run: &Run, is_wanted: impl Fn(&EndingKind) -> bool) -> Vec<usize> {
    let endings = run.endings.iter().enumerate();
    endings.filter(|(_, ending)| is_wanted(&ending.kind)).map(|(number, _)| number).collect()
}

/// Whether two looks at one target saw the same paths: then what tells them apart makes no
/// difference.
#[must_use]
pub fn same_paths(one: &Stats, other: &Stats) -> bool {
    let paths = |stats: &Stats| {
        let Stats {
            finished,
            violated,
            unconfirmed,
            discarded,
            pruned,
            infeasible,
            unsupported,
            unknown,
            cut_off,
            ..
        } = *stats;
        let (pruned, broken) = (pruned.total(), violated + unconfirmed);
        [finished, broken, discarded, pruned, infeasible, unsupported, unknown, cut_off]
    };
    paths(one) == paths(other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_the_same_whatever_the_work() {
        let one = Stats { finished: 2, steps: 10, ..Stats::default() };
        assert!(same_paths(&one, &Stats { steps: 20, ..one.clone() }));
        assert!(!same_paths(&one, &Stats { finished: 3, ..one.clone() }));
    }
}
