//! Tokens of the spec format.

use logos::Logos;

/// A token. Words that only mean something at one place (`op`, `property`, `accept`) are ordinary
/// names, so that operations may be called so.
#[derive(Logos, Clone, Copy, PartialEq, Eq, Debug)]
#[logos(skip r"[ \t\r\n\f]+")]
#[logos(skip(r"(#|//)[^\n]*", allow_greedy = true))]
pub(crate) enum Token {
    #[regex(r"[A-Za-z_][A-Za-z0-9_']*(\.[A-Za-z_][A-Za-z0-9_']*)*", priority = 1)]
    Name,
    #[regex(r"[0-9]+")]
    Number,
    #[regex(r#""([^"\\\n]|\\[^\n])*""#)]
    Text,
    /// A character of OCaml.
    #[regex(r"'([^'\\\n]|\\([0-9]{3}|x[0-9a-fA-F]{2}|[^0-9x\n]))'")]
    Char,
    /// A variable that stands for types.
    #[regex(r"'[a-z_][A-Za-z0-9_]*")]
    TypeVar,
    /// A constructor of a polymorphic variant.
    #[regex(r"`[A-Za-z_][A-Za-z0-9_']*")]
    Tag,
    #[token("_")]
    Underscore,

    #[token("true")]
    True,
    #[token("false")]
    False,
    #[token("not")]
    #[token("!")]
    #[token("¬")]
    Not,
    #[token("&&")]
    #[token("/\\")]
    #[token("∧")]
    And,
    #[token("||")]
    #[token("\\/")]
    #[token("∨")]
    Or,
    #[token("implies")]
    #[token("=>")]
    #[token("→")]
    Implies,
    #[token("iff")]
    #[token("<->")]
    #[token("<=>")]
    #[token("↔")]
    Iff,
    /// Between conditions an implication, between types an arrow.
    #[token("->")]
    Arrow,
    #[token("if")]
    If,
    #[token("then")]
    Then,
    #[token("else")]
    Else,
    #[token("mod")]
    Mod,

    /// A temporal operator that is one letter. No name is spelled so.
    #[regex("[XNFGUWR]", priority = 3)]
    Letter,
    /// A temporal operator that is no word.
    #[token("X[!]")]
    #[regex(r"[○◇□⊕&]|\(\*\)|\[\*\]|<\*>")]
    Operator,
    #[token("last")]
    Last,
    #[token("any")]
    Any,
    #[token("eps")]
    Eps,

    #[token("<-")]
    Gets,
    #[token("<")]
    Less,
    #[token(">")]
    Greater,
    #[token("<=")]
    LessEq,
    #[token(">=")]
    GreaterEq,
    #[token("==")]
    #[token("=")]
    Equal,
    #[token("!=")]
    #[token("<>")]
    Differs,
    #[token("+")]
    Plus,
    #[token("-")]
    Minus,
    #[token("*")]
    Star,
    /// Between lists.
    #[token("@")]
    Append,
    /// Between strings.
    #[token("^")]
    Caret,
    #[token("/")]
    Slash,
    #[token("?")]
    Question,
    #[token("|")]
    Bar,
    #[token("~")]
    Tilde,
    #[token(";")]
    Semicolon,
    #[token(":")]
    Colon,
    #[token("::")]
    Cons,
    #[token(":=")]
    Define,
    #[token(",")]
    Comma,
    #[token("...")]
    Dots,
    #[token("(")]
    Open,
    /// Between an array and an index.
    #[token(".(")]
    OpenIndex,
    /// Between a string and an index.
    #[token(".[")]
    OpenCharIndex,
    /// A field of what stands before it, which is more than a name.
    #[regex(r"\.[a-z_][A-Za-z0-9_']*")]
    OfField,
    #[token("[")]
    OpenList,
    #[token("]")]
    CloseList,
    #[token(")")]
    Close,
    #[token("{")]
    OpenBrace,
    #[token("}")]
    CloseBrace,
    #[token("[]")]
    Nil,
    #[token("-[")]
    OpenEdge,
    #[token("]->")]
    CloseEdge,
}

impl Token {
    /// Whether a text is a name and nothing else.
    pub(crate) fn is_name(text: &str) -> bool {
        let mut tokens = Token::lexer(text);
        tokens.next() == Some(Ok(Token::Name)) && tokens.slice() == text
    }

    /// The token as an error message names it.
    pub(crate) fn describe(self) -> &'static str {
        match self {
            Token::Name => "a name",
            Token::Number => "a number",
            Token::Text => "a string",
            Token::Char => "a character",
            Token::TypeVar => "a type variable",
            Token::Tag => "a tag",
            Token::Underscore => "`_`",
            Token::True => "`true`",
            Token::False => "`false`",
            Token::Not => "`!`",
            Token::And => "`&&`",
            Token::Or => "`||`",
            Token::Implies => "`implies`",
            Token::Iff => "`iff`",
            Token::Arrow => "`->`",
            Token::If => "`if`",
            Token::Then => "`then`",
            Token::Else => "`else`",
            Token::Mod => "`mod`",
            Token::Letter | Token::Operator => "a temporal operator",
            Token::Last => "`last`",
            Token::Any => "`any`",
            Token::Eps => "`eps`",
            Token::Gets => "`<-`",
            Token::Less => "`<`",
            Token::Greater => "`>`",
            Token::LessEq => "`<=`",
            Token::GreaterEq => "`>=`",
            Token::Equal => "`==`",
            Token::Differs => "`!=`",
            Token::Plus => "`+`",
            Token::Minus => "`-`",
            Token::Star => "`*`",
            Token::Append => "`@`",
            Token::Caret => "`^`",
            Token::Slash => "`/`",
            Token::Question => "`?`",
            Token::Bar => "`|`",
            Token::Tilde => "`~`",
            Token::Semicolon => "`;`",
            Token::Colon => "`:`",
            Token::Cons => "`::`",
            Token::Define => "`:=`",
            Token::Comma => "`,`",
            Token::Dots => "`...`",
            Token::Open => "`(`",
            Token::OpenIndex => "`.(`",
            Token::OpenCharIndex => "`.[`",
            Token::OfField => "a field",
            Token::OpenList => "`[`",
            Token::CloseList => "`]`",
            Token::Close => "`)`",
            Token::OpenBrace => "`{`",
            Token::CloseBrace => "`}`",
            Token::Nil => "`[]`",
            Token::OpenEdge => "`-[`",
            Token::CloseEdge => "`]->`",
        }
    }
}
