//! The ways to deal with an unknown history.
//!
//! All engines ask for the same inputs in the same order and differ in how a question on the
//! history becomes conditions of paths. So what one of them finds, another can replay, and where
//! all come to an end, they must say the same.

/// How questions on an unknown history are decided.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Engine {
    /// One condition for each question; the solver chooses the history.
    #[default]
    Slots,
    /// Histories are enumerated before the call, as far as the contracts let them, and what the
    /// promises leave to the rest of the call is followed by derivatives (sections 5 to 7 of the
    /// paper).
    Derivative,
    /// The call runs first; when it is over, all histories are enumerated (section 4 of the paper).
    Naive,
    /// Nothing of the history is chosen: whether a part of the trace belongs to an expression is a
    /// variable, so paths stand for histories of any length ([`crate::Membership`]). Paths that no
    /// history takes are explored, too, so this is for proofs alone.
    Opaque,
}

impl Engine {
    /// All engines that find violations, the default first.
    pub const ALL: [Engine; 3] = [Engine::Slots, Engine::Derivative, Engine::Naive];

    /// The name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Engine::Slots => "slots",
            Engine::Derivative => "derivative",
            Engine::Naive => "naive",
            Engine::Opaque => "opaque",
        }
    }
}
