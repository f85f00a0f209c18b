//! The front end of interpreters: goals over programs with unknowns, whose events are checked as those
//! of any language, and programs on which two interpreters differ.

mod diff;
mod goals;
mod machine;
mod program;
mod solve;

use ::solve::Interrupt;
use anyhow::Result;
use frontend::args::{DiffArgs, KProgramArgs, SolveArgs};
use frontend::{FileReader, Frontend, Language, Publisher, Reader};
use program::GoalProgram;
use report::{Finding, Outcome, TargetReport};

/// The front end.
pub struct Interp;

impl Frontend for Interp {
    fn language(&self) -> Language {
        Language::Interp
    }

    fn reader(&self, _: &KProgramArgs) -> Option<Box<dyn Reader>> {
        Some(Box::new(FileReader(GoalProgram::read)))
    }

    fn solve(&self, args: &SolveArgs, publisher: &Publisher) -> Result<Outcome> {
        solve::solve(args, publisher)
    }

    fn diff(&self, args: &DiffArgs, publisher: &Publisher) -> Result<Outcome> {
        diff::diff(args, publisher)
    }

    fn replay_answer(
        &self,
        target: &TargetReport,
        finding: &Finding,
        stop: &Interrupt,
    ) -> Option<Result<(bool, String)>> {
        let is_difference = !target.command.is_empty() && !finding.witness.is_empty();
        is_difference.then(|| diff::replay(&target.arguments, &finding.witness, stop))
    }
}
