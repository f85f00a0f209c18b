//! How solvers are started.

use std::ffi::OsString;

use solve::QueryLimits;

/// A program with its arguments, and what it is sent first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Command {
    /// A file, or a name that the system finds.
    pub program: OsString,
    /// Arguments after which it reads SMT-LIB from its input, also between answers.
    pub args: Vec<String>,
    /// Lines of SMT-LIB before all others, such as options.
    pub prologue: Vec<String>,
}

impl Command {
    /// The solver of this name with the arguments that we know it needs (`cvc5`, `yices`, `z3`),
    /// or a program that needs none. Limits are handed on where the solver takes them; time is kept
    /// by killing it.
    #[must_use]
    pub fn preset(name: &str, limits: &QueryLimits) -> Command {
        match name {
            "cvc5" => cvc5(limits),
            "yices" => Command::plain("yices-smt2", &["--incremental"], &[]),
            "z3" => z3(limits),
            program => Command::plain(program, &[], &[]),
        }
    }

    fn plain(program: &str, args: &[&str], prologue: &[&str]) -> Command {
        let owned = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect();
        Command { program: program.into(), args: owned(args), prologue: owned(prologue) }
    }
}

fn cvc5(limits: &QueryLimits) -> Command {
    // Shared parts of values are written out, so that no `let` has to be read.
    let args = [
        "--incremental",
        "--lang=smt2",
        "--quiet",
        "--dag-thresh=0",
        "--arrays-exp",
        "--strings-exp",
    ];
    let mut command = Command::plain("cvc5", &args, &[]);
    command.args.extend(limits.work.map(|work| format!("--rlimit-per={work}")));
    command
}

fn z3(limits: &QueryLimits) -> Command {
    let prologue =
        ["(set-option :pp.min_alias_size 4000000000)", "(set-option :pp.max_depth 4000000000)"];
    let mut command = Command::plain("z3", &["-in", "-smt2"], &prologue);
    command.args.extend(limits.memory_mib.map(|mib| format!("-memory:{mib}")));
    command.args.extend(limits.work.map(|work| format!("rlimit={work}")));
    command
}
