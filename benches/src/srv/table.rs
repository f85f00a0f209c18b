//! A table like the paper's table 3: real programs, as they are and with events put in, in four modes.

use std::path::{Path, PathBuf};
use std::time::Duration;

use jvm_srv::{Mode, Options};
use solve_chain::{Backend, Config};
use tempfile::TempDir;

use crate::Limits;
use crate::mutant;
use crate::program::{Cost, Program, Task, compile, properties};

/// A program with its jar, the method that is searched, and the properties.
struct Subject {
    name: &'static str,
    jar: &'static str,
    entry: &'static str,
    properties: &'static [&'static str],
}

const SUBJECTS: [Subject; 7] = [
    Subject {
        name: "nanoxml",
        jar: "nanoxml.jar",
        entry: "within(text: String[3])",
        properties: &["enumeration", "reader"],
    },
    Subject {
        name: "nanoxmllite",
        jar: "nanoxml-lite.jar",
        entry: "within(text: String[3])",
        properties: &["enumeration", "reader"],
    },
    Subject {
        name: "jlex",
        jar: "JLex.jar",
        entry: "within(text: String[2])",
        properties: &["reader"],
    },
    Subject {
        name: "rhino",
        jar: "js.jar",
        entry: "within(text: String[2])",
        properties: &["iterator", "reader"],
    },
    Subject {
        name: "htmlparser",
        jar: "libhtmlparser.jar",
        entry: "within(text: String[3])",
        properties: &["enumeration", "iterator"],
    },
    Subject {
        name: "jericho",
        jar: "jericho-html.jar",
        entry: "within(text: String[3])",
        properties: &["iterator"],
    },
    Subject {
        name: "jep",
        jar: "jep.jar",
        entry: "within(text: String[3])",
        properties: &["enumeration", "reader"],
    },
];

const MODES: [Mode; 4] = [Mode::Dfs, Mode::Guide, Mode::Slice, Mode::Srv];

/// How many mutants there are of each program and property.
const MUTANTS: usize = 3;

/// What a task came to in the four modes.
type Row = Vec<Cost>;

/// Searches all programs, and prints a line for each task and what it all comes to.
pub(crate) fn measure(jdk: &Path, backend: &Backend, limits: &Limits) {
    println!(
        "completed in the limit of {:?}: runs and seconds; first violation: run and seconds",
        limits.time
    );
    println!(
        "| program, property | version | dfs | guide | slice | srv | first: dfs | guide | slice | srv |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|");
    let mut rows = Vec::new();
    for subject in &SUBJECTS {
        if limits.only.as_ref().is_some_and(|only| only != subject.name) {
            continue;
        }
        match open(jdk, subject) {
            Some((_folder, classes)) => {
                for property in subject.properties {
                    let task = Named { subject, property, backend, limits };
                    rows.extend(task.all(jdk, &classes));
                }
            }
            None => println!("| {} | its jar is not installed |", subject.name),
        }
    }
    summary(&rows, limits.time);
}

/// A program and a property.
struct Named<'a> {
    subject: &'a Subject,
    property: &'a str,
    backend: &'a Backend,
    limits: &'a Limits,
}

