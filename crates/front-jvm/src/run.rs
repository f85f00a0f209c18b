//! `run CLASSES CLASS -- ARGUMENTS`: a Java program on values, as `java` runs it.
//!
//! The way to see whether the interpreter does with a program what the real machine does, before
//! anything is asked about it. What the program writes is shown as it writes it, and what was not as
//! on the user's machine is named at the end. The standard input is the user's.

use std::cell::Cell;
use std::io::{self, ErrorKind, Write};
use std::sync::{Arc, Mutex};

use anyhow::{Context, Result};
use explore::{Limit, Meter};
use frontend::args::{BudgetArgs, Format, RunArgs};
use frontend::{Language, Publisher};
use host::limits::{IN_A_LONG_STEP, LimitGuard, SoFar, outcome_of};
use host::{Stdin, TOOL, project, signal, terminal};
use lang_jvm::{Input, MainEnd, OutputStream, Vm, VmOptions};
use report::{AskedTarget, Envelope, JavaEnding, JavaRun, Outcome, RunAnswer, limit_text};
use solve::Interrupt;
use source::Files;

use super::{Refused, program, vm_options};

/// Runs `main` of a class; ends with the program's own exit status.
pub(super) fn run(args: &RunArgs, terminal: &Publisher) -> Result<Outcome> {
    let (classes, class, budget) = (args.file(), args.function(), &args.budget);
    let interrupt = signal::stop_on_signal();
    let polls = Cell::new(0);
    let meter = Arc::new(meter(budget, &interrupt));
    let stop = || {
        polls.set(polls.get() + 1);
        meter.poll(polls.get())
    };
    // A process that is waited for is polled seldom, so everything is checked each time.
    let waiting = || meter.poll(0);
    let mut files = Files::new();
    let opened = match program(&classes.to_string_lossy(), &mut files, &waiting) {
        Ok(opened) => opened,
        Err(Refused::Failed(_)) if meter.met().is_some() => return Ok(stopped(&meter, terminal)),
        Err(Refused::Failed(error)) => return Err(error),
        Err(Refused::Rejected(faults)) => return Ok(terminal.refuse(&files, &faults)),
    };
    // As `java` does: assertions are off unless asked for.
    let options = VmOptions { assertions: false, ..vm_options(budget.memory) };
    let mut vm = Vm::boot(opened.path.clone(), options)?;
    let arguments: Vec<&str> = args.arguments.iter().map(String::as_str).collect();
    vm.read_from(standard_input(&meter));
    let so_far = SoFar::new(Written::nothing(args, terminal));
    let written = so_far.clone();
    vm.echo_to(Arc::new(Mutex::new(move |stream, bytes: &[u8]| {
        written.change(|written| written.print(stream, bytes));
    })));
    let guard = LimitGuard::of_meter(Arc::clone(&meter), so_far.last_words(Written::say));
    let end = vm.run_main_until(class, &arguments, &stop)?;
    drop(guard);
    let end = ProgramEnd::new(end, &meter);
    let notes = vm.notes().iter().map(|note| match note.is_assumption() {
        true => format!("assumed: {note}"),
        false => note.to_string(),
    });
    so_far.change(|written| written.finish(&end, notes.collect()))?;
    if end.exit != i32::from(end.outcome.exit_code()) {
        // The program has its own exit status, which need not be one of ours.
        std::process::exit(end.exit & 0xff);
    }
    Ok(end.outcome)
}

/// What a program has written so far. It is shown at once, unless the answer is for programs.
struct Written {
    call: RunArgs,
    publisher: Publisher,
    output: Vec<u8>,
    errors: Vec<u8>,
    /// Why something could not be shown.
    broken: Option<io::Error>,
}

impl Written {
    fn nothing(call: &RunArgs, publisher: &Publisher) -> Written {
        let (call, publisher) = (call.clone(), publisher.clone());
        Written { call, publisher, output: Vec::new(), errors: Vec::new(), broken: None }
    }

    /// Whether people read the output of the program as it comes.
    fn shows_at_once(&self) -> bool {
        matches!(self.call.shown.format, Format::Human | Format::Short)
    }

    fn print(&mut self, stream: OutputStream, bytes: &[u8]) {
        // Only JSON has the output itself.
        if self.call.shown.wants_report() {
            match stream {
                OutputStream::Output => self.output.extend_from_slice(bytes),
                OutputStream::Errors => self.errors.extend_from_slice(bytes),
            }
        }
        if self.shows_at_once() {
            let written = match stream {
                OutputStream::Output => write(&mut io::stdout().lock(), bytes),
                OutputStream::Errors => write(&mut io::stderr().lock(), bytes),
            };
            self.broken = self.broken.take().or(written.err());
        }
    }

    /// Says how the program ended, with what was not as on the user's machine. The latter comes first: the end
    /// may be so only because of it.
    fn finish(&mut self, end: &ProgramEnd, differences: Vec<String>) -> Result<()> {
        if let Some(error) = self.broken.take() {
            return Err(error).context("cannot write what the program wrote");
        }
        if self.shows_at_once() {
            for difference in &differences {
                terminal::complain(&format!("note: {difference}"));
            }
            end.note.iter().for_each(|note| terminal::complain(note));
        }
        self.publish(end, differences)
    }

