//! Sessions: what to run in a program, on what, and what its operations mean.

use rustc_hash::FxHashMap;
use term::{Sort, Symbol, Term};

use crate::ahead::Known;
use crate::expr::{Expr, ExprId, GlobalId, OpId};
use crate::program::{Operation, Program};
use crate::reach::Effects;

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
    result: Option<Wanted>,
    meanings: FxHashMap<OpId, Meaning>,
    /// Operations beyond those of the program; their numbers go on from there.
    standing: Vec<Standing>,
    facets: FxHashMap<GlobalId, OpId>,
    /// Functions that are left open on data of which nothing is known, by their lambdas.
    measures: FxHashMap<ExprId, (Symbol, DataMeasure)>,
    /// Functions whose bodies are run in place of those of others.
    replaced: FxHashMap<GlobalId, GlobalId>,
    /// Functions that stand for calls of others, but not for the calls that are marked as direct.
    stubs: FxHashMap<GlobalId, GlobalId>,
    abstract_limit: Option<u32>,
    unrolling: Option<u32>,
    whole_lists: bool,
    values: Values,
    /// What is known of code; forgotten when operations get another meaning.
    known: Known,
}

/// Which values there are, beyond what sorts say.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(crate) struct Values {
    /// Integers are signed and have so many bits; without it they have no bound.
    pub(crate) bits: Option<u32>,
    /// The data type of bytes.
    pub(crate) bytes: Option<Sort>,
}

/// What is wanted of the result of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Wanted {
    pub(crate) sort: Sort,
    /// How many suspended values are computed for it; all if there is no limit.
    pub(crate) most: Option<usize>,
}

/// An operation of a session: what a function does when its body is unknown or left aside.
#[derive(Clone, Debug)]
pub(crate) struct Standing {
    pub(crate) operation: Operation,
    /// The function that it stands for, and when.
    pub(crate) function: Option<(GlobalId, Facet)>,
    /// What the body of that function can do.
    pub(crate) effects: Option<Effects>,
}

/// How calls of a function are run that has both a body and a contract.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Facet {
    /// Performed as an operation: the monitor of the events knows its contract.
    Contract,
    /// Performed as an operation where it returns. Contracts say nothing of exceptions, so those come
    /// out of its body.
    Returns,
    /// Each call as an input chooses: by its body, or performed as an operation.
    Either,
}

/// A function of data that is known by its equations: what it is of data of which the constructor is not
/// known is left open, and its equation is taken for true once the constructor is.
///
/// That is sound if the function ends on all data, as one does that calls itself on parts of its last
/// argument only.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DataMeasure {
    /// The sort of its values.
    pub sort: Sort,
    /// Whether it is never negative.
    pub natural: bool,
}

