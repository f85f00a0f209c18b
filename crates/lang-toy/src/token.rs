//! Tokens.
//!
//! The lexer is lazy: the parser asks for one token at a time and stops asking when it has seen
//! enough errors, so a huge file of garbage costs nothing.

use logos::Logos;
use syntax::TokenKind;

/// What a stretch of text is.
#[derive(Logos, Clone, Copy, PartialEq, Eq, Debug)]
#[logos(skip r"[ \t\r\n]+")]
#[logos(skip(r"//[^\n]*", allow_greedy = true))]
pub(crate) enum Token {
    #[token("fn")]
    Fn,
    #[token("check")]
    Check,
    #[token("let")]
    Let,
    #[token("if")]
    If,
    #[token("else")]
    Else,
    #[token("while")]
    While,
    #[token("return")]
    Return,
    #[token("read")]
    Read,
    #[token("assume")]
    Assume,
    #[token("assert")]
    Assert,
    #[token("emit")]
    Emit,
    #[token("len")]
    Len,
    #[token("true")]
    True,
    #[token("false")]
    False,
    #[token("int")]
    IntType,
    #[token("bool")]
    BoolType,
    #[regex(r"[A-Za-z_][A-Za-z0-9_]*")]
    Name,
    #[regex(r"[0-9]+")]
    Int,
    #[regex(r#""[^"\n]*""#)]
    Text,
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
    #[token(",")]
    Comma,
    #[token(";")]
    Semicolon,
    #[token(":")]
    Colon,
    #[token("->")]
    Arrow,
    #[token("=")]
    Assign,
    #[token("==")]
    Equal,
    #[token("!=")]
    NotEqual,
    #[token("<")]
    Less,
    #[token("<=")]
    LessEqual,
    #[token(">")]
    Greater,
    #[token(">=")]
    GreaterEqual,
    #[token("+")]
    Plus,
    #[token("-")]
    Minus,
    #[token("*")]
    Times,
    #[token("/")]
    Divide,
    #[token("%")]
    Modulo,
    #[token("&&")]
    And,
    #[token("||")]
    Or,
    #[token("!")]
    Not,
    /// A number that is not whole; read as one token for the sake of its error message.
    #[regex(r"[0-9]+\.[0-9]+")]
    Fraction,
    /// A string that is not closed on its line.
    #[regex(r#""[^"\n]*"#)]
    OpenText,
    /// A character that no token starts with.
    Unknown,
    /// The end of the file.
    End,
}

impl TokenKind<'_> for Token {
    const END: Token = Token::End;
    const UNKNOWN: Token = Token::Unknown;
    const COMMA: Token = Token::Comma;

    fn complaint(self, found: &str) -> Option<(String, String)> {
        match self {
            Token::OpenText => {
                Some(("this text is not closed on its line".to_owned(), "expected `\"`".to_owned()))
            }
            Token::Fraction => {
                Some((format!("{found} is not a whole number"), "only whole numbers".to_owned()))
            }
            _ => None,
        }
    }
}
