//! The host of one run: every input has a value, and every choice is made by it.

use std::sync::Arc;

use explore::{Limit, Meter};
use machine::{Event, Gap, Halt, Host, Input};
use rustc_hash::FxHashMap;
use term::{Model, Pool, Term};

/// A choice that a run came to.
#[derive(Clone, Debug)]
pub(crate) struct Choice {
    /// The alternatives.
    pub(crate) conds: Vec<Term>,
    /// The one that holds.
    pub(crate) taken: usize,
    /// The number that the program goes on with as it is in this run, if that is the question.
    pub(crate) pins: Option<Term>,
}

impl Choice {
    /// The condition that holds.
    pub(crate) fn cond(&self) -> Term {
        self.conds[self.taken]
    }
}

/// Why the host ended a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Stop {
    /// What comes next is not modelled.
    Gap(Gap),
    /// It took more steps than one run may.
    Steps(u64),
    /// A limit of all runs together was met in the middle of it.
    Limit(Limit),
    /// No alternative of a choice holds.
    Stuck,
}

/// Runs a program on the values of a model, and keeps the conditions.
pub(crate) struct Concolic<'p> {
    pool: &'p Pool,
    /// The values of inputs.
    pub(crate) model: Model,
    /// The inputs that were asked for, and their variables.
    pub(crate) inputs: Vec<(Input, Term)>,
    /// One for each question; those that have one answer only are none.
    pub(crate) choices: Vec<Option<Choice>>,
    pub(crate) stop: Option<Stop>,
    names: FxHashMap<String, u64>,
    values: FxHashMap<Term, Term>,
    /// What the program has just asked the value of.
    pins: Option<Term>,
    steps: u64,
    max_steps: u64,
    meter: Arc<Meter>,
    /// Whether the program gets values and not variables.
    is_replay: bool,
}

impl<'p> Concolic<'p> {
    /// A run on these values, of which unknown ones are zero.
    pub(crate) fn new(
        pool: &'p Pool,
        model: Model,
        max_steps: u64,
        meter: &Arc<Meter>,
    ) -> Concolic<'p> {
        Concolic {
            pool,
            model,
            inputs: Vec::new(),
            choices: Vec::new(),
            stop: None,
            names: FxHashMap::default(),
            values: FxHashMap::default(),
            pins: None,
            steps: 0,
            max_steps,
            meter: Arc::clone(meter),
            is_replay: false,
        }
    }

    /// A run in which the program sees nothing but the values.
    pub(crate) fn replay(
        pool: &'p Pool,
        model: Model,
        max_steps: u64,
        meter: &Arc<Meter>,
    ) -> Concolic<'p> {
        Concolic { is_replay: true, ..Concolic::new(pool, model, max_steps, meter) }
    }

    /// How many steps were made.
    pub(crate) fn steps(&self) -> u64 {
        self.steps
    }

    fn halt<T>(&mut self, stop: Stop) -> Result<T, Halt> {
        self.stop.get_or_insert(stop);
        Err(Halt::by_host())
    }

    /// The variable of an input; those of the same name are numbered.
    fn variable(&mut self, input: &Input) -> Term {
        let count = self.names.entry(input.name.clone()).or_default();
        *count += 1;
        match *count {
            1 => self.pool.var(&input.name, input.sort),
            nth => self.pool.var(&format!("{}#{nth}", input.name), input.sort),
        }
    }
}

impl Host for Concolic<'_> {
    fn pool(&self) -> &Pool {
        self.pool
    }

    fn ask(&mut self, input: Input) -> Result<Term, Halt> {
        let var = self.variable(&input);
        let Some(value) = self.model.value(self.pool, var) else {
            let what = format!("an input of sort {}", self.pool.show_sort(input.sort));
            return self.halt(Stop::Gap(Gap { what, span: input.span }));
        };
        self.model.set(var, value);
        self.inputs.push((input, var));
        Ok(if self.is_replay { value } else { var })
    }

    fn choose(&mut self, conds: &[Term]) -> Result<usize, Halt> {
        let pins = self.pins.take();
        if let Some(plain) = conds.iter().position(|cond| *cond == Term::TRUE) {
            self.choices.push(None);
            return Ok(plain);
        }
        let (pool, model, values) = (self.pool, &self.model, &mut self.values);
        let holds = |cond: &Term| pool.eval_with(*cond, model, values) == Term::TRUE;
        let Some(taken) = conds.iter().position(holds) else { return self.halt(Stop::Stuck) };
        self.choices.push(Some(Choice { conds: conds.to_vec(), taken, pins }));
        Ok(taken)
    }

    fn value_of(&mut self, term: Term) -> Option<Term> {
        self.pins = Some(term);
        Some(self.pool.eval_with(term, &self.model, &mut self.values))
    }

    fn emit(&mut self, _: Event) -> Result<(), Halt> {
        Ok(())
    }

    fn tick(&mut self) -> Result<(), Halt> {
        self.meter.poll(self.steps);
        self.steps += 1;
        if self.steps > self.max_steps {
            return self.halt(Stop::Steps(self.max_steps));
        }
        match self.meter.met() {
            Some(limit) => self.halt(Stop::Limit(limit)),
            None => Ok(()),
        }
    }

    fn unsupported(&mut self, gap: Gap) -> Halt {
        self.stop.get_or_insert(Stop::Gap(gap));
        Halt::by_host()
    }
}
