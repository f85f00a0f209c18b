//! Evaluation under a model: a rebuild in which every leaf is a value.

use rustc_hash::FxHashMap;

use crate::model::Model;
use crate::op::Op;
use crate::pool::{Pool, Term};

impl Pool {
    /// The value of a term in a model: always a ground term; a literal for the built-in sorts.
    ///
    /// ```
    /// use term::{Model, Pool, Sort};
    ///
    /// let pool = Pool::new();
    /// let x = pool.var("x", Sort::INT);
    /// let mut model = Model::new();
    /// model.set(x, pool.int(20));
    /// let twice = pool.mul(&[x, pool.int(2)]);
    /// assert_eq!(pool.eval(twice, &model), pool.int(40));
    /// ```
    pub fn eval(&self, term: Term, model: &Model) -> Term {
        self.eval_with(term, model, &mut FxHashMap::default())
    }

    /// Whether all terms are true in a model.
    pub fn satisfies(&self, model: &Model, terms: &[Term]) -> bool {
        let mut done = FxHashMap::default();
        terms.iter().all(|term| self.eval_with(*term, model, &mut done) == Term::TRUE)
    }

    /// [`Pool::eval`] that keeps the values of subterms in `done` for the next term. The table
    /// belongs to one model.
    pub fn eval_with(&self, term: Term, model: &Model, done: &mut FxHashMap<Term, Term>) -> Term {
        let leaf = |pool: &Pool, term: Term| match pool.op(term) {
            _ if pool.is_ground(term) => Some(term),
            Op::Var(_) => {
                Some(model.value(pool, term).expect("every sort of a variable has a finite value"))
            }
            _ => None,
        };
        let finish = |pool: &Pool, _: Term, made: Term| match pool.node(made) {
            (Op::Apply(func), args) if args.iter().all(|arg| pool.is_ground(*arg)) => model
                .apply(pool, func, args)
                .expect("every sort of a function result has a finite value"),
            _ => made,
        };
        self.rebuild(term, done, leaf, finish)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Sort;

    #[test]
    fn functions_are_looked_up_by_value() {
        let pool = Pool::new();
        let f = pool.func("f", &[Sort::INT], Sort::INT);
        let x = pool.var("x", Sort::INT);
        let mut model = Model::new();
        model.set(x, pool.int(2));
        model.func_mut(f).insert(&[pool.int(3)], pool.int(7));
        model.func_mut(f).set_otherwise(pool.int(-1));
        let at_three = pool.apply(f, &[pool.add(&[x, pool.int(1)])]);
        assert_eq!(pool.eval(at_three, &model), pool.int(7));
        assert_eq!(pool.eval(pool.apply(f, &[at_three]), &model), pool.int(-1));
    }

    #[test]
    fn unmentioned_variables_have_default_values() {
        let pool = Pool::new();
        let color = pool.elem_sort("Color");
        let (a, b) = (pool.var("a", color), pool.var("b", color));
        assert!(pool.satisfies(&Model::new(), &[pool.eq(a, b)]));
        assert!(!pool.satisfies(&Model::new(), &[pool.not(pool.eq(a, b))]));
    }
}
