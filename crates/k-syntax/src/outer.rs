//! The outer language: modules, imports, syntax, and rules as pieces of text.
//!
//! The tree is plain data. Rules, contexts, claims and configurations are *bubbles*: ranges of the
//! file that are parsed later, when the grammar of their module is known.

mod attribute;
mod bubble;
mod markdown;
mod parse;
mod reader;
mod syntax;

use source::Span;

use crate::attributes::Attributes;
use crate::definition::RuleKind;

pub use markdown::Selector;
pub(crate) use markdown::tangle;
pub(crate) use parse::parse;
pub(crate) use reader::unescape;

/// One file.
#[derive(Clone, Debug, Default)]
pub(crate) struct OuterFile {
    /// What stands behind each `requires`.
    pub(crate) requires: Vec<(String, Span)>,
    pub(crate) modules: Vec<Module>,
}

#[derive(Clone, Debug)]
pub(crate) struct Module {
    pub(crate) name: String,
    pub(crate) span: Span,
    pub(crate) attributes: Attributes,
    pub(crate) imports: Vec<Import>,
    pub(crate) sentences: Vec<Sentence>,
}

#[derive(Clone, Debug)]
pub(crate) struct Import {
    pub(crate) name: String,
    /// Not passed on to importers of this module.
    pub(crate) private: bool,
    pub(crate) span: Span,
}

#[derive(Clone, Debug)]
pub(crate) enum Sentence {
    Syntax(SyntaxDecl),
    /// `syntax priority a b > c`
    Priority(Vec<Vec<Tag>>),
    /// `syntax left a b`
    Associativity(Associativity, Vec<Tag>),
    /// `syntax lexical Name = r"…"`
    Lexical(Lexical),
    Configuration(Bubble),
    Rule(RuleDecl),
    /// `context alias [name]: …`
    Alias(RuleDecl),
}

/// A name for a part of regular expressions, which use it as `{Name}`.
#[derive(Clone, Debug)]
pub(crate) struct Lexical {
    pub(crate) name: String,
    pub(crate) pattern: String,
}

/// The name of productions in `syntax priority` and the like.
#[derive(Clone, Debug)]
pub(crate) struct Tag {
    pub(crate) name: String,
    pub(crate) span: Span,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Associativity {
    Left,
    Right,
    Neither,
}

impl Associativity {
    pub(crate) fn from_word(word: &str) -> Option<Associativity> {
        match word {
            "left" => Some(Associativity::Left),
            "right" => Some(Associativity::Right),
            "non-assoc" => Some(Associativity::Neither),
            _ => None,
        }
    }
}

#[derive(Clone, Debug)]
pub(crate) struct SyntaxDecl {
    /// The names between the braces of `syntax {Sort} Sort ::= …`.
    pub(crate) params: Vec<String>,
    pub(crate) sort: SortName,
    /// Tighter blocks first.
    pub(crate) blocks: Vec<Block>,
    /// `syntax Sort = Other`: the sort is another name for this one.
    pub(crate) alias: Option<SortName>,
    /// What stands behind the sort of `syntax Sort [hook(…)]`.
    pub(crate) attributes: Attributes,
}

#[derive(Clone, Debug)]
pub(crate) struct SortName {
    pub(crate) name: String,
    pub(crate) span: Span,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Block {
    pub(crate) associativity: Option<Associativity>,
    pub(crate) productions: Vec<RawProduction>,
}

#[derive(Clone, Debug)]
pub(crate) struct RawProduction {
    pub(crate) items: Vec<RawItem>,
    /// The word in front of `(…)` in `foo(Sort, Sort)`; empty for a tuple.
    pub(crate) prefix: Option<String>,
    pub(crate) attributes: Attributes,
    pub(crate) span: Span,
}

#[derive(Clone, Debug)]
pub(crate) enum RawItem {
    NonTerminal(SortName, Option<String>),
    Terminal(String),
    Regex(String),
    List { element: SortName, separator: String, nonempty: bool },
}

/// A piece of text that is parsed later.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bubble {
    pub(crate) span: Span,
}

#[derive(Clone, Debug)]
pub(crate) struct RuleDecl {
    pub(crate) kind: RuleKind,
    pub(crate) body: Bubble,
    pub(crate) requires: Option<Bubble>,
    pub(crate) ensures: Option<Bubble>,
    /// Other ways to split the text, where its conditions may be words of the language.
    pub(crate) others: Vec<[Option<Bubble>; 3]>,
    pub(crate) attributes: Attributes,
    pub(crate) span: Span,
}
