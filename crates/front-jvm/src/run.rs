//! `run CLASSES CLASS -- ARGUMENTS`: a Java program on values, as `java` runs it.
//!
//! The way to see whether the interpreter does with a program what the real machine does, before
//! anything is asked about it. What the program writes is shown when it has ended, and what was not as
//! on the user's machine is named. The standard input is the user's.

use std::cell::Cell;
use std::io::Write;
use std::sync::{Arc, Mutex};

use anyhow::{Context, Result};
use explore::{Limit, Meter};
use frontend::args::{BudgetArgs, RunArgs};
use host::{Stdin, Terminal, signal};
use lang_jvm::{Input, MainEnd, Vm, VmOptions};
use report::{Outcome, Paint, diagnostics_as_text, limit_text};
use solve::Interrupt;
use source::Files;

use super::{Refused, program, vm_options};

/// Runs `main` of a class; ends with the program's own exit status.
pub(super) fn run(args: &RunArgs, terminal: &Terminal) -> Result<Outcome> {
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
        Err(Refused::Rejected(faults)) => {
            terminal.complain(diagnostics_as_text(&files, &faults, Paint::Plain).trim_end());
            return Ok(Outcome::BadInput);
        }
    };
    // As `java` does: assertions are off unless asked for.
    let options = VmOptions { assertions: false, ..vm_options(budget.memory) };
    let mut vm = Vm::boot(opened.path.clone(), options)?;
    let arguments: Vec<&str> = args.arguments.iter().map(String::as_str).collect();
    vm.read_from(standard_input(&meter));
    let end = vm.run_main_until(class, &arguments, &stop)?;
    write(&mut std::io::stdout().lock(), vm.output())?;
    write(&mut std::io::stderr().lock(), vm.errors())?;
    name_differences(&vm, terminal);
    Ok(match end {
        MainEnd::Returned | MainEnd::Exited(0) => Outcome::NoneFound,
        // The program has its own exit status, which need not be one of ours.
        MainEnd::Exited(status) => std::process::exit(status & 0xff),
        MainEnd::Threw(trace) => {
            terminal.complain(&format!("Exception in thread \"main\" {}", trace.trim_end()));
            std::process::exit(1)
        }
        MainEnd::Unsupported(what) => {
            terminal.complain(&format!(
                "inconclusive: the program came to {what}, which is not modelled"
            ));
            Outcome::Inconclusive
        }
        MainEnd::Stopped => stopped(&meter, terminal),
    })
}

/// Names what was not as on the user's machine. It stands before what became of the program, which may
/// be so only because of it.
fn name_differences(vm: &Vm, terminal: &Terminal) {
    for note in vm.notes() {
        let assumed = if note.is_assumption() { "assumed: " } else { "" };
        terminal.complain(&format!("note: {assumed}{note}"));
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

/// Tells why a program was not run to its end.
fn stopped(meter: &Meter, terminal: &Terminal) -> Outcome {
    let limit = meter.met().unwrap_or(Limit::Interrupted);
    if limit == Limit::Interrupted {
        terminal.complain("interrupted: the program was not run to its end");
        return Outcome::Interrupted;
    }
    let told = limit_text(limit);
    let help = told.option.map_or(String::new(), |option| format!("; {option} sets the limit"));
    let what = "inconclusive: the program was not run to its end";
    terminal.complain(&format!("{what}: {}{help}", told.message));
    Outcome::Inconclusive
}

/// Writes what the program wrote. A reader that has gone away, such as `head`, is no error.
fn write(stream: &mut impl Write, bytes: &[u8]) -> Result<()> {
    match stream.write_all(bytes).and_then(|()| stream.flush()) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
            Err(error).context("cannot write what the program wrote")
        }
        Ok(()) | Err(_) => Ok(()),
    }
}
