//! Exploring the targets of a call, one program after the other or several at once.
//!
//! Programs and paths share one pool of threads. Targets of one program share its terms and come one
//! after the other; as many programs are at work at once as there are threads, and a thread for which no program
//! is left joins the explorations that are under way. Reports come in the order of the targets, and
//! an exploration has the same result for any number of threads.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use explore::schedule::SpareThreads;
use explore::{Budget, Limit, Options, ReplayEnd, Strategy, Watcher};
use frontend::args::{CheckArgs, EngineChoice, Format};
use frontend::{
    EventSpec, Growing, Job, Language, Proving, SavedWitness, SharedSolvers, SolverFactory,
    SolverMemory, SourceProgram,
};
use harness::Engine;
use host::{Terminal, Ticker, project};
use machine::Exit;
use report::{
    Bounds, Detail, ExplorationScene, ExplorationText, ExploredTarget, Finding, LimitText,
    Measured, Place, Plain, ReportBuilder, Scene, TargetReport, Teller,
};
use solve::{Interrupt, Theory};
use source::Files;
use term::Pool;

use crate::last_words::Unexplored;
use crate::proofs::Proofs;
use crate::targets::Chosen;

/// The stack of a thread that explores: machines and readers recurse as deep as on the main thread.
const STACK_BYTES: usize = 64 << 20;

/// The reports of all targets in their order, each as soon as it is there.
#[derive(Default)]
pub(super) struct Slots {
    all: Vec<Slot>,
    /// How many were handed on.
    handed_on: usize,
}

struct Slot {
    unexplored: Unexplored,
    report: Option<TargetReport>,
}

impl Slots {
    /// A target that is still to be explored; returns its number.
    pub(super) fn expect(&mut self, unexplored: Unexplored) -> usize {
        self.all.push(Slot { unexplored, report: None });
        self.all.len() - 1
    }

    /// A target whose report is known.
    pub(super) fn know(&mut self, report: TargetReport) {
        let TargetReport { file, name, language, .. } = report.clone();
        let unexplored = Unexplored { file, name, language };
        self.all.push(Slot { unexplored, report: Some(report) });
    }

    pub(super) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    pub(super) fn report(&self, number: usize) -> Option<&TargetReport> {
        self.all.get(number)?.report.as_ref()
    }

    /// All targets, as a report names them that was cut short.
    pub(super) fn unexplored(&self) -> Vec<Unexplored> {
        self.all.iter().map(|slot| slot.unexplored.clone()).collect()
    }

    /// Hands on the reports that are there, up to the first that is not.
    pub(super) fn hand_on(&mut self, builder: &mut ReportBuilder) {
        while let Some(report) = self.report(self.handed_on) {
            builder.target(report.clone());
            self.handed_on += 1;
        }
    }

    fn put(&mut self, (number, report): (usize, TargetReport), builder: &mut ReportBuilder) {
        self.all[number].report = Some(report);
        self.hand_on(builder);
    }
}

/// The targets of one program.
pub(super) struct Batch<'a> {
    pub(super) call: Call<'a>,
    pub(super) language: Language,
    pub(super) program: Box<dyn SourceProgram>,
    /// With the numbers of their slots.
    pub(super) targets: Vec<(usize, &'a Chosen)>,
    /// What was found when the program was last explored.
    pub(super) earlier: Vec<&'a TargetReport>,
}

/// How fast a call has to be: how many runs share the time that is left, and on how many threads.
#[derive(Debug, Default)]
pub(super) struct Pace {
    /// Runs that have not begun.
    left: AtomicUsize,
    all: usize,
    /// Programs that are explored at once.
    threads: usize,
    /// Threads that explore none of them, and help those that do.
    spare: SpareThreads,
}

impl Pace {
    /// The pace of a call with so many targets in so many programs.
    pub(super) fn new(runs: usize, programs: usize, jobs: usize) -> Pace {
        let threads = jobs.min(programs).max(1);
        let spare = match jobs {
            0 | 1 => SpareThreads::default(),
            jobs => SpareThreads::new(jobs.saturating_sub(threads)),
        };
        Pace { left: AtomicUsize::new(runs), all: runs, threads, spare }
    }
}

/// Explores all targets and hands their reports on, in order.
pub(super) fn explore_all(
    batches: Vec<Batch<'_>>,
    pace: &Pace,
    slots: &mut Slots,
    builder: &mut ReportBuilder,
) {
    // After an interruption the rest is over at once, and is reported as not explored.
    if pace.threads <= 1 {
        for batch in batches {
            batch.explore(&mut |done| slots.put(done, builder));
        }
        return;
    }
    let todo = Mutex::new(batches.into_iter());
    let next = || todo.lock().unwrap_or_else(PoisonError::into_inner).next();
    let (sender, done) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..pace.threads {
            let (sender, next) = (sender.clone(), &next);
            let work = move || {
                while let Some(batch) = next() {
                    // The other end is there as long as anything is to be explored.
                    batch.explore(&mut |done| sender.send(done).unwrap_or_default());
                }
                pace.spare.give();
            };
            let thread = thread::Builder::new().stack_size(STACK_BYTES);
            thread.spawn_scoped(scope, work).expect("a thread can be started");
        }
        drop(sender);
        done.iter().for_each(|done| slots.put(done, builder));
    });
}

