//! What a slot holds: a word, and a term if the word is not known.

use term::Term;

/// One slot of a frame, a field, or a static variable.
///
/// A value with a shadow is symbolic: its bits mean nothing. Ints are kept as 32 bits without sign
/// extension, and booleans, bytes, chars and shorts are ints. A long or double is in the first of
/// its two slots; the second holds nothing.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Value {
    pub(crate) bits: u64,
    pub(crate) shadow: Option<Term>,
}

impl Value {
    /// Zero, null, false.
    pub(crate) const ZERO: Value = Value { bits: 0, shadow: None };
    /// Null.
    pub(crate) const NULL: Value = Value::ZERO;

    pub(crate) fn int(int: i32) -> Value {
        Value { bits: u64::from(int as u32), shadow: None }
    }

    pub(crate) fn bool(bool: bool) -> Value {
        Value::int(bool.into())
    }

    pub(crate) fn long(long: i64) -> Value {
        Value { bits: long as u64, shadow: None }
    }

    pub(crate) fn float(float: f32) -> Value {
        Value { bits: u64::from(float.to_bits()), shadow: None }
    }

    pub(crate) fn double(double: f64) -> Value {
        Value { bits: double.to_bits(), shadow: None }
    }

    pub(crate) fn reference(reference: Ref) -> Value {
        Value { bits: u64::from(reference.0), shadow: None }
    }

    pub(crate) fn bits(bits: u64) -> Value {
        Value { bits, shadow: None }
    }

    pub(crate) fn symbolic(term: Term) -> Value {
        Value { bits: 0, shadow: Some(term) }
    }

    pub(crate) fn as_int(self) -> i32 {
        self.bits as u32 as i32
    }

    pub(crate) fn as_bool(self) -> bool {
        self.bits as u32 != 0
    }

    pub(crate) fn as_long(self) -> i64 {
        self.bits as i64
    }

    pub(crate) fn as_float(self) -> f32 {
        f32::from_bits(self.bits as u32)
    }

    pub(crate) fn as_double(self) -> f64 {
        f64::from_bits(self.bits)
    }

    pub(crate) fn as_ref(self) -> Ref {
        Ref(self.bits as u32)
    }
}

/// A reference to an object. Zero is Java's null.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Ref(pub(crate) u32);

impl Ref {
    pub(crate) const NULL: Ref = Ref(0);

    pub(crate) fn is_null(self) -> bool {
        self.0 == 0
    }
}
