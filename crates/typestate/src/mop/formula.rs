//! Regular expressions and formulas of linear time.

use syntax::{Descent, Parsed};

use super::Reader;
use super::item::{Body, Draft};
use super::token::Token;
use crate::logic::{Binary, Ere, Ltl, Unary};

impl Reader<'_> {
    pub(super) fn ere_body(&mut self, draft: &Draft) -> Parsed<Body> {
        self.ere(draft).map(|ere| Body::Ere(ere, None))
    }

    pub(super) fn ltl_body(&mut self, draft: &Draft) -> Parsed<Body> {
        self.ltl(draft).map(|ltl| Body::Ltl(ltl, None))
    }

    fn ere(&mut self, draft: &Draft) -> Parsed<Ere> {
        let mut parts = vec![self.ere_and(draft)?];
        while self.eat(Token::Or) {
            parts.push(self.ere_and(draft)?);
        }
        Ok(one_or(parts, Ere::Or))
    }

    fn ere_and(&mut self, draft: &Draft) -> Parsed<Ere> {
        let mut parts = vec![self.ere_then(draft)?];
        while self.eat(Token::And) {
            parts.push(self.ere_then(draft)?);
        }
        Ok(one_or(parts, Ere::And))
    }

    fn ere_then(&mut self, draft: &Draft) -> Parsed<Ere> {
        let mut parts = vec![self.ere_not(draft)?];
        while self.begins_ere(draft) {
            parts.push(self.ere_not(draft)?);
        }
        Ok(one_or(parts, Ere::Then))
    }

    /// Whether an expression goes on. A name in front of `:` or another part of the property does not
    /// belong to it.
    fn begins_ere(&self, draft: &Draft) -> bool {
        match self.token() {
            Token::LeftParen | Token::Tilde => true,
            Token::Name => {
                let name = self.slice();
                let known = draft.letters.iter().any(|letter| letter == name);
                known || !matches!(name, "event" | "never" | "always" | "creation")
            }
            _ => false,
        }
    }

    fn ere_not(&mut self, draft: &Draft) -> Parsed<Ere> {
        if self.eat(Token::Tilde) {
            let inner = self.nested(|reader| reader.ere_not(draft))?;
            return Ok(Ere::Not(Box::new(inner)));
        }
        let mut ere = self.ere_atom(draft)?;
        loop {
            if self.eat(Token::Star) {
                ere = Ere::Star(Box::new(ere));
            } else if self.eat(Token::Plus) {
                ere = Ere::Then(vec![ere.clone(), Ere::Star(Box::new(ere))]);
            } else {
                return Ok(ere);
            }
        }
    }

    fn ere_atom(&mut self, draft: &Draft) -> Parsed<Ere> {
        if self.eat(Token::LeftParen) {
            let inner = self.nested(|reader| reader.ere(draft))?;
            self.expect(Token::RightParen, "`)`")?;
            return Ok(inner);
        }
        let (name, span) = self.name("an event or `(`")?;
        if let Some(letter) = draft.letters.iter().position(|known| *known == name) {
            return Ok(Ere::Event(crate::automaton::Letter(letter as u8)));
        }
        match name.as_str() {
            "epsilon" => Ok(Ere::Epsilon),
            "empty" => Ok(Ere::Empty),
            "any" => Ok(Ere::Any),
            _ => self.known_letter(draft, &name, span).map(Ere::Event),
        }
    }

    /// `=>` and `<=>` bind least, then or, and, until; operators over one formula bind most.
    fn ltl(&mut self, draft: &Draft) -> Parsed<Ltl> {
        let left = self.ltl_or(draft)?;
        let op = match self.token() {
            Token::Implies => Binary::Implies,
            Token::Iff => Binary::Iff,
            Token::Arrow => Binary::Implies,
            _ if self.is_word("implies") => Binary::Implies,
            _ => return Ok(left),
        };
        self.bump();
        let right = self.nested(|reader| reader.ltl(draft))?;
        Ok(binary(op, left, right))
    }

    fn ltl_or(&mut self, draft: &Draft) -> Parsed<Ltl> {
        let mut left = self.ltl_and(draft)?;
        loop {
            let op = match self.token() {
                Token::OrOr | Token::Or => Binary::Or,
                _ if self.is_word("or") => Binary::Or,
                _ if self.is_word("xor") => Binary::Xor,
                _ => return Ok(left),
            };
            self.bump();
            left = binary(op, left, self.ltl_and(draft)?);
        }
    }

    fn ltl_and(&mut self, draft: &Draft) -> Parsed<Ltl> {
        let mut left = self.ltl_until(draft)?;
        loop {
            let is_and = matches!(self.token(), Token::AndAnd | Token::And) || self.is_word("and");
            if !is_and {
                return Ok(left);
            }
            self.bump();
            left = binary(Binary::And, left, self.ltl_until(draft)?);
        }
    }

    fn ltl_until(&mut self, draft: &Draft) -> Parsed<Ltl> {
        let left = self.ltl_unary(draft)?;
        let known = self.token() == Token::Name && draft.letters.iter().any(|l| l == self.slice());
        let op = match self.slice() {
            "U" if !known => Binary::Until,
            "W" if !known => Binary::WeakUntil,
            "R" if !known => Binary::Release,
            "S" if !known => Binary::Since,
            _ => return Ok(left),
        };
        self.bump();
        let right = self.nested(|reader| reader.ltl_until(draft))?;
        Ok(binary(op, left, right))
    }

    fn ltl_unary(&mut self, draft: &Draft) -> Parsed<Ltl> {
        let known = self.token() == Token::Name && draft.letters.iter().any(|l| l == self.slice());
        let op = match self.token() {
            Token::Not => Unary::Not,
            Token::Box => Unary::Globally,
            Token::Diamond => Unary::Finally,
            Token::Before => Unary::Before,
            Token::AlwaysBefore => Unary::Always,
            Token::OnceBefore => Unary::Once,
            Token::Name if !known => match self.slice() {
                "not" => Unary::Not,
                "o" | "X" => Unary::Next,
                "F" => Unary::Finally,
                "G" => Unary::Globally,
                _ => return self.ltl_atom(draft),
            },
            _ => return self.ltl_atom(draft),
        };
        self.bump();
        let inner = self.nested(|reader| reader.ltl_unary(draft))?;
        Ok(Ltl::Unary(op, Box::new(inner)))
    }

    fn ltl_atom(&mut self, draft: &Draft) -> Parsed<Ltl> {
        if self.eat(Token::LeftParen) {
            let inner = self.nested(|reader| reader.ltl(draft))?;
            self.expect(Token::RightParen, "`)`")?;
            return Ok(inner);
        }
        let (name, span) = self.name("an event, an operator or `(`")?;
        match name.as_str() {
            "true" => Ok(Ltl::Constant(true)),
            "false" => Ok(Ltl::Constant(false)),
            _ => self.known_letter(draft, &name, span).map(Ltl::Event),
        }
    }
}

fn binary(op: Binary, left: Ltl, right: Ltl) -> Ltl {
    Ltl::Binary(op, Box::new(left), Box::new(right))
}

fn one_or(mut parts: Vec<Ere>, many: impl FnOnce(Vec<Ere>) -> Ere) -> Ere {
    if parts.len() == 1 { parts.remove(0) } else { many(parts) }
}
