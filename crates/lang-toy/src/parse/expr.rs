//! Expressions, by precedence climbing.

use num_bigint::BigInt;
use source::{Diagnostic, Span};
use syntax::{Descent, MAX_DEPTH, Parsed};
use term::Int;

use super::Parser;
use crate::ast::{BinaryOp, Expr, ExprKind, Name, UnaryOp};
use crate::token::Token;

/// Reading a number takes time quadratic in its length, so there is an end to it.
const MAX_DIGITS: usize = 1000;

impl<'t> Parser<'t> {
    pub(super) fn expr(&mut self) -> Parsed<Expr<'t>> {
        self.binary(0)
    }

    /// Operators that bind at least as tightly as `weakest`; all of them group to the left.
    fn binary(&mut self, weakest: u32) -> Parsed<Expr<'t>> {
        let mut left = self.nested(Self::unary)?;
        while let Some((op, strength)) = binary_op(self.token()).filter(|(_, s)| *s >= weakest) {
            self.bump();
            let right = self.binary(strength + 1)?;
            let span = left.span.to(right.span);
            left = self.make(ExprKind::Binary(op, Box::new(left), Box::new(right)), span)?;
        }
        Ok(left)
    }

    fn unary(&mut self) -> Parsed<Expr<'t>> {
        let op = match self.token() {
            Token::Minus => UnaryOp::Neg,
            Token::Not => UnaryOp::Not,
            _ => return self.postfix(),
        };
        let start = self.span();
        self.bump();
        let operand = self.nested(Self::unary)?;
        let span = start.to(operand.span);
        self.make(ExprKind::Unary(op, Box::new(operand)), span)
    }

    fn postfix(&mut self) -> Parsed<Expr<'t>> {
        let mut base = self.primary()?;
        while self.eat(Token::LeftBracket) {
            let index = self.expr()?;
            let span = base.span.to(self.expect(Token::RightBracket, "`]`")?);
            base = self.make(ExprKind::Index(Box::new(base), Box::new(index)), span)?;
        }
        Ok(base)
    }

    fn primary(&mut self) -> Parsed<Expr<'t>> {
        let start = self.span();
        let kind = match self.token() {
            Token::Int => self.number()?,
            Token::True => self.then(ExprKind::Bool(true)),
            Token::False => self.then(ExprKind::Bool(false)),
            Token::Name => self.name_or_call()?,
            Token::Len => self.len_of()?,
            Token::LeftParen => return self.parenthesised(),
            Token::LeftBracket => self.array()?,
            Token::Read => self.read()?,
            _ => return Err(self.unexpected("an expression")),
        };
        self.make(kind, start.to(self.previous()))
    }

    fn then(&mut self, kind: ExprKind<'t>) -> ExprKind<'t> {
        self.bump();
        kind
    }

    fn number(&mut self) -> Parsed<ExprKind<'t>> {
        let digits = self.slice();
        if digits.len() > MAX_DIGITS {
            return Err(self.report(
                Diagnostic::error("this number is too long")
                    .at(self.span(), format!("more than {MAX_DIGITS} digits")),
            ));
        }
        let value = BigInt::parse_bytes(digits.as_bytes(), 10).expect("the lexer saw digits only");
        Ok(self.then(ExprKind::Int(Int::from(value))))
    }

    fn name_or_call(&mut self) -> Parsed<ExprKind<'t>> {
        let name: Name<'t> = self.name()?;
        if self.eat(Token::LeftParen) {
            return Ok(ExprKind::Call(name, self.args()?));
        }
        Ok(ExprKind::Name(name.text))
    }

    /// Arguments and the closing parenthesis.
    pub(super) fn args(&mut self) -> Parsed<Vec<Expr<'t>>> {
        self.separated(Token::RightParen, Self::expr)
    }

    fn len_of(&mut self) -> Parsed<ExprKind<'t>> {
        self.bump();
        self.expect(Token::LeftParen, "`(`")?;
        let array = self.expr()?;
        self.expect(Token::RightParen, "`)`")?;
        Ok(ExprKind::Len(Box::new(array)))
    }

    fn parenthesised(&mut self) -> Parsed<Expr<'t>> {
        let start = self.span();
        self.bump();
        let inner = self.expr()?;
        let end = self.expect(Token::RightParen, "`)`")?;
        Ok(Expr { span: start.to(end), ..inner })
    }

    /// `[a, b, c]` or `[value; length]`
    fn array(&mut self) -> Parsed<ExprKind<'t>> {
        self.bump();
        let first = self.expr()?;
        if self.eat(Token::Semicolon) {
            let len = self.expr()?;
            self.expect(Token::RightBracket, "`]`")?;
            return Ok(ExprKind::Fill(Box::new(first), Box::new(len)));
        }
        let mut items = vec![first];
        if self.token() != Token::RightBracket {
            self.expect(Token::Comma, "`,`")?;
        }
        items.extend(self.separated(Token::RightBracket, Self::expr)?);
        Ok(ExprKind::List(items))
    }

    fn read(&mut self) -> Parsed<ExprKind<'t>> {
        self.bump();
        let scalar = self.scalar()?;
        if !self.eat(Token::LeftBracket) {
            return Ok(ExprKind::Read(scalar, self.text()?));
        }
        let len = self.expr()?;
        self.expect(Token::RightBracket, "`]`")?;
        Ok(ExprKind::ReadArray(scalar, Box::new(len), self.text()?))
    }

    /// The only place where an expression is made. Chains such as `a + b + c` grow without nesting
    /// in the text, so the height is checked here and not only on the way down.
    fn make(&mut self, kind: ExprKind<'t>, span: Span) -> Parsed<Expr<'t>> {
        let below = kind.children().iter().map(|child| child.height).max();
        let height = below.unwrap_or(0) + 1;
        if height > MAX_DEPTH {
            return Err(self.too_deep(span));
        }
        Ok(Expr { kind, span, height })
    }
}

