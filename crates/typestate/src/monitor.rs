//! Monitors: the automaton of a property, run for each combination of related objects.
//!
//! An event that binds some of the parameters belongs to the run of every combination that agrees
//! with it. What a combination has seen is what the largest part of it that was known before has
//! seen; that is how parametric monitoring is defined (Chen and Roşu, 2009), and it is done here as
//! it is defined.

use std::collections::BTreeMap;

use crate::automaton::{Automaton, Letter, State};

/// An object of the program, by a number that no other object of the run has.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Object(pub u64);

/// Objects for some of the parameters of a property, in the order of the parameters.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct Instance(Vec<(usize, Object)>);

impl Instance {
    /// Binds a parameter; none if it is bound to another object.
    pub fn bind(&mut self, param: usize, object: Object) -> Option<()> {
        match self.0.binary_search_by_key(&param, |(known, _)| *known) {
            Ok(at) => (self.0[at].1 == object).then_some(()),
            Err(at) => {
                self.0.insert(at, (param, object));
                Some(())
            }
        }
    }

    /// The parameters and their objects.
    pub fn objects(&self) -> impl Iterator<Item = (usize, Object)> {
        self.0.iter().copied()
    }

    /// The object of a parameter.
    #[must_use]
    pub fn object(&self, param: usize) -> Option<Object> {
        self.objects().find_map(|(known, object)| (known == param).then_some(object))
    }

    /// Both together, unless they disagree.
    fn join(&self, other: &Instance) -> Option<Instance> {
        let agrees = |(param, object)| self.object(param).is_none_or(|known| known == object);
        if !other.objects().all(agrees) {
            return None;
        }
        let mut joined = self.clone();
        other.objects().try_for_each(|(param, object)| joined.bind(param, object))?;
        Some(joined)
    }

    /// Whether events of these objects lead from each of its objects to each other one.
    pub(crate) fn is_connected_by(&self, events: &[Instance]) -> bool {
        let Some((first, _)) = self.objects().next() else { return true };
        let mut reached = vec![first];
        loop {
            let before = reached.len();
            for event in events.iter().filter(|event| event.is_part_of(self)) {
                let params: Vec<usize> = event.objects().map(|(param, _)| param).collect();
                if params.iter().any(|param| reached.contains(param)) {
                    let new = params.into_iter().filter(|param| !reached.contains(param));
                    let new: Vec<usize> = new.collect();
                    reached.extend(new);
                }
            }
            if reached.len() == before {
                break;
            }
        }
        self.objects().all(|(param, _)| reached.contains(&param))
    }

    /// Whether everything it binds is bound to the same by `other`.
    fn is_part_of(&self, other: &Instance) -> bool {
        self.objects().all(|(param, object)| other.object(param) == Some(object))
    }
}

/// What an event did to one combination of objects.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Moved {
    /// The objects.
    pub objects: Instance,
    /// The state before the event.
    pub from: State,
    /// The state after it.
    pub to: State,
}

/// The monitors of one property in one run of a program.
#[derive(Clone, Debug)]
pub struct Monitors {
    automaton: Automaton,
    /// Whether objects are followed from certain events on only.
    has_creation: bool,
    /// The state of each combination; none where nothing can go wrong any more.
    states: BTreeMap<Instance, Option<State>>,
}

impl Monitors {
    /// No objects so far.
    #[must_use]
    pub fn new(automaton: &Automaton, has_creation: bool) -> Monitors {
        Monitors { automaton: automaton.clone(), has_creation, states: BTreeMap::new() }
    }

    /// Takes in an event, and says what moved, in the order of the objects. Combinations for which
    /// nothing can go wrong any more are not reported.
    pub fn read(&mut self, letter: Letter, objects: &Instance, creates: bool) -> Vec<Moved> {
        let known = self.states.keys().filter_map(|known| known.join(objects));
        let mut concerned: Vec<Instance> = known.chain([objects.clone()]).collect();
        concerned.sort();
        concerned.dedup();
        let (mut moved, mut changes) = (Vec::new(), Vec::new());
        for objects in concerned {
            let Some(from) = self.state_before(&objects, creates) else { continue };
            let to = from.and_then(|state| self.automaton.step(state, letter));
            if let (Some(from), Some(to)) = (from, to) {
                moved.push(Moved { objects: objects.clone(), from, to });
            }
            changes.push((objects, to));
        }
        self.states.extend(changes);
        moved
    }

