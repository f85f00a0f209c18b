//! GHC's primitive operations on numbers and tags. Those with a state are in `state`.

use lang_core::{Alt, CtorId, ExprId, Pattern, Prim};
use term::{Op, Term};

use super::known::{Known, of};
use super::{Lowered, Lowering, float, state};
use crate::core::Type;
use crate::types::{self, Head};

/// What is known of a primitive.
pub(super) fn primop(name: &str) -> Option<Known> {
    state::primop(name)
        .or_else(|| arithmetic(name))
        .or_else(|| order(name))
        .or_else(|| float::primop(name))
        .or_else(|| other(name))
}

fn arithmetic(name: &str) -> Option<Known> {
    match name {
        "+#" => of(2, |lower, _, args| lower.int(Prim::Op(Op::Add), args)),
        "-#" => of(2, |lower, _, args| lower.int(Prim::Sub, args)),
        "*#" => of(2, |lower, _, args| lower.int(Prim::Op(Op::Mul), args)),
        "quotInt#" => of(2, |lower, _, args| lower.int(Prim::Quot, args)),
        "remInt#" => of(2, |lower, _, args| lower.int(Prim::Rem, args)),
        "negateInt#" => of(1, |lower, _, args| lower.int(Prim::Neg, args)),
        "quotRemInt#" => of(2, |lower, _, args| lower.both(Prim::Quot, Prim::Rem, args)),
        "plusWord#" => of(2, |lower, _, args| lower.word(Prim::Op(Op::Add), args)),
        "minusWord#" => of(2, |lower, _, args| lower.word(Prim::Sub, args)),
        "timesWord#" => of(2, |lower, _, args| lower.word(Prim::Op(Op::Mul), args)),
        "quotWord#" => of(2, |lower, _, args| lower.word(Prim::Quot, args)),
        "remWord#" => of(2, |lower, _, args| lower.word(Prim::Rem, args)),
        "quotRemWord#" => of(2, |lower, _, args| lower.both(Prim::Quot, Prim::Rem, args)),
        "andI#" => of(2, |lower, _, args| lower.bits(Op::BvAnd, args, Sign::Signed)),
        "orI#" => of(2, |lower, _, args| lower.bits(Op::BvOr, args, Sign::Signed)),
        "xorI#" => of(2, |lower, _, args| lower.bits(Op::BvXor, args, Sign::Signed)),
        "notI#" => of(1, |lower, _, args| lower.bits(Op::BvNot, args, Sign::Signed)),
        "uncheckedIShiftL#" => of(2, |lower, _, args| lower.bits(Op::BvShl, args, Sign::Signed)),
        "uncheckedIShiftRA#" => of(2, |lower, _, args| lower.bits(Op::BvAshr, args, Sign::Signed)),
        "uncheckedIShiftRL#" => of(2, |lower, _, args| lower.bits(Op::BvLshr, args, Sign::Signed)),
        "and#" => of(2, |lower, _, args| lower.bits(Op::BvAnd, args, Sign::Unsigned)),
        "or#" => of(2, |lower, _, args| lower.bits(Op::BvOr, args, Sign::Unsigned)),
        "xor#" => of(2, |lower, _, args| lower.bits(Op::BvXor, args, Sign::Unsigned)),
        "not#" => of(1, |lower, _, args| lower.bits(Op::BvNot, args, Sign::Unsigned)),
        "uncheckedShiftL#" => of(2, |lower, _, args| lower.bits(Op::BvShl, args, Sign::Unsigned)),
        "uncheckedShiftRL#" => of(2, |lower, _, args| lower.bits(Op::BvLshr, args, Sign::Unsigned)),
        _ => None,
    }
}

fn order(name: &str) -> Option<Known> {
    match name {
        "==#" | "eqChar#" | "eqWord#" => of(2, |lower, _, args| lower.test(Test::Equal, args)),
        "/=#" | "neChar#" | "neWord#" => of(2, |lower, _, args| lower.test(Test::Differ, args)),
        "<#" | "ltChar#" | "ltWord#" => of(2, |lower, _, args| lower.test(Test::Less, args)),
        "<=#" | "leChar#" | "leWord#" => of(2, |lower, _, args| lower.test(Test::AtMost, args)),
        ">#" | "gtChar#" | "gtWord#" => of(2, |lower, _, args| lower.test(Test::Greater, args)),
        ">=#" | "geChar#" | "geWord#" => of(2, |lower, _, args| lower.test(Test::AtLeast, args)),
        _ => None,
    }
}

fn other(name: &str) -> Option<Known> {
    match name {
        "ord#" | "chr#" => of(1, |_, _, args| args[0]),
        "int2Word#" => of(1, |lower, _, args| {
            let number = lower.plain(args[0]);
            Lowered::cheap(lower.modulo_word(number))
        }),
        "word2Int#" => of(1, |lower, _, args| {
            let number = lower.plain(args[0]);
            Lowered::cheap(lower.wrapped(number))
        }),
        "popCnt#" => of(1, |lower, _, args| lower.bit_count(args[0])),
        "dataToTag#" => of(1, |lower, call, args| lower.tag(call.types.last().copied(), args[0])),
        "tagToEnum#" => {
            of(1, |lower, call, args| lower.untagged(call.types.last().copied(), args[0]))
        }
        _ => None,
    }
}

/// A comparison of two numbers.
#[derive(Clone, Copy)]
pub(super) enum Test {
    Equal,
    Differ,
    Less,
    AtMost,
    Greater,
    AtLeast,
}

