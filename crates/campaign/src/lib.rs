//! Random programs and questions of every language, each judged twice: by the engine and by an
//! oracle that shares nothing with it.
//!
//! A case is read off a *tape*, a string of random bytes: each decision takes one, and behind the end
//! of the tape every decision is the first, smallest one. So one way to make tapes smaller
//! ([`shrink`]) minimises the cases of every area, and a tape written in hexadecimal is enough to see
//! a case again. An [`Area`] says how tapes are judged; [`Campaign`] judges many and counts.
//!
//! No product code uses this crate. Start reading at [`Area`], then in one of `areas`.

mod area;
mod areas;
mod at_work;
mod isolate;
mod keep;
mod naive;
mod run;
mod shrink;
mod table;
mod tape;
mod tool;

pub use area::{Area, Bench, Counts, Judge, Judgement, Setup};
pub use areas::{AREAS, find};
pub use isolate::Isolated;
pub use keep::keep;
pub use run::{AreaOutcome, Campaign, Until};
pub use shrink::shrink;
pub use table::table;
pub use tape::{from_hex, tape_of, to_hex};
