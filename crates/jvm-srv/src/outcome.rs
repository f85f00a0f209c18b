//! What a search found.

use std::collections::BTreeSet;
use std::time::Duration;

use check::Weight;
use explore::{Limit, PrunedCounts};
use lang_jvm::{ASSERTION, CodePlace, Note, SourceLine, Vm};
use machine::{Exit, Failure, Input};
use solve::StageStats;
use term::Term;

use crate::unseen::Unseen;

/// A violation.
#[derive(Clone, Debug)]
pub struct Violation {
    /// The place of its property.
    pub property: usize,
    /// The run in which it was found; the first run is one.
    pub run: u64,
    /// How long the search had taken when that run had ended.
    pub after: Duration,
    /// The inputs of that run in the order of asking.
    pub inputs: Vec<InputSeen>,
    /// The events of the objects concerned.
    pub events: Vec<Step>,
    /// Whether what is wrong is that nothing more happened.
    pub at_end: bool,
    /// What a run on the values alone showed.
    pub replay: Replayed,
}

/// An uncaught exception, or an assertion that fails.
#[derive(Clone, Debug)]
pub struct Uncaught {
    /// What came out.
    pub failure: Failure,
    /// The run in which it was found; the first run is one.
    pub run: u64,
    /// How many later runs ended with the same.
    pub more_runs: u64,
    /// The inputs of that run in the order of asking.
    pub inputs: Vec<InputSeen>,
    /// The lines of the application that were running, innermost first.
    pub lines: Vec<SourceLine>,
    /// What a run on the values alone showed.
    pub replay: Replayed,
}

impl Uncaught {
    /// What came out, without the place: `java.lang.ArithmeticException is thrown`.
    #[must_use]
    pub fn what(&self) -> &str {
        const THROWN: &str = " is thrown";
        match self.failure.message.find(THROWN) {
            Some(at) if self.failure.code != ASSERTION => {
                &self.failure.message[..at + THROWN.len()]
            }
            Some(_) | None => "an assertion fails",
        }
    }
}

/// An instruction of the application that was running when a choice was made.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Met {
    /// The class, such as `com/acme/Report`.
    pub class: String,
    /// The method.
    pub method: String,
    /// Its type, as class files have it.
    pub descriptor: String,
    /// The place in the list of instructions.
    pub index: u32,
}

impl Met {
    /// An instruction of a run. Machines number methods as they come to load them, so numbers mean
    /// nothing to another one.
    pub(crate) fn at(vm: &Vm, place: CodePlace) -> Met {
        let (class, method, descriptor) = vm.method_name(place.method);
        let (class, method) = (class.to_owned(), method.to_owned());
        Met { class, method, descriptor, index: place.index }
    }
}

/// An input of a run.
#[derive(Clone, Debug)]
pub struct InputSeen {
    /// The input.
    pub input: Input,
    /// Its value.
    pub value: Term,
    /// Whether it matters.
    pub weight: Weight,
}

/// An event on the way to a violation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// The name of the event.
    pub event: String,
    /// The source file.
    pub file: Option<String>,
    /// The line.
    pub line: Option<u16>,
    /// The method, such as `com.acme.Report.total`.
    pub method: String,
    /// The objects that it concerns: the name of the parameter, and the class.
    pub objects: Vec<(String, String)>,
    /// The state of the automaton before it.
    pub from: String,
    /// And after it.
    pub to: String,
}

/// What a run on the values of a violation showed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Replayed {
    /// The same events, and they break the property by its definition.
    Confirmed,
    /// Something else, as a clause.
    Not(String),
}

/// Paths that were analysed for what their events depend on, in the modes that do so.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Sliced {
    /// Paths that were.
    pub sliced: u64,
    /// Paths that were not, because nothing was to be expected of it.
    pub passed_over: u64,
    /// Paths that were too long, or not among those that were expected.
    pub unknown: u64,
}

/// What a search found.
#[derive(Clone, Debug, Default)]
pub struct SearchOutcome {
    /// Violations of which no two are alike.
    pub violations: Vec<Violation>,
    /// Exceptions and assertions, if they were watched, of which no two are alike.
    pub uncaught: Vec<Uncaught>,
    /// How many runs were made.
    pub runs: u64,
    /// How many of them ended because an assumption did not hold.
    pub discarded: u64,
    /// Branches that were left out.
    pub pruned: PrunedCounts,
    /// Branches that no input takes.
    pub infeasible: u64,
    /// Paths that were sliced.
    pub sliced: Sliced,
    /// Branches that were left when the search ended.
    pub left: u64,
    /// Branches that were deeper than they may be.
    pub cut_off: u64,
    /// Why not everything was explored.
    pub gaps: BTreeSet<Unseen>,
    /// Limits of the search that were met before everything was explored.
    pub limits: BTreeSet<Limit>,
    /// What was taken for granted of the world around the program.
    pub assumed: BTreeSet<Note>,
    /// Why nothing was left out by the static analysis, where that was asked for.
    pub distrust: BTreeSet<String>,
    /// How runs ended that broke no property: by exceptions, with how often.
    pub exceptions: std::collections::BTreeMap<String, u64>,
    /// How often solvers were asked.
    pub queries: u64,
    /// What the stages of the solvers did, outermost first. Depends on the number of threads.
    pub stages: Vec<StageStats>,
    /// The instructions at which branches were offered, and the calls around them, each once.
    pub met: Vec<Met>,
}

impl SearchOutcome {
    /// Whether every path was taken or left out for a reason, in the world that was assumed.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.left == 0 && self.gaps.is_empty() && self.limits.is_empty()
    }

    /// Whether anything was found.
    #[must_use]
    pub fn has_findings(&self) -> bool {
        !self.violations.is_empty() || !self.uncaught.is_empty()
    }

    pub(crate) fn note_exit(&mut self, exit: &Exit) {
        match exit {
            Exit::Failed(failure) => {
                *self.exceptions.entry(failure.message.clone()).or_default() += 1;
            }
            Exit::Discarded => self.discarded += 1,
            Exit::Finished(_) => {}
            Exit::TooManyEvents(_) | Exit::Unrolled(_) => {
                unreachable!("a Java program is not cut off by itself")
            }
        }
    }
}
