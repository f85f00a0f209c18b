//! What to run: a method and the shape of its inputs.
//!
//! Written `com.acme.Report#total(arr: int[2], m: int)`: a class, a method, and for each parameter a
//! name and a shape. A shape with a length has that many unknown elements; the length itself is
//! known. Elements may be texts with a length of their own: `args: String[2][3]` are two strings of
//! three characters, as are `l: ArrayList<String[3]>[2]`. A parameter may have a value that the first
//! run is made on: `m: int = 3`.

use std::fmt;

use crate::error::JvmError;
use crate::parse::Type;
use crate::seed::{Seed, pieces};

/// A method with the shapes of its arguments.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The class, such as `com.acme.Report`.
    pub class: String,
    /// The method.
    pub method: String,
    /// The arguments, in order.
    pub params: Vec<Param>,
}

/// An argument.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Param {
    /// Its name in reports.
    pub name: String,
    /// What it is made of.
    pub shape: Shape,
    /// What the first run gets.
    pub seed: Option<Seed>,
}

/// What an argument is made of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Shape {
    /// One unknown of a primitive type: `int`.
    Scalar(Type),
    /// An array: `char[5]`, or `String[2][3]`.
    Array(Element, u32),
    /// A string of unknown characters: `String[5]`.
    Text(u32),
    /// A list: `ArrayList<Integer>[2]`, or `ArrayList<String[3]>[2]`.
    List {
        /// The class of the list, such as `java/util/ArrayList`.
        class: String,
        /// What is in it; numbers are in boxes.
        element: Element,
        /// How many there are.
        len: u32,
    },
}

/// What an element of an argument is made of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Element {
    /// One unknown of a primitive type.
    Number(Type),
    /// A string of so many unknown characters.
    Text(u32),
}

/// The longest input, in unknowns.
const MAX_LEN: u32 = 10_000;

/// The shapes that there are, for those who wrote another one.
const SHAPES: &str = "expected a name and a shape, such as `m: int` (or boolean, byte, char, short, long and their boxes), `arr: int[2]`, `s: String[5]`, `l: ArrayList<Integer>[3]` (or another list), or, of texts, `args: String[2][5]` and `l: List<String[5]>[2]`";

impl Entry {
    /// Reads an entry.
    ///
    /// ```
    /// let entry = lang_jvm::Entry::parse("com.acme.Report#total(arr: int[2], m: int)")?;
    /// assert_eq!(entry.to_string(), "com.acme.Report#total(arr: int[2], m: int)");
    /// # Ok::<(), lang_jvm::JvmError>(())
    /// ```
    pub fn parse(text: &str) -> Result<Entry, JvmError> {
        let bad = || {
            JvmError::entry(format!(
                "`{text}` names no method: expected something like com.acme.Report#total(arr: int[2], m: int)"
            ))
        };
        let (class, rest) = text.trim().split_once('#').ok_or_else(bad)?;
        let (method, params) = match rest.split_once('(') {
            Some((method, params)) => (method, params.strip_suffix(')').ok_or_else(bad)?),
            None => (rest, ""),
        };
        if class.is_empty() || method.is_empty() {
            return Err(bad());
        }
        let params = pieces(params, ',').into_iter().map(str::trim);
        let params = params.filter(|param| !param.is_empty()).map(Param::parse);
        let params = params.collect::<Result<Vec<Param>, JvmError>>()?;
        Ok(Entry { class: class.to_owned(), method: method.to_owned(), params })
    }

    /// The numbers that a first run gets, by the names of inputs.
    pub fn seeds(&self) -> impl Iterator<Item = (String, i64)> {
        let seeded = self.params.iter().filter_map(|param| Some((param, param.seed.as_ref()?)));
        seeded.flat_map(|(param, seed)| {
            seed.0.iter().enumerate().map(|(at, number)| (param.unknown(at), *number))
        })
    }
}

/// Whether a text is a name as Java has them.
fn is_word(text: &str) -> bool {
    let mut chars = text.chars();
    let plain = |char: char| char.is_alphanumeric() || char == '_' || char == '$';
    chars.next().is_some_and(|first| plain(first) && !first.is_numeric()) && chars.all(plain)
}

