//! What `run` says of a program in K when one step of it does not come to its end.

use std::sync::Arc;

use explore::{Limit, Meter};
use frontend::args::RunFormat;
use host::limits::{IN_A_LONG_STEP, LimitGuard, SoFar, outcome_of};
use host::{TOOL, output, terminal};
use report::{
    Envelope, GivenUpText, Outcome, PathEnding, ProgramRun, PropertyAnswer, PropertyHolds,
    RunAnswer, SolutionsAnswer, limit_text,
};

/// What a call has found so far.
pub(super) struct KSoFar {
    form: RunFormat,
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
    pub(super) fn of_run(form: RunFormat) -> KSoFar {
        let question = KQuestion::Run { steps: 0, output: String::new() };
        KSoFar { form, question, broken: None }
    }

    /// Nothing of a search.
    pub(super) fn of_search(form: RunFormat) -> KSoFar {
        KSoFar { form, question: KQuestion::Solutions, broken: None }
    }

    /// Nothing of a property.
    pub(super) fn of_property(form: RunFormat, formula: &str) -> KSoFar {
        KSoFar { form, question: KQuestion::Property(formula.to_owned()), broken: None }
    }

    /// Takes in what a run has printed since the last time, and shows it unless the answer is one object.
    pub(super) fn print(&mut self, text: &str, now: u64) {
        let KQuestion::Run { steps, output } = &mut self.question else { return };
        *steps = now;
        match self.form {
            RunFormat::Json => output.push_str(text),
            RunFormat::Human | RunFormat::Short if text.is_empty() => {}
            RunFormat::Human | RunFormat::Short => {
                self.broken = self.broken.take().or(output::to_stdout(text).err());
            }
        }
    }

    /// Reports what was found before the limit.
    fn say(&self, limit: Limit) -> Outcome {
        match self.form {
            // Where standard output cannot be written to, there is nothing else to do.
            RunFormat::Json => drop(output::to_stdout(&self.json(limit))),
            RunFormat::Human | RunFormat::Short => {
                terminal::complain(&format!("note: {}", self.sentence(limit)));
            }
        }
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

    fn json(&self, limit: Limit) -> String {
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
            }),
            KQuestion::Solutions => RunAnswer::Solutions(SolutionsAnswer {
                complete: false,
                given_up: vec![GivenUpText { why, times: 1 }],
                solutions: Vec::new(),
            }),
            KQuestion::Property(formula) => RunAnswer::Property(PropertyAnswer {
                formula: formula.clone(),
                answer: PropertyHolds::Within,
                given_up: vec![why],
                run: None,
            }),
        };
        Envelope::new(TOOL, outcome_of(limit), answer).json()
    }
}
