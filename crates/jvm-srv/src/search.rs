//! The search: the paper's algorithm 1.
//!
//! A run is made on values of the inputs, monitors follow its events, and every choice that it came
//! to offers branches that were not taken. They wait until a solver finds values that take one. Runs
//! are made by any thread (`runs.rs`); what they show is taken in here, in the order of the scheduler.
//! That is the engine's ([`explore::concolic`]); here it is decided which branches matter for events,
//! which come first, and what a run shows.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use check::Weight;
use explore::concolic::{
    self, Branch, BranchGuide, Concolic, Done, Looked, MetChoice, NoModel, Offers, Region, Runs,
    Stop,
};
use explore::schedule::{self, Ledger, Room};
use explore::{Limit, Meter, Watcher};
use jvm_flow::Analysis;
use lang_jvm::{CodePlace, Note, Ranges, Subject};
use machine::{Exit, Failure, Guide, Pruned};
use rustc_hash::FxHashSet;
use solve::Solver;
use solve_core::Narrow;
use term::{Model, Pool, Term};
use typestate::Property;

use crate::explain::{explain, inputs_of};
use crate::guard;
use crate::judge::{Judge, Place, StagesId};
use crate::options::{Mode, Options};
use crate::outcome::{InputSeen, Met, Replayed, SearchOutcome, Uncaught};
use crate::record::Record;
use crate::recorder::{Broken, ChoicePlace, Preset, Recorder};
use crate::replay::SecondRun;
use crate::runs::{Followed, Solvers};
use crate::slices::Slices;
use crate::trial::{Again, Trials, trial_steps};
use crate::uncaught::{is_watched, throws_again};
use crate::unseen::Unseen;

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
) -> SearchOutcome {
    let engine = &options.engine;
    let meter = Arc::new(Meter::new(engine.budget, engine.interrupt.clone()));
    let slices = Slices::new(analysis, options.sound_slicing());
    let properties: Arc<[Property]> = analysis.properties().into();
    let traces = Arc::new(AtomicBool::new(slices.wants_traces()));
    let followed = Followed {
        subject,
        properties: Arc::clone(&properties),
        options,
        traces: Arc::clone(&traces),
    };
    let runs = Runs::new(pool, followed, solvers, &meter, options.max_steps());
    let mut search = Search {
        pool,
        subject,
        solvers,
        solver: None,
        options,
        judge: Judge::new(analysis, options.sound_mode(), meter.interrupt()),
        slices,
        properties,
        traces,
        narrow: Narrow::new(),
        ranges: Ranges::default(),
        unjudged: 0,
        met: FxHashSet::default(),
        notes: BTreeSet::new(),
        outcome: SearchOutcome::default(),
        room: Room::of(&engine.budget),
        meter: Arc::clone(&meter),
    };
    search.forget_ways();
    let first = Branch::first(seeds);
    let rest = schedule::run(&runs, &mut search, vec![first], engine, &meter, watcher);
    let mut outcome = search.finish(rest.left(), rest.limit);
    outcome.stages = runs.into_stages();
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
    traces: Arc<AtomicBool>,
    /// What the characters may be in the current region.
    narrow: Narrow,
    /// What its other numbers may be.
    ranges: Ranges,
    /// Branches that were met when the time was up, and not taken.
    unjudged: u64,
    /// The places that the outcome tells of as met.
    met: FxHashSet<Met>,
    notes: BTreeSet<Note>,
    outcome: SearchOutcome,
    room: Room,
    meter: Arc<Meter>,
}

impl<'a> Ledger<Runs<'a, Followed<'_>>> for Search<'a> {
    fn commit(&mut self, done: Done<'a, Followed<'_>>, waiting: &mut Vec<Branch<Option<Place>>>) {
        match done {
            Done::Left(branch) => return waiting.push(branch),
            Done::Ran(record, branch) => {
                // The first run is on given values.
                self.outcome.queries += u64::from(branch.mark.is_some());
                let offered = self.commit_run(&record, &branch.region);
                // The last one is the deepest, and the nearest to the run.
                waiting.extend(offered.into_iter().rev());
            }
            Done::Without(why, _) => {
                self.outcome.queries += 1;
                self.note_without(why);
            }
        }
        self.forget_ways();
    }

