//! What a chain is made of.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use solve::stage::{Afresh, Audit, Axioms, Cache, Dump, Guess, Lookup, Recall, Reuse, Slice};
use solve::{AnswerStore, Interrupt, NoSolver, QueryLimits, Solver, Theory};
use solve_core::{BitBlast, Cdcl, Core, Words};

use crate::backend::{Backend, BackendError};

/// How to build the chain of one worker.
#[derive(Clone)]
pub struct Config {
    /// Who decides what the stages cannot.
    pub backend: Backend,
    /// What one query may cost the back end.
    pub limits: QueryLimits,
    /// Stops a query that is running.
    pub interrupt: Interrupt,
    /// Stages to leave out.
    pub off: Vec<Stage>,
    /// Asks this solver too, about what reaches the back end.
    pub audit: Option<Backend>,
    /// Writes what reaches the back end as files into this directory.
    pub dump: Option<PathBuf>,
    /// What other chains found out. All of them must be of one theory.
    pub answers: Option<AnswerStore>,
    /// How many chains were built from this configuration: keeps their files apart.
    built: Arc<AtomicUsize>,
}

/// A stage that can be left out.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Stage {
    /// Conditions that are in the path already.
    Lookup,
    /// Answers that other chains were given.
    Recall,
    /// Conditions on machine words.
    Words,
    /// The embedded core.
    Core,
    /// Models of earlier queries.
    Reuse,
    /// Clauses over the core.
    Cdcl,
    /// Independent parts.
    Slice,
    /// Known answers.
    Cache,
    /// Values for products of unknowns.
    Guess,
    /// Small queries bit by bit.
    Bits,
}

impl Stage {
    /// All stages, outermost first.
    pub const ALL: [Stage; 10] = [
        Stage::Lookup,
        Stage::Recall,
        Stage::Words,
        Stage::Core,
        Stage::Reuse,
        Stage::Cdcl,
        Stage::Slice,
        Stage::Cache,
        Stage::Guess,
        Stage::Bits,
    ];
}

impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Stage::Lookup => "lookup",
            Stage::Recall => "recall",
            Stage::Words => "words",
            Stage::Core => "core",
            Stage::Reuse => "reuse",
            Stage::Cdcl => "cdcl",
            Stage::Slice => "slice",
            Stage::Cache => "cache",
            Stage::Guess => "guess",
            Stage::Bits => "bits",
        })
    }
}

impl FromStr for Stage {
    type Err = String;

    fn from_str(text: &str) -> Result<Stage, String> {
        let names = || Stage::ALL.map(|stage| stage.to_string()).join(", ");
        let found = Stage::ALL.into_iter().find(|stage| stage.to_string() == text);
        found.ok_or_else(|| format!("no solver stage `{text}`; there are {}", names()))
    }
}

impl Config {
    /// All stages in front of a back end.
    #[must_use]
    pub fn new(backend: Backend) -> Config {
        let (limits, interrupt) = (QueryLimits::default(), Interrupt::new());
        let (off, built) = (Vec::new(), Arc::default());
        let (audit, dump, answers) = (None, None, None);
        Config { backend, limits, interrupt, off, audit, dump, answers, built }
    }

    /// The same without some stages.
    #[must_use]
    pub fn without(mut self, stages: &[Stage]) -> Config {
        self.off.extend_from_slice(stages);
        self
    }

    /// The chain. Its stages are listed from the inside out.
    pub fn build(&self, theory: &Theory) -> Result<Box<dyn Solver>, BackendError> {
        let mut chain = self.build_end(theory)?;
        if !theory.partial_orders().is_empty() {
            chain = Box::new(Axioms::of_partial_orders(theory, chain));
        }
        if self.has(Stage::Bits) {
            chain = Box::new(BitBlast::new(theory, chain).with_interrupt(self.interrupt.clone()));
        }
        if self.has(Stage::Guess) {
            chain = Box::new(Guess::new(chain));
        }
        if self.has(Stage::Slice) && self.has(Stage::Cdcl) {
            chain = Box::new(Cdcl::of_parts(theory, chain).with_interrupt(self.interrupt.clone()));
        }
        if self.has(Stage::Cache) {
            chain = Box::new(Cache::new(chain));
        }
        if self.has(Stage::Slice) {
            chain = Box::new(Slice::new(chain));
        }
        if self.has(Stage::Cdcl) {
            chain = Box::new(Cdcl::new(theory, chain).with_interrupt(self.interrupt.clone()));
        }
        if self.has(Stage::Reuse) {
            chain = Box::new(Reuse::new(theory, chain));
        }
        if self.has(Stage::Core) {
            chain = Box::new(Core::new(theory, chain).with_interrupt(self.interrupt.clone()));
        }
        if self.has(Stage::Words) {
            chain = Box::new(Words::new(chain));
        }
        if theory.axioms_beyond_orders().next().is_some() {
            chain = Box::new(Axioms::new(theory, chain));
        }
        if let Some(answers) = self.answers.as_ref().filter(|_| self.has(Stage::Recall)) {
            chain = Box::new(Recall::new(answers.clone(), chain));
        }
        if self.has(Stage::Lookup) {
            chain = Box::new(Lookup::new(chain));
        }
        Ok(chain)
    }

    /// A chain whose models depend on the query alone, for callers that go on with their values. It
    /// knows no theory.
    pub fn build_repeatable(&self) -> Result<Box<dyn Solver>, BackendError> {
        let theory = Theory::empty();
        // What the first stage for words leaves, another one would leave, too.
        let inner = self.clone().without(&[Stage::Words]);
        let steady = inner.build(&theory)?;
        let make = move || match inner.build(&Theory::empty()) {
            Ok(solver) => solver,
            // It could be built before; without it nothing is known.
            Err(_) => Box::new(NoSolver::new()),
        };
        let mut chain: Box<dyn Solver> = Box::new(Afresh::new(steady, make));
        if self.has(Stage::Words) {
            chain = Box::new(Words::repeatable(chain));
        }
        if self.has(Stage::Lookup) {
            chain = Box::new(Lookup::new(chain));
        }
        Ok(chain)
    }

    /// The back end with those who look over its shoulder.
    fn build_end(&self, theory: &Theory) -> Result<Box<dyn Solver>, BackendError> {
        let mut end = self.backend.build(theory, self.limits, &self.interrupt)?;
        if let Some(second) = &self.audit {
            let second = second.build(theory, self.limits, &self.interrupt)?;
            end = Box::new(Audit::new(end, second, 1));
        }
        if let Some(directory) = &self.dump {
            let number = self.built.fetch_add(1, Ordering::Relaxed);
            end = Box::new(Dump::new(end, theory.clone(), directory, &format!("worker{number}")));
        }
        Ok(end)
    }

    fn has(&self, stage: Stage) -> bool {
        !self.off.contains(&stage)
    }
}
