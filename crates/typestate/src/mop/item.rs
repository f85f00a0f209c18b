//! Properties and their parts.

use std::sync::Arc;

use source::Span;
use syntax::temporal::PrefixOp;
use syntax::{Descent, Parsed};

use super::Reader;
use super::pointcut::Pointcut;
use super::token::Token;
use crate::automaton::{Automaton, Letter, State, StateSet};
use crate::build::Broken;
use crate::event::{Arguments, Binding, EventDecl, When};
use crate::expr::Expr;
use crate::logic::{Ere, Ltl};
use crate::pattern::TypePattern;
use crate::property::{Combinations, Param, Property};

/// A property being read.
#[derive(Default)]
pub(super) struct Draft {
    pub(super) params: Vec<Param>,
    pub(super) letters: Vec<String>,
    pub(super) events: Vec<EventDecl>,
    body: Option<(Body, Span)>,
    /// The handlers of a `.mop` file, each with its place.
    handlers: Vec<(String, Span)>,
    /// The events that are the end of the program.
    ends: Vec<Letter>,
    /// The code of the actions of events, with the place of each event.
    actions: Vec<(Letter, String, Span)>,
}

/// What a property says.
pub(super) enum Body {
    /// An automaton that was written out, whose handlers say what is wrong.
    Machine(super::machine::Machine),
    /// A regular expression.
    Ere(crate::logic::Ere, Option<Broken>),
    /// A formula of linear time.
    Ltl(crate::logic::Ltl, Option<Broken>),
}

/// A parameter of an event, by its own name and type.
pub(super) type Formal = (String, TypePattern);

/// Words before a property that do not change what it means.
const HARMLESS: [&str; 5] =
    ["unsynchronized", "decentralized", "centralized", "perthread", "enforce"];

/// What the words before a property say.
#[derive(Clone, Copy, Default)]
struct Modifiers {
    scope: Combinations,
    /// Whether every end of a run counts as one.
    suffix: bool,
}

