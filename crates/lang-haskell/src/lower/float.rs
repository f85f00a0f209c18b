//! `Double` and `Float`: rational numbers, or words with the bits of IEEE 754.

use lang_core::{FloatOp, FloatWidth, Prim};
use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use num_traits::ToPrimitive;
use term::{BitVec, Literal, Op, Sort, Term};

use super::known::{Build, Known, of};
use super::{Lowered, Lowering, Numbers};

/// What is known of a primitive on floating-point numbers.
pub(super) fn primop(name: &str) -> Option<Known> {
    double(name).or_else(|| single(name)).or_else(|| conversion(name))
}

fn double(name: &str) -> Option<Known> {
    match name {
        "+##" => of(2, |lower, _, args| lower.double(FloatOp::Add, args)),
        "-##" => of(2, |lower, _, args| lower.double(FloatOp::Sub, args)),
        "*##" => of(2, |lower, _, args| lower.double(FloatOp::Mul, args)),
        "/##" => of(2, |lower, _, args| lower.double(FloatOp::Div, args)),
        "**##" => of(2, |lower, _, args| lower.double(FloatOp::Pow, args)),
        "==##" => of(2, |lower, _, args| lower.double_test(FloatOp::Equal, args)),
        "/=##" => of(2, |lower, _, args| lower.differ(FloatWidth::Double, args)),
        "<##" => of(2, |lower, _, args| lower.double_test(FloatOp::Less, args)),
        "<=##" => of(2, |lower, _, args| lower.double_test(FloatOp::AtMost, args)),
        ">##" => of(2, |lower, _, args| lower.double_test(FloatOp::Less, &[args[1], args[0]])),
        ">=##" => of(2, |lower, _, args| lower.double_test(FloatOp::AtMost, &[args[1], args[0]])),
        _ => of(1, unary(name.strip_suffix("Double#")?)?.0),
    }
}

fn single(name: &str) -> Option<Known> {
    match name {
        "plusFloat#" => of(2, |lower, _, args| lower.single(FloatOp::Add, args)),
        "minusFloat#" => of(2, |lower, _, args| lower.single(FloatOp::Sub, args)),
        "timesFloat#" => of(2, |lower, _, args| lower.single(FloatOp::Mul, args)),
        "divideFloat#" => of(2, |lower, _, args| lower.single(FloatOp::Div, args)),
        "powerFloat#" => of(2, |lower, _, args| lower.single(FloatOp::Pow, args)),
        "eqFloat#" => of(2, |lower, _, args| lower.single_test(FloatOp::Equal, args)),
        "neFloat#" => of(2, |lower, _, args| lower.differ(FloatWidth::Single, args)),
        "ltFloat#" => of(2, |lower, _, args| lower.single_test(FloatOp::Less, args)),
        "leFloat#" => of(2, |lower, _, args| lower.single_test(FloatOp::AtMost, args)),
        "gtFloat#" => of(2, |lower, _, args| lower.single_test(FloatOp::Less, &[args[1], args[0]])),
        "geFloat#" => {
            of(2, |lower, _, args| lower.single_test(FloatOp::AtMost, &[args[1], args[0]]))
        }
        _ => of(1, unary(name.strip_suffix("Float#")?)?.1),
    }
}

/// Functions of one number, for doubles and for singles.
fn unary(name: &str) -> Option<(Build, Build)> {
    macro_rules! both {
        ($op:expr) => {
            Some((
                |lower, _, args| lower.double($op, args),
                |lower, _, args| lower.single($op, args),
            ))
        };
    }
    match name {
        "negate" => both!(FloatOp::Neg),
        "fabs" => both!(FloatOp::Abs),
        "sqrt" => both!(FloatOp::Sqrt),
        "exp" => both!(FloatOp::Exp),
        "expm1" => both!(FloatOp::ExpM1),
        "log" => both!(FloatOp::Log),
        "log1p" => both!(FloatOp::Log1P),
        "sin" => both!(FloatOp::Sin),
        "cos" => both!(FloatOp::Cos),
        "tan" => both!(FloatOp::Tan),
        "asin" => both!(FloatOp::Asin),
        "acos" => both!(FloatOp::Acos),
        "atan" => both!(FloatOp::Atan),
        "sinh" => both!(FloatOp::Sinh),
        "cosh" => both!(FloatOp::Cosh),
        "tanh" => both!(FloatOp::Tanh),
        "asinh" => both!(FloatOp::Asinh),
        "acosh" => both!(FloatOp::Acosh),
        "atanh" => both!(FloatOp::Atanh),
        _ => None,
    }
}

