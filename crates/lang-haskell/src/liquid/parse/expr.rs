//! Predicates and the values in them.

use source::{Diagnostic, Span};
use syntax::Parsed;

use super::reader::Reader;
use crate::liquid::ast::{BinOp, Expr, ExprKind, Grouping, Ident};
use crate::liquid::token::Token;

/// Words that are operators.
const INFIX_WORDS: [(&str, BinOp); 2] = [("mod", BinOp::Mod), ("div", BinOp::IntDiv)];

impl Reader<'_> {
    pub(super) fn expr(&mut self) -> Parsed<Expr> {
        self.nested(|reader| reader.binary(0))
    }

    /// An expression whose operators bind at least as tightly as `weakest`.
    fn binary(&mut self, weakest: u8) -> Parsed<Expr> {
        let start = self.span();
        let mut left = self.prefix()?;
        let mut compared = false;
        let mut length = 0;
        while let Some((op, tokens)) = self.operator() {
            let (strength, grouping) = op.strength();
            if strength < weakest {
                break;
            }
            if grouping == Grouping::None && compared {
                return Err(self.chained());
            }
            compared = grouping == Grouping::None;
            // The tree leans as far as the text is long, and code that walks it recurses.
            length += 1;
            if length > syntax::MAX_DEPTH {
                return Err(self.too_long());
            }
            (0..tokens).for_each(|_| self.bump());
            let weakest = strength + u8::from(grouping != Grouping::Right);
            let right = self.nested(|reader| reader.binary(weakest))?;
            let kind = ExprKind::Binary(op, Box::new(left), Box::new(right));
            left = self.made(kind, start);
        }
        Ok(left)
    }

    fn made(&self, kind: ExprKind, start: Span) -> Expr {
        Expr { kind, span: self.since(start) }
    }

    fn chained(&mut self) -> syntax::Reported {
        let span = self.span();
        let error = Diagnostic::error("comparisons cannot be chained").at(span, "");
        self.report(error.with_help("write both, as in `0 <= v && v < n`"))
    }

    fn too_long(&mut self) -> syntax::Reported {
        let span = self.span();
        let error = Diagnostic::error("this is nested too deeply").at(span, "too many operators");
        self.report(error.with_help("give parts of it names of their own"))
    }

    /// The operator that comes next, and how many tokens it takes.
    fn operator(&self) -> Option<(BinOp, usize)> {
        let word = |text: &str| INFIX_WORDS.iter().find(|(word, _)| *word == text);
        match self.token() {
            Token::Backquote => word(self.slice_after(1)).map(|(_, op)| (*op, 3)),
            Token::Lower => word(self.slice()).map(|(_, op)| (*op, 1)),
            Token::Operator => Some((operator(self.slice())?, 1)),
            _ => None,
        }
    }

    fn prefix(&mut self) -> Parsed<Expr> {
        let start = self.span();
        if self.is("not") || self.is("~") || self.is("?") {
            let negates = !self.is("?");
            self.bump();
            let of = self.nested(|reader| reader.binary(BinOp::Eq.strength().0))?;
            let kind = if negates { ExprKind::Not(Box::new(of)) } else { return Ok(of) };
            return Ok(self.made(kind, start));
        }
        if self.eat("-") {
            let of = self.nested(|reader| reader.prefix())?;
            return Ok(self.made(ExprKind::Neg(Box::new(of)), start));
        }
        if self.eat("if") {
            let cond = self.expr()?;
            self.expect("then")?;
            let yes = self.expr()?;
            self.expect("else")?;
            let no = self.expr()?;
            let kind = ExprKind::If(Box::new(cond), Box::new(yes), Box::new(no));
            return Ok(self.made(kind, start));
        }
        self.application()
    }

    fn application(&mut self) -> Parsed<Expr> {
        let start = self.span();
        if let Some((_, op)) = INFIX_WORDS.iter().find(|(word, _)| self.is(word)) {
            return self.infix_word_first(*op);
        }
        let head = self.atom()?;
        let mut args = Vec::new();
        while self.starts_atom() {
            args.push(self.nested(|reader| reader.atom())?);
        }
        match head.kind {
            _ if args.is_empty() => Ok(head),
            ExprKind::Name(name) => Ok(self.made(ExprKind::Apply(name, args), start)),
            _ => {
                let error = Diagnostic::error("this is not a function").at(head.span, "");
                Err(self.report(error.with_help("only names can have arguments")))
            }
        }
    }

    /// `mod x 2`
    fn infix_word_first(&mut self, op: BinOp) -> Parsed<Expr> {
        let start = self.span();
        self.bump();
        let left = self.nested(|reader| reader.atom())?;
        let right = self.nested(|reader| reader.atom())?;
        Ok(self.made(ExprKind::Binary(op, Box::new(left), Box::new(right)), start))
    }

    fn starts_atom(&self) -> bool {
        match self.token() {
            Token::Lower => !is_word(self.slice()),
            Token::Upper
            | Token::Int
            | Token::Real
            | Token::Text
            | Token::Char
            | Token::ParenOpen
            | Token::BracketOpen => true,
            _ => false,
        }
    }

    pub(super) fn atom(&mut self) -> Parsed<Expr> {
        let start = self.span();
        let kind = match self.token() {
            Token::Int => ExprKind::Int(self.any_ident().text),
            Token::Real => ExprKind::Real(self.any_ident().text),
            Token::Text => ExprKind::Text(self.quoted()?),
            Token::Char => {
                let text = self.quoted()?;
                let mut chars = text.chars();
                match (chars.next(), chars.next()) {
                    (Some(only), None) => ExprKind::Char(only),
                    _ => return Err(self.bad_escape(start)),
                }
            }
            Token::ParenOpen => return self.parenthesised(),
            Token::BracketOpen => {
                self.bump();
                ExprKind::List(self.separated("]", Reader::expr)?)
            }
            Token::Lower | Token::Upper if !is_word(self.slice()) => match self.slice() {
                "true" | "True" => self.constant(true),
                "false" | "False" => self.constant(false),
                _ => ExprKind::Name(self.any_ident()),
            },
            _ => return Err(self.unexpected("an expression")),
        };
        Ok(self.made(kind, start))
    }

    fn constant(&mut self, value: bool) -> ExprKind {
        self.bump();
        ExprKind::Bool(value)
    }

    fn parenthesised(&mut self) -> Parsed<Expr> {
        let start = self.span();
        self.bump();
        if self.token() == Token::Operator && self.token_after(1) == Token::ParenClose {
            let name = Ident { text: self.slice().to_owned(), span: self.span() };
            (0..2).for_each(|_| self.bump());
            return Ok(self.made(ExprKind::Name(name), start));
        }
        let mut parts = self.separated(")", Reader::expr)?;
        if parts.len() == 1 {
            return Ok(parts.remove(0));
        }
        Ok(self.made(ExprKind::Tuple(parts), start))
    }

    /// The text of a literal in quotes.
    fn quoted(&mut self) -> Parsed<String> {
        let (span, slice) = (self.span(), self.slice());
        self.bump();
        unescaped(&slice[1..slice.len() - 1]).ok_or(()).map_err(|()| self.bad_escape(span))
    }

    fn bad_escape(&mut self, span: Span) -> syntax::Reported {
        let error = Diagnostic::error("this literal has an escape that is not known here");
        self.report(error.at(span, "").with_help("use `\\n`, `\\t`, `\\\\`, `\\\"` or `\\'`"))
    }
}

