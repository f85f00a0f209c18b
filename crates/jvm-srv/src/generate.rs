//! A violation as Java code: a program that makes the call again, and a test of JUnit 5.
//!
//! Both fail as long as the violation happens. An exception shows by itself. In which order objects
//! are used does not, so a class that comes with such a test watches the calls
//! ([`typestate::WATCH`]); the same class answers a program that asks for inputs along the way.

use lang_jvm::parse::{MethodType, Type};
use lang_jvm::{Element, Entry, RECEIVER, Shape};
use term::{Literal, Pool, Term};
use typestate::Property;

/// Which kind of Java code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Harness {
    /// A class with a `main`, which ends with 1 as long as the violation happens.
    Main,
    /// A class with a test of JUnit 5.
    JUnit,
}

/// What a test is to show.
#[derive(Clone, Copy, Debug)]
pub enum Shows<'a> {
    /// This property is broken.
    Broken(&'a Property),
    /// An exception of this class comes out.
    Throws(&'a str),
}

/// A call that is made again.
#[derive(Clone, Debug)]
pub struct CallAgain<'a> {
    /// The method.
    pub entry: &'a Entry,
    /// Its type, as class files have it.
    pub descriptor: &'a str,
    /// Whether it needs no object.
    pub is_static: bool,
    /// Whether a class of the same package can call it.
    pub is_visible: bool,
    /// The values of the inputs in the order of asking.
    pub values: &'a [Term],
}

/// Java code.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Written {
    /// The text of the class.
    pub text: String,
    /// Its full name.
    pub class: String,
    /// Whether it needs the class that watches calls.
    pub watches: bool,
}

/// The code of a class of this name that makes a call again. `mark` is its first line.
#[must_use]
pub fn generate(
    pool: &Pool,
    call: &CallAgain<'_>,
    shows: Shows<'_>,
    harness: Harness,
    name: &str,
    mark: &str,
) -> Written {
    let (lines, rest) = declarations(pool, call);
    let watches = matches!(shows, Shows::Broken(_)) || !rest.is_empty() || !call.is_visible;
    let mut body = lines;
    body.extend(if watches { watched(pool, call, shows, rest) } else { plain(call) });
    let package = call.entry.class.rsplit_once('.').map(|(package, _)| package);
    // The watching class is in no package, so nothing in a package can name it.
    let package = package.filter(|_| !watches);
    let head = package.map_or(String::new(), |package| format!("package {package};\n\n"));
    let code = match harness {
        Harness::Main => main_class(name, shows, &body),
        Harness::JUnit => junit_class(name, &body),
    };
    let class = package.map_or(name.to_owned(), |package| format!("{package}.{name}"));
    Written { text: format!("{mark}\n{head}{code}"), class, watches }
}

/// The variable that holds the object on which the method is called.
const RECEIVER_NAME: &str = "receiver";

/// The lines that make the arguments, and the values that the program asks for by itself.
fn declarations<'v>(pool: &Pool, call: &CallAgain<'v>) -> (Vec<String>, &'v [Term]) {
    let (mut lines, mut rest) = (Vec::new(), call.values);
    for param in &call.entry.params {
        let count = param.shape.unknowns();
        let (own, others) = rest.split_at(count.min(rest.len()));
        rest = others;
        let name = if param.name == RECEIVER { RECEIVER_NAME } else { &param.name };
        lines.extend(declaration(pool, name, &param.shape, own));
    }
    (lines, rest)
}

/// The call as a programmer writes it.
fn plain(call: &CallAgain<'_>) -> Vec<String> {
    let class = call.entry.class.rsplit('.').next().unwrap_or_default().replace('$', ".");
    let (made, params) = call.entry.receiver();
    let receiver = match made {
        Some(_) => RECEIVER_NAME.to_owned(),
        None if call.is_static => class,
        None => format!("new {class}()"),
    };
    let names: Vec<&str> = params.iter().map(|param| param.name.as_str()).collect();
    let names = if is_main(call) { "new String[0]".to_owned() } else { names.join(", ") };
    vec![format!("{receiver}.{}({names});", call.entry.method)]
}

