//! Whether a query has a model among small values: every value is tried.

use std::collections::HashMap;

use num_bigint::BigInt;
use num_rational::BigRational;
use term::{Func, Pool, Sort, SortNode, Term};

use super::{Evaluator, Unknown, Value};

/// Values tried of each sort that has too many.
const FEW: i64 = 4;
/// Words up to this width are tried through and through.
const SHORT: u32 = 4;
/// Evaluations after which the search gives up.
const STEPS: u64 = 400;

/// Values under which all terms are true. `order` is the function that is known to be a total order
/// of elements; it is that of their numbers.
pub(crate) fn has_model(
    pool: &Pool,
    order: Func,
    query: &[Term],
) -> Option<HashMap<Unknown, Value>> {
    let mut search = Search { pool, order, query, known: HashMap::new(), steps: 0 };
    search.run().then_some(search.known)
}

struct Search<'a> {
    pool: &'a Pool,
    order: Func,
    query: &'a [Term],
    known: HashMap<Unknown, Value>,
    steps: u64,
}

impl Search<'_> {
    fn run(&mut self) -> bool {
        self.steps += 1;
        if self.steps > STEPS {
            return false;
        }
        let mut wanted = None;
        for term in self.query {
            match (Evaluator { pool: self.pool, env: &self.known }).eval(*term) {
                Ok(Value::Bool(true)) => {}
                Ok(_) => return false,
                Err(unknown) => wanted = wanted.or(Some(unknown)),
            }
        }
        let Some(unknown) = wanted else { return true };
        let found = self.values(&unknown).into_iter().any(|value| {
            self.known.insert(unknown.clone(), value);
            self.run()
        });
        if !found {
            self.known.remove(&unknown);
        }
        found
    }

    fn values(&self, unknown: &Unknown) -> Vec<Value> {
        match unknown {
            Unknown::Var(var) => values(self.pool, self.pool.sort(*var), 2),
            Unknown::At(func, args) if *func == self.order => {
                vec![Value::Bool(args[0] < args[1])]
            }
            Unknown::At(func, _) => values(self.pool, self.pool.signature(*func).1, 2),
        }
    }
}

fn values(pool: &Pool, sort: Sort, depth: usize) -> Vec<Value> {
    match pool.sort_node(sort) {
        SortNode::Bool => vec![Value::Bool(false), Value::Bool(true)],
        SortNode::Int => (-1..FEW).map(|n| Value::Int(BigInt::from(n))).collect(),
        SortNode::Real => {
            let half = |n| BigRational::new(BigInt::from(n), BigInt::from(2));
            (-1..FEW).map(|n| Value::Real(half(n))).collect()
        }
        SortNode::BitVec(width) if *width <= SHORT => {
            (0..1 << width).map(|bits| Value::Word(*width, bits)).collect()
        }
        SortNode::BitVec(width) => {
            let sign = 1 << (width - 1);
            let edges = [0, 1, 2, sign - 1, sign, 2 * sign - 1, u128::from(*width)];
            edges.iter().map(|bits| Value::Word(*width, *bits)).collect()
        }
        SortNode::Elem(_) => (0..FEW as u32).map(Value::Elem).collect(),
        SortNode::Text => {
            let texts = ["", "a", "b", "ab", "12"];
            texts.iter().map(|text| Value::Text(text.chars().map(u32::from).collect())).collect()
        }
        SortNode::Array(_, value) => {
            let every = values(pool, *value, depth).into_iter();
            every.map(|value| Value::Array(Box::new(value), [].into())).collect()
        }
        SortNode::Data(data, _) => {
            let ctors = 0..pool.ctors(*data).len() as u32;
            ctors.flat_map(|ctor| constructed(pool, sort, ctor, depth)).collect()
        }
        SortNode::Param(_) => Vec::new(),
    }
}

fn constructed(pool: &Pool, sort: Sort, ctor: u32, depth: usize) -> Vec<Value> {
    let (data, _) = pool.as_data(sort).expect("a data sort");
    let fields = pool.ctors(data)[ctor as usize].fields.len() as u32;
    if depth == 0 && fields > 0 {
        return Vec::new();
    }
    let mut rows = vec![Vec::new()];
    for field in 0..fields {
        let some = values(pool, pool.field_sort(sort, ctor, field), depth - 1);
        rows = rows
            .iter()
            .flat_map(|row: &Vec<Value>| {
                some.iter().take(3).map(|value| [&row[..], std::slice::from_ref(value)].concat())
            })
            .collect();
    }
    rows.into_iter().map(|row| Value::Data(ctor, row)).collect()
}
