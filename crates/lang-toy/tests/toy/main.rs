//! Tests of the whole front end: what it says about wrong programs, that no text breaks it, that
//! the machine does what a plain interpreter does, and that the corpus is what it says it is.

mod corpus;
mod errors;
mod monitored;
mod oracle;
mod soup;
mod trace;
mod tutorial;
