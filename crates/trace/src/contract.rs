//! Contracts of operations and methods: what happened before, what happens, what is promised.
//!
//! A contract is written in a comment of a program ([`crate::syntax::contract`]), so it mentions
//! things that the program declares. The front end tells what those are ([`Surroundings`]).
//!
//! Parameters, results and ghosts are variables here. A user of a contract puts values in their
//! place.

use source::{Diagnostic, Span};
use term::{Data, Func, Pool, Sort, Term};

use crate::alphabet::Alphabet;
use crate::elaborate;
use crate::formula::Formula;
use crate::spec::{Axiom, Param};
use crate::syntax::{ContractTree, Tree};

/// What the program around a contract declares.
#[derive(Clone, Debug, Default)]
pub struct Surroundings {
    /// The operations.
    pub alphabet: Alphabet,
    /// Types by name; of two with one name the first counts.
    pub sorts: Vec<(String, Sort)>,
    /// Values by name: constants, parameters, the result. Of two the last counts.
    pub values: Vec<(String, Term)>,
    /// Pure functions by name.
    pub funcs: Vec<(String, Func)>,
    /// Further names of instances, such as `Self`.
    pub instances: Vec<(String, String)>,
    /// The instance whose operations need no prefix.
    pub scope: Option<String>,
    /// Fields of records: data type, name, place.
    pub fields: Vec<(Data, String, u32)>,
    /// The exceptions that `raises` clauses name, each once, and their arguments if those have names.
    pub exceptions: Vec<(String, Vec<Option<Term>>)>,
}

/// Something with the place where it is stated.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stated<T> {
    /// What is stated.
    pub what: T,
    /// Where.
    pub span: Span,
}

/// What an operation or a method promises.
#[derive(Clone, PartialEq, Debug)]
pub struct Contract {
    /// At least one; a call is as one of them says.
    pub cases: Vec<ContractCase>,
    /// The axioms among the named declarations.
    pub axioms: Vec<Axiom>,
}

/// One group of clauses.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct ContractCase {
    /// Values that the clauses mention beyond parameters and result.
    pub ghosts: Vec<Param>,
    /// What happened before the call.
    pub context: Vec<Stated<Formula>>,
    /// What holds of everything that has happened, before the call and after it.
    pub invariant: Vec<Stated<Formula>>,
    /// What holds of everything that has happened, after the call.
    pub after: Vec<Stated<Formula>>,
    /// The events of the call itself.
    pub effect: Vec<Stated<Formula>>,
    /// What holds of the arguments.
    pub require: Vec<Stated<Term>>,
    /// What holds of arguments and result.
    pub ensure: Vec<Stated<Term>>,
    /// What holds of arguments and what the program keeps, however the call ends.
    pub always: Vec<Stated<Term>>,
    /// The exceptions that may come out.
    pub raises: Vec<Raises>,
}

/// An exception that may come out of a call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Raises {
    /// Its name.
    pub exception: String,
    /// Its place among the exceptions that the contract names in any of its cases, from zero.
    pub number: usize,
    /// It comes out only then; none if it may at any time.
    pub when: Option<Stated<Term>>,
    /// Where it must come out; none if it may always be left out. What is written of its arguments does not
    /// count if it only says what they are.
    pub due: Option<Term>,
    /// Where it is named.
    pub span: Span,
}

impl Contract {
    /// The meaning of a contract; `named` holds the predicates and axioms that it may use. The
    /// contract is usable if no diagnostic is an error.
    pub fn of_tree(
        pool: &Pool,
        around: &Surroundings,
        named: &Tree,
        tree: &ContractTree,
    ) -> (Contract, Vec<Diagnostic>) {
        elaborate::contract(pool, around, named, tree)
    }
}
