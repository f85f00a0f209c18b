//! How to explore.

use std::fmt;
use std::str::FromStr;

use solve::Interrupt;

use crate::Budget;
use crate::schedule::SpareThreads;

/// What the caller decides about an exploration.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Which waiting path comes next.
    pub strategy: Strategy,
    /// Seed of [`Strategy::Random`].
    pub seed: u64,
    /// What to do when the solver does not know.
    pub bias: Bias,
    /// When to stop.
    pub budget: Budget,
    /// Number of threads that explore; zero means one. The result does not depend on it.
    pub workers: usize,
    /// Threads that join while they are free, for those who explore several things at once. The result does
    /// not depend on them either.
    pub spare: SpareThreads,
    /// Raised by the caller to end the run early. The solvers should look at the same flag.
    pub interrupt: Interrupt,
    /// Whether ways are left out on which nothing can be violated any more. A run that is recorded
    /// follows them all the same: who checks it again has not seen the program.
    pub prune: bool,
    /// Whether a path that finishes counts as a finding of [`Budget::findings`]: for those who only
    /// want to know whether one does.
    pub until_finished: bool,
    /// Whether the run says what it decided at each split, for proofs that others can check.
    pub record: bool,
    /// Whether the run notes which places of the program its paths pass and where they split, for pictures.
    pub observe: bool,
}

impl Options {
    /// One thread, the caller's: for runs that are small, or whose solvers count what they do.
    pub fn on_one_thread(&mut self) {
        self.workers = 1;
        self.spare = SpareThreads::default();
    }

    /// Whether several threads may explore.
    #[must_use]
    pub fn is_shared(&self) -> bool {
        self.workers > 1 || !self.spare.is_never()
    }
}

/// Which waiting path comes next.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Strategy {
    /// The newest: little memory, and the solver keeps most of its state.
    #[default]
    Dfs,
    /// The oldest: short paths first.
    Bfs,
    /// Any, by a seeded choice.
    Random,
    /// The one with the best score.
    Priority,
}

impl Strategy {
    /// All strategies.
    pub const ALL: [Strategy; 4] =
        [Strategy::Dfs, Strategy::Bfs, Strategy::Random, Strategy::Priority];

    /// The name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Strategy::Dfs => "dfs",
            Strategy::Bfs => "bfs",
            Strategy::Random => "random",
            Strategy::Priority => "priority",
        }
    }
}

/// What to do with a path of which the solver cannot tell whether it can be taken.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Bias {
    /// Follow it: nothing real is missed.
    #[default]
    Verify,
    /// Leave it: no work for what may not be real.
    FindBugs,
}

impl Bias {
    /// Both biases.
    pub const ALL: [Bias; 2] = [Bias::Verify, Bias::FindBugs];

    /// The name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Bias::Verify => "verify",
            Bias::FindBugs => "find-bugs",
        }
    }
}

/// A name that is none of those expected.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("`{name}` is not one of {expected}")]
pub struct UnknownName {
    name: String,
    expected: String,
}

impl fmt::Display for Strategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Display for Bias {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Strategy {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Strategy, UnknownName> {
        by_name(&Strategy::ALL, Strategy::name, name)
    }
}

impl FromStr for Bias {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Bias, UnknownName> {
        by_name(&Bias::ALL, Bias::name, name)
    }
}

fn by_name<T: Copy>(
    all: &[T],
    name_of: impl Fn(T) -> &'static str,
    name: &str,
) -> Result<T, UnknownName> {
    all.iter().copied().find(|item| name_of(*item) == name).ok_or_else(|| UnknownName {
        name: name.to_owned(),
        expected: all.iter().map(|item| name_of(*item)).collect::<Vec<_>>().join(", "),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_they_are_printed() {
        for strategy in Strategy::ALL {
            assert_eq!(strategy.to_string().parse(), Ok(strategy));
        }
        for bias in Bias::ALL {
            assert_eq!(bias.to_string().parse(), Ok(bias));
        }
    }

    #[test]
    fn an_unknown_name_is_refused_with_the_known_ones() {
        let error = "deepest".parse::<Strategy>().expect_err("no such strategy");
        assert_eq!(error.to_string(), "`deepest` is not one of dfs, bfs, random, priority");
    }
}
