//! Elements of arrays at indices that are not known.
//!
//! What is read is one term over all elements. Equal elements have one condition, and neighbours that
//! are equal a range of indices, so that the tables of scanners, with an element for each of 65,536
//! characters, are terms of some dozen parts.

use std::ops::Range;

use machine::Host;
use rustc_hash::FxHashMap;
use term::{Op, Pool, Term};

use super::heap::Elems;
use super::shadow::{term_of, value_of};
use super::trap::{Trap, UNKNOWN_INDEX, null_pointer, raise};
use super::value::{Ref, Value};
use super::vm::Vm;

impl Vm {
    /// Whether an unknown index lies in an array; an exception is thrown on the path where not.
    fn check_index(&mut self, host: &mut dyn Host, array: Ref, index: Term) -> Result<usize, Trap> {
        let Some(found) = self.heap.array(array) else {
            return Err(if array.is_null() { null_pointer() } else { self.bad_access(array, 0) });
        };
        let len = found.len();
        let inside = host.pool().word(Op::BvUlt, &[index, host.pool().bitvec(32, len as u64)]);
        if self.decide(host, inside)? {
            return Ok(len);
        }
        let message = format!("{UNKNOWN_INDEX} {len}");
        Err(raise("java/lang/ArrayIndexOutOfBoundsException", message))
    }

    /// An element at an unknown index: a choice between the elements as one term, or, of
    /// references, one path for each object.
    pub(super) fn symbolic_load(
        &mut self,
        host: &mut dyn Host,
        array: Ref,
        index: Term,
    ) -> Result<Value, Trap> {
        let len = self.check_index(host, array, index)?;
        let found = self.heap.array(array).expect("it was read before");
        let is_refs = matches!(found.elems, Elems::Refs(_));
        let width = if matches!(found.elems, Elems::Wides(_)) { 64 } else { 32 };
        let runs = runs((0..len).map(|at| found.get(at)));
        if runs.len() > self.options.max_symbolic_array {
            return Err(Trap::Gap(format!("an unknown index into an array of {len}")));
        }
        let pool = host.pool();
        let groups = grouped(pool, index, &runs);
        if is_refs {
            let conds: Vec<Term> = groups.iter().map(|(_, cond)| *cond).collect();
            return Ok(groups[self.choose(host, &conds)?].0);
        }
        Ok(value_of(pool, one_of(pool, &groups, width)))
    }

    /// A store at an unknown index: every element may have changed.
    pub(super) fn symbolic_store(
        &mut self,
        host: &mut dyn Host,
        array: Ref,
        index: Term,
        value: Value,
    ) -> Result<(), Trap> {
        let len = self.check_index(host, array, index)?;
        let found = self.heap.array(array).expect("it was read before");
        let is_refs = matches!(found.elems, Elems::Refs(_));
        let width = if matches!(found.elems, Elems::Wides(_)) { 64 } else { 32 };
        if len > self.options.max_symbolic_array {
            return Err(Trap::Gap(format!("an unknown index into an array of {len}")));
        }
        let pool = host.pool();
        let at_index = |at: usize| pool.eq(index, pool.bitvec(32, at as u64));
        if is_refs {
            let conds: Vec<Term> = (0..len).map(at_index).collect();
            let at = self.choose(host, &conds)?;
            return self.set_element(array, at as i32, value);
        }
        let new = term_of(pool, value, width);
        let changed: Vec<Value> = (0..len)
            .map(|at| {
                let old = term_of(pool, found.get(at), width);
                value_of(pool, pool.ite(at_index(at), new, old))
            })
            .collect();
        for (at, value) in changed.into_iter().enumerate() {
            self.set_element(array, at as i32, value)?;
        }
        Ok(())
    }
}

/// What tells elements apart: terms by themselves, numbers by their bits.
fn key(value: Value) -> (Option<Term>, u64) {
    (value.shadow, if value.shadow.is_some() { 0 } else { value.bits })
}

/// Neighbours that are equal, and their indices.
fn runs(values: impl Iterator<Item = Value>) -> Vec<(Value, Range<usize>)> {
    let mut runs: Vec<(Value, Range<usize>)> = Vec::new();
    for (at, value) in values.enumerate() {
        match runs.last_mut() {
            Some((last, range)) if key(*last) == key(value) => range.end = at + 1,
            _ => runs.push((value, at..at + 1)),
        }
    }
    runs
}

/// The different elements of an array, each with the condition that the index leads to it. The index
/// is known to be inside.
fn grouped(pool: &Pool, index: Term, runs: &[(Value, Range<usize>)]) -> Vec<(Value, Term)> {
    let mut groups: Vec<(Value, Vec<Term>)> = Vec::new();
    let mut places = FxHashMap::default();
    for (value, range) in runs {
        let place = *places.entry(key(*value)).or_insert_with(|| {
            groups.push((*value, Vec::new()));
            groups.len() - 1
        });
        groups[place].1.extend(within(pool, index, range));
    }
    groups.into_iter().map(|(value, conds)| (value, pool.or(&conds))).collect()
}

/// The fewest neighbours that are given by their ends. Solvers like equations better.
const LONG: usize = 8;

/// The conditions of which one holds if an index is in a range.
fn within(pool: &Pool, index: Term, range: &Range<usize>) -> Vec<Term> {
    let number = |at: usize| pool.bitvec(32, at as u64);
    if range.len() < LONG {
        return range.clone().map(|at| pool.eq(index, number(at))).collect();
    }
    let from = pool.not(pool.word(Op::BvUlt, &[index, number(range.start)]));
    vec![pool.and(&[from, pool.word(Op::BvUlt, &[index, number(range.end)])])]
}

/// The element whose condition holds.
fn one_of(pool: &Pool, groups: &[(Value, Term)], width: u32) -> Term {
    let (last, others) = groups.split_last().expect("an array with an element");
    let last = term_of(pool, last.0, width);
    let choice =
        |rest, (value, cond): &(Value, Term)| pool.ite(*cond, term_of(pool, *value, width), rest);
    others.iter().rev().fold(last, choice)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use term::Model;

    use super::*;

    proptest! {
        #[test]
        fn the_element_at_the_index_is_read(
            parts in prop::collection::vec((0..4_i32, 1..20_usize), 1..9), at in 0..1000_usize,
        ) {
            let elements: Vec<i32> =
                parts.iter().flat_map(|(value, len)| vec![*value; *len]).collect();
            let at = at % elements.len();
            let pool = Pool::new();
            let index = pool.var("index", pool.bitvec_sort(32));
            let runs = runs(elements.iter().map(|value| Value::int(*value)));
            let groups = grouped(&pool, index, &runs);
            let mut model = Model::new();
            model.set(index, pool.bitvec(32, at as u64));
            let holds = |(_, cond): &&(Value, Term)| pool.eval(*cond, &model) == Term::TRUE;
            let held: Vec<Value> = groups.iter().filter(holds).map(|(value, _)| *value).collect();
            prop_assert_eq!(held, [Value::int(elements[at])]);
            let read = value_of(&pool, pool.eval(one_of(&pool, &groups, 32), &model));
            prop_assert_eq!(read, Value::int(elements[at]));
        }
    }
}
