//! Which OCaml files load: a table by reason, for folders of sources.
//!
//! A file counts if `ocamlc` accepts it, alone or with the files of its folder compiled before it in the
//! order of their dependencies. It loads if `tracehound list` reads and types it, with targets or without.
#![allow(clippy::print_stdout, reason = "the table is what is asked for")]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use anyhow::{Context, Result, bail};

/// Prints the table for the files below some folders.
pub(crate) fn loading(root: &Path, folders: &[&str]) -> Result<()> {
    if folders.is_empty() {
        bail!("cargo xtask loading FOLDER …");
    }
    let binary = root.join("target/debug/tracehound");
    if !binary.exists() {
        bail!("`{}` is not built", binary.display());
    }
    let mut accepted = Vec::new();
    for folder in folders {
        for below in folders_below(Path::new(folder))? {
            accepted.extend(accepted_in(&below)?);
        }
    }
    let mut reasons: BTreeMap<String, Vec<PathBuf>> = BTreeMap::new();
    for file in &accepted {
        if let Some(reason) = refusal(&binary, file)? {
            reasons.entry(reason).or_default().push(file.clone());
        }
    }
    let refused: usize = reasons.values().map(Vec::len).sum();
    println!("{} files that ocamlc accepts, {} load", accepted.len(), accepted.len() - refused);
    println!("\n| files | why they do not load | the first |\n|---|---|---|");
    let mut rows: Vec<(&String, &Vec<PathBuf>)> = reasons.iter().collect();
    rows.sort_by_key(|(_, files)| std::cmp::Reverse(files.len()));
    for (reason, files) in rows {
        println!("| {} | {reason} | `{}` |", files.len(), files[0].display());
    }
    Ok(())
}

fn folders_below(folder: &Path) -> Result<Vec<PathBuf>> {
    let (mut todo, mut all) = (vec![folder.to_owned()], Vec::new());
    while let Some(folder) = todo.pop() {
        for entry in fs::read_dir(&folder).with_context(|| folder.display().to_string())? {
            let path = entry?.path();
            if path.is_dir() {
                todo.push(path);
            }
        }
        all.push(folder);
    }
    all.sort();
    Ok(all)
}

/// The files of a folder that the compiler accepts.
fn accepted_in(folder: &Path) -> Result<Vec<PathBuf>> {
    let scratch = tempfile::tempdir()?;
    let mut names = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let Some(name) = path.file_name().and_then(|name| name.to_str()) else { continue };
        if name.ends_with(".ml") || name.ends_with(".mli") {
            fs::copy(&path, scratch.path().join(name))?;
            names.push(name.to_owned());
        }
    }
    names.sort();
    if names.is_empty() {
        return Ok(Vec::new());
    }
    let mut accepted = Vec::new();
    for name in in_order(scratch.path(), &names)? {
        let compiled = in_folder(scratch.path(), "ocamlc", &["-w", "-a", "-c", &name])?;
        if compiled.status.success() && name.ends_with(".ml") {
            accepted.push(folder.join(name));
        }
    }
    Ok(accepted)
}

/// The files in the order of their dependencies, as far as that is known.
fn in_order(folder: &Path, names: &[String]) -> Result<Vec<String>> {
    let mut args = vec!["-sort"];
    args.extend(names.iter().map(String::as_str));
    let sorted = in_folder(folder, "ocamldep", &args)?;
    if !sorted.status.success() {
        return Ok(names.to_vec());
    }
    let text = String::from_utf8_lossy(&sorted.stdout).into_owned();
    Ok(text.split_whitespace().map(str::to_owned).collect())
}

fn in_folder(folder: &Path, program: &str, args: &[&str]) -> Result<Output> {
    let done = Command::new(program).args(args).current_dir(folder).output();
    done.with_context(|| format!("`{program}` cannot be started"))
}

/// Why a file does not load: the first error, names left out.
fn refusal(binary: &Path, file: &Path) -> Result<Option<String>> {
    let done = Command::new(binary).arg("list").arg(file).output()?;
    if done.status.success() {
        return Ok(None);
    }
    let told = String::from_utf8_lossy(&[done.stdout, done.stderr].concat()).into_owned();
    let error = told.lines().find(|line| line.starts_with("error")).unwrap_or("no message");
    Ok((!error.contains("has no targets")).then(|| error.replace('|', "\\|")))
}
