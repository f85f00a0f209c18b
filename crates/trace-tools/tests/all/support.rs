//! A tiny world: three operations, keys, one or two parameters, random formulas over them.

use std::sync::LazyLock;

use proptest::prelude::*;
use solve::{Solver, Theory};
use solve_chain::{Backend, Config};
use source::Files;
use term::{Model, Pool, Sort, Term};
use trace::{Alphabet, Context, Event, EventSet, Formula, Judge, OpId, Param, RegexPool};

pub(crate) struct World {
    pub(crate) pool: Pool,
    pub(crate) regexes: RegexPool,
    pub(crate) alphabet: Alphabet,
    pub(crate) ops: Vec<OpId>,
    pub(crate) params: Vec<Param>,
    pub(crate) key: Sort,
}

pub(crate) static WORLD: LazyLock<World> = LazyLock::new(|| {
    let pool = Pool::new();
    let key = pool.elem_sort("Key");
    let mut alphabet = Alphabet::new();
    let mut declare =
        |name: &str, params: &[_]| alphabet.declare(&pool, name, params, None).expect("new names");
    let ops = vec![
        declare("put", &[("key", key)]),
        declare("get", &[("key", key)]),
        declare("tick", &[]),
    ];
    let span = Files::new().add("", "").span(0..0);
    let param = |name: &str| Param { name: name.to_owned(), var: pool.var(name, key), span };
    let params = vec![param("g"), param("h")];
    let regexes = RegexPool::new(&pool);
    World { alphabet, ops, params, key, regexes, pool }
});

impl World {
    pub(crate) fn ctx(&self) -> Context<'_> {
        Context { pool: &self.pool, alphabet: &self.alphabet, regexes: &self.regexes }
    }

    pub(crate) fn judge(&self, trace: &[Event], ghosts: &[u32], formula: &Formula) -> bool {
        let mut model = Model::new();
        for (param, value) in self.params.iter().zip(ghosts) {
            model.set(param.var, self.pool.elem(self.key, *value));
        }
        let (pool, alphabet) = (&self.pool, &self.alphabet);
        Judge { pool, alphabet, model: &model, trace }.holds(formula).expect("flat")
    }

    pub(crate) fn event(&self, op: usize, key: u32) -> Event {
        let op = self.ops[op];
        let places = self.alphabet.op(op).places().len();
        Event { op: Some(op), values: vec![self.pool.elem(self.key, key); places] }
    }
}

/// The embedded solver alone.
pub(crate) fn solver() -> Box<dyn Solver> {
    Config::new(Backend::None).build(&Theory::empty()).expect("it needs nothing")
}

fn event_set(ghosts: usize) -> impl Strategy<Value = EventSet> {
    let call = (0..3usize, 0..ghosts, 0..3u8).prop_map(|(op, ghost, kind)| {
        let (world, op) = (&*WORLD, WORLD.ops[op]);
        let equal = match world.alphabet.op(op).places().first() {
            Some(place) => world.pool.eq(place.formal, world.params[ghost].var),
            None => Term::TRUE,
        };
        let cond = match kind {
            0 => Term::TRUE,
            1 => equal,
            _ if equal == Term::TRUE => equal,
            _ => world.pool.not(equal),
        };
        EventSet::Call(op, cond)
    });
    prop_oneof![4 => call.clone(), 2 => call.prop_map(|set| EventSet::Not(Box::new(set)))]
}

/// Random formulas over the first `ghosts` parameters.
pub(crate) fn formula(ghosts: usize) -> BoxedStrategy<Formula> {
    let leaf = prop_oneof![
        6 => event_set(ghosts).prop_map(Formula::Event),
        3 => event_set(ghosts).prop_map(Formula::One),
        1 => Just(Formula::Last),
        1 => Just(Formula::Empty),
    ];
    leaf.prop_recursive(3, 8, 2, |inner| {
        let one = || inner.clone().prop_map(Box::new);
        let many = || proptest::collection::vec(inner.clone(), 2);
        prop_oneof![
            1 => one().prop_map(Formula::Not),
            1 => many().prop_map(Formula::And),
            1 => many().prop_map(Formula::Or),
            1 => (one(), one()).prop_map(|(a, b)| Formula::Implies(a, b)),
            1 => one().prop_map(Formula::Next),
            1 => one().prop_map(Formula::WeakNext),
            1 => one().prop_map(Formula::Finally),
            2 => one().prop_map(Formula::Globally),
            1 => (one(), one()).prop_map(|(a, b)| Formula::Until(a, b)),
            1 => (one(), one()).prop_map(|(a, b)| Formula::WeakUntil(a, b)),
            1 => many().prop_map(Formula::Then),
            1 => one().prop_map(Formula::Star),
        ]
    })
    .boxed()
}
