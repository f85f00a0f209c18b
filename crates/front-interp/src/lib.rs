//! The front end of interpreters: goals over programs with unknowns, whose events are checked as those
//! of any language, and programs on which two interpreters differ.

mod diff;
mod goals;
mod machine;
mod program;
mod solve;

use anyhow::Result;
use frontend::args::{DiffArgs, KProgramArgs, SolveArgs};
use frontend::{FileReader, Frontend, Language, Reader};
use host::Terminal;
use program::GoalProgram;
use report::Outcome;

/// The front end.
pub struct Interp;

impl Frontend for Interp {
    fn language(&self) -> Language {
        Language::Interp
    }

    fn reader(&self, _: &KProgramArgs) -> Option<Box<dyn Reader>> {
        Some(Box::new(FileReader(GoalProgram::read)))
    }

    fn solve(&self, args: &SolveArgs, terminal: &Terminal) -> Result<Outcome> {
        solve::solve(args, terminal)
    }

    fn diff(&self, args: &DiffArgs, terminal: &Terminal) -> Result<Outcome> {
        diff::diff(args, terminal)
    }
}
