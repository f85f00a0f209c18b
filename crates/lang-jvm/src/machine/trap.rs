//! Why the interpreter leaves its loop.

use machine::Halt;

use super::value::Ref;

/// An instruction did not end in the usual way.
#[derive(Debug)]
pub(crate) enum Trap {
    /// Throws this object.
    Throw(Ref),
    /// Throws a new exception of a class of the JDK.
    Raise(Raise),
    /// Frames were pushed that have to run first; then the instruction is run again.
    Retry,
    /// The host has ended the run.
    Halt(Halt),
    /// What comes next is not modelled.
    Gap(String),
    /// An assumption of the program does not hold.
    Discard,
    /// The program called `System.exit`.
    Exit(i32),
}

/// An exception to be made.
#[derive(Debug)]
pub(crate) struct Raise {
    pub(crate) class: &'static str,
    pub(crate) message: Option<String>,
}

impl From<Halt> for Trap {
    fn from(halt: Halt) -> Trap {
        Trap::Halt(halt)
    }
}

/// Throws a new exception of a class of the JDK.
pub(crate) fn raise(class: &'static str, message: impl Into<String>) -> Trap {
    Trap::Raise(Raise { class, message: Some(message.into()) })
}

/// The message about an unknown index; a machine would name the index.
pub(crate) const UNKNOWN_INDEX: &str = "Index out of bounds for length";
/// The message about an unknown length that is negative; a machine would name the length.
pub(crate) const UNKNOWN_LENGTH: &str = "a negative length";

/// Whether a message is one of those that stand for any number.
pub(crate) fn is_of_unknown(message: &str) -> bool {
    message.starts_with(UNKNOWN_INDEX) || message == UNKNOWN_LENGTH
}

/// Throws a new exception without a message.
pub(crate) fn raise_bare(class: &'static str) -> Trap {
    Trap::Raise(Raise { class, message: None })
}

/// Throws what a null in place of an object gives.
pub(crate) fn null_pointer() -> Trap {
    raise_bare("java/lang/NullPointerException")
}

/// Throws what a class file gives that a verifier would have refused.
pub(crate) fn unverifiable(what: &str) -> Trap {
    raise("java/lang/VerifyError", what)
}
