//! From terms to circuits.
//!
//! Truth values, words, integers, reads of arrays and functions without a definition. An integer of which
//! no bounds are known gets a width by trial: then a solution is one, but that there is none says nothing.

use rustc_hash::FxHashMap;
use term::{Func, Int, Literal, Model, Op, Pool, Sort, SortNode, Term, Visit};

use super::circuit::Circuit;
use super::range::Ranges;
use super::vector::{Bits, Shift, complement, extended};
use crate::sat::{Lit, Sat};

/// Words and integers wider than this are handed on.
const WIDEST: usize = 400;
/// Chains of conditionals and writes over arrays that are longer than this are handed on.
const DEEPEST: u32 = 200;

/// The bits of the terms of a query.
pub(super) struct Encoder<'p, 's> {
    pool: &'p Pool,
    circuit: Circuit<'s>,
    ranges: &'p Ranges<'p>,
    /// The functions whose meaning is known to others.
    defined: &'p [Func],
    /// The width of integers without bounds.
    trial: usize,
    /// Whether an integer without bounds was met.
    is_narrowed: bool,
    bits: FxHashMap<Term, Bits>,
    vars: Vec<Term>,
    tables: Tables,
}

/// What was read of functions and of unknown arrays: operands and result, all as bits.
type Tables = Vec<(Source, Vec<Read>)>;

/// What a read is of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Source {
    Func(Func),
    Array(Term),
}

struct Read {
    args: Vec<Bits>,
    sorts: Vec<Sort>,
    result: Bits,
    sort: Sort,
}

