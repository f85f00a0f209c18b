//! What the tests share: compiling programs and searching them.

use std::path::{Path, PathBuf};
use std::process::Command;

use explore::Silent;
use jvm_flow::{Analysis, ParamClass};
use jvm_srv::{Options, SearchOutcome, search, wanted};
use lang_jvm::{BuiltInChecks, ClassPath, Entry, Subject, Vm, VmOptions, find_jdk};
use solve_chain::{Backend, Config};
use solve_z3::Search;
use source::Files;
use tempfile::TempDir;
use term::{Model, Pool};
use typestate::Property;

/// A compiled program, and a machine that has been started over it.
pub(crate) struct Program {
    pub(crate) folder: TempDir,
    pub(crate) jdk: PathBuf,
    path: ClassPath,
    vm: Vm,
}

/// What a search found, and the pool of its terms.
pub(crate) struct Found {
    pub(crate) pool: Pool,
    pub(crate) properties: Vec<Property>,
    pub(crate) entry: Entry,
    pub(crate) outcome: SearchOutcome,
}

impl Program {
    /// Compiles sources; without a JDK the test is skipped, and fails under `CI`.
    pub(crate) fn compile(sources: &[(&str, &str)]) -> Option<Program> {
        Program::compile_with(&[], sources)
    }

    /// Compiles sources with options of the compiler.
    pub(crate) fn compile_with(options: &[&str], sources: &[(&str, &str)]) -> Option<Program> {
        let jdk = jdk()?;
        let folder = tempfile::tempdir().expect("there is room");
        let mut javac = Command::new(jdk.join("bin/javac"));
        javac.args(["-g", "-nowarn", "-Xlint:none", "-encoding", "UTF-8", "-d"]).arg(folder.path());
        javac.args(options);
        for (name, text) in sources {
            let file = folder.path().join(name);
            std::fs::write(&file, text).expect("there is room");
            javac.arg(file);
        }
        let output = javac.output().expect("javac runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let path = ClassPath::open(&jdk, &[folder.path().to_owned()]).expect("a JDK");
        let vm = Vm::boot(path.clone(), VmOptions::default()).expect("the JDK starts");
        Some(Program { folder, jdk, path, vm })
    }

    /// Searches for violations of a built-in property.
    pub(crate) fn search(
        &self,
        property: &str,
        entry: &str,
        seeds: &[(String, i64)],
        options: &Options,
    ) -> Option<Found> {
        let properties = typestate::built_in(property, &mut Files::new()).expect("it is there");
        self.search_for(properties, entry, seeds, options)
    }

    /// Searches for violations of properties.
    pub(crate) fn search_for(
        &self,
        properties: Vec<Property>,
        entry: &str,
        seeds: &[(String, i64)],
        options: &Options,
    ) -> Option<Found> {
        let backend = Backend::z3(&Search::default()).expect("the tests need libz3");
        let (path, mut vm) = (self.path.clone(), self.vm.clone());
        vm.follow(wanted(&properties));
        let entry = Entry::parse(entry).expect("an entry");
        let watch = BuiltInChecks { exceptions: true, assertions: true };
        let subject = Subject::new(vm, entry.clone(), watch).expect("the method is there");
        let exact = |class: Box<str>| ParamClass { class, exact: true };
        let params: Vec<Option<ParamClass>> =
            subject.param_classes().into_iter().map(|class| class.map(exact)).collect();
        let analysis =
            Analysis::new(path, &subject.member(), &params, properties.clone(), &|| false)
                .expect("it is there");
        let pool = Pool::new();
        let mut model = Model::new();
        for (name, value) in seeds {
            let var = pool.var(name, pool.bitvec_sort(32));
            model.set(var, pool.bitvec(32, *value as u32 as u64));
        }
        let config = Config::new(backend);
        let solvers = || config.build_repeatable().expect("a solver");
        let outcome = search(&pool, &subject, &analysis, &solvers, options, &model, &Silent);
        Some(Found { pool, properties, entry, outcome })
    }
}

fn jdk() -> Option<PathBuf> {
    if !testbed::Tool::Javac.is_there() {
        return None;
    }
    let named = std::env::var_os("JAVA_HOME").map(PathBuf::from);
    let search = std::env::var_os("PATH").unwrap_or_default();
    let search: Vec<PathBuf> = std::env::split_paths(&search).collect();
    let has_compiler = |jdk: &PathBuf| Path::new(jdk).join("bin/javac").exists();
    find_jdk(named.as_deref(), &search).ok().filter(has_compiler)
}
