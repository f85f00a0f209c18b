//! Values as text, with holes: `Add(Lit(1), ?rest)`.
//!
//! The notation is that in which values are shown. What a word stands for depends on what is expected where it stands: a
//! constructor of the type, a number, a truth value, a symbol.

use std::fmt;

use lang_interp::{Ctor, Cx, DataType, Kind, Symbol, Value};

/// How deep a value may be nested.
const DEEPEST: usize = 500;

/// A value that may have holes.
///
/// ```
/// use tracehound_interp::{Kind, Text, data};
///
/// data! { pub Expr = Lit(Int) | Add(Expr, Expr); }
///
/// let text = Text::read("Add(Lit(1), ?rest)", Kind::Data(&Expr)).expect("it is one");
/// assert_eq!(text.holes(), ["rest"]);
/// let wrong = Text::read("Add(Lit(1))", Kind::Data(&Expr)).expect_err("it lacks a field");
/// assert_eq!(wrong.to_string(), "column 1: `Add` takes 2 fields, not 1");
/// ```
#[derive(Clone, Debug)]
pub struct Text(Node);

#[derive(Clone, Debug)]
enum Node {
    Make(&'static Ctor, Vec<Node>),
    Con(Symbol, Vec<Node>),
    Int(i64),
    Bool(bool),
    Symbol(Symbol),
    Hole(String, Kind),
}

/// Text that is no value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadText {
    /// Where, from one.
    pub column: usize,
    /// What is wrong.
    pub message: String,
}

impl fmt::Display for BadText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "column {}: {}", self.column, self.message)
    }
}

impl std::error::Error for BadText {}

impl Text {
    /// Reads a value of a kind. `?name` is a hole; so is `_`, which has no name of its own.
    pub fn read(text: &str, kind: Kind) -> Result<Text, BadText> {
        Text::read_beside(text, kind, kind)
    }

    /// Reads a value of a kind. Where anything may stand, the constructors of the other kind are known, too.
    pub(crate) fn read_beside(text: &str, kind: Kind, beside: Kind) -> Result<Text, BadText> {
        let mut reader = Reader { text, at: 0, known: types_in(beside), depth: 0, unnamed: 0 };
        let node = reader.value(kind)?;
        match reader.peek() {
            None => Ok(Text(node)),
            Some(other) => Err(reader.bad(format!("the value ends before `{other}`"))),
        }
    }

    /// A constructor over its fields, for readers of a syntax of their own.
    #[must_use]
    pub fn make(ctor: &'static Ctor, fields: impl IntoIterator<Item = Text>) -> Text {
        Text(Node::Make(ctor, fields.into_iter().map(|field| field.0).collect()))
    }

    /// A number.
    #[must_use]
    pub fn int(number: i64) -> Text {
        Text(Node::Int(number))
    }

    /// A truth value.
    #[must_use]
    pub fn bool(value: bool) -> Text {
        Text(Node::Bool(value))
    }

    /// A symbol.
    #[must_use]
    pub fn symbol(text: &str) -> Text {
        Text(Node::Symbol(Symbol::new(text)))
    }

    /// Something that is asked for. Holes with one name are the same value.
    #[must_use]
    pub fn hole(name: &str, kind: Kind) -> Text {
        Text(Node::Hole(name.to_owned(), kind))
    }

    /// The names of its holes, each once, from left to right.
    #[must_use]
    pub fn holes(&self) -> Vec<&str> {
        let mut found = Vec::new();
        self.0.holes(&mut found);
        found.into_iter().map(|(name, _)| name).collect()
    }

    /// The value, with an unknown for each hole.
    pub fn plant(&self, cx: &mut Cx<'_>) -> Value {
        let mut unknowns = Vec::new();
        self.plant_with(cx, &mut unknowns)
    }

    /// The same, where some holes have their unknowns already.
    pub(crate) fn plant_with(&self, cx: &mut Cx<'_>, known: &mut Vec<(String, Value)>) -> Value {
        let mut holes = Vec::new();
        self.0.holes(&mut holes);
        for (name, kind) in holes {
            if !known.iter().any(|(other, _)| other == name) {
                known.push((name.to_owned(), cx.unknown(name, kind)));
            }
        }
        self.0.plant(cx, known)
    }
}

impl Node {
    fn fields(&self) -> &[Node] {
        match self {
            Node::Make(_, fields) | Node::Con(_, fields) => fields,
            Node::Int(_) | Node::Bool(_) | Node::Symbol(_) | Node::Hole(..) => &[],
        }
    }

