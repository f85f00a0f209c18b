//! Haskell: insertion into red-black trees, 162 inputs and outputs, with constructors decided by sets
//! and with all of it left to Z3 (`--no-stage`), side by side.
//!
//! The whole tool is run, as a user runs it, so that what reading the program costs is in it too.
//! `cargo build --release -p cli` makes the tool that is measured.
#![allow(clippy::print_stdout, reason = "a benchmark prints its figures")]

// Brings the allocator of the tool.
use host as _;

use std::path::PathBuf;
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

/// The stages that decide about constructors without Z3.
const WITHOUT: [&str; 6] = ["--no-stage", "core", "--no-stage", "cdcl", "--no-stage", "lookup"];
const TURNS: u32 = 3;

fn main() -> ExitCode {
    let tool =
        std::env::current_exe().ok().and_then(|path| Some(path.parent()?.join("tracehound")));
    let Some(tool) = tool.filter(|tool| tool.is_file()) else {
        eprintln!(
            "error: there is no tracehound beside this program: cargo build --release -p cli"
        );
        return ExitCode::FAILURE;
    };
    // The first run fills the cache of dumps.
    let rows: Option<Vec<(&str, Duration)>> = measured(&tool, &[]).and_then(|_| {
        let reading = ("reading the program, one path", shortest(&tool, "1", &[])?);
        let sets = ("162 paths, sets of constructors", shortest(&tool, "162", &[])?);
        let z3 = ("162 paths, Z3 alone", shortest(&tool, "162", &WITHOUT)?);
        Some(vec![reading, sets, z3])
    });
    let Some(rows) = rows else { return ExitCode::FAILURE };
    let base = rows[1].1.as_secs_f64();
    for (what, time) in rows {
        println!(
            "{what:<34} {:>8.1} ms  × {:.2}",
            time.as_secs_f64() * 1e3,
            time.as_secs_f64() / base
        );
    }
    ExitCode::SUCCESS
}

/// The shortest of some runs.
fn shortest(tool: &PathBuf, paths: &str, stages: &[&str]) -> Option<Duration> {
    let arguments: Vec<&str> = ["-n", paths].iter().chain(stages).copied().collect();
    let times: Option<Vec<Duration>> = (0..TURNS).map(|_| measured(tool, &arguments)).collect();
    times?.into_iter().min()
}

/// One run.
fn measured(tool: &PathBuf, arguments: &[&str]) -> Option<Duration> {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
    let start = Instant::now();
    let mut command = Command::new(tool);
    command.current_dir(root).args(["run", "corpus/hs/RedBlack.hs", "insert", "--format", "short"]);
    let done = command.args(arguments).output().ok()?;
    let time = start.elapsed();
    if !done.status.success() {
        eprintln!("error: {}", String::from_utf8_lossy(&done.stderr));
        return None;
    }
    Some(time)
}
