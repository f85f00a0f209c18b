//! Reading properties and sets of events.
//!
//! From loosest to tightest: `;`, `iff`, `implies`, `||`, `&&`, `U W R`, prefixes, postfixes.

pub(super) mod term;

use source::Diagnostic;

use crate::syntax::parser::{Failure, Parser};
use crate::syntax::token::Token;
use crate::syntax::tree::{
    Arg, At, BinaryOp, EventExpr, Expr, ManyOp, Mode, Pattern, TermExpr, UnaryOp,
};

type Parsed<T> = Result<At<T>, Failure>;

impl Parser<'_> {
    /// A property.
    pub(crate) fn expr(&mut self, mode: Mode) -> Parsed<Expr> {
        self.deeper(|p| p.many(Token::Semicolon, ManyOp::Then, |p| p.iff(mode)))
    }

    fn many(
        &mut self,
        token: Token,
        op: ManyOp,
        mut one: impl FnMut(&mut Self) -> Parsed<Expr>,
    ) -> Parsed<Expr> {
        let start = self.here();
        let first = one(self)?;
        if self.peek() != Some(token) {
            return Ok(first);
        }
        let mut all = vec![first];
        while self.eat(token) {
            all.push(one(self)?);
        }
        Ok(At { node: Expr::Many(op, all), span: self.since(start) })
    }

    fn iff(&mut self, mode: Mode) -> Parsed<Expr> {
        self.right(BinaryOp::Iff, Token::Iff, |p| p.implies(mode), |p| p.iff(mode))
    }

    fn implies(&mut self, mode: Mode) -> Parsed<Expr> {
        self.right(BinaryOp::Implies, Token::Implies, |p| p.or(mode), |p| p.implies(mode))
    }

    /// An operator that groups to the right.
    fn right(
        &mut self,
        op: BinaryOp,
        token: Token,
        left: impl FnOnce(&mut Self) -> Parsed<Expr>,
        right: impl FnOnce(&mut Self) -> Parsed<Expr>,
    ) -> Parsed<Expr> {
        let start = self.here();
        let left = left(self)?;
        if !self.eat(token) {
            return Ok(left);
        }
        let right = self.deeper(right)?;
        let node = Expr::Binary(op, Box::new(left), Box::new(right));
        Ok(At { node, span: self.since(start) })
    }

    fn or(&mut self, mode: Mode) -> Parsed<Expr> {
        self.many(Token::Or, ManyOp::Or, |p| p.and(mode))
    }

    fn and(&mut self, mode: Mode) -> Parsed<Expr> {
        self.many(Token::And, ManyOp::And, |p| p.until(mode))
    }

    fn until(&mut self, mode: Mode) -> Parsed<Expr> {
        let start = self.here();
        let left = self.unary(mode)?;
        let op = match self.peek() {
            Some(Token::Until) => BinaryOp::Until,
            Some(Token::WeakUntil) => BinaryOp::WeakUntil,
            Some(Token::Release) => BinaryOp::Release,
            _ => return Ok(left),
        };
        self.only_in(Mode::Ltl, mode)?;
        self.bump();
        let right = self.deeper(|p| p.until(mode))?;
        let node = Expr::Binary(op, Box::new(left), Box::new(right));
        Ok(At { node, span: self.since(start) })
    }

    fn unary(&mut self, mode: Mode) -> Parsed<Expr> {
        let start = self.here();
        let op = match self.peek() {
            Some(Token::Not) => UnaryOp::Not,
            Some(Token::Next) => UnaryOp::Next,
            Some(Token::WeakNext) => UnaryOp::WeakNext,
            Some(Token::Finally) => UnaryOp::Finally,
            Some(Token::Globally) => UnaryOp::Globally,
            _ => return self.postfix(mode),
        };
        if op != UnaryOp::Not {
            self.only_in(Mode::Ltl, mode)?;
        }
        self.bump();
        let inner = self.deeper(|p| p.unary(mode))?;
        Ok(At { node: Expr::Unary(op, Box::new(inner)), span: self.since(start) })
    }

    fn postfix(&mut self, mode: Mode) -> Parsed<Expr> {
        let start = self.here();
        let mut expr = self.primary(mode)?;
        // Repeating a repetition says nothing new, so a short row is all that anybody needs.
        for _ in 0..8 {
            let op = match self.peek() {
                Some(Token::Star) => UnaryOp::Star,
                Some(Token::Plus) => UnaryOp::Plus,
                Some(Token::Question) => UnaryOp::Optional,
                _ => return Ok(expr),
            };
            self.only_in(Mode::Regex, mode)?;
            self.bump();
            expr = At { node: Expr::Unary(op, Box::new(expr)), span: self.since(start) };
        }
        Ok(expr)
    }

    /// Refuses the next token if it belongs to the other kind of property.
    fn only_in(&self, allowed: Mode, mode: Mode) -> Result<(), Failure> {
        if allowed == mode {
            return Ok(());
        }
        let (kind, wrap) = match allowed {
            Mode::Ltl => ("an LTLf operator, which a regular expression cannot hold", "ltl"),
            Mode::Regex => ("for regular expressions, and this is an LTLf formula", "re"),
        };
        let diagnostic = Diagnostic::error(format!("`{}` is {kind}", self.text()))
            .with_code("SPC003")
            .at(self.here(), "not here")
            .with_help(format!("wrap that part in `{wrap}(…)`"));
        Err(Box::new(diagnostic))
    }

    fn primary(&mut self, mode: Mode) -> Parsed<Expr> {
        let start = self.here();
        let node = match self.peek() {
            Some(Token::True) => self.word(Expr::True),
            Some(Token::False) => self.word(Expr::False),
            Some(Token::Last) => self.word(Expr::Last),
            Some(Token::Eps) => self.word(Expr::Eps),
            Some(Token::Any | Token::Tilde | Token::Less) => Expr::Event(self.event()?.node),
            Some(Token::Open) => {
                self.bump();
                let inner = self.expr(mode)?;
                self.expect(Token::Close, "")?;
                return Ok(At { node: inner.node, span: self.since(start) });
            }
            Some(Token::Name) if !self.at_item_word() => self.application()?,
            _ => return Err(self.unexpected("a property")),
        };
        Ok(At { node, span: self.since(start) })
    }

    fn word(&mut self, expr: Expr) -> Expr {
        self.bump();
        expr
    }

    /// `ltl(…)`, `re(…)`, a predicate with its arguments, or the name of a property.
    fn application(&mut self) -> Result<Expr, Failure> {
        let name = self.name("a property")?;
        if self.peek() != Some(Token::Open) {
            return Ok(Expr::Call(name, Vec::new()));
        }
        let mode = match name.node.as_str() {
            "ltl" => Mode::Ltl,
            "re" => Mode::Regex,
            _ => return Ok(Expr::Call(name, self.tuple(|p| p.term())?)),
        };
        self.bump();
        let inner = self.expr(mode)?;
        self.expect(Token::Close, "")?;
        Ok(Expr::In(mode, Box::new(inner)))
    }

    /// A set of events, as on a transition.
    pub(crate) fn events(&mut self) -> Parsed<EventExpr> {
        self.deeper(|p| {
            p.many_events(Token::Or, ManyOp::Or, |p| {
                p.many_events(Token::And, ManyOp::And, Parser::event)
            })
        })
    }

    fn many_events(
        &mut self,
        token: Token,
        op: ManyOp,
        mut one: impl FnMut(&mut Self) -> Parsed<EventExpr>,
    ) -> Parsed<EventExpr> {
        let start = self.here();
        let first = one(self)?;
        if self.peek() != Some(token) {
            return Ok(first);
        }
        let mut all = vec![first];
        while self.eat(token) {
            all.push(one(self)?);
        }
        Ok(At { node: EventExpr::Many(op, all), span: self.since(start) })
    }

    /// `any`, `<…>`, `~…`, or a set in parentheses.
    fn event(&mut self) -> Parsed<EventExpr> {
        let start = self.here();
        let node = match self.peek() {
            Some(Token::Any) => {
                self.bump();
                EventExpr::Any
            }
            Some(Token::Tilde) => {
                self.bump();
                EventExpr::Not(Box::new(self.deeper(Parser::event)?))
            }
            Some(Token::Less) => EventExpr::Pattern(Box::new(self.pattern()?)),
            Some(Token::Open) => {
                self.bump();
                let inner = self.events()?;
                self.expect(Token::Close, "")?;
                inner.node
            }
            _ => {
                let failure = self.unexpected("an event such as `<put k _>`, `any` or `~<…>`");
                return Err(Box::new(
                    failure.with_help("`~` negates events; for formulas write `!`"),
                ));
            }
        };
        Ok(At { node, span: self.since(start) })
    }

    fn pattern(&mut self) -> Result<Pattern, Failure> {
        self.expect(Token::Less, "")?;
        let result = if self.has_result() {
            let result = self.arg()?;
            self.expect(Token::Gets, "")?;
            Some(result)
        } else {
            None
        };
        let op = match self.eat(Token::Underscore) {
            true => None,
            false => Some(self.name("the name of an operation")?),
        };
        let mut args = Vec::new();
        while !matches!(self.peek(), None | Some(Token::Greater | Token::Bar)) {
            args.push(self.arg()?);
        }
        let cond = if self.eat(Token::Bar) { Some(self.condition()?) } else { None };
        self.expect(Token::Greater, "to close the event")?;
        Ok(Pattern { result, op, args, cond })
    }

    /// Whether `<-` comes before the end of the event and its condition.
    fn has_result(&self) -> bool {
        let mut depth = 0usize;
        for token in (0..).map_while(|ahead| self.peek_at(ahead)) {
            match token {
                Token::Open => depth += 1,
                Token::Close => depth = depth.saturating_sub(1),
                Token::Gets if depth == 0 => return true,
                Token::Bar | Token::Greater if depth == 0 => return false,
                _ => {}
            }
        }
        false
    }

    fn arg(&mut self) -> Parsed<Arg> {
        let start = self.here();
        let node = if self.eat(Token::Underscore) {
            Arg::Any
        } else if self.eat(Token::Not) {
            Arg::IsNot(self.arg_term()?)
        } else {
            Arg::Is(self.arg_term()?)
        };
        Ok(At { node, span: self.since(start) })
    }

    fn arg_term(&mut self) -> Result<TermExpr, Failure> {
        Ok(self.deeper(Parser::atom)?.node)
    }
}
