//! Goals over integers, against an evaluator on every pair of small numbers.

use std::fmt::Write as _;

use interp_langs::caselang::Evaluation;
use proptest::prelude::*;

use crate::support::{solve_by, with_numbers};

/// The numbers that are tried.
const SMALL: std::ops::RangeInclusive<i64> = -4..=4;

/// A sum, as text and as what it comes to; none where it divides by zero.
#[derive(Clone, Debug)]
enum Sum {
    Number(i64),
    Unknown(usize),
    Binary(char, Box<Sum>, Box<Sum>),
}

impl Sum {
    fn text(&self) -> String {
        match self {
            Sum::Number(number) => number.to_string(),
            Sum::Unknown(at) => ["x", "y"][*at].to_owned(),
            Sum::Binary(op, left, right) => format!("({} {op} {})", left.text(), right.text()),
        }
    }

    fn value(&self, known: [i64; 2]) -> Option<i64> {
        match self {
            Sum::Number(number) => Some(*number),
            Sum::Unknown(at) => Some(known[*at]),
            Sum::Binary(op, left, right) => {
                let (left, right) = (left.value(known)?, right.value(known)?);
                match op {
                    '+' => Some(left + right),
                    '-' => Some(left - right),
                    '*' => Some(left * right),
                    '/' if right != 0 => Some((left - left.rem_euclid(right)) / right),
                    '%' if right != 0 => Some(left.rem_euclid(right)),
                    _ => None,
                }
            }
        }
    }
}

fn sum() -> impl Strategy<Value = Sum> {
    let leaf = prop_oneof![SMALL.prop_map(Sum::Number), (0..2_usize).prop_map(Sum::Unknown)];
    leaf.prop_recursive(2, 6, 2, |part| {
        let op = prop::sample::select(vec!['+', '-', '*', '/', '%']);
        (op, part.clone(), part)
            .prop_map(|(op, left, right)| Sum::Binary(op, Box::new(left), Box::new(right)))
    })
}

type Condition = (Sum, &'static str, Sum);

fn condition() -> impl Strategy<Value = Condition> {
    let relation = prop::sample::select(vec!["=", "/=", "<", "<=", ">", ">=", "=="]);
    (sum(), relation, sum())
}

/// Whether a condition holds; none if it is an error of the program.
fn holds((left, relation, right): &Condition, known: [i64; 2]) -> Option<bool> {
    let (left, right) = (left.value(known)?, right.value(known)?);
    Some(match *relation {
        "/=" => left != right,
        "<" => left < right,
        "<=" => left <= right,
        ">" => left > right,
        ">=" => left >= right,
        _ => left == right,
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn exactly_what_holds_is_found(
        conditions in prop::collection::vec(condition(), 1..3),
        typed in any::<bool>(),
        outside_in in any::<bool>(),
    ) {
        let evaluation = if outside_in { Evaluation::OutsideIn } else { Evaluation::InOrder };
        let mut text = String::from(if typed { "exists x : Int, y : Int. " } else { "exists x y. " });
        for (left, relation, right) in &conditions {
            let _ = write!(text, "{} {relation} {} & ", left.text(), right.text());
        }
        for known in SMALL.flat_map(|x| SMALL.map(move |y| [x, y])) {
            // At the end, so that it does not decide anything before it is met.
            let [x, y] = known;
            let asked = format!("{text} 0 + x = {x} & 0 + y = {y}");
            let (found, summary) = solve_by(evaluation, &asked, &with_numbers().take(1));
            let all = conditions.iter().map(|one| holds(one, known));
            let expected = all.into_iter().try_fold(true, |all, one| one.map(|one| all && one));
            match expected {
                Some(true) => prop_assert_eq!(&found, &[format!("x = {x}, y = {y}")], "{}", asked),
                // Where something is an error, other conditions may exclude it before or after.
                _ => prop_assert!(found.is_empty(), "{asked}: {found:?}"),
            }
            prop_assert!(summary.broken.is_empty());
        }
    }
}

#[test]
fn what_is_the_only_number_is_shown_as_such() {
    let [of_itself, plain, open, both] = [
        "exists x. 1 - (x + -1) = x",
        "exists n : Int. n * n = 49 & n > 0",
        "exists n : Int. n * n = 49",
        "exists n : Int, m. m = [n, n + 1] & 2 * n = 6",
    ]
    .map(|goal| solve_by(Evaluation::OutsideIn, goal, &with_numbers().take(2)).0);
    assert_eq!(of_itself, ["x = 1"]);
    assert_eq!(plain, ["n = 7"]);
    assert!(open[0].starts_with("n = _0 where _0 * _0 = 49 (for example n = "), "{open:?}");
    assert_eq!(both, ["n = 3, m = [3, 4]"]);
}