impl Batch<'_> {
    fn explore(&self, done: &mut dyn FnMut((usize, TargetReport))) {
        let engines = self.call.engines(&*self.program);
        let mut memory = SolverMemory::default();
        for (slot, target) in &self.targets {
            let earlier = self.still_failing(target);
            let reports = engines.iter().map(|engine| {
                let share = self.call.share();
                // Targets of one program share their terms. Engines are compared, so each begins anew.
                if engines.len() > 1 || self.program.pool().is_none() {
                    memory = SolverMemory::default();
                }
                let program = (&*self.program, self.language);
                self.call.explore(program, target, *engine, share, &memory)
            });
            let report = TargetReport::compared(reports.collect());
            let report = report.expect("there is at least one engine");
            done((*slot, report.with_earlier(earlier)));
        }
    }

    /// The findings of an earlier call that still fail, which the user hears of at once. Their places
    /// were those of another text.
    fn still_failing(&self, chosen: &Chosen) -> Vec<Finding> {
        let call = &self.call;
        let is_late = || call.interrupt.is_raised();
        let own = self.earlier.iter().filter(|target| target.name == chosen.target.name);
        // Whether a contract is to blame is for a search to say.
        let own = own.flat_map(|target| &target.findings).filter(|one| one.weak_specs.is_empty());
        let mut failing = Vec::new();
        for finding in own {
            let saved = SavedWitness::new(finding, call.spec, &is_late);
            let end = self.program.replay(chosen.index, &saved).map(|replay| replay.end);
            let Ok(ReplayEnd::Exit(Exit::Failed(failure))) = end else { continue };
            if failure.code != finding.code {
                continue;
            }
            if !call.terminal.quiet {
                let (id, file) = (&finding.id, call.files.get(chosen.target.span.file).name());
                call.terminal
                    .complain(&format!("{file}:{}: `{id}` still fails", chosen.target.name));
            }
            let place = failure.span.map(|span| Place::new(call.files, span));
            failing.push(of_earlier_call(finding.clone(), place));
        }
        failing
    }
}

/// A finding of an earlier call, without places in a text that has changed.
fn of_earlier_call(mut finding: Finding, place: Option<Place>) -> Finding {
    finding.place = place;
    finding.broken = None;
    finding.inputs.iter_mut().for_each(|input| input.place = None);
    finding.events.iter_mut().for_each(|event| event.place = None);
    finding
        .notes
        .push("found by an earlier call, and run again on the program as it is now".into());
    finding
}

/// One call of `check`, for the programs that share their options.
#[derive(Clone, Copy)]
pub(super) struct Call<'a> {
    pub(super) args: &'a CheckArgs,
    /// What the events of the programs must obey.
    pub(super) spec: Option<&'a EventSpec>,
    pub(super) files: &'a Files,
    pub(super) solvers: &'a SolverFactory,
    pub(super) terminal: &'a Terminal,
    pub(super) interrupt: &'a Interrupt,
    pub(super) started: Instant,
    pub(super) proofs: &'a Proofs,
    pub(super) pace: &'a Pace,
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