impl Named<'_> {
    /// The program as it is and its mutants.
    fn all(&self, jdk: &Path, classes: &[PathBuf]) -> Vec<Row> {
        let program = Program::open(jdk, classes);
        let entry = self.entry();
        let properties = properties(self.property);
        let task = Task { entry: &entry, properties: &properties, seeds: &[] };
        let (_, analysis) = program.prepare(&task);
        let mut rows = vec![self.row(&program, &task, "original")];
        let chosen = mutant::choose(&program.path, &analysis, self.property, MUTANTS);
        for (index, mutation) in chosen.iter().enumerate() {
            let folder = tempfile::tempdir().expect("there is room");
            if !mutant::write(&program.path, mutation, folder.path()) {
                continue;
            }
            let classes = [&[folder.path().to_owned()], classes].concat();
            let mutated = Program::open(jdk, &classes);
            rows.push(self.row(&mutated, &task, &format!("mutant {}", index + 1)));
        }
        rows
    }

    fn entry(&self) -> String {
        format!("real.{}.Driver#{}", self.subject.name, self.subject.entry)
    }

    fn row(&self, program: &Program, task: &Task<'_>, version: &str) -> Row {
        let config = Config::new(self.backend.clone());
        let one = |mode: Mode| {
            let (max_runs, max_time) = (self.limits.runs, Some(self.limits.time));
            let options = Options { mode, max_runs, max_time, ..Options::default() };
            let mut cost = program.search(task, &config, &options);
            // Nothing is read beforehand where all paths are taken as they come.
            if mode == Mode::Dfs {
                cost.total -= cost.analysis;
            }
            cost
        };
        let row: Row = MODES.into_iter().map(one).collect();
        let completed = row.iter().map(|cost| match is_completed(cost) {
            true => format!("{}, {:.1}", cost.outcome.runs, cost.total.as_secs_f64()),
            false if has_gap(cost) => "gap".to_owned(),
            false => format!("({})", cost.outcome.runs),
        });
        let first = row.iter().map(|cost| match cost.outcome.violations.first() {
            Some(violation) => format!("{}", violation.run),
            None if is_completed(cost) => "none".to_owned(),
            None => "?".to_owned(),
        });
        let cells: Vec<String> = completed.chain(first).collect();
        println!(
            "| {}, {} | {version} | {} |",
            self.subject.name,
            self.property,
            cells.join(" | ")
        );
        row
    }
}

/// Whether every branch was taken or left out.
fn is_completed(cost: &Cost) -> bool {
    cost.outcome.left == 0 && !has_gap(cost)
}

/// Whether a run came to something that is not modelled.
fn has_gap(cost: &Cost) -> bool {
    cost.outcome.gaps.iter().any(|gap| gap.starts_with("a run came to"))
}

/// How many tasks each mode completed, and how much faster the last one was than the others. A search
/// that was not completed took at least the limit.
fn summary(rows: &[Row], limit: Duration) {
    for (index, mode) in MODES.into_iter().enumerate() {
        let completed = rows.iter().filter(|row| is_completed(&row[index])).count();
        let found = rows.iter().filter(|row| !row[index].outcome.violations.is_empty()).count();
        let by_srv = rows.iter().filter(|row| is_completed(&row[3]));
        let ratios: Vec<f64> = by_srv
            .clone()
            .map(|row| charged(&row[index], limit) / charged(&row[3], limit))
            .collect();
        let hard: Vec<f64> = by_srv
            .filter(|row| !is_completed(&row[0]))
            .map(|row| charged(&row[index], limit) / charged(&row[3], limit))
            .collect();
        println!(
            "{mode:?}: {completed} of {} tasks completed, a violation in {found}; srv is {:.1} times as fast on what it completes, {:.1} times where dfs does not complete ({} tasks)",
            rows.len(),
            mean(&ratios),
            mean(&hard),
            hard.len(),
        );
    }
}

fn charged(cost: &Cost, limit: Duration) -> f64 {
    if is_completed(cost) { cost.total.as_secs_f64() } else { cost.total.max(limit).as_secs_f64() }
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

/// The classes of a program and its driver.
fn open(jdk: &Path, subject: &Subject) -> Option<(TempDir, Vec<PathBuf>)> {
    let jar = Path::new("/usr/share/java").join(subject.jar);
    let folder = tempfile::tempdir().expect("there is room");
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus/java/real");
    let driver = sources.join(subject.name).join("Driver.java");
    let jars = [jar.clone()];
    (jar.exists() && compile(jdk, &driver, &jars, folder.path()))
        .then(|| (folder.path().to_owned(), jar))
        .map(|(own, jar)| (folder, vec![own, jar]))
}
