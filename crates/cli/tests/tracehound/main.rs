//! The real binary, called as users call it.

mod answers;
mod common;
mod corpus;
mod facets;
mod goals;
mod haskell;
mod haskell_run;
mod input;
#[cfg(unix)]
mod interrupt;
mod java;
mod java_run;
mod k;
mod k_corpus;
#[cfg(unix)]
mod k_limits;
mod kept;
mod liquid;
mod ocaml;
mod readme;
mod specs;
mod tutorial;
mod verbs;
