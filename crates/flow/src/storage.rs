//! Which storage a place is when a program runs.

use crate::graph::{Graph, Location, MethodId};

/// What a place stands for in a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Storage {
    /// Storage that outlives calls, and may be several pieces: a write leaves what else is there.
    Shared,
    /// A variable that each call of a method has for itself. Places of one method with the same number
    /// are the same variable, written at different points.
    Variable(u32),
    /// As [`Storage::Variable`], of a method that is called: steps that write it are calls, and write
    /// the variable of what they call.
    Param(u32),
    /// The result of a method: written by its returns, read by the calls of it.
    Result,
}

/// As [`Storage`], with a number for each shared place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Slot {
    Shared(usize),
    Variable(usize),
    Param(usize),
    Result,
}

/// The storage of all places.
#[derive(Clone, Debug)]
pub(crate) struct Slots {
    slots: Vec<Slot>,
    /// How many shared places there are.
    pub(crate) shared: usize,
    /// How many variables each method has.
    pub(crate) variables: Vec<usize>,
}

impl Slots {
    /// Places that the list does not have are shared.
    pub(crate) fn new(graph: &Graph, storage: &[Storage]) -> Slots {
        let places = graph.points().flat_map(|(_, point)| point.uses.iter().chain(&point.defines));
        let count = places.map(|place| place.0 as usize + 1).max().unwrap_or(0);
        let mut shared = 0;
        let slot = |place: usize| match storage.get(place) {
            Some(Storage::Variable(number)) => Slot::Variable(*number as usize),
            Some(Storage::Param(number)) => Slot::Param(*number as usize),
            Some(Storage::Result) => Slot::Result,
            Some(Storage::Shared) | None => {
                shared += 1;
                Slot::Shared(shared - 1)
            }
        };
        let slots = (0..count).map(slot).collect();
        let mut found = Slots { slots, shared, variables: vec![0; graph.methods().len()] };
        found.count_variables(graph);
        found
    }

    fn count_variables(&mut self, graph: &Graph) {
        for (_, point) in graph.points() {
            for place in point.uses.iter().chain(&point.defines) {
                let (Slot::Variable(number) | Slot::Param(number)) = self.of(*place) else {
                    continue;
                };
                // A parameter of another method makes no harm here.
                let count = &mut self.variables[point.method.index()];
                *count = (*count).max(number + 1);
            }
        }
    }

    pub(crate) fn of(&self, place: Location) -> Slot {
        self.slots[place.0 as usize]
    }

    pub(crate) fn variables_of(&self, method: MethodId) -> usize {
        self.variables[method.index()]
    }
}
