//! The answers of `trace check` and `spec`.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{LimitText, Problem};

/// The answer of `trace check`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct TraceAnswer {
    /// The log.
    pub log: String,
    /// How many of its events were read.
    pub events: u64,
    /// How many events of other operations were skipped.
    pub skipped: u64,
    /// How many lines were left out because they are no events.
    #[serde(default)]
    pub unreadable: u64,
    /// The verdict on each property; one for each violation where the log is read on after it.
    pub properties: Vec<PropertyVerdict>,
    /// The limit that was met, if one was.
    pub limit: Option<LimitText>,
}

/// The verdict on a property.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct PropertyVerdict {
    /// Its name.
    pub property: String,
    /// Whether the log has it.
    pub answer: LogAnswer,
    /// The values of its parameters for which it does not hold.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub params: Option<BTreeMap<String, Value>>,
    /// The event that breaks it, counted from one.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub event: Option<u64>,
    /// The line of that event.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub line: Option<u64>,
    /// How many events were read before a limit was met.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub events: Option<u64>,
    /// The event since which these values are known.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub since: Option<u64>,
    /// The last events.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub window: Option<Vec<LogEvent>>,
    /// Which parts of the property hold after each of them.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub table: Option<Vec<TableRow>>,
    /// How often the property is broken, where the log is read on after a violation.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub violations: Option<u64>,
}

/// Whether a log has a property.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum LogAnswer {
    /// It has.
    Holds,
    /// No log has it.
    Lost,
    /// An event breaks it.
    Broken,
    /// The log ended before it was fulfilled.
    EndsTooEarly,
    /// As `EndsTooEarly`, if what was not decided on the way is as it seems.
    FailsAtEnd,
    /// A limit was met before the end of the log.
    Open,
}

/// An event of a log.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct LogEvent {
    /// Its number, counted from one.
    pub event: u64,
    /// Its line.
    pub line: u64,
    /// The event.
    pub text: String,
}

/// A part of a property along some events.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct TableRow {
    /// The part.
    pub part: String,
    /// How deep it stands in the property.
    #[serde(default)]
    pub depth: u64,
    /// Whether it holds at each event.
    pub holds: Vec<bool>,
}

/// The answer of `spec check`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SpecFaults {
    /// The faults of the spec.
    pub faults: Vec<Problem>,
    /// Questions that were not decided.
    pub undecided: Vec<Problem>,
    /// The limit that was met, if one was.
    pub limit: Option<LimitText>,
}

/// The answer of `spec compare`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SpecComparisons {
    /// The comparisons, property by property.
    pub comparisons: Vec<ComparisonText>,
    /// The limit that was met, if one was.
    pub limit: Option<LimitText>,
}

/// A comparison of two properties.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ComparisonText {
    /// The first property.
    pub first: String,
    /// The second property.
    pub second: String,
    /// Their relation.
    pub answer: ComparisonAnswer,
    /// Which of them has no traces that the other lacks, for `included`.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub included: Option<ComparedSide>,
    /// Up to which length of traces that was decided, for `equal-up-to-length`.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub length: Option<u64>,
    /// Traces that only the first one has.
    pub only_first: SideText,
    /// Traces that only the second one has.
    pub only_second: SideText,
}

/// One of two properties that are compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ComparedSide {
    /// The first.
    First,
    /// The second.
    Second,
}

/// The relation of two properties.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ComparisonAnswer {
    /// They have the same traces.
    Equal,
    /// All traces of one are traces of the other.
    Included,
    /// Each has traces that the other lacks.
    Incomparable,
    /// They differ; whether one includes the other is not decided.
    Different,
    /// They have the same traces up to a length, beyond which it is not decided.
    EqualUpToLength,
    /// Nothing was decided.
    NotDecided,
}

/// Traces that one property has and another lacks.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct SideText {
    /// Whether there are none; absent if there is a trace or it was not decided.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub empty: Option<bool>,
    /// Up to which length there are none.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub empty_up_to: Option<u64>,
    /// Why it was not decided.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub why: Option<String>,
    /// A shortest trace.
    #[serde(flatten)]
    pub witness: Option<TraceText>,
}

/// A trace in the form of logs.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct TraceText {
    /// The values of parameters.
    pub params: BTreeMap<String, String>,
    /// The events as lines of a log have them.
    pub trace: Vec<Value>,
}

/// The answer of `spec learn`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SpecProposals {
    /// The declarations of the events, as a spec has them.
    pub declarations: String,
    /// What the logs have in common.
    pub proposals: Vec<ProposalText>,
    /// How many candidates were tried.
    pub tried: u64,
    /// How many there are.
    pub candidates: u64,
    /// Operations that were left out, because their arguments differ in number or kind.
    pub left_out: Vec<String>,
    /// The limit that was met, if one was.
    pub limit: Option<LimitText>,
}

/// A property that is proposed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ProposalText {
    /// Its name.
    pub property: String,
    /// The formula.
    pub formula: String,
    /// The same in words.
    pub meaning: String,
    /// How many events decide it.
    pub support: u64,
    /// The logs in which they are.
    pub decided_by: Vec<String>,
    /// The bad logs that it rejects.
    pub rejects: Vec<RejectedLog>,
}

/// A bad log that a proposed property rejects.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct RejectedLog {
    /// The log.
    pub log: String,
    /// The event that breaks the property, counted from one; none if the end does.
    pub event: Option<u64>,
}

/// The answer of `spec sample`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SpecSamples {
    /// Traces for each property.
    pub properties: Vec<PropertySamples>,
    /// The limit that was met, if one was.
    pub limit: Option<LimitText>,
}

/// Traces that have a property and traces that lack it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct PropertySamples {
    /// Its name.
    pub property: String,
    /// Traces that have it.
    pub inside: Vec<TraceText>,
    /// Traces that lack it.
    pub outside: Vec<TraceText>,
}
