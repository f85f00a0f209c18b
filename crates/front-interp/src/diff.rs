//! `diff`: programs on which two interpreters differ.
//!
//! Each difference was seen: both interpreters were run on a program without open parts, each for
//! itself. One that could not be confirmed is told apart and does not count.

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use ::solve::Interrupt;
use anyhow::{Context, Result, anyhow, bail, ensure};
use explore::Limit;
use frontend::args::{AnswerArgs, DiffArgs, FirstPrograms, Format};
use frontend::{Language, Publisher};
use host::limits::{IN_A_LONG_STEP, LimitGuard, SoFar};
use host::{TOOL, Ticker, output, project, read};
use interp_langs::caselang::parse;
use interp_langs::caselang::tree::Program;
use interp_langs::{BUILT_IN, ComparedInterpreter, Difference, Seen};
use lang_interp::{Confirmed, Heap, Options, Order, Summary};
use report::{AskedTarget, DiffAnswer, DifferenceText, Envelope, Outcome, SolverText};
use source::Files;

use crate::goals::{self, Count};

/// Compares two interpreters.
pub(crate) fn diff(args: &DiffArgs, terminal: &Publisher) -> Result<Outcome> {
    let [left, right] = args.interp.as_slice() else { bail!("`diff` compares two interpreters") };
    let Some(left) = subject(left, terminal)? else { return Ok(Outcome::BadInput) };
    let Some(right) = subject(right, terminal)? else { return Ok(Outcome::BadInput) };
    let (options, counters) =
        goals::options(&args.searching, &args.solving, &args.budget, terminal)?;
    if args.order == FirstPrograms::Smallest && args.searching.strategy.is_some() {
        bail!("`--strategy` says which paths come first: it needs `--order found`");
    }
    let watcher = Arc::new(Ticker::new("diff".to_owned(), **terminal));
    let options = Options { order: order(args.order), watcher, ..options };
    let so_far = SoFar::new(Compared::nothing(args));
    let words = so_far.last_words({
        let publisher = terminal.clone();
        move |compared, limit| compared.say(limit, &publisher)
    });
    let guard = LimitGuard::with_last_words(args.budget.budget(), words);
    let mut written = Ok(ControlFlow::Continue(()));
    let summary = interp_langs::diff(&mut Heap::new(), &options, &left, &right, |difference| {
        written = so_far.change(|compared| compared.add(difference));
        *written.as_ref().unwrap_or(&ControlFlow::Break(()))
    })?;
    drop(guard);
    let _ = written?;
    let summary = goals::asked(summary, &args.budget);
    if args.shown.format == Format::Human {
        counters.show(terminal);
    }
    so_far.change(|compared| {
        let said = compared.said(&summary);
        compared.finish(said, &summary, counters.text(), terminal)
    })
}

/// The differences that were found so far.
struct Compared {
    /// The interpreters, as the user names them.
    names: Vec<String>,
    shown: AnswerArgs,
    /// What people are told.
    human: String,
    count: Count,
    /// The differences.
    values: Vec<DifferenceText>,
}

impl Compared {
    fn nothing(args: &DiffArgs) -> Compared {
        let (names, count) = (args.interp.clone(), Count::new(Some(args.count)));
        let (shown, human) = (args.shown.clone(), String::new());
        Compared { names, shown, human, count, values: Vec::new() }
    }

    /// Writes something for people, at once where they read it.
    fn write(&mut self, text: &str) -> Result<()> {
        self.human.push_str(text);
        if self.shown.format == Format::Human {
            output::to_stdout(text)?;
        }
        Ok(())
    }

    /// Takes in a difference. Breaks where there are as many as are wanted.
    fn add(&mut self, difference: &Difference) -> Result<ControlFlow<()>> {
        self.count.add(&difference.confirmed);
        self.values.push(as_json(difference));
        self.write(&as_text(&self.names, difference))?;
        Ok(match self.count.is_enough() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        })
    }

    /// How many there are, and whether there may be others.
    fn said(&self, summary: &Summary) -> String {
        format!("{}{}", self.count.said("difference", summary), put_off(summary))
    }

    /// Publishes what is not written yet, with a word on the end.
    fn finish(
        &mut self,
        said: String,
        summary: &Summary,
        solver: Option<SolverText>,
        publisher: &Publisher,
    ) -> Result<Outcome> {
        self.write(&format!("{said}\n"))?;
        let outcome = outcome(self.count, summary);
        let answer = DiffAnswer {
            interpreters: self.names.clone(),
            differences: std::mem::take(&mut self.values),
            said,
            smaller: summary.smaller,
            complete: self.count.is_all(summary),
        };
        let answer = Envelope::new(TOOL, outcome, answer).with_solver(solver);
        let asked = (&asked(&self.names), &Files::new());
        let own = (&[Format::Human][..], Some(self.human.as_str()));
        publisher.publish(&self.shown, &answer, asked, own)?;
        Ok(outcome)
    }

    /// Reports what was found before the limit.
    fn say(&mut self, limit: Limit, publisher: &Publisher) -> Outcome {
        let summary = Summary::ended_by(limit);
        let said = format!("{}, {IN_A_LONG_STEP}", self.said(&summary));
        // Where something cannot be written to, there is nothing else to do.
        let _ = self.finish(said, &summary, None, publisher);
        outcome(self.count, &summary)
    }
}

