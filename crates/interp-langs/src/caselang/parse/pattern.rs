//! Patterns.

use source::{Diagnostic, Span};
use syntax::{Descent, Parsed};

use super::Parser;
use crate::caselang::token::Token;
use crate::caselang::tree::{CONS, NIL, Pattern, PatternKind, TUPLE};

impl Parser<'_> {
    pub(super) fn at_pattern(&self) -> bool {
        use Token::{Any, Con, Int, LeftBracket, LeftParen, Minus, Name};
        matches!(self.token(), Any | Name | Con | Int | Minus | LeftParen | LeftBracket)
    }

    /// `p` or `p :: p`
    pub(super) fn pattern(&mut self) -> Parsed<Pattern> {
        self.nested(|parser| {
            let head = parser.simple_pattern()?;
            if !parser.eat(Token::Cons) {
                return Ok(head);
            }
            let tail = parser.pattern()?;
            let span = head.span.to(tail.span);
            Ok(Pattern { node: PatternKind::Con(CONS.to_owned(), vec![head, tail]), span })
        })
    }

    fn simple_pattern(&mut self) -> Parsed<Pattern> {
        let start = self.span();
        let node = match self.token() {
            Token::Any => {
                self.bump();
                PatternKind::Any
            }
            Token::Name if !self.is_constructor(self.slice()) => {
                PatternKind::Var(self.binder()?.to_owned())
            }
            Token::Name | Token::Con => {
                let name = self.constructor_name();
                let parts = self.eat(Token::LeftParen);
                let parts = parts.then(|| self.separated(Token::RightParen, Self::pattern));
                PatternKind::Con(name, parts.transpose()?.unwrap_or_default())
            }
            Token::Int | Token::Minus => PatternKind::Int(self.number()?),
            Token::LeftParen => return self.parenthesised_pattern(start),
            Token::LeftBracket => {
                self.bump();
                let parts = self.elements(Self::pattern)?;
                return Ok(list_of(parts, start.to(self.previous())));
            }
            _ => return Err(self.unexpected("a pattern")),
        };
        Ok(Pattern { node, span: start.to(self.previous()) })
    }

    /// `(p)` or a tuple
    fn parenthesised_pattern(&mut self, start: Span) -> Parsed<Pattern> {
        self.bump();
        let mut parts = self.separated(Token::RightParen, Self::pattern)?;
        let span = start.to(self.previous());
        Ok(match parts.len() {
            1 => Pattern { span, ..parts.remove(0) },
            _ => Pattern { node: PatternKind::Con(TUPLE.to_owned(), parts), span },
        })
    }

    /// The name without the quote that marks it as a constructor.
    pub(super) fn constructor_name(&mut self) -> String {
        let name = self.slice().trim_start_matches('\'').to_owned();
        self.bump();
        name
    }

    /// A number, which may have a sign.
    pub(super) fn number(&mut self) -> Parsed<i64> {
        let (start, negative) = (self.span(), self.eat(Token::Minus));
        let digits = self.slice();
        self.expect(Token::Int, "a number")?;
        let number = if negative { format!("-{digits}").parse() } else { digits.parse() };
        number.map_err(|_| {
            let span = start.to(self.previous());
            self.report(Diagnostic::error("this number is too large").at(span, "at most 64 bits"))
        })
    }
}

fn list_of(parts: Vec<Pattern>, span: Span) -> Pattern {
    let nil = Pattern { node: PatternKind::Con(NIL.to_owned(), Vec::new()), span };
    let cons = |tail, head| {
        let node = PatternKind::Con(CONS.to_owned(), vec![head, tail]);
        Pattern { node, span }
    };
    parts.into_iter().rev().fold(nil, cons)
}
