//! Values of Z3 as ground terms.
//!
//! What has no form of ours, such as an irrational number, is no value.

use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use rustc_hash::FxHashSet;
use solve::{Base, Elements, Key, Shape, read_value};
use term::{BitVec, Int, Literal, Pool, Sort, SortNode, Term, Text};

use crate::api::Ast;
use crate::context::{Context, ContextModel, Kind};
use crate::data::Sorts;
use crate::encode::Codes;

/// A string longer than this is not read code point by code point.
const LONGEST: usize = 100_000;

/// Reads values of one model.
pub(crate) struct Values<'a> {
    pub(crate) context: &'a Context,
    pub(crate) pool: &'a Pool,
    pub(crate) sorts: &'a Sorts,
    pub(crate) codes: Codes,
    pub(crate) model: &'a ContextModel<'a>,
}

impl Values<'_> {
    /// The term of a value of a sort.
    pub(crate) fn read(&self, elements: &mut Elements, value: Ast, sort: Sort) -> Option<Term> {
        read_value(self.pool, value, sort, |value, sort| match self.pool.sort_node(sort) {
            SortNode::Data(..) => self.data(value, sort),
            SortNode::Array(..) => self.array(value),
            _ => self.leaf(elements, value, sort).map(Shape::Leaf),
        })
    }

    fn data(&self, value: Ast, sort: Sort) -> Option<Shape<Ast>> {
        let (function, fields) = self.context.application(value).ok()?;
        let (made, ctor) = self.sorts.made_by(function)?;
        (made == sort).then(|| Shape::Construct(ctor, fields.to_vec()))
    }

    /// Arrays are written over constant ones, or are graphs of functions, or lambdas.
    fn array(&self, value: Ast) -> Option<Shape<Ast>> {
        if let Some(function) = self.context.as_array(value) {
            let graph = self.model.graph(function).ok()?;
            return Some(Shape::Array(graph.rows, Base::Everywhere(graph.otherwise)));
        }
        if let Some(body) = self.context.lambda_body(value) {
            let (rows, otherwise) = self.rows_of(value, body)?;
            return Some(Shape::Array(rows, Base::Everywhere(otherwise)));
        }
        let (function, args) = self.context.application(value).ok()?;
        match (self.context.function_name(function).as_str(), &args[..]) {
            ("const", &[value]) => Some(Shape::Array(Vec::new(), Base::Everywhere(value))),
            ("store", &[array, index, value]) => {
                Some(Shape::Array(vec![(index, value)], Base::Array(array)))
            }
            _ => None,
        }
    }

    /// The rows of a lambda that looks at its variable `x` only in equations with values, such as
    /// `(ite (= x 1) a (or b (= x 2)))`: it is read at each of these values, and elsewhere no
    /// equation holds.
    fn rows_of(&self, lambda: Ast, body: Ast) -> Option<(Vec<(Ast, Ast)>, Ast)> {
        let context = self.context;
        let equations = self.equations(body)?;
        let mut rows = Vec::new();
        for (_, index) in &equations {
            let read = context.binary(context.api().mk_select, lambda, *index).ok()?;
            rows.push((*index, self.model.eval(read).ok()?));
        }
        let never = context.plain(context.api().mk_false).ok()?;
        let never: Vec<(Ast, Ast)> = equations.iter().map(|(atom, _)| (*atom, never)).collect();
        let elsewhere = context.substitute(body, &never).ok()?;
        Some((rows, self.model.eval(elsewhere).ok()?))
    }

    /// The equations `x = k` below the body of a lambda, each with its `k`.
    fn equations(&self, body: Ast) -> Option<Vec<(Ast, Ast)>> {
        let mut found = Vec::new();
        let mut met = FxHashSet::default();
        let mut todo = vec![body];
        while let Some(ast) = todo.pop() {
            if self.context.kind(ast) != Kind::Application || !met.insert(ast) {
                continue;
            }
            let (function, args) = self.context.application(ast).ok()?;
            match (self.context.function_name(function).as_str(), &args[..]) {
                ("=", &[a, b]) if self.context.kind(a) == Kind::Bound => found.push((ast, b)),
                ("=", &[a, b]) if self.context.kind(b) == Kind::Bound => found.push((ast, a)),
                _ => todo.extend(args),
            }
        }
        Some(found)
    }

    fn leaf(&self, elements: &mut Elements, value: Ast, sort: Sort) -> Option<Term> {
        let pool = self.pool;
        match pool.sort_node(sort) {
            SortNode::Bool => self.context.as_bool(value).map(|value| pool.bool(value)),
            SortNode::Int => {
                let int: BigInt = self.context.as_number(value)?.parse().ok()?;
                Some(pool.int(Int::from(int)))
            }
            SortNode::Real => self.rational(value).map(|real| pool.real(real)),
            SortNode::BitVec(width) => {
                let bits: BigUint = self.context.as_number(value)?.parse().ok()?;
                Some(pool.literal(Literal::BitVec(BitVec::new(*width, bits))))
            }
            SortNode::Text => self.text(value).map(|text| pool.literal(Literal::Text(text))),
            SortNode::Elem(_) => {
                let key = self.key(value, sort)?;
                Some(elements.get(pool, sort, key))
            }
            SortNode::Data(..) | SortNode::Array(..) | SortNode::Param(_) => None,
        }
    }

    /// What Z3 calls an element.
    pub(crate) fn key(&self, value: Ast, sort: Sort) -> Option<Key> {
        if self.sorts.theory().order_of(self.pool, sort).is_some() {
            return self.rational(value).map(Key::Rank);
        }
        let (function, _) = self.context.application(value).ok()?;
        Some(Key::Name(self.context.function_name(function)))
    }

    fn rational(&self, value: Ast) -> Option<BigRational> {
        let text = self.context.as_number(value)?;
        let (numer, denom) = text.split_once('/').unwrap_or((&text, "1"));
        let (numer, denom): (BigInt, BigInt) = (numer.parse().ok()?, denom.parse().ok()?);
        (denom != BigInt::ZERO).then(|| BigRational::new(numer, denom))
    }

    /// Old versions print a backslash as it is, so that `\u{41}` may be one code point or six; the
    /// length tells.
    fn text(&self, value: Ast) -> Option<Text> {
        let checked = |codes: Vec<u32>| {
            codes.iter().all(|code| *code <= Text::MAX_CODE).then(|| Text::new(codes))
        };
        match self.context.as_string(value)? {
            Ok(codes) => checked(codes),
            Err(printed) => {
                let length = self
                    .computed(self.context.unary(self.context.api().mk_seq_length, value).ok()?)?;
                match Text::unescape(&printed) {
                    Some(text) if text.codes().len() == length => Some(text),
                    _ if length <= LONGEST => checked(self.code_points(value, length)?),
                    _ => None,
                }
            }
        }
    }

    fn code_points(&self, value: Ast, length: usize) -> Option<Vec<u32>> {
        let context = self.context;
        let int = self.sorts.known(Sort::INT)?;
        let code = |at: usize| {
            let at = context.numeral(&at.to_string(), int).ok()?;
            let one = context.binary(context.api().mk_seq_at, value, at).ok()?;
            u32::try_from(self.computed(context.apply(self.codes.to_code, &[one]).ok()?)?).ok()
        };
        (0..length).map(code).collect()
    }

    /// The number that a tree over values computes to.
    fn computed(&self, ast: Ast) -> Option<usize> {
        let value = self.context.unary(self.context.api().simplify, ast).ok()?;
        self.context.as_number(value)?.parse().ok()
    }
}
