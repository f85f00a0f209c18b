//! Values as OCaml writes them.
//!
//! Lists, tuples and records have their own syntax, arguments are put in parentheses where OCaml
//! needs them, and elements of abstract types go by the [`Names`] that they were given. Values may
//! be deep, so writing keeps its own stack. What is no value comes out in SMT-LIB.

mod names;

use term::{Ctor, Data, Field, Literal, Op, Pool, Sort, Term};

pub use names::{Names, NamesBuilder};

/// The names that the data types of a program have lost: those of the fields of records.
#[derive(Clone, Default, Debug)]
pub struct Notation {
    /// Constructors that are written as records: the data type, the constructor, the fields.
    records: Vec<(Data, u32, Vec<String>)>,
}

/// Where a value stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ValuePlace {
    /// Alone.
    Open,
    /// As an argument of a function or a constructor.
    Argument,
}

enum Piece {
    Value(Term, ValuePlace),
    Text(&'static str),
    Own(String),
}

/// The name of the data type of characters, and of its constructor.
pub const CHAR: &str = "char";

/// The name of the data type of arrays, and of its constructor over the list of items.
pub const ARRAY: &str = "array";

/// The sort of characters: a data type over their codes, so that a character is no number.
#[must_use]
pub fn char_sort(pool: &Pool) -> Sort {
    let data = pool.declare_data(CHAR, 0).expect("it never has parameters");
    let code = Field { name: pool.symbol("char.code"), sort: Sort::INT };
    let ctor = Ctor { name: pool.symbol(CHAR), fields: vec![code] };
    pool.define_data(data, vec![ctor]).expect("it is defined in one way only");
    pool.data_sort(data, &[])
}

/// A character.
#[must_use]
pub fn char_value(pool: &Pool, code: u8) -> Term {
    pool.construct(char_sort(pool), 0, &[pool.int(i64::from(code))])
}

/// A character as OCaml writes it.
#[must_use]
pub fn show_char(code: u8) -> String {
    match code {
        b'\'' => "'\\''".to_owned(),
        b'"' => "'\"'".to_owned(),
        code => format!("'{}'", escaped(code.into())),
    }
}

impl Notation {
    pub(crate) fn add_record(&mut self, data: Data, ctor: u32, fields: Vec<String>) {
        self.records.push((data, ctor, fields));
    }

    /// The names of the fields of a constructor that is written as a record.
    #[must_use]
    pub fn fields(&self, data: Data, ctor: u32) -> Option<&[String]> {
        let known =
            self.records.iter().find(|(known, number, _)| (*known, *number) == (data, ctor));
        known.map(|(.., fields)| fields.as_slice())
    }

    /// The fields of all records that are no arguments of constructors: data type, name, place.
    pub(crate) fn all_fields(&self) -> Vec<(Data, String, u32)> {
        let mut all = Vec::new();
        for (data, _, fields) in self.records.iter().filter(|(_, ctor, _)| *ctor == 0) {
            all.extend((0..).zip(fields).map(|(at, name)| (*data, name.clone(), at)));
        }
        all
    }

    /// A value as OCaml writes it at some place.
    #[must_use]
    pub fn show(&self, pool: &Pool, names: &Names, value: Term, place: ValuePlace) -> String {
        let mut out = String::new();
        let mut todo = vec![Piece::Value(value, place)];
        while let Some(piece) = todo.pop() {
            match piece {
                Piece::Text(text) => out.push_str(text),
                Piece::Own(text) => out.push_str(&text),
                Piece::Value(value, place) => {
                    let pieces = self.pieces(pool, names, value, place);
                    todo.extend(pieces.into_iter().rev());
                }
            }
        }
        out
    }

    /// A value as text and smaller values.
    fn pieces(&self, pool: &Pool, names: &Names, value: Term, place: ValuePlace) -> Vec<Piece> {
        if let Some(literal) = pool.as_literal(value) {
            let text = match names.get(value) {
                Some(name) => name.to_owned(),
                None => show_literal(pool, literal, place),
            };
            return vec![Piece::Own(text)];
        }
        match (pool.op(value), pool.as_data(pool.sort(value))) {
            (Op::Construct(ctor), Some((data, _))) => self.data(pool, value, (data, ctor), place),
            _ => vec![Piece::Own(pool.show(value))],
        }
    }

