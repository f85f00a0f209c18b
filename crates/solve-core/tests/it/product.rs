//! Products of unknown integers, one by one.

use crate::check::checked;
use crate::signature::Signature;
use solve::{NoSolver, Verdict};
use solve_core::Cdcl;
use term::{Pool, Sort, Term};

/// The clause stage alone says so, and there is a model for every `Sat`.
#[track_caller]
fn check(build: impl Fn(&Pool, [Term; 3]) -> Vec<Term>, expected: Verdict) {
    let sig = Signature::new();
    let vars = ["x", "y", "z"].map(|name| sig.pool.var(name, Sort::INT));
    let query = build(&sig.pool, vars);
    let verdict = checked(&sig, &mut Cdcl::new(&sig.theory, NoSolver::new()), &query);
    assert_eq!(verdict, expected);
}

/// `low <= term <= high`
fn within(pool: &Pool, term: Term, low: i64, high: i64) -> Term {
    pool.and(&[pool.le(pool.int(low), term), pool.le(term, pool.int(high))])
}

#[test]
fn binomials_are_multiplied_out() {
    check(
        |pool, [x, y, _]| {
            let sum = pool.add(&[x, y]);
            let squares = [pool.mul(&[x, x]), pool.mul(&[y, y])];
            let both = pool.mul(&[pool.int(2), x, y]);
            vec![
                pool.not(pool.eq(pool.mul(&[sum, sum]), pool.add(&[squares[0], squares[1], both]))),
            ]
        },
        Verdict::Unsat,
    );
}

/// The step of the proof that the numbers up to `n` add up to `n*(n+1)/2`.
#[test]
fn sum_of_the_first_numbers() {
    check(
        |pool, [n, sum, _]| {
            let next = pool.add(&[n, pool.int(1)]);
            let half = |a, b| pool.div(pool.mul(&[a, b]), pool.int(2));
            let after = pool.add(&[next, pool.int(1)]);
            vec![
                pool.eq(sum, half(n, next)),
                pool.not(pool.eq(pool.add(&[sum, next]), half(next, after))),
            ]
        },
        Verdict::Unsat,
    );
}

#[test]
fn square_is_not_negative() {
    check(|pool, [x, ..]| vec![pool.lt(pool.mul(&[x, x]), pool.int(0))], Verdict::Unsat);
    check(|pool, [x, ..]| vec![pool.lt(pool.int(10), pool.mul(&[x, x]))], Verdict::Sat);
}

#[test]
fn two_is_no_square() {
    check(|pool, [x, ..]| vec![pool.eq(pool.mul(&[x, x]), pool.int(2))], Verdict::Unsat);
    check(|pool, [x, ..]| vec![pool.eq(pool.mul(&[x, x]), pool.int(49))], Verdict::Sat);
}

#[test]
fn factor_with_few_values_is_split() {
    check(
        |pool, [x, y, z]| {
            let few = within(pool, x, 2, 4);
            let odd = pool.eq(z, pool.add(&[y, y, pool.int(1)]));
            vec![few, odd, pool.eq(pool.mul(&[x, z]), pool.int(10))]
        },
        Verdict::Sat,
    );
    check(
        |pool, [x, y, _]| vec![within(pool, x, 2, 4), pool.eq(pool.mul(&[x, y]), pool.int(35))],
        Verdict::Unsat,
    );
}

#[test]
fn signs_of_factors_are_the_sign_of_the_product() {
    check(
        |pool, [x, y, _]| {
            let zero = pool.int(0);
            vec![pool.lt(x, zero), pool.lt(zero, y), pool.le(zero, pool.mul(&[x, y]))]
        },
        Verdict::Unsat,
    );
}

#[test]
fn quotients_by_unknowns() {
    check(
        |pool, [n, ..]| {
            let quotient = pool.div(pool.int(10), n);
            vec![pool.not(pool.eq(n, pool.int(0))), pool.lt(pool.int(10), quotient)]
        },
        Verdict::Unsat,
    );
    check(
        |pool, [x, y, _]| {
            let rest = pool.modulo(x, y);
            vec![pool.lt(pool.int(0), y), pool.le(y, rest)]
        },
        Verdict::Unsat,
    );
    check(
        |pool, [x, y, _]| {
            let (quotient, rest) = (pool.div(x, y), pool.modulo(x, y));
            let small = within(pool, y, 2, 5);
            vec![small, pool.eq(quotient, pool.int(3)), pool.eq(rest, pool.int(4))]
        },
        Verdict::Sat,
    );
}

#[test]
fn products_inside_functions_and_clauses() {
    check(
        |pool, [x, y, z]| {
            let f = pool.func("f", &[Sort::INT], Sort::INT);
            let product = pool.mul(&[x, y]);
            let either = pool.or(&[pool.eq(x, pool.int(2)), pool.eq(x, pool.int(3))]);
            let differ =
                pool.not(pool.eq(pool.apply(f, &[product]), pool.apply(f, &[pool.int(6)])));
            let is_six = pool.or(&[pool.eq(y, pool.int(2)), pool.eq(y, pool.int(3))]);
            let other = pool.not(pool.eq(x, y));
            vec![either, is_six, other, pool.eq(z, product), differ]
        },
        Verdict::Unsat,
    );
}
