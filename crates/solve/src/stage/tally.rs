//! The counters of all solvers that a call has made.
//!
//! An engine makes a solver for each of its threads and drops it when the thread has no more to do. A caller
//! that wants to know what all of them did together hands out solvers that leave their counters behind.

use std::sync::{Arc, Mutex, PoisonError};

use term::{Model, Pool, Term};

use crate::{Solver, StageStats, Verdict};

/// The sum of what solvers have counted. Clones share it.
///
/// ```
/// use solve::stage::Tally;
/// use solve::{NoSolver, Solver};
/// use term::Pool;
///
/// let tally = Tally::default();
/// let mut solver = tally.counted(NoSolver::new());
/// solver.check(&Pool::new(), &[]);
/// drop(solver);
/// assert_eq!(tally.take()[0].asked, 1);
/// assert!(tally.take().is_empty());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Tally(Arc<Mutex<Vec<StageStats>>>);

impl Tally {
    /// A solver whose counters are added when it is dropped.
    pub fn counted<S: Solver>(&self, inner: S) -> Counted<S> {
        Counted { inner, tally: self.clone() }
    }

    /// What has been counted since the last call of this function, outermost stage first.
    #[must_use]
    pub fn take(&self) -> Vec<StageStats> {
        std::mem::take(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// The same with what a solver has counted that is still there, and that will add it when it is dropped.
    #[must_use]
    pub fn take_with(&self, live: &dyn Solver) -> Vec<StageStats> {
        self.add(&live.stats());
        self.take()
    }

    fn add(&self, stats: &[StageStats]) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut place = 0;
        for stage in stats {
            match all.iter().position(|known| known.name == stage.name) {
                Some(at) => {
                    all[at].absorb(stage);
                    place = at + 1;
                }
                // A stage that only some chains have stays behind those that it stands behind.
                None => {
                    all.insert(place, stage.clone());
                    place += 1;
                }
            }
        }
    }
}

/// A solver that leaves its counters in a [`Tally`].
pub struct Counted<S: Solver> {
    inner: S,
    tally: Tally,
}

impl<S: Solver> Solver for Counted<S> {
    fn check(&mut self, pool: &Pool, query: &[Term]) -> Verdict {
        self.inner.check(pool, query)
    }

    fn model(&mut self, pool: &Pool) -> Option<Model> {
        self.inner.model(pool)
    }

    fn stats(&self) -> Vec<StageStats> {
        self.inner.stats()
    }
}

impl<S: Solver> Drop for Counted<S> {
    fn drop(&mut self) {
        self.tally.add(&self.inner.stats());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::NoSolver;
    use crate::stage::{Guess, Lookup};

    #[test]
    fn stages_that_some_chains_lack_keep_their_order() {
        let tally = Tally::default();
        drop(tally.counted(Lookup::new(NoSolver::new())));
        drop(tally.counted(Lookup::new(Guess::new(NoSolver::new()))));
        drop(tally.counted(NoSolver::new()));
        let names: Vec<&str> = tally.take().iter().map(|stage| stage.name).collect();
        assert_eq!(names, ["lookup", "guess", "none"]);
    }
}
