//! `spec check`: what is wrong with a spec although it can be read.

use anyhow::Result;
use frontend::Publisher;
use frontend::args::Format;
use host::limits::LimitGuard;
use host::{TOOL, Terminal, output};
use report::{Envelope, Outcome, Problem, SpecFaults, diagnostics_as_text};
use source::{Diagnostic, Files, Severity, counted};
use term::Pool;
use trace_tools::{Bounds, Faults, Oracle, check_spec};

use super::{LoadedSpec, SpecCheck, asked, met_limit, solver, tell_limit};

pub(super) fn check(args: &SpecCheck, terminal: &Publisher) -> Result<Outcome> {
    let guard = terminal.guard(args.limits.budget(), &args.shown);
    let (pool, mut files) = (Pool::new(), Files::new());
    let Some(loaded) = LoadedSpec::read(&pool, &mut files, &args.file, terminal)? else {
        return Ok(Outcome::BadInput);
    };
    let mut solver = solver(&args.solving, &loaded.theory(&pool), &guard)?;
    let mut oracle = Oracle::until(&mut *solver, guard.stop());
    let faults = check_spec(&pool, &loaded.tree, &loaded.spec, Bounds::default(), &mut oracle);
    let outcome = outcome_of(&faults).and(guard.outcome());
    let human = human(&loaded, &files, &faults, terminal);
    tell_limit(&guard, terminal);
    if args.shown.format == Format::Human {
        output::to_stdout(&human)?;
    }
    let answer = machine(&files, &faults, outcome, &guard);
    let own = (&[Format::Human][..], Some(human.as_str()));
    terminal.publish(&args.shown, &answer, (&asked(&loaded.name), &files), own)?;
    Ok(outcome)
}

fn outcome_of(faults: &Faults) -> Outcome {
    let fault = faults.diagnostics.iter().any(|d| d.severity > Severity::Note);
    match (fault, faults.undecided.is_empty()) {
        (true, _) => Outcome::Violation,
        (false, false) => Outcome::Inconclusive,
        (false, true) => Outcome::NoneFound,
    }
}

fn human(loaded: &LoadedSpec, files: &Files, faults: &Faults, terminal: &Terminal) -> String {
    let mut out = diagnostics_as_text(files, &faults.diagnostics, terminal.stdout);
    out.push_str(&diagnostics_as_text(files, &faults.undecided, terminal.stdout));
    let warnings = faults.diagnostics.iter().filter(|d| d.severity > Severity::Note).count();
    let properties = loaded.spec.properties.len();
    let undecided = match faults.undecided.len() {
        0 => String::new(),
        n => format!(", {} not decided", counted(n, "question")),
    };
    let (checked, found) =
        (count_of("property", "properties", properties), counted(warnings, "fault"));
    out.push_str(&format!("{}: {checked}, {found}{undecided}\n", loaded.name));
    out
}

fn count_of(one: &str, many: &str, count: usize) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

fn machine(
    files: &Files,
    faults: &Faults,
    outcome: Outcome,
    guard: &LimitGuard,
) -> Envelope<SpecFaults> {
    let problems = |diagnostics: &[Diagnostic]| -> Vec<Problem> {
        diagnostics.iter().map(|d| Problem::from_diagnostic(files, d)).collect()
    };
    let answer = SpecFaults {
        faults: problems(&faults.diagnostics),
        undecided: problems(&faults.undecided),
        limit: met_limit(guard),
    };
    Envelope::new(TOOL, outcome, answer)
}