/// The call under a watch.
fn watched(pool: &Pool, call: &CallAgain<'_>, shows: Shows<'_>, asked: &[Term]) -> Vec<String> {
    let entry = call.entry;
    let types = MethodType::parse(call.descriptor).map(|types| types.params).unwrap_or_default();
    let classes: Vec<String> =
        types.iter().map(|kind| format!("{}.class", kind.source_name())).collect();
    // An array of objects would be taken for all arguments.
    let names = entry.params.iter().map(|param| match &param.shape {
        Shape::Array(Element::Text(_), _) => format!(", (Object) {}", param.name),
        _ => format!(", {}", param.name),
    });
    let names: String = names.collect();
    let names = if is_main(call) { ", (Object) new String[0]".to_owned() } else { names };
    let (watch, verb) = match shows {
        Shows::Broken(property) => (typestate::watch_of(property, "            "), "check"),
        Shows::Throws(_) => ("new TracehoundWatch(\"\")".to_owned(), "call"),
    };
    let mut lines: Vec<String> = format!("TracehoundWatch watching = {watch};")
        .lines()
        .map(|line| line.strip_prefix("        ").unwrap_or(line).to_owned())
        .collect();
    if !asked.is_empty() {
        let asked: Vec<String> =
            asked.iter().map(|value| format!("{}L", signed(pool, *value))).collect();
        lines.push(format!("watching.answers({});", asked.join(", ")));
    }
    lines.push(format!(
        "watching.{verb}(\"{}\", \"{}\", new Class<?>[] {{{}}}{names});",
        entry.class,
        entry.method,
        classes.join(", ")
    ));
    lines
}

/// Whether a program's `main` is called, which gets no arguments.
fn is_main(call: &CallAgain<'_>) -> bool {
    call.entry.params.is_empty() && call.descriptor.starts_with("([Ljava/lang/String;)")
}

fn indented(body: &[String], indent: &str) -> String {
    body.iter().map(|line| format!("{indent}{line}\n")).collect()
}

/// The line that a program writes to standard error if what it tries happens.
pub const HAPPENS: &str = "it still happens";

fn main_class(name: &str, shows: Shows<'_>, body: &[String]) -> String {
    let expected = match shows {
        Shows::Broken(_) => "java.lang.AssertionError",
        Shows::Throws(class) => class,
    };
    let body = indented(body, "            ");
    // Inputs are often called `args`, so the parameter is not.
    format!(
        "public class {name} {{
    public static void main(String[] none_) {{
        {name}.class.getClassLoader().setDefaultAssertionStatus(true);
        try {{
{body}        }} catch (Throwable thrown) {{
            thrown.printStackTrace();
            boolean same = \"{expected}\".equals(thrown.getClass().getCanonicalName());
            if (same) {{
                System.err.println(\"{HAPPENS}\");
            }}
            System.exit(same ? 1 : 3);
        }}
        System.out.println(\"it does not happen any more\");
    }}
}}
"
    )
}

fn junit_class(name: &str, body: &[String]) -> String {
    let body = indented(body, "        ");
    format!(
        "import org.junit.jupiter.api.Test;

class {name} {{
    static {{
        {name}.class.getClassLoader().setDefaultAssertionStatus(true);
    }}

    @Test
    void doesNotHappen() throws Throwable {{
{body}    }}
}}
"
    )
}

/// The lines that make an argument.
fn declaration(pool: &Pool, name: &str, shape: &Shape, values: &[Term]) -> Vec<String> {
    let text = |values: &[Term]| {
        let chars: Vec<u16> = values.iter().map(|value| bits(pool, *value) as u16).collect();
        java_text(&chars)
    };
    let part = |element: &Element, at: u32| {
        let (size, at) = (element.unknowns(), at as usize);
        let own = values.get(at * size..(at + 1) * size).unwrap_or_default();
        match element {
            Element::Number(kind) => own.first().map(|value| java_value(pool, kind, *value)),
            Element::Text(_) => Some(text(own)),
        }
    };
    match shape {
        Shape::Scalar(kind) => {
            let value = values.first().map(|value| java_value(pool, kind, *value));
            vec![format!("{} {name} = {};", kind.source_name(), value.unwrap_or_default())]
        }
        Shape::Array(element, len) => {
            let all: Vec<String> = (0..*len).filter_map(|at| part(element, at)).collect();
            let of = match element {
                Element::Number(kind) => kind.source_name(),
                Element::Text(_) => "String".to_owned(),
            };
            vec![format!("{of}[] {name} = {{{}}};", all.join(", "))]
        }
        Shape::Text(_) => vec![format!("String {name} = {};", text(values))],
        Shape::Object { class, .. } | Shape::Constant { class, .. } => {
            let class = class.replace(['/', '$'], ".");
            let (made, _) = expression(pool, shape, values);
            vec![format!("{class} {name} = {made};")]
        }
        Shape::List { class, element, len } => {
            let class = class.replace('/', ".");
            let of = match element {
                Element::Number(kind) => kind.wrapper().unwrap_or_default().replace('/', "."),
                Element::Text(_) => "String".to_owned(),
            };
            let made = format!("{class}<{of}> {name} = new {class}<>();");
            let adds = (0..*len).filter_map(|at| part(element, at)).map(|value| match element {
                Element::Number(_) => format!("{name}.add({of}.valueOf({value}));"),
                Element::Text(_) => format!("{name}.add({value});"),
            });
            [made].into_iter().chain(adds).collect()
        }
    }
}

