//! `solve`: answers to goals over programs with unknowns.
//!
//! Answers are written as they are found. Each was run again on concrete values before it is
//! reported; one that could not be is told apart and does not count.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Instant;

use anyhow::{Result, anyhow, bail, ensure};
use explore::Limit;
use frontend::args::{AnswerFormat, SolveArgs};
use frontend::{EventSpec, Language};
use host::{TOOL, Terminal, Ticker, output, read};
use interp_langs::caselang::tree::{Goal, Program, Wanted};
use interp_langs::caselang::{Query, show};
use lang_interp::{Answer, Confirmed, Cx, Ended, Heap, Options, RunOutcome, Summary};
use report::{
    Envelope, GoalAnswer, NamedValue, Outcome, Paint, Problem, SolutionValues, SolveAnswer,
    problems_as_text,
};
use source::{File, Files};
use term::Pool;

use crate::goals::{self, Count};

/// What came out of one goal.
struct Solved {
    count: Count,
    summary: Summary,
    /// The property that was to be broken.
    property: Option<String>,
}

/// What is looked for.
#[derive(Clone, Copy)]
enum Sought<'a> {
    /// Runs in which the conditions of the goal hold.
    Answers,
    /// Runs of it whose events break the property with this name.
    Violations(&'a EventSpec, &'a str),
}

/// Answers the goals of a file.
pub(crate) fn solve(args: &SolveArgs, terminal: &Terminal) -> Result<Outcome> {
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
    let (mut options, counters) =
        goals::options(&args.searching, &args.solving, &args.budget, terminal)?;
    let spec = match args.spec.as_deref().map(|named| read_spec(&mut files, named, &program)) {
        None => None,
        Some(Ok(spec)) => Some(spec),
        Some(Err(problems)) => {
            terminal.complain(problems_as_text(&problems, &files, Paint::Plain).trim_end());
            return Ok(Outcome::BadInput);
        }
    };
    let properties = spec.as_ref().map(EventSpec::property_names).unwrap_or_default();
    let sought: Vec<Sought<'_>> = match &spec {
        None => vec![Sought::Answers],
        Some(spec) => properties.iter().map(|name| Sought::Violations(spec, name)).collect(),
    };
    let mut outcome = Outcome::NoneFound;
    let mut all = Vec::new();
    let both = program.goals.iter().flat_map(|goal| sought.iter().map(move |one| (goal, *one)));
    for (goal, sought) in both {
        options.watcher = Arc::new(Ticker::new(name.clone(), *terminal));
        let (mut solved, values) = run(args, &program, (goal, sought), &options, started)?;
        // The message names the time that was asked for, not what was left of it.
        if let (Ended::Limit(Limit::Time(time)), Some(given)) =
            (&mut solved.summary.ended, args.budget.timeout.time())
        {
            *time = given;
        }
        outcome = outcome.and(solved.outcome());
        match args.format {
            AnswerFormat::Human => drop(output::to_stdout(&format!("{}\n", solved.said()))?),
            AnswerFormat::Json => all.push(solved.json(files.excerpt(goal.span), values)),
        }
        if outcome == Outcome::Interrupted {
            break;
        }
    }
    if args.format == AnswerFormat::Json {
        let answer = SolveAnswer { goals: all };
        let answer = Envelope::new(TOOL, outcome, answer).with_solver(counters.text());
        output::to_stdout(&answer.json())?;
    } else {
        counters.show(terminal);
    }
    Ok(outcome)
}

/// The file, then the goal of the command line as a text of its own: it sees what the file defines,
/// and is asked instead of the goals there.
fn load(args: &SolveArgs, files: &mut Files) -> Result<Vec<File>> {
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

/// The spec of a call, whose operations must be those of the program.
fn read_spec(files: &mut Files, named: &str, program: &Program) -> Result<EventSpec, Vec<Problem>> {
    let (spec, pool) = (EventSpec::read(files, named)?, Pool::new());
    let asked = spec.in_pool(&pool, &[]);
    let misfits = asked.misfits(&pool, &asked.untyped(&pool, &program.events()));
    match misfits.is_empty() {
        true => Ok(spec),
        false => Err(misfits.iter().map(|f| Problem::from_diagnostic(files, f)).collect()),
    }
}

/// How many answers are wanted; none means all.
fn wanted(args: &SolveArgs, goal: &Goal) -> Option<u64> {
    match goal.wanted {
        _ if args.all => None,
        _ if args.count.is_some() => args.count,
        Wanted::All => None,
        Wanted::Take(count) => Some(count as u64),
        Wanted::Unsaid => Some(1),
    }
}

fn run(
    args: &SolveArgs,
    program: &Program,
    (goal, sought): (&Goal, Sought<'_>),
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
    let mut heap = Heap::new();
    let tell = |answer: &Answer| {
        count.add(&answer.confirmed);
        match args.format {
            AnswerFormat::Human => written = output::to_stdout(&line(answer)),
            AnswerFormat::Json => values.push(as_json(answer)),
        }
        match written.is_err() || count.is_enough() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    };
    let (summary, property) = match sought {
        Sought::Answers => (lang_interp::search(&mut heap, &options, run, tell), None),
        Sought::Violations(spec, name) => {
            let spec = spec.in_pool(&heap.pool(), &[]).spec;
            let property = spec.property(name).expect("it was read before");
            let summary = lang_interp::check_spec(&mut heap, &options, &spec, property, run, tell)?;
            (summary, Some(name.to_owned()))
        }
    };
    written?;
    let summary = goals::asked(summary, &args.budget);
    Ok((Solved { count, summary, property }, values))
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
        let found = match (decided, self.count.confirmed, &self.property) {
            (_, 1.., Some(_)) => Outcome::Violation,
            (false, ..) => Outcome::Inconclusive,
            (true, 0, Some(_)) => Outcome::NoneFound,
            (true, 0, None) => Outcome::Violation,
            (true, _, None) => Outcome::NoneFound,
        };
        goals::outcome(found, &self.summary)
    }

    /// How the search ended. Where nothing was found, errors of the program may be the reason.
    fn said(&self) -> String {
        let said = match &self.property {
            Some(name) => format!("`{name}`: {}", self.count.said("violation", &self.summary)),
            None => self.count.said("answer", &self.summary),
        };
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
            property: self.property.clone(),
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
