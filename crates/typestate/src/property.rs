//! Properties.

use source::Span;

use crate::automaton::{Automaton, Letter};
use crate::event::{Call, EventDecl, EventWorld, Occurrence, Undecided};
use crate::monitor::Instance;
use crate::pattern::TypePattern;

/// A parameter of a property: an object that its events relate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Param {
    /// Its name.
    pub name: String,
    /// Its type.
    pub ty: TypePattern,
}

/// A typestate property.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Property {
    /// Its name.
    pub name: String,
    /// Where it is declared.
    pub span: Span,
    /// The objects that it relates.
    pub params: Vec<Param>,
    /// The names of its events.
    pub letters: Vec<String>,
    /// Its events; at least one.
    pub events: Vec<EventDecl>,
    /// What must not happen.
    pub automaton: Automaton,
    /// Which combinations of objects it is about.
    pub scope: Combinations,
}

/// Which combinations of objects a property is about.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Combinations {
    /// Those only in which each parameter has an object.
    pub full: bool,
    /// Those only whose objects events relate to each other.
    pub connected: bool,
}

impl Property {
    /// All letters of its automaton.
    pub fn all_letters(&self) -> impl Iterator<Item = Letter> + use<> {
        (0..self.letters.len() as u8).map(Letter)
    }

    /// What people call an event.
    #[must_use]
    pub fn letter_name(&self, letter: Letter) -> &str {
        &self.letters[letter.index()]
    }

    /// The events that a call may be, as far as its names tell.
    pub fn events_of<'a>(&'a self, call: &'a Call<'a>) -> impl Iterator<Item = &'a EventDecl> {
        self.events.iter().filter(move |event| event.may_be(call))
    }

    /// Whether all of its events are begins and returns of calls that names tell apart, and any combination
    /// of objects may break it.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        self.scope == Combinations::default() && self.events.iter().all(EventDecl::is_plain)
    }

    /// The objects that a call relates, if it is this event.
    pub fn bind(
        &self,
        event: &EventDecl,
        happened: &Occurrence<'_>,
        world: &mut dyn EventWorld,
    ) -> Result<Option<Instance>, Undecided> {
        let types: Vec<TypePattern> = self.params.iter().map(|param| param.ty.clone()).collect();
        event.bind(&types, happened, world)
    }

    /// Whether the property is about a combination of objects that events such as these concerned.
    #[must_use]
    pub fn concerns(&self, objects: &Instance, events: &[Instance]) -> bool {
        let bound: Vec<usize> = objects.objects().map(|(param, _)| param).collect();
        if self.scope.full && bound.len() < self.params.len() {
            return false;
        }
        !self.scope.connected || objects.is_connected_by(events)
    }
}
