//! Expressions.

use source::Span;
use syntax::{Descent, Parsed};

use super::Parser;
use crate::caselang::token::Token;
use crate::caselang::tree::{CONS, Expr, ExprKind, NIL, TUPLE};

impl Parser<'_> {
    pub(super) fn expr(&mut self) -> Parsed<Expr> {
        self.nested(|parser| match parser.token() {
            Token::Fun => parser.function(),
            Token::Case => parser.case(),
            Token::Emit => parser.emit(),
            Token::Let => {
                let start = parser.span();
                let definition = parser.definition()?;
                parser.let_body(start, definition)
            }
            _ => parser.equation(),
        })
    }

    /// `fun x y -> e`
    fn function(&mut self) -> Parsed<Expr> {
        let start = self.span();
        self.bump();
        let mut params = vec![self.binder()?];
        while !self.eat(Token::Arrow) {
            params.push(self.binder()?);
        }
        self.limit_params(&params, start)?;
        let body = self.expr()?;
        Ok(self.lambda(start, &params, body))
    }

    /// `case e of p -> e; p -> e`, which reaches as far as it can.
    fn case(&mut self) -> Parsed<Expr> {
        let start = self.span();
        self.bump();
        let value = Box::new(self.expr()?);
        self.expect(Token::Of, "`of`")?;
        let (mut clauses, mut more) = (Vec::new(), true);
        self.eat(Token::Bar);
        while more {
            let pattern = self.pattern()?;
            self.expect(Token::Arrow, "`->`")?;
            clauses.push((pattern, self.expr()?));
            more = (self.eat(Token::Semicolon) || self.eat(Token::Bar)) && self.at_pattern();
        }
        let span = start.to(self.previous());
        Ok(Expr { node: ExprKind::Case(value, clauses), span })
    }

    /// `emit event(e, …) in e`
    fn emit(&mut self) -> Parsed<Expr> {
        let start = self.span();
        self.bump();
        let event = self.slice().to_owned();
        if !self.eat(Token::Con) {
            self.expect(Token::Name, "the name of an event")?;
        }
        let args = self.arguments()?;
        self.expect(Token::In, "`in`")?;
        let body = Box::new(self.expr()?);
        let span = start.to(self.previous());
        Ok(Expr { node: ExprKind::Emit(event, args, body), span })
    }

    /// `e` or `e == e`
    fn equation(&mut self) -> Parsed<Expr> {
        let left = self.list()?;
        if !self.eat(Token::Equal) {
            return Ok(left);
        }
        let right = self.last_operand()?;
        let span = left.span.to(right.span);
        Ok(Expr { node: ExprKind::Equal(Box::new(left), Box::new(right)), span })
    }

    /// `e :: e :: e`, which groups to the right.
    fn list(&mut self) -> Parsed<Expr> {
        let head = self.application()?;
        if !self.eat(Token::Cons) {
            return Ok(head);
        }
        let tail = self.last_operand()?;
        let span = head.span.to(tail.span);
        Ok(Expr { node: ExprKind::Con(CONS.to_owned(), vec![head, tail]), span })
    }

    /// What stands behind an operator, and may reach to the end.
    fn last_operand(&mut self) -> Parsed<Expr> {
        match self.token() {
            Token::Fun | Token::Case | Token::Let | Token::Emit => self.expr(),
            _ => self.nested(Self::list),
        }
    }

    /// `f x y`
    fn application(&mut self) -> Parsed<Expr> {
        let mut function = self.atom()?;
        while self.at_atom() {
            let argument = self.atom()?;
            function = self.apply(function, argument)?;
        }
        Ok(function)
    }

    /// A long row of arguments makes a deep tree, so there is an end to it.
    fn apply(&mut self, function: Expr, argument: Expr) -> Parsed<Expr> {
        let span = function.span.to(argument.span);
        if applications(&function) >= syntax::MAX_DEPTH {
            return Err(self.too_deep(span));
        }
        Ok(Expr { node: ExprKind::App(Box::new(function), Box::new(argument)), span })
    }

    fn at_atom(&self) -> bool {
        use Token::{Con, Int, LeftBracket, LeftParen, Name};
        matches!(self.token(), Name | Con | Int | LeftParen | LeftBracket)
    }

    fn atom(&mut self) -> Parsed<Expr> {
        let start = self.span();
        let node = match self.token() {
            Token::Name => self.name()?,
            Token::Con => {
                let name = self.constructor_name();
                ExprKind::Con(name, self.arguments()?)
            }
            Token::Int => ExprKind::Int(self.number()?),
            Token::LeftParen => return self.parenthesised(start),
            Token::LeftBracket => {
                self.bump();
                let parts = self.elements(Self::expr)?;
                return Ok(list_of(parts, start.to(self.previous())));
            }
            _ => return Err(self.unexpected("an expression")),
        };
        Ok(Expr { node, span: start.to(self.previous()) })
    }

    fn name(&mut self) -> Parsed<ExprKind> {
        let name = self.slice();
        self.bump();
        if self.is_constructor(name) {
            return Ok(ExprKind::Con(name.to_owned(), self.arguments()?));
        }
        Ok(ExprKind::Var(name.to_owned()))
    }

    /// What stands in parentheses behind a constructor.
    fn arguments(&mut self) -> Parsed<Vec<Expr>> {
        if !self.eat(Token::LeftParen) {
            return Ok(Vec::new());
        }
        self.separated(Token::RightParen, Self::expr)
    }

    /// `(e)` or a tuple
    fn parenthesised(&mut self, start: Span) -> Parsed<Expr> {
        self.bump();
        let mut parts = self.separated(Token::RightParen, Self::expr)?;
        let span = start.to(self.previous());
        Ok(match parts.len() {
            1 => Expr { span, ..parts.remove(0) },
            _ => Expr { node: ExprKind::Con(TUPLE.to_owned(), parts), span },
        })
    }
}

/// How many arguments an expression is applied to.
fn applications(mut expr: &Expr) -> u32 {
    let mut count = 0;
    while let ExprKind::App(function, _) = &expr.node {
        (expr, count) = (function, count + 1);
    }
    count
}

fn list_of(parts: Vec<Expr>, span: Span) -> Expr {
    let nil = Expr { node: ExprKind::Con(NIL.to_owned(), Vec::new()), span };
    let cons = |tail, head| Expr { node: ExprKind::Con(CONS.to_owned(), vec![head, tail]), span };
    parts.into_iter().rev().fold(nil, cons)
}
