//! Which places are variables of a call, for slices of single runs.
//!
//! [`crate::values`] gives each write of a variable or of a slot of the stack a place of its own. Places
//! that one read may find are the same variable: where there is one of them, a write of another takes
//! its place.

use flow::{Action, Graph, Location, MethodId, Storage};

use crate::program::{Code, Program};
use crate::values::writes;

/// What all places are when a program runs.
pub(crate) fn storage(program: &Program, graph: &Graph) -> Vec<Storage> {
    let mut storage = vec![Storage::Shared; program.places.count()];
    for code in &program.methods {
        let outputs =
            code.body.ops.iter().enumerate().flat_map(|(at, op)| {
                (0..writes(op)).map(move |index| code.values.output(at, index))
            });
        let params = code.params.iter().map(|(place, _)| *place);
        let mut variables = Variables::new(outputs.clone().chain(params.clone()).collect());
        variables.join_all(code, program.thrown);
        for place in outputs {
            storage[place.0 as usize] = Storage::Variable(variables.number(place));
        }
        for place in params {
            storage[place.0 as usize] = Storage::Param(variables.number(place));
        }
        storage[code.result.0 as usize] = Storage::Result;
    }
    share(program, graph, &mut storage);
    storage
}

/// Lets parameters be shared that are handed over before the call, as lambdas do with what they
/// capture, and results that are read elsewhere.
fn share(program: &Program, graph: &Graph, storage: &mut [Storage]) {
    let mut owners: Vec<Option<MethodId>> = vec![None; storage.len()];
    for (number, code) in program.methods.iter().enumerate() {
        let params = code.params.iter().map(|(place, _)| place);
        for place in params.chain([&code.result]) {
            owners[place.0 as usize] = Some(MethodId(number as u32));
        }
    }
    for (_, point) in graph.points() {
        let is_called = |owner: MethodId| matches!(&point.action, Action::Call(methods) if methods.contains(&owner));
        let is_strange =
            |place: &&Location| owners[place.0 as usize].is_some_and(|owner| !is_called(owner));
        let strange = |place: &Location, wanted: fn(Storage) -> bool| {
            wanted(storage[place.0 as usize]) && is_strange(&place)
        };
        let params =
            point.defines.iter().filter(|p| strange(p, |s| matches!(s, Storage::Param(_))));
        let results = point.uses.iter().filter(|p| strange(p, |s| s == Storage::Result));
        for place in params.chain(results).copied().collect::<Vec<_>>() {
            storage[place.0 as usize] = Storage::Shared;
        }
    }
}

/// The places of one method, joined where they are the same variable.
struct Variables {
    /// Ascending.
    places: Vec<Location>,
    /// For each place another one of its variable; itself at the end of a chain.
    joined: Vec<usize>,
}

impl Variables {
    fn new(mut places: Vec<Location>) -> Variables {
        places.sort();
        places.dedup();
        let joined = (0..places.len()).collect();
        Variables { places, joined }
    }

    /// Joins what one read may find. What is thrown belongs to no method.
    fn join_all(&mut self, code: &Code, thrown: Location) {
        for sources in code.values.inputs.iter().flatten().flatten() {
            let mut places = sources.iter().filter(|place| **place != thrown);
            let Some(first) = places.next() else { continue };
            let first = self.root(*first);
            for place in places {
                let other = self.root(*place);
                self.joined[other] = first;
            }
        }
    }

    fn root(&self, place: Location) -> usize {
        let mut at = self.places.binary_search(&place).expect("a place of the method");
        while self.joined[at] != at {
            at = self.joined[at];
        }
        at
    }

    fn number(&self, place: Location) -> u32 {
        self.root(place) as u32
    }
}
