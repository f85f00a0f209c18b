//! Contracts: what the comment above an operation or a method says.
//!
//! A contract begins with a line that names parameters and result, which may be left out, and goes
//! on with clauses:
//!
//! ```text
//! (k: key) -> (v: value)
//! ghost (v': value)
//! context stored(Self, k, v')
//! effect <get k v>
//! ensure v = v'
//! ```
//!
//! `case` begins a further group of clauses. The effect of a method is a formula; that of an operation
//! is a regular expression, in which an event stands for exactly that one event.
//!
//! `raises E x when c` says which exceptions may come out, and `modifies a, b` which variables of the
//! program may change.
//!
//! `where thunk: (y: unit) -> (r: int)` begins the contract of a parameter that is a function; the
//! clauses after it are those of the parameter, and its effect is a formula too.

use std::ops::Range;

use source::{Diagnostic, File};

use crate::syntax::parser::{Failure, Parser};
use crate::syntax::token::Token;
use crate::syntax::tree::{At, Binding, Expr, Mode, Name, TermExpr};

/// The words that begin a clause.
pub const CLAUSE_WORDS: &[&str] = &[
    "ghost",
    "context",
    "effect",
    "ensure",
    "require",
    "invariant",
    "after",
    "raises",
    "modifies",
    "case",
    "pure",
];

/// What begins the contract of a parameter. No contract begins with it.
const WHERE: &str = "where";

/// The words that end whatever stands before them.
const WORDS: &[&str] = &[
    "ghost",
    "context",
    "effect",
    "ensure",
    "require",
    "invariant",
    "after",
    "raises",
    "modifies",
    "case",
    "pure",
    WHERE,
];

/// A contract as written.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct ContractTree {
    /// The parameters in order, then the result; empty if the line is left out.
    pub places: Vec<PlaceTree>,
    /// The clauses in order.
    pub clauses: Vec<At<Clause>>,
    /// The contracts of parameters that are functions; those have none of their own.
    pub functions: Vec<FunctionTree>,
}

/// The contract of a parameter that is a function.
#[derive(Clone, PartialEq, Debug)]
pub struct FunctionTree {
    /// The parameter.
    pub name: Name,
    /// Its contract.
    pub contract: ContractTree,
}

/// A parameter or the result in the first line of a contract.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct PlaceTree {
    /// Its name; none if only its type is written.
    pub name: Option<Name>,
    /// Its type, if that is a plain name.
    pub ty: Option<Name>,
    /// Its type as written.
    pub written: Option<At<String>>,
}

/// A clause of a contract.
#[derive(Clone, PartialEq, Debug)]
pub enum Clause {
    /// `ghost (a: A) (b: B)`
    Ghost(Vec<Binding>),
    /// `context φ`: what happened before.
    Context(At<Expr>),
    /// `effect φ`: what happens.
    Effect(At<Expr>),
    /// `invariant φ`: what holds of everything that has happened, before and after.
    Invariant(At<Expr>),
    /// `after φ`: what holds of everything that has happened, once the call is over.
    After(At<Expr>),
    /// `require e`
    Require(At<TermExpr>),
    /// `ensure e`
    Ensure(At<TermExpr>),
    /// `raises E x when c`: this exception comes out of the call if and, where there is a condition,
    /// only if it holds.
    Raises(RaisesTree),
    /// What a front end knows to hold however the call ends. Nothing is written so.
    Always(At<TermExpr>),
    /// `modifies a, b`: no other variable of the program changes. No names for `modifies nothing`.
    Modifies(Vec<Name>),
    /// `case`: a further group of clauses.
    Case,
    /// `pure`: it has no effect.
    Pure,
}

/// `raises E x when c`, `raises E (x, y) when c`
#[derive(Clone, PartialEq, Debug)]
pub struct RaisesTree {
    /// The exception, perhaps with the modules around it.
    pub exception: Name,
    /// What is written after it: names for its arguments, or `_`.
    pub arguments: Vec<Name>,
    /// When it comes out; without it, it may at any time.
    pub when: Option<At<TermExpr>>,
    /// Whether it must come out then, and not only may.
    pub exact: bool,
}

/// Reads the contract of a method in a part of a file.
#[must_use]
pub fn parse_contract(file: &File, part: Range<usize>) -> (ContractTree, Vec<Diagnostic>) {
    parse(file, part, Mode::Ltl)
}

/// Reads the contract of an operation in a part of a file.
#[must_use]
pub fn parse_operation(file: &File, part: Range<usize>) -> (ContractTree, Vec<Diagnostic>) {
    parse(file, part, Mode::Regex)
}

fn parse(file: &File, part: Range<usize>, effects: Mode) -> (ContractTree, Vec<Diagnostic>) {
    let mut parser = Parser::within(file, part).with_words(WORDS);
    let mut tree = ContractTree::default();
    let before = parser.position();
    match parser.places() {
        Ok(places) => tree.places = places,
        Err(failure) => parser.recover(*failure, before),
    }
    while parser.peek().is_some() {
        let before = parser.position();
        let read = match parser.text() == WHERE {
            true => parser.function().map(|function| tree.functions.push(function)),
            false => parser.clause(effects).map(|clause| tree.latest().push(clause)),
        };
        if let Err(failure) = read {
            parser.recover(*failure, before);
        }
    }
    (tree, parser.into_first_diagnostics())
}

