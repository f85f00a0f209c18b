//! Unknown numbers as texts, and unknown texts as numbers.
//!
//! The library divides by ten again and again, and asks of every character whether it is a digit. Here a number
//! of a given length is written at once, and a text of digits is read at once. What was written is known when it
//! is read again.

use machine::Host;
use term::{Op, Pool, Term};

use super::super::shadow::{self, term_of, value_of};
use super::super::trap::Trap;
use super::super::value::Value;
use super::super::vm::Vm;
use super::{Args, NativeFn, Outcome};
use crate::lower::Test;

pub(super) fn find(class: &str, name: &str, descriptor: &str) -> Option<NativeFn> {
    Some(match (class, name, descriptor) {
        ("java/lang/StringUTF16", "getChars", "(II[B)I") => {
            |vm, host, args| write(vm, host, args, Number { width: 32, slots: 1 })
        }
        ("java/lang/StringUTF16", "getChars", "(JI[B)I") => {
            |vm, host, args| write(vm, host, args, Number { width: 64, slots: 2 })
        }
        ("java/lang/Integer", "parseInt", "(Ljava/lang/String;)I") => parse,
        ("java/lang/Integer", "parseInt", "(Ljava/lang/String;I)I") => {
            |vm, host, args| match vm.arg(args, 1) {
                radix if radix == Value::int(10) => parse(vm, host, args),
                _ => Ok(Outcome::Body),
            }
        }
        _ => return None,
    })
}

/// An `int` or a `long`.
#[derive(Clone, Copy)]
struct Number {
    width: u32,
    slots: usize,
}

impl Number {
    fn term(self, pool: &Pool, number: u64) -> Term {
        pool.bitvec(self.width, number)
    }

    /// The most digits.
    fn most_digits(self) -> u32 {
        if self.width == 64 { 19 } else { 10 }
    }

    /// The character of the digit of a magnitude that stands before so many others.
    fn digit(self, pool: &Pool, magnitude: Term, others: u32) -> Term {
        let power = self.term(pool, 10_u64.pow(others));
        let front = match others {
            0 => magnitude,
            _ => pool.word(Op::BvUdiv, &[magnitude, power]),
        };
        let digit = pool.word(Op::BvUrem, &[front, self.term(pool, 10)]);
        let low = pool.word(Op::BvExtract(15, 0), &[digit]);
        let char = pool.word(Op::BvAdd, &[low, pool.bitvec(16, u64::from(b'0'))]);
        pool.word(Op::BvZeroExtend(16), &[char])
    }
}

/// Writes the digits of a number to the left of a place in an array of characters, as many as there are on this
/// path. How many was decided before, when room was made for them.
fn write(vm: &mut Vm, host: &mut dyn Host, args: Args, number: Number) -> Result<Outcome, Trap> {
    let (value, end) = (vm.arg(args, 0), vm.arg(args, number.slots));
    let (Some(term), None) = (value.shadow, end.shadow) else { return Ok(Outcome::Body) };
    let array = vm.arg_ref(args, number.slots + 1);
    let is_negative = host.pool().word(Op::BvSlt, &[term, number.term(host.pool(), 0)]);
    let is_negative = vm.decide(host, is_negative)?;
    let pool = host.pool();
    let magnitude = if is_negative { pool.word(Op::BvNeg, &[term]) } else { term };
    let mut digits = 1;
    while digits < number.most_digits() {
        let pool = host.pool();
        let bound = number.term(pool, 10_u64.pow(digits));
        let fits = pool.word(Op::BvUlt, &[magnitude, bound]);
        if vm.decide(host, fits)? {
            break;
        }
        digits += 1;
    }
    let mut at = end.as_int();
    let zero = u64::from(b'-');
    let pool = host.pool();
    let mut chars: Vec<Term> =
        (0..digits).map(|others| number.digit(pool, magnitude, others)).collect();
    chars.extend(is_negative.then(|| pool.bitvec(32, zero)));
    for char in chars {
        at -= 1;
        let (low, high) = shadow::bytes_of_char(host.pool(), char);
        vm.set_element(array, 2 * at, low)?;
        vm.set_element(array, 2 * at + 1, high)?;
    }
    vm.written.push((magnitude, digits));
    Outcome::int(at)
}

