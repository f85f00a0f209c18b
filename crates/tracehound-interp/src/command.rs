//! The verbs of a command that is made of an interpreter.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum};
use lang_interp::{
    Answer, Cx, Ended, Heap, Options, Order, Path, RunOutcome, Stop, Summary, Value, Wanted,
    replay, search,
};

use crate::expectation;
use crate::found::{differences_with, ends, in_order, unconfirmed};
use crate::language::{Language, MAIN, seen};
use crate::spec::SpecFile;
use crate::text::Text;

/// Exit codes, as `tracehound` has them.
const FINE: u8 = 0;
const FOUND: u8 = 1;
const BAD_INPUT: u8 = 2;
const GAVE_UP: u8 = 3;

/// Runs programs, and interpreters backwards. In a program, `?name` is a hole that is asked for.
#[derive(Parser)]
#[command(disable_help_subcommand = true)]
struct CommandLine {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Subcommand)]
enum Verb {
    /// Runs a program and shows its events and its value
    Run(ProgramArgs),
    /// Fills the holes of a program so that it comes to a value
    Solve {
        #[command(flatten)]
        program: ProgramArgs,
        #[command(flatten)]
        question: QuestionArgs,
        #[command(flatten)]
        search: SearchArgs,
    },
    /// Finds programs on which two interpreters differ
    Diff {
        /// Two of the interpreters of this command (otherwise the first two)
        interpreters: Vec<String>,
        /// Which differences come first
        #[arg(long, value_enum, default_value_t = First::Smallest)]
        order: First,
        #[command(flatten)]
        search: SearchArgs,
    },
    /// Finds programs whose events break a property of a trace spec
    Check {
        #[command(flatten)]
        program: ProgramArgs,
        /// The trace spec, and perhaps one property of it
        #[arg(long, value_name = "FILE[:PROPERTY]")]
        spec: String,
        #[command(flatten)]
        search: SearchArgs,
    },
    /// Runs one program, or the path of an answer of `solve`, once more
    Replay {
        #[command(flatten)]
        program: ProgramArgs,
        #[command(flatten)]
        question: QuestionArgs,
        /// The path of an answer (`solve --paths` shows it)
        #[arg(long)]
        path: Option<String>,
        /// A trace spec that judges the events
        #[arg(long, value_name = "FILE[:PROPERTY]")]
        spec: Option<String>,
    },
    /// Runs tests: lines of the form `PROGRAM => VALUE` or `PROGRAM fails`
    Test {
        /// Files of tests
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// The interpreter to be tested
        #[arg(long, default_value = MAIN)]
        interp: String,
    },
}

/// Which program, and by which interpreter.
#[derive(Args)]
struct ProgramArgs {
    /// The program; without one, any program
    program: Option<String>,
    /// A file with the program
    #[arg(short, long, conflicts_with = "program")]
    file: Option<PathBuf>,
    /// The interpreter
    #[arg(long, default_value = MAIN)]
    interp: String,
}

/// What a program should come to.
#[derive(Args)]
struct QuestionArgs {
    /// The value, which may have holes, too (otherwise any value)
    #[arg(long, value_name = "VALUE", conflicts_with = "fails")]
    to: Option<String>,
    /// Programs that fail
    #[arg(long)]
    fails: bool,
}

