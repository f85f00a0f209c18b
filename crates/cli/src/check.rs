//! `check`: explore each target in turn and report.

use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use explore::{Budget, Limit, Options, Run};
use report::{
    Bounds, Detail, Outcome, Plain, Report, ReportBuilder, Scene, Subject, TargetReport, Teller,
    human, json, short,
};
use solve::Interrupt;
use source::Files;
use term::Pool;

use crate::args::{Check, Format};
use crate::front::Job;
use crate::progress::Ticker;
use crate::quantity::MaxFindings;
use crate::solver::Solvers;
use crate::targets::{Chosen, Selection};
use crate::terminal::Terminal;
use crate::{kept, output, replay};

/// Explores what is wanted, writes the reports, and says what it comes to.
pub(crate) fn check(args: &Check, terminal: &Terminal) -> Outcome {
    try_check(args, terminal).unwrap_or_else(|error| {
        terminal.complain(&format!("error: {error:#}"));
        Outcome::BadInput
    })
}

fn try_check(args: &Check, terminal: &Terminal) -> Result<Outcome> {
    let (report, files) = explored(args, terminal)?;
    Ok(write_reports(args, &report, &files, terminal))
}

/// Explores what is wanted and keeps what was found; with the files that the report shows.
pub(crate) fn explored(args: &Check, terminal: &Terminal) -> Result<(Report, Files)> {
    let started = Instant::now();
    let interrupt = stop_on_signal()?;
    let solvers = Solvers::new(&args.solving)?;
    let selection = Selection::new(&args.wanted);
    let call = Call { args, terminal, interrupt, solvers, started };
    let report = call.explore_all(&selection);
    kept::keep(&report);
    Ok((report, selection.files))
}

/// Signals that come closer together than this count as one: `timeout` sends its signal twice.
const ONE_SIGNAL: Duration = Duration::from_millis(200);

/// The first signal asks the run to stop and tell what it has; the second one ends the process.
fn stop_on_signal() -> Result<Interrupt> {
    let interrupt = Interrupt::new();
    let flag = interrupt.clone();
    let mut first: Option<Instant> = None;
    ctrlc::set_handler(move || {
        flag.raise();
        if first.get_or_insert_with(Instant::now).elapsed() > ONE_SIGNAL {
            std::process::exit(Outcome::Interrupted.exit_code().into());
        }
    })
    .context("cannot watch for Ctrl-C")?;
    Ok(interrupt)
}

/// One call of `check`.
struct Call<'a> {
    args: &'a Check,
    terminal: &'a Terminal,
    interrupt: Interrupt,
    solvers: Solvers,
    started: Instant,
}