#[derive(Clone, Copy)]
enum Sign {
    Signed,
    Unsigned,
}

impl Lowering<'_> {
    pub(super) fn plain_all(&mut self, args: &[Lowered]) -> Vec<ExprId> {
        args.iter().map(|arg| self.plain(*arg)).collect()
    }

    /// An operation on `Int#`.
    fn int(&mut self, prim: Prim, args: &[Lowered]) -> Lowered {
        let args = self.plain_all(args);
        let result = self.builder.prim(prim, args);
        Lowered::cheap(self.bounded(result))
    }

    /// An operation on `Word#`, which wraps around in any case.
    fn word(&mut self, prim: Prim, args: &[Lowered]) -> Lowered {
        let args = self.plain_all(args);
        let result = self.builder.prim(prim, args);
        Lowered::cheap(self.modulo_word(result))
    }

    /// Two operations on the same numbers, as an unboxed pair.
    pub(super) fn both(&mut self, first: Prim, second: Prim, args: &[Lowered]) -> Lowered {
        let args = self.plain_all(args);
        let (a, b) = (self.builder.fresh("a"), self.builder.fresh("b"));
        let pair = [first, second].map(|prim| {
            let (a, b) = (self.builder.var(a), self.builder.var(b));
            let result = self.builder.prim(prim, [a, b]);
            Lowered::cheap(self.bounded(result))
        });
        let pair = self.unboxed_tuple(&pair);
        let inner = self.builder.let_strict(b, args[1], pair);
        Lowered::any(self.builder.let_strict(a, args[0], inner))
    }

    /// An operation on words of 64 bits.
    fn bits(&mut self, op: Op, args: &[Lowered], sign: Sign) -> Lowered {
        let args = self.plain_all(args);
        let words: Vec<_> =
            args.into_iter().map(|arg| self.builder.op(Op::IntToBv(64), [arg])).collect();
        let word = self.builder.op(op, words);
        let number = self.builder.op(Op::BvToInt, [word]);
        Lowered::cheap(match sign {
            Sign::Signed => self.wrapped(number),
            Sign::Unsigned => number,
        })
    }

    /// How many bits of a word of 64 bits are one.
    fn bit_count(&mut self, number: Lowered) -> Lowered {
        let (value, var) = (self.plain(number), self.builder.fresh("word"));
        let word = self.builder.op(Op::IntToBv(64), [value]);
        let bits: Vec<ExprId> = (0..64)
            .map(|bit| {
                let whole = self.builder.var(var);
                let bit = self.builder.op(Op::BvExtract(bit, bit), [whole]);
                self.builder.op(Op::BvToInt, [bit])
            })
            .collect();
        let count = self.builder.op(Op::Add, bits);
        Lowered::cheap(self.builder.let_strict(var, word, count))
    }

    /// A comparison as a truth value.
    pub(super) fn compare(&mut self, test: Test, args: &[Lowered]) -> ExprId {
        let args = self.plain_all(args);
        let (a, b) = (args[0], args[1]);
        match test {
            Test::Equal => self.builder.op(Op::Eq, [a, b]),
            Test::Differ => {
                let equal = self.builder.op(Op::Eq, [a, b]);
                self.builder.op(Op::Not, [equal])
            }
            Test::Less => self.builder.op(Op::Lt, [a, b]),
            Test::AtMost => self.builder.op(Op::Le, [a, b]),
            Test::Greater => self.builder.op(Op::Lt, [b, a]),
            Test::AtLeast => self.builder.op(Op::Le, [b, a]),
        }
    }

    fn test(&mut self, test: Test, args: &[Lowered]) -> Lowered {
        Lowered::truth(self.compare(test, args))
    }

    /// The number of the constructor that made a value.
    fn tag(&mut self, ty: Option<&Type>, value: Lowered) -> Lowered {
        let value = self.plain(value);
        match ty.map(|ty| types::head(self.linked, ty)) {
            Some(Head::Truth) => Lowered::any(self.number_of(value)),
            Some(Head::Data(decl, _)) => {
                let data = self.data(decl);
                let mut alts = Vec::new();
                for (index, constructor) in decl.constructors().iter().enumerate() {
                    let fields = constructor.context.len() + constructor.fields.len();
                    let body = self.builder.int(index as i64);
                    let ctor = CtorId { data, index: index as u32 };
                    let pattern = Pattern::Ctor(ctor, vec![None; fields].into());
                    alts.push(Alt { pattern, body });
                }
                Lowered::any(self.builder.case(value, None, alts, None))
            }
            _ => self.unsupported("the number of a constructor of an unknown type"),
        }
    }

    /// The value without fields that the constructor of a number makes.
    fn untagged(&mut self, ty: Option<&Type>, number: Lowered) -> Lowered {
        match ty.map(|ty| types::head(self.linked, ty)) {
            Some(Head::Truth) => self.truth_of(number),
            Some(Head::Data(decl, _)) => {
                let number = self.plain(number);
                let data = self.data(decl);
                let mut alts = Vec::new();
                for index in 0..decl.constructors().len() {
                    let body = self.builder.construct(CtorId { data, index: index as u32 }, []);
                    let literal: Term = self.builder.pool().int(index as i64);
                    alts.push(self.builder.alt_lit(literal, body));
                }
                Lowered::any(self.builder.case(number, None, alts, None))
            }
            _ => self.unsupported("a constructor of an unknown type, by its number"),
        }
    }
}
