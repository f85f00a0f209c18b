//! Which points of the graph are which instructions.
//!
//! An instruction is one point, or three if it is a call that may be an event: the event before it,
//! the call, and the event behind it.

use flow::PointId;

use crate::program::{MethodAt, Program};
use crate::site::At;

/// The parts of a call that may be an event.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Part {
    /// An event before the call.
    Before,
    /// The call itself, or an instruction that is no event.
    Main,
    /// An event behind the call.
    After,
}

/// The points of all instructions.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    /// For each method the first point of each instruction, and the one behind the last.
    first: Vec<Vec<u32>>,
}

impl Layout {
    /// Gives points to the instructions of a program, three to those that are events.
    pub(crate) fn new(program: &Program, is_event: impl Fn(At) -> bool) -> Layout {
        let mut count = 0;
        let mut method = |at: MethodAt| {
            let mut first = Vec::new();
            for index in 0..program.method(at).body.ops.len() {
                first.push(count);
                count += if is_event((at, index)) { 3 } else { 1 };
            }
            first.push(count);
            first
        };
        Layout { first: program.all().map(&mut method).collect() }
    }

    fn start(&self, at: At) -> u32 {
        self.first[at.0.0][at.1]
    }

    /// Where an instruction begins.
    pub(crate) fn first(&self, at: At) -> PointId {
        PointId(self.start(at))
    }

    pub(crate) fn is_event(&self, at: At) -> bool {
        self.first[at.0.0][at.1 + 1] - self.start(at) == 3
    }

    /// The step itself.
    pub(crate) fn main(&self, at: At) -> PointId {
        PointId(self.start(at) + u32::from(self.is_event(at)))
    }

    /// The event behind a call that may be one.
    pub(crate) fn after(&self, at: At) -> PointId {
        PointId(self.start(at) + 2)
    }

    /// The instruction that a point belongs to; none for the method that does nothing.
    pub(crate) fn instruction(&self, point: PointId) -> Option<(At, Part)> {
        let method = self.first.partition_point(|first| first[0] <= point.0).checked_sub(1)?;
        let first = &self.first[method];
        let index = first.partition_point(|start| *start <= point.0).checked_sub(1)?;
        if index + 1 == first.len() {
            return None;
        }
        let at = (MethodAt(method), index);
        let part = match (self.is_event(at), point.0 - first[index]) {
            (true, 0) => Part::Before,
            (true, 2) => Part::After,
            (true, _) | (false, _) => Part::Main,
        };
        Some((at, part))
    }
}
