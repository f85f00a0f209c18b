//! Which values of a violation are arbitrary, found out by trying others.

use explore::{Answers, Replay, ReplayEnd};
use harness::{Harness, Variation, variations};
use lang_core::Session;
use lang_ml::value::{Names, Notation, ValuePlace, char_sort};
use machine::Exit;
use report::ExchangedText;
use term::{Literal, Pool, Term, Visit};

use crate::smallest::Found;

/// How many values are exchanged, and how many others are tried for each.
const MAX_VALUES: usize = 8;
const MAX_OTHERS: usize = 6;
/// How many more steps than the violation itself a run with another value may take. Other values may
/// go round a loop for ever, which is nothing to wait for.
const MORE_STEPS: u64 = 20_000;

/// Runs the call again, with each value that people see exchanged for others.
pub(crate) struct Exchange<'a> {
    pub(crate) pool: &'a Pool,
    pub(crate) harness: &'a Harness<Session>,
    pub(crate) found: &'a Found,
    pub(crate) notation: &'a Notation,
    pub(crate) names: &'a Names,
    /// Values that the program has names for, which are not exchanged.
    pub(crate) constants: &'a [Term],
    pub(crate) max_steps: u64,
    /// Whether there is no time left for further runs.
    pub(crate) is_late: &'a dyn Fn() -> bool,
}

impl Exchange<'_> {
    /// The values for which at least one other was found to do as well.
    pub(crate) fn all(&self) -> Vec<ExchangedText> {
        let answers = Answers::from(&self.found.witness);
        let steps = self.replay(&answers, self.max_steps).steps.saturating_add(MORE_STEPS);
        let steps = steps.min(self.max_steps);
        let mut all = Vec::new();
        for value in self.shown_values().into_iter().take(MAX_VALUES) {
            let others = variations(self.pool, value, &answers.inputs, &answers.functions);
            all.extend(self.one(value, &others, steps));
        }
        all
    }

    fn one(&self, value: Term, others: &[Variation], steps: u64) -> Option<ExchangedText> {
        let (mut same_with, mut not_with) = (Vec::new(), Vec::new());
        for variation in others.iter().take(MAX_OTHERS).take_while(|_| !(self.is_late)()) {
            let told = match self.still_broken(variation, steps) {
                Some(true) => &mut same_with,
                Some(false) => &mut not_with,
                None => continue,
            };
            told.push(self.show_other(variation));
        }
        let value = self.notation.show(self.pool, self.names, value, ValuePlace::Argument);
        (!same_with.is_empty()).then_some(ExchangedText { value, same_with, not_with })
    }

    /// Whether the same is found with other values, by the machine and by the judge; none if the run
    /// does not come to an end.
    fn still_broken(&self, variation: &Variation, steps: u64) -> Option<bool> {
        let Variation { inputs, functions, .. } = variation.clone();
        let answers = Answers { inputs, functions };
        let Replay { end, inputs, events, .. } = self.replay(&answers, steps);
        let failure = match end {
            ReplayEnd::Exit(Exit::Failed(failure)) => failure,
            ReplayEnd::Exit(Exit::Finished(_) | Exit::Discarded) | ReplayEnd::WrongAnswer(_) => {
                return Some(false);
            }
            _ => return None,
        };
        let known = &self.found.failure;
        let is_same = (failure.code, failure.span) == (known.code, known.span)
            && self
                .harness
                .confirm(self.pool, &failure, &inputs, &answers.functions, &events)
                .is_ok();
        Some(is_same)
    }

    fn replay(&self, answers: &Answers, max_steps: u64) -> Replay {
        explore::replay_until(self.pool, self.harness, answers, max_steps, self.is_late)
    }

    fn show_other(&self, variation: &Variation) -> String {
        let Variation { other, is_new, .. } = variation;
        match self.pool.as_literal(*other) {
            Some(Literal::Elem(..)) if *is_new => "a new one".to_owned(),
            _ => self.notation.show(self.pool, self.names, *other, ValuePlace::Argument),
        }
    }

    /// The literals in history, arguments and ghosts, in the order in which people meet them.
    fn shown_values(&self) -> Vec<Term> {
        let told = &self.found.told;
        let events = told.history.iter().flat_map(|event| event.args.iter().chain(&event.result));
        let values = told.args.iter().chain(&told.ghosts).map(|(_, value)| value);
        let mut shown: Vec<Term> = Vec::new();
        for value in events.chain(values) {
            let mut parts = Vec::new();
            // The code of a character is no value by itself.
            let enter = |part| match self.pool.sort(part) == char_sort(self.pool) {
                true => Visit::Skip,
                false => Visit::Descend,
            };
            self.pool.walk(&[*value], enter, |part| parts.push(part));
            for part in parts {
                let literal = self.pool.as_literal(part).is_some();
                if literal && !shown.contains(&part) && !self.constants.contains(&part) {
                    shown.push(part);
                }
            }
        }
        shown
    }
}
