//! What every answer needs and no language owns.
//!
//! * [`facet_rounds`] run calls by their bodies first, and then ever more of them by their contracts.
//! * [`deepen`] looks at a target again with larger bounds while an [`Effort`] lasts, so that "holds
//!   within …" names as much as a moment of work can show.
//! * [`by_length`] goes through histories by their length until something is found.
//! * [`smallest_of_each`] picks the violations that are reported, and [`shorten`] looks for shorter ones.
//! * [`first_that_helps`] tries what would mend a finding before it is suggested.
//! * [`Silence`] says whether a run in which no path ended shows that nothing can be checked;
//!   [`first_contradiction`] names the statement because of which nothing can.
//! * [`Trials`] run a violation on other values: which of its values matter, and which are simpler.
//!   [`Weighing`] asks a solver for such values where the conditions of the path are known.
//!
//! This crate knows no language, no file and no output format.

mod deepen;
mod exchange;
mod facets;
mod lengths;
mod look;
mod metered;
mod shorten;
mod smallest;
mod suggest;
mod vacuity;
mod vary;
mod weight;

pub use deepen::{Effort, deepen};
pub use exchange::{Exchanged, IsViolation, MachineTrial, Trials, trial_time};
pub use facets::{FacetRound, blame, facet_rounds};
pub use lengths::{LengthRounds, by_length};
pub use look::{JudgedFinding, JudgedRun, Look, same_paths};
pub use shorten::{LongFinding, shorten, smallest};
pub use smallest::smallest_of_each;
pub use suggest::{first_that_helps, is_silent};
pub use vacuity::{Silence, first_contradiction};
pub use vary::{Variation, variations, variations_of_input};
pub use weight::{Weighing, Weight};