/// The number that an unknown text of at most nine digits stands for, or one that was written before. Other
/// texts are read by the library.
fn parse(vm: &mut Vm, host: &mut dyn Host, args: Args) -> Result<Outcome, Trap> {
    let text = vm.arg_ref(args, 0);
    if text.is_null() {
        return Ok(Outcome::Body);
    }
    let array = vm.get_named(text, "value").as_ref();
    let Some(chars) = super::text::unknown_chars(vm, host.pool(), array) else {
        return Ok(Outcome::Body);
    };
    if let Some(number) = written(vm, host.pool(), &chars) {
        return Ok(Outcome::One(number));
    }
    let pool = host.pool();
    let is_negative = chars.first() == Some(&pool.bitvec(32, u64::from(b'-')));
    let digits = &chars[usize::from(is_negative)..];
    if digits.is_empty() || digits.len() > 9 {
        return Ok(Outcome::Body);
    }
    let ten = pool.bitvec(32, u64::from(b'9') + 1);
    let from_zero =
        |char: Term| shadow::test(pool, Test::Ge, char, pool.bitvec(32, u64::from(b'0')));
    let is_digit =
        |char: Term| pool.and(&[from_zero(char), shadow::test(pool, Test::Lt, char, ten)]);
    let all: Vec<Term> = digits.iter().map(|char| is_digit(*char)).collect();
    let all = pool.and(&all);
    if !vm.decide(host, all)? {
        return Ok(Outcome::Body);
    }
    let pool = host.pool();
    let number = digits.iter().fold(pool.bitvec(32, 0), |front, char| {
        let shifted = pool.word(Op::BvMul, &[front, pool.bitvec(32, 10)]);
        let digit = pool.word(
            Op::BvAdd,
            &[*char, pool.bitvec(32, u64::from(b'0').wrapping_neg() & 0xffff_ffff)],
        );
        pool.word(Op::BvAdd, &[shifted, digit])
    });
    let number = if is_negative { pool.word(Op::BvNeg, &[number]) } else { number };
    Ok(Outcome::One(value_of(pool, number)))
}

/// The `int` of which these are the characters, if it was written on this path.
fn written(vm: &Vm, pool: &Pool, chars: &[Term]) -> Option<Value> {
    let number = Number { width: 32, slots: 1 };
    let is_negative = chars.first() == Some(&pool.bitvec(32, u64::from(b'-')));
    let digits = &chars[usize::from(is_negative)..];
    let (magnitude, _) = vm.written.iter().find(|(magnitude, count)| {
        let is_int = pool.sort(*magnitude) == pool.bitvec_sort(number.width);
        let places = (0..*count).rev();
        is_int
            && *count as usize == digits.len()
            && places
                .zip(digits)
                .all(|(others, char)| number.digit(pool, *magnitude, others) == *char)
    })?;
    let value = value_of(pool, *magnitude);
    Some(match is_negative {
        true => shadow::negate(pool, term_of(pool, value, number.width)),
        false => value,
    })
}

#[cfg(test)]
mod tests {
    use term::{Literal, Model};

    use super::*;

    #[test]
    fn digits_are_those_of_the_number() {
        let pool = Pool::new();
        for (width, number, text) in [
            (32, 0, "0"),
            (32, 2_147_483_648, "2147483648"),
            (64, 9_223_372_036_854_775_808, "9223372036854775808"),
            (64, 1000, "1000"),
        ] {
            let var = pool.var("n", pool.bitvec_sort(width));
            let mut model = Model::new();
            model.set(var, pool.bitvec(width, number));
            let of = Number { width, slots: 1 };
            let chars = (0..text.len() as u32).rev().map(|others| {
                let char = pool.eval(of.digit(&pool, var, others), &model);
                let Some(Literal::BitVec(word)) = pool.as_literal(char) else {
                    panic!("a literal")
                };
                let code = word.unsigned().iter_u64_digits().next().unwrap_or(0);
                char::from_u32(code as u32).expect("a character")
            });
            assert_eq!(chars.collect::<String>(), text);
        }
    }
}
