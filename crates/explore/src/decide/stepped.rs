//! Programs that are stepped and forked.

use machine::{Input, Machine, Step};
use source::Span;
use term::{Cases, Pool, Term};

use super::explore_program;
use super::job::{Advance, End, Program};
use super::path::Trail;
use super::split::{Way, split};
use super::worker::{Solvers, Worker};
use crate::replay::{Answers, Replay, replay};
use crate::schedule::{Rank, Ranked};
use crate::{Limit, Options, Run, Strategy, Watcher};

/// Explores a machine. `solvers` makes one solver for each worker and one for each witness.
///
/// The result depends on the machine and the options, not on `options.workers`; limits of time and
/// memory and a solver that gives up after a time are the exceptions that the world makes.
///
/// # Panics
///
/// If the machine or a solver panics, with the same payload, once all workers have stopped.
pub fn explore<M: Machine>(
    pool: &Pool,
    machine: &M,
    options: &Options,
    solvers: Solvers<'_>,
    watcher: &dyn Watcher,
) -> Run {
    explore_program(pool, &Stepped { machine }, options, solvers, watcher)
}

struct Stepped<'a, M> {
    machine: &'a M,
}

/// A state with what led to it.
struct Path<S> {
    state: S,
    trail: Trail,
    /// What the machine says of the state; known for paths that wait.
    promise: u64,
}

impl<S> Ranked for Path<S> {
    fn rank(&self) -> Rank {
        Rank { promise: self.promise, splits: self.trail.depth(), steps: self.trail.steps }
    }
}

impl<M: Machine> Program for Stepped<'_, M> {
    type Path = Path<M::State>;

    fn start(&self, pool: &Pool) -> Self::Path {
        Path { state: self.machine.start(pool), trail: Trail::new(), promise: 0 }
    }

    fn advance(
        &self,
        worker: &mut Worker<'_>,
        path: Self::Path,
        fresh: &mut Vec<Self::Path>,
    ) -> Advance {
        let Path { mut state, mut trail, promise } = path;
        loop {
            if worker.must_stop() {
                fresh.push(Path { state, trail, promise });
                return Advance::Forked;
            }
            if let Some(limit) = worker.options.budget.steps
                && trail.steps >= limit
            {
                let place = self.machine.place(&state);
                return Advance::Ended(trail, End::CutOff(Limit::Steps(limit), place));
            }
            if self.machine.is_settled(worker.pool, &state) {
                return Advance::Ended(trail, End::Settled);
            }
            trail.steps += 1;
            worker.segment.stats.steps += 1;
            match self.step(worker, state, trail, fresh) {
                Next::On(on, past) => (state, trail) = (on, past),
                Next::Ended(advance) => return advance,
            }
        }
    }

    fn replay(&self, pool: &Pool, answers: &Answers, max_steps: u64) -> Replay {
        replay(pool, self.machine, answers, max_steps)
    }
}

/// What one step made of a path.
enum Next<S> {
    On(S, Trail),
    Ended(Advance),
}

impl<M: Machine> Stepped<'_, M> {
    fn step(
        &self,
        worker: &mut Worker<'_>,
        state: M::State,
        mut trail: Trail,
        fresh: &mut Vec<Path<M::State>>,
    ) -> Next<M::State> {
        let place = self.machine.place(&state);
        let ended = |trail, end| Next::Ended(Advance::Ended(trail, end));
        match self.machine.step(worker.pool, state) {
            Step::Go(cases) => self.go(worker, cases, trail, fresh, place),
            Step::Ask(input, state) => match trail.ask(worker.pool, input) {
                Ok(asked) => {
                    let var = asked.var;
                    let assumed = self.machine.assumed(worker.pool, &asked.input, var);
                    trail.assume(assumed);
                    Next::On(self.machine.supply(worker.pool, state, var), trail)
                }
                Err(gap) => ended(trail, End::Unsupported(gap)),
            },
            Step::Emit(event, state) => {
                trail.events.push(event);
                Next::On(state, trail)
            }
            Step::Stop(exit) => ended(trail, End::Exit(exit)),
            Step::Unsupported(gap) => ended(trail, End::Unsupported(gap)),
        }
    }

    fn go(
        &self,
        worker: &mut Worker<'_>,
        cases: Cases<M::State>,
        trail: Trail,
        fresh: &mut Vec<Path<M::State>>,
        place: Option<Span>,
    ) -> Next<M::State> {
        let (conds, states): (Vec<Term>, Vec<M::State>) = cases.into_iter().unzip();
        let mut states: Vec<Option<M::State>> = states.into_iter().map(Some).collect();
        let mut state_of =
            |at: usize| states[at].take().expect("each alternative is followed once");
        // A part of an input is what an input of its own would be.
        let known = |pool: &Pool, part: Term| {
            let input = Input { name: String::new(), sort: pool.sort(part), span: None };
            self.machine.assumed(pool, &input, part)
        };
        match split(worker, &trail, &conds, &known) {
            Way::Straight(at) => Next::On(state_of(at), trail),
            Way::Forked(followed) => {
                // Ranking may be costly, so only those are asked who are heard.
                let scored = worker.options.strategy == Strategy::Priority;
                let rank = |state: &M::State| {
                    if scored { self.machine.rank(worker.pool, state) } else { 0 }
                };
                fresh.extend(followed.into_iter().map(|(at, trail)| {
                    let state = state_of(at);
                    Path { promise: rank(&state), state, trail }
                }));
                Next::Ended(Advance::Forked)
            }
            Way::Ended(End::CutOff(limit, _)) => {
                Next::Ended(Advance::Ended(trail, End::CutOff(limit, place)))
            }
            Way::Ended(end) => Next::Ended(Advance::Ended(trail, end)),
        }
    }
}
