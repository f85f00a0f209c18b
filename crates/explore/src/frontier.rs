//! The paths that wait, and which of them comes next.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

use stdx::hash;

use crate::{Options, Strategy};

/// What a strategy may know of a waiting path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Rank {
    /// What the program says of it.
    pub(crate) promise: u64,
    /// Splits behind it.
    pub(crate) splits: u64,
    /// Steps behind it.
    pub(crate) steps: u64,
}

/// A path that can wait.
pub(crate) trait Waiting {
    /// What a strategy may know of it.
    fn rank(&self) -> Rank;
}

/// The waiting paths, in the order of a strategy.
///
/// Paths come in as batches and leave as batches; both depend only on what came in before, so the
/// order of exploration is a function of the program and the options.
pub(crate) enum Frontier<P> {
    Dfs(Vec<P>),
    Bfs(VecDeque<P>),
    Random { waiting: Vec<P>, seed: u64 },
    Priority { waiting: BinaryHeap<Reverse<Scored<P>>>, added: u64 },
}

/// A path with its score; the smallest comes first, and among equals the oldest.
pub(crate) struct Scored<P> {
    score: Score,
    number: u64,
    path: P,
}

type Score = (u64, u64, u64);

/// What the program ranks first, then fewest splits, then fewest steps.
fn score(rank: Rank) -> Score {
    (rank.promise, rank.splits, rank.steps)
}

impl<P: Waiting> Frontier<P> {
    /// Nothing waits.
    pub(crate) fn new(options: &Options) -> Frontier<P> {
        match options.strategy {
            Strategy::Dfs => Frontier::Dfs(Vec::new()),
            Strategy::Bfs => Frontier::Bfs(VecDeque::new()),
            Strategy::Random => Frontier::Random { waiting: Vec::new(), seed: options.seed },
            Strategy::Priority => Frontier::Priority { waiting: BinaryHeap::new(), added: 0 },
        }
    }

    /// How many paths are carried on at once.
    ///
    /// A constant of the strategy, not of the machine, since it decides what is explored. Depth
    /// first keeps it small: each path of a round dives, and only the first is where it would look
    /// by itself.
    pub(crate) fn batch(&self) -> usize {
        match self {
            Frontier::Dfs(_) => 16,
            Frontier::Bfs(_) | Frontier::Random { .. } | Frontier::Priority { .. } => 64,
        }
    }

    /// How often one of so many jobs may carry a path on before it hands its paths back.
    ///
    /// Depth first stays long in one corner of the tree, where the solver keeps its state, but not
    /// while there is too little work for all; the others choose anew after every split.
    pub(crate) fn quantum(&self, jobs: usize) -> u64 {
        match self {
            Frontier::Dfs(_) => 32 * jobs as u64,
            Frontier::Bfs(_) | Frontier::Random { .. } | Frontier::Priority { .. } => 1,
        }
    }

    /// Whether more paths wait than may still end.
    ///
    /// Each of them leads to an end, so from here on breadth brings nothing: where all ends lie
    /// deep, the paths that wait would double at each split before the first of them ends. Depth
    /// first never gets there.
    pub(crate) fn is_crowded(&self, may_end: Option<u64>) -> bool {
        match self {
            Frontier::Dfs(_) => false,
            Frontier::Bfs(_) | Frontier::Random { .. } | Frontier::Priority { .. } => {
                may_end.is_some_and(|may_end| self.len() as u64 >= may_end)
            }
        }
    }

    /// How many paths wait.
    pub(crate) fn len(&self) -> usize {
        match self {
            Frontier::Dfs(waiting) => waiting.len(),
            Frontier::Bfs(waiting) => waiting.len(),
            Frontier::Random { waiting, .. } => waiting.len(),
            Frontier::Priority { waiting, .. } => waiting.len(),
        }
    }

    /// Adds paths, the one that should come first at the front.
    pub(crate) fn add(&mut self, paths: Vec<P>) {
        match self {
            Frontier::Dfs(waiting) => waiting.extend(paths.into_iter().rev()),
            Frontier::Bfs(waiting) => waiting.extend(paths),
            Frontier::Random { waiting, .. } => waiting.extend(paths),
            Frontier::Priority { waiting, added } => {
                for path in paths {
                    *added += 1;
                    let score = score(path.rank());
                    waiting.push(Reverse(Scored { score, number: *added, path }));
                }
            }
        }
    }

