//! Inputs in the syntax of Java, for people.

use lang_jvm::parse::Type;
use lang_jvm::{Entry, Shape};
use term::{Pool, Term};

use jvm_srv::{bits, java_text};

pub(super) use jvm_srv::java_value;

/// How many unknowns an input of this shape has.
pub(super) fn part(shape: &Shape) -> usize {
    match shape {
        Shape::Scalar(_) => 1,
        Shape::Array(_, len) | Shape::Text(len) | Shape::List { len, .. } => *len as usize,
    }
}

/// The type of the unknowns of an input.
pub(super) fn element(shape: &Shape) -> &Type {
    match shape {
        Shape::Scalar(kind) | Shape::Array(kind, _) => kind,
        Shape::Text(_) => &Type::Char,
        Shape::List { element, .. } => element,
    }
}

/// The type of an unknown such as `arr[1]`, if it is part of an argument.
pub(super) fn input_type<'e>(entry: &'e Entry, name: &str) -> Option<&'e Type> {
    let base = name.split('[').next().unwrap_or(name);
    let param = entry.params.iter().find(|param| param.name == base);
    param.map(|param| element(&param.shape))
}

/// A call with these values of its unknowns. Too few of them show as dots.
pub(super) fn call(pool: &Pool, entry: &Entry, values: &[Term]) -> String {
    let mut values = values.iter().copied();
    let args = entry.params.iter().map(|param| {
        let own: Vec<Term> = values.by_ref().take(part(&param.shape)).collect();
        argument(pool, &param.shape, &own)
    });
    let args: Vec<String> = args.collect();
    format!("{}.{}({})", entry.class.replace('$', "."), entry.method, args.join(", "))
}

fn argument(pool: &Pool, shape: &Shape, values: &[Term]) -> String {
    if values.len() < part(shape) {
        return "…".to_owned();
    }
    let listed = |kind: &Type| {
        let shown: Vec<String> = values.iter().map(|value| plain(pool, kind, *value)).collect();
        shown.join(", ")
    };
    match shape {
        Shape::Scalar(kind) => plain(pool, kind, values[0]),
        Shape::Array(kind, _) => format!("{}[]{{{}}}", kind.source_name(), listed(kind)),
        Shape::Text(_) => text(pool, values),
        Shape::List { element, .. } => format!("[{}]", listed(element)),
    }
}

/// A value without the casts that a program would need.
fn plain(pool: &Pool, kind: &Type, value: Term) -> String {
    let code = java_value(pool, kind, value);
    let bare = code.rsplit(") ").next().unwrap_or(&code);
    let letter = char::from_u32(bits(pool, value) as u32).filter(|char| char.is_alphanumeric());
    if let (Type::Char, Some(letter)) = (kind, letter) {
        return format!("'{letter}'");
    }
    if *kind == Type::Long { bare.trim_end_matches('L').to_owned() } else { bare.to_owned() }
}

fn text(pool: &Pool, values: &[Term]) -> String {
    let units: Vec<u16> = values.iter().map(|value| bits(pool, *value) as u16).collect();
    java_text(&units)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(entry: &str, values: &[u64], width: u32) -> String {
        let pool = Pool::new();
        let values: Vec<Term> = values.iter().map(|value| pool.bitvec(width, *value)).collect();
        call(&pool, &Entry::parse(entry).expect("an entry"), &values)
    }

    #[test]
    fn calls_read_like_java() {
        assert_eq!(
            shown("a.B$C#f(x: int[2], y: int)", &[1, 0xffff_ffff, 7], 32),
            "a.B.C.f(int[]{1, -1}, 7)"
        );
        assert_eq!(shown("B#f(l: ArrayList<Integer>[2])", &[3, 4], 32), "B.f([3, 4])");
        assert_eq!(shown("B#f(s: String[2])", &[97, 34], 16), r#"B.f("a\"")"#);
        assert_eq!(shown("B#f(c: char)", &[65], 16), "B.f('A')");
        assert_eq!(shown("B#f(c: char)", &[0xe9], 16), "B.f('é')");
        assert_eq!(shown("B#f(x: long)", &[5], 64), "B.f(5)");
        assert_eq!(shown("B#f(x: int)", &[], 32), "B.f(…)");
    }
}
