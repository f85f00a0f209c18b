//! Programs that are run from the start each time.
//!
//! A Java method or a user's interpreter in direct style keeps its state in places that cannot be
//! cloned. Such a program is run again for every path: along the choices recorded for that path
//! first, then freely, and it tells its [`Host`] of each branch it meets.

use term::{Pool, Term};

use crate::{Event, Exit, Gap, Input};

/// A program that is executed anew for each path.
///
/// Two runs that get the same answers from their hosts must ask the same questions in the same
/// order; a script therefore reads no clock and no random numbers.
pub trait Script: Sync {
    /// Runs to the end, or until the host calls a halt, which is handed on with `?`.
    fn run(&self, host: &mut dyn Host) -> Result<Exit, Halt>;
}

/// The interface through which a script asks for inputs and reports choices.
pub trait Host {
    /// The pool in which all terms of this run live.
    fn pool(&self) -> &Pool;

    /// The value of an input: a variable, or a literal in a replay.
    fn ask(&mut self, input: Input) -> Result<Term, Halt>;

    /// Picks one of several alternatives by their conditions, of which exactly one holds in any
    /// model. Returns the index of the one that this run follows.
    fn choose(&mut self, conds: &[Term]) -> Result<usize, Halt>;

    /// Tells of an observable event.
    fn emit(&mut self, event: Event) -> Result<(), Halt>;

    /// Counts one step of work, so that a loop without branches still meets its budget.
    fn tick(&mut self) -> Result<(), Halt>;

    /// Gives up on this path: what comes next is not modelled.
    fn unsupported(&mut self, gap: Gap) -> Halt;

    /// The value that a term has in this run, of a host that runs on values of the inputs. A script
    /// that goes on with it must state that it did, for other values go unseen.
    fn value_of(&mut self, _term: Term) -> Option<Term> {
        None
    }

    /// Whether `cond` holds on this run.
    fn branch(&mut self, cond: Term) -> Result<bool, Halt> {
        let negation = self.pool().not(cond);
        Ok(self.choose(&[cond, negation])? == 0)
    }
}

/// The host has ended the run; the script must return at once.
///
/// Only a host makes one, and it remembers the reason, so a script cannot end a run by mistake.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Halt(());

impl Halt {
    /// For implementors of [`Host`] only.
    #[must_use]
    pub fn by_host() -> Halt {
        Halt(())
    }
}
