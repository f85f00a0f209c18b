//! Computing values as a whole.
//!
//! A value that is compared or leaves the machine must be computed down to its leaves. The values
//! still to be evaluated wait in a frame while one of them is forced.

use machine::Exit;
use rustc_hash::FxHashSet;

use super::Run;
use super::heap::Cell;
use super::state::{Deepening, Frame, Goal, Outcome, Store};
use super::value::Value;
use crate::Prim;
use crate::expr::Expr;
use crate::session::Wanted;

impl Run<'_> {
    /// Computes values as a whole, then goes on with what they are wanted for.
    pub(super) fn deepen(&self, goal: Goal, values: Vec<Value>, store: &mut Store) -> Outcome {
        if !values.iter().any(Value::is_open) {
            return self.reach(goal, values, store);
        }
        let left = match &goal {
            Goal::Finish(wanted) => wanted.most,
            Goal::Execute(_) | Goal::Unknown(..) | Goal::Perform(..) | Goal::Performed(_) => None,
        };
        let todo = values.iter().rev().cloned().collect();
        let deepening = Deepening { goal, values, todo, left, seen: FxHashSet::default() };
        self.go_deeper(Box::new(deepening), store)
    }

    pub(super) fn go_deeper(&self, mut deepening: Box<Deepening>, store: &mut Store) -> Outcome {
        while let Some(value) = deepening.next() {
            match &value {
                Value::Term(_) | Value::Closure(..) | Value::Partial(_) | Value::Operation(_) => {}
                Value::Data(object) => {
                    let open = object.fields.iter().filter(|field| field.is_open()).cloned();
                    deepening.add(open);
                }
                Value::Ref(addr) | Value::Array(addr) | Value::Thunk(addr) => {
                    if !deepening.seen.insert(*addr) {
                        continue;
                    }
                    match store.heap.get(*addr) {
                        Cell::Done(value) | Cell::Ref(value) => {
                            deepening.todo.push_back(value.clone());
                        }
                        Cell::Array(items) => deepening.add(items.iter().cloned()),
                        Cell::Left(left) => return Outcome::gap(self.what_is_left(*left), None),
                        Cell::Open(_) => {
                            let what = "an array of any length, read as a whole";
                            return Outcome::gap(what, None);
                        }
                        Cell::Suspended(..) | Cell::Busy | Cell::Raised(_) => {
                            if deepening.is_used_up() {
                                continue;
                            }
                            store.stack.push_back(Frame::Deepen(deepening));
                            return self.force(value, None, store);
                        }
                    }
                }
            }
        }
        self.reach(deepening.goal, deepening.values, store)
    }

    /// Goes on with values that are computed as a whole.
    fn reach(&self, goal: Goal, values: Vec<Value>, store: &mut Store) -> Outcome {
        match goal {
            Goal::Execute(id) => match self.program.expr(id) {
                Expr::Perform { op, .. } => self.perform(*op, &values, self.span(id), store),
                Expr::Prim { prim: Prim::Compare(order), .. } => {
                    self.compare(id, &values, *order, store)
                }
                Expr::Prim { .. } => self.equal(id, &values, store),
                _ => unreachable!("no other node looks at its operands as a whole"),
            },
            Goal::Unknown(callee, span) => self.apply_unknown(callee, &values, span, store),
            Goal::Perform(op, span) => self.perform(op, &values, span, store),
            Goal::Performed(performance) => {
                let sort = self.session.operation(performance.op).result;
                match self.reify(&values[0], sort, store) {
                    Ok(result) => Outcome::Go(self.announce(performance, result)),
                    Err(what) => Outcome::gap(what, performance.span),
                }
            }
            Goal::Finish(Wanted { sort, most: None }) => {
                match self.reify(&values[0], sort, store) {
                    Ok(result) => Outcome::Stop(Exit::Finished(Some(result))),
                    Err(what) => Outcome::gap(what, None),
                }
            }
            Goal::Finish(Wanted { sort, most: Some(_) }) => {
                let result = self.reify_partly(&values[0], sort, store);
                Outcome::Stop(Exit::Finished(Some(result)))
            }
        }
    }
}

impl Deepening {
    /// Takes over values, of which the first one comes first.
    fn add(&mut self, values: impl DoubleEndedIterator<Item = Value>) {
        if self.left.is_some() {
            self.todo.extend(values);
        } else {
            self.todo.extend(values.rev());
        }
    }

    /// With a limit the values near the top come first, so that an infinite part does not use up
    /// what the others need.
    fn next(&mut self) -> Option<Value> {
        if self.left.is_some() { self.todo.pop_front() } else { self.todo.pop_back() }
    }

    /// Counts a suspended value that is to be computed, and says whether that is one too many.
    fn is_used_up(&mut self) -> bool {
        match &mut self.left {
            None => false,
            Some(0) => true,
            Some(left) => {
                *left -= 1;
                false
            }
        }
    }
}
