//! Measures the time per query of growing paths: equalities over an uninterpreted sort, functions
//! and a strict order; both sides of every branch are asked for.
//!
//! `cargo run --release -p solve-core --example latency`
#![allow(clippy::print_stdout)]

use std::time::Instant;

use solve::{Axiom, NoSolver, Solver, StageStats, Theory, Verdict};
use solve_core::{Cdcl, Core};
use term::{Func, Model, Pool, Sort, Term};

const PATHS: u64 = 170;
const LENGTH: usize = 30;
const VARS: u64 = 16;
/// Literals in a clause.
const WIDTH: usize = 3;
/// Clauses at the end of a path that has some.
const CLAUSES: usize = 10;

fn main() {
    let pool = Pool::new();
    let elem = pool.elem_sort("E");
    let less = pool.func("less", &[elem, elem], Sort::BOOL);
    let theory = Theory::new(&pool, order_axioms(&pool, elem, less));
    let queries = growing_paths(&pool, &theory, elem, less);
    report("core, along the path", &pool, &queries, &mut Core::new(&theory, NoSolver::new()));
    let chain = || Core::new(&theory, Cdcl::new(&theory, NoSolver::new()));
    report("chain, along the path", &pool, &queries, &mut chain());
    report("chain with models", &pool, &queries, &mut WithModels(chain()));
    let clauses = with_clauses(&pool, elem, less, 0);
    report("chain, clauses alone", &pool, &clauses, &mut chain());
    let clauses = with_clauses(&pool, elem, less, LENGTH / 2);
    report("chain, clauses after literals", &pool, &clauses, &mut chain());
}

/// Asks for a model after every `Sat`.
struct WithModels<S>(S);

impl<S: Solver> Solver for WithModels<S> {
    fn check(&mut self, pool: &Pool, query: &[Term]) -> Verdict {
        let verdict = self.0.check(pool, query);
        if verdict == Verdict::Sat {
            assert!(self.0.model(pool).is_some(), "every sat has a model");
        }
        verdict
    }

    fn model(&mut self, pool: &Pool) -> Option<Model> {
        self.0.model(pool)
    }

    fn stats(&self) -> Vec<StageStats> {
        self.0.stats()
    }
}

fn report(name: &str, pool: &Pool, queries: &[Vec<Term>], solver: &mut dyn Solver) {
    let (mut sat, mut unsat) = (0, 0);
    let start = Instant::now();
    for query in queries {
        match solver.check(pool, query) {
            Verdict::Sat => sat += 1,
            Verdict::Unsat => unsat += 1,
            Verdict::Unknown(_) => {}
        }
    }
    let each = start.elapsed() / queries.len() as u32;
    println!("{name}: {} queries, {sat} sat, {unsat} unsat, {each:?} each", queries.len());
}

/// Each path grows by literals that keep it satisfiable; each step also asks for the negation.
fn growing_paths(pool: &Pool, theory: &Theory, elem: Sort, less: Func) -> Vec<Vec<Term>> {
    let mut random = Random(7);
    let f = pool.func("f", &[elem], elem);
    let vars: Vec<Term> = (0..VARS).map(|n| pool.var(&format!("v{n}"), elem)).collect();
    let mut queries = Vec::new();
    for _ in 0..PATHS {
        let mut solver = Core::new(theory, NoSolver::new());
        let mut path = Vec::new();
        while path.len() < LENGTH {
            let literal = literal(pool, less, f, &vars, &mut random);
            let with = |literal: Term| [&path[..], &[literal]].concat();
            let (one, other) = (with(literal), with(pool.not(literal)));
            let verdicts = [&one, &other].map(|query| solver.check(pool, query));
            // A branch of which both sides are possible says little: keep few of them.
            if verdicts == [Verdict::Sat, Verdict::Sat] && random.below(3) > 0 {
                continue;
            }
            let next = if verdicts[0] == Verdict::Sat { one.clone() } else { other.clone() };
            queries.extend([one, other]);
            path = next;
        }
    }
    queries
}

/// Some literals, then clauses over about twenty atoms, one more in each query.
fn with_clauses(pool: &Pool, elem: Sort, less: Func, literals: usize) -> Vec<Vec<Term>> {
    let mut random = Random(11);
    let f = pool.func("f", &[elem], elem);
    let vars: Vec<Term> = (0..VARS).map(|n| pool.var(&format!("v{n}"), elem)).collect();
    let mut queries = Vec::new();
    for _ in 0..PATHS {
        let mut next = |_| literal(pool, less, f, &vars, &mut random);
        let mut path: Vec<Term> = (0..literals).map(&mut next).collect();
        let atoms: Vec<Term> = (0..20).map(&mut next).collect();
        for _ in 0..CLAUSES {
            let any = |_| {
                let atom = atoms[random.below(20) as usize];
                if random.below(2) == 0 { atom } else { pool.not(atom) }
            };
            path.push(pool.or(&[0; WIDTH].map(any)));
            queries.push(path.clone());
        }
    }
    queries
}

fn literal(pool: &Pool, less: Func, f: Func, vars: &[Term], random: &mut Random) -> Term {
    let mut var = || {
        let var = vars[random.below(vars.len() as u64) as usize];
        if random.below(4) == 0 { pool.apply(f, &[var]) } else { var }
    };
    let (a, b) = (var(), var());
    match random.below(8) {
        0 => pool.eq(a, b),
        1 => pool.not(pool.eq(a, b)),
        2..5 => pool.apply(less, &[a, b]),
        _ => pool.not(pool.apply(less, &[a, b])),
    }
}

struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }
}

fn order_axioms(pool: &Pool, elem: Sort, less: Func) -> Vec<Axiom> {
    let vars: Vec<Term> = ["x", "y", "z"].iter().map(|name| pool.var(name, elem)).collect();
    let before = |a: usize, b: usize| pool.apply(less, &[vars[a], vars[b]]);
    let axiom = |name: &str, count: usize, body: Term| Axiom {
        name: name.to_owned(),
        vars: vars[..count].to_vec(),
        body,
        triggers: Vec::new(),
    };
    let both = pool.and(&[before(0, 1), before(1, 2)]);
    vec![
        axiom("irreflexive", 1, pool.not(before(0, 0))),
        axiom("transitive", 3, pool.implies(both, before(0, 2))),
        axiom("total", 2, pool.or(&[before(0, 1), pool.eq(vars[0], vars[1]), before(1, 0)])),
    ]
}
