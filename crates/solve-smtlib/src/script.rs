//! Whole scripts: every question in one text, one answer for each.

use std::time::Instant;

use solve::{Interrupt, QueryLimits, Reason};

use crate::process::{Patience, Process};
use crate::{Command, SpawnError};

/// A solver that is handed a script and answers its questions in order.
pub struct ScriptRun<'a> {
    process: Process,
    limits: &'a QueryLimits,
    interrupt: &'a Interrupt,
}

impl<'a> ScriptRun<'a> {
    /// Starts the solver and hands it the script. Limits of time hold for each question.
    ///
    /// # Errors
    ///
    /// If the solver cannot be started.
    pub fn start(
        command: &Command,
        script: &str,
        limits: &'a QueryLimits,
        interrupt: &'a Interrupt,
    ) -> Result<ScriptRun<'a>, SpawnError> {
        let mut process = Process::start(command).map_err(|why| SpawnError::new(command, why))?;
        let prologue: String = command.prologue.iter().map(|line| format!("{line}\n")).collect();
        // A process that takes no input says so when its first answer is asked for.
        let _ = process.send(&format!("{prologue}{script}"));
        Ok(ScriptRun { process, limits, interrupt })
    }

    /// The answer to the next question: `sat`, `unsat`, `unknown`, or what the solver says instead.
    ///
    /// # Errors
    ///
    /// If none comes in time. The solver is of no use after that.
    pub fn answer(&mut self) -> Result<String, Reason> {
        let deadline = self.limits.time.map(|time| (Instant::now() + time, time));
        self.process.answer(Patience { deadline, interrupt: self.interrupt })
    }
}
