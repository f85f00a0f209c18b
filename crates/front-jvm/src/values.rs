//! Inputs in the syntax of Java, for people.

use lang_jvm::parse::Type;
use lang_jvm::{Element, Entry, Param, Shape};
use term::{Pool, Term};

use jvm_srv::{bits, java_text, java_value};

/// The type of an unknown such as `arr[1]`, if it is part of an argument, or of a floating-point number that
/// the program asks for.
pub(super) fn input_type<'e>(entry: &'e Entry, name: &str) -> Option<&'e Type> {
    let asked = || match name {
        _ if name.starts_with("nondetFloat") => Some(&Type::Float),
        _ if name.starts_with("nondetDouble") => Some(&Type::Double),
        _ => None,
    };
    entry.shape_of(name).and_then(Shape::kind).or_else(asked)
}

/// A call with these values of its unknowns. Too few of them show as dots.
pub(super) fn call(pool: &Pool, entry: &Entry, values: &[Term]) -> String {
    let mut values = values;
    let (receiver, params) = entry.receiver();
    let receiver = receiver.map(|param| argument(pool, &param.shape, &mut values));
    let receiver = receiver.unwrap_or_else(|| entry.class.replace('$', "."));
    format!("{receiver}.{}({})", entry.method, arguments(pool, params, &mut values))
}

fn arguments(pool: &Pool, params: &[Param], values: &mut &[Term]) -> String {
    let args = params.iter().map(|param| argument(pool, &param.shape, values));
    args.collect::<Vec<String>>().join(", ")
}

/// An argument, whose unknowns are the first of these values.
fn argument(pool: &Pool, shape: &Shape, values: &mut &[Term]) -> String {
    if let Shape::Object { class, factory, args } = shape {
        let class = class.replace(['/', '$'], ".");
        let made = match factory {
            Some(factory) => format!("{class}.{factory}"),
            None => format!("new {class}"),
        };
        return format!("{made}({})", arguments(pool, args, values));
    }
    let (own, rest) = values.split_at(shape.unknowns().min(values.len()));
    *values = rest;
    plain_argument(pool, shape, own)
}

fn plain_argument(pool: &Pool, shape: &Shape, values: &[Term]) -> String {
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
        Shape::Constant { class, names } => {
            let name = names.get(bits(pool, values[0]) as usize).map_or("…", String::as_str);
            let class = class.rsplit(['/', '$']).next().unwrap_or(class);
            format!("{class}.{name}")
        }
        Shape::Object { .. } => "…".to_owned(),
    }
}

/// A value for people, who do not care which of the words it is that are no number.
pub(super) fn shown_value(pool: &Pool, kind: &Type, value: Term) -> String {
    let code = java_value(pool, kind, value);
    match kind {
        Type::Float if code.starts_with("Float.int") => "Float.NaN".to_owned(),
        Type::Double if code.starts_with("Double.long") => "Double.NaN".to_owned(),
        _ => code,
    }
}

/// A value without the casts that a program would need.
fn plain(pool: &Pool, kind: &Type, value: Term) -> String {
    let code = shown_value(pool, kind, value);
    let bare = code.rsplit(") ").next().unwrap_or(&code);
    let letter = char::from_u32(bits(pool, value) as u32).filter(|char| char.is_alphanumeric());
    if let (Type::Char, Some(letter)) = (kind, letter) {
        return format!("'{letter}'");
    }
    if *kind == Type::Long { bare.trim_end_matches('L').to_owned() } else { bare.to_owned() }
}

pub(super) fn text(pool: &Pool, values: &[Term]) -> String {
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
        let made = "a.B#f(this: a.B(x: int, p: a.P::of(n: int)), d: a.B$Day{MON, TUE}, y: int)";
        assert_eq!(shown(made, &[3, 4, 1, 5], 32), "new a.B(3, a.P.of(4)).f(Day.TUE, 5)");
        assert_eq!(shown("B#f(x: double)", &[0x3ff8 << 48], 64), "B.f(1.5)");
        assert_eq!(shown("B#f(x: double)", &[u64::MAX], 64), "B.f(Double.NaN)");
    }
}
