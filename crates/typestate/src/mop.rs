//! Properties as text: a subset of JavaMOP's `.mop` files, and a shorter form of our own.
//!
//! Of a `.mop` file everything is read that says what must not happen: imports, parameters, events
//! with their pointcuts, `fsm:`, `ere:`, `ltl:` and the names of the handlers. The Java code of
//! actions and handlers is passed over. The shorter form is
//!
//! ```text
//! property closed(Reader r) {
//!     event close = Reader.close() on r
//!     event read = Reader.read*(..) on r
//!     never close any* read
//! }
//! ```
//!
//! with `never` and a regular expression that no part of a run matches up to any event, or `always` and
//! a formula of linear time over finite runs.

mod expression;
mod formula;
mod item;
mod machine;
mod pointcut;
mod token;

use source::{Diagnostic, File, Span};
use syntax::{Cursor, Descent, Parsed};

use crate::pattern::Imports;
use crate::property::Property;
use token::Token;

/// The properties of a file, or what is wrong with it.
pub fn read(file: &File) -> Result<Vec<Property>, Vec<Diagnostic>> {
    let mut reader = Reader { file, cursor: Cursor::new(file), imports: Imports::default() };
    let properties = reader.file();
    let errors = reader.cursor.errors.finish();
    match properties {
        Ok(properties) if errors.is_empty() => Ok(properties),
        _ => Err(errors),
    }
}

/// A file being read.
struct Reader<'t> {
    file: &'t File,
    cursor: Cursor<'t, Token>,
    imports: Imports,
}

impl<'t> Descent<'t> for Reader<'t> {
    type Token = Token;

    const DEPTH_HELP: &'static str = "split the formula into several properties";

    fn cursor(&self) -> &Cursor<'t, Token> {
        &self.cursor
    }

    fn cursor_mut(&mut self) -> &mut Cursor<'t, Token> {
        &mut self.cursor
    }
}

impl<'t> Reader<'t> {
    fn file(&mut self) -> Parsed<Vec<Property>> {
        let mut own = None;
        if self.eat_word("package") {
            let package = self.dotted()?;
            own = Some(format!("{package}.*"));
            self.expect(Token::Semicolon, "`;`")?;
        }
        while self.eat_word("import") {
            self.eat_word("static");
            let name = self.dotted()?;
            self.imports.names.push(name);
            self.expect(Token::Semicolon, "`;`")?;
        }
        // Classes of the file's own package need no import; without any import all names are free.
        if !self.imports.names.is_empty() {
            self.imports.names.extend(own);
        }
        let mut properties = Vec::new();
        while self.token() != Token::End {
            properties.push(self.property()?);
        }
        if properties.is_empty() {
            return Err(self.unexpected("a property, such as `Name(Type object) { … }`"));
        }
        Ok(properties)
    }

    /// Whether the next token is this word.
    fn is_word(&self, word: &str) -> bool {
        self.token() == Token::Name && self.slice() == word
    }

    fn eat_word(&mut self, word: &str) -> bool {
        let found = self.is_word(word);
        if found {
            self.bump();
        }
        found
    }

    /// A name, which messages call `what`.
    fn name(&mut self, what: &str) -> Parsed<(String, Span)> {
        let (text, span) = (self.slice().to_owned(), self.span());
        self.expect(Token::Name, what)?;
        Ok((text, span))
    }

    /// A name with dots, perhaps with a star at the end.
    fn dotted(&mut self) -> Parsed<String> {
        let mut name = self.name("a name")?.0;
        while self.eat(Token::Dot) {
            name.push('.');
            if self.eat(Token::Star) {
                name.push('*');
                break;
            }
            name.push_str(&self.name("a name")?.0);
        }
        Ok(name)
    }

    /// Passes over Java code in braces, and gives its text without comments and literals.
    fn skip_block(&mut self) -> Parsed<String> {
        let mut code = String::new();
        let open = self.expect(Token::LeftBrace, "`{`")?;
        let mut depth = 1;
        while depth > 0 {
            match self.token() {
                Token::LeftBrace => depth += 1,
                Token::RightBrace => depth -= 1,
                Token::End => {
                    let error = Diagnostic::error("this `{` is never closed").at(open, "");
                    return Err(self.report(error));
                }
                Token::Literal => {}
                _ => code.extend([self.slice(), " "]),
            }
            self.bump();
        }
        Ok(code)
    }

    /// The text up to the parenthesis that closes the next one, from here on.
    fn raw_to_parenthesis(&mut self) -> Parsed<(String, Span)> {
        let start = self.span();
        let mut depth = 0;
        loop {
            match self.token() {
                Token::LeftParen => depth += 1,
                Token::RightParen => depth -= 1,
                Token::End | Token::LeftBrace | Token::RightBrace => {
                    return Err(self.unexpected("`)`"));
                }
                _ => {}
            }
            let closes = depth == 0 && matches!(self.token(), Token::RightParen | Token::Before);
            self.bump();
            if closes {
                break;
            }
        }
        let range = start.range().start..self.previous().range().end;
        Ok((self.file.text()[range.clone()].to_owned(), self.file.span(range)))
    }

    /// Reports something at a place.
    fn wrong(&mut self, span: Span, message: impl Into<String>, help: &str) -> syntax::Reported {
        let error = Diagnostic::error(message.into()).at(span, "");
        self.report(if help.is_empty() { error } else { error.with_help(help) })
    }
}

#[cfg(test)]
mod tests {
    use source::Files;

    use super::*;

    fn errors(text: &str) -> String {
        let errors = read(&Files::new().add("t.mop", text)).expect_err("it is wrong");
        errors.iter().map(|error| error.message.clone()).collect::<Vec<_>>().join("; ")
    }

    #[test]
    fn errors_are_reported() {
        assert!(errors("").contains("a property"));
        assert!(errors("P(Iterator i) {").contains("found the end of the file"));
        let unknown = "P(Iterator i) { event next before(Iterator i) : call(* Iterator.next()) && target(i) {} ere: nex @match {} }";
        assert!(errors(unknown).contains("no event `nex`"), "{}", errors(unknown));
        let missing = "P(Iterator i) { event next before(Iterator i) : call(* Iterator.next()) && target(i) {} ere: next next }";
        assert!(errors(missing).contains("what must not happen"), "{}", errors(missing));
        let open = "P(Iterator i) { event next before(Iterator i) : call(* Iterator.next() && target(i) {} }";
        assert!(!errors(open).is_empty());
        let cflow = "P(Iterator i) { event next before(Iterator i) : cflow(x) && target(i) {} ere: next @match {} }";
        assert!(errors(cflow).contains("cflow"), "{}", errors(cflow));
    }

    #[test]
    fn no_text_makes_the_reader_panic() {
        let text = "P(Iterator i) { creation event n after(Iterator i) returning(boolean b) : (call(* Iterator+.next*(*)) || !call(X.new(..))) && target(i) && condition(!b) { if (x) { } } fsm: s [ n -> t ] t [] alias e = t @e { } }";
        for end in 0..text.len() {
            let _ = read(&Files::new().add("t.mop", &text[..end]));
            let _ = read(&Files::new().add("t.mop", &text[end..]));
        }
    }
}
