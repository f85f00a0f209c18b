//! Whether a branch that was not taken is worth taking.
//!
//! The paper's algorithm 2, with its three reasons to leave a branch out, in its order: no combination
//! of objects can come to a violation behind it (the intersection of Preset and Postset is empty); all
//! violations behind it are like ones found before; no event depends on it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use flow::{Bits, Future, Standing};
use jvm_flow::{Analysis, Birth, Bound, Concerns, Essence, Essences, Spot, Stage, Top, Tuple};
use lang_jvm::CodePlace;
use machine::Pruned;
use rustc_hash::FxHashMap;
use solve::Interrupt;
use typestate::{Object, State};

use crate::options::Mode;
use crate::recorder::{History, ObjectSeen, Preset, Recorder};

/// Where a branch is that was not taken.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    /// The instruction of the application; none if it is not known to the analysis.
    pub(crate) spot: Option<Spot>,
    /// Whether an event of the run depends on it, if its path was sliced.
    needed: Option<bool>,
    stack: StackId,
    stages: StagesId,
}

/// Where the methods of a run go on, by a number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct StackId(u32);

/// The combinations of a run, by a number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct StagesId(u32);

/// Gives numbers to values; equal ones have the same.
struct Numbers<T>(FxHashMap<Arc<T>, u32>, Vec<Arc<T>>);

impl<T: Eq + std::hash::Hash> Numbers<T> {
    fn new() -> Numbers<T> {
        Numbers(FxHashMap::default(), Vec::new())
    }

    fn of(&mut self, value: T) -> u32 {
        if let Some(known) = self.0.get(&value) {
            return *known;
        }
        let (value, number) = (Arc::new(value), self.1.len() as u32);
        self.0.insert(Arc::clone(&value), number);
        self.1.push(value);
        number
    }
}

/// The combinations of each property, as the analysis sees them.
type Stages = Vec<Vec<(Tuple, State, Essence)>>;

/// A future, by a number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct FutureId(u32);

/// What may become of combinations of objects, found once for all that the same events concern.
#[derive(Default)]
struct Futures {
    all: Vec<Future>,
    by_concerns: FxHashMap<(usize, Concerns), FutureId>,
    by_tuple: FxHashMap<(usize, Tuple), FutureId>,
    /// The states from which a violation may be reached.
    bad: FxHashMap<(FutureId, StackId), Arc<Bits>>,
}

/// In how many states combinations are that may come to a violation: to any, and to a new one.
type Reachable = (usize, usize);

/// What is known so far, and what may be left out because of it.
pub(crate) struct Judge<'a> {
    pub(crate) analysis: &'a Analysis,
    mode: Mode,
    /// The essences of the violations of each property.
    found: Vec<Essences>,
    futures: Futures,
    /// When to stop.
    stop: Interrupt,
    fresh: Vec<Vec<Tuple>>,
    stacks: Numbers<Vec<Standing>>,
    stages: Numbers<Stages>,
    /// What was found out about branches, as long as no violation is added: runs come by the same
    /// places with the same combinations again and again.
    reachable: FxHashMap<(StackId, StagesId), Reachable>,
    /// Why the analysis is not believed any more.
    pub(crate) distrust: BTreeSet<String>,
}

