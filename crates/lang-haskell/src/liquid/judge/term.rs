//! Values from terms.

use std::rc::Rc;

use num_rational::BigRational;
use num_traits::Zero;
use term::{Literal, Op, Pool, Term};

use super::{MAX_DEPTH, Value};
use crate::core::Type;
use crate::link::Linked;
use crate::outside;
use crate::types::{self, Head};
use crate::value::Shower;

/// The value of a type that a term stands for. What is no value of its own is opaque.
#[must_use]
pub fn value_of(linked: &Linked, pool: &Pool, ty: &Type, term: Term) -> Rc<Value> {
    Rc::new(value(linked, pool, ty, term, 0))
}

fn value(linked: &Linked, pool: &Pool, ty: &Type, term: Term, depth: u32) -> Value {
    if depth == MAX_DEPTH {
        return Value::Opaque;
    }
    let ty = &outside::stripped(linked, ty);
    if let Some((view, of)) = outside::view(linked, ty) {
        let parts = value(linked, pool, &of, term, depth + 1);
        return if view.is_number() { fraction(&parts) } else { parts };
    }
    match types::head(linked, ty) {
        Head::Data(..) => {
            let shower = Shower { pool, linked };
            match shower.parts_of(ty, term) {
                Some((ctor, fields)) => {
                    let part = |(ty, term): (Type, Term)| {
                        Rc::new(value(linked, pool, &ty, term, depth + 1))
                    };
                    Value::Data(ctor.name, fields.into_iter().map(part).collect())
                }
                None => Value::Opaque,
            }
        }
        Head::Number | Head::Char | Head::Float(_) | Head::Truth | Head::Unit => scalar(pool, term),
        Head::Function(..) | Head::Var(_) | Head::Opaque => Value::Opaque,
    }
}

/// The number that the view of a fraction is of.
fn fraction(parts: &Value) -> Value {
    let first = |value: &Value| match value {
        Value::Data(_, fields) => fields.first().cloned(),
        _ => None,
    };
    let pair = first(parts);
    match pair.as_deref() {
        Some(Value::Data(_, fields)) => match fields.as_slice() {
            [over, under] => match (&**over, &**under) {
                (Value::Number(over), Value::Number(under)) if !under.is_zero() => {
                    Value::Number(over / under)
                }
                _ => Value::Opaque,
            },
            _ => Value::Opaque,
        },
        _ => Value::Opaque,
    }
}

fn scalar(pool: &Pool, term: Term) -> Value {
    match pool.as_literal(term) {
        Some(Literal::Bool(value)) => Value::Bool(*value),
        Some(Literal::Int(value)) => Value::Number(BigRational::from_integer(value.to_big())),
        Some(Literal::Real(value)) => Value::Number(value.clone()),
        Some(Literal::BitVec(_) | Literal::Text(_) | Literal::Elem(..)) | None => {
            let unit = crate::core::Name { module: "GHC.Tuple".into(), occ: "()".into() };
            match pool.op(term) {
                Op::Construct(_) => Value::Data(unit, Vec::new()),
                _ => Value::Opaque,
            }
        }
    }
}
