//! Strings.

use machine::Host;
use term::{Op, Pool, Term};

use super::super::heap::Elems;
use super::super::shadow;
use super::super::trap::{Trap, raise};
use super::super::value::{Ref, Value};
use super::super::vm::Vm;
use super::{Args, NativeFn, Outcome};
use crate::lower::{Elem, Test};

pub(super) fn find(class: &str, name: &str, descriptor: &str) -> Option<NativeFn> {
    Some(match (class, name) {
        ("java/lang/String", "intern") => |vm, _, args| {
            let string = vm.arg_ref(args, 0);
            let Some(units) = vm.units(string) else {
                return Err(Trap::Gap(
                    "the canonical object of a string that is not known".to_owned(),
                ));
            };
            Outcome::object(vm.intern(&units)?)
        },
        ("java/lang/StringLatin1" | "java/lang/StringUTF16", "equals") => equals,
        ("java/lang/String", "startsWith") if descriptor == "(Ljava/lang/String;I)Z" => starts_with,
        ("java/lang/StringUTF16", "indexOf") if descriptor == "([BII)I" => index_of_char,
        ("java/lang/StringUTF16", "lastIndexOf") if descriptor == "([BII)I" => last_index_of_char,
        ("java/lang/StringUTF16", "indexOf") if descriptor == "([B[B)I" => index_of_text,
        ("java/lang/StringUTF16", "replace") if descriptor == "([BCC)Ljava/lang/String;" => {
            replace_char
        }
        ("java/lang/StringUTF16", "newString") => |vm, host, args| known_places(vm, host, args, 1),
        ("java/io/PrintStream", "write" | "writeln") if descriptor == "(Ljava/lang/String;)V" => {
            print_unknown
        }
        ("java/lang/String", "substring") => |vm, host, args| known_places(vm, host, args, 1),
        ("java/lang/StringUTF16", "isBigEndian") => |_, _, _| Outcome::bool(false),
        ("java/lang/StringUTF16", "getChar") => get_char,
        ("java/lang/StringUTF16", "charAt") => char_at,
        ("java/lang/StringUTF16", "putChar") if descriptor == "([BII)V" => put_char,
        ("java/lang/Integer", "toUnsignedString0") => digits_of_bits,
        ("java/lang/AbstractStringBuilder", "newCapacity") => |vm, _, args| {
            let len = vm.arg(args, 1);
            match len.shadow.is_none() && len.as_int() > MOST_CHARACTERS {
                true => Err(vm.full_heap()),
                false => Ok(Outcome::Body),
            }
        },
        ("java/lang/OutOfMemoryError", "<init>") => out_of_memory,
        ("java/text/DecimalFormatSymbols", "initialize") => decimal_symbols,
        // A scanner starts with the symbols of the United States.
        ("java/util/Scanner", "useLocale") => |vm, _, args| {
            let locale = vm.arg(args, 1);
            if !is_english(vm, locale) {
                return Ok(Outcome::Body);
            }
            vm.set_named(vm.arg_ref(args, 0), "locale", locale);
            Ok(Outcome::One(vm.arg(args, 0)))
        },
        _ => return None,
    })
}

/// How many characters the longest text has here: each takes two bytes, elsewhere most take one.
const MOST_CHARACTERS: i32 = (1 << 30) - 1;

/// An error that the library makes because a text gets too long. It gets so earlier here than
/// elsewhere, so this is no error of the program.
fn out_of_memory(vm: &mut Vm, _: &mut dyn Host, _: Args) -> Result<Outcome, Trap> {
    let makes = vm.frames.last().map(|frame| &*vm.class(vm.method(frame.method).class).name);
    let is_text = makes.is_some_and(|class| {
        class.starts_with("java/lang/String") || class == "java/lang/AbstractStringBuilder"
    });
    if is_text { Err(vm.full_heap()) } else { Ok(Outcome::Body) }
}

