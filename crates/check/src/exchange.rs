//! Which values of a violation are arbitrary, found out by running the program on others.
//!
//! A solver finds some values that show a violation, and people ask which of them matter. So each is
//! exchanged for a few others, one at a time, and the program is run again. What is said of it is what
//! was seen: with these values the same happens, with those it does not.
//!
//! The work is counted: so many values, so many others for each, and so many steps for a run.

use std::time::{Duration, Instant};

use explore::{Answers, Options, Replay, ReplayEnd};
use machine::{Exit, Failure, Machine};
use solve::Interrupt;
use term::{Pool, Term};

use crate::vary::{Variation, variations_of_input};

/// How many values are exchanged, and how many others are tried for each.
const MAX_VALUES: usize = 8;
const MAX_OTHERS: usize = 6;
/// How many more steps than the violation itself a run on other values may take. Such a run may go
/// round a loop for ever, which is nothing to wait for.
const MORE_STEPS: u64 = 20_000;

/// Runs on other values may take this part of the time that is left for a target: a fifth.
const PART_OF_TIME: u32 = 5;

/// Raised when runs on other values have to end: when the user wants it, or when their part of the
/// target's time is over, of which `elapsed` was spent before.
#[must_use]
pub fn trial_time(options: &Options, elapsed: Duration) -> Interrupt {
    let end =
        |time: Duration| Instant::now().checked_add(time.saturating_sub(elapsed) / PART_OF_TIME);
    match options.budget.time.and_then(end) {
        Some(end) => options.interrupt.until(end),
        None => options.interrupt.clone(),
    }
}

/// Runs the program of a violation on other values.
pub struct Trials<'a> {
    /// Whether the same happens on these values; none if that is not known, because the run did not
    /// come to an end.
    pub is_same: &'a dyn Fn(&Answers) -> Option<bool>,
    /// Whether no more runs can be made.
    pub is_over: &'a dyn Fn() -> bool,
}

/// The other values that were tried for a value of a violation.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Exchanged {
    /// Those with which the same happens; at least one.
    pub same_with: Vec<Variation>,
    /// Those with which it does not.
    pub not_with: Vec<Variation>,
}

impl Trials<'_> {
    /// Tries the variations of each value. Values for which no other does are left out.
    pub fn exchange(&self, values: impl IntoIterator<Item = Vec<Variation>>) -> Vec<Exchanged> {
        let values = values.into_iter().take(MAX_VALUES);
        let tried = values.map(|variations| self.exchange_one(variations));
        tried.filter(|exchanged| !exchanged.same_with.is_empty()).collect()
    }

    fn exchange_one(&self, variations: Vec<Variation>) -> Exchanged {
        let mut exchanged = Exchanged::default();
        for variation in variations.into_iter().take(MAX_OTHERS).take_while(|_| !(self.is_over)()) {
            match (self.is_same)(&variation.answers) {
                Some(true) => exchanged.same_with.push(variation),
                Some(false) => exchanged.not_with.push(variation),
                None => {}
            }
        }
        exchanged
    }

    /// The values of a violation, each exchanged for the first of its `simpler` ones with which the
    /// same happens.
    pub fn simplify(&self, known: Answers, simpler: impl Fn(Term) -> Vec<Term>) -> Answers {
        let mut best = known;
        for at in 0..best.inputs.len() {
            let value = best.inputs[at];
            for other in simpler(value).into_iter().take_while(|other| *other != value) {
                let mut tried = best.clone();
                tried.inputs[at] = other;
                match (self.is_same)(&tried) {
                    Some(true) => {
                        best = tried;
                        break;
                    }
                    None if (self.is_over)() => return best,
                    Some(false) | None => {}
                }
            }
        }
        best
    }
}

/// Decides whether a run that failed on some values shows a known violation.
pub type IsViolation<'a> = dyn Fn(&Failure, &Replay, &Answers) -> bool + 'a;

/// A violation of a machine, to be run again on other values.
pub struct MachineTrial<'a, M> {
    /// Where terms live.
    pub pool: &'a Pool,
    /// The program.
    pub machine: &'a M,
    /// The most steps of one run.
    pub max_steps: u64,
    /// Whether a run that failed on these values shows the violation, by the judge of the language.
    pub judge: &'a IsViolation<'a>,
    /// Whether no more runs can be made.
    pub is_late: &'a dyn Fn() -> bool,
}

