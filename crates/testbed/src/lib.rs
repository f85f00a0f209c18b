//! What tests know of their surroundings: the cases of the corpus, the tools that are installed, and
//! how much a run is asked to do.
//!
//! It reads data and runs no case: [`Case::all`] lists the corpus, and the tests of `cli` run it. No
//! product code uses this crate, and it uses none, so that every test and `xtask` can.

mod call;
mod case;
mod effort;
mod tools;

pub use case::{Case, Expected, Language, Limits, Oracle, Sample, Verb, Verdict};
pub use effort::{amount, is_nightly, pick, sample};
pub use tools::{Tool, is_ci, named_z3};

use std::path::{Path, PathBuf};

/// The folder of the whole project.
///
/// # Panics
///
/// Never: this crate lies two folders below it.
#[must_use]
pub fn root() -> PathBuf {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    own.ancestors().nth(2).expect("the crate lies two folders below the root").to_owned()
}