    fn publish(&self, end: &ProgramEnd, differences: Vec<String>) -> Result<()> {
        let (classes, class) = (self.call.file().display().to_string(), self.call.function());
        let asked = AskedTarget {
            path: project::path_in_project(&classes),
            file: classes,
            name: class.to_owned(),
            language: Language::Java.name().to_owned(),
            ..AskedTarget::default()
        };
        let own = (&[Format::Human, Format::Short][..], None);
        let answer = self.answer(end, differences);
        self.publisher.publish(&self.call.shown, &answer, (&asked, &Files::new()), own)
    }

    fn answer(&self, end: &ProgramEnd, differences: Vec<String>) -> Envelope<RunAnswer> {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let answer = RunAnswer::Java(JavaRun {
            ending: end.ending,
            note: end.note.clone(),
            output: text(&self.output),
            errors: text(&self.errors),
            exit_code: end.status,
            differences,
        });
        let exit = (end.exit & 0xff) as u8;
        Envelope { exit, ..Envelope::new(TOOL, end.outcome, answer) }
    }

    /// Reports what was written before the limit.
    fn say(&mut self, limit: Limit) -> Outcome {
        let end = ProgramEnd::stuck(limit);
        if self.shows_at_once() {
            end.note.iter().for_each(|note| terminal::complain(note));
        }
        // Where something cannot be written to, there is nothing else to do.
        let _ = self.publish(&end, Vec::new());
        end.outcome
    }
}

/// How a program ended, and what that means for the call.
struct ProgramEnd {
    ending: JavaEnding,
    outcome: Outcome,
    /// The exit status of the program, if it has one.
    status: Option<i32>,
    /// The exit status of the call.
    exit: i32,
    note: Option<String>,
}

impl ProgramEnd {
    fn new(end: MainEnd, meter: &Meter) -> ProgramEnd {
        match end {
            MainEnd::Returned => ProgramEnd::of(JavaEnding::Returned, Outcome::NoneFound, None),
            MainEnd::Exited(status) => ProgramEnd {
                status: Some(status),
                exit: status,
                ..ProgramEnd::of(JavaEnding::Exited, Outcome::NoneFound, None)
            },
            MainEnd::Threw(trace) => {
                let note = format!("Exception in thread \"main\" {}", trace.trim_end());
                ProgramEnd::of(JavaEnding::Threw, Outcome::Violation, Some(note))
            }
            MainEnd::Unsupported(what) => {
                let note =
                    format!("inconclusive: the program came to {what}, which is not modelled");
                ProgramEnd::of(JavaEnding::Unsupported, Outcome::Inconclusive, Some(note))
            }
            MainEnd::Stopped => {
                let limit = meter.met().unwrap_or(Limit::Interrupted);
                ProgramEnd::limited(limit, not_at_the_end(limit, ""))
            }
        }
    }

    /// The end of a program that is in the middle of a step.
    fn stuck(limit: Limit) -> ProgramEnd {
        ProgramEnd::limited(limit, not_at_the_end(limit, &format!(", {IN_A_LONG_STEP}")))
    }

    fn limited(limit: Limit, note: String) -> ProgramEnd {
        let ending = match limit {
            Limit::Interrupted => JavaEnding::Interrupted,
            _ => JavaEnding::Limit,
        };
        ProgramEnd::of(ending, outcome_of(limit), Some(note))
    }

    fn of(ending: JavaEnding, outcome: Outcome, note: Option<String>) -> ProgramEnd {
        let exit = i32::from(outcome.exit_code());
        ProgramEnd { ending, outcome, status: None, exit, note }
    }
}

/// The standard input of this process. It is read only where the program does, which waits for it until a
/// limit is met; an error ends it.
fn standard_input(meter: &Arc<Meter>) -> Input {
    let meter = Arc::clone(meter);
    let mut stdin = None;
    Arc::new(Mutex::new(move || {
        let part = stdin.get_or_insert_with(Stdin::open).next(&meter);
        part.ok().flatten().unwrap_or_default()
    }))
}

/// Watches the limits of a call.
fn meter(budget: &BudgetArgs, interrupt: &Interrupt) -> Meter {
    let (time, memory_mib) = (budget.timeout.time(), budget.memory);
    let limits = explore::Budget { time, memory_mib, ..explore::Budget::UNLIMITED };
    Meter::new(limits, interrupt.clone())
}

/// Says why a program was not even started.
fn stopped(meter: &Meter, terminal: &Publisher) -> Outcome {
    let limit = meter.met().unwrap_or(Limit::Interrupted);
    terminal.complain(&not_at_the_end(limit, ""));
    outcome_of(limit)
}

/// That a program was not run to its end, and why; with a word on the moment.
fn not_at_the_end(limit: Limit, moment: &str) -> String {
    if limit == Limit::Interrupted {
        return format!("interrupted: the program was not run to its end{moment}");
    }
    let limit = limit_text(limit);
    let help = limit.option.map_or(String::new(), |option| format!("; {option} sets the limit"));
    let what = "inconclusive: the program was not run to its end";
    format!("{what}: {}{moment}{help}", limit.message)
}

/// Writes what the program wrote. A reader that has gone away, such as `head`, is no error.
fn write(stream: &mut impl Write, bytes: &[u8]) -> io::Result<()> {
    match stream.write_all(bytes).and_then(|()| stream.flush()) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        written => written,
    }
}
