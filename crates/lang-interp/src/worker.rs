//! What one thread of a search works with, and what it does with a path.
//!
//! A job carries a path on, and what forks off it within the same turn, the newest first. What it
//! comes to depends on the path alone: a worker keeps its heap and its log from one job to the next,
//! which saves time and changes nothing.

use std::sync::Arc;

use explore::schedule::Room;
use explore::{Meter, Strategy};
use solve::Reason;

use crate::account::Account;
use crate::answer::{Answer, Confirmed, RunOutcome};
use crate::branches::{Prefix, Waiting};
use crate::engine::Engine;
use crate::ground::{Grounding, ground};
use crate::heap::{Heap, Mark};
use crate::run::{Program, RunEnd, run};
use crate::stop::Halt;
use crate::{Options, Order, Path, Tree, Value};

/// How many runs may be spent on confirming one answer. One, unless the interpreter guesses.
const CONFIRM_RUNS: u64 = 1_000;
/// How many runs a job may take. A limit, because other threads may have nothing to do.
const JOB_RUNS: usize = 256;

/// How many steps the first job of a search may take, in which its paths take turns: about a second.
const YOUNG_STEPS: u64 = 10_000_000;
/// How many more when it has found an answer, and how many answers it may find: they are reported when the job is over, and the caller
/// may want no more.
const YOUNG_STEPS_AFTER_ANSWER: u64 = 5_000;
const YOUNG_ANSWERS: usize = 8;

/// One thread of a search.
pub(crate) struct Worker<'s> {
    pub(crate) heap: Heap,
    /// The heap before the first run.
    base: Mark,
    pub(crate) engine: Engine,
    /// What the runs that confirm answers share.
    confirming: Option<Box<Engine>>,
    program: Program<'s>,
}

/// What a job has come to.
pub(crate) struct Done {
    /// The path that it began with.
    pub(crate) start: Waiting,
    /// What happened up to the ends of paths, in order.
    pub(crate) segments: Vec<Segment>,
    /// What happened after them.
    pub(crate) rest: Account,
    /// Paths that wait, in the order in which they came.
    pub(crate) waiting: Vec<Prefix>,
    /// Whether this job alone used up all room.
    pub(crate) full: bool,
}

/// An account up to the end of a path.
pub(crate) struct Segment {
    pub(crate) account: Account,
    pub(crate) answer: Option<Box<Answer>>,
    /// How big the unknowns are on that path.
    pub(crate) size: u32,
}

/// What came of an answer.
enum Judged {
    /// It can be reported as an answer.
    Answer(Box<Answer>),
    /// It has no instance, or that is not known and the solver doubted the path.
    None,
    /// The search was ended before anybody knew.
    Stopped,
}

/// What became of a path that was carried on.
enum Followed {
    /// It goes on in others.
    Suspended,
    /// It came to its end.
    Ended(Option<Box<Answer>>, u32),
    /// The search has to end; the path waits as before.
    Stopped,
}

