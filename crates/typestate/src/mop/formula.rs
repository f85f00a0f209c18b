//! Regular expressions and formulas of linear time.

use source::{Diagnostic, Span};
use syntax::temporal::{self, FormulaReader, InfixOp, PrefixOp, TemporalLogic, TemporalOp};
use syntax::{Descent, Parsed, Reported};

use super::Reader;
use super::item::{Body, Draft};
use super::token::Token;
use crate::logic::{Ere, Ltl};

impl Reader<'_> {
    pub(super) fn ere_body(&mut self, draft: &Draft) -> Parsed<Body> {
        self.ere(draft).map(|ere| Body::Ere(ere, None))
    }

    pub(super) fn ltl_body(&mut self, draft: &Draft) -> Parsed<Body> {
        self.ltl(draft).map(|ltl| Body::Ltl(ltl, None))
    }

    /// A formula about the past, which is said of every event.
    pub(super) fn past_body(&mut self, draft: &Draft) -> Parsed<Body> {
        let always = |ltl| Ltl::Unary(PrefixOp::Globally, Box::new(ltl));
        self.ltl(draft).map(|ltl| Body::Ltl(always(ltl), None))
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

    fn ltl(&mut self, draft: &Draft) -> Parsed<Ltl> {
        temporal::formula(&mut LinearTime { reader: self, draft })
    }
}

/// A formula of linear time being read. The names of events are its atoms, also if an operator is
/// spelled so.
struct LinearTime<'r, 't> {
    reader: &'r mut Reader<'t>,
    draft: &'r Draft,
}

impl LinearTime<'_, '_> {
    fn is_event(&self, name: &str) -> bool {
        self.draft.letters.iter().any(|letter| letter == name)
    }

    /// The text of the next token, unless it is the name of an event.
    fn spelling(&self) -> Option<&str> {
        let slice = self.reader.slice();
        (!self.is_event(slice)).then_some(slice)
    }

    /// Whether a formula begins behind the next token.
    fn operand_follows(&self) -> bool {
        let (token, span) = self.reader.cursor().second();
        let text = &self.reader.file.text()[span.range()];
        match token {
            Token::LeftParen => true,
            Token::Name => self.is_event(text) || InfixOp::spelled(text).is_none(),
            _ => PrefixOp::spelled(text).is_some(),
        }
    }
}

impl FormulaReader for LinearTime<'_, '_> {
    type Formula = Ltl;
    type Error = Reported;

    const LOGIC: TemporalLogic = TemporalLogic::Properties;

    fn prefix(&self) -> Option<PrefixOp> {
        let spelling = self.spelling()?;
        let op = PrefixOp::spelled(spelling)?;
        (!temporal::may_be_name(spelling) || self.operand_follows()).then_some(op)
    }

    fn infix(&self) -> Option<InfixOp> {
        self.spelling().and_then(InfixOp::spelled)
    }

    fn next_token(&self) -> (Span, &str) {
        (self.reader.span(), self.reader.slice())
    }

    fn go_over(&mut self, _: TemporalOp) -> Parsed<()> {
        self.reader.bump();
        Ok(())
    }

    fn atom(&mut self) -> Parsed<Ltl> {
        if self.reader.eat(Token::LeftParen) {
            let inner = self.deeper(temporal::formula)?;
            self.reader.expect(Token::RightParen, "`)`")?;
            return Ok(inner);
        }
        let (name, span) = self.reader.name("an event, an operator or `(`")?;
        match name.as_str() {
            "true" => Ok(Ltl::Constant(true)),
            "false" => Ok(Ltl::Constant(false)),
            _ => self.reader.known_letter(self.draft, &name, span).map(Ltl::Event),
        }
    }

    fn unary(&mut self, _: Span, op: PrefixOp, inner: Ltl) -> Parsed<Ltl> {
        Ok(Ltl::Unary(op, Box::new(inner)))
    }

    fn binary(&mut self, _: Span, op: InfixOp, left: Ltl, right: Ltl) -> Parsed<Ltl> {
        Ok(binary(op, left, right))
    }

    fn row(&mut self, _: Span, op: InfixOp, parts: Vec<Ltl>) -> Parsed<Ltl> {
        Ok(temporal::pairwise(parts, &mut |left, right| binary(op, left, right)))
    }

    fn enter(&mut self) -> Parsed<()> {
        self.reader.enter()
    }

    fn leave(&mut self) {
        self.reader.leave();
    }

    fn refuse(&mut self, error: Diagnostic) -> Reported {
        self.reader.report(error)
    }
}

fn binary(op: InfixOp, left: Ltl, right: Ltl) -> Ltl {
    Ltl::Binary(op, Box::new(left), Box::new(right))
}

fn one_or(mut parts: Vec<Ere>, many: impl FnOnce(Vec<Ere>) -> Ere) -> Ere {
    if parts.len() == 1 { parts.remove(0) } else { many(parts) }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use source::Files;
    use test_support::{Dice, TemporalFormula};

    use super::*;
    use crate::automaton::Letter;

    /// Events that are spelled like operators are among them.
    const LETTERS: [&str; TemporalFormula::ATOMS] = ["a", "once", "W", "d"];

    fn read(text: &str) -> Result<Ltl, Vec<Diagnostic>> {
        let mut draft = Draft::default();
        draft.letters.extend(LETTERS.map(str::to_owned));
        let file = Files::new().add("t.mop", text);
        let cursor = syntax::Cursor::new(&file);
        let mut reader = Reader { file: &file, cursor, imports: Default::default() };
        let read = reader.ltl(&draft);
        if reader.token() != Token::End {
            let _ = reader.unexpected("the end");
        }
        let errors = reader.cursor.errors.finish();
        read.ok().filter(|_| errors.is_empty()).ok_or(errors)
    }

    /// Whether an operator may be spelled like an event, so that it is the event.
    fn is_hidden(text: &str) -> bool {
        LETTERS.contains(&text)
    }

    proptest! {
        #[test]
        fn formulas_in_any_spelling_are_read_back(
            tape in prop::collection::vec(any::<u8>(), 0..80),
        ) {
            let mut dice = Dice::of_tape(&tape);
            let drawn = TemporalFormula::draw(&mut dice, TemporalLogic::Properties, 5);
            let names = ["e0", "e1", "e2", "e3"];
            let text = drawn.print(&mut dice, &names);
            prop_assume!(!text.split([' ', '(', ')']).any(is_hidden));
            let text = names.iter().zip(LETTERS).fold(text, |text, (e, l)| text.replace(e, l));
            let expected = drawn.fold(
                &|atom| Ltl::Event(Letter(atom as u8)),
                &|op, inner| Ltl::Unary(op, Box::new(inner)),
                &binary,
                &|op, parts| temporal::pairwise(parts, &mut |left, right| binary(op, left, right)),
            );
            prop_assert_eq!(read(&text), Ok(expected), "{}", text);
        }
    }

    #[test]
    fn events_that_are_spelled_like_operators_are_events() {
        assert_eq!(read("once => <*> once"), read("(once) => (<*> (once))"));
        assert_eq!(read("[] W unless a"), read("([] (W)) unless a"));
        let errors = read("a W d").expect_err("`W` is an event");
        assert_eq!(errors[0].message, "expected the end, found `W`");
    }

    #[test]
    fn unknown_events_are_named() {
        for name in ["next", "nex", "S", "X2"] {
            let errors = read(&format!("[]({name} => a)")).expect_err("it is unknown");
            assert_eq!(errors[0].message, format!("there is no event `{name}`"));
        }
    }
}
