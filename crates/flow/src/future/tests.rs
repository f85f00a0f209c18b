//! The future against walks over stacks of points.

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
    Future::of(graph, &backward, observer, &|| false).expect("it is not stopped")
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
