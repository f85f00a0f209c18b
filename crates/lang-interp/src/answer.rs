//! What a search finds and how it ends.

use std::fmt;
use std::sync::Arc;

use explore::Limit;
use solve::Reason;

use crate::stop::{Cut, Failure, Site};
use crate::{Path, Symbol, Tree};

/// One end of the interpreter that was asked for.
#[derive(Clone, PartialEq, Debug)]
pub struct Answer {
    /// How the run ended.
    pub outcome: RunOutcome,
    /// The unknowns with what must be known of them to get there; what is left open has a number.
    pub unknowns: Vec<Named>,
    /// What must stay different.
    pub apart: Vec<Apart>,
    /// What must not occur in what is left open.
    pub absent: Vec<Absent>,
    /// What must hold of integers and truth values.
    pub conds: Vec<String>,
    /// The events on the way.
    pub events: Vec<Event>,
    /// One instance of the answer: a value for each unknown. Empty if none was found.
    pub instance: Vec<Named>,
    /// The choices that lead here.
    pub path: Path,
    /// What they cost.
    pub cost: u32,
    /// Whether the instance was run concretely and came to the same end.
    pub confirmed: Confirmed,
}

/// A name with its value.
#[derive(Clone, PartialEq, Debug)]
pub struct Named {
    /// The name that the unknown was asked for by.
    pub name: Arc<str>,
    /// Its value.
    pub value: Tree,
}

/// How a run ended.
#[derive(Clone, PartialEq, Debug)]
pub enum RunOutcome {
    /// With a value.
    Value(Tree),
    /// Something went wrong.
    Failed(Failure),
}

/// Pairs of which at least one must stay different. On the right, `_` stands for anything.
#[derive(Clone, PartialEq, Debug)]
pub struct Apart(pub Vec<(Tree, Tree)>);

/// A value that does not occur in another.
#[derive(Clone, PartialEq, Debug)]
pub struct Absent {
    /// What is no part.
    pub part: Tree,
    /// Of what.
    pub whole: Tree,
}

/// An observable event.
#[derive(Clone, PartialEq, Debug)]
pub struct Event {
    /// What happened.
    pub name: Symbol,
    /// To whom.
    pub args: Vec<Tree>,
}

/// Whether an instance of an answer was run concretely and came to the same end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Confirmed {
    /// It was.
    Yes,
    /// No instance was found, or it is not known whether there is one.
    NoInstance(Reason),
    /// The instance came to another end: our mistake, or an interpreter that is not repeatable.
    Differs(String),
}

/// How a search ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ended {
    /// There is nothing left to try. See [`Summary::is_complete`].
    Exhausted,
    /// As many answers as were asked for.
    Enough,
    /// A limit was met.
    Limit(Limit),
}

/// What a search did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Summary {
    /// How it ended.
    pub ended: Ended,
    /// Counts.
    pub stats: Stats,
    /// Where runs forked, most often first.
    pub profile: Vec<ForkSite>,
    /// Limits that single paths met, each once.
    pub cuts: Vec<Cut>,
    /// The first failure of a program that was not reported as an answer.
    pub failure: Option<Failure>,
    /// Failures that are the fault of the interpreter, each once.
    pub broken: Vec<Failure>,
    /// Why the solver gave up, each reason once.
    pub unknown: Vec<Reason>,
    /// In a search by size, paths that were put off or cut off and could lead to an answer that is
    /// smaller than one that was reported.
    pub smaller: u64,
}

impl Answer {
    /// What must hold of what is left open, as people read it.
    #[must_use]
    pub fn remains(&self) -> Vec<String> {
        let apart = self.apart.iter().map(Apart::to_string);
        let absent = self.absent.iter().map(Absent::to_string);
        apart.chain(absent).chain(self.conds.iter().cloned()).collect()
    }

    /// How big its instance is: the constructors, numbers and names in all its values.
    #[must_use]
    pub fn size(&self) -> u64 {
        let known = if self.instance.is_empty() { &self.unknowns } else { &self.instance };
        known.iter().map(|named| named.value.size()).fold(0, u64::saturating_add)
    }
}

impl Summary {
    /// A search of which no more is known than the limit that ended it.
    #[must_use]
    pub fn ended_by(limit: Limit) -> Summary {
        Summary {
            ended: Ended::Limit(limit),
            stats: Stats::default(),
            profile: Vec::new(),
            cuts: Vec::new(),
            failure: None,
            broken: Vec::new(),
            unknown: Vec::new(),
            smaller: 0,
        }
    }

    /// The summary without what may differ between two searches for the same under the same options.
    #[must_use]
    pub fn reproducible(&self) -> Summary {
        let stats = Stats { comparisons: 0, ..self.stats };
        Summary { stats, ..self.clone() }
    }

    /// Why a search that has tried everything is not the last word: a path was cut off, the solver did not know, or the
    /// interpreter is at fault. None if there is no such reason.
    #[must_use]
    pub fn doubt(&self) -> Option<String> {
        let broken = self.broken.iter().map(ToString::to_string);
        let cuts = self.cuts.iter().map(ToString::to_string);
        let unknown = self.unknown.iter().map(ToString::to_string);
        broken.chain(cuts).chain(unknown).next()
    }

