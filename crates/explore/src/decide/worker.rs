//! What one thread works with: its solver and the account of what it does.

use std::time::{Duration, Instant};

use solve::{Reason, Solver, StageStats, Verdict};
use term::{Model, Pool, Term};

use super::chain::Chain;
use super::job::Segment;
use super::path::{Choice, Trail};
use crate::{CameTo, Decided, Decision, Meter, Options, Stats, Stretch};

/// Makes the solvers of a run.
pub(crate) type Solvers<'a> = &'a (dyn Fn() -> Box<dyn Solver> + Sync);

/// One thread of an exploration.
pub(crate) struct Worker<'a> {
    pub(crate) pool: &'a Pool,
    pub(crate) options: &'a Options,
    pub(crate) meter: &'a Meter,
    /// What happened since the last path ended.
    pub(crate) segment: Segment,
    solvers: Solvers<'a>,
    solver: Box<dyn Solver>,
    query: Query,
    polls: u64,
    /// How long solvers took so far.
    asking: Duration,
    /// Counts of solvers that were made for one witness and are gone.
    gone: Stats,
}

/// The condition of the path asked about last, ready for the solver.
struct Query {
    of: Chain<Choice>,
    terms: Vec<Term>,
}

impl<'a> Worker<'a> {
    pub(crate) fn new(
        pool: &'a Pool,
        options: &'a Options,
        meter: &'a Meter,
        solvers: Solvers<'a>,
    ) -> Worker<'a> {
        Worker {
            pool,
            options,
            meter,
            segment: Segment::default(),
            solvers,
            solver: solvers(),
            query: Query { of: Chain::new(), terms: Vec::new() },
            polls: 0,
            asking: Duration::ZERO,
            gone: Stats::default(),
        }
    }

    /// Forgets how often the limits were checked: a new job checks all of them.
    pub(crate) fn start_job(&mut self) {
        self.polls = 0;
    }

    /// Whether the whole run has to end.
    pub(crate) fn must_stop(&mut self) -> bool {
        let stop = self.meter.poll(self.polls);
        self.polls += 1;
        stop
    }

    /// Whether `cond` can hold on the path.
    pub(crate) fn ask(&mut self, trail: &Trail, cond: Term) -> Verdict {
        self.query.go_to(&trail.choices);
        self.query.terms.push(cond);
        let started = Instant::now();
        let verdict = self.solver.check(self.pool, &self.query.terms);
        self.count_query(started);
        self.meter.reach(trail.depth() + 1);
        self.query.terms.pop();
        if verdict == Verdict::Unknown(Reason::Interrupted) {
            // The solver saw before us that the run is over: look at every limit at once.
            self.polls = 0;
        }
        verdict
    }

    /// What a fresh solver says of `query`, with its model if there is one.
    ///
    /// A fresh one, because the model that a solver finds depends on what it was asked before, and
    /// a witness must not.
    pub(crate) fn ask_afresh(&mut self, query: &[Term]) -> (Verdict, Option<Model>) {
        let mut solver = (self.solvers)();
        let started = Instant::now();
        let verdict = solver.check(self.pool, query);
        let model = match verdict {
            Verdict::Sat => solver.model(self.pool),
            Verdict::Unsat | Verdict::Unknown(_) => None,
        };
        self.count_query(started);
        self.gone.absorb_stages(&solver.stats());
        (verdict, model)
    }

    /// Writes down what was decided at the end of `trail`, if the run is recorded or observed.
    pub(crate) fn record(&mut self, trail: &Trail, given: Vec<Term>, what: Decided) {
        if self.options.observe {
            let came_to = Some(match &what {
                Decided::Split(alternatives) => CameTo::Split(alternatives.clone()),
                Decided::End(end) => CameTo::End(*end),
            });
            let stretch = Stretch { came_to, ..Stretch::new(trail.identity()) };
            self.segment.stretches.push(stretch);
        }
        if self.options.record {
            let (at, assumed) = (trail.identity(), trail.assumed_last());
            self.segment.record.push(Decision { at, assumed, given, what });
        }
    }

    /// How many questions were put to solvers since the last path ended, and how long all took so far.
    pub(crate) fn asked(&self) -> (u64, Duration) {
        (self.segment.stats.queries, self.asking)
    }

    fn count_query(&mut self, started: Instant) {
        let time = started.elapsed();
        self.segment.stats.queries += 1;
        self.asking += time;
        self.meter.count_query(time);
    }

    /// What all solvers of this worker did.
    pub(crate) fn into_stages(mut self) -> Vec<StageStats> {
        let mut all = Stats::default();
        all.absorb_stages(&self.solver.stats());
        all.absorb_stages(&std::mem::take(&mut self.gone.stages));
        all.stages
    }
}

impl Query {
    /// Makes `terms` the condition of `choices`. Cheap if the path grew out of the last one.
    fn go_to(&mut self, choices: &Chain<Choice>) {
        match choices.since(&self.of) {
            Some(added) => self.terms.extend(added.iter().map(|choice| choice.cond)),
            None => {
                self.terms.clear();
                self.terms.extend(choices.backwards().map(|choice| choice.cond));
                self.terms.reverse();
            }
        }
        self.of = choices.clone();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_query_follows_the_path_forwards_and_sideways() {
        let pool = Pool::new();
        let cond = |n: u32| pool.var(&format!("c{n}"), term::Sort::BOOL);
        let choice = |n: u32| Choice { index: Some(n), cond: cond(n) };
        let mut query = Query { of: Chain::new(), terms: Vec::new() };
        let mut chain = Chain::new();
        chain.push(choice(0));
        let mut sibling = chain.clone();
        chain.push(choice(1));
        query.go_to(&chain);
        assert_eq!(query.terms, [cond(0), cond(1)]);
        chain.push(choice(2));
        query.go_to(&chain);
        assert_eq!(query.terms, [cond(0), cond(1), cond(2)]);
        sibling.push(choice(3));
        query.go_to(&sibling);
        assert_eq!(query.terms, [cond(0), cond(3)]);
    }
}
