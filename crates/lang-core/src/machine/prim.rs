//! Primitives on values.

use std::sync::Arc;

use imbl::Vector;
use source::Span;
use term::{Cases, Op, Pool, Sort, Term};

use super::heap::{Addr, Cell, Left};
use super::state::{Control, Outcome, Store};
use super::value::Value;
use super::{Run, bits, failure, float};
use crate::Prim;
use crate::expr::ExprId;

/// A symbolic index splits over all places of the array, unless there are more than this.
const MAX_SPLIT: usize = 256;

/// Longer arrays are not made: a mistaken length must not eat the memory.
const MAX_LENGTH: i64 = 1 << 24;

impl Run<'_> {
    /// Computes a primitive that looks no deeper than at the heads of its operands.
    pub(super) fn prim(
        &self,
        id: ExprId,
        prim: Prim,
        operands: Vec<Value>,
        store: &mut Store,
    ) -> Outcome {
        let span = self.span(id);
        if let Some((addr, left)) = left_by_contract(prim, &operands, store) {
            return self.look_at_left(addr, left, span, store);
        }
        match (prim, &operands[..]) {
            (Prim::Same, [a, b]) => self.same(a, b, span),
            (Prim::Whole(what), operands) => self.whole(what, operands, span, store),
            (Prim::Wrap, [Value::Term(term)]) if self.pool.sort(*term) == Sort::INT => {
                self.wrap(*term, store)
            }
            (Prim::Known, [Value::Term(term)]) => self.known(*term),
            (Prim::Known, [value]) => Outcome::value(value.clone()),
            (Prim::Pack(sort), [Value::Term(term)]) => {
                Outcome::term(self.pool.construct(sort, 0, &[*term]))
            }
            (Prim::Unpack, [Value::Term(term)]) => Outcome::term(self.pool.field(0, 0, *term)),
            (Prim::Between(least, most), [Value::Term(term)]) => {
                self.between(*term, i128::from(least), i128::from(most))
            }
            (Prim::RefNew, [value]) => {
                Outcome::value(Value::Ref(store.heap.allocate(Cell::Ref(value.clone()))))
            }
            (Prim::RefGet, [Value::Ref(addr)]) => match store.heap.get(*addr) {
                Cell::Ref(value) => self.force(value.clone(), Some(id), store),
                _ => unreachable!("a cell stays a cell"),
            },
            (Prim::RefSet, [Value::Ref(addr), value]) => {
                store.heap.set(*addr, Cell::Ref(value.clone()));
                Outcome::term(self.program.unit_value())
            }
            (Prim::ArrayNew, [Value::Term(length), value]) => {
                self.new_array(*length, value, span, store)
            }
            (Prim::ArrayLen, [Value::Array(addr)]) => {
                Outcome::term(self.pool.int(items(*addr, store).len() as i64))
            }
            (Prim::ArrayGet | Prim::ArraySet, [Value::Array(addr), Value::Term(index), ..]) => {
                self.at_index(id, *addr, *index, &operands, store)
            }
            _ => match first_order(self.pool, prim, &operands) {
                Some(term) => match self.pool.oversize(term) {
                    Some(what) => Outcome::gap(what, span),
                    None => Outcome::term(term),
                },
                None => {
                    let kinds: Vec<&str> = operands.iter().map(Value::kind).collect();
                    let what = format!("`{}` of {}", prim.name(), kinds.join(" and "));
                    Outcome::gap(what, span)
                }
            },
        }
    }

    /// Identity of cells and of scalars. Whether two equal constructed values are one is not
    /// modelled, unless it is plain.
    fn same(&self, a: &Value, b: &Value, span: Option<Span>) -> Outcome {
        let same = match (a, b) {
            (Value::Term(a), Value::Term(b)) if self.pool.sort(*a) == self.pool.sort(*b) => {
                return Outcome::term(self.pool.eq(*a, *b));
            }
            (Value::Ref(a), Value::Ref(b)) | (Value::Array(a), Value::Array(b)) => Some(a == b),
            (Value::Data(a), Value::Data(b)) if Arc::ptr_eq(a, b) => Some(true),
            (Value::Data(a), Value::Data(b)) if a.ctor != b.ctor => Some(false),
            (Value::Data(a), Value::Data(_)) if a.fields.is_empty() => Some(true),
            _ => None,
        };
        match same {
            Some(same) => Outcome::term(self.pool.bool(same)),
            None => Outcome::gap(format!("the identity of {}", a.kind()), span),
        }
    }

    fn new_array(
        &self,
        length: Term,
        value: &Value,
        span: Option<Span>,
        store: &mut Store,
    ) -> Outcome {
        match self.pool.as_i64(length) {
            Some(length) if length < 0 => {
                let message = "the length of the array is negative";
                Outcome::Go(failure(self.program.codes().index, message, span))
            }
            Some(length) if length <= MAX_LENGTH => {
                let items: Vector<Value> = (0..length).map(|_| value.clone()).collect();
                let cell = Cell::Array(Box::new(items));
                Outcome::value(Value::Array(store.heap.allocate(cell)))
            }
            Some(_) => Outcome::gap(format!("an array longer than {MAX_LENGTH}"), span),
            None => Outcome::gap("an array whose length depends on an input", span),
        }
    }

    /// Reads or writes an array. A symbolic index becomes a choice among literal ones.
    fn at_index(
        &self,
        id: ExprId,
        addr: Addr,
        index: Term,
        operands: &[Value],
        store: &mut Store,
    ) -> Outcome {
        let (span, length) = (self.span(id), items(addr, store).len());
        let outside = failure(self.program.codes().index, "the index is outside the array", span);
        if let Some(index) = self.pool.as_i64(index) {
            return match usize::try_from(index).ok().filter(|index| *index < length) {
                Some(index) => self.at_literal(id, addr, index, operands.get(2), store),
                None => Outcome::Go(outside),
            };
        }
        if self.pool.sort(index) != Sort::INT {
            return Outcome::gap("an index that is not an integer", span);
        }
        if length > MAX_SPLIT {
            let what = format!("a symbolic index into an array longer than {MAX_SPLIT}");
            return Outcome::gap(what, span);
        }
        let place = |number: usize| {
            let literal = self.pool.int(number as i64);
            let mut operands = operands.to_vec();
            operands[1] = Value::Term(literal);
            (self.pool.eq(index, literal), Control::Execute(id, operands))
        };
        let (zero, end) = (self.pool.int(0), self.pool.int(length as i64));
        let missed = self.pool.or(&[self.pool.lt(index, zero), self.pool.le(end, index)]);
        self.split(Cases::new((0..length).map(place).chain([(missed, outside)])))
    }

    fn at_literal(
        &self,
        id: ExprId,
        addr: Addr,
        index: usize,
        value: Option<&Value>,
        store: &mut Store,
    ) -> Outcome {
        let Some(value) = value else {
            return self.force(items(addr, store)[index].clone(), Some(id), store);
        };
        let changed = items(addr, store).update(index, value.clone());
        store.heap.set(addr, Cell::Array(Box::new(changed)));
        Outcome::term(self.program.unit_value())
    }
}

