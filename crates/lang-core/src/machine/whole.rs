//! Lists of which nothing is known but that they are there.
//!
//! To go through such a list has no end, and would have to be cut off. So a library may ask for what it needs of
//! the list as a whole: how long it is, and what it binds to a key if it holds pairs. The answers are
//! values of functions of which nothing is known but what is written here, so they stand for what any list has.

use machine::Exit;
use source::Span;
use term::{Cases, Func, Op, Sort, SortNode, Term};

use super::Run;
use super::state::{Control, Outcome, Store};
use super::value::Value;
use crate::prim::Whole;

const LENGTH: &str = "length of list#";
const HOLDS: &str = "list holds key#";
const BOUND: &str = "bound in list#";
const WITHOUT: &str = "list without#";

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
                let length = self.length(*list);
                self.given(self.lengths(*list, DEPTH), length)
            }
            (Whole::Holds, [Value::Term(key), Value::Term(list)]) if self.is_key(*key) => {
                let holds = self.holds(*key, *list);
                let is_longer = pool.le(pool.int(1), self.length(*list));
                self.given(pool.implies(holds, is_longer), holds)
            }
            (Whole::Bound, [Value::Term(key), Value::Term(list)]) if self.is_key(*key) => {
                match self.bound(*key, *list) {
                    Some(value) => self.given(self.session.values().holds(pool, value), value),
                    None => Outcome::gap("a table that is no list of pairs", span),
                }
            }
            (Whole::Without, [Value::Term(key), Value::Term(list)]) if self.is_key(*key) => {
                Outcome::term(pool.apply(self.of_key(WITHOUT, *key, *list, None), &[*key, *list]))
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
            Op::Apply(func) => self.is_named(func, WITHOUT),
            _ => false,
        };
        let is_shaped = store.shapes.as_ref().is_some_and(|shapes| shapes.contains_key(&list));
        self.session.knows_whole_lists() && is_open && !is_shaped
    }

    /// Equal keys are equal terms: numbers with a fraction are not like that, and others would have to
    /// be compared part by part.
    fn is_key(&self, key: Term) -> bool {
        let sort = self.pool.sort(key);
        matches!(
            self.pool.sort_node(sort),
            SortNode::Bool | SortNode::Int | SortNode::Text | SortNode::Elem(_)
        )
    }

    fn length(&self, list: Term) -> Term {
        match self.left_out(list) {
            Some((_, whole)) => self.pool.add(&[self.length(whole), self.pool.int(-1)]),
            None => {
                let sort = self.pool.sort(list);
                let name = format!("{LENGTH} {}", self.pool.show_sort(sort));
                self.pool.apply(self.pool.func(&name, &[sort], Sort::INT), &[list])
            }
        }
    }

    /// What is true of the length of a list, and of what is left of it after each of the first elements.
    fn lengths(&self, list: Term, depth: usize) -> Term {
        let (pool, length) = (self.pool, self.length(list));
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
                    let longer = pool.add(&[self.length(rest), pool.int(1)]);
                    let of_rest = [pool.eq(length, longer), self.lengths(rest, depth - 1)];
                    pool.implies(is, pool.and(&of_rest))
                }
            });
        }
        pool.and(&shapes)
    }

    fn holds(&self, key: Term, list: Term) -> Term {
        let func = self.of_key(HOLDS, key, list, Some(Sort::BOOL));
        let here = self.pool.apply(func, &[key, list]);
        match self.left_out(list) {
            // Another binding of the same key may be below the one that was left out.
            Some((other, whole)) => {
                self.pool.ite(self.pool.eq(key, other), here, self.holds(key, whole))
            }
            None => here,
        }
    }

    fn bound(&self, key: Term, list: Term) -> Option<Term> {
        let (_, pair) = self.pool.as_data(self.pool.sort(list))?;
        let (_, parts) = self.pool.as_data(*pair.first()?)?;
        let func = self.of_key(BOUND, key, list, Some(*parts.get(1)?));
        let here = self.pool.apply(func, &[key, list]);
        Some(match self.left_out(list) {
            Some((other, whole)) => {
                self.pool.ite(self.pool.eq(key, other), here, self.bound(key, whole)?)
            }
            None => here,
        })
    }

    /// The key whose first binding is left out of a list, and that list.
    fn left_out(&self, list: Term) -> Option<(Term, Term)> {
        match (self.pool.op(list), self.pool.args(list)) {
            (Op::Apply(func), [key, whole]) if self.is_named(func, WITHOUT) => Some((*key, *whole)),
            _ => None,
        }
    }

    fn is_named(&self, func: Func, name: &str) -> bool {
        self.pool.name(self.pool.func_name(func)).starts_with(name)
    }

    /// A function of a key and a list; its result is a list of the same kind unless it has another sort. One
    /// name has one signature.
    fn of_key(&self, name: &str, key: Term, list: Term, result: Option<Sort>) -> Func {
        let (key, list) = (self.pool.sort(key), self.pool.sort(list));
        let name = format!("{name} {}", self.pool.show_sort(list));
        self.pool.func(&name, &[key, list], result.unwrap_or(list))
    }
}
