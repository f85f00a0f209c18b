//! `solve`: answers to goals over programs with unknowns.
//!
//! Answers are written as they are found. Each was run again on concrete values before it is
//! reported; one that could not be is told apart and does not count.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use anyhow::{Result, anyhow, bail, ensure};
use clap::Args;
use explore::Limit;
use interp_langs::caselang::tree::{Goal, Program, Wanted};
use interp_langs::caselang::{Query, show};
use lang_interp::{Answer, Confirmed, Cx, Ended, Heap, Options, RunOutcome, Summary};
use report::{Envelope, GoalAnswer, NamedValue, Outcome, SolutionValues, SolveAnswer};
use source::{File, Files};

use crate::args::{Budget, Solving};
use crate::front::Language;
use crate::goals::{self, Count, Searching};
use crate::progress::Ticker;
use crate::spec::Form;
use crate::terminal::Terminal;
use crate::{output, read};

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
    /// The form of the answers
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    format: Form,
    #[command(flatten)]
    searching: Searching,
    #[command(flatten)]
    budget: Budget,
    #[command(flatten)]
    solving: Solving,
}

impl Solve {
    /// Whether the answer is for programs.
    pub(crate) fn is_json(&self) -> bool {
        self.format == Form::Json
    }
}

/// What came out of one goal.
struct Solved {
    count: Count,
    summary: Summary,
}

/// Answers the goals of a file.
pub(crate) fn solve(args: &Solve, terminal: &Terminal) -> Result<Outcome> {
    let (started, mut files) = (Instant::now(), Files::new());
    let mut program = Program::default();
    let mut name = String::new();
    for file in load(args, &mut files)? {
        let Some(parsed) = goals::parsed(&file, &program, &files, terminal) else {
            return Ok(Outcome::BadInput);
        };
        program = parsed;
        name = file.name().to_owned();
    }
    ensure!(!program.goals.is_empty(), "there is no goal in `{name}`");
    let mut options = goals::options(&args.searching, &args.solving, &args.budget)?;
    let mut outcome = Outcome::NoneFound;
    let mut all = Vec::new();
    for goal in &program.goals {
        options.watcher = Arc::new(Ticker::new(name.clone(), *terminal));
        let (mut solved, values) = run(args, &program, goal, &options, started)?;
        // The message names the time that was asked for, not what was left of it.
        if let (Ended::Limit(Limit::Time(time)), Some(given)) =
            (&mut solved.summary.ended, args.budget.timeout.time())
        {
            *time = given;
        }
        outcome = outcome.and(solved.outcome());
        match args.format {
            Form::Human => drop(output::to_stdout(&format!("{}\n", solved.said()))?),
            Form::Json => all.push(solved.json(files.excerpt(goal.span), values)),
        }
        if outcome == Outcome::Interrupted {
            break;
        }
    }
    if args.format == Form::Json {
        let answer = SolveAnswer { goals: all };
        output::to_stdout(&Envelope::new(crate::TOOL, outcome, answer).json())?;
    }
    Ok(outcome)
}

/// The file, then the goal of the command line as a text of its own: it sees what the file defines,
/// and is asked instead of the goals there.
fn load(args: &Solve, files: &mut Files) -> Result<Vec<File>> {
    let mut texts = Vec::new();
    if let Some(path) = &args.file {
        if let Some(refusal) = Language::of_file(path).and_then(|lang| lang.refuses("solve")) {
            bail!("{refusal}");
        }
        let text = read::source_text(path).map_err(|error| anyhow!(error))?;
        texts.push(files.add(&path.display().to_string(), &text));
    }
    texts.extend(args.goal.as_ref().map(|goal| files.add("goal", goal)));
    Ok(texts)
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
) -> Result<(Solved, Vec<SolutionValues>)> {
    let (query, wanted) = (Query::new(program, goal), wanted(args, goal));
    let mut options = options.clone();
    options.explore.budget.time =
        options.explore.budget.time.map(|time| time.saturating_sub(started.elapsed()));
    let mut count = Count::new(wanted);
    let mut values = Vec::new();
    let mut written = Ok(Outcome::NoneFound);
    let run = |cx: &mut Cx<'_>| query.run(cx);
    let summary = lang_interp::search(&mut Heap::new(), &options, run, |answer| {
        count.add(&answer.confirmed);
        match args.format {
            Form::Human => written = output::to_stdout(&line(answer)),
            Form::Json => values.push(as_json(answer)),
        }
        match written.is_err() || count.is_enough() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    });
    written?;
    let summary = goals::asked(summary, &args.budget);
    Ok((Solved { count, summary }, values))
}

fn line(answer: &Answer) -> String {
    let text = show::answer(answer);
    match &answer.confirmed {
        Confirmed::Yes => format!("{text}\n"),
        Confirmed::NoInstance(reason) => format!("not confirmed ({reason}): {text}\n"),
        Confirmed::Differs(why) => format!("not confirmed ({why}): {text}\n"),
    }
}

fn as_json(answer: &Answer) -> SolutionValues {
    let named = |all: &[lang_interp::Named]| -> Vec<NamedValue> {
        let one = |named: &lang_interp::Named| NamedValue {
            name: named.name.to_string(),
            value: show::value(&named.value),
        };
        all.iter().map(one).collect()
    };
    let apart = answer.apart.iter().map(show::differences);
    let failure = match &answer.outcome {
        RunOutcome::Value(_) => None,
        RunOutcome::Failed(failure) => Some(failure.to_string()),
    };
    SolutionValues {
        unknowns: named(&answer.unknowns),
        conditions: apart.chain(answer.conds.iter().cloned()).collect(),
        instance: named(&answer.instance),
        confirmed: answer.confirmed == Confirmed::Yes,
        failure,
        path: answer.path.to_string(),
    }
}

impl Solved {
    /// Found, none exists, or gave up.
    fn outcome(&self) -> Outcome {
        let decided = self.count.is_enough() || self.count.is_all(&self.summary);
        let found = match (decided, self.count.confirmed) {
            (false, _) => Outcome::Inconclusive,
            (true, 0) => Outcome::Violation,
            (true, _) => Outcome::NoneFound,
        };
        goals::outcome(found, &self.summary)
    }

    /// How the search ended. Where nothing was found, errors of the program may be the reason.
    fn said(&self) -> String {
        let said = self.count.said("answer", &self.summary);
        let first = self.summary.failure.as_ref().map(|failure| format!(": {}", failure.message));
        let first = first.unwrap_or_default();
        match self.summary.stats.failures {
            _ if self.count.confirmed > 0 => said,
            0 => said,
            1 => format!("{said} (1 path ended in an error of the program{first})"),
            many => format!("{said} ({many} paths ended in errors of the program{first})"),
        }
    }

    fn json(&self, goal: &str, answers: Vec<SolutionValues>) -> GoalAnswer {
        let stats = &self.summary.stats;
        GoalAnswer {
            goal: goal.to_owned(),
            outcome: self.outcome(),
            answers,
            complete: self.count.is_all(&self.summary),
            said: self.said(),
            runs: stats.runs,
            choices: stats.choices,
            failures: stats.failures,
        }
    }
}
