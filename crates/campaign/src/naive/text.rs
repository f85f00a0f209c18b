//! Strings as vectors of code points.

use num_bigint::BigInt;
use num_traits::{Signed, ToPrimitive};
use term::Op;

use super::Value;

/// The largest code point of SMT-LIB.
const LAST_CODE: u32 = 0x2_ffff;

/// The value of an operator on strings; none for other operators.
pub(super) fn apply(op: Op, args: &[Value]) -> Option<Value> {
    use Value::{Bool, Int, Text};
    let number = |at: usize| Int(BigInt::from(at));
    let none = || Int(BigInt::from(-1));
    Some(match (op, args) {
        (Op::TextConcat, _) => Text(args.iter().flat_map(codes).collect()),
        (Op::TextLen, [Text(a)]) => number(a.len()),
        (Op::TextAt, [Text(a), Int(at)]) => {
            let found = at.to_usize().and_then(|at| a.get(at));
            Text(found.copied().into_iter().collect())
        }
        (Op::TextSub, [Text(a), Int(at), Int(len)]) => Text(part(a, at, len)),
        (Op::TextContains, [Text(a), Text(b)]) => Bool(place(a, b, 0).is_some()),
        (Op::TextPrefix, [Text(a), Text(b)]) => Bool(b.starts_with(a)),
        (Op::TextSuffix, [Text(a), Text(b)]) => Bool(b.ends_with(a)),
        (Op::TextIndexOf, [Text(a), Text(b), Int(from)]) => {
            from.to_usize().and_then(|from| place(a, b, from)).map_or_else(none, number)
        }
        (Op::TextReplace, [Text(a), Text(b), Text(c)]) => match place(a, b, 0) {
            Some(at) => Text([&a[..at], c, &a[at + b.len()..]].concat()),
            None => Text(a.clone()),
        },
        (Op::TextToInt, [Text(a)]) => decimal(a).map_or_else(none, Int),
        (Op::TextFromInt, [Int(int)]) if int.is_negative() => Text(Vec::new()),
        (Op::TextFromInt, [Int(int)]) => Text(int.to_string().chars().map(u32::from).collect()),
        (Op::TextLt, [Text(a), Text(b)]) => Bool(a < b),
        (Op::TextLe, [Text(a), Text(b)]) => Bool(a <= b),
        (Op::TextToCode, [Text(a)]) => match a[..] {
            [code] => Int(BigInt::from(code)),
            _ => none(),
        },
        (Op::TextFromCode, [Int(int)]) => {
            Text(int.to_u32().filter(|code| *code <= LAST_CODE).into_iter().collect())
        }
        _ => return None,
    })
}

fn codes(value: &Value) -> Vec<u32> {
    if let Value::Text(codes) = value { codes.clone() } else { Vec::new() }
}

fn part(codes: &[u32], at: &BigInt, len: &BigInt) -> Vec<u32> {
    let Some(at) = at.to_usize().filter(|at| *at < codes.len()) else { return Vec::new() };
    if !len.is_positive() {
        return Vec::new();
    }
    codes[at..].iter().copied().take(len.to_usize().unwrap_or(usize::MAX)).collect()
}

fn place(codes: &[u32], wanted: &[u32], from: usize) -> Option<usize> {
    (from..=codes.len()).find(|at| codes[*at..].starts_with(wanted))
}

fn decimal(codes: &[u32]) -> Option<BigInt> {
    let digits: Option<String> =
        codes.iter().map(|code| char::from_u32(*code).filter(char::is_ascii_digit)).collect();
    digits.filter(|digits| !digits.is_empty())?.parse().ok()
}
