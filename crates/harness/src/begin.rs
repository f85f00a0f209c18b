//! Whether a call can begin at all: the harness up to the first step of the call.

use machine::{Exit, Input, Machine, Step};
use source::Span;
use term::{Pool, Term};

use crate::machine::{Harness, Phase, State};

/// A [`Harness`] that finishes as soon as the call may begin by one case of the contract.
///
/// If no path of it finishes, there is no history and there are no arguments within the bounds that
/// the case covers. The engine of the harness must answer questions at once, as `slots` does.
pub struct Beginning<'a, M> {
    /// The harness of the call.
    pub harness: &'a Harness<M>,
    /// The number of the case among those of the method.
    pub case: usize,
}

impl<M: Machine> Machine for Beginning<'_, M> {
    type State = State<M::State>;

    fn start(&self, pool: &Pool) -> State<M::State> {
        self.harness.start(pool)
    }

    fn step(&self, pool: &Pool, state: State<M::State>) -> Step<State<M::State>> {
        if state.case.is_some_and(|case| case != self.case) {
            return Step::Stop(Exit::Discarded);
        }
        match matches!(state.phase, Phase::Running(_)) && self.harness.has_begun(&state) {
            true => Step::Stop(Exit::Finished(None)),
            false => self.harness.step(pool, state),
        }
    }

    fn supply(&self, pool: &Pool, state: State<M::State>, answer: Term) -> State<M::State> {
        self.harness.supply(pool, state, answer)
    }

    fn assumed(&self, pool: &Pool, input: &Input, answer: Term) -> Term {
        self.harness.assumed(pool, input, answer)
    }

    fn place(&self, state: &State<M::State>) -> Option<Span> {
        self.harness.place(state)
    }
}
