//! The corners of linear arithmetic, one by one.

use crate::check::checked;
use crate::signature::Signature;
use solve::{NoSolver, Reason, Solver, Verdict};
use solve_core::{Cdcl, Core};
use term::{Int, Pool, Sort, Term};
use test_support::Dice;

/// Both stages say so, each by itself, and there is a model for every `Sat`.
#[track_caller]
fn check(build: impl Fn(&Pool, [Term; 4]) -> Vec<Term>, expected: Verdict) {
    let sig = Signature::new();
    let vars = ["x", "y", "z", "w"].map(|name| sig.pool.var(name, Sort::INT));
    let query = build(&sig.pool, vars);
    let core = checked(&sig, &mut Core::new(&sig.theory, NoSolver::new()), &query);
    assert_eq!(core, expected, "core");
    let cdcl = checked(&sig, &mut Cdcl::new(&sig.theory, NoSolver::new()), &query);
    assert_eq!(cdcl, expected, "cdcl");
}

fn times(pool: &Pool, by: i64, term: Term) -> Term {
    pool.mul(&[pool.int(by), term])
}

#[test]
fn even_is_not_odd() {
    check(
        |pool, [x, y, ..]| {
            vec![pool.eq(times(pool, 2, x), pool.add(&[times(pool, 2, y), pool.int(1)]))]
        },
        Verdict::Unsat,
    );
}

#[test]
fn parity_shows_in_two_equations_together() {
    check(
        |pool, [x, y, z, w]| {
            vec![
                pool.eq(pool.add(&[x, y]), times(pool, 2, z)),
                pool.eq(pool.sub(x, y), pool.add(&[times(pool, 2, w), pool.int(1)])),
            ]
        },
        Verdict::Unsat,
    );
}

#[test]
fn unbounded_variables_end_by_fixing_bounded_ones() {
    check(
        |pool, [x, y, z, _]| {
            let sum = pool.add(&[times(pool, 3, x), times(pool, 6, y)]);
            vec![pool.eq(z, sum), pool.le(pool.int(1), z), pool.le(z, pool.int(2))]
        },
        Verdict::Unsat,
    );
}

/// No integer is between, but no bound and no divisor of one row shows it.
#[test]
fn search_without_end_is_given_up() {
    let sig = Signature::new();
    let pool = &sig.pool;
    let [x, y, z, w] = ["x", "y", "z", "w"].map(|name| pool.var(name, Sort::INT));
    let sum = pool.add(&[times(pool, 3, x), times(pool, 6, y)]);
    let other = pool.add(&[times(pool, 9, z), pool.int(1)]);
    let far = pool.add(&[other, times(pool, 3, w)]);
    // 3x + 6y lies in between 9z + 3w + 1 and 9z + 3w + 2.
    let query = [pool.le(far, sum), pool.le(sum, pool.add(&[far, pool.int(1)]))];
    let verdict = Core::new(&sig.theory, NoSolver::new()).check(pool, &query);
    assert!(matches!(verdict, Verdict::Unsat | Verdict::Unknown(Reason::NeedsBackend)));
}

#[test]
fn numbers_beyond_machine_words_are_exact() {
    let big = |pool: &Pool, factor: i64| {
        let max = Int::from(i64::MAX);
        pool.int(max.mul(&max).mul(&max).mul(&Int::from(factor)))
    };
    check(
        |pool, [x, y, ..]| {
            let (low, high) = (big(pool, 2), pool.add(&[big(pool, 2), pool.int(2)]));
            vec![pool.lt(low, x), pool.lt(x, high), pool.eq(y, pool.add(&[x, x]))]
        },
        Verdict::Sat,
    );
    check(
        |pool, [x, y, ..]| {
            let twice = pool.add(&[big(pool, 2), pool.int(1)]);
            vec![pool.eq(pool.add(&[x, y]), twice), pool.eq(x, y)]
        },
        Verdict::Unsat,
    );
}

#[test]
fn bounds_at_the_ends_of_machine_words() {
    for (end, next) in [(i64::MAX, 1), (i64::MIN, -1)] {
        check(
            |pool, [x, y, ..]| {
                let beyond = pool.add(&[pool.int(end), pool.int(next)]);
                vec![pool.eq(x, pool.int(end)), pool.eq(y, pool.add(&[x, pool.int(next)])), {
                    pool.not(pool.eq(y, beyond))
                }]
            },
            Verdict::Unsat,
        );
    }
}

#[test]
fn many_equal_bounds_do_not_make_pivots_go_round() {
    check(
        |pool, [x, y, z, w]| {
            let mut query = Vec::new();
            for (a, b) in [(x, y), (y, z), (z, w), (w, x), (x, z), (y, w)] {
                query.push(pool.le(a, b));
                query.push(pool.le(pool.add(&[a, b]), pool.add(&[z, w])));
                query.push(pool.le(pool.add(&[a, times(pool, 2, b)]), times(pool, 3, w)));
            }
            query.push(pool.not(pool.eq(x, w)));
            query
        },
        Verdict::Unsat,
    );
}

#[test]
fn quotients_and_remainders_by_literals() {
    check(
        |pool, [x, y, ..]| {
            let (half, rest) = (pool.div(x, pool.int(2)), pool.modulo(x, pool.int(2)));
            vec![pool.eq(pool.add(&[half, half, rest]), y), pool.not(pool.eq(x, y))]
        },
        Verdict::Unsat,
    );
    check(
        |pool, [x, ..]| {
            let quotient = pool.div(x, pool.int(-7));
            vec![pool.eq(quotient, pool.int(3)), pool.lt(x, pool.int(-20))]
        },
        Verdict::Sat,
    );
    check(|pool, [x, ..]| vec![pool.lt(pool.modulo(x, pool.int(-5)), pool.int(0))], Verdict::Unsat);
}

