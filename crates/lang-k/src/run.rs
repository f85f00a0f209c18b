//! Running a program on known values, one rule after the other.

use solve::Interrupt;
use term::Pool;

use crate::context::{Halt, Known};
use crate::machine::computations;
use crate::program::Program;
use crate::runner::Runner;
use crate::state::State;
use crate::value::Value;

/// How often the run looks up from its work.
const BREATH: u64 = 4096;

/// The end of a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ending {
    /// Nothing is left to do.
    Finished,
    /// Something is left to do, and no rule applies.
    Stuck,
    /// The bound on steps was met.
    Depth(u64),
    /// A step has no result, or none that we can compute.
    Halted(Halt),
    /// The user stopped the run.
    Interrupted,
}

/// Runs from a state until no rule applies, or for so many steps. `watch` is called from time to
/// time, and at the end, with the state and the steps made. Returns the steps made and the end.
pub fn run(
    program: &Program,
    pool: &Pool,
    state: &mut State,
    depth: Option<u64>,
    interrupt: &Interrupt,
    watch: &mut dyn FnMut(&State, u64),
) -> (u64, Ending) {
    let known = Known::default();
    let mut runner = Runner::new(program, pool, &known);
    let mut steps = 0;
    runner.resume(state);
    let ending = loop {
        if depth == Some(steps) {
            break Some(Ending::Depth(steps));
        }
        if steps.is_multiple_of(BREATH) {
            runner.pause(state);
            watch(state, steps);
            runner.resume(state);
            if interrupt.is_raised() {
                break Some(Ending::Interrupted);
            }
        }
        match runner.step(state) {
            Ok(true) => steps += 1,
            Ok(false) => break None,
            Err(halt) => break Some(Ending::Halted(halt)),
        }
    };
    runner.pause(state);
    watch(state, steps);
    (steps, ending.unwrap_or_else(|| rest(program, pool, state)))
}

/// What it means that no rule applies.
#[must_use]
pub fn rest(program: &Program, pool: &Pool, state: &State) -> Ending {
    let result = program.signature.sort("KResult");
    let is_done = |computation: &&Value| match computation {
        Value::Empty => true,
        Value::Seq(_) => false,
        item => result.is_some_and(|result| program.signature.has_sort(pool, item, result)),
    };
    let all_done = computations(program, state).iter().all(is_done);
    if all_done { Ending::Finished } else { Ending::Stuck }
}
