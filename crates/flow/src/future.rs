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

use crate::active::{Backward, active};
use crate::bits::Bits;
use crate::graph::{Action, Graph, MethodId, PointId};
use crate::observer::Observer;
use crate::steps::Steps;

/// Where one of the methods of a run goes on.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Standing {
    /// At one of these points.
    pub points: Vec<PointId>,
    /// Or not at all.
    pub may_leave: bool,
}

/// What may still happen from each point of a program on.
///
/// A *stance* is a state, or a state and a handle that the watched object is known not to be behind.
#[derive(Clone, Debug)]
pub struct Future {
    states: usize,
    /// How many words a set of states has.
    words: usize,
    /// For each point the row of its first stance; none in methods in which nothing happens to what is
    /// watched.
    rows: Vec<Option<u32>>,
    /// Whether the method may be left from a point.
    leavable: Vec<bool>,
    /// For each row whether the method may come to a violation before it is left.
    violates: Vec<bool>,
    /// For each row the states in which the method may be left, as bits.
    leaves: Vec<u64>,
    /// The states that are bad at the end of the program.
    bad_ends: Vec<u64>,
}

/// How a method may be left.
enum Leaving<'f> {
    /// In these states.
    In(&'f [u64]),
    /// In the state that it is in.
    Same,
    Never,
}

impl Future {
    /// Reads a program backwards, as often as something new is found. None if that was stopped.
    #[must_use]
    pub fn of(
        graph: &Graph,
        backward: &Backward,
        observer: &dyn Observer,
        stop: &dyn Fn() -> bool,
    ) -> Option<Future> {
        let steps = Steps::of(graph, observer);
        let active = active(graph, backward, &steps);
        let mut future = Future::empty(graph, backward, observer, &active);
        let work = Work::new(graph, backward, observer, &steps, &future);
        work.run(&mut future, stop).then_some(future)
    }

    /// Nothing known yet.
    fn empty(
        graph: &Graph,
        backward: &Backward,
        observer: &dyn Observer,
        active: &[bool],
    ) -> Future {
        let states = observer.states();
        let words = states.div_ceil(64);
        let mut bad_ends = vec![0; words];
        (0..states).filter(|state| observer.is_bad_end(*state)).for_each(|state| {
            insert(&mut bad_ends, state);
        });
        let mut count = 0;
        let mut rows = vec![None; graph.len()];
        for method in graph.methods().filter(|method| active[method.index()]) {
            let stances = states * (observer.handles_of(method) + 1);
            for point in graph.points_of(method) {
                rows[point.index()] = Some(u32::try_from(count).expect("fewer than 2^32 rows"));
                count += stances;
            }
        }
        let (violates, leaves) = (vec![false; count], vec![0; count * words]);
        let leavable = backward.leavable.clone();
        Future { states, words, rows, leavable, violates, leaves, bad_ends }
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
            let mut here = if frame.may_leave { bad.clone() } else { vec![0; self.words] };
            for point in &frame.points {
                // Nothing is known of handles here, and such stances have the numbers of states.
                for state in 0..self.states {
                    let leaves = match self.leaving(*point, state) {
                        Leaving::In(states) => states.iter().zip(&bad).any(|(a, b)| a & b != 0),
                        Leaving::Same => contains(&bad, state),
                        Leaving::Never => false,
                    };
                    if leaves || self.is_violating(*point, state) {
                        insert(&mut here, state);
                    }
                }
            }
            bad = here;
        }
        let mut found = Bits::empty(self.states);
        (0..self.states).filter(|state| contains(&bad, *state)).for_each(|state| {
            found.insert(state);
        });
        found
    }

    fn row(&self, point: PointId, stance: usize) -> Option<usize> {
        self.rows[point.index()].map(|first| first as usize + stance)
    }

    /// The states in which the method may be left.
    fn leaving(&self, point: PointId, stance: usize) -> Leaving<'_> {
        match self.row(point, stance) {
            Some(row) => Leaving::In(&self.leaves[row * self.words..(row + 1) * self.words]),
            None if self.leavable[point.index()] => Leaving::Same,
            None => Leaving::Never,
        }
    }

    fn is_violating(&self, point: PointId, stance: usize) -> bool {
        self.row(point, stance).is_some_and(|row| self.violates[row])
    }

    /// Adds what was found for a row. Whether some of it is new.
    fn add(&mut self, row: usize, found: &Outcome) -> bool {
        let mut grown = found.violates && !self.violates[row];
        self.violates[row] |= found.violates;
        let known = &mut self.leaves[row * self.words..(row + 1) * self.words];
        for (known, found) in known.iter_mut().zip(&found.leaves) {
            grown |= found & !*known != 0;
            *known |= found;
        }
        grown
    }
}

fn insert(bits: &mut [u64], number: usize) {
    bits[number / 64] |= 1 << (number % 64);
}

fn contains(bits: &[u64], number: usize) -> bool {
    bits[number / 64] & (1 << (number % 64)) != 0
}

/// How many points are looked at before it is asked whether to stop.
const BETWEEN_STOPS: usize = 1_024;

/// Points whose answer may have to be found again.
struct Work<'g> {
    graph: &'g Graph,
    backward: &'g Backward,
    observer: &'g dyn Observer,
    steps: &'g Steps,
    violations: Vec<bool>,
    waiting: Vec<PointId>,
    is_waiting: Vec<bool>,
}

