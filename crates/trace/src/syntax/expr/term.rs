//! Reading values and conditions.
//!
//! From loosest to tightest: `iff`, `implies`, `||`, `&&`, comparisons, `@ ^`, `::`, `+ -`, `* / mod`, prefixes.
//! In the condition of an event a `>` closes the event unless a value follows it.

use crate::syntax::parser::{Failure, Parser};
use crate::syntax::token::Token;
use crate::syntax::tree::{At, ManyOp, TermExpr, TermOp};

type Parsed = Result<At<TermExpr>, Failure>;

/// Whether a bare `>` may close an event.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Angle {
    Closes,
    Compares,
}

impl Parser<'_> {
    /// A value or a condition.
    pub(crate) fn term(&mut self) -> Parsed {
        self.deeper(|p| p.term_iff(Angle::Compares))
    }

    /// The condition of an event.
    pub(crate) fn condition(&mut self) -> Parsed {
        self.deeper(|p| p.term_iff(Angle::Closes))
    }

    fn term_iff(&mut self, angle: Angle) -> Parsed {
        let start = self.here();
        let left = self.term_implies(angle)?;
        if !self.eat(Token::Iff) {
            return Ok(left);
        }
        let right = self.deeper(|p| p.term_iff(angle))?;
        Ok(self.binary(start, TermOp::Iff, left, right))
    }

    fn term_implies(&mut self, angle: Angle) -> Parsed {
        let start = self.here();
        let left = self.term_or(angle)?;
        if !self.eat(Token::Implies) && !self.eat(Token::Arrow) {
            return Ok(left);
        }
        let right = self.deeper(|p| p.term_implies(angle))?;
        Ok(self.binary(start, TermOp::Implies, left, right))
    }

    fn binary(
        &self,
        start: source::Span,
        op: TermOp,
        left: At<TermExpr>,
        right: At<TermExpr>,
    ) -> At<TermExpr> {
        let node = TermExpr::Binary(op, Box::new(left), Box::new(right));
        At { node, span: self.since(start) }
    }

    fn term_or(&mut self, angle: Angle) -> Parsed {
        self.term_many(Token::Or, ManyOp::Or, |p| {
            p.term_many(Token::And, ManyOp::And, |p| p.comparison(angle))
        })
    }

    fn term_many(
        &mut self,
        token: Token,
        op: ManyOp,
        mut one: impl FnMut(&mut Self) -> Parsed,
    ) -> Parsed {
        let start = self.here();
        let first = one(self)?;
        if self.peek() != Some(token) {
            return Ok(first);
        }
        let mut all = vec![first];
        while self.eat(token) {
            all.push(one(self)?);
        }
        Ok(At { node: TermExpr::Many(op, all), span: self.since(start) })
    }

    fn comparison(&mut self, angle: Angle) -> Parsed {
        let start = self.here();
        let mut left = self.appended(angle)?;
        let (mut from, mut all) = (start, Vec::new());
        while let Some(op) = self.comparison_operator(angle) {
            self.bump();
            let place = self.here();
            let right = self.appended(angle)?;
            all.push(self.binary(from, op, left, right.clone()));
            (left, from) = (right, place);
            if angle == Angle::Closes {
                break;
            }
        }
        Ok(match all.len() {
            0 => left,
            1 => all.remove(0),
            // `a <= b <= c` as in Gospel.
            _ => At { node: TermExpr::Many(ManyOp::And, all), span: self.since(start) },
        })
    }

    fn comparison_operator(&self, angle: Angle) -> Option<TermOp> {
        Some(match self.peek()? {
            Token::Equal => TermOp::Equal,
            Token::Differs => TermOp::Differs,
            Token::Less => TermOp::Less,
            Token::LessEq => TermOp::LessEq,
            Token::GreaterEq => TermOp::GreaterEq,
            Token::Greater if angle == Angle::Compares || self.value_follows() => TermOp::Greater,
            _ => return None,
        })
    }

    /// `l @ m`, `s ^ t`
    fn appended(&mut self, angle: Angle) -> Parsed {
        let start = self.here();
        let first = self.listed(angle)?;
        let operator = match self.peek() {
            Some(Token::Append | Token::Caret) => self.text(),
            _ => return Ok(first),
        };
        let name = At { node: operator.to_owned(), span: self.here() };
        self.bump();
        let rest = self.deeper(|p| p.appended(angle))?;
        Ok(At { node: TermExpr::Apply(name, vec![first, rest]), span: self.since(start) })
    }

    /// `x :: l`
    fn listed(&mut self, angle: Angle) -> Parsed {
        let start = self.here();
        let first = self.sum(angle)?;
        let place = self.here();
        if !self.eat(Token::Cons) {
            return Ok(first);
        }
        let rest = self.deeper(|p| p.listed(angle))?;
        Ok(At { node: cons(place, first, rest), span: self.since(start) })
    }

    /// `[x; y]`
    fn list_literal(&mut self) -> Result<TermExpr, Failure> {
        let start = self.here();
        self.bump();
        let mut parts = vec![self.term()?];
        while self.eat(Token::Semicolon) {
            parts.push(self.term()?);
        }
        self.expect(Token::CloseList, "or `;`")?;
        let span = self.since(start);
        let nil = TermExpr::Name(At { node: "[]".to_owned(), span });
        let list = |rest, part| At { node: cons(span, part, rest), span };
        Ok(parts.into_iter().rfold(At { node: nil, span }, list).node)
    }

    /// What stands at an index or in a field: `a.(i)`, `s.[i]`, `(f x).count`. A field is the function of
    /// its name with the dot.
    fn part_of(&mut self, start: source::Span, mut value: At<TermExpr>) -> Parsed {
        loop {
            if self.peek() == Some(Token::OfField) {
                let field = At { node: self.text().to_owned(), span: self.here() };
                self.bump();
                let node = TermExpr::Apply(field, vec![value]);
                value = At { node, span: self.since(start) };
                continue;
            }
            let (get, close) = match self.peek() {
                Some(Token::OpenIndex) => ("Array.get", Token::Close),
                Some(Token::OpenCharIndex) => ("String.get", Token::CloseList),
                _ => return Ok(value),
            };
            let get = At { node: get.to_owned(), span: self.here() };
            self.bump();
            let index = self.deeper(Parser::term)?;
            self.expect(close, "after the index")?;
            value = At { node: TermExpr::Apply(get, vec![value, index]), span: self.since(start) };
        }
    }

    /// Whether the token after the next one begins a value.
    fn value_follows(&self) -> bool {
        self.value_begins(1) || self.peek_at(1) == Some(Token::Minus)
    }

    /// Whether a value begins so many tokens ahead, and not with an operator.
    fn value_begins(&self, ahead: usize) -> bool {
        match self.peek_at(ahead) {
            Some(Token::Name) => !self.is_item_word(ahead),
            // What a reference holds, as an argument.
            Some(Token::Not) => self.text_at(ahead) == "!" && self.is_variable(ahead + 1),
            Some(
                Token::Last
                | Token::Any
                | Token::Eps
                | Token::OpenList
                | Token::Number
                | Token::Text
                | Token::Char
                | Token::Tag
                | Token::True
                | Token::False
                | Token::Open
                | Token::Nil
                | Token::Underscore,
            ) => true,
            _ => false,
        }
    }

    fn sum(&mut self, angle: Angle) -> Parsed {
        let op = |token| match token {
            Token::Plus => Some(TermOp::Add),
            Token::Minus => Some(TermOp::Sub),
            _ => None,
        };
        self.chain(op, |p| p.product(angle))
    }

    fn product(&mut self, angle: Angle) -> Parsed {
        let op = |token| match token {
            Token::Star => Some(TermOp::Mul),
            Token::Slash => Some(TermOp::Div),
            Token::Mod => Some(TermOp::Mod),
            _ => None,
        };
        self.chain(op, |p| p.prefixed(angle))
    }

    /// Operators that group to the left. Each makes the tree one level deeper.
    fn chain(
        &mut self,
        op: impl Fn(Token) -> Option<TermOp>,
        mut one: impl FnMut(&mut Self) -> Parsed,
    ) -> Parsed {
        let start = self.here();
        let mut left = one(self)?;
        for _ in 0..64 {
            let Some(op) = self.peek().and_then(&op) else { return Ok(left) };
            self.bump();
            let right = one(self)?;
            left = self.binary(start, op, left, right);
        }
        Err(self.unexpected("the end of a row of 64 operators (use parentheses)"))
    }

    fn prefixed(&mut self, angle: Angle) -> Parsed {
        let start = self.here();
        let node = match self.peek() {
            Some(Token::Not) => {
                self.bump();
                TermExpr::Not(Box::new(self.deeper(|p| p.prefixed(angle))?))
            }
            Some(Token::Minus) => {
                self.bump();
                TermExpr::Minus(Box::new(self.deeper(|p| p.prefixed(angle))?))
            }
            Some(Token::If) => self.conditional(angle)?,
            _ => return self.construction(),
        };
        Ok(At { node, span: self.since(start) })
    }

    /// `Some x`, `Pair (x, y)` and `length xs` as people write them in OCaml, or any other atom.
    fn construction(&mut self) -> Parsed {
        let start = self.here();
        let atom = self.atom()?;
        let node = match (atom.node, self.peek()) {
            (TermExpr::Name(name), Some(Token::Open)) if is_constructor(&name.node) => {
                TermExpr::Apply(name, self.tuple(Parser::term)?)
            }
            (TermExpr::Name(name), Some(_))
                if is_constructor(&name.node) && self.value_begins(0) =>
            {
                TermExpr::Apply(name, vec![self.argument()?])
            }
            (TermExpr::Name(name), Some(_)) if self.value_begins(0) => {
                let mut args = Vec::new();
                while self.value_begins(0) {
                    args.push(self.argument()?);
                }
                TermExpr::Apply(name, args)
            }
            (node, _) => return Ok(At { node, span: atom.span }),
        };
        Ok(At { node, span: self.since(start) })
    }

    /// An argument of a function that stands before it without parentheses.
    fn argument(&mut self) -> Parsed {
        let start = self.here();
        if !self.eat(Token::Not) {
            return self.atom();
        }
        let node = TermExpr::Not(Box::new(self.atom()?));
        Ok(At { node, span: self.since(start) })
    }

    fn conditional(&mut self, angle: Angle) -> Result<TermExpr, Failure> {
        self.bump();
        let cond = self.deeper(|p| p.term_iff(Angle::Compares))?;
        self.expect(Token::Then, "")?;
        let yes = self.deeper(|p| p.term_iff(Angle::Compares))?;
        self.expect(Token::Else, "")?;
        // As in OCaml, nothing binds more loosely: `if c then a else b - 1` has two branches.
        let no = self.deeper(|p| p.term_iff(angle))?;
        Ok(TermExpr::If(Box::new(cond), Box::new(yes), Box::new(no)))
    }

    /// A name, a constant, an application, or anything in parentheses. The parenthesis of an
    /// application touches the function's name: `<put k (x + 1)>` has two arguments.
    pub(crate) fn atom(&mut self) -> Parsed {
        let start = self.here();
        let node = match self.peek() {
            Some(Token::True) => self.value(TermExpr::Bool(true)),
            Some(Token::False) => self.value(TermExpr::Bool(false)),
            Some(Token::Number) => self.value(TermExpr::Number(self.text().to_owned())),
            Some(Token::Text) => self.value(TermExpr::Text(unescape(self.text()))),
            Some(Token::Char) => match character(self.text()) {
                Some(code) => self.value(TermExpr::Char(code)),
                None => return Err(self.unexpected("a character of one byte")),
            },
            Some(Token::Underscore | Token::Nil | Token::Tag) => {
                let name = At { node: self.text().to_owned(), span: self.here() };
                self.value(TermExpr::Name(name))
            }
            Some(Token::Open) if self.peek_at(1) == Some(Token::Close) => {
                self.bump();
                self.bump();
                let name = At { node: "()".to_owned(), span: self.since(start) };
                TermExpr::Name(name)
            }
            Some(Token::OpenList) => self.list_literal()?,
            Some(Token::Open) if self.code_begins() => self.code()?,
            Some(Token::Letter) => {
                let name = At { node: self.text().to_owned(), span: self.here() };
                self.value(TermExpr::Name(name))
            }
            Some(Token::Name | Token::Last | Token::Any | Token::Eps) => {
                let name = self.variable("a value")?;
                let touches =
                    self.peek() == Some(Token::Open) && self.here().start == name.span.end;
                match touches {
                    true => TermExpr::Apply(name, self.tuple(Parser::term)?),
                    false => TermExpr::Name(name),
                }
            }
            Some(Token::Open) => {
                self.bump();
                let inner = self.term()?;
                self.expect(Token::Close, "")?;
                inner.node
            }
            _ => return Err(self.unexpected("a value")),
        };
        let value = At { node, span: self.since(start) };
        self.part_of(start, value)
    }

    /// Whether an expression of the program in parentheses comes next, which only the program can read:
    /// `(fun …)`, `(match …)`, `(let …)`, `(+)`.
    fn code_begins(&self) -> bool {
        let is_operator = self.peek_at(2) == Some(Token::Close)
            && self.peek_at(1).is_some_and(|token| {
                use Token::{Append, Caret, Differs, Equal, Greater, GreaterEq};
                use Token::{Less, LessEq, Minus, Mod, Plus, Slash, Star};
                let all = [Append, Caret, Differs, Equal, Greater, GreaterEq, Less, LessEq];
                all.contains(&token) || [Minus, Mod, Plus, Slash, Star].contains(&token)
            });
        is_operator || ["fun", "function", "match", "let"].contains(&self.text_at(1))
    }

    /// The text up to the parenthesis that closes the one that comes next.
    fn code(&mut self) -> Result<TermExpr, Failure> {
        let start = self.here();
        let mut depth = 0usize;
        loop {
            match self.peek() {
                Some(Token::Open | Token::OpenIndex) => depth += 1,
                Some(Token::Close) => depth -= 1,
                Some(_) => {}
                None => return Err(self.unexpected("`)` at the end of an expression")),
            }
            self.bump();
            if depth == 0 {
                break;
            }
        }
        let span = self.since(start);
        // Its characters need not be those of a spec.
        self.forgive(span);
        Ok(TermExpr::Code(self.file.text()[span.range()].to_owned()))
    }

    fn value(&mut self, term: TermExpr) -> TermExpr {
        self.bump();
        term
    }
}

