//! Literals of Haskell: characters, strings, floating-point numbers.

/// The names of the characters that are written by name, up to the space.
const NAMES: [&str; 32] = [
    "NUL", "SOH", "STX", "ETX", "EOT", "ENQ", "ACK", "a", "b", "t", "n", "v", "f", "r", "SO", "SI",
    "DLE", "DC1", "DC2", "DC3", "DC4", "NAK", "SYN", "ETB", "CAN", "EM", "SUB", "ESC", "FS", "GS",
    "RS", "US",
];

/// A character in quotes.
#[must_use]
pub fn char_literal(code: u32) -> String {
    match code {
        0x27 => "'\\''".to_owned(),
        0x22 => "'\"'".to_owned(),
        _ => format!("'{}'", escaped(code)),
    }
}

/// A string in quotes, as `show` writes it.
#[must_use]
pub fn string_literal(codes: &[u32]) -> String {
    let mut out = String::from("\"");
    for (number, code) in codes.iter().enumerate() {
        let next = codes.get(number + 1).copied().and_then(char::from_u32);
        if *code == 0x22 {
            out.push_str("\\\"");
            continue;
        }
        let shown = escaped(*code);
        out.push_str(&shown);
        // An escape must not swallow what comes next.
        let numeric = shown.len() > 1 && shown.ends_with(|last: char| last.is_ascii_digit());
        let is_digit = next.is_some_and(|next| next.is_ascii_digit());
        if (numeric && *code > 0x7f && is_digit) || (shown == "\\SO" && next == Some('H')) {
            out.push_str("\\&");
        }
    }
    out.push('"');
    out
}

fn escaped(code: u32) -> String {
    match char::from_u32(code) {
        Some('\\') => "\\\\".to_owned(),
        Some('\u{7f}') => "\\DEL".to_owned(),
        Some(plain @ ' '..='~') => plain.to_string(),
        _ => match NAMES.get(code as usize) {
            Some(name) => format!("\\{name}"),
            None => format!("\\{code}"),
        },
    }
}

/// A double, as `show` writes it.
#[must_use]
pub fn double_literal(number: f64) -> String {
    let plain = format!("{}", number.abs());
    laid_out(number, &plain, &format!("{:e}", number.abs()))
}

/// A single, as `show` writes it.
#[must_use]
pub fn float_literal(number: f32) -> String {
    let plain = format!("{}", number.abs());
    laid_out(f64::from(number), &plain, &format!("{:e}", number.abs()))
}

/// A number of which the digits of its size are known, plain and with an exponent.
fn laid_out(number: f64, plain: &str, scientific: &str) -> String {
    if number.is_nan() {
        return "NaN".to_owned();
    }
    let sign = if number.is_sign_negative() { "-" } else { "" };
    let size = number.abs();
    if size.is_infinite() {
        return format!("{sign}Infinity");
    }
    if size == 0.0 {
        return format!("{sign}0.0");
    }
    if (0.1..1e7).contains(&size) {
        let point = if plain.contains('.') { "" } else { ".0" };
        return format!("{sign}{plain}{point}");
    }
    let (digits, exponent) = scientific.split_once('e').unwrap_or((scientific, "0"));
    let point = if digits.contains('.') { "" } else { ".0" };
    format!("{sign}{digits}{point}e{exponent}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_written_as_show_does() {
        let shown =
            |text: &str| string_literal(&text.chars().map(|c| c as u32).collect::<Vec<_>>());
        assert_eq!(shown("a\"b\\\n\t"), r#""a\"b\\\n\t""#);
        assert_eq!(shown("\u{e}H\u{e}\u{e9}1\u{e9}a\u{7f}1"), r#""\SO\&H\SO\233\&1\233a\DEL1""#);
        assert_eq!(char_literal(0x27), r"'\''");
        assert_eq!(char_literal(0x22), "'\"'");
        assert_eq!(char_literal(0x10ffff), r"'\1114111'");
    }

    #[test]
    fn doubles_are_written_as_show_does() {
        let shown = [0.1, 1.0, 12345678.9, 0.05, -2.5, 1e7, 123.0, 5e-324].map(double_literal);
        let expected =
            ["0.1", "1.0", "1.23456789e7", "5.0e-2", "-2.5", "1.0e7", "123.0", "5.0e-324"];
        assert_eq!(shown, expected);
        assert_eq!(double_literal(-0.0), "-0.0");
        assert_eq!(double_literal(f64::NEG_INFINITY), "-Infinity");
    }
}
