//! Reports of a run or a search, for people.

use std::sync::Arc;

use anyhow::Result;
use explore::Limit;
use frontend::args::ConfigurationForm;
use host::limits::SoFar;
use host::{Terminal, output};
use lang_k::ltl::{Checked, Lasso, Property};
use lang_k::{Asked, Done, Ending, Found, GivenUp, Halt, Known, Language, Solution, State, Watch};
use lang_k::{done_title, show_term};
use report::Outcome;
use solve::{Solver, Verdict};
use source::{Diagnostic, File, Files, counted};
use term::Term;

use super::last_words::{KSoFar, watched};
use super::shown::{Portions, Showing};
use super::{Job, json};

/// How many rules of a path are shown unless all were asked for.
const SHORT_PATH: usize = 12;

/// Solutions that were found and are not shown: how many, and why.
pub(super) type NotShown = Option<(usize, Limit)>;

/// Shows all solutions, as long as the time allows.
pub(super) fn solutions(job: &Job<'_>, found: &Found, solver: &mut dyn Solver) -> Result<NotShown> {
    if found.solutions.is_empty() {
        output::to_stdout(&format!("{}\n", no_solutions(job, found)))?;
        return Ok(None);
    }
    let text = |nth: usize, end: &Solution| {
        let between = if nth == 0 { "" } else { "\n" };
        let title = format!("{between}Solution {}, after {}", nth + 1, counted(end.depth, "step"));
        solution(job, &title, end, solver)
    };
    show_each(job, found, text)
}

/// That nothing was found, and among what.
fn no_solutions(job: &Job<'_>, found: &Found) -> String {
    if found.given_up.iter().any(|(why, _)| *why == GivenUp::NoInput) {
        return format!("No solutions: {}", GivenUp::NoInput);
    }
    let args = job.args;
    let among = match args.search_all || args.search_one_step || args.search_one_or_more_steps {
        true => "no configuration that is reached matches the pattern",
        false => "no final configuration matches the pattern",
    };
    let within = job
        .args
        .depth
        .map(|depth| format!(" within {}", counted(depth, "step")))
        .unwrap_or_default();
    match job.args.pattern.is_some() && is_all(job, found) {
        true => format!("No solutions: {among}{within}"),
        false => "No solutions".to_owned(),
    }
}

/// Shows each solution as a text, as long as the time allows.
fn show_each(
    job: &Job<'_>,
    found: &Found,
    mut text: impl FnMut(usize, &Solution) -> String,
) -> Result<NotShown> {
    let mut out = Portions::default();
    let show = |nth, end: &Solution| out.add(&text(nth, end));
    let (shown, limit) = Showing::new(&job.meter).each(&found.solutions, show)?;
    out.finish()?;
    Ok(limit.map(|limit| (found.solutions.len() - shown, limit)))
}

/// One line for each solution, as long as the time allows.
pub(super) fn short_solutions(job: &Job<'_>, found: &Found) -> Result<NotShown> {
    show_each(job, found, |nth, end| {
        let conds: Vec<String> = end.conds.iter().map(|cond| show_term(&job.pool, *cond)).collect();
        let ending = end.ending.as_ref().and_then(short_ending);
        let parts = [
            Some(format!("{}: {}", nth + 1, counted(end.depth, "step"))),
            ending,
            values(job, end),
            Some(conds.join(" andBool ")).filter(|conds| !conds.is_empty()),
        ];
        parts.into_iter().flatten().collect::<Vec<_>>().join("; ") + "\n"
    })
}

fn solution(job: &Job<'_>, title: &str, end: &Solution, solver: &mut dyn Solver) -> String {
    let note = end.ending.as_ref().and_then(short_ending);
    let note = note.map(|note| format!(" ({note})")).unwrap_or_default();
    let mut text = format!("{title}{note}:\n{}", conditions(job, end));
    if end.bindings.is_empty() && job.args.output != ConfigurationForm::None {
        text.push_str(&job.configuration(&end.state));
        text.push('\n');
    }
    for (name, value) in &end.bindings {
        let value = job.language.show_value(&job.pool, value);
        text.push_str(&format!("{name} = {value}\n"));
    }
    if end.ending == Some(Ending::Stuck)
        && let Some(nearest) = nearest(job, &end.state, &end.decided, solver)
    {
        text.push_str(&format!("Nearest: {nearest}\n"));
    }
    text.push_str(&path(job, end));
    if let Some(rule) = &job.args.why_not {
        let why = why_not(job, &end.state, &end.decided, rule, solver);
        text.push_str(&format!("Why not: {why}\n"));
    }
    text
}

