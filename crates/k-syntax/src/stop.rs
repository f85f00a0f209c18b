//! Ending early: readers of large texts ask now and then whether to go on.

use std::cell::Cell;
use std::fmt;
use std::rc::Rc;

/// Asked how often?
const ASK_EVERY: u64 = 64;

/// Says whether reading has to end. The default never does.
#[derive(Clone, Default)]
pub struct Stop {
    ask: Option<Rc<dyn Fn(u64) -> bool>>,
    ticks: Cell<u64>,
}

impl Stop {
    /// Asks this function, with a number that counts how much was done.
    pub fn new(ask: impl Fn(u64) -> bool + 'static) -> Stop {
        Stop { ask: Some(Rc::new(ask)), ticks: Cell::new(0) }
    }

    /// Whether it was said that reading has to end.
    pub(crate) fn has_ended(&self) -> bool {
        self.ask.as_ref().is_some_and(|ask| ask(self.ticks.get()))
    }

    /// Whether to end. To be called for each piece of work.
    pub(crate) fn is_due(&self) -> bool {
        let ticks = self.ticks.get();
        self.ticks.set(ticks + 1);
        ticks.is_multiple_of(ASK_EVERY) && self.ask.as_ref().is_some_and(|ask| ask(ticks))
    }
}

impl fmt::Debug for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.ask.is_some() { "Stop(asked)" } else { "Stop(never)" })
    }
}
