//! The functional calculus through its public interface.

mod evaluate;
mod facets;
mod integers;
mod outlook;
mod reference;
mod support;
mod symbolic;
