//! Guarded choice: the only kind of branching there is.

use crate::{Pool, Term};

/// A choice among values, each under a condition.
///
/// In any model exactly one condition holds; a nondeterministic choice is one on a fresh variable.
/// A conditional jump of a program and a derivative of a specification are both of this type, so
/// the engine splits paths in one place.
///
/// ```
/// use term::{Cases, Pool, Sort};
///
/// let pool = Pool::new();
/// let sign = Cases::branch(&pool, pool.var("p", Sort::BOOL), "plus", "minus");
/// assert_eq!(sign.len(), 2);
/// assert_eq!(Cases::branch(&pool, pool.bool(true), 1, 2).into_iter().count(), 1);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cases<T>(Vec<(Term, T)>);

impl<T> Cases<T> {
    /// No choice.
    #[must_use]
    pub fn one(value: T) -> Cases<T> {
        Cases(vec![(Term::TRUE, value)])
    }

    /// `yes` where `cond` holds and `no` elsewhere.
    pub fn branch(pool: &Pool, cond: Term, yes: T, no: T) -> Cases<T> {
        Cases::new([(cond, yes), (pool.not(cond), no)])
    }

    /// A choice whose conditions the caller has made exhaustive and exclusive. Alternatives whose
    /// condition is plainly false are left out.
    pub fn new(cases: impl IntoIterator<Item = (Term, T)>) -> Cases<T> {
        Cases(cases.into_iter().filter(|(cond, _)| *cond != Term::FALSE).collect())
    }

    /// How many alternatives there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is no alternative, which means that the choice is never reached.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The alternatives with their conditions.
    pub fn iter(&self) -> impl Iterator<Item = &(Term, T)> {
        self.0.iter()
    }

    /// The same choice among other values.
    pub fn map<U>(self, mut f: impl FnMut(T) -> U) -> Cases<U> {
        Cases(self.0.into_iter().map(|(cond, value)| (cond, f(value))).collect())
    }

    /// Chooses once more in each alternative.
    pub fn then<U>(self, pool: &Pool, mut f: impl FnMut(T) -> Cases<U>) -> Cases<U> {
        let both = self.0.into_iter().flat_map(|(outer, value)| {
            f(value).0.into_iter().map(move |(inner, value)| (outer, inner, value))
        });
        Cases::new(both.map(|(outer, inner, value)| (pool.and(&[outer, inner]), value)))
    }

    /// The same choice with equal values joined under the disjunction of their conditions.
    pub fn merged(self, pool: &Pool) -> Cases<T>
    where
        T: PartialEq,
    {
        let mut merged: Vec<(Vec<Term>, T)> = Vec::new();
        for (cond, value) in self.0 {
            match merged.iter_mut().find(|(_, known)| *known == value) {
                Some((conds, _)) => conds.push(cond),
                None => merged.push((vec![cond], value)),
            }
        }
        Cases::new(merged.into_iter().map(|(conds, value)| (pool.or(&conds), value)))
    }
}

impl<T> IntoIterator for Cases<T> {
    type Item = (Term, T);
    type IntoIter = std::vec::IntoIter<(Term, T)>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Sort;

    #[test]
    fn choices_compose_and_merge() {
        let pool = Pool::new();
        let (p, q) = (pool.var("p", Sort::BOOL), pool.var("q", Sort::BOOL));
        let cases = Cases::branch(&pool, p, 1, 0)
            .then(&pool, |n| Cases::branch(&pool, q, n + 1, n))
            .merged(&pool);
        let shown: Vec<(String, i32)> =
            cases.iter().map(|(cond, value)| (pool.show(*cond), *value)).collect();
        assert_eq!(shown.len(), 3);
        assert_eq!(shown.iter().map(|(_, value)| *value).collect::<Vec<_>>(), [2, 1, 0]);
    }

    #[test]
    fn an_impossible_alternative_disappears() {
        let pool = Pool::new();
        let p = pool.var("p", Sort::BOOL);
        let cases =
            Cases::branch(&pool, p, 1, 0).then(&pool, |n| Cases::branch(&pool, p, n, n + 10));
        assert_eq!(cases.len(), 2);
    }
}
