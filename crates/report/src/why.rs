//! Why a finding breaks a property of traces: its parts by events, and its automaton.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Why events break a property.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct WhyText {
    /// The property: its name, or its text where it has none.
    pub property: String,
    /// The events of the finding that the property is judged on, from one: the columns of the table. Events that are no
    /// part of the trace, such as the return of a call, are left out.
    pub events: Vec<u64>,
    /// The property first, then its parts.
    pub rows: Vec<WhyRow>,
    /// How many parts are not shown.
    #[serde(skip_serializing_if = "is_zero", default)]
    pub left_out: u64,
    /// The automaton of the property, if it is small enough to be drawn.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub automaton: Option<AutomatonText>,
}

/// A part of a property.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct WhyRow {
    /// The part in the syntax of specs.
    pub part: String,
    /// How deep it stands in the property.
    pub depth: u64,
    /// Whether it holds from each event on, to the end of the trace.
    pub holds: Vec<bool>,
}

/// An automaton with a trace on it. The first state is the start.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct AutomatonText {
    /// The states.
    pub states: Vec<StateText>,
    /// The edges, at most one for each pair of states.
    pub edges: Vec<MoveText>,
    /// Where the trace is before its first event and after each of them.
    pub path: Vec<StepText>,
}

/// A state of an automaton.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct StateText {
    /// Its name, that of the author where there is one.
    pub name: String,
    /// What kind it is.
    pub kind: StateKindText,
    /// What the rest of a trace has to match from here.
    pub note: String,
}

/// What being in a state means.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum StateKindText {
    /// A trace may end here.
    Accepting,
    /// A trace may not end here.
    Rejecting,
    /// The property is broken, whatever follows.
    Dead,
}

/// An edge of an automaton.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct MoveText {
    /// The number of the state that it leaves, from zero.
    pub from: u32,
    /// The number of the state that it enters.
    pub to: u32,
    /// The events, in the syntax of the property.
    pub label: String,
}

/// Where a trace is in an automaton.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct StepText {
    /// The states, one if the automaton is deterministic.
    pub states: Vec<u32>,
    /// The edges that the last event took.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub edges: Vec<u32>,
}

fn is_zero(count: &u64) -> bool {
    *count == 0
}
