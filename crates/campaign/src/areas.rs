//! The areas, in the order in which they are tried.

mod solver;
mod toy;
mod trace;

use crate::Area;

/// All areas.
pub const AREAS: &[Area] = &[solver::AREA, trace::AREA, toy::AREA];

/// The area of a name.
#[must_use]
pub fn find(name: &str) -> Option<&'static Area> {
    AREAS.iter().find(|area| area.name == name)
}