/// A char of which the bytes are not known is read as a whole.
fn get_char(vm: &mut Vm, host: &mut dyn Host, args: Args) -> Result<Outcome, Trap> {
    let index = vm.arg(args, 1);
    if index.shadow.is_some() {
        return Ok(Outcome::Body);
    }
    let at = index.as_int();
    let Some(array) = vm.heap.array(vm.arg_ref(args, 0)) else { return Ok(Outcome::Body) };
    let Some(low) = usize::try_from(at).ok().and_then(|at| at.checked_mul(2)) else {
        return Ok(Outcome::Body);
    };
    if low + 1 >= array.len() {
        return Ok(Outcome::Body);
    }
    if let (Elems::Bytes(bytes), None) = (&array.elems, &array.shadows) {
        return Outcome::int(u16::from_le_bytes([bytes[low] as u8, bytes[low + 1] as u8]).into());
    }
    let (low, high) = (array.get(low), array.get(low + 1));
    Ok(Outcome::One(match (low.shadow, high.shadow) {
        (None, None) => Value::int(u16::from_le_bytes([low.bits as u8, high.bits as u8]).into()),
        _ => shadow::char_of_bytes(host.pool(), low, high),
    }))
}

/// The characters of an array of bytes, if it has unknown ones and is not too long for a term.
pub(super) fn unknown_chars(vm: &Vm, pool: &Pool, array: Ref) -> Option<Vec<Term>> {
    let found = vm.heap.array(array)?;
    found.shadows.as_ref()?;
    chars(vm, pool, array)
}

/// The characters of an array of bytes, if it is not too long for a term.
fn chars(vm: &Vm, pool: &Pool, array: Ref) -> Option<Vec<Term>> {
    let found = vm.heap.array(array)?;
    let count = found.len() / 2;
    let char = |at: usize| {
        let char = shadow::char_of_bytes(pool, found.get(2 * at), found.get(2 * at + 1));
        shadow::term_of(pool, char, 32)
    };
    (count <= MOST_COMPARED).then(|| (0..count).map(char).collect())
}

/// The longest text that is compared as a whole.
const MOST_COMPARED: usize = 60;

/// Whether characters are those of another text, from a place on.
fn matches(pool: &Pool, chars: &[Term], at: usize, others: &[Term]) -> Term {
    let same = |(a, b): (&Term, &Term)| shadow::test(pool, Test::Eq, *a, *b);
    let conds: Vec<Term> = chars[at..].iter().zip(others).map(same).collect();
    pool.and(&conds)
}

/// What is not known is not printed: how it would be encoded is a path for each kind of each character, and
/// the program does not see it.
fn print_unknown(vm: &mut Vm, host: &mut dyn Host, args: Args) -> Result<Outcome, Trap> {
    let (stream, text) = (vm.arg_ref(args, 0), vm.arg_ref(args, 1));
    if text.is_null() || !vm.own_streams.contains(&stream) {
        return Ok(Outcome::Body);
    }
    let array = vm.get_named(text, "value").as_ref();
    match unknown_chars(vm, host.pool(), array) {
        Some(chars) if chars.iter().any(|char| host.pool().as_literal(*char).is_none()) => {
            Ok(Outcome::Void)
        }
        _ => Ok(Outcome::Body),
    }
}

/// One condition, not one for each character.
fn equals(vm: &mut Vm, host: &mut dyn Host, args: Args) -> Result<Outcome, Trap> {
    let (a, b) = (vm.arg_ref(args, 0), vm.arg_ref(args, 1));
    let pool = host.pool();
    let is_unknown = unknown_chars(vm, pool, a).or_else(|| unknown_chars(vm, pool, b)).is_some();
    match (chars(vm, pool, a), chars(vm, pool, b)) {
        (Some(a), Some(b)) if is_unknown && a.len() == b.len() => {
            Ok(Outcome::One(shadow::int_of_bool(pool, matches(pool, &a, 0, &b))))
        }
        _ => Ok(Outcome::Body),
    }
}