#[derive(Args)]
struct SearchArgs {
    /// How many answers are wanted
    #[arg(short = 'n', long, default_value_t = 1)]
    count: u64,
    /// All answers
    #[arg(long, conflicts_with = "count")]
    all: bool,
    /// Ends the search after so many seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    timeout: u64,
    /// Threads
    #[arg(short, long, default_value_t = 1)]
    jobs: usize,
    /// Shows the path of each answer, for `replay --path`
    #[arg(long)]
    paths: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum First {
    /// Those with the fewest constructors, numbers and names
    Smallest,
    /// As they are found, which takes less time where many are wanted
    Found,
}

/// What goes wrong before there is an answer.
enum Refusal {
    /// The arguments are no call; what has to be shown, and the exit code.
    Usage(clap::Error),
    /// The input cannot be used.
    Input(String),
    /// The answer cannot be written.
    Output(std::io::Error),
}

impl From<String> for Refusal {
    fn from(message: String) -> Refusal {
        Refusal::Input(message)
    }
}

impl From<std::io::Error> for Refusal {
    fn from(error: std::io::Error) -> Refusal {
        Refusal::Output(error)
    }
}

type Outcome = Result<u8, Refusal>;

/// Does what the arguments say.
pub(crate) fn run(
    language: &Language,
    args: impl IntoIterator<Item = String>,
    out: &mut dyn Write,
) -> u8 {
    let parsed = CommandLine::try_parse_from(args).map_err(Refusal::Usage);
    match parsed.and_then(|line| line.verb.run(&mut Call { language, out })) {
        Ok(code) => code,
        Err(Refusal::Usage(error)) => {
            // Help is asked for and goes to standard output; everything else to standard error.
            let _ = error.print();
            if error.use_stderr() { BAD_INPUT } else { FINE }
        }
        Err(Refusal::Input(message)) => {
            let _ = writeln!(std::io::stderr(), "error: {message}");
            BAD_INPUT
        }
        // The reader has enough.
        Err(Refusal::Output(error)) if error.kind() == std::io::ErrorKind::BrokenPipe => FINE,
        Err(Refusal::Output(error)) => {
            let _ = writeln!(std::io::stderr(), "error: the answer cannot be written: {error}");
            BAD_INPUT
        }
    }
}

/// A call of the command.
struct Call<'c> {
    language: &'c Language,
    out: &'c mut dyn Write,
}

impl Verb {
    fn run(self, call: &mut Call<'_>) -> Outcome {
        match self {
            Verb::Run(program) => call.run(&program),
            Verb::Solve { program, question, search } => call.solve(&program, &question, &search),
            Verb::Diff { interpreters, order, search } => call.diff(&interpreters, order, &search),
            Verb::Check { program, spec, search } => call.check(&program, &spec, &search),
            Verb::Replay { program, question, path: Some(path), .. } => {
                call.replay_path(&program, &question, &path)
            }
            Verb::Replay { program, spec: Some(spec), .. } => call.replay_judged(&program, &spec),
            Verb::Replay { program, .. } => call.run(&program),
            Verb::Test { files, interp } => call.test(&files, &interp),
        }
    }
}

impl SearchArgs {
    fn options(&self) -> Options {
        let mut options = crate::options().workers(self.jobs.max(1));
        options.explore.budget.time = Some(Duration::from_secs(self.timeout));
        if self.all { options } else { options.take(self.count) }
    }
}

/// A program that is run, and what it should come to.
struct Question<'q> {
    program: Text,
    interpreter: &'q dyn lang_interp::Interpreter,
    value: Option<Text>,
    fails: bool,
}

impl Question<'_> {
    fn run(&self, cx: &mut Cx<'_>) -> Result<Value, Stop> {
        let mut holes = Vec::new();
        let program = self.program.plant_with(cx, &mut holes);
        let aim = self.value.as_ref().map(|value| value.plant_with(cx, &mut holes));
        let value = seen(self.interpreter, cx, program)?;
        match aim {
            Some(aim) => cx.unify(value, aim).map(|()| value),
            None => Ok(value),
        }
    }

    fn wanted(&self) -> Wanted {
        if self.fails { Wanted::Failures } else { Wanted::Values }
    }
}

