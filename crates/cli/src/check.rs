//! `check`: explore each target in turn and report.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::Result;
use explore::{Budget, Limit, Options, Strategy, Watcher};
use frontend::args::{CheckArgs, EngineChoice, Format};
use frontend::{
    CheckCall, EventSpec, Growing, Job, Language, Proving, Reading, ReportParts, SharedSolvers,
    SolverFactory, SolverMemory, SourceProgram,
};
use harness::Engine;
use host::limits::LimitGuard;
use host::{TOOL, Terminal, Ticker, output, project, signal};
use report::{
    Bounds, Detail, ExploredTarget, LimitText, Measured, Outcome, Plain, Problem, ProblemKind,
    Report, ReportBuilder, Scene, TargetReport, Teller, github, github_summary, human, json, jsonl,
    jsonl_start, jsonl_summary, junit, markdown, sarif, short,
};
use solve::{Interrupt, Theory};
use source::Files;
use term::Pool;

use crate::front::{self, NamedParts};
use crate::last_words::{CheckLastWords, StuckCheck, Unexplored};
use crate::proofs::Proofs;
use crate::targets::{self, Chosen, Purpose, Selection};
use crate::{explain, replay, store};

/// Explores what is wanted, writes the reports, and says what it comes to.
pub(crate) fn check(args: &CheckArgs, terminal: &Terminal) -> Outcome {
    let streams = args.shown.format == Format::Jsonl;
    let terminal = &Terminal { json_lines: streams, ..*terminal };
    if streams {
        print_line(&jsonl_start(TOOL));
    }
    match explored(args, terminal, StuckCheck::Reports) {
        Ok((report, files)) => write_reports(args, &report, &files, terminal),
        // A program that reads the report gets one, whatever happens.
        Err(error) if args.shown.format.is_for_programs() => {
            let mut builder = new_builder(args);
            builder.problem(Problem::new(ProblemKind::BadInput, format!("{error:#}")));
            write_reports(args, &builder.finish(TOOL), &Files::new(), terminal)
        }
        Err(error) => {
            terminal.complain(&format!("error: {error:#}"));
            Outcome::BadInput
        }
    }
}

/// Explores what is wanted and keeps what was found; with the files that the report shows.
pub(crate) fn explored(
    args: &CheckArgs,
    terminal: &Terminal,
    when_stuck: StuckCheck,
) -> Result<(Report, Files)> {
    let solvers = SolverFactory::new(&args.solving)?;
    let interrupt = signal::stop_on_signal();
    let (named, wanted) = front::part(&args.wanted, |front, rest| front.part(rest, &args.java));
    let reading = Reading::new(&interrupt, args.budget.budget(), args.trust.allow_native, terminal);
    let mut languages = targets::languages(&wanted, &args.k);
    languages.extend(named.iter().map(|named| named.language));
    let remarks = args.given.check(&languages)?;
    let mut selection = signal::while_reading(|| match args.spec {
        Some(_) => Selection::new(&wanted, &args.k, Purpose::CheckSpec, &reading),
        None => Selection::new(&wanted, &args.k, Purpose::Check, &reading),
    });
    selection.note_left_out(&wanted, &named);
    let remarks = remarks.into_iter().map(|text| Problem::new(ProblemKind::Remark, text));
    selection.problems.extend(remarks);
    let spec = args.spec.as_deref().map(|named| EventSpec::read(&mut selection.files, named));
    let spec = spec.transpose().unwrap_or_else(|problems| {
        // Without what was asked for, there is nothing to check.
        selection.problems.extend(problems);
        selection.chosen.clear();
        None
    });
    // The time is that of compilers and of the search, not of what we do once for all programs.
    let started = Instant::now();
    let started = started.checked_sub(reading.compiled()).unwrap_or(started);
    let methods = named.iter().map(|named| named.front.count(&named.targets)).sum();
    let proofs = Proofs::new();
    let call = Call { args, spec, terminal, interrupt, solvers, started, methods, proofs };
    let mut builder = call.new_builder(&selection);
    let chosen = call.checkable(&selection, &mut builder);
    let words = CheckLastWords::new(args, terminal, when_stuck, selection.files.clone());
    let words = words.about(call.unexplored(&selection, &chosen), methods > 0);
    builder.mirror_in(words.mirror());
    let left = |time: Duration| time.saturating_sub(started.elapsed());
    let budget = args.limits(args.budget.timeout.time().map(left), None);
    let guard = LimitGuard::with_last_words(budget, Box::new(words));
    call.explore_all(&selection, &chosen, &mut builder);
    let mut files = selection.files.clone();
    let lacks_spec = args.spec.is_some() && call.spec.is_none();
    for NamedParts { front, targets, .. } in named.iter().filter(|_| !lacks_spec) {
        let since = (!wanted.targets.is_empty()).then_some(started);
        let Call { spec, solvers, interrupt, .. } = &call;
        let call = CheckCall { args, spec: spec.as_ref(), solvers, interrupt, terminal, since };
        let parts = ReportParts { builder: &mut builder, files: &mut files };
        front.check(&call, targets, parts)?;
    }
    if call.interrupt.is_raised() {
        builder.interrupted();
    }
    drop(guard);
    let report = builder.finish(TOOL);
    store::save(&report, &files, terminal);
    if let Some(file) = &args.shown.proof {
        call.proofs.write(file, terminal)?;
    }
    Ok((report, files))
}

