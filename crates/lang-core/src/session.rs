//! Sessions: what to run in a program, on what, and what its operations mean.

use rustc_hash::FxHashMap;
use term::{Sort, Term};

use crate::expr::{GlobalId, OpId};
use crate::program::Program;

/// A program together with what is to be run in it: a `machine::Machine`.
///
/// ```
/// use lang_core::{Argument, Builder, Session};
/// use machine::{Machine, Step};
/// use term::{Op, Pool, Sort};
///
/// let pool = Pool::new();
/// let mut b = Builder::new(&pool);
/// let (next, x) = (b.declare("next"), b.fresh("x"));
/// let (value, one) = (b.var(x), b.int(1));
/// let sum = b.op(Op::Add, [value, one]);
/// let body = b.lambda([x], sum);
/// b.define(next, body);
/// let program = b.finish().expect("well formed");
///
/// let session = Session::new(program, next).with_arg(Argument::Ask("x".into(), Sort::INT));
/// let Step::Ask(input, state) = session.step(&pool, session.start(&pool)) else { panic!() };
/// let state = session.supply(&pool, state, pool.var(&input.name, input.sort));
/// let Step::Stop(machine::Exit::Finished(Some(result))) = session.step(&pool, state) else { panic!() };
/// assert_eq!(pool.show(result), "(+ x 1)");
/// ```
#[derive(Clone, Debug)]
pub struct Session {
    program: Program,
    entry: GlobalId,
    initialised: Vec<GlobalId>,
    args: Vec<Argument>,
    result: Option<Sort>,
    meanings: FxHashMap<OpId, Meaning>,
}

/// An argument of the entry.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Argument {
    /// An input from outside, with a name for people. An arrow sort gives an unknown function.
    Ask(String, Sort),
    /// This value.
    Given(Term),
}

/// What performing an operation means. Its event is emitted in any case, once its result is known.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Meaning {
    /// Its result is an input, named after the operation. A result that can be but one value is
    /// not asked for.
    #[default]
    Unknown,
    /// It is computed by this function, which may ask, assume and assert; an operation without
    /// parameters gives it unit. An exception that it raises comes out of the operation, and then
    /// there is no event.
    Body(GlobalId),
}

impl Session {
    /// The evaluation of a global, or its call once there are arguments.
    #[must_use]
    pub fn new(program: Program, entry: GlobalId) -> Session {
        let (initialised, args) = (Vec::new(), Vec::new());
        Session { program, entry, initialised, args, result: None, meanings: FxHashMap::default() }
    }

    /// The same with a further argument for the entry.
    #[must_use]
    pub fn with_arg(mut self, arg: Argument) -> Session {
        self.args.push(arg);
        self
    }

    /// The same, but these globals are computed first, in this order, as the module of a strict
    /// language is.
    #[must_use]
    pub fn initialising(mut self, globals: impl IntoIterator<Item = GlobalId>) -> Session {
        self.initialised.extend(globals);
        self
    }

    /// The same, but the result is computed as a whole and given as a term of this sort. Otherwise
    /// it is computed to weak head normal form, and given only if it is a term by itself.
    #[must_use]
    pub fn returning(mut self, sort: Sort) -> Session {
        self.result = Some(sort);
        self
    }

    /// The same with another meaning of an operation.
    #[must_use]
    pub fn with_meaning(mut self, op: OpId, meaning: Meaning) -> Session {
        self.meanings.insert(op, meaning);
        self
    }

    /// The program.
    #[must_use]
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// The global that is run.
    #[must_use]
    pub fn entry(&self) -> GlobalId {
        self.entry
    }

    /// Its arguments.
    #[must_use]
    pub fn args(&self) -> &[Argument] {
        &self.args
    }

    /// What performing an operation means.
    #[must_use]
    pub fn meaning(&self, op: OpId) -> Meaning {
        self.meanings.get(&op).copied().unwrap_or_default()
    }

    pub(crate) fn initialised(&self) -> &[GlobalId] {
        &self.initialised
    }

    pub(crate) fn result(&self) -> Option<Sort> {
        self.result
    }
}
