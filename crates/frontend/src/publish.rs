//! Where the answers of verbs go: to standard output and to files, each in a format of its own.

use std::ops::Deref;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use anyhow::Result;
use explore::Budget;
use host::limits::{LimitGuard, SoFar, outcome_of, stuck_sentence};
use host::{TOOL, Terminal, output};
use report::{
    AskedTarget, Envelope, NoAnswer, Outcome, Paint, Problem, ProblemKind, Report, ReportBuilder,
    VerbAnswer, diagnostics_as_text, problems_as_text,
};
use serde::Serialize;
use source::{Diagnostic, Files};

use crate::args::{AnswerArgs, Format};

/// What the command line knows of reports and front ends do not: how all formats look, and where findings are saved.
pub trait ReportFormats: Sync {
    /// The report in a format.
    fn render(&self, format: Format, report: &Report, files: &Files, paint: Paint) -> String;

    /// Writes what a format has besides its text, such as the summary of a step on GitHub.
    fn write_aside(&self, format: Format, report: &Report) -> Result<()>;

    /// Saves the findings of a report, so that later calls can name them by their ids.
    fn save(&self, report: &Report, files: &Files, terminal: &Terminal);
}

/// Publishes the answer of a call, whatever its format. It is the terminal of the call, too.
#[derive(Clone)]
pub struct Publisher {
    terminal: Terminal,
    formats: &'static dyn ReportFormats,
    /// The words of the call.
    words: Arc<Vec<String>>,
    /// Why the call came to nothing, for formats that programs read.
    refused: Arc<Mutex<Vec<Problem>>>,
    is_done: Arc<AtomicBool>,
}

impl Deref for Publisher {
    type Target = Terminal;

    fn deref(&self) -> &Terminal {
        &self.terminal
    }
}

impl Publisher {
    /// Publishes the answer of a call of these words.
    #[must_use]
    pub fn new(
        terminal: Terminal,
        formats: &'static dyn ReportFormats,
        words: Vec<String>,
    ) -> Publisher {
        let (words, refused) = (Arc::new(words), Arc::default());
        Publisher { terminal, formats, words, refused, is_done: Arc::default() }
    }

    /// Complains of input that cannot be used.
    pub fn refuse(&self, files: &Files, faults: &[Diagnostic]) -> Outcome {
        self.terminal.complain(diagnostics_as_text(files, faults, Paint::Plain).trim_end());
        self.refused().extend(faults.iter().map(|fault| Problem::from_diagnostic(files, fault)));
        Outcome::BadInput
    }

    /// The same for problems.
    pub fn refuse_problems(&self, files: &Files, problems: &[Problem]) -> Outcome {
        self.terminal.complain(problems_as_text(problems, files, Paint::Plain).trim_end());
        self.refused().extend(problems.iter().cloned());
        Outcome::BadInput
    }

    /// Complains of what keeps the call from an answer.
    pub fn fail(&self, outcome: Outcome, message: &str) -> Outcome {
        self.terminal.complain(&format!("error: {message}"));
        self.refused().push(Problem::new(kind_of(outcome), message));
        outcome
    }

    fn refused(&self) -> MutexGuard<'_, Vec<Problem>> {
        self.refused.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Watches the limits of a call that has found nothing which it could report when it is stuck. Programs that
    /// read the answer get one nevertheless.
    #[must_use]
    pub fn guard(&self, limits: Budget, shown: &AnswerArgs) -> LimitGuard {
        let (publisher, shown) = (self.clone(), shown.clone());
        let words = SoFar::new(()).last_words(move |(), limit| {
            let message = format!("not decided: {}", stuck_sentence(limit));
            let outcome = publisher.fail(outcome_of(limit), &message);
            publisher.complain("  = note: what was found until then could not be reported");
            // Where something cannot be written to, there is nothing else to do.
            let _ = publisher.publish_refusal(&shown, outcome);
            outcome
        });
        LimitGuard::with_last_words(limits, words)
    }

    /// Publishes an answer: to standard output unless the format is one of `own`, whose text the verb has written
    /// itself, and to files. What the verb has for people is `human`; without it, they get the report.
    ///
    /// # Errors
    ///
    /// If something cannot be written. Everything else is written before that is said.
    pub fn publish<T: VerbAnswer + Serialize>(
        &self,
        shown: &AnswerArgs,
        answer: &Envelope<T>,
        (asked, files): (&AskedTarget, &Files),
        (own, human): (&[Format], Option<&str>),
    ) -> Result<()> {
        self.is_done.store(true, Ordering::Relaxed);
        let mut report = answer.to_report(asked);
        for target in &mut report.targets {
            target.command = self.words.to_vec();
        }
        let report = &report;
        self.formats.save(report, files, &self.terminal);
        let text = |format: Format, paint: Paint| match (format, human) {
            (Format::Json, _) => answer.json(),
            (Format::Human, Some(human)) => human.to_owned(),
            _ => self.formats.render(format, report, files, paint),
        };
        let on_terminal = (!own.contains(&shown.format))
            .then(|| output::to_stdout(&text(shown.format, self.terminal.stdout)).map(drop));
        let aside = self.formats.write_aside(shown.format, report);
        let to_files = shown.reports.iter();
        let to_files =
            to_files.map(|(format, path)| output::to_file(path, &text(*format, Paint::Plain)));
        let to_files: Vec<Result<()>> = to_files.collect();
        on_terminal.into_iter().chain([aside]).chain(to_files).collect()
    }

    /// Says that the answer was published in another way.
    pub fn is_published(&self) {
        self.is_done.store(true, Ordering::Relaxed);
    }

    /// Publishes that a call came to nothing, in formats that programs read, unless there was an answer.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn publish_refusal(&self, shown: &AnswerArgs, outcome: Outcome) -> Result<()> {
        let mut problems = std::mem::take(&mut *self.refused());
        let is_refused = outcome != Outcome::NoneFound || !problems.is_empty();
        if self.is_done.load(Ordering::Relaxed) || !is_refused {
            return Ok(());
        }
        if !problems.iter().any(|problem| problem.kind != ProblemKind::Remark) {
            let message = "the call came to nothing; standard error says why";
            problems.push(Problem::new(kind_of(outcome), message));
        }
        let mut builder = ReportBuilder::new();
        problems.into_iter().for_each(|problem| builder.problem(problem));
        let report = Report { outcome, exit: outcome.exit_code(), ..builder.finish(TOOL) };
        let text = |format: Format| match format {
            Format::Json => Envelope::new(TOOL, outcome, NoAnswer {}).json(),
            format => self.formats.render(format, &report, &Files::new(), Paint::Plain),
        };
        if shown.format.is_for_programs() && !output::is_written() {
            output::to_stdout(&text(shown.format))?;
            self.formats.write_aside(shown.format, &report)?;
        }
        shown.reports.iter().try_for_each(|(format, path)| output::to_file(path, &text(*format)))
    }
}

/// How a problem is named by which a call comes to this.
fn kind_of(outcome: Outcome) -> ProblemKind {
    match outcome {
        Outcome::NoTarget => ProblemKind::NoTarget,
        Outcome::Inconclusive | Outcome::Vacuous | Outcome::Interrupted => ProblemKind::Stopped,
        Outcome::NoneFound | Outcome::BadInput | Outcome::Violation | Outcome::Bug => {
            ProblemKind::BadInput
        }
    }
}
