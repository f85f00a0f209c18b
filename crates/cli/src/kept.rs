//! Findings that `check` keeps, so that later calls can name them by their ids.
//!
//! Each finding is a small report of its own in the user's state folder, and a later one with the
//! same id takes its place. Nothing depends on it being there: whoever misses a finding is told to
//! run `check` again.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use report::{Finding, Report, ReportBuilder, TargetReport};
use source::Files;

use crate::front::jvm;
use crate::untrusted::{self, is_id};
use crate::{TOOL, output, read};

/// Larger reports are refused.
const LARGEST: u64 = 256 * 1024 * 1024;

/// Keeps the findings of a report. What cannot be kept is not: the report itself has been told.
pub(crate) fn keep(report: &Report) {
    let Some(folder) = folder() else { return };
    for target in &report.targets {
        for finding in &target.findings {
            let path = path_of(&folder, &finding.id);
            let _ = fs::create_dir_all(&folder)
                .map_err(anyhow::Error::from)
                .and_then(|()| output::to_file(&path, &report::json(&alone(target, finding))));
        }
    }
}

/// The report that a user names: by its file, by the folder of a saved run, or by the id of a
/// finding that `check` has kept.
pub(crate) fn find(name: &str) -> Result<Report> {
    let path = Path::new(name);
    if path.is_dir() {
        return read_report(&path.join("run.json"));
    }
    if path.exists() || !is_id(name) {
        return read_report(path);
    }
    match kept(name)? {
        Some(report) => Ok(report),
        None => bail!(
            "there is no finding `{name}`: `tracehound check` keeps what it finds, so run it again, \
             or name the file of a saved report"
        ),
    }
}

/// The kept finding with this id.
pub(crate) fn kept(id: &str) -> Result<Option<Report>> {
    let path = folder().map(|folder| path_of(&folder, id)).filter(|_| is_id(id));
    path.filter(|path| path.exists()).map(|path| read_report(&path)).transpose()
}

/// The files that a kept finding shows, as far as they can be read. They may have changed.
pub(crate) fn files_of(report: &Report) -> Files {
    let mut files = Files::new();
    for target in &report.targets {
        let places = target.findings.iter().flat_map(|finding| {
            let events = finding.events.iter().filter_map(|event| event.place.as_ref());
            finding.place.iter().chain(events)
        });
        for place in places {
            let known = files.iter().any(|file| file.name() == place.file);
            let is_main = Path::new(&target.file).ends_with(&place.file);
            let path = if is_main { &target.file } else { &place.file };
            if let (false, Ok(text)) = (known, read::source_text(Path::new(path))) {
                files.add(&place.file, &text);
            }
        }
    }
    files
}

/// A report of one finding. Its file is named so that it is found from any folder.
fn alone(target: &TargetReport, finding: &Finding) -> Report {
    let mut target = TargetReport { findings: vec![finding.clone()], ..target.clone() };
    // A class path names several files.
    let parts = match target.language == jvm::LANGUAGE {
        true => std::env::split_paths(&target.file).collect(),
        false => vec![PathBuf::from(&target.file)],
    };
    let parts = parts.iter().map(std::path::absolute).collect::<Result<Vec<_>, _>>();
    if let Ok(Ok(path)) = parts.map(std::env::join_paths) {
        target.file = path.to_string_lossy().into_owned();
    }
    for finding in &mut target.findings {
        let from = finding.property.as_mut().map(|property| &mut property.from);
        if let Some(from) = from.filter(|from| Path::new(from.as_str()).is_file())
            && let Ok(path) = std::path::absolute(&*from)
        {
            *from = path.to_string_lossy().into_owned();
        }
    }
    let mut builder = ReportBuilder::new();
    builder.target(target);
    builder.finish(TOOL)
}

fn read_report(path: &Path) -> Result<Report> {
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

fn folder() -> Option<PathBuf> {
    let state = std::env::var_os("XDG_STATE_HOME").map(PathBuf::from);
    let home = std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".local/state"));
    let absolute = |path: &PathBuf| path.is_absolute();
    let state = state.filter(absolute).or(home.filter(absolute))?;
    Some(state.join("tracehound").join("findings"))
}
