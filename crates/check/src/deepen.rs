//! Looking at a target again with larger bounds, while that costs little.
//!
//! The bounds of a question (events of a history, undecided turns of a loop) are a guess unless the
//! user gives them. So where everything within them is decided and nothing was found, they grow. How
//! far depends on work that is counted, not timed: the answer is the same on every machine. For the
//! same reason such a look is made by one thread, since what solvers remember depends on who asked
//! them before.

use std::ops::ControlFlow;
use std::time::Duration;

use explore::{Bias, Options, Run};
use solve::Solver;

use crate::look::Look;
use crate::metered::{Account, Metered};

/// Deeper looks at a target may take this part of its time: a half.
const PART_OF_TIME: u32 = 2;
/// The work that one step of a program counts for.
const STEP: u64 = 5;
/// The work of a look grows about with this power of its bounds.
const POWER: u32 = 4;

/// What deeper looks at one target may cost, in the units of [`solve::StageStats::work`].
#[derive(Clone, Debug)]
pub struct Effort {
    account: Account,
    /// What the last deeper look took, once there was one.
    last: Option<u64>,
}

impl Effort {
    /// The usual one, well under a second.
    pub const USUAL: u64 = 400_000;

    /// So much work.
    #[must_use]
    pub fn new(work: u64) -> Effort {
        Effort { account: Account::new(work), last: None }
    }

    /// The work of so many steps, for looks whose queries are not counted.
    #[must_use]
    pub fn of_steps(steps: u64) -> Effort {
        Effort::new(steps.saturating_mul(STEP))
    }

    /// As much as it takes: for bounds that the user asks for.
    #[must_use]
    pub fn unbounded() -> Effort {
        Effort::new(u64::MAX)
    }

    /// The effort that is left after a run.
    #[must_use]
    pub fn after(self, run: &Run) -> Effort {
        self.account.take(steps_of(run));
        self
    }

    /// Whether nothing is left for a further look.
    #[must_use]
    pub fn is_used_up(&self) -> bool {
        self.account.left() == 0
    }

    /// A solver for a deeper look. It gives up once the work is used up.
    #[must_use]
    pub fn solver(&self, inner: Box<dyn Solver>) -> Box<dyn Solver> {
        Box::new(Metered::new(inner, self.account.clone()))
    }

    /// The options of a look beyond what was asked for. `elapsed` of the target's time is over.
    #[must_use]
    pub fn options(&self, options: &Options, elapsed: Duration) -> Options {
        let mut options = options.clone();
        let left = |time: Duration| (time / PART_OF_TIME).saturating_sub(elapsed);
        options.budget.time = options.budget.time.map(left);
        options.on_one_thread();
        // What cannot be decided makes the look useless, so nothing behind it is worth a step.
        options.bias = Bias::FindBugs;
        options
    }

    /// By how much a bound grows for the next look: by one to see what that costs, then by as much as
    /// may still be affordable, but never to more than twice as much. Not at all if it would be less
    /// than a quarter, which is not worth another look.
    #[must_use]
    pub fn growth(&self, bound: usize) -> usize {
        let Some(last) = self.last else { return 1 };
        let power = |bound: usize| (bound as u128).saturating_pow(POWER);
        let given = u128::from(self.account.left()).saturating_mul(power(bound));
        let fits = |more: &usize| power(bound + more).saturating_mul(u128::from(last)) <= given;
        let most = (1..=bound.max(1)).take_while(fits).last();
        most.filter(|more| more * 4 >= bound).unwrap_or(0)
    }

    /// Makes a look and takes its work off.
    fn look<L: Look>(&mut self, make: impl FnOnce(&Effort) -> Option<L>) -> Option<L> {
        let before = self.account.left();
        let look = make(self)?;
        self.account.take(steps_of(look.run()));
        self.last = Some(before - self.account.left());
        Some(look)
    }
}

/// Looks again with larger bounds until something is found or the effort is used up.
///
/// `first` has the bounds to begin with. `deeper` looks with larger bounds than the last look had;
/// there is no such look if no bound may grow. What a deeper look means for the answer is up to
/// [`Look::deepened`].
pub fn deepen<L: Look>(
    first: L,
    mut effort: Effort,
    mut deeper: impl FnMut(&L, &Effort) -> Option<L>,
) -> L {
    let mut last = first;
    while last.is_worth_deepening() {
        let Some(look) = effort.look(|effort| deeper(&last, effort)) else { break };
        last = match last.deepened(look) {
            ControlFlow::Continue(last) => last,
            ControlFlow::Break(last) => return last,
        };
    }
    last
}

