//! Tokens as they are written, and as they are.

use num_bigint::BigInt;
use num_integer::Integer;

use crate::signature::{Builtin, Signature, SortId};
use crate::value::Value;

/// The value of a token of a sort.
pub(crate) fn value(signature: &Signature, text: &str, sort: SortId) -> Result<Value, String> {
    match signature.sort_info(sort).builtin {
        Some(Builtin::Int) => match text.parse::<BigInt>() {
            Ok(int) => Ok(Value::Int(int.into())),
            Err(_) => Err(format!("`{text}` is not an integer")),
        },
        Some(Builtin::Bool) => match text {
            "true" => Ok(Value::Bool(true)),
            "false" => Ok(Value::Bool(false)),
            _ => Err(format!("`{text}` is not a truth value")),
        },
        Some(Builtin::Str) => match unquote(text) {
            Some(string) => Ok(Value::str(&string)),
            None => Err(format!("{text} is not a string")),
        },
        Some(Builtin::Bytes) => match unquote_bytes(text) {
            Some(bytes) => Ok(Value::bytes(bytes)),
            None => Err(format!("{text} does not stand for bytes")),
        },
        _ => match machine_integer(signature, text, sort) {
            Some(value) => Ok(value),
            None => Ok(Value::Token(sort, signature.symbol(text))),
        },
    }
}

/// `-3p8`: the constructor of machine integers of that width over a number below `2 ^ 8`.
fn machine_integer(signature: &Signature, text: &str, sort: SortId) -> Option<Value> {
    let name = &signature.sort_info(sort).name;
    let width = name.strip_prefix("MInt{")?.strip_suffix('}')?;
    let label = signature.label(&format!("#mint{width}"))?;
    let digits = text.get(..text.find(['p', 'P'])?)?;
    let number: BigInt = digits.parse().ok()?;
    let modulus = BigInt::from(1) << width.parse::<u32>().ok()?;
    Some(Value::apply(label, vec![Value::Int(number.mod_floor(&modulus).into())]))
}

/// What a string literal stands for.
fn unquote(text: &str) -> Option<String> {
    let inner = text.strip_prefix('"')?.strip_suffix('"')?;
    let mut string = String::new();
    let mut chars = inner.chars();
    while let Some(c) = chars.next() {
        if c != '\\' {
            string.push(c);
            continue;
        }
        match chars.next()? {
            'n' => string.push('\n'),
            't' => string.push('\t'),
            'r' => string.push('\r'),
            'f' => string.push('\u{c}'),
            'x' => string.push(code(&mut chars, 2)?),
            'u' => string.push(code(&mut chars, 4)?),
            'U' => string.push(code(&mut chars, 8)?),
            other => string.push(other),
        }
    }
    Some(string)
}

fn code(chars: &mut std::str::Chars<'_>, digits: usize) -> Option<char> {
    let text: String = chars.take(digits).collect();
    char::from_u32(u32::from_str_radix(&text, 16).ok()?)
}

/// What a literal such as `b"a\x00"` stands for.
fn unquote_bytes(text: &str) -> Option<Vec<u8>> {
    let inner = unquote(text.strip_prefix('b')?)?;
    inner.chars().map(|c| u8::try_from(u32::from(c)).ok()).collect()
}

/// How bytes are written.
#[must_use]
pub(crate) fn quote_bytes(bytes: &[u8]) -> String {
    let mut quoted = String::from("b\"");
    for byte in bytes {
        match byte {
            b'"' => quoted.push_str("\\\""),
            b'\\' => quoted.push_str("\\\\"),
            b'\n' => quoted.push_str("\\n"),
            b'\t' => quoted.push_str("\\t"),
            b'\r' => quoted.push_str("\\r"),
            0x0c => quoted.push_str("\\f"),
            0x20..=0x7e => quoted.push(char::from(*byte)),
            other => quoted.push_str(&format!("\\x{other:02x}")),
        }
    }
    quoted.push('"');
    quoted
}

/// How a string is written.
#[must_use]
pub(crate) fn quote(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            '\t' => quoted.push_str("\\t"),
            '\r' => quoted.push_str("\\r"),
            other => quoted.push(other),
        }
    }
    quoted.push('"');
    quoted
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn what_is_quoted_is_read_back(text in any::<String>()) {
            prop_assert_eq!(unquote(&quote(&text)), Some(text));
        }

        #[test]
        fn quoted_bytes_are_read_back(bytes in any::<Vec<u8>>()) {
            prop_assert_eq!(unquote_bytes(&quote_bytes(&bytes)), Some(bytes));
        }
    }

    #[test]
    fn escapes_are_read() {
        assert_eq!(unquote(r#""a\x41\u00e9\"""#).as_deref(), Some("aAé\""));
        assert_eq!(unquote(r#""a\"#), None);
    }
}
