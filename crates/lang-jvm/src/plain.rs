//! A host for runs on values: nothing is asked and nothing is chosen.

use machine::{Event, Gap, Halt, Host, Input};
use term::{Pool, Term};

/// Ends the run at the first question.
pub(crate) struct Plain {
    pool: Pool,
}

impl Plain {
    pub(crate) fn new() -> Plain {
        Plain { pool: Pool::new() }
    }
}

impl Host for Plain {
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
        Ok(())
    }

    fn unsupported(&mut self, _: Gap) -> Halt {
        Halt::by_host()
    }
}
