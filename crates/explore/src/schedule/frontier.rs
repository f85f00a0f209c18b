//! The paths that wait, and which of them comes next.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap, VecDeque};

use stdx::hash;

use crate::Strategy;

/// What a strategy may know of a waiting path. The smallest comes first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Rank {
    /// What the explorer says of it; the smaller, the better.
    pub promise: u64,
    /// Splits behind it.
    pub splits: u64,
    /// Steps behind it.
    pub steps: u64,
}

/// A path that can wait.
pub trait Ranked {
    /// What a strategy may know of it. Asked once, when it begins to wait, and only where paths
    /// are ordered by rank.
    fn rank(&self) -> Rank;
}

/// Which of the waiting paths comes next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Discipline {
    /// The newest: a stack.
    Newest,
    /// The oldest: a queue.
    Oldest,
    /// Any, by a choice that depends on this seed.
    Random(u64),
    /// The one with the smallest [`Rank`].
    Best(Ties),
    /// The same, for searches with few ranks: of several with the same rank, the one that was added
    /// last, and all paths of a batch have the same rank. Nothing worse is begun before all that is
    /// better has been carried on.
    Levels,
}

/// Which of several paths with the same rank comes first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ties {
    /// The one that has waited longest.
    Oldest,
    /// The one that came last, which has most in common with what was done before.
    Newest,
}

impl Discipline {
    /// What a strategy means unless the explorer knows better.
    #[must_use]
    pub fn of(strategy: Strategy, seed: u64) -> Discipline {
        match strategy {
            Strategy::Dfs => Discipline::Newest,
            Strategy::Bfs => Discipline::Oldest,
            Strategy::Random => Discipline::Random(seed),
            Strategy::Priority => Discipline::Best(Ties::Oldest),
        }
    }
}

/// The waiting paths, in the order of a discipline.
///
/// Paths come in as batches and leave as batches; both depend only on what came in before, so the
/// order of exploration is a function of the program and the options.
pub(super) enum Frontier<P> {
    Stack(Vec<P>),
    Queue(VecDeque<P>),
    Random { waiting: Vec<P>, seed: u64 },
    Best { waiting: BinaryHeap<Reverse<Scored<P>>>, ties: Ties, added: i64 },
    Levels { waiting: BTreeMap<Rank, Vec<P>>, len: usize },
}

/// A path with its rank; the smallest comes first, and among equals the smallest number.
pub(super) struct Scored<P> {
    rank: Rank,
    number: i64,
    path: P,
}

impl<P: Ranked> Frontier<P> {
    /// Nothing waits.
    pub(super) fn new(discipline: Discipline) -> Frontier<P> {
        match discipline {
            Discipline::Newest => Frontier::Stack(Vec::new()),
            Discipline::Oldest => Frontier::Queue(VecDeque::new()),
            Discipline::Random(seed) => Frontier::Random { waiting: Vec::new(), seed },
            Discipline::Best(ties) => Frontier::Best { waiting: BinaryHeap::new(), ties, added: 0 },
            Discipline::Levels => Frontier::Levels { waiting: BTreeMap::new(), len: 0 },
        }
    }

    /// How often one of so many jobs may carry a path on before it hands its paths back.
    ///
    /// Depth first stays long in one corner of the tree, where the solver keeps its state, but not
    /// while there is too little work for all; the others choose anew after every split.
    pub(super) fn quantum(&self, jobs: usize) -> u64 {
        match self {
            Frontier::Stack(_) => 32 * jobs as u64,
            Frontier::Queue(_)
            | Frontier::Random { .. }
            | Frontier::Best { .. }
            | Frontier::Levels { .. } => 1,
        }
    }

    /// Whether more paths wait than may still end.
    ///
    /// Each of them leads to an end, so from here on breadth brings nothing: where all ends lie
    /// deep, the paths that wait would double at each split before the first of them ends. Depth
    /// first never gets there.
    pub(super) fn is_crowded(&self, may_end: Option<u64>) -> bool {
        match self {
            Frontier::Stack(_) => false,
            Frontier::Queue(_)
            | Frontier::Random { .. }
            | Frontier::Best { .. }
            | Frontier::Levels { .. } => {
                may_end.is_some_and(|may_end| self.len() as u64 >= may_end)
            }
        }
    }

    /// How many paths wait.
    pub(super) fn len(&self) -> usize {
        match self {
            Frontier::Stack(waiting) => waiting.len(),
            Frontier::Queue(waiting) => waiting.len(),
            Frontier::Random { waiting, .. } => waiting.len(),
            Frontier::Best { waiting, .. } => waiting.len(),
            Frontier::Levels { len, .. } => *len,
        }
    }

    /// Adds paths, the one that should come first at the front; where the last one comes first, at
    /// the back.
    pub(super) fn add(&mut self, paths: impl DoubleEndedIterator<Item = P>) {
        match self {
            Frontier::Stack(waiting) => waiting.extend(paths.rev()),
            Frontier::Queue(waiting) => waiting.extend(paths),
            Frontier::Random { waiting, .. } => waiting.extend(paths),
            Frontier::Best { waiting, ties: Ties::Oldest, added } => {
                waiting.extend(paths.map(|path| Scored::new(path, added, 1)));
            }
            Frontier::Best { waiting, ties: Ties::Newest, added } => {
                waiting.extend(paths.rev().map(|path| Scored::new(path, added, -1)));
            }
            Frontier::Levels { waiting, len } => {
                for path in paths {
                    waiting.entry(path.rank()).or_default().push(path);
                    *len += 1;
                }
            }
        }
    }

