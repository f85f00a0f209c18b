//! Under which conditions programs are read: how long compilers may take, and what may run.

use std::cell::{Cell, OnceCell};
use std::sync::Arc;
use std::time::Duration;

use child::Sandbox;
use explore::{Budget, Limit, Meter};
use host::{Terminal, limits};
use solve::Interrupt;

/// The conditions of one call.
pub struct Reading {
    interrupt: Interrupt,
    /// The limits of reading all programs together.
    budget: Budget,
    allow_native: bool,
    sandbox: OnceCell<Option<Sandbox>>,
    /// Who reads along.
    pub terminal: Terminal,
    compiled: Cell<Duration>,
    /// The limit that ended a compiler last.
    met: Cell<Option<Limit>>,
}

impl Reading {
    /// Conditions with these limits.
    #[must_use]
    pub fn new(
        interrupt: &Interrupt,
        budget: Budget,
        allow_native: bool,
        terminal: &Terminal,
    ) -> Reading {
        Reading {
            interrupt: interrupt.clone(),
            budget,
            allow_native,
            sandbox: OnceCell::new(),
            terminal: *terminal,
            compiled: Cell::new(Duration::ZERO),
            met: Cell::new(None),
        }
    }

    /// Runs a compiler on a program of the user. It is given when to stop, and its time counts.
    pub fn compile<T>(&self, work: impl FnOnce(&(dyn Fn() -> bool + Sync)) -> T) -> T {
        self.metered(|meter| work(&|| meter.poll(0)))
    }

    /// The same for a compiler that looks at a meter itself.
    pub fn metered<T>(&self, work: impl FnOnce(&Arc<Meter>) -> T) -> T {
        let left = self.budget.time.map(|time| time.saturating_sub(self.compiled.get()));
        let budget = Budget { time: left, ..self.budget };
        let meter = Arc::new(Meter::new(budget, self.interrupt.clone()));
        let done = work(&meter);
        self.compiled.set(self.compiled.get() + meter.elapsed());
        self.met.set(meter.met());
        done
    }

    /// Whether the user wants to stop. What we do once for all programs, such as building our dumper,
    /// stops at nothing else.
    pub fn is_interrupted(&self) -> bool {
        self.interrupt.is_raised()
    }

    /// The time that compilers have taken for programs of the user.
    pub fn compiled(&self) -> Duration {
        self.compiled.get()
    }

    /// Whether a limit ended the compiler that ran last.
    pub fn was_stopped(&self) -> bool {
        self.met.get().is_some()
    }

    /// What a compiler that was stopped means to the user.
    pub fn stopped(&self, compiler: &str) -> String {
        let limit = match (self.met.get(), self.budget.time) {
            // One of several compilers has less time than the user gave to all.
            (Some(Limit::Time(_)), Some(given)) => Limit::Time(given),
            (met, _) => met.unwrap_or(Limit::Interrupted),
        };
        format!("{compiler} was stopped: {}", limits::sentence(limit))
    }

    /// The sandbox for code that runs while a program is compiled; none if such code may not run.
    /// Where it may and there is no sandbox for it, the user is warned.
    pub fn native(&self) -> Option<Option<&Sandbox>> {
        if !self.allow_native {
            return None;
        }
        let sandbox = self.sandbox.get_or_init(|| {
            let sandbox = Sandbox::find(&|| self.is_interrupted());
            if sandbox.is_none() {
                self.terminal.complain(
                    "warning: there is no sandbox: with --allow-native, code of the program runs \
                     with all that you may do\n  = help: install bubblewrap (on Debian: `apt-get \
                     install bubblewrap`)",
                );
            }
            sandbox
        });
        Some(sandbox.as_ref())
    }
}