/// The text that a literal stands for.
fn unescaped(text: &str) -> Option<String> {
    let (mut made, mut chars) = (String::new(), text.chars());
    while let Some(c) = chars.next() {
        made.push(match c {
            '\\' => match chars.next()? {
                'n' => '\n',
                't' => '\t',
                'r' => '\r',
                other @ ('\\' | '"' | '\'') => other,
                _ => return None,
            },
            other => other,
        });
    }
    Some(made)
}

/// Whether a name has a meaning of its own in expressions.
pub(in crate::liquid) fn is_word(text: &str) -> bool {
    matches!(text, "if" | "then" | "else" | "not")
        || INFIX_WORDS.iter().any(|(word, _)| *word == text)
}

fn operator(text: &str) -> Option<BinOp> {
    Some(match text {
        "<=>" => BinOp::Iff,
        "=>" | "==>" => BinOp::Implies,
        "||" => BinOp::Or,
        "&&" => BinOp::And,
        "=" | "==" | "~~" => BinOp::Eq,
        "/=" | "!=" | "!~" => BinOp::Ne,
        "<" => BinOp::Lt,
        "<=" => BinOp::Le,
        ">" => BinOp::Gt,
        ">=" => BinOp::Ge,
        ":" => BinOp::Cons,
        "+" => BinOp::Add,
        "-" => BinOp::Sub,
        "*" => BinOp::Mul,
        "/" => BinOp::Div,
        _ => return None,
    })
}