    fn holes<'n>(&'n self, found: &mut Vec<(&'n str, Kind)>) {
        if let Node::Hole(name, kind) = self
            && !found.iter().any(|(other, _)| other == name)
        {
            found.push((name, *kind));
        }
        self.fields().iter().for_each(|field| field.holes(found));
    }

    fn plant(&self, cx: &mut Cx<'_>, holes: &[(String, Value)]) -> Value {
        let fields: Vec<Value> = self.fields().iter().map(|field| field.plant(cx, holes)).collect();
        match self {
            Node::Make(ctor, _) => cx.make(ctor, &fields),
            Node::Con(name, _) => cx.con(*name, &fields),
            Node::Int(number) => cx.int(*number),
            Node::Bool(value) => Value::from(*value),
            Node::Symbol(symbol) => cx.sym(*symbol),
            Node::Hole(name, _) => {
                let planted = holes.iter().find(|(other, _)| other == name);
                planted.expect("holes are planted first").1
            }
        }
    }
}

/// The types that may occur in values of a kind.
fn types_in(kind: Kind) -> Vec<&'static DataType> {
    let mut found: Vec<&'static DataType> = Vec::new();
    let mut todo = vec![kind];
    while let Some(kind) = todo.pop() {
        if let Kind::Data(data) = kind
            && !found.iter().any(|known| std::ptr::eq(*known, data))
        {
            found.push(data);
            todo.extend(data.ctors().iter().flat_map(|ctor| ctor.fields().iter().copied()));
        }
    }
    found
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
    known: Vec<&'static DataType>,
    depth: usize,
    unnamed: usize,
}

impl<'t> Reader<'t> {
    fn bad(&self, message: String) -> BadText {
        self.bad_at(self.at, message)
    }

    fn bad_at(&self, at: usize, message: String) -> BadText {
        BadText { column: self.text[..at].chars().count() + 1, message }
    }

    /// The next character that is no blank.
    fn peek(&mut self) -> Option<char> {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
        self.text[self.at..].chars().next()
    }

    fn takes(&mut self, expected: char) -> bool {
        let is_next = self.peek() == Some(expected);
        if is_next {
            self.at += expected.len_utf8();
        }
        is_next
    }

