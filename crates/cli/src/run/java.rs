//! `run CLASSES CLASS -- ARGUMENTS`: a Java program on values, as `java` runs it.
//!
//! The way to see whether the interpreter does with a program what the real machine does, before
//! anything is asked about it. What the program writes is shown when it has ended.

use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result};
use lang_jvm::{MainEnd, Vm, VmOptions};
use report::{Outcome, Paint};
use source::Files;

use crate::front::jvm::{self, Refused};
use crate::read;
use crate::spec::draw;
use crate::terminal::Terminal;

/// Whether a file is something that Java programs are in.
pub(super) fn is_meant(file: &Path) -> bool {
    let several = file.to_str().is_some_and(|text| text.contains(':')) && !file.exists();
    several || file.is_dir() || read::has_ending(file, &["jar", "java"])
}

/// Runs `main` of a class; ends with the program's own exit status.
pub(super) fn run(
    classes: &Path,
    class: &str,
    arguments: &[String],
    terminal: &Terminal,
) -> Result<Outcome> {
    let mut files = Files::new();
    let path = match jvm::class_path(&classes.to_string_lossy(), &mut files) {
        Ok(path) => path,
        Err(Refused::Failed(error)) => return Err(error),
        Err(Refused::Rejected(faults)) => {
            terminal.complain(draw(&files, &faults, Paint::Plain).trim_end());
            return Ok(Outcome::BadInput);
        }
    };
    // As `java` does: assertions are off unless asked for.
    let options = VmOptions { assertions: false, ..VmOptions::default() };
    let mut vm = Vm::boot(path, options)?;
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let end = vm.run_main(class, &arguments)?;
    write(&mut std::io::stdout().lock(), vm.output())?;
    write(&mut std::io::stderr().lock(), vm.errors())?;
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
    })
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
