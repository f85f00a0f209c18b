//! From options to solvers: which back end, which stages, which limits.

use std::convert::Infallible;
use std::path::Path;
use std::str::FromStr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use anyhow::{Context, Result, bail};
use host::Terminal;
use report::SolverText;
use solve::stage::Tally;
use solve::{
    AnswerStore, Interrupt, Model, QueryLimits, Reason, Solver, StageStats, Theory, Verdict,
};
use solve_chain::{Backend, BackendError, Config, Stage};
use solve_z3::{Search, Z3, Z3Error};
use term::{Pool, Term};

use crate::args::SolverArgs;

/// What a query may cost where little is to be spent, in units of Z3.
const QUICK_WORK: u64 = 100_000;

/// Which solver decides what the embedded core cannot.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SolverChoice {
    /// Z3 if it is there.
    Auto,
    /// The embedded core alone.
    Core,
    /// Z3, or an error if it is not there.
    Z3,
    /// Another program that reads SMT-LIB, by a name that we know or by its path.
    Program(String),
}

impl FromStr for SolverChoice {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<SolverChoice, Infallible> {
        Ok(match text {
            "auto" => SolverChoice::Auto,
            "core" => SolverChoice::Core,
            "z3" => SolverChoice::Z3,
            program => SolverChoice::Program(program.to_owned()),
        })
    }
}

impl SolverChoice {
    /// The back end; `library` is the Z3 to load, if one was named.
    fn backend(&self, library: Option<&Path>) -> Result<Backend> {
        match (self, library) {
            (SolverChoice::Auto, None) => Ok(Backend::auto(&z3_search(None))),
            (SolverChoice::Auto | SolverChoice::Z3, _) => {
                let help = match library {
                    None => "`tracehound doctor` says how to get Z3",
                    Some(_) => "`--z3` names a library such as `libz3.so`",
                };
                Backend::z3(&z3_search(library)).context(help)
            }
            (SolverChoice::Core, _) => Ok(Backend::None),
            (SolverChoice::Program(name), _) => Ok(Backend::Process(name.clone())),
        }
    }

    /// Whether Z3 is loaded as a library.
    fn loads_z3(&self) -> bool {
        matches!(self, SolverChoice::Auto | SolverChoice::Z3)
    }
}

/// Makes a solver for each worker.
#[derive(Clone)]
pub struct SolverFactory {
    config: Config,
    tally: Tally,
}

impl SolverFactory {
    /// Fails if a solver that was asked for is not there: before anything is explored.
    pub fn new(args: &SolverArgs) -> Result<SolverFactory> {
        let library = args.z3.as_deref();
        let is_loaded =
            args.solver.loads_z3() || args.audit.as_ref().is_some_and(SolverChoice::loads_z3);
        if library.is_some() && !is_loaded {
            bail!(
                "`--z3` names a library that no solver of this call would load; use `--solver z3`"
            );
        }
        let mut config = Config::new(args.solver.backend(library)?).without(&args.no_stages);
        config.limits = limits(args);
        config.audit = auditor(args, &config.backend)?;
        config.build(&Theory::empty())?;
        if let Some(folder) = &args.dump_smt {
            std::fs::create_dir_all(folder)
                .with_context(|| format!("cannot make `{}`", folder.display()))?;
        }
        config.dump.clone_from(&args.dump_smt);
        Ok(SolverFactory { config, tally: Tally::default() })
    }

    /// The counters of all solvers that are made from now on, if a user wants to see them.
    pub fn counters(&self, terminal: &Terminal) -> SolverCounters {
        SolverCounters(terminal.verbose.then(|| (self.tally.clone(), Instant::now())))
    }

    /// A solver that stops when `stop` is raised, and knows what those before it found out.
    pub fn make_sharing(
        &self,
        theory: &Theory,
        stop: &Interrupt,
        memory: &SolverMemory,
    ) -> Box<dyn Solver> {
        let mut config = self.config.clone();
        config.answers = Some(memory.of(theory));
        self.make_by(config, theory, stop)
    }

    /// A solver that stops when `stop` is raised.
    pub fn make(&self, theory: &Theory, stop: &Interrupt) -> Box<dyn Solver> {
        self.make_by(self.config.clone(), theory, stop)
    }

    fn make_by(&self, mut config: Config, theory: &Theory, stop: &Interrupt) -> Box<dyn Solver> {
        config.interrupt = stop.clone();
        self.counted(config.build(theory))
    }

    /// The solver that was built, with its counters; one that answers nothing if there is none.
    fn counted(&self, built: Result<Box<dyn Solver>, BackendError>) -> Box<dyn Solver> {
        match built {
            Ok(chain) => Box::new(self.tally.counted(chain)),
            Err(error) => Box::new(Gone(error.to_string())),
        }
    }

