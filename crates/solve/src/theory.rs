//! Theories: axioms over uninterpreted symbols.

use rustc_hash::FxHashSet;
use term::{Func, Op, Pool, Sort, SortNode, Term, Visit};

/// A universally quantified fact.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Axiom {
    /// A name for messages.
    pub name: String,
    /// The variables that it speaks about.
    pub vars: Vec<Term>,
    /// The condition that holds for all values of the variables.
    pub body: Term,
    /// Patterns that together mention all variables: instances are made where they occur. Empty
    /// means an instance for every choice of known terms.
    pub triggers: Vec<Term>,
}

impl Axiom {
    /// A fact with the triggers that suit it.
    ///
    /// A function of several arguments that yields an element, such as `add(b, p)`, names a new one
    /// for each choice of its arguments, and instances for every choice of known terms would
    /// breed further ones. So an axiom about all arguments of such a function is instantiated where
    /// the function is applied; any other for every choice.
    #[must_use]
    pub fn new(pool: &Pool, name: String, vars: Vec<Term>, body: Term) -> Axiom {
        let mut breeding = Vec::new();
        pool.walk(
            &[body],
            |_| Visit::Descend,
            |term| {
                let (op, args) = pool.node(term);
                let makes_element = matches!(pool.sort_node(pool.sort(term)), SortNode::Elem(_));
                let covers = args.len() > 1 && vars.iter().all(|var| args.contains(var));
                if matches!(op, Op::Apply(_)) && makes_element && covers {
                    breeding.push(term);
                }
            },
        );
        let triggers = breeding.into_iter().min_by_key(|term| pool.content_hash(*term));
        Axiom { name, vars, body, triggers: triggers.into_iter().collect() }
    }
}

/// The axioms of a run, with strict orders recognised.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Theory {
    orders: Vec<Func>,
    partial_orders: Vec<Func>,
    axioms: Vec<Axiom>,
    /// For each axiom, whether it is a law of a partial order.
    of_partial: Vec<bool>,
}

impl Theory {
    /// Nothing is known.
    #[must_use]
    pub fn empty() -> Theory {
        Theory::default()
    }

    /// Sorts out the axioms that together say that a predicate is a strict total order; all others
    /// are kept as they are. A predicate that lacks totality is a partial order, and its axioms stay
    /// for those who do not know such orders.
    pub fn new(pool: &Pool, axioms: Vec<Axiom>) -> Theory {
        recognise(pool, axioms)
    }

    /// Predicates over one uninterpreted sort that are strict total orders: `f(a, b)` is "a is
    /// before b". At most one for each sort, so that its elements can be thought of as numbers.
    #[must_use]
    pub fn orders(&self) -> &[Func] {
        &self.orders
    }

    /// The order of this sort, if it has one.
    pub fn order_of(&self, pool: &Pool, sort: Sort) -> Option<Func> {
        self.orders.iter().copied().find(|func| pool.signature(*func).0[0] == sort)
    }

    /// Predicates over one uninterpreted sort that are strict partial orders: two elements may be
    /// different and neither of them before the other. A sort may have several.
    #[must_use]
    pub fn partial_orders(&self) -> &[Func] {
        &self.partial_orders
    }

    /// The axioms that are not covered by [`Theory::orders`].
    #[must_use]
    pub fn axioms(&self) -> &[Axiom] {
        &self.axioms
    }

    /// Those of them that are covered by [`Theory::partial_orders`].
    pub fn laws_of_partial_orders(&self) -> impl Iterator<Item = &Axiom> {
        self.axioms.iter().zip(&self.of_partial).filter(|(_, law)| **law).map(|(axiom, _)| axiom)
    }

    /// The axioms that no order covers.
    pub fn axioms_beyond_orders(&self) -> impl Iterator<Item = &Axiom> {
        self.axioms.iter().zip(&self.of_partial).filter(|(_, law)| !**law).map(|(axiom, _)| axiom)
    }
}

