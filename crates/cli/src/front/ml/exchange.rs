//! Which values of a violation are arbitrary, found out by trying others.

use explore::{Answers, Replay, ReplayEnd};
use harness::{Harness, Variation, variations};
use lang_core::Session;
use lang_ml::value::{Names, Notation, Place, char_sort};
use machine::Exit;
use report::ExchangedText;
use term::{Literal, Pool, Term, Visit};

use super::smallest::Found;

/// How many values are looked at, and how many others are tried for each.
const MAX_VALUES: usize = 8;
const MAX_OTHERS: usize = 6;

/// Runs the call again, with each value that people see exchanged for others.
pub(super) struct Exchange<'a> {
    pub(super) pool: &'a Pool,
    pub(super) harness: &'a Harness<Session>,
    pub(super) found: &'a Found,
    pub(super) notation: &'a Notation,
    pub(super) names: &'a Names,
    /// Values that the program has names for, which are not exchanged.
    pub(super) constants: &'a [Term],
    pub(super) max_steps: u64,
    /// Whether there is no time left for further runs.
    pub(super) is_late: &'a dyn Fn() -> bool,
}

impl Exchange<'_> {
    /// The values for which at least one other was found to do as well.
    pub(super) fn all(&self) -> Vec<ExchangedText> {
        let answers = Answers::from(&self.found.witness);
        let mut all = Vec::new();
        for value in self.shown_values().into_iter().take(MAX_VALUES) {
            let others = variations(self.pool, value, &answers.inputs, &answers.functions);
            all.extend(self.one(value, &others));
        }
        all
    }

    fn one(&self, value: Term, others: &[Variation]) -> Option<ExchangedText> {
        let (mut same_with, mut not_with) = (Vec::new(), Vec::new());
        for variation in others.iter().take(MAX_OTHERS).take_while(|_| !(self.is_late)()) {
            let told = match self.still_broken(variation) {
                true => &mut same_with,
                false => &mut not_with,
            };
            told.push(self.show_other(variation));
        }
        let value = self.notation.show(self.pool, self.names, value, Place::Argument);
        (!same_with.is_empty()).then_some(ExchangedText { value, same_with, not_with })
    }

    /// Whether the same is found with other values, by the machine and by the judge.
    fn still_broken(&self, variation: &Variation) -> bool {
        let Variation { inputs, functions, .. } = variation.clone();
        let answers = Answers { inputs, functions };
        let replay = explore::replay(self.pool, self.harness, &answers, self.max_steps);
        let Replay { end: ReplayEnd::Exit(Exit::Failed(failure)), inputs, events, .. } = replay
        else {
            return false;
        };
        let known = &self.found.failure;
        (failure.code, failure.span) == (known.code, known.span)
            && self
                .harness
                .confirm(self.pool, &failure, &inputs, &answers.functions, &events)
                .is_ok()
    }

    fn show_other(&self, variation: &Variation) -> String {
        let Variation { other, is_new, .. } = variation;
        match self.pool.as_literal(*other) {
            Some(Literal::Elem(..)) if *is_new => "a new one".to_owned(),
            _ => self.notation.show(self.pool, self.names, *other, Place::Argument),
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
