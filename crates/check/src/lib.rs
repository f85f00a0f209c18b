//! What every answer needs and no language owns.
//!
//! [`deepen`] looks at a target again with larger bounds while an [`Effort`] lasts, so that "holds
//! within …" names as much as a moment of work can show.
//!
//! This crate knows no language, no file and no output format.

mod deepen;
mod look;
mod metered;

pub use deepen::{Effort, deepen};
pub use look::{Look, is_complete, leave_endings_out, same_paths};
