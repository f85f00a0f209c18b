//! Programs that are run one step at a time.

use source::Span;
use term::{Cases, Pool, Term};

use crate::{Event, Exit, Gap, Input, Outlook, Pruned};

/// A program that can be run one step at a time.
///
/// This is all the engine knows of a language. A machine never calls the solver and never drops a
/// path: it names the possible successors and the condition of each, and the engine decides which
/// are worth following. `State` is cloned at every split, so it is built from persistent
/// collections and holds no shared mutable cell.
///
/// A machine makes no symbolic inputs by itself: it asks for them with [`Step::Ask`], and the
/// engine supplies a variable when it explores and a value when it replays. What a machine does is
/// therefore a function of its state and the answers alone, and a replay runs the same code.
pub trait Machine: Sync {
    /// Everything that the rest of the run depends on.
    type State: Clone + Send;

    /// The state before the first step.
    fn start(&self, pool: &Pool) -> Self::State;

    /// One step. A machine whose program loops forever must still return from each step.
    fn step(&self, pool: &Pool, state: Self::State) -> Step<Self::State>;

    /// Goes on after [`Step::Ask`]: `answer` is the value of the input, of the sort asked for.
    fn supply(&self, pool: &Pool, state: Self::State, answer: Term) -> Self::State;

    /// A condition on every value that an input can have, beyond its sort: machine integers have a
    /// range. A path that asks goes on under this condition, and a value for which it fails is no
    /// answer. The answer is a fresh variable or a value, so the condition never excludes a path.
    fn assumed(&self, _: &Pool, _: &Input, _: Term) -> Term {
        Term::TRUE
    }

    /// How far a state seems to be from what is looked for; the smallest first. It orders the
    /// search of strategies that go by a score, and decides nothing else.
    fn rank(&self, _: &Pool, _: &Self::State) -> u64 {
        0
    }

    /// What the rest of a run from this state can come to, at most.
    fn outlook(&self, _: &Pool, _: &Self::State) -> Outlook {
        Outlook::ANYTHING
    }

    /// Why a state need not be followed. Such a path is dropped and counted, where the engine is asked
    /// to; a replay follows it to its end. Asked of the alternatives of a choice, before the solver is
    /// asked about them; so it should cost no more than some steps.
    fn prune(&self, pool: &Pool, state: &Self::State) -> Option<Pruned> {
        (!self.outlook(pool, state).fails).then_some(Pruned::Harmless)
    }

    /// Where in the source a state stands, for reports about paths that do not end.
    fn place(&self, _: &Self::State) -> Option<Span> {
        None
    }
}

/// The successors of one step.
pub enum Step<S> {
    /// Goes on in one of these states.
    Go(Cases<S>),
    /// Needs an input; goes on by [`Machine::supply`].
    Ask(Input, S),
    /// Performs an observable event, then goes on.
    Emit(Event, S),
    /// The program ended by itself.
    Stop(Exit),
    /// The front end does not model what comes next. The path is reported, not dropped.
    Unsupported(Gap),
}
