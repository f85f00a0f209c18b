//! Variables through which events of a property go.
//!
//! A handle is one definition of a variable that alone reaches several events: all of them concern
//! the object that the definition put there last. See [`flow::Future`] for what that is good for.

use std::collections::BTreeMap;

use flow::{Location, MethodId, PointId};
use lang_jvm::code::{CallKind, Op};
use rustc_hash::FxHashMap;
use typestate::{Property, Source};

use crate::event::Event;
use crate::layout::Layout;
use crate::program::Program;
use crate::site::At;

/// How many handles of a method are told apart.
const MOST: usize = 3;

/// The handles of a property.
#[derive(Clone, Default, Debug)]
pub(crate) struct Handles {
    /// How many a method has at most.
    pub(crate) count: usize,
    /// How many each method has that has any.
    pub(crate) of_method: FxHashMap<MethodId, usize>,
    /// By the point of an event.
    pub(crate) through: FxHashMap<PointId, usize>,
    /// By the point that defines the variable anew.
    pub(crate) renewed: FxHashMap<PointId, usize>,
}

impl Handles {
    pub(crate) fn of(
        program: &Program,
        layout: &Layout,
        property: &Property,
        events: &BTreeMap<PointId, Vec<Event>>,
    ) -> Handles {
        let mut handles = Handles::default();
        let mut by_method: BTreeMap<usize, BTreeMap<(Location, usize), Vec<PointId>>> =
            BTreeMap::new();
        for (point, events) in events {
            let (at, _) = layout.instruction(*point).expect("events are at instructions");
            if let (Some(place), Some(param)) = (variable(program, at), target(property, events)) {
                let variables = by_method.entry(at.0.0).or_default();
                variables.entry((place, param)).or_default().push(*point);
            }
        }
        for (method, variables) in by_method {
            let shared = variables.into_iter().filter(|(_, points)| points.len() > 1);
            for (handle, ((place, _), points)) in shared.take(MOST).enumerate() {
                handles.count = handles.count.max(handle + 1);
                handles.of_method.insert(MethodId(method as u32), handle + 1);
                handles.through.extend(points.into_iter().map(|point| (point, handle)));
                let method = crate::program::MethodAt(method);
                let code = program.method(method);
                let stores = (0..code.body.ops.len()).filter(|index| {
                    let is_store = matches!(code.body.ops[*index], Op::Store(..));
                    is_store && code.values.output(*index, 0) == place
                });
                let renewing = stores.map(|index| (layout.main((method, index)), handle));
                handles.renewed.extend(renewing);
            }
        }
        handles
    }
}

/// The parameter of the property that the receiver of all events of a point is.
fn target(property: &Property, events: &[Event]) -> Option<usize> {
    let mut targets = events.iter().map(|event| {
        let mut sources = property.events[event.decl].sources();
        sources.find(|(_, source)| *source == Source::Target).map(|(param, _)| param)
    });
    let first = targets.next().flatten();
    first.filter(|_| targets.all(|other| other == first))
}

/// The definition of the variable that the receiver of a call was loaded from, if there is one only.
fn variable(program: &Program, at: At) -> Option<Location> {
    let code = program.method(at.0);
    let Op::Call(CallKind::Virtual, _) = &code.body.ops[at.1] else { return None };
    let [loaded] = code.values.taken(at.1).first()?.as_slice() else { return None };
    let load = (0..at.1).rev().find(|index| {
        matches!(code.body.ops[*index], Op::Load(..)) && code.values.output(*index, 0) == *loaded
    })?;
    match code.values.taken(load).first()?.as_slice() {
        [place] => Some(*place),
        _ => None,
    }
}
