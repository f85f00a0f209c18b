//! What `run` says of a program in K when one step of it does not come to its end.

use std::sync::Arc;

use explore::{Limit, Meter};
use frontend::Publisher;
use frontend::args::AnswerArgs;
use host::limits::{IN_A_LONG_STEP, LimitGuard, SoFar, outcome_of};
use host::{TOOL, output, terminal};
use report::{
    AskedTarget, Envelope, GivenUpText, Outcome, PathEnding, ProgramRun, PropertyAnswer,
    PropertyHolds, RunAnswer, SolutionsAnswer, limit_text,
};
use source::Files;

use crate::{Job, OWN};

/// What a call has found so far.
pub(super) struct KSoFar {
    shown: AnswerArgs,
    publisher: Publisher,
    asked: AskedTarget,
    question: KQuestion,
    /// Why something could not be shown.
    pub(super) broken: Option<anyhow::Error>,
}

/// What is asked, with what of it can be reported before the end.
enum KQuestion {
    /// What a run on known values comes to: how many steps it has made, and what it has printed.
    Run { steps: u64, output: String },
    /// What is reached. Solutions are shown by the thread that found them.
    Solutions,
    /// Whether this formula holds.
    Property(String),
}

/// Watches the limits of a call with these last words.
pub(super) fn watched(so_far: &SoFar<KSoFar>, meter: &Arc<Meter>) -> LimitGuard {
    LimitGuard::of_meter(Arc::clone(meter), so_far.last_words(|so_far, limit| so_far.say(limit)))
}

impl KSoFar {
    /// Nothing of a run on known values.
    pub(super) fn of_run(job: &Job<'_>) -> KSoFar {
        KSoFar::of(job, KQuestion::Run { steps: 0, output: String::new() })
    }

    /// Nothing of a search.
    pub(super) fn of_search(job: &Job<'_>) -> KSoFar {
        KSoFar::of(job, KQuestion::Solutions)
    }

    /// Nothing of a property.
    pub(super) fn of_property(job: &Job<'_>, formula: &str) -> KSoFar {
        KSoFar::of(job, KQuestion::Property(formula.to_owned()))
    }

    fn of(job: &Job<'_>, question: KQuestion) -> KSoFar {
        let (shown, publisher) = (job.shown.clone(), job.publisher.clone());
        KSoFar { shown, publisher, asked: job.asked.clone(), question, broken: None }
    }

    /// Takes in what a run has printed since the last time, and shows it unless the answer is one object.
    pub(super) fn print(&mut self, text: &str, now: u64) {
        let KQuestion::Run { steps, output } = &mut self.question else { return };
        *steps = now;
        if self.shown.wants_report() {
            output.push_str(text);
        }
        if OWN.contains(&self.shown.format) && !text.is_empty() {
            self.broken = self.broken.take().or(output::to_stdout(text).err());
        }
    }

    /// Reports what was found before the limit.
    fn say(&self, limit: Limit) -> Outcome {
        if OWN.contains(&self.shown.format) {
            terminal::complain(&format!("note: {}", self.sentence(limit)));
        }
        // Where something cannot be written to, there is nothing else to do.
        let (asked, own) = ((&self.asked, &Files::new()), (&OWN[..], None));
        let _ = self.publisher.publish(&self.shown, &self.answer(limit), asked, own);
        outcome_of(limit)
    }

    fn sentence(&self, limit: Limit) -> String {
        let limit = format!("{}, {IN_A_LONG_STEP}", limit_text(limit).message);
        match &self.question {
            KQuestion::Run { .. } => {
                format!(
                    "cut off: {limit}; the last configuration and output just before are not shown"
                )
            }
            KQuestion::Solutions => format!(
                "not everything was explored: {limit}; solutions that were found until then are not shown"
            ),
            KQuestion::Property(_) => format!("not everything was explored: {limit}"),
        }
    }

    fn answer(&self, limit: Limit) -> Envelope<RunAnswer> {
        let why = self.sentence(limit);
        let answer = match &self.question {
            KQuestion::Run { steps, output } => RunAnswer::Run(ProgramRun {
                steps: *steps,
                ending: match limit {
                    Limit::Interrupted => PathEnding::Interrupted,
                    _ => PathEnding::Limit,
                },
                note: Some(why),
                output: output.clone(),
                exit_code: None,
                configuration: String::new(),
                failure: None,
            }),
            KQuestion::Solutions => RunAnswer::Solutions(SolutionsAnswer {
                complete: false,
                given_up: vec![GivenUpText { why, times: 1, asked_for: false }],
                solutions: Vec::new(),
                pattern: None,
            }),
            KQuestion::Property(formula) => RunAnswer::Property(PropertyAnswer {
                formula: formula.clone(),
                answer: PropertyHolds::Within,
                given_up: vec![why],
                run: None,
            }),
        };
        Envelope::new(TOOL, outcome_of(limit), answer)
    }
}