#[test]
fn equal_sums_are_equal_arguments() {
    check(
        |pool, [x, y, z, _]| {
            let f = pool.func("f", &[Sort::INT], Sort::INT);
            let apply = |term| pool.apply(f, &[term]);
            vec![
                pool.le(x, y),
                pool.le(y, pool.add(&[x, z])),
                pool.le(z, pool.int(0)),
                pool.not(pool.eq(apply(x), apply(y))),
            ]
        },
        Verdict::Unsat,
    );
}

#[test]
fn too_few_integers_for_different_arguments() {
    let different = |count: usize| {
        move |pool: &Pool, vars: [Term; 4]| {
            let mut query = Vec::new();
            for (at, var) in vars[..count].iter().enumerate() {
                query.extend([pool.le(pool.int(0), *var), pool.lt(*var, pool.int(3))]);
                query.extend(vars[..at].iter().map(|other| pool.not(pool.eq(*var, *other))));
            }
            query
        }
    };
    check(different(3), Verdict::Sat);
    check(different(4), Verdict::Unsat);
}

#[test]
fn comparison_below_a_conditional_is_decided() {
    check(
        |pool, [x, y, ..]| {
            let larger = pool.ite(pool.lt(x, y), y, x);
            vec![pool.lt(larger, x)]
        },
        Verdict::Unsat,
    );
    check(
        |pool, [x, y, ..]| {
            let larger = pool.ite(pool.lt(x, y), y, x);
            vec![pool.lt(x, larger), pool.eq(x, pool.int(5))]
        },
        Verdict::Sat,
    );
}

/// A solver that keeps its state must forget what it branched on.
#[test]
fn branches_are_forgotten_with_the_path() {
    let sig = Signature::new();
    let pool = &sig.pool;
    let [x, y] = ["x", "y"].map(|name| pool.var(name, Sort::INT));
    let sum = pool.eq(pool.add(&[times(pool, 2, x), times(pool, 3, y)]), pool.int(7));
    let mut core = Core::new(&sig.theory, NoSolver::new());
    for bound in (0..40).chain((0..40).rev()) {
        let above = pool.lt(pool.int(bound), x);
        assert_eq!(checked(&sig, &mut core, &[sum, above]), Verdict::Sat);
        let narrow = [sum, above, pool.lt(x, pool.int(bound + 2))];
        let expected = if (bound + 1) % 3 == 2 { Verdict::Sat } else { Verdict::Unsat };
        assert_eq!(checked(&sig, &mut core, &narrow), expected, "{bound}");
    }
}

/// Sums of three variables without bounds: trying values of one after another finds no end.
#[test]
fn many_sums_without_narrow_ranges_have_a_model() {
    let sig = Signature::new();
    let pool = &sig.pool;
    let mut dice = Dice::new(17);
    let vars: Vec<(Term, i64)> = (0..50)
        .map(|at| (pool.var(&format!("x{at}"), Sort::INT), dice.below(100) as i64))
        .collect();
    let query: Vec<Term> = (0..vars.len())
        .map(|first| {
            let places = [first, dice.below(vars.len()), dice.below(vars.len())];
            let parts = places.iter().zip([1, 2, -3]).map(|(at, by)| times(pool, by, vars[*at].0));
            let value: i64 = places.iter().zip([1, 2, -3]).map(|(at, by)| vars[*at].1 * by).sum();
            let sum = pool.add(&parts.collect::<Vec<_>>());
            pool.le(sum, pool.int(value + dice.below(5) as i64))
        })
        .collect();
    let core = checked(&sig, &mut Core::new(&sig.theory, NoSolver::new()), &query);
    assert_eq!(core, Verdict::Sat);
}

/// The bounds of `x`, `y` and `z` leave no value once they are carried from sum to sum.
#[test]
fn bounds_are_carried_through_sums() {
    check(
        |pool, [x, y, z, _]| {
            let between =
                |term, low, high| [pool.le(pool.int(low), term), pool.le(term, pool.int(high))];
            let mut query = between(x, 0, 1_000_000).to_vec();
            query.extend(between(y, 0, 1_000_000));
            query.extend(between(z, 0, 1_000_000));
            let sum = pool.add(&[times(pool, 6, x), times(pool, 10, y), times(pool, 15, z)]);
            query.push(pool.eq(sum, pool.int(29)));
            query
        },
        Verdict::Unsat,
    );
}

/// Each bound of `x` follows from the one before it, and equalities exclude those that they are outside of.
#[test]
fn bounds_of_one_integer_imply_each_other_in_clauses() {
    let sig = Signature::new();
    let pool = &sig.pool;
    let [x, y] = ["x", "y"].map(|name| pool.var(name, Sort::INT));
    let at_most = |limit: i64| pool.le(x, pool.int(limit));
    let is = |term: Term, value: i64| pool.eq(term, pool.int(value));
    let clauses = |above: i64| {
        vec![
            pool.or(&[at_most(3), is(x, 5)]),
            pool.or(&[pool.not(at_most(5)), is(y, 1)]),
            pool.or(&[pool.lt(pool.int(above), x), is(y, 2)]),
        ]
    };
    let verdict =
        |query: &[Term]| checked(&sig, &mut Cdcl::new(&sig.theory, NoSolver::new()), query);
    assert_eq!(verdict(&clauses(7)), Verdict::Unsat);
    assert_eq!(verdict(&clauses(4)), Verdict::Sat);
}
