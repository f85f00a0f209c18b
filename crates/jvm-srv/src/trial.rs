//! Runs with other values of the inputs: does the same happen?

use std::cell::Cell;
use std::sync::Arc;

use check::{Weighing, Weight};
use explore::concolic::{Concolic, Decision, Stop};
use explore::{Answers, Meter};
use lang_jvm::Subject;
use machine::Exit;
use solve::Solver;
use term::{Literal, Model, Pool, Term};
use typestate::Property;

use crate::record::{self, Record};
use crate::recorder::Recorder;
use crate::seen::Dictionary;

/// Whether a run shows what an earlier one showed.
pub(crate) type Again<'a> = dyn Fn(&Record<'_>) -> bool + 'a;

/// Makes runs, as many as a budget of steps and the limits allow.
pub(crate) struct Trials<'a, 'p> {
    pool: &'p Pool,
    subject: &'a Subject,
    properties: &'a Arc<[Property]>,
    /// The most steps of one run.
    max_steps: u64,
    meter: &'a Arc<Meter>,
    again: &'a Again<'a>,
    /// Steps that are left; each is about a thousand instructions.
    left: Cell<u64>,
}

/// The steps of all trials for one violation: about a second.
const MOST_STEPS: u64 = 20_000;

/// The most steps of a trial, by those of the run that it is compared with. One that takes much longer
/// may have no end, and shows something else in any case.
pub(crate) fn trial_steps(steps: u64) -> u64 {
    steps.saturating_mul(4).saturating_add(200)
}

impl<'a, 'p> Trials<'a, 'p> {
    /// A full budget.
    pub(crate) fn new(
        pool: &'p Pool,
        subject: &'a Subject,
        properties: &'a Arc<[Property]>,
        max_steps: u64,
        again: &'a Again<'a>,
        meter: &'a Arc<Meter>,
    ) -> Trials<'a, 'p> {
        let left = Cell::new(MOST_STEPS);
        Trials { pool, subject, properties, max_steps, meter, again, left }
    }

    /// Whether no more runs can be made.
    pub(crate) fn is_over(&self) -> bool {
        self.left.get() == 0 || self.meter.poll(0)
    }

    /// Makes a run, if that is affordable.
    pub(crate) fn run(&self, values: Model) -> Option<Record<'p>> {
        if self.is_over() {
            return None;
        }
        let recorder = Recorder::new(Arc::clone(self.properties), Dictionary::default());
        let steps = self.max_steps.min(self.left.get());
        let record = record::make(self.pool, self.subject, recorder, values, steps, self.meter);
        // Starting a run has a cost of its own.
        self.left.set(self.left.get().saturating_sub(record.host.steps() + 20));
        Some(record)
    }

    /// Whether the same happens with these values; none if that is not known, because the run was cut
    /// off or could not be made, and if they are no inputs: an assumption or a constructor refuses them.
    pub(crate) fn is_same(&self, values: Model) -> Option<bool> {
        let trial = self.run(values)?;
        match trial.host.stop {
            _ if matches!(trial.ended, Ok(Exit::Discarded)) => None,
            Some(Stop::Steps(_) | Stop::Limit(_)) => None,
            Some(Stop::Gap(_) | Stop::Stuck) | None => Some((self.again)(&trial)),
        }
    }

    /// The values of a run with as many as possible exchanged for ones that people like to read.
    pub(crate) fn simplify_inputs(&self, host: &Concolic<'_>) -> Model {
        let (vars, known) = self.valued(host);
        let is_same = |answers: &Answers| self.is_same(with_values(host, &vars, answers));
        let trials = check::Trials { is_same: &is_same, is_over: &|| self.is_over() };
        let simple = trials.simplify(known, |value| simpler_values(self.pool, value));
        with_values(host, &vars, &simple)
    }

    /// How much each input of a run weighs, in the order of asking.
    pub(crate) fn weights(&self, host: &Concolic<'_>, solver: &mut dyn Solver) -> Vec<Weight> {
        let (vars, known) = self.valued(host);
        let path: Vec<Term> = host.choices.iter().flatten().map(Decision::cond).collect();
        let is_same = |answers: &Answers| self.is_same(with_values(host, &vars, answers));
        let weighing = Weighing {
            pool: self.pool,
            solver,
            path: &path,
            vars: &vars,
            known: &known,
            trials: &check::Trials { is_same: &is_same, is_over: &|| self.is_over() },
            plain: &|value| simpler_values(self.pool, value),
        };
        weighing.weights()
    }

    /// The variables of the inputs of a run, with their values.
    fn valued(&self, host: &Concolic<'_>) -> (Vec<Term>, Answers) {
        let inputs = host.inputs.iter();
        let value = |var| host.model.value(self.pool, var).expect("every input got a value");
        let (vars, values): (Vec<Term>, Vec<Term>) =
            inputs.map(|(_, var)| (*var, value(*var))).unzip();
        (vars, Answers::from(values.as_slice()))
    }
}

/// The values of a run, with others for the inputs.
fn with_values(host: &Concolic<'_>, vars: &[Term], answers: &Answers) -> Model {
    let mut model = host.model.clone();
    vars.iter().zip(&answers.inputs).for_each(|(var, value)| model.set(*var, *value));
    model
}

/// Values of the same sort, the simplest first.
fn simpler_values(pool: &Pool, value: Term) -> Vec<Term> {
    let Some(Literal::BitVec(word)) = pool.as_literal(value) else {
        return vec![pool.bool(false)];
    };
    let width = word.width();
    let largest = u64::MAX >> (65 - width.min(64));
    let numbers: &[u64] = match width {
        // Mostly characters.
        16 => &[0x61, 0x20, 0x30, 0x41, 0],
        _ => &[0, 1, 2, 3, 10, 100, 1000, 1_000_000],
    };
    let ends = [largest, largest + 1];
    let floats = plain_floats(width, word.unsigned().iter_u64_digits().next().unwrap_or(0));
    let all = numbers.iter().copied().chain(ends.into_iter().filter(|_| width > 16)).chain(floats);
    all.map(|number| pool.bitvec(width, number)).collect()
}

/// The bits of floating-point numbers that people like to read, if a word looks like one.
fn plain_floats(width: u32, bits: u64) -> Vec<u64> {
    const PLAIN: [f32; 6] = [1.0, 2.0, 0.5, -1.0, 10.0, 100.0];
    match width {
        32 if f32::from_bits(bits as u32).is_normal() => {
            PLAIN.iter().map(|number| number.to_bits().into()).collect()
        }
        64 if f64::from_bits(bits).is_normal() => {
            PLAIN.iter().map(|number| f64::from(*number).to_bits()).collect()
        }
        _ => Vec::new(),
    }
}
