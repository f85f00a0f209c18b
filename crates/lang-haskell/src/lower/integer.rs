//! Integers of any size: `GHC.Num.Integer` and `GHC.Num.Natural`.

use lang_core::{FloatWidth, Prim};
use term::Op;

use super::known::{Known, of};
use super::primop::Test;
use super::{Lowered, Lowering};

/// What is known of a function on integers or natural numbers.
pub(super) fn known(occ: &str) -> Option<Known> {
    let (kind, rest) = split(occ)?;
    match kind {
        Kind::Integer => arithmetic(rest).or_else(|| order(rest)).or_else(|| conversion(rest)),
        Kind::Natural => natural(rest).or_else(|| order(rest)).or_else(|| conversion(rest)),
    }
}

enum Kind {
    Integer,
    Natural,
}

fn split(occ: &str) -> Option<(Kind, &str)> {
    let integer = occ.strip_prefix("integer").map(|rest| (Kind::Integer, rest));
    integer.or_else(|| occ.strip_prefix("natural").map(|rest| (Kind::Natural, rest)))
}

fn arithmetic(rest: &str) -> Option<Known> {
    match rest {
        "Add" => of(2, |lower, _, args| lower.exact(Prim::Op(Op::Add), args)),
        "Sub" => of(2, |lower, _, args| lower.exact(Prim::Sub, args)),
        "Mul" => of(2, |lower, _, args| lower.exact(Prim::Op(Op::Mul), args)),
        "Negate" => of(1, |lower, _, args| lower.exact(Prim::Neg, args)),
        "Quot" => of(2, |lower, _, args| lower.exact(Prim::Quot, args)),
        "Rem" => of(2, |lower, _, args| lower.exact(Prim::Rem, args)),
        "Div" => of(2, |lower, _, args| lower.exact(Prim::FloorDiv, args)),
        "Mod" => of(2, |lower, _, args| lower.exact(Prim::FloorMod, args)),
        "QuotRem#" => of(2, |lower, _, args| lower.exact_both(Prim::Quot, Prim::Rem, args)),
        "DivMod#" => of(2, |lower, _, args| lower.exact_both(Prim::FloorDiv, Prim::FloorMod, args)),
        "Abs" => of(1, |lower, _, args| lower.absolute(args[0])),
        "Signum" | "Signum#" => of(1, |lower, _, args| lower.sign(args[0])),
        _ => None,
    }
}

fn natural(rest: &str) -> Option<Known> {
    match rest {
        "Add" | "Mul" | "Quot" | "Rem" | "Signum" => arithmetic(rest),
        "QuotRem#" => arithmetic(rest),
        "SubUnsafe" => arithmetic("Sub"),
        _ => None,
    }
}

fn order(rest: &str) -> Option<Known> {
    match rest {
        "Eq" => of(2, |lower, _, args| lower.holds(Test::Equal, args)),
        "Ne" => of(2, |lower, _, args| lower.holds(Test::Differ, args)),
        "Lt" => of(2, |lower, _, args| lower.holds(Test::Less, args)),
        "Le" => of(2, |lower, _, args| lower.holds(Test::AtMost, args)),
        "Gt" => of(2, |lower, _, args| lower.holds(Test::Greater, args)),
        "Ge" => of(2, |lower, _, args| lower.holds(Test::AtLeast, args)),
        "Eq#" => of(2, |lower, _, args| lower.counts(Test::Equal, args)),
        "Ne#" => of(2, |lower, _, args| lower.counts(Test::Differ, args)),
        "Lt#" => of(2, |lower, _, args| lower.counts(Test::Less, args)),
        "Le#" => of(2, |lower, _, args| lower.counts(Test::AtMost, args)),
        "Gt#" => of(2, |lower, _, args| lower.counts(Test::Greater, args)),
        "Ge#" => of(2, |lower, _, args| lower.counts(Test::AtLeast, args)),
        "Compare" => of(2, |lower, _, args| lower.compared(args)),
        _ => None,
    }
}

