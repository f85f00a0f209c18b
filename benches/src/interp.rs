//! How fast interpreters are searched.
#![allow(clippy::print_stdout, reason = "a benchmark prints its figures")]

use std::time::Instant;

use lang_interp::{Costs, Cx, Heap, Kind, Options, Stop, Value, case, data, solve};

#[allow(dead_code)]
#[path = "../../crates/lang-interp/tests/all/scheme.rs"]
mod scheme;

data! {
    pub List = Nil() | Cons(Any, List);
}

fn append(cx: &mut Cx<'_>, xs: Value, ys: Value, out: Value) -> Result<(), Stop> {
    case!(cx, xs; {
        Nil() => cx.unify(out, ys),
        Cons(head, tail) => {
            let rest = cx.fresh(Kind::Data(&List));
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

fn timed(name: &str, heap: &mut Heap, options: &Options, goal: impl Fn(&mut Cx<'_>) -> Result<Value, Stop> + Copy, rounds: u32) {
    let mut best = f64::INFINITY;
    let mut told = String::new();
    for _ in 0..rounds {
        let start = Instant::now();
        let (answers, summary) = solve(heap, options, goal);
        best = best.min(start.elapsed().as_secs_f64() * 1e3);
        let s = summary.stats;
        told = format!("{} answers, {:?}, {} runs, {} choices, {} forks, {} comparisons, {} disc; last {}", answers.len(), summary.ended, s.runs, s.choices, s.forks, s.comparisons, s.discarded, answers.last().map_or(String::new(), |a| a.to_string()));
    }
    println!("{name}: {best:.4} ms; {told}");
}

fn main() {
    let mut heap = Heap::new();
    let nil = heap.make(&Nil, &[]);
    let abcde = "edcba".chars().fold(nil, |rest, c| { let c = heap.symbol(&c.to_string()); heap.make(&Cons, &[c, rest]) });
    let list = Kind::Data(&List);
    for slack in [0, 2, 4, 8, 16, 32] {
        for (order, unknown) in [(1, 1), (1, 0), (0, 1), (2,1)] {
        println!("slack {slack} order {order} unknown {unknown}");
        let mut options = Options::default();
        options.costs = Costs { slack, order, unknown, ..Costs::default() };
        timed("append", &mut heap, &options, |cx| {
            let (x, y) = (cx.unknown("x", list), cx.unknown("y", list));
            append(cx, x, y, abcde).map(|()| x)
        }, 300);
        for n in [6, 40] {
            timed("palindromes", &mut heap, &options.clone().take(n), |cx| {
                let xs = cx.unknown("xs", list);
                let nil = cx.make(&Nil, &[]);
                let ys = reverse(cx, xs, nil)?;
                cx.unify(xs, ys).map(|()| xs)
            }, 20);
        }
        let mut o = options.clone().take(1);
        o.budget.time = Some(std::time::Duration::from_secs(3));
        timed("quine", &mut heap, &o, scheme::quine, 1);
        }
    }
}
