//! The corners of each theory, one by one.

use crate::check::checked;
use crate::signature::Signature;
use solve::{NoSolver, Reason, Verdict};
use solve_core::{Cdcl, Core};
use term::{Op, Pool, Sort, Term};

const UNKNOWN: Verdict = Verdict::Unknown(Reason::NeedsBackend);

/// Both stages say so, each by itself, and a model is given with every `Sat`.
#[track_caller]
fn check(build: impl Fn(&Signature) -> Vec<Term>, expected: Verdict) {
    let sig = Signature::new();
    let query = build(&sig);
    let core = checked(&sig, &mut Core::new(&sig.theory, NoSolver::new()), &query);
    assert_eq!(core, expected, "core");
    let cdcl = checked(&sig, &mut Cdcl::new(&sig.theory, NoSolver::new()), &query);
    assert_eq!(cdcl, expected, "cdcl");
}

fn vars<const N: usize>(pool: &Pool, sort: Sort) -> [Term; N] {
    std::array::from_fn(|n| pool.var(&format!("v{n}"), sort))
}

/// Each pair different, as conjuncts.
fn all_different(pool: &Pool, terms: &[Term]) -> Vec<Term> {
    let pairs =
        terms.iter().enumerate().flat_map(|(at, a)| terms[at + 1..].iter().map(|b| (*a, *b)));
    pairs.map(|(a, b)| pool.not(pool.eq(a, b))).collect()
}

#[test]
fn three_colors_for_three_variables() {
    check(|sig| all_different(&sig.pool, &vars::<3>(&sig.pool, sig.color)), Verdict::Sat);
}

#[test]
fn three_colors_are_too_few_for_four_variables() {
    check(|sig| all_different(&sig.pool, &vars::<4>(&sig.pool, sig.color)), Verdict::Unsat);
}

#[test]
fn too_few_colors_show_through_a_function() {
    check(
        |sig| {
            let code = sig.pool.func("code", &[sig.color], Sort::INT);
            let colors = vars::<4>(&sig.pool, sig.color);
            all_different(&sig.pool, &colors.map(|color| sig.pool.apply(code, &[color])))
        },
        Verdict::Unsat,
    );
}

#[test]
fn too_few_truth_values_show_through_a_function() {
    check(
        |sig| {
            let pick = sig.pool.func("pick", &[Sort::BOOL], sig.elem);
            let truths = vars::<3>(&sig.pool, Sort::BOOL);
            all_different(&sig.pool, &truths.map(|truth| sig.pool.apply(pick, &[truth])))
        },
        Verdict::Unsat,
    );
}

#[test]
fn too_few_truth_values_show_inside_lists() {
    let lists = |count: usize| {
        move |sig: &Signature| {
            let (data, _) = sig.pool.as_data(sig.list).expect("a list");
            let sort = sig.pool.data_sort(data, &[Sort::BOOL]);
            let nil = sig.pool.construct(sort, 0, &[]);
            let size = sig.pool.func("size", &[sort], Sort::INT);
            let sizes = vars::<3>(&sig.pool, Sort::BOOL).map(|truth| {
                let one = sig.pool.construct(sort, 1, &[truth, nil]);
                sig.pool.apply(size, &[one])
            });
            all_different(&sig.pool, &sizes[..count])
        }
    };
    check(lists(2), Verdict::Sat);
    check(lists(3), Verdict::Unsat);
}

#[test]
fn one_bit_words_run_out() {
    let words = |count: usize| {
        move |sig: &Signature| {
            let sort = sig.pool.bitvec_sort(1);
            all_different(&sig.pool, &vars::<3>(&sig.pool, sort)[..count])
        }
    };
    check(words(2), Verdict::Sat);
    check(words(3), UNKNOWN);
}