/// Conversions: between kinds of numbers that are all integers here.
fn conversion(rest: &str) -> Option<Known> {
    match rest {
        "ToInt#" | "ToInt" => of(1, |lower, _, args| {
            let number = lower.plain(args[0]);
            Lowered::any(lower.bounded(number))
        }),
        "ToWord#" | "ToWord" => of(1, |lower, _, args| {
            let number = lower.plain(args[0]);
            Lowered::any(lower.modulo_word(number))
        }),
        "FromInt#" | "FromInt" | "FromWord#" | "FromWord" | "FromNatural" | "ToNaturalClamp"
        | "ToNatural" | "ToNaturalThrow" => of(1, |_, _, args| args[0]),
        "ToDouble#" => of(1, |lower, _, args| lower.float_of(FloatWidth::Double, args[0])),
        "ToFloat#" => of(1, |lower, _, args| lower.float_of(FloatWidth::Single, args[0])),
        "Zero" => of(0, |lower, _, _| Lowered::cheap(lower.builder.int(0))),
        "One" => of(0, |lower, _, _| Lowered::cheap(lower.builder.int(1))),
        _ => None,
    }
}

impl Lowering<'_> {
    /// An operation on integers without bound, which may have to be evaluated first.
    fn exact(&mut self, prim: Prim, args: &[Lowered]) -> Lowered {
        let args = self.plain_all(args);
        Lowered::any(self.builder.prim(prim, args))
    }

    fn exact_both(&mut self, first: Prim, second: Prim, args: &[Lowered]) -> Lowered {
        let args = self.plain_all(args);
        let (a, b) = (self.builder.fresh("a"), self.builder.fresh("b"));
        let pair = [first, second].map(|prim| {
            let (a, b) = (self.builder.var(a), self.builder.var(b));
            Lowered::cheap(self.builder.prim(prim, [a, b]))
        });
        let pair = self.unboxed_tuple(&pair);
        let inner = self.builder.let_strict(b, args[1], pair);
        Lowered::any(self.builder.let_strict(a, args[0], inner))
    }

    fn holds(&mut self, test: Test, args: &[Lowered]) -> Lowered {
        Lowered::any(self.compare(test, args))
    }

    fn counts(&mut self, test: Test, args: &[Lowered]) -> Lowered {
        Lowered::truth(self.compare(test, args))
    }

    fn absolute(&mut self, number: Lowered) -> Lowered {
        let (value, var) = (self.plain(number), self.builder.fresh("n"));
        let [a, b, c] = [(); 3].map(|()| self.builder.var(var));
        let zero = self.builder.int(0);
        let negative = self.builder.op(Op::Lt, [a, zero]);
        let negated = self.builder.prim(Prim::Neg, [b]);
        let result = self.builder.op(Op::Ite, [negative, negated, c]);
        Lowered::any(self.builder.let_strict(var, value, result))
    }

    fn sign(&mut self, number: Lowered) -> Lowered {
        let (value, var) = (self.plain(number), self.builder.fresh("n"));
        let [a, b] = [(); 2].map(|()| self.builder.var(var));
        let [zero, one, minus] = [0, 1, -1].map(|value| self.builder.int(value));
        let negative = self.builder.op(Op::Lt, [a, zero]);
        let is_zero = self.builder.op(Op::Eq, [b, zero]);
        let rest = self.builder.op(Op::Ite, [is_zero, zero, one]);
        let result = self.builder.op(Op::Ite, [negative, minus, rest]);
        Lowered::any(self.builder.let_strict(var, value, result))
    }

    fn compared(&mut self, args: &[Lowered]) -> Lowered {
        let values = self.plain_all(args);
        let (a, b) = (self.builder.fresh("a"), self.builder.fresh("b"));
        let [a1, a2] = [(); 2].map(|()| self.builder.var(a));
        let [b1, b2] = [(); 2].map(|()| self.builder.var(b));
        let (less, equal) = (self.builder.op(Op::Lt, [a1, b1]), self.builder.op(Op::Eq, [a2, b2]));
        let [lt, eq, gt] = [0, 1, 2].map(|number| self.ordering(number));
        let rest = self.builder.cond(equal, eq, gt);
        let result = self.builder.cond(less, lt, rest);
        let inner = self.builder.let_strict(b, values[1], result);
        Lowered::any(self.builder.let_strict(a, values[0], inner))
    }
}
