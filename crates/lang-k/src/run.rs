//! Running a program on known values, one rule after the other.

use explore::{Limit, Meter};
use term::Pool;

use crate::context::{Ctx, Halt, Known};
use crate::index::Key;
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
    /// Several steps are possible, where that was asked for.
    Branch(u64),
    /// A step has no result, or none that we can compute.
    Halted(Halt),
    /// The run had to end.
    Limit(Limit),
}

/// Runs from a state until no rule applies, or for so many steps. `watch` is called from time to
/// time, and at the end, with the state and the steps made. Returns the steps made and the end.
pub fn run(
    program: &Program,
    pool: &Pool,
    state: &mut State,
    depth: Option<u64>,
    meter: &Meter,
    watch: &mut dyn FnMut(&State, u64),
) -> (u64, Ending) {
    let known = Known::default();
    let mut runner = Runner::new(program, pool, &known, meter);
    let mut steps = 0;
    runner.resume(state);
    let ending = loop {
        if depth == Some(steps) {
            break Some(Ending::Depth(steps));
        }
        if meter.budget().steps == Some(steps) {
            break Some(Ending::Limit(Limit::Steps(steps)));
        }
        if steps.is_multiple_of(BREATH) {
            runner.pause(state);
            watch(state, steps);
            runner.resume(state);
            meter.poll(steps);
            if let Some(limit) = meter.met() {
                break Some(Ending::Limit(limit));
            }
        }
        match runner.step(state) {
            Ok(true) => steps += 1,
            Ok(false) => break None,
            Err(Halt::Limit(limit)) => break Some(Ending::Limit(limit)),
            Err(halt) => break Some(Ending::Halted(halt)),
        }
    };
    runner.pause(state);
    watch(state, steps);
    (steps, ending.unwrap_or_else(|| rest(program, pool, state)))
}

/// Runs until more than one step is possible, or none.
pub fn run_to_branch(
    program: &Program,
    pool: &Pool,
    state: &mut State,
    depth: Option<u64>,
    meter: &Meter,
    watch: &mut dyn FnMut(&State, u64),
) -> (u64, Ending) {
    let known = Known::default();
    let mut ctx = Ctx::new(program, pool, &known).metered(meter);
    let mut steps = 0;
    let ending = loop {
        if depth == Some(steps) {
            break Ending::Depth(steps);
        }
        if meter.budget().steps == Some(steps) {
            break Ending::Limit(Limit::Steps(steps));
        }
        meter.poll(steps);
        if let Some(limit) = meter.met() {
            break Ending::Limit(limit);
        }
        match ctx.successors(state) {
            Ok(next) if next.is_empty() => break rest(program, pool, state),
            Ok(mut next) if next.len() == 1 => {
                *state = next.remove(0).1;
                steps += 1;
            }
            Ok(_) => break Ending::Branch(steps),
            Err(Halt::Limit(limit)) => break Ending::Limit(limit),
            Err(halt) => break Ending::Halted(halt),
        }
    };
    watch(state, steps);
    (steps, ending)
}

/// What it means that no rule applies: everything is done where only values are left. What a value
/// is, `KResult` says; in a definition without it, whatever no rule begins with.
#[must_use]
pub fn rest(program: &Program, pool: &Pool, state: &State) -> Ending {
    let signature = &program.signature;
    let result = signature.sort("KResult").filter(|result| signature.has_subsorts(*result));
    let is_done = |computation: &&Value| match (computation, result) {
        (Value::Empty, _) => true,
        (Value::Seq(_), _) => false,
        (item, Some(result)) => signature.has_sort(pool, item, result),
        (item, None) => !program.index.mentions(Key::of(item)),
    };
    let all_done = computations(program, state).iter().all(is_done);
    if all_done { Ending::Finished } else { Ending::Stuck }
}