/// Runs two interpreters on a program that was saved: whether they still differ, and what they do.
pub(crate) fn replay(names: &[String], saved: &str, stop: &Interrupt) -> Result<(bool, String)> {
    let [one, other] = names else { bail!("the report does not say what was compared") };
    let mut options = Options::default();
    options.explore.interrupt = stop.clone();
    let (left, right) = (read_subject(one)?, read_subject(other)?);
    let seen = interp_langs::differ_on(&options, &left, &right, saved)?;
    let (is_broken, left, right) = seen.context("its program cannot be read any more")?;
    for seen in [&left, &right] {
        ensure!(!matches!(seen, Seen::Nothing(_)), "{seen}");
    }
    Ok((is_broken, format!("{one}: {left}; {other}: {right}")))
}

/// An interpreter as it is now.
fn read_subject(name: &str) -> Result<ComparedInterpreter> {
    if !Path::new(name).exists() {
        return ComparedInterpreter::built_in(name)
            .with_context(|| format!("no file and no interpreter is called `{name}`"));
    }
    let text = read::source_text(Path::new(name)).map_err(|error| anyhow!(error))?;
    let file = Files::new().add(name, &text);
    let program = parse::parse_after(&file, &Program::default());
    let program = program.map_err(|_| anyhow!("`{name}` has errors now"))?;
    ComparedInterpreter::defined(&program).with_context(|| format!("`{name}` cannot be compared"))
}

/// What is asked of two interpreters. The file is that of the first one which has a file.
fn asked(names: &[String]) -> AskedTarget {
    let file = names.iter().find(|name| Path::new(name).exists()).or(names.first());
    let file = file.cloned().unwrap_or_default();
    AskedTarget {
        path: project::path_in_project(&file),
        file,
        name: format!("diff {}", names.join(" ")),
        language: Language::Interp.name().to_owned(),
        arguments: names.to_vec(),
        place: None,
    }
}

/// Which programs come first.
fn order(first: FirstPrograms) -> Order {
    match first {
        FirstPrograms::Smallest => Order::Smallest,
        FirstPrograms::Found => Order::Found,
    }
}

/// An interpreter by its name or from its file. None if the file has errors, which have then been
/// reported.
fn subject(name: &str, terminal: &Publisher) -> Result<Option<ComparedInterpreter>> {
    let path = Path::new(name);
    if !path.exists() {
        let known: Vec<&str> = BUILT_IN.iter().map(|built_in| built_in.name).collect();
        let none = || {
            format!(
                "no file and no interpreter is called `{name}`; built in are {}",
                known.join(", ")
            )
        };
        return ComparedInterpreter::built_in(name).with_context(none).map(Some);
    }
    let text = read::source_text(path).map_err(|error| anyhow!(error))?;
    let mut files = Files::new();
    let file = files.add(name, &text);
    let Some(program) = goals::parsed(&file, &Program::default(), &mut files, terminal) else {
        return Ok(None);
    };
    let defined = ComparedInterpreter::defined(&program);
    defined.with_context(|| format!("`{name}` cannot be compared")).map(Some)
}

fn as_text(names: &[String], difference: &Difference) -> String {
    let mut text = difference.program.clone();
    if !difference.conditions.is_empty() {
        text.push_str(&format!(" where {}", difference.conditions.join(", ")));
    }
    text.push('\n');
    if difference.instance != difference.program {
        text.push_str(&format!("  run on {}\n", difference.instance));
    }
    match &difference.confirmed {
        Confirmed::Yes => {
            for (name, seen) in names.iter().zip([&difference.left, &difference.right]) {
                text.push_str(&format!("  {name}: {seen}\n"));
            }
        }
        Confirmed::NoInstance(reason) => text.push_str(&format!("  not confirmed: {reason}\n")),
        Confirmed::Differs(why) => text.push_str(&format!("  not confirmed: {why}\n")),
    }
    text
}

/// Smaller programs that were not decided.
fn put_off(summary: &Summary) -> String {
    match summary.smaller {
        0 => String::new(),
        1 => "; 1 path that could lead to a smaller one was put off".to_owned(),
        many => format!("; {many} paths that could lead to smaller ones were put off"),
    }
}

fn as_json(difference: &Difference) -> DifferenceText {
    DifferenceText {
        program: difference.program.clone(),
        conditions: difference.conditions.clone(),
        instance: difference.instance.clone(),
        size: difference.size,
        left: difference.left.to_string(),
        right: difference.right.to_string(),
        confirmed: difference.confirmed == Confirmed::Yes,
        saved: difference.saved.clone(),
    }
}

/// Interpreters that differ are reported the way `diff` reports files that do.
fn outcome(count: Count, summary: &Summary) -> Outcome {
    let found = match count.confirmed {
        0 if count.is_all(summary) => Outcome::NoneFound,
        0 => Outcome::Inconclusive,
        _ => Outcome::Violation,
    };
    goals::outcome(found, summary)
}
