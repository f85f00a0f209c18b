//! The solver at the end of the chain.

use solve::{Interrupt, NoSolver, QueryLimits, Solver, Theory};
use solve_smtlib::{Command, Smtlib, SpawnError};
use solve_z3::{Search, Z3, Z3Error};

/// Who decides what the stages of the chain cannot.
#[derive(Clone)]
pub enum Backend {
    /// No other solver: such queries are unknown.
    None,
    /// Z3, loaded.
    Z3(Z3),
    /// Another program that reads SMT-LIB: a name that we know (`cvc5`, `yices`, `z3`), or a path.
    Process(String),
}

/// Why a back end cannot be used.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub struct BackendError(#[from] Kind);

#[derive(Debug, thiserror::Error)]
enum Kind {
    #[error(transparent)]
    Z3(#[from] Z3Error),
    #[error(transparent)]
    Spawn(#[from] SpawnError),
}

impl Backend {
    /// Z3 if it can be loaded.
    #[must_use]
    pub fn auto(search: &Search) -> Backend {
        Z3::load(search).map_or(Backend::None, Backend::Z3)
    }

    /// Z3, or why it cannot be loaded.
    pub fn z3(search: &Search) -> Result<Backend, BackendError> {
        Ok(Backend::Z3(Z3::load(search).map_err(Kind::from)?))
    }

    pub(crate) fn build(
        &self,
        theory: &Theory,
        limits: QueryLimits,
        interrupt: &Interrupt,
    ) -> Result<Box<dyn Solver>, BackendError> {
        let (theory, interrupt) = (theory.clone(), interrupt.clone());
        Ok(match self {
            Backend::None => Box::new(NoSolver::new()),
            Backend::Z3(z3) => Box::new(z3.solver(theory, limits, interrupt)),
            Backend::Process(name) => {
                let command = Command::preset(name, &limits);
                Box::new(Smtlib::spawn(command, theory, limits, interrupt).map_err(Kind::from)?)
            }
        })
    }
}
