//! Which values of a violation are arbitrary, in the words of OCaml.

use check::{Exchanged, MachineTrial, Variation, variations};
use explore::{Answers, Replay};
use harness::Harness;
use lang_core::Session;
use lang_ml::value::{Names, Notation, ValuePlace, char_sort};
use machine::Failure;
use report::ExchangedText;
use term::{Literal, Pool, Term, Visit};

use crate::smallest::Found;

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
        let (pool, is_late) = (self.pool, self.is_late);
        let judge = |failure: &Failure, replay: &Replay, answers: &Answers| {
            self.is_same(failure, replay, answers)
        };
        let (machine, max_steps) = (self.harness, self.max_steps);
        let trial = MachineTrial { pool, machine, max_steps, judge: &judge, is_late };
        let values = self.shown_values().into_iter();
        let values = values.map(|value| variations(pool, value, &answers));
        trial.exchange(&answers, values).iter().map(|one| self.text(one)).collect()
    }

    /// Whether a run that failed shows the same violation, by the machine and by the judge.
    fn is_same(&self, failure: &Failure, replay: &Replay, answers: &Answers) -> bool {
        let known = &self.found.failure;
        let (Replay { inputs, events, .. }, functions) = (replay, &answers.functions);
        (failure.code, failure.span) == (known.code, known.span)
            && self.harness.confirm(self.pool, failure, inputs, functions, events).is_ok()
    }

    fn text(&self, exchanged: &Exchanged) -> ExchangedText {
        let shown = |all: &[Variation]| all.iter().map(|one| self.show_other(one)).collect();
        let value = exchanged.same_with[0].value;
        ExchangedText {
            value: self.notation.show(self.pool, self.names, value, ValuePlace::Argument),
            same_with: shown(&exchanged.same_with),
            not_with: shown(&exchanged.not_with),
        }
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
