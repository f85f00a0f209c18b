//! One job: a configuration is compared with the goal, and its steps are taken.

use std::sync::Arc;
use std::time::Instant;

use explore::independence::FULL_EVERY;
use explore::schedule::{Discipline, Explorer, Schedule, Task};
use explore::{Limit, Meter, follow};
use machine::Failure;
use rustc_hash::FxHashMap;
use solve::{Reason, Solver, Verdict};
use term::{Pool, Term};

use super::path::{Origin, Past, Path, fingerprint, fingerprint_watched};
use super::seen::Seen;
use super::trail::{Choice, NodeId};
use super::{Options, Solution, Solvers, Stats, Steps, Which};
use crate::context::{Ctx, Halt};
use crate::events::{Follow, WatchId};
use crate::given_up::GivenUp;
use crate::goal::Goal;
use crate::machine::Done;
use crate::program::Program;
use crate::reduction::Reduction;
use crate::run::{Ending, rest};
use crate::state::State;
use crate::value::{Fingerprint, Value};

/// Steps between two looks at the meter where nothing splits.
pub(super) const POLL_EVERY: u64 = 1024;
/// Configurations of one round of a search through all orders of rules. A job takes a few
/// microseconds.
const BATCH: usize = 256;
/// Configurations that a thread takes at once in such a search.
const CHUNK: usize = 8;

/// What is explored.
pub(super) struct Search<'a> {
    pub(super) program: &'a Program,
    pub(super) pool: &'a Pool,
    pub(super) goal: Option<&'a Goal>,
    pub(super) options: &'a Options,
    pub(super) solvers: Solvers<'a>,
    /// Which threads of the program may go first; none if all orders count.
    pub(super) reduction: Option<Reduction>,
    /// Follows the events; then nothing but them is checked.
    pub(super) follow: Option<&'a dyn Follow>,
    /// The configurations that were met, each with the fewest steps that lead to it so far.
    pub(super) seen: Seen<u64>,
}

impl Search<'_> {
    /// Stands for a configuration, the conditions under which it is reached, and what a monitor has
    /// seen on the way.
    pub(super) fn fingerprint(&self, state: &State, conds: &[Term], watch: WatchId) -> Fingerprint {
        match self.follow {
            None => fingerprint(state, conds),
            Some(_) => fingerprint_watched(state, conds, watch),
        }
    }

    /// Whether a configuration is worth a visit, from the fewest steps that lead to it so far. Where paths
    /// have a bound, one that was met must be visited again if fewer steps lead to it than before: it
    /// could be followed further then.
    pub(super) fn is_new(&self, known: Option<u64>, depth: u64) -> bool {
        let is_bounded = self.follow.is_some() && self.options.depth.is_some();
        known.is_none_or(|known| is_bounded && depth < known)
    }
}

/// What one thread works with.
#[derive(Default)]
pub(super) struct Worker {
    /// Made when the first question comes up.
    solver: Option<Box<dyn Solver>>,
    /// What the solver has said: other orders of the same steps ask the same.
    answers: FxHashMap<Vec<Term>, Verdict>,
    /// How often the meter was read.
    polls: u64,
    /// The deepest path so far.
    depth: u64,
}

/// The result of one job.
pub(super) struct Looked {
    /// What led to the configuration.
    pub(super) node: NodeId,
    pub(super) stats: Stats,
    pub(super) given_up: Vec<GivenUp>,
    /// A solution without what led to it and without its inputs, which the account adds.
    pub(super) solution: Option<Box<Solution>>,
    /// Paths that go on without a step.
    pub(super) waiting: Vec<Path>,
    pub(super) stepped: Option<Stepped>,
    /// Paths whose events break a property.
    pub(super) violations: Vec<Violation>,
}

/// A path whose events break a property, if it can be taken.
pub(super) struct Violation {
    pub(super) failure: Failure,
    pub(super) past: Arc<Past>,
    /// The last step, which breaks it; none if the end does.
    pub(super) choice: Choice,
    pub(super) steps: u64,
}

/// The steps of a path to configurations that may not have been met yet.
pub(super) struct Stepped {
    pub(super) from: Origin,
    pub(super) successors: Vec<Next>,
    /// Where one thread of the program made its steps alone: the path before them.
    pub(super) again: Option<Again>,
}

/// A path that has to go on with the steps of all threads if those of one lead back.
pub(super) struct Again {
    pub(super) path: Path,
    /// Whether they are known to lead back.
    pub(super) leads_back: bool,
}

