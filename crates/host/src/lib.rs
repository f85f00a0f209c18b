//! The machine and the person that a call meets: files, standard streams, the terminal, signals, the
//! limits of the process, and the folders in which things are kept.
//!
//! This is what front ends and verbs need from outside. Nothing below looks at any of it.

mod allocator;
pub mod cache;
pub mod feed;
mod ignored;
pub mod limits;
pub mod output;
pub mod programs;
mod progress;
pub mod project;
pub mod read;
pub mod setup;
pub mod signal;
mod stdin;
pub mod terminal;

pub use progress::Ticker;
pub use stdin::Stdin;
pub use terminal::{Color, Terminal};

/// Name and version, as reports state them.
pub const TOOL: &str = concat!("tracehound ", env!("CARGO_PKG_VERSION"));
