//! How far the four modes of searching Java programs come: figure 1 of the paper with and without the
//! stage for machine words, and a table like the paper's table 3 over programs that Debian packages.
//!
//! Needs a JDK and Z3; programs whose jars are not installed are left out. Counts are compared in
//! review, times are only shown.
//!
//! `bench-srv [figure|table] [--seconds N] [--runs N] [--only PROGRAM] [--tasks A-B] [--write FILE]`
#![allow(clippy::print_stdout, reason = "a benchmark prints its figures")]

#[path = "srv/figure.rs"]
mod figure;
#[path = "srv/frames.rs"]
mod frames;
#[path = "srv/held.rs"]
mod held;
#[path = "srv/mutant.rs"]
mod mutant;
#[path = "srv/patch.rs"]
mod patch;
#[path = "srv/program.rs"]
mod program;
#[path = "srv/result.rs"]
mod result;
#[path = "srv/subject.rs"]
mod subject;
#[path = "srv/table.rs"]
mod table;

// Brings the allocator of the tool.
use host as _;

use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::Duration;

use lang_jvm::find_jdk;
use solve_chain::Backend;
use solve_z3::Search;

/// What one search may take, which tasks are searched, and where the table goes.
struct Limits {
    time: Duration,
    runs: u64,
    only: Option<String>,
    tasks: RangeInclusive<usize>,
    write: Option<PathBuf>,
}

impl Limits {
    /// Whether a task is searched.
    fn takes(&self, number: usize, program: &str) -> bool {
        self.tasks.contains(&number) && self.only.as_ref().is_none_or(|only| only == program)
    }
}

const USAGE: &str = "expected [figure|table] [--seconds N] [--runs N] [--only PROGRAM] [--tasks A-B] [--write FILE]";

fn main() {
    let (what, limits) = match arguments() {
        Ok(read) => read,
        Err(wrong) => return println!("{wrong}: {USAGE}"),
    };
    let search: Vec<PathBuf> =
        std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default()).collect();
    let named = std::env::var_os("JAVA_HOME").map(PathBuf::from);
    let jdk = match find_jdk(named.as_deref(), &search) {
        Ok(jdk) => jdk,
        Err(error) => return println!("{error}"),
    };
    let backend = match Backend::z3(&Search::default()) {
        Ok(backend) => backend,
        Err(error) => return println!("{error}"),
    };
    if what != Some("table") {
        figure::measure(&jdk, &backend);
    }
    if what != Some("figure") {
        table::measure(&jdk, &backend, &limits);
    }
}

fn arguments() -> Result<(Option<&'static str>, Limits), String> {
    let mut what = None;
    let mut limits = Limits {
        time: Duration::from_secs(20),
        runs: 1_000_000,
        only: None,
        tasks: 1..=usize::MAX,
        write: None,
    };
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        let mut value = || args.next().ok_or_else(|| format!("{arg} needs a value"));
        let number = |text: String| text.parse().map_err(|_| format!("{text} is no number"));
        match arg.as_str() {
            "figure" => what = Some("figure"),
            "table" => what = Some("table"),
            "--seconds" => limits.time = Duration::from_secs(number(value()?)?),
            "--runs" => limits.runs = number(value()?)?,
            "--only" => limits.only = Some(value()?),
            "--tasks" => limits.tasks = range(&value()?)?,
            "--write" => limits.write = Some(value()?.into()),
            _ => return Err(format!("unknown argument {arg}")),
        }
    }
    Ok((what, limits))
}

/// Reads `3` or `3-7`.
fn range(text: &str) -> Result<RangeInclusive<usize>, String> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    match (first.parse(), last.parse()) {
        (Ok(first), Ok(last)) => Ok(first..=last),
        _ => Err(format!("{text} is no range of tasks")),
    }
}