/// The cell that a primitive looks into, if a call by contract may have written to it.
fn left_by_contract(prim: Prim, operands: &[Value], store: &Store) -> Option<(Addr, Left)> {
    let addr = match (prim, operands) {
        (Prim::RefGet, [Value::Ref(addr), ..]) => *addr,
        (Prim::ArrayGet | Prim::ArraySet | Prim::ArrayLen, [Value::Array(addr), ..]) => *addr,
        _ => return None,
    };
    match store.heap.get(addr) {
        Cell::Left(left) => Some((addr, *left)),
        _ => None,
    }
}

fn items(addr: Addr, store: &Store) -> &Vector<Value> {
    match store.heap.get(addr) {
        Cell::Array(items) => items,
        _ => unreachable!("an array stays an array"),
    }
}

/// A primitive on terms; none if the operands do not fit it.
fn first_order(pool: &Pool, prim: Prim, operands: &[Value]) -> Option<Term> {
    let terms: Vec<Term> = operands
        .iter()
        .map(|operand| match operand {
            Value::Term(term) => Some(*term),
            _ => None,
        })
        .collect::<Option<_>>()?;
    let sorts: Vec<Sort> = terms.iter().map(|term| pool.sort(*term)).collect();
    match (prim, &terms[..], &sorts[..]) {
        (Prim::Op(op), ..) => pool.try_make(op, &terms, Sort::BOOL).ok(),
        (Prim::Float(op, width), ..) => float::float(pool, op, width, &terms),
        (Prim::IntToWord(width), &[a], _) => float::from_int(pool, width, true, a),
        (Prim::IntToRational(width), &[a], _) => float::from_int(pool, width, false, a),
        (Prim::Sub, &[a, b], [Sort::INT, Sort::INT] | [Sort::REAL, Sort::REAL]) => {
            Some(pool.sub(a, b))
        }
        (Prim::Neg, &[a], [Sort::INT | Sort::REAL]) => Some(pool.neg(a)),
        (Prim::IntToText, &[a], [Sort::INT]) => Some(int_to_text(pool, a)),
        (Prim::Bits(op, width), &[a, b], [Sort::INT, Sort::INT]) => {
            Some(bits::bits(pool, op, width, a, b))
        }
        (_, &[a, b], [Sort::INT, Sort::INT]) => divide(pool, prim, a, b),
        _ => None,
    }
}

