//! What matters for events: slicing.
//!
//! A step matters if it may be an event, if it writes what a step that matters reads, or if it
//! decides whether a step that matters is reached. A branch that does not matter can be decided
//! either way, and the same events follow.
//!
//! Storage is treated as a whole: what is written anywhere may be read anywhere. Front ends that
//! give each definition of a variable a place of its own make this as precise as they like.

use rustc_hash::FxHashMap;

use crate::bits::Bits;
use crate::dominate::PostDominators;
use crate::graph::{Action, Graph, Location, MethodId, PointId};

/// Which steps of a program matter for its events.
#[derive(Clone, Debug)]
pub struct Relevance {
    points: Bits,
}

impl Relevance {
    /// What matters for the events that `is_event` chooses by their points.
    #[must_use]
    pub fn of(graph: &Graph, is_event: &dyn Fn(PointId) -> bool) -> Relevance {
        let mut slice = Slice::new(graph);
        graph.points().map(|(id, _)| id).filter(|id| is_event(*id)).for_each(|id| slice.mark(id));
        slice.run();
        Relevance { points: slice.marked }
    }

    /// Whether the step at a point matters.
    #[must_use]
    pub fn matters(&self, point: PointId) -> bool {
        self.points.contains(point.index())
    }
}

/// A slice that grows.
struct Slice<'g> {
    graph: &'g Graph,
    /// The points that decide whether a point is reached.
    deciders: Vec<Vec<PointId>>,
    /// The points that write a place.
    writers: FxHashMap<Location, Vec<PointId>>,
    callers: Vec<Vec<PointId>>,
    marked: Bits,
    waiting: Vec<PointId>,
    /// The points of which it matters how they go on.
    decisive: Bits,
    undecided: Vec<PointId>,
    /// The methods whose being called matters.
    called: Vec<bool>,
}

