//! What tests of several crates share. No product code uses this crate.
//!
//! [`World`] is a small set of sorts, variables, functions and data types that has every operator;
//! [`Terms`] makes random well-sorted terms over it, each in two ways: by the constructors, which
//! simplify, and as it was drawn. [`word_cond`] is for words of any width, [`TemporalFormula`] for
//! readers of temporal logic; [`toy`] and [`k`] have random
//! programs and oracles for them.

mod dice;
pub mod k;
mod temporal;
mod terms;
pub mod toy;
mod words;
mod world;

pub use dice::Dice;
pub use temporal::TemporalFormula;
pub use terms::{Drawn, Terms};
pub use words::{WordStep, word_cond};
pub use world::{Family, Form, World};

/// One test for each [`Family`]: each calls the given function with it.
#[macro_export]
macro_rules! test_each_family {
    ($check:path: $($name:ident = $family:ident),+ $(,)?) => {
        $(
            #[test]
            fn $name() {
                $check($crate::Family::$family);
            }
        )+
    };
    ($check:path) => {
        $crate::test_each_family!(
            $check: elems = Elems, ints = Ints, reals = Reals, words = Words, texts = Texts,
            arrays = Arrays, data = Data, mixed = Mixed,
        );
    };
}
