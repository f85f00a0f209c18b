//! Java: a method of compiled classes, checked against properties of how objects are used.
//!
//! Not a program with targets in its text as the other languages are: what is looked at is named on
//! the command line, and so are the properties.

mod told;

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};
use jvm_flow::{Analysis, ParamClass};
use jvm_srv::{Harness, Mode, Options, Outcome, generate, search, wanted};
use lang_jvm::parse::Type;
use lang_jvm::{ClassPath, Entry, Subject, Vm, VmOptions, Watch, find_jdk};
use report::{Problem, ProblemKind, Report, ReportBuilder};
use solve::{Interrupt, Theory};
use source::{Diagnostic, Files};
use term::{Model, Pool, Sort};
use typestate::Property;

use crate::args::{Check, SearchMode};
use crate::solver::Solvers;
use told::told;

/// Checks a method; with the files of the properties.
pub(crate) fn check(
    args: &Check,
    solvers: &Solvers,
    interrupt: &Interrupt,
) -> Result<(Report, Files)> {
    let mut files = Files::new();
    let mut builder = ReportBuilder::new();
    let properties = match properties(&args.java.property, &mut files)? {
        Ok(properties) => properties,
        Err(faults) => {
            let problems = faults.iter().map(|fault| Problem::from_diagnostic(&files, fault));
            problems.for_each(|problem| builder.problem(problem));
            return Ok((builder.finish(crate::TOOL), files));
        }
    };
    let question = Question::new(args, properties)?;
    let (pool, outcome) = question.answer(args, solvers, interrupt)?;
    for note in question.notes() {
        builder.problem(Problem::new(ProblemKind::Remark, note));
    }
    if let Some(folder) = &args.java.tests {
        question.write_tests(&pool, &outcome, folder)?;
    }
    builder.target(told(&pool, &question, &outcome));
    if interrupt.is_raised() {
        builder.interrupted();
    }
    Ok((builder.finish(crate::TOOL), files))
}

/// The properties of that name or in that file; the inner error is about what a file says.
fn properties(
    names: &[String],
    files: &mut Files,
) -> Result<std::result::Result<Vec<Property>, Vec<Diagnostic>>> {
    let mut all = Vec::new();
    for name in names {
        if let Some(known) = typestate::built_in(name, files) {
            all.extend(known);
            continue;
        }
        if !Path::new(name).exists() {
            let known: Vec<&str> = typestate::built_in_names().collect();
            bail!("there is no file and no property `{name}`; built in are {}", known.join(", "));
        }
        let text =
            std::fs::read_to_string(name).with_context(|| format!("cannot read `{name}`"))?;
        let file = files.add(name, &text);
        match typestate::read(&file) {
            Ok(read) => all.extend(read),
            Err(faults) => return Ok(Err(faults)),
        }
    }
    Ok(Ok(all))
}

/// A method and what is asked of it.
pub(super) struct Question {
    pub(super) entry: Entry,
    /// Where its classes are.
    pub(super) classes: String,
    pub(super) subject: Subject,
    pub(super) analysis: Analysis,
}

impl Question {
    fn new(args: &Check, properties: Vec<Property>) -> Result<Question> {
        let (method, classes) = split_targets(&args.wanted.targets)?;
        let entry = Entry::parse(method)?;
        let path = ClassPath::open(&jdk()?, &classes)?;
        let mut vm = Vm::boot(path.clone(), VmOptions::default())?;
        vm.follow(wanted(&properties));
        // Exceptions are how runs end here; they break no property.
        let watch = Watch { exceptions: true, assertions: true };
        let subject = Subject::new(vm, entry.clone(), watch)?;
        let exact = |class: Box<str>| ParamClass { class, exact: true };
        let params: Vec<Option<ParamClass>> =
            subject.param_classes().into_iter().map(|class| class.map(exact)).collect();
        let analysis = Analysis::new(path, &subject.member(), &params, properties)?;
        let classes = classes.iter().map(|path| path.display().to_string());
        let classes = classes.collect::<Vec<_>>().join(":");
        Ok(Question { entry, classes, subject, analysis })
    }

    fn answer(
        &self,
        args: &Check,
        solvers: &Solvers,
        interrupt: &Interrupt,
    ) -> Result<(Pool, Outcome)> {
        let pool = Pool::new();
        let default = Options::default();
        let options = Options {
            mode: mode(args.java.mode),
            first: args.java.first,
            max_runs: args.budget.max_paths.unwrap_or(default.max_runs),
            max_steps: args.budget.max_steps.unwrap_or(default.max_steps),
            max_time: args.budget.timeout.time(),
        };
        let seeds = self.seeds(&pool, &args.java.inputs)?;
        let mut solver = solvers.make(&Theory::empty(), interrupt);
        let outcome = search(&pool, &self.subject, &self.analysis, &mut *solver, &options, &seeds);
        Ok((pool, outcome))
    }

    /// The values of the first run.
    fn seeds(&self, pool: &Pool, inputs: &[(String, i64)]) -> Result<Model> {
        let mut model = Model::new();
        let own: Vec<(String, i64)> = self.entry.seeds().collect();
        for (name, number) in own.iter().chain(inputs) {
            let base = name.split('[').next().unwrap_or(name);
            let param = self.entry.params.iter().find(|param| param.name == base);
            let param = param.ok_or_else(|| anyhow!("there is no parameter for --input {name}"))?;
            let (sort, value) = match bits(told::element(&param.shape)) {
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

    /// What should be known besides the answer.
    fn notes(&self) -> Vec<String> {
        let properties = self.analysis.properties().iter().enumerate();
        let silent = properties.filter(|(index, _)| !self.analysis.has_events(*index));
        silent
            .map(|(_, property)| {
                format!(
                    "nothing that `{}` calls is an event of {}, so it cannot be broken there",
                    self.entry, property.name
                )
            })
            .collect()
    }

    fn write_tests(&self, pool: &Pool, outcome: &Outcome, folder: &Path) -> Result<()> {
        std::fs::create_dir_all(folder)
            .with_context(|| format!("cannot make the folder `{}`", folder.display()))?;
        let is_static = self.subject.is_static();
        for (index, violation) in outcome.violations.iter().enumerate() {
            for (harness, end) in [(Harness::Main, ""), (Harness::JUnit, "Test")] {
                let name = format!("Violation{}{end}", index + 1);
                let text = generate(pool, &self.entry, is_static, violation, &name, harness);
                let text = text.ok_or_else(|| {
                    anyhow!("no test can be written: the program asks for inputs by itself")
                })?;
                let file = folder.join(format!("{name}.java"));
                std::fs::write(&file, text)
                    .with_context(|| format!("cannot write `{}`", file.display()))?;
            }
        }
        Ok(())
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

/// The method, which comes last, and the folders and jars.
fn split_targets(targets: &[String]) -> Result<(&str, Vec<PathBuf>)> {
    let usage =
        "name folders or jars with classes, then a method such as 'com.acme.Report#total(m: int)'";
    match targets.split_last() {
        Some((method, classes)) if method.contains('#') && !classes.is_empty() => {
            Ok((method, classes.iter().map(PathBuf::from).collect()))
        }
        Some(_) | None => bail!("--property needs classes and a method: {usage}"),
    }
}

fn jdk() -> Result<PathBuf> {
    let named = std::env::var_os("JAVA_HOME").map(PathBuf::from);
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    Ok(find_jdk(named.as_deref(), &folders)?)
}