    fn data(&self, pool: &Pool, value: Term, ctor: (Data, u32), place: ValuePlace) -> Vec<Piece> {
        let (name, args) = (pool.name(pool.ctors(ctor.0)[ctor.1 as usize].name), pool.args(value));
        match (name, self.fields(ctor.0, ctor.1)) {
            (CHAR, _) => vec![Piece::Own(character(pool, args[0]))],
            ("::" | "[]", _) => list(pool, ("[", "]"), value),
            (ARRAY, None) => list(pool, ("[|", "|]"), args[0]),
            (_, Some(fields)) => {
                let record = listed("{", record_fields(fields, args), "; ", "}");
                match name.starts_with(char::is_uppercase) {
                    true => applied(name, record, place),
                    false => record,
                }
            }
            (_, None) if is_tuple(name) => listed("(", open(args), ", ", ")"),
            (_, None) => match args {
                [] => vec![Piece::Own(name.to_owned())],
                [only] => applied(name, vec![Piece::Value(*only, ValuePlace::Argument)], place),
                many => applied(name, listed("(", open(many), ", ", ")"), place),
            },
        }
    }
}

fn character(pool: &Pool, code: Term) -> String {
    let byte = pool.as_i64(code).and_then(|code| u8::try_from(code).ok());
    byte.map_or_else(|| format!("(Char.chr {})", pool.show(code)), show_char)
}

/// Constructors of users begin with a capital, so this is one of ours.
fn is_tuple(name: &str) -> bool {
    name.starts_with("tuple")
}

fn open(args: &[Term]) -> Vec<Vec<Piece>> {
    args.iter().map(|arg| vec![Piece::Value(*arg, ValuePlace::Open)]).collect()
}

fn record_fields(fields: &[String], args: &[Term]) -> Vec<Vec<Piece>> {
    let field = |(field, arg): (&String, &Term)| {
        vec![Piece::Own(format!("{field} = ")), Piece::Value(*arg, ValuePlace::Open)]
    };
    fields.iter().zip(args).map(field).collect()
}

/// `[a; b]`, or between other brackets.
fn list(pool: &Pool, (open, close): (&'static str, &'static str), value: Term) -> Vec<Piece> {
    let (mut items, mut rest) = (Vec::new(), value);
    while let [head, tail] = pool.args(rest) {
        items.push(vec![Piece::Value(*head, ValuePlace::Open)]);
        rest = *tail;
    }
    listed(open, items, "; ", close)
}

fn listed(
    before: &'static str,
    items: Vec<Vec<Piece>>,
    between: &'static str,
    after: &'static str,
) -> Vec<Piece> {
    let mut pieces = vec![Piece::Text(before)];
    for (number, item) in items.into_iter().enumerate() {
        if number > 0 {
            pieces.push(Piece::Text(between));
        }
        pieces.extend(item);
    }
    pieces.push(Piece::Text(after));
    pieces
}

/// A constructor with what it is applied to.
fn applied(name: &str, argument: Vec<Piece>, place: ValuePlace) -> Vec<Piece> {
    let mut pieces = vec![Piece::Own(format!("{name} "))];
    pieces.extend(argument);
    if place == ValuePlace::Argument {
        pieces.insert(0, Piece::Text("("));
        pieces.push(Piece::Text(")"));
    }
    pieces
}

fn show_literal(pool: &Pool, literal: &Literal, place: ValuePlace) -> String {
    match literal {
        Literal::Bool(value) => value.to_string(),
        Literal::Int(int) if int.is_negative() && place == ValuePlace::Argument => {
            format!("({int})")
        }
        Literal::Int(int) => int.to_string(),
        Literal::Real(real) => real.to_string(),
        Literal::BitVec(word) => word.signed().to_string(),
        Literal::Text(text) => {
            format!("\"{}\"", text.codes().iter().map(|code| escaped(*code)).collect::<String>())
        }
        Literal::Elem(sort, number) => format!("{}#{number}", pool.show_sort(*sort)),
    }
}

/// A character of a string literal.
fn escaped(code: u32) -> String {
    match char::from_u32(code) {
        Some('"') => "\\\"".to_owned(),
        Some('\\') => "\\\\".to_owned(),
        Some('\n') => "\\n".to_owned(),
        Some('\t') => "\\t".to_owned(),
        Some('\r') => "\\r".to_owned(),
        Some(plain @ ' '..='~') => plain.to_string(),
        Some(_) | None if code < 256 => format!("\\{code:03}"),
        Some(_) | None => format!("\\u{{{code:x}}}"),
    }
}

#[cfg(test)]
mod tests {
    use source::Files;