    /// More may be known now than when it was met.
    fn admit(&mut self, branch: &Branch<Option<Place>>) -> bool {
        let place = branch.mark.as_ref().and_then(Option::as_ref);
        let why = place.and_then(|place| self.judge.rule(place).err());
        why.into_iter().for_each(|why| self.outcome.pruned.count(why));
        why.is_none()
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

    fn note_without(&mut self, why: NoModel) {
        let gap = match why {
            NoModel::Infeasible => {
                self.outcome.infeasible += 1;
                return;
            }
            NoModel::Undecided(reason) => Unseen::Undecided(reason.to_string()),
            NoModel::NotTold => Unseen::NoValues,
        };
        self.outcome.gaps.insert(gap);
    }

    /// Takes in a run for a region, and offers the branches that it did not take.
    fn commit_run(&mut self, record: &Record<'a>, region: &Region) -> Vec<Branch<Option<Place>>> {
        let Record { seen: recorder, host, ended, .. } = record;
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
        self.offer(recorder, host, region)
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
        let Record { seen: recorder, host, took, .. } = record;
        let Some(broken) = &recorder.broken else { return 0 };
        let essence = self.judge.essence(recorder, &broken.history);
        if !self.judge.add(broken.property, &essence) {
            return 0;
        }
        let after = self.meter.elapsed();
        let past = recorder.past(broken);
        let again = |run: &Record<'_>| {
            let same = |now: &Broken| now.property == broken.property && run.seen.past(now) == past;
            run.seen.broken.as_ref().is_some_and(same)
        };
        let spare = self.spare();
        let better = self.better(host, &again, &spare);
        let Record { seen: recorder, host, .. } = better.as_ref().unwrap_or(record);
        let second = SecondRun::of(*took, self.options.max_steps());
        let mut violation =
            explain(self.pool, self.subject, &mut self.judge, recorder, host, &second);
        (violation.run, violation.after) = (self.outcome.runs, after);
        let property = broken.property;
        let again = |run: &Record<'_>| {
            run.seen.broken.as_ref().is_some_and(|broken| broken.property == property)
        };
        self.weigh_inputs(&mut violation.inputs, host, &again, &spare);
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
        let Record { seen: recorder, host, .. } = better.as_ref().unwrap_or(record);
        let mut inputs = inputs_of(self.pool, host, |_| Weight::Unclear);
        self.weigh_inputs(&mut inputs, host, &again, &spare);
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

    /// The same violation with simpler values, if that is wanted and there are any.
    fn better(
        &self,
        host: &Concolic<'_>,
        again: &Again<'_>,
        spare: &Arc<Meter>,
    ) -> Option<Record<'a>> {
        if !self.options.relevance || spare.poll(0) {
            return None;
        }
        let steps = trial_steps(host.steps()).min(self.options.max_steps());
        let trials = Trials::new(self.pool, self.subject, &self.properties, steps, again, spare);
        let values = trials.simplify_inputs(host);
        trials.run(values).filter(again)
    }

    /// Finds out which inputs matter, if that is wanted. `again` says whether a run shows the same.
    fn weigh_inputs(
        &mut self,
        inputs: &mut [InputSeen],
        host: &Concolic<'_>,
        again: &Again<'_>,
        spare: &Arc<Meter>,
    ) {
        if !self.options.relevance || spare.poll(0) {
            return;
        }
        let steps = trial_steps(host.steps()).min(self.options.max_steps());
        let trials = Trials::new(self.pool, self.subject, &self.properties, steps, again, spare);
        let solver = self.solver.get_or_insert_with(self.solvers);
        for (seen, weight) in inputs.iter_mut().zip(trials.weights(host, &mut **solver)) {
            seen.weight = weight;
        }
    }

    /// Offers the branches that a run did not take.
    fn offer(
        &mut self,
        recorder: &Recorder,
        host: &Concolic<'_>,
        region: &Region,
    ) -> Vec<Branch<Option<Place>>> {
        if self.meter.met().is_some() {
            self.unjudged += host.decisions().count() as u64;
            return Vec::new();
        }
        let known: FxHashSet<Term> = region.conds.backwards().copied().collect();
        let needed = self.slice(recorder, host, &known);
        let (engine, nth) = (&self.options.engine, self.outcome.runs);
        let mut offering =
            Offering { search: self, recorder, needed, last: None, seen: FxHashSet::default() };
        let offers = concolic::offers(&mut offering, engine, nth, host, region);
        let Offers { branches, too_deep, pruned, splits, .. } = offers;
        self.outcome.pruned.absorb(pruned);
        if let Some(limit) = engine.budget.depth.filter(|_| !too_deep.is_empty()) {
            self.outcome.limits.insert(Limit::Depth(limit));
            self.outcome.cut_off += too_deep.len() as u64;
        }
        self.meter.reach(splits);
        branches
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

    fn finish(mut self, left: u64, limit: Option<Limit>) -> SearchOutcome {
        self.outcome.left = left + self.unjudged;
        self.outcome.sliced = self.slices.counts;
        for note in self.notes {
            match note.is_assumption() {
                true => self.outcome.assumed.insert(note),
                false => self.outcome.gaps.insert(Unseen::Simplified(note)),
            };
        }
        let limit = limit.or(self.meter.met());
        self.outcome.limits.extend(limit.filter(|_| self.outcome.left > 0));
        let has_use = self.options.mode.prunes() || self.options.mode == Mode::Guide;
        if has_use && !self.properties.is_empty() {
            self.outcome.distrust = self.judge.distrust;
        }
        self.outcome
    }
}

