//! The search: the paper's algorithm 1.
//!
//! A run is made on values of the inputs, monitors follow its events, and every choice that it came
//! to offers branches that were not taken. They wait until a solver finds values that take one. Runs
//! are made by any thread (`runs.rs`); what they show is taken in here, in the order of the scheduler.
//!
//! Each run stands for a *region*: the inputs that satisfy some conditions. They do what the run does,
//! as far as events are concerned, if they satisfy the conditions of all its choices that matter; the
//! others fail one of them first, and these are the regions of the branches that are offered. Choices
//! that do not matter have no part in this: their other sides are not taken, and what is behind them
//! must not be bound to the side that was taken, since inputs on the other side get there, too.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};

use explore::schedule::{self, Ledger, Rank, Rest, Room};
use explore::{Limit, Meter, Strategy, Watcher};
use jvm_flow::Analysis;
use lang_jvm::{CodePlace, Note, Subject};
use machine::{Exit, Failure};
use rustc_hash::FxHashSet;
use solve::Solver;
use solve_core::Narrow;
use term::{Model, Pool, Term};
use typestate::Property;

use crate::branch::{Branch, Region};
use crate::explain::{explain, inputs_of};
use crate::guard;
use crate::host::{Choice, Concolic, Stop};
use crate::judge::{Judge, Place, Ruling, StagesId};
use crate::options::{Mode, Options};
use crate::outcome::{InputSeen, Met, Outcome, Replayed, Uncaught, Weight};
use crate::record::Record;
use crate::recorder::{Broken, Preset, Recorder};
use crate::replay::SecondRun;
use crate::runs::{Done, NoModel, Runs, Solvers};
use crate::slices::Slices;
use crate::trial::{Again, Trials, trial_steps};
use crate::uncaught::{is_watched, throws_again};
use crate::unseen::Unseen;
use crate::weigh::Scales;

/// Searches for violations. The first run is made on the values of `seeds`; other inputs are zero.
///
/// The machine of the subject has to be one that tells of all calls which may be events
/// ([`wanted`]). The outcome is the same for any number of threads, if the models of the solvers
/// depend on nothing but the query; limits that depend on the world are the exception.
///
/// # Panics
///
/// If a run or a solver panics, with the same payload, once all threads have stopped.
pub fn search(
    pool: &Pool,
    subject: &Subject,
    analysis: &Analysis,
    solvers: &(dyn Fn() -> Box<dyn Solver> + Sync),
    options: &Options,
    seeds: &Model,
    watcher: &dyn Watcher,
) -> Outcome {
    let engine = &options.engine;
    let meter = Arc::new(Meter::new(engine.budget, engine.interrupt.clone()));
    let slices = Slices::new(analysis, options.sound_slicing());
    let runs = Runs {
        pool,
        subject,
        properties: analysis.properties().into(),
        options,
        meter: Arc::clone(&meter),
        solvers,
        traces: AtomicBool::new(slices.wants_traces()),
        solved: Mutex::default(),
    };
    let mut search = Search {
        pool,
        subject,
        solvers,
        solver: None,
        options,
        judge: Judge::new(analysis, options.sound_mode(), meter.interrupt()),
        slices,
        properties: Arc::clone(&runs.properties),
        traces: &runs.traces,
        narrow: Narrow::new(),
        offered: Vec::new(),
        unjudged: 0,
        met: FxHashSet::default(),
        notes: BTreeSet::new(),
        outcome: Outcome::default(),
        room: Room::of(&engine.budget),
        meter: Arc::clone(&meter),
    };
    search.forget_ways();
    let (region, model) = (Region::default(), Arc::new(seeds.clone()));
    let first = Branch { region, model, place: None, rank: Rank::default() };
    let rest = schedule::run(&runs, &mut search, vec![first], engine, &meter, watcher);
    let mut outcome = search.finish(&rest);
    outcome.stages = runs.solved.into_inner().unwrap_or_else(PoisonError::into_inner).stages;
    outcome
}

