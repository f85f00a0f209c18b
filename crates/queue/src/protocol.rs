//! What clients and workers write to each other. Only the same version of Tracehound reads it.

use host::TOOL;
use serde::{Deserialize, Serialize};

/// A job: one shard of a question.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Job {
    /// The version that asks, which is the one that answers.
    pub(crate) tool: String,
    /// The call that asks.
    pub(crate) run: String,
    /// The number of the shard, from one.
    pub(crate) number: usize,
    /// The name of the bundle.
    pub(crate) bundle: String,
    /// The name of the object with the shard, which has another number there.
    pub(crate) question: String,
}

/// What a worker says of a job.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct JobAnswer {
    /// The number of the shard.
    pub(crate) number: usize,
    /// Who answers.
    pub(crate) worker: String,
    /// How long it took, from the lease to the answer.
    pub(crate) millis: u64,
    /// What came of it.
    pub(crate) end: JobEnd,
}

/// What came of a job.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) enum JobEnd {
    /// The report of the shard as JSON, without what all shards have in common.
    Report(String),
    /// The same, in an object of this name: it is too large for a message.
    Elsewhere(String),
    /// Why there is none.
    Failed(String),
}

/// A worker that is there.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Presence {
    /// Its name: host and process.
    pub(crate) name: String,
    /// Its version.
    pub(crate) tool: String,
    /// The jobs that it is at, as `run.number`.
    pub(crate) at: Vec<String>,
    /// How many jobs it has answered.
    pub(crate) answered: u64,
    /// The time that these took together.
    pub(crate) busy_millis: u64,
}

/// A call that asks.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Asking {
    /// The call, by an id.
    pub(crate) run: String,
    /// Its version.
    pub(crate) tool: String,
    /// Who asks: host and process.
    pub(crate) client: String,
    /// How many jobs there are, and how many are answered.
    pub(crate) jobs: usize,
    /// How many of them are answered.
    pub(crate) answered: usize,
}

/// The version as a token of a subject.
pub(crate) fn version() -> String {
    token(TOOL)
}

/// A text without what has a meaning in subjects and keys.
pub(crate) fn token(text: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    text.chars().map(|c| if is_plain(c) { c } else { '_' }).collect()
}

/// The key of an answer.
pub(crate) fn key(run: &str, number: usize) -> String {
    format!("{run}.{number}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_tokens() {
        assert_eq!(token("tracehound 0.2.0"), "tracehound_0_2_0");
        assert_eq!(key("abc", 7), "abc.7");
        assert!(!version().contains(['.', ' ', '*', '>']));
    }
}
