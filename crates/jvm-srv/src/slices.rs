//! Which choices of a run matter for its events, by the dependences of its path.
//!
//! Looking at each path takes time, so it is done selectively (the paper's section 3.6): only if the
//! run came to an instruction with a choice that no path before had, or one whose choices did not
//! matter on the path that was analysed last. Paths near each other tend to be alike.

use std::collections::BTreeMap;

use flow::PathSlicer;
use jvm_flow::{Analysis, Spot};
use lang_jvm::Trace;
use rustc_hash::FxHashMap;

use crate::options::Slicing;
use crate::outcome::Sliced;

/// Slices the paths of a search.
pub(crate) struct Slices<'a> {
    analysis: &'a Analysis,
    slicing: Slicing,
    /// Made when the first path is sliced.
    slicer: Option<PathSlicer<'a>>,
    /// Whether choices at an instruction did not matter when a path with it was sliced last.
    cut: FxHashMap<Spot, bool>,
    pub(crate) counts: Sliced,
    /// What a run did that the analysis did not expect, as a sentence.
    pub(crate) misfit: Option<String>,
}

impl<'a> Slices<'a> {
    pub(crate) fn new(analysis: &'a Analysis, slicing: Slicing) -> Slices<'a> {
        let slicing = if analysis.can_slice() { slicing } else { Slicing::Never };
        let (cut, counts) = (FxHashMap::default(), Sliced::default());
        Slices { analysis, slicing, slicer: None, cut, counts, misfit: None }
    }

    /// Whether the paths of runs are needed.
    pub(crate) fn wants_traces(&self) -> bool {
        match self.slicing {
            Slicing::Never => false,
            Slicing::Selective | Slicing::Always => true,
        }
    }

    /// For each choice of a run whether it matters. None if nothing is to be expected of slicing its
    /// path. All of them if the path is too long, or not one that the analysis knows of.
    ///
    /// `spots` has the instructions of choices that are new, by their numbers.
    pub(crate) fn of_run(
        &mut self,
        spots: &[(usize, Spot)],
        trace: &Trace,
        methods: &BTreeMap<u32, Spot>,
    ) -> Option<Vec<bool>> {
        let is_promising = |(_, spot): &(usize, Spot)| self.cut.get(spot).is_none_or(|cut| *cut);
        let is_wanted = match self.slicing {
            Slicing::Never => return None,
            Slicing::Selective => spots.iter().any(is_promising),
            Slicing::Always => true,
        };
        if !is_wanted {
            self.counts.passed_over += 1;
            return None;
        }
        let Some(matters) = self.slice(trace, methods) else {
            // All of it matters on a path of which nothing is known.
            self.counts.unknown += 1;
            let choices = spots.last().map_or(0, |(choice, _)| choice + 1);
            return Some(vec![true; choices]);
        };
        self.counts.sliced += 1;
        spots.iter().for_each(|(_, spot)| {
            self.cut.insert(*spot, false);
        });
        for (choice, spot) in spots {
            if !matters.get(*choice).copied().unwrap_or(true) {
                self.cut.insert(*spot, true);
            }
        }
        Some(matters)
    }

    fn slice(&mut self, trace: &Trace, methods: &BTreeMap<u32, Spot>) -> Option<Vec<bool>> {
        if trace.is_cut {
            return None;
        }
        let trail = self.analysis.trail(&trace.marks, |method| methods.get(&method).copied())?;
        let slicer = self.slicer.get_or_insert_with(|| self.analysis.path_slicer());
        let needed = match slicer.slice(&trail.steps) {
            Ok(needed) => needed,
            Err(misfit) => {
                let method = misfit.method.map_or("the program", |m| self.analysis.method_name(m));
                self.misfit = Some(format!("a run went on in {method} as was not expected"));
                return None;
            }
        };
        let matters = |step: &Option<usize>| step.is_none_or(|step| needed.contains(step));
        Some(trail.choices.iter().map(matters).collect())
    }
}
