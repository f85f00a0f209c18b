//! A way to stop what is running.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// A flag that one thread raises and others look at. Clones share the flag.
#[derive(Clone, Debug, Default)]
pub struct Interrupt {
    flag: Arc<AtomicBool>,
    /// From then on it counts as raised, though it was not raised.
    deadline: Option<Instant>,
}

impl Interrupt {
    /// Not raised yet.
    #[must_use]
    pub fn new() -> Interrupt {
        Interrupt::default()
    }

    /// The same flag for a task that has to stop at `deadline` in any case.
    #[must_use]
    pub fn until(&self, deadline: Instant) -> Interrupt {
        Interrupt { flag: Arc::clone(&self.flag), deadline: Some(deadline) }
    }

    /// Asks all threads that read this flag to stop.
    pub fn raise(&self) {
        self.flag.store(true, Ordering::Relaxed);
    }

    /// Whether a stop was requested, or the deadline has passed.
    #[must_use]
    pub fn is_raised(&self) -> bool {
        let passed = || self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        self.flag.load(Ordering::Relaxed) || passed()
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_deadline_binds_only_those_who_were_given_it() {
        let user = Interrupt::new();
        let (past, future) = (Instant::now(), Instant::now() + Duration::from_secs(3600));
        assert!(user.until(past).is_raised());
        assert!(!user.until(future).is_raised());
        assert!(!user.is_raised());
    }

    #[test]
    fn the_flag_is_shared_whatever_the_deadline() {
        let user = Interrupt::new();
        let solver = user.until(Instant::now() + Duration::from_secs(3600));
        user.raise();
        assert!(solver.is_raised());
    }
}
