//! A solver that tries values: slow, and too simple to be wrong.
//!
//! Whatever a term needs to know next (the value of a variable, or of a function at some values) is
//! tried with every value of a small domain. An uninterpreted sort is a set of ranks: the order on
//! it is that of the ranks, and its literals have different ones.

use std::collections::HashMap;

use term::{Func, Literal, Op, Pool, Sort, SortNode, Term};

/// Ranks of an uninterpreted sort.
const RANKS: u32 = 6;
/// Numbers from zero; rational ones in steps of a half.
const INTS: i64 = 6;
/// Depth of recursive values.
const DEPTH: usize = 4;
/// Steps after which the search gives up.
const STEPS: u64 = 20_000;

/// Something that has a value of its own.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Unknown {
    Leaf(Term),
    At(Func, Vec<Term>),
}

/// Whether some model over the small domain satisfies a query.
pub(crate) struct Brute<'a> {
    pool: &'a Pool,
    less: Func,
    known: HashMap<Unknown, Term>,
    domains: HashMap<Sort, Vec<Term>>,
    steps: u64,
}

impl<'a> Brute<'a> {
    pub(crate) fn new(pool: &'a Pool, less: Func) -> Brute<'a> {
        Brute { pool, less, known: HashMap::new(), domains: HashMap::new(), steps: 0 }
    }

    /// None if it takes too long.
    pub(crate) fn has_model(&mut self, query: &[Term]) -> Option<bool> {
        let found = self.search(query);
        (found || self.steps < STEPS).then_some(found)
    }

    fn search(&mut self, query: &[Term]) -> bool {
        self.steps += 1;
        if self.steps >= STEPS {
            return false;
        }
        let mut wanted = None;
        for term in query {
            match self.eval(*term) {
                Ok(Term::TRUE) => {}
                Ok(_) => return false,
                Err(unknown) => wanted = wanted.or(Some(unknown)),
            }
        }
        let Some((unknown, sort)) = wanted else { return true };
        for value in self.domain(sort) {
            if self.is_taken_by_a_literal(&unknown, value) {
                continue;
            }
            self.known.insert(unknown.clone(), value);
            if self.search(query) {
                return true;
            }
            self.known.remove(&unknown);
        }
        false
    }

    fn is_taken_by_a_literal(&self, unknown: &Unknown, value: Term) -> bool {
        let is_literal = |unknown: &Unknown| match unknown {
            Unknown::Leaf(term) => self.pool.as_literal(*term).is_some(),
            Unknown::At(..) => false,
        };
        is_literal(unknown)
            && self.known.iter().any(|(other, known)| is_literal(other) && *known == value)
    }

    /// The value of a term, or what has to be known first.
    fn eval(&self, term: Term) -> Result<Term, (Unknown, Sort)> {
        let pool = self.pool;
        let sort = pool.sort(term);
        let look_up = |unknown: Unknown| self.known.get(&unknown).copied().ok_or((unknown, sort));
        match pool.node(term) {
            (Op::Lit(_), _) => match pool.as_literal(term) {
                Some(Literal::Elem(..)) => look_up(Unknown::Leaf(term)),
                _ => Ok(term),
            },
            (Op::Var(_), _) => look_up(Unknown::Leaf(term)),
            (Op::And, parts) => self.junction(parts, Term::FALSE),
            (Op::Or, parts) => self.junction(parts, Term::TRUE),
            (op, args) => {
                let args = args.iter().map(|arg| self.eval(*arg)).collect::<Result<Vec<_>, _>>()?;
                match op {
                    Op::Apply(func) if func == self.less => {
                        Ok(pool.bool(self.rank(args[0]) < self.rank(args[1])))
                    }
                    Op::Apply(func) => look_up(Unknown::At(func, args)),
                    Op::Field(ctor, _) if pool.op(args[0]) != Op::Construct(ctor) => {
                        self.eval(pool.default_value(sort).expect("finite values"))
                    }
                    _ => Ok(pool.make(op, &args, sort)),
                }
            }
        }
    }

    fn junction(&self, parts: &[Term], zero: Term) -> Result<Term, (Unknown, Sort)> {
        let mut result = Ok(self.pool.not(zero));
        for part in parts {
            match self.eval(*part) {
                Ok(value) if value == zero => return Ok(zero),
                Ok(_) => {}
                Err(unknown) => result = result.and(Err(unknown)),
            }
        }
        result
    }

    fn rank(&self, value: Term) -> u32 {
        match self.pool.as_literal(value) {
            Some(Literal::Elem(_, rank)) => *rank,
            other => panic!("not an element: {other:?}"),
        }
    }

    fn domain(&mut self, sort: Sort) -> Vec<Term> {
        if let Some(known) = self.domains.get(&sort) {
            return known.clone();
        }
        let values = self.values(sort, DEPTH);
        self.domains.insert(sort, values.clone());
        values
    }

    fn values(&self, sort: Sort, depth: usize) -> Vec<Term> {
        let pool = self.pool;
        match pool.sort_node(sort) {
            SortNode::Bool => vec![Term::FALSE, Term::TRUE],
            SortNode::Int => (0..INTS).map(|n| pool.int(n)).collect(),
            SortNode::Real => (0..INTS).map(|n| pool.real_ratio(n, 2)).collect(),
            SortNode::Elem(_) => (0..RANKS).map(|n| pool.elem(sort, n)).collect(),
            SortNode::Data(..) if depth == 0 => Vec::new(),
            SortNode::Data(data, _) => {
                let ctors = 0..pool.ctors(*data).len() as u32;
                ctors.flat_map(|ctor| self.constructed(sort, ctor, depth)).collect()
            }
            other => panic!("no values of {other:?}"),
        }
    }

    fn constructed(&self, sort: Sort, ctor: u32, depth: usize) -> Vec<Term> {
        let (data, _) = self.pool.as_data(sort).expect("a data sort");
        let fields = self.pool.ctors(data)[ctor as usize].fields.len() as u32;
        let mut rows = vec![Vec::new()];
        for field in 0..fields {
            let values = self.values(self.pool.field_sort(sort, ctor, field), depth - 1);
            rows = rows
                .iter()
                .flat_map(|row| values.iter().map(|value| [&row[..], &[*value]].concat()))
                .collect();
        }
        rows.iter().map(|row| self.pool.construct(sort, ctor, row)).collect()
    }
}
