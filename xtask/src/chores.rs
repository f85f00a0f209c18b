//! Chores that run other programs.

use std::path::Path;
use std::process::Command;
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use cargo_metadata::MetadataCommand;

use crate::{book, fuzz, tidy};

/// Everything that must pass before a change is merged. Each job says how long it took.
pub(crate) fn test(root: &Path) -> Result<()> {
    let jobs: [(&str, &dyn Fn() -> Result<()>); 8] = [
        ("format", &|| cargo(root, &["fmt", "--all", "--check"])),
        ("tidy", &|| tidy::tidy(root)),
        ("clippy", &|| {
            // With their features, so that the fuzzer and the client of NATS are checked, too.
            let all = ["clippy", "--workspace", "--all-targets", "--locked"];
            cargo(
                root,
                &[&all[..], &["--features", "fuzz/fuzzer,cli/queue", "--", "-D", "warnings"]]
                    .concat(),
            )
        }),
        ("docs", &|| docs(root)),
        ("book", &|| book::book_if_possible(root)),
        ("minimum Rust version", &|| oldest_compiler(root)),
        ("campaign", &|| built_campaign(root)),
        // Last, so that the closing lines of the tests end the log.
        ("tests", &|| cargo(root, &["test", "--workspace", "--locked", "--features", "cli/queue"])),
    ];
    for (name, job) in jobs {
        let started = Instant::now();
        job().with_context(|| name.to_owned())?;
        eprintln!("xtask: {name}: ok, {}s", started.elapsed().as_secs());
    }
    Ok(())
}

/// The large matrices and the long property tests, of which [`test()`] takes samples, and longer random
/// runs.
pub(crate) fn nightly(root: &Path) -> Result<()> {
    let mut tests = Command::new("cargo");
    let all = ["test", "--workspace", "--locked", "--no-fail-fast", "--features", "cli/queue"];
    tests.current_dir(root).args(all);
    run(tests.env("TRACEHOUND_NIGHTLY", "1").env("PROPTEST_CASES", "2000"))?;
    other_z3(root)?;
    book::book_anyway(root)?;
    campaign(root, &["--minutes", "30", "--isolate"])?;
    campaign(root, &["--minutes", "5", "--isolate", "--scale", "10", "solver"])?;
    fuzz::fuzz(root, &["--minutes", "5"])
}

/// The chain over another Z3 than the system's, if the environment names one.
fn other_z3(root: &Path) -> Result<()> {
    if std::env::var_os("TRACEHOUND_TEST_Z3").is_none() {
        eprintln!(
            "skipped: another version of Z3; get one by `pip install z3-solver` and name its `libz3.so` in \
             TRACEHOUND_TEST_Z3"
        );
        return Ok(());
    }
    cargo(root, &["test", "--locked", "-p", "solve-chain", "--test", "all", "agrees"])?;
    cargo(root, &["test", "--locked", "--test", "tracehound", "named_library"])
}

/// The documentation of all crates; a broken link is an error.
fn docs(root: &Path) -> Result<()> {
    let mut doc = Command::new("cargo");
    doc.current_dir(root).args(["doc", "--workspace", "--no-deps", "--locked", "--quiet"]);
    run(doc.env("RUSTDOCFLAGS", "-D warnings"))
}

/// Compiles everything with the oldest compiler that we promise, if it is installed.
fn oldest_compiler(root: &Path) -> Result<()> {
    let metadata =
        MetadataCommand::new().manifest_path(root.join("Cargo.toml")).no_deps().exec()?;
    let versions = metadata.packages.iter().filter_map(|package| package.rust_version.as_ref());
    let version = versions.max().context("no `rust-version` is stated")?;
    let toolchain = format!("+{}.{}", version.major, version.minor);
    let probe = Command::new("cargo").args([&toolchain, "--version"]).output();
    if !probe.is_ok_and(|done| done.status.success()) {
        eprintln!("skipped: Rust {version}, which Cargo.toml promises, is not installed");
        return Ok(());
    }
    // A folder of its own: the usual one would be built anew again and again.
    let folder = root.join("target/oldest");
    let mut check = Command::new("cargo");
    check.current_dir(root).args([&toolchain, "check", "--workspace", "--all-targets", "--locked"]);
    run(check.arg("--target-dir").arg(folder))
}

/// Rewrites the golden texts of the corpus, the output in the tutorials and the table of features: the tests that compare them
/// are made to write instead.
pub(crate) fn bless(root: &Path) -> Result<()> {
    let bless = |args: &[&str]| {
        run(Command::new("cargo").current_dir(root).arg("test").args(args).env("BLESS", "1"))
    };
    bless(&["--test", "corpus"])?;
    bless(&["--test", "tracehound", "--", "tutorial::", "pictures_of", "demo::"])?;
    bless(&["--bin", "tracehound", "--", "features::"])
}

/// Runs the benchmarks, all programs of `benches/`, with further arguments for each.
pub(crate) fn bench(root: &Path, rest: &[&str]) -> Result<()> {
    let metadata =
        MetadataCommand::new().manifest_path(root.join("Cargo.toml")).no_deps().exec()?;
    let packages = metadata.packages.iter().filter(|package| package.name == "benches");
    for target in packages.flat_map(|package| &package.targets).filter(|target| target.is_bin()) {
        let mut args =
            vec!["run", "--release", "--package", "benches", "--bin", &target.name, "--"];
        args.extend(rest);
        cargo(root, &args)?;
    }
    Ok(())
}

/// Runs random cases against independent oracles; without arguments the same ones each time, in about
/// a minute.
pub(crate) fn campaign(root: &Path, rest: &[&str]) -> Result<()> {
    cargo(root, &["build", "--locked", "--bin", "tracehound", "--bin", "campaign"])?;
    // Without a package, features are those of the whole workspace, and nothing is built again.
    let mut args = vec!["run", "--locked", "--bin", "campaign", "--"];
    args.extend(rest);
    cargo(root, &args)
}

/// The campaign, built together with the tests that come after it. Alone it would be built with fewer
/// features of what it depends on, and the tests would build all of that once more.
fn built_campaign(root: &Path) -> Result<()> {
    let programs = ["--bin", "tracehound", "--bin", "campaign", "--features", "cli/queue"];
    cargo(root, &[&["build", "--workspace", "--locked", "--tests"], &programs[..]].concat())?;
    run(Command::new(root.join("target/debug/campaign")).current_dir(root))
}

fn cargo(root: &Path, args: &[&str]) -> Result<()> {
    run(Command::new("cargo").current_dir(root).args(args))
}

fn run(command: &mut Command) -> Result<()> {
    eprintln!("$ {command:?}");
    let status = command.status().with_context(|| format!("cannot run {command:?}"))?;
    ensure!(status.success(), "{command:?} failed");
    Ok(())
}
