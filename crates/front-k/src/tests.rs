//! `--tests`: the inputs of each path as files, with what the program makes of them.
//!
//! An input is kept only after the program was run on it without a solver and took the same rules as
//! the path: otherwise it is reported, and not written. The files are those of `corpus/k`: a
//! program `sum.imp` has `sum@1.in`, `sum@1.args` and `sum@1.out`.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use host::Terminal;
use host::output;
use lang_k::{Ending, Found, Solution};
use solve::Solver;

use super::{Job, inputs, render};

/// Writes a test for each solution that has inputs. Says how many were written.
pub(super) fn write(
    job: &Job<'_>,
    program: &Path,
    folder: &Path,
    found: &Found,
    solver: &mut dyn Solver,
    terminal: &Terminal,
) -> Result<usize> {
    fs::create_dir_all(folder).with_context(|| format!("cannot make `{}`", folder.display()))?;
    let stem = program.file_stem().map(|stem| stem.to_string_lossy()).unwrap_or_default();
    let mut written = 0;
    for (nth, end) in found.solutions.iter().enumerate() {
        let name = format!("{stem}@{}", nth + 1);
        match test(job, end, solver) {
            Ok(test) => {
                let file = |ending: &str| folder.join(format!("{name}.{ending}"));
                output::to_file(&file("in"), &test.input)?;
                if !test.args.is_empty() {
                    output::to_file(&file("args"), &test.args)?;
                }
                output::to_file(&file("out"), &test.output)?;
                written += 1;
            }
            Err(why) => terminal.complain(&format!("note: no test {name}: {why}")),
        }
    }
    Ok(written)
}

/// A call of the program and what comes of it.
struct Test {
    input: String,
    args: String,
    output: String,
}

fn test(job: &Job<'_>, end: &Solution, solver: &mut dyn Solver) -> Result<Test, String> {
    let model = end.model.as_ref().filter(|_| end.sure).ok_or("the solver gave no values")?;
    if !end.path.is_empty() {
        return Err("a search takes other orders than a run".to_owned());
    }
    let known = job.inputs.concrete(&job.pool, model).ok_or("an input has no value")?;
    let start = known.start(&job.language, &job.pool, job.program.clone());
    let start = start.map_err(|problem| problem.message.clone())?;
    let (program, pool) = (&job.language.compiled.program, &job.pool);
    let run = lang_k::trace(program, pool, start, &[], end.depth);
    if run.path != job.path(end) {
        return Err("the program takes another path on these values".to_owned());
    }
    let ending = match &end.ending {
        Some(ending @ (Ending::Finished | Ending::Stuck)) => ending,
        _ => return Err("the path did not come to its end".to_owned()),
    };
    let shown = job.language.show_state(pool, &run.state);
    let mut output = format!("{}{shown}\n", job.printed(&run.state));
    if let Some(note) = render::ending_note(job, &run.state, ending, solver) {
        output.push_str(&format!("--- standard error\n{note}\n"));
    }
    let own = job.language.exit_code(&run.state).map(|code| code & 0xff);
    let ours = i64::from(render::ending_outcome(ending).exit_code());
    let code = own.filter(|code| *code != 0).unwrap_or(ours);
    if code != 0 {
        output.push_str(&format!("--- exit code {code}\n"));
    }
    let args = known.given.iter().map(|(name, value)| {
        let text = inputs::written(&job.language, pool, value);
        format!("-c{name}={text}\n")
    });
    let mut args: Vec<String> = args.collect();
    args.sort();
    let items = known.items.iter().map(|item| inputs::written(&job.language, pool, item));
    let input = items.collect::<Vec<_>>().join(" ") + "\n";
    Ok(Test { input, args: args.concat(), output })
}