impl<'g> Work<'g> {
    fn new(
        graph: &'g Graph,
        backward: &'g Backward,
        observer: &'g dyn Observer,
        steps: &'g Steps,
        future: &Future,
    ) -> Work<'g> {
        let is_waiting: Vec<bool> = future.rows.iter().map(Option::is_some).collect();
        let waiting = graph.points().map(|(id, _)| id).filter(|id| is_waiting[id.index()]);
        let violations = (0..future.states).map(|state| observer.is_violation(state)).collect();
        let waiting = waiting.collect();
        Work { graph, backward, observer, steps, violations, waiting, is_waiting }
    }

    /// Whether it came to its end.
    fn run(mut self, future: &mut Future, stop: &dyn Fn() -> bool) -> bool {
        let mut outcome = Outcome { violates: false, leaves: vec![0; future.words] };
        let mut left = BETWEEN_STOPS;
        while let Some(point) = self.waiting.pop() {
            left -= 1;
            if left == 0 {
                if stop() {
                    return false;
                }
                left = BETWEEN_STOPS;
            }
            self.is_waiting[point.index()] = false;
            if self.renew(future, point, &mut outcome) {
                self.changed(future, point);
            }
        }
        true
    }

    fn changed(&mut self, future: &Future, point: PointId) {
        let method = self.graph.point(point).method;
        let is_entry = self.graph.method(method).entry == point;
        let callers: &[PointId] =
            if is_entry { &self.backward.callers[method.index()] } else { &[] };
        for again in self.backward.predecessors[point.index()].iter().chain(callers) {
            let is_active = future.rows[again.index()].is_some();
            if is_active && !std::mem::replace(&mut self.is_waiting[again.index()], true) {
                self.waiting.push(*again);
            }
        }
    }

    /// Finds the answer for a point again. Whether it has grown.
    fn renew(&self, future: &mut Future, id: PointId, outcome: &mut Outcome) -> bool {
        let mut grown = false;
        let handles = self.observer.handles_of(self.graph.point(id).method);
        for stance in 0..future.states * (handles + 1) {
            if self.violations[stance % future.states] {
                continue;
            }
            outcome.clear();
            self.from(future, id, stance, outcome);
            let row = future.row(id, stance).expect("only active methods are looked at");
            grown |= future.add(row, outcome);
        }
        grown
    }

    /// What may come of a run at a point in a stance, by what is known of the points behind.
    fn from(&self, future: &Future, id: PointId, stance: usize, outcome: &mut Outcome) {
        let point = self.graph.point(id);
        match &point.action {
            Action::Step | Action::Branch => self.go_on(future, id, stance, outcome),
            Action::Return => insert(&mut outcome.leaves, stance % future.states),
            Action::Event(_) => {
                // The call may fail before its event, or do something else.
                self.interrupted(future, id, stance, outcome);
                for way in self.steps.ways(id, stance) {
                    match way {
                        Some(after) => self.go_on(future, id, *after, outcome),
                        None => outcome.violates = true,
                    }
                }
            }
            Action::Call(methods) => {
                for method in methods {
                    self.call(future, id, *method, stance, outcome);
                }
                if methods.is_empty() {
                    self.go_on(future, id, stance, outcome);
                }
            }
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
        match future.leaving(entry, state) {
            Leaving::Same => self.go_on(future, id, stance, to),
            Leaving::Never => {}
            Leaving::In(states) => {
                for state in (0..future.states).filter(|state| contains(states, *state)) {
                    self.go_on(future, id, handle * future.states + state, to);
                }
            }
        }
    }

    /// Goes on behind the step, normally or with an exception.
    fn go_on(&self, future: &Future, id: PointId, stance: usize, to: &mut Outcome) {
        let handle = stance / future.states;
        let is_renewed =
            handle > 0 && self.observer.renews(id).is_some_and(|own| own + 1 == handle);
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
            insert(&mut to.leaves, stance % future.states);
        }
    }
}

/// What may come of a run.
struct Outcome {
    violates: bool,
    leaves: Vec<u64>,
}

impl Outcome {
    fn clear(&mut self) {
        self.violates = false;
        self.leaves.fill(0);
    }

    fn take(&mut self, future: &Future, next: PointId, stance: usize) {
        self.violates |= future.is_violating(next, stance);
        match future.leaving(next, stance) {
            Leaving::In(states) => {
                self.leaves.iter_mut().zip(states).for_each(|(known, more)| *known |= more);
            }
            Leaving::Same => insert(&mut self.leaves, stance % future.states),
            Leaving::Never => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use proptest::prelude::*;

    use super::*;
    use crate::graph::{MayEvent, Point};
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

    fn future_of(graph: &Graph, observer: &Closed) -> Future {
        let backward = Backward::of(graph);
        Future::of(graph, &backward, observer, &|| false).expect("nobody stops it")
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
        let future = future_of(&graph, &Closed::default());
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
        let future = future_of(&graph, &Closed::default());
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
        let future = future_of(&graph, &Closed::default());
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
            let future = future_of(&graph, &Closed { handles, renewing });
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
            let future = future_of(&graph, &Closed::default());
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
            let future = future_of(&graph, &observer);
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
