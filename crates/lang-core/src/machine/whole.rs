//! Lists of which nothing is known but that they are there.
//!
//! To go through such a list has no end, and would have to be cut off. So a library may ask for what it needs of
//! the list as a whole: how long it is, and what it binds to a key if it holds pairs. The answers are
//! values of functions of which nothing is known but what is written here, so they stand for what any list has.

use machine::Exit;
use source::Span;
use term::{Cases, Op, Term};

use super::Run;
use super::state::{Control, Outcome, Store};
use super::value::Value;
use crate::lists::WholeLists;
use crate::prim::Whole;

/// So many elements of a list are related to its length.
const DEPTH: usize = 3;

/// No list is longer: its cells would not fit into any memory.
const MOST: i64 = 1 << 57;

impl Run<'_> {
    pub(super) fn whole(
        &self,
        what: Whole,
        operands: &[Value],
        span: Option<Span>,
        store: &Store,
    ) -> Outcome {
        let pool = self.pool;
        match (what, operands) {
            (Whole::IsUnknown, [list]) => Outcome::term(pool.bool(self.is_unknown(list, store))),
            (Whole::Length, [Value::Term(list)]) => {
                let length = self.lists().length(*list);
                self.given(self.lengths(*list, DEPTH), length)
            }
            (Whole::Holds, [Value::Term(key), Value::Term(list)]) if self.is_key(*key) => {
                let always = self.lists().always_of_holding(*key, *list);
                self.given(always, self.lists().holds(*key, *list))
            }
            (Whole::Bound, [Value::Term(key), Value::Term(list)]) if self.is_key(*key) => {
                match self.lists().bound(*key, *list) {
                    Some(value) => self.given(self.session.values().holds(pool, value), value),
                    None => Outcome::gap("a table that is no list of pairs", span),
                }
            }
            (Whole::Without, [Value::Term(key), Value::Term(list)]) if self.is_key(*key) => {
                Outcome::term(self.lists().without(*key, *list))
            }
            _ => Outcome::gap("a table whose keys are not plain", span),
        }
    }

    /// A value, where something is always true of it.
    fn given(&self, always: Term, value: Term) -> Outcome {
        let other = Control::Stop(Box::new(Exit::Discarded));
        self.split(Cases::branch(self.pool, always, Control::Return(Value::Term(value)), other))
    }

    fn is_unknown(&self, list: &Value, store: &Store) -> bool {
        let Value::Term(list) = store.heap.resolved(list) else { return false };
        let is_open = match self.pool.op(list) {
            Op::Var(_) | Op::Field(..) => true,
            Op::Apply(_) => self.lists().is_without(list),
            _ => false,
        };
        let is_shaped = store.shapes.as_ref().is_some_and(|shapes| shapes.contains_key(&list));
        self.session.knows_whole_lists() && is_open && !is_shaped
    }

    /// What is true of the length of a list, and of what is left of it after each of the first elements.
    fn lengths(&self, list: Term, depth: usize) -> Term {
        let (pool, length) = (self.pool, self.lists().length(list));
        let within = [pool.le(pool.int(0), length), pool.le(length, pool.int(MOST))];
        let within = pool.and(&within);
        let Some((data, _)) = pool.as_data(pool.sort(list)).filter(|_| depth > 0) else {
            return within;
        };
        let mut shapes = vec![within];
        for (ctor, known) in (0..).zip(pool.ctors(data)) {
            let is = pool.is(ctor, list);
            shapes.push(match known.fields.len() {
                0 => pool.eq(is, pool.eq(length, pool.int(0))),
                _ => {
                    let rest = pool.field(ctor, 1, list);
                    let longer = pool.add(&[self.lists().length(rest), pool.int(1)]);
                    let of_rest = [pool.eq(length, longer), self.lengths(rest, depth - 1)];
                    pool.implies(is, pool.and(&of_rest))
                }
            });
        }
        pool.and(&shapes)
    }

    fn is_key(&self, key: Term) -> bool {
        self.lists().is_key(self.pool.sort(key))
    }

    pub(super) fn lists(&self) -> WholeLists<'_> {
        WholeLists(self.pool)
    }
}
