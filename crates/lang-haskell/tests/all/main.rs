//! Haskell through the public interface, and beside the real GHC.

mod liquid;
mod native;
mod programs;
mod signatures;
