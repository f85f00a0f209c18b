//! Java: methods of compiled classes, checked against properties of how objects are used, or for
//! exceptions and assertions.
//!
//! Not a program with targets in its text as the other languages are: what is checked is named on
//! the command line, and so are the properties.

mod classes;
mod inputs;
pub(crate) mod kept;
mod methods;
mod places;
mod properties;
mod spec;
mod tests;
mod told;
mod values;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Error, Result, anyhow, bail};
use explore::{Limit, Watcher};
use jvm_flow::{Analysis, FlowError, ParamClass};
use jvm_srv::{Mode, Options, SearchOutcome, search, wanted};
use lang_jvm::parse::Type;
use lang_jvm::{BuiltInChecks, ClassPath, Entry, Subject, Vm, VmOptions};
use report::{Answer, Problem, ProblemKind, ReportBuilder, TargetReport, limit_text};
use solve::{Interrupt, Solver};
use source::Files;
use term::{Model, Pool, Sort};

use crate::args::{Check, Java, SearchMode, Wanted};
use crate::check::limits;
use crate::event_spec::EventSpec;
use crate::front::Language;
use crate::native::{Native, NativeRuns};
use crate::progress::Ticker;
use crate::read;
use crate::solver::Solvers;
use crate::terminal::Terminal;
use classes::Classes;
use places::Places;
use properties::Properties;
use spec::SpecQuestion;
use told::Telling;

/// The name of the language in reports.
pub(crate) const LANGUAGE: &str = "java";
/// The time for each step of a run on the real machine.
const NATIVE_TIME: Duration = Duration::from_secs(60);
pub(crate) use classes::{Refused, jdk};
pub(crate) use tests::{WATCH_FILE, is_generated};

/// What a user named, by who checks it. A folder with programs of several languages is in both.
#[derive(Default)]
pub(crate) struct Parted {
    /// Methods, and classes in which they are.
    pub(crate) java: Vec<String>,
    /// Programs of other languages.
    pub(crate) others: Vec<String>,
}

impl Parted {
    /// All that there is of Java, and all of other languages.
    pub(crate) fn listed(wanted: &Wanted) -> Parted {
        let parted = Parted::new(wanted, &Java::default());
        let is_mixed = |target: &&String| wanted.lang.is_none() && Claim::new(target).java;
        let mixed = parted.others.iter().filter(is_mixed).cloned();
        Parted { java: parted.java.into_iter().chain(mixed).collect(), others: parted.others }
    }

    /// Targets are Java programs by what they are. Where a method or a property is named, so is a
    /// folder with some, and all that no other language claims.
    pub(crate) fn new(wanted: &Wanted, java: &Java) -> Parted {
        let targets = &wanted.targets;
        match wanted.lang {
            Some(Language::Java) => return Parted { java: targets.clone(), others: Vec::new() },
            Some(_) => return Parted { java: Vec::new(), others: targets.clone() },
            None => {}
        }
        let asked = !java.property.is_empty() || targets.iter().any(is_method);
        let mut parted = Parted::default();
        for target in targets {
            let claim = Claim::new(target);
            if claim.java && (asked || !claim.others) || asked && !claim.others {
                parted.java.push(target.clone());
            }
            if claim.others || !claim.java && !asked {
                parted.others.push(target.clone());
            }
        }
        parted
    }
}

/// Who claims a target.
struct Claim {
    java: bool,
    others: bool,
}

impl Claim {
    fn new(target: &String) -> Claim {
        if is_method(target) {
            return Claim { java: true, others: false };
        }
        let path = Path::new(target);
        let has = |endings: &[&str]| {
            read::files_below(path, endings).is_ok_and(|files| !files.is_empty())
        };
        if path.is_dir() {
            return Claim { java: has(ENDINGS), others: has(&Language::all_endings()) };
        }
        let entries: Vec<PathBuf> = std::env::split_paths(target).collect();
        let is_java = |entry: &PathBuf| {
            read::has_ending(entry, &["java", "jar"]) || entry.is_dir() && Claim::is_java(entry)
        };
        let file = target.rsplit_once(':').map_or(target.as_str(), |(file, _)| file);
        let is_other = |path: &Path| read::has_ending(path, &Language::all_endings());
        Claim {
            java: entries.iter().all(is_java),
            others: is_other(path) || is_other(Path::new(file)),
        }
    }

    /// Whether a folder has Java programs and no others.
    fn is_java(folder: &Path) -> bool {
        let claim = Claim::new(&folder.to_string_lossy().into_owned());
        claim.java && !claim.others
    }
}

/// The endings of sources, classes and archives.
const ENDINGS: &[&str] = &["class", "jar", "java"];

