//! `diff`: programs on which two interpreters differ.
//!
//! Each difference was seen: both interpreters were run on a program without open parts, each for
//! itself. One that could not be confirmed is told apart and does not count.

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, Result, anyhow, bail};
use explore::Limit;
use frontend::args::{AnswerFormat, DiffArgs, FirstPrograms};
use host::limits::{IN_A_LONG_STEP, LimitGuard, SoFar};
use host::{TOOL, Terminal, Ticker, output, read};
use interp_langs::caselang::tree::Program;
use interp_langs::{BUILT_IN, ComparedInterpreter, Difference};
use lang_interp::{Confirmed, Heap, Options, Order, Summary};
use report::{DiffAnswer, DifferenceText, Envelope, Outcome};
use source::Files;

use crate::goals::{self, Count};

/// Compares two interpreters.
pub(crate) fn diff(args: &DiffArgs, terminal: &Terminal) -> Result<Outcome> {
    let [left, right] = args.interp.as_slice() else { bail!("`diff` compares two interpreters") };
    let Some(left) = subject(left, terminal)? else { return Ok(Outcome::BadInput) };
    let Some(right) = subject(right, terminal)? else { return Ok(Outcome::BadInput) };
    let (options, counters) =
        goals::options(&args.searching, &args.solving, &args.budget, terminal)?;
    if args.order == FirstPrograms::Smallest && args.searching.strategy.is_some() {
        bail!("`--strategy` says which paths come first: it needs `--order found`");
    }
    let watcher = Arc::new(Ticker::new("diff".to_owned(), *terminal));
    let options = Options { order: order(args.order), watcher, ..options };
    let so_far = SoFar::new(Compared::nothing(args));
    let words = so_far.last_words(Compared::say);
    let guard = LimitGuard::with_last_words(args.budget.budget(), words);
    let mut written = Ok(ControlFlow::Continue(()));
    let summary = interp_langs::diff(&mut Heap::new(), &options, &left, &right, |difference| {
        written = so_far.change(|compared| compared.add(difference));
        *written.as_ref().unwrap_or(&ControlFlow::Break(()))
    })?;
    drop(guard);
    let _ = written?;
    let summary = goals::asked(summary, &args.budget);
    so_far.change(|compared| {
        let said = compared.said(&summary);
        let outcome = outcome(compared.count, &summary);
        match args.format {
            AnswerFormat::Human => {
                counters.show(terminal);
                output::to_stdout(&format!("{said}\n"))?
            }
            AnswerFormat::Json => {
                let answer = compared.envelope(outcome, said, &summary);
                output::to_stdout(&answer.with_solver(counters.text()).json())?
            }
        };
        Ok(outcome)
    })
}

/// The differences that were found so far.
struct Compared {
    /// The interpreters, as the user names them.
    names: Vec<String>,
    format: AnswerFormat,
    count: Count,
    /// The differences, where they are not written at once.
    values: Vec<DifferenceText>,
}

impl Compared {
    fn nothing(args: &DiffArgs) -> Compared {
        let (names, count) = (args.interp.clone(), Count::new(Some(args.count)));
        Compared { names, format: args.format, count, values: Vec::new() }
    }

    /// Takes in a difference. Breaks where there are as many as are wanted.
    fn add(&mut self, difference: &Difference) -> Result<ControlFlow<()>> {
        self.count.add(&difference.confirmed);
        match self.format {
            AnswerFormat::Human => drop(output::to_stdout(&told(&self.names, difference))?),
            AnswerFormat::Json => self.values.push(as_json(difference)),
        }
        Ok(match self.count.is_enough() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        })
    }

    /// How many there are, and whether there may be others.
    fn said(&self, summary: &Summary) -> String {
        format!("{}{}", self.count.said("difference", summary), put_off(summary))
    }

    fn envelope(
        &mut self,
        outcome: Outcome,
        said: String,
        summary: &Summary,
    ) -> Envelope<DiffAnswer> {
        let differences = std::mem::take(&mut self.values);
        Envelope::new(TOOL, outcome, DiffAnswer { differences, said, smaller: summary.smaller })
    }

    /// Reports what was found before the limit.
    fn say(&mut self, limit: Limit) -> Outcome {
        let summary = Summary::ended_by(limit);
        let outcome = outcome(self.count, &summary);
        let said = format!("{}, {IN_A_LONG_STEP}", self.said(&summary));
        let text = match self.format {
            AnswerFormat::Human => format!("{said}\n"),
            AnswerFormat::Json => self.envelope(outcome, said, &summary).json(),
        };
        // Where standard output cannot be written to, there is nothing else to do.
        let _ = output::to_stdout(&text);
        outcome
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
fn subject(name: &str, terminal: &Terminal) -> Result<Option<ComparedInterpreter>> {
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

fn told(names: &[String], difference: &Difference) -> String {
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
