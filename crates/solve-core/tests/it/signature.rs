//! A few symbols of every kind that the stages decide.

use solve::{Axiom, Theory};
use term::{Ctor, Field, Func, Pool, Sort, Term};

/// A pool with some declarations.
pub(crate) struct Signature {
    pub(crate) pool: Pool,
    pub(crate) theory: Theory,
    pub(crate) elem: Sort,
    pub(crate) color: Sort,
    /// Lists of colours.
    pub(crate) list: Sort,
    /// Natural numbers, by successor.
    pub(crate) nat: Sort,
    pub(crate) less: Func,
    /// Functions, with their argument sorts and result sorts.
    pub(crate) funcs: Vec<Func>,
}

impl Signature {
    pub(crate) fn new() -> Signature {
        let pool = Pool::new();
        let elem = pool.elem_sort("E");
        let less = pool.func("less", &[elem, elem], Sort::BOOL);
        let color = enumeration(&pool, "Color", &["red", "green", "blue"]);
        let list = list_of(&pool, color);
        let nat = nat(&pool);
        let theory = Theory::new(&pool, order_axioms(&pool, elem, less));
        assert_eq!(theory.orders(), [less]);
        let funcs = vec![
            pool.func("f", &[elem], elem),
            pool.func("g", &[elem, elem], elem),
            pool.func("paint", &[elem], color),
            pool.func("code", &[color], Sort::INT),
            pool.func("pick", &[Sort::BOOL], elem),
            pool.func("good", &[elem], Sort::BOOL),
            pool.func("succ", &[Sort::INT], Sort::INT),
            pool.func("size", &[list], Sort::INT),
            pool.func("all", &[color], list),
        ];
        Signature { pool, theory, elem, color, list, nat, less, funcs }
    }
}

fn enumeration(pool: &Pool, name: &str, values: &[&str]) -> Sort {
    let data = pool.declare_data(name, 0).expect("first declaration");
    let ctors = values.iter().map(|name| Ctor { name: pool.symbol(name), fields: vec![] });
    pool.define_data(data, ctors.collect()).expect("first definition");
    pool.data_sort(data, &[])
}

fn list_of(pool: &Pool, element: Sort) -> Sort {
    let data = pool.declare_data("List", 1).expect("first declaration");
    let field = |name: &str, sort| Field { name: pool.symbol(name), sort };
    let inner = pool.data_sort(data, &[pool.param_sort(0)]);
    let nil = Ctor { name: pool.symbol("nil"), fields: vec![] };
    let fields = vec![field("head", pool.param_sort(0)), field("tail", inner)];
    let cons = Ctor { name: pool.symbol("cons"), fields };
    pool.define_data(data, vec![nil, cons]).expect("first definition");
    pool.data_sort(data, &[element])
}

fn nat(pool: &Pool) -> Sort {
    let data = pool.declare_data("Nat", 0).expect("first declaration");
    let sort = pool.data_sort(data, &[]);
    let zero = Ctor { name: pool.symbol("zero"), fields: vec![] };
    let before = Field { name: pool.symbol("before"), sort };
    let next = Ctor { name: pool.symbol("next"), fields: vec![before] };
    pool.define_data(data, vec![zero, next]).expect("first definition");
    sort
}

fn order_axioms(pool: &Pool, elem: Sort, less: Func) -> Vec<Axiom> {
    let vars: Vec<Term> = ["x", "y", "z"].iter().map(|name| pool.var(name, elem)).collect();
    let before = |a: usize, b: usize| pool.apply(less, &[vars[a], vars[b]]);
    let axiom = |name: &str, count: usize, body: Term| Axiom {
        name: name.to_owned(),
        vars: vars[..count].to_vec(),
        body,
        triggers: Vec::new(),
    };
    let both = pool.and(&[before(0, 1), before(1, 2)]);
    vec![
        axiom("irreflexive", 1, pool.not(before(0, 0))),
        axiom("transitive", 3, pool.implies(both, before(0, 2))),
        axiom("total", 2, pool.or(&[before(0, 1), pool.eq(vars[0], vars[1]), before(1, 0)])),
    ]
}
