//! The Haskell corpus, by the real binary: each function gets the answer that its file demands.

use std::fs;
use std::path::PathBuf;

use serde_json::Value;

use crate::common::{root, tracehound};

/// A Haskell program of the corpus.
struct Case {
    path: PathBuf,
    text: String,
}

/// What the answer for a function must be, as `-- expect:` and `-- today:` say it.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Answer {
    Holds,
    HoldsWithinBounds,
    Inconclusive,
    /// A finding of this code, which names this function if there is one.
    Finding(String, Option<String>),
}

impl Case {
    fn all() -> Vec<Case> {
        let entries = fs::read_dir(root().join("corpus/hs")).expect("the corpus is there");
        let paths = entries.map(|entry| entry.expect("it can be listed").path());
        let mut paths: Vec<PathBuf> =
            paths.filter(|path| path.extension().is_some_and(|ending| ending == "hs")).collect();
        paths.sort();
        paths.into_iter().map(Case::read).collect()
    }

    fn read(path: PathBuf) -> Case {
        let text = fs::read_to_string(&path).expect("a case can be read");
        Case { path, text }
    }

    fn name(&self) -> String {
        self.path.strip_prefix(root()).expect("it is in the project").display().to_string()
    }

    /// The lines of the header of one kind, without what introduces them.
    fn header(&self, kind: &str) -> Vec<&str> {
        let start = format!("-- {kind}: ");
        let header = self.text.lines().take_while(|line| line.starts_with("--"));
        header.filter_map(|line| line.strip_prefix(&start)).collect()
    }

    /// Functions with their answers.
    fn answers(&self, kind: &str) -> Vec<(&str, Answer)> {
        let lines = self.header(kind).into_iter();
        lines
            .map(|line| {
                let (function, answer) = line.split_once(" -> ").expect("a function -> an answer");
                (function, Answer::read(answer))
            })
            .collect()
    }
}

impl Answer {
    fn read(text: &str) -> Answer {
        match text.split(' ').collect::<Vec<&str>>().as_slice() {
            ["holds"] => Answer::Holds,
            ["holds", "within", "bounds"] => Answer::HoldsWithinBounds,
            ["inconclusive"] => Answer::Inconclusive,
            [code @ ("REF001" | "REF002" | "REF003")] => Answer::Finding((*code).to_owned(), None),
            [code @ ("REF002" | "REF003"), callee] => {
                Answer::Finding((*code).to_owned(), Some((*callee).to_owned()))
            }
            _ => panic!("there is no such answer: {text}"),
        }
    }

    /// Whether a target of a report has this answer. To hold is better than to hold within bounds.
    fn is_that_of(&self, target: &Value) -> bool {
        let answer = target["answer"].as_str().unwrap_or_default();
        match self {
            Answer::Holds => answer == "holds",
            Answer::HoldsWithinBounds => matches!(answer, "holds" | "holds-within-bounds"),
            Answer::Inconclusive => answer == "inconclusive",
            Answer::Finding(code, callee) => {
                let findings = target["findings"].as_array().into_iter().flatten();
                findings.filter(|finding| finding["code"] == **code).any(|finding| {
                    let message = finding["message"].as_str().unwrap_or_default();
                    callee.as_ref().is_none_or(|callee| message.contains(&format!("`{callee}`")))
                })
            }
        }
    }
}

#[test]
fn each_function_has_its_answer() {
    let mut wrong = Vec::new();
    let mut compared = 0;
    for case in Case::all() {
        let expected = case.answers("expect");
        if expected.is_empty() {
            continue;
        }
        // The answer is that of the search, however busy the machine is.
        let done = tracehound(&["check", &case.name(), "--timeout", "1h", "--format", "json"]);
        let report: Value = serde_json::from_str(&done.stdout)
            .unwrap_or_else(|error| panic!("{}: {error}\n{}", case.name(), done.stderr));
        let today = case.answers("today");
        for (function, answer) in expected {
            let answer =
                today.iter().find(|(name, _)| *name == function).map_or(answer, |(_, t)| t.clone());
            let targets = report["targets"].as_array().into_iter().flatten();
            let target = targets.into_iter().find(|target| target["name"] == *function);
            compared += 1;
            if !target.is_some_and(|target| answer.is_that_of(target)) {
                wrong.push(format!("{}: {function} is not {answer:?}", case.name()));
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {compared} differ:\n{}", wrong.len(), wrong.join("\n"));
    assert!(compared > 80, "only {compared} functions were looked at");
}

#[test]
fn every_case_says_what_it_is_for() {
    for case in Case::all() {
        assert_eq!(case.header("why").len(), 1, "{}", case.name());
        let asked = case.header("expect").len() + case.header("run").len();
        assert!(asked > 0, "{} expects nothing", case.name());
    }
}
