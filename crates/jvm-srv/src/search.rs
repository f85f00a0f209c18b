//! The search: the paper's algorithm 1.
//!
//! A run is made on values of the inputs, monitors follow its events, and every choice that it came
//! to offers branches that were not taken. They wait until a solver finds values that take one.
//!
//! Each run stands for a *region*: the inputs that satisfy some conditions. They do what the run does,
//! as far as events are concerned, if they satisfy the conditions of all its choices that matter; the
//! others fail one of them first, and these are the regions of the branches that are offered. Choices
//! that do not matter have no part in this: their other sides are not taken, and what is behind them
//! must not be bound to the side that was taken, since inputs on the other side get there, too.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use explore::Limit;
use jvm_flow::Analysis;
use lang_jvm::{CodePlace, SharedFollower, Subject};
use machine::{Exit, Failure, Halt};
use rustc_hash::FxHashSet;
use solve::{Solver, Verdict};
use solve_core::Narrow;
use term::{Model, Pool, Term};
use typestate::Property;

use crate::explain::{explain, inputs_of};
use crate::guard::Guard;
use crate::host::{Choice, Concolic, Stop};
use crate::judge::{Judge, Place, Ruling, StagesId};
use crate::options::{Mode, Options};
use crate::outcome::{InputSeen, Met, Outcome, Uncaught, Weight};
use crate::recorder::{Preset, Recorder};
use crate::replay::SecondRun;
use crate::seen::Dictionary;
use crate::slices::Slices;
use crate::trial::{Again, Trial, Trials, trial_steps};
use crate::uncaught::{is_watched, throws_again};
use crate::unseen::Unseen;
use crate::weigh::Scales;

/// Inputs that a run stands for.
#[derive(Clone, Default)]
struct Region {
    /// What they satisfy.
    conds: Vec<Term>,
    /// Numbers that a run went on with as they were, and of which this is another try. There may be
    /// any number of values, so there is no third.
    pinned: Vec<Term>,
}

/// A branch that was not taken.
struct Branch {
    /// The conditions on the way to it that matter, and its own.
    region: Region,
    /// How many choices were made on the way, all counted.
    depth: usize,
    /// The values of the run that came by.
    model: Arc<Model>,
    place: Place,
    /// How promising it looked when it was met.
    promise: usize,
}

/// Searches for violations. The first run is made on the values of `seeds`; other inputs are zero.
///
/// The machine of the subject has to be one that tells of all calls which may be events
/// ([`wanted`]).
pub fn search(
    pool: &Pool,
    subject: &Subject,
    analysis: &Analysis,
    solver: &mut dyn Solver,
    options: &Options,
    seeds: &Model,
) -> Outcome {
    let started = Instant::now();
    let deadline = options.max_time.and_then(|most| started.checked_add(most));
    let stop = deadline.map_or_else(|| options.interrupt.clone(), |at| options.interrupt.until(at));
    let mut search = Search {
        pool,
        subject,
        solver,
        options,
        judge: Judge::new(analysis, options.sound_mode(), stop),
        slices: Slices::new(analysis, options.sound_slicing()),
        properties: analysis.properties().into(),
        dictionary: Dictionary::default(),
        narrow: Narrow::new(),
        waiting: Vec::new(),
        unjudged: 0,
        met: FxHashSet::default(),
        outcome: Outcome::default(),
        started,
        guard: Arc::new(Guard::of_search(options)),
    };
    search.run(seeds.clone(), &Region::default());
    search.go_on();
    search.finish()
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

struct Search<'a> {
    pool: &'a Pool,
    subject: &'a Subject,
    solver: &'a mut dyn Solver,
    options: &'a Options,
    judge: Judge<'a>,
    slices: Slices<'a>,
    properties: Arc<[Property]>,
    dictionary: Dictionary,
    /// What the characters may be in the region that is looked at.
    narrow: Narrow,
    waiting: Vec<Branch>,
    /// Branches that were met when the time was up, and not looked at.
    unjudged: u64,
    /// The places that the outcome tells of as met.
    met: FxHashSet<CodePlace>,
    outcome: Outcome,
    started: Instant,
    guard: Arc<Guard>,
}

