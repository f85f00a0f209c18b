//! A small world for property tests: a few operations over several sorts, random formulas and
//! traces over them, and a solver that tries all values.

use std::sync::LazyLock;

use proptest::prelude::*;
use rustc_hash::FxHashMap;
use term::{Func, Model, Pool, Sort, Term};
use trace::{
    Alphabet, Context, Event, EventSet, Feasible, Formula, Marks, OpId, RegexPool, StateMachine,
    Tri,
};

/// Pools, operations, parameters and the values that there are.
pub(crate) struct World {
    pub(crate) pool: Pool,
    pub(crate) regexes: RegexPool,
    pub(crate) alphabet: Alphabet,
    pub(crate) ops: Vec<OpId>,
    /// Two keys and a number.
    pub(crate) ghosts: Vec<Term>,
    pub(crate) odd: Func,
}

pub(crate) static WORLD: LazyLock<World> = LazyLock::new(World::new);

impl World {
    fn new() -> World {
        let pool = Pool::new();
        let key = pool.elem_sort("Key");
        let mut alphabet = Alphabet::new();
        let mut declare = |name: &str, params: &[(&str, Sort)], result| {
            alphabet.declare(&pool, name, params, result).expect("names differ")
        };
        let ops = vec![
            declare("put", &[("key", key), ("val", Sort::INT)], None),
            declare("get", &[("key", key)], Some(Sort::INT)),
            declare("flip", &[("on", Sort::BOOL)], None),
            declare("tick", &[], None),
        ];
        let ghosts = vec![pool.var("a", key), pool.var("b", key), pool.var("n", Sort::INT)];
        let odd = pool.func("odd", &[Sort::INT], Sort::BOOL);
        let regexes = RegexPool::new(&pool);
        World { regexes, alphabet, ops, ghosts, odd, pool }
    }

    pub(crate) fn ctx(&self) -> Context<'_> {
        Context { pool: &self.pool, alphabet: &self.alphabet, regexes: &self.regexes }
    }

    /// The values of a sort in this world.
    pub(crate) fn values(&self, sort: Sort) -> Vec<Term> {
        match sort {
            Sort::BOOL => vec![Term::FALSE, Term::TRUE],
            Sort::INT => (0..2).map(|n| self.pool.int(n)).collect(),
            _ => (0..2).map(|n| self.pool.elem(sort, n)).collect(),
        }
    }

    /// A model with these values of the ghosts and one of two meanings of `odd`.
    pub(crate) fn model(&self, picks: [usize; 3], odd: bool) -> Model {
        let mut model = Model::new();
        for (ghost, pick) in self.ghosts.iter().zip(picks) {
            let values = self.values(self.pool.sort(*ghost));
            model.set(*ghost, values[pick % values.len()]);
        }
        for n in 0..2 {
            let holds = self.pool.bool((n == 1) == odd);
            model.func_mut(self.odd).insert(&[self.pool.int(n)], holds);
        }
        model
    }

    /// Decides by trying all values of all variables, and both meanings of `odd`.
    pub(crate) fn brute_force(&self) -> impl FnMut(&Pool, &[Term]) -> Tri + use<'_> {
        let mut known: FxHashMap<Vec<Term>, bool> = FxHashMap::default();
        move |pool, terms| {
            let yes = *known.entry(terms.to_vec()).or_insert_with(|| self.some_model(pool, terms));
            if yes { Tri::Yes } else { Tri::No }
        }
    }

    fn some_model(&self, pool: &Pool, terms: &[Term]) -> bool {
        let vars = pool.free_vars(terms);
        let counts: Vec<usize> =
            vars.iter().map(|var| self.values(pool.sort(*var)).len()).collect();
        let all: usize = counts.iter().product();
        (0..all * 2).any(|mut number| {
            let mut model = self.model([0; 3], number % 2 == 0);
            number /= 2;
            for (var, count) in vars.iter().zip(&counts) {
                model.set(*var, self.values(pool.sort(*var))[number % count]);
                number /= count;
            }
            pool.satisfies(&model, terms)
        })
    }
}

/// Answers `Unknown` to everything that is not plain.
pub(crate) fn no_solver() -> Box<Feasible<'static>> {
    Box::new(trace::plain)
}

fn condition(op: usize) -> BoxedStrategy<Term> {
    let world = &*WORLD;
    let places = world.alphabet.op(world.ops[op]).places();
    if places.is_empty() {
        return Just(Term::TRUE).boxed();
    }
    let test = (0..places.len(), 0..6usize).prop_map(move |(place, kind)| test(place, kind, op));
    proptest::collection::vec(test, 0..3)
        .prop_flat_map(|tests| {
            any::<bool>().prop_map(move |all| {
                let pool = &WORLD.pool;
                if all || tests.is_empty() { pool.and(&tests) } else { pool.or(&tests) }
            })
        })
        .boxed()
}

