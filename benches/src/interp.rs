//! How fast interpreters are searched.
//!
//! Each line tells the best of several rounds, with what the search did: counts are compared in
//! review, times are only shown. If Chez Scheme is installed, a small miniKanren of our own
//! (`interp.scm`) solves some of the same problems in the same run.
#![allow(clippy::print_stdout, reason = "a benchmark prints its figures")]

use std::process::Command;
use std::time::{Duration, Instant};

use interp_langs::scheme;
use lang_interp::{Cx, Heap, Kind, Options, Stop, Value, case, data, solve};

#[path = "../../crates/lang-interp/tests/all/lambda.rs"]
mod lambda;

data! {
    List = Nil() | Cons(Any, List);
}

const LIST: Kind = Kind::Data(&List);

fn main() {
    let mut heap = Heap::new();
    let nil = heap.make(&Nil, &[]);
    let abcde = "edcba".chars().fold(nil, |rest, name| {
        let name = heap.symbol(&name.to_string());
        heap.make(&Cons, &[name, rest])
    });
    let both_unknown = |cx: &mut Cx<'_>| {
        let (x, y) = (cx.unknown("x", LIST), cx.unknown("y", LIST));
        append(cx, x, y, abcde).map(|()| x)
    };
    measure("append, both unknown, all", &mut heap, 1000, 7, both_unknown);
    measure("palindromes, 6", &mut heap, 1000, 6, palindrome);
    measure("palindromes, 40", &mut heap, 50, 40, palindrome);
    measure("a program that tells scopes apart", &mut heap, 50, 1, |cx| lambda::differs(cx, 1, 2));
    measure("100 programs, 42 and 137", &mut heap, 3, 100, |cx| lambda::differs(cx, 42, 137));
    measure("100 programs that come to 6", &mut heap, 5, 100, |cx| scheme::evaluates_to(cx, 6));
    let scopes = |cx: &mut Cx<'_>| scheme::scopes_differ(cx, 42, 137);
    measure("100 programs of Scheme, 42 and 137", &mut heap, 3, 100, scopes);
    measure("a quine", &mut heap, 5, 1, scheme::quine);
    measure("100 quines", &mut heap, 1, 100, scheme::quine);
    measure("a twine", &mut heap, 3, 1, scheme::twine);
    peer();
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

fn reverse(cx: &mut Cx<'_>, xs: Value, done: Value) -> Result<Value, Stop> {
    case!(cx, xs; {
        Nil() => Ok(done),
        Cons(head, tail) => {
            let done = cx.make(&Cons, &[head, done]);
            cx.call(|cx| reverse(cx, tail, done))
        }
    })
}

fn palindrome(cx: &mut Cx<'_>) -> Result<Value, Stop> {
    let xs = cx.unknown("xs", LIST);
    let nil = cx.make(&Nil, &[]);
    let ys = reverse(cx, xs, nil)?;
    cx.unify(xs, ys).map(|()| xs)
}

/// Solves a goal several times and prints the best time.
fn measure(
    name: &str,
    heap: &mut Heap,
    rounds: u32,
    take: u64,
    goal: impl Fn(&mut Cx<'_>) -> Result<Value, Stop>,
) {
    let mut options = Options::default().take(take);
    options.budget.time = Some(Duration::from_secs(20));
    let mut best = f64::INFINITY;
    let mut told = String::new();
    for _ in 0..rounds {
        let start = Instant::now();
        let (answers, summary) = solve(heap, &options, &goal);
        best = best.min(start.elapsed().as_secs_f64() * 1e3);
        let stats = summary.stats;
        told = format!(
            "{} answers, {:?}; {} runs, {} choices, {} forks, {} comparisons",
            answers.len(),
            summary.ended,
            stats.runs,
            stats.choices,
            stats.forks,
            stats.comparisons
        );
    }
    println!("{name}: {best:.4} ms; {told}");
}

/// The same problems by miniKanren, if there is a Scheme to run it.
fn peer() {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/src/interp.scm");
    for scheme in ["chezscheme", "scheme", "petite"] {
        if let Ok(output) = Command::new(scheme).args(["--script", script]).output() {
            print!("{}", String::from_utf8_lossy(&output.stdout));
            return;
        }
    }
    println!("miniKanren: skipped, no Chez Scheme is installed");
}
