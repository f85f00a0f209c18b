//! Chores that run other programs.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};
use cargo_metadata::MetadataCommand;

use crate::tidy;

/// Everything that must pass before a change is merged.
pub(crate) fn test(root: &Path) -> Result<()> {
    cargo(root, &["fmt", "--all", "--check"])?;
    cargo(root, &["clippy", "--workspace", "--all-targets", "--locked", "--", "-D", "warnings"])?;
    cargo(root, &["test", "--workspace", "--locked"])?;
    campaign(root, &[])?;
    tidy::tidy(root)
}

/// Rewrites the golden texts of the corpus and the output in the tutorial: the tests that compare them
/// are told to write instead.
pub(crate) fn bless(root: &Path) -> Result<()> {
    let bless = |args: &[&str]| {
        run(Command::new("cargo").current_dir(root).arg("test").args(args).env("BLESS", "1"))
    };
    bless(&["--test", "corpus"])?;
    bless(&["--test", "tracehound", "--", "tutorial::"])
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

fn cargo(root: &Path, args: &[&str]) -> Result<()> {
    run(Command::new("cargo").current_dir(root).args(args))
}

fn run(command: &mut Command) -> Result<()> {
    eprintln!("$ {command:?}");
    let status = command.status().with_context(|| format!("cannot run {command:?}"))?;
    ensure!(status.success(), "{command:?} failed");
    Ok(())
}
