//! Properties.

use source::Span;

use crate::automaton::{Automaton, Letter};
use crate::event::{Call, EventDecl, Occurrence};
use crate::monitor::{Instance, Object};
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

    /// The objects that a call relates, if it is this event. `is_a` says whether an object is of a
    /// type that fits a pattern.
    #[must_use]
    pub fn bind(
        &self,
        event: &EventDecl,
        happened: &Occurrence<'_>,
        is_a: &dyn Fn(Object, &TypePattern) -> bool,
    ) -> Option<Instance> {
        let types: Vec<TypePattern> = self.params.iter().map(|param| param.ty.clone()).collect();
        event.bind(&types, happened, is_a)
    }
}
