//! Exploring the behaviours of a program: all orders of rules, all values of symbolic inputs.
//!
//! A path is a configuration with the conditions under which it is reached (section 4.4 of the
//! paper). A step that depends on a condition nobody knows splits its path in two; the solver says
//! which of both can be. Paths wait in one queue; a configuration that was met before under the
//! same conditions is not looked at again.

mod seen;
mod trail;
mod watch;

use std::sync::Arc;
use std::time::Instant;

use explore::{Bias, Limit, Meter, Progress, follow};
use rustc_hash::FxHashMap;
use solve::{Reason, Solver, Verdict};
use term::{Model, Pool, Term};

use crate::context::{Ctx, Halt, Known};
use crate::given_up::{GivenUp, Reasons};
use crate::goal::Goal;
use crate::machine::Done;
use crate::program::Program;
use crate::run::{Ending, rest};
use crate::state::State;
use crate::value::Value;

use seen::Seen;
use trail::{NodeId, Trail};
pub use watch::Watch;

/// Configurations between two words on how far it has come.
const TELL_EVERY: u64 = 64;

/// Which steps of a configuration are taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Steps {
    /// The first rule that applies, as in a run.
    First,
    /// Every rule that applies, in every way.
    All,
}

/// Which configurations count as solutions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Which {
    /// Those from which no step leads on.
    Final,
    /// All that are reached.
    All,
}

/// How to explore.
#[derive(Clone, Debug)]
pub struct Options {
    /// Which steps are taken.
    pub steps: Steps,
    /// Which configurations count.
    pub which: Which,
    /// Enough solutions.
    pub bound: Option<u64>,
    /// Steps along one path.
    pub depth: Option<u64>,
    /// Configurations looked at.
    pub states: Option<u64>,
    /// What to do when the solver does not know.
    pub bias: Bias,
    /// Says when to end. Its limits on steps and splits hold for each path.
    pub meter: Arc<Meter>,
    /// Who is told how far it has come.
    pub watch: Watch,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            steps: Steps::All,
            which: Which::Final,
            bound: None,
            depth: None,
            states: None,
            bias: Bias::default(),
            meter: Arc::default(),
            watch: Watch::default(),
        }
    }
}

/// A configuration that was looked for.
#[derive(Clone, Debug)]
pub struct Solution {
    /// The configuration.
    pub state: State,
    /// The conditions under which it is reached, in the order in which they came up.
    pub conds: Vec<Term>,
    /// Everything that was decided on the way: these conditions, and what follows from them.
    pub decided: Vec<Term>,
    /// What the variables of the pattern stand for.
    pub bindings: Vec<(String, Value)>,
    /// How the path ended there; none if it goes on.
    pub ending: Option<Ending>,
    /// What was done to get there; empty when only the first rules are followed.
    pub path: Vec<Done>,
    /// How many steps led there.
    pub depth: u64,
    /// Values of the symbolic inputs that lead there, if the solver told some.
    pub model: Option<Model>,
    /// Whether the solver knows that there are such values.
    pub sure: bool,
}

/// What was found, and what was not looked at.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// The solutions, in the order in which they were found.
    pub solutions: Vec<Solution>,
    /// Paths that were given up, with the reason and how often.
    pub given_up: Vec<(GivenUp, u64)>,
    /// Counts.
    pub stats: Stats,
}

/// Counts of an exploration.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Stats {
    /// Configurations looked at.
    pub states: u64,
    /// Steps made.
    pub steps: u64,
    /// Paths that came to an end.
    pub paths: u64,
    /// Questions to the solver.
    pub queries: u64,
    /// Alternatives that no input can take.
    pub infeasible: u64,
    /// The deepest path.
    pub depth: u64,
}

impl Found {
    /// Whether everything was looked at.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.given_up.is_empty()
    }
}