/// As [`equals`].
fn starts_with(vm: &mut Vm, host: &mut dyn Host, args: Args) -> Result<Outcome, Trap> {
    let (other, at) = (vm.arg_ref(args, 1), vm.arg(args, 2));
    if other.is_null() || at.shadow.is_some() {
        return Ok(Outcome::Body);
    }
    let [own, other] = [vm.arg_ref(args, 0), other].map(|it| vm.get_named(it, "value").as_ref());
    let pool = host.pool();
    let at = usize::try_from(at.as_int()).ok();
    match (unknown_chars(vm, pool, own), chars(vm, pool, other), at) {
        (Some(own), Some(other), Some(at)) if at + other.len() <= own.len() => {
            Ok(Outcome::One(shadow::int_of_bool(pool, matches(pool, &own, at, &other))))
        }
        _ => Ok(Outcome::Body),
    }
}

/// The first place at which a condition holds, or -1: one term, not a path for each place.
fn first_place(pool: &Pool, places: impl Iterator<Item = (usize, Term)>) -> Value {
    let places: Vec<(usize, Term)> = places.collect();
    let none = pool.bitvec(32, u64::from(u32::MAX));
    let choice =
        |rest, (at, cond): &(usize, Term)| pool.ite(*cond, pool.bitvec(32, *at as u64), rest);
    shadow::value_of(pool, places.iter().rev().fold(none, choice))
}

/// Where an unknown text has a known character of the first plane, and from where it is looked for; none of
/// other texts.
fn places_of(vm: &Vm, pool: &Pool, args: Args) -> Option<(Vec<Term>, i32)> {
    let (char, from) = (vm.arg(args, 1), vm.arg(args, 2));
    let is_known = char.shadow.is_none() && from.shadow.is_none();
    if !is_known || !(0..=0xffff).contains(&char.as_int()) {
        return None;
    }
    let chars = unknown_chars(vm, pool, vm.arg_ref(args, 0))?;
    let char = shadow::term_of(pool, char, 32);
    let same = |own: &Term| shadow::test(pool, Test::Eq, *own, char);
    Some((chars.iter().map(same).collect(), from.as_int()))
}

/// Another character for one: whether it occurs is a choice, where it does is none.
fn replace_char(vm: &mut Vm, host: &mut dyn Host, args: Args) -> Result<Outcome, Trap> {
    let (old, new) = (vm.arg(args, 1), vm.arg(args, 2));
    let Some(chars) = unknown_chars(vm, host.pool(), vm.arg_ref(args, 0)) else {
        return Ok(Outcome::Body);
    };
    let pool = host.pool();
    let [old, new] = [old, new].map(|char| shadow::term_of(pool, char, 32));
    let same: Vec<Term> = chars.iter().map(|own| shadow::test(pool, Test::Eq, *own, old)).collect();
    let occurs = pool.or(&same);
    if !vm.decide(host, occurs)? {
        return Ok(Outcome::One(Value::reference(Ref::NULL)));
    }
    let class = vm.load("[B")?;
    let array = vm.new_array(class, Elem::Byte, chars.len() as i32 * 2)?;
    for (at, (own, same)) in chars.into_iter().zip(same).enumerate() {
        let pool = host.pool();
        let [own, new] = [own, new].map(|char| shadow::low_bits(pool, char, 16));
        let (low, high) = shadow::bytes_of_char(pool, pool.ite(same, new, own));
        vm.set_element(array, at as i32 * 2, low)?;
        vm.set_element(array, at as i32 * 2 + 1, high)?;
    }
    Ok(Outcome::One(Value::reference(vm.string_over(array)?)))
}

