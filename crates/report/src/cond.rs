//! Conditions of paths as people read them.

use term::{Op, Pool, Term};

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
    let text = shown(pool, cond, 0, DEEPEST).unwrap_or_else(|| "(a long condition)".to_owned());
    match text.chars().count() <= LONGEST {
        true => text,
        false => text.chars().take(LONGEST - 1).chain(['…']).collect(),
    }
}

/// The text of a term under an operator that binds so tightly; none if it is nested too deeply. At most [`DEEPEST`]
/// calls deep.
fn shown(pool: &Pool, term: Term, around: u8, deep: usize) -> Option<String> {
    let deep = deep.checked_sub(1)?;
    let args = pool.args(term);
    let joined = |word: &str, own: u8| -> Option<(String, u8)> {
        let parts: Option<Vec<String>> =
            args.iter().map(|arg| shown(pool, *arg, own + 1, deep)).collect();
        Some((parts?.join(word), own))
    };
    let (text, own) = match pool.op(term) {
        Op::Not => match pool.op(args[0]) {
            Op::Eq => {
                let [a, b] = [0, 1].map(|at| shown(pool, pool.args(args[0])[at], 4, deep));
                (format!("{} ≠ {}", a?, b?), 3)
            }
            _ => (format!("not {}", shown(pool, args[0], 7, deep)?), 6),
        },
        Op::And => joined(" and ", 2)?,
        Op::Or => joined(" or ", 1)?,
        Op::Eq => joined(" = ", 3)?,
        Op::Le | Op::BvSle | Op::BvUle => joined(" ≤ ", 3)?,
        Op::Lt | Op::BvSlt | Op::BvUlt => joined(" < ", 3)?,
        Op::Add | Op::BvAdd => joined(" + ", 4)?,
        Op::Mul | Op::BvMul => joined(" * ", 5)?,
        Op::Apply(func) if args.is_empty() => (pool.name(pool.func_name(func)).to_owned(), 9),
        Op::Apply(func) => {
            let args: Option<Vec<String>> =
                args.iter().map(|arg| shown(pool, *arg, 0, deep)).collect();
            (format!("{}({})", pool.name(pool.func_name(func)), args?.join(", ")), 9)
        }
        Op::Var(_) => (pool.show(term).trim_matches('|').to_owned(), 9),
        _ if args.is_empty() => (plain_value(pool, term), 9),
        _ => (pool.show(term), 9),
    };
    Some(if own < around { format!("({text})") } else { text })
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
