//! The front end of Java: methods of compiled classes, checked against properties of how objects are used, or for
//! exceptions and assertions.
//!
//! Not a program with targets in its text as the other languages are: what is checked is named on
//! the command line, and so are the properties.

mod classes;
mod inputs;
mod lengths;
mod makers;
mod methods;
mod places;
mod properties;
mod render;
mod run;
mod saved;
mod spec;
mod targets;
mod tests;
mod values;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Error, Result, anyhow, bail};
use explore::{Limit, Watcher};
use frontend::args::{CheckArgs, JavaArgs, ReplayArgs, RunArgs, SearchMode, WantedArgs};
use frontend::native::{NativeResult, NativeRuns};
use frontend::{
    CheckCall, EventSpec, Frontend, Language, NamedTargets, Parted, RegressionTest, ReportParts,
    Requirement, RunEnd, SolverFactory, TestFramework,
};
use host::{Terminal, Ticker, read};
use jvm_flow::{Analysis, FlowError, ParamClass};
use jvm_srv::{Mode, Options, SearchOutcome, search, wanted};
use lang_jvm::parse::Type;
use lang_jvm::{BuiltInChecks, ClassPath, Entry, Subject, Vm, VmOptions};
use report::{Answer, Finding, Outcome, Problem, ProblemKind, TargetReport, limit_text};
use solve::{Interrupt, Solver};
use source::Files;
use term::{Model, Pool, Sort};

use classes::Classes;
use places::Places;
use properties::Properties;
use render::Telling;
use spec::SpecQuestion;
use targets::{files_in, is_class_path, is_method, part, part_all, split};

/// The name of the language in reports.
const LANGUAGE: &str = "java";
/// The time for each step of a run on the real machine.
const NATIVE_TIME: Duration = Duration::from_secs(60);
use classes::{Refused, jdk};

/// The front end.
pub struct Java;

impl Frontend for Java {
    fn properties(&self) -> Vec<(&'static str, &'static str)> {
        properties::built_in_properties().collect()
    }

    fn language(&self) -> Language {
        Language::Java
    }

    fn is_program(&self, path: &Path) -> bool {
        !read::source_text(path).is_ok_and(|text| tests::is_generated(&text))
    }

    fn named_targets(&self) -> Option<&dyn NamedTargets> {
        Some(self)
    }

    fn requirement(&self) -> Option<Requirement> {
        let found = jdk().map(|home| {
            let version = jdk_version(&home).unwrap_or_else(|| "of unknown version".to_owned());
            format!("JDK {version} ({})", home.display())
        });
        Some(Requirement {
            name: "jdk",
            found,
            purpose: "compiles programs in Java, and its library is read; neither is run",
            remedy: "`apt-get install default-jdk-headless`, or name its folder in JAVA_HOME",
        })
    }

    fn runs(&self, args: &RunArgs) -> bool {
        args.k.def.is_none() && is_class_path(args.file())
    }

    fn run(&self, args: &RunArgs, terminal: &Terminal) -> Result<RunEnd> {
        run::run(args, terminal).map(RunEnd::Told)
    }
}

impl NamedTargets for Java {
    fn part(&self, wanted: &WantedArgs, java: &JavaArgs) -> Parted {
        part(wanted, java)
    }

    fn part_all(&self, wanted: &WantedArgs) -> Parted {
        part_all(wanted)
    }

    fn count(&self, targets: &[String]) -> usize {
        targets.iter().filter(|target| is_method(target)).count()
    }

    fn files_in(&self, folder: &Path) -> usize {
        files_in(folder)
    }

    fn first_file(&self, file: &str) -> PathBuf {
        std::env::split_paths(file).next().unwrap_or_default()
    }

    fn check(
        &self,
        call: &CheckCall<'_>,
        targets: &[String],
        parts: ReportParts<'_>,
    ) -> Result<()> {
        check(call, targets, parts)
    }

    fn list(&self, targets: &[String], files: &mut Files) -> Result<(Vec<String>, Vec<Problem>)> {
        list(targets, files)
    }

    fn replay(
        &self,
        args: &ReplayArgs,
        target: &TargetReport,
        finding: &Finding,
        stop: &Interrupt,
        out: &mut String,
    ) -> Result<Outcome> {
        saved::replay(args, target, finding, stop, out)
    }

    fn test(
        &self,
        target: &TargetReport,
        finding: &Finding,
        framework: TestFramework,
    ) -> Result<Box<dyn RegressionTest>> {
        saved::test(target, finding, framework)
    }
}

