//! The real binary, called as users call it.

mod answer_formats;
mod answers;
mod browser;
mod caches;
mod ci;
mod common;
mod core_alone;
mod deepening;
mod demo;
mod documents;
mod event_specs;
mod facets;
#[cfg(unix)]
mod faults;
mod goals;
mod haskell_packages;
mod haskell_run;
mod haskell_values;
mod history_proofs;
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
mod live_logs;
#[cfg(target_os = "linux")]
mod lsp;
mod mcp;
#[cfg(unix)]
mod native_code;
mod ocaml;
mod ocaml_numbers;
mod options;
mod processes;
mod projects;
mod proofs;
mod prove;
mod prove_cuts;
mod prove_haskell;
mod prove_induction;
#[cfg(unix)]
mod queue;
mod random_contracts;
mod random_events;
mod readme;
mod shards;
mod solvers;
mod specs;
#[cfg(unix)]
mod stops;
mod store;
mod tutorial;
mod untrusted;
mod verbs;
mod view;
mod vscode;
#[cfg(target_os = "linux")]
mod watch;
