//! The one traversal.
//!
//! Programs make terms a million levels deep and share subterms, so nothing here recurses and
//! nothing visits a shared subterm twice. Substitution, evaluation, free variables, printing and
//! the encoders of the solvers are all a [`Pool::walk`].

use rustc_hash::{FxHashMap, FxHashSet};

use crate::op::Op;
use crate::pool::{Pool, Term};
use crate::sort::Func;

/// What to do on meeting a subterm for the first time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Visit {
    /// Look at its operands first, then leave it.
    Descend,
    /// Its operands are of no interest; do not leave it either.
    Skip,
}

/// What a term is about: terms that share none of these say nothing about each other.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Topic {
    /// A variable.
    Var(Term),
    /// A function that has no definition.
    Func(Func),
}

impl Pool {
    /// Visits every distinct subterm of `roots` once, operands before the terms over them.
    ///
    /// `enter` is asked on the way down and `leave` is called on the way up, left to right.
    pub fn walk(
        &self,
        roots: &[Term],
        mut enter: impl FnMut(Term) -> Visit,
        mut leave: impl FnMut(Term),
    ) {
        enum Todo {
            Enter(Term),
            Leave(Term),
        }
        let mut met = FxHashSet::default();
        let mut todo: Vec<Todo> = roots.iter().rev().map(|root| Todo::Enter(*root)).collect();
        while let Some(next) = todo.pop() {
            match next {
                Todo::Leave(term) => leave(term),
                Todo::Enter(term) => {
                    if met.insert(term) && enter(term) == Visit::Descend {
                        todo.push(Todo::Leave(term));
                        todo.extend(self.args(term).iter().rev().map(|arg| Todo::Enter(*arg)));
                    }
                }
            }
        }
    }

    /// Rebuilds `root` from its leaves, putting `f(term)` in place of every subterm where it
    /// answers. What stands above a replaced subterm is made anew by the constructors, and so
    /// simplified.
    pub fn replace(&self, root: Term, mut f: impl FnMut(Term) -> Option<Term>) -> Term {
        self.rebuild(root, &mut FxHashMap::default(), |_, term| f(term), |_, _, made| made)
    }

    /// [`Pool::replace`] that keeps what it made in `done`, so that the next root shares it, and
    /// that hands every rebuilt term to `finish`.
    pub(crate) fn rebuild(
        &self,
        root: Term,
        done: &mut FxHashMap<Term, Term>,
        mut replacement: impl FnMut(&Pool, Term) -> Option<Term>,
        mut finish: impl FnMut(&Pool, Term, Term) -> Term,
    ) -> Term {
        if let Some(known) = done.get(&root) {
            return *known;
        }
        let table = std::cell::RefCell::new(done);
        let enter = |term: Term| {
            if table.borrow().contains_key(&term) {
                return Visit::Skip;
            }
            match replacement(self, term) {
                Some(other) => {
                    table.borrow_mut().insert(term, other);
                    Visit::Skip
                }
                None => Visit::Descend,
            }
        };
        let mut args = Vec::new();
        self.walk(&[root], enter, |term| {
            let mut table = table.borrow_mut();
            args.clear();
            args.extend(self.args(term).iter().map(|arg| table[arg]));
            let changed = args != self.args(term);
            let made =
                if changed { self.make(self.op(term), &args, self.sort(term)) } else { term };
            let made = finish(self, term, made);
            table.insert(term, made);
        });
        table.into_inner()[&root]
    }

    /// Puts terms in place of variables (or of any other subterms), all at once.
    pub fn substitute(&self, root: Term, by: &FxHashMap<Term, Term>) -> Term {
        self.replace(root, |term| by.get(&term).copied())
    }

    /// The variables below some terms, each once, in the order in which they are met.
    pub fn free_vars(&self, roots: &[Term]) -> Vec<Term> {
        let mut vars = Vec::new();
        let enter = |term| if self.is_ground(term) { Visit::Skip } else { Visit::Descend };
        self.walk(roots, enter, |term| {
            if let Op::Var(_) = self.op(term) {
                vars.push(term);
            }
        });
        vars
    }

    /// The variables and functions below a term, each once, in the order in which they are met.
    pub fn topics(&self, root: Term) -> Vec<Topic> {
        let mut topics = Vec::new();
        let enter = |term| if self.is_ground(term) { Visit::Skip } else { Visit::Descend };
        self.walk(&[root], enter, |term| match self.op(term) {
            Op::Var(_) => topics.push(Topic::Var(term)),
            Op::Apply(func) if !topics.contains(&Topic::Func(func)) => {
                topics.push(Topic::Func(func));
            }
            _ => {}
        });
        topics
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Sort;

    const DEEP: i64 = 1_000_000;

    /// `f(f(…f(x)…))`
    fn tower(pool: &Pool) -> (Term, Term) {
        let f = pool.func("f", &[Sort::INT], Sort::INT);
        let x = pool.var("x", Sort::INT);
        let top = (0..DEEP).fold(x, |term, _| pool.apply(f, &[term]));
        (x, top)
    }

    #[test]
    fn a_million_levels_do_not_overflow() {
        let pool = Pool::new();
        let (x, top) = tower(&pool);
        assert_eq!(pool.free_vars(&[top]), [x]);
        let y = pool.var("y", Sort::INT);
        let other = pool.replace(top, |term| (term == x).then_some(y));
        assert_eq!(pool.free_vars(&[other]), [y]);
        let back = pool.replace(other, |term| (term == y).then_some(x));
        assert_eq!(back, top);
    }

    #[test]
    fn long_terms_are_built_in_linear_time() {
        let pool = Pool::new();
        let vars: Vec<Term> = (0..100_000).map(|n| pool.var(&format!("v{n}"), Sort::INT)).collect();
        let sum = vars.iter().fold(pool.int(0), |sum, var| pool.add(&[sum, *var]));
        let bounds = vars.iter().map(|var| pool.le(*var, pool.int(7)));
        let all = bounds.fold(Term::TRUE, |all, bound| pool.and(&[all, bound]));
        assert_eq!(pool.free_vars(&[sum, all]).len(), vars.len());
    }

    #[test]
    fn shared_subterms_are_visited_once() {
        let pool = Pool::new();
        let f = pool.func("f", &[Sort::INT, Sort::INT], Sort::INT);
        let x = pool.var("x", Sort::INT);
        let top = (0..64).fold(x, |term, _| pool.apply(f, &[term, term]));
        let mut left = 0;
        pool.walk(&[top], |_| Visit::Descend, |_| left += 1);
        assert_eq!(left, 65);
    }

    #[test]
    fn substitution_is_simultaneous() {
        let pool = Pool::new();
        let (x, y) = (pool.var("x", Sort::INT), pool.var("y", Sort::INT));
        let swap = FxHashMap::from_iter([(x, y), (y, x)]);
        let term = pool.lt(x, pool.add(&[y, y]));
        let swapped = pool.substitute(term, &swap);
        assert_eq!(swapped, pool.lt(y, pool.add(&[x, x])));
    }
}
