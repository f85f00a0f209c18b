//! Arrays whose length is not known.
//!
//! Where a program makes an array of unknown length, the array is the list of what was stored in it, and
//! everything else in it is zero. An index has to be below the length, which is a term like others. What is
//! a model of ours gets an array of a known length instead: one path for each length.

use machine::Host;
use term::{Op, Term};

use super::class::ClassId;
use super::heap::{Array, Body};
use super::shadow::{term_of, value_of};
use super::trap::{Trap, UNKNOWN_INDEX, UNKNOWN_LENGTH, raise};
use super::value::{Ref, Value};
use super::vm::Vm;
use crate::lower::Elem;

/// An array of unknown length.
#[derive(Clone, Debug)]
pub(crate) struct OpenArray {
    elem: Elem,
    len: Term,
    /// Indices and what was stored there, the last store last.
    stores: Vec<(Value, Value)>,
}

impl OpenArray {
    /// Takes back an earlier store at the same known index, if nothing behind it may be of that index.
    fn store(&mut self, index: Value, value: Value) {
        let known = self.stores.iter().rposition(|(other, _)| other.shadow.is_some());
        let later = known.map_or(0, |at| at + 1);
        let same = |(other, _): &&mut (Value, Value)| index.shadow.is_none() && *other == index;
        match self.stores[later..].iter_mut().find(same) {
            Some(store) => store.1 = value,
            None => self.stores.push((index, value)),
        }
    }
}

impl Vm {
    fn open_array(&self, array: Ref) -> Option<&OpenArray> {
        match &self.heap.object(array).body {
            Body::Open(open) => Some(open),
            _ => None,
        }
    }

    /// Whether an object is an array of unknown length.
    #[inline]
    pub(super) fn is_open(&self, array: Ref) -> bool {
        self.open_arrays > 0 && self.open_array(array).is_some()
    }

    /// Replaces a length on the stack by an array of it.
    pub(super) fn push_open_array(
        &mut self,
        host: &mut dyn Host,
        class: ClassId,
        elem: Elem,
        len: Term,
    ) -> Result<(), Trap> {
        let pool = host.pool();
        let is_negative = pool.word(Op::BvSlt, &[len, pool.bitvec(32, 0)]);
        if self.decide(host, is_negative)? {
            return Err(raise("java/lang/NegativeArraySizeException", UNKNOWN_LENGTH));
        }
        let most = (self.options.heap_bytes / 8).min(i32::MAX as usize - 2);
        let fits = host.pool().word(Op::BvUle, &[len, host.pool().bitvec(32, most as u64)]);
        if !self.decide(host, fits)? {
            return Err(self.full_heap());
        }
        let open = OpenArray { elem, len, stores: Vec::new() };
        let array = self.heap.add(class, Body::Open(Box::new(open)));
        self.open_arrays += 1;
        self.stack[self.sp - 1] = Value::reference(array);
        Ok(())
    }

    /// The length of an array of unknown length.
    pub(super) fn open_length(&self, array: Ref) -> Option<Value> {
        self.open_array(array).map(|open| Value::symbolic(open.len))
    }

    fn check_open_index(
        &mut self,
        host: &mut dyn Host,
        array: Ref,
        index: Value,
    ) -> Result<(), Trap> {
        let Some(open) = self.open_array(array) else { return Err(self.bad_access(array, 0)) };
        let pool = host.pool();
        let inside = pool.word(Op::BvUlt, &[term_of(pool, index, 32), open.len]);
        match self.decide(host, inside)? {
            true => Ok(()),
            false => Err(raise("java/lang/ArrayIndexOutOfBoundsException", UNKNOWN_INDEX)),
        }
    }

    /// An element of an array of unknown length.
    pub(super) fn open_load(
        &mut self,
        host: &mut dyn Host,
        array: Ref,
        index: Value,
    ) -> Result<Value, Trap> {
        self.check_open_index(host, array, index)?;
        let Some(open) = self.open_array(array) else { return Err(self.bad_access(array, 0)) };
        let is_known = |(at, _): &(Value, Value)| at.shadow.is_none();
        if index.shadow.is_none() && open.stores.iter().all(is_known) {
            let stored = open.stores.iter().rev().find(|(at, _)| *at == index);
            return Ok(stored.map_or(Value::ZERO, |(_, value)| *value));
        }
        if open.elem == Elem::Ref {
            self.close(host, array)?;
            let index = self.known_value(host, index, "an index into an array")?;
            return Ok(self
                .heap
                .array(array)
                .map_or(Value::NULL, |it| it.get(index.as_int() as usize)));
        }
        if open.stores.len() > self.options.max_symbolic_array {
            return Err(Trap::Gap("an unknown index into an array of unknown length".to_owned()));
        }
        let width = if matches!(open.elem, Elem::Long | Elem::Double) { 64 } else { 32 };
        let pool = host.pool();
        let index = term_of(pool, index, 32);
        let read = open.stores.iter().fold(pool.bitvec(width, 0), |before, (at, value)| {
            let is_there = pool.eq(index, term_of(pool, *at, 32));
            pool.ite(is_there, term_of(pool, *value, width), before)
        });
        Ok(value_of(pool, read))
    }

    /// Stores an element in an array of unknown length.
    pub(super) fn open_store(
        &mut self,
        host: &mut dyn Host,
        array: Ref,
        index: Value,
        value: Value,
    ) -> Result<(), Trap> {
        self.check_open_index(host, array, index)?;
        match &mut self.heap.object_mut(array).body {
            Body::Open(open) => open.store(index, value),
            _ => return Err(self.bad_access(array, 0)),
        }
        Ok(())
    }

    /// Makes the lengths of the arrays known that a model gets as arguments.
    pub(super) fn close_arguments(&mut self, host: &mut dyn Host, base: usize) -> Result<(), Trap> {
        for slot in base..self.sp {
            let value = self.stack[slot];
            if value.shadow.is_none() && self.is_open(value.as_ref()) {
                self.close(host, value.as_ref())?;
            }
        }
        Ok(())
    }

    /// Makes the length of an array known: one path for each.
    fn close(&mut self, host: &mut dyn Host, array: Ref) -> Result<(), Trap> {
        let Some(open) = self.open_array(array).cloned() else { return Ok(()) };
        let len = self.known(host, open.len, 32, "the length of an array")?;
        let Ok(len) = usize::try_from(len.as_int()) else {
            return Err(Trap::Gap("an array of negative length".to_owned()));
        };
        self.room_for(len.saturating_mul(8))?;
        self.heap.object_mut(array).body =
            Body::Array(Array::new(super::array::zeros(open.elem, len)));
        for (index, value) in open.stores {
            match index.shadow {
                None => self.set_element(array, index.as_int(), value)?,
                Some(term) => self.symbolic_store(host, array, term, value)?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use term::Pool;

    use super::*;

    #[test]
    fn a_later_store_at_a_known_index_replaces_only_what_it_surely_overwrites() {
        let pool = Pool::new();
        let len = pool.var("n", pool.bitvec_sort(32));
        let mut open = OpenArray { elem: Elem::Int, len, stores: Vec::new() };
        let unknown = Value::symbolic(pool.var("i", pool.bitvec_sort(32)));
        open.store(Value::int(3), Value::int(1));
        open.store(Value::int(3), Value::int(2));
        open.store(unknown, Value::int(7));
        open.store(Value::int(3), Value::int(4));
        let stores = [(Value::int(3), Value::int(2)), (unknown, Value::int(7))];
        assert_eq!(open.stores[..2], stores);
        assert_eq!(open.stores[2..], [(Value::int(3), Value::int(4))]);
    }
}
