//! Values of Z3 as ground terms.
//!
//! Values of recursive data types are as deep as the model makes them, so this keeps its own stack.
//! What has no form of ours, such as an irrational number, is no value.

use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use rustc_hash::FxHashSet;
use solve::{Elements, Key};
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

enum Task {
    Read(Ast, Sort),
    Construct(Sort, u32, usize),
    /// An array of this sort, a value everywhere.
    Everywhere(Sort),
    /// An array, an index, a value.
    Write,
}

impl Values<'_> {
    /// The term of a value of a sort.
    pub(crate) fn read(&self, elements: &mut Elements, value: Ast, sort: Sort) -> Option<Term> {
        let mut todo = vec![Task::Read(value, sort)];
        let mut done = Vec::new();
        while let Some(task) = todo.pop() {
            let made = match task {
                Task::Read(value, sort) => match self.pool.sort_node(sort) {
                    SortNode::Data(..) => {
                        self.open_data(value, sort, &mut todo)?;
                        continue;
                    }
                    SortNode::Array(..) => {
                        self.open_array(value, sort, &mut todo)?;
                        continue;
                    }
                    _ => self.leaf(elements, value, sort)?,
                },
                Task::Construct(sort, ctor, fields) => {
                    let fields = done.split_off(done.len() - fields);
                    self.pool.construct(sort, ctor, &fields)
                }
                Task::Everywhere(sort) => self.pool.const_array(sort, done.pop()?),
                Task::Write => {
                    let (value, index, array) = (done.pop()?, done.pop()?, done.pop()?);
                    self.pool.store(array, index, value)
                }
            };
            done.push(made);
        }
        done.pop()
    }

    fn open_data(&self, value: Ast, sort: Sort, todo: &mut Vec<Task>) -> Option<()> {
        let (function, fields) = self.context.application(value).ok()?;
        let (made, ctor) = self.sorts.made_by(function)?;
        if made != sort {
            return None;
        }
        todo.push(Task::Construct(sort, ctor, fields.len()));
        for (number, field) in fields.iter().enumerate().rev() {
            todo.push(Task::Read(*field, self.pool.field_sort(sort, ctor, number as u32)));
        }
        Some(())
    }

    /// Arrays are written over constant ones, or are graphs of functions, or lambdas.
    fn open_array(&self, value: Ast, sort: Sort, todo: &mut Vec<Task>) -> Option<()> {
        if let Some(function) = self.context.as_array(value) {
            let graph = self.model.graph(function).ok()?;
            self.open_rows(&graph.rows, graph.otherwise, sort, todo);
            return Some(());
        }
        if let Some(body) = self.context.lambda_body(value) {
            let (rows, otherwise) = self.rows_of(value, body)?;
            self.open_rows(&rows, otherwise, sort, todo);
            return Some(());
        }
        let SortNode::Array(index_sort, value_sort) = *self.pool.sort_node(sort) else {
            unreachable!("only arrays are opened")
        };
        let (function, args) = self.context.application(value).ok()?;
        match (self.context.function_name(function).as_str(), &args[..]) {
            ("const", &[everywhere]) => {
                todo.push(Task::Everywhere(sort));
                todo.push(Task::Read(everywhere, value_sort));
            }
            ("store", &[array, index, value]) => {
                todo.push(Task::Write);
                todo.push(Task::Read(value, value_sort));
                todo.push(Task::Read(index, index_sort));
                todo.push(Task::Read(array, sort));
            }
            _ => return None,
        }
        Some(())
    }

    /// The first row for an index counts, so it is written last.
    fn open_rows(&self, rows: &[(Ast, Ast)], otherwise: Ast, sort: Sort, todo: &mut Vec<Task>) {
        let SortNode::Array(index_sort, value_sort) = *self.pool.sort_node(sort) else {
            unreachable!("only arrays have rows")
        };
        for (index, value) in rows {
            todo.push(Task::Write);
            todo.push(Task::Read(*value, value_sort));
            todo.push(Task::Read(*index, index_sort));
        }
        todo.push(Task::Everywhere(sort));
        todo.push(Task::Read(otherwise, value_sort));
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
