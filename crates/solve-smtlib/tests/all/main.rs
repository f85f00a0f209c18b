//! Solvers that speak SMT-LIB, run as programs.

mod audit;
mod external;
