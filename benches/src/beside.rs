//! Two builds of the tool side by side, and one thread beside two.
//!
//!     bench-beside OTHER      each command by this build and by the one at OTHER, in turns
//!     bench-beside            each search with -j 1 and with -j 2
//!
//! Builds are compared by the time on the processor, threads by the wall: those figures say something on
//! a quiet machine only. The tool of this build lies beside this program (`cargo build --release`).
#![allow(clippy::print_stdout, reason = "a benchmark prints its figures")]

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

const TURNS: usize = 5;
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

/// A command that is timed.
struct Row {
    name: &'static str,
    args: &'static [&'static str],
    /// A folder and how the names of programs in it end: all of them are further arguments.
    programs: Option<(&'static str, &'static str)>,
}

const fn row(name: &'static str, args: &'static [&'static str]) -> Row {
    Row { name, args, programs: None }
}

/// What two builds do.
const COMMANDS: &[Row] = &[
    row("K, run", &["run", "benches/src/beside/sum.imp", "--def", "examples/k/imp/imp.k"]),
    row("K, search", ORDERS),
    row("K, threads", RACE),
    row("Java, figure 1", FIGURE),
    row("goals, append", APPEND),
    row("goals, palindromes", PALINDROMES),
    row("300 differences", DIFFERENCES),
    Row {
        name: "OCaml corpus",
        args: &["check", "--history", "4"],
        programs: Some(("corpus/ml", "-fixed/main.ml")),
    },
    Row { name: "Haskell corpus", args: &["check"], programs: Some(("corpus/hs", "Fixed.hs")) },
];

/// Searches that have work for two threads: in the others above, few paths wait at any time.
const SEARCHES: &[Row] =
    &[row("K, threads", RACE), row("Java, dfs", FIGURE), row("300 differences", DIFFERENCES)];

const ORDERS: &[&str] =
    &["run", "benches/src/beside/orders.imp", "--def", "examples/k/imp/imp.k", "--search"];
const RACE: &[&str] =
    &["run", "benches/src/beside/race.simple", "--def", "examples/k/simple/simple.md", "--search"];
const FIGURE: &[&str] = &[
    "check",
    "crates/lang-jvm/tests/symbolic/Figure1.java",
    "Figure1#test(arr: ArrayList<Integer>[14], m: int)",
    "--mode",
    "dfs",
];
const APPEND: &[&str] = &["solve", "benches/src/beside/append.goal", "-n", "121"];
const PALINDROMES: &[&str] = &["solve", "corpus/interp/palindromes.goal", "-n", "200"];
const DIFFERENCES: &[&str] =
    &["diff", "--interp", "lexical", "dynamic", "-n", "300", "--order", "found"];

fn main() -> ExitCode {
    let beside = |path: PathBuf| Some(path.parent()?.join("tracehound"));
    let Some(tool) = std::env::current_exe().ok().and_then(beside).filter(|tool| tool.is_file())
    else {
        eprintln!("error: there is no tracehound beside this program: cargo build --release");
        return ExitCode::FAILURE;
    };
    match std::env::args_os().nth(1).map(PathBuf::from) {
        Some(other) => COMMANDS.iter().for_each(|row| builds(row, [&other, &tool])),
        None => SEARCHES.iter().for_each(|row| threads(row, &tool)),
    }
    ExitCode::SUCCESS
}

/// One command by two builds, in turns, so that what else goes on at the machine meets both.
fn builds(row: &Row, tools: [&Path; 2]) {
    let mut shortest = [Duration::MAX; 2];
    for _ in 0..TURNS {
        for (shortest, tool) in shortest.iter_mut().zip(tools) {
            match run(tool, row, &[]) {
                Some(done) => *shortest = done.processor.min(*shortest),
                None => return println!("{:<20} is refused by {}", row.name, tool.display()),
            }
        }
    }
    show(row.name, ["other", "this"], shortest, "");
}

/// One search by one thread and by two.
fn threads(row: &Row, tool: &Path) {
    let mut shortest = [Duration::MAX; 2];
    let mut printed: Option<Vec<u8>> = None;
    let mut note = "same bytes";
    for _ in 0..TURNS {
        for (shortest, count) in shortest.iter_mut().zip(["1", "2"]) {
            let Some(done) = run(tool, row, &["-j", count]) else {
                return println!("{:<20} is refused", row.name);
            };
            *shortest = done.wall.min(*shortest);
            if printed.get_or_insert_with(|| done.output.clone()) != &done.output {
                note = "OTHER BYTES";
            }
        }
    }
    show(row.name, ["-j 1", "-j 2"], shortest, note);
}

fn show(name: &str, labels: [&str; 2], [first, second]: [Duration; 2], note: &str) {
    let ratio = first.as_secs_f64() / second.as_secs_f64();
    let [one, two] = labels;
    println!("{name:<20} {one} {first:>8.2?}  {two} {second:>8.2?}  × {ratio:.2} {note}");
}

/// What a command came to.
struct Done {
    wall: Duration,
    processor: Duration,
    output: Vec<u8>,
}

/// Runs a command; none if the tool refuses it.
fn run(tool: &Path, row: &Row, further: &[&str]) -> Option<Done> {
    let mut command = Command::new(tool);
    command.current_dir(ROOT).args(row.args).args(further).stdin(Stdio::null());
    if let Some((folder, ending)) = row.programs {
        command.args(programs(folder, ending));
    }
    let (start, before) = (Instant::now(), children());
    let done = command.output().ok()?;
    let (wall, processor) = (start.elapsed(), children() - before);
    // Findings and limits are answers; a command that is not understood ends with 2.
    (done.status.code() != Some(2)).then_some(Done { wall, processor, output: done.stdout })
}

/// The programs of a folder of the corpus, in order.
fn programs(folder: &str, ending: &str) -> Vec<String> {
    let (name, file) = ending.split_once('/').unwrap_or((ending, ""));
    let entries = std::fs::read_dir(Path::new(ROOT).join(folder)).into_iter().flatten().flatten();
    let names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
    let path = |found: String| match file {
        "" => format!("{folder}/{found}"),
        _ => format!("{folder}/{found}/{file}"),
    };
    let mut all: Vec<String> = names.filter(|found| found.ends_with(name)).map(path).collect();
    all.sort();
    all
}

/// The time that ended children of this process had on the processor.
fn children() -> Duration {
    const TICK: Duration = Duration::from_millis(10);
    let text = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // The name of the program stands in brackets and may have spaces in it.
    let fields = text.rsplit_once(')').map_or("", |(_, fields)| fields);
    let ticks =
        fields.split_whitespace().skip(13).take(2).filter_map(|field| field.parse::<u32>().ok());
    TICK * ticks.sum::<u32>()
}