impl Param {
    fn parse(text: &str) -> Result<Param, JvmError> {
        let bad = || JvmError::entry(format!("the parameter `{text}` cannot be read: {SHAPES}"));
        let (name, rest) = text.split_once(':').ok_or_else(bad)?;
        if !is_word(name.trim()) {
            return Err(bad());
        }
        let (shape, seed) = match rest.split_once('=') {
            Some((shape, seed)) => (shape, Some(seed.trim())),
            None => (rest, None),
        };
        let shape = Shape::parse(shape.trim()).ok_or_else(bad)?;
        let wrong = || {
            let expected = "expected one such as `3`, `true`, `'a'`, `{1, 2}`, `\"text\"` or `{\"one\", \"two\"}`, as long as the parameter";
            JvmError::entry(format!(
                "the value of the parameter `{text}` does not fit it: {expected}"
            ))
        };
        let read = |seed: &str| Seed::parse(seed, &shape).ok_or_else(wrong);
        let seed = seed.map(read).transpose()?;
        Ok(Param { name: name.trim().to_owned(), shape, seed })
    }

    /// The name of an unknown: the parameter itself, `arr[1]`, or a character of a text `args[0][2]`.
    pub(crate) fn unknown(&self, at: usize) -> String {
        let name = &self.name;
        match &self.shape {
            Shape::Scalar(_) => name.clone(),
            Shape::Text(_) => format!("{name}[{at}]"),
            Shape::Array(element, _) | Shape::List { element, .. } => match element {
                Element::Number(_) => format!("{name}[{at}]"),
                Element::Text(len) => {
                    let len = *len as usize;
                    format!("{name}[{}][{}]", at / len, at % len)
                }
            },
        }
    }
}

impl Element {
    /// How many unknowns there are in one.
    #[must_use]
    pub fn unknowns(&self) -> usize {
        match self {
            Element::Number(_) => 1,
            Element::Text(len) => *len as usize,
        }
    }

    /// The type of the unknowns.
    #[must_use]
    pub fn kind(&self) -> &Type {
        match self {
            Element::Number(kind) => kind,
            Element::Text(_) => &Type::Char,
        }
    }

    fn parse(text: &str) -> Option<Element> {
        match length(text)? {
            ("String", Some(len)) => Some(Element::Text(len)),
            (of, None) => Some(Element::Number(primitive(of)?)),
            (_, Some(_)) => None,
        }
    }
}

impl Shape {
    /// How many unknowns there are.
    #[must_use]
    pub fn unknowns(&self) -> usize {
        match self {
            Shape::Scalar(_) => 1,
            Shape::Text(len) => *len as usize,
            Shape::Array(element, len) | Shape::List { element, len, .. } => {
                element.unknowns() * *len as usize
            }
        }
    }

    /// The type of the unknowns.
    #[must_use]
    pub fn kind(&self) -> &Type {
        match self {
            Shape::Scalar(kind) => kind,
            Shape::Text(_) => &Type::Char,
            Shape::Array(element, _) | Shape::List { element, .. } => element.kind(),
        }
    }

    fn parse(text: &str) -> Option<Shape> {
        let shape = Shape::of_any_length(text)?;
        (shape.unknowns() <= MAX_LEN as usize).then_some(shape)
    }

    fn of_any_length(text: &str) -> Option<Shape> {
        match length(text)? {
            ("String", Some(len)) => Some(Shape::Text(len)),
            (of, Some(chars)) if of.ends_with(']') => {
                // As in Java, the first brackets are those of the array.
                let ("String", Some(len)) = length(of)? else { return None };
                Some(Shape::Array(Element::Text(chars), len))
            }
            (of, Some(len)) if of.ends_with('>') => {
                let (class, element) = of.strip_suffix('>')?.split_once('<')?;
                let class = match class.trim() {
                    "List" | "Collection" | "Iterable" => "ArrayList".to_owned(),
                    class => class.replace('.', "/"),
                };
                let class = if class.contains('/') { class } else { format!("java/util/{class}") };
                Some(Shape::List { class, element: Element::parse(element.trim())?, len })
            }
            (of, Some(len)) => Some(Shape::Array(Element::Number(primitive(of)?), len)),
            (of, None) => Some(Shape::Scalar(primitive(of)?)),
        }
    }
}

/// What stands before a length in brackets at the end, and the length; none if that is no number.
fn length(text: &str) -> Option<(&str, Option<u32>)> {
    let Some(rest) = text.strip_suffix(']') else { return Some((text, None)) };
    let (of, len) = rest.rsplit_once('[')?;
    let len = len.trim().parse().ok().filter(|len| *len <= MAX_LEN)?;
    Some((of.trim(), Some(len)))
}

