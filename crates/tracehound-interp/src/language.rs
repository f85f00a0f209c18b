//! A language as a command: its interpreters, and how its programs are written.

use std::process::ExitCode;

use lang_interp::{Cx, Interpreter, Kind, Stop, Tree, Value};

use crate::command;
use crate::text::{BadText, Text};

/// Reads a program of a syntax of its own.
type Reader = Box<dyn Fn(&str) -> Result<Text, BadText> + Sync>;
/// Shows values.
type Writer = Box<dyn Fn(&Tree) -> String + Sync>;

/// A language with its interpreters. [`main!`](crate::main!) makes one of a type and a function.
pub struct Language {
    pub(crate) programs: Kind,
    /// The interpreters by their names, the main one first.
    pub(crate) interpreters: Vec<(String, Box<dyn Interpreter>)>,
    reader: Option<Reader>,
    writer: Option<Writer>,
}

/// The name of the interpreter that a language begins with.
pub(crate) const MAIN: &str = "main";

impl Language {
    /// A language whose programs are values of a kind, with its interpreter, which is called `main`.
    #[must_use]
    pub fn new(programs: Kind, interpreter: impl Interpreter + 'static) -> Language {
        let interpreters: Vec<(String, Box<dyn Interpreter>)> =
            vec![(MAIN.to_owned(), Box::new(interpreter))];
        Language { programs, interpreters, reader: None, writer: None }
    }

    /// The same with one more interpreter.
    #[must_use]
    pub fn with(mut self, name: &str, interpreter: impl Interpreter + 'static) -> Language {
        self.interpreters.push((name.to_owned(), Box::new(interpreter)));
        self
    }

    /// The same with a syntax of its own for programs, and for values that are shown.
    #[must_use]
    pub fn syntax(
        mut self,
        read: impl Fn(&str) -> Result<Text, BadText> + Sync + 'static,
        show: impl Fn(&Tree) -> String + Sync + 'static,
    ) -> Language {
        self.reader = Some(Box::new(read));
        self.writer = Some(Box::new(show));
        self
    }

    /// Does what the command line says.
    #[must_use]
    pub fn main(&self) -> ExitCode {
        ExitCode::from(self.command(std::env::args(), &mut std::io::stdout()))
    }

    /// Does what some arguments say, the first of which is the name of the program, and writes answers to `out`; the exit code.
    pub fn command(
        &self,
        args: impl IntoIterator<Item = String>,
        out: &mut dyn std::io::Write,
    ) -> u8 {
        command::run(self, args, out)
    }

    pub(crate) fn read_program(&self, text: &str) -> Result<Text, BadText> {
        match &self.reader {
            Some(read) => read(text),
            None => Text::read(text, self.programs),
        }
    }

    pub(crate) fn show(&self, value: &Tree) -> String {
        match &self.writer {
            Some(show) => show(value),
            None => value.to_string(),
        }
    }

    /// An interpreter by its name, or those that there are.
    pub(crate) fn interpreter(&self, name: &str) -> Result<&dyn Interpreter, String> {
        let found = self.interpreters.iter().find(|(known, _)| known == name);
        found.map(|(_, interpreter)| &**interpreter).ok_or_else(|| {
            let known: Vec<&str> =
                self.interpreters.iter().map(|(name, _)| name.as_str()).collect();
            format!("no interpreter is called `{name}`; there are {}", known.join(", "))
        })
    }
}

/// Runs a program and shows its value as it can be seen.
pub(crate) fn seen(
    interpreter: &dyn Interpreter,
    cx: &mut Cx<'_>,
    program: Value,
) -> Result<Value, Stop> {
    let value = interpreter.eval(cx, program)?;
    interpreter.observe(cx, value)
}
