//! Paths that wait, as far as one job sees them.
//!
//! A job notes the choices of its runs in a tree of its own, which hangs on the path that it began
//! with: a path is a link to its last choice there. When the job is over, the tree is shared by the
//! paths that it hands back, so jobs on two threads have nothing to lock. Of the paths that wait the
//! newest comes first, because it has most in common with the last run, of which it need not do again
//! what it shares ([`Log`](crate::prefix_log::Log)); those beyond the window of the job are put off.

use std::sync::Arc;

use explore::Strategy;
use explore::schedule::{Rank, Ranked};

use crate::turns::Turns;
use crate::{Options, Order};

/// A path that waits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Waiting {
    /// Its last choice in the tree of its job; none if that is the one that the job began with.
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
    /// The same before its last option, at the fork of which it is.
    pub(crate) fork: u64,
    /// The other options of its last choice that have to wait until it is known whether this one leads anywhere, as bits.
    pub(crate) rest: u64,
}

/// How far apart the costs of paths may be that are carried on in any order.
const WINDOW: u32 = 8;
/// In a search by size, what choices cost in terms of size. Most programs stay far below it; a loop that
/// makes choices and builds nothing does not.
const COST_PER_SIZE: u32 = 16;
/// In a search by size, what being too long costs.
const SIZE_PER_PAYMENT: u32 = 8;

impl Waiting {
    /// When its turn is: paths with the same number are carried on in any order.
    pub(crate) fn turn(&self, options: &Options) -> u32 {
        match (options.order, options.explore.strategy) {
            (Order::Smallest, _) => self.size_rank(),
            (Order::Found, Strategy::Priority) => self.cost / WINDOW,
            (Order::Found, Strategy::Bfs) => self.depth,
            (Order::Found, Strategy::Dfs | Strategy::Random) => 0,
        }
    }

    /// When its turn is in a search by size. That is its size, unless too much was spent on it: a
    /// program that does not end must not keep all larger ones waiting.
    fn size_rank(&self) -> u32 {
        let late = SIZE_PER_PAYMENT * u32::from(self.paid);
        self.size.max(self.cost / COST_PER_SIZE).saturating_add(late)
    }
}

/// A path that waits for a job of its own.
#[derive(Clone, Default)]
pub(crate) struct Prefix {
    /// The tree that it links to; none for the start of the search.
    choices: Option<Arc<Choices>>,
    pub(crate) waiting: Waiting,
    /// When its turn is.
    pub(crate) turn: u32,
}

impl Ranked for Prefix {
    fn rank(&self) -> Rank {
        Rank { promise: u64::from(self.turn), ..Rank::default() }
    }
}

/// The choices of the runs of one job, as a tree.
#[derive(Default)]
struct Choices {
    /// The tree in which the path ends that the job began with, and where.
    before: Option<Arc<Choices>>,
    from: Option<u32>,
    /// Each choice with the one before it.
    choices: Vec<(u32, u8)>,
}

/// Stands for the end of the path that the job began with.
const ROOT: u32 = u32::MAX;

impl Choices {
    /// The place before a choice, perhaps in an earlier tree. None for the start of the search.
    fn before(tree: &Arc<Choices>, link: Option<u32>) -> Option<(Arc<Choices>, Option<u32>)> {
        let (parent, _) = tree.choices[link? as usize];
        match parent {
            ROOT => Some((Arc::clone(tree.before.as_ref()?), tree.from)),
            parent => Some((Arc::clone(tree), Some(parent))),
        }
    }

    /// Adds the choices of this tree that lead to `link`, the last one first.
    fn trace_back(&self, link: Option<u32>, path: &mut Vec<u8>) {
        let mut next = link.unwrap_or(ROOT);
        while next != ROOT {
            let (parent, choice) = self.choices[next as usize];
            path.push(choice);
            next = parent;
        }
    }
}

/// A long row of jobs leaves a long row of trees, which must not be dropped by recursion.
impl Drop for Choices {
    fn drop(&mut self) {
        let mut next = self.before.take();
        while let Some(tree) = next {
            next = Arc::into_inner(tree).and_then(|mut tree| tree.before.take());
        }
    }
}

