//! Grammars made at run time: a scanner, an Earley parser, a packed forest.
//!
//! A nonterminal is a *class*: a sort together with the productions that priorities and
//! associativity exclude at that place. Subsorts are no productions but a relation: a place for a
//! sort takes every production of every sort below it, so there are no chains of injections to be
//! ambiguous about. A rule is parsed with the few productions whose terminals all occur in its text.
//!
//! Nothing here knows what a term means; trees are the business of `inner`.

mod build;
mod earley;
mod first;
mod forest;
mod literals;
mod regexes;
mod scanner;
mod seed;

pub(crate) use build::Grammar;
pub(crate) use earley::{ParseFault, parse};
pub(crate) use forest::{Child, Forest};
pub(crate) use regexes::Regexes;
pub(crate) use seed::{Mode, Op, SeedSet};

/// What a token is: a literal or one of the regular expressions of one scanner.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct TokenKind(pub(crate) u32);

/// A nonterminal of one grammar.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct ClassId(pub(crate) u32);

/// A production of one grammar.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct LineId(pub(crate) u32);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Symbol {
    Token(TokenKind),
    Class(ClassId),
}

/// A token of a text, as bytes of its file.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Token {
    pub(crate) start: u32,
    pub(crate) end: u32,
}
