//! What happened: counts, and what there is to tell besides answers.

use std::cmp::Reverse;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use solve::Reason;

use crate::run::RunEnd;
use crate::stop::{Cut, Failure, Halt, Site};
use crate::{ForkSite, Stats};

/// An account of some runs.
#[derive(Default)]
pub(crate) struct Account {
    pub(crate) stats: Stats,
    /// Paths that came to an end, in whatever way.
    pub(crate) ended: u64,
    forks: SmallVec<[ForkSite; 8]>,
    /// Limits that single paths met, each once.
    pub(crate) cuts: Vec<Cut>,
    /// How big the unknowns are on the paths that were cut off.
    pub(crate) cut_sizes: Vec<u32>,
    /// Failures that are the fault of the interpreter, each once.
    pub(crate) broken: Vec<Failure>,
    /// Why the solver gave up, each reason once.
    pub(crate) unknown: Vec<Reason>,
    /// The first failure of a program.
    pub(crate) failure: Option<Failure>,
}

impl Account {
    /// Counts a choice that had alternatives.
    pub(crate) fn count_fork(&mut self, site: Site) {
        self.stats.forks += 1;
        self.add_forks(ForkSite { site, forks: 1 });
    }

    /// A place may have several addresses: they are told apart here, because that takes less time.
    fn add_forks(&mut self, more: ForkSite) {
        let same = |known: &&mut ForkSite| std::ptr::eq(known.site.0, more.site.0);
        match self.forks.iter_mut().find(same) {
            Some(known) => known.forks += more.forks,
            None => self.forks.push(more),
        }
    }

    /// Where runs forked, most often first.
    pub(crate) fn profile(&self) -> Vec<ForkSite> {
        let mut counts: FxHashMap<Site, u64> = FxHashMap::default();
        for fork in &self.forks {
            *counts.entry(fork.site).or_default() += fork.forks;
        }
        let fork = |(site, forks)| ForkSite { site, forks };
        let mut sites: Vec<ForkSite> = counts.into_iter().map(fork).collect();
        sites.sort_by_key(|fork| (Reverse(fork.forks), fork.site));
        sites
    }

    /// Counts the end of a run.
    pub(crate) fn count_end(&mut self, end: &RunEnd) {
        let stats = &mut self.stats;
        match &end.result {
            Ok(_) => stats.values += 1,
            Err(Halt::Failed(failure)) => {
                stats.failures += 1;
                if !failure.kind.is_of_program() {
                    note(&mut self.broken, failure);
                } else if self.failure.is_none() {
                    self.failure = Some(failure.clone());
                }
            }
            Err(Halt::Discarded) => stats.discarded += 1,
            Err(Halt::CutOff(cut)) => {
                stats.cut_off += 1;
                note(&mut self.cuts, cut);
                self.cut_sizes.push(end.path.size);
            }
            Err(Halt::Suspended | Halt::Ended(_)) => return,
        }
        self.ended += 1;
    }

    /// What is not searched.
    pub(crate) fn note_cut(&mut self, cut: Cut) {
        note(&mut self.cuts, &cut);
    }

    /// Why the solver gave up.
    pub(crate) fn note_unknown(&mut self, reason: &Reason) {
        note(&mut self.unknown, reason);
    }

    /// Adds what happened after this.
    pub(crate) fn absorb(&mut self, later: Account) {
        self.stats.absorb(&later.stats);
        self.ended += later.ended;
        later.forks.into_iter().for_each(|fork| self.add_forks(fork));
        later.cuts.iter().for_each(|cut| note(&mut self.cuts, cut));
        self.cut_sizes.extend(later.cut_sizes);
        later.broken.iter().for_each(|failure| note(&mut self.broken, failure));
        later.unknown.iter().for_each(|reason| note(&mut self.unknown, reason));
        if self.failure.is_none() {
            self.failure = later.failure;
        }
    }
}

/// Adds what is not there yet.
fn note<T: Clone + PartialEq>(list: &mut Vec<T>, item: &T) {
    if !list.contains(item) {
        list.push(item.clone());
    }
}
