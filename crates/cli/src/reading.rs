//! Under which conditions programs are read: how long compilers may take, and what may run.

use std::cell::{Cell, OnceCell};
use std::time::{Duration, Instant};

use child::Sandbox;
use lang_haskell::ghc::Native;
use solve::Interrupt;

use crate::terminal::Terminal;

/// The conditions of one call.
pub(crate) struct Reading {
    interrupt: Interrupt,
    /// The time for the compilers of all programs together.
    time: Option<Duration>,
    allow_native: bool,
    native: OnceCell<Native>,
    pub(crate) terminal: Terminal,
    compiled: Cell<Duration>,
}

impl Reading {
    pub(crate) fn new(
        interrupt: &Interrupt,
        time: Option<Duration>,
        allow_native: bool,
        terminal: &Terminal,
    ) -> Reading {
        Reading {
            interrupt: interrupt.clone(),
            time,
            allow_native,
            native: OnceCell::new(),
            terminal: *terminal,
            compiled: Cell::new(Duration::ZERO),
        }
    }

    /// Runs a compiler on a program of the user. It is given when to stop, and its time counts.
    pub(crate) fn compile<T>(&self, work: impl FnOnce(&(dyn Fn() -> bool + Sync)) -> T) -> T {
        let started = Instant::now();
        let left = self.time.map(|time| time.saturating_sub(self.compiled.get()));
        let is_over = || left.is_some_and(|left| started.elapsed() >= left);
        let interrupt = &self.interrupt;
        let done = work(&|| interrupt.is_raised() || is_over());
        self.compiled.set(self.compiled.get() + started.elapsed());
        done
    }

    /// Whether the user wants to stop. What we do once for all programs, such as building our dumper,
    /// stops at nothing else.
    pub(crate) fn is_interrupted(&self) -> bool {
        self.interrupt.is_raised()
    }

    /// The time that compilers have taken for programs of the user.
    pub(crate) fn compiled(&self) -> Duration {
        self.compiled.get()
    }

    /// What a compiler that was stopped means to the user.
    pub(crate) fn stopped(&self, compiler: &str) -> String {
        match self.time {
            Some(time) if !self.interrupt.is_raised() => {
                format!("{compiler} was stopped: --timeout {time:?} is used up")
            }
            Some(_) | None => format!("{compiler} was stopped: interrupted"),
        }
    }

    /// What becomes of code that runs while a program is compiled. Where there is no sandbox for it,
    /// the user is warned.
    pub(crate) fn native(&self) -> &Native {
        self.native.get_or_init(|| {
            if !self.allow_native {
                return Native::Refused;
            }
            let sandbox = Sandbox::find(&|| self.is_interrupted());
            if sandbox.is_none() {
                self.terminal.complain(
                    "warning: there is no sandbox: with --allow-native, code of the program runs \
                     with all that you may do\n  = help: install bubblewrap (on Debian: `apt-get \
                     install bubblewrap`)",
                );
            }
            Native::Allowed(sandbox)
        })
    }
}
