//! Cases that run a program or answer goals: everything that is said, word for word, and the exit
//! code.

use tempfile::TempDir;
use testbed::{Case, Language};

use crate::common::piped;
use crate::{call, same_as_golden};

/// Runs a case.
pub(crate) fn run(case: &Case) -> Result<(), String> {
    let scratch = TempDir::new().map_err(|error| error.to_string())?;
    let mut args = case.command_line().ok_or("there is no such program")?;
    let (told, code) = answer(case, &scratch, &args);
    let expected = case.expected.verdict;
    if expected.exit_code() != Some(code) {
        return Err(format!("exit {code} is not {expected:?}\n{told}"));
    }
    same_as_golden(case, &told)?;
    if case.language == Language::K {
        args.push("-j3".to_owned());
        let (again, _) = answer(case, &scratch, &args);
        if again != told {
            return Err(format!("another answer with three threads\n{again}"));
        }
    }
    Ok(())
}

/// Everything that a call says, and its exit code.
fn answer(case: &Case, scratch: &TempDir, args: &[String]) -> (String, i32) {
    let mut command = call(scratch, args);
    if let Some(text) = &case.expected.stdin {
        command.stdin(piped(text));
    }
    let done = crate::common::run(&mut command);
    let mut told = done.stdout;
    if !done.stderr.is_empty() {
        told.push_str(&format!("--- standard error\n{}", done.stderr));
    }
    if done.code != 0 {
        told.push_str(&format!("--- exit code {}\n", done.code));
    }
    (told, done.code)
}