impl<'g> Slice<'g> {
    fn new(graph: &'g Graph) -> Slice<'g> {
        let mut writers: FxHashMap<Location, Vec<PointId>> = FxHashMap::default();
        for (id, point) in graph.points() {
            point.defines.iter().for_each(|place| writers.entry(*place).or_default().push(id));
        }
        Slice {
            graph,
            deciders: deciders(graph),
            writers,
            callers: graph.callers(),
            marked: Bits::empty(graph.len()),
            waiting: Vec::new(),
            decisive: Bits::empty(graph.len()),
            undecided: Vec::new(),
            called: vec![false; graph.methods().len()],
        }
    }

    fn mark(&mut self, point: PointId) {
        if self.marked.insert(point.index()) {
            self.waiting.push(point);
        }
    }

    fn run(&mut self) {
        while let Some(id) = self.waiting.pop() {
            let point = self.graph.point(id);
            for place in &point.uses {
                self.writers
                    .remove(place)
                    .unwrap_or_default()
                    .into_iter()
                    .for_each(|w| self.mark(w));
            }
            let deciders = std::mem::take(&mut self.deciders[id.index()]);
            deciders.into_iter().for_each(|decider| self.decide(decider));
            self.mark_callers(point.method);
        }
    }

    /// It matters how a run goes on from here. If that is a call, it may end with an exception that
    /// comes out of what is called.
    fn decide(&mut self, point: PointId) {
        self.undecided.push(point);
        while let Some(id) = self.undecided.pop() {
            if !self.decisive.insert(id.index()) {
                continue;
            }
            self.mark(id);
            let Action::Call(methods) = &self.graph.point(id).action else { continue };
            let inner = methods.iter().flat_map(|method| self.graph.points_of(*method));
            self.undecided.extend(inner.filter(|point| self.graph.point(*point).escapes));
        }
    }

    /// A method in which something matters must be called.
    fn mark_callers(&mut self, method: MethodId) {
        if !std::mem::replace(&mut self.called[method.index()], true) {
            let callers = std::mem::take(&mut self.callers[method.index()]);
            callers.into_iter().for_each(|caller| self.mark(caller));
        }
    }
}

/// For each point the points that decide whether it is reached.
fn deciders(graph: &Graph) -> Vec<Vec<PointId>> {
    let mut deciders = vec![Vec::new(); graph.len()];
    for method in graph.methods() {
        let post = PostDominators::of(graph, method);
        for point in graph.points_of(method).filter(|point| graph.point(*point).decides()) {
            for decided in post.region(graph, point) {
                deciders[decided.index()].push(point);
            }
        }
    }
    deciders
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::{MayEvent, Point};
    use crate::testing::point;

    fn step(uses: &[u32], defines: &[u32], action: Action, next: &[u32]) -> Point {
        let places = |places: &[u32]| places.iter().copied().map(Location).collect();
        Point { uses: places(uses), defines: places(defines), ..point(0, action, next) }
    }

    /// Figure 1 of the paper on symbolic regular verification, without its loops: `m` is 0, `max` 1.
    #[test]
    fn what_no_event_depends_on_does_not_matter() {
        let mut graph = Graph::new();
        let event = || Action::Event(vec![MayEvent(0)]);
        graph.add_method(
            "test",
            vec![
                step(&[0], &[], Action::Branch, &[1, 2]), // if (m > 10)
                step(&[0], &[0], Action::Step, &[2]),     //     m++
                step(&[2], &[1], Action::Step, &[3]),     // max = first
                step(&[1], &[], Action::Branch, &[4, 5]), // if (max == 100)
                step(&[], &[], event(), &[5]),            //     remove
                step(&[0, 1], &[], Action::Return, &[]),  // return m + max
            ],
        );
        let relevance = Relevance::of(&graph, &|point| point == PointId(4));
        let matters: Vec<bool> = (0..6).map(|point| relevance.matters(PointId(point))).collect();
        assert_eq!(matters, [false, false, true, true, true, false]);
    }

    #[test]
    fn branch_that_prevents_event_matters() {
        let mut graph = Graph::new();
        graph.add_method(
            "m",
            vec![
                step(&[0], &[], Action::Branch, &[1, 2]),
                step(&[], &[], Action::Return, &[]),
                step(&[], &[], Action::Event(vec![MayEvent(0)]), &[3]),
                step(&[], &[], Action::Return, &[]),
            ],
        );
        assert!(Relevance::of(&graph, &|point| point == PointId(2)).matters(PointId(0)));
    }

    #[test]
    fn exception_before_event_matters() {
        let mut graph = Graph::new();
        let call = Action::Call(vec![MethodId(1)]);
        let points = vec![
            Point { escapes: true, ..step(&[], &[], call, &[1]) },
            step(&[], &[], Action::Event(vec![MayEvent(0)]), &[2]),
            step(&[], &[], Action::Return, &[]),
        ];
        graph.add_method("main", points);
        let fails = point(1, Action::Step, &[]);
        let points = vec![
            point(1, Action::Branch, &[4, 5]),
            Point { escapes: true, ..fails },
            point(1, Action::Return, &[]),
        ];
        graph.add_method("helper", points);
        let relevance = Relevance::of(&graph, &|point| point == PointId(1));
        assert!(relevance.matters(PointId(0)) && relevance.matters(PointId(3)));
    }

    #[test]
    fn calls_of_methods_with_events_matter() {
        let mut graph = Graph::new();
        let call = Action::Call(vec![MethodId(1)]);
        let points = vec![
            step(&[0], &[], Action::Branch, &[1, 2]),
            step(&[], &[], call, &[2]),
            step(&[], &[], Action::Return, &[]),
        ];
        graph.add_method("main", points);
        let event = Action::Event(vec![MayEvent(0)]);
        graph.add_method("helper", vec![point(1, event, &[4]), point(1, Action::Return, &[])]);
        let relevance = Relevance::of(&graph, &|point| point == PointId(3));
        assert!(relevance.matters(PointId(0)) && relevance.matters(PointId(1)));
    }
}
