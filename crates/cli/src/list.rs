//! `list`: the targets that `check` would look at.

use std::fmt::Write;

use report::{Outcome, Paint, ReportBuilder, problems_as_text};

use crate::args::List;
use crate::output;
use crate::targets::Selection;
use crate::terminal::Terminal;

/// Prints a line for each target; what cannot be read goes to standard error.
pub(crate) fn list(args: &List, terminal: &Terminal) -> Outcome {
    let selection = Selection::new(&args.wanted);
    if !selection.problems.is_empty() {
        let text = problems_as_text(&selection.problems, &selection.files, Paint::Plain);
        terminal.complain(text.trim_end());
    }
    let mut lines = String::new();
    for chosen in &selection.chosen {
        let file = selection.files.get(chosen.target.span.file).name();
        let _ = writeln!(lines, "{file}:{}", chosen.target.name);
    }
    if let Err(error) = output::to_stdout(&lines) {
        terminal.complain(&format!("error: {error:#}"));
        return Outcome::BadInput;
    }
    let mut builder = ReportBuilder::new();
    selection.problems.into_iter().for_each(|problem| builder.problem(problem));
    builder.finish(crate::TOOL).outcome
}