impl<'p, 's> Encoder<'p, 's> {
    /// The clauses of a query. None if it is about other things, or too large.
    pub(super) fn of(
        pool: &'p Pool,
        query: &[Term],
        sat: &'s mut Sat,
        (ranges, defined, trial): (&'p Ranges<'p>, &'p [Func], usize),
    ) -> Option<Encoder<'p, 's>> {
        let mut encoder = Encoder {
            pool,
            circuit: Circuit::new(sat),
            ranges,
            defined,
            trial,
            is_narrowed: false,
            bits: FxHashMap::default(),
            vars: Vec::new(),
            tables: Vec::new(),
        };
        let is_foreign = std::cell::Cell::new(false);
        let enter = |_| if is_foreign.get() { Visit::Skip } else { Visit::Descend };
        pool.walk(query, enter, |term| {
            if !is_foreign.get() && encoder.add(term).is_none() {
                is_foreign.set(true);
            }
        });
        if is_foreign.get() {
            return None;
        }
        for term in query {
            let holds = encoder.bits[term][0];
            encoder.circuit.assert_any(&[holds]);
        }
        (!encoder.circuit.is_too_large()).then_some(encoder)
    }

    /// Whether integers were narrowed to a width by trial.
    pub(super) fn is_narrowed(&self) -> bool {
        self.is_narrowed
    }

    /// How many gates and free bits there are.
    pub(super) fn size(&self) -> usize {
        self.circuit.size()
    }

    /// What must be known of the bits to read values off an assignment.
    pub(super) fn into_reader(self) -> Reader {
        let vars = self.vars.iter().map(|var| (*var, self.bits[var].clone())).collect();
        Reader { vars, tables: self.tables }
    }

    fn add(&mut self, term: Term) -> Option<()> {
        let sort = self.pool.sort(term);
        if let SortNode::Array(..) = self.pool.sort_node(sort) {
            // Arrays have no bits; what is read of them has.
            return Some(());
        }
        let bits = match self.pool.as_literal(term) {
            Some(literal) => self.literal(literal)?,
            None => match self.pool.op(term) {
                Op::Var(_) => {
                    self.vars.push(term);
                    self.unknown(sort, Some(term))?
                }
                _ => self.operation(term)?,
            },
        };
        if bits.len() > WIDEST || self.circuit.is_too_large() {
            return None;
        }
        self.bits.insert(term, bits);
        Some(())
    }

    fn literal(&self, literal: &Literal) -> Option<Bits> {
        match literal {
            Literal::Bool(value) => Some(vec![self.circuit.constant(*value)]),
            Literal::Int(int) => Some(self.circuit.int(int)),
            Literal::BitVec(word) => Some(self.circuit.word(word.unsigned(), word.width())),
            Literal::Real(_) | Literal::Text(_) | Literal::Elem(..) => None,
        }
    }

    /// A value of which only the sort is known, and the bounds if it is a term of the query.
    fn unknown(&mut self, sort: Sort, term: Option<Term>) -> Option<Bits> {
        let width = match *self.pool.sort_node(sort) {
            SortNode::Bool => 1,
            SortNode::BitVec(width) => width as usize,
            SortNode::Int => match term.and_then(|term| self.ranges.range(term).width()) {
                Some(width) => width,
                None => {
                    self.is_narrowed = true;
                    self.trial
                }
            },
            _ => return None,
        };
        (width <= WIDEST).then(|| self.circuit.free_bits(width))
    }

    fn operation(&mut self, term: Term) -> Option<Bits> {
        let (op, args) = self.pool.node(term);
        match op {
            Op::Apply(func) if self.defined.contains(&func) => return None,
            Op::Apply(func) => return self.read(Source::Func(func), args, term),
            Op::Select => return self.select(args[0], args[1], 0),
            _ => {}
        }
        let operands: Option<Vec<Bits>> =
            args.iter().map(|arg| self.bits.get(arg).cloned()).collect();
        let operands = operands?;
        match self.pool.sort(*args.first()?) {
            Sort::BOOL => self.connective(term, op, &operands),
            Sort::INT => self.number(op, &operands),
            _ => self.word(op, &operands),
        }
    }

    fn connective(&mut self, term: Term, op: Op, operands: &[Bits]) -> Option<Bits> {
        let circuit = &mut self.circuit;
        let firsts: Vec<Lit> = operands.iter().map(|bits| bits[0]).collect();
        Some(match (op, operands) {
            (Op::Not, [a]) => complement(a),
            (Op::And, _) => vec![circuit.all(&firsts)],
            (Op::Or, _) => vec![circuit.any(&firsts)],
            (Op::Eq, [a, b]) => vec![circuit.same(a[0], b[0])],
            (Op::Ite, [cond, yes, no]) if self.pool.sort(term) == Sort::INT => {
                circuit.int_choose(cond[0], yes, no)
            }
            (Op::Ite, [cond, yes, no]) => circuit.choose(cond[0], yes, no),
            _ => return None,
        })
    }

    fn number(&mut self, op: Op, operands: &[Bits]) -> Option<Bits> {
        let circuit = &mut self.circuit;
        Some(match (op, operands) {
            (Op::Add, parts) => fold(parts, |a, b| circuit.int_add(a, b)),
            (Op::Mul, parts) => fold(parts, |a, b| circuit.int_multiply(a, b)),
            (Op::Div, [a, b]) => circuit.int_divide(a, b).0,
            (Op::Mod, [a, b]) => circuit.int_divide(a, b).1,
            (Op::Eq, [a, b]) => vec![circuit.int_equal(a, b)],
            (Op::Lt, [a, b]) => vec![circuit.int_below(a, b)],
            (Op::Le, [a, b]) => vec![!circuit.int_below(b, a)],
            (Op::IntToBv(width), [a]) => extended(a, width as usize),
            _ => return None,
        })
    }

    fn word(&mut self, op: Op, operands: &[Bits]) -> Option<Bits> {
        let circuit = &mut self.circuit;
        Some(match (op, operands) {
            (Op::Eq, [a, b]) => vec![circuit.equal(a, b)],
            (Op::BvNot, [a]) => complement(a),
            (Op::BvNeg, [a]) => circuit.negate(a),
            (Op::BvAnd, [a, b]) => circuit.each(a, b, Circuit::and),
            (Op::BvOr, [a, b]) => circuit.each(a, b, Circuit::or),
            (Op::BvXor, [a, b]) => circuit.each(a, b, Circuit::xor),
            (Op::BvAdd, [a, b]) => circuit.add(a, b),
            (Op::BvMul, [a, b]) => circuit.multiply(a, b),
            (Op::BvUdiv, [a, b]) => circuit.divide(a, b).0,
            (Op::BvUrem, [a, b]) => circuit.divide(a, b).1,
            (Op::BvSdiv, [a, b]) => circuit.divide_signed(a, b).0,
            (Op::BvSrem, [a, b]) => circuit.divide_signed(a, b).1,
            (Op::BvShl, [a, b]) => circuit.shift(a, b, Shift::Left),
            (Op::BvLshr, [a, b]) => circuit.shift(a, b, Shift::Right),
            (Op::BvAshr, [a, b]) => circuit.shift(a, b, Shift::Signed),
            (Op::BvUlt, [a, b]) => vec![circuit.below(a, b)],
            (Op::BvUle, [a, b]) => vec![!circuit.below(b, a)],
            (Op::BvSlt, [a, b]) => vec![circuit.below_signed(a, b)],
            (Op::BvSle, [a, b]) => vec![!circuit.below_signed(b, a)],
            (Op::BvConcat, [high, low]) => [&low[..], &high[..]].concat(),
            (Op::BvExtract(high, low), [a]) => a[low as usize..=high as usize].to_vec(),
            (Op::BvZeroExtend(by), [a]) => {
                let zeros = vec![circuit.constant(false); by as usize];
                [&a[..], &zeros[..]].concat()
            }
            (Op::BvSignExtend(by), [a]) => extended(a, a.len() + by as usize),
            (Op::BvToInt, [a]) => circuit.natural(a),
            _ => return None,
        })
    }

    /// What an array has at an index: by cases over what was written.
    fn select(&mut self, array: Term, index: Term, depth: u32) -> Option<Bits> {
        if depth == DEEPEST {
            return None;
        }
        match self.pool.node(array) {
            (Op::ConstArray, &[value]) => self.bits.get(&value).cloned(),
            (Op::Store, &[inner, at, value]) => {
                let is_here = self.equal(at, index)?;
                let written = self.bits.get(&value).cloned()?;
                let before = self.select(inner, index, depth + 1)?;
                Some(self.chosen(self.pool.sort(value), is_here, &written, &before))
            }
            (Op::Ite, &[cond, yes, no]) => {
                let cond = self.bits.get(&cond)?[0];
                let (yes, no) =
                    (self.select(yes, index, depth + 1)?, self.select(no, index, depth + 1)?);
                let SortNode::Array(_, value) = *self.pool.sort_node(self.pool.sort(array)) else {
                    return None;
                };
                Some(self.chosen(value, cond, &yes, &no))
            }
            (Op::Var(_), _) => self.read(Source::Array(array), &[index], array),
            _ => None,
        }
    }

    fn chosen(&mut self, sort: Sort, cond: Lit, yes: &[Lit], no: &[Lit]) -> Bits {
        match sort {
            Sort::INT => self.circuit.int_choose(cond, yes, no),
            _ => self.circuit.choose(cond, yes, no),
        }
    }

    fn equal(&mut self, a: Term, b: Term) -> Option<Lit> {
        let (x, y) = (self.bits.get(&a)?.clone(), self.bits.get(&b)?.clone());
        Some(self.equal_bits(self.pool.sort(a), &x, &y))
    }

    fn equal_bits(&mut self, sort: Sort, a: &[Lit], b: &[Lit]) -> Lit {
        match sort {
            Sort::INT => self.circuit.int_equal(a, b),
            _ => self.circuit.equal(a, b),
        }
    }

    /// A read of something without a definition: equal operands have equal results.
    fn read(&mut self, source: Source, args: &[Term], term: Term) -> Option<Bits> {
        let sorts: Vec<Sort> = args.iter().map(|arg| self.pool.sort(*arg)).collect();
        let args: Option<Vec<Bits>> = args.iter().map(|arg| self.bits.get(arg).cloned()).collect();
        let args = args?;
        let (sort, term) = match (source, self.pool.sort_node(self.pool.sort(term))) {
            (Source::Func(_), _) => (self.pool.sort(term), Some(term)),
            (Source::Array(_), SortNode::Array(_, value)) => (*value, None),
            (Source::Array(_), _) => return None,
        };
        let result = self.unknown(sort, term)?;
        let at = match self.tables.iter().position(|(known, _)| *known == source) {
            Some(at) => at,
            None => {
                self.tables.push((source, Vec::new()));
                self.tables.len() - 1
            }
        };
        let before = std::mem::take(&mut self.tables[at].1);
        for other in &before {
            let pairs = sorts.iter().zip(args.iter().zip(&other.args));
            let same: Vec<Lit> = pairs.map(|(sort, (a, b))| self.equal_bits(*sort, a, b)).collect();
            let is_same = self.circuit.all(&same);
            let is_result = self.equal_bits(sort, &result, &other.result);
            self.circuit.assert_any(&[!is_same, is_result]);
        }
        self.tables[at].1 = before;
        self.tables[at].1.push(Read { args, sorts, result: result.clone(), sort });
        Some(result)
    }
}

/// Two by two, so that widths grow with the logarithm of their number.
fn fold(parts: &[Bits], mut join: impl FnMut(&[Lit], &[Lit]) -> Bits) -> Bits {
    let mut parts = parts.to_vec();
    while parts.len() > 1 {
        parts = parts
            .chunks(2)
            .map(|pair| match pair {
                [a, b] => join(a, b),
                _ => pair[0].clone(),
            })
            .collect();
    }
    parts.pop().expect("a sum or product has operands")
}

/// Where values stand in an assignment.
pub(super) struct Reader {
    vars: Vec<(Term, Bits)>,
    tables: Tables,
}

impl Reader {
    /// The model of an assignment.
    pub(super) fn model(&self, pool: &Pool, sat: &Sat) -> Option<Model> {
        let value = |sort: Sort, bits: &[Lit]| value(pool, sat, sort, bits);
        let mut model = Model::new();
        for (var, bits) in &self.vars {
            model.set(*var, value(pool.sort(*var), bits)?);
        }
        for (source, reads) in &self.tables {
            let mut array = match source {
                Source::Func(_) => None,
                Source::Array(var) => Some(pool.default_value(pool.sort(*var))?),
            };
            for read in reads {
                let args = read.sorts.iter().zip(&read.args);
                let args: Option<Vec<Term>> = args.map(|(sort, bits)| value(*sort, bits)).collect();
                let (args, result) = (args?, value(read.sort, &read.result)?);
                match (source, &mut array) {
                    (Source::Array(_), Some(array)) => *array = pool.store(*array, args[0], result),
                    (Source::Func(func), _) => model.func_mut(*func).insert(&args, result),
                    (Source::Array(_), None) => return None,
                }
            }
            if let (Source::Array(var), Some(array)) = (source, array) {
                model.set(*var, array);
            }
        }
        Some(model)
    }
}

/// The value that an assignment gives to bits.
fn value(pool: &Pool, sat: &Sat, sort: Sort, bits: &[Lit]) -> Option<Term> {
    let mut number = num_bigint::BigInt::from(0);
    for (at, bit) in bits.iter().enumerate() {
        number.set_bit(at as u64, sat.holds(*bit));
    }
    match *pool.sort_node(sort) {
        SortNode::Bool => Some(pool.bool(sat.holds(bits[0]))),
        SortNode::Int => {
            let is_negative = sat.holds(*bits.last()?);
            let modulus = num_bigint::BigInt::from(1) << bits.len();
            Some(pool.int(Int::from(if is_negative { number - modulus } else { number })))
        }
        SortNode::BitVec(width) => {
            Some(pool.word(Op::IntToBv(width), &[pool.int(Int::from(number))]))
        }
        _ => None,
    }
}
