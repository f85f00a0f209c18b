//! Java: methods of compiled classes, checked against properties of how objects are used, or for
//! exceptions and assertions.
//!
//! Not a program with targets in its text as the other languages are: what is looked at is named on
//! the command line, and so are the properties.

mod classes;
pub(crate) mod kept;
mod methods;
mod places;
mod properties;
mod tests;
mod told;
mod values;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Result, anyhow, bail};
use jvm_flow::{Analysis, FlowError, ParamClass};
use jvm_srv::{Mode, Options, Outcome, search, wanted};
use lang_jvm::parse::Type;
use lang_jvm::{ClassPath, Entry, Subject, Vm, VmOptions, Watch};
use report::{Answer, Problem, ProblemKind, Report, ReportBuilder, TargetReport};
use solve::{Interrupt, Solver, Theory};
use source::Files;
use term::{Model, Pool, Sort};

use crate::args::{Check, Java, SearchMode};
use crate::front::Language;
use crate::read;
use crate::solver::Solvers;
use classes::Classes;
use places::Places;
use properties::Properties;
use told::Telling;

/// The name of the language in reports.
pub(crate) const LANGUAGE: &str = "java";
pub(crate) use classes::Refused;
pub(crate) use tests::WATCH_FILE;

/// Whether targets name Java programs: by a property or a method, or all of them by what they are.
pub(crate) fn is_meant(targets: &[String], java: &Java) -> bool {
    let is_java = |target: &String| {
        let entries: Vec<PathBuf> = std::env::split_paths(target).collect();
        entries.iter().all(|entry| read::has_ending(entry, &["java", "jar"]) || is_folder(entry))
    };
    !java.property.is_empty()
        || targets.iter().any(is_method)
        || !targets.is_empty() && targets.iter().all(is_java)
}

/// Whether a folder has Java programs and no others.
fn is_folder(folder: &Path) -> bool {
    let has =
        |endings: &[&str]| read::files_below(folder, endings).is_ok_and(|files| !files.is_empty());
    folder.is_dir() && !has(&Language::all_endings()) && has(&["class", "jar", "java"])
}

/// Whether a target is a method such as `com.acme.Report#total(m: int)`. Names of other languages may
/// end in a `#`.
fn is_method(target: &String) -> bool {
    let behind = target.split_once('#').and_then(|(_, method)| method.chars().next());
    behind.is_some_and(|first| first.is_alphabetic() || "_$<".contains(first))
        && !Path::new(target).exists()
}

/// Checks methods; with the files that the report shows.
pub(crate) fn check(
    args: &Check,
    solvers: &Solvers,
    interrupt: &Interrupt,
) -> Result<(Report, Files)> {
    let mut files = Files::new();
    let mut builder = ReportBuilder::new();
    if args.shown.allow_vacuous {
        builder.allow_vacuous();
    }
    let (methods, named) = split(&args.wanted.targets);
    let found = Properties::find(&args.java.property, &mut files)?;
    let opened = found.map_err(Refused::Rejected).and_then(|properties| {
        Ok((properties, Classes::open(&named, &args.java.sources, &mut files)?))
    });
    let (properties, classes) = match opened {
        Ok(opened) => opened,
        Err(Refused::Failed(error)) => return Err(error),
        Err(Refused::Rejected(faults)) => {
            let problems = faults.iter().map(|fault| Problem::from_diagnostic(&files, fault));
            problems.for_each(|problem| builder.problem(problem));
            return Ok((builder.finish(crate::TOOL), files));
        }
    };
    if methods.is_empty() {
        builder.problem(no_method(&classes)?);
    }
    let call = Call { args, solvers, interrupt, properties, classes, started: Instant::now() };
    for (done, method) in methods.iter().enumerate() {
        match call.check(method, methods.len() - done, &mut files) {
            Ok(report) => builder.target(report),
            Err(error) => {
                builder.problem(Problem::new(ProblemKind::BadInput, format!("{error:#}")))
            }
        }
    }
    if interrupt.is_raised() {
        builder.interrupted();
    }
    Ok((builder.finish(crate::TOOL), files))
}

/// The methods of what a user names, each with the classes around it.
pub(crate) fn list(named: &[String]) -> Result<(Vec<String>, Vec<Problem>, Files)> {
    let mut files = Files::new();
    let (_, named) = split(named);
    match Classes::open(&named, &[], &mut files) {
        Ok(classes) => {
            let path = ClassPath::open(&classes.jdk, &classes.entries)?;
            let title = |method: String| format!("{}:{method}", classes.name);
            let found = methods::methods(&path).into_iter().map(title).collect();
            Ok((found, Vec::new(), files))
        }
        Err(Refused::Failed(error)) => Err(error),
        Err(Refused::Rejected(faults)) => {
            let problems = faults.iter().map(|fault| Problem::from_diagnostic(&files, fault));
            Ok((Vec::new(), problems.collect(), files))
        }
    }
}