    /// The next paths, at most `count`.
    pub(crate) fn take(&mut self, count: usize) -> Vec<P> {
        std::iter::from_fn(|| self.next()).take(count).collect()
    }

    fn next(&mut self) -> Option<P> {
        match self {
            Frontier::Dfs(waiting) => waiting.pop(),
            Frontier::Bfs(waiting) => waiting.pop_front(),
            Frontier::Random { waiting, seed } => {
                if waiting.is_empty() {
                    return None;
                }
                *seed = hash::mix(*seed, waiting.len() as u64);
                let index = *seed % waiting.len() as u64;
                Some(waiting.swap_remove(index as usize))
            }
            Frontier::Priority { waiting, .. } => waiting.pop().map(|Reverse(best)| best.path),
        }
    }
}

impl<P> Scored<P> {
    fn key(&self) -> (Score, u64) {
        (self.score, self.number)
    }
}

impl<P> PartialEq for Scored<P> {
    fn eq(&self, other: &Scored<P>) -> bool {
        self.key() == other.key()
    }
}

impl<P> Eq for Scored<P> {}

impl<P> PartialOrd for Scored<P> {
    fn partial_cmp(&self, other: &Scored<P>) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl<P> Ord for Scored<P> {
    fn cmp(&self, other: &Scored<P>) -> std::cmp::Ordering {
        self.key().cmp(&other.key())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Waiting for (u64, u64) {
        fn rank(&self) -> Rank {
            Rank { promise: 0, splits: self.0, steps: self.1 }
        }
    }

    /// The order in which a frontier hands out what was added in two batches.
    fn order(strategy: Strategy, seed: u64) -> Vec<(u64, u64)> {
        let mut frontier = Frontier::new(&Options { strategy, seed, ..Options::default() });
        frontier.add(vec![(1, 0), (3, 1), (2, 2)]);
        frontier.add(vec![(2, 1), (1, 4), (5, 5)]);
        assert_eq!(frontier.len(), 6);
        let first = frontier.take(4);
        first.into_iter().chain(frontier.take(4)).collect()
    }

    #[test]
    fn each_strategy_has_its_order() {
        let newest_batch_first = [(2, 1), (1, 4), (5, 5), (1, 0), (3, 1), (2, 2)];
        assert_eq!(order(Strategy::Dfs, 0), newest_batch_first);
        let as_they_came = [(1, 0), (3, 1), (2, 2), (2, 1), (1, 4), (5, 5)];
        assert_eq!(order(Strategy::Bfs, 0), as_they_came);
        let by_score = [(1, 0), (1, 4), (2, 1), (2, 2), (3, 1), (5, 5)];
        assert_eq!(order(Strategy::Priority, 0), by_score);
    }

    #[test]
    fn what_the_program_ranks_first_comes_first() {
        struct Ranked(u64);
        impl Waiting for Ranked {
            fn rank(&self) -> Rank {
                Rank { promise: self.0, splits: 9 - self.0, steps: 0 }
            }
        }
        let strategy = Strategy::Priority;
        let mut frontier = Frontier::new(&Options { strategy, ..Options::default() });
        frontier.add([3, 1, 2].map(Ranked).into());
        let order: Vec<u64> = frontier.take(3).into_iter().map(|path| path.0).collect();
        assert_eq!(order, [1, 2, 3]);
    }

    #[test]
    fn crowded_is_when_not_all_that_wait_may_end() {
        for strategy in Strategy::ALL {
            let mut frontier = Frontier::new(&Options { strategy, ..Options::default() });
            frontier.add(vec![(1, 0), (3, 1), (2, 2)]);
            let crowded = [Some(4), Some(3), None].map(|room| frontier.is_crowded(room));
            assert_eq!(crowded, [false, strategy != Strategy::Dfs, false], "{strategy}");
        }
    }

    #[test]
    fn random_order_is_a_function_of_the_seed() {
        assert_eq!(order(Strategy::Random, 1), order(Strategy::Random, 1));
        let orders: std::collections::BTreeSet<Vec<(u64, u64)>> =
            (0..20).map(|seed| order(Strategy::Random, seed)).collect();
        assert!(orders.len() > 10);
        let mut sorted = order(Strategy::Random, 7);
        sorted.sort_unstable();
        assert_eq!(sorted, [(1, 0), (1, 4), (2, 1), (2, 2), (3, 1), (5, 5)]);
    }
}
