//! What the comment at a loop says.
//!
//! ```text
//! invariant 0 <= i && i <= n
//! variant n - i
//! ```
//!
//! The notation is that of Gospel's loops. An invariant holds each time the loop decides whether to go on; a
//! variant is never negative when it goes on, and becomes smaller.

use std::ops::Range;

use source::{Diagnostic, File};

use crate::syntax::gospel::outside;
use crate::syntax::parser::{Failure, Parser};
use crate::syntax::tree::{At, TermExpr};

/// The words that begin a clause of a loop.
pub const LOOP_WORDS: &[&str] = &["invariant", "variant"];

/// What is said of a loop.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct LoopTree {
    /// `invariant c`
    pub invariants: Vec<At<TermExpr>>,
    /// `variant e`
    pub variants: Vec<At<TermExpr>>,
    /// Clauses that are not decided, as written.
    pub undecided: Vec<At<String>>,
}

/// Reads what is said of a loop in a part of a file.
#[must_use]
pub fn parse_loop(file: &File, part: Range<usize>) -> (LoopTree, Vec<Diagnostic>) {
    let mut parser = Parser::within(file, part).with_words(LOOP_WORDS);
    let mut tree = LoopTree::default();
    while parser.peek().is_some() {
        let (before, start) = (parser.position(), parser.here());
        if parser.at_item_word() && parser.clause_has_quantifier() {
            parser.skip_clause();
            let span = parser.since(start);
            tree.undecided.push(At { node: file.text()[span.range()].to_owned(), span });
            continue;
        }
        if let Err(failure) = parser.loop_clause(&mut tree) {
            parser.recover(*failure, before);
        }
    }
    let faults = outside(parser.into_first_diagnostics(), &tree.undecided);
    (tree, faults)
}

impl Parser<'_> {
    fn loop_clause(&mut self, tree: &mut LoopTree) -> Result<(), Failure> {
        let word = self.text();
        if !self.at_item_word() {
            return Err(self.unexpected("`invariant` or `variant`"));
        }
        self.bump();
        let term = self.term()?;
        match word {
            "variant" => tree.variants.push(term),
            _ => tree.invariants.push(term),
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use source::Files;

    fn parse(text: &str) -> (LoopTree, usize) {
        let file = Files::new().add("loop", text);
        let (tree, faults) = parse_loop(&file, 0..text.len());
        (tree, faults.len())
    }

    #[test]
    fn clauses_are_told_apart() {
        let (tree, faults) = parse("variant n - !i\n invariant 0 <= !i <= n invariant x = y");
        assert_eq!((tree.invariants.len(), tree.variants.len(), faults), (2, 1, 0));
    }

    #[test]
    fn quantifiers_are_not_decided() {
        let (tree, faults) = parse("invariant forall j. 0 <= j < i -> a.(j) = 0 invariant i >= 0");
        assert_eq!((tree.invariants.len(), tree.undecided.len(), faults), (1, 1, 0));
    }

    #[test]
    fn anything_else_is_a_fault() {
        assert_eq!(parse("requires x > 0").1, 1);
        assert_eq!(parse("invariant").1, 1);
    }
}
