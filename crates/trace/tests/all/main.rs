//! Tests of trace specifications through the public interface.

mod agree;
mod blame;
mod formulas;
mod paper;
mod pictures;
mod support;
mod syntax;
