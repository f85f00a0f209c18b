//! Active methods and points: the rest of a program need not be analysed closely.

use crate::graph::{Action, Graph, PointId};
use crate::steps::Steps;

/// What comes before each point: the same for everything that is watched.
#[derive(Clone, Debug)]
pub struct Backward {
    pub(crate) predecessors: Vec<Vec<PointId>>,
    pub(crate) callers: Vec<Vec<PointId>>,
    /// Whether methods may be left from a point.
    pub(crate) leavable: Vec<bool>,
}

impl Backward {
    /// Looks at a program.
    #[must_use]
    pub fn of(graph: &Graph) -> Backward {
        let (predecessors, callers) = (graph.predecessors(), graph.callers());
        let leavable = leavable(graph, &predecessors, &callers);
        Backward { predecessors, callers, leavable }
    }
}

/// The methods in which something may happen to what is watched, there or in what they call.
pub(crate) fn active(graph: &Graph, backward: &Backward, steps: &Steps) -> Vec<bool> {
    let mut active = vec![false; graph.methods().len()];
    let mut waiting = Vec::new();
    for (id, point) in graph.points() {
        if !active[point.method.index()] && steps.moves(id) {
            active[point.method.index()] = true;
            waiting.push(point.method);
        }
    }
    while let Some(method) = waiting.pop() {
        for caller in &backward.callers[method.index()] {
            let caller = graph.point(*caller).method;
            if !std::mem::replace(&mut active[caller.index()], true) {
                waiting.push(caller);
            }
        }
    }
    active
}

/// From which points methods may be left: backwards from where they are.
fn leavable(graph: &Graph, predecessors: &[Vec<PointId>], callers: &[Vec<PointId>]) -> Vec<bool> {
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