impl<'a> Judge<'a> {
    pub(crate) fn new(analysis: &'a Analysis, mode: Mode, stop: Interrupt) -> Judge<'a> {
        let count = analysis.properties().len();
        Judge {
            analysis,
            mode,
            found: vec![Essences::default(); count],
            futures: Futures::default(),
            stop,
            fresh: (0..count).map(|property| analysis.tuples(property).to_vec()).collect(),
            stacks: Numbers::new(),
            stages: Numbers::new(),
            reachable: FxHashMap::default(),
            distrust: analysis.holes().map(str::to_owned).collect(),
        }
    }

    /// Adds a violation. Whether it is like none before.
    pub(crate) fn add(&mut self, property: usize, essence: &Essence) -> bool {
        let is_new = self.found[property].insert(essence);
        if is_new {
            self.futures = Futures::default();
            self.reachable.clear();
        }
        is_new
    }

    /// How promising a branch is, the more the better, or why it is left out.
    pub(crate) fn rule(&mut self, place: &Place) -> Result<usize, Pruned> {
        if self.mode == Mode::Dfs || place.spot.is_none() || !self.distrust.is_empty() {
            return Ok(0);
        }
        let matters = self.matters(place);
        if self.mode == Mode::Slice {
            return if matters { Ok(0) } else { Err(Pruned::Irrelevant) };
        }
        let (any, new) = self.reachable(place);
        match (self.mode, any, new) {
            (Mode::Guide, any, _) => Ok(any),
            (_, 0, _) => Err(Pruned::Harmless),
            (_, _, 0) => Err(Pruned::Equivalent),
            _ if !matters => Err(Pruned::Irrelevant),
            (_, any, _) => Ok(any),
        }
    }

    /// Whether some event depends on the branch, as far as that is examined.
    pub(crate) fn matters(&self, place: &Place) -> bool {
        let Some(spot) = place.spot.filter(|_| self.mode.prunes()) else { return true };
        let needed = || place.needed.unwrap_or_else(|| self.analysis.matters(spot));
        !self.distrust.is_empty() || needed()
    }

    fn reachable(&mut self, place: &Place) -> Reachable {
        let key = (place.stack, place.stages);
        if let Some(known) = self.reachable.get(&key) {
            return *known;
        }
        let stages = Arc::clone(&self.stages.1[place.stages.0 as usize]);
        let found = self.find_reachable(place.stack, &stages);
        self.reachable.insert(key, found);
        found
    }

    fn find_reachable(&mut self, stack: StackId, stages: &Stages) -> Reachable {
        let (mut any, mut new) = (BTreeSet::new(), BTreeSet::new());
        for (property, live) in stages.iter().enumerate() {
            for (tuple, state, essence) in live {
                let own = (property, Some(*state));
                // Another one in the same state makes no difference.
                if any.contains(&own) && new.contains(&own) {
                    continue;
                }
                let stage = Stage::In(*state, essence);
                let (is_any, is_new) = self.is_bad(property, tuple, stage, stack);
                any.extend(is_any.then_some(own));
                new.extend(is_new.then_some(own));
            }
            let (is_any, is_new) = self.is_unborn_bad(property, live, stack);
            any.extend(is_any.then_some((property, None)));
            new.extend(is_new.then_some((property, None)));
        }
        (any.len(), new.len())
    }

    /// Whether a combination that no event has concerned so far may come to a violation: to any, and to
    /// a new one.
    fn is_unborn_bad(
        &mut self,
        property: usize,
        live: &[(Tuple, State, Essence)],
        stack: StackId,
    ) -> (bool, bool) {
        let (mut any, mut new) = (false, false);
        let mut order = std::mem::take(&mut self.fresh[property]);
        for at in 0..order.len() {
            let tuple = &order[at];
            let is_born = || live.iter().any(|(other, ..)| other == tuple);
            if self.analysis.is_single(tuple) && is_born() {
                continue;
            }
            let found = self.is_bad(property, tuple, Stage::Unborn, stack);
            (any, new) = (any || found.0, new || found.1);
            if any && new {
                // Elsewhere it is likely to be the same one.
                order[..=at].rotate_right(1);
                break;
            }
        }
        self.fresh[property] = order;
        (any, new)
    }

    /// Whether a combination may come to a violation: to any, and to a new one. What cannot happen to
    /// objects of which nothing is known cannot happen to any.
    fn is_bad(
        &mut self,
        property: usize,
        tuple: &[Bound],
        stage: Stage<'_>,
        stack: StackId,
    ) -> (bool, bool) {
        let (new, any) = self.analysis.numbers(&self.found[property], stage);
        let anything: Tuple = vec![Bound::Free; tuple.len()];
        let mut found = (true, true);
        for tuple in [anything, tuple.to_vec()] {
            if found == (false, false) {
                break;
            }
            if let Some(bad) = self.bad(property, tuple, stack) {
                found = (found.0 && bad.contains(any), found.1 && bad.contains(new));
            }
        }
        found
    }

    /// The states from which a combination may come to a violation; none if there was no time to find
    /// out.
    fn bad(&mut self, property: usize, tuple: Tuple, stack: StackId) -> Option<Arc<Bits>> {
        let future = self.future(property, tuple)?;
        if let Some(known) = self.futures.bad.get(&(future, stack)) {
            return Some(Arc::clone(known));
        }
        let standing = &self.stacks.1[stack.0 as usize];
        let bad = Arc::new(self.futures.all[future.0 as usize].violating_in(standing));
        self.futures.bad.insert((future, stack), Arc::clone(&bad));
        Some(bad)
    }

    fn future(&mut self, property: usize, tuple: Tuple) -> Option<FutureId> {
        let key = (property, tuple);
        if let Some(known) = self.futures.by_tuple.get(&key) {
            return Some(*known);
        }
        let concerns = (property, self.analysis.concerns(property, &key.1));
        let id = match self.futures.by_concerns.get(&concerns) {
            Some(known) => *known,
            None => self.add_future(concerns, &key.1)?,
        };
        self.futures.by_tuple.insert(key, id);
        Some(id)
    }

    fn add_future(&mut self, concerns: (usize, Concerns), tuple: &[Bound]) -> Option<FutureId> {
        let property = concerns.0;
        let stop = || self.stop.is_raised();
        let future = self.analysis.future(property, tuple, &self.found[property], &stop);
        let Some(future) = future else {
            let why = "there was no time to find out what may lie behind branches";
            self.distrust.insert(why.to_owned());
            return None;
        };
        let id = FutureId(self.futures.all.len() as u32);
        self.futures.all.push(future);
        self.futures.by_concerns.insert(concerns, id);
        Some(id)
    }

    /// Where the alternatives of a choice are: one place for each.
    pub(crate) fn places(
        &mut self,
        run: &Recorder,
        at: &[CodePlace],
        stages: StagesId,
        alternatives: usize,
        needed: Option<bool>,
    ) -> Vec<Place> {
        let spots: Option<Vec<Spot>> = at.iter().map(|place| self.spot(run, *place)).collect();
        let nowhere =
            Place { spot: None, needed, stack: StackId(self.stacks.of(Vec::new())), stages };
        let Some(spots) = spots else { return vec![nowhere; alternatives] };
        let Some((top, calls)) = spots.split_last() else { return vec![nowhere; alternatives] };
        let jump = self.analysis.jump(*top).filter(|_| alternatives == 2);
        let mut places = Vec::new();
        for index in 0..alternatives {
            let stands = match (jump, index) {
                (Some((to, _)), 0) => Top::At(to),
                (Some((_, behind)), _) => Top::At(behind),
                (None, _) => Top::In(*top),
            };
            let stack = self.analysis.standing(calls, stands);
            let stack = StackId(self.stacks.of(stack));
            places.push(Place { spot: Some(*top), needed, stack, stages });
        }
        places
    }

    /// The instruction of the analysis for one of a run.
    pub(crate) fn spot(&mut self, run: &Recorder, place: CodePlace) -> Option<Spot> {
        let (class, name, descriptor) = run.methods.get(&place.method)?;
        let found = self.analysis.spot(class, name, descriptor, place.index as usize);
        if found.is_none() {
            let method = format!("{}.{name}", class.replace('/', "."));
            self.distrust.insert(format!("{method} ran, which was not expected"));
        }
        found
    }

    /// The methods of a run, by the numbers that the machine has for them: any instruction of each.
    pub(crate) fn methods(&mut self, run: &Recorder) -> BTreeMap<u32, Spot> {
        let entry = |method: &u32| CodePlace { method: *method, index: 0 };
        let methods = run.methods.keys();
        methods.filter_map(|method| Some((*method, self.spot(run, entry(method))?))).collect()
    }

    /// The combinations of a run, as the analysis sees them.
    pub(crate) fn stages(&mut self, run: &Recorder, preset: &Preset) -> StagesId {
        let mut stages = Stages::new();
        for (property, combinations) in preset.iter().enumerate() {
            let count = self.analysis.properties()[property].params.len();
            let mut found = Vec::new();
            for (objects, state, history) in combinations {
                let tuple = (0..count).map(|param| match objects.object(param) {
                    Some(object) => self.bound(run, object),
                    None => Bound::Free,
                });
                let tuple: Tuple = tuple.collect();
                let tuple = self.analysis.site_groups(property, &tuple);
                let stage = (tuple, *state, self.essence(run, history));
                // Objects of the same places with the same past have the same future.
                if !found.contains(&stage) {
                    found.push(stage);
                }
            }
            stages.push(found);
        }
        StagesId(self.stages.of(stages))
    }

    /// The essence of a history.
    pub(crate) fn essence(&mut self, run: &Recorder, history: &History) -> Essence {
        let spots = history.iter().map(|(letter, place)| Some((*letter, self.spot(run, *place)?)));
        let spots: Vec<_> = spots.collect();
        let analysis = self.analysis;
        spots
            .into_iter()
            .flatten()
            .map(|(letter, spot)| (letter, analysis.event_point(spot)))
            .collect()
    }

    fn bound(&mut self, run: &Recorder, object: Object) -> Bound {
        if let Some(param) = run.params.get(&object) {
            return self.analysis.bound(Birth::Param(*param), "");
        }
        let Some(ObjectSeen { class, birth }) = run.objects.get(&object) else {
            return Bound::Free;
        };
        let birth = match *birth {
            None => Birth::Outside,
            Some((place, own, is_only_one)) => match (self.spot(run, place), own) {
                (None, _) => Birth::Outside,
                (Some(spot), true) => Birth::Own(spot),
                (Some(spot), false) => Birth::Library(spot, is_only_one),
            },
        };
        self.analysis.bound(birth, class)
    }

    /// Compares the events of a run with what the analysis expected of them.
    pub(crate) fn compare(&mut self, run: &Recorder) {
        for (place, why) in &run.wild {
            if self.spot(run, *place).is_none_or(|spot| self.analysis.is_wild_at(spot)) {
                self.distrust.insert(why.clone());
            }
        }
        for event in &run.events {
            let Some(spot) = self.spot(run, event.at) else { continue };
            let objects: Vec<(usize, Bound)> = event
                .objects
                .objects()
                .map(|(param, object)| (param, self.bound(run, object)))
                .collect();
            if !self.analysis.expects(event.property, event.decl, spot, &objects) {
                let (file, line, method) = self.analysis.place(spot);
                let line = line.map_or(String::new(), |line| format!(":{line}"));
                let place = file.map_or(method, |file| format!("{file}{line}"));
                self.distrust.insert(format!("an event at {place} was not expected"));
            }
        }
    }
}