fn conversion(name: &str) -> Option<Known> {
    match name {
        "int2Double#" | "word2Double#" => {
            of(1, |lower, _, args| lower.float_of(FloatWidth::Double, args[0]))
        }
        "int2Float#" | "word2Float#" => {
            of(1, |lower, _, args| lower.float_of(FloatWidth::Single, args[0]))
        }
        "double2Int#" | "float2Int#" => of(1, |lower, _, args| {
            let args = lower.plain_all(args);
            let truncated = Prim::Float(FloatOp::Truncate, FloatWidth::Double);
            let number = lower.builder.prim(truncated, args);
            Lowered::cheap(lower.bounded(number))
        }),
        "double2Float#" => of(1, |lower, _, args| lower.single(FloatOp::Widen, args)),
        "float2Double#" => of(1, |lower, _, args| lower.double(FloatOp::Widen, args)),
        _ => None,
    }
}

impl Lowering<'_> {
    /// The sort of floating-point numbers of a width.
    pub(super) fn float_sort(&self, width: FloatWidth) -> Sort {
        match (self.numbers, width) {
            (Numbers::Ideal, _) => Sort::REAL,
            (Numbers::Machine, FloatWidth::Single) => self.builder.pool().bitvec_sort(32),
            (Numbers::Machine, FloatWidth::Double) => self.builder.pool().bitvec_sort(64),
        }
    }

    /// The constant nearest to a fraction.
    pub(crate) fn float_constant(&self, width: FloatWidth, over: BigInt, under: BigInt) -> Term {
        let ratio = BigRational::new(over, under);
        let pool = self.builder.pool();
        let word = |width: u32, bits: u64| {
            pool.literal(Literal::BitVec(BitVec::new(width, BigUint::from(bits))))
        };
        match (self.numbers, width) {
            // GHC rounds constants before it dumps them.
            (Numbers::Ideal, _) => pool.real(ratio),
            (Numbers::Machine, FloatWidth::Double) => {
                word(64, ratio.to_f64().unwrap_or(f64::NAN).to_bits())
            }
            (Numbers::Machine, FloatWidth::Single) => {
                word(32, u64::from(ratio.to_f32().unwrap_or(f32::NAN).to_bits()))
            }
        }
    }

    /// An integer as a floating-point number.
    pub(super) fn float_of(&mut self, width: FloatWidth, number: Lowered) -> Lowered {
        let number = self.plain(number);
        let prim = match self.numbers {
            Numbers::Ideal => Prim::IntToRational(width),
            Numbers::Machine => Prim::IntToWord(width),
        };
        Lowered::any(self.builder.prim(prim, [number]))
    }

    fn double(&mut self, op: FloatOp, args: &[Lowered]) -> Lowered {
        self.float(op, FloatWidth::Double, args)
    }

    fn single(&mut self, op: FloatOp, args: &[Lowered]) -> Lowered {
        self.float(op, FloatWidth::Single, args)
    }

    fn float(&mut self, op: FloatOp, width: FloatWidth, args: &[Lowered]) -> Lowered {
        self.approximation.fractions |= self.numbers == Numbers::Ideal;
        let args = self.plain_all(args);
        Lowered::any(self.builder.prim(Prim::Float(op, width), args))
    }

    fn double_test(&mut self, op: FloatOp, args: &[Lowered]) -> Lowered {
        Lowered::truth(self.double(op, args).id)
    }

    fn single_test(&mut self, op: FloatOp, args: &[Lowered]) -> Lowered {
        Lowered::truth(self.single(op, args).id)
    }

    fn differ(&mut self, width: FloatWidth, args: &[Lowered]) -> Lowered {
        let args = self.plain_all(args);
        let equal = self.builder.prim(Prim::Float(FloatOp::Equal, width), args);
        Lowered::truth(self.builder.op(Op::Not, [equal]))
    }
}
