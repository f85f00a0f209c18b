//! `watch`: checks again whenever files change, and shows one summary.
//!
//! The first check is of everything. After that only what changed is checked, and with it the other programs
//! of its language that may import it; the rest is shown as it was found before. A check that is running when
//! a file changes is ended and made anew.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use frontend::Language;
use host::{TOOL, read};
use notify::{Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher};
use report::{Paint, Problem, ProblemKind, Report, ReportBuilder, SourceText, human, parse_json};
use source::{Files, counted};

use crate::call::{Tool, Unanswered};

/// Files that are saved together are checked together.
const PAUSE: Duration = Duration::from_millis(150);
/// How often we look whether the user wants to stop.
const LOOK: Duration = Duration::from_millis(20);
/// Endings of files that answers depend on besides programs.
const BESIDES: &[&str] = &["mli", "trace", "k", "mop", "toml"];
/// Folders that compilers and package managers fill.
const MADE: &[&str] = &["_build", "dist-newstyle", "node_modules", "target"];

/// What to watch.
pub struct FolderWatch<'a> {
    /// The tool.
    pub binary: &'a Path,
    /// Files and folders.
    pub targets: &'a [String],
    /// Further arguments of `check`.
    pub arguments: &'a [String],
    /// Whether the screen is cleared before each summary.
    pub clears: bool,
    /// How the summary is painted.
    pub paint: Paint,
    /// Whether the user wants to stop.
    pub is_stopped: &'a dyn Fn() -> bool,
    /// Shows a summary.
    pub show: &'a dyn Fn(&str) -> Result<()>,
}

/// What is known of everything that is watched.
#[derive(Default)]
struct State {
    targets: Vec<report::TargetReport>,
    problems: Vec<Problem>,
    sources: Vec<SourceText>,
}

/// Changes of files, and whether there are any.
struct Changes {
    paths: Receiver<PathBuf>,
    any: Arc<AtomicBool>,
    // Dropped, it would watch no more.
    _watcher: RecommendedWatcher,
}

impl FolderWatch<'_> {
    /// Watches until the user wants to stop.
    ///
    /// # Errors
    ///
    /// If something cannot be watched or shown.
    pub fn run(&self) -> Result<()> {
        let changes = Changes::of(self.targets)?;
        let mut state = State::default();
        let mut wanted: Option<BTreeSet<PathBuf>> = None;
        loop {
            let started = Instant::now();
            changes.any.store(false, Ordering::SeqCst);
            match self.check(wanted.as_ref(), &changes) {
                Ok(report) => {
                    state.learn(report, wanted.as_ref());
                    (self.show)(&self.summary(&state, wanted.as_ref(), started.elapsed()))?;
                    wanted = Some(BTreeSet::new());
                }
                Err(Unanswered::Stopped) => {}
                Err(Unanswered::Failed(why)) => (self.show)(&format!("error: {why}\n"))?,
            }
            let Some(changed) = changes.next(self.is_stopped) else { return Ok(()) };
            // After a check that was ended, what it was about is still to be checked.
            if let Some(wanted) = &mut wanted {
                wanted.extend(changed);
            }
        }
    }

    /// Checks everything, or files that have changed and what may depend on them.
    fn check(
        &self,
        changed: Option<&BTreeSet<PathBuf>>,
        changes: &Changes,
    ) -> Result<Report, Unanswered> {
        let failed = |error: &dyn std::fmt::Display| Unanswered::Failed(error.to_string());
        let here = std::env::current_dir().map_err(|error| failed(&error))?;
        let scratch = tempfile::tempdir().map_err(|error| failed(&error))?;
        let targets = match changed {
            None => self.targets.to_vec(),
            Some(changed) => self.affected(changed),
        };
        if targets.is_empty() {
            return Ok(ReportBuilder::new().finish(TOOL));
        }
        let folder = format!("--save-run={}", scratch.path().display());
        let head = ["check".to_owned(), "--quiet".to_owned(), "--format=short".to_owned(), folder];
        let args = [&head[..], self.arguments, &["--".to_owned()], &targets].concat();
        let is_late = || (self.is_stopped)() || changes.any.load(Ordering::SeqCst);
        let said = Tool::in_folder(self.binary, &here).call_until(&args, &is_late, |_| ())?;
        let text = read::text(&scratch.path().join("run.json")).map_err(|_| said.failure())?;
        parse_json(&text).map_err(|_| said.failure())
    }

    /// The programs that have to be checked after changes, as the first check has named them.
    fn affected(&self, changed: &BTreeSet<PathBuf>) -> Vec<String> {
        let programs = self.programs();
        // What is no program may matter to all of them.
        if changed.iter().any(|path| path.exists() && !programs.contains_key(path)) {
            return self.targets.to_vec();
        }
        let imports = changed.iter().filter_map(|path| Language::of_file(path));
        let imports: Vec<Language> = imports.filter(|one| has_imports(*one)).collect();
        let is_affected = |path: &Path| {
            changed.contains(path)
                || Language::of_file(path).is_some_and(|language| imports.contains(&language))
        };
        let affected = programs.into_iter().filter(|(path, _)| is_affected(path));
        affected.map(|(_, name)| name).collect()
    }

    /// All programs that are watched, by their paths from here, with their names in reports.
    fn programs(&self) -> BTreeMap<PathBuf, String> {
        let endings: Vec<&str> = endings().collect();
        let mut all = BTreeMap::new();
        for target in self.targets {
            if !is_folder(&path_of(target)) {
                all.insert(path_of(target), target.clone());
                continue;
            }
            let files = read::files_below(Path::new(target), &endings).unwrap_or_default();
            all.extend(files.into_iter().map(|file| {
                let name = file.to_string_lossy().into_owned();
                (path_of(&name), name)
            }));
        }
        all.retain(|path, _| is_program(path) && is_own(path));
        all
    }

    fn summary(
        &self,
        state: &State,
        changed: Option<&BTreeSet<PathBuf>>,
        time: Duration,
    ) -> String {
        let mut builder = ReportBuilder::new();
        state.problems.iter().cloned().for_each(|problem| builder.problem(problem));
        state.targets.iter().cloned().for_each(|target| builder.target(target));
        let mut files = Files::new();
        for source in &state.sources {
            files.add(&source.file, &source.text);
        }
        let clear = if self.clears { "\x1b[2J\x1b[3J\x1b[H" } else { "" };
        let what = match changed {
            None => "checked everything".to_owned(),
            Some(changed) => {
                let names = changed.iter().map(|path| path.display().to_string());
                format!("checked again after changes of {}", shortened(names.collect()))
            }
        };
        let seconds = time.as_secs_f32();
        let text = human(&builder.finish(TOOL), &files, self.paint);
        format!("{clear}{text}{what} ({seconds:.1}s); waiting for changes, Ctrl-C ends\n")
    }
}

