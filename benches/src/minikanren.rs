//! Searches of interpreters beside faster-miniKanren on Chez Scheme.
//!
//! ```text
//! bench-minikanren FOLDER      a folder with `mk.scm` and `mk-vicare.scm` of faster-miniKanren
//! bench-minikanren             beside the figures of the table below
//! ```
//!
//! Both answer the same questions about the same definitions, in time on the processor. `append` is synthesised here only, and S is
//! not proved by miniKanren within two minutes.
#![allow(clippy::print_stdout, reason = "a benchmark prints its figures")]

// Brings the allocator of the tool.
use host as _;

use std::process::Command;
use std::time::Duration;

use interp_langs::caselang::parse::parse;
use interp_langs::caselang::{Evaluation, Query};
use interp_langs::scheme::{self, SEXP, Scope, Top};
use lang_interp::{Cx, Heap, Kind, Options, Stop, Value, case, data, solve};
use source::Files;

#[path = "cpu.rs"]
mod cpu;
#[path = "minikanren/synthesis.rs"]
mod synthesis;

data! {
    List = Nil() | Cons(Any, List);
}

const LIST: Kind = Kind::Data(&List);

/// What faster-miniKanren took on Chez 10.0 on 19 November 2026, in milliseconds.
const TABLE: &[(&str, f64)] = &[
    ("append, all", 0.0145),
    ("quine", 2.9),
    ("twine", 51.0),
    ("thrine", 346.0),
    ("transitivity", 5.1),
    ("and commutes", 0.1),
];

const PROOFS: &str = include_str!("minikanren/proofs.goal");

fn main() {
    let others = match std::env::args().nth(1) {
        Some(folder) => peer(&folder),
        None => TABLE.iter().map(|(name, ms)| ((*name).to_owned(), *ms)).collect(),
    };
    let row = |name: &str, ms: f64, found: usize| {
        let other = others.iter().find(|(known, _)| known == name);
        let beside = other.map(|(_, other)| format!("{other:.3} ms, {:.2} x", ms / other));
        println!(
            "{name}: {ms:.3} ms, {found} answers; miniKanren: {}",
            beside.unwrap_or("-".to_owned())
        );
    };
    let append = |cx: &mut Cx<'_>| {
        let (x, y) = (cx.unknown("x", LIST), cx.unknown("y", LIST));
        let abcde = list(cx, &["a", "b", "c", "d", "e"]);
        append(cx, x, y, abcde).map(|()| x)
    };
    measure("append, all", 2_000, 100, append, row);
    measure("quine", 50, 1, scheme::quine, row);
    measure("twine", 5, 1, scheme::twine, row);
    measure("thrine", 2, 1, thrine, row);
    let mut files = Files::new();
    let program = parse(&files.add("proofs.goal", PROOFS)).expect("it is a file of goals");
    for (goal, name) in program.goals.iter().zip(["transitivity", "and commutes", "S"]) {
        let query = Query::new(&program, goal, Evaluation::OutsideIn);
        let rounds = if name == "S" { 1 } else { 50 };
        measure(name, rounds, 1, |cx| query.run(cx), row);
    }
    measure("append from four examples", 1, 1, synthesis::append, row);
}

/// Solves a goal several times and prints the mean time.
fn measure(
    name: &str,
    rounds: u32,
    take: u64,
    goal: impl Fn(&mut Cx<'_>) -> Result<Value, Stop> + Sync,
    row: impl Fn(&str, f64, usize),
) {
    let mut options = Options::default().take(take).with_solvers(|| {
        let config = solve_chain::Config::new(solve_chain::Backend::None);
        config.build(&solve::Theory::empty()).expect("nothing has to be loaded")
    });
    options.explore.budget.time = Some(Duration::from_secs(60));
    let (start, mut found) = (millis(), 0);
    for _ in 0..rounds {
        found = solve(&mut Heap::new(), &options, &goal).0.len();
    }
    row(name, (millis() - start) / f64::from(rounds), found);
}

/// The time on the processor so far, in milliseconds.
fn millis() -> f64 {
    cpu::cpu_time().as_secs_f64() * 1e3
}

fn list(cx: &mut Cx<'_>, names: &[&str]) -> Value {
    let nil = cx.make(&Nil, &[]);
    names.iter().rev().fold(nil, |rest, name| {
        let name = cx.symbol(name);
        cx.make(&Cons, &[name, rest])
    })
}

fn append(cx: &mut Cx<'_>, xs: Value, ys: Value, out: Value) -> Result<(), Stop> {
    case!(cx, xs; {
        Nil() => cx.unify(out, ys),
        Cons(head, tail) => {
            let rest = cx.fresh(LIST);
            let cell = cx.make(&Cons, &[head, rest]);
            cx.unify(out, cell)?;
            cx.call(|cx| append(cx, tail, ys, rest))
        }
    })
}

/// Three programs, each of which comes to the next one.
fn thrine(cx: &mut Cx<'_>) -> Result<Value, Stop> {
    let [p, q, r] = ["p", "q", "r"].map(|name| cx.unknown(name, SEXP));
    for (a, b) in [(p, q), (q, r), (p, r)] {
        cx.differ(a, b)?;
    }
    for (program, value) in [(p, q), (q, r), (r, p)] {
        let (top, out) = (cx.make(&Top, &[]), cx.fresh(Kind::Any));
        cx.unify(out, value)?;
        scheme::eval(cx, Scope::Lexical, program, top, out)?;
    }
    Ok(p)
}

/// The same questions by miniKanren: their names, and the milliseconds.
fn peer(folder: &str) -> Vec<(String, f64)> {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/src/minikanren/questions.scm");
    let mut rows = Vec::new();
    for scheme in ["chezscheme", "scheme"] {
        let call = Command::new(scheme).args(["--script", script]).current_dir(folder).output();
        let Ok(output) = call else { continue };
        eprint!("{}", String::from_utf8_lossy(&output.stderr));
        for line in String::from_utf8_lossy(&output.stdout).lines() {
            let fields: Vec<&str> = line.split('\t').collect();
            if let [name, ms, _] = fields[..] {
                rows.push((name.to_owned(), ms.parse().unwrap_or(f64::NAN)));
            }
        }
        break;
    }
    rows
}
