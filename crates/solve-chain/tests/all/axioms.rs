//! Axioms against a search through all small models.
//!
//! A strict partial order without totality is given by its axioms. Four variables need at most four
//! elements, so trying every partial order on four elements and every choice of values decides each
//! query. The chain has no back end here: the instances of the axioms are clauses over the core.

use proptest::prelude::*;
use solve::{Axiom, Theory, Verdict};
use solve_chain::{Backend, Config};
use term::{Func, Model, Pool, Sort, Term};

const VARS: usize = 4;

struct World {
    pool: Pool,
    below: Func,
    vars: Vec<Term>,
    elems: Vec<Term>,
    theory: Theory,
}

impl World {
    fn new() -> World {
        let pool = Pool::new();
        let sort = pool.elem_sort("Task");
        let below = pool.func("below", &[sort, sort], Sort::BOOL);
        let vars = (0..VARS).map(|n| pool.var(&format!("v{n}"), sort)).collect();
        let elems = (0..VARS as u32).map(|n| pool.elem(sort, n)).collect();
        let [x, y, z] = ["x", "y", "z"].map(|name| pool.var(name, sort));
        let less = |a, b| pool.apply(below, &[a, b]);
        let axiom = |vars: &[Term], body| Axiom {
            name: "law".to_owned(),
            vars: vars.to_vec(),
            body,
            triggers: Vec::new(),
        };
        let premise = pool.and(&[less(x, y), less(y, z)]);
        let theory = Theory::new(
            &pool,
            vec![
                axiom(&[x], pool.not(less(x, x))),
                axiom(&[x, y, z], pool.implies(premise, less(x, z))),
            ],
        );
        assert!(theory.orders().is_empty(), "a partial order is no total order");
        World { pool, below, vars, elems, theory }
    }

    fn literal(&self, (kind, a, b, positive): (u8, usize, usize, bool)) -> Term {
        let (a, b) = (self.vars[a], self.vars[b]);
        let atom =
            if kind == 0 { self.pool.eq(a, b) } else { self.pool.apply(self.below, &[a, b]) };
        if positive { atom } else { self.pool.not(atom) }
    }

    fn has_model(&self, query: &[Term]) -> bool {
        partial_orders().iter().any(|order| {
            choices(self.elems.len(), VARS).iter().any(|choice| {
                let mut model = Model::new();
                for (var, elem) in self.vars.iter().zip(choice) {
                    model.set(*var, self.elems[*elem]);
                }
                for (a, b) in order {
                    let args = [self.elems[*a], self.elems[*b]];
                    model.func_mut(self.below).insert(&args, Term::TRUE);
                }
                self.pool.satisfies(&model, query)
            })
        })
    }
}

/// Every strict partial order on the elements, as its pairs.
fn partial_orders() -> Vec<Vec<(usize, usize)>> {
    let pairs: Vec<(usize, usize)> =
        (0..VARS).flat_map(|a| (0..VARS).filter(move |b| *b != a).map(move |b| (a, b))).collect();
    let chosen = |bits: usize| -> Vec<(usize, usize)> {
        (0..pairs.len()).filter(|at| bits >> at & 1 == 1).map(|at| pairs[at]).collect()
    };
    let is_transitive = |order: &Vec<(usize, usize)>| {
        order.iter().all(|(a, b)| {
            order.iter().filter(|(c, _)| c == b).all(|(_, d)| order.contains(&(*a, *d)))
        })
    };
    (0..1 << pairs.len()).map(chosen).filter(is_transitive).collect()
}

/// All ways to choose one of `values` numbers, `places` times.
fn choices(values: usize, places: usize) -> Vec<Vec<usize>> {
    (0..places).fold(vec![Vec::new()], |all, _| {
        all.iter()
            .flat_map(|some| (0..values).map(move |v| [some.as_slice(), &[v]].concat()))
            .collect()
    })
}

type Sketch = (u8, usize, usize, bool);

fn sketch() -> impl Strategy<Value = Sketch> {
    (0..2u8, 0..VARS, 0..VARS, any::<bool>())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn a_partial_order_stays_partial(clauses in prop::collection::vec(prop::collection::vec(sketch(), 1..3), 1..7)) {
        let world = World::new();
        let clause = |clause: &Vec<Sketch>| {
            let literals: Vec<Term> = clause.iter().map(|sketch| world.literal(*sketch)).collect();
            world.pool.or(&literals)
        };
        let query: Vec<Term> = clauses.iter().map(clause).collect();
        let mut chain = Config::new(Backend::None).build(&world.theory).expect("no back end");
        let expected = if world.has_model(&query) { Verdict::Sat } else { Verdict::Unsat };
        for length in 1..query.len() {
            chain.check(&world.pool, &query[..length]);
        }
        prop_assert_eq!(chain.check(&world.pool, &query), expected.clone());
        if expected == Verdict::Sat {
            let model = chain.model(&world.pool).expect("a satisfiable query has a model");
            prop_assert!(world.pool.satisfies(&model, &query));
        }
    }
}
