//! Expressions.

use source::Span;
use syntax::{Descent, Parsed};

use super::Parser;
use crate::caselang::token::Token;
use crate::caselang::tree::{CONS, Expr, ExprKind, NIL, Operator, TUPLE};

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

    /// `e`, `e == e` or `e < e`
    fn equation(&mut self) -> Parsed<Expr> {
        let left = self.list()?;
        if self.eat(Token::Equal) {
            let right = self.last_operand()?;
            let span = left.span.to(right.span);
            return Ok(Expr { node: ExprKind::Equal(Box::new(left), Box::new(right)), span });
        }
        let operator = match self.token() {
            Token::Less => Operator::Less,
            Token::AtMost => Operator::AtMost,
            Token::Greater => Operator::Greater,
            Token::AtLeast => Operator::AtLeast,
            _ => return Ok(left),
        };
        self.bump();
        let right = self.last_operand()?;
        Ok(binary(operator, left, right))
    }

    /// `e :: e :: e`, which groups to the right.
    fn list(&mut self) -> Parsed<Expr> {
        let head = self.sum()?;
        if !self.eat(Token::Cons) {
            return Ok(head);
        }
        let tail = self.last_operand()?;
        let span = head.span.to(tail.span);
        Ok(Expr { node: ExprKind::Con(CONS.to_owned(), vec![head, tail]), span })
    }

    /// `e + e - e`, which groups to the left.
    fn sum(&mut self) -> Parsed<Expr> {
        let operator = |token| match token {
            Token::Plus => Some(Operator::Add),
            Token::Minus => Some(Operator::Sub),
            _ => None,
        };
        self.row_of(operator, Self::product)
    }

    /// `e * e / e`, which groups to the left.
    fn product(&mut self) -> Parsed<Expr> {
        let operator = |token| match token {
            Token::Star => Some(Operator::Mul),
            Token::Slash => Some(Operator::Div),
            Token::Percent => Some(Operator::Rem),
            _ => None,
        };
        self.row_of(operator, Self::application)
    }

    /// Operands with operators between them. A long row makes a deep tree, so there is an end to it.
    fn row_of(
        &mut self,
        operator: impl Fn(Token) -> Option<Operator>,
        operand: impl Fn(&mut Self) -> Parsed<Expr>,
    ) -> Parsed<Expr> {
        let mut left = operand(self)?;
        let mut count = 0;
        while let Some(operator) = operator(self.token()) {
            count += 1;
            if count > syntax::MAX_DEPTH {
                return Err(self.too_deep(left.span));
            }
            self.bump();
            let right = operand(self)?;
            left = binary(operator, left, right);
        }
        Ok(left)
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
        use Token::{Con, Int, LeftBracket, LeftParen, Minus, Name};
        match self.token() {
            Name | Con | Int | LeftParen | LeftBracket => true,
            // `f -1` is a call, `x - 1` and `x-1` are differences.
            Minus => {
                let (next, place) = self.cursor.second();
                let touches = |left: Span, right: Span| left.range().end == right.range().start;
                next == Int && touches(self.span(), place) && !touches(self.previous(), self.span())
            }
            _ => false,
        }
    }

    fn atom(&mut self) -> Parsed<Expr> {
        let start = self.span();
        let node = match self.token() {
            Token::Name => self.name()?,
            Token::Con => {
                let name = self.constructor_name();
                ExprKind::Con(name, self.arguments()?)
            }
            Token::Int | Token::Minus => ExprKind::Int(self.number()?),
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

fn binary(operator: Operator, left: Expr, right: Expr) -> Expr {
    let span = left.span.to(right.span);
    Expr { node: ExprKind::Binary(operator, Box::new(left), Box::new(right)), span }
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
