//! Conditions of paths as people read them.

use term::{Infix, Pool, Term};

use crate::plain_value;

/// A longer condition is cut.
const LONGEST: usize = 100;
/// A condition that is nested deeper is not shown.
const DEEPEST: usize = 12;

/// A condition with operators between their operands, cut if it is long.
pub(crate) fn cond_text(pool: &Pool, cond: Term) -> String {
    let is_of_history = |var: &Term| pool.show(*var).starts_with("|history ");
    if pool.free_vars(&[cond]).iter().any(is_of_history) {
        return "(what happened before the call)".to_owned();
    }
    let infix = Infix {
        differs: "≠",
        at_most: "≤",
        and: "and",
        or: "or",
        division: ["div", "mod"],
        literal: &plain_value,
        deepest: DEEPEST,
    };
    let text = infix.show(pool, cond).unwrap_or_else(|| "(a long condition)".to_owned());
    match text.chars().count() <= LONGEST {
        true => text,
        false => text.chars().take(LONGEST - 1).chain(['…']).collect(),
    }
}

#[cfg(test)]
mod tests {
    use term::Sort;

    use super::*;

    #[test]
    fn operators_stand_between_their_operands() {
        let pool = Pool::new();
        let [x, y] = ["x", "y"].map(|name| pool.var(name, Sort::INT));
        let equal = pool.eq(x, pool.int(3));
        assert_eq!(cond_text(&pool, pool.not(equal)), "x ≠ 3");
        let both = pool.and(&[pool.lt(x, y), pool.not(equal)]);
        assert!(cond_text(&pool, both).contains(" and "), "{}", cond_text(&pool, both));
        let many: Vec<Term> = (0..40).map(|n| pool.var(&format!("b{n}"), Sort::BOOL)).collect();
        let long = cond_text(&pool, pool.or(&many));
        assert!(long.ends_with('…') && long.chars().count() == LONGEST, "{long}");
    }
}
