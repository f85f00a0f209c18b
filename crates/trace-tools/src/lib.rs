//! Questions about trace specs: is it satisfiable, are two the same, what does it allow, does a
//! recorded log obey it.
//!
//! The `trace` crate knows no solver; this one joins the two. Everything rests on one function,
//! [`shortest`]: a shortest concrete trace of an expression, found by a search that is exact, and
//! checked by the independent [`trace::Judge`] before anybody sees it. Logs are followed by a
//! [`LogMonitor`], which asks the solver only which states are lost for good.
//!
//! This crate reads no files and prints nothing. Start reading at [`shortest`], then [`LogMonitor`].

mod compare;
mod facts;
mod faults;
mod itf;
mod learn;
mod log;
mod merge;
mod monitor;
mod oracle;
mod records;
mod sample;
mod search;
mod text;
mod textbook;
mod unused;
mod vacuity;
mod why;
mod witness;

pub use compare::{Comparison, Side, compare};
pub use faults::{Faults, check_spec};
pub use itf::itf_lines;
pub use learn::{Example, Learnt, Proposal, learn};
pub use log::{LineError, Logged, Value, parse_line};
pub use merge::{MergeError, Merged, merge};
pub use monitor::{
    Break, Instance, LogMonitor, MonitorError, SourceLanguage, Step, monitor_source,
};
pub use oracle::Oracle;
pub use records::{LineRead, LogFormat, RecordReader};
pub use sample::{LONGEST_SAMPLE, Samples, sample};
pub use search::{Bounds, Gap, SearchResult, shortest};
pub use text::{event_json, mode_of, show_event, show_formula, theory_of};
pub use textbook::{Ltlf, NoTextbook, textbook};
pub use why::{Row, Table, table, why};
pub use witness::Witness;
