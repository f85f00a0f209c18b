//! What is asked of a function: inputs that take it along different ways, or to a place, or to a
//! result that an assertion forbids.
//!
//! The question becomes an entry that takes the inputs, assumes, calls, and asserts. [`PathSearch`] is a
//! machine for the engine to which every end of a path is worth telling, because each path is an
//! answer.

use lang_core::{Argument, Session, State};
use machine::{Exit, Failure, Input, Machine, Step};
use source::Span;
use term::{Pool, Term};

use crate::core::{Name, Type};
use crate::lower::{Approximation, Lowering, Numbers, code};
use crate::program::{Instance, Program};
use crate::types::{self, Head};

/// A question about a function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Question {
    /// The function.
    pub function: Instance,
    /// A predicate on its arguments that holds of all explored inputs.
    pub assume: Option<Instance>,
    /// A predicate on its arguments and its result that is to hold.
    pub assert: Option<Instance>,
    /// Whether the result is to be true.
    pub returns_true: bool,
    /// A function that is to be reached: only inputs are looked for on which it is called.
    pub reaches: Option<Name>,
    /// So many suspended values are computed for a result, which may be infinite.
    pub within: usize,
}

impl Question {
    /// Inputs that take a function along different ways.
    #[must_use]
    pub fn new(function: Instance) -> Question {
        let within = 20_000;
        Question {
            function,
            assume: None,
            assert: None,
            returns_true: false,
            reaches: None,
            within,
        }
    }

    /// The name of the input for a parameter, from zero.
    #[must_use]
    pub fn input_name(param: usize) -> String {
        format!("arg{}", param + 1)
    }

    /// Whether something is to hold of the result.
    #[must_use]
    pub fn asserts(&self) -> bool {
        self.assert.is_some() || self.returns_true
    }

    /// The type of the result: of an action, that of its own result.
    #[must_use]
    pub fn result(&self) -> &Type {
        types::action_result(&self.function.result)
    }
}

impl Program {
    /// The run of a program that answers a question.
    ///
    /// # Panics
    ///
    /// If there is a mistake in the lowering itself.
    #[must_use]
    pub fn session(&self, pool: &Pool, numbers: Numbers, question: &Question) -> Session {
        self.prepared(pool, numbers, question).session
    }

    /// As [`Program::session`], with what is known of it.
    ///
    /// # Panics
    ///
    /// If there is a mistake in the lowering itself.
    #[must_use]
    pub fn prepared(&self, pool: &Pool, numbers: Numbers, question: &Question) -> Prepared {
        let mut lowering = self.lowering(pool, numbers);
        if let Some(reached) = &question.reaches {
            lowering.stop_at(reached);
        }
        let entry = lowering.question(question);
        let params = &question.function.params;
        let sorts: Vec<_> = params.iter().map(|ty| lowering.outside_sort(ty)).collect();
        let result = lowering.outside_sort(question.result());
        let (program, approximation) = lowering.finish_telling();
        let program = program.unwrap_or_else(|errors| {
            panic!("the lowering of Haskell is wrong: {:?}", errors.first())
        });
        let session = Session::new(program, entry).returning_within(result, question.within);
        let args = sorts.into_iter().enumerate();
        let args = args.map(|(param, sort)| Argument::Ask(Question::input_name(param), sort));
        Prepared { session: args.fold(session, Session::with_arg), approximation }
    }
}

/// A run that answers a question.
#[derive(Clone, Debug)]
pub struct Prepared {
    /// The run.
    pub session: Session,
    /// What is computed in it that is ideal here and not in GHC.
    pub approximation: Approximation,
}

impl Lowering<'_> {
    /// A global that takes the arguments of the function of a question and answers it.
    fn question(&mut self, question: &Question) -> lang_core::GlobalId {
        let function = &question.function;
        let entry = self.builder.declare("question");
        let asked: Vec<_> = function.params.iter().map(|_| self.builder.fresh("asked")).collect();
        let params: Vec<_> = function.params.iter().map(|_| self.builder.fresh("arg")).collect();
        let result = self.builder.fresh("result");
        let shown = self.builder.var(result);
        let mut body = self.leaving(question.result(), shown);
        if matches!(types::head(self.linked(), question.result()), Head::Truth) {
            // Whether the result is true is worth two paths.
            let (yes, no) = (self.builder.bool(true), self.builder.bool(false));
            body = self.builder.cond(body, yes, no);
        }
        if question.returns_true {
            let holds = self.builder.var(result);
            let message = "the result is not True";
            let asserted = self.builder.assert(holds, code::ASSERTION, message);
            body = self.builder.seq(asserted, body);
        }
        if let Some(assert) = &question.assert {
            let args: Vec<_> = params.iter().copied().chain([result]).collect();
            let holds = self.call_of(assert, &args);
            let message = format!("the assertion `{}` does not hold", assert.name.occ);
            let asserted = self.builder.assert(holds, code::ASSERTION, &message);
            body = self.builder.seq(asserted, body);
        }
        let called = self.call_of(function, &params);
        let called = self.performed(function, called);
        body = match types::is_action(&function.result) {
            true => self.builder.let_strict(result, called, body),
            false => self.builder.let_lazy(result, called, body),
        };
        if let Some(assume) = &question.assume {
            let holds = self.call_of(assume, &params);
            let assumed = self.builder.assume(holds);
            body = self.builder.seq(assumed, body);
        }
        for (ty, (param, asked)) in function.params.iter().zip(params.iter().zip(&asked)) {
            let asked = self.builder.var(*asked);
            let entered = self.entering(ty, asked);
            body = self.builder.let_lazy(*param, entered, body);
        }
        let value = if asked.is_empty() { body } else { self.builder.lambda(asked, body) };
        self.builder.define(entry, value);
        entry
    }
}

/// A session to whose engine every end of a path is worth telling; with an assertion, every failure.
#[derive(Clone, Debug)]
pub struct PathSearch {
    session: Session,
    only_reached: bool,
    only_broken: bool,
}

impl PathSearch {
    /// The search for answers to a question, of which this is the run.
    #[must_use]
    pub fn new(question: &Question, session: Session) -> PathSearch {
        let only_reached = question.reaches.is_some();
        let only_broken = question.asserts();
        PathSearch { session, only_reached, only_broken }
    }

    fn ended(&self, exit: Exit) -> Exit {
        match exit {
            Exit::Finished(_) if self.only_reached => Exit::Discarded,
            Exit::Finished(_) if self.only_broken => exit,
            Exit::Finished(_) => Exit::Failed(finished()),
            Exit::Failed(failure) if self.only_reached && failure.code != code::REACHED => {
                Exit::Discarded
            }
            Exit::Failed(_) | Exit::Discarded | Exit::TooManyEvents(_) | Exit::Unrolled(_) => exit,
        }
    }
}

/// How a path ends that has a result.
fn finished() -> Failure {
    Failure::new(code::FINISHED, "it has a result", None)
}

impl Machine for PathSearch {
    type State = State;

    fn start(&self, pool: &Pool) -> State {
        self.session.start(pool)
    }

    fn step(&self, pool: &Pool, state: State) -> Step<State> {
        match self.session.step(pool, state) {
            Step::Stop(exit) => Step::Stop(self.ended(exit)),
            other => other,
        }
    }

    fn supply(&self, pool: &Pool, state: State, answer: Term) -> State {
        self.session.supply(pool, state, answer)
    }

    fn assumed(&self, pool: &Pool, input: &Input, answer: Term) -> Term {
        self.session.assumed(pool, input, answer)
    }

    fn place(&self, state: &State) -> Option<Span> {
        self.session.place(state)
    }
}
