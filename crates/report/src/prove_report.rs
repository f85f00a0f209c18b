//! The answer about claims as a report: each claim is a target.

use crate::answer_report::NOT_MODELLED;
use crate::{
    Answer, AskedTarget, ClaimText, ClaimVerdict, Doubt, Finding, InputText, OpenPathText,
    ProveAnswer, RefutingRunText, TargetReport, VerbAnswer,
};

/// The code of a claim that a run on values breaks.
const REFUTED: &str = "KST005";
/// The code of a claim of which a path is open.
const OPEN: &str = "KST006";

impl VerbAnswer for ProveAnswer {
    fn targets(&self, asked: &AskedTarget) -> Vec<TargetReport> {
        self.claims.iter().map(|claim| claim.report(asked)).collect()
    }
}

impl ClaimText {
    /// Its label, or its place in the file if it has none.
    fn title(&self) -> String {
        match self.claim.as_str() {
            "" => format!("claim at {}", self.place),
            label => label.to_owned(),
        }
    }

    fn report(&self, asked: &AskedTarget) -> TargetReport {
        let asked = asked.named(self.title());
        let findings = self.run.iter().map(|run| self.refutation(&asked, run)).collect();
        let plain = asked.target(findings, self.doubts(), Answer::Proved);
        match self.verdict {
            ClaimVerdict::Vacuous => {
                TargetReport { answer: Answer::Vacuous, vacuous: true, ..plain }
            }
            ClaimVerdict::Trusted => {
                let assumptions = vec!["it is trusted: taken for granted as it is".to_owned()];
                TargetReport { answer: Answer::Holds, assumptions, ..plain }
            }
            ClaimVerdict::Proved
            | ClaimVerdict::Refuted
            | ClaimVerdict::NotProved
            | ClaimVerdict::NotSupported => {
                let uses = self.uses.iter().map(|used| format!("the proof uses {used}"));
                TargetReport { notes: uses.collect(), ..plain }
            }
        }
    }

    fn refutation(&self, asked: &AskedTarget, run: &RefutingRunText) -> Finding {
        let values = run.values.iter();
        let inputs = values.map(|(name, value)| InputText::plain(name.clone(), value.clone()));
        Finding {
            inputs: inputs.collect(),
            notes: vec![
                format!("the claim stands at {}", self.place),
                format!("the run starts from {}", one_line(&run.start)),
                format!("after {} steps it ends at {}", run.steps, one_line(&run.end)),
            ],
            ..asked.finding(
                REFUTED,
                "",
                format!(
                    "a run from the left side of `{}` does not come to its right side",
                    self.title()
                ),
            )
        }
    }

    fn doubts(&self) -> Vec<Doubt> {
        let title = self.title();
        let why = || self.why.as_deref().unwrap_or("no reason is known");
        match self.verdict {
            ClaimVerdict::Proved | ClaimVerdict::Trusted | ClaimVerdict::Refuted => Vec::new(),
            ClaimVerdict::Vacuous => {
                vec![Doubt::plain(OPEN, format!("nothing satisfies the left side of `{title}`"))]
            }
            ClaimVerdict::NotSupported => {
                vec![Doubt::plain(NOT_MODELLED, format!("`{title}` is not supported: {}", why()))]
            }
            ClaimVerdict::NotProved if self.open.is_empty() => {
                vec![Doubt::plain(OPEN, format!("`{title}` is not proved: {}", why()))]
            }
            ClaimVerdict::NotProved => self.open.iter().map(|path| path.doubt(&title)).collect(),
        }
    }
}

impl OpenPathText {
    fn doubt(&self, title: &str) -> Doubt {
        let conditions = match self.conditions.is_empty() {
            true => String::new(),
            false => format!(", where {}", self.conditions.join(" andBool ")),
        };
        let such_as = self.values.iter().filter(|values| !values.is_empty());
        let such_as: String = such_as.map(|values| format!(", such as {values}")).collect();
        let message = format!("`{title}` is not proved: {}{conditions}{such_as}", self.why);
        Doubt { paths: 1, ..Doubt::plain(OPEN, message) }
    }
}

/// A configuration without the indentation in which people read it.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Envelope, Outcome};

    fn claim(verdict: ClaimVerdict) -> ClaimText {
        ClaimText {
            claim: "sum".to_owned(),
            place: "spec.k:3:9".to_owned(),
            verdict,
            why: None,
            uses: Vec::new(),
            steps: 4,
            closed: 1,
            queries: 2,
            run: None,
            open: Vec::new(),
        }
    }

    fn report(claim: ClaimText) -> TargetReport {
        let answer = ProveAnswer { claims: vec![claim], unused: Vec::new() };
        let report = Envelope::new("tool", Outcome::NoneFound, answer);
        report.to_report(&AskedTarget::default()).targets.remove(0)
    }

    #[test]
    fn each_verdict_has_its_answer() {
        let answers = [
            (ClaimVerdict::Proved, Answer::Proved),
            (ClaimVerdict::Trusted, Answer::Holds),
            (ClaimVerdict::Vacuous, Answer::Vacuous),
            (ClaimVerdict::NotProved, Answer::Inconclusive),
            (ClaimVerdict::NotSupported, Answer::Inconclusive),
        ];
        for (verdict, answer) in answers {
            assert_eq!(report(claim(verdict)).answer, answer, "{verdict:?}");
        }
    }

    #[test]
    fn a_refutation_is_a_finding_with_its_values() {
        let run = RefutingRunText {
            values: [("N".to_owned(), "-1".to_owned())].into(),
            start: "<k>\n  a\n</k>".to_owned(),
            end: "<k> b </k>".to_owned(),
            steps: 3,
        };
        let refuted = ClaimText { run: Some(run), ..claim(ClaimVerdict::Refuted) };
        let target = report(refuted);
        assert_eq!(target.answer, Answer::Violation);
        assert_eq!(target.findings[0].code, REFUTED);
        assert_eq!(target.findings[0].inputs[0].value, "-1");
        assert_eq!(target.findings[0].notes[1], "the run starts from <k> a </k>");
    }

    #[test]
    fn an_open_path_says_where_it_is_open() {
        let open = OpenPathText {
            why: "no rule applies".to_owned(),
            conditions: vec!["N >Int 0".to_owned()],
            values: Some("N = 1".to_owned()),
            configuration: None,
        };
        let target = report(ClaimText { open: vec![open], ..claim(ClaimVerdict::NotProved) });
        let expected = "`sum` is not proved: no rule applies, where N >Int 0, such as N = 1";
        assert_eq!(target.doubts[0].message, expected);
    }
}