/// Looks at the branches of one run.
struct Offering<'s, 'a> {
    search: &'s mut Search<'a>,
    recorder: &'s Recorder,
    /// Which choices of the run matter for its events, if its path is sliced.
    needed: Option<Vec<bool>>,
    /// The combinations at the choice before.
    last: Option<(Arc<Preset>, StagesId)>,
    /// The places that the run came by.
    seen: FxHashSet<CodePlace>,
}

/// The more combinations of objects can still come to a violation, the better.
impl Guide for Offering<'_, '_> {
    type Way = Option<Place>;

    fn rank(&mut self, _: &Pool, place: &Option<Place>) -> u64 {
        let promise = place.as_ref().and_then(|place| self.search.judge.rule(place).ok());
        u64::MAX - promise.unwrap_or(0) as u64
    }

    fn prune(&mut self, _: &Pool, place: &Option<Place>) -> Option<Pruned> {
        self.search.judge.rule(place.as_ref()?).err()
    }
}

impl BranchGuide for Offering<'_, '_> {
    fn meet(&mut self, met: &MetChoice<'_>) -> Option<Looked<Option<Place>>> {
        let Some(place) = self.recorder.choices.get(met.index) else {
            return Some(Looked { marks: Vec::new(), matters: true });
        };
        // The way to a choice may be thousands of calls deep: look at everything each time.
        if self.search.meter.poll(0) {
            self.search.unjudged += met.open.len() as u64;
            return None;
        }
        self.search.meet(self.recorder, &place.places, &mut self.seen);
        if self.search.options.mode == Mode::Dfs {
            let marks = met.open.iter().map(|at| (*at, None)).collect();
            return Some(Looked { marks, matters: true });
        }
        let places = self.places(place, met);
        let matters = places.iter().all(|place| self.search.judge.matters(place));
        let marks = met.open.iter().map(|at| (*at, Some(places[*at].clone()))).collect();
        Some(Looked { marks, matters })
    }

    /// As far as that is plain from the characters and numbers.
    fn may_hold(&mut self, cond: Term) -> bool {
        let pool = self.search.pool;
        self.search.narrow.may_hold(pool, cond) && self.search.ranges.may_hold(pool, cond)
    }

    fn restart(&mut self, region: &Region) {
        self.search.narrow.restart();
        self.search.ranges.restart();
        region.conds.to_vec().into_iter().for_each(|cond| self.assume(cond));
    }

    fn assume(&mut self, cond: Term) {
        self.search.narrow.assume(self.search.pool, cond);
        self.search.ranges.assume(self.search.pool, cond);
    }
}

impl Offering<'_, '_> {
    /// Where the alternatives of a choice are.
    fn places(&mut self, place: &ChoicePlace, met: &MetChoice<'_>) -> Vec<Place> {
        let judge = &mut self.search.judge;
        let stages = match &self.last {
            Some((preset, stages)) if Arc::ptr_eq(preset, &place.preset) => *stages,
            _ => judge.stages(self.recorder, &place.preset),
        };
        self.last = Some((Arc::clone(&place.preset), stages));
        let needed = self.needed.as_ref().and_then(|needed| needed.get(met.index).copied());
        let count = met.choice.conds.len();
        judge.places(self.recorder, &place.places, stages, count, needed)
    }
}
