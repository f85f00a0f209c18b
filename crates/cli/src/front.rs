//! The languages, behind one small door.
//!
//! A language is a way from a file to a [`Program`]; a program has targets, and a target can be
//! explored. Adding a language means one line in [`Language`] and one `impl` here.

use clap::ValueEnum;
use explore::{Answers, Options, Replay, Run, Watcher};
use solve::{Solver, Theory};
use source::{Diagnostic, File, Span};
use term::{Pool, Term};

/// A language that we read.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Language {
    /// The tutorial language
    Toy,
}

/// A place in a program from which it can be run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Target {
    pub(crate) name: String,
    pub(crate) span: Span,
}

/// All that an exploration needs besides the program.
pub(crate) struct Job<'a> {
    pub(crate) pool: &'a Pool,
    pub(crate) options: &'a Options,
    pub(crate) solvers: &'a (dyn Fn() -> Box<dyn Solver> + Sync),
    pub(crate) watcher: &'a dyn Watcher,
}

/// A program that was read and makes sense.
pub(crate) trait Program {
    /// Where it can be run from, in source order.
    fn targets(&self) -> Vec<Target>;

    /// What the solver may take for granted.
    fn theory(&self, _: &Pool) -> Theory {
        Theory::empty()
    }

    /// Explores the target at this index of [`Program::targets`].
    fn explore(&self, target: usize, job: &Job<'_>) -> Run;

    /// Runs the target on values, which are those of the inputs in the order of asking.
    fn replay(&self, target: usize, pool: &Pool, answers: &[Term], max_steps: u64) -> Replay;

    /// A value as this language writes it.
    fn show(&self, pool: &Pool, value: Term) -> String {
        report::plain_value(pool, value)
    }
}

impl Language {
    /// Its name on the command line and in reports.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Language::Toy => "toy",
        }
    }

    /// The endings of its files, without the dot.
    pub(crate) fn endings(self) -> &'static [&'static str] {
        match self {
            Language::Toy => &["toy"],
        }
    }

    /// The endings of all languages.
    pub(crate) fn all_endings() -> Vec<&'static str> {
        Language::value_variants().iter().flat_map(|lang| lang.endings()).copied().collect()
    }

    /// Reads a program of this language.
    pub(crate) fn load(self, file: &File) -> Result<Box<dyn Program>, Vec<Diagnostic>> {
        match self {
            Language::Toy => Ok(Box::new(lang_toy::load(file)?)),
        }
    }
}

impl Program for lang_toy::Program {
    fn targets(&self) -> Vec<Target> {
        let targets = lang_toy::Program::targets(self).iter();
        targets.map(|target| Target { name: target.name.clone(), span: target.span }).collect()
    }

    fn explore(&self, target: usize, job: &Job<'_>) -> Run {
        let machine = self.machine(&lang_toy::Program::targets(self)[target]);
        explore::explore(job.pool, &machine, job.options, job.solvers, job.watcher)
    }

    fn replay(&self, target: usize, pool: &Pool, answers: &[Term], max_steps: u64) -> Replay {
        let machine = self.machine(&lang_toy::Program::targets(self)[target]);
        explore::replay(pool, &machine, &Answers::from(answers), max_steps)
    }
}
