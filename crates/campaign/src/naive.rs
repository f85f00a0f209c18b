//! Values and what the operators do to them, written down a second time.
//!
//! The engine's constructors, its evaluator and its replay share one definition of every operator; a
//! mistake there would be made by all of them together. This evaluator shares nothing with them but
//! the shape of terms. Words are `u128` and masks, integers are big integers with division as in a
//! school book, strings are vectors of code points.

mod number;
mod search;
mod text;
mod word;

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::ToPrimitive;
use term::{Func, Literal, Model, Op, Pool, Sort, Term};

pub(crate) use search::has_model;

/// A value of any sort.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Value {
    Bool(bool),
    Int(BigInt),
    Real(BigRational),
    /// Width and bits.
    Word(u32, u128),
    Text(Vec<u32>),
    Elem(u32),
    Data(u32, Vec<Value>),
    /// The value everywhere else, and where it differs.
    Array(Box<Value>, BTreeMap<Value, Value>),
}

/// What has to be given a value before a term has one.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Unknown {
    Var(Term),
    At(Func, Vec<Value>),
}

/// Values for variables and functions.
pub(crate) trait Env {
    /// The value of a variable or of a function at some values.
    fn look_up(&self, unknown: &Unknown) -> Option<Value>;
}

impl Env for HashMap<Unknown, Value> {
    fn look_up(&self, unknown: &Unknown) -> Option<Value> {
        self.get(unknown).cloned()
    }
}

/// A model of a solver, read as it says it is to be read: what it leaves out has a default value.
pub(crate) struct Told<'a> {
    pub(crate) pool: &'a Pool,
    pub(crate) model: &'a Model,
    /// The tables of functions that were asked for: evaluating all rows at each application would take most of
    /// the time of large cases.
    tables: RefCell<HashMap<Func, Table>>,
}

/// The values of a function, by those of its arguments.
type Table = HashMap<Vec<Value>, Term>;

impl<'a> Told<'a> {
    pub(crate) fn new(pool: &'a Pool, model: &'a Model) -> Told<'a> {
        Told { pool, model, tables: RefCell::default() }
    }

    /// The value that the model says in a row; the first row counts if two have equal arguments.
    fn row(&self, func: Func, args: &[Value]) -> Option<Term> {
        let read = || {
            let mut table = Table::new();
            for (row, value) in
                self.model.func(func).into_iter().flat_map(|table| table.rows(self.pool))
            {
                let args: Option<Vec<Value>> =
                    row.iter().map(|arg| of_term(self.pool, *arg)).collect();
                if let Some(args) = args {
                    table.entry(args).or_insert(value);
                }
            }
            table
        };
        self.tables.borrow_mut().entry(func).or_insert_with(read).get(args).copied()
    }
}

impl Env for Told<'_> {
    fn look_up(&self, unknown: &Unknown) -> Option<Value> {
        let default = |sort: Sort| of_term(self.pool, self.pool.default_value(sort)?);
        match unknown {
            Unknown::Var(var) => match self.model.get(*var) {
                Some(value) => of_term(self.pool, value),
                None => default(self.pool.sort(*var)),
            },
            Unknown::At(func, args) => {
                let Some(table) = self.model.func(*func) else {
                    return default(self.pool.signature(*func).1);
                };
                match self.row(*func, args).or(table.otherwise()) {
                    Some(value) => of_term(self.pool, value),
                    None => default(self.pool.signature(*func).1),
                }
            }
        }
    }
}

/// The value that a term without variables writes down; none if it is not a plain value.
pub(crate) fn of_term(pool: &Pool, term: Term) -> Option<Value> {
    Evaluator { pool, env: &HashMap::new() }.eval(term).ok()
}

/// What is asked of a value of a term: none if something is missing or makes no sense.
pub(crate) struct Evaluator<'a, E: Env> {
    pub(crate) pool: &'a Pool,
    pub(crate) env: &'a E,
}