/// One call of `check`.
struct Call<'a> {
    args: &'a CheckArgs,
    /// What the events of the programs must obey.
    spec: Option<EventSpec>,
    terminal: &'a Terminal,
    interrupt: Interrupt,
    solvers: SolverFactory,
    started: Instant,
    /// How many targets that are named come after the others and share the time.
    methods: usize,
    proofs: Proofs,
}

/// The time of one target.
#[derive(Clone, Copy)]
struct Share {
    time: Duration,
    /// The time that was asked for.
    given: Duration,
    /// Whether others get some of that, too.
    is_part: bool,
}

impl Share {
    /// Says what ran out, in the numbers that the user knows: rounds of a search have less.
    fn state_in(self, limits: &mut [LimitText]) {
        let (time, given) = (Duration::from_millis(self.time.as_millis() as u64), self.given);
        let stated = report::limit_text(Limit::Time(given));
        let message = match self.is_part {
            true if time.is_zero() => {
                format!("targets before it left nothing of --timeout {given:?}")
            }
            true => {
                format!(
                    "time limit of {time:?} reached, the share of this target in --timeout {given:?}"
                )
            }
            false => stated.message,
        };
        for limit in limits.iter_mut().filter(|limit| limit.kind == stated.kind) {
            limit.message.clone_from(&message);
        }
    }
}

/// Whether the targets of a program are explored in one pool.
fn keeps_terms(selection: &Selection<'_>, chosen: &Chosen) -> bool {
    let program = selection.programs[chosen.program].program.as_deref();
    program.is_some_and(|program| program.pool().is_some())
}

