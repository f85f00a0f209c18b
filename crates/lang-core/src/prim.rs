//! Primitives: what they are called and how many operands they take.
//!
//! Whatever the table of [`term::Op`] can compute on first-order values is a primitive as it
//! stands. The others are here: arithmetic that languages define otherwise than SMT-LIB, structural
//! comparison of any two values, and mutable cells.

use term::{Arity, Op, Sort};

use crate::float::{FloatOp, FloatWidth};

/// A primitive. It is strict in its operands, but a cell keeps what it is given as it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Prim {
    /// An operator on first-order values. Not for operators that need to know their sort.
    Op(Op),

    /// Difference of integers or rational numbers.
    Sub,
    /// The negated integer or rational number.
    Neg,
    /// Quotient of integers rounded towards zero; zero for a divisor of zero.
    Quot,
    /// Remainder of [`Prim::Quot`], with the sign of the dividend; the dividend for a divisor of
    /// zero.
    Rem,
    /// Quotient of integers rounded down; zero for a divisor of zero.
    FloorDiv,
    /// Remainder of [`Prim::FloorDiv`], with the sign of the divisor; the dividend for a divisor
    /// of zero.
    FloorMod,
    /// An integer in decimal digits, with a minus sign if it is negative.
    IntToText,
    /// An integer as the machine holds it (see [`crate::Session::with_machine_integers`]): modulo a
    /// power of two, negative above the middle. On ideal integers it is the integer itself.
    Wrap,
    /// A value of which is assumed what is true of all values of its sort: machine integers have a
    /// range.
    Known,
    /// An integer that is known to lie between two numbers, both included.
    Between(i64, i64),
    /// The value of a data type with one constructor over the operand, as a term.
    Pack(Sort),
    /// What is in such a value.
    Unpack,
    /// An operation on the bits of signed integers of a width.
    Bits(BitOp, u32),

    /// An operation on floating-point numbers of a width.
    Float(FloatOp, FloatWidth),
    /// An integer as the nearest floating-point number, which is a word.
    IntToWord(FloatWidth),
    /// An integer as a floating-point number, which is rational.
    IntToRational(FloatWidth),

    /// Whether two values have the same structure; cells are compared by what is in them.
    Equal,
    /// Structural order as an integer: -1, 0 or 1.
    Compare(CtorOrder),
    /// Whether two cells are the same cell, or two scalars the same scalar.
    Same,

    /// A new cell with a value in it.
    RefNew,
    /// What is in a cell.
    RefGet,
    /// Puts a value (second) into a cell (first); its value is unit.
    RefSet,

    /// A new array of a length (first), with one value (second) everywhere.
    ArrayNew,
    /// The element of an array (first) at an index (second).
    ArrayGet,
    /// Puts a value (third) into an array (first) at an index (second); its value is unit.
    ArraySet,
    /// The length of an array.
    ArrayLen,
    /// A new array whose items are those of a list that is not known ([`Whole::IsUnknown`]); they are of this
    /// sort, and without cells of their own.
    ArrayOpen(Sort),

    /// A new cell with a value of this sort in it, which has no cells of its own.
    RefOf(Sort),
    /// Forgets what is in a cell or in an array, or in the cells that are fields of a record.
    Forget,
    /// Forgets what is in all cells that can be got at through some values.
    ForgetBelow,
    /// Forgets what calls of the functions may write to that are among some values or can be got at through
    /// them, with these values as arguments. Such calls perform no operation.
    ForgetBy,

    /// Something of a list of which only the whole is known. But for the first they are for lists that are
    /// not known ([`Whole::IsUnknown`]).
    Whole(Whole),
}

/// A question about a list as a whole.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Whole {
    /// Whether nothing is known of its parts, and the session answers the others.
    IsUnknown,
    /// Its length.
    Length,
    /// Whether it is a list of pairs one of which has a first part (first) in it (second).
    Holds,
    /// The second part of the first such pair.
    Bound,
    /// The list without the first such pair. In which order the others are is not known.
    Without,
}

/// An operation on the bits of integers. Amounts of shifts are between zero and the width.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BitOp {
    /// Both bits.
    And,
    /// One of the bits, or both.
    Or,
    /// One of the bits, not both.
    Xor,
    /// Shift left, zeros in.
    ShiftLeft,
    /// Shift right, zeros in.
    ShiftRight,
    /// Shift right, sign in.
    ShiftRightSigned,
}

impl BitOp {
    fn name(self) -> &'static str {
        match self {
            BitOp::And => "bits_and",
            BitOp::Or => "bits_or",
            BitOp::Xor => "bits_xor",
            BitOp::ShiftLeft => "shift_left",
            BitOp::ShiftRight => "shift_right",
            BitOp::ShiftRightSigned => "shift_right_signed",
        }
    }
}