impl<'a> Search<'a> {
    fn go_on(&mut self) {
        while !self.is_over() {
            let Some(branch) = self.select() else { break };
            // More may be known now than when it was met.
            if self.is_pruned(&branch.place) {
                continue;
            }
            self.outcome.queries += 1;
            match self.solver.check(self.pool, &branch.region.conds) {
                Verdict::Unsat => self.outcome.pruned.infeasible += 1,
                Verdict::Unknown(reason) => {
                    // Solvers stop when we do: that is no fault of the branch.
                    if self.guard.look().is_none() {
                        self.outcome.gaps.insert(Unseen::Undecided(reason.to_string()));
                    } else {
                        self.unjudged += 1;
                    }
                }
                Verdict::Sat => match self.solver.model(self.pool) {
                    Some(model) => {
                        let values = self.filled(&model, &branch);
                        self.run(values, &branch.region);
                    }
                    None => {
                        self.outcome.gaps.insert(Unseen::NoValues);
                    }
                },
            }
        }
    }

    fn is_over(&mut self) -> bool {
        let is_done = self.waiting.is_empty() && self.unjudged == 0;
        if is_done || self.options.first && self.outcome.has_findings() {
            return true;
        }
        if self.outcome.runs >= self.options.max_runs {
            self.outcome.limits.insert(Limit::Paths(self.options.max_runs));
            return true;
        }
        self.guard.poll().is_some()
    }

    /// The next branch: the most promising one, of those the deepest, of those the newest.
    fn select(&mut self) -> Option<Branch> {
        if !self.options.mode.guides() {
            return self.waiting.pop();
        }
        let best = self.waiting.iter().enumerate();
        let (at, _) = best.max_by_key(|(at, branch)| (branch.promise, branch.depth, *at))?;
        Some(self.waiting.remove(at))
    }

    /// The values of a model; what the conditions do not speak of is as in the run that came by.
    fn filled(&self, model: &Model, branch: &Branch) -> Model {
        let mut values = (*branch.model).clone();
        for var in self.pool.free_vars(&branch.region.conds) {
            let value = model.value(self.pool, var).expect("every input has values");
            values.set(var, value);
        }
        values
    }

    /// Leaves a branch out, if there is a reason.
    fn is_pruned(&mut self, place: &Place) -> bool {
        let pruned = &mut self.outcome.pruned;
        let count = match self.judge.rule(place) {
            Ruling::Keep(_) => return false,
            Ruling::Harmless => &mut pruned.harmless,
            Ruling::Equivalent => &mut pruned.equivalent,
            Ruling::Irrelevant => &mut pruned.irrelevant,
        };
        *count += 1;
        true
    }

    /// Makes a run for a region, and lets the branches wait that it did not take.
    fn run(&mut self, values: Model, region: &Region) {
        let dictionary = std::mem::take(&mut self.dictionary);
        let mut recorder = Recorder::new(Arc::clone(&self.properties), dictionary);
        recorder.traces = self.slices.wants_traces() && self.judge.distrust.is_empty();
        let recorder = Arc::new(Mutex::new(recorder));
        let follower: SharedFollower = Arc::<Mutex<Recorder>>::clone(&recorder);
        let begun = Instant::now();
        let mut host = Concolic::new(self.pool, values, self.options.max_steps, &self.guard);
        let ended = self.subject.run_followed(&mut host, follower);
        self.outcome.runs += 1;
        let mut recorder = recorder.lock().unwrap_or_else(PoisonError::into_inner);
        self.dictionary = std::mem::take(&mut recorder.dictionary);
        match &ended {
            Ok(exit @ (Exit::Finished(_) | Exit::Failed(_))) => {
                recorder.end();
                self.outcome.note_exit(exit);
            }
            Ok(exit) => self.outcome.note_exit(exit),
            Err(_) => self.note_stop(&host),
        }
        self.outcome.gaps.extend(recorder.doubts.iter().cloned().map(Unseen::Events));
        self.judge.compare(&recorder);
        let took = begun.elapsed();
        self.note_violation(&recorder, &host, took);
        if let (Ok(Exit::Failed(failure)), None) = (&ended, &recorder.broken) {
            self.note_uncaught(failure, &recorder, &host, took);
        }
        self.offer(&recorder, &host, region);
    }