impl Call<'_> {
    /// The engines that check the targets of a program; without histories there is only one.
    pub(super) fn engines(&self, program: &dyn SourceProgram) -> &'static [Engine] {
        engines(self.args, program)
    }

    /// The time for the next run: an equal share of what is left, so that one without end does not
    /// starve the others.
    fn share(&self) -> Option<Share> {
        let runs = self.pace.left.fetch_sub(1, Ordering::Relaxed).max(1);
        let given = self.args.budget.timeout.time()?;
        let left = given.saturating_sub(self.started.elapsed());
        let rounds = runs.div_ceil(self.pace.threads.max(1));
        let time = left / u32::try_from(rounds).unwrap_or(u32::MAX);
        Some(Share { time, given, is_part: self.pace.all > 1 })
    }

    /// Who watches: lines of several targets at once would only be in each other's way.
    fn watched_on(&self) -> Terminal {
        let is_alone = self.pace.threads <= 1 || self.terminal.json_lines;
        Terminal { quiet: self.terminal.quiet || !is_alone, ..*self.terminal }
    }

    fn explore(
        &self,
        (program, language): (&dyn SourceProgram, Language),
        chosen: &Chosen,
        engine: Engine,
        share: Option<Share>,
        memory: &SolverMemory,
    ) -> TargetReport {
        let time = share.map(|share| share.time);
        let files = self.files;
        let file = files.get(chosen.target.span.file).name();
        let name = chosen.target.name.as_str();
        if self.terminal.verbose {
            self.terminal.complain(&format!("exploring {file}:{name}"));
        }
        let own_pool = Pool::new();
        let pool = program.pool().unwrap_or(&own_pool);
        let started = Instant::now();
        let explored = {
            let watcher: Arc<dyn Watcher + Send> =
                Arc::new(Ticker::new(format!("{file}:{name}"), self.watched_on()));
            let deadline = time.and_then(|time| started.checked_add(time));
            let stop =
                deadline.map_or_else(|| self.interrupt.clone(), |at| self.interrupt.until(at));
            let shared_solvers = self.shared_solvers(&stop, memory);
            let solvers = |theory: &Theory| shared_solvers(theory);
            let quick_solvers = |theory: &Theory| self.solvers.make_quick(theory, &stop);
            let options = self.options(engine, language, time);
            let job = Job {
                pool,
                files,
                options: &options,
                solvers: &solvers,
                quick_solvers: &quick_solvers,
                shared_solvers: &shared_solvers,
                watcher: &*watcher,
                shared_watcher: &watcher,
                histories: self.args.search.histories(engine),
                facets: language.facets(self.args.search.facets),
                all_callees: self.args.search.facets.is_some(),
                spec: self.spec,
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
        let scene = Scene { pool, files, teller: &teller };
        let (language, bounds) = (language.name(), explored.bounds.as_slice());
        let span = Some(chosen.target.span);
        let path = &project::path_in_project(file);
        let subject = ExploredTarget { file, path, name, span, language, bounds };
        let time = started.elapsed();
        let mut report = TargetReport::new(&scene, subject, &run, self.detail(time));
        share.into_iter().for_each(|share| share.state_in(&mut report.limits));
        self.explain(program, pool, &run, &mut report);
        if self.args.shown.wants_exploration() {
            let code = explored.code.as_deref();
            let (findings, times) = (&report.findings, self.terminal.verbose);
            let scene = ExplorationScene { pool, files, findings, code, times };
            report.exploration = Some(ExplorationText::new(scene, &run));
        }
        let report = if explored.counts_cut_off { report.seen_without_end() } else { report };
        let report = report.vacuous_because(files, &explored.vacuity);
        let report = report.doubting(files, &explored.doubts);
        let report = if explored.must_not_be_called { report.not_to_be_called() } else { report };
        let report = report.with_proof(explored.proof);
        if self.args.shown.proof.is_some()
            && report.answer.holds()
            && let Some(theory) = &explored.theory
        {
            let head = proof::ProofHead {
                file: file.to_owned(),
                text: files.get(chosen.target.span.file).text().to_owned(),
                target: name.to_owned(),
                language: language.to_owned(),
                bounds: explored.bounds.clone(),
                assumptions: explored.assumptions.clone(),
                spec: self.spec.map(proved),
            };
            match explored.object {
                Some(object) => self.proofs.take_unbounded(head, object),
                None => self.proofs.take(pool, theory, head, &run),
            }
        }
        let report = report.assuming(explored.assumptions);
        let report = report.against(self.spec.map(EventSpec::text));
        let report = report.asked_with(program.arguments());
        match program.has_histories() {
            true => {
                report.by_engine(engine.name(), self.measured(run.stats.queries, explored.time))
            }
            false => report,
        }
    }

    /// Says why events break the properties of the spec.
    fn explain(
        &self,
        program: &dyn SourceProgram,
        pool: &Pool,
        run: &explore::Run,
        report: &mut TargetReport,
    ) {
        let Some(spec) = self.spec else { return };
        let solvers = |theory: &Theory| self.solvers.make_quick(theory, self.interrupt);
        spec.explain(pool, program.events(), run, &mut report.findings, &solvers);
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
        self.args.shown.formats().any(|format| format == Format::Markdown)
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
            workers: 1,
            spare: self.pace.spare.clone(),
            interrupt: self.interrupt.clone(),
            prune: !search.no_prune,
            record: self.args.shown.proof.is_some(),
            observe: self.args.shown.wants_exploration(),
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

/// The engines that check the targets of a program; without histories there is only one.
pub(super) fn engines(args: &CheckArgs, program: &dyn SourceProgram) -> &'static [Engine] {
    match program.has_histories() {
        true => args.search.engine.engines(),
        false => &[Engine::Slots],
    }
}

/// A spec as proofs name it.
fn proved(spec: &EventSpec) -> proof::ProofSpec {
    let (file, text) = (spec.file().name().to_owned(), spec.file().text().to_owned());
    proof::ProofSpec { file, text, properties: spec.property_names() }
}
