//! Tokens of formulas.

use logos::{Lexer, Logos};
use syntax::TokenKind;

use super::Comparison;

/// What a stretch of text is.
#[derive(Logos, Clone, Copy, PartialEq, Eq, Debug)]
#[logos(skip r"[ \t\r\n\f]+")]
pub(super) enum Token {
    // Its first character alone: the tables of all letters took most of the time that this crate takes to build.
    #[regex(r"[A-Za-z_]|[^\x00-\x7F¬○◇□↔→∨∧⊕]", name)]
    Name,
    #[regex("[0-9]+")]
    Number,
    /// An operator of temporal logic that is no word, perhaps marked as one.
    #[regex(r"(<->|<=>|->|=>|&&?|\|\|?|!|/\\|\\/|\[\]|<>|\(\*\)|\[\*\]|<\*>|[¬○◇□↔→∨∧⊕])(Ltl)?")]
    Operator,
    #[token("(")]
    Open,
    #[token(")")]
    Close,
    #[token(",")]
    Comma,
    #[token("==")]
    Equal,
    #[token("!=")]
    Different,
    #[token("<=")]
    AtMost,
    #[token("<")]
    Less,
    #[token(">=")]
    AtLeast,
    #[token(">")]
    Greater,
    #[token("+")]
    Plus,
    #[token("-")]
    Minus,
    #[token("*")]
    Star,
    #[token("/")]
    Slash,
    #[token("^")]
    Caret,
    /// A character that no token starts with.
    Unknown,
    /// The end of the text.
    End,
}

/// Takes the rest of a name, if it is one.
fn name(lexer: &mut Lexer<'_, Token>) -> bool {
    let is_name = lexer.slice().chars().all(|first| first.is_alphabetic() || first == '_');
    if is_name {
        let rest = lexer.remainder();
        let length = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        lexer.bump(length);
    }
    is_name
}

impl TokenKind<'_> for Token {
    const END: Token = Token::End;
    const UNKNOWN: Token = Token::Unknown;
    const COMMA: Token = Token::Comma;
}

/// An operation on two numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Operation {
    /// A comparison.
    Compare(Comparison),
    /// A comparison of the second number with the first.
    Swapped(Comparison),
    /// A built-in function that gives a number. All but `INT.pow` group to the left.
    Compute(&'static str),
}

/// The operation of exponents, which groups to the right.
pub(super) const POWER: Operation = Operation::Compute("INT.pow");

impl Token {
    /// The operation that a token stands for, and how tightly it binds.
    pub(super) fn operation(self) -> Option<(Operation, u8)> {
        match self {
            Token::Equal => Some((Operation::Compare(Comparison::Equal), 1)),
            Token::Different => Some((Operation::Compare(Comparison::Different), 1)),
            Token::AtMost => Some((Operation::Compare(Comparison::AtMost), 1)),
            Token::Less => Some((Operation::Compare(Comparison::Less), 1)),
            Token::AtLeast => Some((Operation::Swapped(Comparison::AtMost), 1)),
            Token::Greater => Some((Operation::Swapped(Comparison::Less), 1)),
            Token::Plus => Some((Operation::Compute("INT.add"), 2)),
            Token::Minus => Some((Operation::Compute("INT.sub"), 2)),
            Token::Star => Some((Operation::Compute("INT.mul"), 3)),
            Token::Slash => Some((Operation::Compute("INT.tdiv"), 3)),
            Token::Caret => Some((POWER, 4)),
            Token::Name
            | Token::Number
            | Token::Operator
            | Token::Open
            | Token::Close
            | Token::Comma
            | Token::Unknown
            | Token::End => None,
        }
    }
}
