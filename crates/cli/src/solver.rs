//! From options to solvers: which back end, which stages, which limits.

use std::str::FromStr;

use anyhow::{Context, Result};
use solve::{Interrupt, QueryLimits, Solver, Theory};
use solve_chain::{Backend, Config};
use solve_z3::{Search, Z3, Z3Error};

use crate::args::Solving;
use crate::setup;

/// Which solver decides what the embedded core cannot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SolverChoice {
    /// Z3 if it is there.
    Auto,
    /// The embedded core alone.
    Core,
    /// Z3, or an error if it is not there.
    Z3,
}

impl FromStr for SolverChoice {
    type Err = String;

    fn from_str(text: &str) -> Result<SolverChoice, String> {
        match text {
            "auto" => Ok(SolverChoice::Auto),
            "core" => Ok(SolverChoice::Core),
            "z3" => Ok(SolverChoice::Z3),
            _ => Err("there are auto, core and z3".to_owned()),
        }
    }
}

impl SolverChoice {
    fn backend(self) -> Result<Backend> {
        match self {
            SolverChoice::Auto => Ok(Backend::auto(&z3_search())),
            SolverChoice::Core => Ok(Backend::None),
            SolverChoice::Z3 => {
                Backend::z3(&z3_search()).context("`tracehound doctor` says how to get Z3")
            }
        }
    }
}

/// Makes a solver for each worker.
pub(crate) struct Solvers(Config);

impl Solvers {
    pub(crate) fn new(args: &Solving, interrupt: &Interrupt) -> Result<Solvers> {
        let default = QueryLimits::default();
        let config = Config {
            limits: QueryLimits {
                time: args.solver_timeout.or(default.time),
                memory_mib: args.solver_memory.or(default.memory_mib),
                work: default.work,
            },
            interrupt: interrupt.clone(),
            off: args.no_stages.clone(),
            ..Config::new(args.solver.backend()?)
        };
        // What cannot be built is told before anything is explored, not by a worker.
        config.build(&Theory::empty())?;
        Ok(Solvers(config))
    }

    pub(crate) fn make(&self, theory: &Theory) -> Box<dyn Solver> {
        self.0.build(theory).expect("the same chain was built when the options were read")
    }
}

/// Where Z3 is looked for: where `setup` puts it, then where the system has it.
fn z3_search() -> Search {
    Search { directories: setup::z3_folder().into_iter().collect(), ..Search::default() }
}

/// Says which Z3 would be used, or why there is none.
pub(crate) fn find_z3() -> Result<String, Z3Error> {
    Z3::load(&z3_search()).map(|z3| format!("{} ({})", z3.version(), z3.path().display()))
}
