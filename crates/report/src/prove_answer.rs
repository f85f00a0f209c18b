//! What `prove` says of the claims about a language in K.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The answer of `prove`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ProveAnswer {
    /// The claims, in the order of the text.
    pub claims: Vec<ClaimText>,
    /// Lemmas and other rules for provers that took no part in any proof, with their places.
    pub unused: Vec<String>,
}

/// What came of one claim.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ClaimText {
    /// Its label; empty without one.
    pub claim: String,
    /// Where it stands.
    pub place: String,
    /// What came of it.
    pub verdict: ClaimVerdict,
    /// Why there is no proof, in words.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub why: Option<String>,
    /// The claims that the proof uses, by labels or places.
    pub uses: Vec<String>,
    /// Steps made on all paths.
    pub steps: u64,
    /// Paths that were closed.
    pub closed: u64,
    /// Questions to the solver.
    pub queries: u64,
    /// The run that refutes it.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub run: Option<RefutingRunText>,
    /// The paths that were left open.
    pub open: Vec<OpenPathText>,
}

/// What came of a claim.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ClaimVerdict {
    /// All paths are closed.
    Proved,
    /// A run on values breaks it.
    Refuted,
    /// Some path is open.
    NotProved,
    /// It was taken for granted.
    Trusted,
    /// Nothing satisfies its left side.
    Vacuous,
    /// It cannot be stated here.
    NotSupported,
}

/// A run on values that does not come to the right side.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct RefutingRunText {
    /// What the variables of the claim are.
    pub values: BTreeMap<String, String>,
    /// The configuration where it starts.
    pub start: String,
    /// The configuration where it ends.
    pub end: String,
    /// How many steps it makes.
    pub steps: u64,
}

/// A path that was left open.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct OpenPathText {
    /// Why it does not go on.
    pub why: String,
    /// What holds on it.
    pub conditions: Vec<String>,
    /// Values that lead there.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub values: Option<String>,
    /// The configuration there.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub configuration: Option<String>,
}