/// A JDK has a file that says its version as `JAVA_VERSION="17.0.1"`.
fn jdk_version(home: &Path) -> Option<String> {
    let release = fs::read_to_string(home.join("release")).ok()?;
    let line = release.lines().find_map(|line| line.strip_prefix("JAVA_VERSION="))?;
    Some(line.trim_matches('"').to_owned())
}

/// Checks methods.
fn check(
    call: &CheckCall<'_>,
    targets: &[String],
    ReportParts { builder, files }: ReportParts<'_>,
) -> Result<()> {
    let CheckCall { args, spec, solvers, interrupt, terminal, since } = *call;
    if spec.is_some() && (!args.java.property.is_empty() || args.java.native_replay) {
        bail!("--spec goes without --property and --native-replay for Java: ask in two calls");
    }
    let (methods, named) = split(targets);
    let found = Properties::find(&args.java.property, files)?;
    let begun = since.unwrap_or_else(Instant::now);
    let time = args.budget.timeout.time();
    let late = || time.is_some_and(|time| begun.elapsed() > time);
    let stop = || interrupt.is_raised() || late();
    let opened = found.map_err(Refused::Rejected).and_then(|properties| {
        Ok((properties, Classes::open(&named, &args.java.sources, files, &stop)?))
    });
    let (properties, classes) = match opened {
        Ok(opened) => opened,
        Err(Refused::Failed(error)) if is_stopped(&error) => {
            let limit = met(interrupt, time);
            let name = named.join(":");
            let cut = methods.iter().map(|method| render::cut_off(&name, method, limit));
            cut.for_each(|report| builder.target(report));
            return Ok(());
        }
        Err(Refused::Failed(error)) => return Err(error),
        Err(Refused::Rejected(faults)) => {
            let problems = faults.iter().map(|fault| Problem::from_diagnostic(files, fault));
            problems.for_each(|problem| builder.problem(problem));
            return Ok(());
        }
    };
    let are_proposed = methods.is_empty();
    let mut methods = match are_proposed {
        true => methods::methods(&ClassPath::open(&classes.jdk, &classes.entries)?),
        false => methods,
    };
    if methods.is_empty() {
        builder.problem(no_method(&classes));
    }
    methods.retain(|method| args.answers_for(&classes.name, method));
    let share_of_all = methods.len() > 1 || since.is_some();
    let call =
        Call { args, spec, terminal, solvers, interrupt, properties, classes, begun, share_of_all };
    for (done, method) in methods.iter().enumerate() {
        let time = call.share(methods.len() - done);
        let report = match are_proposed {
            true => call.check_proposed(method, time, files),
            false => call.check(method, time, files),
        };
        match report {
            Ok(report) => builder.target(report),
            Err(error) => {
                builder.problem(Problem::new(ProblemKind::BadInput, format!("{error:#}")))
            }
        }
    }
    Ok(())
}

/// Whether something ended because it was asked to stop.
fn is_stopped(error: &Error) -> bool {
    error.downcast_ref() == Some(&FlowError::Interrupted)
}

/// The limit because of which something was stopped.
fn met(interrupt: &Interrupt, time: Option<Duration>) -> Limit {
    match time {
        Some(time) if !interrupt.is_raised() => Limit::Time(time),
        Some(_) | None => Limit::Interrupted,
    }
}

/// The methods that a user names, or else all of the classes that are named, each with the classes around
/// it.
fn list(named: &[String], files: &mut Files) -> Result<(Vec<String>, Vec<Problem>)> {
    let (methods, named) = split(named);
    match Classes::open(&named, &[], files, &|| false) {
        Ok(classes) => {
            let methods = match methods.is_empty() {
                true => methods::methods(&ClassPath::open(&classes.jdk, &classes.entries)?),
                false => methods,
            };
            let title = |method: String| format!("{}:{method}", classes.name);
            Ok((methods.into_iter().map(title).collect(), Vec::new()))
        }
        Err(Refused::Failed(error)) => Err(error),
        Err(Refused::Rejected(faults)) => {
            let problems = faults.iter().map(|fault| Problem::from_diagnostic(files, fault));
            Ok((Vec::new(), problems.collect()))
        }
    }
}

/// The class path of what a user names, sources compiled.
fn program(
    named: &str,
    files: &mut Files,
    stop: &dyn Fn() -> bool,
) -> Result<OpenProgram, Refused> {
    let classes = Classes::open(&[named.to_owned()], &[], files, stop)?;
    let path = ClassPath::open(&classes.jdk, &classes.entries).map_err(Error::from)?;
    Ok(OpenProgram { path, _classes: classes })
}

/// The classes of a program that is run. What was compiled for this call alone is there as long as
/// this is.
struct OpenProgram {
    path: ClassPath,
    _classes: Classes,
}

