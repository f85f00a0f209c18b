//! Looking for counterexamples, in rounds.
//!
//! The first rounds run everything by its body, with ever more turns of recursion over what is not
//! known; a counterexample there is one of the code. Then calls of functions with refined types are
//! also run by their types, at most one on a path, then two, and so on: what is found there shows
//! that those types are too weak. The first round that finds something is the last.

use std::time::{Duration, Instant};

use explore::{EndingKind, Limit, Options, Run, Unconfirmed};
use lang_haskell::Instance;
use lang_haskell::liquid::elaborate::{Choices, Prepared};
use lang_haskell::lower::Numbers;
use report::Teller;
use solve::Theory;

use super::Liquid;
use super::confirm::{Incident, Rerun};
use super::told::Telling;
use crate::front::{Explored, Facets, Job};

/// How many calls of a path are by their types at most.
const MOST_BY_TYPE: u32 = 2;
/// Rounds get deeper until one takes more steps than this. Steps are the same on every machine.
const ENOUGH_STEPS: u64 = 150_000;

/// One search: a target with all that an exploration needs.
pub(super) struct Search<'a> {
    pub(super) liquid: &'a Liquid,
    pub(super) instance: &'a Instance,
    pub(super) job: &'a Job<'a>,
    pub(super) started: Instant,
}

/// A round that was made.
struct Round {
    run: Run,
    found: Vec<(usize, Incident)>,
    choices: Choices,
    /// Whether nothing was left out for being too long.
    complete: bool,
}

impl Search<'_> {
    pub(super) fn explore(&self) -> Explored {
        let Round { run, found, choices, .. } = self.rounds();
        let time = self.started.elapsed();
        let telling = Telling {
            pool: self.job.pool,
            linked: self.liquid.program.linked(),
            specs: &self.liquid.specs,
            files: &self.liquid.files,
            choices,
            target: &self.liquid.at(self.instance),
        };
        let tellers = found.iter().map(|(ending, incident)| {
            let teller: Box<dyn Teller> = Box::new(telling.teller(incident));
            (*ending, teller)
        });
        Explored { tellers: tellers.collect(), run, time, ..Explored::default() }
    }

    fn rounds(&self) -> Round {
        let mut last: Option<Round> = None;
        for choices in ways(self.job.facets) {
            let round = self.deepen(choices);
            let settled = !round.found.is_empty() || !round.run.limits.is_empty();
            let seen_all = last.as_ref().is_some_and(|last| same_paths(&last.run, &round.run));
            last = Some(match last {
                Some(mut last) if seen_all => {
                    last.run.stats.absorb_work(&round.run.stats);
                    last
                }
                _ => round,
            });
            if settled || seen_all {
                break;
            }
        }
        last.expect("there is a first way to run calls")
    }

    /// Rounds with ever more turns, until something is found or nothing is left out.
    fn deepen(&self, choices: Choices) -> Round {
        let prepared = self.liquid.prepared(self.job.pool, self.instance, choices, Numbers::Ideal);
        let mut last: Option<Round> = None;
        for turns in 1..=self.job.histories.unrolling.max(1) {
            let mut round = self.round(&prepared, choices, turns);
            let out_of_time = !round.run.limits.is_empty() && round.found.is_empty();
            if let (true, Some(before)) = (out_of_time, last.take()) {
                return before;
            }
            if let Some(before) = &last {
                round.run.stats.absorb_work(&before.run.stats);
            }
            let enough = round.complete
                || !round.found.is_empty()
                || !round.run.limits.is_empty()
                || round.run.stats.steps > ENOUGH_STEPS;
            if enough {
                return round;
            }
            last = Some(round);
        }
        last.expect("there is a first round")
    }

    fn round(&self, prepared: &Prepared, choices: Choices, turns: u32) -> Round {
        let Job { pool, solvers, watcher, .. } = *self.job;
        let session = prepared.session.clone().with_unrolling(turns);
        let solvers = || solvers(&Theory::empty());
        let mut run = explore::explore(pool, &session, &self.options(), &solvers, watcher);
        let mut found = Vec::new();
        for (number, ending) in run.endings.iter_mut().enumerate() {
            let EndingKind::Violated(failure, witness) = &mut ending.kind else { continue };
            let rerun = Rerun { liquid: self.liquid, prepared, pool };
            match rerun.confirm(failure, &witness.inputs, &witness.events) {
                Ok(incident) => {
                    *failure = incident.failure.clone();
                    witness.events.clear();
                    found.push((number, incident));
                }
                Err(why) => {
                    let why = Unconfirmed::Replay(why);
                    ending.kind = EndingKind::Unconfirmed(failure.clone(), why);
                }
            }
        }
        let is_long =
            |kind: &EndingKind| matches!(kind, EndingKind::CutOff(Limit::Unrolling(_), _));
        let complete = !run.endings.iter().any(|ending| is_long(&ending.kind));
        Round { run, found, choices, complete }
    }

    /// The options of the call, with the time that is left of it.
    fn options(&self) -> Options {
        let mut options = self.job.options.clone();
        let left = |time: Duration| time.saturating_sub(self.started.elapsed());
        options.budget.time = options.budget.time.map(left);
        options
    }
}

/// How calls are run in the rounds.
fn ways(facets: Facets) -> Vec<Choices> {
    match facets {
        Facets::Concrete => vec![Choices::None],
        Facets::Abstract => vec![Choices::All],
        Facets::Both => {
            let by_type = (1..=MOST_BY_TYPE).map(|at_most| Choices::Either { at_most });
            [Choices::None].into_iter().chain(by_type).collect()
        }
    }
}

/// Whether two runs saw the same paths: then a further choice makes no difference.
fn same_paths(one: &Run, other: &Run) -> bool {
    let paths = |run: &Run| {
        let stats = &run.stats;
        [stats.finished, stats.discarded, stats.infeasible, stats.unsupported, stats.cut_off]
    };
    paths(one) == paths(other)
}
