//! What keeps a program from being analysed.

use lang_jvm::code::Member;

/// Why there is no graph of a program.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum FlowError {
    /// The method to begin with is not there, or it has no code.
    #[error("there is no method {}.{}{} with code", .0.class.replace('/', "."), .0.name, .0.descriptor)]
    NoMethod(Member),
    /// It was asked to stop.
    #[error("reading the classes was cut off")]
    Interrupted,
}
