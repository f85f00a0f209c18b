//! The answer of `trace check` as a report, for the formats that are those of `check`: the log is the file, and each
//! property is a target.

use serde_json::Value;
use source::counted;

use crate::answer_report::LEFT_OPEN;
use crate::jsonl::{jsonl_finding, jsonl_summary, jsonl_target};
use crate::{
    Answer, Doubt, EventText, Finding, LimitText, LogAnswer, LogEvent, Place, PropertyVerdict,
    Report, ReportBuilder, StatsText, TableRow, TargetReport, TraceAnswer, WhyRow, WhyText,
    finding_id,
};

/// The code of what breaks a property of events.
const BROKEN: &str = "EVT001";

impl TraceAnswer {
    /// The same as a report by the tool of this name and version.
    #[must_use]
    pub fn to_report(&self, tool: &str) -> Report {
        let mut builder = ReportBuilder::new();
        if self.limit.as_ref().is_some_and(LimitText::is_interruption) {
            builder.interrupted();
        }
        for verdicts in self.properties.chunk_by(of_one_property) {
            builder.target(self.target(verdicts));
        }
        builder.finish(tool)
    }

    /// A violation as a line, when it happens.
    #[must_use]
    pub fn jsonl_finding(&self, verdict: &PropertyVerdict) -> String {
        let target = self.target(std::slice::from_ref(verdict));
        target.findings.iter().map(|finding| jsonl_finding(&target, finding)).collect()
    }

    /// What there is to say at the end, after the violations by events were written.
    #[must_use]
    pub fn jsonl_end(&self, tool: &str) -> String {
        let mut out = String::new();
        for verdicts in self.properties.chunk_by(of_one_property) {
            let mut target = self.target(verdicts);
            let at_end = verdicts.iter().filter(|verdict| {
                matches!(
                    verdict.answer,
                    LogAnswer::Lost | LogAnswer::EndsTooEarly | LogAnswer::FailsAtEnd
                )
            });
            target.findings = at_end.map(|verdict| self.finding(verdict)).collect();
            out.push_str(&jsonl_target(&target));
        }
        out + &jsonl_summary(&self.to_report(tool))
    }

    /// All verdicts on a property, of which there are several where the log is read on after a violation.
    fn target(&self, verdicts: &[PropertyVerdict]) -> TargetReport {
        let answers = verdicts.iter().map(|verdict| match verdict.answer {
            LogAnswer::Holds => Answer::Holds,
            LogAnswer::Open => Answer::Inconclusive,
            LogAnswer::Lost
            | LogAnswer::Broken
            | LogAnswer::EndsTooEarly
            | LogAnswer::FailsAtEnd => Answer::Violation,
        });
        let answers: Vec<Answer> = answers.collect();
        let is_finding = answers.contains(&Answer::Violation);
        let pairs = || verdicts.iter().zip(&answers);
        let findings = pairs().filter(|(_, answer)| answer.is_finding());
        let doubts = pairs().filter(|(_, answer)| **answer == Answer::Inconclusive);
        let answer = if is_finding { Answer::Violation } else { answers[0] };
        TargetReport {
            findings: findings.map(|(verdict, _)| self.finding(verdict)).collect(),
            doubts: doubts.map(|(verdict, _)| self.doubt(verdict)).collect(),
            limits: self.limit.iter().filter(|_| !is_finding).cloned().collect(),
            stats: StatsText { steps: self.events, ..StatsText::nothing() },
            ..TargetReport::plain(&self.log, &verdicts[0].property, "log", answer)
        }
    }

    fn finding(&self, verdict: &PropertyVerdict) -> Finding {
        let (name, window) = (&verdict.property, verdict.window.as_deref().unwrap_or_default());
        let last = window.last();
        let shown = |event: &LogEvent| EventText {
            place: Some(self.line(event.line)),
            ..EventText::plain(event.text.clone())
        };
        // Not of the events: a longer log that breaks the property in the same way has the same name.
        let id = finding_id(BROKEN, &format!("{}:{name}", self.log), name, &[]);
        Finding {
            place: verdict.line.or(last.map(|event| event.line)).map(|line| self.line(line)),
            events: window.iter().map(shown).collect(),
            why: why(verdict),
            notes: params(verdict).into_iter().collect(),
            ..Finding::plain(id, BROKEN, self.message(verdict))
        }
    }

    fn message(&self, verdict: &PropertyVerdict) -> String {
        let name = &verdict.property;
        let last = || verdict.window.as_ref().and_then(|window| window.last());
        match (verdict.answer, last()) {
            (LogAnswer::Broken, Some(LogEvent { event, text, .. })) => {
                // Where the log is read on, each combination of values is a violation of its own.
                let values = verdict.violations.and_then(|_| params(verdict));
                let values = values.map(|values| format!(" {values}")).unwrap_or_default();
                format!("`{name}` is broken by event {event}: {text}{values}")
            }
            (LogAnswer::Lost, _) => format!("`{name}` is broken from the start: no log has it"),
            _ => {
                let events = counted(self.events, "event");
                format!("`{name}` does not hold when the log ends after {events}")
            }
        }
    }

    fn doubt(&self, verdict: &PropertyVerdict) -> Doubt {
        let read = counted(verdict.events.unwrap_or(self.events), "event");
        let name = &verdict.property;
        let rest = "do not break it, and the rest was not read";
        Doubt::plain(LEFT_OPEN, format!("`{name}` is not decided: {read} {rest}"))
    }

    /// A whole line of the log, whose text is not kept.
    fn line(&self, number: u64) -> Place {
        let line = usize::try_from(number).unwrap_or(usize::MAX);
        let file = self.log.clone();
        Place { file, line, column: 1, end_line: line, end_column: 1, start_byte: 0, end_byte: 0 }
    }
}

fn of_one_property(a: &PropertyVerdict, b: &PropertyVerdict) -> bool {
    a.property == b.property
}

/// The table of a property over the last events.
fn why(verdict: &PropertyVerdict) -> Option<WhyText> {
    let row = |row: &TableRow| WhyRow {
        part: row.part.clone(),
        depth: row.depth,
        holds: row.holds.clone(),
    };
    let columns = verdict.window.as_ref()?.len() as u64;
    Some(WhyText {
        property: verdict.property.clone(),
        events: (1..=columns).collect(),
        rows: verdict.table.as_ref()?.iter().map(row).collect(),
        left_out: 0,
        automaton: None,
    })
}

/// The values of parameters for which a property does not hold.
fn params(verdict: &PropertyVerdict) -> Option<String> {
    let params = verdict.params.as_ref().filter(|params| !params.is_empty())?;
    let shown = params.iter().map(|(name, value)| match value {
        Value::Null => format!("{name} = (a value that does not occur)"),
        value => format!("{name} = {value}"),
    });
    Some(format!("for {}", shown.collect::<Vec<String>>().join(", ")))
}
