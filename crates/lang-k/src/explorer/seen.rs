//! Configurations that were met before.
//!
//! Two configurations are the same if they are equal and reached under the same conditions. They
//! are told apart by their fingerprints.

use rustc_hash::FxHashSet;
use term::Term;

use crate::state::State;
use crate::value::Fingerprint;

/// The configurations that were met.
#[derive(Debug, Default)]
pub(super) struct Seen {
    fingerprints: FxHashSet<Fingerprint>,
}

impl Seen {
    /// Takes a configuration in. Says whether it is new.
    pub(super) fn insert(&mut self, state: &State, conds: &[Term]) -> bool {
        self.fingerprints.insert(Fingerprint::of(&(state, conds)))
    }
}
