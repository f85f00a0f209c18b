//! Where a violation may happen: the events that a program must not come to, but may.
//!
//! [`Future`] says whether a violation can be reached; here the program is read forwards, along ways
//! that lead to one, to say at which events. People look there first if nothing was found.

use std::collections::BTreeSet;

use crate::bits::Bits;
use crate::future::Future;
use crate::graph::{Action, Graph, PointId};
use crate::observer::Observer;

/// The points of events that may be violations, in a program that begins at a point in a state.
#[must_use]
pub fn suspects(
    graph: &Graph,
    observer: &dyn Observer,
    future: &Future,
    start: (PointId, usize),
) -> Vec<PointId> {
    let states = observer.states();
    let stances = states * (observer.handles() + 1);
    let mut seen = vec![None; graph.len()];
    let mut walk = Walk { graph, observer, states, waiting: Vec::new(), found: BTreeSet::new() };
    walk.waiting.push(start);
    while let Some((point, stance)) = walk.waiting.pop() {
        let here = seen[point.index()].get_or_insert_with(|| Bits::empty(stances));
        if here.insert(stance) {
            walk.visit(future, point, stance);
        }
    }
    walk.found.into_iter().collect()
}

struct Walk<'g> {
    graph: &'g Graph,
    observer: &'g dyn Observer,
    states: usize,
    waiting: Vec<(PointId, usize)>,
    found: BTreeSet<PointId>,
}

impl Walk<'_> {
    fn visit(&mut self, future: &Future, id: PointId, stance: usize) {
        let (handle, state) = (stance / self.states, stance % self.states);
        match &self.graph.point(id).action {
            Action::Step | Action::Branch | Action::Return => self.go_on(id, stance),
            Action::Event(events) => {
                let own = self.observer.handle(id).map(|own| own + 1);
                let is_other = own.is_some_and(|own| own == handle);
                for event in events {
                    for next in self.observer.step(state, *event, id, is_other) {
                        if self.observer.is_violation(next.state) {
                            self.found.insert(id);
                            continue;
                        }
                        let known = own.filter(|_| next.is_other).unwrap_or(handle);
                        self.go_on(id, known * self.states + next.state);
                    }
                }
                self.waiting.extend(self.graph.point(id).handlers.iter().map(|to| (*to, stance)));
            }
            Action::Call(methods) if methods.is_empty() => self.go_on(id, stance),
            Action::Call(methods) => {
                for method in methods {
                    let entry = self.graph.method(*method).entry;
                    if future.may_violate(entry, state) {
                        self.waiting.push((entry, state));
                    }
                    for left in future.left_in(entry, state) {
                        self.go_on(id, handle * self.states + left);
                    }
                }
            }
        }
    }

    fn go_on(&mut self, id: PointId, stance: usize) {
        let renewed = self.observer.renews(id).is_some_and(|own| own + 1 == stance / self.states);
        let behind = if renewed { stance % self.states } else { stance };
        let point = self.graph.point(id);
        self.waiting.extend(point.next.iter().map(|to| (*to, behind)));
        self.waiting.extend(point.handlers.iter().map(|to| (*to, stance)));
    }
}