/// What forks off the path of a job.
#[derive(Default)]
pub(crate) struct Branches {
    /// The choices before the job.
    start: Vec<u8>,
    tree: Choices,
    /// What the job may carry on, the newest last.
    open: Vec<Waiting>,
    /// What has to wait for its turn.
    put_off: Vec<Waiting>,
    /// The last turn that is that of the job.
    window: u32,
    /// What the job may carry on while the search is young; then `open` has what became of the last path.
    turns: Turns,
    /// Whether it is.
    is_young: bool,
}

/// A state of the branches to come back to.
pub(crate) struct Grown {
    choices: usize,
    open: usize,
    put_off: usize,
}

impl Branches {
    /// Begins a job. Paths take turns if that is wanted and the job is the first of its search.
    pub(crate) fn begin(&mut self, prefix: Prefix, takes_turns: bool) {
        let Prefix { choices, waiting, turn } = prefix;
        self.start.clear();
        let (mut tree, mut link) = (choices.as_deref(), waiting.link);
        while let Some(choices) = tree {
            choices.trace_back(link, &mut self.start);
            (tree, link) = (choices.before.as_deref(), choices.from);
        }
        self.start.reverse();
        self.tree.choices.clear();
        // Its last choice becomes one of this tree, where the other options of that choice find their place.
        let last = self.start.pop();
        self.is_young = last.is_none() && takes_turns;
        let before = choices.and_then(|tree| Choices::before(&tree, waiting.link));
        (self.tree.before, self.tree.from) = match before {
            Some((tree, from)) => (Some(tree), from),
            None => (None, None),
        };
        self.put_off.clear();
        self.open.clear();
        let link = last.map(|choice| self.extend(None, choice));
        let first = Waiting { link, ..waiting };
        match self.is_young {
            true => self.turns.begin(first),
            false => self.open.push(first),
        }
        self.window = turn;
    }

    /// Whether the job is the first of its search, in which paths take turns.
    pub(crate) fn is_young(&self) -> bool {
        self.is_young
    }

    /// The choice before one.
    pub(crate) fn parent(&self, link: Option<u32>) -> Option<u32> {
        link.map(|link| self.tree.choices[link as usize].0).filter(|parent| *parent != ROOT)
    }

    /// One more choice after `link`.
    pub(crate) fn extend(&mut self, link: Option<u32>, choice: u8) -> u32 {
        let choices = &mut self.tree.choices;
        choices.push((link.unwrap_or(ROOT), choice));
        u32::try_from(choices.len() - 1).expect("memory ends before the numbers do")
    }

    /// Lets a path wait whose turn this is.
    pub(crate) fn push(&mut self, waiting: Waiting, turn: u32) {
        let is_open = self.is_young || turn <= self.window;
        let list = if is_open { &mut self.open } else { &mut self.put_off };
        list.push(waiting);
    }

    /// The path that the job carries on next.
    pub(crate) fn pop(&mut self) -> Option<Waiting> {
        if !self.is_young {
            return self.open.pop();
        }
        self.turns.settle(self.open.drain(..));
        self.turns.pick()
    }

    /// Goes on with what was put off, the cheapest of it, where no other worker does.
    pub(crate) fn widen(&mut self, options: &Options) {
        let turns = self.put_off.iter().map(|waiting| waiting.turn(options));
        let Some(next) = turns.min() else { return };
        self.window = next;
        let is_next = |waiting: &mut Waiting| waiting.turn(options) <= next;
        self.open.extend(self.put_off.extract_if(.., is_next));
    }

    /// As it is now.
    pub(crate) fn grown(&self) -> Grown {
        let (open, put_off) = (self.open.len(), self.put_off.len());
        Grown { choices: self.tree.choices.len(), open, put_off }
    }

    /// Forgets what has grown since then.
    pub(crate) fn cut_back(&mut self, grown: &Grown) {
        self.tree.choices.truncate(grown.choices);
        self.open.truncate(grown.open);
        self.put_off.truncate(grown.put_off);
    }

