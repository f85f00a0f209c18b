//! Exploring a program within a bound on the steps of a path, which grows while that costs little.

use std::hash::Hash;
use std::sync::Arc;
use std::time::Instant;

use check::{Effort, JudgedRun, Look};
use explore::{Budget, Meter};
use frontend::Job;
use lang_k::{EventCheck, EventQuestion, check_events};
use machine::Monitor;
use term::{Pool, Term};

use crate::subject::Subject;

/// Steps that are followed along a path unless the user says otherwise, in units of [`UNIT`].
const STEPS: usize = 10;
/// Bounds on steps grow by so many at least.
const UNIT: u64 = 100;

/// A program within a bound on the steps of a path.
struct Bounded {
    /// The bound, in units of [`UNIT`].
    units: usize,
    judged: JudgedRun<usize>,
    cut_off: Option<u64>,
    states: u64,
}

impl Look for Bounded {
    type Found = usize;

    fn judged(&self) -> &JudgedRun<usize> {
        &self.judged
    }

    fn judged_mut(&mut self) -> &mut JudgedRun<usize> {
        &mut self.judged
    }
}

impl Bounded {
    fn new(units: usize, EventCheck { run, cut_off, states }: EventCheck) -> Bounded {
        Bounded { units, judged: JudgedRun::of_violations(run), cut_off, states }
    }

    fn into_check(self) -> EventCheck {
        let Bounded { judged, cut_off, states, .. } = self;
        EventCheck { run: judged.run, cut_off, states }
    }
}

/// Explores a program within the bound on steps that was given, or within one that grows. Deeper
/// looks get the program from `again`, in a pool of its own: how the work goes depends on the order
/// of terms, and so would depend on threads.
pub(crate) fn deepened<W: Monitor<State: Hash + Eq>>(
    subject: &Subject<'_, W>,
    job: &Job<'_>,
    again: impl Fn(&Pool, &dyn Fn(&Subject<'_, W>) -> EventCheck) -> EventCheck,
) -> EventCheck {
    let looks = Looks { job, started: Instant::now() };
    let bounded =
        |units: usize| Bounded::new(units, looks.bounded(subject, units, job.options, None));
    let first = bounded(STEPS);
    if subject.program.args.depth.is_some() {
        return first.into_check();
    }
    let last = check::deepen(first, Effort::new(Effort::USUAL), |last, effort| {
        let units = last.units + effort.growth(last.units);
        if last.cut_off.is_none() || units == last.units {
            return None;
        }
        let options = effort.options(job.options, looks.started.elapsed());
        let pool = Pool::new();
        let check = again(&pool, &|subject| looks.bounded(subject, units, &options, Some(effort)));
        Some(Bounded::new(units, check))
    });
    if last.units == STEPS || !last.has_findings() {
        return last.into_check();
    }
    // What was found there is found again here, where it is reported.
    let mut found = bounded(last.units);
    found.run_mut().stats.absorb_work(&last.run().stats);
    found.into_check()
}

/// What all looks at a program share.
struct Looks<'a> {
    job: &'a Job<'a>,
    started: Instant,
}

impl Looks<'_> {
    fn bounded<W: Monitor<State: Hash + Eq>>(
        &self,
        subject: &Subject<'_, W>,
        units: usize,
        options: &explore::Options,
        effort: Option<&Effort>,
    ) -> EventCheck {
        let args = &subject.program.args;
        let budget = options.budget;
        let time = match effort {
            // The time of a deeper look was cut already.
            Some(_) => budget.time,
            None => budget.time.map(|time| time.saturating_sub(self.started.elapsed())),
        };
        // How many were found is counted by the exploration.
        let own = Budget { time, findings: None, ..budget };
        let meter = Arc::new(Meter::new(own, options.interrupt.clone()));
        let options = lang_k::Options {
            steps: subject.program.steps(),
            bound: budget.findings,
            depth: Some(args.depth.unwrap_or(units as u64 * UNIT)),
            engine: options.clone(),
            meter,
            ..lang_k::Options::default()
        };
        let restart = |values: &[Term]| subject.restarted(values);
        let question = EventQuestion {
            program: &subject.program.language.compiled.program,
            pool: subject.pool,
            events: &subject.events,
            start: subject.start.clone(),
            assumed: subject.assumed(),
            inputs: &subject.asked_for,
            restart: &restart,
            ends: subject.ends,
            watcher: self.job.watcher,
        };
        let make = || match effort {
            None => (self.job.solvers)(&subject.theory),
            Some(effort) => effort.solver((self.job.quick_solvers)(&subject.theory)),
        };
        check_events(&question, &subject.monitor, &options, &make)
    }
}
