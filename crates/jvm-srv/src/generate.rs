//! A violation as Java code: a program that makes the call again, and a test of JUnit 5.
//!
//! Both fail as long as the violation happens. An exception shows by itself. In which order objects
//! are used does not, so a class that comes with such a test watches the calls
//! ([`typestate::WATCH`]); the same class answers a program that asks for inputs along the way.

use lang_jvm::parse::{MethodType, Type};
use lang_jvm::{Element, Entry, Shape};
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

/// The lines that make the arguments, and the values that the program asks for by itself.
fn declarations<'v>(pool: &Pool, call: &CallAgain<'v>) -> (Vec<String>, &'v [Term]) {
    let (mut lines, mut rest) = (Vec::new(), call.values);
    for param in &call.entry.params {
        let count = param.shape.unknowns();
        let (own, others) = rest.split_at(count.min(rest.len()));
        rest = others;
        lines.extend(declaration(pool, &param.name, &param.shape, own));
    }
    (lines, rest)
}

/// The call as a programmer writes it.
fn plain(call: &CallAgain<'_>) -> Vec<String> {
    let class = call.entry.class.rsplit('.').next().unwrap_or_default().replace('$', ".");
    let receiver = if call.is_static { class } else { format!("new {class}()") };
    let names: Vec<&str> = call.entry.params.iter().map(|param| param.name.as_str()).collect();
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
        Type::Float | Type::Double | Type::Reference(_) => number.to_string(),
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
    fn characters_are_written_as_such_where_they_can_be() {
        let pool = Pool::new();
        let shown = |code: u64| java_value(&pool, &Type::Char, pool.bitvec(16, code));
        assert_eq!(
            [shown(65), shown(39), shown(0), shown(0x141)],
            ["'A'", "'\\''", "(char) 0", "(char) 321"]
        );
    }
}
