//! The allocator of every program that uses this crate.
//!
//! A search makes many small values, and with several threads one makes what another drops: the C library's allocator waits
//! for a lock then.

use mimalloc::MiMalloc;

#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;
