//! The manual as a book. `tidy` checks pages, contents and links without mdbook; this builds it.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

/// The version that the manual is built with.
const MDBOOK: &str = "0.5.1";

/// Builds the manual; a warning is an error.
pub(crate) fn book(root: &Path) -> Result<()> {
    let mdbook = find(root).with_context(|| {
        format!("mdbook is not installed: `cargo install --locked --no-default-features mdbook@{MDBOOK}`")
    })?;
    build(root, &mdbook)
}

/// The same where mdbook is there. Installing it takes as long as building half of the project, so the usual
/// tests do without: `tidy` has checked what mdbook would complain about, and the nightly run builds the book.
pub(crate) fn book_if_possible(root: &Path) -> Result<()> {
    match find(root) {
        Some(mdbook) => build(root, &mdbook),
        None => {
            eprintln!(
                "skipped: the book, since mdbook is not installed; `tidy` has checked its pages and links"
            );
            Ok(())
        }
    }
}

/// Installs mdbook below `target` if it is not there, and builds the manual.
pub(crate) fn book_anyway(root: &Path) -> Result<()> {
    if find(root).is_none() {
        let mut install = Command::new("cargo");
        install.current_dir(root).args(["install", "--locked", "--no-default-features", "--debug"]);
        install.arg(format!("mdbook@{MDBOOK}")).arg("--root").arg(root.join("target/tools"));
        let status = install.status().context("cargo cannot be run")?;
        ensure!(status.success(), "mdbook cannot be installed");
    }
    book(root)
}

fn find(root: &Path) -> Option<PathBuf> {
    let own = root.join("target/tools/bin/mdbook");
    let usual = PathBuf::from("mdbook");
    [own, usual].into_iter().find(|program| {
        Command::new(program).arg("--version").output().is_ok_and(|done| done.status.success())
    })
}

fn build(root: &Path, mdbook: &Path) -> Result<()> {
    let done = Command::new(mdbook).arg("build").arg(root.join("docs")).output()?;
    let said = format!(
        "{}{}",
        String::from_utf8_lossy(&done.stdout),
        String::from_utf8_lossy(&done.stderr)
    );
    ensure!(done.status.success(), "the book cannot be built:\n{said}");
    ensure!(!said.contains("WARN") && !said.contains("ERROR"), "the book has warnings:\n{said}");
    Ok(())
}