/// A configuration that waits, with what led to it.
#[derive(Clone)]
struct Path {
    state: State,
    conds: Vec<Term>,
    decided: Vec<Term>,
    known: Known,
    sure: bool,
    node: NodeId,
    depth: u64,
    /// How often it was split.
    splits: u64,
    /// Whether the configuration was compared with the goal already.
    judged: bool,
}

impl Path {
    /// The path one step further.
    fn after(&self, state: State, node: NodeId) -> Path {
        Path {
            state,
            conds: self.conds.clone(),
            decided: self.decided.clone(),
            known: self.known.clone(),
            sure: self.sure,
            node,
            depth: self.depth + 1,
            splits: self.splits,
            judged: false,
        }
    }
}

/// Explores from a state under conditions that hold at first.
pub fn explore(
    program: &Program,
    pool: &Pool,
    start: State,
    assumed: &[Term],
    goal: Option<&Goal>,
    options: &Options,
    solver: &mut dyn Solver,
) -> Found {
    let known = assumed.iter().fold(Known::default(), |known, cond| known.with(pool, *cond));
    let mut trail = Trail::default();
    let node = trail.root();
    let path = Path {
        state: start,
        conds: assumed.to_vec(),
        decided: assumed.to_vec(),
        known,
        sure: true,
        node,
        depth: 0,
        splits: 0,
        judged: false,
    };
    let mut explorer = Explorer {
        program,
        pool,
        goal,
        options,
        solver,
        trail,
        seen: Seen::default(),
        waiting: std::collections::VecDeque::new(),
        answers: FxHashMap::default(),
        given_up: Reasons::default(),
        polls: 0,
        found: Found::default(),
    };
    explorer.seen.insert(&path.state, &path.conds);
    explorer.waiting.push_back(path);
    explorer.run();
    explorer.finish()
}

struct Explorer<'a> {
    program: &'a Program,
    pool: &'a Pool,
    goal: Option<&'a Goal>,
    options: &'a Options,
    solver: &'a mut dyn Solver,
    trail: Trail,
    seen: Seen,
    waiting: std::collections::VecDeque<Path>,
    /// What the solver has said.
    answers: FxHashMap<Vec<Term>, Verdict>,
    given_up: Reasons,
    /// How often the meter was read.
    polls: u64,
    found: Found,
}

