//! The words of annotations.

use logos::Logos;

/// A token. Words such as `measure` are names: they mean something only where an annotation starts.
#[derive(Logos, Clone, Copy, PartialEq, Eq, Debug)]
#[logos(skip r"[ \t\r\n\f]+")]
// Comments, of both kinds.
#[logos(skip(r"--[^\n]*|\{-([^-]|-+[^-}])*-+\}", priority = 20, allow_greedy = true))]
pub(super) enum Token {
    #[regex(r"([\p{Lu}][\p{L}\p{N}_']*\.)*[\p{Ll}_][\p{L}\p{N}_'#]*")]
    Lower,
    #[regex(r"([\p{Lu}][\p{L}\p{N}_']*\.)*[\p{Lu}][\p{L}\p{N}_'#]*")]
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