/// Which calls a machine has to tell of: those that a property may be about, by their names, and those
/// behind which anything may happen.
#[must_use]
pub fn wanted(properties: &[Property]) -> lang_jvm::Wanted {
    let properties: Vec<Property> = properties.to_vec();
    Arc::new(move |member| {
        let Some(types) = lang_jvm::parse::MethodType::parse(&member.descriptor) else {
            return false;
        };
        if jvm_flow::wild(member).is_some() {
            return true;
        }
        let params: Vec<String> = types.params.iter().map(|param| param.source_name()).collect();
        properties.iter().any(|property| crate::names::may_name(property, member, &params))
    })
}

/// What is known so far.
struct Search<'a> {
    pool: &'a Pool,
    subject: &'a Subject,
    solvers: Solvers<'a>,
    /// The solver that tells which inputs matter, once one was needed.
    solver: Option<Box<dyn Solver>>,
    options: &'a Options,
    judge: Judge<'a>,
    slices: Slices<'a>,
    properties: Arc<[Property]>,
    /// Whether the ways of runs are of use.
    traces: &'a AtomicBool,
    /// What the characters may be in the current region.
    narrow: Narrow,
    /// The branches of the current run, as it met them.
    offered: Vec<Branch>,
    /// Branches that were met when the time was up, and not taken.
    unjudged: u64,
    /// The places that the outcome tells of as met.
    met: FxHashSet<Met>,
    notes: BTreeSet<Note>,
    outcome: Outcome,
    room: Room,
    meter: Arc<Meter>,
}

impl<'a> Ledger<Runs<'a>> for Search<'a> {
    fn commit(&mut self, done: Done<'a>, waiting: &mut Vec<Branch>) {
        match done {
            Done::Left(branch) => return waiting.push(branch),
            Done::Ran(record, region) => {
                // The first run is on given values.
                self.outcome.queries += u64::from(!region.conds.is_empty());
                self.commit_run(&record, &region);
            }
            Done::Without(why) => {
                self.outcome.queries += 1;
                self.note_without(why);
            }
        }
        // The last one is the deepest, and the nearest to the run.
        waiting.extend(self.offered.drain(..).rev());
        self.forget_ways();
    }

    /// More may be known now than when it was met.
    fn admit(&mut self, branch: &Branch) -> bool {
        branch.place.as_ref().is_none_or(|place| self.rule(place).is_some())
    }

    fn room(&self) -> Room {
        self.room
    }
}

impl<'a> Search<'a> {
    /// The ways of runs are of no use to an analysis that is not believed.
    fn forget_ways(&self) {
        if !self.judge.distrust.is_empty() {
            self.traces.store(false, Relaxed);
        }
    }

    /// How promising a branch is; none if it is left out, which is counted.
    fn rule(&mut self, place: &Place) -> Option<usize> {
        let pruned = &mut self.outcome.pruned;
        let count = match self.judge.rule(place) {
            Ruling::Keep(promise) => return Some(promise),
            Ruling::Harmless => &mut pruned.harmless,
            Ruling::Equivalent => &mut pruned.equivalent,
            Ruling::Irrelevant => &mut pruned.irrelevant,
        };
        *count += 1;
        None
    }

    fn note_without(&mut self, why: NoModel) {
        let gap = match why {
            NoModel::Infeasible => {
                self.outcome.pruned.infeasible += 1;
                return;
            }
            NoModel::Undecided(reason) => Unseen::Undecided(reason),
            NoModel::NotTold => Unseen::NoValues,
        };
        self.outcome.gaps.insert(gap);
    }

    /// Takes in a run for a region, and offers the branches that it did not take.
    fn commit_run(&mut self, record: &Record<'a>, region: &Region) {
        let Record { recorder, host, ended, .. } = record;
        self.outcome.runs += 1;
        match ended {
            Ok(exit) => self.outcome.note_exit(exit),
            Err(_) => self.note_stop(host),
        }
        self.notes.extend(recorder.notes.iter().cloned());
        self.outcome.gaps.extend(recorder.doubts.iter().cloned().map(Unseen::Events));
        self.judge.compare(recorder);
        let found = match (ended, &recorder.broken) {
            (_, Some(_)) => self.note_violation(record),
            (Ok(Exit::Failed(failure)), None) => self.note_uncaught(failure, record),
            (_, None) => 0,
        };
        self.room.use_up(1, found);
        self.meter.count_path(1, found);
        self.offer(recorder, host, region);
    }

