//! The rules of the project, each a function from what it checks to what is wrong.
//!
//! A rule takes plain data, so that its tests show it a bad sample; this file gathers the data.

mod book;
mod document;
mod edges;
mod house;
mod licence;
mod names;
mod text;
mod untested;
mod words;

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Result, bail};
use cargo_metadata::{DependencyKind, Metadata, MetadataCommand};

use crate::workspace::{ends_in, files, read};
use untested::Untested;

/// Something that breaks a rule: where, and which.
pub(crate) type Complaint = String;

/// Checks all rules and fails with everything that is wrong.
pub(crate) fn tidy(root: &Path) -> Result<()> {
    let complaints = complaints(root)?;
    if complaints.is_empty() {
        return Ok(());
    }
    bail!("{} untidy:\n  {}", complaints.len(), complaints.join("\n  "))
}

fn complaints(root: &Path) -> Result<Vec<Complaint>> {
    let metadata = MetadataCommand::new().manifest_path(root.join("Cargo.toml")).exec()?;
    let architecture = read(root, "ARCHITECTURE.md")?;
    let mut all = Vec::new();
    all.extend(edges::check(&own_edges(&metadata)));
    all.extend(licence::check(&licences(&metadata)));
    all.extend(document::crate_list(&architecture, &crate_folders(root)?));
    all.extend(document::reasons(&architecture, &foreign(&metadata)));
    let (mut definitions, mut lines_of_cli) = (names::Definitions::new(), 0);
    for path in files(root, ".", |path| ends_in(path, "rs"))? {
        let text = read(root, &path)?;
        all.extend(text::header(&path, &text));
        all.extend(text::source_lines(&path, &text));
        all.extend(words::check(&path, &text));
        all.extend(house::frontier(&path, &text));
        names::collect(&path, &text, &mut definitions);
        if house::is_of_cli(&path) {
            lines_of_cli += text.lines().count();
        }
    }
    all.extend(house::size(lines_of_cli));
    all.extend(house::stale(&|path| read(root, path).ok()));
    all.extend(names::check(&definitions, names::SHARED));
    let mut pages = BTreeMap::new();
    for path in files(root, ".", is_prose)? {
        let text = read(root, &path)?;
        all.extend(text::prose_lines(&path, &text));
        all.extend(words::check(&path, &text));
        if is_document(&path) {
            pages.insert(path, text);
        }
    }
    all.extend(book::check(&pages, &|path| root.join(path).exists()));
    all.extend(crate::release::disagreements(root)?);
    all.extend(never_run(root, &metadata)?);
    all.extend(testbed::Case::all(root).into_iter().filter_map(Result::err));
    Ok(all)
}

fn is_prose(path: &Path) -> bool {
    ["md", "toml", "sh", "yml"].iter().any(|ending| ends_in(path, ending))
}

/// Whether a file is a page of the manual, or one of those above it.
fn is_document(path: &Path) -> bool {
    let folder = path.parent().unwrap_or(path);
    ends_in(path, "md") && (folder.as_os_str().is_empty() || folder == Path::new("docs"))
}

fn crate_folders(root: &Path) -> Result<Vec<String>> {
    let manifests = files(root, "crates", |path| path.ends_with("Cargo.toml"))?;
    let folder = |path: &Path| Some(path.parent()?.file_name()?.to_string_lossy().into_owned());
    Ok(manifests.iter().filter_map(|path| folder(path)).collect())
}

/// The tests of libraries that are built without them.
fn never_run(root: &Path, metadata: &Metadata) -> Result<Vec<Complaint>> {
    let mut all = Vec::new();
    for package in metadata.workspace_packages() {
        let folder =
            package.manifest_path.parent().and_then(|folder| folder.strip_prefix(root).ok());
        let lib = package.targets.iter().find(|target| target.is_lib());
        let (Some(folder), Some(lib)) = (folder, lib) else { continue };
        let untested = Untested { tests: !lib.test, examples: !lib.doctest };
        for path in files(root, &format!("{folder}/src"), |path| ends_in(path, "rs"))? {
            let text = read(root, &path)?;
            all.extend(untested::check(&path.to_string_lossy(), &text, untested));
        }
    }
    Ok(all)
}

/// Which of our crates uses which, tests left aside.
fn own_edges(metadata: &Metadata) -> Vec<(String, String)> {
    let packages = metadata.workspace_packages();
    let own: Vec<&str> = packages.iter().map(|package| package.name.as_str()).collect();
    let mut edges = Vec::new();
    for package in &packages {
        for used in &package.dependencies {
            if used.kind == DependencyKind::Normal && own.contains(&used.name.as_str()) {
                edges.push((package.name.to_string(), used.name.clone()));
            }
        }
    }
    edges.sort();
    edges
}

/// The crates of others that ours name, for whatever purpose.
fn foreign(metadata: &Metadata) -> Vec<String> {
    let packages = metadata.workspace_packages();
    let own: Vec<&str> = packages.iter().map(|package| package.name.as_str()).collect();
    let used = packages.iter().flat_map(|package| &package.dependencies);
    let names = used.map(|used| used.name.clone());
    let mut names: Vec<String> = names.filter(|name| !own.contains(&name.as_str())).collect();
    names.sort();
    names.dedup();
    names
}

fn licences(metadata: &Metadata) -> Vec<(String, Option<String>)> {
    let packages = metadata.packages.iter();
    packages.map(|package| (package.name.to_string(), package.license.clone())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_project_is_tidy() {
        let complaints = complaints(&crate::workspace::root()).expect("the project can be read");
        assert_eq!(complaints, Vec::<String>::new());
    }
}
