//! `solve`: answers to goals over programs with unknowns.
//!
//! Answers are written as they are found. Each was run again on concrete values before it is told;
//! one that could not be is told apart and does not count.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use anyhow::{Result, anyhow, ensure};
use clap::Args;
use explore::Limit;
use interp_langs::caselang::tree::{Goal, Program, Wanted};
use interp_langs::caselang::{Query, parse, show};
use lang_interp::{Answer, Confirmed, Cx, Ended, Heap, Options, Outcome as RunOutcome, Summary};
use report::{Outcome, Paint};
use serde_json::{Value, json};
use solve::Theory;
use source::{File, Files};

use crate::args::Solving;
use crate::output;
use crate::quantity::{self, Timeout};
use crate::read;
use crate::signal;
use crate::solver::Solvers;
use crate::spec::{Form, draw};
use crate::terminal::Terminal;

#[derive(Args, Debug)]
pub(crate) struct Solve {
    /// The file with the goals
    #[arg(value_name = "FILE", required_unless_present = "goal")]
    file: Option<PathBuf>,
    /// A goal, asked instead of those of the file; sees the definitions of the file
    #[arg(short = 'e', long = "goal", value_name = "GOAL")]
    goal: Option<String>,
    /// How many answers; without this option as many as the goal says, or one
    #[arg(short = 'n', value_name = "N", conflicts_with = "all", value_parser = clap::value_parser!(u64).range(1..))]
    count: Option<u64>,
    /// All answers
    #[arg(long)]
    all: bool,
    /// Wall-clock time of the whole call, such as 30s or 5m; `none` is no limit
    #[arg(long, value_name = "TIME|none", value_parser = quantity::timeout, default_value = "60s")]
    timeout: Timeout,
    /// Steps of one run; a million unless told otherwise
    #[arg(long, value_name = "N")]
    max_steps: Option<u64>,
    /// The form of the answers
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    format: Form,
    #[command(flatten)]
    solving: Solving,
}

/// What came out of one goal.
struct Solved {
    told: u64,
    unconfirmed: u64,
    wanted: Option<u64>,
    summary: Summary,
}

/// Answers the goals of a file.
pub(crate) fn solve(args: &Solve, terminal: &Terminal) -> Result<Outcome> {
    let (started, mut files) = (Instant::now(), Files::new());
    let file = load(args, &mut files)?;
    let program = match parse::parse(&file) {
        Ok(program) => program,
        Err(errors) => {
            terminal.complain(draw(&files, &errors, Paint::Plain).trim_end());
            return Ok(Outcome::BadInput);
        }
    };
    ensure!(!program.goals.is_empty(), "there is no goal in `{}`", file.name());
    let options = options(args)?;
    let mut outcome = Outcome::NoneFound;
    let mut all = Vec::new();
    // A goal of the command line is asked instead of those of the file.
    let asked = if args.goal.is_some() { program.goals.len() - 1 } else { 0 };
    for goal in &program.goals[asked..] {
        let (mut solved, values) = run(args, &program, goal, &options, started)?;
        // The user is told of the time that was asked for, not of what was left of it.
        if let (Ended::Limit(Limit::Time(time)), Some(given)) =
            (&mut solved.summary.ended, args.timeout.time())
        {
            *time = given;
        }
        outcome = outcome.and(solved.outcome());
        match args.format {
            Form::Human => drop(output::to_stdout(&format!("{}\n", solved.said()))?),
            Form::Json => all.push(solved.json(&file.text()[goal.span.range()], &values)),
        }
    }
    if args.format == Form::Json {
        output::to_stdout(&format!("{:#}\n", json!({ "goals": all })))?;
    }
    Ok(outcome)
}

/// The text of the file, then the goal of the command line.
fn load(args: &Solve, files: &mut Files) -> Result<File> {
    let text = match (&args.file, &args.goal) {
        (None, goal) => goal.clone().unwrap_or_default(),
        (Some(file), None) => read::source_text(file).map_err(|error| anyhow!(error))?,
        (Some(file), Some(goal)) => {
            let text = read::source_text(file).map_err(|error| anyhow!(error))?;
            format!("{}\n;{goal}\n", text.trim_end())
        }
    };
    let name = args.file.as_deref().map(Path::display);
    Ok(files.add(&name.map_or_else(|| "goal".to_owned(), |name| name.to_string()), &text))
}

fn options(args: &Solve) -> Result<Options> {
    let solvers = Arc::new(Solvers::new(&args.solving)?);
    let stop = signal::stop_on_signal()?;
    let mut options = Options { interrupt: stop.clone(), ..Options::default() }
        .with_solvers(move || solvers.make(&Theory::empty(), &stop));
    options.budget.steps = args.max_steps.or(options.budget.steps);
    options.budget.time = args.timeout.time();
    Ok(options)
}

