//! When reading a program is given up.

use std::cell::Cell;

use source::Diagnostic;

/// Whether reading is to be given up.
pub type Stop<'a> = dyn Fn() -> bool + Sync + 'a;

/// Reading was given up because its [`Stop`] said so, which says nothing about the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stopped;

/// Why there is no program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LoadError {
    /// It does not make sense.
    Faulty(Vec<Diagnostic>),
    /// Reading it was given up.
    Stopped,
}

impl LoadError {
    /// The faults of a program that was read without a [`Stop`].
    pub(crate) fn into_faults(self) -> Vec<Diagnostic> {
        match self {
            LoadError::Faulty(faults) => faults,
            LoadError::Stopped => unreachable!("nothing asked to stop"),
        }
    }
}

impl From<Vec<Diagnostic>> for LoadError {
    fn from(faults: Vec<Diagnostic>) -> LoadError {
        LoadError::Faulty(faults)
    }
}

impl From<Stopped> for LoadError {
    fn from(_: Stopped) -> LoadError {
        LoadError::Stopped
    }
}

/// How often the stop is asked, in looks: looking at a clock costs more than most expressions.
const ASK_EVERY: u32 = 64;

/// Asks a [`Stop`] now and then. Once it is over, walks over the program do nothing more, and what
/// they return is thrown away.
pub(crate) struct Patience<'a> {
    stop: &'a Stop<'a>,
    looks: Cell<u32>,
    over: Cell<bool>,
}

impl<'a> Patience<'a> {
    pub(crate) fn new(stop: &'a Stop<'a>) -> Patience<'a> {
        Patience { stop, looks: Cell::new(0), over: Cell::new(false) }
    }

    /// Whether reading has to end: cheap enough for every expression.
    pub(crate) fn is_over(&self) -> bool {
        let looks = self.looks.get();
        self.looks.set(looks.wrapping_add(1));
        if looks.is_multiple_of(ASK_EVERY) && !self.over.get() {
            self.over.set((self.stop)());
        }
        self.over.get()
    }

    /// An error if reading was given up, and what was read is therefore not whole.
    pub(crate) fn check(&self) -> Result<(), Stopped> {
        if self.over.get() { Err(Stopped) } else { Ok(()) }
    }
}
