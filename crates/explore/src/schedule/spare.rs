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
    use crate::schedule::{Explorer, Ledger, Rank, Ranked, Task, run};
    use crate::{Meter, Options, Silent, Strategy};
    use std::collections::BTreeSet;
    use std::time::Duration;

    struct Number(u64);

    impl Ranked for Number {
        fn rank(&self) -> Rank {
            Rank { promise: self.0, ..Rank::default() }
        }
    }

    /// Numbers that come of others, each by the thread that ran its job.
    struct Numbers;

    impl Explorer for Numbers {
        type Path = Number;
        type Worker = ();
        type Done = (usize, u64);

        fn worker(&self) {}

        fn run_job(&self, (): &mut (), path: Number, task: Task) -> (usize, u64) {
            std::thread::sleep(Duration::from_micros(200));
            (task.thread, path.0)
        }
    }

    #[derive(Default)]
    struct Seen {
        order: Vec<u64>,
        threads: BTreeSet<usize>,
    }

    impl Ledger<Numbers> for Seen {
        fn commit(&mut self, (thread, number): (usize, u64), waiting: &mut Vec<Number>) {
            self.order.push(number);
            self.threads.insert(thread);
            if number < 500 {
                waiting.extend([number * 2 + 1, number * 2 + 2].map(Number));
            }
        }
    }

    fn seen(spare: SpareThreads) -> Seen {
        let mut seen = Seen::default();
        let options = Options { strategy: Strategy::Bfs, workers: 1, spare, ..Options::default() };
        let start = vec![Number(0)];
        let rest = run(&Numbers, &mut seen, start, &options, &Meter::default(), &Silent);
        assert_eq!(rest.left(), 0);
        seen
    }

    #[test]
    fn threads_that_join_change_nothing() {
        let alone = seen(SpareThreads::default());
        let spare = SpareThreads::new(3);
        let together = seen(spare.clone());
        assert_eq!(together.order, alone.order);
        assert_eq!((alone.threads.len(), spare.free()), (1, 3));
        assert!(together.threads.len() > 1, "{:?}", together.threads);
    }

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
