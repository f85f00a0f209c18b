//! Programs that are searched.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use jvm_flow::{Analysis, ParamClass};
use jvm_srv::{Options, Outcome, search, wanted};
use lang_jvm::{ClassPath, Entry, Subject, Vm, VmOptions, Watch};
use solve::{StageStats, Theory};
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
    pub(crate) outcome: Outcome,
    /// For reading the classes.
    pub(crate) analysis: Duration,
    /// For everything.
    pub(crate) total: Duration,
    pub(crate) stages: Vec<StageStats>,
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
        let watch = Watch { exceptions: true, assertions: true };
        let subject = Subject::new(vm, entry, watch).expect("the method is there");
        let exact = |class: Box<str>| ParamClass { class, exact: true };
        let params: Vec<Option<ParamClass>> =
            subject.param_classes().into_iter().map(|class| class.map(exact)).collect();
        let (path, member) = (self.path.clone(), subject.member());
        let analysis = Analysis::new(path, &member, &params, task.properties.to_vec(), &|| false);
        (subject, analysis.expect("the method is there"))
    }

    pub(crate) fn search(&self, task: &Task<'_>, config: &Config, options: &Options) -> Cost {
        let started = Instant::now();
        let (subject, analysis) = self.prepare(task);
        let analysed = started.elapsed();
        let pool = Pool::new();
        let mut seeds = Model::new();
        for (name, width, value) in task.seeds {
            let var = pool.var(name, pool.bitvec_sort(*width));
            seeds.set(var, pool.bitvec(*width, *value));
        }
        let mut solver = config.build(&Theory::empty()).expect("a solver");
        let outcome = search(&pool, &subject, &analysis, &mut solver, options, &seeds);
        let (total, stages) = (started.elapsed(), solver.stats());
        Cost { outcome, analysis: analysed, total, stages }
    }
}
