//! The store: findings of `check`, so that later calls can name them by their ids.
//!
//! Each finding is a small report of its own, with the text of the files that it shows, in the user's
//! state folder. It is kept under the project of its program and under the project that the call was
//! made in, and a later one with the same id takes its place: an id never means a finding of a project
//! that the user has not asked about from here. Nothing depends on the store being there: a user
//! who misses a finding is asked to run `check` again.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use frontend::untrusted::{self, is_id};
use host::{TOOL, Terminal, cache, output, project, read};
use report::{Finding, Place, Report, ReportBuilder, SourceText, TargetReport};
use source::Files;

use crate::front::{main_file, named_targets};

/// Larger reports are refused.
const LARGEST: u64 = 256 * 1024 * 1024;

/// Saves the findings of a report. What cannot be saved is not: the report itself is what counts.
pub(crate) fn save(report: &Report, files: &Files, terminal: &Terminal) {
    if report.targets.iter().all(|target| target.findings.is_empty()) {
        return;
    }
    let Some(state) = state_folder() else {
        let why = "no folder can be written, so `explain`, `replay` and `test` do not know the ids";
        return terminal.complain(&format!("note: {why}"));
    };
    let here = folder_of(&state, &project::here());
    for target in &report.targets {
        let own = folder_of(&state, &project::root_of(&main_file(target)));
        for finding in &target.findings {
            let text = report::json(&alone(target, finding, files));
            save_in(&here, &finding.id, &text);
            if own != here {
                save_in(&own, &finding.id, &text);
            }
        }
    }
}

fn save_in(folder: &Path, id: &str, text: &str) {
    let _ = fs::create_dir_all(folder)
        .map_err(anyhow::Error::from)
        .and_then(|()| output::to_file(&path_of(folder, id), text));
}

/// The report that a user names: by its file, by the folder of a saved run, or by the id of a
/// finding that `check` has saved.
pub(crate) fn find(name: &str) -> Result<Report> {
    let path = Path::new(name);
    if path.is_dir() {
        return read_report(&path.join("run.json"));
    }
    if path.exists() || !is_id(name) {
        return read_report(path);
    }
    let Some(report) = saved(name)? else {
        let elsewhere = elsewhere(name).map_or(String::new(), |file| {
            format!("; there is one of another project, in `{}`", file.display())
        });
        bail!(
            "there is no finding `{name}` in this project: `tracehound check` saves what it finds, so \
             run it again, or name the file of a saved report{elsewhere}"
        )
    };
    Ok(report)
}

/// The saved finding with this id, of this project or of a program that was checked from here.
pub(crate) fn saved(id: &str) -> Result<Option<Report>> {
    let Some(state) = state_folder().filter(|_| is_id(id)) else { return Ok(None) };
    let path = path_of(&folder_of(&state, &project::here()), id);
    let report =
        Some(path).filter(|path| path.exists()).map(|path| read_report(&path)).transpose()?;
    Ok(report.map(|mut report| {
        rename_files(&mut report, from_here);
        report
    }))
}

/// Whether there is a finding with this id that `check` has found.
pub(crate) fn has_of_check(id: &str) -> bool {
    let known = saved(id).ok().flatten();
    known.is_some_and(|report| report.targets.iter().all(|target| target.command.is_empty()))
}

/// The program of a finding with this id that is known in another project.
fn elsewhere(id: &str) -> Option<PathBuf> {
    let projects = fs::read_dir(projects_in(&state_folder()?)).ok()?;
    let reports = projects.filter_map(|entry| read_report(&path_of(&entry.ok()?.path(), id)).ok());
    reports.filter_map(|report| report.targets.first().map(main_file)).next()
}

/// The files that a saved report shows, with their text as it was.
pub(crate) fn files_of(report: &Report) -> Files {
    let mut files = Files::new();
    for source in &report.sources {
        files.add(&source.file, &source.text);
    }
    files
}

/// The files of a saved report that are not as they were any more, in the order of their names.
pub(crate) fn changed_files(report: &Report) -> Vec<String> {
    let is_changed = |source: &&SourceText| {
        let path = source.path.as_deref().unwrap_or(&source.file);
        read::text(Path::new(path)).as_ref() != Ok(&source.text)
    };
    let mut names: Vec<String> =
        report.sources.iter().filter(is_changed).map(|source| source.file.clone()).collect();
    names.sort();
    names.dedup();
    names
}

