//! Tokens of property files.

use logos::Logos;
use syntax::TokenKind;

/// What a stretch of text is. Java code is passed over, so all of its tokens are some token here.
#[derive(Logos, Clone, Copy, PartialEq, Eq, Debug)]
#[logos(skip r"[ \t\r\n\f]+")]
#[logos(skip(r"//[^\n]*", allow_greedy = true))]
#[logos(skip r"/\*([^*]|\*+[^*/])*\*+/")]
pub(super) enum Token {
    #[regex(r"[A-Za-z_$][A-Za-z0-9_$]*")]
    Name,
    #[token("(")]
    LeftParen,
    #[token(")")]
    RightParen,
    #[token("{")]
    LeftBrace,
    #[token("}")]
    RightBrace,
    #[token("[")]
    LeftBracket,
    #[token("]")]
    RightBracket,
    /// Of linear time: always. Of automata: a state without transitions. Of types: an array.
    #[token("[]")]
    Box,
    #[token("<>")]
    Diamond,
    /// Before this event: `(*)`.
    #[token("(*)")]
    Before,
    /// Always before: `[*]`.
    #[token("[*]")]
    AlwaysBefore,
    /// Once before: `<*>`.
    #[token("<*>")]
    OnceBefore,
    #[token("=>")]
    Implies,
    #[token("<=>")]
    Iff,
    #[token("->")]
    Arrow,
    #[token("&&")]
    AndAnd,
    #[token("||")]
    OrOr,
    #[token("&")]
    And,
    #[token("|")]
    Or,
    #[token("!")]
    Not,
    #[token("~")]
    Tilde,
    #[token("*")]
    Star,
    #[token("+")]
    Plus,
    #[token("=")]
    Equals,
    #[token(":")]
    Colon,
    #[token(";")]
    Semicolon,
    #[token(",")]
    Comma,
    #[token("..")]
    Dots,
    #[token(".")]
    Dot,
    #[token("<")]
    Less,
    #[token(">")]
    Greater,
    #[token("@")]
    At,
    /// Of linear time only: other spellings of operators.
    #[regex(r"<->|/\\|\\/|[¬○◇□↔→∨∧⊕]")]
    Operator,
    /// A literal of Java.
    #[regex(r#""([^"\\\n]|\\[^\n])*""#)]
    #[regex(r"'([^'\\\n]|\\[^\n])*'")]
    #[regex(r"[0-9][A-Za-z0-9_.]*")]
    Literal,
    /// Other signs of Java.
    #[regex(r"[?%^/\-#\\`]")]
    Sign,
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
