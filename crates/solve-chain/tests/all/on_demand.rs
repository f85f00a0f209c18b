//! Instances of axioms on demand, against a search through all small models.
//!
//! Over three elements a relation that is symmetric and transitive, and a function that stays within it, have few enough
//! structures to try all of them. What the chain refutes is true in none of them. With the function it may not know,
//! since a function can name elements without end.

use proptest::prelude::*;
use solve::{Axiom, Theory, Verdict};
use solve_chain::{Backend, Config};
use term::{Func, Model, Pool, Sort, Term};

const VARS: usize = 3;

struct World {
    pool: Pool,
    same: Func,
    next: Func,
    vars: Vec<Term>,
    elems: Vec<Term>,
    theory: Theory,
}

impl World {
    /// With an axiom about the function, or without.
    fn new(is_next_bound: bool) -> World {
        let pool = Pool::new();
        let sort = pool.elem_sort("Node");
        let same = pool.func("same", &[sort, sort], Sort::BOOL);
        let next = pool.func("next", &[sort], sort);
        let vars = (0..VARS).map(|n| pool.var(&format!("v{n}"), sort)).collect();
        let elems = (0..VARS as u32).map(|n| pool.elem(sort, n)).collect();
        let [x, y, z] = ["x", "y", "z"].map(|name| pool.var(name, sort));
        let is = |a, b| pool.apply(same, &[a, b]);
        let axiom = |vars: &[Term], body| Axiom {
            name: "law".to_owned(),
            vars: vars.to_vec(),
            body,
            triggers: Vec::new(),
        };
        let both = pool.and(&[is(x, y), is(y, z)]);
        let mut laws = vec![
            axiom(&[x, y], pool.implies(is(x, y), is(y, x))),
            axiom(&[x, y, z], pool.implies(both, is(x, z))),
        ];
        let bound = axiom(&[x], is(x, pool.apply(next, &[x])));
        laws.extend(is_next_bound.then_some(bound));
        let theory = Theory::new(&pool, laws);
        World { pool, same, next, vars, elems, theory }
    }

    fn literal(&self, (kind, a, b, positive): Sketch) -> Term {
        let (a, b) = (self.vars[a], self.vars[b]);
        let atom = match kind {
            0 => self.pool.eq(a, b),
            1 => self.pool.eq(self.pool.apply(self.next, &[a]), b),
            _ => self.pool.apply(self.same, &[a, b]),
        };
        if positive { atom } else { self.pool.not(atom) }
    }

    /// Whether some structure of three elements, in which the function stays within the relation, satisfies the query. The
    /// relation divides the elements into groups.
    fn has_small_model(&self, query: &[Term]) -> bool {
        let tables = choices(VARS, VARS);
        tables.iter().any(|groups| {
            let stays = |next: &&Vec<usize>| (0..VARS).all(|at| groups[next[at]] == groups[at]);
            tables.iter().filter(stays).any(|next| {
                tables.iter().any(|values| {
                    let mut model = Model::new();
                    for (at, value) in values.iter().enumerate() {
                        model.set(self.vars[at], self.elems[*value]);
                    }
                    for a in 0..VARS {
                        let (from, to) = (self.elems[a], self.elems[next[a]]);
                        model.func_mut(self.next).insert(&[from], to);
                        for b in (0..VARS).filter(|b| groups[a] == groups[*b]) {
                            model.func_mut(self.same).insert(&[from, self.elems[b]], Term::TRUE);
                        }
                    }
                    self.pool.satisfies(&model, query)
                })
            })
        })
    }
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
    (0..4u8, 0..VARS, 0..VARS, any::<bool>())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn models_are_refined_until_they_keep_the_axioms(
        is_next_bound in any::<bool>(),
        clauses in prop::collection::vec(prop::collection::vec(sketch(), 1..3), 1..7)
    ) {
        let world = World::new(is_next_bound);
        let clause = |clause: &Vec<Sketch>| {
            let literals: Vec<Term> = clause.iter().map(|sketch| world.literal(*sketch)).collect();
            world.pool.or(&literals)
        };
        let query: Vec<Term> = clauses.iter().map(clause).collect();
        let mut chain = Config::new(Backend::None).build(&world.theory).expect("no back end");
        for length in 1..query.len() {
            chain.check(&world.pool, &query[..length]);
        }
        let verdict = chain.check(&world.pool, &query);
        prop_assert!(verdict != Verdict::Unsat || !world.has_small_model(&query), "there is a model");
        prop_assert!(is_next_bound || !matches!(verdict, Verdict::Unknown(_)), "it is not decided");
        let model = if verdict == Verdict::Sat { chain.model(&world.pool) } else { None };
        prop_assert!(is_next_bound || verdict != Verdict::Sat || model.is_some(), "there is no model");
        if let Some(model) = model {
            prop_assert!(world.pool.satisfies(&model, &query));
            let [a, b] = [world.elems[0], world.elems[1]];
            let related = |from, to| world.pool.eval(world.pool.apply(world.same, &[from, to]), &model);
            prop_assert_eq!(related(a, b), related(b, a));
        }
    }
}

/// So many instances that all of them together would be beyond every limit.
#[test]
fn many_elements_need_few_instances() {
    const NODES: usize = 30;
    let world = World::new(false);
    let (pool, sort) = (&world.pool, world.pool.elem_sort("Node"));
    let nodes: Vec<Term> = (0..NODES).map(|n| pool.var(&format!("n{n}"), sort)).collect();
    let mut query: Vec<Term> =
        nodes.windows(2).map(|pair| pool.apply(world.same, &[pair[1], pair[0]])).collect();
    let mut chain = Config::new(Backend::None).build(&world.theory).expect("no back end");
    let ends = pool.apply(world.same, &[nodes[0], nodes[NODES - 1]]);
    assert_eq!(chain.check(pool, &query), Verdict::Sat);
    query.push(pool.not(ends));
    assert_eq!(chain.check(pool, &query), Verdict::Unsat);
}
