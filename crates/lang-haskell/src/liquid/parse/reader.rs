//! The tokens of one annotation, and the steps over them.

use std::ops::Range;

use logos::Logos;
use source::{Diagnostic, File, Span};
use syntax::{Errors, MAX_DEPTH, Parsed, Reported, shown};

use crate::liquid::ast::Ident;
use crate::liquid::token::Token;

/// An annotation on the way from its first token to its last. It may look ahead as far as it wants:
/// whether `(size xs)` is a type or `(n + 1)` a value is seen only inside.
pub(super) struct Reader<'f> {
    pub(super) file: &'f File,
    /// The inside of the annotation.
    range: Range<usize>,
    tokens: Vec<(Token, Range<usize>)>,
    at: usize,
    depth: u32,
    errors: &'f mut Errors,
    /// A name that ends types and expressions where it starts a line: that of the measure whose
    /// equations are being read.
    pub(super) equation: Option<String>,
    /// The token at which the method that is being read starts, if these are methods: another name with a
    /// type ends what comes before it where it starts a line.
    method: Option<usize>,
}

impl<'f> Reader<'f> {
    pub(super) fn new(file: &'f File, range: Range<usize>, errors: &'f mut Errors) -> Reader<'f> {
        let lexer = Token::lexer(&file.text()[range.clone()]).spanned();
        let place = |(token, at): (Result<Token, ()>, Range<usize>)| {
            (token.unwrap_or(Token::Unknown), range.start + at.start..range.start + at.end)
        };
        let tokens = lexer.map(place).collect();
        Reader { file, range, tokens, at: 0, depth: 0, errors, equation: None, method: None }
    }

    /// The token that comes next.
    pub(super) fn token(&self) -> Token {
        self.token_after(0)
    }

    /// The token that comes so many tokens after the next one. An equation that starts ends what
    /// comes before it.
    pub(super) fn token_after(&self, count: usize) -> Token {
        match self.tokens.get(self.at + count) {
            Some(_) if self.starts_equation(self.at + count) => Token::End,
            Some(_) if self.starts_method(self.at + count) => Token::End,
            Some((token, _)) => *token,
            None => Token::End,
        }
    }

    /// Whether an equation of the measure starts here.
    fn starts_equation(&self, at: usize) -> bool {
        let Some(name) = &self.equation else { return false };
        self.starts_line(at) && &self.file.text()[self.tokens[at].1.clone()] == name.as_str()
    }

    /// Whether a token is the first of its line.
    fn starts_line(&self, at: usize) -> bool {
        let range = self.tokens[at].1.clone();
        let before = &self.file.text()[self.range.start..range.start];
        let before = before.rsplit('\n').next().unwrap_or_default();
        before.trim().is_empty() && before.len() < range.start - self.range.start
    }

    /// Whether a method with its type starts here.
    fn starts_method(&self, at: usize) -> bool {
        self.method.is_some_and(|own| own != at)
            && self.starts_line(at)
            && self.tokens[at].0 == Token::Lower
            && self.names_end_in_type(at + 1)
    }

    /// Whether further names, each behind a comma, and then a type come behind a name.
    fn names_end_in_type(&self, mut at: usize) -> bool {
        let is = |at: usize, text: &str| {
            self.tokens.get(at).is_some_and(|(_, range)| &self.file.text()[range.clone()] == text)
        };
        while is(at, ",")
            && self.tokens.get(at + 1).is_some_and(|(token, _)| *token == Token::Lower)
        {
            at += 2;
        }
        is(at, "::")
    }

    /// Goes on to the next method, if there is one.
    pub(super) fn next_method(&mut self) -> bool {
        self.method = Some(self.at);
        self.token() != Token::End
    }

    /// There are no further methods.
    pub(super) fn end_methods(&mut self) {
        self.method = None;
    }

    /// The text of the next token.
    pub(super) fn slice(&self) -> &'f str {
        self.slice_after(0)
    }

    /// The text of a later token.
    pub(super) fn slice_after(&self, count: usize) -> &'f str {
        match self.tokens.get(self.at + count) {
            Some((_, range)) => &self.file.text()[range.clone()],
            None => "",
        }
    }

    /// The place of the next token.
    pub(super) fn span(&self) -> Span {
        match self.tokens.get(self.at) {
            Some((_, range)) => self.file.span(range.clone()),
            None => self.file.span(self.range.end..self.range.end),
        }
    }

    /// The place from `start` up to the token before the next one.
    pub(super) fn since(&self, start: Span) -> Span {
        match self.at.checked_sub(1).and_then(|before| self.tokens.get(before)) {
            Some((_, range)) if range.end as u32 > start.start => {
                start.to(self.file.span(range.clone()))
            }
            _ => start,
        }
    }

    /// The annotation with its brackets.
    pub(super) fn whole(&self) -> Span {
        self.file.span(self.range.start - 3..self.range.end + 3)
    }

    pub(super) fn bump(&mut self) {
        self.at += 1;
    }

    /// Where the reader stands, to come back to.
    pub(super) fn position(&self) -> usize {
        self.at
    }

    /// Comes back.
    pub(super) fn go_back(&mut self, position: usize) {
        self.at = position;
    }

    /// Whether the next token is this one. Operators and words are compared by their text.
    pub(super) fn is(&self, text: &str) -> bool {
        self.token() != Token::End && self.slice() == text
    }

    pub(super) fn eat(&mut self, text: &str) -> bool {
        let found = self.is(text);
        if found {
            self.bump();
        }
        found
    }

    pub(super) fn expect(&mut self, text: &str) -> Parsed<Span> {
        let span = self.span();
        if self.eat(text) { Ok(span) } else { Err(self.unexpected(&format!("`{text}`"))) }
    }

    /// A name of one of these kinds.
    pub(super) fn ident(&mut self, kinds: &[Token], expected: &str) -> Parsed<Ident> {
        if !kinds.contains(&self.token()) {
            return Err(self.unexpected(expected));
        }
        Ok(self.any_ident())
    }

    /// The next token as a name.
    pub(super) fn any_ident(&mut self) -> Ident {
        let ident = Ident { text: self.slice().to_owned(), span: self.span() };
        self.bump();
        ident
    }

    /// Parts with commas between them, up to and including `end`.
    pub(super) fn separated<T>(
        &mut self,
        end: &str,
        mut part: impl FnMut(&mut Self) -> Parsed<T>,
    ) -> Parsed<Vec<T>> {
        let mut parts = Vec::new();
        while !self.eat(end) {
            parts.push(part(self)?);
            if !self.is(end) && !self.eat(",") {
                return Err(self.unexpected(&format!("`,` or `{end}`")));
            }
        }
        Ok(parts)
    }

    /// Runs `part` one level deeper.
    pub(super) fn nested<T>(&mut self, part: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth == MAX_DEPTH {
            let span = self.span();
            let error = Diagnostic::error("this is nested too deeply");
            let error = error.at(span, format!("more than {MAX_DEPTH} levels"));
            return Err(self.report(error.with_help("give parts of it names of their own")));
        }
        self.depth += 1;
        let part = part(self);
        self.depth -= 1;
        part
    }

    /// The text from the next token to the end, which is read then.
    pub(super) fn rest(&mut self) -> String {
        let start = self.span().start as usize;
        self.at = self.tokens.len();
        self.file.text()[start..self.range.end].trim_end().to_owned()
    }

    /// The text between brackets, of which the opening one comes next, and what is behind them if
    /// the closing bracket is glued to it. Angles are no brackets inside braces, nor in arrows.
    pub(super) fn bracketed(&mut self, open: char, close: char) -> Parsed<String> {
        let start = self.span();
        let from = start.start as usize + open.len_utf8();
        let text = &self.file.text()[from..self.range.end];
        let (mut depth, mut braces, mut before) = (1u32, 0u32, ' ');
        for (at, c) in text.char_indices() {
            let is_arrow = c == '>' && matches!(before, '-' | '=');
            match c {
                '{' => braces += 1,
                '}' => braces = braces.saturating_sub(1),
                _ if braces > 0 && open == '<' => {}
                _ if c == open => depth += 1,
                _ if c == close && !is_arrow => depth -= 1,
                _ => {}
            }
            before = c;
            if depth == 0 {
                self.seek(from + at + close.len_utf8());
                return Ok(text[..at].trim().to_owned());
            }
        }
        let error = Diagnostic::error(format!("this `{open}` has no `{close}`"));
        Err(self.report(error.at(start, "")))
    }

    /// Goes to the first token that ends behind `byte`, cutting off what lies before it.
    fn seek(&mut self, byte: usize) {
        while self.tokens.get(self.at).is_some_and(|(_, range)| range.end <= byte) {
            self.at += 1;
        }
        if let Some((_, range)) = self.tokens.get_mut(self.at) {
            range.start = range.start.max(byte);
        }
    }

    pub(super) fn report(&mut self, diagnostic: Diagnostic) -> Reported {
        self.errors.report(diagnostic)
    }

    /// Reports the next token, which is not what it should be.
    pub(super) fn unexpected(&mut self, expected: &str) -> Reported {
        let (found, span) = (shown(self.slice()), self.span());
        let wanted = format!("expected {expected}");
        let (message, label) = match self.token() {
            Token::Unknown => (format!("unknown character {found}"), String::new()),
            Token::End => (format!("{wanted}, found the end of the annotation"), wanted),
            _ => (format!("{wanted}, found {found}"), wanted),
        };
        self.report(Diagnostic::error(message).at(span, label))
    }

    pub(super) fn expect_end(&mut self) -> Parsed<()> {
        if self.token() == Token::End {
            return Ok(());
        }
        Err(self.unexpected("the end of the annotation"))
    }
}
