//! Operations on floating-point numbers.
//!
//! A floating-point number is a machine word with the bits of IEEE 754, of which only constants are
//! computed, or a rational number, which can be reasoned about. Operations on rational constants
//! round as IEEE 754 does; with unknowns they are exact, so what is found out that way has to be tried
//! on words.

/// An operation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FloatOp {
    /// Sum.
    Add,
    /// Difference.
    Sub,
    /// Product.
    Mul,
    /// Quotient; an exact one by zero is zero.
    Div,
    /// Power.
    Pow,
    /// The negated number.
    Neg,
    /// The absolute value.
    Abs,
    /// Square root.
    Sqrt,
    /// Exponential function.
    Exp,
    /// Exponential function less one.
    ExpM1,
    /// Natural logarithm.
    Log,
    /// Natural logarithm of the number plus one.
    Log1P,
    /// Sine.
    Sin,
    /// Cosine.
    Cos,
    /// Tangent.
    Tan,
    /// Inverse sine.
    Asin,
    /// Inverse cosine.
    Acos,
    /// Inverse tangent.
    Atan,
    /// Hyperbolic sine.
    Sinh,
    /// Hyperbolic cosine.
    Cosh,
    /// Hyperbolic tangent.
    Tanh,
    /// Inverse hyperbolic sine.
    Asinh,
    /// Inverse hyperbolic cosine.
    Acosh,
    /// Inverse hyperbolic tangent.
    Atanh,
    /// Whether two numbers are equal; nothing equals what is no number.
    Equal,
    /// Whether the first is less.
    Less,
    /// Whether the first is at most the second.
    AtMost,
    /// The whole part as an integer.
    Truncate,
    /// The same number in the other width.
    Widen,
}

/// How wide a floating-point number is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FloatWidth {
    /// 32 bits.
    Single,
    /// 64 bits.
    Double,
}

impl FloatOp {
    /// How many operands it takes.
    #[must_use]
    pub fn operands(self) -> usize {
        use FloatOp::{Add, AtMost, Div, Equal, Less, Mul, Pow, Sub};
        if matches!(self, Add | Sub | Mul | Div | Pow | Equal | Less | AtMost) { 2 } else { 1 }
    }

    /// Its name in the printed form.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            FloatOp::Add => "float_add",
            FloatOp::Sub => "float_sub",
            FloatOp::Mul => "float_mul",
            FloatOp::Div => "float_div",
            FloatOp::Pow => "float_pow",
            FloatOp::Neg => "float_neg",
            FloatOp::Abs => "float_abs",
            FloatOp::Sqrt => "float_sqrt",
            FloatOp::Exp => "float_exp",
            FloatOp::ExpM1 => "float_expm1",
            FloatOp::Log => "float_log",
            FloatOp::Log1P => "float_log1p",
            FloatOp::Sin => "float_sin",
            FloatOp::Cos => "float_cos",
            FloatOp::Tan => "float_tan",
            FloatOp::Asin => "float_asin",
            FloatOp::Acos => "float_acos",
            FloatOp::Atan => "float_atan",
            FloatOp::Sinh => "float_sinh",
            FloatOp::Cosh => "float_cosh",
            FloatOp::Tanh => "float_tanh",
            FloatOp::Asinh => "float_asinh",
            FloatOp::Acosh => "float_acosh",
            FloatOp::Atanh => "float_atanh",
            FloatOp::Equal => "float_eq",
            FloatOp::Less => "float_lt",
            FloatOp::AtMost => "float_le",
            FloatOp::Truncate => "float_truncate",
            FloatOp::Widen => "float_widen",
        }
    }
}
