//! The configurations that were met, by their fingerprints.
//!
//! Threads look here before they hand over a successor. What they find was committed before, and so
//! by an earlier job: results are committed in order, and the set only grows. A successor that is
//! known then is known when its own turn comes, so it makes no difference how early a thread looks,
//! and what is known is dropped by the thread that made it.

use std::collections::hash_map::Entry;
use std::sync::{Mutex, MutexGuard, PoisonError};

use rustc_hash::FxHashMap;

use crate::value::Fingerprint;

/// The configurations, each with what is known of it. Sharded, so that threads seldom meet at one
/// lock.
#[derive(Debug)]
pub(crate) struct Seen<T> {
    shards: Box<[Mutex<FxHashMap<Fingerprint, T>>]>,
}

type Shard<'a, T> = MutexGuard<'a, FxHashMap<Fingerprint, T>>;

const SHARDS: usize = 64;

impl<T: Copy> Seen<T> {
    /// Nothing was met yet.
    pub(crate) fn new() -> Seen<T> {
        Seen { shards: (0..SHARDS).map(|_| Mutex::default()).collect() }
    }

    /// What is known of a configuration; none if it was not met.
    pub(crate) fn get(&self, fingerprint: Fingerprint) -> Option<T> {
        self.shard(fingerprint).get(&fingerprint).copied()
    }

    /// Adds a configuration, unless it was met. Returns what is known of it from before.
    pub(crate) fn insert(&self, fingerprint: Fingerprint, what: T) -> Option<T> {
        match self.shard(fingerprint).entry(fingerprint) {
            Entry::Occupied(known) => Some(*known.get()),
            Entry::Vacant(place) => {
                place.insert(what);
                None
            }
        }
    }

    /// Adds a configuration, or replaces what is known of it.
    pub(crate) fn set(&self, fingerprint: Fingerprint, what: T) {
        self.shard(fingerprint).insert(fingerprint, what);
    }

    fn shard(&self, Fingerprint(words): Fingerprint) -> Shard<'_, T> {
        // Middle bits: a hash table spends the low ones on its place and the high ones on its tag.
        let shard = &self.shards[(words[0] >> 40) as usize % SHARDS];
        shard.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