/// A primitive type, by its own name or by that of its wrapper.
fn primitive(name: &str) -> Option<Type> {
    Some(match name {
        "boolean" | "Boolean" => Type::Boolean,
        "byte" | "Byte" => Type::Byte,
        "char" | "Character" => Type::Char,
        "short" | "Short" => Type::Short,
        "int" | "Integer" => Type::Int,
        "long" | "Long" => Type::Long,
        _ => return None,
    })
}

impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let params: Vec<String> = self.params.iter().map(Param::to_string).collect();
        write!(f, "{}#{}({})", self.class, self.method, params.join(", "))
    }
}

impl fmt::Display for Param {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.name)?;
        match &self.shape {
            Shape::Scalar(kind) => f.write_str(&kind.source_name()),
            Shape::Array(Element::Number(kind), len) => write!(f, "{}[{len}]", kind.source_name()),
            Shape::Array(Element::Text(chars), len) => write!(f, "String[{len}][{chars}]"),
            Shape::Text(len) => write!(f, "String[{len}]"),
            Shape::List { class, element, len } => {
                let class = class.strip_prefix("java/util/").unwrap_or(class).replace('/', ".");
                match element {
                    Element::Number(kind) => write!(f, "{class}<{}>[{len}]", kind.source_name()),
                    Element::Text(chars) => write!(f, "{class}<String[{chars}]>[{len}]"),
                }
            }
        }?;
        match &self.seed {
            Some(seed) => write!(f, " = {}", seed.show(&self.shape)),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shape_is_printed_as_it_is_read() {
        for text in [
            "A#f()",
            "a.b.C$D#g(b: boolean, c: char[3])",
            "A#h(s: String[4], l: ArrayList<int>[2], x: LinkedList<long>[0])",
            "A#f(arr: int[2] = {1, -2}, m: int = 3, b: boolean = true)",
            "A#f(args: String[2][3] = {\"abc\", \"d,}\"}, l: ArrayList<String[0]>[2], e: String[0][4])",
            "A#f(s: String[5] = \"<a,\\\"\\n\", c: char[2] = {'a', '\\''}, l: ArrayList<int>[0] = {})",
        ] {
            assert_eq!(Entry::parse(text).expect("an entry").to_string(), text);
        }
    }

    #[test]
    fn what_cannot_be_an_input_is_refused() {
        for text in
            ["", "A", "A#", "#f()", "A#f(x)", "A#f(x: float)", "A#f(x: int[)", "A#f(x: int[-1])"]
        {
            assert!(Entry::parse(text).is_err(), "{text}");
        }
        for shape in [
            "int[99999]",
            "String[200][200]",
            "String",
            "String[]",
            "int[2][2]",
            "ArrayList<String>[2]",
            "ArrayList<int[2]>[2]",
            "String[1][2][3]",
            "Date",
        ] {
            let error = Entry::parse(&format!("A#f(x: {shape})")).expect_err(shape).to_string();
            assert!(error.contains("`args: String[2][5]`"), "{error}");
        }
    }

    #[test]
    fn values_have_to_fit() {
        for text in [
            "A#f(x: int = )",
            "A#f(x: byte = 200)",
            "A#f(x: int[2] = {1})",
            "A#f(x: String[3] = \"ab\")",
            "A#f(x: boolean = 1)",
            "A#f(x: int = \"a\")",
            "A#f(x: String[2][2] = {\"ab\"})",
            "A#f(x: String[2][2] = {\"ab\", \"c\"})",
            "A#f(x: String[2][2] = \"abcd\")",
        ] {
            assert!(Entry::parse(text).is_err(), "{text}");
        }
        let entry = Entry::parse("A#f(a: int[2] = {4, 5}, s: String[1] = \"é\", m: long = -1)");
        let seeds: Vec<(String, i64)> = entry.expect("an entry").seeds().collect();
        let expected = [("a[0]", 4), ("a[1]", 5), ("s[0]", 0xe9), ("m", -1)];
        assert_eq!(seeds, expected.map(|(name, number)| (name.to_owned(), number)));
        let entry = Entry::parse("A#f(l: List<String[2]>[2] = {\"ab\", \"cd\"})");
        let seeds: Vec<(String, i64)> = entry.expect("an entry").seeds().collect();
        let expected = [("l[0][0]", 97), ("l[0][1]", 98), ("l[1][0]", 99), ("l[1][1]", 100)];
        assert_eq!(seeds, expected.map(|(name, number)| (name.to_owned(), number)));
    }

    #[test]
    fn a_method_without_parameters_needs_no_parentheses() {
        assert_eq!(Entry::parse("A#f").expect("an entry"), Entry::parse("A#f()").expect("one"));
    }
}