fn test(place: usize, kind: usize, op: usize) -> Term {
    let world = &*WORLD;
    let pool = &world.pool;
    let place = &world.alphabet.op(world.ops[op]).places()[place];
    let ghosts: Vec<Term> =
        world.ghosts.iter().copied().filter(|ghost| pool.sort(*ghost) == place.sort).collect();
    let equal = match ghosts.get(kind / 2 % ghosts.len().max(1)) {
        Some(ghost) => pool.eq(place.formal, *ghost),
        None => place.formal,
    };
    match (kind, place.sort) {
        (4, Sort::INT) => pool.apply(world.odd, &[place.formal]),
        (5, Sort::INT) => pool.lt(place.formal, world.ghosts[2]),
        (kind, _) if kind % 2 == 0 => equal,
        _ => pool.not(equal),
    }
}

pub(crate) fn event_set() -> BoxedStrategy<EventSet> {
    let call = (0..WORLD.ops.len()).prop_flat_map(|op| {
        condition(op).prop_map(move |cond| EventSet::Call(WORLD.ops[op], cond))
    });
    let same_keys = || WORLD.pool.eq(WORLD.ghosts[0], WORLD.ghosts[1]);
    let leaf = prop_oneof![
        8 => call,
        1 => Just(EventSet::Any(Term::TRUE)),
        1 => Just(()).prop_map(move |()| EventSet::Any(same_keys())),
    ];
    leaf.prop_recursive(2, 6, 2, |inner| {
        prop_oneof![
            inner.clone().prop_map(|set| EventSet::Not(Box::new(set))),
            proptest::collection::vec(inner.clone(), 2).prop_map(EventSet::And),
            proptest::collection::vec(inner, 2).prop_map(EventSet::Or),
        ]
    })
    .boxed()
}

fn machine() -> impl Strategy<Value = Formula> {
    let transition = (0..3usize, event_set(), 0..3usize);
    let marks = (any::<bool>(), proptest::collection::vec(0..3usize, 0..3));
    (proptest::collection::vec(transition, 1..5), marks).prop_map(|(transitions, marks)| {
        let states = (0..3).map(|n| format!("s{n}")).collect();
        let marks = match marks {
            (true, states) => Marks::Accepting(states),
            (false, states) => Marks::Violating(states),
        };
        Formula::Machine(StateMachine { states, start: 0, transitions, marks }.into())
    })
}

/// Random formulas with all constructors.
pub(crate) fn formula() -> BoxedStrategy<Formula> {
    let leaf = prop_oneof![
        8 => event_set().prop_map(Formula::Event),
        4 => event_set().prop_map(Formula::One),
        1 => Just(Formula::Last),
        1 => Just(Formula::True),
        1 => Just(Formula::False),
        1 => Just(Formula::Empty),
        1 => machine(),
    ];
    leaf.prop_recursive(4, 16, 2, |inner| {
        let one = || inner.clone().prop_map(Box::new);
        let many = || proptest::collection::vec(inner.clone(), 1..3);
        prop_oneof![
            2 => one().prop_map(Formula::Not),
            2 => many().prop_map(Formula::And),
            2 => many().prop_map(Formula::Or),
            1 => (one(), one()).prop_map(|(a, b)| Formula::Implies(a, b)),
            1 => (one(), one()).prop_map(|(a, b)| Formula::Iff(a, b)),
            2 => one().prop_map(Formula::Next),
            1 => one().prop_map(Formula::WeakNext),
            2 => one().prop_map(Formula::Finally),
            2 => one().prop_map(Formula::Globally),
            2 => (one(), one()).prop_map(|(a, b)| Formula::Until(a, b)),
            2 => (one(), one()).prop_map(|(a, b)| Formula::WeakUntil(a, b)),
            2 => (one(), one()).prop_map(|(a, b)| Formula::Release(a, b)),
            2 => many().prop_map(Formula::Then),
            1 => one().prop_map(Formula::Star),
        ]
    })
    .boxed()
}

fn event() -> impl Strategy<Value = Event> {
    (0..WORLD.ops.len(), any::<[usize; 2]>()).prop_map(|(op, picks)| {
        let op = WORLD.ops[op];
        let places = WORLD.alphabet.op(op).places().iter().zip(picks);
        let values = places.map(|(place, pick)| {
            let values = WORLD.values(place.sort);
            values[pick % values.len()]
        });
        Event { op: Some(op), values: values.collect() }
    })
}

/// Random concrete traces.
pub(crate) fn trace() -> impl Strategy<Value = Vec<Event>> {
    proptest::collection::vec(event(), 0..6)
}

/// Random values of the ghosts and of `odd`.
pub(crate) fn model() -> impl Strategy<Value = Model> {
    (any::<[usize; 3]>(), any::<bool>()).prop_map(|(picks, odd)| WORLD.model(picks, odd))
}
