//! What the property tests share: a small signature, random queries, and a slow solver.

pub(crate) mod brute;
pub(crate) mod check;
pub(crate) mod random;
pub(crate) mod signature;
