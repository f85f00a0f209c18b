//! Symbolic verification of regular properties of Java programs.
//!
//! After Yu, Chen, Wang, Su and Dong, "Symbolic Verification of Regular Properties" (ICSE 2018): a
//! program is run on values that a solver finds, [`typestate::Monitors`] follow each run, and what
//! [`jvm_flow`] knows of the program decides which branches are taken next and which are not taken at
//! all. Four [`Mode`]s compare the parts of the method.
//!
//! DIVERGENCE: a branch is judged again when it is its turn, not only when it is met, so one that a
//! later violation makes superfluous is left out, too. Paths are sliced as in the paper, by their own
//! dependences and only where that promises something (its sections 3.4 and 3.6); a path that is not
//! sliced is judged by the dependences of the whole program, which cost nothing to ask for. And the
//! conditions of branches that were sliced off are dropped from the paths behind them, or inputs on
//! their other sides would be missed.
//!
//! Every violation is run once more on its values alone and judged by code of its own. Start reading
//! at [`search`].

mod events;
mod explain;
mod generate;
mod guard;
mod judge;
mod names;
mod options;
mod outcome;
mod record;
mod recorder;
mod replay;
mod runs;
mod search;
mod seen;
mod slices;
mod trial;
mod uncaught;
mod unseen;

pub use check::Weight;
pub use events::{CallOperation, Observable, wanted_by};
pub use generate::{
    CallAgain, HAPPENS, Harness, Shows, Written, bits, generate, java_text, java_value,
};
pub use options::{Mode, Options, Slicing};
pub use outcome::{InputSeen, Met, Replayed, SearchOutcome, Sliced, Step, Uncaught, Violation};
pub use search::{search, wanted};
pub use unseen::Unseen;
