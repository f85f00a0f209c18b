//! Contracts in the notation of Gospel, the specification language of Ortac and Cameleer.
//!
//! ```text
//! t = create n
//! requires n >= 0
//! ensures size t = 0
//! raises Full -> size t = capacity
//! ```
//!
//! A contract begins with a line that names result and arguments, which may be left out. What we
//! cannot decide is told apart: quantifiers, models, and clauses that are about more than one call.

use std::ops::Range;

use source::{Diagnostic, File};

use crate::syntax::contract::{Clause, ContractTree, PlaceTree, RaisesTree};
use crate::syntax::parser::{Failure, Parser};
use crate::syntax::token::Token;
use crate::syntax::tree::{At, Name, TermExpr};

/// The words that begin a clause.
const WORDS: &[&str] = &[
    "requires",
    "ensures",
    "checks",
    "raises",
    "modifies",
    "pure",
    "consumes",
    "preserves",
    "diverges",
    "equivalent",
    "invariant",
    "model",
    "mutable",
    "ephemeral",
    "with",
    "variant",
];

/// A contract, and what of it is not decided.
#[derive(Clone, Debug, Default)]
pub struct GospelTree {
    /// The contract.
    pub contract: ContractTree,
    /// Clauses that are not decided, as written.
    pub undecided: Vec<At<String>>,
}

/// Reads a contract of Gospel in a part of a file: what stands between `(*@` and `*)`.
#[must_use]
pub fn parse_gospel(file: &File, part: Range<usize>) -> (GospelTree, Vec<Diagnostic>) {
    let mut parser = Parser::within(file, part).with_words(WORDS);
    let mut tree = GospelTree::default();
    let before = parser.position();
    match parser.header() {
        Ok(places) => tree.contract.places = places,
        Err(failure) => parser.recover(*failure, before),
    }
    while parser.peek().is_some() {
        let (before, start) = (parser.position(), parser.here());
        match parser.gospel_clause() {
            Ok(Some(clause)) => tree.contract.clauses.push(clause),
            Ok(None) => {
                parser.skip_clause();
                let span = parser.since(start);
                let node = file.text()[span.range()].to_owned();
                tree.undecided.push(At { node, span });
            }
            Err(failure) => parser.recover(*failure, before),
        }
    }
    let faults = outside(parser.into_first_diagnostics(), &tree.undecided);
    (tree, faults)
}

/// The faults outside of what is not decided, which need not be in a notation that we know.
pub(super) fn outside(mut faults: Vec<Diagnostic>, undecided: &[At<String>]) -> Vec<Diagnostic> {
    faults.retain(|fault| {
        let place = fault.labels.first().map(|label| label.span);
        let within = |at: &At<String>| {
            place.is_some_and(|place| at.span.start <= place.start && place.end <= at.span.end)
        };
        !undecided.iter().any(within)
    });
    faults
}