#[test]
fn a_list_is_not_its_own_tail() {
    check(
        |sig| {
            let [x, y] = vars(&sig.pool, sig.list);
            let red = sig.pool.construct(sig.color, 0, &[]);
            let cons = |tail| sig.pool.construct(sig.list, 1, &[red, tail]);
            vec![sig.pool.eq(x, cons(y)), sig.pool.eq(y, cons(x))]
        },
        Verdict::Unsat,
    );
}

#[test]
fn a_list_that_is_its_own_tail_is_empty() {
    let own_tail = |sig: &Signature| {
        let [x] = vars(&sig.pool, sig.list);
        (x, sig.pool.eq(sig.pool.field(1, 1, x), x))
    };
    check(|sig| vec![own_tail(sig).1], Verdict::Sat);
    check(
        |sig| {
            let (x, same) = own_tail(sig);
            vec![same, sig.pool.is(1, x)]
        },
        Verdict::Unsat,
    );
}

#[test]
fn constructors_are_injective() {
    check(
        |sig| {
            let [x, y, z] = vars(&sig.pool, sig.list);
            let [a, b] = vars(&sig.pool, sig.color);
            let cons = |head, tail| sig.pool.construct(sig.list, 1, &[head, tail]);
            vec![
                sig.pool.eq(z, cons(a, x)),
                sig.pool.eq(z, cons(b, y)),
                sig.pool.not(sig.pool.eq(x, y)),
            ]
        },
        Verdict::Unsat,
    );
}

#[test]
fn values_with_the_same_fields_are_the_same() {
    check(
        |sig| {
            let pool = &sig.pool;
            let [x, y] = vars(pool, sig.list);
            vec![
                pool.is(1, x),
                pool.not(pool.is(0, y)),
                pool.eq(pool.field(1, 0, x), pool.field(1, 0, y)),
                pool.eq(pool.field(1, 1, x), pool.field(1, 1, y)),
                pool.not(pool.eq(x, y)),
            ]
        },
        Verdict::Unsat,
    );
}

#[test]
fn a_field_of_another_constructor_has_the_default_value() {
    let head = |sig: &Signature, color: u32| {
        let [x] = vars(&sig.pool, sig.list);
        let head = sig.pool.field(1, 0, x);
        let color = sig.pool.construct(sig.color, color, &[]);
        vec![sig.pool.is(0, x), sig.pool.eq(head, color)]
    };
    check(|sig| head(sig, 0), Verdict::Sat);
    check(|sig| head(sig, 1), Verdict::Unsat);
}

#[test]
fn a_field_that_is_not_the_default_tells_the_constructor() {
    check(
        |sig| {
            let [x] = vars(&sig.pool, sig.list);
            let green = sig.pool.construct(sig.color, 1, &[]);
            let [y] = vars(&sig.pool, sig.color);
            vec![
                sig.pool.eq(sig.pool.field(1, 0, x), y),
                sig.pool.eq(y, green),
                sig.pool.not(sig.pool.is(1, x)),
            ]
        },
        Verdict::Unsat,
    );
}

#[test]
fn a_value_is_made_by_some_constructor() {
    check(
        |sig| {
            let [x] = vars(&sig.pool, sig.color);
            (0..3).map(|ctor| sig.pool.not(sig.pool.is(ctor, x))).collect()
        },
        Verdict::Unsat,
    );
}

#[test]
fn many_recursive_values_can_be_different() {
    check(
        |sig| {
            let numbers = vars::<5>(&sig.pool, sig.nat);
            let mut query = all_different(&sig.pool, &numbers);
            query.extend(numbers[1..].iter().map(|number| sig.pool.is(1, *number)));
            let next = sig.pool.construct(sig.nat, 1, &[numbers[1]]);
            query.push(sig.pool.eq(numbers[2], next));
            query
        },
        Verdict::Sat,
    );
}

