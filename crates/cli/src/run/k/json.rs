//! What is told of a run or a search, for programs: one JSON object.

use explore::Limit;
use lang_k::ltl::Checked;
use lang_k::{Done, Ending, Found, Halt, Solution, State, show_term};
use serde_json::{Map, Value, json};

use super::Job;
use super::told::{reason, short_ending};

/// A run on known values.
pub(super) fn run(job: &Job<'_>, state: &State, steps: u64, ending: &Ending) -> String {
    let told = json!({
        "kind": "run",
        "steps": steps,
        "ending": name(ending),
        "note": short_ending(ending),
        "output": job.printed(state),
        "exit_code": job.language.exit_code(state),
        "configuration": job.language.show_state(&job.pool, state),
    });
    format!("{told:#}\n")
}

/// All solutions.
pub(super) fn solutions(job: &Job<'_>, found: &Found) -> String {
    let given_up = found.given_up.iter();
    let told = json!({
        "kind": "solutions",
        "complete": found.is_complete(),
        "given_up": given_up.map(|(why, times)| json!({ "why": reason(why), "times": times })).collect::<Vec<_>>(),
        "solutions": found.solutions.iter().map(|end| solution(job, end)).collect::<Vec<_>>(),
    });
    format!("{told:#}\n")
}

/// Whether a property holds.
pub(super) fn property(job: &Job<'_>, formula: &str, checked: &Checked) -> String {
    let (answer, reasons, run) = match checked {
        Checked::Holds => ("holds", Vec::new(), Value::Null),
        Checked::HoldsWithin(reasons) => {
            ("holds within", reasons.iter().map(reason).collect(), Value::Null)
        }
        Checked::Broken(run) => {
            let steps: Vec<Done> = run.moments.iter().filter_map(|(done, _)| *done).collect();
            let (before, around) = steps.split_at(run.back_to.min(steps.len()));
            let around: Vec<Done> = around.iter().copied().chain(run.back_by).collect();
            let run = json!({
                "conditions": conditions(job, &run.end),
                "inputs": inputs(job, &run.end),
                "path": path(job, before),
                "configuration": job.language.show_state(&job.pool, &run.end.state),
                "for_ever": path(job, &around),
            });
            ("broken", Vec::new(), run)
        }
    };
    let told = json!({
        "kind": "property",
        "formula": formula,
        "answer": answer,
        "given_up": reasons,
        "run": run,
    });
    format!("{told:#}\n")
}

fn solution(job: &Job<'_>, end: &Solution) -> Value {
    let bindings = end.bindings.iter().map(|(name, value)| {
        (name.clone(), Value::from(job.language.show_value(&job.pool, value)))
    });
    json!({
        "steps": end.depth,
        "ending": end.ending.as_ref().map(name),
        "conditions": conditions(job, end),
        "sure": end.sure,
        "inputs": inputs(job, end),
        "output": job.printed(&end.state),
        "configuration": job.language.show_state(&job.pool, &end.state),
        "bindings": bindings.collect::<Map<String, Value>>(),
        "path": path(job, &job.path(end)),
    })
}

fn conditions(job: &Job<'_>, end: &Solution) -> Vec<String> {
    end.conds.iter().map(|cond| show_term(&job.pool, *cond)).collect()
}

fn inputs(job: &Job<'_>, end: &Solution) -> Option<Map<String, Value>> {
    let values = job.inputs.values(&job.pool, end.model.as_ref()?)?;
    Some(values.into_iter().map(|(name, value)| (name, Value::from(value))).collect())
}

/// The rules of a path with the numbers of their steps.
fn path(job: &Job<'_>, path: &[Done]) -> Vec<Value> {
    let rules = path.iter().enumerate().filter_map(|(at, done)| match done {
        Done::Rule(rule) => {
            let info = &job.language.compiled.program.rules[rule.index()].info;
            let place = info.span.map(|span| job.files.describe(span));
            let label = Some(info.name.as_str()).filter(|name| !name.is_empty());
            Some(
                json!({ "step": at + 1, "rule": rule.index() + 1, "label": label, "place": place }),
            )
        }
        Done::Heat(_) | Done::Cool(_) => None,
    });
    rules.collect()
}

fn name(ending: &Ending) -> &'static str {
    match ending {
        Ending::Finished => "finished",
        Ending::Stuck => "stuck",
        Ending::Depth(_) => "depth",
        Ending::Halted(Halt::Undefined(_)) => "undefined",
        Ending::Halted(Halt::Unsupported(_)) => "unsupported",
        Ending::Halted(Halt::TooDeep(_)) => "too deep",
        Ending::Halted(Halt::Undecided(_)) => "undecided",
        Ending::Halted(Halt::Limit(limit)) | Ending::Limit(limit) => match limit {
            Limit::Interrupted => "interrupted",
            _ => "limit",
        },
    }
}