impl Call<'_> {
    fn explore_all(&self, selection: &Selection) -> Report {
        let mut builder = ReportBuilder::new();
        selection.problems.iter().cloned().for_each(|problem| builder.problem(problem));
        // After an interruption the rest is over at once, and is told as not explored.
        for (number, chosen) in selection.chosen.iter().enumerate() {
            let time = self.share(selection.chosen.len() - number);
            builder.target(self.explore(selection, chosen, time));
        }
        if self.interrupt.is_raised() {
            builder.interrupted();
        }
        builder.finish(crate::TOOL)
    }

    /// The time for one of `targets` that are left: an equal share of what is left, so that one
    /// without end does not starve the others.
    fn share(&self, targets: usize) -> Option<Duration> {
        let left = self.args.budget.timeout.time()?.saturating_sub(self.started.elapsed());
        Some(left / u32::try_from(targets).unwrap_or(u32::MAX))
    }

    fn explore(
        &self,
        selection: &Selection,
        chosen: &Chosen,
        time: Option<Duration>,
    ) -> TargetReport {
        let loaded = &selection.programs[chosen.program];
        let program = loaded.program.as_deref().expect("only targets of programs are chosen");
        let file = selection.files.get(chosen.target.span.file).name();
        let name = chosen.target.name.as_str();
        if self.terminal.verbose {
            self.terminal.complain(&format!("exploring {file}:{name}"));
        }
        let pool = Pool::new();
        let started = Instant::now();
        let explored = {
            let watcher = Ticker::new(format!("{file}:{name}"), *self.terminal);
            let theory = program.theory(&pool);
            let deadline = time.and_then(|time| started.checked_add(time));
            let stop =
                deadline.map_or_else(|| self.interrupt.clone(), |at| self.interrupt.until(at));
            let solvers = || self.solvers.make(&theory, &stop);
            let options = self.options(time);
            let job = Job {
                pool: &pool,
                options: &options,
                solvers: &solvers,
                watcher: &watcher,
                histories: self.args.search.histories(),
                smallest: self.args.shown.max_findings.is_none(),
            };
            program.explore(chosen.index, &job)
        };
        let run = self.state_time_as_given(explored.run);
        let teller = |ending: usize| -> &dyn Teller {
            let known = explored.tellers.iter().find(|(known, _)| *known == ending);
            known.map_or(&Plain, |(_, teller)| &**teller)
        };
        let scene = Scene { pool: &pool, files: &selection.files, teller: &teller };
        let (language, bounds) = (loaded.language.name(), explored.bounds.as_slice());
        let subject = Subject { file, name, language, bounds };
        TargetReport::new(&scene, subject, &run, self.detail(started.elapsed()))
    }

    fn options(&self, time: Option<Duration>) -> Options {
        let search = &self.args.search;
        Options {
            strategy: search.strategy,
            seed: search.seed,
            bias: search.bias,
            budget: self.budget(time),
            workers: usize::from(search.jobs),
            interrupt: self.interrupt.clone(),
        }
    }

    fn budget(&self, time: Option<Duration>) -> Budget {
        let (given, default) = (&self.args.budget, Budget::default());
        Budget {
            time,
            paths: given.max_paths,
            depth: given.max_depth,
            steps: given.max_steps.or(default.steps),
            solver_time: given.solver_time,
            memory_mib: given.memory,
            findings: match self.args.shown.max_findings {
                Some(MaxFindings::AtMost(number)) => Some(number),
                Some(MaxFindings::All) | None => None,
            },
        }
    }

    /// A target gets a share of the time; the user is told of the time that was asked for.
    fn state_time_as_given(&self, mut run: Run) -> Run {
        for limit in &mut run.limits {
            if let (Limit::Time(time), Some(given)) = (limit, self.args.budget.timeout.time()) {
                *time = given;
            }
        }
        run
    }

    fn detail(&self, time: Duration) -> Detail {
        let given = &self.args.budget;
        let stated = |bound: Option<u64>| given.within_bounds && bound.is_some();
        Detail {
            bounds: Bounds { depth: stated(given.max_depth), steps: stated(given.max_steps) },
            every_path: self.args.shown.max_findings.is_some(),
            time: self.terminal.verbose.then_some(time),
        }
    }
}

/// Writes the report wherever it is wanted, and says what the call comes to.
///
/// Standard output comes first, and what cannot be written is told and keeps nothing else from
/// being written: a violation that was found is never lost to a file name.
fn write_reports(args: &Check, report: &Report, files: &Files, terminal: &Terminal) -> Outcome {
    let shown = &args.shown;
    let text = render(shown.format, report, files, terminal.stdout);
    let mut done = vec![output::to_stdout(&text).map(drop)];
    for (format, path) in &shown.reports {
        let text = render(*format, report, files, report::Paint::Plain);
        done.push(output::to_file(path, &text));
    }
    done.extend(shown.save_run.iter().map(|folder| replay::save(folder, &json(report))));
    done.into_iter().filter_map(Result::err).fold(report.outcome, |outcome, error| {
        terminal.complain(&format!("error: {error:#}"));
        outcome.and(Outcome::BadInput)
    })
}

fn render(format: Format, report: &Report, files: &Files, paint: report::Paint) -> String {
    match format {
        Format::Human => human(report, files, paint),
        Format::Short => short(report),
        Format::Json => json(report),
    }
}
