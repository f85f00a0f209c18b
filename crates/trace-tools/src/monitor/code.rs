//! Conditions compiled for plain values, so that following a log makes no terms.

use rustc_hash::FxHashMap;
use term::{Literal, Op, Pool, Sort, Term};

use crate::log::Value;
use crate::monitor::MonitorError;

/// A value while a condition is evaluated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Plain<'x> {
    Bool(bool),
    Int(i64),
    Text(&'x str),
    /// A value that is different from every other one.
    Fresh(u8),
}

impl<'x> From<&'x Value<'_>> for Plain<'x> {
    fn from(value: &'x Value<'_>) -> Plain<'x> {
        match value {
            Value::Bool(value) => Plain::Bool(*value),
            Value::Int(int) => Plain::Int(*int),
            Value::Text(text) => Plain::Text(text),
        }
    }
}

/// What a condition is evaluated on: the values of an event, and of the parameters.
#[derive(Clone, Copy)]
pub(crate) struct Env<'x> {
    pub(crate) places: &'x [Plain<'x>],
    pub(crate) params: &'x [Plain<'x>],
}

/// A compiled condition or value.
#[derive(Clone, Debug)]
pub(crate) enum Code {
    Bool(bool),
    Int(i64),
    Text(Box<str>),
    Place(usize),
    Param(usize),
    Not(Box<Code>),
    And(Vec<Code>),
    Or(Vec<Code>),
    Eq(Box<[Code; 2]>),
    Le(Box<[Code; 2]>),
    Lt(Box<[Code; 2]>),
    Add(Vec<Code>),
    Mul(Vec<Code>),
    Div(Box<[Code; 2]>),
    Mod(Box<[Code; 2]>),
    If(Box<[Code; 3]>),
}

impl Code {
    /// Whether the condition holds. None if a number grew too large.
    pub(crate) fn holds(&self, env: Env<'_>) -> Option<bool> {
        match self {
            Code::Eq(sides) => Some(sides[0].value(env)? == sides[1].value(env)?),
            Code::Not(inner) => Some(!inner.holds(env)?),
            Code::And(parts) => {
                for part in parts {
                    if !part.holds(env)? {
                        return Some(false);
                    }
                }
                Some(true)
            }
            Code::Or(parts) => {
                for part in parts {
                    if part.holds(env)? {
                        return Some(true);
                    }
                }
                Some(false)
            }
            other => match other.value(env)? {
                Plain::Bool(value) => Some(value),
                Plain::Int(_) | Plain::Text(_) | Plain::Fresh(_) => None,
            },
        }
    }

    /// Whether the values of an event only matter in so far as they are those of parameters that stand for every value.
    pub(crate) fn only_equates(&self, every: &[bool]) -> bool {
        let all = |parts: &[Code]| parts.iter().all(|part| part.only_equates(every));
        match self {
            Code::Eq(sides) => match &**sides {
                [Code::Place(_), Code::Param(at)] | [Code::Param(at), Code::Place(_)] => every[*at],
                sides => all(sides),
            },
            Code::Place(_) => false,
            Code::Bool(_) | Code::Int(_) | Code::Text(_) | Code::Param(_) => true,
            Code::Not(inner) => inner.only_equates(every),
            Code::And(parts) | Code::Or(parts) | Code::Add(parts) | Code::Mul(parts) => all(parts),
            Code::Le(two) | Code::Lt(two) | Code::Div(two) | Code::Mod(two) => all(&two[..]),
            Code::If(three) => all(&three[..]),
        }
    }

    fn value<'x>(&'x self, env: Env<'x>) -> Option<Plain<'x>> {
        match self {
            Code::Bool(value) => Some(Plain::Bool(*value)),
            Code::Int(int) => Some(Plain::Int(*int)),
            Code::Text(text) => Some(Plain::Text(text)),
            Code::Place(at) => env.places.get(*at).copied(),
            Code::Param(at) => env.params.get(*at).copied(),
            Code::Not(_) | Code::And(_) | Code::Or(_) | Code::Eq(_) => {
                self.holds(env).map(Plain::Bool)
            }
            Code::Le(sides) => Some(Plain::Bool(sides[0].int(env)? <= sides[1].int(env)?)),
            Code::Lt(sides) => Some(Plain::Bool(sides[0].int(env)? < sides[1].int(env)?)),
            Code::Add(parts) => {
                let sum = |sum: i64, part: &Code| sum.checked_add(part.int(env)?);
                parts.iter().try_fold(0, sum).map(Plain::Int)
            }
            Code::Mul(parts) => {
                let product = |product: i64, part: &Code| product.checked_mul(part.int(env)?);
                parts.iter().try_fold(1, product).map(Plain::Int)
            }
            Code::Div(sides) => match (sides[0].int(env)?, sides[1].int(env)?) {
                (_, 0) => Some(Plain::Int(0)),
                (a, b) => a.checked_div_euclid(b).map(Plain::Int),
            },
            Code::Mod(sides) => match (sides[0].int(env)?, sides[1].int(env)?) {
                (a, 0) => Some(Plain::Int(a)),
                (a, b) => a.checked_rem_euclid(b).map(Plain::Int),
            },
            Code::If(parts) => {
                let taken = if parts[0].holds(env)? { &parts[1] } else { &parts[2] };
                taken.value(env)
            }
        }
    }