/// The divisions of programming languages by the one of SMT-LIB, whose remainder is never
/// negative. Both round alike when the dividend (`Quot`) or the divisor (`FloorDiv`) is positive.
fn divide(pool: &Pool, prim: Prim, a: Term, b: Term) -> Option<Term> {
    let zero = pool.int(0);
    let (minus_a, minus_b) = (pool.neg(a), pool.neg(b));
    Some(match prim {
        Prim::Quot => pool.ite(pool.le(zero, a), pool.div(a, b), pool.neg(pool.div(minus_a, b))),
        Prim::Rem => {
            pool.ite(pool.le(zero, a), pool.modulo(a, b), pool.neg(pool.modulo(minus_a, b)))
        }
        Prim::FloorDiv => pool.ite(pool.lt(zero, b), pool.div(a, b), pool.div(minus_a, minus_b)),
        Prim::FloorMod => {
            let below = pool.neg(pool.modulo(minus_a, minus_b));
            pool.ite(pool.lt(zero, b), pool.modulo(a, b), below)
        }
        _ => return None,
    })
}

fn int_to_text(pool: &Pool, int: Term) -> Term {
    let digits = |int| pool.text_op(Op::TextFromInt, &[int]);
    let negative = pool.text_concat(&[pool.text("-"), digits(pool.neg(int))]);
    pool.ite(pool.lt(int, pool.int(0)), negative, digits(int))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn divided(pool: &Pool, prim: Prim, a: i64, b: i64) -> Option<i64> {
        pool.as_i64(divide(pool, prim, pool.int(a), pool.int(b))?)
    }

    proptest! {
        #[test]
        fn divisions_round_as_they_say(a in -50i64..50, b in -9i64..10) {
            let pool = Pool::new();
            if b == 0 {
                prop_assert_eq!(divided(&pool, Prim::Quot, a, b), Some(0));
                prop_assert_eq!(divided(&pool, Prim::Rem, a, b), Some(a));
                prop_assert_eq!(divided(&pool, Prim::FloorDiv, a, b), Some(0));
                prop_assert_eq!(divided(&pool, Prim::FloorMod, a, b), Some(a));
            } else {
                prop_assert_eq!(divided(&pool, Prim::Quot, a, b), Some(a / b));
                prop_assert_eq!(divided(&pool, Prim::Rem, a, b), Some(a % b));
                let floor = (a as f64 / b as f64).floor() as i64;
                prop_assert_eq!(divided(&pool, Prim::FloorDiv, a, b), Some(floor));
                prop_assert_eq!(divided(&pool, Prim::FloorMod, a, b), Some(a - b * floor));
            }
        }

        #[test]
        fn integers_are_written_with_their_sign(a in any::<i64>()) {
            let pool = Pool::new();
            prop_assert_eq!(int_to_text(&pool, pool.int(a)), pool.text(&a.to_string()));
        }
    }
}