fn no_method(classes: &Classes) -> Problem {
    let message = format!("`{}` has no method to check", classes.name);
    let help = "there is none in it that can be called with unknown inputs";
    Problem::new(ProblemKind::NoTarget, message).with_help(help)
}

/// One call of `check`.
struct Call<'a> {
    args: &'a CheckArgs,
    spec: Option<&'a EventSpec>,
    terminal: &'a Terminal,
    solvers: &'a SolverFactory,
    interrupt: &'a Interrupt,
    properties: Properties,
    classes: Classes,
    /// When the call began: reading and compiling classes is part of its time.
    begun: Instant,
    /// Whether several methods share the time.
    share_of_all: bool,
}

impl Call<'_> {
    /// Checks a method that the user did not name, with longer inputs than those that are proposed if
    /// that costs little.
    fn check_proposed(
        &self,
        method: &str,
        time: Option<Duration>,
        files: &mut Files,
    ) -> Result<TargetReport> {
        let begun = Instant::now();
        lengths::deepen(&Entry::parse(method)?, |method, effort| {
            let time = effort.map_or(time, |effort| {
                let mut options = explore::Options::default();
                options.budget.time = time;
                effort.options(&options, begun.elapsed()).budget.time
            });
            self.check(method, time, files)
        })
    }

    /// Checks a method in this time.
    fn check(
        &self,
        method: &str,
        time: Option<Duration>,
        files: &mut Files,
    ) -> Result<TargetReport> {
        let begun = Instant::now();
        let stop = || self.interrupt.is_raised() || time.is_some_and(|time| begun.elapsed() > time);
        let vm = vm_options(self.args.budget.memory);
        if let Some(spec) = self.spec {
            let question = SpecQuestion::new(&self.classes, spec, method, vm, &stop)?;
            let time = time.map(|time| time.saturating_sub(begun.elapsed()));
            return Ok(self.check_spec(spec, &question, method, time, files));
        }
        let question = match Question::new(&self.classes, &self.properties, method, vm, &stop) {
            Err(error) if is_stopped(&error) => {
                let limit = met(self.interrupt, time);
                let mut report = render::cut_off(&self.classes.name, method, limit);
                self.name_share(&mut report);
                return Ok(report);
            }
            question => question?,
        };
        let pool = Pool::new();
        let seeds = question.seeds(&pool, &self.args.java.inputs)?;
        let time = time.map(|time| time.saturating_sub(begun.elapsed()));
        let stop = self.stop_after(time);
        let counters = self.solvers.counters(self.terminal);
        let make = || self.solvers.make_repeatable(&stop);
        let watcher = Ticker::new(format!("{}:{method}", self.classes.name), *self.terminal);
        let mut options = self.options(time);
        if question.entry.has_objects() {
            // What the constructors did is not read beforehand, so nothing is left out because of it.
            options.mode = Mode::Dfs;
        }
        let outcome = question.answer(&pool, &options, &seeds, &make, &watcher);
        drop(watcher);
        let places = Places::new(files, &self.classes.sources);
        let telling = Telling { pool: &pool, question: &question, outcome: &outcome, places };
        let mut report = { telling }.report();
        report.stats.solver = counters.text();
        self.name_share(&mut report);
        if self.args.java.native_replay {
            let stop = || self.interrupt.is_raised();
            let runs = NativeRuns { stop: &stop, time: NATIVE_TIME };
            confirm_natively(&self.classes, &question, &mut report, runs);
        }
        if let Some(folder) = &self.args.java.tests {
            tests::write_all(&self.classes, &question, &report, folder)?;
        }
        Ok(report)
    }

    /// Checks a method against the trace spec.
    fn check_spec(
        &self,
        spec: &EventSpec,
        question: &SpecQuestion,
        method: &str,
        time: Option<Duration>,
        files: &mut Files,
    ) -> TargetReport {
        let stop = self.stop_after(time);
        let counters = self.solvers.counters(self.terminal);
        let make = || self.solvers.make_repeatable(&stop);
        let watcher = Ticker::new(format!("{}:{method}", self.classes.name), *self.terminal);
        let options = self.options(time).engine;
        let report = question.answer(&options, &make, &watcher, files, &self.classes.sources);
        drop(watcher);
        let mut report = report.against(Some(spec.text()));
        report.stats.solver = counters.text();
        self.name_share(&mut report);
        report
    }

    /// The interrupt of the call, which is raised by itself when the time is up.
    fn stop_after(&self, time: Option<Duration>) -> Interrupt {
        let deadline = time.and_then(|time| Instant::now().checked_add(time));
        deadline.map_or_else(|| self.interrupt.clone(), |at| self.interrupt.until(at))
    }

    /// Names the time that a user gave where a share of it was used up.
    fn name_share(&self, report: &mut TargetReport) {
        let Some(time) = self.args.budget.timeout.time() else { return };
        for limit in report.limits.iter_mut().filter(|limit| limit.kind == "time") {
            limit.message = match self.share_of_all {
                true => format!("its share of the time limit of {time:?} is over"),
                false => limit_text(Limit::Time(time)).message,
            };
        }
    }

    /// An equal share of the time that is left for so many methods.
    fn share(&self, left: usize) -> Option<Duration> {
        let time = self.args.budget.timeout.time()?;
        let left = u32::try_from(left).unwrap_or(u32::MAX);
        Some(time.saturating_sub(self.begun.elapsed()) / left)
    }

    fn options(&self, time: Option<Duration>) -> Options {
        let (java, search, default) = (&self.args.java, &self.args.search, Options::default());
        let usual = default.engine.budget;
        let mut budget = self.args.limits(time, usual.steps);
        budget.paths = budget.paths.or(usual.paths);
        Options {
            mode: mode(java.mode),
            engine: explore::Options {
                strategy: search.strategy.unwrap_or_default(),
                seed: search.seed,
                bias: search.bias,
                budget,
                workers: usize::from(search.jobs),
                interrupt: self.interrupt.clone(),
                record: false,
                observe: false,
                ..explore::Options::default()
            },
            watch: self.properties.watch,
            slicing: default.slicing,
            relevance: true,
        }
    }
}

