//! A host for runs on values: nothing is asked and nothing is chosen.

use machine::{Event, Gap, Halt, Host, Input};
use term::{Pool, Term};

/// Ends the run at the first question, or when it is asked to stop.
pub(crate) struct Plain<'s> {
    pool: Pool,
    stop: &'s dyn Fn() -> bool,
    pub(crate) is_stopped: bool,
}

impl Plain<'static> {
    /// Goes on to the end.
    pub(crate) fn new() -> Plain<'static> {
        Plain::until(&|| false)
    }
}

impl<'s> Plain<'s> {
    /// Asks at every step whether to stop.
    pub(crate) fn until(stop: &'s dyn Fn() -> bool) -> Plain<'s> {
        Plain { pool: Pool::new(), stop, is_stopped: false }
    }
}

impl Host for Plain<'_> {
    fn pool(&self) -> &Pool {
        &self.pool
    }

    fn ask(&mut self, _: Input) -> Result<Term, Halt> {
        Err(Halt::by_host())
    }

    fn choose(&mut self, _: &[Term]) -> Result<usize, Halt> {
        Err(Halt::by_host())
    }

    fn emit(&mut self, _: Event) -> Result<(), Halt> {
        Ok(())
    }

    fn tick(&mut self) -> Result<(), Halt> {
        self.is_stopped |= (self.stop)();
        if self.is_stopped { Err(Halt::by_host()) } else { Ok(()) }
    }

    fn unsupported(&mut self, _: Gap) -> Halt {
        Halt::by_host()
    }
}
