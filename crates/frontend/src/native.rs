//! Tests of violations, run by the compilers of their languages.
//!
//! That a test cannot be compiled says nothing about the program, so compiling and running are
//! reported apart. Each step has a time limit and ends with us.

use std::fmt;
use std::path::Path;
use std::process::{Command, Output};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use child::Ended;
use host::output;

use crate::{RegressionTest, TestSteps};

/// How many lines of a compiler's output are shown.
const MOST_LINES: usize = 20;

/// What came of a native run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NativeResult {
    /// The test fails, as it is meant to.
    Fails,
    /// The test does not fail.
    Passes,
    /// The compiler does not accept the test; what it says.
    NotCompiled(String),
    /// It took too long, or the user wanted to stop; which step that was.
    Stopped(String),
    /// Something else; what was seen.
    Other(String),
}

impl fmt::Display for NativeResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NativeResult::Fails => write!(f, "fails natively, too"),
            NativeResult::Passes => write!(f, "does not fail natively"),
            NativeResult::NotCompiled(said) => {
                write!(f, "not confirmed natively: the test does not compile\n{said}")
            }
            NativeResult::Stopped(step) => write!(f, "not confirmed natively: {step} was stopped"),
            NativeResult::Other(what) => write!(f, "not confirmed natively: {what}"),
        }
    }
}

/// How native runs are made.
#[derive(Clone, Copy)]
pub struct NativeRuns<'a> {
    /// Whether the user wants to stop.
    pub stop: &'a dyn Fn() -> bool,
    /// The time for each step.
    pub time: Duration,
}

impl NativeRuns<'_> {
    /// Compiles and runs the test of a finding in a private folder.
    pub fn of_test(
        &self,
        test: &dyn RegressionTest,
        id: &str,
        program: &Path,
    ) -> Result<NativeResult> {
        let folder = tempfile::tempdir().context("there is no room for a test")?;
        for (name, text) in test.files(id) {
            output::to_file(&folder.path().join(name), &text)?;
        }
        let around = program.parent().unwrap_or(Path::new(""));
        let [around, within] = [around, folder.path()].map(output::folder_word);
        let TestSteps { compile, run } = test.steps(id, &around, &within);
        let shell = |script: &str| {
            let mut shell = Command::new("sh");
            shell.args(["-c", script]);
            shell
        };
        for step in &compile {
            if let Some(bad) = self.compile(&mut shell(step))? {
                return Ok(bad);
            }
        }
        self.run(&mut shell(&run))
    }

    /// Runs a compiler on a test; what came of it if it does not accept the test.
    pub fn compile(&self, command: &mut Command) -> Result<Option<NativeResult>> {
        Ok(match self.step(command)? {
            None => Some(NativeResult::Stopped("compiling the test".to_owned())),
            Some(output) if output.status.success() => None,
            Some(output) => Some(NativeResult::NotCompiled(complaint(&output))),
        })
    }

    /// Runs a test that was compiled: it ends with 1 if it fails.
    pub fn run(&self, command: &mut Command) -> Result<NativeResult> {
        Ok(match self.step(command)? {
            None => NativeResult::Stopped("the test".to_owned()),
            Some(output) => match output.status.code() {
                Some(0) => NativeResult::Passes,
                Some(1) => NativeResult::Fails,
                Some(_) | None => NativeResult::Other(format!(
                    "the test ends with {}\n{}",
                    output.status,
                    complaint(&output)
                )),
            },
        })
    }

    /// As [`NativeRuns::run`], for tests in languages whose launcher ends with 1, too, when it cannot
    /// run them: one that fails writes this line to standard error.
    pub fn run_saying(&self, command: &mut Command, line: &str) -> Result<NativeResult> {
        let Some(output) = self.step(command)? else {
            return Ok(NativeResult::Stopped("the test".to_owned()));
        };
        let said = String::from_utf8_lossy(&output.stderr);
        Ok(match output.status.code() {
            Some(0) => NativeResult::Passes,
            Some(1) if said.lines().any(|said| said == line) => NativeResult::Fails,
            Some(_) | None => NativeResult::Other(format!(
                "the test ends with {}\n{}",
                output.status,
                complaint(&output)
            )),
        })
    }

    fn step(&self, command: &mut Command) -> Result<Option<Output>> {
        let started = Instant::now();
        let ended = child::run(command, &|| (self.stop)() || started.elapsed() >= self.time);
        let ended = ended.with_context(|| {
            format!("`{}` cannot be run", command.get_program().to_string_lossy())
        })?;
        Ok(match ended {
            Ended::Done(output) => Some(output),
            Ended::Stopped => None,
        })
    }
}

/// The first lines of what a program says.
fn complaint(output: &Output) -> String {
    let said = [&output.stderr, &output.stdout].map(|bytes| String::from_utf8_lossy(bytes));
    let lines = said.iter().flat_map(|text| text.lines()).filter(|line| !line.trim().is_empty());
    let lines: Vec<String> = lines.take(MOST_LINES).map(|line| format!("    {line}")).collect();
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A test whose steps are scripts.
    struct Scripts(&'static str, &'static str);

    impl RegressionTest for Scripts {
        fn files(&self, _: &str) -> Vec<(String, String)> {
            Vec::new()
        }

        fn commands(&self, _: &str, _: &str, _: &str) -> Vec<String> {
            vec![self.0.to_owned(), self.1.to_owned()]
        }
    }

    fn came_of(compile: &'static str, run: &'static str, time: Duration) -> NativeResult {
        let runs = NativeRuns { stop: &|| false, time };
        let program = Path::new("program");
        runs.of_test(&Scripts(compile, run), "X-1", program).expect("there is a shell")
    }

    #[test]
    fn a_test_that_does_not_compile_is_not_one_that_fails() {
        let long = Duration::from_secs(600);
        let native = came_of("echo 'no such module' >&2; exit 1", "exit 1", long);
        assert_eq!(native, NativeResult::NotCompiled("    no such module".to_owned()));
        assert_eq!(came_of("true", "exit 1", long), NativeResult::Fails);
        assert_eq!(came_of("true", "exit 0", long), NativeResult::Passes);
        assert!(matches!(came_of("true", "exit 2", long), NativeResult::Other(_)));
    }

    #[test]
    fn a_test_without_an_end_is_stopped() {
        let native = came_of("true", "sleep 600", Duration::from_millis(100));
        assert_eq!(native, NativeResult::Stopped("the test".to_owned()));
    }
}
