//! Conditions in the languages of monitors.

use std::fmt::Write;

use term::Sort;

use super::SourceLanguage;
use crate::monitor::code::Code;

/// What kind of value stands in a place. Elements of declared sorts are strings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Bool,
    Int,
    Text,
}

/// The names that a condition may mention.
pub(super) struct Scope<'m> {
    pub(super) language: SourceLanguage,
    /// What stands before the name of a parameter.
    pub(super) of: &'static str,
    pub(super) params: &'m [(String, Kind)],
    pub(super) places: &'m [(String, Kind)],
}

impl Kind {
    pub(super) fn of(sort: Sort) -> Kind {
        match sort {
            Sort::INT => Kind::Int,
            Sort::BOOL => Kind::Bool,
            _ => Kind::Text,
        }
    }

    pub(super) fn name(self, language: SourceLanguage, owned: bool) -> &'static str {
        match (language, self) {
            (SourceLanguage::Rust, Kind::Bool) | (SourceLanguage::Ocaml, Kind::Bool) => "bool",
            (SourceLanguage::Rust, Kind::Int) => "i64",
            (SourceLanguage::Rust, Kind::Text) if owned => "String",
            (SourceLanguage::Rust, Kind::Text) => "&str",
            (SourceLanguage::Java, Kind::Bool) => "boolean",
            (SourceLanguage::Java, Kind::Int) => "long",
            (SourceLanguage::Java, Kind::Text) => "String",
            (SourceLanguage::Ocaml, Kind::Int) | (SourceLanguage::Python, Kind::Int) => "int",
            (SourceLanguage::Ocaml, Kind::Text) => "string",
            (SourceLanguage::Python, Kind::Bool) => "bool",
            (SourceLanguage::Python, Kind::Text) => "str",
        }
    }
}

impl Scope<'_> {
    /// A condition, in parentheses where it is made of others.
    pub(super) fn cond(&self, code: &Code) -> String {
        use SourceLanguage::{Java, Ocaml, Python, Rust};
        let (and, or, not) = match self.language {
            Python => (" and ", " or ", "not "),
            Java | Rust => (" && ", " || ", "!"),
            Ocaml => (" && ", " || ", "not "),
        };
        let two = |sides: &[Code; 2], op: &str| {
            format!("({} {op} {})", self.cond(&sides[0]), self.cond(&sides[1]))
        };
        match code {
            Code::Bool(value) => match (self.language, value) {
                (Python, true) => "True".to_owned(),
                (Python, false) => "False".to_owned(),
                (_, value) => value.to_string(),
            },
            Code::Int(int) if self.language == Java => format!("({int}L)"),
            Code::Int(int) => format!("({int})"),
            Code::Text(text) => self.text(text),
            Code::Place(at) => self.places[*at].0.clone(),
            Code::Param(at) => {
                let (name, kind) = &self.params[*at];
                let borrowed = self.language == Rust && *kind == Kind::Text;
                format!("{}{name}{}", self.of, if borrowed { ".as_str()" } else { "" })
            }
            Code::Not(inner) => format!("({not}{})", self.cond(inner)),
            Code::And(parts) => self.joined(parts, and, "true"),
            Code::Or(parts) => self.joined(parts, or, "false"),
            Code::Eq(sides) if self.language == Java && self.is_text(&sides[0]) => {
                format!("{}.equals({})", self.cond(&sides[0]), self.cond(&sides[1]))
            }
            Code::Eq(sides) => two(sides, if self.language == Ocaml { "=" } else { "==" }),
            Code::Le(sides) => two(sides, "<="),
            Code::Lt(sides) => two(sides, "<"),
            Code::Add(parts) => self.joined(parts, " + ", "0"),
            Code::Mul(parts) => self.joined(parts, " * ", "1"),
            Code::Div(sides) => self.divided(sides, true),
            Code::Mod(sides) => self.divided(sides, false),
            Code::If(three) => {
                let [cond, yes, no] = [0, 1, 2].map(|at| self.cond(&three[at]));
                match self.language {
                    Python => format!("({yes} if {cond} else {no})"),
                    Java => format!("({cond} ? {yes} : {no})"),
                    Rust => format!("(if {cond} {{ {yes} }} else {{ {no} }})"),
                    Ocaml => format!("(if {cond} then {yes} else {no})"),
                }
            }
        }
    }

    fn joined(&self, parts: &[Code], word: &str, none: &str) -> String {
        let parts: Vec<String> = parts.iter().map(|part| self.cond(part)).collect();
        if parts.is_empty() { none.to_owned() } else { format!("({})", parts.join(word)) }
    }

    fn is_text(&self, code: &Code) -> bool {
        match code {
            Code::Text(_) => true,
            Code::Place(at) => self.places[*at].1 == Kind::Text,
            Code::Param(at) => self.params[*at].1 == Kind::Text,
            Code::If(three) => self.is_text(&three[1]),
            _ => false,
        }
    }

    /// The quotient that leaves no negative rest, or that rest. By zero the quotient is zero and the rest is all.
    fn divided(&self, sides: &[Code; 2], quotient: bool) -> String {
        use SourceLanguage::{Java, Ocaml, Python, Rust};
        let [a, b] = [0, 1].map(|at| self.cond(&sides[at]));
        let zero = if quotient { "0".to_owned() } else { a.clone() };
        let rest = match self.language {
            Rust => format!("{a}.rem_euclid({b})"),
            Python => format!("({a} % abs({b}))"),
            Java => format!("Math.floorMod({a}, Math.abs({b}))"),
            Ocaml => format!("((({a} mod {b}) + abs {b}) mod abs {b})"),
        };
        let value = match (quotient, self.language) {
            (false, _) => rest,
            (true, Python) => format!("(({a} - {rest}) // {b})"),
            (true, _) => format!("(({a} - {rest}) / {b})"),
        };
        match self.language {
            Python => format!("({zero} if {b} == 0 else {value})"),
            Java => format!("({b} == 0 ? {zero} : {value})"),
            Rust => format!("(if {b} == 0 {{ {zero} }} else {{ {value} }})"),
            Ocaml => format!("(if {b} = 0 then {zero} else {value})"),
        }
    }

    /// A string, in ASCII.
    fn text(&self, text: &str) -> String {
        use SourceLanguage::{Java, Ocaml, Python, Rust};
        let mut out = String::from('"');
        for c in text.chars() {
            let is_plain = matches!(c, ' '..='~') && c != '"' && c != '\\';
            let _ = match self.language {
                _ if is_plain => write!(out, "{c}"),
                Rust | Ocaml => write!(out, "\\u{{{:x}}}", u32::from(c)),
                Python => write!(out, "\\U{:08x}", u32::from(c)),
                Java => c.encode_utf16(&mut [0; 2]).iter().try_for_each(|unit| match unit {
                    // Such an escape of a quote would be read as the quote itself.
                    0..128 => write!(out, "\\{unit:03o}"),
                    unit => write!(out, "\\u{unit:04x}"),
                }),
            };
        }
        out.push('"');
        out
    }
}