    fn note_stop(&mut self, host: &Concolic<'_>) {
        let why = match &host.stop {
            Some(Stop::Gap(gap)) => Unseen::NotModelled(gap.what.clone()),
            Some(Stop::Steps(steps)) => Unseen::TooLong(*steps),
            Some(Stop::Stuck) => Unseen::Stuck,
            // What ends all runs is told once.
            Some(Stop::Limit(_)) => {
                self.unjudged += 1;
                return;
            }
            // A violation ends a run.
            None => return,
        };
        self.outcome.gaps.insert(why);
    }

    fn note_violation(&mut self, recorder: &Recorder, host: &Concolic<'_>, took: Duration) {
        let Some(broken) = &recorder.broken else { return };
        let essence = self.judge.essence(recorder, &broken.history);
        if !self.judge.add(broken.property, &essence) {
            return;
        }
        let after = self.started.elapsed();
        let again = |run: &Recorder, _: &Result<Exit, Halt>| {
            let (now, then) = (run.broken.as_ref(), broken);
            now.is_some_and(|now| now.property == then.property && now.history == then.history)
        };
        let spare = self.spare();
        let better = self.better(host, &again, &spare);
        let (recorder, host) = better.as_ref().map_or((recorder, host), Trial::parts);
        let second = SecondRun::of(took, self.options.max_steps);
        let mut violation =
            explain(self.pool, self.subject, &mut self.judge, recorder, host, &second);
        (violation.run, violation.after) = (self.outcome.runs, after);
        let property = broken.property;
        let again = |run: &Recorder, _: &Result<Exit, Halt>| {
            run.broken.as_ref().is_some_and(|broken| broken.property == property)
        };
        self.weigh(&mut violation.inputs, host, &again, &spare);
        self.outcome.violations.push(violation);
    }

    fn note_uncaught(
        &mut self,
        failure: &Failure,
        recorder: &Recorder,
        host: &Concolic<'_>,
        took: Duration,
    ) {
        if !is_watched(failure, self.options.watch) {
            return;
        }
        let mut known = self.outcome.uncaught.iter_mut();
        if let Some(known) = known.find(|known| known.failure == *failure) {
            known.more_runs += 1;
            return;
        }
        let again = |_: &Recorder, ended: &Result<Exit, Halt>| matches!(ended, Ok(Exit::Failed(other)) if other == failure);
        let spare = self.spare();
        let better = self.better(host, &again, &spare);
        let (recorder, host) = better.as_ref().map_or((recorder, host), Trial::parts);
        let mut inputs = inputs_of(self.pool, host, |_| Weight::Unclear);
        self.weigh(&mut inputs, host, &again, &spare);
        let second = SecondRun::of(took, self.options.max_steps);
        self.outcome.uncaught.push(Uncaught {
            failure: failure.clone(),
            run: self.outcome.runs,
            more_runs: 0,
            inputs,
            lines: recorder.thrown.clone(),
            replay: throws_again(self.pool, self.subject, &host.model, failure, &second),
        });
    }

    /// The limits of what is done to make a finding plainer.
    fn spare(&self) -> Arc<Guard> {
        Arc::new(Guard::of_trials(self.options, self.started.elapsed()))
    }