/// The condition of a path, and inputs that take it.
fn conditions(job: &Job<'_>, end: &Solution) -> String {
    let mut text = String::new();
    let conds: Vec<String> = end.conds.iter().map(|cond| show_term(&job.pool, *cond)).collect();
    if !conds.is_empty() {
        let conds = conds.join("\n  andBool ");
        text.push_str(&format!("<path-condition>\n  {conds}\n</path-condition>\n"));
    }
    if let Some(values) = values(job, end) {
        text.push_str(&format!("Input: {values}\n"));
    }
    text
}

/// Values of the symbolic inputs that lead to a solution.
fn values(job: &Job<'_>, end: &Solution) -> Option<String> {
    if job.inputs.symbols.is_empty() {
        return None;
    }
    if !end.sure {
        return Some("the solver could not tell whether there is one".to_owned());
    }
    let values = job.inputs.values(&job.pool, end.model.as_ref()?)?;
    let shown = values.iter().map(|(name, value)| format!("{name} = {value}"));
    Some(shown.collect::<Vec<_>>().join(", "))
}

/// The rules that led to a solution; what strictness did is left out.
fn path(job: &Job<'_>, end: &Solution) -> String {
    if job.args.show_path {
        return numbered(job, &job.path(end), 0);
    }
    let mut rules = end.path.iter().filter(|done| matches!(done, Done::Rule(_)));
    // Paths may be long and many, so names are made only for the rules that are reported.
    let told: Vec<String> =
        rules.by_ref().take(SHORT_PATH).filter_map(|done| short_rule(job, *done)).collect();
    let more = match rules.count() {
        0 => String::new(),
        more => format!(", and {more} more (--show-path shows all)"),
    };
    match told.is_empty() {
        true => String::new(),
        false => format!("Path: {}{more}\n", told.join(", ")),
    }
}

fn short_rule(job: &Job<'_>, done: Done) -> Option<String> {
    match done {
        Done::Rule(_) => {
            let title = done_title(&job.language, &job.files, done);
            let names: Vec<&str> = job.files.iter().map(|file| file.name()).collect();
            Some(without_folders(title.trim_start_matches("rule "), &names))
        }
        Done::Heat(_) | Done::Cool(_) => None,
    }
}

/// The title of a rule, whose file is named without its folders where that tells it from all others. The name of
/// the definition is in the call; a path of rules has it in every line.
fn without_folders(title: &str, files: &[&str]) -> String {
    let last = |name: &str| name.rsplit('/').next().map(str::to_owned);
    let is_alone = |name: &str| files.iter().filter(|other| last(other) == last(name)).count() == 1;
    let named = files.iter().filter(|name| title.contains(&format!("{name}:")));
    match named.max_by_key(|name| name.len()).filter(|name| is_alone(name)) {
        Some(name) => title.replacen(name, &last(name).unwrap_or_default(), 1),
        None => title.to_owned(),
    }
}

/// The rules of a path with the numbers of their steps, one on each line.
fn numbered(job: &Job<'_>, path: &[Done], before: usize) -> String {
    let lines = path.iter().enumerate().filter_map(|(at, done)| {
        let Done::Rule(id) = done else { return None };
        let rule = short_rule(job, *done)?;
        let text = lang_k::rule_text(&job.language, &job.files, *id);
        Some(format!("{:>5}  {rule}: {text}\n", before + at + 1))
    });
    format!("Path:\n{}", lines.collect::<String>())
}

/// Says on standard error what was left out.
pub(super) fn open_ends(found: &Found, left: NotShown, terminal: &Terminal) {
    if let Some((count, limit)) = left {
        terminal.complain(&format!("note: {}", not_shown(count, limit)));
    }
    for (why, times) in &found.given_up {
        let often = if *times == 1 { String::new() } else { format!(" ({times} times)") };
        terminal.complain(&format!("note: not everything was explored: {}{often}", reason(why)));
    }
}

