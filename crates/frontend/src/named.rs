//! Targets that are named on the command line, such as methods of compiled classes: they are not
//! written in one file, as those of a [`SourceProgram`](crate::SourceProgram) are.

use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::Result;
use host::Terminal;
use report::{Finding, Outcome, Problem, ReportBuilder, TargetReport};
use solve::Interrupt;
use source::Files;

use crate::args::{CheckArgs, JavaArgs, ReplayArgs, WantedArgs};
use crate::{EventSpec, RegressionTest, SolverFactory, TestFramework};

/// What a user named, by who checks it. A folder with programs of several languages is in both.
#[derive(Default)]
pub struct Parted {
    /// Targets of the language, and where they are.
    pub own: Vec<String>,
    /// Programs of other languages.
    pub others: Vec<String>,
}

/// Where what is found goes, and the files that it shows.
pub struct ReportParts<'a> {
    /// Takes reports of targets and problems.
    pub builder: &'a mut ReportBuilder,
    /// All files of the call.
    pub files: &'a mut Files,
}

/// A call of `check`.
pub struct CheckCall<'a> {
    /// Its arguments.
    pub args: &'a CheckArgs,
    /// The trace spec that events must obey, instead of the properties of the language.
    pub spec: Option<&'a EventSpec>,
    /// Makes solvers.
    pub solvers: &'a SolverFactory,
    /// Whether the user wants to stop.
    pub interrupt: &'a Interrupt,
    /// Who reads along.
    pub terminal: &'a Terminal,
    /// When the call began, if programs of other languages were checked before.
    pub since: Option<Instant>,
}

/// The verbs for targets that are named on the command line.
pub trait NamedTargets: Sync {
    /// Tells targets of the language from those of others. Where a property is asked for that only
    /// this language has, whatever no other language claims belongs to it.
    fn part(&self, wanted: &WantedArgs, java: &JavaArgs) -> Parted;

    /// The same for a list of all targets that there are.
    fn part_all(&self, wanted: &WantedArgs) -> Parted;

    /// How many of these are targets, and not places to look for some.
    fn count(&self, targets: &[String]) -> usize;

    /// How many files of programs lie below a folder.
    fn files_in(&self, folder: &Path) -> usize;

    /// The first of the files that a report names as those of a target.
    fn first_file(&self, file: &str) -> PathBuf;

    /// The verb `check`.
    ///
    /// # Errors
    ///
    /// If the input cannot be used.
    fn check(&self, call: &CheckCall<'_>, targets: &[String], parts: ReportParts<'_>)
    -> Result<()>;

    /// The verb `list`: titles of targets, and what cannot be read.
    ///
    /// # Errors
    ///
    /// If the input cannot be used.
    fn list(&self, targets: &[String], files: &mut Files) -> Result<(Vec<String>, Vec<Problem>)>;

    /// The verb `replay` for one finding, until `stop` is raised. What there is to say is written to
    /// `out`.
    ///
    /// # Errors
    ///
    /// If the finding cannot be compared with the program as it is now.
    fn replay(
        &self,
        args: &ReplayArgs,
        target: &TargetReport,
        finding: &Finding,
        stop: &Interrupt,
        out: &mut String,
    ) -> Result<Outcome>;

    /// The test of a finding, which is run once more on the way.
    ///
    /// # Errors
    ///
    /// If there is no such test.
    fn test(
        &self,
        target: &TargetReport,
        finding: &Finding,
        framework: TestFramework,
    ) -> Result<Box<dyn RegressionTest>>;
}