/// The laws of a strict total order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Law {
    Irreflexive,
    Asymmetric,
    Transitive,
    Total,
    /// `x < y` implies `x ≠ y`: follows from irreflexivity, and is often stated beside it.
    Distinct,
}

fn recognise(pool: &Pool, axioms: Vec<Axiom>) -> Theory {
    let laws: Vec<Option<(Func, Law)>> = axioms.iter().map(|axiom| law(pool, axiom)).collect();
    let has = |func: Func, law: Law| laws.contains(&Some((func, law)));
    let (mut orders, mut partial_orders) = (Vec::new(), Vec::new());
    let mut ordered_sorts = FxHashSet::default();
    for &(func, _) in laws.iter().flatten() {
        let irreflexive =
            has(func, Law::Irreflexive) || has(func, Law::Asymmetric) || has(func, Law::Distinct);
        let sort = pool.signature(func).0[0];
        if !irreflexive || !has(func, Law::Transitive) || orders.contains(&func) {
            continue;
        }
        if has(func, Law::Total) && ordered_sorts.insert(sort) {
            orders.push(func);
        } else if !partial_orders.contains(&func) {
            partial_orders.push(func);
        }
    }
    let covered = |law: &Option<(Func, Law)>| law.is_some_and(|(func, _)| orders.contains(&func));
    let is_partial = |law: &Option<(Func, Law)>| {
        law.is_some_and(|(func, law)| law != Law::Total && partial_orders.contains(&func))
    };
    let kept = axioms.into_iter().zip(&laws).filter(|(_, law)| !covered(law));
    let (axioms, of_partial) = kept.map(|(axiom, law)| (axiom, is_partial(law))).unzip();
    Theory { axioms, of_partial, orders, partial_orders }
}

/// Builds the body of a law over its variables.
type Build<'a> = &'a dyn Fn(&[Term]) -> Term;

/// Which law of which predicate an axiom states. The body is compared with the law as our own
/// constructors build it, so the way in which a user writes it does not matter.
fn law(pool: &Pool, axiom: &Axiom) -> Option<(Func, Law)> {
    let func = binary_predicate(pool, axiom.body)?;
    let less = |a: Term, b: Term| pool.apply(func, &[a, b]);
    let vars = &axiom.vars;
    let matches = |build: Build<'_>, arity: usize| {
        let body = clause(pool, axiom.body);
        permutations(vars, arity).iter().any(|vars| clause(pool, build(vars)) == body)
    };
    let laws: [(Law, usize, Build<'_>); 5] = [
        (Law::Irreflexive, 1, &|v| pool.not(less(v[0], v[0]))),
        (Law::Asymmetric, 2, &|v| pool.implies(less(v[0], v[1]), pool.not(less(v[1], v[0])))),
        (Law::Distinct, 2, &|v| pool.implies(less(v[0], v[1]), pool.not(pool.eq(v[0], v[1])))),
        (Law::Total, 2, &|v| pool.or(&[less(v[0], v[1]), pool.eq(v[0], v[1]), less(v[1], v[0])])),
        (Law::Transitive, 3, &|v| {
            let premise = pool.and(&[less(v[0], v[1]), less(v[1], v[2])]);
            pool.implies(premise, less(v[0], v[2]))
        }),
    ];
    laws.into_iter().find(|(_, arity, build)| matches(*build, *arity)).map(|(law, ..)| (func, law))
}

/// The alternatives of a disjunction, with negated conjunctions opened, ordered by content.
fn clause(pool: &Pool, body: Term) -> Vec<Term> {
    let (mut todo, mut parts) = (vec![body], Vec::new());
    while let Some(term) = todo.pop() {
        match pool.node(term) {
            (Op::Or, inner) => todo.extend(inner),
            (Op::Not, &[inner]) if pool.op(inner) == Op::And => {
                todo.extend(pool.args(inner).iter().map(|part| pool.not(*part)));
            }
            _ => parts.push(term),
        }
    }
    parts.sort_by_key(|part| pool.content_hash(*part));
    parts.dedup();
    parts
}

