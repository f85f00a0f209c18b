//! Small graphs for tests.

use proptest::prelude::*;

use crate::graph::{Action, Graph, MayEvent, MethodId, Point, PointId};

/// A point of the first method that is followed by these.
pub(crate) fn point(method: u32, action: Action, next: &[u32]) -> Point {
    Point {
        method: MethodId(method),
        action,
        next: next.iter().copied().map(PointId).collect(),
        handlers: Vec::new(),
        escapes: false,
        uses: Vec::new(),
        defines: Vec::new(),
    }
}

/// One method whose points are followed by these; those that nothing follows return.
pub(crate) fn one_method(next: &[&[u32]]) -> Graph {
    let points = next.iter().map(|next| {
        let action = match next.len() {
            0 => Action::Return,
            1 => Action::Step,
            _ => Action::Branch,
        };
        point(0, action, next)
    });
    let mut graph = Graph::new();
    graph.add_method("m", points.collect());
    graph
}

/// Any method of at most so many points.
pub(crate) fn random_method(most: u32) -> impl Strategy<Value = Graph> {
    (1..=most).prop_flat_map(|count| {
        let next = prop::collection::vec(0..count, 0..3);
        prop::collection::vec(next, count as usize).prop_map(|next| {
            let next: Vec<&[u32]> = next.iter().map(Vec::as_slice).collect();
            one_method(&next)
        })
    })
}

/// Programs of two methods with events and calls, the second of which may call itself. The second
/// method begins at the point behind the last of the first.
pub(crate) fn random_program(letters: u32) -> impl Strategy<Value = Graph> {
    let method = |method: u32, first: u32, count: u32| {
        let action = prop_oneof![
            Just(Action::Step),
            Just(Action::Branch),
            Just(Action::Call(vec![MethodId(1)])),
            prop::collection::vec((0..letters).prop_map(MayEvent), 1..3).prop_map(Action::Event),
            Just(Action::Return),
        ];
        let next = prop::collection::vec(first..first + count, 1..3);
        let one = (action, next, any::<bool>());
        prop::collection::vec(one, count as usize).prop_map(move |points| {
            let points = points.into_iter().map(|(action, next, escapes)| {
                let next = if action == Action::Return { Vec::new() } else { next };
                Point { escapes, ..point(method, action, &next) }
            });
            points.collect::<Vec<Point>>()
        })
    };
    (method(0, 0, 4), method(1, 4, 3)).prop_map(|(first, second)| {
        let mut graph = Graph::new();
        graph.add_method("main", first);
        graph.add_method("helper", second);
        graph
    })
}
