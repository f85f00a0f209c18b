//! From ideal numbers to machine numbers.
//!
//! Programs on ideal and on machine numbers have different sorts and pools, so a value of one is
//! rebuilt for the other.

use lang_core::FloatWidth;
use num_traits::ToPrimitive;
use term::{BitVec, Literal, Op, Pool, Sort, SortNode, Term};

use super::Shower;
use crate::core::{Name, Type};
use crate::outside;
use crate::types::{self, Head};

/// What remains to be done, last first.
enum Todo {
    Visit(Term, Sort),
    Build(Op, Sort, usize),
}

/// A value of an ideal program as one of a sort of a program on machine numbers; none if it is none.
#[must_use]
pub fn machine_value(ideal: &Pool, value: Term, machine: &Pool, sort: Sort) -> Option<Term> {
    let (mut todo, mut made) = (vec![Todo::Visit(value, sort)], Vec::new());
    while let Some(next) = todo.pop() {
        match next {
            Todo::Visit(term, sort) => match ideal.node(term) {
                (op @ Op::Construct(ctor), fields) => {
                    machine.as_data(sort)?;
                    todo.push(Todo::Build(op, sort, fields.len()));
                    let field = |(number, field): (usize, &Term)| {
                        Todo::Visit(*field, machine.field_sort(sort, ctor, number as u32))
                    };
                    let fields: Vec<Todo> = fields.iter().enumerate().map(field).collect();
                    todo.extend(fields.into_iter().rev());
                }
                _ => made.push(literal(ideal, term, machine, sort)?),
            },
            Todo::Build(op, sort, fields) => {
                let fields = made.split_off(made.len() - fields);
                made.push(machine.try_make(op, &fields, sort).ok()?);
            }
        }
    }
    made.pop()
}

/// A value with the nearest double in place of each fraction.
#[must_use]
pub fn nearest_floats(pool: &Pool, value: Term) -> Term {
    let (mut todo, mut made) = (vec![Todo::Visit(value, pool.sort(value))], Vec::new());
    while let Some(next) = todo.pop() {
        match next {
            Todo::Visit(term, _) => match (pool.node(term), pool.as_literal(term)) {
                ((op @ Op::Construct(_), fields), _) => {
                    todo.push(Todo::Build(op, pool.sort(term), fields.len()));
                    let fields: Vec<Term> = fields.to_vec();
                    let visit = |field: &Term| Todo::Visit(*field, pool.sort(*field));
                    todo.extend(fields.iter().rev().map(visit));
                }
                (_, Some(Literal::Real(exact))) => {
                    let near = exact.to_f64().and_then(num_rational::BigRational::from_float);
                    made.push(near.map_or(term, |near| pool.real(near)));
                }
                _ => made.push(term),
            },
            Todo::Build(op, sort, fields) => {
                let fields = made.split_off(made.len() - fields);
                made.push(pool.try_make(op, &fields, sort).unwrap_or(value));
            }
        }
    }
    made.pop().unwrap_or(value)
}

fn literal(ideal: &Pool, term: Term, machine: &Pool, sort: Sort) -> Option<Term> {
    let word = |width, bits: u64| machine.literal(Literal::BitVec(BitVec::new(width, bits.into())));
    match (ideal.as_literal(term)?, machine.sort_node(sort)) {
        (Literal::Bool(value), SortNode::Bool) => Some(machine.bool(*value)),
        (Literal::Int(value), SortNode::Int) => Some(machine.int(value.clone())),
        (Literal::Real(value), SortNode::BitVec(64)) => Some(word(64, value.to_f64()?.to_bits())),
        (Literal::Real(value), SortNode::BitVec(32)) => {
            Some(word(32, u64::from(value.to_f32()?.to_bits())))
        }
        (Literal::Elem(_, number), SortNode::Elem(_)) => Some(machine.elem(sort, *number)),
        _ => None,
    }
}

impl Shower<'_> {
    /// Whether all numbers in a value of a type are such of the machine: `Int` has 64 bits, and not
    /// every rational number is a double.
    #[must_use]
    pub fn is_of_machine(&self, ty: &Type, value: Term) -> bool {
        let mut todo = vec![(ty.clone(), value)];
        while let Some((ty, value)) = todo.pop() {
            if let Some((_, of)) = outside::view(self.linked, &ty) {
                todo.push((of, value));
                continue;
            }
            let fits = match types::head(self.linked, &ty) {
                Head::Number => !is_bounded(&ty) || self.pool.as_i64(value).is_some(),
                Head::Float(width) => self.is_float(width, value),
                Head::Data(decl, args) => {
                    if let Some((_, fields)) = self.taken_apart(&ty, decl, &args, value) {
                        todo.extend(fields);
                    }
                    true
                }
                Head::Char
                | Head::Truth
                | Head::Unit
                | Head::Var(_)
                | Head::Function(..)
                | Head::Opaque => true,
            };
            if !fits {
                return false;
            }
        }
        true
    }

    fn is_float(&self, width: FloatWidth, value: Term) -> bool {
        let Some(Literal::Real(exact)) = self.pool.as_literal(value) else { return true };
        let near = match width {
            FloatWidth::Double => exact.to_f64(),
            FloatWidth::Single => exact.to_f32().map(f64::from),
        };
        near.and_then(num_rational::BigRational::from_float).is_some_and(|near| near == *exact)
    }
}

/// Whether a type of integers is that of machine integers. Wrapped ones are taken as they are shown.
fn is_bounded(ty: &Type) -> bool {
    let is = |name: &Name| name.module == "GHC.Types" && name.occ == "Int";
    matches!(ty, Type::Con(name, _) if is(name))
}