    /// Writes the choices that lead to `link` into `path`.
    pub(crate) fn trace(&self, link: Option<u32>, path: &mut Vec<u8>) {
        path.clear();
        path.extend_from_slice(&self.start);
        self.tree.trace_back(link, path);
        path[self.start.len()..].reverse();
    }

    /// Ends the job: what it leaves, in the order in which it came.
    pub(crate) fn finish(&mut self, options: &Options) -> Vec<Prefix> {
        if self.is_young {
            self.turns.settle(self.open.drain(..));
            self.open.extend(self.turns.drain());
        }
        let count = self.put_off.len() + self.open.len();
        if count == 0 {
            return Vec::new();
        }
        let room = Vec::with_capacity(self.tree.choices.len());
        let next = Choices { before: None, from: None, choices: room };
        let tree = Arc::new(std::mem::replace(&mut self.tree, next));
        let prefix = |waiting: Waiting| {
            let turn = waiting.turn(options);
            let choices = waiting.link.map(|_| Arc::clone(&tree));
            Prefix { choices, waiting, turn }
        };
        let mut all = Vec::with_capacity(count);
        all.extend(self.put_off.drain(..).map(prefix));
        all.extend(self.open.drain(..).map(prefix));
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn traced(branches: &Branches, link: Option<u32>) -> Vec<u8> {
        let mut path = Vec::new();
        branches.trace(link, &mut path);
        path
    }

    fn choice(branches: &mut Branches, before: Option<u32>, choice: u8, cost: u32) -> Waiting {
        let link = Some(branches.extend(before, choice));
        let waiting = Waiting { link, cost, ..Waiting::default() };
        branches.push(waiting, waiting.turn(&Options::default()));
        waiting
    }

    #[test]
    fn paths_of_later_jobs_hang_on_those_of_earlier_ones() {
        let options = Options::default();
        let mut first = Branches::default();
        first.begin(Prefix::default(), false);
        assert_eq!(first.pop(), Some(Waiting::default()));
        let near = choice(&mut first, None, 1, 1);
        choice(&mut first, near.link, 2, WINDOW);
        assert_eq!(first.pop(), Some(near), "what is beyond the window waits");
        assert_eq!(first.pop(), None);
        let left = first.finish(&options);
        assert_eq!(left.len(), 1);
        let mut second = Branches::default();
        second.begin(left[0].clone(), false);
        let start = second.pop().expect("a job begins with its path");
        assert_eq!(traced(&second, start.link), [1, 2]);
        let grown = second.grown();
        let next = choice(&mut second, start.link, 3, WINDOW);
        assert_eq!(traced(&second, next.link), [1, 2, 3]);
        second.cut_back(&grown);
        second.push(start, 1);
        let again = second.finish(&options);
        assert!(again.len() == 1 && again[0].waiting.cost == left[0].waiting.cost);
        let mut third = Branches::default();
        third.begin(again[0].clone(), false);
        let start = third.pop().expect("a job begins with its path");
        assert_eq!(traced(&third, start.link), [1, 2]);
        // Another option of its last choice hangs where that choice does.
        let parent = third.parent(start.link);
        let other = choice(&mut third, parent, 7, WINDOW);
        assert_eq!(traced(&third, other.link), [1, 7]);
    }

    #[test]
    fn what_was_put_off_comes_by_its_turn() {
        let mut branches = Branches::default();
        branches.begin(Prefix::default(), false);
        branches.pop();
        let dear = choice(&mut branches, None, 1, 3 * WINDOW);
        let cheap = choice(&mut branches, None, 2, WINDOW);
        branches.widen(&Options::default());
        assert_eq!(branches.pop(), Some(cheap));
        assert_eq!(branches.pop(), None);
        branches.widen(&Options::default());
        assert_eq!(branches.pop(), Some(dear));
    }

    #[test]
    fn a_long_row_of_jobs_is_dropped() {
        let mut row: Option<Arc<Choices>> = None;
        for _ in 0..100_000 {
            row = Some(Arc::new(Choices { before: row, from: Some(0), choices: vec![(ROOT, 0)] }));
        }
        drop(row);
    }
}
