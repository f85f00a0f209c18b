//! What to run: a method and the shape of its inputs.
//!
//! Written `com.acme.Report#total(arr: int[2], m: int)`: a class, a method, and for each parameter a
//! name and a shape. A shape with a length has that many unknown elements; the length itself is
//! known. Elements may be texts with a length of their own: `args: String[2][3]` are two strings of
//! three characters, as are `l: ArrayList<String[3]>[2]`. A parameter may have a value that the first
//! run is made on: `m: int = 3`.
//!
//! An object is what a constructor or a factory makes of unknown arguments, `p: Point(x: int, y: int)` or
//! `m: Money::of(cents: int)`, or one of the constants of an enum, `d: Day{MON, TUE}`. The object on which a
//! method is called is such a parameter of the name `this`, which comes first; without it, it is made by
//! the constructor that takes nothing.

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
    /// An object that is made: `Point(x: int)`, or `Money::of(cents: int)`.
    Object {
        /// Its class, such as `com/acme/Point`.
        class: String,
        /// The static method that makes it; none if a constructor does.
        factory: Option<String>,
        /// What that gets.
        args: Vec<Param>,
    },
    /// A constant of an enum: `Day{MON, TUE}`.
    Constant {
        /// The enum, such as `com/acme/Day`.
        class: String,
        /// Which constants it may be, in this order.
        names: Vec<String>,
    },
}

/// The name of the parameter that is the object on which a method is called.
pub const RECEIVER: &str = "this";

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
const SHAPES: &str = "expected a name and a shape, such as `m: int` (or boolean, byte, char, short, long, float, double and their boxes), `arr: int[2]`, `s: String[5]`, `l: ArrayList<Integer>[3]` (or another list), or, of texts, `args: String[2][5]` and `l: List<String[5]>[2]`; objects are `p: Point(x: int)`, `m: Money::of(cents: int)` or `d: Day{MON, TUE}`";

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
        self.params.iter().flat_map(Param::seeds)
    }

    /// The object on which the method is called, if it is made by arguments, and the parameters.
    #[must_use]
    pub fn receiver(&self) -> (Option<&Param>, &[Param]) {
        match self.params.split_first() {
            Some((first, rest)) if first.name == RECEIVER => (Some(first), rest),
            _ => (None, &self.params),
        }
    }

    /// Whether a parameter is an object that is made by arguments.
    #[must_use]
    pub fn has_objects(&self) -> bool {
        self.params.iter().any(|param| matches!(param.shape, Shape::Object { .. }))
    }

    /// The shape in which an unknown is, by its name, such as `arr[1]` or `p.x`.
    #[must_use]
    pub fn shape_of(&self, unknown: &str) -> Option<&Shape> {
        shape_of(&self.params, unknown)
    }
}

