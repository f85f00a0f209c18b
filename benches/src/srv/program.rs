//! Programs that are searched.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use explore::Silent;
use jvm_flow::{Analysis, ParamClass};
use jvm_srv::{Mode, Options, SearchOutcome, Unseen, search, wanted};
use lang_jvm::{BuiltInChecks, ClassPath, Entry, Subject, Vm, VmOptions};
use solve_chain::Config;
use source::Files;
use term::{Model, Pool};
use typestate::Property;

/// Classes, and a machine that has been started over them.
pub(crate) struct Program {
    pub(crate) path: ClassPath,
    vm: Vm,
}

/// A method and what it is searched for.
pub(crate) struct Task<'a> {
    pub(crate) entry: &'a str,
    pub(crate) properties: &'a [Property],
    /// The values of the first run.
    pub(crate) seeds: &'a [(String, u32, u64)],
}

/// What a search came to, and what it cost.
pub(crate) struct Cost {
    pub(crate) outcome: SearchOutcome,
    /// For reading the classes.
    pub(crate) analysis: Duration,
    /// What of that is a part of the total.
    counted: Duration,
    /// For everything.
    pub(crate) total: Duration,
}

/// Compiles a source file into a folder. Whether that worked.
pub(crate) fn compile(jdk: &Path, source: &Path, jars: &[PathBuf], folder: &Path) -> bool {
    let mut javac = Command::new(jdk.join("bin/javac"));
    let jars = std::env::join_paths(jars).expect("paths of jars have no colons");
    javac.args(["-g", "-nowarn", "-Xlint:none", "-cp"]).arg(jars);
    let output = javac.arg("-d").arg(folder).arg(source).output();
    output.is_ok_and(|output| output.status.success())
}

/// The properties behind a built-in name.
pub(crate) fn properties(name: &str) -> Vec<Property> {
    typestate::built_in(name, &mut Files::new()).expect("a built-in property")
}

impl Program {
    pub(crate) fn open(jdk: &Path, classes: &[PathBuf]) -> Program {
        let path = ClassPath::open(jdk, classes).expect("classes can be read");
        let vm = Vm::boot(path.clone(), VmOptions::default()).expect("the JDK starts");
        Program { path, vm }
    }

    /// The method of a task on a machine that tells of events, and what is known beforehand.
    pub(crate) fn prepare(&self, task: &Task<'_>) -> (Subject, Analysis) {
        let mut vm = self.vm.clone();
        vm.follow(wanted(task.properties));
        let entry = Entry::parse(task.entry).expect("an entry");
        let watch = BuiltInChecks { exceptions: true, assertions: true };
        let subject = Subject::new(vm, entry, watch).expect("the method is there");
        let exact = |class: Box<str>| ParamClass { class, exact: true };
        let params: Vec<Option<ParamClass>> =
            subject.param_classes().into_iter().map(|class| class.map(exact)).collect();
        let (path, member) = (self.path.clone(), subject.member());
        let analysis = Analysis::new(path, &member, &params, task.properties.to_vec(), &|| false);
        (subject, analysis.expect("the method is there"))
    }

    /// Searches. What is read beforehand is a part of the time, except where all paths are taken as
    /// they come.
    pub(crate) fn search(&self, task: &Task<'_>, config: &Config, options: &Options) -> Cost {
        let started = Instant::now();
        let (subject, analysis) = self.prepare(task);
        let took = started.elapsed();
        let counted = if options.mode == Mode::Dfs { Duration::ZERO } else { took };
        let mut options = options.clone();
        let time = &mut options.engine.budget.time;
        *time = time.map(|most| most.saturating_sub(counted));
        let pool = Pool::new();
        let mut seeds = Model::new();
        for (name, width, value) in task.seeds {
            let var = pool.var(name, pool.bitvec_sort(*width));
            seeds.set(var, pool.bitvec(*width, *value));
        }
        let solvers = || config.build_repeatable().expect("a solver");
        let started = Instant::now();
        let outcome = search(&pool, &subject, &analysis, &solvers, &options, &seeds, &Silent);
        let total = started.elapsed() + counted;
        Cost { outcome, analysis: took, counted, total }
    }
}

impl Cost {
    /// Whether every branch was taken or left out.
    pub(crate) fn is_completed(&self) -> bool {
        self.outcome.left == 0 && !self.has_gap()
    }

    /// Whether a run was cut off, or a branch was not decided.
    pub(crate) fn has_gap(&self) -> bool {
        self.outcome.gaps.iter().any(Unseen::cuts)
    }

    /// How long the search itself took.
    pub(crate) fn searched(&self) -> Duration {
        self.total - self.counted
    }

    /// The run of the first violation, and how long it took to find it.
    pub(crate) fn first(&self) -> Option<(u64, Duration)> {
        let violation = self.outcome.violations.first()?;
        Some((violation.run, violation.after + self.counted))
    }
}
