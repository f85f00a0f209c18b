//! What can be wrong with what we are given.

use crate::class_path::ClassPathError;

/// Classes, methods or inputs that cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("{kind}")]
pub struct JvmError {
    kind: Kind,
}

#[derive(Debug, thiserror::Error)]
enum Kind {
    #[error("the classes of the JDK do not start: {0}")]
    Boot(String),
    #[error(transparent)]
    ClassPath(#[from] ClassPathError),
    #[error("{0}")]
    Entry(String),
}

impl JvmError {
    pub(crate) fn boot(why: String) -> JvmError {
        JvmError { kind: Kind::Boot(why) }
    }

    pub(crate) fn entry(why: impl Into<String>) -> JvmError {
        JvmError { kind: Kind::Entry(why.into()) }
    }
}

impl From<ClassPathError> for JvmError {
    fn from(error: ClassPathError) -> JvmError {
        JvmError { kind: error.into() }
    }
}
