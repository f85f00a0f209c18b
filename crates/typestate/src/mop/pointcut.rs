//! Pointcuts: which calls an event is, and what it binds.

use source::Span;
use syntax::{Descent, Parsed};

use super::Reader;
use super::item::Named;
use super::token::Token;
use crate::event::{Calls, Condition};
use crate::pattern::{CallPattern, ParamPattern, TypePattern};

/// What a pointcut says.
pub(super) struct Pointcut {
    pub(super) calls: Option<Calls>,
    pub(super) target: Option<Named>,
    pub(super) args: Option<(Vec<Named>, bool)>,
    pub(super) conditions: Vec<Condition>,
}

impl Pointcut {
    pub(super) fn of(calls: Calls) -> Pointcut {
        Pointcut { calls: Some(calls), target: None, args: None, conditions: Vec::new() }
    }
}

/// One part of a conjunction.
enum Part {
    Calls(Calls),
    Target(Named),
    Args((Vec<Named>, bool)),
    Condition(Condition),
}

impl Reader<'_> {
    /// A conjunction of calls and of what binds their values.
    pub(super) fn pointcut(&mut self) -> Parsed<Pointcut> {
        let mut pointcut =
            Pointcut { calls: None, target: None, args: None, conditions: Vec::new() };
        loop {
            let span = self.span();
            let twice = match self.part()? {
                Part::Calls(calls) => {
                    let both = |known| Calls::And(Box::new(known), Box::new(calls.clone()));
                    pointcut.calls = Some(pointcut.calls.take().map_or(calls.clone(), both));
                    false
                }
                Part::Target(named) => pointcut.target.replace(named).is_some(),
                Part::Args(args) => pointcut.args.replace(args).is_some(),
                Part::Condition(condition) => {
                    pointcut.conditions.push(condition);
                    false
                }
            };
            if twice {
                return Err(self.wrong(span, "this is said twice", ""));
            }
            if !self.eat(Token::AndAnd) {
                return Ok(pointcut);
            }
        }
    }

    fn part(&mut self) -> Parsed<Part> {
        let next = if self.token() == Token::Name { self.slice() } else { "" };
        match next {
            "target" => {
                self.bump();
                let span = self.span();
                let (mut names, open) = self.args()?;
                match (names.pop(), names.is_empty(), open) {
                    (Some(named), true, false) => Ok(Part::Target(named)),
                    _ => Err(self.wrong(span, "a call has one target", "")),
                }
            }
            "args" => {
                self.bump();
                Ok(Part::Args(self.args()?))
            }
            "condition" | "if" => self.condition().map(Part::Condition),
            _ => self.either().map(Part::Calls),
        }
    }

    /// `(name, Type, *, ..)`, with whether more may follow.
    pub(super) fn args(&mut self) -> Parsed<(Vec<Named>, bool)> {
        if self.eat(Token::Before) {
            return Ok((vec![Named { name: "*".to_owned(), ty: self.type_named("*") }], false));
        }
        self.expect(Token::LeftParen, "`(`")?;
        let (mut names, mut open) = (Vec::new(), false);
        while !self.eat(Token::RightParen) {
            if open {
                let span = self.span();
                return Err(self.wrong(span, "`..` is supported as the last argument only", ""));
            }
            if self.eat(Token::Dots) {
                open = true;
            } else {
                let ty = self.type_pattern()?;
                names.push(Named { name: ty.text().to_owned(), ty });
            }
            if self.token() != Token::RightParen {
                self.expect(Token::Comma, "`,`")?;
            }
        }
        Ok((names, open))
    }

    fn condition(&mut self) -> Parsed<Condition> {
        self.bump();
        self.expect(Token::LeftParen, "`(`")?;
        let expected = !self.eat(Token::Not);
        let (name, span) = self.name("the name of a truth value")?;
        if self.token() != Token::RightParen {
            let help =
                "a condition is `name` or `!name` of a truth value that the call takes or returns";
            return Err(self.wrong(span, "this condition is not supported", help));
        }
        self.bump();
        Ok(Condition { name, expected })
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
        let Some((class, method)) = words.pop().and_then(|member| member.rsplit_once('.')) else {
            return Err(shape(self));
        };
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
        let mut pattern = ParamPattern { first: Vec::new(), open: false };
        for param in text.split(',').map(str::trim).filter(|param| !param.is_empty()) {
            if pattern.open {
                return Err(self.wrong(span, "`..` is supported as the last parameter only", ""));
            }
            match param {
                ".." => pattern.open = true,
                _ if param.ends_with('+') => {
                    let help = "use `*`, or write the declared type";
                    return Err(self.wrong(
                        span,
                        "`+` on the type of a parameter is not supported",
                        help,
                    ));
                }
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
