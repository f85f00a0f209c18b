//! Automata that are written out: `fsm: state [ event -> state … ] … alias name = state, …`.

use source::Span;
use syntax::{Descent, Parsed};

use super::Reader;
use super::item::{Body, Draft};
use super::token::Token;
use crate::automaton::{Automaton, Letter, State, StateSet};

/// An automaton as it is written.
pub(super) struct Machine {
    states: Vec<Written>,
    /// Names for sets of states.
    aliases: Vec<(String, Vec<(String, Span)>)>,
}

struct Written {
    name: String,
    transitions: Vec<(Letter, (String, Span))>,
    default: Option<(String, Span)>,
}

impl Reader<'_> {
    pub(super) fn machine_body(&mut self, draft: &Draft) -> Parsed<Body> {
        let mut machine = Machine { states: Vec::new(), aliases: Vec::new() };
        while self.token() == Token::Name {
            if self.is_word("alias") {
                self.bump();
                let alias = self.alias()?;
                machine.aliases.push(alias);
            } else {
                let state = self.state(draft)?;
                machine.states.push(state);
            }
        }
        if machine.states.is_empty() {
            return Err(self.unexpected("a state such as `start [ event -> start ]`"));
        }
        Ok(Body::Machine(machine))
    }

    fn alias(&mut self) -> Parsed<(String, Vec<(String, Span)>)> {
        let (name, _) = self.name("a name for states")?;
        self.expect(Token::Equals, "`=`")?;
        let mut states = vec![self.name("a state")?];
        while self.eat(Token::Comma) {
            states.push(self.name("a state")?);
        }
        Ok((name, states))
    }

    fn state(&mut self, draft: &Draft) -> Parsed<Written> {
        let (name, _) = self.name("a state")?;
        let mut state = Written { name, transitions: Vec::new(), default: None };
        if self.eat(Token::Box) {
            return Ok(state);
        }
        self.expect(Token::LeftBracket, "`[`")?;
        while !self.eat(Token::RightBracket) {
            let (event, span) = self.name("an event")?;
            self.eat(Token::Arrow);
            let to = self.name("a state")?;
            if event == "default" {
                state.default = Some(to);
            } else {
                state.transitions.push((self.known_letter(draft, &event, span)?, to));
            }
            self.eat(Token::Comma);
        }
        Ok(state)
    }

    /// The automaton with the states marked that its handlers name.
    pub(super) fn marked_machine(
        &mut self,
        machine: &Machine,
        handlers: &[(String, Span)],
        span: Span,
        letters: usize,
    ) -> Parsed<Automaton> {
        if machine.states.len() >= Automaton::MOST_STATES {
            return Err(self.wrong(
                span,
                "the automaton has too many states",
                "split the property",
            ));
        }
        let mut names: Vec<String> =
            machine.states.iter().map(|state| state.name.clone()).collect();
        let fails = handlers.iter().any(|(name, _)| name == "fail");
        let fail = fails.then_some(State(names.len() as u8));
        let mut next = Vec::new();
        for state in &machine.states {
            let default = match &state.default {
                Some(to) => Some(self.state_named(&names, to)?),
                None => fail,
            };
            let mut row = vec![default; letters];
            for (letter, to) in &state.transitions {
                row[letter.index()] = Some(self.state_named(&names, to)?);
            }
            next.push(row);
        }
        let mut violating = StateSet::default();
        for (handler, span) in handlers.iter().filter(|(name, _)| name != "fail") {
            for state in self.handled_states(machine, &names, handler, *span)? {
                violating.insert(state);
            }
        }
        if let Some(fail) = fail {
            names.push("fail".to_owned());
            next.push(vec![Some(fail); letters]);
            violating.insert(fail);
        }
        if violating.is_empty() {
            let help = "add `@fail {}`, or a handler named like the state that must not be reached";
            return Err(self.wrong(span, "no handler says what must not happen", help));
        }
        Ok(Automaton::new(names, next, violating, StateSet::default()))
    }

    fn handled_states(
        &mut self,
        machine: &Machine,
        names: &[String],
        handler: &str,
        span: Span,
    ) -> Parsed<Vec<State>> {
        match machine.aliases.iter().find(|(alias, _)| alias == handler) {
            Some((_, states)) => {
                states.iter().map(|state| self.state_named(names, state)).collect()
            }
            None => Ok(vec![self.state_named(names, &(handler.to_owned(), span))?]),
        }
    }

    fn state_named(&mut self, names: &[String], state: &(String, Span)) -> Parsed<State> {
        match names.iter().position(|name| *name == state.0) {
            Some(number) => Ok(State(number as u8)),
            None => {
                let help = format!("the states are {}", names.join(", "));
                Err(self.wrong(state.1, format!("there is no state `{}`", state.0), &help))
            }
        }
    }
}