/// That so many solutions are not shown.
pub(super) fn not_shown(count: usize, limit: Limit) -> String {
    let what = report::limit_text(limit).message;
    format!("{count} further solutions were found and are not shown: {what}")
}

/// Whether everything that was asked for was explored.
fn is_all(job: &Job<'_>, found: &Found) -> bool {
    found.given_up.iter().all(|(why, _)| given_up_outcome(job, why) == Outcome::NoneFound)
}

/// What the call comes to. As with `solve`, a pattern that nothing matches is a finding.
pub(super) fn outcome(job: &Job<'_>, found: &Found, left: NotShown) -> Outcome {
    if job.args.pattern.is_some() && found.solutions.is_empty() && is_all(job, found) {
        return Outcome::Violation;
    }
    let open = found.given_up.iter().map(|(why, _)| given_up_outcome(job, why));
    let open = open.chain(left.map(|(_, limit)| limit_outcome(limit)));
    // A path that gets stuck is what was looked for only if a pattern asks for it.
    let asks = job.args.pattern.is_some();
    let ends = found.solutions.iter().filter(|end| end.sure && !asks);
    let ends = ends.filter_map(|end| end.ending.as_ref()).map(|ending| match ending {
        Ending::Stuck | Ending::Halted(Halt::Undefined(_)) => Outcome::Violation,
        Ending::Finished
        | Ending::Depth(_)
        | Ending::Branch(_)
        | Ending::Halted(_)
        | Ending::Limit(_) => Outcome::NoneFound,
    });
    open.chain(ends).fold(Outcome::NoneFound, Outcome::and)
}

/// What it means for the call that something was left out.
pub(super) fn given_up_outcome(job: &Job<'_>, why: &GivenUp) -> Outcome {
    match why {
        GivenUp::Limit(Limit::Interrupted) => Outcome::Interrupted,
        GivenUp::Limit(Limit::Steps(_) | Limit::Depth(_)) if job.within_bounds => {
            Outcome::NoneFound
        }
        _ if why.is_asked_for() => Outcome::NoneFound,
        _ => Outcome::Inconclusive,
    }
}

/// What a run on known values comes to: a program that gets stuck has failed.
pub(super) fn ending_outcome(ending: &Ending) -> Outcome {
    match ending {
        Ending::Finished | Ending::Depth(_) | Ending::Branch(_) => Outcome::NoneFound,
        Ending::Stuck | Ending::Halted(Halt::Undefined(_)) => Outcome::Violation,
        Ending::Halted(Halt::Limit(limit)) | Ending::Limit(limit) => limit_outcome(*limit),
        Ending::Halted(Halt::Undecided(_) | Halt::Unsupported(_) | Halt::TooDeep(_)) => {
            Outcome::Inconclusive
        }
    }
}

/// What a call comes to that met a limit.
pub(super) fn limit_outcome(limit: Limit) -> Outcome {
    match limit {
        Limit::Interrupted => Outcome::Interrupted,
        _ => Outcome::Inconclusive,
    }
}

/// A limit that was met before the program could be started.
pub(super) fn cut_off(limit: Limit, terminal: &Terminal) -> Outcome {
    let what = report::limit_text(limit).message;
    terminal.complain(&format!("inconclusive: gave up while reading: {what}"));
    limit_outcome(limit)
}

/// Why something was left out, in words.
pub(super) fn reason(why: &GivenUp) -> String {
    match why {
        GivenUp::Limit(limit) => report::limit_text(*limit).message,
        other => other.to_string(),
    }
}

/// The rules that take no part in runs.
pub(super) fn left_out(language: &Language, files: &Files, terminal: &Terminal) {
    for rule in &language.compiled.left_out {
        let (attribute, place) = (rule.attribute, files.describe(rule.span));
        terminal.complain(&format!("note: rule {place} is `{attribute}` and not used in runs"));
    }
}

