//! The text of K through the public interface.

mod definitions;
mod errors;
mod features;
mod inference;
mod printing;
mod robust;