/// How many answers are wanted; none means all.
fn wanted(args: &Solve, goal: &Goal) -> Option<u64> {
    match goal.wanted {
        _ if args.all => None,
        _ if args.count.is_some() => args.count,
        Wanted::All => None,
        Wanted::Take(count) => Some(count as u64),
        Wanted::Unsaid => Some(1),
    }
}

fn run(
    args: &Solve,
    program: &Program,
    goal: &Goal,
    options: &Options,
    started: Instant,
) -> Result<(Solved, Vec<Value>)> {
    let (query, wanted) = (Query::new(program, goal), wanted(args, goal));
    let mut options = options.clone();
    options.budget.time = options.budget.time.map(|time| time.saturating_sub(started.elapsed()));
    let (mut told, mut unconfirmed, mut values) = (0, 0, Vec::new());
    let mut written = Ok(Outcome::NoneFound);
    let run = |cx: &mut Cx<'_>| query.run(cx);
    let summary = lang_interp::search(&mut Heap::new(), &options, run, |answer| {
        let confirmed = answer.confirmed == Confirmed::Yes;
        *(if confirmed { &mut told } else { &mut unconfirmed }) += 1;
        match args.format {
            Form::Human => written = output::to_stdout(&line(answer)),
            Form::Json => values.push(as_json(answer)),
        }
        match written.is_err() || wanted.is_some_and(|wanted| told >= wanted) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    });
    written?;
    Ok((Solved { told, unconfirmed, wanted, summary }, values))
}

fn line(answer: &Answer) -> String {
    let text = show::answer(answer);
    match &answer.confirmed {
        Confirmed::Yes => format!("{text}\n"),
        Confirmed::NoInstance(reason) => format!("not confirmed ({reason}): {text}\n"),
        Confirmed::Differs(why) => format!("not confirmed ({why}): {text}\n"),
    }
}

fn as_json(answer: &Answer) -> Value {
    let named = |all: &[lang_interp::Named]| -> Vec<Value> {
        let one = |named: &lang_interp::Named| json!({ "name": named.name, "value": show::value(&named.value) });
        all.iter().map(one).collect()
    };
    let apart: Vec<String> = answer.apart.iter().map(show::differences).collect();
    let failure = match &answer.outcome {
        RunOutcome::Value(_) => None,
        RunOutcome::Failed(failure) => Some(failure.to_string()),
    };
    json!({
        "unknowns": named(&answer.unknowns),
        "where": apart.iter().chain(&answer.conds).collect::<Vec<_>>(),
        "instance": named(&answer.instance),
        "confirmed": answer.confirmed == Confirmed::Yes,
        "failure": failure,
        "path": answer.path.to_string(),
    })
}

impl Solved {
    /// Whether as many answers were found as were wanted.
    fn is_enough(&self) -> bool {
        self.wanted.is_some_and(|wanted| self.told >= wanted)
    }

    /// Found, none exists, or gave up.
    fn outcome(&self) -> Outcome {
        let complete = self.summary.is_complete() && self.unconfirmed == 0;
        match (self.is_enough() || complete, self.told) {
            (false, _) => Outcome::Inconclusive,
            (true, 0) => Outcome::Violation,
            (true, _) => Outcome::NoneFound,
        }
    }

    /// How many there are and whether there may be others, with the reason.
    fn said(&self) -> String {
        let count = match self.told {
            0 => "no answer".to_owned(),
            1 => "1 answer".to_owned(),
            many => format!("{many} answers"),
        };
        let summary = &self.summary;
        let others = match summary.ended {
            _ if self.is_enough() && !summary.is_complete() => "there may be others".to_owned(),
            _ if summary.is_complete() && self.unconfirmed == 0 => "no others".to_owned(),
            Ended::Limit(limit) => format!("gave up: {}", report::limit_text(limit).message),
            Ended::Exhausted | Ended::Enough => format!("gave up: {}", self.doubt()),
        };
        let failures = match summary.stats.failures {
            _ if self.told > 0 => String::new(),
            0 => String::new(),
            1 => " (1 path ended in an error of the program)".to_owned(),
            many => format!(" ({many} paths ended in an error of the program)"),
        };
        format!("{count}, {others}{failures}")
    }

    /// Why an exhausted search is not the last word.
    fn doubt(&self) -> String {
        let summary = &self.summary;
        let broken = summary.broken.iter().map(ToString::to_string);
        let cuts = summary.cuts.iter().map(ToString::to_string);
        let unknown = summary.unknown.iter().map(ToString::to_string);
        let first = broken.chain(cuts).chain(unknown).next();
        first.unwrap_or_else(|| "an answer could not be confirmed".to_owned())
    }

    fn json(&self, goal: &str, answers: &[Value]) -> Value {
        let stats = &self.summary.stats;
        json!({
            "goal": goal,
            "answers": answers,
            "complete": self.summary.is_complete() && self.unconfirmed == 0,
            "said": self.said(),
            "runs": stats.runs,
            "choices": stats.choices,
            "failures": stats.failures,
        })
    }
}
