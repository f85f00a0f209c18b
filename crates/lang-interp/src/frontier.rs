//! Paths that wait.
//!
//! Prefixes are shared: a path is a link to its last choice, and a choice is five bytes. Which path
//! comes next is decided by a key that is computed when it is put in; of those with the same key the
//! newest comes first, because it has most in common with the last run, of which it need not do again
//! what it shares ([`Log`](crate::ahead::Log)).

use std::collections::BTreeMap;

use explore::Strategy;

use crate::{Options, Order};

/// The choices of paths as a tree, and the paths that wait.
#[derive(Default)]
pub(crate) struct Frontier {
    parents: Vec<u32>,
    choices: Vec<u8>,
    /// Paths by their keys; of those with the same key the newest comes first.
    waiting: BTreeMap<(u64, u64), Vec<Waiting>>,
    put: u64,
    len: usize,
}

/// A path that waits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
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

/// How far apart the costs of paths may be that wait in one list.
const WINDOW: u32 = 8;
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
    pub(crate) fn push(&mut self, waiting: Waiting, options: &Options) {
        self.put += 1;
        let key = match (options.order, options.strategy) {
            (Order::Smallest, _) => (u64::from(waiting.rank()), 0),
            (Order::Found, Strategy::Priority) => (u64::from(waiting.cost / WINDOW), 0),
            (Order::Found, Strategy::Bfs) => (u64::from(waiting.depth), 0),
            (Order::Found, Strategy::Dfs) => (0, 0),
            (Order::Found, Strategy::Random) => (mix(options.seed ^ self.put), self.put),
        };
        self.waiting.entry(key).or_default().push(waiting);
        self.len += 1;
    }

    /// The path that comes next.
    pub(crate) fn pop(&mut self) -> Option<Waiting> {
        let mut first = self.waiting.first_entry()?;
        let next = first.get_mut().pop().expect("no list of paths is empty");
        if first.get().is_empty() {
            first.remove();
        }
        self.len -= 1;
        Some(next)
    }

    /// How big the next answer is at least, in a search by size; none if no path waits.
    pub(crate) fn next_rank(&self) -> Option<u32> {
        self.waiting.first_key_value().map(|((rank, _), _)| *rank as u32)
    }

    /// How many waiting paths may lead to answers of less than this size.
    pub(crate) fn smaller_than(&self, size: u64) -> u64 {
        let all = self.waiting.values().flatten();
        all.filter(|waiting| u64::from(waiting.size) < size).count() as u64
    }

    /// How many paths wait.
    pub(crate) fn len(&self) -> usize {
        self.len
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
}

/// A number that looks random but depends on its argument alone.
fn mix(seed: u64) -> u64 {
    let mut z = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
