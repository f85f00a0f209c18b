//! The same case in other ways: more threads give the same bytes, other strategies and engines the
//! same answer, and without pruning the same is found. A usual run takes one way for each case, a nightly run all of them.

use tempfile::TempDir;
use testbed::{Case, Language, is_nightly, pick};

use crate::check::{Checked, checked, options};

/// Another way to the same answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Variation {
    Threads,
    /// Every branch is followed.
    Unpruned,
    Strategy(&'static str),
    /// Another engine, within bounds that it can enumerate.
    Engine(&'static str),
}

const STRATEGIES: [Variation; 3] =
    [Variation::Strategy("bfs"), Variation::Strategy("random"), Variation::Strategy("priority")];
const ENGINES: [Variation; 2] = [Variation::Engine("derivative"), Variation::Engine("naive")];

/// Enumerating engines need small bounds. What they do not decide within them is no answer; how far
/// they come does not depend on the time that they have.
const SMALL: [&str; 4] = ["--history=2", "--events=5", "--max-findings=1", "--max-paths=300"];

/// Runs a case in other ways.
pub(crate) fn check(case: &Case, scratch: &TempDir, first: &Checked) -> Result<(), String> {
    let all = variations(case);
    if all.is_empty() {
        return Ok(());
    }
    let chosen = if is_nightly() { all } else { vec![*pick(&case.name, &all)] };
    chosen.into_iter().try_for_each(|variation| {
        let result = match variation {
            Variation::Threads => threads(case, scratch, first),
            Variation::Unpruned => unpruned(case, scratch, first),
            Variation::Strategy(name) => strategy(case, scratch, first, name),
            Variation::Engine(name) => engine(case, scratch, name),
        };
        result.map_err(|what| format!("{variation:?}: {what}"))
    })
}

/// The ways that a language has.
fn variations(case: &Case) -> Vec<Variation> {
    let mut all = match case.language {
        Language::Toy | Language::Ml | Language::MlFolders => vec![Variation::Threads],
        Language::K | Language::Interp => return vec![Variation::Threads],
        // It takes long, and is the same machine as that of OCaml.
        Language::Haskell if is_nightly() => vec![Variation::Threads],
        _ => return Vec::new(),
    };
    // Where a limit cuts the search short, the order decides what is seen before.
    let limits = &case.expected.limits;
    let is_cut = [limits.steps, limits.depth, limits.paths, limits.solver_ms];
    if case.language != Language::Haskell && is_cut.iter().all(Option::is_none) {
        all.extend(STRATEGIES);
        all.push(Variation::Unpruned);
    }
    if case.language == Language::Ml {
        all.extend(ENGINES);
    }
    all
}

fn threads(case: &Case, scratch: &TempDir, first: &Checked) -> Result<(), String> {
    let again = checked(case, scratch, &[options(case), vec!["-j3".to_owned()]].concat())?;
    if again.json == first.json { Ok(()) } else { Err(format!("another report\n{}", again.json)) }
}

fn unpruned(case: &Case, scratch: &TempDir, first: &Checked) -> Result<(), String> {
    let all = checked(case, scratch, &[options(case), vec!["--no-prune".to_owned()]].concat())?;
    let told = |checked: &Checked| -> Vec<String> {
        let target = |target: &serde_json::Value| {
            let findings = target["findings"].as_array().into_iter().flatten();
            let ids: Vec<String> = findings.map(|finding| finding["id"].to_string()).collect();
            format!("{} {} {}", target["name"], target["answer"], ids.join(" "))
        };
        checked.targets().iter().map(target).collect()
    };
    if told(&all) == told(first) {
        return Ok(());
    }
    Err(format!("{:?} instead of {:?}", told(&all), told(first)))
}

fn strategy(case: &Case, scratch: &TempDir, first: &Checked, name: &str) -> Result<(), String> {
    let further = vec![format!("--strategy={name}"), "--seed=7".to_owned()];
    let again = checked(case, scratch, &[options(case), further].concat())?;
    if again.done.code == first.done.code {
        return Ok(());
    }
    Err(format!("exit {} instead of {}\n{}", again.done.code, first.done.code, again.done.stdout))
}

fn engine(case: &Case, scratch: &TempDir, name: &str) -> Result<(), String> {
    let ours = answers(case, scratch, "slots")?;
    let others = answers(case, scratch, name)?;
    for ((target, ours), (_, others)) in ours.iter().zip(&others) {
        let said = [ours, others];
        let has = |wanted: &str| said.iter().any(|answer| answer.starts_with(wanted));
        if has("violation") && (has("holds") || has("proved")) {
            return Err(format!("{target}: {others}, and {ours} by slots"));
        }
    }
    Ok(())
}

/// What an engine answers for each target.
fn answers(case: &Case, scratch: &TempDir, engine: &str) -> Result<Vec<(String, String)>, String> {
    let mut options: Vec<String> = SMALL.iter().map(|option| (*option).to_owned()).collect();
    options.extend([format!("--engine={engine}"), "--timeout=1h".to_owned()]);
    let checked = checked(case, scratch, &options)?;
    let text = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_owned();
    let targets = checked.targets().iter();
    Ok(targets.map(|target| (text(&target["name"]), text(&target["answer"]))).collect())
}
