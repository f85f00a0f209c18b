//! Tests of an interpreter as lines of text: a program, and what it comes to.
//!
//! ```text
//! # a comment
//! Add(Lit(1), Lit(2)) => 3
//! Div(Lit(1), Lit(0)) fails
//! ```

use lang_interp::{Cx, Heap, Interpreter, Kind, Options, RunOutcome, Stop, Value, solve};

use crate::found::ends;
use crate::language::Language;
use crate::text::Text;

/// A line of a file of tests.
pub(crate) struct Expectation {
    /// Its number, from one.
    pub(crate) line: usize,
    program: Text,
    value: Option<Text>,
}

/// The lines of a file, or what is wrong with the first that is none.
pub(crate) fn read(language: &Language, text: &str) -> Result<Vec<Expectation>, String> {
    let lines = (1..).zip(text.lines()).map(|(number, line)| (number, line.trim()));
    let lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    lines.map(|(number, line)| read_line(language, number, line)).collect()
}

fn read_line(language: &Language, line: usize, text: &str) -> Result<Expectation, String> {
    let (program, value) = match (text.split_once("=>"), text.strip_suffix("fails")) {
        (Some((program, value)), _) => (program, Some(value.trim())),
        (None, Some(program)) => (program, None),
        (None, None) => {
            return Err(format!("line {line}: expected `PROGRAM => VALUE` or `PROGRAM fails`"));
        }
    };
    let bad = |bad: crate::BadText| format!("line {line}: {bad}");
    let program = language.read_program(program.trim()).map_err(bad)?;
    if let Some(hole) = program.holes().first() {
        return Err(format!("line {line}: the program has a hole, `?{hole}`"));
    }
    let value = value.map(|value| Text::read_beside(value, Kind::Any, language.programs));
    Ok(Expectation { line, program, value: value.transpose().map_err(bad)? })
}

impl Expectation {
    /// What is wrong, if something is.
    pub(crate) fn fault(&self, options: &Options, interpreter: &dyn Interpreter) -> Option<String> {
        let run = |cx: &mut Cx<'_>| -> Result<Value, Stop> {
            let program = self.program.plant(cx);
            let value = interpreter.eval(cx, program)?;
            interpreter.observe(cx, value)
        };
        let found = ends(&options.clone().take(1), run);
        let Some(end) = found.answers.first() else {
            return Some(format!("it has no end ({})", found.summary));
        };
        match (&end.outcome, &self.value) {
            (RunOutcome::Failed(failure), None) if failure.kind.is_of_program() => None,
            (outcome, None) => Some(format!("it should fail, and comes to {outcome}")),
            (outcome, Some(value)) => {
                let comes_to = |cx: &mut Cx<'_>| {
                    let result = run(cx)?;
                    let value = value.plant(cx);
                    cx.unify(result, value).map(|()| result)
                };
                let (fitting, _) = solve(&mut Heap::new(), &options.clone().take(1), comes_to);
                fitting.is_empty().then(|| format!("it comes to something else: {outcome}"))
            }
        }
    }
}
