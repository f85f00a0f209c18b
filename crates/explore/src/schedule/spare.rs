//! Threads that no exploration of a call uses at present.
//!
//! Several explorations share the threads of a call. One that begins a round with more jobs than it has
//! threads takes those that are free; they are free again when it ends.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// Threads that explorations may take beyond those they begin with. Clones share them. By default there are none.
#[derive(Clone, Debug, Default)]
pub struct SpareThreads(Option<Arc<AtomicUsize>>);

impl SpareThreads {
    /// So many threads.
    #[must_use]
    pub fn new(count: usize) -> SpareThreads {
        SpareThreads(Some(Arc::new(AtomicUsize::new(count))))
    }

    /// One more is free: for a caller whose own thread has nothing to do any more.
    pub fn give(&self) {
        if let Some(free) = &self.0 {
            free.fetch_add(1, Relaxed);
        }
    }

    /// Whether there can be none at any time.
    pub(crate) fn is_never(&self) -> bool {
        self.0.is_none()
    }

    /// How many are free now.
    #[must_use]
    pub fn free(&self) -> usize {
        self.0.as_ref().map_or(0, |free| free.load(Relaxed))
    }

    /// Takes one, if one is free.
    pub(super) fn take(&self) -> Option<Seat> {
        let less = |free: usize| free.checked_sub(1);
        let taken = self.0.as_ref()?.fetch_update(Relaxed, Relaxed, less);
        taken.ok().map(|_| Seat(self.clone()))
    }
}

/// A thread that was taken; it is given back when this is dropped.
#[derive(Debug)]
pub(super) struct Seat(SpareThreads);

impl Drop for Seat {
    fn drop(&mut self) {
        self.0.give();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seat_is_free_again_once_it_is_left() {
        let spare = SpareThreads::new(1);
        let seat = spare.take();
        assert!(seat.is_some() && spare.take().is_none());
        spare.give();
        assert!(spare.clone().take().is_some());
        drop(seat);
        assert_eq!(spare.free(), 2);
    }
}