/// The class path of what a user names, sources compiled.
pub(crate) fn class_path(named: &str, files: &mut Files) -> Result<ClassPath, Refused> {
    let classes = Classes::open(&[named.to_owned()], &[], files)?;
    Ok(ClassPath::open(&classes.jdk, &classes.entries).map_err(anyhow::Error::from)?)
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

fn no_method(classes: &Classes) -> Result<Problem> {
    const MOST: usize = 12;
    let found = methods::methods(&ClassPath::open(&classes.jdk, &classes.entries)?);
    let message = format!("no method of `{}` is named", classes.name);
    let problem = Problem::new(ProblemKind::NoTarget, message);
    let more = match found.len().saturating_sub(MOST) {
        0 => String::new(),
        count => format!(" and {count} more, which `tracehound list` shows"),
    };
    let shown: Vec<String> = found.iter().take(MOST).map(|method| format!("'{method}'")).collect();
    Ok(match shown.is_empty() {
        true => problem.with_help("there is none in it that can be called with unknown inputs"),
        false => problem.with_help(format!("add one of {}{more}", shown.join(", "))),
    })
}

/// One call of `check`.
struct Call<'a> {
    args: &'a Check,
    solvers: &'a Solvers,
    interrupt: &'a Interrupt,
    properties: Properties,
    classes: Classes,
    started: Instant,
}

impl Call<'_> {
    /// Checks a method in an equal share of the time that is left for so many.
    fn check(&self, method: &str, left: usize, files: &mut Files) -> Result<TargetReport> {
        let (begun, time) = (Instant::now(), self.share(left));
        let stop = || self.interrupt.is_raised() || time.is_some_and(|time| begun.elapsed() > time);
        let question = match Question::new(&self.classes, &self.properties, method, &stop) {
            Err(error) if error.downcast_ref() == Some(&FlowError::Interrupted) => {
                return Ok(told::cut_off(&self.classes.name, method));
            }
            question => question?,
        };
        let pool = Pool::new();
        let seeds = question.seeds(&pool, &self.args.java.inputs)?;
        let time = time.map(|time| time.saturating_sub(begun.elapsed()));
        let mut solver = self.solvers.make(&Theory::empty(), self.interrupt);
        let outcome = question.answer(&pool, &self.options(time), &seeds, &mut *solver);
        let places = Places::new(files, &self.classes.sources);
        let telling = Telling { pool: &pool, question: &question, outcome: &outcome, places };
        let mut report = { telling }.report();
        if self.args.java.native_replay {
            confirm_natively(&self.classes, &mut report);
        }
        if let Some(folder) = &self.args.java.tests {
            tests::write_all(&self.classes, &question, &report, folder)?;
        }
        Ok(report)
    }

    /// An equal share of the time that is left for so many methods.
    fn share(&self, left: usize) -> Option<Duration> {
        let time = self.args.budget.timeout.time()?;
        let left = u32::try_from(left).unwrap_or(u32::MAX);
        Some(time.saturating_sub(self.started.elapsed()) / left)
    }

    fn options(&self, time: Option<Duration>) -> Options {
        let (java, budget, default) = (&self.args.java, &self.args.budget, Options::default());
        Options {
            mode: mode(java.mode),
            first: java.first,
            max_runs: budget.max_paths.unwrap_or(default.max_runs),
            max_steps: budget.max_steps.unwrap_or(default.max_steps),
            max_time: time,
            watch: self.properties.watch,
            slicing: default.slicing,
            weigh: true,
        }
    }
}

/// Runs each finding on the real machine. What does not show there is no finding, but a doubt.
fn confirm_natively(classes: &Classes, report: &mut TargetReport) {
    let mut kept = Vec::new();
    for mut finding in std::mem::take(&mut report.findings) {
        match kept::natively(classes, report, &finding) {
            Ok(true) => {
                finding.notes.push("seen on the real Java virtual machine, too".to_owned());
                kept.push(finding);
            }
            Ok(false) => report.doubts.push(told::not_native(
                &finding,
                "it does not show on the real Java virtual machine",
            )),
            Err(error) => {
                report.doubts.push(told::not_native(&finding, &format!("{error:#}")));
            }
        }
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
        stop: &dyn Fn() -> bool,
    ) -> Result<Question> {
        let entry = Entry::parse(method)?;
        let path = classes.path(&entry.class)?;
        known_class(&path, &entry.class)?;
        let mut vm = Vm::boot(path.clone(), VmOptions::default())?;
        vm.follow(wanted(&properties.typestate));
        // What comes out is always told; whether it is a violation is decided by the search.
        let watch = Watch { exceptions: true, assertions: true };
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
        solver: &mut dyn Solver,
    ) -> Outcome {
        search(pool, &self.subject, &self.analysis, solver, options, seeds)
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
    fn silent(&self) -> Vec<&str> {
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
    fn strangers(&self, name: &str) -> Vec<(String, Option<String>)> {
        let dotted = |names: Vec<String>| names.into_iter().map(|name| name.replace('/', "."));
        let own: Vec<String> = dotted(self.path.own_classes()).collect();
        let all: Vec<String> = own.iter().cloned().chain(dotted(self.path.jdk_classes())).collect();
        let mut strangers = Vec::new();
        for (property, origin) in self.properties.typestate.iter().zip(&self.properties.origins) {
            let types = property.params.iter().map(|param| &param.ty).filter(|_| origin == name);
            for ty in types.filter(|ty| !all.iter().any(|class| ty.matches(class))) {
                let short = ty.text().rsplit(['.', '$']).next().unwrap_or_default();
                let same = |class: &&String| class.rsplit(['.', '$']).next() == Some(short);
                let meant = own.iter().find(same).map(|class| class.replace('$', "."));
                if !strangers.iter().any(|(known, _)| known == ty.text()) {
                    strangers.push((ty.text().to_owned(), meant));
                }
            }
        }
        strangers
    }
}

/// Refuses a class that is not there, with those that may be meant.
fn known_class(path: &ClassPath, class: &str) -> Result<()> {
    if path.class(&class.replace('.', "/")).is_some() {
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
    fn methods_are_told_from_names_of_other_languages() {
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