fn index_of_char(vm: &mut Vm, host: &mut dyn Host, args: Args) -> Result<Outcome, Trap> {
    let Some((same, from)) = places_of(vm, host.pool(), args) else { return Ok(Outcome::Body) };
    let places = same.into_iter().enumerate().skip(from.max(0) as usize);
    Ok(Outcome::One(first_place(host.pool(), places)))
}

fn last_index_of_char(vm: &mut Vm, host: &mut dyn Host, args: Args) -> Result<Outcome, Trap> {
    let Some((same, from)) = places_of(vm, host.pool(), args) else { return Ok(Outcome::Body) };
    let end = usize::try_from(i64::from(from) + 1).unwrap_or(0);
    let places = same.into_iter().enumerate().take(end).rev();
    Ok(Outcome::One(first_place(host.pool(), places)))
}

fn index_of_text(vm: &mut Vm, host: &mut dyn Host, args: Args) -> Result<Outcome, Trap> {
    let (own, other) = (vm.arg_ref(args, 0), vm.arg_ref(args, 1));
    let pool = host.pool();
    let (Some(own), Some(other)) = (unknown_chars(vm, pool, own), chars(vm, pool, other)) else {
        return Ok(Outcome::Body);
    };
    let last = own.len().checked_sub(other.len());
    let places = last.into_iter().flat_map(|last| 0..=last);
    let places = places.map(|at| (at, matches(pool, &own, at, &other)));
    Ok(Outcome::One(first_place(pool, places)))
}

/// Places in a text that are one of a few are made known, before anything is computed from them.
fn known_places(
    vm: &mut Vm,
    host: &mut dyn Host,
    args: Args,
    first: usize,
) -> Result<Outcome, Trap> {
    for slot in args.base + first..vm.sp {
        if let Some(term) = vm.stack[slot].shadow
            && shadow::leaves(host.pool(), term).is_some()
        {
            vm.stack[slot] = vm.known(host, term, 32, "a place in a text")?;
        }
    }
    Ok(Outcome::Body)
}

/// As [`get_char`]. Outside of the string the message is the one that a string of this content has,
/// which is kept in other bytes elsewhere.
fn char_at(vm: &mut Vm, host: &mut dyn Host, args: Args) -> Result<Outcome, Trap> {
    known_places(vm, host, args, 1)?;
    let index = vm.arg(args, 1);
    let Some(array) = vm.heap.array(vm.arg_ref(args, 0)) else { return Ok(Outcome::Body) };
    if index.shadow.is_some() {
        return Ok(Outcome::Body);
    }
    let (at, len) = (index.as_int(), array.len() / 2);
    if usize::try_from(at).is_ok_and(|at| at < len) {
        return get_char(vm, host, args);
    }
    let is_narrow = (0..len).all(|at| array.get(2 * at + 1) == Value::ZERO);
    let message = if is_narrow {
        format!("String index out of range: {at}")
    } else {
        format!("index {at}, length {len}")
    };
    Err(raise("java/lang/StringIndexOutOfBoundsException", message))
}

/// A char that is not known is stored as its two bytes.
fn put_char(vm: &mut Vm, host: &mut dyn Host, args: Args) -> Result<Outcome, Trap> {
    let (index, value) = (vm.arg(args, 1), vm.arg(args, 2));
    let (None, Some(char)) = (index.shadow, value.shadow) else { return Ok(Outcome::Body) };
    let (low, high) = shadow::bytes_of_char(host.pool(), char);
    let array = vm.arg_ref(args, 0);
    let at = index.as_int().wrapping_mul(2);
    vm.set_element(array, at, low)?;
    vm.set_element(array, at.wrapping_add(1), high)?;
    Ok(Outcome::Void)
}

