//! The JSON of `list`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Place, Problem};

/// The targets of files and folders, and what cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ListAnswer {
    /// The targets in the order in which they were asked for, methods of Java programs last.
    pub targets: Vec<ListedTarget>,
    /// Input that could not be used, and remarks on input.
    pub problems: Vec<Problem>,
}

/// A target that `check` would check.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ListedTarget {
    /// The target as `check` takes it.
    pub title: String,
    /// Its language.
    pub language: String,
    /// Where it is defined; methods of Java programs have none.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub place: Option<Place>,
}
