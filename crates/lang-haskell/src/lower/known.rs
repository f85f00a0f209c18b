//! Functions that the machine knows by itself: those that GHC defines out of our sight.

use source::Span;

use super::{Lowered, Lowering, Shape, failure, integer, text, world};
use crate::core::{Name, Type};

/// A function that the machine knows.
#[derive(Clone, Copy)]
pub(super) struct Known {
    /// How many values it takes.
    pub(super) arity: usize,
    /// What a call with that many arguments becomes.
    pub(super) build: Build,
}

pub(super) type Build = fn(&mut Lowering<'_>, &Call<'_>, &[Lowered]) -> Lowered;

/// What else is known of a call.
pub(super) struct Call<'c> {
    /// The types it is given.
    pub(super) types: &'c [&'c Type],
    /// For each argument, the bytes that it is, if it is a literal.
    pub(super) texts: &'c [Option<&'c [u8]>],
    /// Where it stands.
    pub(super) span: Option<Span>,
}

pub(super) fn of(arity: usize, build: Build) -> Option<Known> {
    Some(Known { arity, build })
}

/// What is known of a function of GHC's libraries.
pub(super) fn known(name: &Name) -> Option<Known> {
    let occ = name.occ.as_str();
    match name.module.as_str() {
        "GHC.CString" => text::known(occ),
        "GHC.Num.Integer" | "GHC.Num.Natural" => integer::known(occ),
        "Control.Exception.Base" | "GHC.Err" => failure::known(occ),
        "GHC.Types" if occ == "isTrue#" => of(1, |lower, _, args| lower.truth_of(args[0])),
        "GHC.Prim" | "GHC.Prim.Ext" | "GHC.Magic" | "GHC.Prim.Coerce" | "Unsafe.Coerce" => {
            magic(occ)
        }
        _ => world::known(name),
    }
}

fn magic(occ: &str) -> Option<Known> {
    match occ {
        "void#" | "realWorld#" | "nullAddr#" | "(##)" | "unsafeReflCoercible" => {
            of(0, |lower, _, _| Lowered::cheap(lower.builder.unit()))
        }
        "seq" => of(2, |lower, _, args| {
            let (first, then) = (lower.plain(args[0]), lower.plain(args[1]));
            Lowered::any(lower.builder.seq(first, then))
        }),
        "inline" | "lazy" | "oneShot" | "noinline" | "coerce" | "unsafeCoerce"
        | "unsafeCoerce#" => of(1, |_, _, args| args[0]),
        "runRW#" => of(1, |lower, _, args| {
            let callee = lower.plain(args[0]);
            let token = lower.builder.unit();
            Lowered::any(lower.builder.apply(callee, [token]))
        }),
        _ => None,
    }
}

impl Lowering<'_> {
    /// `isTrue#`: a number, one or zero, as a truth value.
    pub(super) fn truth_of(&mut self, number: Lowered) -> Lowered {
        match number.shape {
            Shape::Truth => Lowered::cheap(number.id),
            Shape::Any | Shape::Cheap => {
                let one = self.builder.int(1);
                let id = self.builder.op(term::Op::Eq, [number.id, one]);
                Lowered { id, shape: number.shape }
            }
        }
    }
}
