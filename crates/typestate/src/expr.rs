//! Conditions of events: the part of Java's expressions that pointcuts use.
//!
//! Numbers are words, known ones too, so arithmetic wraps around as in Java and one way of evaluation
//! serves values and unknowns.

use term::{Op, Pool, Term};

use crate::event::{EventWorld, Undecided, Value};
use crate::pattern::TypePattern;

/// An expression over the values of a call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Expr {
    /// A number, which is a `long` or an `int`.
    Number(i64, bool),
    /// `true` or `false`.
    Truth(bool),
    /// `null`.
    Null,
    /// A value of the call.
    Name(String),
    /// `x.length`, `x.length()`.
    Length(Box<Expr>),
    /// `-x`.
    Negative(Box<Expr>),
    /// A sum, a difference or a product.
    Sum(Arith, Box<Expr>, Box<Expr>),
    /// A comparison.
    Compare(Compare, Box<Expr>, Box<Expr>),
    /// `x instanceof T`.
    IsA(Box<Expr>, TypePattern),
    /// `!x`.
    Not(Box<Expr>),
    /// `x && y`, which looks at `y` only if `x` holds.
    And(Box<Expr>, Box<Expr>),
    /// `x || y`, which looks at `y` only if `x` does not hold.
    Or(Box<Expr>, Box<Expr>),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Arith {
    Add,
    Sub,
    Mul,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Compare {
    Equal,
    Different,
    Less,
    AtMost,
}

/// The values of a call that have names.
type Locals<'a> = [(&'a str, Value)];

impl Expr {
    /// A truth value of the call and what it has to be, if that is all.
    pub(crate) fn as_flag(&self) -> Option<(&str, bool)> {
        match self {
            Expr::Name(name) => Some((name, true)),
            Expr::Not(inner) => inner.as_flag().map(|(name, expected)| (name, !expected)),
            _ => None,
        }
    }

    /// The names in it.
    pub(crate) fn names(&self) -> Vec<&str> {
        match self {
            Expr::Number(..) | Expr::Truth(_) | Expr::Null => Vec::new(),
            Expr::Name(name) => vec![name],
            Expr::Length(a) | Expr::Negative(a) | Expr::IsA(a, _) | Expr::Not(a) => a.names(),
            Expr::Sum(_, a, b) | Expr::Compare(_, a, b) | Expr::And(a, b) | Expr::Or(a, b) => {
                [a.names(), b.names()].concat()
            }
        }
    }

    /// Whether it holds of the values of a call.
    pub(crate) fn holds(
        &self,
        locals: &Locals<'_>,
        world: &mut dyn EventWorld,
    ) -> Result<bool, Undecided> {
        match self {
            Expr::Not(a) => a.holds(locals, world).map(|holds| !holds),
            Expr::And(a, b) => Ok(a.holds(locals, world)? && b.holds(locals, world)?),
            Expr::Or(a, b) => Ok(a.holds(locals, world)? || b.holds(locals, world)?),
            Expr::Truth(truth) => Ok(*truth),
            Expr::IsA(a, pattern) => match a.value(locals, world)? {
                Value::Object(object) => Ok(world.is_a(object, pattern)),
                Value::Null => Ok(false),
                Value::Word(_) | Value::Other => Err(Undecided),
            },
            Expr::Compare(op, a, b) => {
                let (a, b) = (a.value(locals, world)?, b.value(locals, world)?);
                compared(*op, a, b, world)
            }
            Expr::Name(_) => match self.value(locals, world)? {
                Value::Word(word) => {
                    let pool = world.pool();
                    let is_false = pool.eq(word, word_of(pool, 0, is_long(pool, word)));
                    settled(pool.not(is_false), world)
                }
                Value::Object(_) | Value::Null | Value::Other => Err(Undecided),
            },
            Expr::Number(..) | Expr::Null | Expr::Length(_) | Expr::Negative(_) | Expr::Sum(..) => {
                Err(Undecided)
            }
        }
    }

