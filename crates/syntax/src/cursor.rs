//! A place in a text that is being read, one token ahead.

use logos::{Lexer, Logos};
use source::{File, Span};

use crate::errors::Errors;

/// The tokens of a language.
pub trait TokenKind<'t>: Logos<'t, Source = str> + Copy + PartialEq + 't {
    /// The end of the text.
    const END: Self;
    /// A character that no token starts with.
    const UNKNOWN: Self;
    /// What separates the parts of a list.
    const COMMA: Self;

    /// What is wrong with a token that is never right, as the message and its remark. `found` is
    /// its text in quotes.
    fn complaint(self, found: &str) -> Option<(String, String)> {
        let _ = found;
        None
    }
}

/// A text on the way from its first token to its last. The lexer is lazy, so a huge file of garbage
/// costs nothing once the list of errors is full.
pub struct Cursor<'t, T: TokenKind<'t>> {
    file: &'t File,
    lexer: Lexer<'t, T>,
    /// The token that comes next, with its place.
    pub(crate) token: T,
    pub(crate) span: Span,
    /// The place of the token before it.
    pub(crate) previous: Span,
    pub(crate) depth: u32,
    /// What is wrong so far.
    pub errors: Errors,
}

impl<'t, T: TokenKind<'t>> Cursor<'t, T>
where
    T::Extras: Default,
{
    /// A cursor before the first token of a file.
    #[must_use]
    pub fn new(file: &'t File) -> Cursor<'t, T> {
        let start = file.span(0..0);
        let mut cursor = Cursor {
            file,
            lexer: T::lexer(file.text()),
            token: T::END,
            span: start,
            previous: start,
            depth: 0,
            errors: Errors::default(),
        };
        cursor.bump();
        cursor
    }
}

impl<'t, T: TokenKind<'t>> Cursor<'t, T> {
    /// Goes to the next token. A full list of errors ends the file.
    pub(crate) fn bump(&mut self) {
        self.previous = self.span;
        let next = if self.errors.is_full() { None } else { self.lexer.next() };
        (self.token, self.span) = match next {
            Some(token) => (token.unwrap_or(T::UNKNOWN), self.file.span(self.lexer.span())),
            None => {
                let end = self.file.text().len();
                (T::END, self.file.span(end..end))
            }
        };
    }

    /// The token behind the next one, and its place.
    #[must_use]
    pub fn second(&self) -> (T, Span)
    where
        T::Extras: Clone,
    {
        let mut ahead = self.lexer.clone();
        match ahead.next() {
            Some(token) => (token.unwrap_or(T::UNKNOWN), self.file.span(ahead.span())),
            None => {
                let end = self.file.text().len();
                (T::END, self.file.span(end..end))
            }
        }
    }

    /// The text of the next token.
    pub(crate) fn slice(&self) -> &'t str {
        &self.file.text()[self.span.range()]
    }
}
