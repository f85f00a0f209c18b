//! The answers about specs and proofs as reports: a spec, two properties that are compared and a proof are targets.

use crate::answer_report::{LEFT_OPEN, NOT_KNOWN};
use crate::{
    Answer, AskedTarget, ComparisonAnswer, ComparisonText, Doubt, Finding, LimitText, Problem,
    ProofAnswer, ProofVerdict, SideText, SpecComparisons, SpecFaults, TargetReport, Tone,
    VerbAnswer,
};

/// The code of two properties that are not the same.
const DIFFERENT: &str = "SPC030";
/// The code of a proof that is none.
const REFUTED: &str = "PRF001";
/// The code of a fault without one of its own.
const FAULT: &str = "SPC001";

impl VerbAnswer for SpecFaults {
    fn targets(&self, asked: &AskedTarget) -> Vec<TargetReport> {
        let faults = self.faults.iter().filter(|fault| fault.tone != Tone::Note);
        let findings: Vec<Finding> = faults.map(|fault| finding(asked, fault)).collect();
        let mut doubts: Vec<Doubt> = self.undecided.iter().map(doubt).collect();
        doubts.extend(self.limit.iter().map(limit));
        let notes = self.faults.iter().filter(|fault| fault.tone == Tone::Note);
        let notes = notes.map(|note| note.message.clone()).collect();
        vec![TargetReport { notes, ..asked.target(findings, doubts, Answer::Holds) }]
    }
}

fn finding(asked: &AskedTarget, fault: &Problem) -> Finding {
    let code = fault.code.as_deref().unwrap_or(FAULT);
    let labels = fault.labels.iter().filter(|label| !label.text.is_empty());
    let labels = labels.map(|label| format!("{}: {}", label.place, label.text));
    let notes = fault.notes.iter().cloned().chain(labels).chain(fault.helps.iter().cloned());
    Finding {
        place: fault.labels.first().map(|label| label.place.clone()),
        notes: notes.collect(),
        ..asked.finding(code, &fault.message, fault.message.clone())
    }
}

fn doubt(problem: &Problem) -> Doubt {
    Doubt {
        place: problem.labels.first().map(|label| label.place.clone()),
        helps: problem.helps.clone(),
        ..Doubt::plain(problem.code.as_deref().unwrap_or(NOT_KNOWN), &problem.message)
    }
}

fn limit(limit: &LimitText) -> Doubt {
    let helps = limit.option.iter().map(|option| format!("a larger {option} lets it go on"));
    let message = format!("not everything was decided: {}", limit.message);
    Doubt { helps: helps.collect(), ..Doubt::plain(LEFT_OPEN, message) }
}

impl VerbAnswer for SpecComparisons {
    fn targets(&self, asked: &AskedTarget) -> Vec<TargetReport> {
        self.comparisons.iter().map(|comparison| self.target(asked, comparison)).collect()
    }
}

impl SpecComparisons {
    fn target(&self, asked: &AskedTarget, comparison: &ComparisonText) -> TargetReport {
        let ComparisonText { first, second, answer, .. } = comparison;
        let asked = asked.named(format!("{first} = {second}"));
        let said = match answer {
            ComparisonAnswer::Equal => None,
            ComparisonAnswer::Included => Some("one of them has traces that the other lacks"),
            ComparisonAnswer::Incomparable => Some("each has traces that the other lacks"),
            ComparisonAnswer::Different => Some("they differ"),
            ComparisonAnswer::EqualUpToLength | ComparisonAnswer::NotDecided => {
                let up_to = comparison.length.map(|length| format!(" beyond length {length}"));
                let why = self.limit.as_ref().map(|limit| format!(": {}", limit.message));
                let message = format!(
                    "whether `{first}` and `{second}` are the same is not decided{}{}",
                    up_to.unwrap_or_default(),
                    why.unwrap_or_default()
                );
                let code = if self.limit.is_some() { LEFT_OPEN } else { NOT_KNOWN };
                return asked.target(Vec::new(), vec![Doubt::plain(code, message)], Answer::Holds);
            }
        };
        let findings = said.map(|said| Finding {
            notes: [(first, &comparison.only_first), (second, &comparison.only_second)]
                .iter()
                .filter_map(|(name, side)| only(name, side))
                .collect(),
            ..asked.finding(
                DIFFERENT,
                "",
                format!("`{first}` and `{second}` are not the same: {said}"),
            )
        });
        asked.target(findings.into_iter().collect(), Vec::new(), Answer::Holds)
    }
}

fn only(name: &str, side: &SideText) -> Option<String> {
    let witness = side.witness.as_ref()?;
    let events: Vec<String> = witness.trace.iter().map(ToString::to_string).collect();
    let trace = if events.is_empty() { "the empty trace".to_owned() } else { events.join(", ") };
    let params = witness.params.iter().map(|(name, value)| format!(" where {name} = {value}"));
    Some(format!("only `{name}` has {trace}{}", params.collect::<String>()))
}

impl VerbAnswer for ProofAnswer {
    fn targets(&self, asked: &AskedTarget) -> Vec<TargetReport> {
        self.proofs.iter().map(|proof| proof.report(asked)).collect()
    }
}

impl ProofVerdict {
    fn report(&self, asked: &AskedTarget) -> TargetReport {
        let (file, name) = self.target.rsplit_once(':').unwrap_or(("", &self.target));
        let file = if file.is_empty() { &asked.file } else { file };
        let path = file.to_owned();
        let asked = AskedTarget { file: path.clone(), path, ..asked.named(name) };
        let refuted = (!self.refuted.is_empty()).then(|| Finding {
            notes: self.refuted.clone(),
            ..asked.finding(REFUTED, "", format!("the proof of `{}` is none", self.target))
        });
        let doubts = self
            .undecided
            .iter()
            .map(|why| Doubt::plain(NOT_KNOWN, format!("the proof of `{}`: {why}", self.target)));
        let answer = match self.bounds.is_empty() {
            true => Answer::Proved,
            false => Answer::HoldsWithinBounds,
        };
        TargetReport {
            bounds: self.bounds.clone(),
            assumptions: self.assumptions.clone(),
            notes: vec![format!("{} answers were confirmed", self.confirmed)],
            ..asked.target(refuted.into_iter().collect(), doubts.collect(), answer)
        }
    }
}