/// An argument of a constructor as an expression, and the values that are left.
fn expression<'v>(pool: &Pool, shape: &Shape, values: &'v [Term]) -> (String, &'v [Term]) {
    let (own, rest) = values.split_at(shape.unknowns().min(values.len()));
    let elements = |element: &Element, len: u32| {
        let shape = match element {
            Element::Number(kind) => Shape::Scalar(kind.clone()),
            Element::Text(len) => Shape::Text(*len),
        };
        let (mut all, mut own) = (Vec::new(), own);
        for _ in 0..len {
            let (element, others) = expression(pool, &shape, own);
            all.push(element);
            own = others;
        }
        all.join(", ")
    };
    let text = match shape {
        Shape::Scalar(kind) => {
            own.first().map(|value| java_value(pool, kind, *value)).unwrap_or_default()
        }
        Shape::Text(_) => {
            java_text(&own.iter().map(|value| bits(pool, *value) as u16).collect::<Vec<u16>>())
        }
        Shape::Array(element, len) => {
            let of = match element {
                Element::Number(kind) => kind.source_name(),
                Element::Text(_) => "String".to_owned(),
            };
            format!("new {of}[] {{{}}}", elements(element, *len))
        }
        Shape::List { class, element, len } => {
            let of = match element {
                Element::Number(kind) => kind.wrapper().unwrap_or_default().replace('/', "."),
                Element::Text(_) => "String".to_owned(),
            };
            let class = class.replace('/', ".");
            let all = elements(element, *len);
            format!("new {class}<{of}>(java.util.Arrays.<{of}>asList({all}))")
        }
        Shape::Constant { class, names } => {
            let at = own.first().map_or(0, |value| bits(pool, *value) as usize);
            let name = names.get(at).cloned().unwrap_or_default();
            format!("{}.{name}", class.replace(['/', '$'], "."))
        }
        Shape::Object { class, factory, args } => {
            let (mut all, mut own) = (Vec::new(), own);
            for arg in args {
                let (made, others) = expression(pool, &arg.shape, own);
                all.push(made);
                own = others;
            }
            let class = class.replace(['/', '$'], ".");
            let made = match factory {
                Some(factory) => format!("{class}.{factory}"),
                None => format!("new {class}"),
            };
            format!("{made}({})", all.join(", "))
        }
    };
    (text, rest)
}

/// A value of a primitive type in the syntax of Java.
#[must_use]
pub fn java_value(pool: &Pool, kind: &Type, value: Term) -> String {
    let number = bits(pool, value);
    match kind {
        Type::Boolean => (number != 0).to_string(),
        Type::Char if matches!(number as u8, b' '..=b'~') && number < 128 => {
            let char = char::from(number as u8);
            if matches!(char, '\'' | '\\') { format!("'\\{char}'") } else { format!("'{char}'") }
        }
        Type::Char => format!("(char) {}", number as u16),
        Type::Byte => format!("(byte) {}", number as i8),
        Type::Short => format!("(short) {}", number as i16),
        Type::Long => format!("{}L", number as i64),
        Type::Int => (number as i32).to_string(),
        Type::Float => java_float(number as u32),
        Type::Double => java_double(number),
        Type::Reference(_) => number.to_string(),
    }
}

/// The number with these bits. Rust's digits are the fewest that tell it from others, which Java reads, too.
fn java_float(bits: u32) -> String {
    match f32::from_bits(bits) {
        number if number.is_finite() => format!("{number:?}f"),
        number if number == f32::INFINITY => "Float.POSITIVE_INFINITY".to_owned(),
        number if number == f32::NEG_INFINITY => "Float.NEGATIVE_INFINITY".to_owned(),
        _ if bits == 0x7fc0_0000 => "Float.NaN".to_owned(),
        _ => format!("Float.intBitsToFloat(0x{bits:x})"),
    }
}