impl<'s> Worker<'s> {
    /// A worker with a heap of its own.
    pub(crate) fn new(
        heap: Heap,
        options: &Options,
        meter: Arc<Meter>,
        program: Program<'s>,
    ) -> Worker<'s> {
        let (base, engine) = (heap.mark(), Engine::new(options.clone(), meter));
        Worker { heap, base, engine, confirming: None, program }
    }

    /// Carries a path on, and what forks off it, as far as there is room.
    pub(crate) fn carry_on(&mut self, path: Prefix, mut room: Room) -> Done {
        let start = path.waiting;
        self.engine.branches.begin(path, self.engine.options.takes_turns());
        if self.engine.options.order == Order::Smallest {
            // An answer that was found may have to wait for smaller ones.
            room.findings = None;
        }
        let mut segments = Vec::new();
        let (mut runs, mut answers, mut steps, mut most) = (0, 0, 0, YOUNG_STEPS);
        while self.has_time(runs, steps < most && answers < YOUNG_ANSWERS) {
            runs += 1;
            if room.is_used_up() || self.engine.meter.met().is_some() {
                break;
            }
            let Some(waiting) = self.engine.branches.pop() else { break };
            let before = self.engine.account.stats.steps;
            let followed = self.follow(waiting);
            steps += self.engine.account.stats.steps - before;
            match followed {
                Followed::Suspended => {}
                Followed::Ended(answer, size) => {
                    room.use_up(1, u64::from(answer.is_some()));
                    self.engine.meter.count_path(1, u64::from(answer.is_some()));
                    // Where paths are counted, each has an account of its own.
                    if answer.is_some() {
                        answers += 1;
                        most = most.min(steps + YOUNG_STEPS_AFTER_ANSWER);
                    }
                    if answer.is_some() || room.paths.is_some() {
                        let account = std::mem::take(&mut self.engine.account);
                        segments.push(Segment { account, answer, size });
                    }
                }
                Followed::Stopped => break,
            }
        }
        let rest = std::mem::take(&mut self.engine.account);
        let mut waiting = self.engine.branches.finish(&self.engine.options);
        let deepest = waiting.iter().map(|path| u64::from(path.waiting.depth)).max();
        self.engine.meter.reach(deepest.unwrap_or(0));
        if self.engine.options.is_depth_first() {
            // The scheduler's stack takes what is to come first at the front.
            waiting.reverse();
        }
        Done { start, segments, rest, waiting, full: room.is_used_up() }
    }

    /// Whether a job goes on after so many runs; the first of a search does if it is young enough.
    fn has_time(&self, runs: usize, is_young_enough: bool) -> bool {
        match self.engine.branches.is_young() {
            true => is_young_enough,
            false => runs < job_runs(&self.engine.options),
        }
    }

    /// Runs one path to its end; the answer if it is wanted.
    fn follow(&mut self, waiting: Waiting) -> Followed {
        let grown = self.engine.branches.grown();
        let end = self.run_along(waiting, None);
        let judged = match &end.result {
            Err(Halt::Suspended) => return Followed::Suspended,
            Err(Halt::Ended(_)) => Judged::Stopped,
            result if self.engine.options.tells(result) => self.judge(&end),
            Ok(_) | Err(_) => Judged::None,
        };
        let answer = match judged {
            Judged::Stopped => {
                self.engine.branches.cut_back(&grown);
                self.engine.push(waiting);
                return Followed::Stopped;
            }
            Judged::Answer(answer) => Some(answer),
            Judged::None => None,
        };
        self.engine.account.count_end(&end);
        Followed::Ended(answer, end.path.size)
    }

    /// Runs the program along a path that waits.
    fn run_along(&mut self, waiting: Waiting, given: Option<&[Tree]>) -> RunEnd {
        let Engine { log, branches, prefix, .. } = &mut self.engine;
        log.end_run(prefix);
        branches.trace(waiting.link, prefix);
        self.run(Some(waiting), given)
    }

    /// Runs the program along the prefix that the engine holds, and then freely.
    pub(crate) fn run(&mut self, target: Option<Waiting>, given: Option<&[Tree]>) -> RunEnd {
        let Engine { log, prefix, .. } = &mut self.engine;
        log.begin_run(&mut self.heap, self.base, prefix);
        let end = run(&mut self.heap, &mut self.engine, target, given, self.program);
        self.engine.log.stay(&mut self.heap);
        end
    }

    /// The answer that a run has come to, with a confirmed instance; none if it has none, or if
    /// it is not known.
    pub(crate) fn answer(&mut self, end: &RunEnd) -> Option<Answer> {
        match self.judge(end) {
            Judged::Answer(answer) => Some(*answer),
            Judged::None | Judged::Stopped => None,
        }
    }

    fn judge(&mut self, end: &RunEnd) -> Judged {
        self.engine.settle(&mut self.heap);
        let mut answer = self.heap.describe(&self.engine.names, end);
        // Its unknowns get values: nothing of the heap is of use for the next run.
        self.engine.log.clear();
        answer.path = Path::new(self.engine.prefix.clone());
        match self.instance(end, &mut answer) {
            Grounding::Found => {}
            Grounding::Impossible => return Judged::None,
            Grounding::Unknown(_) if self.is_stopped() => return Judged::Stopped,
            Grounding::Unknown(reason) => {
                self.engine.account.note_unknown(&reason);
                answer.confirmed = Confirmed::NoInstance(reason);
            }
        }
        match &answer.confirmed {
            Confirmed::Yes => Judged::Answer(Box::new(answer)),
            Confirmed::Differs(_) if self.is_stopped() => Judged::Stopped,
            Confirmed::NoInstance(_) | Confirmed::Differs(_) => match &end.doubt {
                Some(reason) => self.doubted(reason),
                None => Judged::Answer(Box::new(answer)),
            },
        }
    }

    fn doubted(&mut self, reason: &Reason) -> Judged {
        self.engine.account.note_unknown(reason);
        Judged::None
    }

    /// Whether the whole search has to end.
    fn is_stopped(&self) -> bool {
        self.engine.meter.met().is_some()
    }

    /// Finds an instance of an answer and runs it.
    fn instance(&mut self, end: &RunEnd, answer: &mut Answer) -> Grounding {
        // Most answers of synthesis leave nothing open: they are their own instance.
        let open = !is_ground(answer);
        if open || !self.heap.conds.is_empty() {
            let grounding = self.ground(end);
            if grounding != Grounding::Found {
                return grounding;
            }
        }
        answer.instance = answer.unknowns.clone();
        if open {
            for (named, value) in answer.instance.iter_mut().zip(&end.unknowns) {
                named.value = self.heap.tree(*value);
            }
        }
        let expected = match (&end.result, &answer.outcome) {
            (Ok(_), RunOutcome::Value(tree)) if !open => Ok(tree.clone()),
            (Ok(value), _) => Ok(self.heap.tree(*value)),
            (Err(halt), _) => Err(halt.clone()),
        };
        let given: Vec<Tree> = answer.instance.iter().map(|named| named.value.clone()).collect();
        answer.confirmed = self.confirm(&given, &expected);
        Grounding::Found
    }

    /// Gives values to what the end of a run leaves open.
    fn ground(&mut self, end: &RunEnd) -> Grounding {
        let mut roots: Vec<Value> = end.unknowns.to_vec();
        roots.extend(end.result.as_ref().ok());
        ground(&mut self.heap, &mut self.engine, &roots, &end.unknowns)
    }

    /// Runs an instance concretely. Where the interpreter guesses, some guess must do. The runs are
    /// none of the search: they have an engine of their own.
    fn confirm(&mut self, given: &[Tree], expected: &Result<Tree, Halt>) -> Confirmed {
        let other = self.confirming.take();
        let mut other = other.unwrap_or_else(|| Box::new(self.engine.for_confirming()));
        self.heap.undo(self.base);
        std::mem::swap(&mut self.engine, &mut other);
        let confirmed = self.comes_to(given, expected);
        self.engine.log.clear();
        self.engine.prefix.clear();
        self.engine.account = Account::default();
        std::mem::swap(&mut self.engine, &mut other);
        self.confirming = Some(other);
        self.heap.undo(self.base);
        confirmed
    }

    /// Whether some run with these values for the unknowns comes to this end.
    fn comes_to(&mut self, given: &[Tree], expected: &Result<Tree, Halt>) -> Confirmed {
        self.engine.branches.begin(Prefix::default(), false);
        let mut other = "it ended in no way at all".to_owned();
        for _ in 0..CONFIRM_RUNS {
            let next = self.engine.branches.pop();
            let Some(waiting) = next.or_else(|| self.engine.widen()) else { break };
            let end = self.run_along(waiting, Some(given));
            if self.heap.is_same_end(&end.result, expected) {
                return Confirmed::Yes;
            }
            other = self.heap.describe_end(&end.result);
            if self.is_stopped() {
                break;
            }
        }
        Confirmed::Differs(other)
    }
}

/// How many runs a job may take. In a random search each waiting path gets its chance.
fn job_runs(options: &Options) -> usize {
    match (options.order, options.explore.strategy) {
        (Order::Found, Strategy::Random) => 1,
        (Order::Found | Order::Smallest, _) => JOB_RUNS,
    }
}

/// Whether an answer leaves nothing open.
fn is_ground(answer: &Answer) -> bool {
    let result = match &answer.outcome {
        RunOutcome::Value(tree) => tree.is_ground(),
        RunOutcome::Failed(_) => true,
    };
    result && answer.unknowns.iter().all(|named| named.value.is_ground())
}
