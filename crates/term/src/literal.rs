//! Constants of the built-in sorts.

use std::fmt;

use num_bigint::BigUint;
use num_rational::BigRational;
use num_traits::One;
use stdx::hash;

use crate::{Int, Sort};
use stdx::arena::Hashed;

/// Programs compute with numbers of at most this many bits.
pub const MOST_BITS: u64 = 1 << 19;

/// Programs compute with texts of at most this many characters.
pub const LONGEST_TEXT: usize = 1 << 22;

/// A constant. Values of data and array sorts are terms over constants, not constants.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Literal {
    /// A truth value.
    Bool(bool),
    /// An integer.
    Int(Int),
    /// A rational number.
    Real(BigRational),
    /// A machine word.
    BitVec(BitVec),
    /// A string.
    Text(Text),
    /// An element of an uninterpreted sort. Elements with different numbers are different.
    Elem(Sort, u32),
}

/// A machine word: a width in bits and an unsigned value below `2^width`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct BitVec {
    width: u32,
    bits: BigUint,
}

impl BitVec {
    /// The word of this width whose value is `bits` modulo `2^width`.
    #[must_use]
    pub fn new(width: u32, bits: BigUint) -> BitVec {
        assert!(width > 0, "a machine word has at least one bit");
        let modulus = BigUint::one() << width;
        BitVec { width, bits: if bits < modulus { bits } else { bits % modulus } }
    }

    /// Width in bits.
    #[must_use]
    pub fn width(&self) -> u32 {
        self.width
    }

    /// The value, read as unsigned.
    #[must_use]
    pub fn unsigned(&self) -> &BigUint {
        &self.bits
    }

    /// The value, read in two's complement.
    #[must_use]
    pub fn signed(&self) -> Int {
        let unsigned = num_bigint::BigInt::from(self.bits.clone());
        if self.bits.bit(u64::from(self.width) - 1) {
            Int::from(unsigned - (num_bigint::BigInt::one() << self.width))
        } else {
            Int::from(unsigned)
        }
    }
}

/// A string: code points up to `0x2ffff`, as in SMT-LIB.
///
/// Solvers may answer with code points that Rust's `str` cannot hold, so this is not a `str`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Text(Box<[u32]>);

impl Text {
    /// The largest code point of a string.
    pub const MAX_CODE: u32 = 0x2_ffff;

    /// The string with these code points, each at most [`Text::MAX_CODE`].
    #[must_use]
    pub fn new(codes: impl Into<Box<[u32]>>) -> Text {
        let codes = codes.into();
        debug_assert!(codes.iter().all(|code| *code <= Text::MAX_CODE));
        Text(codes)
    }

    /// The string that stands between the quotes of a literal of SMT-LIB, with its escapes. None if
    /// it names a code point beyond [`Text::MAX_CODE`].
    #[must_use]
    pub fn unescape(inner: &str) -> Option<Text> {
        crate::read::unescape(inner).map(Text::new)
    }

    /// The code points.
    #[must_use]
    pub fn codes(&self) -> &[u32] {
        &self.0
    }
}

impl From<&str> for Text {
    /// Code points beyond `0x2ffff` (supplementary private use) become U+FFFD.
    fn from(text: &str) -> Text {
        let code = |c: char| if c as u32 <= Text::MAX_CODE { c as u32 } else { 0xfffd };
        Text(text.chars().map(code).collect())
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let readable = |code: &u32| char::from_u32(*code).unwrap_or(char::REPLACEMENT_CHARACTER);
        f.write_str(&self.0.iter().map(readable).collect::<String>())
    }
}

impl fmt::Debug for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.to_string())
    }
}

/// A literal with its hash, as the pool keeps it.
pub(crate) struct StoredLiteral {
    pub(crate) hash: u64,
    pub(crate) literal: Literal,
}

impl Hashed for StoredLiteral {
    fn content_hash(&self) -> u64 {
        self.hash
    }
}

impl Literal {
    /// `sort_hash` is the content hash of the sort of an [`Literal::Elem`].
    pub(crate) fn content_hash(&self, sort_hash: u64) -> u64 {
        match self {
            Literal::Bool(value) => hash::mix(2, u64::from(*value)),
            Literal::Int(int) => hash::mix(3, int.content_hash()),
            Literal::Real(real) => {
                let numer = hash::bytes(&real.numer().to_signed_bytes_le());
                hash::mix(hash::mix(4, numer), hash::bytes(&real.denom().to_signed_bytes_le()))
            }
            Literal::BitVec(word) => {
                let bits = hash::bytes(&word.bits.to_bytes_le());
                hash::mix(hash::mix(5, u64::from(word.width)), bits)
            }
            Literal::Text(text) => {
                text.0.iter().fold(6, |seed, code| hash::mix(seed, u64::from(*code)))
            }
            Literal::Elem(_, number) => hash::mix(hash::mix(7, sort_hash), u64::from(*number)),
        }
    }

    /// What it is that programs are not run on any further, if it is of such a size.
    ///
    /// A step on smaller values takes milliseconds, so limits of time that are checked between steps
    /// hold; a program that squares a number or doubles a text over and over would soon take hours
    /// for one step.
    #[must_use]
    pub fn oversize(&self) -> Option<&'static str> {
        match self {
            Literal::Int(int) if int.bits() > MOST_BITS => Some("a number with so many digits"),
            Literal::Text(text) if text.codes().len() > LONGEST_TEXT => {
                Some("a text of such a length")
            }
            _ => None,
        }
    }

    /// The truth value, if it is one.
    #[must_use]
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Literal::Bool(value) => Some(*value),
            _ => None,
        }
    }

    /// The integer, if it is one.
    #[must_use]
    pub fn as_int(&self) -> Option<&Int> {
        match self {
            Literal::Int(int) => Some(int),
            _ => None,
        }
    }
}
