//! The memory of an engine of the past along a path, besides the answers to its inputs.

use std::sync::Arc;

use crate::question::Question;
use crate::residual::Residuals;

/// The memory of an engine.
#[derive(Clone, Debug)]
pub(crate) enum Memory {
    /// Nothing: questions are answered at once, by a term.
    Terms,
    /// The operations of the trace are known: what they left of the promises.
    Followed(Arc<Residuals>),
    /// Questions on the history wait until the call is over.
    Owed(Arc<Vec<Question>>),
}

impl Memory {
    /// What is left of the promises, if they are followed.
    pub(crate) fn residuals(&self) -> Option<&Residuals> {
        match self {
            Memory::Followed(residuals) => Some(residuals),
            Memory::Terms | Memory::Owed(_) => None,
        }
    }
}
