//! From text to tree.
//!
//! A hand-written recursive descent parser with one token of lookahead. It never fails: a wrong
//! statement is reported and skipped, and parsing goes on behind it, so one run shows several
//! errors. Depth is limited, so no input overflows the stack, here or in code that walks the tree.

mod expr;

use source::{Diagnostic, File};
use syntax::{Cursor, Descent, Parsed, Reported};

use crate::ast::{
    Ast, Block, Check, Element, Expr, ExprKind, Function, Name, Scalar, Stmt, StmtKind, Type,
};
use crate::token::Token;

/// The tree of a file and everything that is wrong with it. What could not be read is left out of
/// the tree.
pub fn parse(file: &File) -> (Ast<'_>, Vec<Diagnostic>) {
    let mut parser = Parser { cursor: Cursor::new(file) };
    let ast = parser.file();
    (ast, parser.cursor.errors.finish())
}

struct Parser<'t> {
    cursor: Cursor<'t, Token>,
}

impl<'t> Descent<'t> for Parser<'t> {
    type Token = Token;

    const DEPTH_HELP: &'static str = "move a part into a variable or a function of its own";

    fn cursor(&self) -> &Cursor<'t, Token> {
        &self.cursor
    }

    fn cursor_mut(&mut self) -> &mut Cursor<'t, Token> {
        &mut self.cursor
    }
}