/// How many sources, classes and archives of Java programs lie below a folder.
pub(crate) fn files_in(folder: &Path) -> usize {
    let own = read::files_below(folder, ENDINGS).unwrap_or_default();
    let is_program = |path: &&PathBuf| {
        let is_source = read::has_ending(path, &["java"]);
        !is_source || read::source_text(path).is_ok_and(|text| !tests::is_generated(&text))
    };
    own.iter().filter(is_program).count()
}

/// Whether a target is a method such as `com.acme.Report#total(m: int)`. Names of other languages may
/// end in a `#`.
fn is_method(target: &String) -> bool {
    let behind = target.split_once('#').and_then(|(_, method)| method.chars().next());
    behind.is_some_and(|first| first.is_alphabetic() || "_$<".contains(first))
        && !Path::new(target).exists()
}

/// How many methods are named.
pub(crate) fn methods_in(targets: &[String]) -> usize {
    targets.iter().filter(|target| is_method(target)).count()
}

/// Where what is found goes, and the files that it shows.
pub(crate) struct Told<'a> {
    pub(crate) builder: &'a mut ReportBuilder,
    pub(crate) files: &'a mut Files,
}

/// A call of `check` on Java programs.
pub(crate) struct CheckCall<'a> {
    pub(crate) args: &'a Check,
    /// The trace spec that calls must obey, instead of the properties of Java.
    pub(crate) spec: Option<&'a EventSpec>,
    pub(crate) solvers: &'a Solvers,
    pub(crate) interrupt: &'a Interrupt,
    pub(crate) terminal: &'a Terminal,
    /// When the call began, if programs of other languages were checked before.
    pub(crate) since: Option<Instant>,
}

/// Checks methods.
pub(crate) fn check(
    call: &CheckCall<'_>,
    targets: &[String],
    Told { builder, files }: Told<'_>,
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
            let cut = methods.iter().map(|method| told::cut_off(&name, method, limit));
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
    let methods = match methods.is_empty() {
        true => methods::methods(&ClassPath::open(&classes.jdk, &classes.entries)?),
        false => methods,
    };
    if methods.is_empty() {
        builder.problem(no_method(&classes));
    }
    let share_of_all = methods.len() > 1 || since.is_some();
    let call =
        Call { args, spec, terminal, solvers, interrupt, properties, classes, begun, share_of_all };
    for (done, method) in methods.iter().enumerate() {
        match call.check(method, methods.len() - done, files) {
            Ok(report) => builder.target(report),
            Err(error) => {
                builder.problem(Problem::new(ProblemKind::BadInput, format!("{error:#}")))
            }
        }
    }
    Ok(())
}

/// Whether something ended because it was told to stop.
fn is_stopped(error: &Error) -> bool {
    error.downcast_ref() == Some(&FlowError::Interrupted)
}

/// The limit because of which something was told to stop.
fn met(interrupt: &Interrupt, time: Option<Duration>) -> Limit {
    match time {
        Some(time) if !interrupt.is_raised() => Limit::Time(time),
        Some(_) | None => Limit::Interrupted,
    }
}

/// The methods of what a user names, each with the classes around it.
pub(crate) fn list(named: &[String], files: &mut Files) -> Result<(Vec<String>, Vec<Problem>)> {
    let (_, named) = split(named);
    match Classes::open(&named, &[], files, &|| false) {
        Ok(classes) => {
            let path = ClassPath::open(&classes.jdk, &classes.entries)?;
            let title = |method: String| format!("{}:{method}", classes.name);
            let found = methods::methods(&path).into_iter().map(title).collect();
            Ok((found, Vec::new()))
        }
        Err(Refused::Failed(error)) => Err(error),
        Err(Refused::Rejected(faults)) => {
            let problems = faults.iter().map(|fault| Problem::from_diagnostic(files, fault));
            Ok((Vec::new(), problems.collect()))
        }
    }
}

/// The class path of what a user names, sources compiled.
pub(crate) fn program(
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
pub(crate) struct OpenProgram {
    pub(crate) path: ClassPath,
    _classes: Classes,
}

/// Methods, and folders, jars and sources. A method may stand behind its classes and a colon, as
/// reports and `list` write it.
fn split(targets: &[String]) -> (Vec<String>, Vec<String>) {
    let (mut methods, mut classes): (Vec<String>, Vec<String>) = (Vec::new(), Vec::new());
    for target in targets {
        let Some((before, _)) = target.split_once('#').filter(|_| is_method(target)) else {
            classes.push(target.clone());
            continue;
        };
        match before.rsplit_once(':') {
            Some((around, _)) => {
                if !classes.iter().any(|known| known == around) {
                    classes.push(around.to_owned());
                }
                methods.push(target[around.len() + 1..].to_owned());
            }
            None => methods.push(target.clone()),
        }
    }
    (methods, classes)
}

fn no_method(classes: &Classes) -> Problem {
    let message = format!("`{}` has no method to check", classes.name);
    let help = "there is none in it that can be called with unknown inputs";
    Problem::new(ProblemKind::NoTarget, message).with_help(help)
}

/// One call of `check`.
struct Call<'a> {
    args: &'a Check,
    spec: Option<&'a EventSpec>,
    terminal: &'a Terminal,
    solvers: &'a Solvers,
    interrupt: &'a Interrupt,
    properties: Properties,
    classes: Classes,
    /// When the call began: reading and compiling classes is part of its time.
    begun: Instant,
    /// Whether several methods share the time.
    share_of_all: bool,
}

