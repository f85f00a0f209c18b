//! The tools against brute force and against the independent judge.

mod compare;
mod faults;
mod monitor;
mod parametric;
mod source;
mod support;
mod textbook;
