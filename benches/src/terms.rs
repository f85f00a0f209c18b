//! How fast terms are made.
//!
//! Prints constructions per second for a mix of new and known terms, on one thread and on as many
//! as there are cores, and the time to substitute in a term a million levels deep.
#![allow(clippy::print_stdout, reason = "a benchmark prints its figures")]

// Brings the allocator of the tool.
use host as _;

use std::time::Instant;

use term::{Pool, Sort, Term};

const ROUNDS: usize = 2_000_000;

fn main() {
    let pool = Pool::new();
    report("interned constructions, one thread", mixed(&pool, 0));
    let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get());
    let pool = Pool::new();
    let start = Instant::now();
    let made: u64 = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..cores)
            .map(|worker| {
                scope.spawn({
                    let pool = &pool;
                    move || mixed(pool, worker).0
                })
            })
            .collect();
        workers.into_iter().map(|worker| worker.join().expect("no worker panics")).sum()
    });
    report(&format!("the same, {cores} threads, one pool"), (made, start.elapsed().as_secs_f64()));
    deep();
}

/// Uninterpreted applications, equalities, comparisons and conjunctions over a few variables: about
/// half of the terms are there already, as in a growing path condition.
fn mixed(pool: &Pool, worker: usize) -> (u64, f64) {
    let sort = pool.elem_sort("E");
    let vars: Vec<Term> = (0..64).map(|n| pool.var(&format!("v{worker}_{n}"), sort)).collect();
    let next = pool.func("next", &[sort], sort);
    let before = pool.func("before", &[sort, sort], Sort::BOOL);
    let mut terms = vars.clone();
    let mut seed = 0x2545_f491_4f6c_dd1d_u64 ^ worker as u64;
    let start = Instant::now();
    let mut made = 0;
    for _ in 0..ROUNDS / 4 {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let pick = |shift: u32| (seed >> shift) as usize % terms.len();
        let (a, b) = (terms[pick(17)], terms[pick(37)]);
        let step = pool.apply(next, &[a]);
        let order = pool.apply(before, &[a, b]);
        let equal = pool.eq(step, b);
        std::hint::black_box(pool.and(&[order, equal]));
        made += 4;
        if terms.len() < 4096 {
            terms.push(step);
        }
    }
    (made, start.elapsed().as_secs_f64())
}

fn deep() {
    let pool = Pool::new();
    let f = pool.func("f", &[Sort::INT], Sort::INT);
    let (x, y) = (pool.var("x", Sort::INT), pool.var("y", Sort::INT));
    let top = (0..1_000_000).fold(x, |term, _| pool.apply(f, &[term]));
    let start = Instant::now();
    std::hint::black_box(pool.replace(top, |term| (term == x).then_some(y)));
    println!("substitution, a million levels deep: {:.2} s", start.elapsed().as_secs_f64());
}

fn report(what: &str, (made, seconds): (u64, f64)) {
    println!("{what}: {:.1} million per second", made as f64 / seconds / 1e6);
}