/// What a type stands in: on the line itself an arrow ends it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Within {
    Line,
    Parentheses,
}

impl ContractTree {
    /// The clauses that the next one belongs to.
    fn latest(&mut self) -> &mut Vec<At<Clause>> {
        match self.functions.last_mut() {
            Some(function) => &mut function.contract.clauses,
            None => &mut self.clauses,
        }
    }
}

impl Parser<'_> {
    /// `where thunk: (y: unit) -> (r: int)`
    fn function(&mut self) -> Result<FunctionTree, Failure> {
        self.bump();
        let name = self.name("the name of a parameter that is a function")?;
        self.expect(Token::Colon, "and its parameters, as in `where f: (x: int) -> (y: int)`")?;
        let contract = ContractTree { places: self.places()?, ..ContractTree::default() };
        Ok(FunctionTree { name, contract })
    }

    /// `(k: key) -> (v: value) -> unit`
    fn places(&mut self) -> Result<Vec<PlaceTree>, Failure> {
        let mut places = Vec::new();
        while self.peek().is_some() && !self.at_item_word() {
            places.push(self.place()?);
            if !self.eat(Token::Arrow) {
                break;
            }
        }
        Ok(places)
    }

    fn place(&mut self) -> Result<PlaceTree, Failure> {
        let named = self.peek() == Some(Token::Open) && self.peek_at(2) == Some(Token::Colon);
        if !named {
            let (ty, written) = self.ty(Within::Line)?;
            return Ok(PlaceTree { name: None, ty, written });
        }
        self.bump();
        let name = self.variable("the name of a parameter")?;
        self.bump();
        let (ty, written) = self.ty(Within::Parentheses)?;
        self.expect(Token::Close, "after the type of the parameter")?;
        Ok(PlaceTree { name: Some(name), ty, written })
    }

    /// A type of the program, as a name if it is one, and as written.
    fn ty(&mut self, within: Within) -> Result<(Option<Name>, Option<At<String>>), Failure> {
        let start = self.here();
        let before = self.position();
        let first = self.peek() == Some(Token::Name);
        let plain = if first { Some(self.name("a type")?) } else { None };
        let (mut depth, mut more) = (0usize, plain.is_none());
        while let Some(token) = self.peek() {
            match token {
                Token::Close if depth == 0 => break,
                Token::Arrow if depth == 0 && within == Within::Line => break,
                _ if depth == 0 && self.at_item_word() => break,
                Token::Open => depth += 1,
                Token::Close => depth -= 1,
                _ => {}
            }
            more = true;
            self.bump();
        }
        let span = self.since(start);
        // Types of the program have characters that specs do not have.
        self.forgive(span);
        let written = (self.position() > before)
            .then(|| At { node: self.file.text()[span.range()].to_owned(), span });
        Ok((plain.filter(|_| !more), written))
    }

    fn clause(&mut self, effects: Mode) -> Result<At<Clause>, Failure> {
        let start = self.here();
        let word = self.text();
        if !self.at_item_word() {
            return Err(self.unexpected("a clause such as `context`, `effect` or `ensure`"));
        }
        self.bump();
        let node = match word {
            "ghost" => Clause::Ghost(self.ghosts()?),
            "context" => Clause::Context(self.expr(Mode::Ltl)?),
            "effect" => {
                let expr = self.expr(effects)?;
                let span = expr.span;
                Clause::Effect(At { node: Expr::In(effects, Box::new(expr)), span })
            }
            "invariant" => Clause::Invariant(self.expr(Mode::Ltl)?),
            "after" => Clause::After(self.expr(Mode::Ltl)?),
            "require" => Clause::Require(self.term()?),
            "ensure" => Clause::Ensure(self.term()?),
            "raises" => Clause::Raises(self.raises()?),
            "modifies" => Clause::Modifies(self.modifies()?),
            "case" => Clause::Case,
            _ => Clause::Pure,
        };
        Ok(At { node, span: self.since(start) })
    }

    /// `E x when c`
    fn raises(&mut self) -> Result<RaisesTree, Failure> {
        let exception = self.name("the name of an exception")?;
        let arguments = match self.text() == "when" {
            true => Vec::new(),
            false => self.exception_arguments()?,
        };
        let when = if self.eat_word("when") { Some(self.term()?) } else { None };
        Ok(RaisesTree { exception, arguments, when, exact: true })
    }

    /// `x`, `_` or `(x, _)` after an exception; nothing if none of these follows.
    pub(super) fn exception_arguments(&mut self) -> Result<Vec<Name>, Failure> {
        match self.peek() {
            Some(Token::Open) => self.tuple(Parser::exception_argument),
            Some(Token::Underscore) => Ok(vec![self.exception_argument()?]),
            Some(_) if self.is_variable(0) => Ok(vec![self.exception_argument()?]),
            _ => Ok(Vec::new()),
        }
    }

    fn exception_argument(&mut self) -> Result<Name, Failure> {
        if self.peek() != Some(Token::Underscore) {
            return self.variable("a name for an argument of the exception");
        }
        let name = At { node: "_".to_owned(), span: self.here() };
        self.bump();
        Ok(name)
    }

    /// `a, b`, or `nothing`
    fn modifies(&mut self) -> Result<Vec<Name>, Failure> {
        if self.eat_word("nothing") {
            return Ok(Vec::new());
        }
        self.list(|parser| parser.name("the name of a variable, or `nothing`"))
    }

    /// `(a: A) (b: B)`, or `a: A, b: B`
    fn ghosts(&mut self) -> Result<Vec<Binding>, Failure> {
        if self.peek() != Some(Token::Open) {
            return self.list(Parser::ghost);
        }
        let mut ghosts = Vec::new();
        while self.eat(Token::Open) {
            ghosts.extend(self.list(Parser::ghost)?);
            self.expect(Token::Close, "after the type of the ghost")?;
        }
        Ok(ghosts)
    }

    fn ghost(&mut self) -> Result<Binding, Failure> {
        let name = self.variable("the name of a ghost")?;
        self.expect(Token::Colon, "and a type")?;
        Ok(Binding { name, sort: Some(self.name("the name of a type")?) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use source::Files;

    fn parse(text: &str) -> (ContractTree, Vec<String>) {
        let file = Files::new().add("contract", text);
        let (tree, faults) = parse_contract(&file, 0..text.len());
        (tree, faults.into_iter().map(|fault| fault.message).collect())
    }

    fn words(clauses: &[At<Clause>]) -> Vec<&'static str> {
        let word = |clause: &At<Clause>| match clause.node {
            Clause::Ghost(_) => "ghost",
            Clause::Context(_) => "context",
            Clause::Effect(_) => "effect",
            Clause::Invariant(_) => "invariant",
            Clause::After(_) => "after",
            Clause::Require(_) => "require",
            Clause::Ensure(_) => "ensure",
            Clause::Raises(_) => "raises",
            Clause::Always(_) => "always",
            Clause::Modifies(_) => "modifies",
            Clause::Case => "case",
            Clause::Pure => "pure",
        };
        clauses.iter().map(word).collect()
    }

    #[test]
    fn clauses_after_where_belong_to_the_parameter() {
        let (tree, faults) = parse(
            "(f: int -> int) -> (x: int) -> unit require x > 0 effect F true\n\
             where f: (y: int) -> (r: int) require y > x ensure r > y\n\
             where g: unit -> unit effect <put> context true",
        );
        assert_eq!(faults, [""; 0]);
        assert_eq!((tree.places.len(), words(&tree.clauses)), (3, vec!["require", "effect"]));
        let functions = tree.functions.iter().map(|function| {
            let FunctionTree { name, contract } = function;
            (name.node.as_str(), contract.places.len(), words(&contract.clauses))
        });
        let expected = [("f", 2, vec!["require", "ensure"]), ("g", 2, vec!["effect", "context"])];
        assert_eq!(functions.collect::<Vec<_>>(), expected);
    }

    #[test]
    fn ocaml_is_read_in_conditions() {
        let (tree, faults) = parse(
            "(l: 'a list) -> (t: [ `A | `B of int ]) -> (r: 'a list)\n\
             ensure r = l @ l && s ^ \"x\" = s && c <= '\\n' && t = `B 3\n\
             ensure List.for_all (fun (k, _) -> k.[0] = ')' || f (k ^ \"1.5\") > 1.5) l\n\
             raises Full (x, _) when List.fold_left (+) 0 l > x",
        );
        assert_eq!(faults, [""; 0]);
        assert_eq!(
            (tree.places.len(), words(&tree.clauses)),
            (3, vec!["ensure", "ensure", "raises"])
        );
        let written = tree.places.iter().filter_map(|place| Some(&*place.written.as_ref()?.node));
        assert_eq!(written.collect::<Vec<_>>(), ["'a list", "[ `A | `B of int ]", "'a list"]);
        let Clause::Raises(raises) = &tree.clauses[2].node else { panic!("not raises") };
        let names: Vec<&str> = raises.arguments.iter().map(|name| name.node.as_str()).collect();
        assert_eq!(names, ["x", "_"]);
        assert_eq!(parse("ensure f (fun x -> (x)").1.len(), 1);
        assert_eq!(parse("ensure c = '\\300'").1.len(), 1);
    }

    #[test]
    fn parameter_without_name_or_line_is_reported() {
        for text in ["effect true where", "effect true where f", "effect true where f (y: int)"] {
            let (tree, faults) = parse(text);
            assert_eq!((faults.len(), tree.functions.len()), (1, 0), "{text}: {faults:?}");
        }
    }
}
