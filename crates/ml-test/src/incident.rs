//! What a test is made from, and what comes out.

use child::shell_word;
use harness::Told;
use lang_ml::spec::Specs;
use lang_ml::value::Names;
use lang_ml::{Layout, Module};
use source::File;
use term::{Model, Pool};

use crate::body::Body;
use crate::{external, names};

/// A violation that was replayed, with the program it was found in.
#[derive(Clone, Copy)]
pub struct Incident<'a> {
    /// Where the terms live.
    pub pool: &'a Pool,
    /// The user's file.
    pub file: &'a File,
    /// Whether it is a module by itself; if not, the test holds the program.
    pub layout: Layout,
    /// It and the files that it needs, in the order in which they are compiled.
    pub sources: &'a [File],
    /// The program in it.
    pub module: &'a Module,
    /// Its contracts.
    pub specs: &'a Specs,
    /// Which of its methods was called.
    pub method: usize,
    /// History, call, ghosts and arguments.
    pub told: &'a Told,
    /// The tables of constants and pure functions.
    pub functions: &'a Model,
    /// What people call the elements of abstract types.
    pub names: &'a Names,
}

/// How tests are run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Framework {
    /// A program that ends with 0 or 1.
    Plain,
    /// A program of the Alcotest library.
    Alcotest,
}

/// Why there is no test for a violation.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("no test can be written for this violation yet: {0}")]
pub struct Unwritable(String);

impl Unwritable {
    pub(crate) fn because(what: impl Into<String>) -> Unwritable {
        Unwritable(what.into())
    }
}

/// A test without a name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Test {
    framework: Framework,
    source: String,
    layout: Layout,
    /// The files of the program in the order in which they are compiled.
    sources: Vec<String>,
    method: String,
    body: String,
    stubs: Option<String>,
}

/// A file of a test.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TestFile {
    /// Its name, without folder.
    pub name: String,
    /// What is in it.
    pub text: String,
}

/// How every test begins.
const MARK: &str = "(* A test kept by tracehound";

/// Whether the text of a file is that of a test which was written here.
#[must_use]
pub fn is_generated(text: &str) -> bool {
    text.starts_with(MARK)
}

impl Incident<'_> {
    /// The test for the violation.
    pub fn write(&self, framework: Framework) -> Result<Test, Unwritable> {
        let method = &self.specs.methods[self.method].name;
        if let Some(hidden) = self.specs.trial_texts.get(method).and_then(|t| t.hidden.as_ref()) {
            let what = format!("the contract mentions `{hidden}`, which is hidden by a signature");
            return Err(Unwritable::because(what));
        }
        let body = Body::new(self)?.text(framework)?;
        Ok(Test {
            framework,
            source: self.file.name().to_owned(),
            layout: self.layout,
            sources: match self.layout {
                Layout::Modules => compiled(self.file, self.sources)?,
                Layout::Flat => Vec::new(),
            },
            method: method.clone(),
            body,
            stubs: external::stubs(self)?,
        })
    }
}

/// The files that a test of a program is compiled with, by their names in the folder of the program.
pub fn compiled(file: &File, sources: &[File]) -> Result<Vec<String>, Unwritable> {
    let own = folder_of(file.name());
    let is_there = |wanted: &str| sources.iter().any(|one| one.name() == wanted);
    for name in sources.iter().map(File::name) {
        if folder_of(name) != own {
            let what = format!("the program needs `{name}`, which lies in another folder");
            return Err(Unwritable::because(what));
        }
        let implementation = name.strip_suffix('i').filter(|_| name.ends_with(".mli"));
        if implementation.is_some_and(|wanted| !is_there(wanted)) {
            let what = format!("the library of `{name}` is known by its interface alone");
            return Err(Unwritable::because(what));
        }
    }
    Ok(sources.iter().map(|file| names::base_of(file.name()).to_owned()).collect())
}

/// The folder of a file by its name. A file that was named without a folder lies where its siblings do,
/// which are found in `.`.
fn folder_of(name: &str) -> &str {
    match name.rsplit_once('/') {
        None | Some((".", _)) => "",
        Some((folder, _)) => folder,
    }
}

impl Test {
    /// The files of the test for the finding of this id; the test itself is the last one.
    #[must_use]
    pub fn files(&self, id: &str) -> Vec<TestFile> {
        let stem = self.stem(id);
        let mut files = Vec::new();
        if let Some(stubs) = &self.stubs {
            files.push(TestFile { name: format!("{stem}_stubs.c"), text: stubs.clone() });
        }
        let source = names::base_of(&self.source);
        let what = format!("{id}, a call of `{}` in {source}", self.method);
        let title = format!("{MARK}: {}.", names::in_comment(&what));
        let about = match self.layout {
            Layout::Modules => {
                "It fails as long as that fault is there and passes when it is gone."
            }
            Layout::Flat => {
                "The method stands below as it was when the fault was found. Put the repaired one in its\n   \
                 place, and the test passes."
            }
        };
        let run = self.commands(id, "", "").join("\n     ");
        let run = names::in_comment(&run);
        let head = format!("{title}\n   {about}\n\n     {run} *)\n");
        files.push(TestFile { name: format!("{stem}.ml"), text: format!("{head}{}", self.body) });
        files
    }

    /// How to compile and run the test if the program lies in one folder and the test in another;
    /// an empty name is the folder that one is in.
    #[must_use]
    pub fn commands(&self, id: &str, program: &str, test: &str) -> Vec<String> {
        let within = |folder: &str, name: &str| match folder {
            "" => name.to_owned(),
            folder => format!("{}/{name}", folder.trim_end_matches('/')),
        };
        let stem = self.stem(id);
        let mut words = match self.framework {
            Framework::Plain => vec!["ocamlopt".to_owned()],
            Framework::Alcotest => vec!["ocamlfind ocamlopt -package alcotest -linkpkg".to_owned()],
        };
        if !program.is_empty() && self.layout == Layout::Modules {
            words.push(format!("-I {program}"));
        }
        words.push(format!("-o {}", within(test, &stem)));
        if self.layout == Layout::Modules {
            words.extend(self.sources.iter().map(|source| within(program, &shell_word(source))));
        }
        words.extend(self.stubs.iter().map(|_| within(test, &format!("{stem}_stubs.c"))));
        words.push(within(test, &format!("{stem}.ml")));
        let program = if test.is_empty() { "." } else { test };
        vec![words.join(" "), within(program, &stem)]
    }

    fn stem(&self, id: &str) -> String {
        let method = self.method.rsplit('.').next().unwrap_or(&self.method);
        let hash = id.rsplit('-').next().unwrap_or(id);
        let stem = names::stem_of(&self.source);
        let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
        format!("test_{stem}_{method}_{hash}").chars().map(plain).collect()
    }
}
