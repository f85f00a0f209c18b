//! The chain of solvers through its public interface.

mod agrees;
mod axioms;
mod linear;
mod on_demand;
mod repeatable;