/// The operator of a token, with its strength.
fn binary_op(token: Token) -> Option<(BinaryOp, u32)> {
    Some(match token {
        Token::Or => (BinaryOp::Or, 1),
        Token::And => (BinaryOp::And, 2),
        Token::Equal => (BinaryOp::Equal, 3),
        Token::NotEqual => (BinaryOp::NotEqual, 3),
        Token::Less => (BinaryOp::Less, 4),
        Token::LessEqual => (BinaryOp::LessEqual, 4),
        Token::Greater => (BinaryOp::Greater, 4),
        Token::GreaterEqual => (BinaryOp::GreaterEqual, 4),
        Token::Plus => (BinaryOp::Add, 5),
        Token::Minus => (BinaryOp::Sub, 5),
        Token::Times => (BinaryOp::Mul, 6),
        Token::Divide => (BinaryOp::Div, 6),
        Token::Modulo => (BinaryOp::Mod, 6),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use source::Files;

    use crate::ast::{Expr, ExprKind, StmtKind};

    /// The expression with parentheses around every operation, operators by name.
    fn grouped(expr: &Expr<'_>) -> String {
        match &expr.kind {
            ExprKind::Int(int) => int.to_string(),
            ExprKind::Name(name) => (*name).to_owned(),
            ExprKind::Unary(op, a) => format!("{op:?}({})", grouped(a)),
            ExprKind::Binary(op, a, b) => format!("{op:?}({}, {})", grouped(a), grouped(b)),
            ExprKind::Index(a, b) => format!("{}[{}]", grouped(a), grouped(b)),
            other => format!("{other:?}"),
        }
    }

    #[track_caller]
    fn check(text: &str, expected: &str) {
        let file = Files::new().add("t.toy", &format!("check c {{ let x = {text}; }}"));
        let (ast, errors) = crate::parse(&file);
        assert_eq!(errors, []);
        let StmtKind::Let(_, value) = &ast.checks[0].body.stmts[0].kind else {
            panic!("the statement is a let")
        };
        assert_eq!(grouped(value), expected);
        assert_eq!(&file.text()[value.span.range()], text);
    }

    #[test]
    fn operators_group_to_the_left() {
        check("a - b - c", "Sub(Sub(a, b), c)");
        check("a / b % c * d", "Mul(Mod(Div(a, b), c), d)");
        check("a - (b - c)", "Sub(a, Sub(b, c))");
    }

    #[test]
    fn operators_bind_by_their_strength() {
        check("a || b && c", "Or(a, And(b, c))");
        check("a && b || c", "Or(And(a, b), c)");
        check("a && b == c < d + e * f", "And(a, Equal(b, Less(c, Add(d, Mul(e, f)))))");
        check("a * b + c <= d != e", "NotEqual(LessEqual(Add(Mul(a, b), c), d), e)");
        check("-a[1] * !b", "Mul(Neg(a[1]), Not(b))");
        check("- -1", "Neg(Neg(1))");
    }
}