    /// The same with a limit on what one query may cost. Its work does not depend on the machine, as
    /// models do that are kept because they took long to find.
    pub fn make_quick(&self, theory: &Theory, stop: &Interrupt) -> Box<dyn Solver> {
        let mut quick = self.config.clone().without(&[Stage::Reuse]);
        quick.limits.work = Some(QUICK_WORK);
        self.make_by(quick, theory, stop)
    }

    /// A solver that stops when `stop` is raised, and whose models depend on the query alone.
    pub fn make_repeatable(&self, stop: &Interrupt) -> Box<dyn Solver> {
        let mut config = self.config.clone();
        config.interrupt = stop.clone();
        self.counted(config.build_repeatable())
    }

    /// A solver for runs on values, which ask nothing.
    pub fn core_only() -> Box<dyn Solver> {
        Box::new(Gone("no solver is used here".to_owned()))
    }
}

/// The counters of the solvers of a call; empty unless a user wants to see them.
#[derive(Clone, Default)]
pub struct SolverCounters(Option<(Tally, Instant)>);

impl SolverCounters {
    /// The counts since the last call of this function. None if they are not wanted.
    #[must_use]
    pub fn text(&self) -> Option<SolverText> {
        let (tally, since) = self.0.as_ref()?;
        Some(SolverText::of_stages(&tally.take(), since.elapsed()))
    }

    /// The same with the counts of a solver that is still in use.
    #[must_use]
    pub fn text_with(&self, live: &dyn Solver) -> Option<SolverText> {
        let (tally, since) = self.0.as_ref()?;
        Some(SolverText::of_stages(&tally.take_with(live), since.elapsed()))
    }

    /// Writes the counts to standard error.
    pub fn show(&self, terminal: &Terminal) {
        if let Some(text) = self.text() {
            terminal.complain(report::solver_as_text(&text).trim_end());
        }
    }
}

/// What solvers have found out about the terms of one pool, for each theory.
#[derive(Clone, Default)]
pub struct SolverMemory(Arc<Mutex<Vec<(Theory, AnswerStore)>>>);

impl SolverMemory {
    fn of(&self, theory: &Theory) -> AnswerStore {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, answers)) = known.iter().find(|(other, _)| other == theory) {
            return answers.clone();
        }
        let answers = AnswerStore::new();
        known.push((theory.clone(), answers.clone()));
        answers
    }
}

/// The solver that gives a second opinion. An audit that could never object is refused: a user who
/// asked for it would take its silence for consent.
fn auditor(args: &SolverArgs, audited: &Backend) -> Result<Option<Backend>> {
    let Some(choice) = &args.audit else { return Ok(None) };
    match (audited, choice.backend(args.z3.as_deref())?) {
        (Backend::None, _) => {
            bail!("there is no solver to audit: it was not found or is switched off")
        }
        (Backend::Z3(_) | Backend::Process(_), Backend::None) => {
            bail!("the embedded solver cannot audit another one; name one such as `cvc5`")
        }
        (Backend::Z3(_) | Backend::Process(_), auditor) => Ok(Some(auditor)),
    }
}

fn limits(args: &SolverArgs) -> QueryLimits {
    let default = QueryLimits::default();
    QueryLimits {
        time: args.solver_timeout.or(default.time),
        memory_mib: args.solver_memory.or(default.memory_mib),
        work: default.work,
    }
}

/// Stands for a solver that could be started when the options were read and cannot be any more.
struct Gone(String);

impl Solver for Gone {
    fn check(&mut self, _: &Pool, _: &[Term]) -> Verdict {
        Verdict::Unknown(Reason::Failed(self.0.clone()))
    }

    fn model(&mut self, _: &Pool) -> Option<Model> {
        None
    }

    fn stats(&self) -> Vec<StageStats> {
        Vec::new()
    }
}

/// Where Z3 is looked for: the library that was named, or else where `setup` puts it, then where the
/// system has it.
fn z3_search(library: Option<&Path>) -> Search {
    // The loader takes a name without a folder for one that the system is to find.
    let exactly = library.map(|path| path.canonicalize().unwrap_or_else(|_| path.to_owned()));
    let directories = host::cache::z3_folder().into_iter().collect();
    Search { exactly, directories, ..Search::default() }
}

/// Says which Z3 would be used, or why there is none.
pub fn find_z3(library: Option<&Path>) -> Result<String, Z3Error> {
    Z3::load(&z3_search(library)).map(|z3| format!("{} ({})", z3.version(), z3.path().display()))
}
