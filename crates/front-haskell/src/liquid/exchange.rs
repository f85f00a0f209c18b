//! Which values of a counterexample are arbitrary, in Haskell's words.

use check::{Exchanged, MachineTrial, Variation, variations};
use explore::{Answers, Replay, Witness};
use lang_haskell::core::Type;
use lang_haskell::value::{HOLE, Shower};
use machine::Failure;
use report::ExchangedText;
use term::Term;

use super::confirm::{Incident, Rerun};

/// The counterexample on other values.
pub(super) struct Exchange<'a> {
    pub(super) rerun: &'a Rerun<'a>,
    pub(super) witness: &'a Witness,
    pub(super) incident: &'a Incident,
    pub(super) max_steps: u64,
    /// Whether there is no time left for further runs.
    pub(super) is_late: &'a dyn Fn() -> bool,
}

impl Exchange<'_> {
    /// The values in the arguments for which at least one other was found to do as well, each
    /// exchanged wherever it occurs.
    pub(super) fn all(&self) -> Vec<ExchangedText> {
        let (pool, known) = (self.rerun.pool, Answers::from(self.witness));
        let judge = |failure: &Failure, replay: &Replay, _: &Answers| self.is_same(failure, replay);
        let trial = MachineTrial {
            pool,
            machine: &self.rerun.prepared.session,
            max_steps: self.max_steps,
            judge: &judge,
            is_late: self.is_late,
        };
        let values = self.values();
        let others = values.iter().map(|(ty, value)| {
            let is_shown = |one: &Variation| self.show(ty, one.other) != HOLE;
            variations(pool, *value, &known).into_iter().filter(is_shown).collect()
        });
        let exchanged = trial.exchange(&known, others);
        exchanged.iter().filter_map(|one| self.text(&values, one)).collect()
    }

    /// Whether a run that failed is the same counterexample, by the judge and on machine numbers.
    fn is_same(&self, failure: &Failure, replay: &Replay) -> bool {
        let other = self.rerun.confirm(failure, &replay.inputs, &replay.events);
        other.is_ok_and(|other| {
            let same = |failure: &Failure| (failure.code, failure.message.clone(), failure.span);
            other.inputs.is_none() && same(&other.failure) == same(&self.incident.failure)
        })
    }

    /// The numbers, characters and truth values of the arguments, with their types. One that stands
    /// for values of two types is left out.
    fn values(&self) -> Vec<(Type, Term)> {
        let target = &self.rerun.prepared.signature;
        let args = target.values().zip(self.rerun.inputs(target, &self.witness.inputs));
        let mut values: Vec<(Type, Term)> = Vec::new();
        let mut unclear: Vec<Term> = Vec::new();
        for (refined, arg) in args {
            let Some(arg) = arg else { continue };
            for (ty, value) in self.shower().leaves(&refined.ty, arg) {
                match values.iter().find(|(_, known)| *known == value) {
                    Some((known, _)) if *known != ty => unclear.push(value),
                    Some(_) => {}
                    None => values.push((ty, value)),
                }
            }
        }
        values.retain(|(_, value)| !unclear.contains(value));
        values
    }

    fn text(&self, values: &[(Type, Term)], exchanged: &Exchanged) -> Option<ExchangedText> {
        let value = exchanged.same_with[0].value;
        let (ty, _) = values.iter().find(|(_, known)| *known == value)?;
        let show = |all: &[Variation]| all.iter().map(|one| self.show(ty, one.other)).collect();
        Some(ExchangedText {
            value: self.show(ty, value),
            same_with: show(&exchanged.same_with),
            not_with: show(&exchanged.not_with),
        })
    }

    fn show(&self, ty: &Type, value: Term) -> String {
        self.shower().show(ty, value)
    }

    fn shower(&self) -> Shower<'_> {
        Shower { pool: self.rerun.pool, linked: self.rerun.liquid.program.linked() }
    }
}
