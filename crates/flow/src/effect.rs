//! What may happen between two points: in a method, or on all ways from a branch to where they meet.

use crate::bits::Bits;
use crate::dominate::PostDominators;
use crate::graph::{Action, Graph, MethodId, Point, PointId};
use crate::storage::{Slot, Slots};

/// What may happen on some ways, calls included.
#[derive(Clone, Debug)]
pub(crate) struct Effect {
    /// Whether there may be an event.
    pub(crate) events: bool,
    /// Whether an exception may leave the method.
    pub(crate) escapes: bool,
    /// Whether a result may be returned.
    pub(crate) returns: bool,
    /// The shared places that may be written.
    pub(crate) shared: Bits,
    /// The variables of the method that may be written, ascending.
    pub(crate) variables: Vec<usize>,
}

impl Effect {
    fn none(slots: &Slots) -> Effect {
        let shared = Bits::empty(slots.shared);
        Effect { events: false, escapes: false, returns: false, shared, variables: Vec::new() }
    }

    /// Adds what a step of the method does by itself.
    fn add(&mut self, slots: &Slots, point: &Point) {
        self.events |= matches!(point.action, Action::Event(_));
        self.escapes |= point.escapes;
        for place in &point.defines {
            match slots.of(*place) {
                Slot::Shared(number) => {
                    self.shared.insert(number);
                }
                Slot::Variable(number) => self.variables.push(number),
                Slot::Result => self.returns = true,
                // Only the method that is called reads it.
                Slot::Param(_) => {}
            }
        }
    }

    fn add_called(&mut self, called: &Effect) -> bool {
        let events = called.events && !self.events;
        self.events |= called.events;
        self.shared.union(&called.shared) || events
    }
}

/// The effects of methods, and those behind branches as far as they were asked for.
pub(crate) struct Effects<'g> {
    graph: &'g Graph,
    methods: Vec<Effect>,
    dominators: Vec<Option<PostDominators>>,
    regions: Vec<Option<Box<Region>>>,
}

/// What lies behind a point from which a run may go on in several ways.
#[derive(Clone, Debug)]
pub(crate) struct Region {
    /// Where all ways meet again; none if they leave the method.
    pub(crate) end: Option<PointId>,
    /// What may happen until then: what the step itself writes, and all that lies between.
    pub(crate) effect: Effect,
}

impl<'g> Effects<'g> {
    pub(crate) fn new(graph: &'g Graph, slots: &Slots) -> Effects<'g> {
        let methods = method_effects(graph, slots);
        let dominators = vec![None; graph.methods().len()];
        Effects { graph, methods, dominators, regions: vec![None; graph.len()] }
    }

    /// What a method may do, with all that it calls.
    pub(crate) fn method(&self, method: MethodId) -> &Effect {
        &self.methods[method.index()]
    }

    /// What a point decides about.
    pub(crate) fn region(&mut self, slots: &Slots, point: PointId) -> &Region {
        if self.regions[point.index()].is_none() {
            let region = self.find_region(slots, point);
            self.regions[point.index()] = Some(Box::new(region));
        }
        self.regions[point.index()].as_ref().expect("it was just found")
    }

    fn find_region(&mut self, slots: &Slots, id: PointId) -> Region {
        let graph = self.graph;
        let method = graph.point(id).method;
        let post = self.dominators[method.index()]
            .get_or_insert_with(|| PostDominators::of(graph, method));
        let (end, inside) = (post.after(id), post.region(graph, id));
        let mut effect = Effect::none(slots);
        effect.add(slots, graph.point(id));
        for id in inside {
            let point = graph.point(id);
            effect.add(slots, point);
            if let Action::Call(methods) = &point.action {
                for method in methods {
                    effect.add_called(&self.methods[method.index()]);
                }
            }
        }
        effect.variables.sort_unstable();
        effect.variables.dedup();
        Region { end, effect }
    }
}

/// What each method may do, with all that it calls.
fn method_effects(graph: &Graph, slots: &Slots) -> Vec<Effect> {
    let mut effects = vec![Effect::none(slots); graph.methods().len()];
    for (_, point) in graph.points() {
        effects[point.method.index()].add(slots, point);
    }
    let callers = graph.callers();
    let mut waiting: Vec<MethodId> = graph.methods().collect();
    while let Some(method) = waiting.pop() {
        let called = effects[method.index()].clone();
        for caller in &callers[method.index()] {
            let caller = graph.point(*caller).method;
            if effects[caller.index()].add_called(&called) {
                waiting.push(caller);
            }
        }
    }
    effects
}
