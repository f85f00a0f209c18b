//! Format strings.
//!
//! A literal where a format is expected becomes a function that takes the arguments and hands on the
//! pieces of the text: calls of `CamlinternalFormat` in our library, which the rest of inference then
//! treats as if they had been written. `"%d: %s"` is
//! `make (fun k a b -> k [ text (integer "" 0 (-1) a); text ": "; text (string "" 0 (-1) b) ])`.

use source::Span;

use super::Infer;
use crate::ast::{Const, Expr, ExprKind, Ident, Label, Param, Path, Pattern, PatternKind};
use crate::resolved;
use crate::types::Ty;

/// The module of our library that formats are made with.
const MODULE: &str = "CamlinternalFormat";

/// Why a literal is no format that we know.
pub(super) struct Unknown;

/// A format that is being read.
struct Reading<'t> {
    rest: &'t str,
    span: Span,
    params: Vec<Param>,
    pieces: Vec<Expr>,
    text: String,
}

impl Infer<'_> {
    /// A string literal where a format is expected.
    pub(super) fn format(&mut self, text: &str, span: Span, want: Ty) -> resolved::ExprKind {
        match format_expr(text, span) {
            Ok(expr) => self.expr(&expr, want).kind,
            Err(Unknown) => {
                self.guess();
                resolved::ExprKind::Unsupported(format!("the format {text:?}"))
            }
        }
    }
}

fn format_expr(text: &str, span: Span) -> Result<Expr, Unknown> {
    let (params, pieces, text_piece) = (Vec::new(), Vec::new(), String::new());
    let mut reading = Reading { rest: text, span, params, pieces, text: text_piece };
    while let Some(letter) = reading.next() {
        match letter {
            '%' => reading.conversion()?,
            '@' => reading.hint(),
            other => reading.text.push(other),
        }
    }
    reading.end_text();
    let Reading { mut params, pieces, .. } = reading;
    let list = match pieces.is_empty() {
        true => Expr::new(ExprKind::Ctor(plain("[]", span), None), span),
        false => Expr::new(ExprKind::List(pieces), span),
    };
    let body = apply(variable("k", span), vec![list]);
    params.insert(0, param("k", span));
    let fun = Expr::new(ExprKind::Fun(params, None, Box::new(body)), span);
    Ok(apply(library("make", span), vec![fun]))
}

