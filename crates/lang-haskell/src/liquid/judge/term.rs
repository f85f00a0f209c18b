//! Values from terms.

use std::rc::Rc;

use num_rational::BigRational;
use term::{Literal, Op, Pool, Term};

use super::{MAX_DEPTH, Value};
use crate::core::{Constructor, Type, TypeDecl};
use crate::link::Linked;
use crate::types::{self, Head, Instantiation};

/// The value of a type that a term stands for. What is no value of its own is opaque.
#[must_use]
pub fn value_of(linked: &Linked, pool: &Pool, ty: &Type, term: Term) -> Rc<Value> {
    Rc::new(value(linked, pool, ty, term, 0))
}

fn value(linked: &Linked, pool: &Pool, ty: &Type, term: Term, depth: u32) -> Value {
    if depth == MAX_DEPTH {
        return Value::Opaque;
    }
    match types::head(linked, ty) {
        Head::Data(decl, args) => match pool.op(term) {
            Op::Construct(number) => {
                let by = decl.params.iter().cloned().zip(args).collect();
                data(linked, pool, (decl, &by), (number, term), depth)
            }
            _ => Value::Opaque,
        },
        Head::Number | Head::Char | Head::Float(_) | Head::Truth | Head::Unit => scalar(pool, term),
        Head::Function(..) | Head::Var(_) | Head::Opaque => Value::Opaque,
    }
}

fn data(
    linked: &Linked,
    pool: &Pool,
    (decl, by): (&TypeDecl, &Instantiation),
    (number, term): (u32, Term),
    depth: u32,
) -> Value {
    let Some(ctor) = decl.constructors().get(number as usize) else { return Value::Opaque };
    let Constructor { name, context, fields, .. } = ctor;
    let values = pool.args(term).iter().skip(context.len()).zip(fields);
    let values = values.map(|(term, ty)| {
        let ty = types::substitute(ty, by);
        Rc::new(value(linked, pool, &ty, *term, depth + 1))
    });
    Value::Data(name.clone(), values.collect())
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