impl State {
    /// Takes in a report on everything, or on files that have changed.
    fn learn(&mut self, report: Report, changed: Option<&BTreeSet<PathBuf>>) {
        match changed {
            None => *self = State::default(),
            Some(changed) => {
                let new: BTreeSet<String> =
                    report.targets.iter().map(report::TargetReport::title).collect();
                let is_old =
                    |file: &str| changed.contains(Path::new(file)) || !path_of(file).exists();
                self.targets
                    .retain(|target| !is_old(&target.file) && !new.contains(&target.title()));
                self.problems.retain(|problem| {
                    let place = problem.labels.first().map(|label| &label.place.file);
                    place.is_some_and(|file| !is_old(file)) && !report.problems.contains(problem)
                });
            }
        }
        self.sources.retain(|old| !report.sources.iter().any(|new| new.file == old.file));
        self.sources.extend(report.sources);
        self.targets.extend(report.targets);
        // That a changed file has nothing to check is no news.
        let is_news =
            |problem: &Problem| changed.is_none() || problem.kind != ProblemKind::NoTarget;
        self.problems.extend(report.problems.into_iter().filter(is_news));
        self.targets.sort_by_key(report::TargetReport::title);
    }
}

impl Changes {
    /// Begins to watch.
    fn of(targets: &[String]) -> Result<Changes> {
        let (sender, paths) = channel();
        let any = Arc::new(AtomicBool::new(false));
        let (named, seen) = (watched(targets)?, Arc::clone(&any));
        let (files, here) = (named.clone(), std::env::current_dir()?);
        let mut watcher = notify::recommended_watcher(move |event: notify::Result<Event>| {
            let Ok(event) = event else { return };
            if matches!(event.kind, EventKind::Access(_)) {
                return;
            }
            for path in event.paths {
                let path = path.strip_prefix(&here).map_or(path.clone(), Path::to_owned);
                if files.iter().any(|(root, only)| is_watched(&path, root, only.as_deref())) {
                    let _ = sender.send(path);
                    seen.store(true, Ordering::SeqCst);
                }
            }
        })
        .context("files cannot be watched on this machine")?;
        for (root, only) in &named {
            let mode = match only {
                Some(_) => RecursiveMode::NonRecursive,
                None => RecursiveMode::Recursive,
            };
            let root = if root.as_os_str().is_empty() { Path::new(".") } else { root };
            let cannot = || format!("`{}` cannot be watched", root.display());
            watcher.watch(root, mode).with_context(cannot)?;
        }
        Ok(Changes { paths, any, _watcher: watcher })
    }