    /// Whether the answers are all there are: everything was tried, no path was cut off, and nothing
    /// remained unknown.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.ended == Ended::Exhausted
            && self.cuts.is_empty()
            && self.broken.is_empty()
            && self.unknown.is_empty()
    }
}

/// Counts of a search.
///
/// All of them are the same for any number of threads but `comparisons`: how much a run is spared
/// depends on what the thread did before.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Stats {
    /// Runs of the interpreter.
    pub runs: u64,
    /// Steps of all runs together.
    pub steps: u64,
    /// Choices behind recorded prefixes.
    pub choices: u64,
    /// Choices with more than one possible option.
    pub forks: u64,
    /// Comparisons of parts of values behind recorded prefixes.
    pub comparisons: u64,
    /// Answers reported.
    pub answers: u64,
    /// Runs that ended with a value.
    pub values: u64,
    /// Runs that ended with a failure.
    pub failures: u64,
    /// Runs that an assumption excluded.
    pub discarded: u64,
    /// Runs that a limit of their own cut off.
    pub cut_off: u64,
    /// Questions to the solver.
    pub queries: u64,
    /// Paths that were still waiting when the search ended.
    pub left: u64,
}

impl Stats {
    /// Adds the counts of other runs.
    pub(crate) fn absorb(&mut self, other: &Stats) {
        self.runs += other.runs;
        self.steps += other.steps;
        self.choices += other.choices;
        self.forks += other.forks;
        self.comparisons += other.comparisons;
        self.answers += other.answers;
        self.values += other.values;
        self.failures += other.failures;
        self.discarded += other.discarded;
        self.cut_off += other.cut_off;
        self.queries += other.queries;
        self.left += other.left;
    }
}

/// A place in the interpreter and how often runs forked there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ForkSite {
    /// The place.
    pub site: Site,
    /// How often.
    pub forks: u64,
}

impl fmt::Display for Apart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, (left, right)) in self.0.iter().enumerate() {
            write!(f, "{}{left} /= {right}", if number == 0 { "" } else { " or " })?;
        }
        Ok(())
    }
}

impl fmt::Display for Absent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "absent {} in {}", self.part, self.whole)
    }
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let args: Vec<String> = self.args.iter().map(Tree::to_string).collect();
        write!(f, "{}({})", self.name, args.join(", "))
    }
}

/// `x = nil, y = _0 where _0 /= a`.
impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let named = |named: &Named| format!("{} = {}", named.name, named.value);
        let values: Vec<String> = self.unknowns.iter().map(named).collect();
        f.write_str(&values.join(", "))?;
        let remains = self.remains();
        if !remains.is_empty() {
            write!(f, " where {}", remains.join(", "))?;
        }
        match &self.outcome {
            RunOutcome::Value(_) => Ok(()),
            RunOutcome::Failed(failure) => write!(f, " fails: {failure}"),
        }
    }
}

/// `4`, or `fails: INT004: …`.
impl fmt::Display for RunOutcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RunOutcome::Value(tree) => write!(f, "{tree}"),
            RunOutcome::Failed(failure) => write!(f, "fails: {failure}"),
        }
    }
}

impl fmt::Display for Confirmed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Confirmed::Yes => f.write_str("confirmed"),
            Confirmed::NoInstance(reason) => write!(f, "not confirmed: {reason}"),
            Confirmed::Differs(why) => write!(f, "not confirmed: {why}"),
        }
    }
}

impl fmt::Display for Ended {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ended::Exhausted => f.write_str("nothing is left to try"),
            Ended::Enough => f.write_str("enough were found"),
            Ended::Limit(limit) => f.write_str(&limit_text(*limit)),
        }
    }
}

/// `2 answers, there may be others`.
impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.stats.answers {
            0 => f.write_str("no answer")?,
            1 => f.write_str("1 answer")?,
            many => write!(f, "{many} answers")?,
        }
        match &self.ended {
            Ended::Enough => f.write_str(", there may be others"),
            Ended::Limit(_) => write!(f, ", gave up: {}", self.ended),
            Ended::Exhausted => match self.doubt() {
                Some(why) => write!(f, ", gave up: {why}"),
                None => f.write_str(", no others"),
            },
        }
    }
}

/// A limit of a whole search in words.
pub(crate) fn limit_text(limit: Limit) -> String {
    match limit {
        Limit::Time(time) => format!("the time of {time:?} is over"),
        Limit::SolverTime(time) => format!("the solver's time of {time:?} is over"),
        Limit::Memory(mib) => format!("the memory of {mib} MiB is used up"),
        Limit::Interrupted => "it was interrupted".to_owned(),
        Limit::Paths(count) => format!("{count} paths were followed"),
        Limit::Depth(count) => format!("a path has {count} choices"),
        Limit::Steps(count) => format!("a path has {count} steps"),
        Limit::Findings(count) => format!("{count} answers were found"),
        Limit::Events(count) => format!("a path has {count} events"),
        Limit::Unrolling(count) => format!("a branch was not decided {count} times"),
    }
}
