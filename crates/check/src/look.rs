//! One exploration of a target among several.

use std::ops::ControlFlow;

use explore::{Ending, EndingKind, Limit, Run, Stats};

/// An exploration of a target within some bounds, with what a language knows of it besides.
pub trait Look: Sized {
    /// What was explored.
    fn run(&self) -> &Run;

    /// The same, to be changed.
    fn run_mut(&mut self) -> &mut Run;

    /// Whether something was found that is worth reporting, so that no further look is needed.
    fn has_findings(&self) -> bool;

    /// Leaves endings out of the run, by their numbers; see [`leave_endings_out`].
    fn leave_out(&mut self, dropped: &[usize]);

    /// Whether a look with larger bounds may show more. By default, if nothing was found and everything
    /// within the bounds is decided.
    fn is_worth_deepening(&self) -> bool {
        !self.has_findings() && is_complete(self.run())
    }

    /// The answer after a deeper look, and whether there may be a further one. By default, what a deeper
    /// look finds counts, whatever else it did not get to; one that found nothing and was not complete
    /// is dropped, since it was not asked for.
    fn deepened(mut self, mut deeper: Self) -> ControlFlow<Self, Self> {
        if deeper.has_findings() {
            deeper.leave_out(&undecided(deeper.run()));
            deeper.run_mut().limits.clear();
        } else if !is_complete(deeper.run()) {
            self.run_mut().stats.absorb_work(&deeper.run().stats);
            return ControlFlow::Break(self);
        }
        deeper.run_mut().stats.absorb_work(&self.run().stats);
        ControlFlow::Continue(deeper)
    }

    /// What was found, by the numbers of the endings, each with how many calls it has by contract
    /// although the callee has a body. Only looks at programs with contracts know any.
    fn abstract_calls(&self) -> Vec<(usize, usize)> {
        Vec::new()
    }
}

/// Leaves endings out of a run, by their numbers, and gives `numbers` of others their new values.
pub fn leave_endings_out<'a>(
    run: &mut Run,
    numbers: impl IntoIterator<Item = &'a mut usize>,
    dropped: &[usize],
) {
    for number in numbers {
        *number -= dropped.iter().filter(|dropped| **dropped < *number).count();
    }
    let mut number = 0;
    run.endings.retain(|_| {
        number += 1;
        !dropped.contains(&(number - 1))
    });
}

/// Whether a run has decided everything within its bounds. The number of events and of undecided
/// turns is part of the question.
#[must_use]
pub fn is_complete(run: &Run) -> bool {
    let decided = |ending: &Ending| match ending.kind {
        EndingKind::Violated(..)
        | EndingKind::CutOff(Limit::Events(_) | Limit::Unrolling(_), _) => true,
        EndingKind::Unconfirmed(..)
        | EndingKind::Unsupported(_)
        | EndingKind::Unknown(_)
        | EndingKind::CutOff(..) => false,
    };
    run.limits.is_empty() && run.endings.iter().all(decided)
}

/// The endings that found nothing.
fn undecided(run: &Run) -> Vec<usize> {
    let is_found = |kind: &EndingKind| matches!(kind, EndingKind::Violated(..));
    let endings = run.endings.iter().enumerate();
    endings.filter(|(_, ending)| !is_found(&ending.kind)).map(|(number, _)| number).collect()
}

/// Whether two looks at one target saw the same paths: then what tells them apart makes no
/// difference.
#[must_use]
pub fn same_paths(one: &Stats, other: &Stats) -> bool {
    let paths = |stats: &Stats| {
        let Stats {
            finished,
            violated,
            discarded,
            pruned,
            infeasible,
            unsupported,
            unknown,
            cut_off,
            ..
        } = *stats;
        let pruned = pruned.total();
        [finished, violated, discarded, pruned, infeasible, unsupported, unknown, cut_off]
    };
    paths(one) == paths(other)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut_off(limit: Limit) -> Run {
        let kind = EndingKind::CutOff(limit, None);
        Run { endings: vec![Ending { choices: Vec::new(), kind }], ..Run::default() }
    }

    #[test]
    fn bounds_of_the_question_leave_a_run_complete() {
        assert!(is_complete(&Run::default()));
        assert!(is_complete(&cut_off(Limit::Events(12))));
        assert!(is_complete(&cut_off(Limit::Unrolling(8))));
        assert!(!is_complete(&cut_off(Limit::Steps(100))));
        assert!(!is_complete(&Run { limits: vec![Limit::Paths(1)], ..Run::default() }));
    }

    #[test]
    fn endings_that_stay_are_numbered_anew() {
        let mut run = cut_off(Limit::Events(1));
        run.endings.extend(cut_off(Limit::Events(2)).endings);
        run.endings.extend(cut_off(Limit::Events(3)).endings);
        let mut kept = [1];
        leave_endings_out(&mut run, &mut kept, &[0, 2]);
        assert_eq!((kept, run), ([0], cut_off(Limit::Events(2))));
    }

    #[test]
    fn paths_are_the_same_whatever_the_work() {
        let one = Stats { finished: 2, steps: 10, ..Stats::default() };
        assert!(same_paths(&one, &Stats { steps: 20, ..one.clone() }));
        assert!(!same_paths(&one, &Stats { finished: 3, ..one.clone() }));
    }
}
