//! Microseconds per query: the chain, the core alone, Z3 kept along the path, and a fresh Z3.
//!
//! Ten thousand growing path conditions of each kind, all ways in one run; time is that of the processor. "Nothing kept" is one
//! context whose assertions are all taken back before each query; a fresh context, which is slower
//! still, is asked every n-th query only.
//!
//! `bench-solvers core` leaves out Z3, and `bench-solvers growth [KIND]` prints how time grows with the size of a query instead.
#![allow(clippy::print_stdout, reason = "a benchmark prints its figures")]

mod cpu;
mod growth;
mod workload;

// Brings the allocator of the tool.
use host as _;

use solve::{Axiom, Solver, Theory, Verdict};
use solve_chain::{Backend, Config, Stage};
use solve_z3::Search;
use term::{Func, Pool, Sort, Term};

use cpu::cpu_time;
use workload::{Kind, Queries};

const QUERIES: usize = 10_000;
/// Of how many queries a fresh solver is asked one.
const FRESH_EVERY: usize = 50;

fn main() {
    let asked = std::env::args().nth(1);
    let z3 = match asked.as_deref() {
        Some("core") => Backend::None,
        _ => Backend::auto(&Search::default()),
    };
    if matches!(z3, Backend::None) {
        println!("without Z3: only the core is measured");
    }
    if asked.as_deref() == Some("growth") {
        growth::print(&z3, std::env::args().nth(2).as_deref());
        return;
    }
    for (kind, what) in [
        (Kind::Order, "equalities, a function and a strict total order (the core's fragment)"),
        (Kind::Linear, "linear comparisons of integers"),
    ] {
        println!("\n{QUERIES} growing path conditions: {what}");
        compare(kind, &z3);
    }
}

fn compare(kind: Kind, z3: &Backend) {
    let pool = Pool::new();
    let theory = theory(&pool);
    let all = Config::new(z3.clone());
    let mut shaping = all.build(&theory).expect("the back end is loaded");
    let mut possible = |path: &[Term]| shaping.check(&pool, path) != Verdict::Unsat;
    let queries = workload::queries(&pool, kind, QUERIES, 7, &mut possible);

    let core = Config::new(Backend::None);
    let bare = Config::new(z3.clone()).without(&Stage::ALL);
    let chain = measure("chain", &pool, &theory, &all, &queries);
    measure("chain without back end", &pool, &theory, &core, &queries);
    let others = Stage::ALL.into_iter().filter(|stage| *stage != Stage::Core);
    let core_only = Config::new(Backend::None).without(&others.collect::<Vec<Stage>>());
    measure("core stage alone", &pool, &theory, &core_only, &queries);
    if kind == Kind::Linear {
        for stage in Stage::ALL {
            let without = all.clone().without(&[stage]);
            measure(&format!("chain without {stage}"), &pool, &theory, &without, &queries);
        }
    }
    if matches!(z3, Backend::Z3(_)) {
        let incremental = measure("Z3 along the path", &pool, &theory, &bare, &queries);
        measure_models(&pool, &theory, &bare, &queries);
        let forgetful = measure_forgetful(&pool, &theory, &bare, &queries);
        let fresh = measure_fresh(&pool, &theory, &bare, &queries);
        println!(
            "  the chain is {:.0} times as fast as Z3 in a fresh context, {:.0} times as Z3 with \
             nothing kept, {:.1} times as Z3 along the path",
            fresh / chain,
            forgetful / chain,
            incremental / chain
        );
    }
}

fn measure(what: &str, pool: &Pool, theory: &Theory, config: &Config, queries: &Queries) -> f64 {
    let mut solver = config.build(theory).expect("the back end is loaded");
    let start = cpu_time();
    let counts = ask_all(pool, &mut *solver, queries.iter());
    let each = (cpu_time() - start).as_secs_f64() * 1e6 / queries.len() as f64;
    println!("  {what:24} {each:9.1} µs per query  {counts}");
    for stage in solver.stats() {
        println!(
            "      {:8} asked {:6}  sat {:6}  unsat {:6}  {:7.1} ms",
            stage.name,
            stage.asked,
            stage.sat,
            stage.unsat,
            stage.time.as_secs_f64() * 1e3
        );
    }
    each
}

