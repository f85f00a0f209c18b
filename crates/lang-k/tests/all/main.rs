//! Languages defined in K, from their text to their behaviour.

mod attributes;
mod claims;
mod events;
mod features;
mod formulas;
mod imp;
mod languages;
mod lists;
mod notations;
mod oracle;
mod properties;
mod reduction;
mod search;
mod stack;
mod support;
mod symbolic;
mod temporal;
mod theorems;
mod transformed;
mod why;
