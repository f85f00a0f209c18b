//! Reading properties and sets of events.
//!
//! `;` binds least and postfixes bind most; between them stand the operators of [`temporal`].

pub(super) mod term;

use source::{Diagnostic, Span};
use syntax::temporal::{self, FormulaReader, InfixOp, PrefixOp, TemporalLogic, TemporalOp};

use crate::syntax::parser::{Failure, Parser};
use crate::syntax::token::Token;
use crate::syntax::tree::{
    Arg, At, BinaryOp, EventExpr, Expr, ManyOp, Mode, Pattern, TermExpr, UnaryOp,
};

type Parsed<T> = Result<At<T>, Failure>;

impl Parser<'_> {
    /// A property.
    pub(crate) fn expr(&mut self, mode: Mode) -> Parsed<Expr> {
        self.deeper(|p| p.sequence(mode))
    }

    fn sequence(&mut self, mode: Mode) -> Parsed<Expr> {
        let start = self.here();
        let first = self.formula(mode)?;
        if self.peek() != Some(Token::Semicolon) {
            return Ok(first);
        }
        let mut all = vec![first];
        while self.eat(Token::Semicolon) {
            all.push(self.formula(mode)?);
        }
        Ok(At { node: Expr::Many(ManyOp::Then, all), span: self.since(start) })
    }

    fn formula(&mut self, mode: Mode) -> Parsed<Expr> {
        temporal::formula(&mut InMode { parser: self, mode })
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

    /// The operator that stands here, behind a property or a set of events.
    fn infix(&self) -> Option<InfixOp> {
        InfixOp::spelled(self.text())
    }

    /// The operator that stands here, in front of a property. A word such as `next` may be the name
    /// of a property, and `next(k)` is a predicate.
    fn prefix(&self) -> Option<PrefixOp> {
        let op = PrefixOp::spelled(self.text())?;
        (!temporal::may_be_name(self.text()) || self.operand_follows()).then_some(op)
    }

    /// Whether a property begins behind the next token, and no arguments do.
    fn operand_follows(&self) -> bool {
        match self.peek_at(1) {
            Some(Token::Open) => !self.touches_second(),
            Some(Token::Name) => {
                !self.is_item_word(1) && InfixOp::spelled(self.text_at(1)).is_none()
            }
            Some(
                Token::True
                | Token::False
                | Token::Last
                | Token::Eps
                | Token::Any
                | Token::Tilde
                | Token::Less,
            ) => true,
            _ => PrefixOp::spelled(self.text_at(1)).is_some(),
        }
    }

    /// A set of events, as on a transition.
    pub(crate) fn events(&mut self) -> Parsed<EventExpr> {
        self.deeper(|p| {
            p.many_events(InfixOp::Or, ManyOp::Or, |p| {
                p.many_events(InfixOp::And, ManyOp::And, Parser::event)
            })
        })
    }

    fn many_events(
        &mut self,
        infix: InfixOp,
        op: ManyOp,
        mut one: impl FnMut(&mut Self) -> Parsed<EventExpr>,
    ) -> Parsed<EventExpr> {
        let start = self.here();
        let first = one(self)?;
        if self.infix() != Some(infix) {
            return Ok(first);
        }
        let mut all = vec![first];
        while self.infix() == Some(infix) {
            self.bump();
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

/// A property of one kind being read.
struct InMode<'p, 'a> {
    parser: &'p mut Parser<'a>,
    mode: Mode,
}

impl FormulaReader for InMode<'_, '_> {
    type Formula = At<Expr>;
    type Error = Failure;

    const LOGIC: TemporalLogic = TemporalLogic::Specs;

    fn prefix(&self) -> Option<PrefixOp> {
        self.parser.prefix()
    }

    fn infix(&self) -> Option<InfixOp> {
        self.parser.infix()
    }

    fn next_token(&self) -> (Span, &str) {
        (self.parser.here(), self.parser.text())
    }

    fn go_over(&mut self, op: TemporalOp) -> Result<(), Failure> {
        let is_temporal = match op {
            TemporalOp::Prefix(op) => op.is_future(),
            TemporalOp::Infix(op) => op.is_future(),
        };
        if is_temporal {
            self.parser.only_in(Mode::Ltl, self.mode)?;
        }
        self.parser.bump();
        Ok(())
    }

    fn atom(&mut self) -> Parsed<Expr> {
        self.parser.postfix(self.mode)
    }

    fn unary(&mut self, start: Span, op: PrefixOp, inner: At<Expr>) -> Parsed<Expr> {
        Ok(unary(self.parser.since(start), unary_op(op), inner))
    }

    fn binary(
        &mut self,
        start: Span,
        op: InfixOp,
        left: At<Expr>,
        right: At<Expr>,
    ) -> Parsed<Expr> {
        let node = Expr::Binary(binary_op(op), Box::new(left), Box::new(right));
        Ok(At { node, span: self.parser.since(start) })
    }

    fn row(&mut self, start: Span, op: InfixOp, parts: Vec<At<Expr>>) -> Parsed<Expr> {
        let op = match op {
            InfixOp::And => ManyOp::And,
            InfixOp::Or => ManyOp::Or,
            _ => return Ok(temporal::pairwise(parts, &mut exclusive)),
        };
        Ok(At { node: Expr::Many(op, parts), span: self.parser.since(start) })
    }

    fn enter(&mut self) -> Result<(), Failure> {
        self.parser.enter()
    }

    fn leave(&mut self) {
        self.parser.leave();
    }

    fn refuse(&mut self, error: Diagnostic) -> Failure {
        Box::new(error.with_code("SPC003"))
    }
}

fn unary(span: Span, op: UnaryOp, inner: At<Expr>) -> At<Expr> {
    At { node: Expr::Unary(op, Box::new(inner)), span }
}

/// `p xor q` is `!(p iff q)`.
fn exclusive(left: At<Expr>, right: At<Expr>) -> At<Expr> {
    let span = left.span.to(right.span);
    let same = At { node: Expr::Binary(BinaryOp::Iff, Box::new(left), Box::new(right)), span };
    unary(span, UnaryOp::Not, same)
}

fn unary_op(op: PrefixOp) -> UnaryOp {
    match op {
        PrefixOp::Not => UnaryOp::Not,
        PrefixOp::Next => UnaryOp::Next,
        PrefixOp::WeakNext => UnaryOp::WeakNext,
        PrefixOp::StrongNext => UnaryOp::StrongNext,
        PrefixOp::Finally => UnaryOp::Finally,
        PrefixOp::Globally => UnaryOp::Globally,
        PrefixOp::Before | PrefixOp::Once | PrefixOp::Historically => {
            unreachable!("specs have no past")
        }
    }
}

fn binary_op(op: InfixOp) -> BinaryOp {
    match op {
        InfixOp::Iff => BinaryOp::Iff,
        InfixOp::Implies => BinaryOp::Implies,
        InfixOp::Until => BinaryOp::Until,
        InfixOp::WeakUntil => BinaryOp::WeakUntil,
        InfixOp::Release => BinaryOp::Release,
        InfixOp::Or | InfixOp::Xor | InfixOp::And => unreachable!("these stand in rows"),
        InfixOp::Since => unreachable!("specs have no past"),
    }
}
