//! `list`: the targets that `check` would look at.

use std::fmt::Write;

use anyhow::Result;
use explore::Budget;
use report::{Outcome, Paint, ReportBuilder, problems_as_text};

use crate::args::{Java, List};
use crate::front::jvm;
use crate::reading::Reading;
use crate::targets::Selection;
use crate::terminal::Terminal;
use crate::{output, signal};

/// Prints a line for each target; what cannot be read goes to standard error.
pub(crate) fn list(args: &List, terminal: &Terminal) -> Outcome {
    if args.wanted.lang.is_none() && jvm::is_meant(&args.wanted.targets, &Java::default()) {
        return list_java(args, terminal).unwrap_or_else(|error| {
            terminal.complain(&format!("error: {error:#}"));
            Outcome::BadInput
        });
    }
    let interrupt = signal::stop_on_signal();
    let reading = Reading::new(&interrupt, Budget::UNLIMITED, args.trust.allow_native, terminal);
    let selection = signal::while_reading(|| Selection::new(&args.wanted, &reading));
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
    if reading.is_interrupted() {
        builder.interrupted();
    }
    selection.problems.into_iter().for_each(|problem| builder.problem(problem));
    builder.finish(crate::TOOL).outcome
}

/// Prints the methods of Java classes that can be checked.
fn list_java(args: &List, terminal: &Terminal) -> Result<Outcome> {
    let (methods, problems, files) = jvm::list(&args.wanted.targets)?;
    if !problems.is_empty() {
        terminal.complain(problems_as_text(&problems, &files, Paint::Plain).trim_end());
    }
    let lines: String = methods.iter().map(|method| format!("{method}\n")).collect();
    output::to_stdout(&lines)?;
    let mut builder = ReportBuilder::new();
    problems.into_iter().for_each(|problem| builder.problem(problem));
    Ok(builder.finish(crate::TOOL).outcome)
}
