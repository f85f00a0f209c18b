//! Paths that wait.
//!
//! Prefixes are shared: a path is a link to its last choice, and a choice is five bytes. Which path
//! comes next is decided by a key that is computed when it is put in; ties go to the older one.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use explore::Strategy;

/// The choices of paths as a tree, and the paths that wait.
#[derive(Default)]
pub(crate) struct Frontier {
    parents: Vec<u32>,
    choices: Vec<u8>,
    waiting: BinaryHeap<Reverse<(u64, u64, Waiting)>>,
    put: u64,
}

/// Which path comes next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Order {
    /// As a strategy says.
    By(Strategy),
    /// The one whose unknowns are smallest so far.
    Smallest,
}

/// A path that waits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub(crate) struct Waiting {
    /// Its last choice; none for the start.
    pub(crate) link: Option<u32>,
    /// What its choices cost.
    pub(crate) cost: u32,
    /// How many of its choices had alternatives.
    pub(crate) depth: u32,
    /// How often it has paid for being long.
    pub(crate) paid: u8,
    /// How big the unknowns are at least; zero if that does not count.
    pub(crate) size: u32,
    /// A digest of the sites of its choices.
    pub(crate) sites: u64,
}

/// In a search by size, what choices cost in terms of size. Most programs stay far below it; a loop that
/// makes choices and builds nothing does not.
const COST_PER_SIZE: u32 = 16;
/// In a search by size, what being too long costs.
const SIZE_PER_PAYMENT: u32 = 8;

impl Waiting {
    /// When its turn is in a search by size. That is its size, unless too much was spent on it: a
    /// program that does not end must not keep all larger ones waiting.
    pub(crate) fn rank(&self) -> u32 {
        let late = SIZE_PER_PAYMENT * u32::from(self.paid);
        self.size.max(self.cost / COST_PER_SIZE).saturating_add(late)
    }
}

impl Frontier {
    /// One more choice after `link`.
    pub(crate) fn extend(&mut self, link: Option<u32>, choice: u8) -> u32 {
        self.parents.push(link.unwrap_or(u32::MAX));
        self.choices.push(choice);
        u32::try_from(self.choices.len() - 1).expect("memory ends before the numbers do")
    }

    /// Lets a path wait.
    pub(crate) fn push(&mut self, waiting: Waiting, order: Order, seed: u64) {
        self.put += 1;
        let strategy = match order {
            Order::Smallest => {
                let key = u64::from(waiting.rank()) << 32 | u64::from(waiting.cost);
                return self.waiting.push(Reverse((key, self.put, waiting)));
            }
            Order::By(strategy) => strategy,
        };
        let key = match strategy {
            Strategy::Priority => u64::from(waiting.cost),
            Strategy::Bfs => u64::from(waiting.depth),
            Strategy::Dfs => u64::MAX - self.put,
            Strategy::Random => mix(seed ^ self.put),
        };
        self.waiting.push(Reverse((key, self.put, waiting)));
    }

    /// The path that comes next.
    pub(crate) fn pop(&mut self) -> Option<Waiting> {
        self.waiting.pop().map(|Reverse((_, _, waiting))| waiting)
    }

    /// How big the next answer is at least, in a search by size; none if no path waits.
    pub(crate) fn next_rank(&self) -> Option<u32> {
        self.waiting.peek().map(|Reverse((_, _, waiting))| waiting.rank())
    }

    /// How many waiting paths may lead to answers of less than this size.
    pub(crate) fn smaller_than(&self, size: u64) -> u64 {
        let smaller = |waiting: &&Reverse<(u64, u64, Waiting)>| u64::from(waiting.0.2.size) < size;
        self.waiting.iter().filter(smaller).count() as u64
    }

    /// How many paths wait.
    pub(crate) fn len(&self) -> usize {
        self.waiting.len()
    }

    /// Writes the choices that lead to `link` into `path`.
    pub(crate) fn trace(&self, link: Option<u32>, path: &mut Vec<u8>) {
        path.clear();
        let mut next = link;
        while let Some(link) = next {
            path.push(self.choices[link as usize]);
            next = Some(self.parents[link as usize]).filter(|parent| *parent != u32::MAX);
        }
        path.reverse();
    }

    /// About how many bytes it takes.
    pub(crate) fn bytes(&self) -> usize {
        self.choices.len() * 5 + self.waiting.len() * size_of::<(u64, u64, Waiting)>()
    }
}

/// A number that looks random but depends on its argument alone.
fn mix(seed: u64) -> u64 {
    let mut z = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
