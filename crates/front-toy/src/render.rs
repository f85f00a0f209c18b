//! Violations in the words of Toy: how large they are, and which of their inputs are arbitrary.

use std::time::Instant;

use check::{IsViolation, MachineTrial, smallest_of_each};
use explore::{Answers, EndingKind, Replay, Run, Witness};
use frontend::Job;
use machine::{Failure, Machine};
use report::{ExchangedText, Teller, Words};
use source::Span;
use term::Pool;

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
        let exchanged = trial.exchange_inputs(&known, known.inputs.len());
        let inputs = &found.witness.inputs;
        exchanged.iter().map(|one| ExchangedText::of_input(pool, inputs, one)).collect()
    }
}

/// How large a violation is: its inputs, its events, the length of its values.
fn size(pool: &Pool, witness: &Witness) -> Vec<usize> {
    let values = witness.inputs.iter().map(|(_, value)| pool.show(*value).len());
    vec![witness.inputs.len(), witness.events.len(), values.sum()]
}
