//! The engine through its public interface.

mod common;
mod limits;
mod monitored;
mod oracle;
mod replay;
mod schedule;
mod scripts;
mod unknown;
mod workers;