    /// The next word: everything up to a blank, a comma or a parenthesis.
    fn word(&mut self) -> &'t str {
        self.peek();
        let rest = &self.text[self.at..];
        let ends = |c: char| c.is_whitespace() || matches!(c, '(' | ')' | ',');
        let word = &rest[..rest.find(ends).unwrap_or(rest.len())];
        self.at += word.len();
        word
    }

    fn value(&mut self, kind: Kind) -> Result<Node, BadText> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(self.bad(format!("more than {DEEPEST} values lie within each other")));
        }
        self.peek();
        let start = self.at;
        let word = self.word();
        let node = match word.strip_prefix('?') {
            _ if word.is_empty() => Err(self.bad(format!("expected {kind:?}"))),
            Some("") => Err(self.bad_at(start, "a name follows after `?`".to_owned())),
            Some(name) => Ok(Node::Hole(name.to_owned(), kind)),
            None if word == "_" => {
                self.unnamed += 1;
                Ok(Node::Hole(format!("_{}", self.unnamed), kind))
            }
            None => self.known_value(word, start, kind),
        };
        self.depth -= 1;
        node
    }

    fn known_value(&mut self, word: &str, start: usize, kind: Kind) -> Result<Node, BadText> {
        let expected = |what: &str| format!("expected {what} instead of `{word}`");
        let symbol = || Node::Symbol(Symbol::new(word.strip_prefix('\'').unwrap_or(word)));
        match kind {
            Kind::Int => match word.parse() {
                Ok(number) => Ok(Node::Int(number)),
                Err(_) => Err(self.bad_at(start, expected("an integer of 64 bits"))),
            },
            Kind::Bool => match word.parse() {
                Ok(value) => Ok(Node::Bool(value)),
                Err(_) => Err(self.bad_at(start, expected("`true` or `false`"))),
            },
            Kind::Symbol => Ok(symbol()),
            Kind::Data(data) => self.constructor(word, start, data),
            Kind::Any => self.anything(word, start),
        }
    }

    /// A constructor of a type with its fields.
    fn constructor(
        &mut self,
        word: &str,
        start: usize,
        data: &'static DataType,
    ) -> Result<Node, BadText> {
        let Some(ctor) = data.ctors().iter().find(|ctor| ctor.name() == word) else {
            let names: Vec<&str> = data.ctors().iter().map(|ctor| ctor.name()).collect();
            let (name, known) = (data.name(), names.join(", "));
            let message = format!("`{word}` is no constructor of {name}, which has {known}");
            return Err(self.bad_at(start, message));
        };
        let fields = self.fields(ctor.fields())?;
        if fields.len() == ctor.fields().len() {
            return Ok(Node::Make(ctor, fields));
        }
        let takes = source::counted(ctor.fields().len() as u64, "field");
        Err(self.bad_at(start, format!("`{word}` takes {takes}, not {}", fields.len())))
    }

    /// A value of which only its text says what it is.
    fn anything(&mut self, word: &str, start: usize) -> Result<Node, BadText> {
        let of_type = self.known.iter().flat_map(|data| data.ctors());
        if let Some(ctor) = of_type.copied().find(|ctor| ctor.name() == word) {
            let owner =
                self.known.iter().find(|data| data.ctors().iter().any(|c| std::ptr::eq(*c, ctor)));
            let owner = *owner.expect("it was found in one of them");
            return self.constructor(word, start, owner);
        }
        if let Ok(number) = word.parse() {
            return Ok(Node::Int(number));
        }
        if let Ok(value) = word.parse() {
            return Ok(Node::Bool(value));
        }
        let fields = self.fields(&[])?;
        let is_constructor = !fields.is_empty() || word.starts_with(char::is_uppercase);
        Ok(match word.strip_prefix('\'') {
            Some(symbol) => Node::Symbol(Symbol::new(symbol)),
            None if is_constructor => Node::Con(Symbol::new(word), fields),
            None => Node::Symbol(Symbol::new(word)),
        })
    }

    /// Fields in parentheses; none where there are no parentheses. Those beyond what is declared may be anything.
    fn fields(&mut self, kinds: &[Kind]) -> Result<Vec<Node>, BadText> {
        let mut fields = Vec::new();
        if !self.takes('(') || self.takes(')') {
            return Ok(fields);
        }
        loop {
            let kind = kinds.get(fields.len()).copied().unwrap_or(Kind::Any);
            fields.push(self.value(kind)?);
            if self.takes(')') {
                return Ok(fields);
            }
            if !self.takes(',') {
                return Err(self.bad("expected `,` or `)`".to_owned()));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{answers, data};

    data! {
        Expr = Lit(Int) | Flag(Bool) | Var(Symbol) | Pair(Expr, Any) | Unit();
    }

    const EXPR: Kind = Kind::Data(&Expr);

    fn shown(text: &str) -> String {
        let read = Text::read(text, EXPR).expect("it is a value");
        let found = answers(1, |cx| Ok(read.plant(cx)));
        let crate::RunOutcome::Value(tree) = &found.answers[0].outcome else { panic!("it failed") };
        tree.to_string()
    }

    #[test]
    fn values_are_read_as_they_are_shown() {
        for text in
            ["Lit(-3)", "Flag(true)", "Var(x)", "Pair(Unit, Lit(1))", "Pair(Unit, Other(2, b))"]
        {
            assert_eq!(shown(text), text);
        }
        assert_eq!(shown(" Pair ( Unit() , 'true ) "), "Pair(Unit, true)");
        assert_eq!(shown("Pair(?x, ?x)"), "Pair(_0, _0)");
        assert_eq!(shown("Pair(_, _)"), "Pair(_0, _1)");
    }

    #[test]
    fn text_that_is_no_value_is_refused_at_its_place() {
        let wrong = |text: &str| Text::read(text, EXPR).err().map(|bad| bad.to_string());
        let cases = [
            ("", "column 1: expected Expr"),
            ("Pair(Unit, Lit(x))", "column 16: expected an integer of 64 bits instead of `x`"),
            ("Pair(Unit", "column 10: expected `,` or `)`"),
            ("Unit Unit", "column 6: the value ends before `U`"),
            ("Pair(?, Unit)", "column 6: a name follows after `?`"),
            ("Flag(yes)", "column 6: expected `true` or `false` instead of `yes`"),
            (
                "Not(Unit)",
                "column 1: `Not` is no constructor of Expr, which has Lit, Flag, Var, Pair, Unit",
            ),
        ];
        for (text, message) in cases {
            assert_eq!(wrong(text).as_deref(), Some(message), "{text}");
        }
        let deep = format!("{}Unit", "Pair(".repeat(600));
        assert!(wrong(&deep).is_some_and(|message| message.contains("more than 500")));
    }
}