impl Parser<'_> {
    /// `r = f x ~y ()`, or `f x`; nothing if a clause comes first.
    fn header(&mut self) -> Result<Vec<PlaceTree>, Failure> {
        if self.peek().is_none() || self.at_item_word() {
            return Ok(Vec::new());
        }
        let mut names = self.header_names()?;
        let mut result = PlaceTree::default();
        if self.eat(Token::Equal) {
            result = names.pop().unwrap_or_default();
            names = self.header_names()?;
        }
        let mut places: Vec<PlaceTree> = names.into_iter().skip(1).collect();
        places.push(result);
        Ok(places)
    }

    /// Names up to an equals sign or a clause; `()` and `_` are places without a name.
    fn header_names(&mut self) -> Result<Vec<PlaceTree>, Failure> {
        let mut places = Vec::new();
        while self.peek().is_some() && self.peek() != Some(Token::Equal) && !self.at_item_word() {
            match self.peek() {
                Some(Token::Tilde | Token::Question) => self.bump(),
                Some(Token::Underscore) => {
                    self.bump();
                    places.push(PlaceTree::default());
                }
                Some(Token::Open) => {
                    self.bump();
                    self.expect(Token::Close, "of a place that has no name")?;
                    places.push(PlaceTree::default());
                }
                _ => {
                    let name = self.variable("the names of result and arguments")?;
                    places.push(PlaceTree { name: Some(name), ..PlaceTree::default() });
                }
            }
        }
        Ok(places)
    }

    /// A clause; none if it is not decided, and then it is not read to its end.
    fn gospel_clause(&mut self) -> Result<Option<At<Clause>>, Failure> {
        let start = self.here();
        if !self.at_item_word() {
            return Err(self.unexpected("a clause such as `requires` or `ensures`"));
        }
        let word = self.text();
        if self.clause_has_quantifier() {
            return Ok(None);
        }
        let node = match word {
            "requires" => {
                self.bump();
                Clause::Require(self.term()?)
            }
            "ensures" => {
                self.bump();
                Clause::Ensure(self.term()?)
            }
            "checks" => {
                self.bump();
                let cond = self.term()?;
                let span = cond.span;
                let when = At { node: TermExpr::Not(Box::new(cond)), span };
                let named = |name: &str| At { node: name.to_owned(), span };
                Clause::Raises(RaisesTree {
                    exception: named("Invalid_argument"),
                    arguments: vec![named("_")],
                    when: Some(when),
                    exact: true,
                })
            }
            "raises" => {
                self.bump();
                Clause::Raises(self.gospel_raises()?)
            }
            "pure" => {
                self.bump();
                Clause::Pure
            }
            "modifies" => match self.modified() {
                Some(names) => Clause::Modifies(names),
                None => return Ok(None),
            },
            _ => return Ok(None),
        };
        Ok(Some(At { node, span: self.since(start) }))
    }

    /// `E x -> c`
    fn gospel_raises(&mut self) -> Result<RaisesTree, Failure> {
        let exception = self.name("the name of an exception")?;
        let arguments = self.exception_arguments()?;
        let when = if self.eat(Token::Arrow) { Some(self.term()?) } else { None };
        Ok(RaisesTree { exception, arguments, when, exact: false })
    }

    /// Names after `modifies`; none for more than names.
    fn modified(&mut self) -> Option<Vec<Name>> {
        self.bump();
        let names = self.list(|parser| parser.name("a name")).ok()?;
        (self.peek().is_none() || self.at_item_word()).then_some(names)
    }

    /// Whether the clause that begins here has a quantifier, or a lambda that is no argument in parentheses.
    pub(super) fn clause_has_quantifier(&self) -> bool {
        let mut ahead = 1;
        while let Some(token) = self.peek_at(ahead).filter(|_| !self.is_item_word(ahead)) {
            let is_argument = self.peek_at(ahead - 1) == Some(Token::Open);
            let word = self.text_at(ahead);
            let is_word = ["forall", "exists"].contains(&word) || (word == "fun" && !is_argument);
            if token == Token::Name && is_word {
                return true;
            }
            ahead += 1;
        }
        false
    }

    pub(super) fn skip_clause(&mut self) {
        if self.at_item_word() {
            self.bump();
        }
        while self.peek().is_some() && !self.at_item_word() {
            self.bump();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use source::Files;

    fn parse(text: &str) -> (GospelTree, Vec<String>) {
        let file = Files::new().add("gospel", text);
        let (tree, faults) = parse_gospel(&file, 0..text.len());
        (tree, faults.into_iter().map(|fault| fault.message).collect())
    }

    #[test]
    fn clauses_are_those_of_contracts() {
        let (tree, faults) = parse(
            "r = find t k requires size t > 0 -> k >= 0 ensures r >= 0 /\\ r <> k\n\
             raises Not_found -> size t = 0 raises Failure m -> m = \"x\" checks k < 9",
        );
        assert_eq!(faults, [""; 0]);
        let names: Vec<_> =
            tree.contract.places.iter().map(|p| p.name.as_ref().map(|n| n.node.as_str())).collect();
        assert_eq!(names, [Some("t"), Some("k"), Some("r")]);
        assert_eq!(tree.contract.clauses.len(), 5);
        assert!(tree.undecided.is_empty());
    }

    #[test]
    fn what_is_not_decided_is_told_apart() {
        let (tree, faults) = parse(
            "t = create () ensures forall i. 0 <= i -> t.(i) = 0 requires true\n\
             modifies t.contents invariant true diverges",
        );
        assert_eq!(faults, [""; 0]);
        assert_eq!(tree.contract.clauses.len(), 2);
        let words: Vec<&str> =
            tree.undecided.iter().filter_map(|at| at.node.split(' ').next()).collect();
        assert_eq!(words, ["ensures", "invariant", "diverges"]);
    }

    #[test]
    fn headers_may_be_left_out() {
        assert!(parse("requires x > 0").0.contract.places.is_empty());
        assert_eq!(parse("f x ~y () requires x > 0").0.contract.places.len(), 4);
        assert_eq!(parse("(a, b) = f x").1.len(), 1);
    }
}
