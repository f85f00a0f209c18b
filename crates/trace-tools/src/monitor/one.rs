//! One parameter that stands for every value.
//!
//! Values that are in the same state are one *group*, so an event moves groups, not values: only the
//! values that occur in it are visited one by one. Groups that come to the same state are merged
//! (union-find). The first group is that of all values that have not occurred; what falls back into
//! it is forgotten.

use std::hash::{Hash, Hasher};

use hashbrown::{Equivalent, HashMap};
use rustc_hash::{FxBuildHasher, FxHashMap};
use smallvec::SmallVec;
use trace::OpId;

use super::{Class, Core, Instance, Lost, MonitorError, Places};
use crate::log::{Logged, Value};
use crate::monitor::code::{Env, Plain};
use crate::monitor::states::States;
use crate::oracle::Oracle;

struct Group {
    parent: u32,
    state: u32,
    /// How many values it has, those merged into it included.
    size: usize,
}

#[derive(Clone, Copy)]
struct Entry {
    group: u32,
    since: u64,
}

pub(super) struct One {
    /// Which parameter.
    param: usize,
    /// By operation, the places that are of the sort of the parameter.
    watched: Vec<SmallVec<[usize; 2]>>,
    groups: Vec<Group>,
    of_state: FxHashMap<u32, u32>,
    live: Vec<u32>,
    /// The group of all values that have not occurred.
    others: u32,
    entries: HashMap<Value<'static>, Entry, FxBuildHasher>,
    /// Values that the property names are followed one by one and never forgotten.
    named: Vec<(Value<'static>, u32)>,
    /// By state, for a value that the property does not name.
    lost: Vec<Option<Lost>>,
}

/// A value of the event with its state before.
struct Touched<'x, 'v> {
    value: &'x Value<'v>,
    before: u32,
}

/// Values that came to another state in which the property may be lost.
type Suspects = SmallVec<[(u32, Value<'static>); 2]>;

/// Lookup without owning the text.
struct Key<'x, 'v>(&'x Value<'v>);

impl Hash for Key<'_, '_> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.0.hash(hasher);
    }
}

impl Equivalent<Value<'static>> for Key<'_, '_> {
    fn equivalent(&self, key: &Value<'static>) -> bool {
        self.0 == key
    }
}

impl One {
    pub(super) fn new(core: &Core<'_>) -> One {
        let param = core.every()[0];
        let (pool, alphabet) = (core.ctx.pool, core.ctx.alphabet);
        let sort = pool.sort(core.params[param].var);
        let watched = alphabet.ops().map(|op| {
            let places = alphabet.op(op).places().iter().enumerate();
            places.filter(|(_, place)| place.sort == sort).map(|(at, _)| at).collect()
        });
        One {
            param,
            watched: watched.collect(),
            groups: vec![Group { parent: 0, state: 0, size: 0 }],
            of_state: FxHashMap::from_iter([(0, 0)]),
            live: vec![0],
            others: 0,
            entries: HashMap::default(),
            named: core.named[param].iter().map(|value| (value.clone(), 0)).collect(),
            lost: Vec::new(),
        }
    }

    pub(super) fn len(&self) -> usize {
        self.entries.len() + self.named.len() + 1
    }

    /// Every kind of value that the property tells apart, before anything happens.
    pub(super) fn kinds(&self, core: &Core<'_>) -> Vec<(Vec<Class>, Instance)> {
        let named = self.named.iter().enumerate().map(|(at, (value, _))| {
            (vec![Class::Named(at)], self.instance(core, Some(value.clone())))
        });
        let other = (vec![Class::SameAs(self.param)], self.instance(core, None));
        std::iter::once(other).chain(named).collect()
    }