    /// The same violation with nicer values, if that is wanted and there are any.
    fn better(
        &self,
        host: &Concolic<'_>,
        again: &Again<'_>,
        guard: &Arc<Guard>,
    ) -> Option<Trial<'a>> {
        if !self.options.weigh || guard.look().is_some() {
            return None;
        }
        let steps = trial_steps(host.steps()).min(self.options.max_steps);
        let trials = Trials::new(self.pool, self.subject, &self.properties, steps, again, guard);
        let values = trials.pleasant(host);
        trials.run(values).filter(|trial| again(&trial.recorder, &trial.ended))
    }

    /// Finds out which inputs matter, if that is wanted. `again` says whether a run shows the same.
    fn weigh(
        &mut self,
        inputs: &mut [InputSeen],
        host: &Concolic<'_>,
        again: &Again<'_>,
        guard: &Arc<Guard>,
    ) {
        if !self.options.weigh || guard.look().is_some() {
            return;
        }
        let steps = trial_steps(host.steps()).min(self.options.max_steps);
        let trials = Trials::new(self.pool, self.subject, &self.properties, steps, again, guard);
        let scales = Scales { pool: self.pool, solver: &mut *self.solver, host, trials: &trials };
        for (seen, weight) in inputs.iter_mut().zip(scales.weights()) {
            seen.weight = weight;
        }
    }

    /// Lets the branches wait that a run did not take.
    fn offer(&mut self, recorder: &Recorder, host: &Concolic<'_>, region: &Region) {
        if self.guard.met().is_some() {
            self.unjudged += host.choices.iter().flatten().count() as u64;
            return;
        }
        let model = Arc::new(host.model.clone());
        let known: FxHashSet<Term> = region.conds.iter().copied().collect();
        let needed = self.slice(recorder, host, &known);
        let mut before = region.clone();
        self.narrow.restart();
        region.conds.iter().for_each(|cond| self.narrow.assume(self.pool, *cond));
        let mut last: Option<(Arc<Preset>, StagesId)> = None;
        for (index, choice) in host.choices.iter().enumerate() {
            // What holds in the whole region has no other side.
            let Some(choice) = choice.as_ref().filter(|choice| !known.contains(&choice.cond()))
            else {
                continue;
            };
            let open = self.open(choice);
            if open.is_empty() {
                continue;
            }
            let mut matters = true;
            if let Some(place) = recorder.choices.get(index) {
                // The way to a choice may be thousands of calls deep.
                if self.guard.look().is_some() {
                    self.unjudged += open.len() as u64;
                    continue;
                }
                let stages = match &last {
                    Some((preset, stages)) if Arc::ptr_eq(preset, &place.preset) => *stages,
                    _ => self.judge.stages(recorder, &place.preset),
                };
                last = Some((Arc::clone(&place.preset), stages));
                self.meet(recorder, &place.places);
                let count = choice.conds.len();
                let needed = needed.as_ref().and_then(|needed| needed.get(index).copied());
                let places = self.judge.places(recorder, &place.places, stages, count, needed);
                matters = places.iter().all(|place| self.judge.matters(place));
                let places = open.into_iter().map(|at| (at, places[at].clone())).collect();
                self.offer_choice(choice, places, &before, index + 1, &model);
            }
            if matters {
                before.conds.push(choice.cond());
                self.narrow.assume(self.pool, choice.cond());
            }
        }
    }

    /// The alternatives that were not taken and may hold in the region so far, as far as that is plain
    /// from the characters.
    fn open(&mut self, choice: &Choice) -> Vec<usize> {
        let others = (0..choice.conds.len()).filter(|index| *index != choice.taken);
        others.filter(|index| self.narrow.may_hold(self.pool, choice.conds[*index])).collect()
    }

    fn meet(&mut self, recorder: &Recorder, places: &[CodePlace]) {
        for place in places {
            if self.met.insert(*place) {
                let (class, method, descriptor) = recorder.methods[&place.method].clone();
                self.outcome.met.push(Met { class, method, descriptor, index: place.index });
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
        // Nobody knows how a run goes on that was stopped.
        let trace = recorder.trace.as_ref().filter(|_| host.stop.is_none())?;
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

    fn offer_choice(
        &mut self,
        choice: &Choice,
        places: Vec<(usize, Place)>,
        before: &Region,
        depth: usize,
        model: &Arc<Model>,
    ) {
        if choice.pins.is_some_and(|number| before.pinned.contains(&number)) {
            return;
        }
        for (index, place) in places {
            if self.is_pruned(&place) {
                continue;
            }
            let promise = match self.judge.rule(&place) {
                Ruling::Keep(promise) => promise,
                Ruling::Harmless | Ruling::Equivalent | Ruling::Irrelevant => 0,
            };
            let mut region = before.clone();
            region.conds.push(choice.conds[index]);
            region.pinned.extend(choice.pins);
            let model = Arc::clone(model);
            self.waiting.push(Branch { region, depth, model, place, promise });
        }
    }

    fn finish(mut self) -> Outcome {
        self.outcome.left = self.waiting.len() as u64 + self.unjudged;
        self.outcome.sliced = self.slices.counts;
        for note in self.subject.notes() {
            match note.is_assumption() {
                true => self.outcome.assumed.insert(note),
                false => self.outcome.gaps.insert(Unseen::Simplified(note)),
            };
        }
        self.outcome.limits.extend(self.guard.met().filter(|_| self.outcome.left > 0));
        let has_use = self.options.mode.prunes() || self.options.mode == Mode::Guide;
        if has_use && !self.properties.is_empty() {
            self.outcome.distrust = self.judge.distrust;
        }
        self.outcome
    }
}