/// Runs each finding on the real machine. What does not show there is no finding, but a doubt.
fn confirm_natively(
    classes: &Classes,
    question: &Question,
    report: &mut TargetReport,
    runs: NativeRuns<'_>,
) {
    let mut kept = Vec::new();
    for mut finding in std::mem::take(&mut report.findings) {
        let why = match saved::natively(classes, question, &finding, runs) {
            Ok(NativeResult::Fails) => {
                finding.notes.push("seen on the real Java virtual machine, too".to_owned());
                kept.push(finding);
                continue;
            }
            Ok(NativeResult::Passes) => {
                "it does not show on the real Java virtual machine".to_owned()
            }
            Ok(other) => other.to_string(),
            Err(error) => format!("{error:#}"),
        };
        report.doubts.push(render::not_native(&finding, &why));
    }
    report.findings = kept;
    if report.findings.is_empty() && !report.doubts.is_empty() {
        report.answer = Answer::Inconclusive;
    }
}

/// A method and what is asked of it.
struct Question {
    entry: Entry,
    /// Where its classes are.
    classes: String,
    properties: Properties,
    subject: Subject,
    path: ClassPath,
    analysis: Analysis,
}

impl Question {
    /// Reads what is needed to ask about a method, unless it is asked to stop.
    fn new(
        classes: &Classes,
        properties: &Properties,
        method: &str,
        options: VmOptions,
        stop: &dyn Fn() -> bool,
    ) -> Result<Question> {
        let entry = Entry::parse(method)?;
        let path = classes.path(&entry.class, stop)?;
        known_class(&path, &entry.class)?;
        let mut vm = Vm::boot(path.clone(), options)?;
        vm.follow(wanted(&properties.typestate));
        // What comes out is always reported; whether it is a violation is decided by the search.
        let watch = BuiltInChecks { exceptions: true, assertions: true };
        let subject = Subject::new(vm, entry.clone(), watch)?;
        let exact = |class: Box<str>| ParamClass { class, exact: true };
        let params: Vec<Option<ParamClass>> =
            subject.param_classes().into_iter().map(|class| class.map(exact)).collect();
        let analysis = Analysis::new(
            path.clone(),
            &subject.member(),
            &params,
            properties.typestate.clone(),
            stop,
        )?;
        let (classes, properties) = (classes.name.clone(), properties.clone());
        Ok(Question { entry, classes, properties, subject, path, analysis })
    }

    fn answer(
        &self,
        pool: &Pool,
        options: &Options,
        seeds: &Model,
        solvers: &(dyn Fn() -> Box<dyn Solver> + Sync),
        watcher: &dyn Watcher,
    ) -> SearchOutcome {
        search(pool, &self.subject, &self.analysis, solvers, options, seeds, watcher)
    }

