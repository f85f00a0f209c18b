//! The parser: tokens, errors and recovery. What the parts of a spec look like is in `item` and
//! `expr`.

use std::ops::Range;

use logos::Logos;
use source::{Diagnostic, File, Span};

use crate::syntax::token::Token;
use crate::syntax::tree::{At, Name, Tree};

/// Why a part could not be read. It has a place.
pub(crate) type Failure = Box<Diagnostic>;

/// How deep expressions may be nested.
const MAX_DEPTH: usize = 128;

/// The words that begin a declaration.
pub(crate) const ITEM_WORDS: &[&str] = &[
    "sort",
    "const",
    "fun",
    "axiom",
    "op",
    "event",
    "ghost",
    "predicate",
    "property",
    "regex",
    "automaton",
];

/// Reads one file by recursive descent, one token ahead.
pub(crate) struct Parser<'a> {
    pub(crate) file: &'a File,
    tokens: Vec<(Token, Range<usize>)>,
    at: usize,
    depth: usize,
    diagnostics: Vec<Diagnostic>,
    /// The words that begin a declaration, and so end what stands before them.
    words: &'static [&'static str],
}

impl<'a> Parser<'a> {
    pub(crate) fn new(file: &'a File) -> Parser<'a> {
        Parser::within(file, 0..file.text().len())
    }

    /// Reads a part of a file, such as a comment of a program.
    pub(crate) fn within(file: &'a File, part: Range<usize>) -> Parser<'a> {
        let mut tokens = Vec::new();
        let mut diagnostics = Vec::new();
        for (token, range) in Token::lexer(&file.text()[part.clone()]).spanned() {
            let range = range.start + part.start..range.end + part.start;
            match token {
                Ok(token) => tokens.push((token, range)),
                Err(()) => diagnostics.push(stray(file, range)),
            }
        }
        Parser { file, tokens, at: 0, depth: 0, diagnostics, words: ITEM_WORDS }
    }

    /// The same parser with other words that end an expression.
    pub(crate) fn with_words(mut self, words: &'static [&'static str]) -> Parser<'a> {
        self.words = words;
        self
    }

    /// What was wrong so far, the first fault of each declaration only: what follows one is no news.
    pub(crate) fn into_first_diagnostics(mut self) -> Vec<Diagnostic> {
        let start = |fault: &Diagnostic| fault.labels.first().map_or(0, |label| label.span.start);
        let mut faults = std::mem::take(&mut self.diagnostics);
        faults.sort_by_key(start);
        let words: Vec<usize> = (0..self.tokens.len())
            .filter(|at| self.begins_declaration(*at))
            .map(|at| self.tokens[at].1.start)
            .collect();
        let declaration =
            |fault: &Diagnostic| words.partition_point(|word| *word <= start(fault) as usize);
        faults.dedup_by_key(|fault| declaration(fault));
        faults
    }

    /// Notes a failure and goes on behind it.
    pub(crate) fn recover(&mut self, failure: Diagnostic, before: usize) {
        self.diagnostics.push(failure);
        self.depth = 0;
        self.skip_to_item(before);
    }

    /// Forgets what was wrong within a part that is read by others.
    pub(crate) fn forgive(&mut self, part: Span) {
        self.diagnostics.retain(|fault| {
            let place = fault.labels.first().map(|label| label.span);
            !place.is_some_and(|place| part.start <= place.start && place.end <= part.end)
        });
    }

    /// How many tokens were read.
    pub(crate) fn position(&self) -> usize {
        self.at
    }

    /// The whole file. After an error it goes on with the next declaration.
    pub(crate) fn file(mut self) -> (Tree, Vec<Diagnostic>) {
        let mut tree = Tree::default();
        while self.peek().is_some() {
            let before = self.at;
            match self.item() {
                Ok(item) => tree.items.push(item),
                Err(failure) => self.recover(*failure, before),
            }
        }
        (tree, self.diagnostics)
    }

    fn skip_to_item(&mut self, before: usize) {
        if self.at == before {
            self.at += 1;
        }
        while self.peek().is_some() && !self.at_item_word() {
            self.at += 1;
        }
    }

    /// Whether a word that begins a declaration comes next.
    pub(crate) fn at_item_word(&self) -> bool {
        self.is_item_word(0)
    }

    pub(crate) fn is_item_word(&self, ahead: usize) -> bool {
        self.begins_declaration(self.at + ahead)
    }

    /// Whether a token, counted from the first, begins a declaration.
    fn begins_declaration(&self, at: usize) -> bool {
        self.tokens.get(at).is_some_and(|(token, range)| {
            *token == Token::Name && self.words.contains(&&self.file.text()[range.clone()])
        })
    }

    pub(crate) fn peek(&self) -> Option<Token> {
        self.peek_at(0)
    }

    pub(crate) fn peek_at(&self, ahead: usize) -> Option<Token> {
        self.tokens.get(self.at + ahead).map(|(token, _)| *token)
    }

    /// The place of the next token; right after the last one at the end of the file.
    pub(crate) fn here(&self) -> Span {
        let end = self.tokens.last().map_or(0, |(_, range)| range.end);
        self.file.span(self.tokens.get(self.at).map_or(end..end, |(_, range)| range.clone()))
    }

    /// From `start` to the end of the last token read.
    pub(crate) fn since(&self, start: Span) -> Span {
        match self.at.checked_sub(1).and_then(|last| self.tokens.get(last)) {
            Some((_, range)) => start.to(self.file.span(range.clone())),
            None => start,
        }
    }

