//! Conditionals whose conditions are made with connectives, as nested ones over atoms.
//!
//! The closure knows the truth of atoms only. `ite(p and q, a, b)` is the same as `ite(p, ite(q, a, b), b)`, which it
//! can decide.

use rustc_hash::FxHashMap;
use term::{Op, Pool, Sort, Term, Visit};

/// A term with more such conditionals is left as it is.
const MOST_CONDITIONALS: usize = 64;
/// Connectives that are opened below each other.
const DEEPEST: u32 = 32;
/// Terms that are remembered before all are forgotten.
const MOST_KNOWN: usize = 1 << 14;

/// The terms that were split, so that a path that comes back to one need not walk through it again.
#[derive(Default)]
pub(crate) struct SplitConditions {
    known: FxHashMap<Term, Term>,
}

impl SplitConditions {
    /// An equal term whose conditionals have atoms as conditions.
    pub(crate) fn split(&mut self, pool: &Pool, term: Term) -> Term {
        if let Some(known) = self.known.get(&term) {
            return *known;
        }
        if self.known.len() == MOST_KNOWN {
            self.known.clear();
        }
        let split = split(pool, term);
        self.known.insert(term, split);
        split
    }
}

fn split(pool: &Pool, term: Term) -> Term {
    let mut conditionals = Vec::new();
    let is_open = |sub: Term| match pool.node(sub) {
        (Op::Ite, &[cond, ..]) => is_connective(pool, cond),
        _ => false,
    };
    let note = |sub: Term| conditionals.extend(is_open(sub).then_some(sub));
    pool.walk(&[term], |_| Visit::Descend, note);
    if conditionals.is_empty() || conditionals.len() > MOST_CONDITIONALS {
        return term;
    }
    // Those below others come first.
    let mut done = FxHashMap::default();
    for conditional in conditionals {
        let parts = pool.args(conditional).iter().map(|part| pool.substitute(*part, &done));
        if let [cond, yes, no] = parts.collect::<Vec<Term>>()[..] {
            done.insert(conditional, nested(pool, cond, yes, no, 0));
        }
    }
    pool.substitute(term, &done)
}

fn is_connective(pool: &Pool, cond: Term) -> bool {
    match pool.node(cond) {
        (Op::And | Op::Or, _) => true,
        (Op::Not, &[inner]) => is_connective(pool, inner),
        (Op::Eq, &[a, _]) => pool.sort(a) == Sort::BOOL,
        _ => false,
    }
}

/// The conditional as nested ones. The constructor would put the condition together again.
fn nested(pool: &Pool, cond: Term, yes: Term, no: Term, depth: u32) -> Term {
    let below = |cond: Term, yes: Term, no: Term| nested(pool, cond, yes, no, depth + 1);
    match pool.node(cond) {
        _ if yes == no || cond == Term::TRUE => yes,
        _ if cond == Term::FALSE => no,
        (Op::And, parts) if depth < DEEPEST => {
            parts.iter().rev().fold(yes, |yes, part| below(*part, yes, no))
        }
        (Op::Or, parts) if depth < DEEPEST => {
            parts.iter().rev().fold(no, |no, part| below(*part, yes, no))
        }
        (Op::Not, &[inner]) if depth < DEEPEST => below(inner, no, yes),
        (Op::Eq, &[a, b]) if depth < DEEPEST && pool.sort(a) == Sort::BOOL => {
            below(a, below(b, yes, no), below(b, no, yes))
        }
        _ => pool.raw(Op::Ite, &[cond, yes, no], pool.sort(yes)),
    }
}

#[cfg(test)]
mod tests {
    use solve::{NoSolver, Solver, Theory, Verdict};

    use super::*;
    use crate::Cdcl;

    /// `ite(…, 1, 0)` differs from the truth of its condition for no values of `p`, `q` and `r`.
    #[test]
    fn conditions_with_connectives_are_decided() {
        let pool = Pool::new();
        let [p, q, r] = ["p", "q", "r"].map(|name| pool.var(name, Sort::BOOL));
        let f = pool.func("f", &[Sort::INT], Sort::INT);
        let [one, two] = [pool.int(1), pool.int(2)];
        let both = pool.and(&[p, pool.or(&[q, pool.not(r)])]);
        for cond in [both, pool.not(both), pool.eq(p, q), pool.or(&[both, pool.eq(q, r)])] {
            let value = pool.apply(f, &[pool.ite(cond, one, two)]);
            let mut cdcl = Cdcl::new(&Theory::empty(), NoSolver::new());
            let differs = |from: Term| pool.not(pool.eq(value, pool.apply(f, &[from])));
            let queries = [
                ([cond, differs(one)], Verdict::Unsat),
                ([pool.not(cond), differs(two)], Verdict::Unsat),
                ([cond, differs(two)], Verdict::Sat),
                ([pool.not(cond), differs(one)], Verdict::Sat),
            ];
            for (query, verdict) in queries {
                assert_eq!(cdcl.check(&pool, &query), verdict, "{}", pool.show(cond));
                let model = (verdict == Verdict::Sat).then(|| cdcl.model(&pool).expect("a model"));
                assert!(model.is_none_or(|model| pool.satisfies(&model, &query)));
            }
        }
    }
}