    /// The values of the first run.
    fn seeds(&self, pool: &Pool, inputs: &[(String, i64)]) -> Result<Model> {
        let mut model = Model::new();
        let own: Vec<(String, i64)> = self.entry.seeds().collect();
        for (at, (name, number)) in own.iter().chain(inputs).enumerate() {
            let kind = values::input_type(&self.entry, name);
            let kind = kind.ok_or_else(|| anyhow!("there is no parameter for --input {name}"))?;
            // Those of parameters are bits already.
            let number = match kind {
                Type::Float if at >= own.len() => &i64::from((*number as f32).to_bits()),
                Type::Double if at >= own.len() => &((*number as f64).to_bits() as i64),
                _ => number,
            };
            let (sort, value) = match bits(kind) {
                None => (Sort::BOOL, pool.bool(*number != 0)),
                Some(width) => {
                    let bits = if width == 64 { u64::MAX } else { (1 << width) - 1 };
                    (pool.bitvec_sort(width), pool.bitvec(width, *number as u64 & bits))
                }
            };
            model.set(pool.var(name, sort), value);
        }
        Ok(model)
    }

    /// The names that were asked for of which nothing that the method calls is an event.
    fn without_events(&self) -> Vec<&str> {
        let has_events = |name: &str| {
            let mut own = self.properties.origins.iter().enumerate();
            own.any(|(at, origin)| origin == name && self.analysis.has_events(at))
        };
        let mut names: Vec<&str> = Vec::new();
        for name in self.properties.origins.iter().map(String::as_str) {
            if !names.contains(&name) && !has_events(name) {
                names.push(name);
            }
        }
        names
    }
}

impl Question {
    /// The types of properties of this name that no class has, with a class that may be meant.
    fn unknown_types(&self, name: &str) -> Vec<(String, Option<String>)> {
        let dotted = |names: Vec<String>| names.into_iter().map(|name| name.replace('/', "."));
        let own: Vec<String> = dotted(self.path.own_classes()).collect();
        let all: Vec<String> = own.iter().cloned().chain(dotted(self.path.jdk_classes())).collect();
        let mut unknown_types = Vec::new();
        for (property, origin) in self.properties.typestate.iter().zip(&self.properties.origins) {
            let types = property.params.iter().map(|param| &param.ty).filter(|_| origin == name);
            for ty in types.filter(|ty| !all.iter().any(|class| ty.matches(class))) {
                let short = ty.text().rsplit(['.', '$']).next().unwrap_or_default();
                let same = |class: &&String| class.rsplit(['.', '$']).next() == Some(short);
                let meant = own.iter().find(same).map(|class| class.replace('$', "."));
                if !unknown_types.iter().any(|(known, _)| known == ty.text()) {
                    unknown_types.push((ty.text().to_owned(), meant));
                }
            }
        }
        unknown_types
    }
}

/// Refuses a class that is not there, with those that may be meant.
fn known_class(path: &ClassPath, class: &str) -> Result<()> {
    if path.class(&class.replace('.', "/"))?.is_some() {
        return Ok(());
    }
    const MOST: usize = 8;
    let own: Vec<String> = path.own_classes().iter().map(|name| name.replace('/', ".")).collect();
    let short = |name: &str| name.rsplit(['.', '$']).next().unwrap_or(name).to_lowercase();
    let alike = own.iter().filter(|name| short(name) == short(class));
    let alike: Vec<&str> = alike.map(String::as_str).collect();
    let rest: Vec<&str> = own.iter().take(MOST).map(String::as_str).collect();
    match (alike.is_empty(), rest.is_empty()) {
        (false, _) => bail!("there is no class {class}; there is {}", alike.join(", ")),
        (true, false) => bail!("there is no class {class}; there are {}", rest.join(", ")),
        (true, true) => bail!("there is no class {class}, and no other class either"),
    }
}

/// How machines are made in a process that may take so many mebibytes: objects of one run take half
/// of that, the rest is for what is known of all runs.
fn vm_options(memory_mib: Option<u64>) -> VmOptions {
    let default = VmOptions::default();
    let half = memory_mib.and_then(|mib| usize::try_from(mib << 19).ok());
    VmOptions {
        heap_bytes: half.map_or(default.heap_bytes, |h| h.min(default.heap_bytes)),
        ..default
    }
}

/// How many bits an unknown of a type has; truth values are none.
fn bits(kind: &Type) -> Option<u32> {
    match kind {
        Type::Boolean => None,
        Type::Byte => Some(8),
        Type::Char | Type::Short => Some(16),
        Type::Int | Type::Float | Type::Reference(_) => Some(32),
        Type::Long | Type::Double => Some(64),
    }
}

fn mode(mode: SearchMode) -> Mode {
    match mode {
        SearchMode::Dfs => Mode::Dfs,
        SearchMode::Guide => Mode::Guide,
        SearchMode::Slice => Mode::Slice,
        SearchMode::Srv => Mode::Srv,
    }
}