impl Reader<'_> {
    pub(super) fn property(&mut self) -> Parsed<Property> {
        let modifiers = self.modifiers();
        let short = self.eat_word("property");
        let (name, span) = self.name("the name of a property")?;
        if self.token() == Token::Name || self.token() == Token::Sign {
            let message = format!("`{name}` before a property is not supported");
            return Err(self.wrong(span, message, "leave it out if it does not matter here"));
        }
        let params = self.params()?.into_iter().map(|(name, ty)| Param { name, ty }).collect();
        let mut draft = Draft { params, ..Draft::default() };
        self.expect(Token::LeftBrace, "`{`")?;
        while !self.eat(Token::RightBrace) {
            if short { self.short_item(&mut draft)? } else { self.item(&mut draft)? }
        }
        let automaton = self.automaton(&draft, span)?;
        let automaton = match modifiers.suffix {
            true => automaton.of_suffixes(draft.letters.len()).ok_or_else(|| {
                self.wrong(
                    span,
                    "the automaton of all ends of runs is too large",
                    "split the property",
                )
            })?,
            false => automaton,
        };
        let automaton = automaton.ended_by(&draft.ends);
        let Draft { params, letters, events, .. } = draft;
        Ok(Property { name, span, params, letters, events, automaton, scope: modifiers.scope })
    }

    fn modifiers(&mut self) -> Modifiers {
        let mut modifiers = Modifiers::default();
        loop {
            if HARMLESS.iter().any(|word| self.is_word(word)) {
                self.bump();
            } else if self.eat_word("suffix") {
                modifiers.suffix = true;
            } else if self.eat_word("connected") {
                modifiers.scope.connected = true;
            } else if self.is_word("full") && self.cursor().second().0 == Token::Sign {
                self.bump();
                self.bump();
                self.eat_word("binding");
                modifiers.scope.full = true;
            } else {
                return modifiers;
            }
        }
    }

    /// `(Type name, …)`.
    pub(super) fn params(&mut self) -> Parsed<Vec<Formal>> {
        self.expect(Token::LeftParen, "`(` and the parameters")?;
        self.separated(Token::RightParen, Reader::param)
    }

    fn optional_params(&mut self) -> Parsed<Vec<Formal>> {
        if self.token() == Token::LeftParen { self.params() } else { Ok(Vec::new()) }
    }

    fn param(&mut self) -> Parsed<Formal> {
        self.eat_word("final");
        let ty = self.type_pattern()?;
        let (name, _) = self.name("the name of a parameter")?;
        Ok((name, ty))
    }

    /// A type, whose type arguments do not matter.
    pub(super) fn type_pattern(&mut self) -> Parsed<TypePattern> {
        let mut text = if self.eat(Token::Star) { "*".to_owned() } else { self.dotted()? };
        if self.token() == Token::Less {
            self.skip_type_arguments()?;
        }
        while self.eat(Token::Box) {
            text.push_str("[]");
        }
        self.eat(Token::Plus);
        Ok(TypePattern { text, imports: Arc::new(self.imports.clone()) })
    }

    fn skip_type_arguments(&mut self) -> Parsed<()> {
        let mut depth = 0;
        loop {
            match self.token() {
                Token::Less => depth += 1,
                Token::Greater => depth -= 1,
                Token::Name | Token::Dot | Token::Comma | Token::Sign | Token::Box => {}
                _ => return Err(self.unexpected("`>`")),
            }
            self.bump();
            if depth == 0 {
                return Ok(());
            }
        }
    }

    /// An item of a `.mop` file.
    fn item(&mut self, draft: &mut Draft) -> Parsed<()> {
        if self.eat(Token::At) {
            let handler = self.name("the name of a handler")?;
            draft.handlers.push(handler);
            return self.skip_block().map(drop);
        }
        let creation = self.eat_word("creation");
        if self.eat_word("event") {
            return self.event(draft, creation);
        }
        let span = self.span();
        let body = match self.slice() {
            "fsm" => Reader::machine_body,
            "ere" => Reader::ere_body,
            "ltl" | "ftltl" => Reader::ltl_body,
            "ptltl" => Reader::past_body,
            "cfg" if self.cursor().second().0 == Token::Colon => {
                let help = "write an `ere:` or `fsm:` for the depth that matters";
                return Err(self.wrong(span, "context-free properties are not supported", help));
            }
            _ => return self.java_declaration(),
        };
        self.bump();
        self.expect(Token::Colon, "`:`")?;
        let body = body(self, draft)?;
        self.set_body(draft, body, span)
    }

    fn set_body(&mut self, draft: &mut Draft, body: Body, span: Span) -> Parsed<()> {
        if draft.body.is_some() {
            let help = "write a property of its own for each";
            return Err(self.wrong(
                span,
                "this property says a second time what must not happen",
                help,
            ));
        }
        draft.body = Some((body, span));
        Ok(())
    }

    /// A field or method of the Java code of a property, which only its actions use.
    fn java_declaration(&mut self) -> Parsed<()> {
        if self.token() != Token::Name {
            return Err(self
                .unexpected("`event`, `fsm:`, `ere:`, `ltl:`, a handler such as `@fail`, or `}`"));
        }
        loop {
            match self.token() {
                Token::Semicolon => {
                    self.bump();
                    return Ok(());
                }
                Token::LeftBrace => return self.skip_block().map(drop),
                Token::End | Token::RightBrace | Token::At => {
                    return Err(self.unexpected("`;`"));
                }
                _ => self.bump(),
            }
        }
    }

    fn event(&mut self, draft: &mut Draft, creation: bool) -> Parsed<()> {
        let (name, span) = self.name("the name of an event")?;
        let mut when = if self.eat_word("before") {
            When::Before
        } else if self.eat_word("after") {
            When::After
        } else {
            return Err(self.unexpected("`before` or `after`"));
        };
        let mut formals = self.optional_params()?;
        let mut result = None;
        if self.eat_word("returning") && self.token() == Token::LeftParen {
            let span = self.span();
            let formals = self.params()?;
            let [formal] = formals.as_slice() else {
                return Err(self.wrong(span, "a call returns one value", ""));
            };
            result = Some(formal.clone());
        }
        if when == When::After && self.eat_word("throwing") {
            when = When::Throwing;
            // The exception may be named; no event binds it.
            let thrown = self.optional_params()?;
            let types = thrown.iter().map(|(_, ty)| ty.text());
            let any = ["Exception", "Throwable", "java.lang.Exception", "java.lang.Throwable"];
            if let Some(ty) = types.into_iter().find(|ty| !any.contains(ty)) {
                let message =
                    format!("exceptions of the type `{ty}` are not told from others here");
                return Err(self.wrong(span, message, "write `throwing`, for all of them"));
            }
        }
        self.expect(Token::Colon, "`:`")?;
        let pointcut = self.pointcut()?;
        let letter = self.letter(draft, name, span)?;
        if self.token() == Token::LeftBrace {
            let code = self.skip_block()?;
            draft.actions.push((letter, code, span));
        } else {
            self.eat(Token::Semicolon);
        }
        if pointcut.is_end {
            draft.ends.push(letter);
            return Ok(());
        }
        formals.extend(result.clone());
        let event = self.resolved(
            draft,
            Header { letter, span, when, creation, formals, result },
            pointcut,
        )?;
        draft.events.push(event);
        Ok(())
    }

    /// The letter of an event, made if it is new.
    pub(super) fn letter(&mut self, draft: &mut Draft, name: String, span: Span) -> Parsed<Letter> {
        if let Some(known) = draft.letters.iter().position(|known| *known == name) {
            return Ok(Letter(known as u8));
        }
        if draft.letters.len() == Automaton::MOST_STATES {
            return Err(self.wrong(span, "too many events", "split the property"));
        }
        draft.letters.push(name);
        Ok(Letter(draft.letters.len() as u8 - 1))
    }

    /// The letter of an event that is there.
    pub(super) fn known_letter(&mut self, draft: &Draft, name: &str, span: Span) -> Parsed<Letter> {
        match draft.letters.iter().position(|known| known == name) {
            Some(known) => Ok(Letter(known as u8)),
            None => {
                let help = format!("the events are {}", draft.letters.join(", "));
                Err(self.wrong(span, format!("there is no event `{name}`"), &help))
            }
        }
    }

    /// An event whose names are known.
    fn resolved(&mut self, draft: &Draft, header: Header, pointcut: Pointcut) -> Parsed<EventDecl> {
        let Some(calls) = pointcut.calls else {
            let help = "add `call(…)`";
            return Err(self.wrong(header.span, "this event does not say which calls it is", help));
        };
        let formals = &header.formals;
        let all =
            |names: &[Named]| names.iter().map(|name| binding(draft, formals, name)).collect();
        let args = pointcut
            .args
            .iter()
            .map(|args| Arguments { first: all(&args.first), rest: args.rest.as_deref().map(all) });
        let args = args.collect();
        let result = header.result.as_ref();
        let event = EventDecl {
            letter: header.letter,
            when: header.when,
            creation: header.creation,
            calls,
            targets: all(&pointcut.targets),
            args,
            result: result.map(|formal| {
                binding(draft, std::slice::from_ref(formal), &plain(&formal.0, formal))
            }),
            threads: all(&pointcut.threads),
            conditions: pointcut.conditions,
        };
        match event.unnamed() {
            Some(name) => {
                let message = format!(
                    "nothing in this event is called `{name}`, or it is no whole number and no object"
                );
                Err(self.wrong(
                    header.span,
                    message,
                    "name it in `target(…)`, `args(…)` or `returning(…)`",
                ))
            }
            None => Ok(event),
        }
    }

    fn automaton(&mut self, draft: &Draft, span: Span) -> Parsed<Automaton> {
        let Some((body, body_span)) = &draft.body else {
            if draft.handlers.is_empty() && !draft.actions.is_empty() {
                return self.raw(draft, span);
            }
            let help =
                "add `ere: …`, `ltl: …` or `fsm: …` (in the short form `never …` or `always …`)";
            return Err(self.wrong(span, "this property does not say what must not happen", help));
        };
        let letters = draft.letters.len();
        let built = match body {
            Body::Machine(machine) => {
                return self.marked_machine(machine, &draft.handlers, *body_span, letters);
            }
            Body::Ere(ere, broken) => {
                let choices = [("match", Broken::Match), ("fail", Broken::Fail)];
                let broken = self.handled(*broken, &draft.handlers, &choices, *body_span)?;
                crate::build::of_ere(ere, letters, broken)
            }
            Body::Ltl(ltl, broken) => {
                let choices = [("violation", Broken::Fail), ("validation", Broken::Match)];
                let broken = self.handled(*broken, &draft.handlers, &choices, *body_span)?;
                match broken {
                    // What must not come true is what must not be broken the other way round.
                    Broken::Match => {
                        let not = Ltl::Unary(PrefixOp::Not, Box::new(ltl.clone()));
                        crate::build::of_ltl(&not, letters, Broken::Fail)
                    }
                    Broken::Fail | Broken::FailOrEnd => crate::build::of_ltl(ltl, letters, broken),
                }
            }
        };
        built.map_err(|error| self.wrong(*body_span, error.to_string(), "split the property"))
    }

    /// The automaton of a property without a formula, in which to come to an event is what must not happen.
    /// Which events those are, their actions say: those that report.
    fn raw(&mut self, draft: &Draft, span: Span) -> Parsed<Automaton> {
        let mut reports = vec![false; draft.letters.len()];
        for (letter, code, place) in &draft.actions {
            let words: Vec<&str> = code.split_whitespace().collect();
            let decides = ["if", "while", "for", "switch", "?", "return"];
            let is_report = words.iter().any(|word| is_report(word));
            if is_report && words.iter().any(|word| decides.contains(word)) {
                let help = "write what it decides by as `condition(…)` of the event";
                return Err(self.wrong(
                    *place,
                    "the action of this event decides whether to report",
                    help,
                ));
            }
            reports[letter.index()] |= is_report;
        }
        if !reports.contains(&true) {
            let help = "add `ere: …`, `ltl: …` or `fsm: …`, or an action that reports";
            return Err(self.wrong(span, "this property does not say what must not happen", help));
        }
        let (fine, broken) = (State(0), State(1));
        let row = reports.iter().map(|reports| Some(if *reports { broken } else { fine }));
        let next = vec![row.collect(), vec![Some(broken); reports.len()]];
        let names = ["fine", "broken"].map(str::to_owned).to_vec();
        Ok(Automaton::new(names, next, [broken].into_iter().collect(), StateSet::default()))
    }

    /// What the handlers of a property say is wrong.
    fn handled(
        &mut self,
        said: Option<Broken>,
        handlers: &[(String, Span)],
        choices: &[(&str, Broken)],
        span: Span,
    ) -> Parsed<Broken> {
        if let Some(broken) = said {
            return Ok(broken);
        }
        let chosen = |name: &String| choices.iter().find(|(choice, _)| choice == name);
        let mut found = handlers.iter().filter_map(|(name, _)| chosen(name));
        match (found.next(), found.next()) {
            (Some((_, broken)), None) => Ok(*broken),
            (None, _) => {
                let names: Vec<String> =
                    choices.iter().map(|(name, _)| format!("`@{name} {{}}`")).collect();
                let help = format!("add {}", names.join(" or "));
                Err(self.wrong(span, "no handler says what must not happen", &help))
            }
            (Some(_), Some(_)) => Err(self.wrong(
                span,
                "two handlers say what must not happen",
                "write two properties",
            )),
        }
    }

    /// An item of the short form.
    fn short_item(&mut self, draft: &mut Draft) -> Parsed<()> {
        let span = self.span();
        if self.eat_word("event") {
            return self.short_event(draft);
        }
        let body = if self.eat_word("never") {
            let Body::Ere(ere, _) = self.ere_body(draft)? else { unreachable!("it is one") };
            // Wherever it begins: `never close any* read` is about reads before the close, too.
            let anything = Ere::Star(Box::new(Ere::Any));
            Body::Ere(Ere::Then(vec![anything, ere]), Some(Broken::Match))
        } else if self.eat_word("always") {
            let Body::Ltl(ltl, _) = self.ltl_body(draft)? else { unreachable!("it is one") };
            Body::Ltl(ltl, Some(Broken::FailOrEnd))
        } else {
            return Err(self.unexpected("`event`, `never`, `always` or `}`"));
        };
        self.set_body(draft, body, span)
    }

    fn short_event(&mut self, draft: &mut Draft) -> Parsed<()> {
        let (name, span) = self.name("the name of an event")?;
        self.expect(Token::Equals, "`=` and a call such as `Reader.close()`")?;
        let mut after = self.eat_word("after");
        let calls = self.short_calls()?;
        let (mut pointcut, mut result) = (Pointcut::of(calls), None);
        loop {
            if self.eat_word("on") {
                pointcut.targets.push(self.short_binding(draft)?);
            } else if self.eat_word("with") {
                pointcut.args.push(self.args()?);
            } else if self.eat_word("returns") {
                after = true;
                let (name, span) = self.name("a parameter, `true` or `false`")?;
                match name.as_str() {
                    "true" | "false" => {
                        let expected = name == "true";
                        let flag = Expr::Name("result".to_owned());
                        let flag = if expected { flag } else { Expr::Not(Box::new(flag)) };
                        pointcut.conditions.push(flag);
                        result = Some(("result".to_owned(), self.type_named("boolean")));
                    }
                    _ => {
                        result = Some((self.param_named(draft, &name, span)?, self.type_named("*")))
                    }
                }
            } else {
                break;
            }
        }
        let letter = self.letter(draft, name, span)?;
        let when = if after { When::After } else { When::Before };
        let header = Header { letter, span, when, creation: false, formals: Vec::new(), result };
        let event = self.resolved(draft, header, pointcut)?;
        draft.events.push(event);
        Ok(())
    }

    fn short_binding(&mut self, draft: &Draft) -> Parsed<Named> {
        let (name, span) = self.name("a parameter of the property")?;
        let name = self.param_named(draft, &name, span)?;
        Ok(Named { name, ty: self.type_named("*") })
    }

    fn param_named(&mut self, draft: &Draft, name: &str, span: Span) -> Parsed<String> {
        if draft.params.iter().any(|param| param.name == name) {
            return Ok(name.to_owned());
        }
        let known: Vec<&str> = draft.params.iter().map(|param| param.name.as_str()).collect();
        let help = format!("the parameters are {}", known.join(", "));
        Err(self.wrong(span, format!("the property has no parameter `{name}`"), &help))
    }

    pub(super) fn type_named(&self, text: &str) -> TypePattern {
        TypePattern { text: text.to_owned(), imports: Arc::new(self.imports.clone()) }
    }
}

