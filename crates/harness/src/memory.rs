//! What an engine remembers of the past along a path, besides the answers to its inputs.

use std::sync::Arc;

use trace::Event;

use crate::question::Question;
use crate::residual::Residuals;

/// What an engine remembers.
#[derive(Clone, Debug)]
pub(crate) enum Memory {
    /// The history is left to the solver: nothing.
    Slots,
    /// The history is known.
    Followed(Arc<Known>),
    /// Questions on the history wait until the call is over.
    Owed(Arc<Vec<Owed>>),
}

/// A history whose operations are known, and what its events left of the promises.
#[derive(Clone, Debug)]
pub(crate) struct Known {
    pub(crate) history: Vec<Event>,
    pub(crate) residuals: Residuals,
}

/// A question that came up after some events of the call.
#[derive(Clone, Debug)]
pub(crate) struct Owed {
    pub(crate) question: Question,
    pub(crate) events: usize,
}

impl Memory {
    /// What is known of the history, if it is.
    pub(crate) fn known(&self) -> Option<&Known> {
        match self {
            Memory::Followed(known) => Some(known),
            Memory::Slots | Memory::Owed(_) => None,
        }
    }

    /// The same memory after an event.
    pub(crate) fn after(&self, residuals: Residuals) -> Memory {
        match self {
            Memory::Followed(known) => {
                Memory::Followed(Arc::new(Known { residuals, ..Known::clone(known) }))
            }
            Memory::Slots | Memory::Owed(_) => self.clone(),
        }
    }
}