/// How a path ended, unless the program came to its end.
pub(super) fn short_ending(ending: &Ending) -> Option<String> {
    match ending {
        Ending::Finished => None,
        Ending::Stuck => Some("stuck".to_owned()),
        Ending::Depth(steps) => Some(format!("cut off after {}", counted(*steps, "step"))),
        Ending::Branch(steps) => {
            Some(format!("several steps are possible after {}", counted(*steps, "step")))
        }
        Ending::Halted(halt) => Some(halted(halt)),
        Ending::Limit(limit) => Some(format!("cut off: {}", report::limit_text(*limit).message)),
    }
}

fn halted(halt: &Halt) -> String {
    match halt {
        Halt::Undecided(_) => "it depends on a symbolic value".to_owned(),
        Halt::Undefined(what) => format!("there is no value: {what}"),
        Halt::Unsupported(what) => format!("not supported: {what}"),
        Halt::TooDeep(depth) => format!("functions nest deeper than {depth}"),
        Halt::Limit(limit) => report::limit_text(*limit).message,
    }
}

/// A word on a run that did not come to its end.
pub(super) fn ending_note(
    job: &Job<'_>,
    state: &State,
    ending: &Ending,
    solver: &mut dyn Solver,
) -> Option<String> {
    let fronts = || {
        let program = &job.language.compiled.program;
        let items = lang_k::computations(program, state).into_iter().filter_map(|computation| {
            let (first, _) = computation.uncons()?;
            Some(format!("`{}`", job.language.show_value(&job.pool, first)))
        });
        items.collect::<Vec<_>>().join(", ")
    };
    match ending {
        Ending::Finished => None,
        Ending::Stuck => {
            let nearest = nearest(job, state, &[], solver);
            let nearest = nearest.map(|why| format!("\nnote: nearest: {why}")).unwrap_or_default();
            Some(format!("note: stuck: no rule applies to {}{nearest}", fronts()))
        }
        other => short_ending(other).map(|what| format!("note: {what}")),
    }
}

/// Why a rule does not apply to a configuration, reached under conditions.
pub(super) fn why_not(
    job: &Job<'_>,
    state: &State,
    conds: &[Term],
    rule: &str,
    solver: &mut dyn Solver,
) -> String {
    let known = known(job, conds);
    let mut possible = |cond| is_possible(job, conds, cond, solver);
    lang_k::why_not(asked(job, state, &known), rule, &mut possible).unwrap_or_else(|| {
        format!("there is no rule `{rule}`: give its label, FILE:LINE of its place, or its number")
    })
}

/// The rule that came nearest to applying to a configuration.
fn nearest(
    job: &Job<'_>,
    state: &State,
    conds: &[Term],
    solver: &mut dyn Solver,
) -> Option<String> {
    let known = known(job, conds);
    let mut possible = |cond| is_possible(job, conds, cond, solver);
    let (rule, why) = lang_k::nearest_rule(asked(job, state, &known), &mut possible)?;
    Some(format!("{}: {why}", lang_k::rule_title(&job.language, &job.files, rule)))
}

fn known(job: &Job<'_>, conds: &[Term]) -> Known {
    conds.iter().fold(Known::default(), |known, cond| known.with(&job.pool, *cond))
}

fn asked<'j>(job: &'j Job<'_>, state: &'j State, known: &'j Known) -> Asked<'j> {
    let Job { language, files, pool, .. } = job;
    Asked { language, files, pool, state, known }
}

fn is_possible(job: &Job<'_>, conds: &[Term], cond: Term, solver: &mut dyn Solver) -> bool {
    let query: Vec<Term> = conds.iter().copied().chain([cond]).collect();
    solver.check(&job.pool, &query) != Verdict::Unsat
}

