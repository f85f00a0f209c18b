//! The words that front ends and the engine share.
//!
//! A front end offers its program in one of two ways. A [`Machine`] has a state that is cheap to
//! clone; the engine steps it and forks it. A [`Script`] is ordinary code that is run from its
//! start each time; the engine steers it along recorded choices through a [`Host`]. Neither ever
//! asks the solver or drops a path: they name the possible successors and the condition of each.
//! A call of a function that has a contract may be run by it ([`Facets`]).
//! What programs let others see are [`Event`]s, and a [`Monitor`] follows these. A [`Guide`] says which
//! ways are worth following.
//!
//! This crate does not know how programs are explored. Start reading at [`Machine`].

mod event;
mod exit;
mod facets;
mod guide;
mod input;
mod monitor;
mod script;
mod stepped;

pub use event::{Event, EventKind};
pub use exit::{Exit, Failure, Gap};
pub use facets::Facets;
pub use guide::{EventNames, Guide, Outlook, Pruned};
pub use input::Input;
pub use monitor::{Monitor, Observed};
pub use script::{Halt, Host, Script};
pub use stepped::{Machine, Step};
