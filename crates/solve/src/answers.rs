//! Answers that several solvers share.
//!
//! The rounds of a search, the targets of a file and the threads of a run ask the same questions
//! again, each with a solver of its own. What one of them found out, the others need not.

use std::sync::{Arc, OnceLock, PoisonError, RwLock};

use rustc_hash::FxHashMap;
use term::{Pool, PoolId, Term};

/// Queries and how they were answered. Clones share what they know.
///
/// A query is known by its terms in their order, as the condition of a path grows: one step in a
/// tree for each term. Only `Sat` and `Unsat` are kept, which are true of the query for every caller that asks; so
/// sharing changes who has to work and never an answer. All solvers that share must be of one theory.
/// The first one says of which pool the terms are; others get no answers and leave none.
#[derive(Clone, Debug, Default)]
pub struct AnswerStore(Arc<Shared>);

#[derive(Debug, Default)]
struct Shared {
    pool: OnceLock<PoolId>,
    tree: RwLock<Tree>,
}

/// How many prefixes of queries are kept, which bounds the memory to about 50 MB. What comes after
/// them is not kept: the queries that are asked again are those of early rounds.
const MOST: usize = 1 << 20;

/// The number of a prefix of a query.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Place(u32);

impl Place {
    /// The query without terms.
    pub(crate) const ROOT: Place = Place(0);
}

#[derive(Debug)]
struct Tree {
    longer: FxHashMap<(Place, Term), Place>,
    /// By place: whether the query is satisfiable, if that is known.
    satisfiable: Vec<Option<bool>>,
}

impl Default for Tree {
    fn default() -> Tree {
        Tree { longer: FxHashMap::default(), satisfiable: vec![None] }
    }
}

impl AnswerStore {
    /// Nothing is known.
    #[must_use]
    pub fn new() -> AnswerStore {
        AnswerStore::default()
    }

    /// Whether they are about the terms of a pool.
    pub(crate) fn belong_to(&self, pool: &Pool) -> bool {
        *self.0.pool.get_or_init(|| pool.id()) == pool.id()
    }

    /// Follows a query as far as it was asked before, on from the places of its first terms, which
    /// are in `places`. Says whether it is satisfiable if that is known.
    pub(crate) fn find(&self, query: &[Term], places: &mut Vec<Place>) -> Option<bool> {
        let tree = self.0.tree.read().unwrap_or_else(PoisonError::into_inner);
        let mut place = places.last().copied().unwrap_or(Place::ROOT);
        for term in &query[places.len()..] {
            place = *tree.longer.get(&(place, *term))?;
            places.push(place);
        }
        tree.satisfiable[place.0 as usize]
    }

    /// Keeps the answer to a query; `places` are those of its first terms.
    pub(crate) fn keep(&self, query: &[Term], places: &mut Vec<Place>, satisfiable: bool) {
        let mut tree = self.0.tree.write().unwrap_or_else(PoisonError::into_inner);
        let mut place = places.last().copied().unwrap_or(Place::ROOT);
        for term in &query[places.len()..] {
            let Some(next) = tree.step(place, *term) else { return };
            place = next;
            places.push(place);
        }
        tree.satisfiable[place.0 as usize] = Some(satisfiable);
    }
}

impl Tree {
    /// The place one term further; none if there is no room for another one.
    fn step(&mut self, place: Place, term: Term) -> Option<Place> {
        let next = Place(u32::try_from(self.satisfiable.len()).ok()?);
        let is_full = self.satisfiable.len() >= MOST;
        match self.longer.entry((place, term)) {
            std::collections::hash_map::Entry::Occupied(known) => Some(*known.get()),
            std::collections::hash_map::Entry::Vacant(_) if is_full => None,
            std::collections::hash_map::Entry::Vacant(free) => {
                free.insert(next);
                self.satisfiable.push(None);
                Some(next)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use term::Sort;

    use super::*;

    #[test]
    fn answers_belong_to_whole_queries() {
        let pool = Pool::new();
        let [p, q, r] = ["p", "q", "r"].map(|name| pool.var(name, Sort::BOOL));
        let answers = AnswerStore::new();
        answers.keep(&[p, q], &mut Vec::new(), false);
        answers.keep(&[p], &mut Vec::new(), true);
        let other = answers.clone();
        let find = |query: &[Term]| other.find(query, &mut Vec::new());
        assert_eq!(find(&[p, q]), Some(false));
        assert_eq!(find(&[p]), Some(true));
        assert_eq!(find(&[]), None);
        assert_eq!(find(&[q]), None);
        assert_eq!(find(&[p, r]), None);
        assert_eq!(find(&[p, q, r]), None);
    }

    #[test]
    fn terms_of_other_pools_are_not_known() {
        let (pool, other, answers) = (Pool::new(), Pool::new(), AnswerStore::new());
        assert!(answers.belong_to(&pool));
        assert!(!answers.belong_to(&other));
        assert!(answers.clone().belong_to(&pool));
    }
}