    /// The text of the next token.
    pub(crate) fn text(&self) -> &'a str {
        self.text_at(0)
    }

    /// Whether nothing stands between the next token and the one behind it.
    pub(crate) fn touches_second(&self) -> bool {
        match &self.tokens[self.at.min(self.tokens.len())..] {
            [(_, first), (_, second), ..] => first.end == second.start,
            _ => false,
        }
    }

    /// The text of a token so many ahead.
    pub(crate) fn text_at(&self, ahead: usize) -> &'a str {
        self.tokens.get(self.at + ahead).map_or("", |(_, range)| &self.file.text()[range.clone()])
    }

    /// Steps over the next token.
    pub(crate) fn bump(&mut self) {
        self.at += 1;
    }

    /// Steps over the next token if it is this one.
    pub(crate) fn eat(&mut self, token: Token) -> bool {
        let found = self.peek() == Some(token);
        self.at += usize::from(found);
        found
    }

    /// Steps over the next token if it is this word.
    pub(crate) fn eat_word(&mut self, word: &str) -> bool {
        let found = self.peek() == Some(Token::Name) && self.text() == word;
        self.at += usize::from(found);
        found
    }

    pub(crate) fn expect(&mut self, token: Token, why: &str) -> Result<(), Failure> {
        if self.eat(token) {
            return Ok(());
        }
        let why = if why.is_empty() { String::new() } else { format!(" {why}") };
        Err(self.unexpected(&format!("{}{why}", token.describe())))
    }

    pub(crate) fn name(&mut self, what: &str) -> Result<Name, Failure> {
        if self.peek() != Some(Token::Name) {
            return Err(self.unexpected(what));
        }
        let name = At { node: self.text().to_owned(), span: self.here() };
        self.bump();
        Ok(name)
    }

    /// The name of a variable of a contract. Words of formulas may be such names: formulas have no
    /// variables.
    pub(crate) fn variable(&mut self, what: &str) -> Result<Name, Failure> {
        if !self.is_variable(0) {
            return Err(self.unexpected(what));
        }
        let name = At { node: self.text().to_owned(), span: self.here() };
        self.bump();
        Ok(name)
    }

    /// Whether the token so many ahead can be the name of a variable.
    pub(crate) fn is_variable(&self, ahead: usize) -> bool {
        match self.peek_at(ahead) {
            Some(Token::Name) => !self.is_item_word(ahead),
            Some(Token::Last | Token::Any | Token::Eps) => true,
            _ => false,
        }
    }

    /// At least one of something, with commas between.
    pub(crate) fn list<T>(
        &mut self,
        mut one: impl FnMut(&mut Self) -> Result<T, Failure>,
    ) -> Result<Vec<T>, Failure> {
        let mut all = vec![one(self)?];
        while self.eat(Token::Comma) {
            all.push(one(self)?);
        }
        Ok(all)
    }

    /// Any number of something in parentheses, with commas between.
    pub(crate) fn tuple<T>(
        &mut self,
        one: impl FnMut(&mut Self) -> Result<T, Failure>,
    ) -> Result<Vec<T>, Failure> {
        self.expect(Token::Open, "")?;
        if self.eat(Token::Close) {
            return Ok(Vec::new());
        }
        let all = self.list(one)?;
        self.expect(Token::Close, "or `,`")?;
        Ok(all)
    }

    /// "expected …, found …" at the next token.
    pub(crate) fn unexpected(&self, expected: &str) -> Failure {
        let found = match self.peek() {
            None => "the end of the file".to_owned(),
            Some(_) => format!("`{}`", self.text()),
        };
        let mut diagnostic = Diagnostic::error(format!("expected {expected}, found {found}"))
            .with_code("SPC009")
            .at(self.here(), format!("expected {expected}"));
        let word = expected == "a name" || expected.starts_with("the name");
        if word && !self.text().is_empty() && self.peek() != Some(Token::Name) {
            let reserved = self.text().chars().all(|c| c.is_ascii_alphanumeric());
            if reserved {
                diagnostic = diagnostic.with_note(format!("`{}` is a reserved word", self.text()));
            }
        }
        Box::new(diagnostic)
    }

    /// Runs `f` one level deeper, unless that is too deep.
    pub(crate) fn deeper<T>(
        &mut self,
        f: impl FnOnce(&mut Self) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        self.enter()?;
        let result = f(self);
        self.leave();
        result
    }

    /// Goes one level deeper, unless that is too deep.
    pub(crate) fn enter(&mut self) -> Result<(), Failure> {
        if self.depth >= MAX_DEPTH {
            let message = format!("this is nested more than {MAX_DEPTH} levels deep");
            let diagnostic = Diagnostic::error(message)
                .with_code("SPC002")
                .at(self.here(), "here")
                .with_help("name parts of it with `predicate`");
            return Err(Box::new(diagnostic));
        }
        self.depth += 1;
        Ok(())
    }

    /// Comes back from one level deeper.
    pub(crate) fn leave(&mut self) {
        self.depth -= 1;
    }
}

fn stray(file: &File, range: Range<usize>) -> Diagnostic {
    let text = &file.text()[range.clone()];
    let message = match text.starts_with('"') {
        true => "this string is not closed on its line".to_owned(),
        false => format!("unexpected character `{}`", text.chars().next().unwrap_or(' ')),
    };
    Diagnostic::error(message).with_code("SPC009").at(file.span(range), "")
}
