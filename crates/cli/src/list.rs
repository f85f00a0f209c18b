//! `list`: the targets that `check` would check.

use std::fmt::Write;

use anyhow::Result;
use explore::Budget;
use frontend::Reading;
use frontend::args::KProgramArgs;
use host::{TOOL, Terminal, output, signal};
use report::{Outcome, Paint, ReportBuilder, problems_as_text};

use crate::front;
use crate::targets::{self, Purpose, Selection};
use crate::verbs::List;

/// Prints a line for each target; what cannot be read goes to standard error.
pub(crate) fn list(args: &List, terminal: &Terminal) -> Outcome {
    try_list(args, terminal).unwrap_or_else(|error| {
        terminal.complain(&format!("error: {error:#}"));
        Outcome::BadInput
    })
}

fn try_list(args: &List, terminal: &Terminal) -> Result<Outcome> {
    let interrupt = signal::stop_on_signal();
    let reading = Reading::new(&interrupt, Budget::UNLIMITED, args.trust.allow_native, terminal);
    let (named, wanted) = front::part(&args.wanted, |front, wanted| front.part_all(wanted));
    let k = &KProgramArgs::of(&args.definition);
    let mut languages = targets::languages(&wanted, k);
    languages.extend(named.iter().map(|named| named.language));
    args.given.check(&languages)?;
    let mut selection =
        signal::while_reading(|| Selection::new(&wanted, k, Purpose::List, &reading));
    selection.note_left_out(&wanted, &named);
    let mut lines = String::new();
    for chosen in &selection.chosen {
        let file = selection.files.get(chosen.target.span.file).name();
        let _ = writeln!(lines, "{file}:{}", chosen.target.name);
    }
    for named in &named {
        let (methods, problems) = named.front.list(&named.targets, &mut selection.files)?;
        selection.problems.extend(problems);
        methods.iter().for_each(|method| lines.push_str(&format!("{method}\n")));
    }
    if !selection.problems.is_empty() {
        let text = problems_as_text(&selection.problems, &selection.files, Paint::Plain);
        terminal.complain(text.trim_end());
    }
    output::to_stdout(&lines)?;
    let mut builder = ReportBuilder::new();
    if reading.is_interrupted() {
        builder.interrupted();
    }
    selection.problems.into_iter().for_each(|problem| builder.problem(problem));
    Ok(builder.finish(TOOL).outcome)
}
