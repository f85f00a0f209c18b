//! Z3 as a stage of a chain.

use std::sync::Arc;
use std::time::Instant;

use solve::{Interrupt, QueryLimits, Reason, Solver, StageStats, Theory, Verdict};
use term::{Model, Pool, Term};

use crate::api::Api;
use crate::checker::{self, Checked, Checker};
use crate::context::Made;
use crate::session::Session;
use crate::watch::Watch;

/// A solver over one context of Z3, for one thread.
///
/// After an error or an interrupt (which is also how time runs out) the context is thrown away, and
/// the next query starts a new one: what an interrupted Z3 still knows is not worth a doubt.
pub struct Z3Solver {
    api: Arc<Api>,
    theory: Theory,
    limits: QueryLimits,
    watch: Watch,
    checker: Checker,
    session: Option<Session>,
    stats: StageStats,
    without_model: u64,
}

impl Z3Solver {
    pub(crate) fn new(
        api: Arc<Api>,
        theory: Theory,
        limits: QueryLimits,
        interrupt: Interrupt,
    ) -> Z3Solver {
        Z3Solver {
            api,
            theory,
            limits,
            watch: Watch::new(limits.time, interrupt),
            checker: Checker::default(),
            session: None,
            stats: StageStats::named("z3"),
            without_model: 0,
        }
    }

    /// How many times Z3 said that there is a model, and gave none that we could read and confirm.
    #[must_use]
    pub fn without_model(&self) -> u64 {
        self.without_model
    }

    fn answer(&mut self, pool: &Pool, query: &[Term]) -> Verdict {
        if query.contains(&Term::FALSE) {
            return Verdict::Unsat;
        }
        if self.watch.is_interrupted() {
            return Verdict::Unknown(Reason::Interrupted);
        }
        match self.ask(pool, query) {
            Ok(true) => Verdict::Sat,
            Ok(false) => Verdict::Unsat,
            Err(reason) => Verdict::Unknown(self.explain(reason)),
        }
    }

    fn ask(&mut self, pool: &Pool, query: &[Term]) -> Made<bool> {
        if checker::is_crowded() {
            let why = "earlier checks that ignore their interrupt still run";
            return Err(Reason::Failed(why.to_owned()));
        }
        let mut session = match self.session.take() {
            Some(session) if !session.is_full() => session,
            _ => Session::new(&self.api, self.theory.clone(), self.work())?,
        };
        let handle = session.handle();
        let (watch, checker) = (&self.watch, &mut self.checker);
        let (asked, stopped) = watch.during(handle, || {
            let check = session.encode(pool, query);
            let (context, rest) = session.split();
            let checked = match check {
                Ok(check) => checker.run(context, check, || watch.is_overdue()),
                Err(reason) => Checked::Done(context, Err(reason)),
            };
            (checked, rest)
        });
        // The watching thread has given its handle back, so a context may be let go from here on.
        let (context, answer, rest) = match asked {
            (Checked::Done(context, answer), rest) => (context, answer, rest),
            (Checked::Left(_), _) => return Err(stopped.unwrap_or(Reason::Interrupted)),
        };
        match (&answer, stopped) {
            (Ok(_), None) => {
                self.session = Some(rest.with(context));
                answer
            }
            // It ended before it noticed its interrupt, or gave up. Z3 4.8.12 can crash when levels are
            // closed after it gave up for want of resources, so such a context is not used again.
            (Ok(_), Some(_)) | (Err(_), None) => answer,
            (Err(_), Some(reason)) => Err(reason),
        }
    }

    fn work(&self) -> Option<u32> {
        // Z3 takes zero for no limit.
        self.limits.work.map(|work| u32::try_from(work).unwrap_or(u32::MAX).max(1))
    }

    /// Z3 says in words which limit it met.
    fn explain(&self, reason: Reason) -> Reason {
        let said = match &reason {
            Reason::Incomplete(said) | Reason::Failed(said) => said,
            _ => return reason,
        };
        match (self.limits.memory_mib, self.limits.work) {
            (Some(mib), _) if said.contains("memory") => Reason::Memory(mib),
            (_, Some(work)) if said.contains("resource limit") || said.contains("canceled") => {
                Reason::Work(work)
            }
            _ => reason,
        }
    }
}

impl Solver for Z3Solver {
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
        let session = self.session.as_mut()?;
        let (model, stopped) = self.watch.during(session.handle(), || session.model(pool));
        if stopped.is_some() {
            self.session = None;
        }
        self.without_model += u64::from(model.is_none());
        self.stats.time += start.elapsed();
        model
    }

    fn stats(&self) -> Vec<StageStats> {
        vec![self.stats.clone()]
    }
}
