//! The words of annotations.

use logos::{Lexer, Logos};

/// A token. Words such as `measure` are names: they mean something only where an annotation starts.
#[derive(Logos, Clone, Copy, PartialEq, Eq, Debug)]
#[logos(skip r"[ \t\r\n\f]+")]
// Comments, of both kinds.
#[logos(skip(r"--[^\n]*|\{-([^-]|-+[^-}])*-+\}", priority = 20, allow_greedy = true))]
pub(super) enum Token {
    /// A name, perhaps qualified. Its first character alone is matched here: the tables of all letters, once for
    /// each part of a name, took most of the time that this crate takes to build.
    #[regex(r"[A-Za-z_]|[^\x00-\x7F]", name)]
    Lower,
    /// A name that begins with a capital letter.
    Upper,
    #[regex(r"[0-9]+")]
    Int,
    #[regex(r"[0-9]+\.[0-9]+")]
    Real,
    #[regex(r#""([^"\\\n]|\\.)*""#)]
    Text,
    #[regex(r"'([^'\\\n]|\\[^\n]|\\[0-9]+)'")]
    Char,
    #[token("(")]
    ParenOpen,
    #[token(")")]
    ParenClose,
    #[token("[")]
    BracketOpen,
    #[token("]")]
    BracketClose,
    #[token("{")]
    BraceOpen,
    #[token("}")]
    BraceClose,
    #[token(",")]
    Comma,
    #[token(";")]
    Semicolon,
    #[token("`")]
    Backquote,
    /// All operators, reserved ones as well.
    #[regex(r"[-!#$%&*+./<=>?@\\^|~:]+", priority = 1)]
    Operator,
    /// A character that no token starts with.
    Unknown,
    End,
}

/// Takes the rest of a name.
fn name(lexer: &mut Lexer<'_, Token>) -> Token {
    let text = &lexer.source()[lexer.span().start..];
    let (token, length) = scan_name(text);
    lexer.bump(length - lexer.slice().len());
    token
}

/// What a text begins with, if its first character is a letter of some kind or none of ASCII, and how long it is.
fn scan_name(text: &str) -> (Token, usize) {
    let Some(first) = text.chars().next() else { return (Token::End, 0) };
    if !first.is_alphabetic() && first != '_' {
        return (Token::Unknown, first.len_utf8());
    }
    if !first.is_uppercase() {
        return (Token::Lower, part_length(text, true));
    }
    // A capital letter: a module if a dot and a further name follow.
    let module = part_length(text, false);
    match text[module..].strip_prefix('.').map(scan_name) {
        Some((token @ (Token::Lower | Token::Upper), length)) => (token, module + 1 + length),
        Some(_) | None => (Token::Upper, part_length(text, true)),
    }
}

/// The length of a name without qualifiers; only the last one may have a `#` in it.
fn part_length(text: &str, is_last: bool) -> usize {
    let belongs = |c: char| c.is_alphanumeric() || matches!(c, '_' | '\'') || (is_last && c == '#');
    text.find(|c| !belongs(c)).unwrap_or(text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_as_long_as_they_can_be() {
        let read = |text: &str| scan_name(text);
        assert_eq!(read("xs' + 1"), (Token::Lower, 3));
        assert_eq!(read("_x#y z"), (Token::Lower, 4));
        assert_eq!(read("Data.Map.insert x"), (Token::Lower, 15));
        assert_eq!(read("Data.Map'.Map#)"), (Token::Upper, 14));
        assert_eq!(read("Nil.+"), (Token::Upper, 3), "the dot is an operator");
        assert_eq!(read("I#.x"), (Token::Upper, 2), "a qualifier has no `#`");
        assert_eq!(read("größe"), (Token::Lower, "größe".len()));
        assert_eq!(read("Ärger.é"), (Token::Lower, "Ärger.é".len()));
        assert_eq!(read("→ x"), (Token::Unknown, "→".len()));
    }

    #[test]
    fn tokens_follow_each_other() {
        let tokens: Vec<_> = Token::lexer("M.f x' -> Y.Z {- no -} 1").map(Result::ok).collect();
        use Token::{Int, Lower, Operator, Upper};
        assert_eq!(tokens, [Lower, Lower, Operator, Upper, Int].map(Some));
    }
}