    pub(super) fn read(
        &mut self,
        core: &mut Core<'_>,
        op: Option<OpId>,
        event: &Logged<'_>,
        places: &[Plain<'_>],
        now: u64,
        oracle: &mut Oracle<'_>,
    ) -> Result<Option<Instance>, MonitorError> {
        let (moved, suspects) = self.move_all(core, op, event, places, now)?;
        if let Some(instance) = self.step_named(core, op, places, oracle)? {
            return Ok(Some(instance));
        }
        for (state, value) in suspects {
            if self.is_lost(core, state, oracle) {
                return Ok(Some(self.instance(core, Some(value))));
            }
        }
        Ok(if moved { self.lost_group(core, oracle) } else { None })
    }

    /// Moves the groups, then the values of the event. Whether a group came to another state, and
    /// the values that did.
    fn move_all(
        &mut self,
        core: &mut Core<'_>,
        op: Option<OpId>,
        event: &Logged<'_>,
        places: &[Plain<'_>],
        now: u64,
    ) -> Result<(bool, Suspects), MonitorError> {
        let Core { states, given, .. } = core;
        let plain = given.iter().map(|value| value.as_ref().map_or(Plain::Fresh(0), Plain::from));
        let mut params: Places<'_> = plain.collect();
        let touched = self.touched(op, event);
        let moved = self.step_groups(states, op, Env { places, params: &params })?;
        let mut suspects = Suspects::new();
        for one in touched {
            params[self.param] = Plain::from(one.value);
            let after = states.step(one.before, op, Env { places, params: &params })?;
            self.assign(one.value, after, now);
            if after != one.before && !matches!(self.lost.get(after as usize), Some(Some(Lost::No)))
            {
                suspects.push((after, one.value.clone().into_owned()));
            }
        }
        Ok((moved, suspects))
    }

    /// The values of the event that the parameter may have, each once, with their states.
    fn touched<'x, 'v>(
        &mut self,
        op: Option<OpId>,
        event: &'x Logged<'v>,
    ) -> SmallVec<[Touched<'x, 'v>; 2]> {
        let mut touched: SmallVec<[Touched<'x, 'v>; 2]> = SmallVec::new();
        let Some(op) = op else { return touched };
        for at in 0..self.watched[op.index()].len() {
            let place = self.watched[op.index()][at];
            let value = event.args.get(place).or(event.result.as_ref());
            let value = value.expect("the event fits its declaration");
            let again = touched.iter().any(|one| one.value == value);
            let named = self.named.iter().any(|(named, _)| named == value);
            if !again && !named {
                touched.push(Touched { value, before: self.state_of(value) });
            }
        }
        touched
    }

    fn state_of(&mut self, value: &Value<'_>) -> u32 {
        let group = self.entries.get(&Key(value)).map_or(self.others, |entry| entry.group);
        let root = self.find(group);
        self.groups[root as usize].state
    }

    /// Moves every group as values move that do not occur in the event. Whether any state changed.
    fn step_groups(
        &mut self,
        states: &mut States<'_>,
        op: Option<OpId>,
        env: Env<'_>,
    ) -> Result<bool, MonitorError> {
        self.sweep_if_large();
        let (groups, of_state, others) = (&self.groups, &mut self.of_state, self.others);
        self.live.retain(|group| {
            let Group { state, size, .. } = groups[*group as usize];
            let keep = *group == others || size > 0;
            if !keep {
                of_state.remove(&state);
            }
            keep
        });
        let mut next: SmallVec<[(u32, u32); 8]> = SmallVec::new();
        let mut moved = false;
        for group in &self.live {
            let before = self.groups[*group as usize].state;
            let after = states.step(before, op, env)?;
            moved |= after != before;
            next.push((*group, after));
        }
        if moved {
            self.regroup(&next);
        }
        Ok(moved)
    }

    fn regroup(&mut self, next: &[(u32, u32)]) {
        self.of_state.clear();
        self.live.clear();
        for (group, state) in next {
            match self.of_state.get(state).copied() {
                None => {
                    self.groups[*group as usize].state = *state;
                    self.of_state.insert(*state, *group);
                    self.live.push(*group);
                }
                Some(root) => {
                    self.groups[*group as usize].parent = root;
                    self.groups[root as usize].size += self.groups[*group as usize].size;
                    if *group == self.others {
                        self.others = root;
                    }
                }
            }
        }
    }

    /// Puts a value into the group of its state, or forgets it.
    fn assign(&mut self, value: &Value<'_>, state: u32, now: u64) {
        let known = self.entries.get(&Key(value)).copied();
        let old = known.map(|entry| self.find(entry.group));
        if let Some(old) = old {
            self.groups[old as usize].size -= 1;
        }
        if state == self.groups[self.others as usize].state {
            self.entries.remove(&Key(value));
            return;
        }
        let group = self.group_of(state);
        self.groups[group as usize].size += 1;
        let stays = known.filter(|_| old != Some(self.others));
        let since = stays.map_or(now, |entry| entry.since);
        match self.entries.get_mut(&Key(value)) {
            Some(entry) => *entry = Entry { group, since },
            None => {
                self.entries.insert(value.clone().into_owned(), Entry { group, since });
            }
        }
    }

    fn group_of(&mut self, state: u32) -> u32 {
        if let Some(group) = self.of_state.get(&state) {
            return *group;
        }
        let group = self.groups.len() as u32;
        self.groups.push(Group { parent: group, state, size: 0 });
        self.of_state.insert(state, group);
        self.live.push(group);
        group
    }

    fn find(&mut self, mut group: u32) -> u32 {
        while self.groups[group as usize].parent != group {
            let parent = self.groups[group as usize].parent;
            let above = self.groups[parent as usize].parent;
            self.groups[group as usize].parent = above;
            group = above;
        }
        group
    }

    /// Forgets values that fell back, and groups that were merged, once they are many.
    fn sweep_if_large(&mut self) {
        let slack = 1024 + self.entries.len() / 2;
        let stale = self.groups[self.others as usize].size;
        if stale <= slack && self.groups.len() <= slack {
            return;
        }
        let mut entries = std::mem::take(&mut self.entries);
        entries.retain(|_, entry| {
            entry.group = self.find(entry.group);
            entry.group != self.others
        });
        let number: FxHashMap<u32, u32> =
            self.live.iter().enumerate().map(|(new, old)| (*old, new as u32)).collect();
        entries.values_mut().for_each(|entry| entry.group = number[&entry.group]);
        let groups = self.live.iter().enumerate().map(|(new, old)| {
            let Group { state, size, .. } = self.groups[*old as usize];
            let size = if *old == self.others { 0 } else { size };
            Group { parent: new as u32, state, size }
        });
        self.groups = groups.collect();
        self.others = number[&self.others];
        self.live = (0..self.groups.len() as u32).collect();
        self.of_state = self.live.iter().map(|at| (self.groups[*at as usize].state, *at)).collect();
        self.entries = entries;
    }

    fn step_named(
        &mut self,
        core: &mut Core<'_>,
        op: Option<OpId>,
        places: &[Plain<'_>],
        oracle: &mut Oracle<'_>,
    ) -> Result<Option<Instance>, MonitorError> {
        for at in 0..self.named.len() {
            let (value, before) = self.named[at].clone();
            let after = {
                let Core { states, given, .. } = &mut *core;
                let plain = given.iter().map(|given| Plain::from(given.as_ref().unwrap_or(&value)));
                let params: Places<'_> = plain.collect();
                states.step(before, op, Env { places, params: &params })?
            };
            self.named[at].1 = after;
            if after != before && core.is_lost(after, vec![Class::Named(at)], oracle) == Lost::Yes {
                return Ok(Some(self.instance(core, Some(value))));
            }
        }
        Ok(None)
    }

    fn is_lost(&mut self, core: &mut Core<'_>, state: u32, oracle: &mut Oracle<'_>) -> bool {
        let at = state as usize;
        if self.lost.len() <= at {
            self.lost.resize(at + 1, None);
        }
        let class = vec![Class::SameAs(self.param)];
        let lost = &mut self.lost[at];
        *lost.get_or_insert_with(|| core.is_lost(state, class, oracle)) == Lost::Yes
    }

    /// A value in a group that is lost for good.
    fn lost_group(&mut self, core: &mut Core<'_>, oracle: &mut Oracle<'_>) -> Option<Instance> {
        for group in self.live.clone() {
            let Group { state, size, .. } = self.groups[group as usize];
            if (group == self.others || size > 0) && self.is_lost(core, state, oracle) {
                let value = if group == self.others { None } else { self.member(group) };
                return Some(self.instance(core, value));
            }
        }
        None
    }

    /// The value that has been in a group's company longest.
    fn member(&self, group: u32) -> Option<Value<'static>> {
        let members = self.entries.iter().filter(|(_, entry)| self.root(entry.group) == group);
        members.min_by_key(|(value, entry)| (entry.since, *value)).map(|(value, _)| value.clone())
    }

    fn root(&self, mut group: u32) -> u32 {
        while self.groups[group as usize].parent != group {
            group = self.groups[group as usize].parent;
        }
        group
    }

    fn instance(&self, core: &Core<'_>, value: Option<Value<'static>>) -> Instance {
        let entry = value.as_ref().and_then(|value| self.entries.get(&Key(value)));
        let since = entry.map(|entry| entry.since);
        let mut values = core.given.clone();
        values[self.param] = value;
        Instance { values, since }
    }

    /// Values for which a log that ends here lacks the property; one that occurs, if there is one.
    pub(super) fn end(&self, core: &Core<'_>) -> Option<Instance> {
        let accepts = |state: u32| core.states.accepts(state);
        let bad = |group: &&u32| {
            let Group { state, size, .. } = self.groups[**group as usize];
            **group != self.others && size > 0 && !accepts(state)
        };
        let members = self.live.iter().filter(bad).filter_map(|group| self.member(*group));
        if let Some(value) = members.min_by_key(|value| {
            (self.entries.get(&Key(value)).map(|entry| entry.since), value.clone())
        }) {
            return Some(self.instance(core, Some(value)));
        }
        if let Some((value, _)) = self.named.iter().find(|(_, state)| !accepts(*state)) {
            return Some(self.instance(core, Some(value.clone())));
        }
        let others = self.groups[self.others as usize].state;
        (!accepts(others)).then(|| self.instance(core, None))
    }
}

#[cfg(test)]
mod tests {
    use solve::NoSolver;
    use source::Files;
    use term::Pool;
    use trace::{Context, RegexPool, Spec};

    use crate::log::{Logged, Value};
    use crate::monitor::{LogMonitor, Mode, Step};
    use crate::oracle::Oracle;

    /// Follows `rounds` of opening and closing, and returns how many groups and values there were
    /// at most.
    fn most(rounds: i64, ops: [&str; 2], tick: bool) -> usize {
        let pool = Pool::new();
        let text = "sort File\nop open(f: File)\nop close(f: File)\nop tick()\nghost f: File\n
            property p := G (<open f> implies X (~<open f> W (<close f> || <tick>)))";
        let (spec, _) = Spec::read(&pool, &Files::new().add("a.trace", text));
        let spec = spec.expect("it is well formed");
        let regexes = RegexPool::new(&pool);
        let ctx = Context { pool: &pool, alphabet: &spec.alphabet, regexes: &regexes };
        let formula = &spec.properties[0].formula;
        let monitor = LogMonitor::new(ctx, formula, &spec.ghosts, 1, vec![None]);
        let mut monitor = monitor.expect("only equations");
        let mut solver = NoSolver::new();
        let mut oracle = Oracle::new(&mut solver);
        let mut most = 0;
        let mut read = |op: &str, args| {
            let event = Logged { op: op.to_owned().into(), args, result: None };
            assert_eq!(monitor.read(&event, &mut oracle), Ok(Step::Open));
            let Mode::One(one) = &monitor.mode else { panic!("it has one parameter") };
            most = most.max(one.groups.len() + one.entries.len());
        };
        for round in 0..rounds {
            ops.iter().for_each(|op| read(op, [Value::Int(round)].into_iter().collect()));
            if tick {
                read("tick", Default::default());
            }
        }
        most
    }

    #[test]
    fn bookkeeping_stays_small_however_long_the_log_is() {
        let bound = 6_000;
        assert!(most(20_000, ["open", "close"], false) < bound, "values fall back one by one");
        assert!(most(20_000, ["open", "close"], true) < bound);
        assert!(most(20_000, ["close", "open"], true) < bound, "whole groups fall back");
    }
}