impl Call<'_> {
    /// Checks a method in an equal share of the time that is left for so many.
    fn check(&self, method: &str, left: usize, files: &mut Files) -> Result<TargetReport> {
        let (begun, time) = (Instant::now(), self.share(left));
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
                let mut report = told::cut_off(&self.classes.name, method, limit);
                self.name_share(&mut report);
                return Ok(report);
            }
            question => question?,
        };
        let pool = Pool::new();
        let seeds = question.seeds(&pool, &self.args.java.inputs)?;
        let time = time.map(|time| time.saturating_sub(begun.elapsed()));
        let stop = self.stop_after(time);
        let make = || self.solvers.make_repeatable(&stop);
        let watcher = Ticker::new(format!("{}:{method}", self.classes.name), *self.terminal);
        let outcome = question.answer(&pool, &self.options(time), &seeds, &make, &watcher);
        drop(watcher);
        let places = Places::new(files, &self.classes.sources);
        let telling = Telling { pool: &pool, question: &question, outcome: &outcome, places };
        let mut report = { telling }.report();
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
        let make = || self.solvers.make_repeatable(&stop);
        let watcher = Ticker::new(format!("{}:{method}", self.classes.name), *self.terminal);
        let options = self.options(time).engine;
        let report = question.answer(&options, &make, &watcher, files, &self.classes.sources);
        drop(watcher);
        let mut report = report.against(Some(spec.text()));
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
        let mut budget = limits(self.args, time, usual.steps);
        budget.paths = budget.paths.or(usual.paths);
        if java.first {
            budget.findings = Some(1);
        }
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
        let why = match kept::natively(classes, question, &finding, runs) {
            Ok(Native::Fails) => {
                finding.notes.push("seen on the real Java virtual machine, too".to_owned());
                kept.push(finding);
                continue;
            }
            Ok(Native::Passes) => "it does not show on the real Java virtual machine".to_owned(),
            Ok(other) => other.to_string(),
            Err(error) => format!("{error:#}"),
        };
        report.doubts.push(told::not_native(&finding, &why));
    }
    report.findings = kept;
    if report.findings.is_empty() && !report.doubts.is_empty() {
        report.answer = Answer::Inconclusive;
    }
}

/// A method and what is asked of it.
pub(super) struct Question {
    pub(super) entry: Entry,
    /// Where its classes are.
    pub(super) classes: String,
    properties: Properties,
    pub(super) subject: Subject,
    path: ClassPath,
    analysis: Analysis,
}

impl Question {
    /// Reads what is needed to ask about a method, unless it is told to stop.
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
        for (name, number) in own.iter().chain(inputs) {
            let kind = values::input_type(&self.entry, name);
            let kind = kind.ok_or_else(|| anyhow!("there is no parameter for --input {name}"))?;
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
pub(crate) fn vm_options(memory_mib: Option<u64>) -> VmOptions {
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

/// The first of the folders, jars and sources that a report names.
pub(crate) fn first_entry(file: &str) -> PathBuf {
    std::env::split_paths(file).next().unwrap_or_default()
}

#[cfg(test)]
mod unit_tests {
    use super::*;

    #[test]
    fn methods_differ_from_other_languages() {
        for (target, expected) in [
            ("a.B#f(x: int)", true),
            ("classes:a.B$C#main", true),
            ("Main.hs:plus#", false),
            ("main.ml:add", false),
        ] {
            assert_eq!(is_method(&target.to_owned()), expected, "{target}");
        }
    }

    #[test]
    fn classes_in_front_of_a_method_are_named_once() {
        let targets = ["lib.jar", "out:a.B#f()", "out:a.B#g()", "a.B#h()"].map(str::to_owned);
        let (methods, classes) = split(&targets);
        assert_eq!(methods, ["a.B#f()", "a.B#g()", "a.B#h()"]);
        assert_eq!(classes, ["lib.jar", "out"]);
    }
}
