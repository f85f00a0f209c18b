//! `fuzz`: feeds the readers of outside input with what a fuzzer makes up, on the stable toolchain.
//!
//! Only our own crates are instrumented, so that everything else comes from the usual build. Cargo
//! calls this program in place of the compiler for them; it adds what the coverage needs.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};

/// Set where this program is called as a compiler.
const WRAPPER: &str = "XTASK_FUZZ_WRAPPER";

/// What makes LLVM count edges and compare operands for libFuzzer.
const COVERAGE: [&str; 6] = [
    "-Cpasses=sancov-module",
    "-Cllvm-args=-sanitizer-coverage-level=4",
    "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
    "-Cllvm-args=-sanitizer-coverage-pc-table",
    "-Cllvm-args=-sanitizer-coverage-trace-compares",
    "--cfg=fuzzing",
];

/// How much each target is fed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Amount {
    Seconds(u64),
    Runs(u64),
}

/// What was asked for.
struct Wanted {
    amount: Amount,
    targets: Vec<String>,
}

/// The compiler with what the coverage needs, if Cargo calls this program as one.
pub(crate) fn as_compiler() -> Option<i32> {
    std::env::var_os(WRAPPER)?;
    let mut args = std::env::args_os().skip(1);
    let compiler = args.next()?;
    let status = Command::new(compiler).args(args).args(COVERAGE).status().ok()?;
    Some(status.code().unwrap_or(1))
}

/// Feeds each target in turn. Fails if one breaks; the input that breaks it is then in `regressions`.
pub(crate) fn fuzz(root: &Path, args: &[&str]) -> Result<()> {
    let wanted = Wanted::parse(args)?;
    let all = targets(root)?;
    for name in &wanted.targets {
        ensure!(all.contains(name), "there is no target `{name}`; there are {}", all.join(", "));
    }
    let chosen = if wanted.targets.is_empty() { &all } else { &wanted.targets };
    let fuzzer = build(root)?;
    let mut broken = Vec::new();
    for target in chosen {
        if !feed(root, &fuzzer, target, wanted.amount)? {
            broken.push(target.as_str());
        }
    }
    ensure!(broken.is_empty(), "broken: {}; see fuzz/regressions", broken.join(", "));
    Ok(())
}

impl Wanted {
    fn parse(args: &[&str]) -> Result<Wanted> {
        let mut wanted = Wanted { amount: Amount::Seconds(60), targets: Vec::new() };
        let mut args = args.iter();
        while let Some(arg) = args.next() {
            let mut number = || -> Result<u64> {
                let text = args.next().with_context(|| format!("{arg} needs a number"))?;
                text.parse().with_context(|| format!("{arg} needs a number, not `{text}`"))
            };
            match *arg {
                "--minutes" => wanted.amount = Amount::Seconds(number()?.saturating_mul(60)),
                "--seconds" => wanted.amount = Amount::Seconds(number()?),
                "--runs" => wanted.amount = Amount::Runs(number()?),
                option if option.starts_with('-') => bail!("there is no option `{option}`"),
                target => wanted.targets.push(target.to_owned()),
            }
        }
        Ok(wanted)
    }
}

/// The targets are the folders of kept inputs; a test compares them with the code.
fn targets(root: &Path) -> Result<Vec<String>> {
    let folder = root.join("fuzz").join("corpus");
    let mut names = Vec::new();
    for entry in fs::read_dir(&folder).with_context(|| folder.display().to_string())? {
        names.push(entry?.file_name().to_string_lossy().into_owned());
    }
    names.sort();
    Ok(names)
}

/// Builds the fuzzer and returns its path.
fn build(root: &Path) -> Result<PathBuf> {
    let own = std::env::current_exe()?;
    let folder = own.parent().context("this program lies in a folder")?.to_owned();
    let mut cargo = Command::new("cargo");
    cargo.current_dir(root).args(["build", "--package", "fuzz", "--bin", "fuzzer"]);
    cargo.args(["--features", "fuzzer"]);
    cargo.env("RUSTC_WORKSPACE_WRAPPER", &own).env(WRAPPER, "1");
    eprintln!("$ {cargo:?}");
    let status = cargo.status().context("cannot run cargo")?;
    ensure!(status.success(), "the fuzzer cannot be built; it needs a C++ compiler");
    Ok(folder.join("fuzzer"))
}

/// Whether a target held. New inputs are added to a corpus outside of the repository; the ones that
/// are kept start it.
fn feed(root: &Path, fuzzer: &Path, target: &str, amount: Amount) -> Result<bool> {
    let (kept, found) = (root.join("fuzz/corpus"), root.join("target/fuzz-corpus"));
    let broken = root.join("fuzz/regressions").join(target);
    for folder in [&found.join(target), &broken] {
        fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    }
    let mut prefix = OsString::from("-artifact_prefix=");
    prefix.push(broken.join(""));
    let limit = match amount {
        Amount::Seconds(seconds) => format!("-max_total_time={seconds}"),
        Amount::Runs(runs) => format!("-runs={runs}"),
    };
    let mut command = Command::new(fuzzer);
    command.env("FUZZ_TARGET", target).arg(prefix).arg(limit);
    command.args(["-timeout=20", "-rss_limit_mb=3000", "-max_len=4096", "-print_final_stats=1"]);
    command.args([found.join(target), kept.join(target)]);
    eprintln!("$ FUZZ_TARGET={target} {command:?}");
    let status = command.status().context("cannot run the fuzzer")?;
    // A folder without an input that breaks the target is noise.
    let _ = fs::remove_dir(&broken);
    Ok(status.success())
}
