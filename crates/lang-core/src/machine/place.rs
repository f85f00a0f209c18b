//! Which place is reported when something goes wrong: one in the user's files.
//!
//! A failure inside of a library is seen by the user at the call that led there. Tail calls leave no
//! frame, so such calls are written down when they are made, with the height of the stack: one is over
//! as soon as fewer frames wait. So are calls of functions that demand something of their callers.

use source::Span;

use super::Run;
use super::state::{Frame, Store};
use super::value::Value;
use crate::expr::{Blamed, ExprId};

impl Run<'_> {
    /// Writes a call down that leads from the user's files into a library, or to a function that demands
    /// something of its callers.
    pub(super) fn note_call(&self, callee: &Value, span: Option<Span>, store: &mut Store) {
        let (Value::Closure(lambda, _), Some(at)) = (callee, span) else { return };
        let is_within = self.program.is_users(self.span(*lambda));
        if !self.program.is_users(span) || (is_within && !self.program.is_demanding(*lambda)) {
            return;
        }
        let height = store.stack.len();
        while store.left_at.last().is_some_and(|(known, _)| *known >= height) {
            store.left_at.pop_back();
        }
        store.left_at.push_back((height, at));
    }

    /// Forgets calls that have returned.
    pub(super) fn forget_returned(&self, store: &mut Store) {
        let height = store.stack.len();
        while store.left_at.last().is_some_and(|(known, _)| *known > height) {
            store.left_at.pop_back();
        }
    }

    /// The place of a condition that does not hold, by whose fault that is.
    pub(super) fn blamed_place(
        &self,
        id: ExprId,
        blame: Blamed,
        store: &mut Store,
    ) -> Option<Span> {
        let call = match blame {
            Blamed::Own => None,
            Blamed::Caller => {
                self.forget_returned(store);
                store.left_at.last().map(|(_, place)| *place)
            }
        };
        call.or(self.span(id))
    }

    /// The place itself if it is the user's, else the innermost place in the user's files that leads
    /// to it.
    pub(super) fn users_place(&self, span: Option<Span>, store: &Store) -> Option<Span> {
        if self.program.is_users(span) {
            return span;
        }
        let call = store.left_at.last();
        let above = call.map_or(0, |(height, _)| *height);
        let frames = store.stack.iter().skip(above).rev();
        let mut places = frames.map(|frame| self.place_of(frame));
        let framed = places.find(|place| self.program.is_users(*place)).flatten();
        framed.or(call.map(|(_, place)| *place)).or(span)
    }

    fn place_of(&self, frame: &Frame) -> Option<Span> {
        let at = |id: &ExprId| self.span(*id);
        match frame {
            Frame::Let(id, _) | Frame::Operands(id, ..) | Frame::Case(id, _) => at(id),
            Frame::Apply(_, span) => *span,
            Frame::Performed(performance) => performance.span,
            Frame::Facing(call) => call.span,
            Frame::MustRaise(span) => *span,
            Frame::Update(_)
            | Frame::Catch(..)
            | Frame::Deepen(_)
            | Frame::Initialised(_)
            | Frame::Defined(..) => None,
        }
    }
}
