//! What may still happen: from which states of an automaton can a violation be reached?
//!
//! The program is read backwards over the states of an observer, method by method. For each point
//! there is the set of states from which the rest of the method (and what it calls) may lead to a
//! violation, and for each state the states in which the method may be left. With the points to
//! which the running methods return, both together answer for the whole stack of a run, so what is
//! called is looked at in the place it is called from.
//!
//! Where it is not known which object an event concerns, both is assumed: it moves the objects that
//! are watched, or it does not. But a method that asks an iterator and then takes from it does both to
//! one object, so what was assumed of the first holds of the second. For that, variables of a method
//! that events go through are *handles*, and beside its state the watched object may be known not to
//! be behind one of them, until the variable gets another value.

use crate::active::{active, leavable, places};
use crate::bits::Bits;
use crate::graph::{Action, Graph, MayEvent, MethodId, PointId};
use crate::observer::Observer;

/// Where one of the methods of a run goes on.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Standing {
    /// At one of these points.
    pub points: Vec<PointId>,
    /// Or not at all.
    pub may_leave: bool,
}

/// What may still happen from each point of a program on.
#[derive(Clone, Debug)]
pub struct Future {
    states: usize,
    /// The states, and as many for each handle that the watched object is known not to be behind.
    stances: usize,
    /// For each point its place below; none in methods in which nothing happens to what is watched.
    places: Vec<Option<u32>>,
    /// Whether the method may be left from a point.
    leavable: Vec<bool>,
    /// For each place the stances from which the method may come to a violation before it is left.
    violates: Vec<Bits>,
    /// For each place and stance the states in which the method may be left; places times stances.
    leaves: Vec<Bits>,
    /// For each state the set of it alone.
    alone: Vec<Bits>,
    /// The states that are bad at the end of the program.
    bad_ends: Bits,
}

impl Future {
    /// Reads a program backwards, as often as something new is found.
    #[must_use]
    pub fn of(graph: &Graph, observer: &dyn Observer) -> Future {
        let states = observer.states();
        let mut bad_ends = Bits::empty(states);
        (0..states).filter(|state| observer.is_bad_end(*state)).for_each(|state| {
            bad_ends.insert(state);
        });
        let stances = states * (observer.handles() + 1);
        let places = places(graph, &active(graph, observer));
        let count = places.iter().flatten().count();
        let mut future = Future {
            states,
            stances,
            places,
            leavable: leavable(graph),
            violates: vec![Bits::empty(stances); count],
            leaves: vec![Bits::empty(states); count * stances],
            alone: (0..states).map(|state| alone(state, states)).collect(),
            bad_ends,
        };
        Work::new(graph, observer).run(&mut future);
        future
    }

    /// The states from which a violation may be reached by a run that stands at the last of these
    /// points; the others are those at which the calling methods go on, outermost first.
    #[must_use]
    pub fn violating_from(&self, stack: &[PointId]) -> Bits {
        let frames = stack.iter().map(|point| Standing { points: vec![*point], may_leave: false });
        self.violating_in(&frames.collect::<Vec<_>>())
    }

    /// The same where it is not certain at which point a method goes on: behind a call there are a
    /// next point and handlers, and the method may be left with an exception.
    #[must_use]
    pub fn violating_in(&self, stack: &[Standing]) -> Bits {
        let mut bad = self.bad_ends.clone();
        for frame in stack {
            let mut here = if frame.may_leave { bad.clone() } else { Bits::empty(self.states) };
            for point in &frame.points {
                // Nothing is known of handles here, and such stances have the numbers of states.
                for state in 0..self.states {
                    let leaves = self.leaving(*point, state).is_some_and(|set| set.meets(&bad));
                    if leaves || self.is_violating(*point, state) {
                        here.insert(state);
                    }
                }
            }
            bad = here;
        }
        bad
    }

    /// Whether a method may come to a violation from its entry, in a state, before it is left.
    pub(crate) fn may_violate(&self, entry: PointId, state: usize) -> bool {
        self.is_violating(entry, state)
    }

