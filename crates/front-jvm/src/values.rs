//! Inputs in the syntax of Java, for people.

use lang_jvm::parse::Type;
use lang_jvm::{Element, Entry, Shape};
use term::{Pool, Term};

use jvm_srv::{bits, java_text};

pub(super) use jvm_srv::java_value;

/// The type of an unknown such as `arr[1]`, if it is part of an argument.
pub(super) fn input_type<'e>(entry: &'e Entry, name: &str) -> Option<&'e Type> {
    let base = name.split('[').next().unwrap_or(name);
    let param = entry.params.iter().find(|param| param.name == base);
    param.map(|param| param.shape.kind())
}

/// A call with these values of its unknowns. Too few of them show as dots.
pub(super) fn call(pool: &Pool, entry: &Entry, values: &[Term]) -> String {
    let mut values = values.iter().copied();
    let args = entry.params.iter().map(|param| {
        let own: Vec<Term> = values.by_ref().take(param.shape.unknowns()).collect();
        argument(pool, &param.shape, &own)
    });
    let args: Vec<String> = args.collect();
    format!("{}.{}({})", entry.class.replace('$', "."), entry.method, args.join(", "))
}

fn argument(pool: &Pool, shape: &Shape, values: &[Term]) -> String {
    if values.len() < shape.unknowns() {
        return "…".to_owned();
    }
    let listed = |element: &Element, len: u32| {
        let size = element.unknowns();
        let part = |at: usize| &values[at * size..(at + 1) * size];
        let shown = (0..len as usize).map(|at| match element {
            Element::Number(kind) => plain(pool, kind, part(at)[0]),
            Element::Text(_) => text(pool, part(at)),
        });
        shown.collect::<Vec<String>>().join(", ")
    };
    match shape {
        Shape::Scalar(kind) => plain(pool, kind, values[0]),
        Shape::Array(element, len) => {
            let of = match element {
                Element::Number(kind) => kind.source_name(),
                Element::Text(_) => "String".to_owned(),
            };
            format!("{of}[]{{{}}}", listed(element, *len))
        }
        Shape::Text(_) => text(pool, values),
        Shape::List { element, len, .. } => format!("[{}]", listed(element, *len)),
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
        let texts = "B#f(a: String[2][1], l: List<String[0]>[2])";
        assert_eq!(shown(texts, &[97, 98], 16), r#"B.f(String[]{"a", "b"}, ["", ""])"#);
        assert_eq!(shown("B#f(c: char)", &[65], 16), "B.f('A')");
        assert_eq!(shown("B#f(c: char)", &[0xe9], 16), "B.f('é')");
        assert_eq!(shown("B#f(x: long)", &[5], 64), "B.f(5)");
        assert_eq!(shown("B#f(x: int)", &[], 32), "B.f(…)");
    }
}