/// An argument of the entry.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Argument {
    /// An input from outside, with a name for people. An arrow sort gives an unknown function.
    Ask(String, Sort),
    /// This value.
    Given(Term),
    /// A function that performs this operation when it is called with all of its arguments.
    Opaque(Operation),
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
        Session {
            program,
            entry,
            initialised,
            args,
            result: None,
            meanings: FxHashMap::default(),
            standing: Vec::new(),
            facets: FxHashMap::default(),
            measures: FxHashMap::default(),
            replaced: FxHashMap::default(),
            stubs: FxHashMap::default(),
            abstract_limit: None,
            unrolling: None,
            whole_lists: false,
            values: Values::default(),
            known: Known::default(),
        }
    }

    /// The same on signed integers of so many bits, at most 64: inputs are in their range, and what
    /// [`crate::Prim::Wrap`] gets wraps around. Otherwise integers have no bound.
    #[must_use]
    pub fn with_machine_integers(mut self, bits: u32) -> Session {
        self.values.bits = Some(bits);
        self
    }

    /// The same, where the values of a data type with one constructor over an integer are bytes,
    /// and strings consist of them.
    #[must_use]
    pub fn with_bytes(mut self, sort: Sort) -> Session {
        self.values.bytes = Some(sort);
        self
    }

    /// The same with a further argument for the entry.
    #[must_use]
    pub fn with_arg(mut self, arg: Argument) -> Session {
        if let Argument::Opaque(operation) = &arg {
            self.stand(operation.clone(), None);
        }
        self.args.push(arg);
        self
    }

    /// The same, but calls of a global are performed as an operation, always or by choice. The
    /// operation has as many parameters as a call has arguments, at least one. The first call of
    /// the entry is by its body in any case; calls that it makes of itself are not.
    #[must_use]
    pub fn with_facet(mut self, global: GlobalId, facet: Facet, operation: Operation) -> Session {
        let op = self.stand(operation, Some((global, facet)));
        self.known = Known::default();
        self.facets.insert(global, op);
        self
    }

    /// The same, where a global is a [`DataMeasure`] of its last argument. It is called with all of its
    /// arguments, which are computed before.
    ///
    /// # Panics
    ///
    /// If the global is no function.
    #[must_use]
    pub fn with_measure(mut self, global: GlobalId, measure: DataMeasure) -> Session {
        let lambda = self.program.global(global).body;
        let is_function = matches!(self.program.expr(lambda), Expr::Lambda { .. });
        assert!(is_function, "a measure is a function");
        self.measures.insert(lambda, (self.program.global(global).name, measure));
        self
    }

    /// The same, where the body of one function is run in place of that of another.
    #[must_use]
    pub fn with_replaced(mut self, global: GlobalId, by: GlobalId) -> Session {
        self.known = Known::default();
        self.replaced.insert(global, by);
        self
    }

    /// The same, where a function stands for calls of another, such as one that says what the contract of that
    /// one says. The first call of the entry is by its body in any case.
    #[must_use]
    pub fn with_stub(mut self, global: GlobalId, stub: GlobalId) -> Session {
        self.known = Known::default();
        self.stubs.insert(global, stub);
        self
    }

    /// The same, where one branch is undecided at most so often along a path: longer paths stop.
    /// Branches on values that are known are not counted, so a run on values is never stopped.
    #[must_use]
    pub fn with_unrolling(mut self, times: u32) -> Session {
        self.unrolling = Some(times);
        self
    }

    /// The same, where libraries may ask about lists as a whole of which nothing else is known. The answers
    /// stand for any list, so such a run proves something, and is not run again on values.
    #[must_use]
    pub fn with_whole_lists(mut self) -> Session {
        self.whole_lists = true;
        self
    }

    /// The same, but no more than so many calls on a path are performed by choice; further ones
    /// are by their bodies.
    #[must_use]
    pub fn with_abstract_limit(mut self, calls: u32) -> Session {
        self.abstract_limit = Some(calls);
        self
    }

    fn stand(&mut self, operation: Operation, function: Option<(GlobalId, Facet)>) -> OpId {
        let effects = function.map(|(global, _)| self.program.effects(global, self.entry));
        self.known = Known::default();
        self.standing.push(Standing { operation, function, effects });
        self.standing_op(self.standing.len() - 1)
    }

    fn standing_op(&self, number: usize) -> OpId {
        OpId((self.program.operation_count() + number) as u32)
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
        self.result = Some(Wanted { sort, most: None });
        self
    }

    /// As [`Session::returning`], but at most so many suspended values are computed, those near the
    /// top first: the result of a lazy program may be infinite. In the term a variable called `_`
    /// stands for what is not computed, and for what has no term.
    #[must_use]
    pub fn returning_within(mut self, sort: Sort, most: usize) -> Session {
        self.result = Some(Wanted { sort, most: Some(most) });
        self
    }

    /// The same with another meaning of an operation.
    #[must_use]
    pub fn with_meaning(mut self, op: OpId, meaning: Meaning) -> Session {
        self.known = Known::default();
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

    /// An operation of the program or of the session.
    pub(crate) fn operation(&self, op: OpId) -> &Operation {
        self.standing(op).map_or_else(|| self.program.operation(op), |known| &known.operation)
    }

    /// An operation of the session.
    pub(crate) fn standing(&self, op: OpId) -> Option<&Standing> {
        let own = (op.0 as usize).checked_sub(self.program.operation_count())?;
        self.standing.get(own)
    }

    /// The operation that stands for an argument.
    pub(crate) fn opaque(&self, operation: &Operation) -> OpId {
        let is = |known: &Standing| known.function.is_none() && known.operation == *operation;
        let number = self.standing.iter().position(is).expect("arguments are added in one place");
        self.standing_op(number)
    }

    /// The operation that stands for a global.
    #[must_use]
    pub fn facet(&self, global: GlobalId) -> Option<OpId> {
        self.facets.get(&global).copied()
    }

    /// The function whose body is run for calls of a global.
    pub(crate) fn run_for(&self, global: GlobalId) -> GlobalId {
        self.replaced.get(&global).copied().unwrap_or(global)
    }

    /// The function that stands for calls of a global.
    pub(crate) fn stub(&self, global: GlobalId) -> Option<GlobalId> {
        self.stubs.get(&global).copied()
    }

    /// A function as a measure, with its name, if it is one.
    pub(crate) fn measure(&self, lambda: ExprId) -> Option<(Symbol, DataMeasure)> {
        self.measures.get(&lambda).copied()
    }

    pub(crate) fn has_measures(&self) -> bool {
        !self.measures.is_empty()
    }

    pub(crate) fn known(&self) -> &Known {
        &self.known
    }

    pub(crate) fn values(&self) -> Values {
        self.values
    }

    pub(crate) fn unrolling(&self) -> Option<u32> {
        self.unrolling
    }

    pub(crate) fn knows_whole_lists(&self) -> bool {
        self.whole_lists
    }

    pub(crate) fn abstract_limit(&self) -> Option<u32> {
        self.abstract_limit
    }

    pub(crate) fn initialised(&self) -> &[GlobalId] {
        &self.initialised
    }

    pub(crate) fn result(&self) -> Option<Wanted> {
        self.result
    }
}
