//! The real binary, called as users call it.

mod answers;
mod caches;
mod ci;
mod common;
mod core_alone;
mod deepening;
mod documents;
mod event_specs;
mod facets;
#[cfg(unix)]
mod faults;
mod goals;
mod haskell_run;
mod haskell_values;
mod input;
#[cfg(unix)]
mod interrupt;
mod java;
mod java_run;
mod java_trust;
mod k;
#[cfg(unix)]
mod k_limits;
mod kept;
#[cfg(unix)]
mod limits;
mod liquid;
#[cfg(unix)]
mod native_code;
mod ocaml;
mod ocaml_numbers;
mod options;
mod proofs;
mod prove;
mod random_contracts;
mod random_events;
mod readme;
mod solvers;
mod specs;
#[cfg(unix)]
mod stops;
mod store;
mod tutorial;
mod untrusted;
mod verbs;