#[test]
fn orders_have_no_strict_cycle() {
    let cycle = |sig: &Signature, last: bool| {
        let [a, b, c] = vars(&sig.pool, sig.elem);
        let less = |a, b| sig.pool.apply(sig.less, &[a, b]);
        let at_most = |a, b| sig.pool.not(less(b, a));
        vec![at_most(a, b), at_most(b, c), if last { less(c, a) } else { at_most(c, a) }]
    };
    check(|sig| cycle(sig, true), Verdict::Unsat);
    check(|sig| cycle(sig, false), Verdict::Sat);
    check(
        |sig| {
            let [a, _, c] = vars(&sig.pool, sig.elem);
            let mut query = cycle(sig, false);
            query.push(sig.pool.not(sig.pool.eq(a, c)));
            query
        },
        Verdict::Unsat,
    );
}

#[test]
fn equal_by_order_is_equal_to_functions() {
    check(
        |sig| {
            let f = sig.pool.func("f", &[sig.elem], sig.elem);
            let [a, b] = vars(&sig.pool, sig.elem);
            let less = |a, b| sig.pool.apply(sig.less, &[a, b]);
            let of = |x| sig.pool.apply(f, &[x]);
            vec![sig.pool.not(less(a, b)), sig.pool.not(less(b, a)), less(of(a), of(b))]
        },
        Verdict::Unsat,
    );
}

#[test]
fn elements_of_a_query_keep_their_numbers() {
    check(
        |sig| {
            let [a] = vars(&sig.pool, sig.elem);
            let [zero, two] = [0, 2].map(|number| sig.pool.elem(sig.elem, number));
            vec![
                sig.pool.apply(sig.less, &[two, zero]),
                sig.pool.apply(sig.less, &[a, two]),
                sig.pool.not(sig.pool.eq(a, zero)),
            ]
        },
        Verdict::Sat,
    );
}

#[test]
fn integers_are_placed_between_bounds_where_there_is_room() {
    let between = |sig: &Signature, low: i64, high: i64| {
        let [x, y] = vars(&sig.pool, Sort::INT);
        vec![
            sig.pool.lt(sig.pool.int(low), x),
            sig.pool.le(x, y),
            sig.pool.lt(y, sig.pool.int(high)),
        ]
    };
    check(|sig| between(sig, 3, 2), Verdict::Unsat);
    check(|sig| between(sig, 0, 9), Verdict::Sat);
    check(|sig| between(sig, -9, -6), Verdict::Sat);
    check(|sig| between(sig, 0, 1), Verdict::Unsat);
    check(
        |sig| vec![sig.pool.lt(vars::<1>(&sig.pool, Sort::INT)[0], sig.pool.int(-3))],
        Verdict::Sat,
    );
}

#[test]
fn rational_orders_get_no_values() {
    let below = |sig: &Signature, high: i64| {
        let [x] = vars(&sig.pool, Sort::REAL);
        let [low, high] = [1, high].map(|number| sig.pool.real_ratio(number, 2));
        vec![sig.pool.lt(low, x), sig.pool.le(x, high)]
    };
    check(|sig| below(sig, 1), Verdict::Unsat);
    check(|sig| below(sig, 2), UNKNOWN);
}

#[test]
fn operators_that_are_not_modelled_are_still_functions() {
    let sums = |sig: &Signature, same: bool| {
        let [x, y, z] = vars(&sig.pool, Sort::INT);
        let sum = |a| sig.pool.mul(&[a, z]);
        let equal = sig.pool.eq(x, y);
        let differ = sig.pool.not(sig.pool.eq(sum(x), sum(y)));
        vec![if same { equal } else { sig.pool.not(equal) }, differ]
    };
    check(|sig| sums(sig, true), Verdict::Unsat);
    check(|sig| sums(sig, false), UNKNOWN);
}

#[test]
fn arrays_are_for_others() {
    check(
        |sig| {
            let sort = sig.pool.array_sort(Sort::BOOL, Sort::BOOL);
            all_different(&sig.pool, &vars::<5>(&sig.pool, sort))
        },
        UNKNOWN,
    );
}

