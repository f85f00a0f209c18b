//! Why a search has not explored everything, besides the limits of all runs together.

use std::fmt;

use lang_jvm::Note;

/// Something that was not explored, or not as a Java virtual machine does it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Unseen {
    /// No solver decided a branch; with the reason.
    Undecided(String),
    /// A branch can be taken, and the solver gave no values for that.
    NoValues,
    /// A run came to something that is not modelled.
    NotModelled(String),
    /// A run did not end within so many steps.
    TooLong(u64),
    /// No alternative of a choice held in a run.
    Stuck,
    /// Which events happened in a run is not known for certain.
    Events(String),
    /// Runs were simplified.
    Simplified(Note),
}

impl Unseen {
    /// Whether a run or a branch was cut off, as opposed to simplified.
    #[must_use]
    pub fn cuts(&self) -> bool {
        match self {
            Unseen::Undecided(_)
            | Unseen::NoValues
            | Unseen::NotModelled(_)
            | Unseen::TooLong(_)
            | Unseen::Stuck => true,
            Unseen::Events(_) | Unseen::Simplified(_) => false,
        }
    }

    /// Whether a run that was begun did not come to its end.
    #[must_use]
    pub fn ends_run(&self) -> bool {
        match self {
            Unseen::NotModelled(_) | Unseen::TooLong(_) | Unseen::Stuck => true,
            Unseen::Undecided(_) | Unseen::NoValues | Unseen::Events(_) | Unseen::Simplified(_) => {
                false
            }
        }
    }
}

impl fmt::Display for Unseen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unseen::Undecided(reason) => write!(f, "a branch was not decided: {reason}"),
            Unseen::NoValues => write!(f, "a branch is feasible, but has no values"),
            Unseen::NotModelled(what) => write!(f, "a run came to {what}"),
            Unseen::TooLong(steps) => write!(f, "a run did not end within {steps} steps"),
            Unseen::Stuck => write!(f, "no alternative of a choice held"),
            Unseen::Events(why) => write!(f, "{why}"),
            Unseen::Simplified(note) => write!(f, "{note}"),
        }
    }
}
