//! Who watches the events of a program that is not run.

use crate::graph::{MayEvent, MethodId, PointId};

/// Something that watches events and may find fault: an automaton over what may happen at points.
pub trait Observer {
    /// How many states there are, numbered from zero.
    fn states(&self) -> usize;

    /// Where an event that may happen at a point leads: all possible next states. If the event may
    /// concern others than those watched, the state itself is among them. `is_other` says that the
    /// watched object is not the one behind the handle of the point.
    fn step(&self, state: usize, event: MayEvent, at: PointId, is_other: bool) -> Vec<Next>;

    /// How many handles a method has at most.
    fn handles(&self) -> usize {
        0
    }

    /// How many handles this method has.
    fn handles_of(&self, _method: MethodId) -> usize {
        self.handles()
    }

    /// The handle through which the event of a point goes, counted from zero.
    fn handle(&self, _at: PointId) -> Option<usize> {
        None
    }

    /// The handle to which a point gives another value.
    fn renews(&self, _at: PointId) -> Option<usize> {
        None
    }

    /// Whether a state is a violation. Nothing is asked about what comes after it.
    fn is_violation(&self, state: usize) -> bool;

    /// Whether leaving the program in a state is a violation.
    fn is_bad_end(&self, state: usize) -> bool;
}

/// Where an event leads.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Next {
    /// The next state.
    pub state: usize,
    /// Whether that is so because the watched object is not the one behind the handle.
    pub is_other: bool,
}

impl Next {
    /// A next state of which nothing more is known.
    #[must_use]
    pub fn to(state: usize) -> Next {
        Next { state, is_other: false }
    }
}
