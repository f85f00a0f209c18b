//! The tools against brute force and against the independent judge.

mod compare;
mod faults;
mod generated;
mod monitor;
mod parametric;
mod support;
mod textbook;
