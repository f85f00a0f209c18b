//! What is to blame, against the judge: it is a part of the formula, and it is as wrong as is said.

use crate::support::{WORLD, formula, model, trace};
use proptest::prelude::*;
use trace::{Formula, Judge};

proptest! {
    #[test]
    fn the_blamed_part_is_wrong_at_its_position(
        formula in formula(), model in model(), trace in trace()
    ) {
        let judge =
            Judge { pool: &WORLD.pool, alphabet: &WORLD.alphabet, model: &model, trace: &trace };
        let holds = judge.holds(&formula).expect("generated formulas are flat");
        let blame = judge.blame(&formula).expect("generated formulas are flat");
        prop_assert_eq!(holds, blame.is_none());
        let Some(blame) = blame else { return Ok(()) };
        let part: &Formula =
            blame.path.iter().fold(&formula, |whole, number| whole.parts()[*number]);
        prop_assert_eq!(part, blame.formula);
        let truth = judge.truth(blame.formula).expect("generated formulas are flat");
        prop_assert_eq!(truth.from(blame.from), blame.holds);
        for since in &blame.since {
            let truth = judge.truth(since.formula).expect("generated formulas are flat");
            prop_assert!(truth.from(since.from));
        }
    }
}
