//! A program in a pool, ready to be explored: its inputs, its events, and what is asked of them.

use std::sync::Arc;

use explore::Meter;
use frontend::EventSpec;
use frontend::event_spec::PooledSpec;
use lang_k::{Declared, Ends, Events, NoProperty, State, show_term};
use machine::Input;
use solve::Theory;
use source::Diagnostic;
use term::{Model, Pool, Sort, Term};
use trace::SpecMonitor;

use crate::inputs::Inputs;
use crate::program::KProgram;

/// A program in a pool, with a monitor of its events.
pub(crate) struct Subject<'p, W> {
    pub(crate) program: &'p KProgram,
    pub(crate) pool: &'p Pool,
    inputs: Inputs,
    /// The symbolic inputs, with their variables.
    pub(crate) asked_for: Vec<(Input, Term)>,
    pub(crate) start: State,
    pub(crate) events: Events,
    pub(crate) monitor: W,
    /// What is known of the functions of the spec.
    pub(crate) theory: Theory,
    /// Which ends are as they should be.
    pub(crate) ends: Ends,
}

impl<'p> Subject<'p, SpecMonitor> {
    /// A program whose events must obey a spec. How it ends is up to the spec.
    pub(crate) fn against(
        program: &'p KProgram,
        pool: &'p Pool,
        spec: &EventSpec,
    ) -> Result<Subject<'p, SpecMonitor>, Vec<Diagnostic>> {
        let language = &program.language;
        let declared = declared(pool, &spec.in_pool(pool, &[]));
        let events = Events::new(language, &program.files, pool, &declared)?;
        let kinds = events.kinds(language, pool, &declared);
        let asked = spec.in_pool(pool, &kinds);
        let misfits = asked.misfits(pool, &kinds);
        if !misfits.is_empty() {
            return Err(misfits);
        }
        let (monitor, theory) = (asked.monitor(pool), asked.theory(pool));
        Subject::new(program, pool, (events, monitor, theory), Ends::Any)
    }
}

impl<'p> Subject<'p, NoProperty> {
    /// A program that must come to its end, whatever its events.
    pub(crate) fn ending(
        program: &'p KProgram,
        pool: &'p Pool,
    ) -> Result<Subject<'p, NoProperty>, Vec<Diagnostic>> {
        let events = Events::none(&program.language, pool);
        Subject::new(program, pool, (events, NoProperty, Theory::empty()), Ends::Finished)
    }
}

impl<'p, W> Subject<'p, W> {
    fn new(
        program: &'p KProgram,
        pool: &'p Pool,
        (events, monitor, theory): (Events, W, Theory),
        ends: Ends,
    ) -> Result<Subject<'p, W>, Vec<Diagnostic>> {
        let KProgram { language, files, args, value, .. } = program;
        // What was read once is read again in no time.
        let meter = Arc::new(Meter::default());
        let inputs = Inputs::read(args, language, pool, &mut files.clone(), &meter);
        let inputs = inputs.map_err(|fault| vec![*fault])?;
        let start = inputs.start(language, pool, value.clone()).map_err(|fault| vec![*fault])?;
        let named = |symbol: &Term| {
            let (name, sort) = (show_term(pool, *symbol), pool.sort(*symbol));
            (Input { name, sort, span: None }, *symbol)
        };
        let asked_for = inputs.symbols.iter().map(named).collect();
        Ok(Subject { program, pool, inputs, asked_for, start, events, monitor, theory, ends })
    }

    /// The conditions that hold at first.
    pub(crate) fn assumed(&self) -> &[Term] {
        &self.inputs.assumed
    }

    /// The program on values of its symbolic inputs, or why there is none.
    pub(crate) fn concrete(&self, values: &[Term]) -> Result<Inputs, String> {
        let mut model = Model::new();
        for ((_, var), value) in self.asked_for.iter().zip(values) {
            model.set(*var, *value);
        }
        let holds = |cond: &Term| self.pool.eval(*cond, &model) == Term::TRUE;
        if !self.inputs.assumed.iter().all(holds) {
            return Err("inputs for which a condition of the call does not hold".to_owned());
        }
        let known = self.inputs.concrete(self.pool, &model);
        known.ok_or_else(|| "an input without a value".to_owned())
    }

    /// The first configuration on values of the inputs, or why there is none.
    pub(crate) fn restarted(&self, values: &[Term]) -> Result<State, String> {
        let KProgram { language, value, .. } = self.program;
        let start = self.concrete(values)?.start(language, self.pool, value.clone());
        start.map_err(|problem| problem.message.clone())
    }
}

/// The events that a spec declares. Values of sorts that it declares itself are names of the program.
fn declared(pool: &Pool, asked: &PooledSpec) -> Vec<Declared> {
    let own = |sort: Sort| match asked.spec.sorts.iter().any(|(_, own)| *own == sort) {
        true => Sort::TEXT,
        false => sort,
    };
    let alphabet = asked.alphabet();
    let one = |op| {
        let args = alphabet.op(op).params().iter();
        let args = args.map(|place| (place.name.clone(), own(place.sort))).collect();
        Declared { op: alphabet.name(pool, op).to_owned(), args }
    };
    alphabet.ops().map(one).collect()
}
