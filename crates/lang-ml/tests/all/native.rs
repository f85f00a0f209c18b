//! Programs give the same results here and with the real compiler.
//!
//! Each program defines a string `result`. Where OCaml is not installed, the programs are still
//! loaded and run; under `CI` that is a failure.

use std::path::{Path, PathBuf};
use std::process::Command;

use lang_core::Session;
use lang_ml::value::char_sort;
use lang_ml::{INT_BITS, Layout, load};
use machine::{Exit, Machine, Step};
use source::Files;
use term::{Cases, Literal, Pool, Sort, Term};
use testbed::Tool;

const MAX_STEPS: usize = 2_000_000;

fn programs() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs");
    let entries = std::fs::read_dir(folder).expect("the folder is part of the crate");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("readable").path()).collect();
    paths.sort();
    paths
}

/// The value of `result` according to our machine.
fn evaluate(name: &str, text: &str) -> Result<String, String> {
    let pool = Pool::new();
    let mut files = Files::new();
    let file = files.add(name, text);
    let module = load(&pool, &mut files, &[file], Layout::Modules).map_err(|diagnostics| {
        let shown = diagnostics.iter().map(|diagnostic| {
            format!("{}: {}", files.describe(diagnostic.labels[0].span), diagnostic.message)
        });
        shown.collect::<Vec<String>>().join("\n")
    })?;
    let result = module.outline.method("result").ok_or("`result` is not defined")?;
    let session = Session::new(module.program.clone(), result.global)
        .initialising(module.outline.init.iter().copied())
        .with_machine_integers(INT_BITS)
        .with_bytes(char_sort(&pool))
        .returning(Sort::TEXT);
    run(&pool, &session)
}

fn run(pool: &Pool, session: &Session) -> Result<String, String> {
    let mut state = session.start(pool);
    for _ in 0..MAX_STEPS {
        state = match session.step(pool, state) {
            Step::Go(cases) => only(cases)?,
            Step::Emit(_, next) => next,
            Step::Ask(input, _) => return Err(format!("asks for {}", input.name)),
            Step::Stop(Exit::Finished(Some(term))) => return text(pool, term),
            Step::Stop(exit) => return Err(format!("{exit:?}")),
            Step::Unsupported(gap) => return Err(format!("unsupported: {}", gap.what)),
        }
    }
    Err("too many steps".to_owned())
}

/// Concrete programs do not branch.
fn only<T>(cases: Cases<T>) -> Result<T, String> {
    let mut cases: Vec<(Term, T)> = cases.into_iter().collect();
    match (cases.pop(), cases.len()) {
        (Some((Term::TRUE, only)), 0) => Ok(only),
        _ => Err("a concrete program branches".to_owned()),
    }
}

fn text(pool: &Pool, term: Term) -> Result<String, String> {
    match pool.as_literal(term) {
        Some(Literal::Text(text)) => {
            Ok(text.codes().iter().filter_map(|code| char::from_u32(*code)).collect())
        }
        _ => Err(format!("not a string: {}", pool.show(term))),
    }
}

/// The value of `result` according to the real compiler.
fn native(name: &str, text: &str) -> String {
    let folder = std::env::temp_dir().join(format!("lang-ml-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a temporary folder can be made");
    let path = folder.join(name);
    std::fs::write(&path, format!("{text}\nlet () = print_string result\n")).expect("writable");
    // The name of the file is part of some exceptions.
    let output = Command::new("ocaml").current_dir(&folder).args(["-w", "-a", name]).output();
    let output = output.expect("OCaml is there");
    assert!(
        output.status.success(),
        "{name} is not accepted: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout).expect("programs print text")
}

#[test]
fn programs_agree_with_the_compiler() {
    let mut failures = Vec::new();
    let has_ocaml = Tool::Ocaml.is_there();
    let programs = programs();
    for path in &programs {
        let name = path.file_name().and_then(|name| name.to_str()).expect("plain names");
        let program = std::fs::read_to_string(path).expect("readable");
        let ours = evaluate(name, &program);
        match (ours, has_ocaml.then(|| native(name, &program))) {
            (Ok(ours), Some(native)) if ours != native => {
                failures.push(format!("{name}\n  ours   {ours}\n  native {native}"));
            }
            (Ok(_), _) => {}
            (Err(error), _) => failures.push(format!("{name}\n  {error}")),
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