fn cons(place: source::Span, first: At<TermExpr>, rest: At<TermExpr>) -> TermExpr {
    TermExpr::Apply(At { node: "::".to_owned(), span: place }, vec![first, rest])
}

/// The code of a character of OCaml with its quotes; none if it has no code of one byte.
fn character(token: &str) -> Option<u8> {
    let inner = token.strip_prefix('\'')?.strip_suffix('\'')?;
    let Some(escaped) = inner.strip_prefix('\\') else {
        let c = inner.chars().next()?;
        return c.is_ascii().then_some(c as u8);
    };
    match escaped.as_bytes() {
        [b'n'] => Some(b'\n'),
        [b't'] => Some(b'\t'),
        [b'r'] => Some(b'\r'),
        [b'b'] => Some(8),
        [only @ (b'\'' | b'"' | b'\\' | b' ')] => Some(*only),
        [b'x', ..] => u8::from_str_radix(&escaped[1..], 16).ok(),
        _ => escaped.parse().ok(),
    }
}

/// Whether a name is that of a constructor: `Some`, `Color.Red`, `[]`.
pub(crate) fn is_constructor(name: &str) -> bool {
    let last = name.rsplit('.').next().unwrap_or(name);
    matches!(last, "[]" | "()" | "::") || last.starts_with(|c: char| c.is_uppercase() || c == '`')
}

/// The text between the quotes of a string token.
pub(crate) fn unescape(token: &str) -> String {
    let inner = token.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or(token);
    let mut text = String::new();
    let mut chars = inner.chars();
    while let Some(c) = chars.next() {
        match (c, c == '\\') {
            (_, false) => text.push(c),
            (_, true) => match chars.next() {
                Some('n') => text.push('\n'),
                Some('t') => text.push('\t'),
                Some(other) => text.push(other),
                None => {}
            },
        }
    }
    text
}
