//! A table like the paper's table 3: real programs, as they are and with events put in, in four modes.

use std::path::{Path, PathBuf};
use std::time::Duration;

use jvm_srv::{Mode, Options};
use solve_chain::{Backend, Config};
use tempfile::TempDir;

use crate::Limits;
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
        properties: &["enumeration", "reader", "writer"],
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

pub(crate) fn measure(jdk: &Path, backend: &Backend, limits: &Limits) {
    for subject in &SUBJECTS {
        if limits.only.as_ref().is_some_and(|only| only != subject.name) {
            continue;
        }
        let Some((_folder, classes)) = open(jdk, subject) else {
            println!("{}: its jar is not installed", subject.name);
            continue;
        };
        for property in subject.properties {
            let program = Program::open(jdk, &classes);
            for mode in MODES {
                let cost = one(&program, subject, property, backend, mode, limits);
                show(subject, property, mode, &cost);
            }
        }
    }
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

fn one(
    program: &Program,
    subject: &Subject,
    property: &str,
    backend: &Backend,
    mode: Mode,
    limits: &Limits,
) -> Cost {
    let entry = format!("real.{}.Driver#{}", subject.name, subject.entry);
    let properties = properties(property);
    let task = Task { entry: &entry, properties: &properties, seeds: &[] };
    let options =
        Options { mode, max_runs: limits.runs, max_time: Some(limits.time), ..Options::default() };
    program.search(&task, &Config::new(backend.clone()), &options)
}

fn show(subject: &Subject, property: &str, mode: Mode, cost: &Cost) {
    let out = &cost.outcome;
    let asked = cost.stages.last().map_or(0, |stage| stage.asked);
    println!(
        "{} {property} {mode:?}: {} runs, {} left, analysis {:.1?}, total {:.1?}, queries {} z3 {asked}, pruned {:?}",
        subject.name, out.runs, out.left, cost.analysis, cost.total, out.queries, out.pruned
    );
    println!(
        "   gaps {:?}\n   distrust {:?}\n   violations {} {:?} {:?}",
        out.gaps,
        out.distrust,
        out.violations.len(),
        out.violations.first().map(|v| v.run),
        out.exceptions
    );
    for stage in &cost.stages {
        println!("      {:?}", stage);
    }
    let _ = Duration::ZERO;
}
