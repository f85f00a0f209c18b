//! A table like the paper's table 3: real programs, as they are and with events put in, in four modes.

use std::path::{Path, PathBuf};

use jvm_srv::{Met, Mode, Options};
use solve_chain::{Backend, Config};
use source::Files;
use tempfile::TempDir;
use typestate::Property;

use crate::Limits;
use crate::mutant;
use crate::program::{Program, Task, compile, properties};
use crate::result::{MODES, Page, Row};
use crate::subject::{MUTANTS, Objects, SUBJECTS, Subject, Versions, What};

/// How many runs look for the branches at which events may be put in. Not a time: mutants are to be
/// the same everywhere.
const RUNS_FOR_BRANCHES: u64 = 100;

/// Searches all programs, and prints a line for each task and what it all comes to.
pub(crate) fn measure(jdk: &Path, backend: &Backend, limits: &Limits) {
    let mut page = Page::new(limits.time, limits.write.clone());
    let mut number = 1;
    for subject in &SUBJECTS {
        let mut classes: Option<Option<(TempDir, Vec<PathBuf>)>> = None;
        for (what, versions) in subject.properties {
            let numbers = number..number + versions.count();
            number = numbers.end;
            if !numbers.clone().any(|number| limits.takes(number, subject.name)) {
                continue;
            }
            match classes.get_or_insert_with(|| open(jdk, subject)) {
                Some((_, classes)) => {
                    let task = Group { jdk, classes, subject, what: *what, backend, limits };
                    task.search(*versions, numbers.start, &mut page);
                }
                None => page.say(&format!("{}: its jar is not installed", subject.name)),
            }
        }
    }
    page.finish();
}

/// A program and a property.
struct Group<'a> {
    jdk: &'a Path,
    classes: &'a [PathBuf],
    subject: &'a Subject,
    what: What,
    backend: &'a Backend,
    limits: &'a Limits,
}

impl Group<'_> {
    /// The program as it is, and its mutants. The tasks have the numbers from `first` on.
    fn search(&self, versions: Versions, first: usize, page: &mut Page) {
        let program = Program::open(self.jdk, self.classes);
        let entry = format!("real.{}.Driver#{}", self.subject.name, self.subject.entry);
        let properties = self.properties();
        let task = Task { entry: &entry, properties: &properties, seeds: &[] };
        if self.takes(first) {
            self.row(&program, &task, (first, "original"), page);
        }
        if versions == Versions::Original {
            return;
        }
        let met = self.branches(&program, &task);
        let mutants = mutant::choose(&program.path, &met, self.what, MUTANTS);
        if mutants.len() < MUTANTS {
            page.say(&format!(
                "{}, {}: events can be put in at {} branches only",
                self.subject.name,
                self.what.name(),
                mutants.len()
            ));
        }
        for (at, mutant) in mutants.iter().enumerate() {
            if self.takes(first + 1 + at) {
                let folder = tempfile::tempdir().expect("there is room");
                mutant.write(folder.path());
                let classes = [&[folder.path().to_owned()], self.classes].concat();
                let mutated = Program::open(self.jdk, &classes);
                let version = format!("mutant {}: {}", at + 1, mutant.place);
                self.row(&mutated, &task, (first + 1 + at, &version), page);
            }
        }
    }

    fn takes(&self, number: usize) -> bool {
        self.limits.takes(number, self.subject.name)
    }

    fn properties(&self) -> Vec<Property> {
        match self.what {
            What::BuiltIn(name, objects) => {
                let fits = |property: &Property| match objects {
                    Objects::One => property.params.len() == 1,
                    Objects::Several => property.params.len() > 1,
                };
                properties(name).into_iter().filter(fits).collect()
            }
            What::Own(name) => {
                let path = folder_of(self.subject).join(format!("{name}.mop"));
                let text = std::fs::read_to_string(&path).expect("the property is in the corpus");
                let file = Files::new().add(&format!("{name}.mop"), &text);
                typestate::read(&file).expect("a property")
            }
        }
    }

    /// The branches that a search comes to.
    fn branches(&self, program: &Program, task: &Task<'_>) -> Vec<Met> {
        let config = Config::new(self.backend.clone());
        let options = Options { mode: Mode::Dfs, ..Options::default() };
        let options = options.with_runs(RUNS_FOR_BRANCHES);
        program.search(task, &config, &options).outcome.met
    }

    /// Searches one version in all modes.
    fn row(
        &self,
        program: &Program,
        task: &Task<'_>,
        (number, version): (usize, &str),
        page: &mut Page,
    ) {
        let config = Config::new(self.backend.clone());
        let limit = self.limits.time;
        let one = |mode: Mode| {
            let options = Options { mode, ..Options::default() };
            let mut options = options.with_runs(self.limits.runs);
            options.engine.budget.time = Some(limit);
            program.search(task, &config, &options)
        };
        page.add(Row {
            number,
            task: format!("{}, {}", self.subject.name, self.what.name()),
            version: version.to_owned(),
            costs: MODES.map(one),
        });
    }
}

fn folder_of(subject: &Subject) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus/java/real").join(subject.name)
}

/// The classes of a program and its driver.
fn open(jdk: &Path, subject: &Subject) -> Option<(TempDir, Vec<PathBuf>)> {
    let jar = Path::new("/usr/share/java").join(subject.jar);
    let folder = tempfile::tempdir().expect("there is room");
    let driver = folder_of(subject).join("Driver.java");
    let jars = [jar.clone()];
    (jar.exists() && compile(jdk, &driver, &jars, folder.path()))
        .then(|| (folder.path().to_owned(), jar))
        .map(|(own, jar)| (folder, vec![own, jar]))
}
