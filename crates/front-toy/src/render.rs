//! Violations in the words of Toy: how large they are, and which of their inputs are arbitrary.

use std::time::Instant;

use check::{
    Exchanged, IsViolation, MachineTrial, Variation, smallest_of_each, variations_of_input,
};
use explore::{Answers, EndingKind, Replay, Run, Witness};
use frontend::Job;
use machine::{Failure, Input, Machine};
use report::{ExchangedText, Teller, Words, plain_value};
use source::Span;
use term::{Pool, Term};

/// Reports one violation.
struct ToyTeller(Words);

impl Teller for ToyTeller {
    fn words(&self) -> Words {
        self.0.clone()
    }
}

/// A violation of a run.
struct Found<'a> {
    /// The number of its ending.
    ending: usize,
    failure: &'a Failure,
    witness: &'a Witness,
    size: Vec<usize>,
}

impl Found<'_> {
    /// What is broken, whatever the path.
    fn property(&self) -> (&'static str, &str, Option<Span>) {
        (self.failure.code, &self.failure.message, self.failure.span)
    }
}

/// A target that was explored.
pub(crate) struct Rendering<'a, M> {
    pub(crate) job: &'a Job<'a>,
    pub(crate) machine: &'a M,
    pub(crate) started: Instant,
    /// Whether a run that failed breaks the property, by its definition.
    pub(crate) judge: &'a IsViolation<'a>,
}

impl<M: Machine> Rendering<'_, M> {
    /// Those who report the violations of a run, by the numbers of their endings. Of the smallest
    /// violation of each property they know which inputs are arbitrary: to find out takes many runs.
    pub(crate) fn tellers(&self, run: &Run) -> Vec<(usize, Box<dyn Teller>)> {
        let found = self.found(run);
        let smallest = match self.job.smallest {
            true => smallest_of_each(&found, |one| one.property(), |one| one.size.clone()),
            false => Vec::new(),
        };
        let teller = |(at, one): (usize, &Found<'_>)| {
            let exchanged = match smallest.contains(&at) {
                true => self.exchanged(one),
                false => Vec::new(),
            };
            let words = Words { exchanged, size: one.size.clone(), ..Words::default() };
            (one.ending, Box::new(ToyTeller(words)) as Box<dyn Teller>)
        };
        found.iter().enumerate().map(teller).collect()
    }

    fn found<'a>(&self, run: &'a Run) -> Vec<Found<'a>> {
        let endings = run.endings.iter().enumerate();
        let found = endings.filter_map(|(ending, end)| match &end.kind {
            EndingKind::Violated(failure, witness) => {
                let size = size(self.job.pool, witness);
                Some(Found { ending, failure, witness, size })
            }
            _ => None,
        });
        found.collect()
    }

    /// The inputs for which other values do as well.
    fn exchanged(&self, found: &Found<'_>) -> Vec<ExchangedText> {
        let (pool, known) = (self.job.pool, Answers::from(found.witness));
        let time = check::trial_time(self.job.options, self.started.elapsed());
        let judge = |failure: &Failure, replay: &Replay, answers: &Answers| {
            let same = |one: &Failure| (one.code, one.message.clone(), one.span);
            same(failure) == same(found.failure) && (self.judge)(failure, replay, answers)
        };
        let trial = MachineTrial {
            pool,
            machine: self.machine,
            max_steps: self.job.options.budget.steps.unwrap_or(u64::MAX),
            judge: &judge,
            is_late: &|| time.is_raised(),
        };
        let values = (0..known.inputs.len()).map(|at| variations_of_input(pool, at, &known));
        let exchanged = trial.exchange(&known, values);
        exchanged.iter().map(|one| text(pool, &found.witness.inputs, one)).collect()
    }
}

/// How large a violation is: its inputs, its events, the length of its values.
fn size(pool: &Pool, witness: &Witness) -> Vec<usize> {
    let values = witness.inputs.iter().map(|(_, value)| pool.show(*value).len());
    vec![witness.inputs.len(), witness.events.len(), values.sum()]
}

fn text(pool: &Pool, inputs: &[(Input, Term)], exchanged: &Exchanged) -> ExchangedText {
    let shown = |all: &[Variation]| all.iter().map(|one| plain_value(pool, one.other)).collect();
    let at = exchanged.same_with[0].input.expect("inputs are exchanged one by one");
    let (input, value) = &inputs[at];
    let is_alone = inputs.iter().filter(|(other, _)| other.name == input.name).count() == 1;
    let name = match is_alone {
        true => input.name.clone(),
        false => format!("{} = {}", input.name, plain_value(pool, *value)),
    };
    let (same_with, not_with) = (shown(&exchanged.same_with), shown(&exchanged.not_with));
    ExchangedText { value: name, same_with, not_with }
}
