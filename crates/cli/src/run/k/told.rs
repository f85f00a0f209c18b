//! What is told of a run or a search.

use anyhow::Result;
use lang_k::{Done, Ending, Found, Halt, Language, Solution, State, show_term};
use report::Outcome;
use solve::Solver;
use term::Pool;

use super::Job;
use crate::output;
use crate::terminal::Terminal;

/// All solutions.
pub(super) fn solutions(job: &Job<'_>, found: &Found) -> String {
    if found.solutions.is_empty() {
        return "No solutions\n".to_owned();
    }
    let told = found.solutions.iter().enumerate().map(|(nth, end)| solution(job, nth, end));
    told.collect::<Vec<_>>().join("\n")
}

fn solution(job: &Job<'_>, nth: usize, end: &Solution) -> String {
    let mut text = format!("Solution {}, after {} steps", nth + 1, end.depth);
    if let Some(note) = end.ending.as_ref().and_then(short_ending) {
        text.push_str(&format!(" ({note})"));
    }
    text.push_str(":\n");
    let conds: Vec<String> = end.conds.iter().map(|cond| show_term(&job.pool, *cond)).collect();
    if !conds.is_empty() {
        text.push_str(&format!(
            "<path-condition>\n  {}\n</path-condition>\n",
            conds.join("\n  andBool ")
        ));
    }
    if let Some(values) = values(job, end) {
        text.push_str(&format!("Input: {values}\n"));
    }
    if end.bindings.is_empty() {
        text.push_str(&job.language.show_state(&job.pool, &end.state));
        text.push('\n');
    }
    for (name, value) in &end.bindings {
        let value = job.language.show_value(&job.pool, value);
        text.push_str(&format!("{name} = {value}\n"));
    }
    text.push_str(&path(job, &end.path));
    text
}

/// Values of the symbolic inputs that lead to a solution.
fn values(job: &Job<'_>, end: &Solution) -> Option<String> {
    if job.symbols.is_empty() {
        return None;
    }
    if !end.sure {
        return Some("the solver could not tell whether there is one".to_owned());
    }
    let model = end.model.as_ref()?;
    let value = |symbol: &term::Term| {
        let name = show_term(&job.pool, *symbol);
        let value = model.value(&job.pool, *symbol)?;
        Some(format!("{name} = {}", show_term(&job.pool, value)))
    };
    let values: Option<Vec<String>> = job.symbols.iter().map(value).collect();
    values.map(|values| values.join(", "))
}

/// The rules that led to a solution; what strictness did is left out.
fn path(job: &Job<'_>, path: &[Done]) -> String {
    let rules = path.iter().filter_map(|done| match done {
        Done::Rule(rule) => {
            let info = &job.language.compiled.program.rules[rule.index()].info;
            let place = info.span.map(|span| job.files.describe(span)).unwrap_or_default();
            Some(if info.name.is_empty() { place } else { format!("{} ({place})", info.name) })
        }
        Done::Heat(_) | Done::Cool(_) => None,
    });
    let rules: Vec<String> = rules.collect();
    if rules.is_empty() { String::new() } else { format!("Path: {}\n", rules.join(", ")) }
}

/// What the call comes to.
pub(super) fn outcome(job: &Job<'_>, found: &Found, terminal: &Terminal) -> Outcome {
    for (reason, times) in &found.given_up {
        let often = if *times == 1 { String::new() } else { format!(" ({times} times)") };
        terminal.complain(&format!("note: not everything was looked at: {reason}{often}"));
    }
    let enough = |reason: &str| reason == "enough solutions";
    let asked = job.args.depth.is_some();
    let depth = |reason: &str| asked && reason == "the limit on steps was met";
    match found.given_up.iter().all(|(reason, _)| enough(reason) || depth(reason)) {
        true => Outcome::NoneFound,
        false => Outcome::Inconclusive,
    }
}

fn short_ending(ending: &Ending) -> Option<String> {
    match ending {
        Ending::Finished => None,
        Ending::Stuck => Some("stuck".to_owned()),
        Ending::Depth(steps) => Some(format!("cut off after {steps} steps")),
        Ending::Halted(halt) => Some(halted(halt)),
        Ending::Interrupted => Some("interrupted".to_owned()),
    }
}

fn halted(halt: &Halt) -> String {
    match halt {
        Halt::Undecided(_) => "it depends on a symbolic value".to_owned(),
        Halt::Undefined(what) => format!("there is no value: {what}"),
        Halt::Unsupported(what) => format!("not supported: {what}"),
        Halt::TooDeep(depth) => format!("functions nest deeper than {depth}"),
    }
}

/// A word on a run that did not come to its end.
pub(super) fn ending_note(
    language: &Language,
    pool: &Pool,
    state: &State,
    ending: &Ending,
) -> Option<String> {
    let fronts = || {
        let program = &language.compiled.program;
        let items = lang_k::computations(program, state).into_iter().filter_map(|computation| {
            let (first, _) = computation.uncons()?;
            Some(format!("`{}`", language.show_value(pool, first)))
        });
        items.collect::<Vec<_>>().join(", ")
    };
    match ending {
        Ending::Finished => None,
        Ending::Stuck => Some(format!("note: stuck: no rule applies to {}", fronts())),
        other => short_ending(other).map(|what| format!("note: {what}")),
    }
}

/// Why a rule does not apply.
pub(super) fn why_not(job: &Job<'_>, state: &State, rule: &str) -> String {
    lang_k::why_not(&job.language, &job.pool, state, rule)
        .unwrap_or_else(|| format!("there is no rule labelled `{rule}`"))
}

/// Whether a property holds on all runs.
pub(super) fn property(
    job: &Job<'_>,
    formula: &str,
    solver: &mut dyn Solver,
    terminal: &Terminal,
) -> Result<Outcome> {
    let options = lang_k::Options {
        depth: job.args.depth,
        interrupt: job.interrupt.clone(),
        ..lang_k::Options::default()
    };
    let formula = match lang_k::ltl::parse(formula) {
        Ok(formula) => formula,
        Err(what) => {
            terminal.complain(&format!("error: --ltl: {what}"));
            return Ok(Outcome::BadInput);
        }
    };
    let start = job.start.clone();
    let language = &job.language;
    let checked =
        lang_k::ltl::check(language, &job.pool, start, &job.assumed, &formula, &options, solver);
    match checked {
        lang_k::ltl::Checked::Holds => {
            output::to_stdout("The property holds.\n")?;
            Ok(Outcome::NoneFound)
        }
        lang_k::ltl::Checked::HoldsWithin(reasons) => {
            output::to_stdout("The property holds on everything that was looked at.\n")?;
            for reason in reasons {
                terminal.complain(&format!("note: not everything was looked at: {reason}"));
            }
            Ok(Outcome::Inconclusive)
        }
        lang_k::ltl::Checked::Broken(end) => {
            output::to_stdout(&format!("The property is broken.\n{}", solution(job, 0, &end)))?;
            Ok(Outcome::Violation)
        }
    }
}
