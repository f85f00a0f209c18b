//! Pointcuts: which calls an event is, and what it binds.

use source::Span;
use syntax::{Descent, Parsed};

use super::Reader;
use super::item::Named;
use super::token::Token;
use crate::event::Calls;
use crate::expr::Expr;
use crate::pattern::{CallPattern, ParamPattern, TypePattern};

/// Names in `args(…)`: the first ones, and if there may be others behind them, the last ones.
pub(super) struct NamedArgs {
    pub(super) first: Vec<Named>,
    pub(super) rest: Option<Vec<Named>>,
}

/// What a pointcut says.
#[derive(Default)]
pub(super) struct Pointcut {
    pub(super) calls: Option<Calls>,
    pub(super) targets: Vec<Named>,
    pub(super) args: Vec<NamedArgs>,
    pub(super) threads: Vec<Named>,
    pub(super) conditions: Vec<Expr>,
    /// Whether it is the end of the program.
    pub(super) is_end: bool,
}

impl Pointcut {
    pub(super) fn of(calls: Calls) -> Pointcut {
        Pointcut { calls: Some(calls), ..Pointcut::default() }
    }

    fn and(&mut self, more: Calls) {
        self.calls = Some(match self.calls.take() {
            Some(known) => Calls::And(Box::new(known), Box::new(more)),
            None => more,
        });
    }
}

