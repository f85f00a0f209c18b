//! Typestate properties: in which order objects may be used.
//!
//! A [`Property`] names calls (its *events*), the objects that they relate, and an automaton over
//! the events whose violating states are what must not happen. Properties are read from a subset of
//! JavaMOP's `.mop` files and from a shorter form of our own ([`read`]); those of the literature
//! about iterators, streams and sockets and rules about the JDK are built in ([`built_in`], [`rules`]).
//!
//! [`Monitors`] follow the events of one run, one automaton for each combination of related objects.
//!
//! This crate knows class names and object numbers, but no class files, no solver and no way to run
//! a program. Start reading at [`Property`], then at [`Automaton`].

mod automaton;
mod build;
mod built_in;
mod event;
mod expr;
mod java;
mod logic;
mod monitor;
mod mop;
mod pattern;
mod property;

pub use automaton::{Automaton, EventSequence, Letter, State, StateSet};
pub use built_in::{JdkRule, built_in, built_in_names, built_in_properties, rules};
pub use event::{Binding, Call, EventDecl, EventWorld, Occurrence, Source, Undecided, Value, When};
pub use java::{WATCH, watch_of};
pub use monitor::{Instance, Monitors, Moved, Object};
pub use mop::read;
pub use pattern::{CallPattern, TypePattern};
pub use property::{Combinations, Param, Property};