    fn value(&self, locals: &Locals<'_>, world: &mut dyn EventWorld) -> Result<Value, Undecided> {
        let word = |value| match value {
            Value::Word(word) => Ok(word),
            Value::Object(_) | Value::Null | Value::Other => Err(Undecided),
        };
        Ok(match self {
            Expr::Number(number, long) => Value::Word(word_of(world.pool(), *number, *long)),
            Expr::Null => Value::Null,
            Expr::Name(name) => {
                let found = locals.iter().find(|(known, _)| known == name);
                found.map_or(Err(Undecided), |(_, value)| Ok(*value))?
            }
            Expr::Length(a) => match a.value(locals, world)? {
                Value::Object(object) => Value::Word(world.length(object).ok_or(Undecided)?),
                Value::Null | Value::Word(_) | Value::Other => return Err(Undecided),
            },
            Expr::Negative(a) => {
                let a = word(a.value(locals, world)?)?;
                Value::Word(world.pool().word(Op::BvNeg, &[a]))
            }
            Expr::Sum(op, a, b) => {
                let (a, b) = (word(a.value(locals, world)?)?, word(b.value(locals, world)?)?);
                let pool = world.pool();
                let [a, b] = same_width(pool, a, b);
                Value::Word(match op {
                    Arith::Add => pool.word(Op::BvAdd, &[a, b]),
                    Arith::Sub => pool.word(Op::BvAdd, &[a, pool.word(Op::BvNeg, &[b])]),
                    Arith::Mul => pool.word(Op::BvMul, &[a, b]),
                })
            }
            Expr::Truth(_)
            | Expr::Compare(..)
            | Expr::IsA(..)
            | Expr::Not(_)
            | Expr::And(..)
            | Expr::Or(..) => {
                let holds = self.holds(locals, world)?;
                Value::Word(word_of(world.pool(), i64::from(holds), false))
            }
        })
    }
}

fn word_of(pool: &Pool, number: i64, long: bool) -> Term {
    match long {
        true => pool.bitvec(64, number as u64),
        false => pool.bitvec(32, u64::from(number as u32)),
    }
}

fn is_long(pool: &Pool, word: Term) -> bool {
    matches!(pool.sort_node(pool.sort(word)), term::SortNode::BitVec(64))
}

/// An `int` beside a `long` is one, too.
fn same_width(pool: &Pool, a: Term, b: Term) -> [Term; 2] {
    let long = is_long(pool, a) || is_long(pool, b);
    [a, b].map(|word| match long && !is_long(pool, word) {
        true => pool.word(Op::BvSignExtend(32), &[word]),
        false => word,
    })
}

fn compared(
    op: Compare,
    a: Value,
    b: Value,
    world: &mut dyn EventWorld,
) -> Result<bool, Undecided> {
    let same = match (a, b) {
        (Value::Word(a), Value::Word(b)) => {
            let pool = world.pool();
            let [a, b] = same_width(pool, a, b);
            let cond = match op {
                Compare::Equal => pool.eq(a, b),
                Compare::Different => pool.not(pool.eq(a, b)),
                Compare::Less => pool.word(Op::BvSlt, &[a, b]),
                Compare::AtMost => pool.not(pool.word(Op::BvSlt, &[b, a])),
            };
            return settled(cond, world);
        }
        (Value::Object(a), Value::Object(b)) => a == b,
        (Value::Null, Value::Null) => true,
        (Value::Object(_), Value::Null) | (Value::Null, Value::Object(_)) => false,
        (Value::Other | Value::Word(_), _) | (_, Value::Other | Value::Word(_)) => {
            return Err(Undecided);
        }
    };
    match op {
        Compare::Equal => Ok(same),
        Compare::Different => Ok(!same),
        Compare::Less | Compare::AtMost => Err(Undecided),
    }
}

fn settled(cond: Term, world: &mut dyn EventWorld) -> Result<bool, Undecided> {
    let known = world.pool().as_bool(cond);
    known.or_else(|| world.holds(cond)).ok_or(Undecided)
}
