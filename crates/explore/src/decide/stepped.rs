//! Programs that are stepped and forked.

use std::time::{Duration, Instant};

use machine::{Guide, Input, Machine, Pruned, Step};
use source::Span;
use term::{Cases, Pool, Term};

use super::explore_program;
use super::job::{Advance, End, Program};
use super::path::Trail;
use super::split::{Way, split};
use super::worker::{Solvers, Worker};
use crate::replay::{Answers, Replay, replay};
use crate::schedule::{Rank, Ranked};
use crate::{Budget, Limit, Options, Run, Stats, Strategy, Stretch, Watcher};

/// Explores a machine. `solvers` makes one solver for each worker and one for each witness.
///
/// The result depends on the machine and the options, not on `options.workers`; limits of time and
/// memory and a solver that gives up after a time are the exceptions that the world makes.
/// Where all ways that came to an end were left out, it looks for one that ends.
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
    let started = Instant::now();
    let explore = |options| explore_program(pool, &Stepped { machine }, options, solvers, watcher);
    let mut run = explore(options);
    if !is_all_left_out(&run) {
        return run;
    }
    let left = |time: Duration| time.saturating_sub(started.elapsed());
    let time = options.budget.time.map(left);
    let budget = Budget { time, findings: Some(1), ..options.budget };
    // The shortest ways first, since loops may go on for long.
    let (strategy, until_finished) = (Strategy::Bfs, true);
    let mut other =
        explore(&Options { budget, strategy, prune: false, until_finished, ..options.clone() });
    if other.stats.finished == 0 && other.is_complete() {
        std::mem::swap(&mut run, &mut other);
    }
    run.stats.absorb_work(&other.stats);
    run
}

/// Whether ways were left out and no other one came to an end. What was left out may not be possible,
/// and whether anything is possible at all is part of the answer.
fn is_all_left_out(run: &Run) -> bool {
    let Stats { finished, violated, pruned, .. } = run.stats;
    pruned.total() > 0
        && finished + violated == 0
        && run.endings.is_empty()
        && run.limits.is_empty()
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
        if !worker.options.observe {
            return self.carry_on(worker, path, fresh, &mut |_| {});
        }
        let (mut stretch, before) = (Stretch::new(path.trail.identity()), worker.asked());
        let mut pass = |place: Option<Span>| {
            stretch.last = place.or(stretch.last);
            stretch.places.extend(place);
        };
        let advance = self.carry_on(worker, path, fresh, &mut pass);
        let after = worker.asked();
        (stretch.queries, stretch.solver_time) = (after.0 - before.0, after.1 - before.1);
        worker.segment.stretches.push(stretch);
        advance
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
    /// Carries a path on, and says for each step at which place it begins.
    fn carry_on(
        &self,
        worker: &mut Worker<'_>,
        path: Path<M::State>,
        fresh: &mut Vec<Path<M::State>>,
        pass: &mut dyn FnMut(Option<Span>),
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
            trail.steps += 1;
            worker.segment.stats.steps += 1;
            if worker.options.observe {
                pass(self.machine.place(&state));
            }
            match self.step(worker, state, trail, fresh) {
                Next::On(on, past) => (state, trail) = (on, past),
                Next::Ended(advance) => return advance,
            }
        }
    }

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
        // A part of an input is what an input of its own would be.
        let known = |pool: &Pool, part: Term| {
            let input = Input { name: String::new(), sort: pool.sort(part), span: None };
            self.machine.assumed(pool, &input, part)
        };
        let mut guide = self.machine;
        let mut prune = |at: usize| {
            let state = states[at].as_ref().expect("nothing is followed yet");
            Guide::prune(&mut guide, worker.pool, state)
        };
        let left_out = left_out(worker.options, &conds, &mut prune);
        match split(worker, &trail, (&conds, &left_out), &known) {
            Way::Straight(at) => Next::On(state_of(&mut states, at), trail),
            Way::Forked(followed) => {
                // Ranking may be costly, so only those are asked who are heard.
                let scored = worker.options.strategy == Strategy::Priority;
                let rank = |state: &M::State| {
                    if scored { Guide::rank(&mut { self.machine }, worker.pool, state) } else { 0 }
                };
                fresh.extend(followed.into_iter().map(|(at, trail)| {
                    let state = state_of(&mut states, at);
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

/// The state of an alternative.
fn state_of<S>(states: &mut [Option<S>], at: usize) -> S {
    states[at].take().expect("each alternative is followed once")
}

/// Why alternatives of a choice are left out, where a choice is to be made. They are sought here,
/// before the solver is asked about them, and nowhere else: a path that does not fork costs little.
fn left_out(
    options: &Options,
    conds: &[Term],
    prune: &mut dyn FnMut(usize) -> Option<Pruned>,
) -> Vec<Option<Pruned>> {
    let is_certain = conds.contains(&Term::TRUE);
    if !options.prune || options.record || is_certain {
        return vec![None; conds.len()];
    }
    (0..conds.len()).map(|at| prune(at).filter(|_| conds[at] != Term::FALSE)).collect()
}
