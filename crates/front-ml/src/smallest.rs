//! The smallest violation of each property: shorter histories are looked for by slots, whichever engine found the violation.

use std::time::{Duration, Instant};

use check::{Effort, JudgedFinding, JudgedRun, LongFinding};
use explore::{Answers, Ending, EndingKind, Options, ReplayEnd, Run, Unconfirmed, Witness};
use frontend::{Histories, Job};
use harness::{Engine, Harness, Told};
use lang_core::Session;
use machine::{Exit, Failure};
use solve::Theory;
use source::Span;
use term::{Pool, Term};

use crate::Ready;
use crate::facets::{ByContractCall, Round, by_contract};

/// Shorter histories and other values may take this part of the time that is left: a fifth.
const SIMPLIFYING: u32 = 5;
/// They may take as long as the search for the first violation did, and at least so long.
const SHORT: Duration = Duration::from_secs(5);
/// A look at shorter histories may have as many paths as the search had, and at least so many.
const FEW_PATHS: u64 = 1_000;

/// So many questions about the order of tables are answered in all ways.
const MOST_ORDERS: usize = 8;

/// What is broken: the code, the place of what is stated, and how many calls by contract it takes.
type Property = (&'static str, Option<Span>, usize);

/// A violated path that was judged again.
pub(crate) struct Found {
    /// The number of the path among the endings of the run.
    pub(crate) ending: usize,
    pub(crate) choices: Vec<u32>,
    pub(crate) failure: Failure,
    pub(crate) witness: Witness,
    pub(crate) told: Told,
    /// The calls that were run by contract, in order.
    pub(crate) by_contract: Vec<ByContractCall>,
    /// The bounds of the run.
    pub(crate) histories: Histories,
    /// Whether no shorter history breaks the property by a call of so many events.
    pub(crate) shortest: bool,
    /// Events of the history, events of the call, length of the values: of two violations of a
    /// property the smaller one is reported.
    pub(crate) size: [usize; 3],
}

impl JudgedFinding for Found {
    fn ending(&self) -> usize {
        self.ending
    }

    fn ending_mut(&mut self) -> &mut usize {
        &mut self.ending
    }

    fn abstract_calls(&self) -> usize {
        self.by_contract.iter().filter(|call| call.has_body).count()
    }
}

impl LongFinding for Found {
    type Property = Property;
    type Size = [usize; 3];

    fn property(&self) -> Property {
        (self.failure.code, self.failure.span, self.abstract_calls())
    }

    fn length(&self) -> usize {
        self.told.history.len()
    }

    fn size(&self) -> [usize; 3] {
        self.size
    }

    fn is_shortest(&mut self, known: bool) {
        self.shortest = known;
    }

    fn to_ending(&self) -> Ending {
        let kind = EndingKind::Violated(self.failure.clone(), self.witness.clone());
        Ending { choices: self.choices.clone(), kind }
    }
}

/// One search: a target with all that an exploration needs.
#[derive(Clone, Copy)]
pub(crate) struct Search<'a> {
    pub(crate) ready: &'a Ready,
    pub(crate) theory: &'a Theory,
    pub(crate) target: usize,
    pub(crate) job: &'a Job<'a>,
    pub(crate) started: Instant,
    /// What may be spent, if the bounds are larger than those that were asked for.
    pub(crate) effort: Option<&'a Effort>,
    /// How many events a history has at least.
    pub(crate) least_history: usize,
}

