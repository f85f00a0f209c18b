//! Tokens.

use logos::Logos;
use syntax::TokenKind;

/// What a stretch of text is.
#[derive(Logos, Clone, Copy, PartialEq, Eq, Debug)]
#[logos(skip r"[ \t\r\n]+")]
#[logos(skip(r"--[^\n]*", allow_greedy = true))]
pub(crate) enum Token {
    #[token("data")]
    Data,
    #[token("let")]
    Let,
    #[token("rec")]
    Rec,
    #[token("and")]
    And,
    #[token("in")]
    In,
    #[token("fun")]
    Fun,
    #[token("emit")]
    Emit,
    #[token("case")]
    Case,
    #[token("of")]
    Of,
    #[token("take")]
    Take,
    #[token("all")]
    All,
    #[token("exists")]
    Exists,
    #[token("_", priority = 3)]
    Any,
    #[regex(r"[a-z_][A-Za-z0-9_']*")]
    Name,
    /// A name that can only be that of a constructor.
    #[regex(r"[A-Z][A-Za-z0-9_']*|'[A-Za-z0-9_]+")]
    Con,
    #[regex(r"[0-9]+")]
    Int,
    /// The name of a file.
    #[regex(r#""[^"\n]*""#)]
    Text,
    #[token("+")]
    Plus,
    #[token("-")]
    Minus,
    #[token("*")]
    Star,
    #[token("/")]
    Slash,
    #[token("%")]
    Percent,
    #[token("<")]
    Less,
    #[token("<=")]
    AtMost,
    #[token(">")]
    Greater,
    #[token(">=")]
    AtLeast,
    #[token(":")]
    Colon,
    #[token("(")]
    LeftParen,
    #[token(")")]
    RightParen,
    #[token("[")]
    LeftBracket,
    #[token("]")]
    RightBracket,
    #[token(",")]
    Comma,
    #[token(";")]
    Semicolon,
    #[token("|")]
    Bar,
    #[token("&")]
    Ampersand,
    #[token(".")]
    Dot,
    #[token("->")]
    Arrow,
    #[token("::")]
    Cons,
    #[token("==")]
    Equal,
    #[token("=")]
    Same,
    #[token("/=")]
    Differs,
    /// A character that no token starts with.
    Unknown,
    /// The end of the text.
    End,
}

impl TokenKind<'_> for Token {
    const END: Token = Token::End;
    const UNKNOWN: Token = Token::Unknown;
    const COMMA: Token = Token::Comma;
}