/// A step to a configuration.
pub(super) struct Next {
    pub(super) done: Done,
    pub(super) choice: Choice,
    pub(super) fingerprint: Fingerprint,
    pub(super) state: State,
    pub(super) watch: WatchId,
    /// How promising it is; the smallest first.
    pub(super) promise: u64,
}

/// The steps from a configuration.
pub(super) struct Successors {
    pub(super) steps: Vec<(Done, State)>,
    /// The arguments of their events, where these are followed.
    pub(super) args: Vec<Vec<Value>>,
    /// Whether they are those of one thread of the program alone.
    is_alone: bool,
}

impl<'a> Explorer for Search<'a> {
    type Path = Path;
    type Worker = Worker;
    type Done = Looked;

    fn worker(&self) -> Worker {
        Worker::default()
    }

    fn run_job(&self, worker: &mut Worker, path: Path, task: Task) -> Looked {
        let looked = Looked {
            node: path.node,
            stats: Stats::default(),
            given_up: Vec::new(),
            solution: None,
            waiting: Vec::new(),
            stepped: None,
            violations: Vec::new(),
        };
        let mut job = Job { search: self, worker, looked };
        let mut path = Some(Path { home: task.thread, ..path });
        while let Some(at) = path.take() {
            path = job.look_at(at);
        }
        job.finish()
    }

    fn home(&self, path: &Path) -> Option<usize> {
        Some(path.home)
    }

    fn schedule(&self, options: &explore::Options) -> Schedule {
        let schedule = Schedule::of(options);
        match (self.options.steps, schedule.discipline) {
            // A search through all orders is wide, and each of its jobs is short.
            (Steps::All, Discipline::Oldest) => {
                Schedule { batch: BATCH, chunk: CHUNK, overlap: true, ..schedule }
            }
            (Steps::All | Steps::First, _) => schedule,
        }
    }
}

pub(super) struct Job<'j, 'a> {
    pub(super) search: &'j Search<'a>,
    worker: &'j mut Worker,
    pub(super) looked: Looked,
}