impl Search<'_> {
    /// Explores the target, and judges each violation again. Those that the judge does not confirm
    /// are no violations in the run any more.
    pub(crate) fn run(&self, histories: Histories) -> JudgedRun<Found> {
        let Job { pool, solvers, quick_solvers, watcher, .. } = *self.job;
        let harness = self.ready.harness(pool, self.target, histories);
        let harness = harness.with_least_history(self.least_history);
        let options = self.options();
        let solvers = || match self.effort {
            Some(effort) => effort.solver(quick_solvers(self.theory)),
            None => solvers(self.theory),
        };
        let mut run = explore::explore(pool, &harness, &options, &solvers, watcher);
        let mut found = Vec::new();
        for number in 0..run.endings.len() {
            match self.judge(&harness, (number, &run.endings[number]), histories) {
                None => {}
                Some(Ok(one)) => found.push(one),
                Some(Err(why)) => run.take_back(number, Unconfirmed::Replay(why)),
            }
        }
        JudgedRun { run, found }
    }

    fn judge(
        &self,
        harness: &Harness<Session>,
        (number, ending): (usize, &Ending),
        histories: Histories,
    ) -> Option<Result<Found, String>> {
        let EndingKind::Violated(failure, witness) = &ending.kind else { return None };
        let Witness { inputs, functions, events } = witness;
        let told = harness.confirm(self.job.pool, failure, inputs, functions, events);
        let told =
            told.and_then(|told| self.in_any_order(harness, failure, witness).map(|()| told));
        let target = self.ready.target(self.target);
        let found = |told| Found {
            ending: number,
            choices: ending.choices.clone(),
            failure: failure.clone(),
            witness: witness.clone(),
            by_contract: by_contract(self.job.pool, target, failure, events),
            size: size(self.job.pool, &told),
            told,
            histories,
            shortest: false,
        };
        Some(told.map(found))
    }

    /// Whether a violation is one in whichever order the tables of the program are gone through. Which
    /// order the real ones have is not known.
    fn in_any_order(
        &self,
        harness: &Harness<Session>,
        failure: &Failure,
        witness: &Witness,
    ) -> Result<(), String> {
        let inputs = witness.inputs.iter().enumerate();
        let orders = inputs.filter(|(_, (input, _))| input.name == lang_ml::ORDER_OF_BINDINGS);
        let places: Vec<usize> = orders.map(|(at, _)| at).collect();
        if places.len() > MOST_ORDERS {
            return Err("it may depend on the order in which a table is gone through".to_owned());
        }
        let most_steps = self.job.options.budget.steps.unwrap_or(u64::MAX);
        let known = Answers::from(witness);
        for order in 1..1_u32 << places.len() {
            let mut answers = known.clone();
            for (bit, at) in places.iter().enumerate() {
                let flipped = order >> bit & 1 == 1;
                answers.inputs[*at] = match (answers.inputs[*at] == Term::TRUE) != flipped {
                    true => Term::TRUE,
                    false => Term::FALSE,
                };
            }
            let is_late = || self.is_late();
            let replay =
                explore::replay_until(self.job.pool, harness, &answers, most_steps, &is_late);
            let breaks = match &replay.end {
                // There is no such order.
                ReplayEnd::Exit(Exit::Discarded) => true,
                ReplayEnd::Exit(Exit::Failed(other)) => {
                    (other.code, other.span) == (failure.code, failure.span)
                }
                _ => false,
            };
            if !breaks {
                return Err("it depends on the order in which a table is gone through".to_owned());
            }
        }
        Ok(())
    }

    /// The options of the call, with the time that is left of it.
    pub(crate) fn options(&self) -> Options {
        if let Some(effort) = self.effort {
            return effort.options(self.job.options, self.started.elapsed());
        }
        let mut options = self.job.options.clone();
        let left = |time: Duration| time.saturating_sub(self.started.elapsed());
        options.budget.time = options.budget.time.map(left);
        options
    }

    /// Whether the time is up, or the user has had enough.
    pub(crate) fn is_late(&self) -> bool {
        let options = self.options();
        options.interrupt.is_raised() || options.budget.time == Some(Duration::ZERO)
    }

    /// The options of the call with a part of the time that is left of it, after a run that took some.
    pub(crate) fn share(&self, run: &Run, spent: Duration) -> Options {
        let mut options = self.options();
        let budget = &mut options.budget;
        let most = spent.max(SHORT);
        budget.time = Some(budget.time.map_or(most, |left| most.min(left / SIMPLIFYING)));
        let paths = run.stats.ended().max(FEW_PATHS);
        budget.paths = Some(budget.paths.map_or(paths, |given| given.min(paths)));
        options
    }

    /// Puts a violation with the shortest history in the place of one that a round found for the
    /// same property, as far as time allows.
    pub(crate) fn shorten(&self, round: &mut Round) {
        let Round { judged, histories, complete_before, .. } = round;
        let first = complete_before.map_or(0, |length| length + 1);
        check::shorten(judged, first, |length| {
            self.run(Histories { length, engine: Engine::Slots, ..*histories })
        });
    }
}

fn size(pool: &Pool, told: &Told) -> [usize; 3] {
    let values = told.args.iter().chain(&told.ghosts).map(|(_, value)| *value);
    let events = told.history.iter().chain(&told.call);
    let shown = events.flat_map(|event| event.args.iter().chain(&event.result)).copied();
    let length = values.chain(shown).map(|value| pool.show(value).len()).sum();
    [told.history.len(), told.call.len(), length]
}
