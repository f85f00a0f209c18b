//! The plan of a check: a method, the contracts of the libraries, the bounds.

use source::Span;
use term::{Symbol, Term};
use trace::{Alphabet, ContractCase, EventSet, Formula, OpId, Param, Stated};

/// A call that is to be checked.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The operations of the libraries.
    pub alphabet: Alphabet,
    /// What is known of them and of whatever else the call performs; an operation that is not here
    /// may do anything.
    pub operations: Vec<Operation>,
    /// The method that is called.
    pub method: Method,
    /// How many events a history has at most.
    pub history: usize,
    /// How many events a call has at most, and the block of one operation; longer calls are not
    /// examined.
    pub events: usize,
    /// Whether histories count that the libraries could not have produced.
    pub any_history: bool,
}

/// The contract of an operation: of anything that the machine of a call emits under a name.
///
/// A performance is as one of the cases says, for some ghosts; and a case without ghosts binds
/// whenever its context and its requirements hold.
#[derive(Clone, Debug)]
pub struct Operation {
    /// The name under which the machine emits it.
    pub name: Symbol,
    /// The variables of the contract for the values of a performance: arguments, then perhaps a
    /// result.
    pub places: Vec<Term>,
    /// How many of the places are arguments.
    pub params: usize,
    /// What it needs and what it does.
    pub cases: Vec<ContractCase>,
    /// Which events a performance adds to the trace.
    pub effect: Effect,
    /// What its contract means to the caller.
    pub role: Role,
}

/// The meaning of a contract to the caller.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// An operation of a library: a performance is as one of the cases says, for some ghosts, and
    /// ways on which no context holds are not explored.
    Library,
    /// A function of the program, run by its contract: that holds for all values of the ghosts, and
    /// the caller has to see to it that contexts and invariants hold. Its events are those of the
    /// libraries, which allow them.
    Callee,
}

/// Which events a performance of an operation adds to the trace.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    /// Its own event and nothing else; an effect in its contract says more about that event.
    Own(OpId),
    /// Events that the effect in its contract allows, and none under its name unless they are
    /// among those. Where a case states no effect, a declared operation has its own event, and
    /// anything else may have any events.
    Block,
}

impl Operation {
    /// The contract of a declared operation, whose effect is a block unless each case mentions
    /// its own event alone.
    #[must_use]
    pub fn declared(
        alphabet: &Alphabet,
        op: OpId,
        places: Vec<Term>,
        cases: Vec<ContractCase>,
    ) -> Operation {
        let declared = alphabet.op(op);
        let mut effects = cases.iter().flat_map(|case| &case.effect);
        let own = effects.all(|stated| is_one_event_of(&stated.what, op));
        let effect = if own { Effect::Own(op) } else { Effect::Block };
        Operation {
            name: declared.name,
            places,
            params: declared.params().len(),
            cases,
            effect,
            role: Role::Library,
        }
    }
}

/// Whether a formula holds of single events of an operation only: `re(<op …>)`, `last && <op …>`.
fn is_one_event_of(formula: &Formula, op: OpId) -> bool {
    match formula {
        Formula::One(set) => is_of(set, op),
        Formula::And(parts) => {
            let one = |part: &Formula| matches!(part, Formula::One(_) | Formula::Last);
            let own = |part: &Formula| match part {
                Formula::One(set) | Formula::Event(set) => is_of(set, op),
                _ => false,
            };
            parts.iter().any(one) && parts.iter().any(own)
        }
        // Other formulas may be of one event too; as a block they mean the same.
        _ => false,
    }
}

/// Whether a set holds events of one operation only.
fn is_of(set: &EventSet, op: OpId) -> bool {
    match set {
        EventSet::Call(called, _) => *called == op,
        EventSet::And(parts) => parts.iter().any(|part| is_of(part, op)),
        EventSet::Or(parts) => parts.iter().all(|part| is_of(part, op)),
        EventSet::Any(_) | EventSet::Not(_) => false,
    }
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
    /// The variable of the contract for the result, if the contract mentions it.
    pub result: Option<Term>,
    /// What it promises; at least one case, and every case must hold.
    pub cases: Vec<ContractCase>,
    /// What those of its parameters do that are functions, under the names of the parameters.
    pub functions: Vec<Operation>,
    /// Properties of a spec apart from the contract, with their parameters.
    pub properties: Properties,
    /// What the machine of the call tells besides events, if the contract mentions more than
    /// arguments and result.
    pub trial: Option<Trial>,
}

/// What the machine of a call tells under names that no operation has. Such a machine does more
/// than call the method: it brings about the state of the program before the call, and computes
/// what the contract mentions. People see none of these events.
#[derive(Clone, Debug)]
pub struct Trial {
    /// The meaning of each note of the machine, by its name.
    pub notes: Vec<(Symbol, TrialNote)>,
    /// How the call ended, from zero on: it returned, or it raised the exception that the `raises`
    /// clause with this number, less one, names. It is noted after the call.
    pub outcome: Term,
}

/// What an event of a [`Trial`] tells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TrialNote {
    /// The value of a variable of the contract.
    Value(Term),
    /// The program calls itself: a part of the history. The event has a tuple of the arguments, or the
    /// only one.
    OwnCall {
        /// What is called.
        name: String,
        /// How many arguments it has.
        args: usize,
    },
    /// The history is over, and the call that is checked begins.
    Began,
    /// A value that no clause of the contract mentions.
    Unmentioned,
}

/// Properties of a spec that every call has to preserve: they hold of the history, and must hold of
/// history and call together, for every choice of the parameters.
#[derive(Clone, Debug, Default)]
pub struct Properties {
    /// The parameters.
    pub params: Vec<Param>,
    /// The properties by their names.
    pub all: Vec<(String, Stated<Formula>)>,
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