impl<M: Machine> MachineTrial<'_, M> {
    /// The other values that do as well in a violation on `known` values.
    pub fn exchange(
        &self,
        known: &Answers,
        values: impl IntoIterator<Item = Vec<Variation>>,
    ) -> Vec<Exchanged> {
        let steps = self.replay(known, self.max_steps).steps.saturating_add(MORE_STEPS);
        let steps = steps.min(self.max_steps);
        let is_same = |answers: &Answers| self.is_same(answers, steps);
        Trials { is_same: &is_same, is_over: self.is_late }.exchange(values)
    }

    /// The same for the first `count` inputs, one by one.
    pub fn exchange_inputs(&self, known: &Answers, count: usize) -> Vec<Exchanged> {
        let count = count.min(known.inputs.len());
        self.exchange(known, (0..count).map(|at| variations_of_input(self.pool, at, known)))
    }

    fn is_same(&self, answers: &Answers, steps: u64) -> Option<bool> {
        let replay = self.replay(answers, steps);
        match &replay.end {
            ReplayEnd::Exit(Exit::Failed(failure)) => Some((self.judge)(failure, &replay, answers)),
            ReplayEnd::Exit(Exit::Finished(_) | Exit::Discarded) | ReplayEnd::WrongAnswer(_) => {
                Some(false)
            }
            ReplayEnd::Exit(Exit::TooManyEvents(_) | Exit::Unrolled(_))
            | ReplayEnd::Unsupported(_)
            | ReplayEnd::OutOfSteps(_)
            | ReplayEnd::Late
            | ReplayEnd::OutOfAnswers(_)
            | ReplayEnd::Stuck(_) => None,
        }
    }

    fn replay(&self, answers: &Answers, steps: u64) -> Replay {
        explore::replay_until(self.pool, self.machine, answers, steps, self.is_late)
    }
}

#[cfg(test)]
mod tests {
    use machine::{Input, Step};
    use term::{Cases, Sort};

    use super::*;
    use crate::vary::variations_of_input;

    /// Asks for two numbers and fails if the first is at least ten.
    struct AtLeastTen;

    impl Machine for AtLeastTen {
        type State = Vec<Term>;

        fn start(&self, _: &Pool) -> Vec<Term> {
            Vec::new()
        }

        fn step(&self, pool: &Pool, state: Vec<Term>) -> Step<Vec<Term>> {
            match state.as_slice() {
                [] | [_] => {
                    let name = format!("x{}", state.len());
                    Step::Ask(Input { name, sort: Sort::INT, span: None }, state)
                }
                [first, _] => {
                    let cond = pool.le(pool.int(10), *first);
                    let stuck = vec![*first; 3];
                    Step::Go(Cases::branch(pool, cond, stuck, vec![*first; 4]))
                }
                [_, _, _] => Step::Stop(Exit::Failed(Failure::new("BUG", "ten", None))),
                _ => Step::Stop(Exit::Finished(None)),
            }
        }

        fn supply(&self, _: &Pool, mut state: Vec<Term>, answer: Term) -> Vec<Term> {
            state.push(answer);
            state
        }
    }

    fn trial<'a>(pool: &'a Pool, is_late: &'a dyn Fn() -> bool) -> MachineTrial<'a, AtLeastTen> {
        let judge = &|failure: &Failure, _: &Replay, _: &Answers| failure.code == "BUG";
        MachineTrial { pool, machine: &AtLeastTen, max_steps: 100, judge, is_late }
    }

    fn exchanged(pool: &Pool, is_late: &dyn Fn() -> bool) -> Vec<[Vec<String>; 2]> {
        let known = Answers::from([pool.int(10), pool.int(0)].as_slice());
        let values = (0..2).map(|at| variations_of_input(pool, at, &known));
        let all = trial(pool, is_late).exchange(&known, values);
        let shown = |all: &[Variation]| all.iter().map(|one| pool.show(one.other)).collect();
        all.iter().map(|one| [shown(&one.same_with), shown(&one.not_with)]).collect()
    }

    #[test]
    fn other_values_are_tried_one_at_a_time() {
        let pool = Pool::new();
        let texts = |all: &[&str]| all.iter().map(|one| (*one).to_owned()).collect::<Vec<_>>();
        let expected = vec![
            [texts(&["11", "17", "1010"]), texts(&["9"])],
            [texts(&["1", "(- 1)", "7", "1000"]), texts(&[])],
        ];
        assert_eq!(exchanged(&pool, &|| false), expected);
    }

    #[test]
    fn nothing_is_said_when_there_is_no_time() {
        assert!(exchanged(&Pool::new(), &|| true).is_empty());
    }

    #[test]
    fn trials_have_a_part_of_the_time() {
        let mut options = Options::default();
        assert!(!trial_time(&options, Duration::ZERO).is_raised());
        options.budget.time = Some(Duration::from_secs(60));
        assert!(!trial_time(&options, Duration::from_secs(1)).is_raised());
        assert!(trial_time(&options, Duration::from_secs(60)).is_raised());
    }

    #[test]
    fn simpler_values_stay_if_the_same_happens() {
        let pool = Pool::new();
        let known = Answers::from([pool.int(99), pool.int(7)].as_slice());
        let at_least_ten = |answers: &Answers| Some(pool.as_i64(answers.inputs[0])? >= 10);
        let trials = Trials { is_same: &at_least_ten, is_over: &|| false };
        let small = [0, 1, 10, 50].map(|number| pool.int(number));
        let best = trials.simplify(known.clone(), |_| small.to_vec());
        assert_eq!(best.inputs, [pool.int(10), pool.int(0)]);
        let never = Trials { is_same: &|_| None, is_over: &|| true };
        assert_eq!(never.simplify(known.clone(), |_| small.to_vec()), known);
    }
}
