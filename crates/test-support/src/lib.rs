//! What tests of several crates share. No product code uses this crate.
