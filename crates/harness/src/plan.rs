//! What is to be checked: a method, the contracts of the libraries, the bound on histories.

use source::Span;
use term::Term;
use trace::{Alphabet, ContractCase};

/// A call that is to be checked.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The operations of the libraries.
    pub alphabet: Alphabet,
    /// What is known of them; an operation that is not here may do anything.
    pub operations: Vec<Operation>,
    /// The method that is called.
    pub method: Method,
    /// How many events a history has at most.
    pub history: usize,
    /// How many events a call has at most; longer calls are not looked at.
    pub events: usize,
    /// Whether histories count that the libraries could not have produced.
    pub any_history: bool,
}

/// The contract of an operation.
#[derive(Clone, Debug)]
pub struct Operation {
    /// Which operation.
    pub op: trace::OpId,
    /// The variables of the contract for the values of an event: arguments, then perhaps a result.
    pub places: Vec<Term>,
    /// A call is as one of these says.
    pub cases: Vec<ContractCase>,
}

/// The contract of a method.
#[derive(Clone, Debug)]
pub struct Method {
    /// Its name.
    pub name: String,
    /// Where it is defined.
    pub span: Span,
    /// Its parameters in order.
    pub params: Vec<Parameter>,
    /// The variable of the contract for the result, if the contract speaks of it.
    pub result: Option<Term>,
    /// What it promises.
    pub case: ContractCase,
}

/// A parameter of a method.
#[derive(Clone, Debug)]
pub struct Parameter {
    /// Its name.
    pub name: String,
    /// The variable of the contract for it.
    pub var: Term,
    /// Its value, if it can have but one; the call then does not ask for it.
    pub value: Option<Term>,
}

/// The name under which the machine of a call must ask for an argument, by its position. A harness
/// tells arguments from other inputs by it, and shows people the name of the parameter instead.
#[must_use]
pub fn argument_name(position: usize) -> String {
    format!("argument#{position}")
}
