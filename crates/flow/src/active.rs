//! Where anything can happen at all, so that the rest of a program need not be looked at closely.

use crate::graph::{Action, Graph, MayEvent, Point, PointId};
use crate::observer::Observer;

/// The methods in which something may happen to what is watched, there or in what they call.
pub(crate) fn active(graph: &Graph, observer: &dyn Observer) -> Vec<bool> {
    let mut active = vec![false; graph.methods().len()];
    let mut waiting = Vec::new();
    for (id, point) in graph.points() {
        let Action::Event(events) = &point.action else { continue };
        let moves = |state: usize| {
            let stays = |event: &MayEvent| {
                let next = observer.step(state, *event, id, false);
                matches!(next.as_slice(), [only] if only.state == state)
            };
            !observer.is_violation(state) && !events.iter().all(stays)
        };
        if !active[point.method.index()] && (0..observer.states()).any(moves) {
            active[point.method.index()] = true;
            waiting.push(point.method);
        }
    }
    let callers = graph.callers();
    while let Some(method) = waiting.pop() {
        for caller in &callers[method.index()] {
            let caller = graph.point(*caller).method;
            if !std::mem::replace(&mut active[caller.index()], true) {
                waiting.push(caller);
            }
        }
    }
    active
}

/// Numbers for the points of these methods, and none for others.
pub(crate) fn places(graph: &Graph, active: &[bool]) -> Vec<Option<u32>> {
    let mut count = 0;
    let place = |(_, point): (PointId, &Point)| {
        active[point.method.index()].then(|| {
            count += 1;
            count - 1
        })
    };
    graph.points().map(place).collect()
}

/// From which points methods may be left: backwards from where they are.
pub(crate) fn leavable(graph: &Graph) -> Vec<bool> {
    let (predecessors, callers) = (graph.predecessors(), graph.callers());
    let mut found = vec![false; graph.len()];
    let may_pass = |found: &[bool], id: PointId| match &graph.point(id).action {
        Action::Call(methods) => {
            methods.is_empty() || methods.iter().any(|m| found[graph.method(*m).entry.index()])
        }
        Action::Step | Action::Branch | Action::Event(_) | Action::Return => true,
    };
    let mut waiting: Vec<PointId> = graph.points().map(|(id, _)| id).collect();
    while let Some(id) = waiting.pop() {
        let point = graph.point(id);
        let ends = point.action == Action::Return || point.escapes;
        let goes_on = point.successors().any(|next| found[next.index()]);
        if found[id.index()] || !(ends || goes_on) || !may_pass(&found, id) {
            continue;
        }
        found[id.index()] = true;
        waiting.extend(&predecessors[id.index()]);
        if graph.method(point.method).entry == id {
            waiting.extend(&callers[point.method.index()]);
        }
    }
    found
}