    /// The rank of the next path, where all paths of a batch must have the same.
    pub(super) fn level(&self) -> Option<Rank> {
        match self {
            Frontier::Levels { waiting, .. } => waiting.keys().next().copied(),
            Frontier::Stack(_)
            | Frontier::Queue(_)
            | Frontier::Random { .. }
            | Frontier::Best { .. } => None,
        }
    }

    /// The next path, if it is still at this level.
    pub(super) fn next_at(&mut self, level: Option<Rank>) -> Option<P> {
        if self.level() == level { self.next() } else { None }
    }

    /// The next path.
    pub(super) fn next(&mut self) -> Option<P> {
        match self {
            Frontier::Stack(waiting) => waiting.pop(),
            Frontier::Queue(waiting) => waiting.pop_front(),
            Frontier::Random { waiting, seed } => {
                if waiting.is_empty() {
                    return None;
                }
                *seed = hash::mix(*seed, waiting.len() as u64);
                let index = *seed % waiting.len() as u64;
                Some(waiting.swap_remove(index as usize))
            }
            Frontier::Best { waiting, .. } => waiting.pop().map(|Reverse(best)| best.path),
            Frontier::Levels { waiting, len } => {
                let mut level = waiting.first_entry()?;
                let next = level.get_mut().pop();
                if level.get().is_empty() {
                    level.remove();
                }
                *len -= 1;
                next
            }
        }
    }
}

impl<P: Ranked> Scored<P> {
    /// The next path to be added, if numbers go on by `step`.
    fn new(path: P, added: &mut i64, step: i64) -> Reverse<Scored<P>> {
        *added += step;
        Reverse(Scored { rank: path.rank(), number: *added, path })
    }
}

impl<P> Scored<P> {
    fn key(&self) -> (Rank, i64) {
        (self.rank, self.number)
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

    impl Ranked for (u64, u64) {
        fn rank(&self) -> Rank {
            Rank { promise: 0, splits: self.0, steps: self.1 }
        }
    }

    fn take<P: Ranked>(frontier: &mut Frontier<P>, count: usize) -> Vec<P> {
        std::iter::from_fn(|| frontier.next()).take(count).collect()
    }

    /// The order in which a frontier hands out what was added in two batches.
    fn order(strategy: Strategy, seed: u64) -> Vec<(u64, u64)> {
        let mut frontier = Frontier::new(Discipline::of(strategy, seed));
        frontier.add(vec![(1, 0), (3, 1), (2, 2)].into_iter());
        frontier.add(vec![(2, 1), (1, 4), (5, 5)].into_iter());
        assert_eq!(frontier.len(), 6);
        let first = take(&mut frontier, 4);
        first.into_iter().chain(take(&mut frontier, 4)).collect()
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
        struct Hopeful(u64);
        impl Ranked for Hopeful {
            fn rank(&self) -> Rank {
                Rank { promise: self.0, splits: 9 - self.0, steps: 0 }
            }
        }
        let strategy = Strategy::Priority;
        let mut frontier = Frontier::new(Discipline::of(strategy, 0));
        frontier.add([3, 1, 2].map(Hopeful).into_iter());
        let order: Vec<u64> = take(&mut frontier, 3).into_iter().map(|path| path.0).collect();
        assert_eq!(order, [1, 2, 3]);
    }

    #[test]
    fn newest_among_equals_comes_first() {
        let mut frontier = Frontier::new(Discipline::Best(Ties::Newest));
        frontier.add([((1, 0), 0), ((3, 1), 1), ((1, 0), 2)].map(Numbered).into_iter());
        frontier.add([((1, 0), 3), ((2, 2), 4), ((1, 0), 5)].map(Numbered).into_iter());
        let order: Vec<u64> = take(&mut frontier, 6).into_iter().map(|path| path.0.1).collect();
        assert_eq!(order, [3, 5, 0, 2, 4, 1]);
    }

    struct Numbered(((u64, u64), u64));

    impl Ranked for Numbered {
        fn rank(&self) -> Rank {
            self.0.0.rank()
        }
    }

    #[test]
    fn a_level_is_left_when_it_is_through() {
        let mut frontier = Frontier::new(Discipline::Levels);
        frontier
            .add([((2, 0), 0), ((1, 0), 1), ((1, 0), 2), ((3, 0), 3)].map(Numbered).into_iter());
        let level = frontier.level();
        let batch: Vec<u64> =
            std::iter::from_fn(|| frontier.next_at(level)).map(|path| path.0.1).collect();
        assert_eq!((batch, frontier.len()), (vec![2, 1], 2));
        let mut flat = Frontier::new(Discipline::Best(Ties::Newest));
        flat.add([(2, 0), (1, 0)].into_iter());
        let level = flat.level();
        assert_eq!(std::iter::from_fn(|| flat.next_at(level)).count(), 2);
    }

    #[test]
    fn crowded_is_when_not_all_that_wait_may_end() {
        for strategy in Strategy::ALL {
            let mut frontier = Frontier::new(Discipline::of(strategy, 0));
            frontier.add(vec![(1, 0), (3, 1), (2, 2)].into_iter());
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
