//! The part of a proof that is about histories of any length.

use serde::{Deserialize, Serialize};

/// Why no history, however long it is, takes the paths of a tree that do not end well.
///
/// Whether a part of the trace belongs to an expression is a variable of the paths. Which values of these variables go
/// together is shown by a closed set of states for each such path.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct HistoryProof {
    /// The operations whose events traces are made of.
    pub operations: Vec<OperationNames>,
    /// Whether events of other operations may occur, too.
    pub others: bool,
    /// The functions that the paths take by contract; each has a proof of its own beside this one.
    pub by_contract: Vec<String>,
    /// What the variables of the paths stand for.
    pub memberships: Vec<MembershipText>,
    /// Where operations have their events.
    pub allowances: Vec<AllowanceText>,
    /// What is left of expressions, by number.
    pub expressions: Vec<String>,
    /// The conditions of edges, by number.
    pub conditions: Vec<String>,
    /// What ways remember, by number.
    pub remembered: Vec<Remembered>,
    /// One for each path that is refuted.
    pub refutations: Vec<PathRefutation>,
}

/// An operation and the variables that stand for the values of its events in letters.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct OperationNames {
    /// Its name.
    pub name: String,
    /// The variables.
    pub formals: Vec<String>,
}

/// A part of a trace.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TraceItem {
    /// Any events: a history, or what a function added that was taken by its contract.
    Unknown,
    /// An event of the call. Without an operation it is one of those that are not declared.
    Event {
        /// The number of the operation.
        operation: Option<usize>,
        /// Its values.
        values: Vec<String>,
    },
}

/// The statement that the items of a trace from some item on belong to an expression.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MembershipText {
    /// The variable that stands for it.
    pub var: String,
    /// The trace.
    pub trace: Vec<TraceItem>,
    /// The first item that counts.
    pub start: usize,
    /// The expression.
    pub expression: String,
}

/// Where the contract of an operation allows its event.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct AllowanceText {
    /// The number of the operation.
    pub operation: usize,
    /// The variables of the contract for the values of an event.
    pub places: Vec<String>,
    /// Its cases.
    pub cases: Vec<AllowanceCaseText>,
}

/// A case of an [`AllowanceText`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct AllowanceCaseText {
    /// What happened before: each of these expressions.
    pub context: Vec<String>,
    /// What the case is about.
    pub require: String,
    /// What it says of the result.
    pub ensure: String,
    /// Whether it depends on values that the event does not give. Then it allows anything.
    pub ghosts: bool,
}

/// A disjunction of rows of conditions, by their numbers in [`HistoryProof::conditions`] from one on; those that
/// do not hold are negative.
pub type Remembered = Vec<Vec<i64>>;

/// Why no history takes a path.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct PathRefutation {
    /// The path.
    pub at: Vec<u32>,
    /// The memberships that are followed, by number.
    pub follows: Vec<usize>,
    /// The contracts of operations that are followed.
    pub instances: Vec<AllowanceInstance>,
    /// The cases that are told apart.
    pub cases: Vec<RefutedCase>,
}

/// The contract of an operation at some values.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct AllowanceInstance {
    /// The number of the allowance.
    pub allowance: usize,
    /// The value of each place, if it is one of the path.
    pub values: Vec<Option<String>>,
}

/// One case of a path, and a closed set of states for it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct RefutedCase {
    /// What holds in this case beside the conditions of the path.
    pub when: Vec<String>,
    /// The states before each item of the trace; none are left after the last.
    pub layers: Vec<Vec<ProductStateText>>,
}

/// What is left on some ways through a trace.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ProductStateText {
    /// What is left of each expression that is followed, by number.
    pub rests: Vec<usize>,
    /// What is known of each membership that is followed.
    pub answers: Vec<Option<bool>>,
    /// What the ways that lead there remember, by number.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub remembers: Vec<usize>,
    /// Edges that no values take.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<LeftOutEdge>,
}

/// Events that no history has after a state.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct LeftOutEdge {
    /// The number of the operation; none for one that is not declared.
    pub operation: Option<usize>,
    /// The conditions of the events, as in [`Remembered`].
    pub when: Vec<i64>,
}