/// An unknown number in a base that is a power of two: one path for each number of digits.
fn digits_of_bits(vm: &mut Vm, host: &mut dyn Host, args: Args) -> Result<Outcome, Trap> {
    let Some(term) = vm.arg(args, 0).shadow else { return Ok(Outcome::Body) };
    let bits = vm.arg_int(host, args, 1)?.clamp(1, 5) as u32;
    let pool = host.pool();
    let longest = 32_u32.div_ceil(bits);
    let fits = |digits: u32| match digits * bits {
        size if size >= 32 => pool.bool(true),
        size => pool.word(Op::BvUlt, &[term, pool.bitvec(32, 1 << size)]),
    };
    let exactly = |digits: u32| match digits {
        1 => fits(1),
        digits => pool.and(&[fits(digits), pool.not(fits(digits - 1))]),
    };
    let conds: Vec<Term> = (1..=longest).map(exactly).collect();
    let digits = vm.choose(host, &conds)? as u32 + 1;
    let pool = host.pool();
    let units: Vec<Term> =
        (0..digits).rev().map(|digit| digit_char(pool, term, digit * bits, bits)).collect();
    let class = vm.load("[B")?;
    let array = vm.new_array(class, Elem::Byte, 2 * digits as i32)?;
    for (at, unit) in (0..).zip(units) {
        let (low, high) = shadow::bytes_of_char(host.pool(), unit);
        vm.set_element(array, 2 * at, low)?;
        vm.set_element(array, 2 * at + 1, high)?;
    }
    Outcome::object(vm.string_over(array)?)
}

/// The character of the digit that these bits of a number make.
fn digit_char(pool: &Pool, number: Term, from: u32, bits: u32) -> Term {
    let shifted = pool.word(Op::BvLshr, &[number, pool.bitvec(32, from.into())]);
    let digit = pool.word(Op::BvAnd, &[shifted, pool.bitvec(32, (1 << bits) - 1)]);
    let from = |first: u64| pool.word(Op::BvAdd, &[digit, pool.bitvec(32, first)]);
    let is_letter = pool.not(pool.word(Op::BvUlt, &[digit, pool.bitvec(32, 10)]));
    let letter = from(u64::from(b'a') - 10);
    pool.ite(is_letter, letter, from(u64::from(b'0')))
}

/// Whether numbers are written in a locale as in the United States.
fn is_english(vm: &Vm, locale: Value) -> bool {
    let base = vm.get_named(locale.as_ref(), "baseLocale").as_ref();
    let [language, region] = ["language", "region"].map(|part| vm.get_named(base, part).as_ref());
    let (language, region) = (vm.text(language), vm.text(region));
    matches!(language.as_deref(), Some("" | "en")) && matches!(region.as_deref(), Some("" | "US"))
}

/// The symbols of numbers as in the United States, since reading the tables of locales takes long.
fn decimal_symbols(vm: &mut Vm, _: &mut dyn Host, args: Args) -> Result<Outcome, Trap> {
    let symbols = vm.arg_ref(args, 0);
    let locale = vm.arg(args, 1);
    if !is_english(vm, locale) {
        return Ok(Outcome::Body);
    }
    vm.set_named(symbols, "locale", locale);
    let chars = [
        ("zeroDigit", '0'),
        ("groupingSeparator", ','),
        ("decimalSeparator", '.'),
        ("perMill", '\u{2030}'),
        ("percent", '%'),
        ("digit", '#'),
        ("patternSeparator", ';'),
        ("minusSign", '-'),
        ("exponential", 'E'),
        ("monetarySeparator", '.'),
        ("monetaryGroupingSeparator", ','),
    ];
    for (field, char) in chars {
        vm.set_named(symbols, field, Value::int(char as i32));
    }
    let texts = [
        ("infinity", "\u{221E}"),
        ("NaN", "NaN"),
        ("exponentialSeparator", "E"),
        ("perMillText", "\u{2030}"),
        ("percentText", "%"),
        ("minusSignText", "-"),
    ];
    for (field, text) in texts {
        let text = vm.new_text(text)?;
        vm.set_named(symbols, field, Value::reference(text));
    }
    Ok(Outcome::Void)
}