    /// The files that change next, once nothing more changes for a while; none if the user wants to stop.
    fn next(&self, is_stopped: &dyn Fn() -> bool) -> Option<BTreeSet<PathBuf>> {
        let (mut changed, mut last) = (BTreeSet::new(), Instant::now());
        while !is_stopped() {
            match self.paths.recv_timeout(LOOK) {
                Ok(path) => {
                    changed.insert(path);
                    last = Instant::now();
                }
                Err(RecvTimeoutError::Timeout) => {
                    if !changed.is_empty() && last.elapsed() >= PAUSE {
                        return Some(changed);
                    }
                }
                Err(RecvTimeoutError::Disconnected) => return None,
            }
        }
        None
    }
}

/// The folders to watch, each with the one file of it that is wanted, if it is not all.
fn watched(targets: &[String]) -> Result<Vec<(PathBuf, Option<PathBuf>)>> {
    targets
        .iter()
        .map(|target| {
            let path = path_of(target);
            if is_folder(&path) {
                return Ok((path, None));
            }
            if !path.exists() {
                bail!("cannot watch `{target}`: there is no such file or folder");
            }
            let folder = path.parent().unwrap_or(Path::new("")).to_owned();
            Ok((folder, Some(path)))
        })
        .collect()
}

/// The file or folder of a target, as a path from the working folder where it is below that.
fn path_of(target: &str) -> PathBuf {
    let path = match target.rsplit_once(':') {
        Some((file, _)) if !Path::new(target).exists() => Path::new(file),
        _ => Path::new(target),
    };
    let here = std::env::current_dir().unwrap_or_default();
    let path = path.strip_prefix(&here).unwrap_or(path);
    path.strip_prefix(".").map_or_else(|_| path.to_owned(), Path::to_owned)
}

/// Whether a path from here is a folder; that of this folder is empty.
fn is_folder(path: &Path) -> bool {
    path.as_os_str().is_empty() || path.is_dir()
}

/// Whether a change of a file matters.
fn is_watched(path: &Path, root: &Path, only: Option<&Path>) -> bool {
    let is_known = || {
        let is_beside = read::has_ending(path, BESIDES);
        is_beside || path.file_name().is_some_and(|name| name == "dune") || is_program(path)
    };
    match only {
        Some(only) => path == only,
        None => path.starts_with(root) && is_own(path) && is_known(),
    }
}

fn is_program(path: &Path) -> bool {
    Language::of_file(path).is_some()
}

/// Whether a file is not in a folder that is hidden or made.
fn is_own(path: &Path) -> bool {
    path.components().all(|part| match part {
        std::path::Component::Normal(part) => {
            let part = part.to_string_lossy();
            !part.starts_with('.') && !MADE.contains(&&*part)
        }
        _ => true,
    })
}

fn endings() -> impl Iterator<Item = &'static str> {
    Language::of_files().chain([Language::Java]).flat_map(Language::endings).copied()
}

/// Whether programs of a language may import each other.
fn has_imports(language: Language) -> bool {
    match language {
        Language::Ml | Language::Haskell | Language::Java | Language::K => true,
        Language::Toy | Language::Interp => false,
    }
}

/// A few of many names.
fn shortened(names: Vec<String>) -> String {
    match names.as_slice() {
        [one, two, three, _, ..] => {
            let more = counted(names.len() - 3, "other file");
            format!("{one}, {two}, {three} and {more}")
        }
        few => few.join(", "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_files_that_matter_are_watched() {
        let check = |path: &str, only: Option<&str>| {
            is_watched(Path::new(path), Path::new("src"), only.map(Path::new))
        };
        assert!(
            check("src/a.ml", None) && check("src/deep/dune", None) && check("src/a.trace", None)
        );
        for other in ["src/a.txt", "other/a.ml", "src/.git/a.ml", "src/_build/a.ml", "src/#a.ml#"] {
            assert!(!check(other, None), "{other}");
        }
        assert!(check("src/a.ml", Some("src/a.ml")) && !check("src/b.ml", Some("src/a.ml")));
    }

    #[test]
    fn many_names_are_shortened() {
        let names = |count: usize| (0..count).map(|number| number.to_string()).collect();
        assert_eq!(shortened(names(3)), "0, 1, 2");
        assert_eq!(shortened(names(5)), "0, 1, 2 and 2 other files");
    }
}
