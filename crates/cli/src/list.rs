//! `list`: the targets that `check` would check.

use anyhow::Result;
use explore::Budget;
use frontend::args::{Format, KProgramArgs};
use frontend::{Language, Reading};
use host::{TOOL, Terminal, output, signal};
use report::{Envelope, ListAnswer, ListedTarget, Outcome, Paint, ReportBuilder, problems_as_text};

use crate::front;
use crate::project::{self, project_targets};
use crate::targets::{self, Purpose, Selection};
use crate::verbs::List;

/// Prints a line for each target; what cannot be read goes to standard error.
pub(crate) fn list(args: &List, terminal: &Terminal) -> Result<Outcome> {
    if args.properties {
        return list_properties(args.format);
    }
    let interrupt = signal::stop_on_signal();
    let reading = Reading::new(&interrupt, Budget::UNLIMITED, args.trust.allow_native, terminal);
    let mut asked = args.wanted.clone();
    if asked.targets.is_empty() {
        asked.targets = project_targets(project::here()?.as_ref());
    }
    let (named, wanted) = front::part(&asked, |front, wanted| front.part_all(wanted));
    let k = &KProgramArgs::of(&args.definition);
    let mut languages = targets::languages(&wanted, k);
    languages.extend(named.iter().map(|named| named.language));
    args.given.check(&languages)?;
    let mut selection =
        signal::while_reading(|| Selection::new(&wanted, k, Purpose::List, &reading));
    selection.note_left_out(&wanted, &named);
    let mut targets: Vec<ListedTarget> = selection.listed();
    for named in &named {
        let (methods, problems) = named.front.list(&named.targets, &mut selection.files)?;
        selection.problems.extend(problems);
        let language = named.language.name().to_owned();
        let listed = |title| ListedTarget { title, language: language.clone(), place: None };
        targets.extend(methods.into_iter().map(listed));
    }
    let mut builder = ReportBuilder::new();
    if reading.is_interrupted() {
        builder.interrupted();
    }
    selection.problems.iter().cloned().for_each(|problem| builder.problem(problem));
    let outcome = builder.finish(TOOL).outcome;
    let text = match args.format {
        Format::Json => {
            let answer = ListAnswer { targets, problems: selection.problems };
            Envelope::new(TOOL, outcome, answer).json()
        }
        _ => {
            complain(&selection, terminal);
            targets.iter().map(|target| target.title.clone() + "\n").collect()
        }
    };
    output::to_stdout(&text)?;
    Ok(outcome)
}

/// Prints the built-in properties of all languages.
fn list_properties(format: Format) -> Result<Outcome> {
    let all = front::all().flat_map(|front| {
        front.properties().into_iter().map(move |(name, about)| (front.language(), name, about))
    });
    let text = match format {
        Format::Json => {
            let target = |(language, name, _): (Language, _, _)| {
                let language = language.name().to_owned();
                ListedTarget { title: String::from(name), language, place: None }
            };
            let answer = ListAnswer { targets: all.map(target).collect(), problems: Vec::new() };
            Envelope::new(TOOL, Outcome::default(), answer).json()
        }
        _ => all.map(|(_, name, about)| format!("{name:<32} {about}\n")).collect(),
    };
    output::to_stdout(&text)
}

fn complain(selection: &Selection<'_>, terminal: &Terminal) {
    if !selection.problems.is_empty() {
        let text = problems_as_text(&selection.problems, &selection.files, Paint::Plain);
        terminal.complain(text.trim_end());
    }
}
