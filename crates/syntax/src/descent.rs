//! The steps of recursive descent.

use source::{Diagnostic, Span};

use crate::cursor::{Cursor, TokenKind};
use crate::errors::{Reported, shown};

/// How deep texts may nest, so that no input overflows the stack: neither here nor in code that
/// walks the tree.
pub const MAX_DEPTH: u32 = 200;

/// A part of the tree, unless it is wrong, which has then been reported.
pub type Parsed<T> = Result<T, Reported>;

/// A parser by recursive descent with one token of lookahead.
pub trait Descent<'t> {
    /// The tokens of the language.
    type Token: TokenKind<'t>;

    /// Where it stands.
    fn cursor(&self) -> &Cursor<'t, Self::Token>;

    /// Where it stands, to go on.
    fn cursor_mut(&mut self) -> &mut Cursor<'t, Self::Token>;

    /// What to do about a text that is nested too deeply.
    const DEPTH_HELP: &'static str;

    /// The end of the text as messages name it.
    const END_NAME: &'static str = "the end of the file";

    /// The token that comes next.
    fn token(&self) -> Self::Token {
        self.cursor().token
    }

    /// Its place.
    fn span(&self) -> Span {
        self.cursor().span
    }

    /// The place of the token before it.
    fn previous(&self) -> Span {
        self.cursor().previous
    }

    /// Its text.
    fn slice(&self) -> &'t str {
        self.cursor().slice()
    }

    /// Goes over the next token.
    fn bump(&mut self) {
        self.cursor_mut().bump();
    }

    /// Goes over the next token if it is this one.
    fn eat(&mut self, token: Self::Token) -> bool {
        let found = self.token() == token;
        if found {
            self.bump();
        }
        found
    }

    /// Goes over a token, which messages call `name`, and says where it stood.
    fn expect(&mut self, token: Self::Token, name: &str) -> Parsed<Span> {
        let span = self.span();
        if self.eat(token) { Ok(span) } else { Err(self.unexpected(name)) }
    }

    /// Parts with commas between them, up to and including `end`.
    fn separated<T>(
        &mut self,
        end: Self::Token,
        part: impl Fn(&mut Self) -> Parsed<T>,
    ) -> Parsed<Vec<T>> {
        let mut parts = Vec::new();
        while !self.eat(end) {
            parts.push(part(self)?);
            if self.token() != end {
                self.expect(Self::Token::COMMA, "`,`")?;
            }
        }
        Ok(parts)
    }

    /// Runs `part` one level deeper.
    fn nested<T>(&mut self, part: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        self.enter()?;
        let part = part(self);
        self.leave();
        part
    }

    /// Goes one level deeper, unless that is too deep.
    fn enter(&mut self) -> Parsed<()> {
        if self.cursor().depth == MAX_DEPTH {
            return Err(self.too_deep(self.span()));
        }
        self.cursor_mut().depth += 1;
        Ok(())
    }

    /// Comes back from one level deeper.
    fn leave(&mut self) {
        self.cursor_mut().depth -= 1;
    }

    /// Takes in an error.
    fn report(&mut self, diagnostic: Diagnostic) -> Reported {
        self.cursor_mut().errors.report(diagnostic)
    }

    /// Reports a part that is nested too deeply.
    fn too_deep(&mut self, span: Span) -> Reported {
        self.report(
            Diagnostic::error("this is nested too deeply")
                .at(span, format!("more than {MAX_DEPTH} levels"))
                .with_help(Self::DEPTH_HELP),
        )
    }

    /// Reports the next token, which is not what it should be.
    fn unexpected(&mut self, expected: &str) -> Reported {
        let (token, found) = (self.token(), shown(self.slice()));
        let wanted = format!("expected {expected}");
        let (message, label) = if let Some(complaint) = token.complaint(&found) {
            complaint
        } else if token == Self::Token::UNKNOWN {
            (format!("unknown character {found}"), String::new())
        } else if token == Self::Token::END {
            (format!("{wanted}, found {}", Self::END_NAME), wanted)
        } else {
            (format!("{wanted}, found {found}"), wanted)
        };
        let span = self.span();
        self.report(Diagnostic::error(message).at(span, label))
    }
}

#[cfg(test)]
mod tests {
    use logos::Logos;
    use source::Files;

    use super::*;

    #[derive(Logos, Clone, Copy, PartialEq, Debug)]
    #[logos(skip " ")]
    enum Token {
        #[token("(")]
        Open,
        #[token(")")]
        Close,
        #[token(",")]
        Comma,
        #[regex("[a-z]+")]
        Word,
        Unknown,
        End,
    }

    impl TokenKind<'_> for Token {
        const END: Token = Token::End;
        const UNKNOWN: Token = Token::Unknown;
        const COMMA: Token = Token::Comma;
    }

    /// Counts the words in nested lists.
    struct Words<'t>(Cursor<'t, Token>);

    impl<'t> Descent<'t> for Words<'t> {
        type Token = Token;

        const DEPTH_HELP: &'static str = "write less";

        fn cursor(&self) -> &Cursor<'t, Token> {
            &self.0
        }

        fn cursor_mut(&mut self) -> &mut Cursor<'t, Token> {
            &mut self.0
        }
    }

    impl Words<'_> {
        fn count(&mut self) -> Parsed<usize> {
            if self.eat(Token::Open) {
                let parts = self.nested(|words| words.separated(Token::Close, Words::count))?;
                return Ok(parts.iter().sum());
            }
            self.expect(Token::Word, "a word").map(|_| 1)
        }
    }

    fn count(text: &str) -> Result<usize, String> {
        let file = Files::new().add("t", text);
        let mut words = Words(Cursor::new(&file));
        let result = words.count();
        let errors = words.0.errors.finish();
        result.map_err(|Reported| errors[0].message.clone())
    }

    #[test]
    fn comma_lists_allow_a_trailing_comma() {
        assert_eq!(count("(a, (b, c,), ())"), Ok(3));
        assert_eq!(count("(a b)"), Err("expected `,`, found `b`".to_owned()));
    }

    #[test]
    fn end_and_unknown_characters_are_reported() {
        assert_eq!(count("(a,"), Err("expected a word, found the end of the file".to_owned()));
        assert_eq!(count("(a, ?)"), Err("unknown character `?`".to_owned()));
    }

    #[test]
    fn deep_texts_are_refused() {
        let most = MAX_DEPTH as usize;
        assert_eq!(count(&format!("{}a{}", "(".repeat(most), ")".repeat(most))), Ok(1));
        assert_eq!(count(&"(".repeat(most + 1)), Err("this is nested too deeply".to_owned()));
    }
}
