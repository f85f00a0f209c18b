//! Models that another solver tells, put together as models of ours.
//!
//! A foreign solver names the elements of an uninterpreted sort as it likes, or takes numbers for
//! them where the sort has a total order. [`Elements`] gives each such name an element of ours, and
//! [`assemble`] asks for the value of everything in a query that a model has to say.

use num_rational::BigRational;
use rustc_hash::{FxHashMap, FxHashSet};
use term::{Model, Op, Pool, Sort, Term, Visit};

use crate::Theory;

/// More elements than this are not compared with each other.
const MOST_ORDERED: usize = 1_000;

/// The name of an element in a foreign solver.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Key {
    /// A name.
    Name(String),
    /// Its place in the order of its sort.
    Rank(BigRational),
}

/// The elements of a foreign model under our names.
#[derive(Debug, Default)]
pub struct Elements {
    known: FxHashMap<(Sort, Key), Term>,
    used: FxHashSet<Term>,
    next: FxHashMap<Sort, u32>,
}

impl Elements {
    /// No element is known.
    #[must_use]
    pub fn new() -> Elements {
        Elements::default()
    }

    /// Says what the foreign solver calls an element that stands in the query as a literal. To be
    /// done for all of them before the first [`Elements::get`]. False if two elements of ours have
    /// one name, which no correct solver does.
    pub fn fix(&mut self, pool: &Pool, elem: Term, key: Key) -> bool {
        self.used.insert(elem);
        let before = self.known.insert((pool.sort(elem), key), elem);
        before.is_none_or(|before| before == elem)
    }

    /// The element for a name; a new one if the name is new.
    pub fn get(&mut self, pool: &Pool, sort: Sort, key: Key) -> Term {
        if let Some(known) = self.known.get(&(sort, key.clone())) {
            return *known;
        }
        let next = self.next.entry(sort).or_default();
        let elem = loop {
            let elem = pool.elem(sort, *next);
            *next += 1;
            if self.used.insert(elem) {
                break elem;
            }
        };
        self.known.insert((sort, key), elem);
        elem
    }

    /// The elements of an ordered sort, ascending.
    fn ascending(&self, of: Sort) -> Vec<Term> {
        let mut ranked: Vec<(&Key, Term)> = self
            .known
            .iter()
            .filter(|((sort, _), _)| *sort == of)
            .map(|((_, key), elem)| (key, *elem))
            .collect();
        ranked.sort_by_key(|(key, _)| *key);
        ranked.into_iter().map(|(_, elem)| elem).collect()
    }
}

/// The model that gives each variable and each application in `query` the value that `value` tells
/// for it, and each total order the order of the known elements. None if a value is missing, or if
/// the result is not a model of the query after all.
pub fn assemble(
    pool: &Pool,
    theory: &Theory,
    query: &[Term],
    elements: &mut Elements,
    mut value: impl FnMut(&mut Elements, Term) -> Option<Term>,
) -> Option<Model> {
    let mut model = Model::new();
    for term in mentioned(pool, theory, query) {
        let told = value(elements, term)?;
        match pool.node(term) {
            (Op::Apply(func), args) => {
                let args =
                    args.iter().map(|arg| value(elements, *arg)).collect::<Option<Vec<Term>>>()?;
                model.func_mut(func).insert(&args, told);
            }
            _ => model.set(term, told),
        }
    }
    tell_orders(pool, theory, elements, &mut model)?;
    pool.satisfies(&model, query).then_some(model)
}

/// The variables and applications in a query: all that a model has to give values to. Total orders
/// are told apart.
fn mentioned(pool: &Pool, theory: &Theory, query: &[Term]) -> Vec<Term> {
    let mut found = Vec::new();
    let enter = |term| if pool.is_ground(term) { Visit::Skip } else { Visit::Descend };
    pool.walk(query, enter, |term| match pool.op(term) {
        Op::Var(_) => found.push(term),
        Op::Apply(func) if !theory.orders().contains(&func) => found.push(term),
        _ => {}
    });
    found
}

fn tell_orders(pool: &Pool, theory: &Theory, elements: &Elements, model: &mut Model) -> Option<()> {
    for &order in theory.orders() {
        let ascending = elements.ascending(pool.signature(order).0[0]);
        if ascending.len() > MOST_ORDERED {
            return None;
        }
        let table = model.func_mut(order);
        table.set_otherwise(Term::FALSE);
        for (at, first) in ascending.iter().enumerate() {
            for second in &ascending[at + 1..] {
                table.insert(&[*first, *second], Term::TRUE);
            }
        }
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn new_elements_avoid_those_of_the_query() {
        let pool = Pool::new();
        let sort = pool.elem_sort("S");
        let mut elements = Elements::new();
        assert!(elements.fix(&pool, pool.elem(sort, 0), Key::Name("a".into())));
        assert_eq!(elements.get(&pool, sort, Key::Name("b".into())), pool.elem(sort, 1));
        assert_eq!(elements.get(&pool, sort, Key::Name("a".into())), pool.elem(sort, 0));
        assert!(!elements.fix(&pool, pool.elem(sort, 7), Key::Name("b".into())));
    }

    #[test]
    fn what_does_not_satisfy_the_query_is_not_a_model() {
        let pool = Pool::new();
        let x = pool.var("x", Sort::INT);
        let query = [pool.lt(x, pool.int(3))];
        let told = |number: i64| {
            let theory = Theory::empty();
            assemble(&pool, &theory, &query, &mut Elements::new(), |_, _| Some(pool.int(number)))
        };
        assert!(told(2).is_some());
        assert!(told(3).is_none());
    }
}
