//! A violation as Java code: a program that makes the call again, and a test of JUnit 5.
//!
//! Both only make the call with the inputs that were found. What is wrong with it shows as an
//! exception, or to whoever watches the calls: a monitor, a debugger, a mock.

use lang_jvm::parse::Type;
use lang_jvm::{Entry, Shape};
use term::{Literal, Pool, Term};

use crate::outcome::Violation;

/// Which kind of Java code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Harness {
    /// A class with a `main`.
    Main,
    /// A class with a test of JUnit 5.
    JUnit,
}

/// The code of a class of this name that makes the call of a violation again. None if inputs are
/// asked for along the way, which no caller can supply.
#[must_use]
pub fn generate(
    pool: &Pool,
    entry: &Entry,
    is_static: bool,
    violation: &Violation,
    name: &str,
    harness: Harness,
) -> Option<String> {
    let mut lines = Vec::new();
    let mut values = violation.inputs.iter();
    for param in &entry.params {
        let count = match &param.shape {
            Shape::Scalar(_) => 1,
            Shape::Array(_, len) | Shape::Text(len) | Shape::List { len, .. } => *len as usize,
        };
        let own: Vec<Term> = values.by_ref().take(count).map(|(_, value, _)| *value).collect();
        if own.len() != count {
            return None;
        }
        lines.extend(declaration(pool, &param.name, &param.shape, &own));
    }
    if values.next().is_some() {
        return None;
    }
    let class = entry.class.replace('$', ".");
    let receiver = if is_static { class } else { format!("new {class}()") };
    let names: Vec<&str> = entry.params.iter().map(|param| param.name.as_str()).collect();
    lines.push(format!("{receiver}.{}({});", entry.method, names.join(", ")));
    let body: String = lines.iter().map(|line| format!("        {line}\n")).collect();
    Some(match harness {
        Harness::Main => format!(
            "public class {name} {{\n    public static void main(String[] args) throws Exception {{\n{body}    }}\n}}\n"
        ),
        Harness::JUnit => format!(
            "import org.junit.jupiter.api.Test;\n\nclass {name} {{\n    @Test\n    void callsAgain() throws Exception {{\n{body}    }}\n}}\n"
        ),
    })
}

/// The lines that make an argument.
fn declaration(pool: &Pool, name: &str, shape: &Shape, values: &[Term]) -> Vec<String> {
    match shape {
        Shape::Scalar(kind) => {
            vec![format!("{} {name} = {};", kind.source_name(), java_value(pool, kind, values[0]))]
        }
        Shape::Array(kind, _) => {
            let elements: Vec<String> =
                values.iter().map(|value| java_value(pool, kind, *value)).collect();
            vec![format!("{}[] {name} = {{{}}};", kind.source_name(), elements.join(", "))]
        }
        Shape::Text(_) => {
            // Escapes in a literal would be read too early if they are quotes or line ends.
            let chars: Vec<String> =
                values.iter().map(|value| java_value(pool, &Type::Char, *value)).collect();
            vec![format!("String {name} = new String(new char[] {{{}}});", chars.join(", "))]
        }
        Shape::List { class, element, .. } => {
            let class = class.replace('/', ".");
            let wrapper = element.wrapper().map_or(String::new(), |name| name.replace('/', "."));
            let made = format!("{class}<{wrapper}> {name} = new {class}<>();");
            let adds = values.iter().map(|value| {
                format!("{name}.add({wrapper}.valueOf({}));", java_value(pool, element, *value))
            });
            [made].into_iter().chain(adds).collect()
        }
    }
}

/// A value of a primitive type in the syntax of Java.
#[must_use]
pub fn java_value(pool: &Pool, kind: &Type, value: Term) -> String {
    let number = number(pool, value);
    match kind {
        Type::Boolean => (number != 0).to_string(),
        Type::Char => format!("(char) {}", number as u16),
        Type::Byte => format!("(byte) {}", number as i8),
        Type::Short => format!("(short) {}", number as i16),
        Type::Long => format!("{}L", number as i64),
        Type::Int => (number as i32).to_string(),
        Type::Float | Type::Double | Type::Reference(_) => number.to_string(),
    }
}

/// The bits of a value.
fn number(pool: &Pool, value: Term) -> u64 {
    match pool.as_literal(value) {
        Some(Literal::BitVec(word)) => word.unsigned().iter_u64_digits().next().unwrap_or(0),
        Some(Literal::Bool(bool)) => u64::from(*bool),
        _ => 0,
    }
}
