//! The stages from outside: corner cases one by one, and random queries against a slow solver.

mod brute;
mod check;
mod directed;
mod fuzz_cdcl;
mod fuzz_core;
mod linear;
mod product;
mod random;
mod signature;
