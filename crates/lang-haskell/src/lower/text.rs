//! Constants, and the strings among them.
//!
//! A string constant is a term: a list of code points that takes no step to make.

use lang_core::FloatWidth;
use term::{Sort, Term};

use super::known::{Known, of};
use super::{Lowered, Lowering};
use crate::core::{Literal, Name, Type};

/// What is known of a function of `GHC.CString`.
pub(super) fn known(occ: &str) -> Option<Known> {
    match occ {
        "unpackCString#" => of(1, |lower, call, _| match call.texts.first() {
            Some(Some(bytes)) => lower.string(&latin(bytes)),
            _ => lower.unsupported("a string at an address that is computed"),
        }),
        "unpackCStringUtf8#" => of(1, |lower, call, _| match call.texts.first() {
            Some(Some(bytes)) => lower.string(&utf8(bytes)),
            _ => lower.unsupported("a string at an address that is computed"),
        }),
        "unpackAppendCString#" => of(2, |lower, call, args| match call.texts.first() {
            Some(Some(bytes)) => lower.appended(&latin(bytes), args[1]),
            _ => lower.unsupported("a string at an address that is computed"),
        }),
        _ => None,
    }
}

fn latin(bytes: &[u8]) -> Vec<u32> {
    bytes.iter().map(|byte| u32::from(*byte)).collect()
}

/// GHC's variant of UTF-8 writes the character zero with two bytes, and may write surrogates.
pub(super) fn utf8(bytes: &[u8]) -> Vec<u32> {
    let mut codes = Vec::new();
    let mut rest = bytes;
    while let [first, after @ ..] = rest {
        let (more, bits) = match first {
            0x00..=0x7f => (0, u32::from(*first)),
            0x80..=0xdf => (1, u32::from(first & 0x1f)),
            0xe0..=0xef => (2, u32::from(first & 0x0f)),
            0xf0..=0xff => (3, u32::from(first & 0x07)),
        };
        let more = more.min(after.len());
        let join = |code: u32, byte: &u8| code << 6 | u32::from(byte & 0x3f);
        codes.push(after[..more].iter().fold(bits, join));
        rest = &after[more..];
    }
    codes
}

impl Lowering<'_> {
    /// A constant.
    pub(super) fn literal(&mut self, literal: &Literal) -> Lowered {
        match literal {
            // An address that is never read.
            Literal::Bytes(_) | Literal::Opaque => Lowered::cheap(self.builder.unit()),
            Literal::Char(_)
            | Literal::Int(_)
            | Literal::Word(_)
            | Literal::Integer(_)
            | Literal::Natural(_)
            | Literal::Float(..)
            | Literal::Double(..) => {
                let term = self.constant(literal);
                Lowered::cheap(self.builder.lit(term))
            }
        }
    }

    /// The term of a constant that is not an address.
    pub(super) fn constant(&self, literal: &Literal) -> Term {
        let pool = self.builder.pool();
        match literal {
            Literal::Char(code) => pool.int(i64::from(*code)),
            Literal::Int(digits)
            | Literal::Word(digits)
            | Literal::Integer(digits)
            | Literal::Natural(digits) => pool.int(big(digits)),
            Literal::Float(over, under) => {
                self.float_constant(FloatWidth::Single, big(over), big(under))
            }
            Literal::Double(over, under) => {
                self.float_constant(FloatWidth::Double, big(over), big(under))
            }
            Literal::Bytes(_) | Literal::Opaque => unreachable!("addresses are no terms"),
        }
    }

    /// The sort of lists of a sort.
    pub fn list_sort(&mut self, element: Sort) -> Sort {
        let data = self.list_data();
        self.builder.pool().data_sort(data, &[element])
    }

    fn list_data(&mut self) -> term::Data {
        let name = Name { module: "GHC.Types".to_owned(), occ: "[]".to_owned() };
        let decl = self.linked.type_decl(&name).expect("lists are built in");
        self.data(decl)
    }

    /// Lists have their constructors from the start, because string constants are made of them.
    pub(super) fn settle_lists(&mut self) {
        let data = self.list_data();
        self.define_datas();
        self.builder.settle(data).expect("lists are the same in all programs of a pool");
    }

    /// A string constant.
    pub(super) fn string(&mut self, codes: &[u32]) -> Lowered {
        let char =
            Type::Con(Name { module: "GHC.Types".to_owned(), occ: "Char".to_owned() }, vec![]);
        let sort = self.sort(&char);
        let sort = self.list_sort(sort);
        let pool = self.builder.pool();
        let nil = pool.construct(sort, 0, &[]);
        let cons = |rest, code: &u32| pool.construct(sort, 1, &[pool.int(i64::from(*code)), rest]);
        let whole = codes.iter().rev().fold(nil, cons);
        Lowered::cheap(self.builder.lit(whole))
    }

    /// A string constant in front of a list.
    fn appended(&mut self, codes: &[u32], rest: Lowered) -> Lowered {
        let (data, mut whole) = (self.list_data(), self.operand(rest));
        for code in codes.iter().rev() {
            let head = self.builder.int(i64::from(*code));
            let ctor = lang_core::CtorId { data, index: 1 };
            whole = self.builder.construct(ctor, [head, whole]);
        }
        Lowered::cheap(whole)
    }
}

/// A number in decimal digits.
fn big(digits: &str) -> num_bigint::BigInt {
    digits.parse().expect("the dumper writes numbers in decimal digits")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_of_ghc_is_decoded() {
        assert_eq!(utf8("aé∀😀".as_bytes()), [0x61, 0xe9, 0x2200, 0x1f600]);
        assert_eq!(utf8(&[0xc0, 0x80, 0x61]), [0, 0x61]);
        assert_eq!(utf8(&[0xe2, 0x88]), [0x88]);
        assert_eq!(latin(&[0xe9]), [0xe9]);
    }
}