/// As [`measure`], with a model after every `Sat`.
fn measure_models(pool: &Pool, theory: &Theory, config: &Config, queries: &Queries) {
    let mut solver = config.build(theory).expect("the back end is loaded");
    let start = cpu_time();
    for query in queries {
        if solver.check(pool, query) == Verdict::Sat {
            std::hint::black_box(solver.model(pool));
        }
    }
    let each = (cpu_time() - start).as_secs_f64() * 1e6 / queries.len() as f64;
    println!("  {:24} {each:9.1} µs per query", "the same with models");
}

/// As [`measure`], but all assertions are taken back before each query.
fn measure_forgetful(pool: &Pool, theory: &Theory, config: &Config, queries: &Queries) -> f64 {
    let mut solver = config.build(theory).expect("the back end is loaded");
    let unrelated = [pool.var("unrelated", Sort::BOOL)];
    let start = cpu_time();
    for query in queries {
        solver.check(pool, &unrelated);
        solver.check(pool, query);
    }
    let each = (cpu_time() - start).as_secs_f64() * 1e6 / queries.len() as f64;
    println!("  {:24} {each:9.1} µs per query", "Z3 with nothing kept");
    each
}

fn measure_fresh(pool: &Pool, theory: &Theory, config: &Config, queries: &Queries) -> f64 {
    let sample: Vec<&Vec<Term>> = queries.iter().step_by(FRESH_EVERY).collect();
    let start = cpu_time();
    for query in &sample {
        let mut solver = config.build(theory).expect("the back end is loaded");
        solver.check(pool, query);
    }
    let each = (cpu_time() - start).as_secs_f64() * 1e6 / sample.len() as f64;
    println!("  {:24} {each:9.1} µs per query  ({} asked)", "Z3 in a fresh context", sample.len());
    each
}

fn ask_all<'a>(
    pool: &Pool,
    solver: &mut dyn Solver,
    queries: impl Iterator<Item = &'a Vec<Term>>,
) -> String {
    let (mut sat, mut unsat, mut unknown) = (0, 0, 0);
    for query in queries {
        match solver.check(pool, query) {
            Verdict::Sat => sat += 1,
            Verdict::Unsat => unsat += 1,
            Verdict::Unknown(_) => unknown += 1,
        }
    }
    format!("{sat} sat, {unsat} unsat, {unknown} unknown")
}

/// A strict total order.
fn theory(pool: &Pool) -> Theory {
    Theory::new(pool, laws(pool).to_vec())
}

/// A strict order that need not be total.
fn partial_order(pool: &Pool) -> (Func, Theory) {
    let [irreflexive, transitive, _] = laws(pool);
    (workload::order(pool).1, Theory::new(pool, vec![irreflexive, transitive]))
}

/// The laws of a strict total order, as a user states them; the last one is that it is total.
fn laws(pool: &Pool) -> [Axiom; 3] {
    let (sort, before) = workload::order(pool);
    let [x, y, z] = ["x", "y", "z"].map(|name| pool.var(name, sort));
    let less = |a: Term, b: Term| pool.apply(before, &[a, b]);
    debug_assert_eq!(pool.sort(less(x, y)), Sort::BOOL);
    let axiom = |name: &str, vars: &[Term], body| Axiom {
        name: name.into(),
        vars: vars.to_vec(),
        body,
        triggers: Vec::new(),
    };
    let transitive = pool.implies(pool.and(&[less(x, y), less(y, z)]), less(x, z));
    let total = pool.or(&[less(x, y), pool.eq(x, y), less(y, x)]);
    [
        axiom("irreflexive", &[x], pool.not(less(x, x))),
        axiom("transitive", &[x, y, z], transitive),
        axiom("total", &[x, y], total),
    ]
}