    /// The states in which a method may be left that is entered in a state.
    pub(crate) fn left_in(&self, entry: PointId, state: usize) -> Vec<usize> {
        self.leaving(entry, state).into_iter().flat_map(Bits::iter).collect()
    }

    /// The states in which the method may be left.
    fn leaving(&self, point: PointId, stance: usize) -> Option<&Bits> {
        match self.places[point.index()] {
            Some(place) => Some(&self.leaves[place as usize * self.stances + stance]),
            None => self.leavable[point.index()].then(|| &self.alone[stance % self.states]),
        }
    }

    fn is_violating(&self, point: PointId, stance: usize) -> bool {
        let place = self.places[point.index()];
        place.is_some_and(|place| self.violates[place as usize].contains(stance))
    }
}

fn alone(state: usize, states: usize) -> Bits {
    let mut bits = Bits::empty(states);
    bits.insert(state);
    bits
}

/// Points whose answer may have to be found again.
struct Work<'g> {
    graph: &'g Graph,
    observer: &'g dyn Observer,
    predecessors: Vec<Vec<PointId>>,
    callers: Vec<Vec<PointId>>,
    waiting: Vec<PointId>,
    is_waiting: Vec<bool>,
}

impl<'g> Work<'g> {
    fn new(graph: &'g Graph, observer: &'g dyn Observer) -> Work<'g> {
        Work {
            graph,
            observer,
            predecessors: graph.predecessors(),
            callers: graph.callers(),
            waiting: graph.points().map(|(id, _)| id).collect(),
            is_waiting: vec![true; graph.len()],
        }
    }

    fn run(mut self, future: &mut Future) {
        while let Some(point) = self.waiting.pop() {
            self.is_waiting[point.index()] = false;
            let Some(place) = future.places[point.index()] else { continue };
            if self.renew(future, point, place as usize) {
                self.changed(point);
            }
        }
    }

    fn changed(&mut self, point: PointId) {
        let method = self.graph.point(point).method;
        let is_entry = self.graph.method(method).entry == point;
        let callers: &[PointId] = if is_entry { &self.callers[method.index()] } else { &[] };
        for again in self.predecessors[point.index()].iter().chain(callers) {
            if !std::mem::replace(&mut self.is_waiting[again.index()], true) {
                self.waiting.push(*again);
            }
        }
    }

    /// Finds the answer for a point again. Whether it has grown.
    fn renew(&self, future: &mut Future, id: PointId, place: usize) -> bool {
        let mut grown = false;
        let handles = self.observer.handles_of(self.graph.point(id).method);
        for stance in 0..future.states * (handles + 1) {
            if self.observer.is_violation(stance % future.states) {
                continue;
            }
            let found = self.from(future, id, stance);
            if found.violates {
                grown |= future.violates[place].insert(stance);
            }
            grown |= future.leaves[place * future.stances + stance].union(&found.leaves);
        }
        grown
    }

    /// What may come of a run at a point in a stance, by what is known of the points behind.
    fn from(&self, future: &Future, id: PointId, stance: usize) -> Outcome {
        let point = self.graph.point(id);
        let state = stance % future.states;
        let mut outcome = Outcome { violates: false, leaves: Bits::empty(future.states) };
        match &point.action {
            Action::Step | Action::Branch => self.go_on(future, id, stance, &mut outcome),
            Action::Return => {
                outcome.leaves.insert(state);
            }
            Action::Event(events) => {
                // The call may fail before its event, or do something else.
                self.interrupted(future, id, stance, &mut outcome);
                for event in events {
                    self.event(future, id, stance, *event, &mut outcome);
                }
            }
            Action::Call(methods) => {
                for method in methods {
                    self.call(future, id, *method, stance, &mut outcome);
                }
                if methods.is_empty() {
                    self.go_on(future, id, stance, &mut outcome);
                }
            }
        }
        outcome
    }

    fn event(
        &self,
        future: &Future,
        id: PointId,
        stance: usize,
        event: MayEvent,
        to: &mut Outcome,
    ) {
        let (handle, state) = (stance / future.states, stance % future.states);
        let own = self.observer.handle(id).map(|own| own + 1);
        let is_other = own.is_some_and(|own| own == handle);
        for next in self.observer.step(state, event, id, is_other) {
            if self.observer.is_violation(next.state) {
                to.violates = true;
                continue;
            }
            let known = own.filter(|_| next.is_other).unwrap_or(handle);
            self.go_on(future, id, known * future.states + next.state, to);
        }
    }

    /// The variables of a method are not those of the one that it calls.
    fn call(
        &self,
        future: &Future,
        id: PointId,
        method: MethodId,
        stance: usize,
        to: &mut Outcome,
    ) {
        let entry = self.graph.method(method).entry;
        let (handle, state) = (stance / future.states, stance % future.states);
        to.violates |= future.is_violating(entry, state);
        for state in future.leaving(entry, state).into_iter().flat_map(Bits::iter) {
            self.go_on(future, id, handle * future.states + state, to);
        }
    }

    /// Goes on behind the step, normally or with an exception.
    fn go_on(&self, future: &Future, id: PointId, stance: usize, to: &mut Outcome) {
        let is_renewed =
            self.observer.renews(id).is_some_and(|own| own + 1 == stance / future.states);
        let behind = if is_renewed { stance % future.states } else { stance };
        for next in &self.graph.point(id).next {
            to.take(future, *next, behind);
        }
        self.interrupted(future, id, stance, to);
    }

    /// Goes on with an exception.
    fn interrupted(&self, future: &Future, id: PointId, stance: usize, to: &mut Outcome) {
        let point = self.graph.point(id);
        for handler in &point.handlers {
            to.take(future, *handler, stance);
        }
        if point.escapes {
            to.leaves.insert(stance % future.states);
        }
    }
}