#[test]
fn long_literal_lists_are_handed_on_and_do_not_overflow() {
    check(
        |sig| {
            let red = sig.pool.construct(sig.color, 0, &[]);
            let nil = sig.pool.construct(sig.list, 0, &[]);
            let cons = |head, tail| sig.pool.construct(sig.list, 1, &[head, tail]);
            let long = |last| (0..100_000).fold(cons(last, nil), |tail, _| cons(red, tail));
            let [x, y] = vars(&sig.pool, sig.list);
            let green = sig.pool.construct(sig.color, 1, &[]);
            let differ = sig.pool.not(sig.pool.eq(x, y));
            vec![differ, sig.pool.eq(x, long(red)), sig.pool.eq(y, long(green))]
        },
        UNKNOWN,
    );
}

#[test]
fn a_contradiction_in_a_prefix_stays() {
    let sig = Signature::new();
    let [a, b] = vars(&sig.pool, sig.elem);
    let (same, differ) = (sig.pool.eq(a, b), sig.pool.not(sig.pool.eq(a, b)));
    let mut core = Core::new(&sig.theory, NoSolver::new());
    for query in [&[same, differ][..], &[same, differ, same], &[same, differ]] {
        assert_eq!(checked(&sig, &mut core, query), Verdict::Unsat);
    }
    assert_eq!(checked(&sig, &mut core, &[differ]), Verdict::Sat);
    assert_eq!(checked(&sig, &mut core, &[]), Verdict::Sat);
}

#[test]
fn a_raised_interrupt_hands_the_query_on() {
    let sig = Signature::new();
    let query = all_different(&sig.pool, &vars::<4>(&sig.pool, sig.color));
    let interrupt = solve::Interrupt::new();
    interrupt.raise();
    let mut core = Core::new(&sig.theory, NoSolver::new()).with_interrupt(interrupt);
    assert_eq!(checked(&sig, &mut core, &query), UNKNOWN);
}

#[test]
fn terms_out_of_normal_form_are_understood() {
    check(
        |sig| {
            let [p] = vars(&sig.pool, Sort::BOOL);
            let raw = |op, args: &[Term]| sig.pool.raw(op, args, Sort::BOOL);
            let twice = raw(Op::Not, &[raw(Op::Not, &[p])]);
            vec![twice, raw(Op::Eq, &[p, Term::TRUE]), raw(Op::Not, &[p])]
        },
        Verdict::Unsat,
    );
}

/// A list that has the fields of another one equals it once it is known to be made by the same
/// constructor; but only because of the fields. The solver chooses equal fields first, learns from that
/// it cannot be, and must not conclude that there is none. In which order it chooses depends on names.
#[test]
fn equal_fields_are_part_of_why_values_are_equal() {
    for name in 0..100 {
        let sig = Signature::new();
        let pool = &sig.pool;
        let [a, l, t] = [("a", sig.color), ("l", sig.list), ("t", sig.list)]
            .map(|(text, sort)| pool.var(&format!("{text}{name}"), sort));
        let [p, q] = ["p", "q"].map(|text| pool.var(&format!("{text}{name}"), Sort::BOOL));
        let x = pool.var(&format!("x{name}"), Sort::INT);
        let other = pool.construct(sig.list, 1, &[a, t]);
        let query = [
            pool.not(pool.eq(l, other)),
            pool.lt(pool.int(0), x),
            pool.or(&[pool.lt(x, pool.int(0)), pool.is(1, l)]),
            pool.or(&[p, pool.eq(pool.field(1, 0, l), a)]),
            pool.or(&[q, pool.eq(pool.field(1, 1, l), t)]),
        ];
        let mut cdcl = Cdcl::new(&sig.theory, NoSolver::new());
        assert_eq!(checked(&sig, &mut cdcl, &query), Verdict::Sat);
    }
}