impl Call<'_> {
    /// A report with what is wrong with the selection.
    fn new_builder(&self, selection: &Selection<'_>) -> ReportBuilder {
        let mut builder = new_builder(self.args);
        if self.args.shown.allow_vacuous {
            builder.allow_vacuous();
        }
        selection.problems.iter().cloned().for_each(|problem| builder.problem(problem));
        builder
    }

    /// The targets of programs that can be checked; what is wrong with others is reported.
    fn checkable<'s>(
        &self,
        selection: &'s Selection<'_>,
        builder: &mut ReportBuilder,
    ) -> Vec<&'s Chosen> {
        let faulty: Vec<usize> = self.faulty(selection, builder);
        let is_checkable = |chosen: &&Chosen| !faulty.contains(&chosen.program);
        selection.chosen.iter().filter(is_checkable).collect()
    }

    /// The targets as a report names them that was cut short.
    fn unexplored(&self, selection: &Selection<'_>, chosen: &[&Chosen]) -> Vec<Unexplored> {
        let one = |chosen: &&Chosen| Unexplored {
            name: chosen.target.name.clone(),
            span: chosen.target.span,
            language: selection.programs[chosen.program].language.name(),
        };
        chosen.iter().map(one).collect()
    }

    fn explore_all(
        &self,
        selection: &Selection<'_>,
        chosen: &[&Chosen],
        builder: &mut ReportBuilder,
    ) {
        let runs = chosen.iter().map(|one| self.engines(selection, one).len()).sum::<usize>();
        let total = runs + self.methods;
        let mut memory = SolverMemory::default();
        // After an interruption the rest is over at once, and is reported as not explored.
        for (number, target) in chosen.iter().enumerate() {
            let engines = self.engines(selection, target);
            let mut left = (chosen.len() - number) * engines.len() + self.methods;
            let is_next = number > 0 && chosen[number - 1].program == target.program;
            let reports = engines.iter().map(|engine| {
                let share = self.share(left, total);
                left -= 1;
                // Targets of one program share their terms. Engines are compared, so each begins anew.
                if !is_next || engines.len() > 1 || !keeps_terms(selection, target) {
                    memory = SolverMemory::default();
                }
                self.explore(selection, target, *engine, share, &memory)
            });
            let report = TargetReport::compared(reports.collect());
            builder.target(report.expect("there is at least one engine"));
        }
    }

    /// The programs that cannot be checked, each of which is reported.
    fn faulty(&self, selection: &Selection<'_>, builder: &mut ReportBuilder) -> Vec<usize> {
        let mut faulty = Vec::new();
        for (number, loaded) in selection.programs.iter().enumerate() {
            let Some(program) = &loaded.program else { continue };
            let faults = program.faults(&|theory| self.solvers.make(theory, &self.interrupt));
            let misfits = self.spec.as_ref().map(|spec| program.misfits(spec)).unwrap_or_default();
            for fault in faults.iter().chain(&misfits) {
                builder.problem(Problem::from_diagnostic(&selection.files, fault));
                faulty.push(number);
            }
        }
        faulty
    }

    /// The engines that check a target; without histories there is only one.
    fn engines(&self, selection: &Selection<'_>, chosen: &Chosen) -> &'static [Engine] {
        let program = selection.programs[chosen.program].program.as_deref();
        match program.is_some_and(SourceProgram::has_histories) {
            true => self.args.search.engine.engines(),
            false => &[Engine::Slots],
        }
    }

    /// The time for one of the `runs` that are left of all: an equal share of what is left, so that
    /// one without end does not starve the others.
    fn share(&self, runs: usize, all: usize) -> Option<Share> {
        let given = self.args.budget.timeout.time()?;
        let left = given.saturating_sub(self.started.elapsed());
        let time = left / u32::try_from(runs).unwrap_or(u32::MAX);
        Some(Share { time, given, is_part: all > 1 })
    }

    fn explore(
        &self,
        selection: &Selection<'_>,
        chosen: &Chosen,
        engine: Engine,
        share: Option<Share>,
        memory: &SolverMemory,
    ) -> TargetReport {
        let time = share.map(|share| share.time);
        let loaded = &selection.programs[chosen.program];
        let program = loaded.program.as_deref().expect("only targets of programs are chosen");
        let file = selection.files.get(chosen.target.span.file).name();
        let name = chosen.target.name.as_str();
        if self.terminal.verbose {
            self.terminal.complain(&format!("exploring {file}:{name}"));
        }
        let own_pool = Pool::new();
        let pool = program.pool().unwrap_or(&own_pool);
        let started = Instant::now();
        let explored = {
            let watcher: Arc<dyn Watcher + Send> =
                Arc::new(Ticker::new(format!("{file}:{name}"), *self.terminal));
            let deadline = time.and_then(|time| started.checked_add(time));
            let stop =
                deadline.map_or_else(|| self.interrupt.clone(), |at| self.interrupt.until(at));
            let shared_solvers = self.shared_solvers(&stop, memory);
            let solvers = |theory: &Theory| shared_solvers(theory);
            let quick_solvers = |theory: &Theory| self.solvers.make_quick(theory, &stop);
            let options = self.options(engine, loaded.language, time);
            let job = Job {
                pool,
                files: &selection.files,
                options: &options,
                solvers: &solvers,
                quick_solvers: &quick_solvers,
                shared_solvers: &shared_solvers,
                watcher: &*watcher,
                shared_watcher: &watcher,
                histories: self.args.search.histories(engine),
                facets: loaded.language.facets(self.args.search.facets),
                spec: self.spec.as_ref(),
                smallest: self.wants_smallest(),
                every_path: self.args.most_findings().is_some(),
                proving: self.proving(),
                growing: self.growing(program),
            };
            program.explore(chosen.index, &job)
        };
        let run = explored.run;
        let teller = |ending: usize| -> &dyn Teller {
            let known = explored.tellers.iter().find(|(known, _)| *known == ending);
            known.map_or(&Plain, |(_, teller)| &**teller)
        };
        let scene = Scene { pool, files: &selection.files, teller: &teller };
        let (language, bounds) = (loaded.language.name(), explored.bounds.as_slice());
        let span = Some(chosen.target.span);
        let path = &project::path_in_project(file);
        let subject = ExploredTarget { file, path, name, span, language, bounds };
        let time = started.elapsed();
        let mut report = TargetReport::new(&scene, subject, &run, self.detail(time));
        share.into_iter().for_each(|share| share.state_in(&mut report.limits));
        let report = if explored.counts_cut_off { report.seen_without_end() } else { report };
        let report = report.vacuous_because(&selection.files, &explored.vacuity);
        let report = report.doubting(&selection.files, &explored.doubts);
        let report = if explored.must_not_be_called { report.not_to_be_called() } else { report };
        if self.args.shown.proof.is_some()
            && report.answer.holds()
            && let Some(theory) = &explored.theory
        {
            let head = proof::ProofHead {
                file: file.to_owned(),
                text: selection.files.get(chosen.target.span.file).text().to_owned(),
                target: name.to_owned(),
                language: language.to_owned(),
                bounds: explored.bounds.clone(),
                assumptions: explored.assumptions.clone(),
                spec: self.spec.as_ref().map(proved),
            };
            self.proofs.take(pool, theory, head, &run);
        }
        let report = report.with_proof(explored.proof);
        let report = report.assuming(explored.assumptions);
        let report = report.against(self.spec.as_ref().map(EventSpec::text));
        let report = report.asked_with(program.arguments());
        match program.has_histories() {
            true => {
                report.by_engine(engine.name(), self.measured(run.stats.queries, explored.time))
            }
            false => report,
        }
    }

    /// Makes the solvers of a target, which know what those before them found out.
    fn shared_solvers(&self, stop: &Interrupt, memory: &SolverMemory) -> SharedSolvers {
        let (solvers, stop, memory) = (self.solvers.clone(), stop.clone(), memory.clone());
        Arc::new(move |theory| solvers.make_sharing(theory, &stop, &memory))
    }

    /// The cost of engines is shown in tables, and where times were asked for.
    fn measured(&self, queries: u64, time: Duration) -> Option<Measured> {
        let wanted = self.terminal.verbose || self.wants_table();
        wanted.then_some(Measured { queries, time })
    }

    fn wants_table(&self) -> bool {
        let shown = &self.args.shown;
        let mut formats = shown.reports.iter().map(|(format, _)| *format).chain([shown.format]);
        formats.any(|format| format == Format::Markdown)
    }

    /// A user who asks for several paths gets them as they are, and in a table of costs the search
    /// for the smallest violation would count as the cost of finding one.
    fn wants_smallest(&self) -> bool {
        self.args.most_findings().is_none() && !self.wants_table()
    }

    /// Whether engines or costs are compared: then all looks are at the same question.
    fn compares(&self) -> bool {
        self.args.search.engine != EngineChoice::Slots || self.wants_table()
    }

    /// Nothing that was not asked for is added to a comparison or to a file of proofs.
    fn proving(&self) -> Proving {
        match self.args.search.proving() {
            Proving::Briefly if self.compares() || self.args.shown.proof.is_some() => {
                Proving::Never
            }
            asked => asked,
        }
    }

    /// The bounds that may grow. Where engines or costs are compared, all looks have the same bounds.
    fn growing(&self, program: &dyn SourceProgram) -> Growing {
        let search = &self.args.search;
        match program.has_histories() && self.compares() {
            true => Growing::NOTHING,
            false => search.growing(),
        }
    }

    fn options(&self, engine: Engine, language: Language, time: Option<Duration>) -> Options {
        let search = &self.args.search;
        let usual = match engine {
            Engine::Slots | Engine::Naive | Engine::Opaque => language.strategy(),
            Engine::Derivative => Strategy::Priority,
        };
        Options {
            strategy: search.strategy.unwrap_or(usual),
            seed: search.seed,
            bias: search.bias,
            budget: self.args.limits(time, Budget::default().steps),
            workers: usize::from(search.jobs),
            interrupt: self.interrupt.clone(),
            prune: !search.no_prune,
            record: self.args.shown.proof.is_some(),
            ..Options::default()
        }
    }

    fn detail(&self, time: Duration) -> Detail {
        let given = &self.args.budget;
        let stated = |bound: Option<u64>| given.within_bounds && bound.is_some();
        Detail {
            bounds: Bounds { depth: stated(given.max_depth), steps: stated(given.max_steps) },
            every_path: self.args.most_findings().is_some(),
            time: self.terminal.verbose.then_some(time),
        }
    }
}

