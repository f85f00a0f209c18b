//! From options to solvers: which back end, which stages, which limits.

use std::convert::Infallible;
use std::path::PathBuf;
use std::str::FromStr;

use anyhow::Result;
use solve::{Interrupt, NoSolver, Solver};

use crate::args::Solving;

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
pub(crate) struct Solvers;

impl Solvers {
    pub(crate) fn new(_: &Solving, _: &Interrupt) -> Result<Solvers> {
        Ok(Solvers)
    }

    pub(crate) fn make(&self) -> Box<dyn Solver> {
        Box::new(NoSolver::new())
    }
}

/// Says which Z3 would be used, or why there is none.
pub(crate) fn find_z3() -> Result<String, String> {
    Err("not looked for".to_owned())
}
