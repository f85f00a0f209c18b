//! The answers of `solve` and `diff`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Place;

/// The answer of `solve`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SolveAnswer {
    /// The goals, in the order of the file.
    pub goals: Vec<GoalAnswer>,
}

/// The result of a goal.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct GoalAnswer {
    /// The goal as it is written.
    pub goal: String,
    /// Its name, as `check --spec` takes it.
    #[serde(default)]
    pub name: String,
    /// Where it stands.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub place: Option<Place>,
    /// The property that answers break, where runs were checked against a spec.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub property: Option<String>,
    /// Its outcome.
    pub outcome: crate::Outcome,
    /// The answers, in the order in which they were found.
    pub answers: Vec<SolutionValues>,
    /// Whether there are no others.
    pub complete: bool,
    /// How the search ended, in words.
    pub said: String,
    /// How many runs the search made.
    pub runs: u64,
    /// How many choices.
    pub choices: u64,
    /// How many paths ended in an error of the program.
    pub failures: u64,
}

/// Values of unknowns that make a goal true.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SolutionValues {
    /// The unknowns, perhaps with open parts.
    pub unknowns: Vec<NamedValue>,
    /// The conditions on open parts.
    #[serde(rename = "where")]
    pub conditions: Vec<String>,
    /// Values without open parts, on which the goal was run again.
    pub instance: Vec<NamedValue>,
    /// Whether that run confirmed the answer.
    pub confirmed: bool,
    /// The error that the goal asks for.
    pub failure: Option<String>,
    /// The choices of the path.
    pub path: String,
}

/// An unknown and its value.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct NamedValue {
    /// The unknown.
    pub name: String,
    /// Its value in the syntax of the language.
    pub value: String,
}

/// The answer of `diff`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct DiffAnswer {
    /// The two interpreters, as the user named them.
    #[serde(default)]
    pub interpreters: Vec<String>,
    /// Programs on which the interpreters differ.
    pub differences: Vec<DifferenceText>,
    /// How the search ended, in words.
    pub said: String,
    /// How many paths that could lead to smaller programs were put off.
    pub smaller: u64,
    /// Whether there are no other differences.
    #[serde(skip)]
    pub complete: bool,
}

/// A program on which two interpreters differ.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct DifferenceText {
    /// The program, perhaps with open parts.
    pub program: String,
    /// The conditions on open parts.
    #[serde(rename = "where")]
    pub conditions: Vec<String>,
    /// The program without open parts that both were run on.
    pub instance: String,
    /// Its size.
    pub size: u64,
    /// The result of the first interpreter.
    pub left: String,
    /// The result of the second one.
    pub right: String,
    /// Whether both were seen to do so, each for itself.
    pub confirmed: bool,
    /// That program in the form in which it is saved for a replay.
    #[serde(skip)]
    pub saved: String,
}
