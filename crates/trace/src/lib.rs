//! Trace specifications: LTLf, symbolic regular expressions, derivatives and automata.
//!
//! A property of traces is written as a [`Formula`] (LTLf, a regular expression, an explicit
//! automaton, or all of them mixed). It has one normal form, a [`Regex`] whose letters are
//! predicates on events. It is not compiled to an automaton: reading an event replaces the
//! expression by its *derivative*, the expression that the rest of the trace has to match. The
//! arguments of events are terms, so a derivative is a choice under conditions
//! ([`term::Cases`]), and it is the engine that splits on it.
//!
//! This crate knows no solver; where the satisfiability of a condition matters, the caller passes a
//! [`Feasible`]. Start reading at [`Formula`], then [`RegexPool`], then [`RegexPool::derivative`].
//!
//! ```
//! use source::Files;
//! use term::Pool;
//! use trace::{Event, RegexPool, Spec};
//!
//! let pool = Pool::new();
//! let text = "op open() op close() property closed := G (<open> implies X F <close>)";
//! let (spec, faults) = Spec::read(&pool, &Files::new().add("door.trace", text));
//! assert!(faults.is_empty());
//! let spec = spec.expect("there are no faults");
//! let regexes = RegexPool::new(&pool);
//! let start = regexes.of_formula(&pool, &spec.properties[0].formula).expect("not deep");
//! let open = Event { op: spec.alphabet.find(pool.symbol("open")), values: vec![] };
//! let after = regexes.derivative(&pool, &spec.alphabet, start, &open);
//! let (_, after) = after.into_iter().next().expect("the event is concrete");
//! assert!(regexes.nullable(start) && !regexes.nullable(after));
//! ```

mod accept;
mod ahead;
mod alphabet;
mod automaton;
mod blame;
mod choice;
mod context;
mod contract;
mod cover;
mod derivative;
mod distance;
mod draw;
mod elaborate;
mod feasible;
mod fit;
mod formula;
mod judge;
mod letter;
mod monitor;
mod next;
mod nfa;
mod regex;
mod slots;
mod spec;
mod sugar;
mod suggest;
pub mod syntax;
mod translate;

pub use accept::Precondition;
pub use ahead::{affected_by, can_break, commuting, formal_events, left_by_histories};
pub use alphabet::{Alphabet, AlphabetError, Event, OpId, OpPlace, Operation};
pub use automaton::{Automaton, Built, Edge, StateId};
pub use blame::{Blame, Since};
pub use context::Context;
pub use contract::{Contract, ContractCase, Raises, Stated, Surroundings};
pub use draw::{Followed, Picture, PictureEdge, PictureState, PictureStep, StateKind};
pub use feasible::{Feasible, Tri, plain};
pub use formula::{EventSet, Formula, Marks, StateMachine, TooDeep};
pub use judge::{Judge, Truth};
pub use letter::Letter;
pub use monitor::SpecMonitor;
pub use next::{NextEvent, Prefix, Prefixes, Which};
pub use regex::{Node, Regex, RegexPool, RunId};
pub use slots::{Item, Slot, Slots};
pub use spec::{Axiom, Param, Property, RecordEvent, Spec};
