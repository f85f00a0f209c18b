//! A place in the text of the outer language.
//!
//! Words have no fixed shape here (a terminal is a string, a bubble is anything), so the reader
//! works on characters and the parser asks for what it wants to see next.

use source::{Diagnostic, File, Span};
use syntax::{Errors, Reported, shown};

pub(super) type Read<T> = Result<T, Reported>;

pub(super) struct Reader<'t> {
    file: &'t File,
    /// The text without what is not K; as long as the text of the file.
    text: &'t str,
    pub(super) at: usize,
    pub(super) errors: Errors,
}

impl<'t> Reader<'t> {
    pub(super) fn new(file: &'t File, text: &'t str) -> Reader<'t> {
        Reader { file, text, at: 0, errors: Errors::default() }
    }

    pub(super) fn file(&self) -> &'t File {
        self.file
    }

    pub(super) fn text(&self) -> &'t str {
        self.text
    }

    pub(super) fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    pub(super) fn span_from(&self, start: usize) -> Span {
        self.file.span(start..self.at)
    }

    pub(super) fn span(&self, start: usize, end: usize) -> Span {
        self.file.span(start..end)
    }

    /// Goes over white space and comments.
    pub(super) fn skip_layout(&mut self) {
        loop {
            let rest = self.rest();
            let blank = rest.len() - rest.trim_start().len();
            if blank > 0 {
                self.at += blank;
            } else if rest.starts_with("//") {
                self.at += rest.find('\n').unwrap_or(rest.len());
            } else if rest.starts_with("/*") {
                self.skip_comment();
            } else {
                return;
            }
        }
    }

    /// Goes over a comment that starts here and may last for several lines.
    pub(super) fn skip_comment(&mut self) {
        match self.rest()[2..].find("*/") {
            Some(length) => self.at += length + 4,
            None => {
                let diagnostic = Diagnostic::error("this comment is never closed")
                    .at(self.span(self.at, self.at + 2), "opened here")
                    .with_help("write `*/` where it ends");
                self.errors.report(diagnostic);
                self.at = self.text.len();
            }
        }
    }

    pub(super) fn at_end(&mut self) -> bool {
        self.skip_layout();
        self.at == self.text.len() || self.errors.is_full()
    }

    /// Whether this punctuation comes next.
    pub(super) fn sees(&mut self, mark: &str) -> bool {
        self.skip_layout();
        self.rest().starts_with(mark)
    }

    pub(super) fn eat(&mut self, mark: &str) -> bool {
        let seen = self.sees(mark);
        if seen {
            self.at += mark.len();
        }
        seen
    }

    pub(super) fn expect(&mut self, mark: &str) -> Read<()> {
        if self.eat(mark) { Ok(()) } else { Err(self.unexpected(&format!("`{mark}`"))) }
    }

    /// The word that comes next: letters, digits and what names of K are made of.
    pub(super) fn peek_word(&mut self) -> &'t str {
        self.skip_layout();
        let rest = self.rest();
        let end = rest.find(|c: char| !is_word(c)).unwrap_or(rest.len());
        &rest[..end]
    }

    pub(super) fn eat_word(&mut self, word: &str) -> bool {
        let seen = self.peek_word() == word;
        if seen {
            self.at += word.len();
        }
        seen
    }

    /// Goes over a word, which messages call `name`.
    pub(super) fn word(&mut self, name: &str) -> Read<(String, Span)> {
        let word = self.peek_word();
        if word.is_empty() {
            return Err(self.unexpected(name));
        }
        let start = self.at;
        self.at += word.len();
        Ok((word.to_owned(), self.span_from(start)))
    }

    /// Goes over a string literal and returns what it stands for.
    pub(super) fn string(&mut self) -> Read<String> {
        let raw = self.raw_string()?;
        Ok(unescape(raw))
    }

    /// Goes over a string literal and returns what stands between its quotes.
    pub(super) fn raw_string(&mut self) -> Read<&'t str> {
        if !self.sees("\"") {
            return Err(self.unexpected("a string"));
        }
        let start = self.at + 1;
        match string_end(self.rest()) {
            Some(length) => {
                self.at += length;
                Ok(&self.text[start..self.at - 1])
            }
            None => {
                let diagnostic = Diagnostic::error("this string is never closed")
                    .at(self.span(self.at, self.at + 1), "opened here");
                self.at = self.text.len();
                Err(self.errors.report(diagnostic))
            }
        }
    }

    pub(super) fn unexpected(&mut self, expected: &str) -> Reported {
        self.skip_layout();
        let word = self.peek_word();
        let length = word.len().max(self.rest().chars().next().map_or(0, char::len_utf8));
        let found = match length {
            0 => "the end of the file".to_owned(),
            _ => shown(&self.rest()[..length]),
        };
        let span = self.span(self.at, self.at + length);
        let message = format!("expected {expected}, found {found}");
        self.errors.report(Diagnostic::error(message).at(span, format!("expected {expected}")))
    }
}

pub(super) fn is_word(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '-' | '_' | '#' | '\'' | '$' | '@')
}

/// The length of the string literal that a text starts with, quotes included.
pub(super) fn string_end(text: &str) -> Option<usize> {
    let mut escaped = false;
    for (at, byte) in text.bytes().enumerate().skip(1) {
        match byte {
            b'\n' => return None,
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'"' => return Some(at + 1),
            _ => {}
        }
    }
    None
}

/// What a string literal stands for.
pub(crate) fn unescape(raw: &str) -> String {
    let mut result = String::with_capacity(raw.len());
    let mut chars = raw.chars();
    while let Some(c) = chars.next() {
        match (c, c == '\\') {
            (_, true) => result.push(match chars.next() {
                Some('n') => '\n',
                Some('t') => '\t',
                Some('r') => '\r',
                Some('f') => '\u{c}',
                Some(other) => other,
                None => '\\',
            }),
            (c, false) => result.push(c),
        }
    }
    result
}
