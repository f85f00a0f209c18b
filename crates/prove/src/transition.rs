//! What a run makes of the state of a program, as a relation.

use machine::{Exit, Gap, Input, Machine, Step};
use source::Span;
use term::{Cases, Op, Pool, Sort, Symbol, Term};

/// A machine around one that ends with an event whose argument is the state after a run. Each of its paths ends
/// with a variable that equals that state ([`Transition::after`]). No path of it ends well, so that
/// [`open_paths`](crate::open_paths) has the conditions of all of them.
pub struct Transition<M> {
    /// The machine.
    pub machine: M,
    /// The event with the state.
    pub event: Symbol,
    /// The sort of the state.
    pub sort: Sort,
}

const AFTER: &str = "state after";

impl<M> Transition<M> {
    /// The variable for the state after a run.
    pub fn after(pool: &Pool, sort: Sort) -> Term {
        pool.var(AFTER, sort)
    }
}

/// The variable for the state after a run with the state, where a condition says that they are equal.
pub(crate) fn state_left(pool: &Pool, cond: Term) -> Option<(Term, Term)> {
    let (Op::Eq, [a, b]) = (pool.op(cond), pool.args(cond)) else { return None };
    let is_after = |term: Term| match pool.op(term) {
        Op::Var(name) => pool.name(name) == AFTER,
        _ => false,
    };
    match (is_after(*a), is_after(*b)) {
        (true, _) => Some((*a, *b)),
        (_, true) => Some((*b, *a)),
        _ => None,
    }
}

/// A state of a [`Transition`].
#[derive(Clone)]
pub enum TransitionState<S> {
    /// The run goes on.
    Running(S),
    /// It has ended in this state.
    Ended(Term),
    /// That state has a name.
    Named(Term, Term),
    /// It is written down.
    Told,
    /// Another name.
    Mistaken,
}

impl<M: Machine> Machine for Transition<M> {
    type State = TransitionState<M::State>;

    fn start(&self, pool: &Pool) -> Self::State {
        TransitionState::Running(self.machine.start(pool))
    }

    fn step(&self, pool: &Pool, state: Self::State) -> Step<Self::State> {
        let inner = match state {
            TransitionState::Running(inner) => inner,
            TransitionState::Ended(value) => {
                let input = Input { name: AFTER.to_owned(), sort: self.sort, span: None };
                return Step::Ask(input, TransitionState::Ended(value));
            }
            TransitionState::Named(name, value) => {
                let same = pool.eq(name, value);
                let ends =
                    Cases::branch(pool, same, TransitionState::Told, TransitionState::Mistaken);
                return Step::Go(ends);
            }
            TransitionState::Told => return Step::Stop(Exit::TooManyEvents(0)),
            TransitionState::Mistaken => return Step::Stop(Exit::Discarded),
        };
        match self.machine.step(pool, inner) {
            Step::Go(cases) => Step::Go(cases.map(TransitionState::Running)),
            Step::Ask(input, inner) => Step::Ask(input, TransitionState::Running(inner)),
            Step::Emit(event, inner) => match event.args.as_slice() {
                [state] if event.op == self.event => {
                    Step::Go(Cases::one(TransitionState::Ended(*state)))
                }
                _ => Step::Emit(event, TransitionState::Running(inner)),
            },
            Step::Stop(Exit::Finished(_)) => {
                let what = "a run that does not say what it leaves".to_owned();
                Step::Unsupported(Gap { what, span: None })
            }
            Step::Stop(exit) => Step::Stop(exit),
            Step::Unsupported(gap) => Step::Unsupported(gap),
        }
    }

    fn supply(&self, pool: &Pool, state: Self::State, answer: Term) -> Self::State {
        match state {
            TransitionState::Running(inner) => {
                TransitionState::Running(self.machine.supply(pool, inner, answer))
            }
            TransitionState::Ended(value) => TransitionState::Named(answer, value),
            other @ (TransitionState::Named(..)
            | TransitionState::Told
            | TransitionState::Mistaken) => other,
        }
    }

    fn assumed(&self, pool: &Pool, input: &Input, answer: Term) -> Term {
        self.machine.assumed(pool, input, answer)
    }

    fn place(&self, state: &Self::State) -> Option<Span> {
        match state {
            TransitionState::Running(inner) => self.machine.place(inner),
            _ => None,
        }
    }
}
