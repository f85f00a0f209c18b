//! The search: runs of an interpreter along all paths.

use std::ops::ControlFlow;

use explore::Limit;
use solve::Reason;

use crate::answer::{Answer, Confirmed, Ended, Outcome, Summary};
use crate::engine::Engine;
use crate::frontier::Waiting;
use crate::ground::{Grounding, ground};
use crate::heap::{Heap, Mark};
use crate::hold::Held;
use crate::run::{Program, RunEnd, run};
use crate::stop::{Cut, Failure, FailureKind, Halt};
use crate::{Cx, Options, Order, Path, Stop, Tree, Value, Wanted};

/// How many runs may be spent on confirming one answer. One, unless the interpreter guesses.
const CONFIRM_RUNS: u64 = 1_000;

/// Runs an interpreter along all its paths and tells the ends that are wanted, the cheapest or the
/// smallest first ([`Options::order`]). Which one is the cheapest is decided to within a few choices.
///
/// `program` is run from its start for each path. `tell` gets each answer as soon as its turn has come and
/// may break off.
///
/// ```
/// use std::ops::ControlFlow;
/// use lang_interp::{Heap, Kind, Options, search};
///
/// let mut found = Vec::new();
/// let coin = |cx: &mut lang_interp::Cx<'_>| {
///     let side = cx.unknown("side", Kind::Bool);
///     if cx.branch(side)? { Ok(cx.int(1)) } else { Err(cx.fail("tails")) }
/// };
/// let summary = search(&mut Heap::new(), &Options::default(), coin, |answer| {
///     found.push(answer.to_string());
///     ControlFlow::Continue(())
/// });
/// assert_eq!(found, ["side = true"]);
/// assert!(summary.is_complete());
/// assert_eq!(summary.stats.failures, 1);
/// ```
pub fn search(
    heap: &mut Heap,
    options: &Options,
    program: impl Fn(&mut Cx<'_>) -> Result<Value, Stop>,
    mut tell: impl FnMut(&Answer) -> ControlFlow<()>,
) -> Summary {
    search_all(heap, options, &program, &mut |answer| tell(&answer))
}

fn search_all(
    heap: &mut Heap,
    options: &Options,
    program: Program<'_>,
    tell: &mut dyn FnMut(Answer) -> ControlFlow<()>,
) -> Summary {
    let mut search = Search::new(heap, options, program);
    search.engine.push(Waiting::default());
    let ended = search.drive(tell);
    search.into_summary(ended)
}

/// The answers of a search, all in one list.
pub fn solve(
    heap: &mut Heap,
    options: &Options,
    program: impl Fn(&mut Cx<'_>) -> Result<Value, Stop>,
) -> (Vec<Answer>, Summary) {
    let mut answers = Vec::new();
    let summary = search_all(heap, options, &program, &mut |answer| {
        answers.push(answer);
        ControlFlow::Continue(())
    });
    (answers, summary)
}

/// Runs an interpreter once, with these values for its unknowns in the order in which it asks.
///
/// ```
/// use lang_interp::{Heap, Kind, Options, Outcome, run_once};
///
/// let mut heap = Heap::new();
/// let seven = heap.int(7);
/// let seven = heap.tree(seven);
/// let double = |cx: &mut lang_interp::Cx<'_>| {
///     let n = cx.unknown("n", Kind::Int);
///     cx.add(n, n)
/// };
/// let answer = run_once(&mut heap, &Options::default(), &[seven], double);
/// assert!(matches!(answer, Ok(Outcome::Value(tree)) if tree.to_string() == "14"));
/// ```
pub fn run_once(
    heap: &mut Heap,
    options: &Options,
    given: &[Tree],
    program: impl Fn(&mut Cx<'_>) -> Result<Value, Stop>,
) -> Result<Outcome, NoOutcome> {
    let mut search = Search::new(heap, options, &program);
    let (mark, end) = (search.base, search.run(None, Some(given)));
    let forked = search.engine.stats.forks > 0;
    let outcome = match end.result {
        Ok(value) if !forked => Ok(Outcome::Value(search.heap.tree(value))),
        Err(Halt::Failed(failure)) if !forked => Ok(Outcome::Failed(failure)),
        Ok(_) | Err(Halt::Failed(_) | Halt::Suspended) => Ok(Outcome::Failed(not_concrete())),
        Err(Halt::Discarded) => Err(NoOutcome::Discarded),
        Err(Halt::CutOff(cut)) => Err(NoOutcome::CutOff(cut)),
        Err(Halt::Ended(limit)) => Err(NoOutcome::Limit(limit)),
    };
    search.heap.undo(mark);
    outcome
}

/// Runs an interpreter again along a path that a search has told.
pub fn replay(
    heap: &mut Heap,
    options: &Options,
    path: &Path,
    program: impl Fn(&mut Cx<'_>) -> Result<Value, Stop>,
) -> Result<Answer, NoOutcome> {
    let options = Options { wanted: Wanted::All, ..options.clone() };
    let mut search = Search::new(heap, &options, &program);
    path.choices().clone_into(&mut search.engine.prefix);
    let end = search.run(None, None);
    let (result, path) = (end.result.clone(), path.clone());
    let outcome = match result {
        Ok(_) | Err(Halt::Failed(_)) => {
            let answer = search.answer(end).map(|answer| Answer { path, ..answer });
            answer.ok_or(NoOutcome::Discarded)
        }
        Err(Halt::Discarded | Halt::Suspended) => Err(NoOutcome::Discarded),
        Err(Halt::CutOff(cut)) => Err(NoOutcome::CutOff(cut)),
        Err(Halt::Ended(limit)) => Err(NoOutcome::Limit(limit)),
    };
    search.heap.undo(search.base);
    outcome
}

/// Why a single run has no outcome.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoOutcome {
    /// An assumption does not hold.
    Discarded,
    /// It met a limit.
    CutOff(Cut),
    /// The time ran out, or the user stopped it.
    Limit(Limit),
}

fn not_concrete() -> Failure {
    let message = "the run depends on something that is unknown".to_owned();
    Failure { kind: FailureKind::NotConcrete, message, site: None }
}

/// A search on its way.
struct Search<'s> {
    heap: &'s mut Heap,
    /// The heap before the first run.
    base: Mark,
    engine: Engine,
    /// What the runs that confirm answers share.
    confirming: Option<Engine>,
    program: Program<'s>,
    cuts: Vec<Cut>,
    broken: Vec<Failure>,
    unknown: Vec<Reason>,
    held: Held,
    /// How big the answers are that were told.
    told: u64,
    /// How big the unknowns are on the paths that were cut off.
    cut_sizes: Vec<u32>,
}

impl<'s> Search<'s> {
    fn new(heap: &'s mut Heap, options: &Options, program: Program<'s>) -> Search<'s> {
        Search::with_engine(heap, Engine::new(options.clone()), program)
    }

    fn with_engine(heap: &'s mut Heap, engine: Engine, program: Program<'s>) -> Search<'s> {
        let (base, confirming) = (heap.mark(), None);
        let (cuts, broken, unknown) = (Vec::new(), Vec::new(), Vec::new());
        let (held, told, cut_sizes) = (Held::default(), 0, Vec::new());
        Search {
            heap,
            base,
            engine,
            confirming,
            program,
            cuts,
            broken,
            unknown,
            held,
            told,
            cut_sizes,
        }
    }

    fn drive(&mut self, tell: &mut dyn FnMut(Answer) -> ControlFlow<()>) -> Ended {
        let mut ended = None;
        loop {
            ended = ended.or_else(|| self.met());
            // When the search is over, what was found is told however small the rest may be.
            let rank = self.engine.frontier.next_rank().filter(|_| ended.is_none());
            if self.tell(rank, tell).is_break() {
                return Ended::Enough;
            }
            if let Some(ended) = ended {
                return ended;
            }
            let Some(waiting) = self.engine.frontier.pop() else { return Ended::Exhausted };
            ended = self.follow(waiting);
        }
    }

    /// The limit of the whole search that is met.
    fn met(&mut self) -> Option<Ended> {
        let (budget, done) = (self.engine.options.budget, self.engine.stats.runs);
        let paths = budget.paths.filter(|limit| done >= *limit).map(Limit::Paths);
        paths.or_else(|| self.engine.poll()).map(Ended::Limit)
    }

    /// Tells the answers that are small enough, until there are enough.
    fn tell(
        &mut self,
        rank: Option<u32>,
        tell: &mut dyn FnMut(Answer) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let enough = self.engine.options.budget.findings.unwrap_or(u64::MAX);
        while self.engine.stats.answers < enough {
            let Some(answer) = self.held.take(rank) else { return ControlFlow::Continue(()) };
            self.engine.stats.answers += 1;
            if self.engine.options.order == Order::Smallest {
                self.told = self.told.max(answer.size());
            }
            tell(answer)?;
        }
        ControlFlow::Break(())
    }

    /// Runs one path to its end and keeps the answer if it is wanted.
    fn follow(&mut self, waiting: Waiting) -> Option<Ended> {
        let Engine { log, frontier, prefix, .. } = &mut self.engine;
        log.end_run(prefix);
        frontier.trace(waiting.link, prefix);
        let end = self.run(Some(waiting), None);
        if let Err(Halt::Ended(limit)) = end.result {
            self.engine.push(waiting);
            return Some(Ended::Limit(limit));
        }
        if self.count(&end)
            && let Some(answer) = self.answer(end)
        {
            self.held.put(self.engine.options.order, answer);
        }
        None
    }

    fn run(&mut self, target: Option<Waiting>, given: Option<&[Tree]>) -> RunEnd {
        let Engine { log, prefix, .. } = &mut self.engine;
        log.begin_run(self.heap, self.base, prefix);
        let end = run(self.heap, &mut self.engine, target, given, self.program);
        self.engine.log.stay(self.heap);
        end
    }

    /// Counts an end; whether it is to be told.
    fn count(&mut self, end: &RunEnd) -> bool {
        let stats = &mut self.engine.stats;
        let wanted = self.engine.options.wanted;
        match &end.result {
            Ok(_) => {
                stats.values += 1;
                matches!(wanted, Wanted::Values | Wanted::All)
            }
            Err(Halt::Failed(failure)) => {
                stats.failures += 1;
                if !failure.kind.is_of_program() {
                    note(&mut self.broken, failure);
                } else if self.engine.failure.is_none() {
                    self.engine.failure = Some(failure.clone());
                }
                match wanted {
                    Wanted::Failures | Wanted::All => true,
                    Wanted::Violations => failure.kind == FailureKind::Spec,
                    Wanted::Values => false,
                }
            }
            Err(Halt::Discarded) => {
                stats.discarded += 1;
                false
            }
            Err(Halt::CutOff(cut)) => {
                stats.cut_off += 1;
                note(&mut self.cuts, cut);
                self.cut_sizes.push(end.path.size);
                false
            }
            Err(Halt::Suspended | Halt::Ended(_)) => false,
        }
    }

    /// The answer that a run has come to, with a confirmed instance; none if it has no instance, or
    /// if nobody knows and the solver doubted the path.
    fn answer(&mut self, end: RunEnd) -> Option<Answer> {
        let mut answer = self.heap.describe(&self.engine.names, &end);
        // Its unknowns get values: nothing of the heap is of use for the next run.
        self.engine.log.clear();
        self.engine.frontier.trace(end.path.link, &mut self.engine.prefix);
        answer.path = Path::new(self.engine.prefix.clone());
        match self.instance(&end, &mut answer) {
            Grounding::Found => {}
            Grounding::Impossible => return None,
            Grounding::Unknown(reason) => {
                note(&mut self.unknown, &reason);
                answer.confirmed = Confirmed::NoInstance(reason);
            }
        }
        if answer.confirmed != Confirmed::Yes
            && let Some(reason) = end.doubt
        {
            note(&mut self.unknown, &reason);
            return None;
        }
        Some(answer)
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
            (Ok(_), Outcome::Value(tree)) if !open => Ok(tree.clone()),
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
        ground(self.heap, &mut self.engine, &roots, &end.unknowns)
    }

    /// Runs an instance concretely. Where the interpreter guesses, some guess must do.
    fn confirm(&mut self, given: &[Tree], expected: &Result<Tree, Halt>) -> Confirmed {
        let engine = self.confirming.take().unwrap_or_else(|| self.engine.for_confirming());
        self.heap.undo(self.base);
        let mut again = Search::with_engine(self.heap, engine, self.program);
        let confirmed = again.comes_to(given, expected);
        again.heap.undo(again.base);
        again.engine.reset();
        self.confirming = Some(again.engine);
        confirmed
    }

    /// Whether some run with these values for the unknowns comes to this end.
    fn comes_to(&mut self, given: &[Tree], expected: &Result<Tree, Halt>) -> Confirmed {
        self.engine.push(Waiting::default());
        let mut other = "it ended in no way at all".to_owned();
        let most = self.engine.stats.runs + CONFIRM_RUNS;
        while let Some(waiting) = self.engine.frontier.pop() {
            if self.engine.stats.runs >= most {
                break;
            }
            let Engine { log, frontier, prefix, .. } = &mut self.engine;
            log.end_run(prefix);
            frontier.trace(waiting.link, prefix);
            let end = self.run(Some(waiting), Some(given));
            if self.heap.is_same_end(&end.result, expected) {
                return Confirmed::Yes;
            }
            other = self.heap.describe_end(&end.result);
        }
        Confirmed::Differs(other)
    }

    fn into_summary(mut self, ended: Ended) -> Summary {
        self.heap.undo(self.base);
        self.engine.stats.left = self.engine.frontier.len() as u64;
        let cut = self.cut_sizes.iter().filter(|size| u64::from(**size) < self.told).count();
        Summary {
            ended,
            smaller: self.engine.frontier.smaller_than(self.told) + cut as u64,
            stats: self.engine.stats,
            profile: self.engine.profile(),
            cuts: self.cuts,
            failure: self.engine.failure,
            broken: self.broken,
            unknown: self.unknown,
        }
    }
}

/// Whether an answer leaves nothing open.
fn is_ground(answer: &Answer) -> bool {
    let result = match &answer.outcome {
        Outcome::Value(tree) => tree.is_ground(),
        Outcome::Failed(_) => true,
    };
    result && answer.unknowns.iter().all(|named| named.value.is_ground())
}

/// Adds what is not there yet.
fn note<T: Clone + PartialEq>(list: &mut Vec<T>, item: &T) {
    if !list.contains(item) {
        list.push(item.clone());
    }
}
