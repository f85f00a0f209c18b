//! Languages defined in K, from their text to their behaviour.

mod imp;
mod languages;
mod search;
mod support;
mod symbolic;