/// The sources that findings of a report show, and those of its programs.
pub(crate) fn sources(report: &Report, files: &Files) -> Vec<SourceText> {
    let mut sources: Vec<SourceText> = Vec::new();
    let programs = report.targets.iter().map(|target| target.file.as_str());
    let specs = report.targets.iter().filter_map(|target| target.spec.as_ref());
    let specs = specs.map(|spec| spec.file.as_str());
    let findings = report.targets.iter().flat_map(|target| &target.findings);
    let shown = findings.flat_map(Finding::places).map(|place: &Place| place.file.as_str());
    for name in programs.chain(specs).chain(shown) {
        let file = files.iter().find(|file| file.name() == name);
        let Some(file) = file.filter(|_| !sources.iter().any(|known| known.file == name)) else {
            continue;
        };
        // Files that come with the tool have no path.
        let path = Path::new(name).exists().then(|| absolute(name));
        sources.push(SourceText { file: name.to_owned(), path, text: file.text().to_owned() });
    }
    sources
}

/// A report of one finding. Its file is named so that it is found from any folder.
fn alone(target: &TargetReport, finding: &Finding, files: &Files) -> Report {
    let mut builder = ReportBuilder::new();
    builder.target(TargetReport { findings: vec![finding.clone()], ..target.clone() });
    let mut report = builder.finish(TOOL);
    report.sources = sources(&report, files);
    rename_files(&mut report, absolute);
    report
}

/// Gives the files that are read to run the findings of a report again other names.
fn rename_files(report: &mut Report, rename: impl Fn(&str) -> String) {
    for target in &mut report.targets {
        // A class path names several files.
        let parts: Vec<String> = match named_targets(target).is_some() {
            true => std::env::split_paths(&target.file)
                .map(|part| rename(&part.to_string_lossy()))
                .collect(),
            false => vec![rename(&target.file)],
        };
        if let Ok(path) = std::env::join_paths(parts) {
            target.file = path.to_string_lossy().into_owned();
        }
        if let Some(spec) = &mut target.spec {
            spec.file = rename(&spec.file);
        }
        let properties = target.findings.iter_mut().filter_map(|finding| finding.property.as_mut());
        for property in properties.filter(|property| Path::new(&property.from).is_file()) {
            property.from = rename(&property.from);
        }
    }
}

/// A path as a user writes it in the folder of the call, if it lies below that.
fn from_here(name: &str) -> String {
    let here = std::env::current_dir().unwrap_or_default();
    let below = Path::new(name).strip_prefix(&here).map_or(name.into(), Path::to_string_lossy);
    if below.is_empty() { ".".to_owned() } else { below.into_owned() }
}

fn absolute(name: &str) -> String {
    std::path::absolute(name)
        .map_or_else(|_| name.to_owned(), |path| path.to_string_lossy().into_owned())
}

pub(crate) fn read_report(path: &Path) -> Result<Report> {
    let name = path.display();
    let cannot = || format!("cannot read `{name}`");
    let file = fs::File::open(path).with_context(cannot)?;
    let mut text = String::new();
    // One byte more than allowed tells a file that is too large, even one without an end.
    file.take(LARGEST + 1).read_to_string(&mut text).with_context(cannot)?;
    if text.len() as u64 > LARGEST {
        bail!("`{name}` is larger than {} MiB", LARGEST / 1024 / 1024);
    }
    let is_none = || format!("`{name}` is not a report of `check --format json`");
    let report = report::parse_json(&text).with_context(is_none)?;
    untrusted::check(&report).with_context(is_none)?;
    Ok(report)
}

fn path_of(folder: &Path, id: &str) -> PathBuf {
    folder.join(format!("{id}.json"))
}

/// The folder of a project.
fn folder_of(state: &Path, root: &Path) -> PathBuf {
    let hash = stdx::hash::bytes(root.as_os_str().as_encoded_bytes());
    projects_in(state).join(format!("{hash:016x}"))
}

fn projects_in(state: &Path) -> PathBuf {
    state.join("projects")
}

/// The folder for what is kept: that of the user's state, or else, where that cannot be written, that
/// of the cache.
fn state_folder() -> Option<PathBuf> {
    let named = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|p| p.is_absolute());
    let state = named("XDG_STATE_HOME").or_else(|| Some(named("HOME")?.join(".local/state")));
    let own = state.map(|folder| folder.join("tracehound"));
    own.filter(|folder| cache::is_usable(folder)).or_else(cache::lasting_folder)
}