/// What may come of a run.
struct Outcome {
    violates: bool,
    leaves: Bits,
}

impl Outcome {
    fn take(&mut self, future: &Future, next: PointId, stance: usize) {
        self.violates |= future.is_violating(next, stance);
        if let Some(leaves) = future.leaving(next, stance) {
            self.leaves.union(leaves);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use proptest::prelude::*;

    use super::*;
    use crate::graph::{MethodId, Point};
    use crate::observer::Next;
    use crate::testing::{point, random_program};

    /// Event 0 closes, event 1 uses; event 2 uses what may be another object. Events 3 and 4 open and
    /// use what is behind a handle, to which some points give another value.
    #[derive(Default)]
    struct Closed {
        handles: bool,
        renewing: Vec<PointId>,
    }

    impl Observer for Closed {
        fn states(&self) -> usize {
            3
        }

        fn step(&self, state: usize, event: MayEvent, _at: PointId, is_other: bool) -> Vec<Next> {
            let other = Next { state, is_other: true };
            let plain = |states: &[usize]| states.iter().map(|state| Next::to(*state)).collect();
            match (state, event.0) {
                (0, 0) => plain(&[1]),
                (1, 1) => plain(&[2]),
                (1, 2) => plain(&[1, 2]),
                (_, 3 | 4) if is_other => vec![other],
                (_, 3) => vec![Next::to(0), other],
                (1, 4) => vec![Next::to(2), other],
                (0, 4) => vec![Next::to(0), other],
                (state, _) => plain(&[state]),
            }
        }

        fn handles(&self) -> usize {
            usize::from(self.handles)
        }

        fn handle(&self, _at: PointId) -> Option<usize> {
            self.handles.then_some(0)
        }

        fn renews(&self, at: PointId) -> Option<usize> {
            (self.handles && self.renewing.contains(&at)).then_some(0)
        }

        fn is_violation(&self, state: usize) -> bool {
            state == 2
        }

        fn is_bad_end(&self, _state: usize) -> bool {
            false
        }
    }

    fn event(number: u32, next: &[u32]) -> Point {
        point(0, Action::Event(vec![MayEvent(number)]), next)
    }

    #[test]
    fn what_is_closed_must_not_be_used_later() {
        // 0: branch; 1: close; 2: branch; 3: use; 4: return
        let mut graph = Graph::new();
        graph.add_method(
            "m",
            vec![
                point(0, Action::Branch, &[1, 2]),
                event(0, &[2]),
                point(0, Action::Branch, &[3, 4]),
                event(1, &[4]),
                point(0, Action::Return, &[]),
            ],
        );
        let future = Future::of(&graph, &Closed::default());
        let bad = |at: u32| future.violating_from(&[PointId(at)]).iter().collect::<Vec<_>>();
        assert_eq!(bad(0), vec![0, 1]);
        assert_eq!(bad(2), vec![1]);
        assert_eq!(bad(4), Vec::<usize>::new());
    }

    #[test]
    fn the_stack_says_where_methods_return_to() {
        let mut graph = Graph::new();
        let call = || Action::Call(vec![MethodId(1)]);
        let points = vec![
            point(0, call(), &[1]),
            event(1, &[2]),
            point(0, call(), &[3]),
            point(0, Action::Return, &[]),
        ];
        graph.add_method("main", points);
        graph.add_method("helper", vec![point(1, Action::Return, &[])]);
        let future = Future::of(&graph, &Closed::default());
        let bad = |back: u32| future.violating_from(&[PointId(back), PointId(4)]);
        assert!(bad(1).contains(1));
        assert!(!bad(3).contains(1));
    }

    #[test]
    fn what_is_called_may_fail() {
        let mut graph = Graph::new();
        let mut caller = point(0, Action::Call(vec![MethodId(1)]), &[2]);
        caller.handlers = vec![PointId(1)];
        caller.escapes = true;
        let points = vec![caller, event(1, &[2]), point(0, Action::Return, &[])];
        graph.add_method("main", points);
        graph.add_method("helper", vec![point(1, Action::Return, &[])]);
        let future = Future::of(&graph, &Closed::default());
        let back = |points: &[u32], may_leave| Standing {
            points: points.iter().copied().map(PointId).collect(),
            may_leave,
        };
        let inner = back(&[3], false);
        let bad = |outer: Standing| future.violating_in(&[outer, inner.clone()]);
        assert!(bad(back(&[2, 1], true)).contains(1));
        assert!(!bad(back(&[2], true)).contains(1));
    }

    #[test]
    fn what_goes_through_one_variable_concerns_one_object() {
        let mut graph = Graph::new();
        let points = vec![
            event(3, &[1]),
            point(0, Action::Step, &[2]),
            event(4, &[3]),
            point(0, Action::Return, &[]),
        ];
        graph.add_method("m", points);
        let is_bad = |handles: bool, renewing: Vec<PointId>| {
            let future = Future::of(&graph, &Closed { handles, renewing });
            future.violating_from(&[PointId(0)]).contains(1)
        };
        assert!(is_bad(false, Vec::new()));
        assert!(!is_bad(true, Vec::new()));
        assert!(is_bad(true, vec![PointId(1)]));
    }

    /// Whether a run may come to a violation if every frame has a variable that holds the watched
    /// object or another one. Deep stacks are cut.
    fn oracle_with_variables(
        graph: &Graph,
        start: PointId,
        state: usize,
        renewing: &[PointId],
    ) -> bool {
        type Frames = Vec<(PointId, bool)>;
        let mut seen = HashSet::new();
        let mut waiting: Vec<(Frames, usize)> =
            vec![(vec![(start, false)], state), (vec![(start, true)], state)];
        // Where a run goes on behind a point: with a new value, if it gives one.
        let behind = |below: &[(PointId, bool)], (point, own): (PointId, bool)| {
            let values = if renewing.contains(&point) { vec![false, true] } else { vec![own] };
            let next = graph.point(point).next.iter();
            next.flat_map(|next| values.iter().map(|value| [below, &[(*next, *value)]].concat()))
                .collect::<Vec<Frames>>()
        };
        while let Some((frames, state)) = waiting.pop() {
            if frames.len() > 4 || !seen.insert((frames.clone(), state)) {
                continue;
            }
            let Some((top, below)) = frames.split_last() else { continue };
            let point = graph.point(top.0);
            let mut after = Vec::new();
            match &point.action {
                Action::Event(events) => {
                    for event in events {
                        let next = match (event.0, top.1) {
                            (3, true) => vec![0],
                            (4, true) if state == 1 => return true,
                            (3 | 4, _) => vec![state],
                            _ => {
                                let steps = Closed::default().step(state, *event, top.0, false);
                                steps.into_iter().map(|next| next.state).collect()
                            }
                        };
                        after.extend(next);
                    }
                }
                Action::Call(methods) => {
                    for entry in methods.iter().map(|method| graph.method(*method).entry) {
                        let inside = |value| ([&frames[..], &[(entry, value)]].concat(), state);
                        waiting.extend([false, true].map(inside));
                    }
                    continue;
                }
                Action::Step | Action::Branch | Action::Return => after.push(state),
            }
            for state in after {
                if state == 2 {
                    return true;
                }
                waiting.extend(behind(below, *top).into_iter().map(|frames| (frames, state)));
                let leaves = point.action == Action::Return || point.escapes;
                if let Some((caller, rest)) = below.split_last().filter(|_| leaves) {
                    waiting.extend(behind(rest, *caller).into_iter().map(|frames| (frames, state)));
                }
            }
        }
        false
    }

    /// All violations, found by walking over stacks of points. Deep stacks are cut.
    fn oracle(graph: &Graph, start: PointId, state: usize) -> bool {
        let mut seen = HashSet::new();
        let mut waiting = vec![(vec![start], state)];
        while let Some((stack, state)) = waiting.pop() {
            if stack.len() > 5 || !seen.insert((stack.clone(), state)) {
                continue;
            }
            let Some((top, below)) = stack.split_last() else { continue };
            let here = graph.point(*top);
            let go = |state: usize, waiting: &mut Vec<(Vec<PointId>, usize)>| {
                for next in here.successors() {
                    waiting.push(([below, &[next]].concat(), state));
                }
                if here.leaves() {
                    waiting.extend(left(graph, below, state));
                }
            };
            match &here.action {
                Action::Event(events) => {
                    if here.escapes {
                        waiting.extend(left(graph, below, state));
                    }
                    for event in events {
                        for to in Closed::default().step(state, *event, *top, false) {
                            if to.state == 2 {
                                return true;
                            }
                            go(to.state, &mut waiting);
                        }
                    }
                }
                Action::Call(methods) => {
                    let entry = |method: &MethodId| graph.method(*method).entry;
                    waiting.extend(
                        methods.iter().map(|m| ([stack.as_slice(), &[entry(m)]].concat(), state)),
                    );
                }
                Action::Step | Action::Branch | Action::Return => go(state, &mut waiting),
            }
        }
        false
    }

    /// The stacks with which a run goes on when a method has been left: behind the call.
    fn left(graph: &Graph, below: &[PointId], state: usize) -> Vec<(Vec<PointId>, usize)> {
        let Some((caller, rest)) = below.split_last() else { return Vec::new() };
        let point = graph.point(*caller);
        let behind = |next: PointId| ([rest, &[next]].concat(), state);
        let mut found: Vec<_> = point.successors().map(behind).collect();
        if point.escapes {
            found.extend(left(graph, rest, state));
        }
        found
    }

    proptest! {
        #[test]
        fn the_future_is_what_runs_may_do(graph in random_program(3)) {
            let future = Future::of(&graph, &Closed::default());
            for (id, point) in graph.points().filter(|(_, point)| point.method == MethodId(0)) {
                let found = future.violating_from(&[id]);
                for state in 0..2 {
                    prop_assert_eq!(found.contains(state), oracle(&graph, id, state), "{:?} {:?} {}", id, point, state);
                }
            }
        }

        #[test]
        fn with_variables_nothing_is_missed(
            graph in random_program(5),
            renewing in prop::collection::vec((0..7u32).prop_map(PointId), 0..3),
        ) {
            let observer = Closed { handles: true, renewing };
            let future = Future::of(&graph, &observer);
            for (id, _) in graph.points().filter(|(_, point)| point.method == MethodId(0)) {
                let found = future.violating_from(&[id]);
                for state in 0..2 {
                    let may = oracle_with_variables(&graph, id, state, &observer.renewing);
                    prop_assert!(found.contains(state) || !may, "{:?} {}", id, state);
                }
            }
        }
    }
}