    use super::*;
    use crate::{Layout, load};

    const TYPES: &str = "type colour = Red | Rgb of int * int * int | Named of string\n\
                         type point = { x : int; y : int option }\n\
                         type shape = Dot | Box of { left : int; right : int }\n\
                         let f (c : colour) (p : point) (l : int list) (t : int * bool) (u : unit)\n\
                           (s : shape) (m : colour option list) = ()\n";

    /// The n-th parameter of `f` with `make`, as written alone and as an argument.
    #[track_caller]
    fn check(position: usize, make: impl Fn(&Pool, Sort) -> Term, open: &str, argument: &str) {
        let pool = Pool::new();
        let mut files = Files::new();
        let file = files.add("types.ml", TYPES);
        let module = load(&pool, &mut files, &[file], Layout::Modules).expect("a good program");
        let sort = module.outline.methods[0].ty.params[position].sort;
        let value = make(&pool, sort);
        let show = |place| module.outline.notation.show(&pool, &Names::default(), value, place);
        assert_eq!(show(ValuePlace::Open), open);
        assert_eq!(show(ValuePlace::Argument), argument);
    }

    #[test]
    fn variants_and_their_arguments() {
        check(0, |pool, sort| pool.construct(sort, 0, &[]), "Red", "Red");
        let rgb = |pool: &Pool, sort| {
            pool.construct(sort, 1, &[pool.int(-1), pool.int(0), pool.int(255)])
        };
        check(0, rgb, "Rgb (-1, 0, 255)", "(Rgb (-1, 0, 255))");
        let named = |pool: &Pool, sort| pool.construct(sort, 2, &[pool.text("a\"\n\u{7}é")]);
        check(0, named, r#"Named "a\"\n\007\233""#, r#"(Named "a\"\n\007\233")"#);
    }

    #[test]
    fn records_lists_tuples_and_unit() {
        let point = |pool: &Pool, sort: Sort| {
            let (data, _) = pool.as_data(sort).expect("a record");
            let option = pool.ctors(data)[0].fields[1].sort;
            let some = pool.construct(option, 1, &[pool.int(-2)]);
            pool.construct(sort, 0, &[pool.int(-1), some])
        };
        check(1, point, "{x = -1; y = Some (-2)}", "{x = -1; y = Some (-2)}");
        let list = |pool: &Pool, sort| {
            let rest = pool.construct(sort, 1, &[pool.int(-2), pool.construct(sort, 0, &[])]);
            pool.construct(sort, 1, &[pool.int(1), rest])
        };
        check(2, list, "[1; -2]", "[1; -2]");
        check(2, |pool, sort| pool.construct(sort, 0, &[]), "[]", "[]");
        let tuple = |pool: &Pool, sort| pool.construct(sort, 0, &[pool.int(3), Term::TRUE]);
        check(3, tuple, "(3, true)", "(3, true)");
        check(4, |pool, sort| pool.construct(sort, 0, &[]), "()", "()");
        let boxed = |pool: &Pool, sort| pool.construct(sort, 1, &[pool.int(0), pool.int(1)]);
        check(5, boxed, "Box {left = 0; right = 1}", "(Box {left = 0; right = 1})");
    }

    #[test]
    fn long_lists_are_written_without_recursion() {
        let long = |pool: &Pool, sort| {
            let cons = |rest, _| pool.construct(sort, 1, &[pool.int(0), rest]);
            (0..50_000).fold(pool.construct(sort, 0, &[]), cons)
        };
        let text = format!("[{}]", vec!["0"; 50_000].join("; "));
        check(2, long, &text, &text);
    }
}
