//! What the characters of a path may still be.
//!
//! Most branches that a run did not take cannot be taken at all: a character that is a letter is no
//! digit, and the program asks it ten more questions. So every variable of few bits has the set of its
//! values that the conditions on it alone leave, and a condition that leaves none cannot hold. Nothing
//! else is said, so no solver is needed for that, and nothing possible is excluded.

use rustc_hash::FxHashMap;
use term::{Pool, Term};

use super::program::{Program, Variable};
use super::sets::{SetId, Sets};

/// How many conditions are remembered.
const KEPT: usize = 100_000;

/// What the narrow variables of a path may be.
///
/// ```
/// use solve_core::Narrow;
/// use term::{Op, Pool};
///
/// let pool = Pool::new();
/// let c = pool.var("c", pool.bitvec_sort(16));
/// let below = |bound| pool.word(Op::BvUlt, &[c, pool.bitvec(16, bound)]);
/// let mut path = Narrow::new();
/// path.assume(&pool, below(10));
/// assert!(path.may_hold(&pool, below(5)));
/// assert!(!path.may_hold(&pool, pool.not(below(20))));
/// path.restart();
/// assert!(path.may_hold(&pool, pool.not(below(20))));
/// ```
#[derive(Default)]
pub struct Narrow {
    sets: Sets,
    /// The only variables of conditions that have one.
    vars: FxHashMap<Term, Option<Variable>>,
    /// What each variable may be on this path.
    now: FxHashMap<Term, SetId>,
}

impl Narrow {
    /// A path without conditions.
    #[must_use]
    pub fn new() -> Narrow {
        Narrow::default()
    }

    /// Begins another path. What was found out about conditions is kept.
    pub fn restart(&mut self) {
        self.now.clear();
        self.sets.tidy();
        if self.vars.len() >= KEPT {
            self.vars.clear();
        }
    }

    /// Whether a condition may hold on this path; if not, that is certain.
    pub fn may_hold(&mut self, pool: &Pool, cond: Term) -> bool {
        cond != Term::FALSE
            && self.left(pool, cond).is_none_or(|(_, left)| !self.sets.is_empty(left))
    }

    /// Adds a condition to the path.
    pub fn assume(&mut self, pool: &Pool, cond: Term) {
        if let Some((var, left)) = self.left(pool, cond) {
            self.now.insert(var, left);
        }
    }

    /// The variable of a condition, and what the condition leaves of it.
    fn left(&mut self, pool: &Pool, cond: Term) -> Option<(Term, SetId)> {
        let mut program = None;
        let var = *self.vars.entry(cond).or_insert_with(|| {
            program = Program::of(pool, cond);
            program.as_ref().and_then(Program::only_narrow)
        });
        let var = var?;
        let now = match self.now.get(&var.term) {
            Some(now) => *now,
            None => self.sets.all(var.width),
        };
        let code = || program.or_else(|| Program::of(pool, cond)).expect("it has a variable");
        Some((var.term, self.sets.left(now, cond, code)?))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use term::{Model, Op};

    use super::*;

    /// A condition on one or two variables of four bits, by numbers.
    fn cond(pool: &Pool, (op, var, value): (u8, bool, u8)) -> Term {
        let vars = ["a", "b"].map(|name| pool.var(name, pool.bitvec_sort(4)));
        let (var, other) = (vars[usize::from(var)], vars[usize::from(!var)]);
        let value = pool.bitvec(4, u64::from(value % 16));
        let test = match op % 5 {
            0 => pool.eq(var, value),
            1 => pool.word(Op::BvUlt, &[var, value]),
            2 => pool.eq(pool.word(Op::BvAnd, &[var, pool.bitvec(4, 5)]), value),
            3 => pool.word(Op::BvSlt, &[var, value]),
            _ => pool.word(Op::BvUlt, &[var, other]),
        };
        if op / 5 % 2 == 0 { test } else { pool.not(test) }
    }

    fn has_values(pool: &Pool, query: &[Term]) -> bool {
        (0..256).any(|both| {
            let mut model = Model::new();
            for (name, value) in [("a", both % 16), ("b", both / 16)] {
                model.set(pool.var(name, pool.bitvec_sort(4)), pool.bitvec(4, value));
            }
            pool.satisfies(&model, query)
        })
    }

    proptest! {
        #[test]
        fn narrowing_is_sound_and_decides_one_variable(
            conds in prop::collection::vec(any::<(u8, bool, u8)>(), 1..8),
        ) {
            let pool = Pool::new();
            let mut path = Narrow::new();
            for _ in 0..2 {
                path.restart();
                let mut query = Vec::new();
                for made in &conds {
                    let cond = cond(&pool, *made);
                    query.push(cond);
                    let possible = has_values(&pool, &query);
                    let is_alone = query.iter().all(|cond| pool.free_vars(&[*cond]).len() <= 1);
                    let told = path.may_hold(&pool, cond);
                    prop_assert!(told || !possible);
                    prop_assert!(!is_alone || told == possible);
                    if !possible {
                        break;
                    }
                    path.assume(&pool, cond);
                }
            }
        }
    }
}
