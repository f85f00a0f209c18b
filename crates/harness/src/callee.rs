//! Methods as those see them that call them.
//!
//! A contract of a method holds for all values of its ghosts. Whoever calls the method by its
//! contract may take it for granted for any of them, as long as context, invariant and requirements
//! hold: for those that the solver chooses, and for all that the caller itself speaks of.

use term::{Pool, Term};

use crate::compile::By;
use crate::plan::{Effect, Method, Operation, Role};

/// A case with more instances than this is taken for granted for some of them only.
const MOST_INSTANCES: usize = 64;

impl Operation {
    /// The contract of a method, for calls of it that are performed under this name.
    #[must_use]
    pub fn callee(pool: &Pool, name: &str, method: &Method) -> Operation {
        let params = method.params.iter().map(|param| param.var);
        Operation {
            name: pool.symbol(name),
            places: params.chain(method.result).collect(),
            params: method.params.len(),
            cases: method.cases.clone(),
            effect: Effect::Block,
            role: Role::Callee,
        }
    }
}

/// All ways to give the ghosts values out of `known`, each of its own sort. Ghosts of a sort of
/// which nothing is known have none.
pub(crate) fn instances(pool: &Pool, ghosts: &[Term], known: &[Term]) -> Vec<By> {
    let mut all: Vec<By> = vec![By::default()];
    for ghost in ghosts {
        let fits = |value: &&Term| pool.sort(**value) == pool.sort(*ghost);
        let values: Vec<Term> = known.iter().filter(fits).copied().collect();
        let extend = |by: By| {
            values.iter().map(move |value| {
                let mut by = by.clone();
                by.insert(*ghost, *value);
                by
            })
        };
        all = all.into_iter().flat_map(extend).take(MOST_INSTANCES).collect();
    }
    all
}
