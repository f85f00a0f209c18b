//! What `check` says when one step of it does not come to its end: what was found until then.
//!
//! Programs are stepped, and limits are checked between steps. Where one step takes longer than the
//! limits allow, another thread finishes the report from a mirror of it and ends the process.

use explore::{Limit, Run};
use frontend::args::{CheckArgs, Format};
use host::limits::{LastWords, stuck_sentence};
use host::{TOOL, Terminal, project};
use report::{
    Bounds, Detail, ExploredTarget, Outcome, Plain, Problem, ProblemKind, ReportBuilder,
    ReportMirror, Scene, TargetReport, Teller,
};
use source::Files;
use term::Pool;

use crate::{check, store};

/// What a check does that is stuck.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum StuckCheck {
    /// Writes its report.
    Reports,
    /// Says on standard error that it was stopped: the report is not what was asked for.
    Complains,
}

/// A target of which nothing is reported yet.
#[derive(Clone)]
pub(crate) struct Unexplored {
    pub(crate) file: String,
    pub(crate) name: String,
    pub(crate) language: String,
}

/// The last words of one call of `check`.
pub(crate) struct CheckLastWords {
    args: CheckArgs,
    terminal: Terminal,
    when_stuck: StuckCheck,
    files: Files,
    mirror: ReportMirror,
    /// All targets of programs, in the order in which they are reported.
    targets: Vec<Unexplored>,
    /// Whether others follow, which are known to their front ends.
    has_named: bool,
}

impl CheckLastWords {
    /// Last words about nothing yet.
    pub(crate) fn new(
        args: &CheckArgs,
        terminal: &Terminal,
        when_stuck: StuckCheck,
        files: Files,
    ) -> CheckLastWords {
        CheckLastWords {
            args: args.clone(),
            terminal: *terminal,
            when_stuck,
            files,
            mirror: ReportMirror::default(),
            targets: Vec::new(),
            has_named: false,
        }
    }

    /// The same about these targets, and those of other front ends after them if there are any.
    pub(crate) fn about(self, targets: Vec<Unexplored>, has_named: bool) -> CheckLastWords {
        CheckLastWords { targets, has_named, ..self }
    }

    /// Where the report so far is found.
    pub(crate) fn mirror(&self) -> &ReportMirror {
        &self.mirror
    }

    /// The report with all targets, those included to which it did not come.
    fn finished(&self, limit: Limit) -> ReportBuilder {
        let mut builder = self.mirror.so_far();
        if self.args.shown.format == Format::Jsonl {
            builder.hand_on(check::print_line);
        }
        let left = self.targets.iter().skip(self.mirror.targets());
        for (number, target) in left.enumerate() {
            let mut report = target.left(&self.files, vec![limit]);
            if number == 0 {
                report.limits.iter_mut().for_each(|limit| {
                    limit.message.push_str(
                        ", in the middle of a long step; what was found in this target until then is not reported",
                    );
                });
            }
            builder.target(report);
        }
        if self.has_named {
            let what = format!("not everything was checked: {}", stuck_sentence(limit));
            builder.problem(Problem::new(ProblemKind::Stopped, what));
        }
        if limit == Limit::Interrupted {
            builder.interrupted();
        }
        builder
    }
}

impl Unexplored {
    /// The report on a target that was left before it was explored, because of these limits.
    pub(crate) fn left(&self, files: &Files, limits: Vec<Limit>) -> TargetReport {
        let teller = |_: usize| -> &dyn Teller { &Plain };
        let scene = Scene { pool: &Pool::new(), files, teller: &teller };
        let file = self.file.as_str();
        let subject = ExploredTarget {
            file,
            path: &project::path_in_project(file),
            name: &self.name,
            span: None,
            language: &self.language,
            bounds: &[],
        };
        let mut run = Run { limits, ..Run::default() };
        run.stats.left = 1;
        let bounds = Bounds { depth: false, steps: false };
        let detail = Detail { bounds, every_path: false, time: None };
        TargetReport::new(&scene, subject, &run, detail)
    }
}

impl LastWords for CheckLastWords {
    fn progress(&self) -> usize {
        self.mirror.targets()
    }

    fn say(&self, limit: Limit) -> Outcome {
        // The message names the time that was asked for, not what compilers had left of it.
        let limit = match (limit, self.args.budget.timeout.time()) {
            (Limit::Time(_), Some(given)) => Limit::Time(given),
            (limit, _) => limit,
        };
        let report = self.finished(limit).finish(TOOL);
        store::save(&report, &self.files, &self.terminal);
        match self.when_stuck {
            StuckCheck::Reports => {
                check::write_reports(&self.args, &report, &self.files, &self.terminal)
            }
            StuckCheck::Complains => {
                self.terminal.complain(&format!("error: not decided: {}", stuck_sentence(limit)));
                Outcome::Inconclusive.and(report.outcome)
            }
        }
    }
}
