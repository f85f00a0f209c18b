//! Exploring the behaviours of a program: all orders of rules, all values of symbolic inputs.
//!
//! A path is a configuration with the conditions under which it is reached (section 4.4 of the
//! paper). A step that depends on an undecided condition splits its path in two; the solver says
//! which of both are possible. When paths are carried on is up to the engine
//! ([`explore::schedule`]); `job.rs` says how, and `account.rs` keeps what was found and which
//! configurations were met: one that was met before under the same conditions is not explored again.

mod account;
mod following;
mod job;
mod path;
mod seen;
mod trail;
mod watch;

use std::sync::Arc;

use explore::schedule::run;
use explore::{Meter, PrunedCounts, Strategy, Watcher};
use solve::Solver;
use term::{Model, Pool, Term};

use crate::events::Follow;
use crate::given_up::GivenUp;
use crate::goal::Goal;
use crate::machine::Done;
use crate::program::Program;
use crate::reduction::Reduction;
use crate::run::Ending;
use crate::state::State;
use crate::value::Value;

use account::Account;
use job::Search;
use path::Path;
pub(crate) use path::fingerprint;
pub(crate) use seen::Seen;
pub use watch::Watch;

/// Makes the solvers of an exploration.
pub type Solvers<'a> = &'a (dyn Fn() -> Box<dyn Solver> + Sync);

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
    /// All that are reached by at least one step.
    Later,
    /// Those that one step leads to.
    Next,
}

impl Which {
    /// Whether configurations count from which steps lead on, behind so many steps.
    fn counts(self, depth: u64) -> bool {
        match self {
            Which::Final => false,
            Which::All => true,
            Which::Later => depth > 0,
            Which::Next => depth == 1,
        }
    }

    /// Whether configurations count on the way.
    fn is_visited(self) -> bool {
        self != Which::Final
    }
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
    /// Configurations visited.
    pub states: Option<u64>,
    /// What all searches have in common: order, threads, what to do when the solver does not know. Its
    /// budget and its interrupt are those of `meter`.
    pub engine: explore::Options,
    /// Says when to end. Its limits on steps and splits hold for each path.
    pub meter: Arc<Meter>,
    /// Who watches how far it has come.
    pub watch: Watch,
    /// Whether threads that do not touch each other may go one after the other, where only the
    /// configurations count from which no step leads on.
    pub reduce: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            steps: Steps::All,
            which: Which::Final,
            bound: None,
            depth: None,
            states: None,
            engine: explore::Options { strategy: Strategy::Bfs, ..explore::Options::default() },
            meter: Arc::default(),
            watch: Watch::default(),
            reduce: true,
        }
    }
}

impl Options {
    /// Whether the order of independent steps makes no difference: nothing in between is visited,
    /// and no path is cut off on the way.
    fn may_reduce(&self) -> bool {
        let is_bounded = self.depth.is_some() || self.meter.budget().steps.is_some();
        self.reduce && self.steps == Steps::All && self.which == Which::Final && !is_bounded
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
    /// Values of the symbolic inputs that lead there, if the solver gave some.
    pub model: Option<Model>,
    /// Whether the solver knows that there are such values.
    pub sure: bool,
}

/// What was found, and what was not explored.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// Paths whose events break a property, where events are followed.
    pub violations: Vec<explore::Ending>,
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
    /// Configurations visited.
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
    /// How often the path with the most splits was split.
    pub splits: u64,
    /// Paths that the guide left out, by reason.
    pub pruned: PrunedCounts,
}

impl Found {
    /// Whether everything was explored.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.given_up.is_empty()
    }
}

impl Stats {
    /// Adds the counts of another part of the exploration.
    fn absorb(&mut self, other: &Stats) {
        self.states += other.states;
        self.steps += other.steps;
        self.paths += other.paths;
        self.queries += other.queries;
        self.infeasible += other.infeasible;
        self.depth = self.depth.max(other.depth);
        self.splits = self.splits.max(other.splits);
        self.pruned.absorb(other.pruned);
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
    solvers: Solvers<'_>,
) -> Found {
    let reduction = options.may_reduce().then(|| Reduction::of(program)).flatten();
    let seen = Seen::new();
    let follow = None;
    let search = Search { program, pool, goal, follow, options, solvers, reduction, seen };
    search_from(&search, Path::start(pool, start, assumed), options.watch.watcher())
}

/// The same for a program whose events are followed. Events are seen on the way, so all orders of
/// steps count.
pub(crate) fn explore_following(
    program: &Program,
    pool: &Pool,
    start: State,
    assumed: &[Term],
    follow: &dyn Follow,
    options: &Options,
    (solvers, watcher): (Solvers<'_>, &dyn Watcher),
) -> Found {
    let (seen, follow) = (Seen::new(), Some(follow));
    let search =
        Search { program, pool, goal: None, follow, options, solvers, reduction: None, seen };
    search_from(&search, Path::start(pool, start, assumed), watcher)
}

fn search_from(search: &Search<'_>, start: Path, watcher: &dyn Watcher) -> Found {
    let options = search.options;
    let mut account = Account::new(search, &start);
    let meter = &options.meter;
    let started = account.begin(start);
    let rest = run(search, &mut account, started, &options.engine, meter, watcher);
    account.finish(rest.left(), rest.limit)
}
