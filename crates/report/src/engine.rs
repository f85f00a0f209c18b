//! The answers of several engines for one target, and whether they agree.

use std::time::Duration;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Answer, Doubt, TargetReport};

/// The answer of one engine for a target.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct EngineText {
    /// Name of the engine.
    pub engine: String,
    /// Its answer.
    pub answer: Answer,
    /// Paths that came to an end.
    pub paths: u64,
    /// Events of its shortest witness, those of the history included.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub events: Option<u64>,
    /// Queries put to the solver; only on request.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub queries: Option<u64>,
    /// Wall-clock time of the exploration, in microseconds; only on request.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub time_us: Option<u64>,
}

/// Measurements that differ from run to run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Measured {
    /// Queries put to the solver.
    pub queries: u64,
    /// Wall-clock time of the exploration.
    pub time: Duration,
}

impl TargetReport {
    /// The same report, which says that it is by this engine.
    #[must_use]
    pub fn by_engine(mut self, engine: &str, measured: Option<Measured>) -> TargetReport {
        let stats = &self.stats;
        let broken = stats.violated + stats.unconfirmed;
        let ended = [stats.finished, broken, stats.discarded, stats.pruned, stats.unsupported];
        let micros = |time: Duration| u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
        self.engines = vec![EngineText {
            engine: engine.to_owned(),
            answer: self.answer,
            paths: ended.iter().sum::<u64>() + stats.cut_off,
            events: self.findings.iter().map(|finding| finding.events.len() as u64).min(),
            queries: measured.map(|measured| measured.queries),
            time_us: measured.map(|measured| micros(measured.time)),
        }];
        self
    }

    /// One report from those of several engines on one target: that of the first engine with a
    /// violation, or else of the first that decided. Where one engine finds a violation and another
    /// says that there is none, one of them is wrong, and the target is undecided.
    ///
    /// There is none if there are no reports.
    #[must_use]
    pub fn compared(reports: Vec<TargetReport>) -> Option<TargetReport> {
        let engines: Vec<EngineText> =
            reports.iter().flat_map(|report| report.engines.clone()).collect();
        let first = |wanted: fn(Answer) -> bool| {
            let mut reports = reports.iter();
            reports.find(|report| wanted(report.answer)).cloned()
        };
        let violated = first(Answer::is_finding);
        let contradiction = violated.is_some() && engines.iter().any(|text| holds(text.answer));
        let told = violated.or_else(|| first(holds)).or_else(|| first(|_| true))?;
        let mut told = TargetReport { engines, ..told };
        if contradiction {
            told.answer = Answer::Inconclusive;
            told.doubts.push(disagreement(&told));
        }
        Some(told)
    }
}

fn holds(answer: Answer) -> bool {
    answer.holds()
}

fn disagreement(target: &TargetReport) -> Doubt {
    let names = |wanted: fn(Answer) -> bool| {
        let said = target.engines.iter().filter(|text| wanted(text.answer));
        said.map(|text| text.engine.as_str()).collect::<Vec<&str>>().join(" and ")
    };
    let (bad, good) = (names(Answer::is_finding), names(holds));
    contradiction(&format!(
        "engines disagree: {bad} found a violation, but for {good} there is none"
    ))
}

/// What is said where two parts of this program contradict each other.
pub(crate) fn contradiction(message: &str) -> Doubt {
    Doubt {
        code: "ENG005".to_owned(),
        message: message.to_owned(),
        place: None,
        paths: 1,
        helps: vec!["this is a fault of tracehound: please report it with the program".to_owned()],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn by(engine: &str, answer: Answer) -> TargetReport {
        let mut report = TargetReport {
            bounds: vec!["history ≤ 4".to_owned()],
            ..TargetReport::plain("a.ml", "add", "ml", answer)
        };
        report.stats.finished = 3;
        let time = Duration::from_micros(1500);
        report.by_engine(engine, Some(Measured { queries: 7, time }))
    }

    #[track_caller]
    fn check(answers: [Answer; 3], expected: (Answer, Option<&str>)) {
        let reports = answers.iter().zip(["x", "y", "z"]).map(|(answer, name)| by(name, *answer));
        let told = TargetReport::compared(reports.collect()).expect("there are reports");
        assert_eq!(told.engines.iter().map(|text| text.answer).collect::<Vec<_>>(), answers);
        let doubt = told.doubts.first().map(|doubt| doubt.message.as_str());
        assert_eq!((told.answer, doubt), expected);
    }

    #[test]
    fn deciding_engine_wins_contradictions_are_reported() {
        use Answer::{HoldsWithinBounds as Holds, Inconclusive, Violation};
        check([Violation, Violation, Violation], (Violation, None));
        check([Inconclusive, Violation, Inconclusive], (Violation, None));
        check([Inconclusive, Inconclusive, Holds], (Holds, None));
        check([Inconclusive, Inconclusive, Inconclusive], (Inconclusive, None));
        let message = "engines disagree: y found a violation, but for x and z there is none";
        check([Holds, Violation, Holds], (Inconclusive, Some(message)));
        let message = "engines disagree: x found a violation, but for z there is none";
        check([Violation, Inconclusive, Holds], (Inconclusive, Some(message)));
    }

    #[test]
    fn no_engine_no_report() {
        assert_eq!(TargetReport::compared(Vec::new()), None);
    }
}
