//! Tests of the library from its user's side.

mod conformance;
mod constraints;
mod failures;
mod lambda;
mod limits;
mod lists;
mod numbers;
mod prefix_log;
mod programs;
mod scheme;
mod sizes;
mod small;
mod specs;
mod threads;