impl<'c> Call<'c> {
    fn question(
        &self,
        program: &ProgramArgs,
        question: Option<&QuestionArgs>,
    ) -> Result<Question<'c>, Refusal> {
        let language = self.language;
        let interpreter = language.interpreter(&program.interp)?;
        let text = match (&program.program, &program.file) {
            (Some(text), _) => Some(text.clone()),
            (None, Some(file)) => Some(read(file)?),
            (None, None) => None,
        };
        let program = match text {
            Some(text) => language.read_program(text.trim()).map_err(|bad| bad.to_string())?,
            None => Text::hole("program", language.programs),
        };
        let value = question.and_then(|question| question.to.as_deref());
        let value = value.map(|value| {
            let read = Text::read_beside(value, lang_interp::Kind::Any, language.programs);
            read.map_err(|bad| format!("`--to`: {bad}"))
        });
        let fails = question.is_some_and(|question| question.fails);
        Ok(Question { program, interpreter, value: value.transpose()?, fails })
    }

    fn run(&mut self, program: &ProgramArgs) -> Outcome {
        let question = self.question(program, None)?;
        if let Some(hole) = question.program.holes().first() {
            let missing = format!("the program has a hole, `?{hole}`: `solve` fills holes");
            let none = "a program is missing".to_owned();
            let is_missing = program.program.is_none() && program.file.is_none();
            return Err(Refusal::Input(if is_missing { none } else { missing }));
        }
        let found = ends(&crate::options().take(1), |cx| question.run(cx));
        let Some(end) = found.answers.first() else {
            writeln!(self.out, "{}", found.summary)?;
            return Ok(GAVE_UP);
        };
        self.events(end)?;
        match &end.outcome {
            RunOutcome::Value(value) => {
                writeln!(self.out, "{}", self.language.show(value))?;
                Ok(FINE)
            }
            failed @ RunOutcome::Failed(_) => {
                writeln!(self.out, "{failed}")?;
                Ok(FOUND)
            }
        }
    }

    fn events(&mut self, answer: &Answer) -> Result<(), Refusal> {
        for (number, event) in answer.events.iter().enumerate() {
            writeln!(self.out, "  {}  {event}", number + 1)?;
        }
        Ok(())
    }

    fn solve(&mut self, program: &ProgramArgs, asked: &QuestionArgs, args: &SearchArgs) -> Outcome {
        let question = self.question(program, Some(asked))?;
        let options = args.options().wanted(question.wanted());
        let (mut written, mut count) = (Ok(()), 0);
        let summary = search(
            &mut Heap::new(),
            &options,
            |cx| question.run(cx),
            |answer| {
                count += u64::from(answer.confirmed == lang_interp::Confirmed::Yes);
                written = self.line(answer, args.paths);
                if written.is_ok() {
                    std::ops::ControlFlow::Continue(())
                } else {
                    std::ops::ControlFlow::Break(())
                }
            },
        );
        written?;
        writeln!(self.out, "{summary}")?;
        Ok(match count {
            0 if summary.is_complete() => FOUND,
            0 => GAVE_UP,
            _ if args.all && !summary.is_complete() => GAVE_UP,
            _ => FINE,
        })
    }

    /// An answer in a line.
    fn line(&mut self, answer: &Answer, with_path: bool) -> Result<(), Refusal> {
        let shown = |named: &lang_interp::Named| {
            format!("{} = {}", named.name, self.language.show(&named.value))
        };
        let mut line: String = answer.unknowns.iter().map(shown).collect::<Vec<_>>().join(", ");
        let remains = answer.remains();
        if !remains.is_empty() {
            line = format!("{line} where {}", remains.join(", "));
        }
        if let failed @ RunOutcome::Failed(_) = &answer.outcome {
            line = format!("{line} {failed}");
        }
        if line.is_empty() {
            line = "it does".to_owned();
        }
        writeln!(self.out, "{}{}", line.trim(), unconfirmed(answer))?;
        if with_path {
            writeln!(self.out, "  path {}", answer.path)?;
        }
        Ok(())
    }

    fn diff(&mut self, names: &[String], order: First, args: &SearchArgs) -> Outcome {
        let all: Vec<String> =
            self.language.interpreters.iter().map(|(name, _)| name.clone()).collect();
        let names = match (names, &all[..]) {
            ([left, right], _) => [left.clone(), right.clone()],
            ([], [left, right, ..]) => [left.clone(), right.clone()],
            ([], _) => {
                return Err("there is one interpreter, and `diff` compares two".to_owned().into());
            }
            (_, _) => return Err("`diff` compares two interpreters".to_owned().into()),
        };
        let left = self.language.interpreter(&names[0])?;
        let right = self.language.interpreter(&names[1])?;
        let order = match order {
            First::Smallest => Order::Smallest,
            First::Found => Order::Found,
        };
        let options = in_order(args.options(), order);
        let found = differences_with(&options, self.language.programs, left, right);
        for difference in &found.differences {
            let instance =
                difference.instance.as_ref().unwrap_or(&difference.answer.unknowns[0].value);
            writeln!(
                self.out,
                "{}{}",
                self.language.show(instance),
                unconfirmed(&difference.answer)
            )?;
            for (number, name) in names.iter().enumerate() {
                let seen = match &difference.seen[number] {
                    Ok(RunOutcome::Value(value)) => self.language.show(value),
                    _ => difference.side(number),
                };
                writeln!(self.out, "  {name}: {seen}")?;
            }
        }
        writeln!(self.out, "{}", found.summary.to_string().replacen("answer", "difference", 1))?;
        let seen =
            found.differences.iter().any(|one| one.answer.confirmed == lang_interp::Confirmed::Yes);
        Ok(if seen { FOUND } else { decided(&found.summary) })
    }

    fn check(&mut self, program: &ProgramArgs, spec: &str, args: &SearchArgs) -> Outcome {
        let question = self.question(program, None)?;
        let (file, property) = spec_file(spec)?;
        let run = |cx: &mut Cx<'_>| question.run(cx);
        let found = file.violations(&args.options(), property.as_deref(), &run);
        let found = found.map_err(|bad| bad.to_string())?;
        writeln!(self.out, "{found}")?;
        let seen =
            found.violations.iter().any(|one| one.answer.confirmed == lang_interp::Confirmed::Yes);
        let codes = found.summaries.iter().map(|(_, summary)| decided(summary));
        Ok(if seen { FOUND } else { codes.max().unwrap_or(FINE) })
    }

    /// One program, whose events are judged.
    fn replay_judged(&mut self, program: &ProgramArgs, spec: &str) -> Outcome {
        let ran = self.run(program)?;
        let question = self.question(program, None)?;
        let (file, property) = spec_file(spec)?;
        let run = |cx: &mut Cx<'_>| question.run(cx);
        let found = file.violations(&crate::options().take(1), property.as_deref(), &run);
        let found = found.map_err(|bad| bad.to_string())?;
        for (property, _) in &found.summaries {
            let broken = found.violations.iter().any(|one| one.property == *property);
            writeln!(
                self.out,
                "`{property}` {}",
                if broken { "is broken" } else { "is not broken" }
            )?;
        }
        Ok(if found.violations.is_empty() { ran } else { FOUND })
    }

    fn replay_path(&mut self, program: &ProgramArgs, asked: &QuestionArgs, path: &str) -> Outcome {
        let question = self.question(program, Some(asked))?;
        let path: Path = path.parse().map_err(|bad: lang_interp::NoPath| bad.to_string())?;
        match replay(&mut Heap::new(), &crate::options(), &path, |cx| question.run(cx)) {
            Ok(answer) => {
                self.events(&answer)?;
                self.line(&answer, false)?;
                writeln!(self.out, "{}", answer.outcome)?;
                Ok(if question.fails == matches!(answer.outcome, RunOutcome::Failed(_)) {
                    FINE
                } else {
                    FOUND
                })
            }
            Err(why) => {
                writeln!(self.out, "the path leads to no answer: {why}")?;
                Ok(FOUND)
            }
        }
    }

    fn test(&mut self, files: &[PathBuf], interpreter: &str) -> Outcome {
        let interpreter = self.language.interpreter(interpreter)?;
        let (mut passed, mut failed) = (0u64, 0u64);
        for file in files {
            let text = read(file)?;
            let tests = expectation::read(self.language, &text);
            for test in tests.map_err(|bad| format!("{}: {bad}", file.display()))? {
                match test.fault(&crate::options(), interpreter) {
                    None => passed += 1,
                    Some(fault) => {
                        failed += 1;
                        writeln!(self.out, "{}:{}: {fault}", file.display(), test.line)?;
                    }
                }
            }
        }
        writeln!(self.out, "{passed} passed, {failed} failed")?;
        Ok(if failed == 0 { FINE } else { FOUND })
    }
}

/// What a search without a finding comes to.
fn decided(summary: &Summary) -> u8 {
    let is_over =
        summary.is_complete() || (summary.ended == Ended::Enough && summary.doubt().is_none());
    if is_over { FINE } else { GAVE_UP }
}

/// A spec and perhaps one of its properties.
fn spec_file(named: &str) -> Result<(SpecFile, Option<String>), Refusal> {
    let (path, property) = match named.rsplit_once(':') {
        Some((path, property)) if !std::path::Path::new(named).exists() => (path, Some(property)),
        _ => (named, None),
    };
    let text = read(&PathBuf::from(path))?;
    Ok((SpecFile::new(path, &text), property.map(str::to_owned)))
}

fn read(path: &std::path::Path) -> Result<String, Refusal> {
    fs::read_to_string(path).map_err(|error| Refusal::Input(format!("{}: {error}", path.display())))
}
