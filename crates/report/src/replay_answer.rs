//! The answer of `replay`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::answer_report::NOT_CONFIRMED;
use crate::{Answer, AskedTarget, Doubt, Finding, TargetReport, VerbAnswer};

/// The answer of `replay`.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct ReplayAnswer {
    /// The findings, in the order of the saved report.
    pub findings: Vec<ReplayedFinding>,
    /// The files that are not as they were when they were checked.
    pub changed: Vec<String>,
}

/// A finding that was run again.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ReplayedFinding {
    /// Its id.
    pub id: String,
    /// The target, as `file:name`.
    pub target: String,
    /// What became of it.
    pub verdict: ReplayVerdict,
    /// The same in words, one line or several.
    pub said: String,
    /// The target and the finding as they were saved.
    #[serde(skip)]
    pub saved: Option<Box<(TargetReport, Finding)>>,
}

/// What became of a finding.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ReplayVerdict {
    /// The property is still broken.
    StillFails,
    /// It is not broken any more.
    Repaired,
    /// It cannot be run any more, or did not come to its end.
    NotDecided,
}

impl VerbAnswer for ReplayAnswer {
    fn targets(&self, _: &AskedTarget) -> Vec<TargetReport> {
        self.findings.iter().filter_map(ReplayedFinding::report).collect()
    }
}

impl ReplayedFinding {
    /// The target of the finding with what is known of it now.
    fn report(&self) -> Option<TargetReport> {
        let (target, finding) = self.saved.as_deref()?;
        let said = || self.said.trim_end().to_owned();
        let (mut findings, mut doubts, mut notes) = (Vec::new(), Vec::new(), Vec::new());
        let answer = match self.verdict {
            ReplayVerdict::StillFails => {
                findings.push(finding.clone());
                Answer::Violation
            }
            ReplayVerdict::Repaired => {
                notes.push(said());
                Answer::Holds
            }
            ReplayVerdict::NotDecided => {
                let place = finding.place.clone();
                doubts.push(Doubt { place, ..Doubt::plain(NOT_CONFIRMED, said()) });
                Answer::Inconclusive
            }
        };
        let TargetReport { file, name, language, .. } = target;
        let plain = TargetReport::plain(file, name, language, answer);
        let (spec, arguments) = (target.spec.clone(), target.arguments.clone());
        Some(TargetReport { findings, doubts, notes, spec, arguments, ..plain })
    }
}
