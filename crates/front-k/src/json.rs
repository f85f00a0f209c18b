//! What is reported of a run or a search, for programs: one JSON object.

use std::collections::BTreeMap;

use anyhow::Result;
use explore::Limit;
use host::output;
use lang_k::ltl::{Checked, Lasso};
use lang_k::{Done, Ending, Found, Halt, Solution, State, show_term};
use report::{
    Envelope, GivenUpText, LassoText, Outcome, PathEnding, ProgramRun, PropertyAnswer,
    PropertyHolds, RuleText, RunAnswer, SolutionText, SolutionsAnswer,
};
use solve::Solver;

use super::Job;
use super::render::{NotShown, not_shown, outcome, reason, short_ending};
use super::shown::Showing;

/// A run on known values, with the exit code of the process.
pub(super) fn run(
    job: &Job<'_>,
    (state, steps): (&State, u64),
    ending: &Ending,
    (outcome, exit): (Outcome, u8),
) -> String {
    let answer = RunAnswer::Run(ProgramRun {
        steps,
        ending: name(ending),
        note: short_ending(ending),
        output: job.printed(state),
        exit_code: job.language.exit_code(state),
        configuration: job.at_end(state, ending),
    });
    Envelope { exit, ..Envelope::new(host::TOOL, outcome, answer) }.json()
}

/// Shows all solutions, as long as the time allows.
pub(super) fn solutions(job: &Job<'_>, found: &Found, solver: &dyn Solver) -> Result<NotShown> {
    let mut solutions = Vec::new();
    let show = |_, end: &Solution| {
        solutions.push(solution(job, end));
        Ok(())
    };
    let (shown, limit) = Showing::new(&job.meter).each(&found.solutions, show)?;
    let left = limit.map(|limit| (found.solutions.len() - shown, limit));
    let given_up = found.given_up.iter();
    let given_up = given_up.map(|(why, times)| GivenUpText { why: reason(why), times: *times });
    let why = left.map(|(count, limit)| GivenUpText { why: not_shown(count, limit), times: 1 });
    let answer = RunAnswer::Solutions(SolutionsAnswer {
        complete: found.is_complete() && left.is_none(),
        given_up: given_up.chain(why).collect(),
        solutions,
    });
    let answer = Envelope::new(host::TOOL, outcome(job, found, left), answer);
    output::to_stdout(&answer.with_solver(job.counters.text_with(solver)).json())?;
    Ok(left)
}

/// Whether a property holds.
pub(super) fn property(
    job: &Job<'_>,
    formula: &str,
    checked: &Checked,
    outcome: Outcome,
    solver: &dyn Solver,
) -> String {
    let (answer, given_up, run) = match checked {
        Checked::Holds => (PropertyHolds::Holds, Vec::new(), None),
        Checked::HoldsWithin(reasons) => {
            (PropertyHolds::Within, reasons.iter().map(reason).collect(), None)
        }
        Checked::Broken(run) => (PropertyHolds::Broken, Vec::new(), Some(lasso(job, run))),
    };
    let formula = formula.to_owned();
    let answer = RunAnswer::Property(PropertyAnswer { formula, answer, given_up, run });
    let answer = Envelope::new(host::TOOL, outcome, answer);
    answer.with_solver(job.counters.text_with(solver)).json()
}

fn lasso(job: &Job<'_>, run: &Lasso) -> LassoText {
    let steps: Vec<Done> = run.moments.iter().filter_map(|(done, _)| *done).collect();
    let (before, around) = steps.split_at(run.back_to.min(steps.len()));
    let around: Vec<Done> = around.iter().copied().chain(run.back_by).collect();
    LassoText {
        conditions: conditions(job, &run.end),
        inputs: inputs(job, &run.end),
        path: path(job, before),
        configuration: job.language.show_state(&job.pool, &run.end.state),
        for_ever: path(job, &around),
    }
}

fn solution(job: &Job<'_>, end: &Solution) -> SolutionText {
    let bindings = end
        .bindings
        .iter()
        .map(|(name, value)| (name.clone(), job.language.show_value(&job.pool, value)));
    SolutionText {
        steps: end.depth,
        ending: end.ending.as_ref().map(name),
        conditions: conditions(job, end),
        sure: end.sure,
        inputs: inputs(job, end),
        output: job.printed(&end.state),
        configuration: job.configuration(&end.state),
        bindings: bindings.collect(),
        path: path(job, &job.path(end)),
    }
}

fn conditions(job: &Job<'_>, end: &Solution) -> Vec<String> {
    end.conds.iter().map(|cond| show_term(&job.pool, *cond)).collect()
}

fn inputs(job: &Job<'_>, end: &Solution) -> Option<BTreeMap<String, String>> {
    let values = job.inputs.values(&job.pool, end.model.as_ref()?)?;
    Some(values.into_iter().collect())
}

/// The rules of a path with the numbers of their steps.
fn path(job: &Job<'_>, path: &[Done]) -> Vec<RuleText> {
    let rules = path.iter().enumerate().filter_map(|(at, done)| match done {
        Done::Rule(rule) => {
            let info = &job.language.compiled.program.rules[rule.index()].info;
            Some(RuleText {
                step: at as u64 + 1,
                rule: rule.index() as u64 + 1,
                label: Some(info.name.as_str()).filter(|name| !name.is_empty()).map(str::to_owned),
                place: info.span.map(|span| job.files.describe(span)),
            })
        }
        Done::Heat(_) | Done::Cool(_) => None,
    });
    rules.collect()
}

fn name(ending: &Ending) -> PathEnding {
    match ending {
        Ending::Finished => PathEnding::Finished,
        Ending::Stuck => PathEnding::Stuck,
        Ending::Depth(_) | Ending::Branch(_) => PathEnding::Depth,
        Ending::Halted(Halt::Undefined(_)) => PathEnding::Undefined,
        Ending::Halted(Halt::Unsupported(_)) => PathEnding::Unsupported,
        Ending::Halted(Halt::TooDeep(_)) => PathEnding::TooDeep,
        Ending::Halted(Halt::Undecided(_)) => PathEnding::Undecided,
        Ending::Halted(Halt::Limit(limit)) | Ending::Limit(limit) => match limit {
            Limit::Interrupted => PathEnding::Interrupted,
            _ => PathEnding::Limit,
        },
    }
}
