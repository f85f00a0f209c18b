//! Strings.

use machine::Host;

use super::super::heap::Elems;
use super::super::shadow;
use super::super::trap::{Trap, raise};
use super::super::value::Value;
use super::super::vm::Vm;
use super::{Args, NativeFn, Outcome};

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
        ("java/lang/StringUTF16", "isBigEndian") => |_, _, _| Outcome::bool(false),
        ("java/lang/StringUTF16", "getChar") => get_char,
        ("java/lang/StringUTF16", "charAt") => char_at,
        ("java/lang/StringUTF16", "putChar") if descriptor == "([BII)V" => put_char,
        ("java/text/DecimalFormatSymbols", "initialize") => decimal_symbols,
        // A scanner starts with the symbols of the United States, and stays with them.
        ("java/util/Scanner", "useLocale") => |vm, _, args| {
            let locale = vm.arg(args, 1);
            vm.set_named(vm.arg_ref(args, 0), "locale", locale);
            Ok(Outcome::One(vm.arg(args, 0)))
        },
        _ => return None,
    })
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

/// As [`get_char`]. Outside of the string the message is the one that a string of this content has,
/// which is kept in other bytes elsewhere.
fn char_at(vm: &mut Vm, host: &mut dyn Host, args: Args) -> Result<Outcome, Trap> {
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

/// The symbols of numbers as in the United States: the tables of locales are not read.
fn decimal_symbols(vm: &mut Vm, _: &mut dyn Host, args: Args) -> Result<Outcome, Trap> {
    let symbols = vm.arg_ref(args, 0);
    let locale = vm.arg(args, 1);
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