impl<E: Env> Evaluator<'_, E> {
    /// The value, or what has to be known first.
    pub(crate) fn eval(&self, term: Term) -> Result<Value, Unknown> {
        let pool = self.pool;
        let (op, args) = pool.node(term);
        match op {
            Op::Lit(_) => Ok(literal(pool.as_literal(term).expect("it is a literal"))),
            Op::Var(_) => self.known(Unknown::Var(term)),
            Op::And => self.junction(args, false),
            Op::Or => self.junction(args, true),
            Op::Ite => match self.eval(args[0])? {
                Value::Bool(true) => self.eval(args[1]),
                _ => self.eval(args[2]),
            },
            _ => {
                let values = args.iter().map(|arg| self.eval(*arg));
                let values = values.collect::<Result<Vec<Value>, Unknown>>()?;
                self.apply(op, values, pool.sort(term))
            }
        }
    }

    fn known(&self, unknown: Unknown) -> Result<Value, Unknown> {
        self.env.look_up(&unknown).ok_or(unknown)
    }

    /// A part that decides it is enough, though others are not known yet.
    fn junction(&self, parts: &[Term], decisive: bool) -> Result<Value, Unknown> {
        let mut result = Ok(Value::Bool(!decisive));
        for part in parts {
            match self.eval(*part) {
                Ok(value) if value == Value::Bool(decisive) => return Ok(value),
                Ok(_) => {}
                Err(unknown) => result = result.and(Err(unknown)),
            }
        }
        result
    }

    fn apply(&self, op: Op, args: Vec<Value>, sort: Sort) -> Result<Value, Unknown> {
        if let Op::Apply(func) = op {
            return self.known(Unknown::At(func, args));
        }
        let default = || self.pool.default_value(sort).and_then(|term| of_term(self.pool, term));
        let value = match (op, &args[..]) {
            (Op::Not, [Value::Bool(a)]) => Some(Value::Bool(!a)),
            (Op::Eq, [a, b]) => Some(Value::Bool(a == b)),
            (Op::Construct(ctor), _) => Some(Value::Data(ctor, args.clone())),
            (Op::Is(ctor), [Value::Data(own, _)]) => Some(Value::Bool(*own == ctor)),
            (Op::Field(ctor, field), [Value::Data(own, fields)]) if *own == ctor => {
                fields.get(field as usize).cloned()
            }
            (Op::Field(..), [Value::Data(..)]) => default(),
            (Op::ConstArray, [value]) => {
                Some(Value::Array(Box::new(value.clone()), BTreeMap::new()))
            }
            (Op::Select, [Value::Array(rest, rows), at]) => {
                Some(rows.get(at).unwrap_or(rest).clone())
            }
            (Op::Store, [Value::Array(rest, rows), at, value]) => {
                Some(store(rest, rows, at, value))
            }
            _ => number::apply(op, &args)
                .or_else(|| word::apply(op, &args))
                .or_else(|| text::apply(op, &args)),
        };
        Ok(value.unwrap_or_else(|| panic!("{op:?} means nothing on {args:?}")))
    }
}

fn store(rest: &Value, rows: &BTreeMap<Value, Value>, at: &Value, value: &Value) -> Value {
    let mut rows = rows.clone();
    // Equal arrays must look equal.
    if value == rest {
        rows.remove(at);
    } else {
        rows.insert(at.clone(), value.clone());
    }
    Value::Array(Box::new(rest.clone()), rows)
}

fn literal(literal: &Literal) -> Value {
    match literal {
        Literal::Bool(value) => Value::Bool(*value),
        Literal::Int(int) => Value::Int(int.to_big()),
        Literal::Real(real) => Value::Real(real.clone()),
        Literal::BitVec(word) => {
            let bits = word.unsigned().to_u128().expect("words here are short");
            Value::Word(word.width(), bits)
        }
        Literal::Text(text) => Value::Text(text.codes().to_vec()),
        Literal::Elem(_, number) => Value::Elem(*number),
    }
}