/// As [`java_float`].
fn java_double(bits: u64) -> String {
    match f64::from_bits(bits) {
        number if number.is_finite() => format!("{number:?}"),
        number if number == f64::INFINITY => "Double.POSITIVE_INFINITY".to_owned(),
        number if number == f64::NEG_INFINITY => "Double.NEGATIVE_INFINITY".to_owned(),
        _ if bits == 0x7ff8_0000_0000_0000 => "Double.NaN".to_owned(),
        _ => format!("Double.longBitsToDouble(0x{bits:x}L)"),
    }
}

/// A text in the syntax of Java. Quotes and line ends have escapes of their own: `\u` is read before
/// anything else, so it must not stand for them.
#[must_use]
pub fn java_text(units: &[u16]) -> String {
    let mut text = String::from("\"");
    for unit in units {
        match unit {
            0x22 => text.push_str("\\\""),
            0x5c => text.push_str("\\\\"),
            0x0a => text.push_str("\\n"),
            0x0d => text.push_str("\\r"),
            0x20..=0x7e => text.push(char::from(*unit as u8)),
            unit => text.push_str(&format!("\\u{unit:04x}")),
        }
    }
    text.push('"');
    text
}

/// The bits of a value.
#[must_use]
pub fn bits(pool: &Pool, value: Term) -> u64 {
    match pool.as_literal(value) {
        Some(Literal::BitVec(word)) => word.unsigned().iter_u64_digits().next().unwrap_or(0),
        Some(Literal::Bool(bool)) => u64::from(*bool),
        _ => 0,
    }
}

/// A value as a number with a sign.
fn signed(pool: &Pool, value: Term) -> i64 {
    match pool.as_literal(value) {
        Some(Literal::BitVec(word)) => word.signed().to_string().parse().unwrap_or_default(),
        _ => bits(pool, value) as i64,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_survive_the_early_reading_of_escapes() {
        let units: Vec<u16> = "a\"\\\n\r\t".encode_utf16().chain([0xd800, 0x3042]).collect();
        assert_eq!(java_text(&units), r#""a\"\\\n\r\u0009\ud800\u3042""#);
    }

    #[test]
    fn objects_are_made_as_a_programmer_makes_them() {
        let pool = Pool::new();
        let text =
            "a.B#f(this: a.B(l: List<Integer>[2], n: String[1]), m: a.M::of(d: a.B$Day{MON, TUE}))";
        let entry = Entry::parse(text).expect("an entry");
        let number = |number: u64| pool.bitvec(32, number);
        let values = [number(1), number(2), pool.bitvec(16, 97), number(1)];
        let call = CallAgain {
            entry: &entry,
            descriptor: "(La/M;)V",
            is_static: false,
            is_visible: true,
            values: &values,
        };
        let (lines, rest) = declarations(&pool, &call);
        assert!(rest.is_empty());
        let list = "new java.util.ArrayList<java.lang.Integer>(java.util.Arrays.<java.lang.Integer>asList(1, 2))";
        let receiver = format!("a.B receiver = new a.B({list}, \"a\");");
        assert_eq!(lines, [receiver, "a.M m = a.M.of(a.B.Day.TUE);".to_owned()]);
        assert_eq!(plain(&call), ["receiver.f(m);"]);
    }

    #[test]
    fn floating_point_numbers_are_written_as_java_reads_them() {
        let pool = Pool::new();
        let float = |x: f32| java_value(&pool, &Type::Float, pool.bitvec(32, x.to_bits().into()));
        let double = |bits: u64| java_value(&pool, &Type::Double, pool.bitvec(64, bits));
        assert_eq!([float(1.5), float(-0.0), float(1e-45)], ["1.5f", "-0.0f", "1e-45f"]);
        assert_eq!(float(f32::INFINITY), "Float.POSITIVE_INFINITY");
        assert_eq!(double((-2.0_f64).to_bits()), "-2.0");
        assert_eq!(double(0x7ff8_0000_0000_0000), "Double.NaN");
        assert_eq!(double(0xfff0_0000_0000_0001), "Double.longBitsToDouble(0xfff0000000000001L)");
    }

    #[test]
    fn characters_are_written_as_such_where_they_can_be() {
        let pool = Pool::new();
        let shown = |code: u64| java_value(&pool, &Type::Char, pool.bitvec(16, code));
        assert_eq!(
            [shown(65), shown(39), shown(0), shown(0x141)],
            ["'A'", "'\\''", "(char) 0", "(char) 321"]
        );
    }
}
