//! The host of one run: every input has a value, and every choice is made by it.

use std::sync::Arc;

use machine::{Event, Gap, Halt, Host, Input};
use rustc_hash::FxHashMap;
use stdx::hash;
use term::{Model, Pool, Term};

use crate::decide::path::var_name;
use crate::{Limit, Meter};

/// A choice that a run on values came to.
#[derive(Clone, Debug)]
pub struct Decision {
    /// The alternatives.
    pub conds: Vec<Term>,
    /// The one that holds.
    pub taken: usize,
    /// The number that the program goes on with as it is in this run, if that is the question.
    pub pins: Option<Term>,
    /// How many steps had been made, with this one.
    pub(super) steps: u64,
    /// A fingerprint of what the run did before.
    pub(super) past: u64,
}

impl Decision {
    /// The condition that holds.
    #[must_use]
    pub fn cond(&self) -> Term {
        self.conds[self.taken]
    }
}

/// Why the host ended a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stop {
    /// What comes next is not modelled.
    Gap(Gap),
    /// It took more steps than one run may.
    Steps(u64),
    /// A limit of all runs together was met in the middle of it.
    Limit(Limit),
    /// No alternative of a choice holds.
    Stuck,
}

/// Runs a program on the values of a model, and keeps the conditions of its choices.
pub struct Concolic<'p> {
    pool: &'p Pool,
    /// The values of inputs.
    pub model: Model,
    /// The inputs that were asked for, and their variables.
    pub inputs: Vec<(Input, Term)>,
    /// One for each question; those that have one answer only are none.
    pub choices: Vec<Option<Decision>>,
    /// Why the host ended the run, if it did.
    pub stop: Option<Stop>,
    pub(super) events: Vec<Event>,
    names: FxHashMap<String, u64>,
    values: FxHashMap<Term, Term>,
    /// What the program has just asked the value of.
    pins: Option<Term>,
    steps: u64,
    max_steps: u64,
    past: u64,
    meter: Arc<Meter>,
    /// Whether the program gets values and not variables.
    is_replay: bool,
}

impl<'p> Concolic<'p> {
    /// A run on these values, of which unknown ones are the default of their sort.
    #[must_use]
    pub fn new(pool: &'p Pool, model: Model, max_steps: u64, meter: &Arc<Meter>) -> Concolic<'p> {
        Concolic {
            pool,
            model,
            inputs: Vec::new(),
            choices: Vec::new(),
            stop: None,
            events: Vec::new(),
            names: FxHashMap::default(),
            values: FxHashMap::default(),
            pins: None,
            steps: 0,
            max_steps,
            past: 0,
            meter: Arc::clone(meter),
            is_replay: false,
        }
    }

    /// A run in which the program sees nothing but the values.
    #[must_use]
    pub fn replay(
        pool: &'p Pool,
        model: Model,
        max_steps: u64,
        meter: &Arc<Meter>,
    ) -> Concolic<'p> {
        Concolic { is_replay: true, ..Concolic::new(pool, model, max_steps, meter) }
    }

    /// How many steps were made.
    #[must_use]
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// The choices that had several answers, in order.
    pub fn decisions(&self) -> impl Iterator<Item = &Decision> {
        self.choices.iter().flatten()
    }

    /// One call of the program: counts as a step, and nothing more happens after a halt.
    fn call<T>(&mut self, what: impl FnOnce(&mut Self) -> Result<T, Stop>) -> Result<T, Halt> {
        if self.stop.is_some() {
            return Err(Halt::by_host());
        }
        self.step().and_then(|()| what(self)).map_err(|stop| {
            self.stop = Some(stop);
            Halt::by_host()
        })
    }

    fn step(&mut self) -> Result<(), Stop> {
        if self.steps >= self.max_steps {
            return Err(Stop::Steps(self.max_steps));
        }
        self.meter.poll(self.steps);
        self.steps += 1;
        self.meter.met().map_or(Ok(()), |limit| Err(Stop::Limit(limit)))
    }

    fn answer(&mut self, input: Input) -> Result<Term, Stop> {
        let var = self.variable(&input);
        let Some(value) = self.model.value(self.pool, var) else {
            let what = format!("an input of sort {}", self.pool.show_sort(input.sort));
            return Err(Stop::Gap(Gap { what, span: input.span }));
        };
        self.model.set(var, value);
        self.remember(var);
        self.inputs.push((input, var));
        Ok(if self.is_replay { value } else { var })
    }

    /// The variable of an input; those of the same name are numbered.
    fn variable(&mut self, input: &Input) -> Term {
        let nth = self.names.entry(input.name.clone()).or_default();
        *nth += 1;
        self.pool.var(&var_name(&input.name, *nth), input.sort)
    }

    fn decide(&mut self, conds: &[Term]) -> Result<usize, Stop> {
        let pins = self.pins.take();
        if let Some(plain) = conds.iter().position(|cond| *cond == Term::TRUE) {
            self.choices.push(None);
            return Ok(plain);
        }
        let (pool, model, values) = (self.pool, &self.model, &mut self.values);
        let holds = |cond: &Term| pool.eval_with(*cond, model, values) == Term::TRUE;
        let taken = conds.iter().position(holds).ok_or(Stop::Stuck)?;
        let (conds, steps, past) = (conds.to_vec(), self.steps, self.past);
        self.remember(conds[taken]);
        self.choices.push(Some(Decision { conds, taken, pins, steps, past }));
        Ok(taken)
    }

    fn show(&mut self, event: Event) {
        self.past = hash::mix(self.past, hash::bytes(self.pool.name(event.op).as_bytes()));
        event.args.iter().chain(&event.result).for_each(|term| self.remember(*term));
        self.events.push(event);
    }

    /// Adds a term to the fingerprint of what the run did.
    fn remember(&mut self, term: Term) {
        self.past = hash::mix(self.past, self.pool.content_hash(term));
    }
}

impl Host for Concolic<'_> {
    fn pool(&self) -> &Pool {
        self.pool
    }

    fn ask(&mut self, input: Input) -> Result<Term, Halt> {
        self.call(|host| host.answer(input))
    }

    fn choose(&mut self, conds: &[Term]) -> Result<usize, Halt> {
        self.call(|host| host.decide(conds))
    }

    fn value_of(&mut self, term: Term) -> Option<Term> {
        self.pins = Some(term);
        Some(self.pool.eval_with(term, &self.model, &mut self.values))
    }

    fn emit(&mut self, event: Event) -> Result<(), Halt> {
        self.call(|host| {
            host.show(event);
            Ok(())
        })
    }

    fn tick(&mut self) -> Result<(), Halt> {
        self.call(|_| Ok(()))
    }

    fn unsupported(&mut self, gap: Gap) -> Halt {
        self.stop.get_or_insert(Stop::Gap(gap));
        Halt::by_host()
    }
}