impl<'a> Job<'_, 'a> {
    fn finish(self) -> Looked {
        let Job { search, worker, looked } = self;
        let (stats, meter) = (&looked.stats, &search.options.meter);
        let violated = looked.violations.len() as u64;
        let found = u64::from(looked.solution.is_some()) + violated;
        if stats.paths > 0 || found > 0 {
            meter.count_path(stats.paths + violated, found);
        }
        if stats.depth > worker.depth {
            worker.depth = stats.depth;
            meter.reach(stats.depth);
        }
        looked
    }

    fn give_up(&mut self, reason: GivenUp) {
        self.looked.given_up.push(reason);
    }

    /// Lets a path wait as it is.
    pub(super) fn wait(&mut self, path: Path) {
        self.looked.waiting.push(path);
    }

    /// Whether the whole run has to end.
    pub(super) fn must_stop(&mut self) -> bool {
        let stop = self.search.options.meter.poll(self.worker.polls);
        self.worker.polls += 1;
        stop
    }

    pub(super) fn ctx<'c>(&self, path: &'c Path) -> Ctx<'c>
    where
        'a: 'c,
    {
        let Search { program, pool, options, .. } = *self.search;
        let events = self.search.follow.map(|follow| follow.events());
        Ctx::new(program, pool, &path.past.known).metered(&options.meter).following(events)
    }

    /// Compares a configuration with the goal and takes its steps. Returns the path if it goes on
    /// without having to wait.
    fn look_at(&mut self, mut path: Path) -> Option<Path> {
        if self.must_stop() {
            self.wait(path);
            return None;
        }
        self.looked.stats.states += 1;
        self.looked.stats.depth = self.looked.stats.depth.max(path.depth);
        self.looked.stats.splits = self.looked.stats.splits.max(path.past.splits);
        let options = self.search.options;
        if !path.judged && options.which.counts(path.depth) && self.search.follow.is_none() {
            match self.judge(&path, None) {
                Ok(()) => path.judged = true,
                Err(halt) => return self.halted(path, halt),
            }
        }
        if let Some(reason) = self.is_long(&path) {
            return self.cut_off(path, reason);
        }
        match (options.steps, self.search.follow) {
            (Steps::All, None) => self.take_all(path),
            (Steps::All, Some(follow)) => self.take_all_following(path, follow),
            (Steps::First, None) => self.take_first(path),
            (Steps::First, Some(follow)) => self.take_first_following(path, follow),
        }
    }

    /// Why a path is not followed any further.
    pub(super) fn is_long(&self, path: &Path) -> Option<GivenUp> {
        let options = self.search.options;
        let budget = options.meter.budget();
        if let Some(depth) = options.depth.filter(|depth| path.depth >= *depth) {
            return Some(GivenUp::Steps(depth));
        }
        let steps = budget.steps.filter(|steps| path.depth >= *steps).map(Limit::Steps);
        let splits = || budget.depth.filter(|most| path.past.splits > *most).map(Limit::Depth);
        steps.or_else(splits).map(GivenUp::Limit)
    }

    /// The bound on the length ends a path as the end of the program does.
    pub(super) fn cut_off(&mut self, path: Path, reason: GivenUp) -> Option<Path> {
        self.give_up(reason);
        if self.search.options.which == Which::Final && self.search.follow.is_none() {
            let ending = Ending::Depth(path.depth);
            if let Err(halt) = self.judge(&path, Some(ending)) {
                return self.halted(path, halt);
            }
        }
        None
    }

    pub(super) fn successors(&self, path: &Path) -> Result<Successors, Halt> {
        let mut ctx = self.ctx(path);
        if let Some(reduction) = &self.search.reduction
            && !path.takes_all
            && !path.depth.is_multiple_of(FULL_EVERY)
            && let Some(alone) = ctx.steps_alone(&path.state, reduction)?
        {
            return Ok(Successors { steps: alone, args: Vec::new(), is_alone: true });
        }
        let steps = ctx.successors(&path.state)?;
        let args = std::mem::take(&mut ctx.listed_args);
        Ok(Successors { steps, args, is_alone: false })
    }

    fn take_all(&mut self, path: Path) -> Option<Path> {
        match self.successors(&path) {
            Ok(Successors { steps, .. }) if steps.is_empty() => self.ended(path),
            Ok(Successors { steps, is_alone, .. }) => {
                self.looked.stats.steps += steps.len() as u64;
                let is_shared = self.search.options.engine.is_shared();
                let (choice, watch) = (None, path.watch);
                let mut leads_back = false;
                let new = steps.into_iter().filter_map(|(done, state)| {
                    let fingerprint = fingerprint(&state, &path.past.conds);
                    // A thread that is alone commits what it has made, so there is nothing to save.
                    let known = is_shared.then(|| self.search.seen.get(fingerprint)).flatten();
                    leads_back |= known.is_some_and(|known| known <= path.depth);
                    let promise = path.promise;
                    known.is_none().then_some(Next {
                        done,
                        choice,
                        fingerprint,
                        state,
                        watch,
                        promise,
                    })
                });
                let successors = new.collect();
                let again = is_alone.then(|| Again { path: path.clone(), leads_back });
                self.looked.stepped = Some(Stepped { from: path.into_origin(), successors, again });
                None
            }
            Err(halt) => self.halted(path, halt),
        }
    }

    /// Follows the first rules for as long as nothing splits.
    fn take_first(&mut self, mut path: Path) -> Option<Path> {
        let past = Arc::clone(&path.past);
        let Search { program, pool, options, .. } = *self.search;
        let mut ctx = Ctx::new(program, pool, &past.known).metered(&options.meter);
        loop {
            if let Some(reason) = self.is_long(&path) {
                return self.cut_off(path, reason);
            }
            if path.depth.is_multiple_of(POLL_EVERY) && self.must_stop() {
                self.wait(path);
                return None;
            }
            match ctx.step(&mut path.state) {
                Ok(Some(_)) => {
                    path.depth += 1;
                    self.looked.stats.steps += 1;
                }
                Ok(None) => return self.ended(path),
                Err(halt) => return self.halted(path, halt),
            }
            if options.which.is_visited() {
                path.judged = false;
                self.wait(path);
                return None;
            }
        }
    }

    pub(super) fn ended(&mut self, path: Path) -> Option<Path> {
        let Search { program, pool, options, .. } = *self.search;
        if let Some(follow) = self.search.follow {
            self.ended_following(&path, follow, None);
            return None;
        }
        if options.which == Which::Final {
            let ending = rest(program, pool, &path.state);
            if let Err(halt) = self.judge(&path, Some(ending)) {
                return self.halted(path, halt);
            }
        }
        self.looked.stats.paths += 1;
        None
    }

    /// A path on which something could not be computed.
    pub(super) fn halted(&mut self, path: Path, halt: Halt) -> Option<Path> {
        match halt {
            Halt::Undecided(cond) => self.split(path, cond),
            Halt::Undefined(what) => {
                // As in K, a term without a value stops the program: it is stuck there.
                if let Some(follow) = self.search.follow {
                    self.ended_following(&path, follow, Some(&what));
                    return None;
                }
                self.looked.stats.paths += 1;
                if self.search.options.which == Which::Final {
                    let ending = Ending::Halted(Halt::Undefined(what));
                    if let Err(Halt::Undecided(cond)) = self.judge(&path, Some(ending)) {
                        return self.split(path, cond);
                    }
                }
                None
            }
            Halt::Limit(_) => {
                self.wait(path);
                None
            }
            halt @ (Halt::Unsupported(_) | Halt::TooDeep(_)) => {
                self.give_up(halt.into());
                None
            }
        }
    }

    /// Takes a configuration in as a solution, if it is one.
    fn judge(&mut self, path: &Path, ending: Option<Ending>) -> Result<(), Halt> {
        let bindings = match self.search.goal {
            None => Vec::new(),
            Some(goal) => match goal.matches(&mut self.ctx(path), &path.state)? {
                None => return Ok(()),
                Some(bindings) => bindings,
            },
        };
        self.looked.solution = Some(Box::new(Solution {
            state: path.state.clone(),
            conds: path.past.conds.clone(),
            decided: path.past.decided.clone(),
            bindings,
            ending,
            path: Vec::new(),
            depth: path.depth,
            model: None,
            sure: false,
        }));
        Ok(())
    }

    /// Goes on in both ways that are possible. Returns the path if it was not split after all.
    fn split(&mut self, path: Path, cond: Term) -> Option<Path> {
        let negation = self.search.pool.not(cond);
        let first = self.ask(&path, cond);
        // One of both holds; if the first is impossible, the second is as sure as the path is.
        let second = match first {
            Verdict::Unsat if path.past.sure => Verdict::Sat,
            Verdict::Sat | Verdict::Unsat | Verdict::Unknown(_) => self.ask(&path, negation),
        };
        // Where one way is impossible the other follows from the conditions: nothing was split, so
        // the path goes on as it is and does not have to wait.
        let mut follows = false;
        let mut children = Vec::new();
        for (cond, verdict) in [(cond, first), (negation, second)] {
            if let Verdict::Unknown(reason) = &verdict {
                self.unknown(reason);
            }
            if follow(&verdict, self.search.options.engine.bias) {
                children.push((cond, verdict == Verdict::Sat));
            } else if verdict == Verdict::Unsat {
                self.looked.stats.infeasible += 1;
                follows = true;
            }
        }
        if follows && let [(cond, sure)] = children[..] {
            return Some(self.decided(&path, cond, sure, false));
        }
        for (cond, sure) in children {
            let child = self.decided(&path, cond, sure, true);
            self.wait(child);
        }
        None
    }

    /// The path on which a condition holds; a condition that was split on counts as one of its own.
    fn decided(&self, path: &Path, cond: Term, sure: bool, split: bool) -> Path {
        let mut past = (*path.past).clone();
        past.decided.push(cond);
        past.known = past.known.with(self.search.pool, cond);
        past.sure &= sure;
        if split {
            past.conds.push(cond);
            past.splits += 1;
        }
        Path { past: Arc::new(past), ..path.clone() }
    }

    fn ask(&mut self, path: &Path, cond: Term) -> Verdict {
        let mut query = path.past.conds.clone();
        query.push(cond);
        // Counted whether or not this thread knows the answer: other threads know others.
        self.looked.stats.queries += 1;
        if let Some(answer) = self.worker.answers.get(&query) {
            return answer.clone();
        }
        let Search { pool, options, solvers, .. } = *self.search;
        let solver = self.worker.solver.get_or_insert_with(solvers);
        let answer = timed_check(&mut **solver, pool, &query, &options.meter);
        if !matches!(answer, Verdict::Unknown(_)) {
            self.worker.answers.insert(query, answer.clone());
        }
        answer
    }

    fn unknown(&mut self, reason: &Reason) {
        self.give_up(GivenUp::Solver(reason.clone()));
    }
}

/// Asks a solver, and counts the time that it took.
pub(super) fn timed_check(
    solver: &mut dyn Solver,
    pool: &Pool,
    query: &[Term],
    meter: &Meter,
) -> Verdict {
    let asked = Instant::now();
    let verdict = solver.check(pool, query);
    meter.count_query(asked.elapsed());
    verdict
}