/// Whether a property holds on all runs.
pub(super) fn property(
    job: &Job<'_>,
    text: &str,
    watch: Watch,
    solver: &mut dyn Solver,
    terminal: &Terminal,
) -> Result<Outcome> {
    let options = lang_k::Options {
        depth: job.args.depth,
        engine: explore::Options { workers: job.workers, ..explore::Options::default() },
        meter: Arc::clone(&job.meter),
        watch,
        ..lang_k::Options::default()
    };
    let mut files = Files::new();
    let formula = match formula(job, &files.add("--ltl", text)) {
        Ok(formula) => formula,
        Err(problems) => return Ok(job.publisher.refuse(&files, &problems)),
    };
    let guard = watched(&SoFar::new(KSoFar::of_property(job, text)), &job.meter);
    let start = job.start.clone();
    let (language, assumed) = (&job.language, &job.inputs.assumed);
    let mut checked =
        lang_k::ltl::check(language, &job.pool, start, assumed, &formula, &options, solver);
    if let Checked::Broken(run) = &checked
        && !is_confirmed(job, run, &formula, &options, solver)
    {
        checked = Checked::HoldsWithin(vec![GivenUp::Unconfirmed]);
    }
    drop(guard);
    let outcome = match &checked {
        Checked::Holds => Outcome::NoneFound,
        Checked::HoldsWithin(reasons) => {
            let limited = reasons.iter().map(|why| given_up_outcome(job, why));
            limited.fold(Outcome::Inconclusive, Outcome::and)
        }
        Checked::Broken(_) => Outcome::Violation,
    };
    if job.is_for_people() {
        output::to_stdout(&match &checked {
            Checked::Holds => "The property holds.\n".to_owned(),
            Checked::HoldsWithin(reasons) if reasons.contains(&GivenUp::NoInput) => {
                "Nothing was checked.\n".to_owned()
            }
            Checked::HoldsWithin(_) => {
                "The property holds on everything that was explored.\n".to_owned()
            }
            Checked::Broken(run) => lasso(job, run),
        })?;
    }
    if job.shown.wants_report() || outcome == Outcome::Violation {
        job.publish(&json::property(job, text, &checked, outcome, solver), &job.asked)?;
    }
    if let Checked::HoldsWithin(reasons) = &checked {
        for why in reasons {
            terminal.complain(&format!("note: not everything was explored: {}", reason(why)));
        }
    }
    Ok(outcome)
}

/// Whether a property is broken by a run on the values that were found for symbolic inputs.
fn is_confirmed(
    job: &Job<'_>,
    run: &Lasso,
    formula: &Property,
    options: &lang_k::Options,
    solver: &mut dyn Solver,
) -> bool {
    if job.inputs.symbols.is_empty() {
        return true;
    }
    let model = run.end.model.clone().unwrap_or_default();
    let Some(known) = job.inputs.concrete(&job.pool, &model) else { return false };
    let (language, pool) = (&job.language, &job.pool);
    let Ok(start) = known.start(language, pool, job.program.clone()) else { return false };
    let again = lang_k::ltl::check(language, pool, start, &[], formula, options, solver);
    matches!(again, Checked::Broken(_))
}

/// The formula of a text, all of whose names mean something.
fn formula(job: &Job<'_>, file: &File) -> std::result::Result<Property, Vec<Diagnostic>> {
    let formula = lang_k::ltl::parse(file)?;
    lang_k::ltl::check_names(&job.language, &job.start, &formula)
        .map_err(|unknown| vec![Diagnostic::error(unknown.to_string()).at(unknown.span, "")])?;
    Ok(formula)
}

/// A run that breaks a property: the way into a cycle, where it begins, and the way around.
fn lasso(job: &Job<'_>, run: &Lasso) -> String {
    let steps: Vec<Done> = run.moments.iter().filter_map(|(done, _)| *done).collect();
    let (before, around) = steps.split_at(run.back_to.min(steps.len()));
    let around: Vec<Done> = around.iter().copied().chain(run.back_by).collect();
    let mut text = format!("The property is broken.\n{}", conditions(job, &run.end));
    text.push_str(&format!("After {}:\n", counted(before.len(), "step")));
    text.push_str(&job.language.show_state(&job.pool, &run.end.state));
    text.push('\n');
    text.push_str(&numbered(job, before, 0));
    if around.is_empty() {
        text.push_str("There it ends.\n");
    } else {
        let again = numbered(job, &around, before.len()).replacen("Path:", "Then for ever:", 1);
        text.push_str(&again);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_named_without_folders_where_that_is_enough() {
        let files = ["a/imp.k", "b/imp.k", "b/other.k"];
        let short = |title: &str| without_folders(title, &files);
        assert_eq!(short("read (b/other.k:3:1)"), "read (other.k:3:1)");
        assert_eq!(short("b/imp.k:3:1"), "b/imp.k:3:1");
        assert_eq!(short("nowhere.k:3:1"), "nowhere.k:3:1");
    }
}
