//! Findings of an earlier call that were run again, before anything else, on the program as it is now.

use crate::engine::contradiction;
use crate::{Answer, Finding, TargetReport};

impl TargetReport {
    /// The same, where these findings of an earlier call still fail. What was found anew is better: it has
    /// places in the program as it is. Where nothing was, they are the answer.
    #[must_use]
    pub fn with_earlier(mut self, findings: Vec<Finding>) -> TargetReport {
        if findings.is_empty() {
            return self;
        }
        match self.answer {
            Answer::Violation | Answer::WeakSpec => {}
            Answer::Proved | Answer::Holds => {
                self.answer = Answer::Inconclusive;
                self.proof = None;
                let id = &findings[0].id;
                self.doubts.push(contradiction(&format!(
                    "`{id}` of an earlier call still fails, but no violation was found"
                )));
            }
            Answer::HoldsWithinBounds | Answer::Inconclusive | Answer::Vacuous => {
                self.answer = Answer::Violation;
                (self.proof, self.vacuous) = (None, false);
                self.bounds.clear();
                self.findings = findings;
            }
        }
        self
    }
}
