//! The engine through its public interface.

mod common;
mod limits;
mod oracle;
mod replay;
mod scripts;
mod unknown;
mod workers;
