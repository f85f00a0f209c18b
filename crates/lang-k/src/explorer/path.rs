//! A configuration that waits, with what led to it.

use std::sync::Arc;

use explore::schedule::{Rank, Ranked};
use term::{Pool, Term};

use super::trail::NodeId;
use crate::context::Known;
use crate::events::WatchId;
use crate::state::State;
use crate::value::Fingerprint;

/// A configuration with its past.
#[derive(Clone)]
pub(super) struct Path {
    pub(super) state: State,
    pub(super) past: Arc<Past>,
    /// What was done to get here.
    pub(super) node: NodeId,
    /// Steps made.
    pub(super) depth: u64,
    /// Whether the configuration was compared with the goal already.
    pub(super) judged: bool,
    /// Whether the steps of all threads of the program count here.
    pub(super) takes_all: bool,
    /// What the monitor of events has seen so far, if there is one.
    pub(super) watch: WatchId,
    /// How promising that is; the smallest first.
    pub(super) promise: u64,
    /// The thread that made it.
    pub(super) home: usize,
}

/// A path without its configuration.
pub(super) struct Origin {
    past: Arc<Past>,
    pub(super) node: NodeId,
    pub(super) depth: u64,
    home: usize,
}

/// What was decided on a path. Shared by the configurations between two splits.
#[derive(Clone)]
pub(super) struct Past {
    pub(super) conds: Vec<Term>,
    pub(super) decided: Vec<Term>,
    pub(super) known: Known,
    pub(super) sure: bool,
    /// How often it was split.
    pub(super) splits: u64,
}

impl Path {
    /// The path that has not begun yet.
    pub(super) fn start(pool: &Pool, state: State, assumed: &[Term]) -> Path {
        let known = assumed.iter().fold(Known::default(), |known, cond| known.with(pool, *cond));
        let (conds, decided) = (assumed.to_vec(), assumed.to_vec());
        let past = Past { conds, decided, known, sure: true, splits: 0 };
        Path {
            state,
            past: Arc::new(past),
            node: NodeId::ROOT,
            depth: 0,
            judged: false,
            takes_all: false,
            watch: WatchId::default(),
            promise: 0,
            home: 0,
        }
    }

    /// The same path, of which it is not known whether some input takes it.
    pub(super) fn unsure(self) -> Path {
        let past = Past { sure: false, ..(*self.past).clone() };
        Path { past: Arc::new(past), ..self }
    }

    /// What the paths one step further need of this one. The configuration is dropped.
    pub(super) fn into_origin(self) -> Origin {
        Origin { past: self.past, node: self.node, depth: self.depth, home: self.home }
    }
}

impl Origin {
    /// The path one step further, with what a monitor has seen and how promising that is.
    pub(super) fn after(
        &self,
        state: State,
        (watch, promise): (WatchId, u64),
        node: NodeId,
    ) -> Path {
        let (past, depth) = (Arc::clone(&self.past), self.depth + 1);
        let (takes_all, home) = (false, self.home);
        Path { state, past, node, depth, judged: false, takes_all, watch, promise, home }
    }
}

/// Stands for a configuration and the conditions under which it is reached.
pub(crate) fn fingerprint(state: &State, conds: &[Term]) -> Fingerprint {
    Fingerprint::of(&(state, conds))
}

/// The same, with what a monitor has seen.
pub(super) fn fingerprint_watched(state: &State, conds: &[Term], watch: WatchId) -> Fingerprint {
    Fingerprint::of(&(state, conds, watch))
}

impl Ranked for Path {
    fn rank(&self) -> Rank {
        Rank { promise: self.promise, splits: self.past.splits, steps: self.depth }
    }
}
