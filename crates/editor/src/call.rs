//! Calls of the tool itself, as children.
//!
//! A check runs in a process of its own: it can be ended at any moment, whatever it is doing, and if it
//! crashes or takes all memory, the editor still has its server. A child never outlives us.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use child::Ended;

/// Raised when an answer is not wanted any more.
#[derive(Clone, Debug, Default)]
pub(crate) struct Stop(Arc<AtomicBool>);

impl Stop {
    pub(crate) fn raise(&self) {
        self.0.store(true, Ordering::SeqCst);
    }

    pub(crate) fn is_raised(&self) -> bool {
        self.0.load(Ordering::SeqCst)
    }
}

/// The tool, and where it is called from.
#[derive(Clone, Debug)]
pub(crate) struct Tool {
    pub(crate) binary: PathBuf,
    pub(crate) folder: PathBuf,
    /// The folder for findings, instead of that of the user.
    pub(crate) state: Option<PathBuf>,
}

/// What a call that came to its end has written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Said {
    pub(crate) exit: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

/// Why a call has no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Unanswered {
    /// It was stopped by us.
    Stopped,
    /// It could not be started, or did not say what it should, in a sentence.
    Failed(String),
}

impl Tool {
    /// The tool as it is called from a folder.
    pub(crate) fn in_folder(binary: &Path, folder: &Path) -> Tool {
        Tool { binary: binary.to_owned(), folder: folder.to_owned(), state: None }
    }

    /// Calls it and waits for its end.
    pub(crate) fn call(&self, args: &[String], stop: &Stop) -> Result<Said, Unanswered> {
        self.call_with_lines(args, stop, |_| ())
    }

    /// The same, where each line that it writes is handed on at once.
    pub(crate) fn call_with_lines(
        &self,
        args: &[String],
        stop: &Stop,
        line: impl FnMut(&str) + Send + 'static,
    ) -> Result<Said, Unanswered> {
        self.call_until(args, &|| stop.is_raised(), line)
    }

    /// The same until `stop` says so.
    pub(crate) fn call_until(
        &self,
        args: &[String],
        stop: &dyn Fn() -> bool,
        line: impl FnMut(&str) + Send + 'static,
    ) -> Result<Said, Unanswered> {
        let mut command = Command::new(&self.binary);
        command.args(args).current_dir(&self.folder).env("NO_COLOR", "1");
        if let Some(state) = &self.state {
            command.env("XDG_STATE_HOME", state);
        }
        let ended = child::run_with_lines(&mut command, stop, line);
        match ended {
            Ok(Ended::Done(output)) => Ok(Said {
                exit: output.status.code(),
                stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
                stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
            }),
            Ok(Ended::Stopped) => Err(Unanswered::Stopped),
            Err(error) => {
                let name = self.binary.display();
                Err(Unanswered::Failed(format!("`{name}` cannot be started: {error}")))
            }
        }
    }
}

impl Said {
    /// Why it has no answer, if it should have one.
    pub(crate) fn failure(&self) -> Unanswered {
        let end = match self.exit {
            Some(code) => format!("exit code {code}"),
            None => "it was killed".to_owned(),
        };
        let said: Vec<&str> = self.stderr.lines().filter(|line| !line.trim().is_empty()).collect();
        let last = said.iter().rev().take(5).rev().copied().collect::<Vec<_>>().join("\n");
        Unanswered::Failed(match last.is_empty() {
            true => format!("tracehound ended without an answer: {end}"),
            false => format!("tracehound ended without an answer: {end}\n{last}"),
        })
    }
}
