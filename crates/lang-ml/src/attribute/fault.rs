//! What can be wrong with a specification in attributes, reported at its place.

use source::{Diagnostic, Span};

/// A fault with its place.
pub(super) type Fault = Box<Diagnostic>;

/// Something that has no meaning as a specification.
pub(super) fn unreadable(span: Span, message: impl Into<String>) -> Fault {
    fault("SPC009", span, message)
}

/// A fault of some kind at a place.
pub(super) fn fault(code: &str, span: Span, message: impl Into<String>) -> Fault {
    Box::new(Diagnostic::error(message).with_code(code).at(span, ""))
}

/// With advice.
pub(super) fn helped(mut fault: Fault, help: impl Into<String>) -> Fault {
    fault.helps.push(help.into());
    fault
}