/// The only function below `body`, if it is a predicate over two elements of one sort.
fn binary_predicate(pool: &Pool, body: Term) -> Option<Func> {
    let mut funcs = Vec::new();
    pool.walk(
        &[body],
        |_| term::Visit::Descend,
        |term| {
            if let Op::Apply(func) = pool.op(term)
                && !funcs.contains(&func)
            {
                funcs.push(func);
            }
        },
    );
    let &[func] = &funcs[..] else { return None };
    match pool.signature(func) {
        (&[a, b], Sort::BOOL) if a == b && matches!(pool.sort_node(a), SortNode::Elem(_)) => {
            Some(func)
        }
        _ => None,
    }
}

/// The ways to fill `arity` places with all of `vars`, if there are that many.
fn permutations(vars: &[Term], arity: usize) -> Vec<Vec<Term>> {
    if vars.len() != arity {
        return Vec::new();
    }
    if vars.is_empty() {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for (at, first) in vars.iter().enumerate() {
        let mut rest = vars.to_vec();
        rest.remove(at);
        for mut tail in permutations(&rest, arity - 1) {
            tail.insert(0, *first);
            all.push(tail);
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn axiom(
        pool: &Pool,
        names: &[&str],
        body: impl Fn(&[Term], &dyn Fn(Term, Term) -> Term) -> Term,
    ) -> Axiom {
        let sort = pool.elem_sort("Elem");
        let func = pool.func("before", &[sort, sort], Sort::BOOL);
        let vars: Vec<Term> = names.iter().map(|name| pool.var(name, sort)).collect();
        let body = body(&vars, &|a, b| pool.apply(func, &[a, b]));
        Axiom { name: names.concat(), vars, body, triggers: Vec::new() }
    }

    fn irreflexive(pool: &Pool) -> Axiom {
        axiom(pool, &["x"], |v, less| pool.not(less(v[0], v[0])))
    }

    fn transitive(pool: &Pool) -> Axiom {
        axiom(pool, &["c", "a", "b"], |v, less| {
            pool.or(&[pool.not(less(v[1], v[2])), pool.not(less(v[2], v[0])), less(v[1], v[0])])
        })
    }

    fn total(pool: &Pool) -> Axiom {
        axiom(pool, &["p", "q"], |v, less| {
            pool.implies(
                pool.not(pool.eq(v[0], v[1])),
                pool.or(&[less(v[1], v[0]), less(v[0], v[1])]),
            )
        })
    }

    #[test]
    fn a_total_order_is_recognised_however_it_is_written() {
        let pool = Pool::new();
        let theory = Theory::new(&pool, vec![transitive(&pool), total(&pool), irreflexive(&pool)]);
        assert_eq!(theory.orders().len(), 1);
        assert_eq!(theory.axioms(), []);
    }

    #[test]
    fn a_partial_order_is_not_made_total() {
        let pool = Pool::new();
        let theory = Theory::new(&pool, vec![transitive(&pool), irreflexive(&pool)]);
        assert_eq!(theory.orders(), []);
        assert_eq!(theory.axioms().len(), 2);
        assert_eq!(theory.partial_orders().len(), 1);
        assert_eq!(theory.laws_of_partial_orders().count(), 2);
        assert_eq!(theory.axioms_beyond_orders().count(), 0);
    }

    #[test]
    fn a_transitive_relation_is_no_order_yet() {
        let pool = Pool::new();
        let theory = Theory::new(&pool, vec![transitive(&pool), total(&pool)]);
        assert_eq!((theory.orders(), theory.partial_orders()), (&[][..], &[][..]));
        assert_eq!(theory.axioms_beyond_orders().count(), 2);
    }
}
