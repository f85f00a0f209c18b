//! Random formulas of `--ltl` are read as they were meant, in every spelling.

use lang_k::ltl::Property;
use proptest::prelude::*;
use syntax::temporal::{InfixOp, PrefixOp, TemporalLogic, pairwise};
use test_support::{Dice, TemporalFormula};

use crate::support::property;

/// What is there besides operators, which bind less than comparisons.
const ATOMS: [&str; TemporalFormula::ATOMS] = ["here", "x + 1 < 2 * y", "small(x)", "true"];

fn prefix(op: PrefixOp, inner: Property) -> Property {
    let (inner, constant) = (Box::new(inner), |value| Box::new(Property::Constant(value)));
    match op {
        PrefixOp::Not => Property::Not(inner),
        PrefixOp::Next => Property::Next(inner),
        PrefixOp::Finally => Property::Until(constant(true), inner),
        PrefixOp::Globally => Property::Release(constant(false), inner),
        _ => panic!("{op:?} is not in this logic"),
    }
}

fn infix(op: InfixOp, left: Property, right: Property) -> Property {
    let (left, right) = (Box::new(left), Box::new(right));
    match op {
        InfixOp::Iff => Property::Iff(left, right),
        InfixOp::Implies => Property::Or(Box::new(Property::Not(left)), right),
        InfixOp::Or => Property::Or(left, right),
        InfixOp::Xor => Property::Not(Box::new(Property::Iff(left, right))),
        InfixOp::And => Property::And(left, right),
        InfixOp::Until => Property::Until(left, right),
        InfixOp::WeakUntil => Property::WeakUntil(left, right),
        InfixOp::Release => Property::Release(left, right),
        InfixOp::Since => panic!("there is no past in this logic"),
    }
}

proptest! {
    #[test]
    fn formulas_in_any_spelling_are_read_back(tape in prop::collection::vec(any::<u8>(), 0..80)) {
        let mut dice = Dice::of_tape(&tape);
        let drawn = TemporalFormula::draw(&mut dice, TemporalLogic::Paths, 5);
        let text = drawn.print(&mut dice, &ATOMS);
        let row = |op, parts| pairwise(parts, &mut |left, right| infix(op, left, right));
        let expected = drawn.fold(&|atom| property(ATOMS[atom]), &prefix, &infix, &row);
        prop_assert_eq!(property(&text), expected, "{}", text);
    }
}
