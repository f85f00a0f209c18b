//! What is known of a document that is open in the editor.
//!
//! Every edit makes the document another one: its `generation` grows. What was found out of an earlier
//! generation is *stale*: it is still shown as such beside a target, and never as a diagnostic.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use lsp_types::Uri;
use report::{ListedTarget, Problem, Report, TargetReport};

use crate::call::{Stop, Unanswered};
use crate::look::{Depth, News, Subject};

/// A document that is open.
pub(crate) struct Document {
    pub(crate) uri: Uri,
    pub(crate) file: PathBuf,
    pub(crate) subject: Subject,
    pub(crate) text: String,
    /// The number that the editor gives to the text.
    pub(crate) version: i32,
    pub(crate) generation: u64,
    /// The targets as they were listed last.
    pub(crate) targets: Vec<ListedTarget>,
    /// What checks have said of targets, by their titles.
    known: BTreeMap<String, Known>,
    /// What is wrong with the text, and of which generation that is.
    problems: (u64, Vec<Problem>),
    /// The generation of the last look that came to its end.
    looked: Option<u64>,
    /// Why there is no answer for a generation.
    unanswered: Option<(u64, Unanswered)>,
    pub(crate) running: Option<Running>,
    pub(crate) due: Option<Due>,
    /// How long the last check took.
    pub(crate) last_check: Option<Duration>,
    /// Whether the editor shows diagnostics.
    pub(crate) has_diagnostics: bool,
}

struct Known {
    generation: u64,
    report: TargetReport,
}

/// A look that is being made.
pub(crate) struct Running {
    pub(crate) stop: Stop,
    pub(crate) depth: Depth,
    /// Tells it from others.
    pub(crate) number: u64,
    /// The generation of the text that it is of.
    pub(crate) generation: u64,
    /// The name under which the editor shows its progress.
    pub(crate) token: Option<String>,
}

/// A look that will be made.
pub(crate) struct Due {
    pub(crate) at: Instant,
    pub(crate) depth: Depth,
}

/// How we stand with a target.
pub(crate) enum Standing<'a> {
    /// It was never checked.
    Unchecked,
    /// It is being checked.
    Checking,
    /// The user stopped the check.
    Cancelled,
    /// The check came to no answer.
    Failed(&'a str),
    /// The text has changed since.
    Stale(&'a TargetReport),
    /// This is so.
    Current(&'a TargetReport),
}

impl Document {
    pub(crate) fn new(
        uri: Uri,
        file: PathBuf,
        subject: Subject,
        text: String,
        version: i32,
    ) -> Document {
        Document {
            uri,
            file,
            subject,
            text,
            version,
            generation: 0,
            targets: Vec::new(),
            known: BTreeMap::new(),
            problems: (0, Vec::new()),
            looked: None,
            unanswered: None,
            running: None,
            due: None,
            last_check: None,
            has_diagnostics: false,
        }
    }

    /// The text, or another one that the answer depends on, is not what it was.
    pub(crate) fn touch(&mut self) {
        self.generation += 1;
        self.due = None;
        if let Some(running) = &self.running {
            running.stop.raise();
        }
    }

    /// Takes in what became known of this generation.
    pub(crate) fn learn(&mut self, news: News) {
        match news {
            News::Listed(listed) => {
                self.problems = (self.generation, listed.problems);
                // What cannot be read has no targets, but those of before are still of interest.
                if !listed.targets.is_empty() || self.problems.1.is_empty() {
                    self.targets = listed.targets;
                    let titles: Vec<&String> = self.targets.iter().map(|one| &one.title).collect();
                    self.known.retain(|title, _| titles.contains(&title));
                }
            }
            News::Faults(problems) => self.problems = (self.generation, problems),
            News::Checked(report, time) => {
                self.last_check = Some(time);
                self.learn_report(*report);
            }
            News::Over(Ok(())) => {
                self.unanswered = None;
                self.looked = Some(self.generation);
            }
            News::Over(Err(why)) => self.unanswered = Some((self.generation, why)),
            News::Progress(_) => {}
        }
    }

    fn learn_report(&mut self, report: Report) {
        self.problems = (self.generation, report.problems);
        for target in report.targets {
            let known = Known { generation: self.generation, report: target };
            self.known.insert(known.report.title(), known);
        }
    }

    /// How we stand with a target.
    pub(crate) fn standing(&self, title: &str) -> Standing<'_> {
        let is_wanted = |depth: &Depth| match depth {
            Depth::List => false,
            Depth::Check(wanted) => wanted.as_ref().is_none_or(|wanted| wanted == title),
        };
        let known = self.known.get(title);
        if let Some(known) = known.filter(|known| known.generation == self.generation) {
            return Standing::Current(&known.report);
        }
        if self.running.as_ref().is_some_and(|running| is_wanted(&running.depth)) {
            return Standing::Checking;
        }
        match (known, self.why_unanswered()) {
            (_, Some(Unanswered::Failed(why))) => Standing::Failed(why),
            (_, Some(Unanswered::Stopped)) => Standing::Cancelled,
            (Some(known), None) => Standing::Stale(&known.report),
            (None, None) => Standing::Unchecked,
        }
    }

    /// Why there is no answer for the text as it is.
    pub(crate) fn why_unanswered(&self) -> Option<&Unanswered> {
        let current = self.unanswered.as_ref().filter(|(at, _)| *at == self.generation);
        current.map(|(_, why)| why)
    }

    /// What is wrong with the text as it is.
    pub(crate) fn problems(&self) -> &[Problem] {
        if self.problems.0 == self.generation { &self.problems.1 } else { &[] }
    }

    /// What is known of targets of the text as it is.
    pub(crate) fn reports(&self) -> impl Iterator<Item = &TargetReport> {
        let current = self.known.values().filter(|known| known.generation == self.generation);
        current.map(|known| &known.report)
    }

    /// Whether checks have said something of every target of the text as it is.
    pub(crate) fn is_checked(&self) -> bool {
        let is_current =
            |target: &ListedTarget| matches!(self.standing(&target.title), Standing::Current(_));
        self.looked == Some(self.generation) && self.targets.iter().all(is_current)
    }

    /// The finding of an id, and whether it is of the text as it is.
    pub(crate) fn finding(&self, id: &str) -> Option<(bool, &report::Finding)> {
        self.known.values().find_map(|known| {
            let found = known.report.findings.iter().find(|finding| finding.id == id)?;
            Some((known.generation == self.generation, found))
        })
    }
}
