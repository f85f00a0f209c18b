//! Where events lead, for each of them asked once.

use rustc_hash::FxHashMap;

use crate::graph::{Action, Graph, MayEvent, Point, PointId};
use crate::observer::Observer;

/// Where the events of a program lead a combination of objects.
pub(crate) struct Steps(FxHashMap<PointId, AtPoint>);

struct AtPoint {
    /// For each stance the stances behind; none is a violation.
    ways: Vec<Vec<Option<usize>>>,
    /// Whether anything may happen at all.
    moves: bool,
}

impl Steps {
    pub(crate) fn of(graph: &Graph, observer: &dyn Observer) -> Steps {
        let mut steps = FxHashMap::default();
        for (id, point) in graph.points() {
            if let Action::Event(events) = &point.action {
                let at = AtPoint {
                    ways: ways(observer, id, point, events),
                    moves: moves(observer, id, events),
                };
                steps.insert(id, at);
            }
        }
        Steps(steps)
    }

    /// The stances behind an event; none is a violation.
    pub(crate) fn ways(&self, at: PointId, stance: usize) -> &[Option<usize>] {
        self.0.get(&at).map_or(&[], |at| &at.ways[stance])
    }

    /// Whether an event may do something to what is watched.
    pub(crate) fn moves(&self, at: PointId) -> bool {
        self.0.get(&at).is_some_and(|at| at.moves)
    }
}

fn moves(observer: &dyn Observer, at: PointId, events: &[MayEvent]) -> bool {
    (0..observer.states()).any(|state| {
        let stays = |event: &MayEvent| {
            let next = observer.step(state, *event, at, false);
            matches!(next.as_slice(), [only] if only.state == state)
        };
        !observer.is_violation(state) && !events.iter().all(stays)
    })
}

fn ways(
    observer: &dyn Observer,
    at: PointId,
    point: &Point,
    events: &[MayEvent],
) -> Vec<Vec<Option<usize>>> {
    let states = observer.states();
    let own = observer.handle(at).map(|own| own + 1);
    let stances = 0..states * (observer.handles_of(point.method) + 1);
    let from = |stance: usize| {
        let (handle, state) = (stance / states, stance % states);
        if observer.is_violation(state) {
            return Vec::new();
        }
        let is_other = own.is_some_and(|own| own == handle);
        let next = events.iter().flat_map(|event| observer.step(state, *event, at, is_other));
        let way = next.map(|next| {
            let known = own.filter(|_| next.is_other).unwrap_or(handle);
            (!observer.is_violation(next.state)).then_some(known * states + next.state)
        });
        let mut ways: Vec<Option<usize>> = way.collect();
        ways.sort_unstable();
        ways.dedup();
        ways
    };
    stances.map(from).collect()
}
