//! Java programs as graphs, read without running them: what may still go wrong, and what matters.
//!
//! [`Analysis`] is the static half of symbolic regular verification (Yu, Chen, Wang, Su, Dong: ICSE
//! 2018). From the class files of an application it finds the methods that may run, the objects that
//! each value may be (by the places where objects are made), and the calls that may be events of a
//! property; all that becomes a [`flow::Graph`]. During a run it then answers two questions about a
//! branch that was not taken. Can a combination of objects in the state that it has now (the paper's
//! *Preset*) still come to a violation (*Postset*), and to one whose *essence* (R(s)) is new? That is
//! [`Analysis::future`]. And does it matter for any event which way the branch goes? That is
//! [`Analysis::matters`], for all runs at once, and [`Analysis::path_slicer`], for one.
//!
//! DIVERGENCE: the paper takes an event to concern a combination if the classes fit and updates it
//! weakly only if there are several static objects. Here an event moves a combination for certain only
//! if it can be no other object: one site, passed at most once in a run. And sequences are compared
//! without being enumerated, see [`Essences`].
//!
//! The library is not looked into, with one exception: whether a method returns a new object. Objects are
//! followed through it by what each of its calls may see. This crate runs nothing and asks no solver.
//! Start reading at [`Analysis::new`].

mod analysis;
mod build;
mod callback;
mod error;
mod event;
mod executes_once;
mod fresh;
mod handle;
mod hierarchy;
mod layout;
mod network;
mod nothrow;
mod points_to;
mod program;
mod rules;
mod site;
mod site_groups;
mod trail;
mod trie;
mod tuple;
mod values;
mod variables;

pub use analysis::{Analysis, Birth, ParamClass, Spot, Top};
pub use error::FlowError;
pub use rules::wild;
pub use site::Site;
pub use trail::Trail;
pub use trie::{Essence, Essences};
pub use tuple::{Bound, Concerns, Stage, Tuple};