impl Explorer<'_> {
    fn run(&mut self) {
        while let Some(path) = self.waiting.pop_front() {
            if let Some(reason) = self.enough() {
                return self.give_up(reason);
            }
            self.found.stats.states += 1;
            self.found.stats.depth = self.found.stats.depth.max(path.depth);
            if self.found.stats.states.is_multiple_of(TELL_EVERY) {
                self.tell(path.depth);
            }
            self.look_at(path);
        }
    }

    /// Why no further path is looked at.
    fn enough(&mut self) -> Option<GivenUp> {
        let (stats, found) = (&self.found.stats, self.found.solutions.len() as u64);
        if let Some(bound) = self.options.bound.filter(|bound| found >= *bound) {
            return Some(GivenUp::Solutions(bound));
        }
        if let Some(most) = self.options.states.filter(|most| stats.states >= *most) {
            return Some(GivenUp::States(most));
        }
        let paths = self.options.meter.budget().paths.filter(|most| stats.paths >= *most);
        paths.map(Limit::Paths).or_else(|| self.met()).map(GivenUp::Limit)
    }

    /// The limit of the whole run that is met.
    fn met(&mut self) -> Option<Limit> {
        self.options.meter.poll(self.polls);
        self.polls += 1;
        self.options.meter.met()
    }

    /// Tells how far the exploration has come.
    fn tell(&self, depth: u64) {
        let stats = &self.found.stats;
        self.options.watch.tell(|| Progress {
            paths: stats.paths,
            waiting: self.waiting.len() as u64,
            depth: stats.depth.max(depth),
            queries: stats.queries,
            findings: self.found.solutions.len() as u64,
            ..Progress::default()
        });
    }

    fn finish(mut self) -> Found {
        self.found.given_up = self.given_up.0;
        self.found
    }

    fn give_up(&mut self, reason: GivenUp) {
        self.given_up.add(reason);
    }

    fn look_at(&mut self, mut path: Path) {
        if !path.judged && self.options.which == Which::All {
            match self.judge(&path, None) {
                Ok(()) => path.judged = true,
                Err(halt) => return self.halted(path, halt),
            }
        }
        if let Some(reason) = self.is_long(&path) {
            return self.cut_off(path, reason);
        }
        match self.options.steps {
            Steps::All => self.take_all(path),
            Steps::First => self.take_first(path),
        }
    }

    /// Why a path is not followed any further.
    fn is_long(&self, path: &Path) -> Option<GivenUp> {
        let budget = self.options.meter.budget();
        if let Some(depth) = self.options.depth.filter(|depth| path.depth >= *depth) {
            return Some(GivenUp::Steps(depth));
        }
        let steps = budget.steps.filter(|steps| path.depth >= *steps).map(Limit::Steps);
        let splits = || budget.depth.filter(|most| path.splits > *most).map(Limit::Depth);
        steps.or_else(splits).map(GivenUp::Limit)
    }

    /// The bound on the length ends a path as the end of the program does.
    fn cut_off(&mut self, path: Path, reason: GivenUp) {
        self.give_up(reason);
        if self.options.which == Which::Final {
            let ending = Ending::Depth(path.depth);
            if let Err(halt) = self.judge(&path, Some(ending)) {
                self.halted(path, halt);
            }
        }
    }

    fn take_all(&mut self, path: Path) {
        let known = path.known.clone();
        let mut ctx = Ctx::new(self.program, self.pool, &known).metered(&self.options.meter);
        match ctx.successors(&path.state) {
            Ok(next) if next.is_empty() => self.ended(path),
            Ok(next) => {
                for (done, state) in next {
                    self.found.stats.steps += 1;
                    if self.seen.insert(&state, &path.conds) {
                        let node = self.trail.add(path.node, done);
                        self.waiting.push_back(path.after(state, node));
                    }
                }
            }
            Err(halt) => self.halted(path, halt),
        }
    }

    /// Follows the first rules for as long as nothing splits.
    fn take_first(&mut self, mut path: Path) {
        let known = path.known.clone();
        let mut ctx = Ctx::new(self.program, self.pool, &known).metered(&self.options.meter);
        loop {
            if let Some(reason) = self.is_long(&path) {
                return self.cut_off(path, reason);
            }
            if path.depth.is_multiple_of(1024) {
                if let Some(limit) = self.met() {
                    return self.give_up(GivenUp::Limit(limit));
                }
                self.tell(path.depth);
            }
            match ctx.step(&mut path.state) {
                Ok(Some(_)) => {
                    path.depth += 1;
                    self.found.stats.steps += 1;
                }
                Ok(None) => return self.ended(path),
                Err(halt) => return self.halted(path, halt),
            }
            if self.options.which == Which::All {
                path.judged = false;
                return self.waiting.push_back(path);
            }
        }
    }

    fn ended(&mut self, path: Path) {
        if self.options.which == Which::All {
            self.found.stats.paths += 1;
            return;
        }
        let ending = rest(self.program, self.pool, &path.state);
        match self.judge(&path, Some(ending)) {
            Ok(()) => self.found.stats.paths += 1,
            Err(halt) => self.halted(path, halt),
        }
    }

    /// A path on which something could not be computed.
    fn halted(&mut self, path: Path, halt: Halt) {
        match halt {
            Halt::Undecided(cond) => self.split(path, cond),
            Halt::Undefined(what) => {
                // As in K, a term without a value stops the program: it is stuck there.
                self.found.stats.paths += 1;
                if self.options.which == Which::Final {
                    let ending = Ending::Halted(Halt::Undefined(what));
                    if let Err(Halt::Undecided(cond)) = self.judge(&path, Some(ending)) {
                        self.split(path, cond);
                    }
                }
            }
            halt @ (Halt::Unsupported(_) | Halt::TooDeep(_) | Halt::Limit(_)) => {
                self.give_up(halt.into());
            }
        }
    }

    /// Takes a configuration in as a solution, if it is one.
    fn judge(&mut self, path: &Path, ending: Option<Ending>) -> Result<(), Halt> {
        let bindings = match self.goal {
            None => Vec::new(),
            Some(goal) => {
                let ctx = Ctx::new(self.program, self.pool, &path.known);
                let mut ctx = ctx.metered(&self.options.meter);
                match goal.matches(&mut ctx, &path.state)? {
                    None => return Ok(()),
                    Some(bindings) => bindings,
                }
            }
        };
        let Some((sure, model)) = self.model(path) else { return Ok(()) };
        let solution = Solution {
            state: path.state.clone(),
            conds: path.conds.clone(),
            decided: path.decided.clone(),
            bindings,
            ending,
            path: self.trail.path(path.node),
            depth: path.depth,
            model,
            sure,
        };
        self.found.solutions.push(solution);
        Ok(())
    }

    /// Whether values are known that lead to the end of a path, and those values. None if no
    /// values lead there: the solver could not tell so at an earlier branch.
    fn model(&mut self, path: &Path) -> Option<(bool, Option<Model>)> {
        if path.conds.is_empty() {
            return Some((true, Some(Model::new())));
        }
        match self.check(&path.conds) {
            Verdict::Sat => Some((true, self.solver.model(self.pool))),
            Verdict::Unsat => {
                self.found.stats.infeasible += 1;
                None
            }
            Verdict::Unknown(reason) => {
                self.unknown(&reason);
                Some((false, None))
            }
        }
    }

    /// Asks the solver.
    fn check(&mut self, query: &[Term]) -> Verdict {
        let asked = Instant::now();
        let verdict = self.solver.check(self.pool, query);
        self.found.stats.queries += 1;
        self.options.meter.count_query(asked.elapsed());
        verdict
    }

    /// Goes on in both ways that can be.
    fn split(&mut self, path: Path, cond: Term) {
        let negation = self.pool.not(cond);
        let infeasible = self.found.stats.infeasible;
        let first = self.ask(&path, cond);
        // One of both holds; if the first cannot be, the second is as sure as the path is.
        let second = match first {
            Verdict::Unsat if path.sure => Verdict::Sat,
            Verdict::Sat | Verdict::Unsat | Verdict::Unknown(_) => self.ask(&path, negation),
        };
        let mut children = Vec::new();
        for (cond, verdict) in [(cond, first), (negation, second)] {
            if let Verdict::Unknown(reason) = &verdict {
                self.unknown(reason);
            }
            if follow(&verdict, self.options.bias) {
                children.push((cond, verdict));
            } else if verdict == Verdict::Unsat {
                self.found.stats.infeasible += 1;
            }
        }
        // Where one way is impossible the other follows from the conditions: nothing was split, so
        // the path goes on as it is and does not have to wait.
        let follows = children.len() == 1 && self.found.stats.infeasible > infeasible;
        for (cond, verdict) in children {
            let mut child = path.clone();
            child.decided.push(cond);
            child.known = child.known.with(self.pool, cond);
            child.sure &= verdict == Verdict::Sat;
            if follows {
                return self.waiting.push_front(child);
            }
            child.conds.push(cond);
            child.splits += 1;
            self.waiting.push_back(child);
        }
    }

    fn ask(&mut self, path: &Path, cond: Term) -> Verdict {
        let mut query = path.conds.clone();
        query.push(cond);
        // Other orders of the same steps ask the same.
        if let Some(answer) = self.answers.get(&query) {
            return answer.clone();
        }
        let answer = self.check(&query);
        if !matches!(answer, Verdict::Unknown(_)) {
            self.answers.insert(query, answer.clone());
        }
        answer
    }

    fn unknown(&mut self, reason: &Reason) {
        self.give_up(GivenUp::Solver(reason.clone()));
    }
}
