//! Primitives on values.

use std::sync::Arc;

use imbl::Vector;
use machine::Exit;
use source::Span;
use term::{Cases, Op, Pool, Sort, Term};

use super::heap::{Addr, Cell, Items, Left, OpenArray};
use super::state::{Control, Outcome, Store};
use super::value::Value;
use super::{Run, bits, failure, float};
use crate::Prim;
use crate::expr::ExprId;

/// A symbolic index splits over all places of the array, unless there are more than this.
const MAX_SPLIT: usize = 256;

/// No array of any length is longer: its items would not fit into any memory.
const LONGEST: i64 = 1 << 57;

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
            return self.look_at_left((addr, left), span, || (id, operands.clone()), store);
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
            (Prim::RefOf(sort), [value]) => {
                let addr = store.heap.allocate(Cell::Ref(value.clone()));
                self.note_sort(addr, sort, store);
                Outcome::value(Value::Ref(addr))
            }
            (Prim::RefSet, [Value::Ref(addr), value]) => {
                if let Value::Term(term) = value {
                    self.note_sort(*addr, self.pool.sort(*term), store);
                }
                store.heap.set(*addr, Cell::Ref(value.clone()));
                Outcome::term(self.program.unit_value())
            }
            (Prim::Forget, [value]) => self.forget(value, store),
            (Prim::ForgetBelow, values) => self.forget_all(values, store),
            (Prim::ForgetBy, values) => self.forget_by(values, span, store),
            (Prim::ArrayNew, [Value::Term(length), value]) => {
                self.new_array(*length, value, span, store)
            }
            (Prim::ArrayOpen(item), [Value::Term(list)]) => {
                let (items, written) = (Items::Of(*list), Vector::new());
                let length = self.lists().length(*list);
                let other = Control::Stop(Box::new(Exit::Discarded));
                self.open_array(OpenArray { length, item, items, written }, other, store)
            }
            (Prim::ArrayLen, [Value::Array(addr)]) => Outcome::term(match store.heap.get(*addr) {
                Cell::Open(array) => array.length,
                _ => self.pool.int(items(*addr, store).len() as i64),
            }),
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
            None => match value {
                Value::Term(value) if self.session.knows_whole_lists() => {
                    let (items, written) = (Items::All(*value), Vector::new());
                    let item = self.pool.sort(*value);
                    let message = "the length of the array is negative";
                    let other = failure(self.program.codes().index, message, span);
                    self.open_array(OpenArray { length, item, items, written }, other, store)
                }
                _ => Outcome::gap("an array whose length depends on an input", span),
            },
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
        if let Cell::Open(array) = store.heap.get(addr) {
            let array = array.clone();
            return self.at_open(id, (addr, *array), index, operands.get(2), store);
        }
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

    /// Remembers the sort of what is in a cell, for when that is forgotten.
    fn note_sort(&self, addr: Addr, sort: Sort, store: &mut Store) {
        if self.session.knows_whole_lists() && self.pool.as_data(sort).is_some() {
            store.sorts.get_or_insert_default().insert(addr, sort);
        }
    }

    /// A new array of which the length is not known; otherwise its length is none that an array can have.
    fn open_array(&self, array: OpenArray, otherwise: Control, store: &mut Store) -> Outcome {
        let pool = self.pool;
        let within = [pool.le(pool.int(0), array.length), pool.le(array.length, pool.int(LONGEST))];
        let within = pool.and(&within);
        let array = Value::Array(store.heap.allocate(Cell::Open(Box::new(array))));
        self.split(Cases::branch(self.pool, within, Control::Return(array), otherwise))
    }

    /// Reads or writes an array of which only the length is known.
    fn at_open(
        &self,
        id: ExprId,
        (addr, array): (Addr, OpenArray),
        index: Term,
        value: Option<&Value>,
        store: &mut Store,
    ) -> Outcome {
        let (pool, span) = (self.pool, self.span(id));
        if pool.sort(index) != Sort::INT {
            return Outcome::gap("an index that is not an integer", span);
        }
        let within = [pool.le(pool.int(0), index), pool.lt(index, array.length)];
        let within = pool.and(&within);
        let outside = failure(self.program.codes().index, "the index is outside the array", span);
        let Some(value) = value else {
            let (item, always) = self.open_item(&array, index);
            let missed = Control::Stop(Box::new(Exit::Discarded));
            let read = Control::Return(Value::Term(item));
            let (cond, not) = (pool.and(&[within, always]), pool.not(within));
            let left_out = pool.and(&[within, pool.not(always)]);
            return self.split(Cases::new([(cond, read), (not, outside), (left_out, missed)]));
        };
        let value = match self.reify(value, array.item, store) {
            Ok(value) => value,
            Err(what) => {
                return Outcome::gap(format!("{what}, put into an array of any length"), span);
            }
        };
        let mut changed = array;
        changed.written.push_back((index, value));
        let write = Control::Write(addr, Box::new(Cell::Open(Box::new(changed))));
        self.split(Cases::branch(pool, within, write, outside))
    }

    /// An item of such an array, and what is true of it.
    fn open_item(&self, array: &OpenArray, index: Term) -> (Term, Term) {
        let pool = self.pool;
        let (first, always) = match array.items {
            Items::All(value) => (value, Term::TRUE),
            Items::Of(all) => {
                let (all_sort, item) = (pool.sort(all), array.item);
                let sorts = (pool.show_sort(all_sort), pool.show_sort(item));
                let name = format!("item# {} {}", sorts.0, sorts.1);
                let func = pool.func(&name, &[all_sort, Sort::INT], item);
                let item = pool.apply(func, &[all, index]);
                (item, self.session.values().holds(pool, item))
            }
        };
        let at = |rest: Term, (place, value): &(Term, Term)| {
            pool.ite(pool.eq(index, *place), *value, rest)
        };
        (array.written.iter().fold(first, at), always)
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
