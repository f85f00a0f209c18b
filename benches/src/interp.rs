//! How fast interpreters are searched.
//!
//! Each line tells the mean of several rounds, in time on the processor where the system tells it
//! (others may be at work on the machine), with what the search did: counts are compared in
//! review, times are only shown. If Chez Scheme is installed, a small miniKanren of our own
//! (`interp.scm`) solves some of the same problems in the same run.
#![allow(clippy::print_stdout, reason = "a benchmark prints its figures")]

// Brings the allocator of the tool.
use host as _;

use std::ops::ControlFlow;
use std::process::Command;
use std::time::{Duration, Instant};

use interp_langs::{ComparedInterpreter, Difference, diff, scheme};
use lang_interp::{Cx, Heap, Kind, Options, Order, Stop, Summary, Value, case, data, solve};

#[path = "../../crates/lang-interp/tests/all/lambda.rs"]
mod lambda;
#[path = "../../crates/lang-interp/tests/all/scheme.rs"]
mod small_scheme;

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
    measure("append, both unknown, all", &mut heap, 10_000, 7, both_unknown);
    measure("palindromes, 6", &mut heap, 10_000, 6, palindrome);
    measure("palindromes, 40", &mut heap, 500, 40, palindrome);
    measure("a program that tells scopes apart", &mut heap, 100, 1, |cx| lambda::differs(cx, 1, 2));
    measure("100 programs, 42 and 137", &mut heap, 3, 100, |cx| lambda::differs(cx, 42, 137));
    measure("100 programs that come to 6", &mut heap, 5, 100, |cx| scheme::evaluates_to(cx, 6));
    measure("a quine of Scheme", &mut heap, 20, 1, scheme::quine);
    measure("10 quines of Scheme", &mut heap, 1, 10, scheme::quine);
    measure("a twine of Scheme", &mut heap, 1, 1, scheme::twine);
    measure("a quine", &mut heap, 20, 1, small_scheme::quine);
    differences("lexical", "dynamic", 3, Order::Smallest);
    differences("lexical", "dynamic", 100, Order::Found);
    differences("by-value", "by-name", 100, Order::Smallest);
    if std::env::args().nth(1).is_none() {
        peer();
    }
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

/// Solves a goal several times and prints the mean time.
fn measure(
    name: &str,
    heap: &mut Heap,
    rounds: u32,
    take: u64,
    goal: impl Fn(&mut Cx<'_>) -> Result<Value, Stop> + Sync,
) {
    repeat(name, rounds, || solve(heap, &options(take), &goal).1);
}

/// Finds differences of two interpreters that are built in.
fn differences(left: &str, right: &str, take: u64, order: Order) {
    let name = format!("{take} differences of {left} and {right}, order {order:?}");
    let subject = |name| ComparedInterpreter::built_in(name).expect("it is built in");
    let (left, right) = (subject(left), subject(right));
    let go_on = |_: &Difference| ControlFlow::Continue(());
    repeat(&name, 1, || {
        let options = Options { order, ..options(take) };
        let summary = diff(&mut Heap::new(), &options, &left, &right, go_on);
        summary.expect("they are of one language")
    });
}

fn options(take: u64) -> Options {
    let mut options = Options::default().take(take).with_solvers(|| {
        let config = solve_chain::Config::new(solve_chain::Backend::None);
        config.build(&solve::Theory::empty()).expect("nothing has to be loaded")
    });
    options.explore.budget.time = Some(Duration::from_secs(60));
    options
}

/// Does something several times and prints the mean time. An argument of the command line is a part
/// of the names of what is measured.
fn repeat(name: &str, rounds: u32, mut search: impl FnMut() -> Summary) {
    if std::env::args().nth(1).is_some_and(|part| !name.contains(&part)) {
        return;
    }
    let start = Clock::now();
    let mut last = None;
    for _ in 0..rounds {
        last = Some(search());
    }
    let ms = start.elapsed_ms() / f64::from(rounds);
    let Summary { stats, ended, .. } = last.expect("there is at least one round");
    println!(
        "{name}: {ms:.4} ms; {} answers, {ended:?}; {} runs ({} failed, {} discarded), {} steps, \
         {} choices, {} forks, {} comparisons, {} queries",
        stats.answers,
        stats.runs,
        stats.failures,
        stats.discarded,
        stats.steps,
        stats.choices,
        stats.forks,
        stats.comparisons,
        stats.queries,
    );
}

/// Time on the processor, or on the wall where the system does not tell.
struct Clock {
    wall: Instant,
    cpu: Option<u64>,
}

impl Clock {
    fn now() -> Clock {
        Clock { wall: Instant::now(), cpu: cpu_nanos() }
    }

    fn elapsed_ms(&self) -> f64 {
        match (self.cpu, cpu_nanos()) {
            (Some(before), Some(now)) => (now - before) as f64 / 1e6,
            _ => self.wall.elapsed().as_secs_f64() * 1e3,
        }
    }
}

fn cpu_nanos() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split_whitespace().next()?.parse().ok()
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