    fn int(&self, env: Env<'_>) -> Option<i64> {
        match self.value(env)? {
            Plain::Int(int) => Some(int),
            Plain::Bool(_) | Plain::Text(_) | Plain::Fresh(_) => None,
        }
    }
}

/// Which variables stand for what.
#[derive(Default)]
pub(crate) struct Names {
    pub(crate) places: FxHashMap<Term, usize>,
    pub(crate) params: FxHashMap<Term, usize>,
    /// By parameter, whether it stands for every value.
    pub(crate) every: Vec<bool>,
}

/// Deeper conditions are not written by hand.
const MAX_DEPTH: usize = 200;

impl Names {
    /// Compiles a condition.
    pub(crate) fn compile(&self, pool: &Pool, term: Term) -> Result<Code, MonitorError> {
        self.code(pool, term, 0)
    }

    fn code(&self, pool: &Pool, term: Term, depth: usize) -> Result<Code, MonitorError> {
        if depth > MAX_DEPTH {
            return Err(MonitorError::condition("a condition is nested too deeply"));
        }
        let of = |part: Term| self.code(pool, part, depth + 1);
        let all = |parts: &[Term]| parts.iter().map(|part| of(*part)).collect::<Result<_, _>>();
        let two = |a: Term, b: Term| Ok::<_, MonitorError>(Box::new([of(a)?, of(b)?]));
        Ok(match pool.node(term) {
            (Op::Lit(_), _) => return literal(pool, term),
            (Op::Var(_), _) => return self.variable(pool, term),
            (Op::Not, &[inner]) => Code::Not(Box::new(of(inner)?)),
            (Op::And, parts) => Code::And(all(parts)?),
            (Op::Or, parts) => Code::Or(all(parts)?),
            (Op::Eq, &[a, b]) => Code::Eq(self.equation(pool, a, b, depth)?),
            (Op::Le, &[a, b]) => Code::Le(two(a, b)?),
            (Op::Lt, &[a, b]) => Code::Lt(two(a, b)?),
            (Op::Add, parts) => Code::Add(all(parts)?),
            (Op::Mul, parts) => Code::Mul(all(parts)?),
            (Op::Div, &[a, b]) => Code::Div(two(a, b)?),
            (Op::Mod, &[a, b]) => Code::Mod(two(a, b)?),
            (Op::Ite, &[cond, yes, no]) => Code::If(Box::new([of(cond)?, of(yes)?, of(no)?])),
            (Op::Apply(func), _) => {
                let name = pool.name(pool.func_name(func));
                let text = format!("function `{name}` has no meaning in a log");
                return Err(MonitorError::condition(&text));
            }
            _ => {
                let text = format!("`{}` cannot be evaluated on a log", pool.show(term));
                return Err(MonitorError::condition(&text));
            }
        })
    }

    /// An equation. Parameters that stand for every value are followed for the values that occur,
    /// so they may be compared with arguments, other parameters and literals, and nothing else.
    fn equation(
        &self,
        pool: &Pool,
        a: Term,
        b: Term,
        depth: usize,
    ) -> Result<Box<[Code; 2]>, MonitorError> {
        let simple = |term: Term| matches!(pool.op(term), Op::Var(_) | Op::Lit(_));
        let side = |term: Term| match self.params.get(&term) {
            Some(at) if simple(a) && simple(b) => Ok(Code::Param(*at)),
            _ => self.code(pool, term, depth + 1),
        };
        Ok(Box::new([side(a)?, side(b)?]))
    }

    fn variable(&self, pool: &Pool, var: Term) -> Result<Code, MonitorError> {
        if let Some(at) = self.places.get(&var) {
            return Ok(Code::Place(*at));
        }
        match self.params.get(&var) {
            Some(at) if !self.every[*at] => Ok(Code::Param(*at)),
            Some(_) => Err(MonitorError::compared(&pool.show(var))),
            None => Err(MonitorError::needs_value(&pool.show(var))),
        }
    }
}

fn literal(pool: &Pool, term: Term) -> Result<Code, MonitorError> {
    let odd = || MonitorError::condition(&format!("`{}` cannot stand in a log", pool.show(term)));
    Ok(match pool.as_literal(term).ok_or_else(odd)? {
        Literal::Bool(value) => Code::Bool(*value),
        Literal::Int(int) => Code::Int(int.to_i64().ok_or_else(odd)?),
        Literal::Text(text) => Code::Text(text.to_string().into()),
        Literal::Real(_) | Literal::BitVec(_) | Literal::Elem(..) => return Err(odd()),
    })
}

/// Whether a value of a log can be of a sort. Elements of declared sorts may be written as numbers
/// or strings.
pub(crate) fn fits(pool: &Pool, sort: Sort, value: &Value<'_>) -> bool {
    match value {
        Value::Bool(_) => sort == Sort::BOOL,
        Value::Int(_) => sort == Sort::INT || is_declared(pool, sort),
        Value::Text(_) => sort == Sort::TEXT || is_declared(pool, sort),
    }
}

fn is_declared(pool: &Pool, sort: Sort) -> bool {
    matches!(pool.sort_node(sort), term::SortNode::Elem(_))
}
