//! From options to solvers: which back end, which stages, which limits.

use std::convert::Infallible;
use std::path::PathBuf;
use std::str::FromStr;

use anyhow::Result;
use solve::{Interrupt, NoSolver, QueryLimits, Solver, Theory};
use solve_z3::{Search, Z3, Z3Error};

use crate::args::Solving;
use crate::setup;

/// Which solver decides what the embedded core cannot.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum SolverChoice {
    /// Z3 if it is there.
    Auto,
    /// The embedded core alone.
    Core,
    /// Z3, or an error if it is not there.
    Z3,
    /// The program `cvc5`.
    Cvc5,
    /// The program `yices-smt2`.
    Yices,
    /// Another program that reads SMT-LIB.
    Program(PathBuf),
}

impl FromStr for SolverChoice {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<SolverChoice, Infallible> {
        Ok(match text {
            "auto" => SolverChoice::Auto,
            "core" => SolverChoice::Core,
            "z3" => SolverChoice::Z3,
            "cvc5" => SolverChoice::Cvc5,
            "yices" => SolverChoice::Yices,
            path => SolverChoice::Program(PathBuf::from(path)),
        })
    }
}

/// Makes a solver for each worker.
pub(crate) struct Solvers {
    z3: Option<Z3>,
    limits: QueryLimits,
    interrupt: Interrupt,
}

impl Solvers {
    pub(crate) fn new(args: &Solving, interrupt: &Interrupt) -> Result<Solvers> {
        let default = QueryLimits::default();
        let limits = QueryLimits {
            time: args.solver_timeout.or(default.time),
            memory_mib: args.solver_memory.or(default.memory_mib),
            work: None,
        };
        let z3 = match args.solver {
            SolverChoice::Core => None,
            SolverChoice::Auto => Z3::load(&z3_search()).ok(),
            _ => Some(Z3::load(&z3_search())?),
        };
        Ok(Solvers { z3, limits, interrupt: interrupt.clone() })
    }

    pub(crate) fn make(&self) -> Box<dyn Solver> {
        match &self.z3 {
            Some(z3) => Box::new(z3.solver(Theory::empty(), self.limits, self.interrupt.clone())),
            None => Box::new(NoSolver::new()),
        }
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
