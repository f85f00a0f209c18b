//! Values with which a first run is made: `m: int = 3`, `arr: int[2] = {1, 2}`, `s: String[4] = "<a/>"`,
//! `args: String[2][1] = {"a", "b"}`.

use std::str::FromStr;

use crate::entry::{Element, Shape};
use crate::parse::Type;

/// The numbers of an argument, one for each of its unknowns.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seed(pub Vec<i64>);

impl Seed {
    /// Reads the values of an argument of this shape; none if they do not fit it.
    pub(crate) fn parse(text: &str, shape: &Shape) -> Option<Seed> {
        let numbers = match shape {
            Shape::Scalar(kind) => vec![number(text, kind)?],
            Shape::Text(len) => characters(text, *len)?,
            Shape::Array(element, len) | Shape::List { element, len, .. } => {
                let inside = text.strip_prefix('{')?.strip_suffix('}')?.trim();
                let elements = pieces(inside, ',').into_iter().map(|piece| match element {
                    Element::Number(kind) => Some(vec![number(piece.trim(), kind)?]),
                    Element::Text(chars) => characters(piece.trim(), *chars),
                });
                let elements = elements.collect::<Option<Vec<Vec<i64>>>>()?;
                (elements.len() == *len as usize).then(|| elements.concat())?
            }
            Shape::Constant { names, .. } => {
                vec![names.iter().position(|name| name == text)? as i64]
            }
            // Its arguments have values of their own.
            Shape::Object { .. } => return None,
        };
        Some(Seed(numbers))
    }

    /// The values as they are read.
    pub(crate) fn show(&self, shape: &Shape) -> String {
        let one = |kind: &Type, number: i64| match kind {
            Type::Boolean => (number != 0).to_string(),
            Type::Char => format!("'{}'", escaped(&[number as u16], '\'')),
            Type::Float => float_text(f32::from_bits(number as u32).into(), "Float", "f"),
            Type::Double => float_text(f64::from_bits(number as u64), "Double", ""),
            _ => number.to_string(),
        };
        match shape {
            Shape::Scalar(kind) => one(kind, self.0[0]),
            Shape::Text(_) => quoted(&self.0),
            Shape::Constant { names, .. } => {
                names.get(self.0[0] as usize).cloned().unwrap_or_default()
            }
            Shape::Object { .. } => String::new(),
            Shape::Array(element, len) | Shape::List { element, len, .. } => {
                let size = element.unknowns();
                let part = |at: usize| &self.0[at * size..(at + 1) * size];
                let all = (0..*len as usize).map(|at| match element {
                    Element::Number(kind) => one(kind, part(at)[0]),
                    Element::Text(_) => quoted(part(at)),
                });
                format!("{{{}}}", all.collect::<Vec<String>>().join(", "))
            }
        }
    }
}

/// The parts of a text between separators that are not inside of braces, brackets or quotes. A text
/// of blanks has none.
pub(crate) fn pieces(text: &str, separator: char) -> Vec<&str> {
    let (mut pieces, mut start, mut depth) = (Vec::new(), 0, 0_usize);
    let mut quote: Option<char> = None;
    let mut is_escaped = false;
    for (at, char) in text.char_indices() {
        match quote {
            Some(_) if is_escaped => is_escaped = false,
            Some(_) if char == '\\' => is_escaped = true,
            Some(open) if char == open => quote = None,
            Some(_) => {}
            None if matches!(char, '"' | '\'') => quote = Some(char),
            None if matches!(char, '{' | '<' | '[' | '(') => depth += 1,
            None if matches!(char, '}' | '>' | ']' | ')') => depth = depth.saturating_sub(1),
            None if char == separator && depth == 0 => {
                pieces.push(&text[start..at]);
                start = at + char.len_utf8();
            }
            None => {}
        }
    }
    if !pieces.is_empty() || !text.trim().is_empty() {
        pieces.push(&text[start..]);
    }
    pieces
}

