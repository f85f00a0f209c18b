//! The branches that a run did not take.
//!
//! Each run stands for a [`Region`]: the inputs that satisfy some conditions. They do what the run
//! does if they satisfy the conditions of all its choices that matter; the others fail one of them
//! first, and these are the regions of the branches that are offered. Choices that do not matter have
//! no part in this: their other sides are not taken, and what is behind them must not be bound to the
//! side that was taken, since inputs on the other side get there, too.

use std::sync::Arc;

use machine::Guide;
use rustc_hash::FxHashSet;
use term::{Model, Pool, Term};

use super::branch::{Branch, Region};
use super::host::{Concolic, Decision};
use crate::schedule::Rank;
use crate::{Options, PrunedCounts, Strategy};

/// A guide of the branches that a run did not take. Its ways are what is known of a branch besides its
/// conditions.
pub trait BranchGuide: Guide {
    /// A choice is met. None if it is passed over, with all that this leaves unknown.
    fn meet(&mut self, choice: &MetChoice<'_>) -> Option<Looked<Self::Way>>;

    /// Whether `cond` may hold in the region so far, as far as that is plain without a solver.
    fn may_hold(&mut self, cond: Term) -> bool {
        cond != Term::FALSE
    }

    /// The region so far is that of `region`.
    fn restart(&mut self, _region: &Region) {}

    /// From here on, `cond` holds in the region.
    fn assume(&mut self, _cond: Term) {}
}

/// A choice of a run that has other sides.
pub struct MetChoice<'a> {
    /// Its place among all choices of the run.
    pub index: usize,
    /// How many choices with several answers there were up to it.
    pub splits: u64,
    /// The choice.
    pub choice: &'a Decision,
    /// The alternatives that were not taken and may hold.
    pub open: &'a [usize],
}

/// What a guide says of a choice.
pub struct Looked<M> {
    /// The alternatives that may be taken.
    pub marks: Vec<(usize, M)>,
    /// Whether what is behind the choice depends on the side that was taken.
    pub matters: bool,
}

/// What a run offers.
pub struct Offers<M> {
    /// The branches, in the order in which they were met.
    pub branches: Vec<Branch<M>>,
    /// Those that are deeper than they may be.
    pub too_deep: Vec<M>,
    /// Those that would be the third try of a number which a program goes on with as it is.
    pub untried: Vec<M>,
    /// How many branches the guide left out.
    pub pruned: PrunedCounts,
    /// How many choices with several answers the run came to.
    pub splits: u64,
}

impl<M> Default for Offers<M> {
    fn default() -> Offers<M> {
        let (too_deep, untried, pruned) = (Vec::new(), Vec::new(), PrunedCounts::default());
        Offers { branches: Vec::new(), too_deep, untried, pruned, splits: 0 }
    }
}

/// Offers the branches of a run, which is the `nth` one and stands for a region.
pub fn offers<G: BranchGuide>(
    guide: &mut G,
    options: &Options,
    nth: u64,
    host: &Concolic<'_>,
    region: &Region,
) -> Offers<G::Way> {
    let known: FxHashSet<Term> = region.conds.backwards().copied().collect();
    let model = Arc::new(host.model.clone());
    let pool = machine::Host::pool(host);
    let mut offering =
        Offering { pool, options, nth, model, before: region.clone(), offers: Offers::default() };
    guide.restart(region);
    for (index, choice) in host.choices.iter().enumerate() {
        let Some(choice) = choice else { continue };
        offering.offers.splits += 1;
        // What holds in the whole region has no other side.
        if known.contains(&choice.cond()) {
            continue;
        }
        let others = (0..choice.conds.len()).filter(|at| *at != choice.taken);
        let open: Vec<usize> = others.filter(|at| guide.may_hold(choice.conds[*at])).collect();
        if open.is_empty() {
            continue;
        }
        let met = MetChoice { index, splits: offering.offers.splits, choice, open: &open };
        let Some(looked) = guide.meet(&met) else { continue };
        offering.offer(guide, &met, looked.marks);
        if looked.matters {
            offering.before.conds.push(choice.cond());
            guide.assume(choice.cond());
        }
    }
    offering.offers
}

/// The branches of a run, while they are found.
struct Offering<'a, M> {
    pool: &'a Pool,
    options: &'a Options,
    nth: u64,
    /// The values of the run.
    model: Arc<Model>,
    /// The region in which runs come to the current choice.
    before: Region,
    offers: Offers<M>,
}

impl<M> Offering<'_, M> {
    fn offer(
        &mut self,
        guide: &mut impl BranchGuide<Way = M>,
        met: &MetChoice<'_>,
        marks: Vec<(usize, M)>,
    ) {
        let MetChoice { index, splits, choice, .. } = *met;
        if choice.pins.is_some_and(|number| self.before.pinned.backwards().any(|it| *it == number))
        {
            return self.offers.untried.extend(marks.into_iter().map(|(_, mark)| mark));
        }
        for (at, mark) in marks {
            if let Some(why) = guide.prune(self.pool, &mark) {
                self.offers.pruned.count(why);
                continue;
            }
            if self.options.budget.depth.is_some_and(|limit| splits > limit) {
                self.offers.too_deep.push(mark);
                continue;
            }
            let promise = guide.rank(self.pool, &mark);
            let mut region = self.before.clone();
            region.conds.push(choice.conds[at]);
            choice.pins.into_iter().for_each(|number| region.pinned.push(number));
            let (model, rank) = (Arc::clone(&self.model), self.rank(promise, index + 1));
            self.offers.branches.push(Branch { region, model, mark: Some(mark), rank });
        }
    }

    /// The most promising one comes first; of those the deepest, unless another order is wanted.
    fn rank(&self, promise: u64, depth: usize) -> Rank {
        let depth = depth as u64;
        let splits = match self.options.strategy {
            Strategy::Dfs | Strategy::Priority => u64::MAX - depth,
            Strategy::Bfs => depth,
            Strategy::Random => {
                let number = self.nth << 32 | self.offers.branches.len() as u64;
                stdx::hash::mix(self.options.seed, number)
            }
        };
        Rank { promise, splits, steps: 0 }
    }
}