    /// The combinations that something may still go wrong with, and their states.
    pub fn states(&self) -> impl Iterator<Item = (&Instance, State)> {
        self.states.iter().filter_map(|(objects, state)| state.map(|state| (objects, state)))
    }

    /// What a combination has seen so far. None: it is not followed, and this event does not make
    /// that begin.
    fn state_before(&self, objects: &Instance, creates: bool) -> Option<Option<State>> {
        if let Some(known) = self.states.get(objects) {
            return Some(*known);
        }
        let parts = self.states.iter().filter(|(known, _)| known.is_part_of(objects));
        match parts.max_by_key(|(known, _)| known.0.len()) {
            Some((_, state)) => Some(*state),
            None if creates || !self.has_creation => Some(Some(self.automaton.start())),
            None => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::automaton::StateSet;

    const CREATE: Letter = Letter(0);
    const UPDATE: Letter = Letter(1);
    const NEXT: Letter = Letter(2);

    /// `create` of a collection and an iterator, then `update` of the collection, then `next`.
    fn safe_iterator() -> Automaton {
        let (start, made, changed, broken) = (State(0), State(1), State(2), State(3));
        let names = ["start", "made", "changed", "broken"].map(str::to_owned).to_vec();
        let next = vec![
            vec![Some(made), Some(start), Some(start)],
            vec![None, Some(changed), Some(made)],
            vec![None, Some(changed), Some(broken)],
            vec![None; 3],
        ];
        Automaton::new(names, next, [broken].into_iter().collect(), StateSet::default())
    }

    fn instance(collection: Option<u64>, iterator: Option<u64>) -> Instance {
        let mut instance = Instance::default();
        for (param, object) in [collection, iterator].into_iter().enumerate() {
            if let Some(object) = object {
                instance.bind(param, Object(object)).expect("it is unbound");
            }
        }
        instance
    }

    fn broken(events: &[(Letter, Instance)]) -> Vec<Instance> {
        let automaton = safe_iterator();
        let mut monitors = Monitors::new(&automaton, false);
        let moved =
            events.iter().flat_map(|(letter, objects)| monitors.read(*letter, objects, false));
        let broken = moved.filter(|moved| automaton.is_violating(moved.to));
        broken.map(|moved| moved.objects).collect()
    }

    #[test]
    fn two_iterators_of_one_collection_are_told_apart() {
        let (first, second) = (instance(Some(1), Some(10)), instance(Some(1), Some(11)));
        let (update, next) = (instance(Some(1), None), |i| instance(None, Some(i)));
        let events = [
            (CREATE, first.clone()),
            (UPDATE, update.clone()),
            (CREATE, second),
            (NEXT, next(11)),
            (NEXT, next(10)),
        ];
        assert_eq!(broken(&events), vec![first]);
    }

    /// The definition: the events of a combination are those whose objects are part of it.
    fn oracle(events: &[(Letter, Instance)], objects: &Instance) -> Option<State> {
        let automaton = safe_iterator();
        let mut own = events.iter().filter(|(_, known)| known.is_part_of(objects));
        own.try_fold(automaton.start(), |state, (letter, _)| automaton.step(state, *letter))
    }

    fn event() -> impl Strategy<Value = (Letter, Instance)> {
        prop_oneof![
            (0u64..2, 10u64..12).prop_map(|(c, i)| (CREATE, instance(Some(c), Some(i)))),
            (0u64..2).prop_map(|c| (UPDATE, instance(Some(c), None))),
            (10u64..12).prop_map(|i| (NEXT, instance(None, Some(i)))),
        ]
    }

    proptest! {
        #[test]
        fn monitors_are_what_slices_of_the_run_say(events in prop::collection::vec(event(), 0..12)) {
            let automaton = safe_iterator();
            let mut monitors = Monitors::new(&automaton, false);
            for (letter, objects) in &events {
                monitors.read(*letter, objects, false);
            }
            for (objects, state) in &monitors.states {
                prop_assert_eq!(*state, oracle(&events, objects), "{:?}", objects);
            }
        }
    }
}