/// A number of a type.
fn number(text: &str, kind: &Type) -> Option<i64> {
    let (least, most) = match kind {
        Type::Boolean => return text.parse::<bool>().ok().map(i64::from),
        Type::Byte => (i8::MIN.into(), i8::MAX.into()),
        Type::Short => (i16::MIN.into(), i16::MAX.into()),
        Type::Int => (i32::MIN.into(), i32::MAX.into()),
        Type::Long => (i64::MIN, i64::MAX),
        Type::Char => (0, u16::MAX.into()),
        Type::Float => return float::<f32>(text, "Float").map(|x| x.to_bits().into()),
        Type::Double => return float::<f64>(text, "Double").map(|x| x.to_bits() as i64),
        Type::Reference(_) => return None,
    };
    if let Some(quoted) = text.strip_prefix('\'').filter(|_| *kind == Type::Char) {
        let units: Vec<u16> = unescaped(quoted.strip_suffix('\'')?)?.encode_utf16().collect();
        return if let [unit] = units[..] { Some(unit.into()) } else { None };
    }
    text.parse().ok().filter(|number| (least..=most).contains(number))
}

/// A floating-point number as Java has it.
fn float<T: FromStr>(text: &str, class: &str) -> Option<T> {
    let digits = match text.strip_prefix(class).and_then(|rest| rest.strip_prefix('.')) {
        Some("NaN") => return "NaN".parse().ok(),
        Some("POSITIVE_INFINITY") => return "inf".parse().ok(),
        Some("NEGATIVE_INFINITY") => return "-inf".parse().ok(),
        Some(_) => return None,
        None => text.strip_suffix(['f', 'd', 'F', 'D']).unwrap_or(text),
    };
    let is_number = digits.ends_with(|char: char| char.is_ascii_digit() || char == '.');
    digits.parse().ok().filter(|_| is_number)
}

fn float_text(number: f64, class: &str, suffix: &str) -> String {
    match number {
        _ if number.is_nan() => format!("{class}.NaN"),
        f64::INFINITY => format!("{class}.POSITIVE_INFINITY"),
        f64::NEG_INFINITY => format!("{class}.NEGATIVE_INFINITY"),
        _ if suffix.is_empty() => format!("{number:?}"),
        _ => format!("{:?}{suffix}", number as f32),
    }
}

/// The characters of a text in quotes that is so long.
fn characters(text: &str, len: u32) -> Option<Vec<i64>> {
    let units: Vec<i64> = unquoted(text)?.encode_utf16().map(i64::from).collect();
    (units.len() == len as usize).then_some(units)
}

fn quoted(numbers: &[i64]) -> String {
    let units: Vec<u16> = numbers.iter().map(|unit| *unit as u16).collect();
    format!("\"{}\"", escaped(&units, '"'))
}

fn unquoted(text: &str) -> Option<String> {
    unescaped(text.strip_prefix('"')?.strip_suffix('"')?)
}

/// A text without its escapes, which are those of Java.
fn unescaped(text: &str) -> Option<String> {
    let mut plain = String::new();
    let mut chars = text.chars();
    while let Some(char) = chars.next() {
        if char != '\\' {
            plain.push(char);
            continue;
        }
        plain.push(match chars.next()? {
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            'u' => {
                let digits: String = chars.by_ref().take(4).collect();
                char::from_u32(u32::from_str_radix(&digits, 16).ok()?)?
            }
            other @ ('\\' | '"' | '\'') => other,
            _ => return None,
        });
    }
    Some(plain)
}

fn escaped(units: &[u16], quote: char) -> String {
    let mut text = String::new();
    for char in char::decode_utf16(units.iter().copied()) {
        match char.unwrap_or(char::REPLACEMENT_CHARACTER) {
            '\n' => text.push_str("\\n"),
            '\r' => text.push_str("\\r"),
            '\t' => text.push_str("\\t"),
            char if char == quote || char == '\\' => text.extend(['\\', char]),
            char if char.is_control() => text.push_str(&format!("\\u{:04x}", char as u32)),
            char => text.push(char),
        }
    }
    text
}
