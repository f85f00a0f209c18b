//! How to search.

use std::fmt;
use std::sync::Arc;

use explore::{Silent, Strategy, Watcher};
use solve::{NoSolver, Solver};

use crate::Value;
use crate::stop::{FailureKind, Halt};

/// Makes a solver when a path first needs one.
pub type Solvers = Arc<dyn Fn() -> Box<dyn Solver> + Send + Sync>;

/// An observer of a search while it is going.
pub type Onlooker = Arc<dyn Watcher + Send>;

/// How many comparisons of parts of values go with one step.
const WORK_PER_STEP: u64 = 64;

/// What the caller decides about a search.
#[derive(Clone)]
pub struct Options {
    /// What all searches have. [`Strategy::Priority`] is the fair one: cheapest first. Of the budget,
    /// `findings` counts answers, `steps` those of one run, `depth` the choices of one path that had
    /// alternatives.
    pub explore: explore::Options,
    /// In which order answers are reported.
    pub order: Order,
    /// Nested [`call`](crate::Cx::call)s of one run.
    pub max_calls: u64,
    /// What choices cost.
    pub costs: Costs,
    /// Which ends of runs are reported.
    pub wanted: Wanted,
    /// Who decides constraints on integers and truth values.
    pub solvers: Solvers,
    /// Who watches how it goes.
    pub watcher: Onlooker,
}

/// In which order answers are reported.
///
/// ```
/// use lang_interp::{Cx, Heap, Kind, Options, case, data, solve};
///
/// data! { List = Cons(Int, List) | Nil(); }
///
/// let any = |cx: &mut Cx<'_>| {
///     let list = cx.unknown("list", Kind::Data(&List));
///     case!(cx, list; {
///         Cons(_, Cons(_, _)) => Ok(list),
///         Cons(_, Nil()) => Ok(list),
///         Nil() => Err(cx.discard()),
///     })
/// };
/// let (answers, _) = solve(&mut Heap::new(), &Options::default().smallest_first(), any);
/// assert_eq!(answers[0].to_string(), "list = Cons(_0, Nil)");
/// assert_eq!(answers[1].to_string(), "list = Cons(_0, Cons(_1, _2))");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Order {
    /// As the strategy finds them.
    #[default]
    Found,
    /// Those with the smallest values for the unknowns first, whatever the strategy.
    ///
    /// The size of an answer is that of its instance ([`Answer::size`](crate::Answer::size)). It is
    /// reported when no path waits that could lead to a smaller one, which may be long after it was
    /// found. It is not known which paths have an end, so one on which much was spent is put off:
    /// [`Summary::smaller`](crate::Summary::smaller) says how many of these could still lead to
    /// something smaller than what was reported.
    Smallest,
}

/// What a choice costs. Where there is only one way to go on, nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Costs {
    /// Every choice.
    pub choice: u32,
    /// Every alternative that stands before the one taken.
    pub order: u32,
    /// Every unknown that it brings into being.
    pub unknown: u32,
    /// Every doubling of the length of a run beyond [`Costs::short`] steps: a program that loops
    /// without choices must not keep all others waiting.
    pub long: u32,
    /// How many steps a run may take at no cost.
    pub short: u64,
    /// By how much a run may exceed the cheapest waiting path before it has to wait itself.
    /// Going on costs less than running again, but too much of it is unfair.
    pub slack: u32,
}

impl Default for Costs {
    /// Measured on programs that tell scopes apart, quines and twines (`cargo xtask bench`): an order
    /// of 2 to 5 is within a factor of two of these on each; an order of 1 takes three times as long
    /// for a quine; to charge for unknowns takes twice as long for differences of scopes.
    fn default() -> Costs {
        Costs { choice: 1, order: 3, unknown: 0, long: 8, short: 1024, slack: 8 }
    }
}

/// Which ends of runs are reported.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Wanted {
    /// Those that return a value: the answers of a query.
    #[default]
    Values,
    /// Those where something goes wrong.
    Failures,
    /// Those whose events break a property ([`check_spec()`](crate::check_spec())); other failures are counted.
    Violations,
    /// All but those that an assumption excluded.
    All,
}

impl Default for Options {
    /// Fair, without limits but on the steps of one run, and without a back end for constraints.
    fn default() -> Options {
        Options {
            explore: explore::Options { strategy: Strategy::Priority, ..Default::default() },
            order: Order::Found,
            max_calls: 100_000,
            costs: Costs::default(),
            wanted: Wanted::default(),
            solvers: Arc::new(|| Box::new(NoSolver::new())),
            watcher: Arc::new(Silent),
        }
    }
}

impl Options {
    /// The same, to end after so many answers.
    #[must_use]
    pub fn take(mut self, answers: u64) -> Options {
        self.explore.budget.findings = Some(answers);
        self
    }

    /// The same, telling small answers before large ones.
    #[must_use]
    pub fn smallest_first(mut self) -> Options {
        self.order = Order::Smallest;
        self
    }

    /// The same, with someone who decides constraints.
    #[must_use]
    pub fn with_solvers(
        mut self,
        solvers: impl Fn() -> Box<dyn Solver> + Send + Sync + 'static,
    ) -> Options {
        self.solvers = Arc::new(solvers);
        self
    }

    /// The same, by so many threads. What is reported does not depend on it.
    #[must_use]
    pub fn workers(mut self, workers: usize) -> Options {
        self.explore.workers = workers;
        self
    }

    /// The same, telling these ends.
    #[must_use]
    pub fn wanted(mut self, wanted: Wanted) -> Options {
        self.wanted = wanted;
        self
    }

    /// Whether the newest path comes next whatever it cost.
    pub(crate) fn is_depth_first(&self) -> bool {
        self.order == Order::Found && self.explore.strategy == Strategy::Dfs
    }

    /// Whether the options of a choice wait for those before them.
    pub(crate) fn takes_turns(&self) -> bool {
        self.order == Order::Found && self.explore.strategy == Strategy::Priority
    }

    /// Whether a run that ends so is reported.
    pub(crate) fn tells(&self, end: &Result<Value, Halt>) -> bool {
        match (self.wanted, end) {
            (Wanted::Values | Wanted::All, Ok(_)) => true,
            (Wanted::Failures | Wanted::All, Err(Halt::Failed(_))) => true,
            (Wanted::Violations, Err(Halt::Failed(failure))) => failure.kind == FailureKind::Spec,
            (_, Ok(_) | Err(_)) => false,
        }
    }

    /// How many comparisons a run may do behind its recorded prefix.
    pub(crate) fn work_limit(&self) -> Option<u64> {
        self.explore.budget.steps.map(|steps| steps.saturating_mul(WORK_PER_STEP))
    }
}

impl fmt::Debug for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Options")
            .field("explore", &self.explore)
            .field("order", &self.order)
            .field("costs", &self.costs)
            .field("wanted", &self.wanted)
            .finish_non_exhaustive()
    }
}
