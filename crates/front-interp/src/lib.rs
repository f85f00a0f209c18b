//! The front end of interpreters: goals over programs with unknowns, and programs on which two
//! interpreters differ.

mod diff;
mod goals;
mod solve;

use anyhow::Result;
use frontend::args::{DiffArgs, SolveArgs};
use frontend::{Frontend, Language};
use host::Terminal;
use report::Outcome;

/// The front end.
pub struct Interp;

impl Frontend for Interp {
    fn language(&self) -> Language {
        Language::Interp
    }

    fn solve(&self, args: &SolveArgs, terminal: &Terminal) -> Result<Outcome> {
        solve::solve(args, terminal)
    }

    fn diff(&self, args: &DiffArgs, terminal: &Terminal) -> Result<Outcome> {
        diff::diff(args, terminal)
    }
}
