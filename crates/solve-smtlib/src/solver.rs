//! A solver process as a stage of a chain.

use std::time::Instant;

use solve::{Interrupt, QueryLimits, Reason, Solver, StageStats, Theory, Verdict};
use term::{Model, Pool, Term};

use crate::Command;
use crate::process::Patience;
use crate::session::Session;

/// A solver in a process of its own, for one thread.
///
/// The process is killed when it fails, when its time is up or when the run is interrupted, and
/// started again by the next query.
pub struct Smtlib {
    command: Command,
    theory: Theory,
    limits: QueryLimits,
    interrupt: Interrupt,
    session: Option<Session>,
    stats: StageStats,
    without_model: u64,
}

/// A solver that cannot be started.
#[derive(Debug, thiserror::Error)]
#[error("cannot start `{program}`: {why}")]
pub struct SpawnError {
    program: String,
    why: std::io::Error,
}

impl SpawnError {
    pub(crate) fn new(command: &Command, why: std::io::Error) -> SpawnError {
        SpawnError { program: command.program.to_string_lossy().into_owned(), why }
    }
}

impl Smtlib {
    /// Starts a solver. `theory` speaks about the pool of all later queries; of its axioms only the
    /// total orders are known to this solver.
    pub fn spawn(
        command: Command,
        theory: Theory,
        limits: QueryLimits,
        interrupt: Interrupt,
    ) -> Result<Smtlib, SpawnError> {
        let session = Session::start(&command, theory.clone())
            .map_err(|why| SpawnError::new(&command, why))?;
        Ok(Smtlib {
            command,
            theory,
            limits,
            interrupt,
            session: Some(session),
            stats: StageStats::named("smtlib"),
            without_model: 0,
        })
    }

    /// How many times the solver said that there is a model, and gave none that we could read and
    /// confirm.
    #[must_use]
    pub fn without_model(&self) -> u64 {
        self.without_model
    }

    fn answer(&mut self, pool: &Pool, query: &[Term]) -> Verdict {
        if query.contains(&Term::FALSE) {
            return Verdict::Unsat;
        }
        match self.ask(pool, query) {
            Ok(true) => Verdict::Sat,
            Ok(false) => Verdict::Unsat,
            Err(reason) => Verdict::Unknown(reason),
        }
    }

    fn ask(&mut self, pool: &Pool, query: &[Term]) -> Result<bool, Reason> {
        let patience = patience(&self.limits, &self.interrupt);
        let mut session = match self.session.take() {
            Some(session) => session,
            None => Session::start(&self.command, self.theory.clone())
                .map_err(|error| Reason::Failed(error.to_string()))?,
        };
        let answer = session.check(pool, query, patience);
        if matches!(answer, Ok(_) | Err(Reason::Incomplete(_))) {
            self.session = Some(session);
        }
        answer
    }
}

fn patience<'a>(limits: &QueryLimits, interrupt: &'a Interrupt) -> Patience<'a> {
    let deadline = limits.time.map(|time| (Instant::now() + time, time));
    Patience { deadline, interrupt }
}

impl Solver for Smtlib {
    fn check(&mut self, pool: &Pool, query: &[Term]) -> Verdict {
        let start = Instant::now();
        let verdict = self.answer(pool, query);
        self.stats.asked += 1;
        self.stats.work += StageStats::BACKEND_QUERY;
        match &verdict {
            Verdict::Sat => self.stats.sat += 1,
            Verdict::Unsat => self.stats.unsat += 1,
            Verdict::Unknown(_) => self.stats.unknown += 1,
        }
        self.stats.time += start.elapsed();
        verdict
    }

    fn model(&mut self, pool: &Pool) -> Option<Model> {
        let start = Instant::now();
        let patience = patience(&self.limits, &self.interrupt);
        let model = self.session.as_mut().and_then(|session| session.model(pool, patience));
        if model.is_none() {
            self.without_model += 1;
            // An answer that came late would be taken for the next one.
            self.session = None;
        }
        self.stats.time += start.elapsed();
        model
    }

    fn stats(&self) -> Vec<StageStats> {
        vec![self.stats.clone()]
    }
}
