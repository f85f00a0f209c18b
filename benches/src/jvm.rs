//! How fast bytecode is run, how fast a run starts, and how fast paths are found.
//!
//! Needs a JDK, and Z3 for the paths. Counts are compared in review, times are only shown.
#![allow(clippy::print_stdout, reason = "a benchmark prints its figures")]

// Brings the allocator of the tool.
use host as _;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use explore::{Options, Silent, explore_script, replay_script};
use lang_jvm::{BuiltInChecks, ClassPath, Entry, Subject, Vm, VmOptions, find_jdk};
use solve_chain::{Backend, Config};
use solve_z3::Search;
use term::Pool;

fn main() {
    let search: Vec<PathBuf> =
        std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default()).collect();
    let named = std::env::var_os("JAVA_HOME").map(PathBuf::from);
    let jdk = match find_jdk(named.as_deref(), &search) {
        Ok(jdk) => jdk,
        Err(error) => return println!("{error}"),
    };
    let folder = std::env::temp_dir().join(format!("bench-jvm-{}", std::process::id()));
    compile(&jdk, &folder);
    let started = Instant::now();
    let path = ClassPath::open(&jdk, std::slice::from_ref(&folder)).expect("classes can be read");
    let vm = Vm::boot(path, VmOptions::default()).expect("the JDK starts");
    println!("{:<24} {:>10} bytecodes {:>12.1?}", "start", vm.executed(), started.elapsed());
    for method in ["sieve", "calls", "collections", "texts"] {
        speed(&vm, method);
    }
    starts(&vm);
    for len in [2, 6, 10] {
        paths(&vm, len);
    }
    std::fs::remove_dir_all(&folder).expect("our own folder can be removed");
}

fn compile(jdk: &Path, folder: &Path) {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut javac = Command::new(jdk.join("bin/javac"));
    let work = sources.join("src/jvm/Work.java");
    let figure = sources.join("../crates/lang-jvm/tests/symbolic/Figure1.java");
    let status = javac.arg("-d").arg(folder).arg(work).arg(figure).status();
    assert!(status.is_ok_and(|status| status.success()), "javac compiles");
}

fn subject(vm: &Vm, entry: &str) -> Subject {
    let entry = Entry::parse(entry).expect("an entry");
    Subject::new(vm.clone(), entry, BuiltInChecks::default()).expect("the method is there")
}

/// Runs a method on values once and tells bytecodes per second.
fn speed(vm: &Vm, method: &str) {
    let subject = subject(vm, &format!("Work#{method}()"));
    let pool = Pool::new();
    let started = Instant::now();
    let replay = replay_script(&pool, &subject, &[][..].into(), u64::MAX);
    let took = started.elapsed();
    // A step of a replay is this many bytecodes.
    let bytecodes = replay.steps * 1024;
    let rate = bytecodes as f64 / took.as_secs_f64() / 1e6;
    println!("{method:<24} {bytecodes:>10} bytecodes {took:>12.1?} {rate:>8.1} million per second");
}

/// How long a run of a method takes that does nothing.
fn starts(vm: &Vm) {
    const RUNS: u32 = 10_000;
    let subject = subject(vm, "Work#nothing()");
    let pool = Pool::new();
    let started = Instant::now();
    for _ in 0..RUNS {
        replay_script(&pool, &subject, &[][..].into(), u64::MAX);
    }
    let each: Duration = started.elapsed() / RUNS;
    println!("{:<24} {RUNS:>10} runs      {each:>12.1?} each", "from the snapshot");
}

/// All paths of figure 1 of the paper for a list of this length.
fn paths(vm: &Vm, len: u32) {
    let Ok(backend) = Backend::z3(&Search::default()) else {
        return println!("no Z3: paths are not measured");
    };
    let subject = subject(vm, &format!("Figure1#test(arr: ArrayList<Integer>[{len}], m: int)"));
    let config = Config::new(backend);
    let solvers = || config.build_repeatable().expect("a solver");
    let started = Instant::now();
    let run = explore_script(&Pool::new(), &subject, &Options::default(), &solvers, &Silent);
    let took = started.elapsed();
    let paths = run.stats.finished + run.stats.violated;
    let rate = paths as f64 / took.as_secs_f64();
    let name = format!("figure 1, {len} elements");
    println!(
        "{name:<24} {paths:>10} paths     {took:>12.1?} {rate:>8.0} per second, {} queries",
        run.stats.queries
    );
}
