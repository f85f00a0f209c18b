//! Languages defined in K, from their text to their behaviour.

mod attributes;
mod features;
mod grammar;
mod imp;
mod languages;
mod lists;
mod naive;
mod oracle;
mod properties;
mod random;
mod search;
mod stack;
mod support;
mod symbolic;
mod temporal;
mod theorems;
mod transformed;
mod why;
