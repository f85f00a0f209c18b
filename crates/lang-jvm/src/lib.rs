//! Java: bytecode, run on values and on terms.
//!
//! [`ClassPath`] finds class files in folders, jars and the image of an installed JDK; [`Vm`] runs
//! them, with the JDK's own library classes, on words that may carry a [`term::Term`] as a shadow.
//! Where no shadow is involved, it is a plain interpreter; where one is, conditions are put to a
//! [`Host`](::machine::Host).
//!
//! This crate asks no solver and knows nothing of exploration. Start reading at [`Vm`], then
//! [`Subject`].

mod class_path;
pub mod code;
mod entry;
mod error;
mod lower;
mod machine;
mod manifest;
mod note;
mod options;
pub mod parse;
mod plain;
mod ranges;
mod seed;
mod subject;

pub use class_path::{ClassPath, ClassPathError, find_jdk};
pub use entry::{Element, Entry, Param, RECEIVER, Shape};
pub use error::JvmError;
pub use lower::check_code;
pub use machine::{
    CodePlace, Echo, Follower, Input, MainEnd, Mark, ObjectId, OutputStream, SeenCall, SeenValue,
    SharedFollower, SourceLine, Trace, Vm, Wanted,
};
pub use manifest::with_manifests;
pub use note::Note;
pub use options::VmOptions;
pub use ranges::Ranges;
pub use seed::Seed;
pub use subject::{ASSERTION, BuiltInChecks, Subject, UNCAUGHT};
