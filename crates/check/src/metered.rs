//! A solver whose work is counted, and that answers no more once the work is used up.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use solve::{Reason, Solver, StageStats, Verdict};
use term::{Model, Pool, Term};

/// What one query counts for besides what the stages say: finding the stage that answers it.
const QUERY: u64 = 50;

/// Work that may be done, and how much of it is left.
#[derive(Clone, Debug)]
pub(crate) struct Account {
    given: u64,
    left: Arc<AtomicU64>,
}

impl Account {
    pub(crate) fn new(given: u64) -> Account {
        Account { given, left: Arc::new(AtomicU64::new(given)) }
    }

    pub(crate) fn left(&self) -> u64 {
        self.left.load(Ordering::Relaxed)
    }

    /// Takes some work off; what is not there cannot be taken.
    pub(crate) fn take(&self, work: u64) {
        self.left.store(self.left().saturating_sub(work), Ordering::Relaxed);
    }
}

/// Hands queries on until the account is empty.
pub(crate) struct Metered {
    inner: Box<dyn Solver>,
    account: Account,
    /// The work of the inner solver that was taken off.
    counted: u64,
}

impl Metered {
    pub(crate) fn new(inner: Box<dyn Solver>, account: Account) -> Metered {
        Metered { inner, account, counted: 0 }
    }
}

impl Solver for Metered {
    fn check(&mut self, pool: &Pool, query: &[Term]) -> Verdict {
        if self.account.left() == 0 {
            return Verdict::Unknown(Reason::Work(self.account.given));
        }
        let verdict = self.inner.check(pool, query);
        let done = self.inner.work();
        self.account.take(done - self.counted + QUERY);
        self.counted = done;
        verdict
    }

    fn model(&mut self, pool: &Pool) -> Option<Model> {
        self.inner.model(pool)
    }

    fn stats(&self) -> Vec<StageStats> {
        self.inner.stats()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Says yes, at a price.
    struct Costly(u64);

    impl Solver for Costly {
        fn check(&mut self, _: &Pool, _: &[Term]) -> Verdict {
            self.0 += 100;
            Verdict::Sat
        }

        fn model(&mut self, _: &Pool) -> Option<Model> {
            None
        }

        fn stats(&self) -> Vec<StageStats> {
            vec![StageStats { work: self.0, ..StageStats::named("costly") }]
        }
    }

    #[test]
    fn an_empty_account_ends_all_solvers_that_share_it() {
        let (pool, account) = (Pool::new(), Account::new(400));
        let mut one = Metered::new(Box::new(Costly(0)), account.clone());
        let mut other = Metered::new(Box::new(Costly(0)), account.clone());
        assert_eq!(one.check(&pool, &[]), Verdict::Sat);
        assert_eq!(account.left(), 250);
        assert_eq!(other.check(&pool, &[]), Verdict::Sat);
        // What a query costs is known when it is answered.
        assert_eq!(one.check(&pool, &[]), Verdict::Sat);
        assert_eq!(account.left(), 0);
        assert_eq!(one.check(&pool, &[]), Verdict::Unknown(Reason::Work(400)));
        assert_eq!(other.check(&pool, &[]), Verdict::Unknown(Reason::Work(400)));
    }
}
