//! `test`: a violation as the input of a program, on which `check` fails until it is repaired.

use std::ffi::OsStr;
use std::hash::Hash;
use std::path::Path;

use anyhow::{Result, bail, ensure};
use explore::ReplayEnd;
use frontend::{EventSpec, RegressionTest, SavedWitness, TestFramework};
use host::output;
use lang_k::{Language, Steps};
use machine::{Exit, Monitor};
use report::SpecText;
use term::{Pool, Term};

use crate::inputs::{Inputs, written};
use crate::program::KProgram;
use crate::subject::Subject;

/// A test of a program: its standard input, and the call that checks it.
struct InputTest {
    /// The name of the program without its ending, and with it.
    stem: String,
    file: String,
    input: String,
    /// The arguments behind the input, as a shell wants them.
    arguments: String,
}

impl RegressionTest for InputTest {
    fn files(&self, id: &str) -> Vec<(String, String)> {
        vec![(self.name(id), self.input.clone())]
    }

    fn commands(&self, id: &str, program: &str, test: &str) -> Vec<String> {
        let InputTest { file, arguments, .. } = self;
        let (program, input) = (in_folder(program, file), in_folder(test, &self.name(id)));
        vec![format!("tracehound check {program} --in \"$(cat {input})\"{arguments}")]
    }
}

/// A file in a folder that is written as a shell wants it.
fn in_folder(folder: &str, file: &str) -> String {
    match folder {
        "" => word(file),
        folder => format!("{folder}/{}", word(file)),
    }
}

/// A text as a word for a shell.
fn word(text: &str) -> String {
    output::folder_word(Path::new(text))
}

impl InputTest {
    fn name(&self, id: &str) -> String {
        format!("{}@{id}.in", self.stem)
    }
}

/// The test of a finding, which is run once more on the way.
pub(crate) fn test<W: Monitor<State: Hash + Eq>>(
    program: &KProgram,
    subject: &Subject<'_, W>,
    saved: &SavedWitness<'_>,
    framework: TestFramework,
) -> Result<Box<dyn RegressionTest>> {
    ensure!(
        framework == TestFramework::Plain,
        "tests of programs in K are inputs on which `tracehound check` fails"
    );
    if program.steps() == Steps::All {
        bail!(
            "the order of rules is part of it, which no input fixes: `tracehound replay` runs it again"
        );
    }
    let replay = program.rerun(subject, saved)?;
    let ReplayEnd::Exit(Exit::Failed(_)) = replay.end else {
        bail!("it does not fail any more: {}", replay.end);
    };
    let own = replay.inputs.iter().skip(subject.monitor.inputs().len());
    let values: Vec<Term> = own.map(|(_, value)| *value).collect();
    let known = subject.concrete(&values).map_err(|why| anyhow::anyhow!("there are {why}"))?;
    let path = Path::new(program.file_name());
    let name = |part: Option<&OsStr>| part.unwrap_or_default().to_string_lossy().into_owned();
    Ok(Box::new(InputTest {
        stem: name(path.file_stem()),
        file: name(path.file_name()),
        input: items(&program.language, subject.pool, &known),
        arguments: arguments(program, subject.pool, &known, saved.spec),
    }))
}

fn items(language: &Language, pool: &Pool, known: &Inputs) -> String {
    let items = known.items.iter().map(|item| written(language, pool, item));
    items.collect::<Vec<_>>().join(" ") + "\n"
}

/// The rest of the call: the language, values for its configuration, and the spec.
fn arguments(program: &KProgram, pool: &Pool, known: &Inputs, spec: Option<&EventSpec>) -> String {
    let of_language = program.args.saved().into_iter();
    let is_of_language = |argument: &String| {
        let own = ["--def=", "--main-module=", "--syntax-module=", "-I", "--md-selector="];
        own.iter().any(|own| argument.starts_with(own))
    };
    let mut all: Vec<String> = of_language.filter(is_of_language).collect();
    let given = known
        .given
        .iter()
        .map(|(name, value)| format!("-c{name}={}", written(&program.language, pool, value)));
    let mut given: Vec<String> = given.collect();
    given.sort();
    all.extend(given);
    all.extend(spec.map(|spec| {
        let SpecText { file, property } = spec.text();
        let property = property.map(|name| format!(":{name}")).unwrap_or_default();
        format!("--spec={file}{property}")
    }));
    all.iter().map(|argument| format!(" {}", word(argument))).collect()
}