impl<'t> Parser<'t> {
    fn file(&mut self) -> Ast<'t> {
        let (mut functions, mut checks) = (Vec::new(), Vec::new());
        while self.token() != Token::End {
            let item = match self.token() {
                Token::Fn => self.function().map(|function| functions.push(function)),
                Token::Check => self.check().map(|check| checks.push(check)),
                _ => Err(self.unexpected("`fn` or `check`")),
            };
            if item.is_err() {
                self.skip_item();
            }
        }
        Ast { functions, checks, end: self.span() }
    }

    fn function(&mut self) -> Parsed<Function<'t>> {
        self.bump();
        let name = self.name()?;
        self.expect(Token::LeftParen, "`(`")?;
        let params = self.separated(Token::RightParen, Self::param)?;
        let result = if self.eat(Token::Arrow) { Some(self.ty()?) } else { None };
        Ok(Function { name, params, result, body: self.block()? })
    }

    fn param(&mut self) -> Parsed<(Name<'t>, Type)> {
        let name = self.name()?;
        self.expect(Token::Colon, "`:`")?;
        Ok((name, self.ty()?))
    }

    fn ty(&mut self) -> Parsed<Type> {
        let scalar = self.scalar()?;
        if !self.eat(Token::LeftBracket) {
            return Ok(Type::One(scalar));
        }
        self.expect(Token::RightBracket, "`]`")?;
        Ok(Type::Array(scalar))
    }

    fn scalar(&mut self) -> Parsed<Scalar> {
        let scalar = match self.token() {
            Token::IntType => Scalar::Int,
            Token::BoolType => Scalar::Bool,
            _ => return Err(self.unexpected("a type: `int` or `bool`")),
        };
        self.bump();
        Ok(scalar)
    }

    fn check(&mut self) -> Parsed<Check<'t>> {
        self.bump();
        Ok(Check { name: self.name()?, body: self.block()? })
    }

    fn block(&mut self) -> Parsed<Block<'t>> {
        self.expect(Token::LeftBrace, "`{`")?;
        let stmts = self.nested(|parser| Ok(parser.statements()))?;
        Ok(Block { stmts, end: self.expect(Token::RightBrace, "`}`")? })
    }

    fn statements(&mut self) -> Vec<Stmt<'t>> {
        let mut stmts = Vec::new();
        // An item inside a block means that a brace is missing; going on there loses least.
        while !matches!(self.token(), Token::RightBrace | Token::End | Token::Fn | Token::Check) {
            match self.statement() {
                Ok(stmt) => stmts.push(stmt),
                Err(Reported) => self.skip_statement(),
            }
        }
        stmts
    }

    fn statement(&mut self) -> Parsed<Stmt<'t>> {
        let start = self.span();
        let kind = match self.token() {
            Token::Let => self.let_statement()?,
            Token::If => self.if_statement()?,
            Token::While => {
                self.bump();
                StmtKind::While(self.expr()?, self.block()?)
            }
            Token::Return => self.return_statement()?,
            Token::Assume => {
                self.bump();
                self.ended(|parser| Ok(StmtKind::Assume(parser.expr()?)))?
            }
            Token::Assert => self.assert_statement()?,
            Token::Emit => self.emit_statement()?,
            _ => self.assignment_or_call()?,
        };
        Ok(Stmt { kind, span: start.to(self.previous()) })
    }

    fn let_statement(&mut self) -> Parsed<StmtKind<'t>> {
        self.bump();
        let name = self.name()?;
        self.expect(Token::Assign, "`=`")?;
        self.ended(|parser| Ok(StmtKind::Let(name, parser.expr()?)))
    }

    fn if_statement(&mut self) -> Parsed<StmtKind<'t>> {
        self.bump();
        let (cond, yes) = (self.expr()?, self.block()?);
        let no = match self.eat(Token::Else) {
            false => None,
            true if self.token() == Token::If => Some(self.nested(Self::else_if)?),
            true => Some(self.block()?),
        };
        Ok(StmtKind::If(cond, yes, no))
    }

    fn else_if(&mut self) -> Parsed<Block<'t>> {
        let start = self.span();
        let kind = self.if_statement()?;
        let stmt = Stmt { kind, span: start.to(self.previous()) };
        Ok(Block { stmts: vec![stmt], end: self.previous() })
    }

    fn return_statement(&mut self) -> Parsed<StmtKind<'t>> {
        self.bump();
        if self.eat(Token::Semicolon) {
            return Ok(StmtKind::Return(None));
        }
        self.ended(|parser| Ok(StmtKind::Return(Some(parser.expr()?))))
    }

    fn assert_statement(&mut self) -> Parsed<StmtKind<'t>> {
        self.bump();
        self.ended(|parser| {
            let cond = parser.expr()?;
            let message = if parser.eat(Token::Comma) { Some(parser.text()?) } else { None };
            Ok(StmtKind::Assert(cond, message))
        })
    }

    fn emit_statement(&mut self) -> Parsed<StmtKind<'t>> {
        self.bump();
        let event = self.event()?;
        self.expect(Token::LeftParen, "`(`")?;
        self.ended(|parser| Ok(StmtKind::Emit(event, parser.args()?)))
    }

    /// What starts with an expression: only the token behind it tells what it is. An error is
    /// reported before the semicolon is read, because recovery skips up to the next one.
    fn assignment_or_call(&mut self) -> Parsed<StmtKind<'t>> {
        let left = self.expr()?;
        if self.token() == Token::Assign {
            return self.assignment(left);
        }
        match left.kind {
            ExprKind::Call(name, args) => self.ended(|_| Ok(StmtKind::Call(name, args))),
            _ if self.token() != Token::Semicolon => Err(self.unexpected("`;`")),
            _ => Err(self.report(
                Diagnostic::error("this statement has no effect")
                    .at(left.span, "only a call can stand alone"),
            )),
        }
    }

    fn assignment(&mut self, left: Expr<'t>) -> Parsed<StmtKind<'t>> {
        let span = left.span;
        let (base, index) = match left.kind {
            ExprKind::Index(base, index) => (*base, Some(*index)),
            _ => (left, None),
        };
        let ExprKind::Name(text) = base.kind else {
            return Err(self.report(
                Diagnostic::error("this cannot be assigned to")
                    .at(base.span, "only variables and their elements can change"),
            ));
        };
        let name = Name { text, span: base.span };
        self.bump();
        self.ended(|parser| {
            let value = parser.expr()?;
            Ok(match index {
                Some(index) => StmtKind::AssignAt(Element { array: name, index, span }, value),
                None => StmtKind::Assign(name, value),
            })
        })
    }

    /// `part` followed by a semicolon.
    fn ended<T>(&mut self, part: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        let part = part(self)?;
        self.expect(Token::Semicolon, "`;`")?;
        Ok(part)
    }

    fn name(&mut self) -> Parsed<Name<'t>> {
        let text = self.slice();
        let span = self.expect(Token::Name, "a name")?;
        Ok(Name { text, span })
    }

    /// The name of an event, which lives in specifications and may be a keyword here, as `read` is.
    fn event(&mut self) -> Parsed<Name<'t>> {
        let (text, span) = (self.slice(), self.span());
        if !text.starts_with(|first: char| first.is_ascii_alphabetic()) {
            return self.name();
        }
        self.bump();
        Ok(Name { text, span })
    }

    /// The inside of a text in quotes.
    fn text(&mut self) -> Parsed<&'t str> {
        let quoted = self.slice();
        self.expect(Token::Text, "a text in quotes")?;
        Ok(quoted.trim_matches('"'))
    }

    /// Goes to the next item, at least one token on unless it is already there.
    fn skip_item(&mut self) {
        while !matches!(self.token(), Token::Fn | Token::Check | Token::End) {
            self.bump();
        }
    }

    /// Goes behind the statement in which an error was found: to the next `;`, over whole blocks,
    /// but not out of the block around it.
    fn skip_statement(&mut self) {
        let mut open = 0u32;
        loop {
            match self.token() {
                Token::End | Token::Fn | Token::Check => return,
                Token::RightBrace if open == 0 => return,
                Token::LeftBrace => open += 1,
                Token::RightBrace => open -= 1,
                _ => {}
            }
            let closes = matches!(self.token(), Token::RightBrace | Token::Semicolon);
            self.bump();
            if closes && open == 0 {
                return;
            }
        }
    }
}