/// The beginning of an event.
struct Header {
    letter: Letter,
    span: Span,
    when: When,
    creation: bool,
    formals: Vec<Formal>,
    result: Option<Formal>,
}

/// A name in `target(…)` or `args(…)`, and the type it is if it is none of the parameters.
pub(super) struct Named {
    pub(super) name: String,
    pub(super) ty: TypePattern,
}

/// Whether a word of Java code is about reporting.
fn is_report(word: &str) -> bool {
    const PARTS: [&str; 8] = ["print", "log", "error", "warn", "report", "throw", "exit", "fail"];
    let word = word.to_lowercase();
    PARTS.iter().any(|part| word.contains(part))
}

fn plain(name: &str, formal: &Formal) -> Named {
    Named { name: name.to_owned(), ty: formal.1.clone() }
}

/// What a name in a pointcut means: a parameter of the property, a value with a name, or a type.
fn binding(draft: &Draft, formals: &[Formal], named: &Named) -> Binding {
    if let Some(param) = draft.params.iter().position(|param| param.name == named.name) {
        return Binding::Param(param);
    }
    match formals.iter().find(|(name, _)| *name == named.name) {
        Some((_, ty)) if matches!(ty.text(), "float" | "double") => Binding::Any(None),
        Some((name, ty)) => {
            let is_word = ["boolean", "byte", "char", "short", "int", "long"].contains(&ty.text());
            Binding::Local(name.clone(), (!is_word).then(|| ty.clone()))
        }
        None if named.name == "*" => Binding::Any(None),
        None => Binding::Any(Some(named.ty.clone())),
    }
}
