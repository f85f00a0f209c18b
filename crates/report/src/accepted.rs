//! Findings that a project knows about or allows: they are shown, and do not make a call fail.

use std::fmt;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Finding, TargetReport};

/// Why a finding does not make a call fail.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Accepted {
    /// Where that is said.
    pub by: AcceptedBy,
    /// The reason that is given there; a baseline gives none.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub reason: Option<String>,
}

/// Where it is said that a finding does not make a call fail.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum AcceptedBy {
    /// In the baseline of the project.
    Baseline,
    /// In a comment beside the code.
    Comment,
    /// In the file of the project.
    ProjectFile,
}

impl Accepted {
    /// In a sentence without a full stop.
    #[must_use]
    pub fn to_note(&self) -> String {
        let reason = self.reason.as_deref().unwrap_or("no reason is given");
        match self.by {
            AcceptedBy::Baseline => "known: it is in the baseline, so it does not fail".to_owned(),
            AcceptedBy::Comment => format!("allowed by a comment: {reason}"),
            AcceptedBy::ProjectFile => format!("allowed by the project: {reason}"),
        }
    }
}

/// What decides which findings of a target are accepted, before it is reported.
#[derive(Clone)]
pub struct Acceptance(Arc<dyn Fn(&mut TargetReport) + Send + Sync>);

impl Acceptance {
    /// Findings are accepted by this function.
    pub fn new(accept: impl Fn(&mut TargetReport) + Send + Sync + 'static) -> Acceptance {
        Acceptance(Arc::new(accept))
    }

    pub(crate) fn apply(&self, target: &mut TargetReport) {
        (self.0)(target);
    }
}

impl fmt::Debug for Acceptance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Acceptance")
    }
}

/// From which answer on a call fails; each also fails for those before it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum FailOn {
    /// Answers never make it fail; input that cannot be used does.
    Never,
    /// Violations.
    Violation,
    /// Weak specs.
    Weak,
    /// What is undecided.
    Inconclusive,
    /// Targets of which nothing is checked.
    #[default]
    Vacuous,
}

impl Finding {
    /// Whether it makes a call fail that fails on it.
    #[must_use]
    pub fn is_new(&self) -> bool {
        self.accepted.is_none()
    }
}

impl TargetReport {
    /// The first answer on which a call fails because of this target; none if it never does.
    pub(crate) fn fails_from(&self) -> Option<FailOn> {
        let mut new = self.findings.iter().filter(|finding| finding.is_new()).peekable();
        if new.peek().is_some() {
            let only_weak = new.all(|finding| !finding.weak_specs.is_empty());
            return Some(if only_weak { FailOn::Weak } else { FailOn::Violation });
        }
        use crate::Answer::{
            Holds, HoldsWithinBounds, Inconclusive, Proved, Vacuous, Violation, WeakSpec,
        };
        match self.answer {
            Proved | Holds | HoldsWithinBounds => None,
            Inconclusive => Some(FailOn::Inconclusive),
            Vacuous => Some(FailOn::Vacuous),
            // All findings are accepted. What else there may be is known only if everything was explored.
            Violation | WeakSpec => {
                let is_open = !self.doubts.is_empty() || !self.limits.is_empty();
                is_open.then_some(FailOn::Inconclusive)
            }
        }
    }
}