/// What a run costs besides its queries.
fn steps_of(run: &Run) -> u64 {
    run.stats.steps.saturating_mul(STEP)
}

#[cfg(test)]
mod tests {
    use explore::{Ending, EndingKind, Witness};
    use machine::Failure;
    use solve::Reason;

    use super::*;
    use crate::look::JudgedRun;

    /// A look within a bound.
    struct Within {
        bound: usize,
        judged: JudgedRun<usize>,
    }

    impl Look for Within {
        type Found = usize;

        fn judged(&self) -> &JudgedRun<usize> {
            &self.judged
        }

        fn judged_mut(&mut self) -> &mut JudgedRun<usize> {
            &mut self.judged
        }
    }

    /// A run that takes so many steps for each unit of its bound.
    fn within(bound: usize, steps: u64) -> Within {
        let mut judged = JudgedRun::default();
        judged.run.stats.steps = steps * bound as u64;
        Within { bound, judged }
    }

    fn end(look: &mut Within, kind: EndingKind) {
        let mut run = std::mem::take(&mut look.judged.run);
        run.stats.count_failure(&kind);
        run.endings.push(Ending { choices: Vec::new(), kind });
        look.judged = JudgedRun::of_violations(run);
    }

    /// Deepens from 4, with a violation that needs `bug`, and looks beyond `most` undecided.
    fn reached(work: u64, steps: u64, bug: usize, most: usize) -> (Vec<usize>, Within) {
        let mut looks = Vec::new();
        let last = deepen(within(4, steps), Effort::new(work), |last, effort| {
            let bound = last.bound + effort.growth(last.bound);
            if bound == last.bound {
                return None;
            }
            looks.push(bound);
            let mut look = within(bound, steps);
            if bound > most {
                end(&mut look, EndingKind::Unknown(Reason::Work(work)));
            }
            if bound >= bug {
                let failure = Failure::new("BUG", "it breaks", None);
                end(&mut look, EndingKind::Violated(failure, Witness::default()));
            }
            Some(look)
        });
        (looks, last)
    }

    #[test]
    fn bounds_grow_until_the_work_is_used_up() {
        // Ten steps of five units for each unit of the bound.
        let (looks, last) = reached(10_000, 10, 1_000, 1_000);
        assert_eq!((last.bound, looks.as_slice()), (46, &[5, 10, 20, 33, 46][..]));
        let steps: usize = looks.iter().map(|bound| bound * 10).sum();
        assert_eq!(last.run().stats.steps, steps as u64 + 40, "the work of all looks is counted");
    }

    #[test]
    fn a_look_that_was_not_complete_is_dropped() {
        let (looks, last) = reached(100_000, 1, 1_000, 6);
        assert_eq!((last.bound, looks), (5, vec![5, 10]));
        assert!(last.run().endings.is_empty(), "what was not asked for keeps nothing open");
    }

    #[test]
    fn a_violation_ends_it_whatever_else_was_left_undecided() {
        let (looks, last) = reached(100_000, 1, 7, 6);
        assert_eq!((last.bound, looks), (10, vec![5, 10]));
        assert_eq!(last.run().endings.len(), 1);
        assert!(last.run().is_complete());
    }

    #[test]
    fn nothing_grows_after_a_violation_or_a_doubt() {
        for kind in [
            EndingKind::Unknown(Reason::Incomplete("x".to_owned())),
            EndingKind::Violated(Failure::new("BUG", "it breaks", None), Witness::default()),
        ] {
            let mut first = within(4, 1);
            end(&mut first, kind);
            let last = deepen(first, Effort::new(1_000), |_, _| unreachable!("no further look"));
            assert_eq!(last.bound, 4);
        }
    }

    #[test]
    fn steps_alone_can_be_counted() {
        let effort = Effort::of_steps(10).after(within(1, 9).run());
        assert!(!effort.is_used_up());
        assert!(effort.after(within(1, 1).run()).is_used_up());
        assert!(!Effort::unbounded().after(within(1, u64::MAX / 10).run()).is_used_up());
    }

    #[test]
    fn no_bound_may_grow() {
        let last = deepen(within(4, 1), Effort::new(1_000), |_, _| None);
        assert_eq!((last.bound, last.run().stats.steps), (4, 4));
    }

    #[test]
    fn a_deeper_look_has_half_of_the_time_and_one_thread() {
        let mut options = Options { workers: 4, ..Options::default() };
        options.budget.time = Some(Duration::from_secs(60));
        let deeper = Effort::new(1).options(&options, Duration::from_secs(10));
        assert_eq!((deeper.workers, deeper.budget.time), (1, Some(Duration::from_secs(20))));
    }
}
