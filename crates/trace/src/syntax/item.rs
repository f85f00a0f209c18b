//! Reading declarations.

use crate::suggest;
use crate::syntax::expr::term::unescape;
use crate::syntax::parser::{Failure, ITEM_WORDS, Parser};
use crate::syntax::token::Token;
use crate::syntax::tree::{At, Binding, Item, MarkKind, Mode, Name, RecordTest, RecordValue};

impl Parser<'_> {
    /// One declaration.
    pub(crate) fn item(&mut self) -> Result<At<Item>, Failure> {
        let start = self.here();
        let word = self.text();
        if self.peek() != Some(Token::Name) {
            return Err(self.unexpected("a declaration"));
        }
        if !ITEM_WORDS.contains(&word) {
            let failure = self.unexpected("a declaration");
            return Err(Box::new(suggest::add(*failure, word, ITEM_WORDS.iter().copied())));
        }
        self.bump();
        let node = match word {
            "sort" => Item::Sort(self.list(|p| p.name("the name of a sort"))?),
            "const" => Item::Const(self.list(|p| p.sorted("the name of a constant"))?),
            "fun" => self.fun()?,
            "axiom" => self.axiom()?,
            "op" => self.op()?,
            "event" => self.event_item()?,
            "ghost" => Item::Ghost(self.list(|p| p.sorted("the name of a ghost"))?),
            "predicate" => self.predicate()?,
            "property" => self.property(Mode::Ltl)?,
            "regex" => self.property(Mode::Regex)?,
            _ => self.automaton()?,
        };
        Ok(At { node, span: self.since(start) })
    }

    /// `name: Sort`
    fn sorted(&mut self, what: &str) -> Result<Binding, Failure> {
        let name = self.name(what)?;
        self.expect(Token::Colon, "and a sort")?;
        Ok(Binding { name, sort: Some(self.name("the name of a sort")?) })
    }

    /// `name: Sort` or `name`
    fn binding(&mut self) -> Result<Binding, Failure> {
        let name = self.name("the name of a parameter")?;
        let sorted = self.eat(Token::Colon);
        let sort =
            if sorted { Some(self.name("the name of a sort, or `instance`")?) } else { None };
        Ok(Binding { name, sort })
    }

    fn fun(&mut self) -> Result<Item, Failure> {
        let name = self.name("the name of a function")?;
        let params = self.tuple(|p| p.name("the name of a sort"))?;
        self.expect(Token::Colon, "and the sort of the result")?;
        Ok(Item::Fun { name, params, result: self.name("the name of a sort")? })
    }

    fn axiom(&mut self) -> Result<Item, Failure> {
        let name = self.name("the name of an axiom")?;
        let vars = self.tuple(|p| p.sorted("the name of a variable"))?;
        self.expect(Token::Define, "")?;
        Ok(Item::Axiom { name, vars, body: self.term()? })
    }

    fn op(&mut self) -> Result<Item, Failure> {
        if self.eat(Token::Dots) {
            return Ok(Item::OtherOps);
        }
        let name = self.name("the name of an operation, or `...`")?;
        let params = self.tuple(|p| p.sorted("the name of a parameter"))?;
        let result =
            if self.eat(Token::Colon) { Some(self.name("the name of a sort")?) } else { None };
        Ok(Item::Op { name, params, result })
    }

    /// Which records are calls of an operation.
    fn event_item(&mut self) -> Result<Item, Failure> {
        let name = self.name("the name of an operation")?;
        let args = self.tuple(|p| p.field())?;
        let result = if self.eat(Token::Colon) { Some(self.field()?) } else { None };
        let mut tests = Vec::new();
        if self.eat_word("when") {
            tests.push(self.record_test()?);
            while self.eat(Token::And) {
                tests.push(self.record_test()?);
            }
        }
        Ok(Item::Event { name, args, result, tests })
    }

    /// The name of a field of a record, in quotes if it is no word.
    fn field(&mut self) -> Result<Name, Failure> {
        if self.peek() != Some(Token::Text) {
            return self.name("the name of a field");
        }
        let span = self.here();
        let node = unescape(self.text());
        self.bump();
        Ok(At { node, span })
    }

    fn record_test(&mut self) -> Result<RecordTest, Failure> {
        let field = self.field()?;
        if self.eat(Token::Equal) {
            return Ok(RecordTest::Is(field, self.record_value()?));
        }
        if self.eat(Token::Differs) {
            return Ok(RecordTest::IsNot(field, self.record_value()?));
        }
        Ok(RecordTest::Has(field))
    }

    fn record_value(&mut self) -> Result<RecordValue, Failure> {
        let sign = if self.eat(Token::Minus) { "-" } else { "" };
        let value = match self.peek() {
            Some(Token::True) if sign.is_empty() => RecordValue::Bool(true),
            Some(Token::False) if sign.is_empty() => RecordValue::Bool(false),
            Some(Token::Text) if sign.is_empty() => RecordValue::Text(unescape(self.text())),
            Some(Token::Number) => match format!("{sign}{}", self.text()).parse() {
                Ok(int) => RecordValue::Int(int),
                Err(_) => return Err(self.unexpected("a number of at most 64 bits")),
            },
            _ => return Err(self.unexpected("a text in quotes, a number, `true` or `false`")),
        };
        self.bump();
        Ok(value)
    }

    fn predicate(&mut self) -> Result<Item, Failure> {
        let mode = if self.eat_word("regex") { Mode::Regex } else { Mode::Ltl };
        let name = self.name("the name of a predicate")?;
        let params = self.tuple(|p| p.binding())?;
        self.expect(Token::Define, "")?;
        Ok(Item::Predicate { name, params, mode, body: self.expr(mode)? })
    }

    fn property(&mut self, mode: Mode) -> Result<Item, Failure> {
        let name = self.name("the name of a property")?;
        self.expect(Token::Define, "")?;
        Ok(Item::Property { name, mode, body: self.expr(mode)? })
    }

    fn automaton(&mut self) -> Result<Item, Failure> {
        let name = self.name("the name of an automaton")?;
        self.expect(Token::OpenBrace, "")?;
        if !self.eat_word("start") {
            return Err(self.unexpected("`start` and the first state"));
        }
        let start = self.name("the name of a state")?;
        let kind = match () {
            () if self.eat_word("accept") => MarkKind::Accept,
            () if self.eat_word("violating") => MarkKind::Violating,
            () => return Err(self.unexpected("`accept` or `violating` and states")),
        };
        let marked = self.list(|p| p.name("the name of a state"))?;
        let mut transitions = Vec::new();
        while !self.eat(Token::CloseBrace) {
            let from = self.name("the name of a state, or `}`")?;
            self.expect(Token::OpenEdge, "and the events of a transition")?;
            let events = self.events()?;
            self.expect(Token::CloseEdge, "and a state")?;
            transitions.push((from, events, self.name("the name of a state")?));
        }
        Ok(Item::Automaton { name, start, kind, marked, transitions })
    }
}
