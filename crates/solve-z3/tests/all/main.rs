//! Z3 behind our interface.

mod common;
mod fold;
mod incremental;
mod limits;
mod model;
mod rewrite;
mod round_trip;