/// Which of two values made by different constructors is the smaller one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CtorOrder {
    /// The one whose constructor is declared first, as in Haskell.
    Declared,
    /// One without fields before one with fields, then as declared, as in OCaml.
    ConstantsFirst,
}

impl CtorOrder {
    /// What constructors are ordered by.
    pub(crate) fn rank(self, index: u32, fields: usize) -> (bool, u32) {
        match self {
            CtorOrder::Declared => (false, index),
            CtorOrder::ConstantsFirst => (fields > 0, index),
        }
    }
}

impl Prim {
    /// How many operands it takes.
    #[must_use]
    pub fn arity(self) -> Arity {
        match self {
            Prim::Op(op) => op.info().arity,
            Prim::Float(op, _) => Arity::Exactly(op.operands()),
            Prim::IntToWord(_) | Prim::IntToRational(_) => Arity::Exactly(1),
            Prim::Neg
            | Prim::IntToText
            | Prim::Wrap
            | Prim::Known
            | Prim::Between(..)
            | Prim::Pack(_)
            | Prim::Unpack
            | Prim::RefNew
            | Prim::RefOf(_)
            | Prim::RefGet
            | Prim::ArrayLen
            | Prim::ArrayOpen(_)
            | Prim::Forget
            | Prim::Whole(Whole::IsUnknown | Whole::Length) => Arity::Exactly(1),
            Prim::Sub
            | Prim::Quot
            | Prim::Rem
            | Prim::FloorDiv
            | Prim::FloorMod
            | Prim::Bits(..)
            | Prim::Equal
            | Prim::Compare(_)
            | Prim::Same
            | Prim::RefSet
            | Prim::ArrayNew
            | Prim::ArrayGet
            | Prim::Whole(Whole::Holds | Whole::Bound | Whole::Without) => Arity::Exactly(2),
            Prim::ArraySet => Arity::Exactly(3),
            Prim::ForgetBelow | Prim::ForgetBy => Arity::AtLeast(1),
        }
    }

    /// Its name in the printed form.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Prim::Op(op) => op.info().name,
            Prim::Float(op, _) => op.name(),
            Prim::IntToWord(_) => "int_to_word",
            Prim::IntToRational(_) => "int_to_rational",
            Prim::Sub => "-",
            Prim::Neg => "neg",
            Prim::Quot => "quot",
            Prim::Rem => "rem",
            Prim::FloorDiv => "floor_div",
            Prim::FloorMod => "floor_mod",
            Prim::IntToText => "int_to_text",
            Prim::Wrap => "wrap",
            Prim::Known => "known",
            Prim::Between(..) => "between",
            Prim::Pack(_) => "pack",
            Prim::Unpack => "unpack",
            Prim::Bits(op, _) => op.name(),
            Prim::Equal => "equal",
            Prim::Compare(_) => "compare",
            Prim::Same => "same",
            Prim::RefNew => "ref",
            Prim::RefGet => "get",
            Prim::RefSet => "set",
            Prim::ArrayNew => "array",
            Prim::ArrayGet => "array_get",
            Prim::ArraySet => "array_set",
            Prim::ArrayLen => "array_len",
            Prim::ArrayOpen(_) => "array_open",
            Prim::RefOf(_) => "ref_of",
            Prim::Forget => "forget",
            Prim::ForgetBelow => "forget_below",
            Prim::ForgetBy => "forget_by",
            Prim::Whole(Whole::IsUnknown) => "list_is_unknown",
            Prim::Whole(Whole::Length) => "list_length",
            Prim::Whole(Whole::Holds) => "list_holds",
            Prim::Whole(Whole::Bound) => "list_bound",
            Prim::Whole(Whole::Without) => "list_without",
        }
    }

    /// Whether the operand with this number is kept and not examined, so that it may stay
    /// suspended.
    pub(crate) fn keeps(self, operand: usize) -> bool {
        matches!(
            (self, operand),
            (Prim::RefNew | Prim::RefOf(_), 0)
                | (Prim::RefSet | Prim::ArrayNew, 1)
                | (Prim::ArraySet, 2)
        )
    }

    /// Whether it looks at its operands as a whole and not only at their heads.
    pub(crate) fn looks_deep(self) -> bool {
        matches!(self, Prim::Equal | Prim::Compare(_))
    }

    /// Whether it can be written in a program: some operators need to know their sort.
    pub(crate) fn is_allowed(self) -> bool {
        !matches!(self, Prim::Op(Op::Lit(_) | Op::Var(_) | Op::Construct(_) | Op::ConstArray))
    }
}
