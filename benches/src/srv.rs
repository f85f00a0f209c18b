//! How far the four modes of searching Java programs come: figure 1 of the paper with and without the
//! stage for machine words, and a table like the paper's table 3 over programs that Debian packages.
//!
//! Needs a JDK and Z3; programs whose jars are not installed are left out. Counts are compared in
//! review, times are only shown.
//!
//! `bench-srv [figure|table] [--seconds N] [--runs N] [--only PROGRAM]`
#![allow(clippy::print_stdout, reason = "a benchmark prints its figures")]

#[path = "srv/figure.rs"]
mod figure;
#[path = "srv/mutant.rs"]
mod mutant;
#[path = "srv/patch.rs"]
mod patch;
#[path = "srv/program.rs"]
mod program;
#[path = "srv/table.rs"]
mod table;

use std::path::PathBuf;
use std::time::Duration;

use lang_jvm::find_jdk;
use solve_chain::Backend;
use solve_z3::Search;

/// What one search may take, and which programs are searched.
struct Limits {
    time: Duration,
    runs: u64,
    only: Option<String>,
}

fn main() {
    let (what, limits) = match arguments() {
        Ok(read) => read,
        Err(wrong) => {
            return println!(
                "{wrong}: expected [figure|table] [--seconds N] [--runs N] [--only PROGRAM]"
            );
        }
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
    let mut limits = Limits { time: Duration::from_secs(4), runs: 1_000_000, only: None };
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
            _ => return Err(format!("unknown argument {arg}")),
        }
    }
    Ok((what, limits))
}
