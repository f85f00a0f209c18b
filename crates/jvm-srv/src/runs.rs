//! The parallel part of a search: a run that monitors follow.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use explore::Strategy;
use explore::concolic::{Concolic, Runner};
use explore::schedule::{Discipline, Schedule, Ties};
use lang_jvm::Subject;
use machine::{Exit, Halt};
use solve::Solver;
use typestate::Property;

use crate::judge::Place;
use crate::options::{Mode, Options};
use crate::record::follow;
use crate::recorder::Recorder;
use crate::seen::Dictionary;

/// Makes the solvers of a search.
pub(crate) type Solvers<'a> = &'a (dyn Fn() -> Box<dyn Solver> + Sync);

/// A method with monitors. A machine starts each run from the same snapshot.
pub(crate) struct Followed<'a> {
    pub(crate) subject: &'a Subject,
    pub(crate) properties: Arc<[Property]>,
    pub(crate) options: &'a Options,
    /// Whether the ways of runs are of use. Once they are not, they never are again, so it does not
    /// matter when a thread gets to know.
    pub(crate) traces: Arc<AtomicBool>,
}

impl Followed<'_> {
    /// How many branches are taken before the first result is used.
    fn batch(&self) -> usize {
        match self.options.sound_mode() {
            // Each run may make another one superfluous.
            Mode::Srv => 1,
            // What looks best changes with each run.
            Mode::Guide if !self.properties.is_empty() => 1,
            // All branches are taken anyway.
            Mode::Dfs | Mode::Slice | Mode::Guide => 16,
        }
    }
}

impl Runner for Followed<'_> {
    type Scratch = Dictionary;
    type Seen = Recorder;
    /// Where a branch is; none where that is not asked for.
    type Mark = Option<Place>;

    fn run(
        &self,
        dictionary: &mut Dictionary,
        host: &mut Concolic<'_>,
    ) -> (Result<Exit, Halt>, Recorder) {
        let known = std::mem::take(dictionary);
        let mut recorder = Recorder::new(Arc::clone(&self.properties), known);
        recorder.traces = self.traces.load(Relaxed);
        recorder.every_choice = self.options.sound_mode().prunes();
        let (ended, mut recorder) = follow(self.subject, recorder, host);
        *dictionary = std::mem::take(&mut recorder.dictionary);
        (ended, recorder)
    }

    fn schedule(&self, options: &explore::Options) -> Schedule {
        let discipline = match (self.options.mode.guides(), options.strategy) {
            (true, Strategy::Bfs) => Discipline::Best(Ties::Oldest),
            (true, _) => Discipline::Best(Ties::Newest),
            (false, strategy) => Discipline::of(strategy, options.seed),
        };
        Schedule { discipline, batch: self.batch(), chunk: 1, overlap: false }
    }
}