fn shape_of<'p>(params: &'p [Param], unknown: &str) -> Option<&'p Shape> {
    let name = unknown.split(['[', '.']).next().unwrap_or(unknown);
    let param = params.iter().find(|param| param.name == name)?;
    match &param.shape {
        Shape::Object { args, .. } => {
            shape_of(args, unknown.strip_prefix(name)?.strip_prefix('.')?)
        }
        shape => Some(shape),
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
            // Those of the arguments of an object belong to them.
            Some((shape, seed)) if !shape.contains('(') => (shape, Some(seed.trim())),
            Some(_) | None => (rest, None),
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

    fn seeds(&self) -> Vec<(String, i64)> {
        if let Shape::Object { args, .. } = &self.shape {
            let own = args.iter().flat_map(Param::seeds);
            return own.map(|(name, number)| (format!("{}.{name}", self.name), number)).collect();
        }
        let numbers = self.seed.iter().flat_map(|seed| seed.0.iter().enumerate());
        numbers.map(|(at, number)| (self.unknown(at), *number)).collect()
    }

    /// The name of an unknown: the parameter itself, `arr[1]`, or a character of a text `args[0][2]`. Those of
    /// objects are named by their own parameters.
    fn unknown(&self, at: usize) -> String {
        let name = &self.name;
        match &self.shape {
            Shape::Scalar(_) | Shape::Object { .. } | Shape::Constant { .. } => name.clone(),
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
    /// The type of its unknowns; none of objects, whose arguments have types of their own.
    #[must_use]
    pub fn kind(&self) -> Option<&Type> {
        match self {
            Shape::Scalar(kind) => Some(kind),
            Shape::Text(_) => Some(&Type::Char),
            Shape::Array(element, _) | Shape::List { element, .. } => Some(element.kind()),
            Shape::Constant { .. } => Some(&Type::Int),
            Shape::Object { .. } => None,
        }
    }

    /// How many unknowns there are.
    #[must_use]
    pub fn unknowns(&self) -> usize {
        match self {
            Shape::Scalar(_) => 1,
            Shape::Text(len) => *len as usize,
            Shape::Array(element, len) | Shape::List { element, len, .. } => {
                element.unknowns() * *len as usize
            }
            Shape::Object { args, .. } => args.iter().map(|arg| arg.shape.unknowns()).sum(),
            Shape::Constant { .. } => 1,
        }
    }

    fn parse(text: &str) -> Option<Shape> {
        let shape = Shape::of_any_length(text)?;
        (shape.unknowns() <= MAX_LEN as usize).then_some(shape)
    }

    fn of_any_length(text: &str) -> Option<Shape> {
        if let Some((class, args)) = text.strip_suffix(')').and_then(|text| text.split_once('(')) {
            return Shape::object(class.trim(), args);
        }
        if let Some((class, names)) = text.strip_suffix('}').and_then(|text| text.split_once('{')) {
            let names: Vec<String> = names.split(',').map(|name| name.trim().to_owned()).collect();
            let is_good = class_name(class.trim()) && names.iter().all(|name| is_word(name));
            let class = class.trim().replace('.', "/");
            return is_good.then_some(Shape::Constant { class, names });
        }
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

impl Shape {
    fn object(maker: &str, args: &str) -> Option<Shape> {
        let (class, factory) = match maker.split_once("::") {
            Some((class, factory)) => (class.trim(), Some(factory.trim().to_owned())),
            None => (maker, None),
        };
        if !class_name(class) || factory.as_ref().is_some_and(|name| !is_word(name)) {
            return None;
        }
        let args = pieces(args, ',').into_iter().map(|arg| Param::parse(arg.trim()).ok());
        let args = args.collect::<Option<Vec<Param>>>()?;
        Some(Shape::Object { class: class.replace('.', "/"), factory, args })
    }
}

/// Whether a text is the name of a class, with its package.
fn class_name(text: &str) -> bool {
    text.split('.').all(is_word)
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
        "float" | "Float" => Type::Float,
        "double" | "Double" => Type::Double,
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
        let dotted = |class: &str| class.replace('/', ".");
        match &self.shape {
            Shape::Object { class, factory, args } => {
                let args: Vec<String> = args.iter().map(Param::to_string).collect();
                let factory = factory.as_ref().map_or(String::new(), |name| format!("::{name}"));
                write!(f, "{}{factory}({})", dotted(class), args.join(", "))
            }
            Shape::Constant { class, names } => {
                write!(f, "{}{{{}}}", dotted(class), names.join(", "))
            }
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
            "a.B#f(this: a.B(x: int = 3, name: String[2]), p: a.Point::of(q: a.Q(z: long)), d: a.Day$D{MON, TUE})",
            "A#f(x: double = -0.5, y: float[2] = {1.5f, Float.NaN}, z: double = 1e300)",
            "A#f(args: String[2][3] = {\"abc\", \"d,}\"}, l: ArrayList<String[0]>[2], e: String[0][4])",
            "A#f(s: String[5] = \"<a,\\\"\\n\", c: char[2] = {'a', '\\''}, l: ArrayList<int>[0] = {})",
        ] {
            assert_eq!(Entry::parse(text).expect("an entry").to_string(), text);
        }
    }

    #[test]
    fn what_cannot_be_an_input_is_refused() {
        for text in
            ["", "A", "A#", "#f()", "A#f(x)", "A#f(x: Float[)", "A#f(x: int[)", "A#f(x: int[-1])"]
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
            "Date(int)",
            "Date(x: Object)",
            "Day{}",
            "Day{a b}",
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
            "A#f(x: double = one)",
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
    fn unknowns_of_objects_have_names_of_their_own() {
        let text =
            "A#f(this: A(m: Money::of(cents: int = 7)), d: Day{X, Y}, s: P(t: String[2] = \"ab\"))";
        let entry = Entry::parse(text).expect("an entry");
        let seeds: Vec<(String, i64)> = entry.seeds().collect();
        let expected = [("this.m.cents", 7), ("s.t[0]", 97), ("s.t[1]", 98)];
        assert_eq!(seeds, expected.map(|(name, number)| (name.to_owned(), number)));
        let shapes = ["this.m.cents", "s.t[1]"].map(|name| entry.shape_of(name).cloned());
        assert_eq!(shapes, [Some(Shape::Scalar(Type::Int)), Some(Shape::Text(2))]);
        assert!(matches!(entry.shape_of("d"), Some(Shape::Constant { .. })));
        assert_eq!(entry.shape_of("this.x"), None);
        let (receiver, params) = entry.receiver();
        assert_eq!((receiver.map(|param| param.name.as_str()), params.len()), (Some("this"), 2));
    }

    #[test]
    fn a_method_without_parameters_needs_no_parentheses() {
        assert_eq!(Entry::parse("A#f").expect("an entry"), Entry::parse("A#f()").expect("one"));
    }
}
