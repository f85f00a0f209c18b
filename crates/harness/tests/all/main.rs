//! Methods with contracts through the public interface.

mod blocks;
mod engines;
mod oracle;
