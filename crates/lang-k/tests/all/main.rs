//! Languages defined in K, from their text to their behaviour.

mod features;
mod imp;
mod languages;
mod oracle;
mod properties;
mod search;
mod stack;
mod support;
mod symbolic;
mod temporal;
mod theorems;
mod transformed;
mod why;