/// A spec as proofs name it.
fn proved(spec: &EventSpec) -> proof::ProofSpec {
    let (file, text) = (spec.file().name().to_owned(), spec.file().text().to_owned());
    proof::ProofSpec { file, text, properties: spec.property_names() }
}

/// Writes the report wherever it is wanted, and says what the call comes to.
///
/// Standard output comes first, and what cannot be written is reported and keeps nothing else from
/// being written: a violation that was found is never lost to a file name.
pub(crate) fn write_reports(
    args: &CheckArgs,
    report: &Report,
    files: &Files,
    terminal: &Terminal,
) -> Outcome {
    let shown = &args.shown;
    let text = match shown.format {
        // The lines before the last one were written when they became known.
        Format::Jsonl => jsonl_summary(report),
        format => render(format, report, files, terminal.stdout),
    };
    let mut done = vec![output::to_stdout(&text).map(drop)];
    for (format, path) in &shown.reports {
        let text = render(*format, report, files, report::Paint::Plain);
        done.push(output::to_file(path, &text));
    }
    if shown.format == Format::Github {
        done.extend(step_summary().map(|path| output::append(&path, &github_summary(report))));
    }
    done.extend(shown.save_run.iter().map(|folder| {
        let sources = store::sources(report, files);
        replay::save(folder, &json(&Report { sources, ..report.clone() }))
    }));
    done.into_iter().filter_map(Result::err).fold(report.outcome, |outcome, error| {
        terminal.complain(&format!("error: {error:#}"));
        outcome.and(Outcome::BadInput)
    })
}

/// The report in a format.
pub(crate) fn render(
    format: Format,
    report: &Report,
    files: &Files,
    paint: report::Paint,
) -> String {
    match format {
        Format::Human => human(report, files, paint),
        Format::Short => short(report),
        Format::Json => json(report),
        Format::Markdown => markdown(report),
        Format::Jsonl => jsonl(report),
        Format::Sarif => sarif(report, &explain::page),
        Format::Junit => junit(report),
        Format::Github => github(report),
    }
}

/// Where the workflow that we are a step of wants a summary.
fn step_summary() -> Option<PathBuf> {
    std::env::var_os("GITHUB_STEP_SUMMARY").filter(|path| !path.is_empty()).map(PathBuf::from)
}

fn new_builder(args: &CheckArgs) -> ReportBuilder {
    match args.shown.format {
        Format::Jsonl => ReportBuilder::streaming(print_line),
        _ => ReportBuilder::new(),
    }
}

/// A reader that cannot be written to is reported with the last line.
pub(crate) fn print_line(line: &str) {
    let _ = output::to_stdout(line);
}
