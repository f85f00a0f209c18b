//! Tokens as they are written, and as they are.

use num_bigint::BigInt;

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
        _ => Ok(Value::Token(sort, signature.symbol(text))),
    }
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
    }

    #[test]
    fn escapes_are_read() {
        assert_eq!(unquote(r#""a\x41\u00e9\"""#).as_deref(), Some("aAé\""));
        assert_eq!(unquote(r#""a\"#), None);
    }
}
