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
use host::limits::{IN_A_LONG_STEP, LimitGuard, SoFar, outcome_of};
use host::{TOOL, Terminal, Ticker, output, read};
use interp_langs::caselang::tree::{Goal, Program, Wanted};
use interp_langs::caselang::{Evaluation, Query, show};
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
    goal: AtWork,
    summary: Summary,
    /// Whether the search did not come to its end by itself.
    is_stuck: bool,
}

/// A goal for which answers are looked for.
struct AtWork {
    /// The goal as it is written.
    text: String,
    /// The property that is to be broken.
    property: Option<String>,
    count: Count,
    /// The answers, where they are not written at once.
    values: Vec<SolutionValues>,
}

/// What a call has answered so far.
struct Answered {
    format: AnswerFormat,
    outcome: Outcome,
    /// The goals that are over, where they are not written at once.
    goals: Vec<GoalAnswer>,
    at_work: Option<AtWork>,
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
        let Some(parsed) = goals::parsed(&file, &program, &mut files, terminal) else {
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
    let so_far = SoFar::new(Answered::nothing(args.format));
    let words = so_far.last_words(Answered::say);
    let guard = LimitGuard::with_last_words(args.budget.budget(), words);
    let both = program.goals.iter().flat_map(|goal| sought.iter().map(move |one| (goal, *one)));
    for (goal, sought) in both {
        options.watcher = Arc::new(Ticker::new(name.clone(), *terminal));
        let at_work = AtWork::new(args, files.excerpt(goal.span), goal, sought);
        so_far.change(|answered| answered.at_work = Some(at_work));
        let mut summary = run(args, &program, (goal, sought), &options, started, &so_far)?;
        // The message names the time that was asked for, not what was left of it.
        if let (Ended::Limit(Limit::Time(time)), Some(given)) =
            (&mut summary.ended, args.budget.timeout.time())
        {
            *time = given;
        }
        if so_far.change(|answered| answered.finish(summary, false))? == Outcome::Interrupted {
            break;
        }
    }
    drop(guard);
    let (outcome, goals) = so_far.change(Answered::take);
    if args.format == AnswerFormat::Json {
        let answer = SolveAnswer { goals };
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
    so_far: &SoFar<Answered>,
) -> Result<Summary> {
    let mut options = options.clone();
    options.explore.budget.time =
        options.explore.budget.time.map(|time| time.saturating_sub(started.elapsed()));
    let mut written = Ok(ControlFlow::Continue(()));
    let mut heap = Heap::new();
    let mut tell = |answer: &Answer| {
        written = so_far.change(|answered| answered.add(answer));
        *written.as_ref().unwrap_or(&ControlFlow::Break(()))
    };
    let mut search = |evaluation: Evaluation, options: &Options| {
        let query = Query::new(program, goal, evaluation);
        lang_interp::search(&mut Heap::new(), options, |cx: &mut Cx<'_>| query.run(cx), &mut tell)
    };
    let summary = match sought {
        Sought::Answers => {
            let summary = search(Evaluation::OutsideIn, &options);
            match summary.is_complete() && summary.stats.answers == 0 {
                true => {
                    with_errors(summary, |options| search(Evaluation::InOrder, options), &options)
                }
                false => summary,
            }
        }
        Sought::Violations(spec, name) => {
            let query = Query::new(program, goal, Evaluation::InOrder);
            let run = |cx: &mut Cx<'_>| query.run(cx);
            let spec = spec.in_pool(&heap.pool(), &[]).spec;
            let property = spec.property(name).expect("it was read before");
            lang_interp::check_spec(&mut heap, &options, &spec, property, run, tell)?
        }
    };
    let _ = written?;
    Ok(goals::asked(summary, &args.budget))
}

/// So many paths are explored for an error of the program that may be why there is no answer.
const PATHS_FOR_ERRORS: u64 = 1_000;
/// And so many steps of each.
const STEPS_FOR_ERRORS: u64 = 10_000;

/// A search without an answer, with the errors of the program that its order has left out.
fn with_errors(
    summary: Summary,
    mut search: impl FnMut(&Options) -> Summary,
    options: &Options,
) -> Summary {
    let mut options = options.clone();
    let budget = &mut options.explore.budget;
    budget.paths = Some(budget.paths.map_or(PATHS_FOR_ERRORS, |most| most.min(PATHS_FOR_ERRORS)));
    budget.steps = Some(budget.steps.map_or(STEPS_FOR_ERRORS, |most| most.min(STEPS_FOR_ERRORS)));
    let in_order = search(&options);
    // An answer would be a fault of the other order; the caller sees it in the summary.
    if in_order.is_complete() || in_order.stats.answers > 0 {
        return in_order;
    }
    let mut summary = summary;
    summary.stats.failures = in_order.stats.failures;
    summary.failure = in_order.failure;
    summary
}

impl AtWork {
    fn new(args: &SolveArgs, text: &str, goal: &Goal, sought: Sought<'_>) -> AtWork {
        let property = match sought {
            Sought::Answers => None,
            Sought::Violations(_, name) => Some(name.to_owned()),
        };
        let (text, count) = (text.to_owned(), Count::new(wanted(args, goal)));
        AtWork { text, property, count, values: Vec::new() }
    }
}

impl Answered {
    fn nothing(format: AnswerFormat) -> Answered {
        Answered { format, outcome: Outcome::NoneFound, goals: Vec::new(), at_work: None }
    }

    /// Takes in an answer to the goal at work. Breaks where there are as many as are wanted.
    fn add(&mut self, answer: &Answer) -> Result<ControlFlow<()>> {
        let goal = self.at_work.as_mut().expect("answers are to the goal at work");
        goal.count.add(&answer.confirmed);
        match self.format {
            AnswerFormat::Human => drop(output::to_stdout(&line(answer))?),
            AnswerFormat::Json => goal.values.push(as_json(answer)),
        }
        Ok(match goal.count.is_enough() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        })
    }

    /// Takes in how the search for answers to the goal at work ended. Returns what the call comes to so far.
    fn finish(&mut self, summary: Summary, is_stuck: bool) -> Result<Outcome> {
        let goal = self.at_work.take().expect("the goal at work is the one that is over");
        let solved = Solved { goal, summary, is_stuck };
        self.outcome = self.outcome.and(solved.outcome());
        match self.format {
            AnswerFormat::Human => drop(output::to_stdout(&format!("{}\n", solved.said()))?),
            AnswerFormat::Json => self.goals.push(solved.json()),
        }
        Ok(self.outcome)
    }

    /// What the call comes to, and the goals that were not written at once.
    fn take(&mut self) -> (Outcome, Vec<GoalAnswer>) {
        (self.outcome, std::mem::take(&mut self.goals))
    }

    /// Reports what was found before the limit. Goals that were not begun are not mentioned, as in a call that
    /// was interrupted between two of them.
    fn say(&mut self, limit: Limit) -> Outcome {
        // Where standard output cannot be written to, there is nothing else to do.
        let _ = self.finish_stuck(limit);
        if self.format == AnswerFormat::Json {
            let (outcome, goals) = self.take();
            let _ = output::to_stdout(&Envelope::new(TOOL, outcome, SolveAnswer { goals }).json());
        }
        self.outcome
    }

    /// Takes in that the search at work does not come to its end.
    fn finish_stuck(&mut self, limit: Limit) -> Result<Outcome> {
        self.outcome = self.outcome.and(outcome_of(limit));
        if self.at_work.is_none() {
            return Ok(self.outcome);
        }
        self.finish(Summary::ended_by(limit), true)
    }
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
    let failure = match &answer.outcome {
        RunOutcome::Value(_) => None,
        RunOutcome::Failed(failure) => Some(failure.to_string()),
    };
    SolutionValues {
        unknowns: named(&answer.unknowns),
        conditions: show::conditions(answer),
        instance: named(&answer.instance),
        confirmed: answer.confirmed == Confirmed::Yes,
        failure,
        path: answer.path.to_string(),
    }
}

impl Solved {
    /// Found, none exists, or gave up.
    fn outcome(&self) -> Outcome {
        let AtWork { count, property, .. } = &self.goal;
        let decided = count.is_enough() || count.is_all(&self.summary);
        let found = match (decided, count.confirmed, property) {
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
        let AtWork { count, property, .. } = &self.goal;
        let said = match property {
            Some(name) => format!("`{name}`: {}", count.said("violation", &self.summary)),
            None => count.said("answer", &self.summary),
        };
        if self.is_stuck {
            return format!("{said}, {IN_A_LONG_STEP}");
        }
        let first = self.summary.failure.as_ref().map(|failure| format!(": {}", failure.message));
        let first = first.unwrap_or_default();
        match self.summary.stats.failures {
            _ if count.confirmed > 0 => said,
            0 => said,
            1 => format!("{said} (1 path ended in an error of the program{first})"),
            many => format!("{said} ({many} paths ended in errors of the program{first})"),
        }
    }

    fn json(self) -> GoalAnswer {
        let stats = &self.summary.stats;
        GoalAnswer {
            outcome: self.outcome(),
            complete: self.goal.count.is_all(&self.summary),
            said: self.said(),
            goal: self.goal.text,
            property: self.goal.property,
            answers: self.goal.values,
            runs: stats.runs,
            choices: stats.choices,
            failures: stats.failures,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    /// A call that is at work on a goal.
    fn at_work() -> Answered {
        let (text, count) = ("exists x. f x = a".to_owned(), Count::new(None));
        let goal = AtWork { text, property: None, count, values: Vec::new() };
        Answered { at_work: Some(goal), ..Answered::nothing(AnswerFormat::Json) }
    }

    #[test]
    fn last_words_are_about_the_goal_at_work() {
        let mut answered = at_work();
        let goal = answered.at_work.as_mut().expect("there is one");
        goal.count.add(&Confirmed::Yes);
        let outcome = answered.finish_stuck(Limit::Time(Duration::from_secs(1)));
        assert_eq!(outcome.expect("nothing is written"), Outcome::Inconclusive);
        let (_, goals) = answered.take();
        let why = "gave up: time limit of 1s reached, in the middle of a long step";
        assert_eq!(goals[0].said, format!("1 answer, {why}"));
        assert!(!goals[0].complete);
    }

    #[test]
    fn last_words_after_a_signal_say_that_the_call_was_interrupted() {
        let outcome = at_work().finish_stuck(Limit::Interrupted);
        assert_eq!(outcome.expect("nothing is written"), Outcome::Interrupted);
        let outcome = Answered::nothing(AnswerFormat::Json).finish_stuck(Limit::Interrupted);
        assert_eq!(outcome.expect("nothing is written"), Outcome::Interrupted);
    }
}
