//! Arrays: total maps.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::op::Op;
use crate::pool::{Pool, Term};
use crate::sort::{Sort, SortNode};

impl Pool {
    /// The array of sort `sort` that has `value` everywhere.
    pub fn const_array(&self, sort: Sort, value: Term) -> Term {
        self.intern(Op::ConstArray, &[value], sort)
    }

    /// The value of `array` at `index`.
    pub fn select(&self, array: Term, index: Term) -> Term {
        let mut base = array;
        loop {
            match self.node(base) {
                (Op::Store, &[inner, at, value]) => match self.plainly_equal(at, index) {
                    Some(true) => return value,
                    Some(false) => base = inner,
                    None => break,
                },
                (Op::ConstArray, &[value]) => return value,
                _ => break,
            }
        }
        let SortNode::Array(_, value) = *self.sort_node(self.sort(array)) else {
            unreachable!("only arrays are read at an index");
        };
        self.intern(Op::Select, &[base, index], value)
    }

    /// `array` with `value` at `index`.
    pub fn store(&self, array: Term, index: Term, value: Term) -> Term {
        // Writes above the place where this one belongs, outermost first.
        let mut above: Vec<(Term, Term)> = Vec::new();
        let mut base = array;
        while let (Op::Store, &[inner, at, old]) = self.node(base) {
            if at == index {
                base = inner;
                break;
            }
            if !self.stands_above(at, index) {
                break;
            }
            above.push((at, old));
            base = inner;
        }
        let changes =
            !matches!(self.node(base), (Op::ConstArray, &[everywhere]) if everywhere == value);
        if changes {
            base = self.intern(Op::Store, &[base, index, value], self.sort(array));
        }
        above.iter().rev().fold(base, |base, &(at, old)| {
            self.intern(Op::Store, &[base, at, old], self.sort(array))
        })
    }

    /// Whether a write at literal `at` is kept outside of one at literal `index`.
    fn stands_above(&self, at: Term, index: Term) -> bool {
        let literal = |term| self.as_literal(term).is_some();
        literal(at) && literal(index) && self.content_hash(at) > self.content_hash(index)
    }

    /// Whether two terms are equal in every model, or in none; none if that is not plain.
    pub(crate) fn plainly_equal(&self, a: Term, b: Term) -> Option<bool> {
        // Two different literals are different; other terms may need work that pays only in `eq`.
        match (self.as_literal(a), self.as_literal(b)) {
            _ if a == b => Some(true),
            (Some(_), Some(_)) => Some(false),
            _ => self.as_bool(self.eq(a, b)),
        }
    }

    /// Equality of two arrays without variables, written at literal indices over constant arrays.
    pub(crate) fn array_equality(&self, a: Term, b: Term) -> Option<Term> {
        if !(self.is_ground(a) && self.is_ground(b)) {
            return None;
        }
        let ((left, left_default), (right, right_default)) = (self.writes(a)?, self.writes(b)?);
        let at =
            |writes: &FxHashMap<Term, Term>, index, default| *writes.get(index).unwrap_or(default);
        let written: FxHashSet<Term> = left.keys().chain(right.keys()).copied().collect();
        let mut equal: Vec<Term> = written
            .iter()
            .map(|i| self.eq(at(&left, i, &left_default), at(&right, i, &right_default)))
            .collect();
        if self.has_index_beyond(self.sort(a), written.len()) {
            equal.push(self.eq(left_default, right_default));
        }
        Some(self.and(&equal))
    }

    /// Whether the arrays of a sort have more than `written` indices: if not, the value elsewhere
    /// is a value nowhere.
    fn has_index_beyond(&self, sort: Sort, written: usize) -> bool {
        let SortNode::Array(index, _) = *self.sort_node(sort) else {
            unreachable!("only arrays are compared as arrays");
        };
        match self.sort_node(index) {
            SortNode::Bool => written < 2,
            SortNode::BitVec(width) => *width >= usize::BITS || written < 1 << width,
            // Elements are numbered without end.
            SortNode::Int | SortNode::Real | SortNode::Text | SortNode::Elem(_) => true,
            // Their values are no literals, so nothing was written.
            SortNode::Data(..) | SortNode::Array(..) | SortNode::Param(_) => true,
        }
    }

    /// The writes of an array of literal indices, and the value everywhere else.
    fn writes(&self, array: Term) -> Option<(FxHashMap<Term, Term>, Term)> {
        let mut writes = FxHashMap::default();
        let mut base = array;
        loop {
            match self.node(base) {
                (Op::Store, &[inner, index, value]) => {
                    self.as_literal(index)?;
                    writes.entry(index).or_insert(value);
                    base = inner;
                }
                (Op::ConstArray, &[value]) => return Some((writes, value)),
                _ => return None,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_see_through_writes() {
        let pool = Pool::new();
        let sort = pool.array_sort(Sort::INT, Sort::INT);
        let (a, i) = (pool.var("a", sort), pool.var("i", Sort::INT));
        let [one, two] = [1, 2].map(|n| pool.int(n));
        let written = pool.store(pool.store(a, one, i), two, one);
        assert_eq!(pool.select(written, two), one);
        assert_eq!(pool.select(written, one), i);
        assert_eq!(pool.select(written, pool.int(3)), pool.select(a, pool.int(3)));
        assert_eq!(pool.op(pool.select(written, i)), Op::Select);
    }

    #[test]
    fn literal_writes_have_one_order() {
        let pool = Pool::new();
        let sort = pool.array_sort(Sort::INT, Sort::INT);
        let empty = pool.const_array(sort, pool.int(0));
        let write = |array, n: i64| pool.store(array, pool.int(n), pool.int(n * n));
        let up = (1..9).fold(empty, write);
        let down = (1..9).rev().fold(empty, write);
        assert_eq!(up, down);
        assert_eq!(pool.store(up, pool.int(3), pool.int(9)), up);
    }

    #[test]
    fn ground_arrays_compare_by_content() {
        let pool = Pool::new();
        let sort = pool.array_sort(Sort::INT, Sort::INT);
        let empty = pool.const_array(sort, pool.int(0));
        let one = pool.store(empty, pool.int(1), pool.int(5));
        assert_eq!(pool.eq(one, empty), Term::FALSE);
        assert_eq!(pool.eq(pool.store(one, pool.int(1), pool.int(0)), empty), Term::TRUE);
    }

    #[test]
    fn a_value_at_no_index_does_not_count() {
        let pool = Pool::new();
        let sort = pool.array_sort(Sort::BOOL, Sort::INT);
        let full = |everywhere| {
            let array = pool.const_array(sort, pool.int(everywhere));
            let array = pool.store(array, Term::FALSE, pool.int(1));
            pool.store(array, Term::TRUE, pool.int(2))
        };
        assert_eq!(pool.eq(full(3), full(4)), Term::TRUE);
        let elem = pool.elem_sort("S");
        let sort = pool.array_sort(elem, Sort::INT);
        let (zeros, ones) =
            (pool.const_array(sort, pool.int(0)), pool.const_array(sort, pool.int(1)));
        let written = |array| pool.store(array, pool.elem(elem, 0), pool.int(5));
        assert_eq!(pool.eq(written(zeros), written(ones)), Term::FALSE);
    }
}