    fn note_stop(&mut self, host: &Concolic<'_>) {
        let why = match &host.stop {
            Some(Stop::Gap(gap)) => Unseen::NotModelled(gap.what.clone()),
            Some(Stop::Steps(steps)) => Unseen::TooLong(*steps),
            Some(Stop::Stuck) => Unseen::Stuck,
            // What ends all runs is reported once.
            Some(Stop::Limit(_)) => {
                self.unjudged += 1;
                return;
            }
            // A violation ends a run.
            None => return,
        };
        self.outcome.gaps.insert(why);
    }

    /// Notes a violation, if it is like none before. How many were confirmed.
    fn note_violation(&mut self, record: &Record<'a>) -> u64 {
        let Record { recorder, host, took, .. } = record;
        let Some(broken) = &recorder.broken else { return 0 };
        let essence = self.judge.essence(recorder, &broken.history);
        if !self.judge.add(broken.property, &essence) {
            return 0;
        }
        let after = self.meter.elapsed();
        let past = recorder.past(broken);
        let again = |run: &Record<'_>| {
            let same =
                |now: &Broken| now.property == broken.property && run.recorder.past(now) == past;
            run.recorder.broken.as_ref().is_some_and(same)
        };
        let spare = self.spare();
        let better = self.better(host, &again, &spare);
        let Record { recorder, host, .. } = better.as_ref().unwrap_or(record);
        let second = SecondRun::of(*took, self.options.max_steps());
        let mut violation =
            explain(self.pool, self.subject, &mut self.judge, recorder, host, &second);
        (violation.run, violation.after) = (self.outcome.runs, after);
        let property = broken.property;
        let again = |run: &Record<'_>| {
            run.recorder.broken.as_ref().is_some_and(|broken| broken.property == property)
        };
        self.weigh(&mut violation.inputs, host, &again, &spare);
        let is_confirmed = violation.replay == Replayed::Confirmed;
        self.outcome.violations.push(violation);
        u64::from(is_confirmed)
    }

    /// Notes an exception that comes out, if it is watched and like none before. How many were
    /// confirmed.
    fn note_uncaught(&mut self, failure: &Failure, record: &Record<'a>) -> u64 {
        if !is_watched(failure, self.options.watch) {
            return 0;
        }
        let mut known = self.outcome.uncaught.iter_mut();
        if let Some(known) = known.find(|known| known.failure == *failure) {
            known.more_runs += 1;
            return 0;
        }
        let again =
            |run: &Record<'_>| matches!(&run.ended, Ok(Exit::Failed(other)) if other == failure);
        let spare = self.spare();
        let better = self.better(&record.host, &again, &spare);
        let Record { recorder, host, .. } = better.as_ref().unwrap_or(record);
        let mut inputs = inputs_of(self.pool, host, |_| Weight::Unclear);
        self.weigh(&mut inputs, host, &again, &spare);
        let second = SecondRun::of(record.took, self.options.max_steps());
        let replay = throws_again(self.pool, self.subject, &host.model, failure, &second);
        let is_confirmed = replay == Replayed::Confirmed;
        self.outcome.uncaught.push(Uncaught {
            failure: failure.clone(),
            run: self.outcome.runs,
            more_runs: 0,
            inputs,
            lines: recorder.thrown.clone(),
            replay,
        });
        u64::from(is_confirmed)
    }

    /// The limits of what is done to make a finding plainer.
    fn spare(&self) -> Arc<Meter> {
        Arc::new(guard::of_trials(self.options, self.meter.elapsed()))
    }

    /// The same violation with nicer values, if that is wanted and there are any.
    fn better(
        &self,
        host: &Concolic<'_>,
        again: &Again<'_>,
        spare: &Arc<Meter>,
    ) -> Option<Record<'a>> {
        if !self.options.weigh || spare.poll(0) {
            return None;
        }
        let steps = trial_steps(host.steps()).min(self.options.max_steps());
        let trials = Trials::new(self.pool, self.subject, &self.properties, steps, again, spare);
        let values = trials.pleasant(host);
        trials.run(values).filter(again)
    }

    /// Finds out which inputs matter, if that is wanted. `again` says whether a run shows the same.
    fn weigh(
        &mut self,
        inputs: &mut [InputSeen],
        host: &Concolic<'_>,
        again: &Again<'_>,
        spare: &Arc<Meter>,
    ) {
        if !self.options.weigh || spare.poll(0) {
            return;
        }
        let steps = trial_steps(host.steps()).min(self.options.max_steps());
        let trials = Trials::new(self.pool, self.subject, &self.properties, steps, again, spare);
        let solver = self.solver.get_or_insert_with(self.solvers);
        let scales = Scales { pool: self.pool, solver: &mut **solver, host, trials: &trials };
        for (seen, weight) in inputs.iter_mut().zip(scales.weights()) {
            seen.weight = weight;
        }
    }

    /// Offers the branches that a run did not take.
    fn offer(&mut self, recorder: &Recorder, host: &Concolic<'_>, region: &Region) {
        if self.meter.met().is_some() {
            self.unjudged += host.choices.iter().flatten().count() as u64;
            return;
        }
        let model = Arc::new(host.model.clone());
        let conds = region.conds.to_vec();
        let known: FxHashSet<Term> = conds.iter().copied().collect();
        let needed = self.slice(recorder, host, &known);
        let mut before = region.clone();
        self.narrow.restart();
        conds.iter().for_each(|cond| self.narrow.assume(self.pool, *cond));
        let mut last: Option<(Arc<Preset>, StagesId)> = None;
        let (mut seen, mut splits) = (FxHashSet::default(), 0);
        for (index, choice) in host.choices.iter().enumerate() {
            let Some(choice) = choice else { continue };
            splits += 1;
            // What holds in the whole region has no other side.
            if known.contains(&choice.cond()) {
                continue;
            }
            let open = self.open(choice);
            if open.is_empty() {
                continue;
            }
            let mut matters = true;
            if let Some(place) = recorder.choices.get(index) {
                // The way to a choice may be thousands of calls deep: look at everything each time.
                if self.meter.poll(0) {
                    self.unjudged += open.len() as u64;
                    continue;
                }
                self.meet(recorder, &place.places, &mut seen);
                let mut places = None;
                if self.options.mode != Mode::Dfs {
                    let stages = match &last {
                        Some((preset, stages)) if Arc::ptr_eq(preset, &place.preset) => *stages,
                        _ => self.judge.stages(recorder, &place.preset),
                    };
                    last = Some((Arc::clone(&place.preset), stages));
                    let count = choice.conds.len();
                    let needed = needed.as_ref().and_then(|needed| needed.get(index).copied());
                    let found = self.judge.places(recorder, &place.places, stages, count, needed);
                    matters = found.iter().all(|place| self.judge.matters(place));
                    places = Some(found);
                }
                let place = |at: usize| places.as_ref().map(|places| places[at].clone());
                let open = open.into_iter().map(|at| (at, place(at))).collect();
                let met =
                    Offer { choice, before: &before, model: &model, depth: index + 1, splits };
                self.offer_choice(&met, open);
            }
            if matters {
                before.conds.push(choice.cond());
                self.narrow.assume(self.pool, choice.cond());
            }
        }
        self.meter.reach(splits);
    }

    /// The alternatives that were not taken and may hold in the region so far, as far as that is plain
    /// from the characters.
    fn open(&mut self, choice: &Choice) -> Vec<usize> {
        let others = (0..choice.conds.len()).filter(|index| *index != choice.taken);
        others.filter(|index| self.narrow.may_hold(self.pool, choice.conds[*index])).collect()
    }

    /// Notes places that no run came by before; `seen` has those of this run.
    fn meet(&mut self, recorder: &Recorder, places: &[CodePlace], seen: &mut FxHashSet<CodePlace>) {
        for place in places.iter().filter(|place| seen.insert(**place)) {
            let met = recorder.met(*place);
            if self.met.insert(met.clone()) {
                self.outcome.met.push(met);
            }
        }
    }

    /// Which choices of a run matter for its events, if its path is sliced.
    fn slice(
        &mut self,
        recorder: &Recorder,
        host: &Concolic<'_>,
        known: &FxHashSet<Term>,
    ) -> Option<Vec<bool>> {
        // How a stopped run would have gone on is not known.
        let is_of_use = host.stop.is_none() && self.judge.distrust.is_empty();
        let trace = recorder.trace.as_ref().filter(|_| is_of_use)?;
        let methods = self.judge.methods(recorder);
        let mut spots = Vec::new();
        for (index, (choice, place)) in host.choices.iter().zip(&recorder.choices).enumerate() {
            let is_new = choice.as_ref().is_some_and(|choice| !known.contains(&choice.cond()));
            if let Some(place) = place.places.last().filter(|_| is_new) {
                spots.extend(self.judge.spot(recorder, *place).map(|spot| (index, spot)));
            }
        }
        let needed = self.slices.of_run(&spots, trace, &methods);
        // What was read beforehand misses something.
        self.judge.distrust.extend(self.slices.misfit.take());
        needed
    }

    fn offer_choice(&mut self, met: &Offer<'_>, open: Vec<(usize, Option<Place>)>) {
        let Offer { choice, before, model, depth, splits } = *met;
        if choice.pins.is_some_and(|number| before.pinned.backwards().any(|it| *it == number)) {
            return;
        }
        for (index, place) in open {
            let promise = match place.as_ref().map(|place| self.rule(place)) {
                Some(None) => continue,
                Some(Some(promise)) => promise,
                None => 0,
            };
            if let Some(limit) = self.meter.budget().depth.filter(|limit| splits > *limit) {
                self.outcome.limits.insert(Limit::Depth(limit));
                self.outcome.cut_off += 1;
                continue;
            }
            let mut region = before.clone();
            region.conds.push(choice.conds[index]);
            choice.pins.into_iter().for_each(|number| region.pinned.push(number));
            let (model, rank) = (Arc::clone(model), self.rank(promise, depth));
            self.offered.push(Branch { region, model, place, rank });
        }
    }

    /// The most promising one comes first; of those the deepest, unless another order is wanted.
    fn rank(&self, promise: usize, depth: usize) -> Rank {
        let (engine, depth) = (&self.options.engine, depth as u64);
        let splits = match engine.strategy {
            Strategy::Dfs | Strategy::Priority => u64::MAX - depth,
            Strategy::Bfs => depth,
            Strategy::Random => {
                let number = self.outcome.runs << 32 | self.offered.len() as u64;
                stdx::hash::mix(engine.seed, number)
            }
        };
        Rank { promise: u64::MAX - promise as u64, splits, steps: 0 }
    }

    fn finish(mut self, rest: &Rest<Branch>) -> Outcome {
        self.outcome.left = rest.left() + self.unjudged;
        self.outcome.sliced = self.slices.counts;
        for note in self.notes {
            match note.is_assumption() {
                true => self.outcome.assumed.insert(note),
                false => self.outcome.gaps.insert(Unseen::Simplified(note)),
            };
        }
        let limit = rest.limit.or(self.meter.met());
        self.outcome.limits.extend(limit.filter(|_| self.outcome.left > 0));
        let has_use = self.options.mode.prunes() || self.options.mode == Mode::Guide;
        if has_use && !self.properties.is_empty() {
            self.outcome.distrust = self.judge.distrust;
        }
        self.outcome
    }
}

/// A choice of a run, and what is known of it.
#[derive(Clone, Copy)]
struct Offer<'a> {
    choice: &'a Choice,
    /// The region in which runs come to it.
    before: &'a Region,
    /// The values of the run.
    model: &'a Arc<Model>,
    /// How many questions there were up to it.
    depth: usize,
    /// How many of them had several answers.
    splits: u64,
}
