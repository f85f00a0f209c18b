//! The answers of `run`: of a Haskell function, of a Java program, or of a program of a language in K.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{LimitText, Place};

/// The answer of `run`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum RunAnswer {
    /// A function on unknown inputs.
    Function(FunctionAnswer),
    /// A Java program on known values.
    Java(JavaRun),
    /// A program of a language in K on known values.
    Run(ProgramRun),
    /// The configurations that a program reaches.
    Solutions(SolutionsAnswer),
    /// Whether a property holds on all runs of a program.
    Property(PropertyAnswer),
}

/// A function on unknown inputs, path by path.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct FunctionAnswer {
    /// The function.
    pub function: String,
    /// Its type.
    #[serde(rename = "type")]
    pub ty: String,
    /// One answer for each path.
    pub answers: Vec<PathAnswer>,
    /// Why paths have no answer that was confirmed.
    pub unconfirmed: Vec<String>,
    /// Open questions.
    pub open: Vec<String>,
    /// Limits that were met.
    pub limits: Vec<String>,
    /// The same with their kinds, as reports have them.
    #[serde(skip)]
    pub met: Vec<LimitText>,
    /// Whether every path has its answer.
    pub complete: bool,
    /// Whether paths were looked for on numbers that are not those of the machine.
    pub ideal_numbers: bool,
}

/// Inputs, and what a function makes of them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct PathAnswer {
    /// The arguments, in the syntax of the language.
    pub inputs: Vec<String>,
    /// Their outcome.
    pub outcome: PathOutcome,
    /// The result, if there is one.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub output: Option<String>,
    /// Whether parts of the result were not computed.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub partial: Option<bool>,
    /// The code of what went wrong.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub code: Option<String>,
    /// The failure.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub message: Option<String>,
    /// Where it went wrong.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub place: Option<String>,
    /// The same as a place.
    #[serde(skip)]
    pub at: Option<Place>,
    /// The standard input of the function.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub stdin: Option<String>,
    /// Its standard output.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub stdout: Option<String>,
    /// Its standard error.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub stderr: Option<String>,
}

/// The outcome of a path.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum PathOutcome {
    /// A value.
    Value,
    /// A value that breaks what was asked for.
    Violation,
    /// The function that was asked for is called.
    Reached,
    /// An error.
    Error,
}

/// A Java program on known values.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct JavaRun {
    /// How it ended.
    pub ending: JavaEnding,
    /// The same in words, unless it came to its end.
    pub note: Option<String>,
    /// Its standard output.
    pub output: String,
    /// Its standard error.
    pub errors: String,
    /// Its own exit status, if it has one.
    pub exit_code: Option<i32>,
    /// What was not as on the user's machine.
    pub differences: Vec<String>,
}

/// How a Java program ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum JavaEnding {
    /// `main` came to its end.
    Returned,
    /// By `System.exit`.
    Exited,
    /// By an exception that nothing caught.
    Threw,
    /// It came to something that is not modelled.
    Unsupported,
    /// The user stopped it.
    Interrupted,
    /// A limit was met.
    Limit,
}

/// A program of a language in K on known values.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ProgramRun {
    /// How many steps it made.
    pub steps: u64,
    /// How it ended.
    pub ending: PathEnding,
    /// The same in words, unless it came to its end.
    pub note: Option<String>,
    /// Its output.
    pub output: String,
    /// Its own exit code.
    pub exit_code: Option<i64>,
    /// The last configuration.
    pub configuration: String,
    /// What is wrong where it is stuck or has no value, in the words of `check`.
    #[serde(skip)]
    pub failure: Option<String>,
}

/// How a path of a program in K ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum PathEnding {
    /// The program came to its end.
    Finished,
    /// No rule applies.
    Stuck,
    /// As many steps were made as were asked for.
    Depth,
    /// A function has no value.
    Undefined,
    /// Something is not supported.
    Unsupported,
    /// Functions nest too deeply.
    #[serde(rename = "too deep")]
    TooDeep,
    /// A symbolic value decides.
    Undecided,
    /// The user stopped it.
    Interrupted,
    /// A limit was met.
    Limit,
}

/// The configurations that a program reaches.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SolutionsAnswer {
    /// Whether there are no others.
    pub complete: bool,
    /// Why there may be others.
    pub given_up: Vec<GivenUpText>,
    /// The solutions.
    pub solutions: Vec<SolutionText>,
    /// The pattern that they match, if one was asked for.
    #[serde(skip)]
    pub pattern: Option<String>,
}

/// Why something was left out.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct GivenUpText {
    /// The reason.
    pub why: String,
    /// How often.
    pub times: u64,
    /// Whether the call itself asks for no more.
    #[serde(skip)]
    pub asked_for: bool,
}

/// A configuration that a program reaches.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SolutionText {
    /// After how many steps.
    pub steps: u64,
    /// How the path ended, if it did.
    pub ending: Option<PathEnding>,
    /// The conditions on symbolic inputs.
    pub conditions: Vec<String>,
    /// Whether the solver said that they can hold.
    pub sure: bool,
    /// Values of the symbolic inputs.
    pub inputs: Option<BTreeMap<String, String>>,
    /// The output of the program.
    pub output: String,
    /// The configuration.
    pub configuration: String,
    /// The values of the variables of a pattern.
    pub bindings: BTreeMap<String, String>,
    /// The rules that led there.
    pub path: Vec<RuleText>,
    /// What is wrong where it is stuck or has no value, in the words of `check`.
    #[serde(skip)]
    pub failure: Option<String>,
}

/// A rule that was applied.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct RuleText {
    /// In which step, counted from one.
    pub step: u64,
    /// Its number in the definition, counted from one.
    pub rule: u64,
    /// Its label.
    pub label: Option<String>,
    /// Where it stands.
    pub place: Option<String>,
}

/// Whether a property holds on all runs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct PropertyAnswer {
    /// The property.
    pub formula: String,
    /// Whether it holds.
    pub answer: PropertyHolds,
    /// Why it may not hold on what was not explored.
    pub given_up: Vec<String>,
    /// A run that breaks it.
    pub run: Option<LassoText>,
}

/// Whether a property holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub enum PropertyHolds {
    /// On all runs.
    #[serde(rename = "holds")]
    Holds,
    /// On everything that was explored.
    #[serde(rename = "holds within")]
    Within,
    /// Not on the run that is reported.
    #[serde(rename = "broken")]
    Broken,
}

/// A run that breaks a property: a way into a cycle, and the way around.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct LassoText {
    /// The conditions on symbolic inputs.
    pub conditions: Vec<String>,
    /// Values of the symbolic inputs.
    pub inputs: Option<BTreeMap<String, String>>,
    /// The rules that lead to the cycle.
    pub path: Vec<RuleText>,
    /// The configuration there.
    pub configuration: String,
    /// The rules of the cycle.
    pub for_ever: Vec<RuleText>,
}
