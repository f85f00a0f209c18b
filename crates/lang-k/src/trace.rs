//! A run whose choices are made: the rules that it applies, one after the other.
//!
//! Symbolic paths are followed without keeping what was done. Where that is wanted, the run
//! is made again under the conditions that the path has decided, without a solver.

use term::{Pool, Term};

use crate::context::{Ctx, Halt, Known};
use crate::machine::Done;
use crate::program::Program;
use crate::state::State;

/// A run and where it came to.
#[derive(Clone, Debug)]
pub struct Traced {
    /// What was done.
    pub path: Vec<Done>,
    /// The last configuration.
    pub state: State,
    /// What the next step needed, if it could not be made.
    pub halt: Option<Halt>,
}

/// Runs from a state, by the first rules that apply where these conditions hold, until no rule
/// applies or for so many steps.
#[must_use]
pub fn trace(
    program: &Program,
    pool: &Pool,
    mut state: State,
    decided: &[Term],
    most: u64,
) -> Traced {
    let known = decided.iter().fold(Known::default(), |known, cond| known.with(pool, *cond));
    let mut ctx = Ctx::new(program, pool, &known);
    let mut path = Vec::new();
    let mut halt = None;
    while (path.len() as u64) < most {
        match ctx.step(&mut state) {
            Ok(Some(done)) => path.push(done),
            Ok(None) => break,
            Err(reason) => {
                halt = Some(reason);
                break;
            }
        }
    }
    Traced { path, state, halt }
}