impl Reading<'_> {
    fn next(&mut self) -> Option<char> {
        let letter = self.rest.chars().next()?;
        self.rest = &self.rest[letter.len_utf8()..];
        Some(letter)
    }

    /// Takes letters while they fit.
    fn take(&mut self, fits: impl Fn(char) -> bool) -> String {
        let end = self.rest.find(|letter| !fits(letter)).unwrap_or(self.rest.len());
        let (taken, rest) = self.rest.split_at(end);
        self.rest = rest;
        taken.to_owned()
    }

    /// A parameter of the format, used.
    fn argument(&mut self) -> Expr {
        let name = format!("a{}", self.params.len());
        self.params.push(param(&name, self.span));
        variable(&name, self.span)
    }

    fn end_text(&mut self) {
        if !self.text.is_empty() {
            let text = std::mem::take(&mut self.text);
            let text = Expr::new(ExprKind::Const(Const::Text(text)), self.span);
            self.pieces.push(apply(library("text", self.span), vec![text]));
        }
    }

    fn push(&mut self, function: &str, argument: Expr) {
        self.end_text();
        self.pieces.push(apply(library(function, self.span), vec![argument]));
    }

    /// What follows a percent sign.
    fn conversion(&mut self) -> Result<(), Unknown> {
        let flags = self.take(|letter| "-0+ #".contains(letter));
        let width = self.number(0)?;
        let precision = match self.rest.starts_with('.') {
            true => {
                self.next();
                self.number(0)?
            }
            false => integer(-1, self.span),
        };
        let function = match self.next().ok_or(Unknown)? {
            '%' => {
                self.text.push('%');
                return Ok(());
            }
            '@' => {
                self.text.push('@');
                return Ok(());
            }
            '!' | ',' => return Ok(()),
            'a' => {
                let (printer, value) = (self.argument(), self.argument());
                let printed = apply(library("pair", self.span), vec![printer, value]);
                self.push("print", printed);
                return Ok(());
            }
            't' => {
                let printer = self.argument();
                self.push("print", printer);
                return Ok(());
            }
            'd' | 'i' => "integer",
            'u' => "unsigned",
            'x' => "hex",
            'X' => "hex_upper",
            'o' => "octal",
            's' => "string",
            'S' => "quoted",
            'c' => "char",
            'C' => "quoted_char",
            'b' | 'B' => "bool",
            'f' | 'F' | 'e' | 'E' | 'g' | 'G' | 'h' | 'H' => "float",
            size @ ('l' | 'L' | 'n') => match (size, self.next()) {
                ('l', Some('d' | 'i')) => "int32",
                ('L', Some('d' | 'i')) => "int64",
                ('n', Some('d' | 'i')) => "nativeint",
                _ => return Err(Unknown),
            },
            _ => return Err(Unknown),
        };
        let flags = Expr::new(ExprKind::Const(Const::Text(flags)), self.span);
        let value = self.argument();
        let converted = apply(library(function, self.span), vec![flags, width, precision, value]);
        self.push("text", converted);
        Ok(())
    }

    /// A width or precision: digits, an argument, or what it is when it is not given.
    fn number(&mut self, otherwise: i64) -> Result<Expr, Unknown> {
        if self.rest.starts_with('*') {
            self.next();
            return Ok(self.argument());
        }
        let digits = self.take(|letter| letter.is_ascii_digit());
        match digits.as_str() {
            "" => Ok(integer(otherwise, self.span)),
            digits => digits.parse().map(|n| integer(n, self.span)).map_err(|_| Unknown),
        }
    }

    /// What follows an at sign, as `CamlinternalFormat` knows it: a box is `@[` or, if lines may break in
    /// it at every hint, `@[v`.
    fn hint(&mut self) {
        let hint = match self.rest.chars().next() {
            Some(letter @ ('[' | '{')) => {
                self.next();
                let kind = self.bracketed();
                match letter == '[' && (kind.contains('v') && !kind.contains("hov")) {
                    true => "@[v".to_owned(),
                    false if letter == '[' => "@[".to_owned(),
                    false => "@{".to_owned(),
                }
            }
            Some(';') => {
                self.next();
                if self.bracketed().is_empty() { "@;".to_owned() } else { "@;<".to_owned() }
            }
            Some('<') => {
                self.bracketed();
                "@<".to_owned()
            }
            Some(letter @ (']' | '}' | ',' | ' ' | '.' | '?' | '@' | '\n' | '%')) => {
                self.next();
                format!("@{letter}")
            }
            _ => {
                self.text.push('@');
                return;
            }
        };
        let hint = Expr::new(ExprKind::Const(Const::Text(hint)), self.span);
        self.push("hint", hint);
    }

    /// `<…>`, if that comes next.
    fn bracketed(&mut self) -> String {
        if !self.rest.starts_with('<') {
            return String::new();
        }
        let inner = self.take(|letter| letter != '>');
        self.next();
        inner
    }
}

fn ident(text: &str, span: Span) -> Ident {
    Ident { text: text.to_owned(), span }
}

fn plain(name: &str, span: Span) -> Path {
    Path::plain(ident(name, span))
}

fn variable(name: &str, span: Span) -> Expr {
    Expr::new(ExprKind::Path(plain(name, span)), span)
}

fn integer(value: i64, span: Span) -> Expr {
    Expr::new(ExprKind::Const(Const::Int(value)), span)
}

fn library(name: &str, span: Span) -> Expr {
    let path = Path { modules: vec![ident(MODULE, span)], name: ident(name, span), span };
    Expr::new(ExprKind::Path(path), span)
}

fn apply(function: Expr, arguments: Vec<Expr>) -> Expr {
    let span = function.span;
    let arguments = arguments.into_iter().map(|argument| (Label::None, argument)).collect();
    Expr::new(ExprKind::Apply(Box::new(function), arguments), span)
}

fn param(name: &str, span: Span) -> Param {
    let pattern = Box::new(Pattern::new(PatternKind::Var(ident(name, span)), span));
    Param::Value { label: Label::None, pattern, default: None, span }
}
