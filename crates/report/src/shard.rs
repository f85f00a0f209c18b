//! Which part of a question a report answers, where several calls share it.

use std::fmt;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Problem, TargetReport};

/// One of several shards of a question, with the question as a whole: so that the answers of all
/// shards can be put together, and what is missing can be named.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ShardText {
    /// The fingerprint of the question: the programs, the options, and the version of the tool.
    pub question: String,
    /// The number of this shard, from one.
    pub number: usize,
    /// How many shards there are.
    pub count: usize,
    /// All targets of the question, in the order of its report.
    pub targets: Vec<ShardedTarget>,
    /// What was said of the input when the question was divided.
    pub problems: Vec<Problem>,
}

/// A target of a question, and the shard that it belongs to.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ShardedTarget {
    /// The file that it stands in.
    pub file: String,
    /// Its name in that file.
    pub name: String,
    /// The language of the file.
    pub language: String,
    /// The number of its shard.
    pub shard: usize,
}

/// Gets the report of each target as soon as it is there.
#[derive(Clone)]
pub struct TargetSaver(pub Arc<dyn Fn(&TargetReport) + Send + Sync>);

impl fmt::Debug for TargetSaver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TargetSaver")
    }
}

impl ShardText {
    /// Whether this shard answers for a target.
    #[must_use]
    pub fn has(&self, file: &str, name: &str) -> bool {
        let own = self.targets.iter().filter(|target| target.shard == self.number);
        own.into_iter().any(|target| target.file == file && target.name == name)
    }

    /// Whether another shard is one of the same question.
    #[must_use]
    pub fn is_beside(&self, other: &ShardText) -> bool {
        let ShardText { question, number: _, count, targets, problems } = self;
        *question == other.question
            && *count == other.count
            && *targets == other.targets
            && *problems == other.problems
    }
}

impl ShardedTarget {
    /// Whether a report is about this target.
    #[must_use]
    pub fn is_of(&self, report: &TargetReport) -> bool {
        self.file == report.file && self.name == report.name && self.language == report.language
    }
}