impl Reader<'_> {
    /// A conjunction of calls and of what binds their values.
    pub(super) fn pointcut(&mut self) -> Parsed<Pointcut> {
        let mut pointcut = Pointcut::default();
        loop {
            self.part(&mut pointcut)?;
            if !self.eat(Token::AndAnd) {
                return Ok(pointcut);
            }
        }
    }

    fn part(&mut self, pointcut: &mut Pointcut) -> Parsed<()> {
        let next = if self.token() == Token::Name { self.slice() } else { "" };
        match next {
            "target" | "thread" => {
                let is_thread = next == "thread";
                self.bump();
                let span = self.span();
                let NamedArgs { mut first, rest } = self.args()?;
                let (Some(named), true, None) = (first.pop(), first.is_empty(), rest) else {
                    return Err(self.wrong(span, "a call has one target and one thread", ""));
                };
                let all = if is_thread { &mut pointcut.threads } else { &mut pointcut.targets };
                all.push(named);
            }
            "args" => {
                self.bump();
                pointcut.args.push(self.args()?);
            }
            "endProgram" => {
                self.bump();
                self.expect(Token::LeftParen, "`(`")?;
                self.expect(Token::RightParen, "`)`")?;
                (pointcut.is_end, pointcut.calls) = (true, Some(Calls::Nothing));
            }
            "condition" | "if" => {
                self.bump();
                let condition = self.condition()?;
                pointcut.conditions.push(condition);
            }
            _ => {
                let calls = self.either()?;
                pointcut.and(calls);
            }
        }
        Ok(())
    }

    /// `(name, Type, *, ..)`; `..` stands for any number of others.
    pub(super) fn args(&mut self) -> Parsed<NamedArgs> {
        if self.eat(Token::Before) {
            let any = Named { name: "*".to_owned(), ty: self.type_named("*") };
            return Ok(NamedArgs { first: vec![any], rest: None });
        }
        self.expect(Token::LeftParen, "`(`")?;
        let (mut first, mut rest) = (Vec::new(), None);
        while !self.eat(Token::RightParen) {
            let span = self.span();
            if self.eat(Token::Dots) {
                if rest.replace(Vec::new()).is_some() {
                    return Err(self.wrong(span, "`..` is supported once only", ""));
                }
            } else {
                let ty = self.type_pattern()?;
                rest.as_mut().unwrap_or(&mut first).push(Named { name: ty.text().to_owned(), ty });
            }
            if self.token() != Token::RightParen {
                self.expect(Token::Comma, "`,`")?;
            }
        }
        Ok(NamedArgs { first, rest })
    }

    fn condition(&mut self) -> Parsed<Expr> {
        let (text, span) = self.raw_to_parenthesis()?;
        let types = |text: &str| self.type_named(text);
        super::expression::read(&text, &types).map_err(|why| {
            let help = "a condition compares numbers, `null`, lengths and types of what the call takes or returns";
            self.wrong(span, format!("this condition is not supported: {why}"), help)
        })
    }

    /// Calls with `||` and `!` between them.
    fn either(&mut self) -> Parsed<Calls> {
        let mut calls = self.negated()?;
        while self.eat(Token::OrOr) {
            calls = Calls::Or(Box::new(calls), Box::new(self.negated()?));
        }
        Ok(calls)
    }

    fn negated(&mut self) -> Parsed<Calls> {
        if self.eat(Token::Not) {
            let inner = self.nested(Reader::negated)?;
            return Ok(Calls::Not(Box::new(inner)));
        }
        if self.eat(Token::LeftParen) {
            let mut calls = self.nested(Reader::either)?;
            while self.eat(Token::AndAnd) {
                calls = Calls::And(Box::new(calls), Box::new(self.nested(Reader::either)?));
            }
            self.expect(Token::RightParen, "`)`")?;
            return Ok(calls);
        }
        let (word, span) = self.name("`call(…)`, `target(…)`, `args(…)` or `condition(…)`")?;
        if word != "call" {
            let help = "events are calls: `call(…)`, with `target(…)`, `args(…)` and `condition(…)` beside them";
            return Err(self.wrong(
                span,
                format!("the pointcut `{word}` is not supported here"),
                help,
            ));
        }
        let (text, span) = self.raw_to_parenthesis()?;
        let inner = text.strip_prefix('(').and_then(|text| text.strip_suffix(')')).unwrap_or(&text);
        self.call_pattern(inner, span).map(Calls::Pattern)
    }

    /// The calls of an event of the short form: patterns with `|` between them.
    pub(super) fn short_calls(&mut self) -> Parsed<Calls> {
        let mut calls = None;
        loop {
            let (text, span) = self.raw_to_parenthesis()?;
            let pattern = Calls::Pattern(self.call_pattern(&format!("* {text}"), span)?);
            calls = Some(match calls {
                None => pattern,
                Some(known) => Calls::Or(Box::new(known), Box::new(pattern)),
            });
            if !self.eat(Token::Or) {
                return Ok(calls.expect("there is one by now"));
            }
        }
    }

    /// `Returned Type.method(Param, ..)` or `Type.new(..)`.
    fn call_pattern(&mut self, text: &str, span: Span) -> Parsed<CallPattern> {
        let help = "a call is written `Returned Type.method(Param, ..)`, with `*` for any";
        let shape = |reader: &mut Self| reader.wrong(span, "this is not a pattern of calls", help);
        let text = text.trim();
        let Some((head, params)) = text.strip_suffix(')').and_then(|text| text.split_once('('))
        else {
            return Err(shape(self));
        };
        let head = without_type_arguments(head);
        let mut words: Vec<&str> = head.split_whitespace().collect();
        let Some(member) = words.pop() else { return Err(shape(self)) };
        // Without a class it is one of any.
        let (class, method) = member.rsplit_once('.').unwrap_or(("*", member));
        let returns = words.pop().unwrap_or("*");
        let mut is_static = None;
        for word in words {
            match word {
                "public" => {}
                "static" => is_static = Some(true),
                "!static" => is_static = Some(false),
                _ => {
                    let message = format!("`{word}` in a pattern of calls is not supported");
                    return Err(self.wrong(span, message, help));
                }
            }
        }
        let params = self.param_patterns(params, span)?;
        let class = self.type_named(class.trim_end_matches('+'));
        let returns = self.type_named(returns.trim_end_matches('+'));
        Ok(CallPattern { is_static, returns, class, method: method.to_owned(), params })
    }

    fn param_patterns(&mut self, text: &str, span: Span) -> Parsed<ParamPattern> {
        let text = without_type_arguments(text);
        let mut pattern = ParamPattern { first: Vec::new(), open: false, last: Vec::new() };
        for param in text.split(',').map(str::trim).filter(|param| !param.is_empty()) {
            match param {
                ".." if pattern.open => {
                    return Err(self.wrong(span, "`..` is supported once only", ""));
                }
                ".." => pattern.open = true,
                _ if param.ends_with('+') => {
                    let help = "use `*`, or write the declared type";
                    return Err(self.wrong(
                        span,
                        "`+` on the type of a parameter is not supported",
                        help,
                    ));
                }
                _ if pattern.open => pattern.last.push(self.param_type(param)),
                _ => pattern.first.push(self.param_type(param)),
            }
        }
        Ok(pattern)
    }

    fn param_type(&self, text: &str) -> TypePattern {
        self.type_named(&text.replace(' ', ""))
    }
}

/// A text without what stands between `<` and `>`.
fn without_type_arguments(text: &str) -> String {
    let mut depth = 0usize;
    let outside = |sign: &char| {
        match sign {
            '<' => depth += 1,
            '>' => {
                depth = depth.saturating_sub(1);
                return false;
            }
            _ => {}
        }
        depth == 0
    };
    text.chars().filter(outside).collect()
}
