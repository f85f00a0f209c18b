//! Computing values as a whole.
//!
//! A value that is compared or leaves the machine must be computed down to its leaves. The values
//! still to be looked at wait in a frame while one of them is forced.

use machine::Exit;
use rustc_hash::FxHashSet;

use super::Run;
use super::heap::Cell;
use super::state::{Deepening, Frame, Goal, Outcome, Store};
use super::value::Value;
use crate::Prim;
use crate::expr::Expr;

impl Run<'_> {
    /// Computes values as a whole, then goes on with what they are wanted for.
    pub(super) fn deepen(&self, goal: Goal, values: Vec<Value>, store: &mut Store) -> Outcome {
        if !values.iter().any(Value::is_open) {
            return self.reach(goal, values, store);
        }
        let todo = values.iter().rev().cloned().collect();
        let deepening = Deepening { goal, values, todo, seen: FxHashSet::default() };
        self.go_deeper(Box::new(deepening), store)
    }

    pub(super) fn go_deeper(&self, mut deepening: Box<Deepening>, store: &mut Store) -> Outcome {
        while let Some(value) = deepening.todo.pop() {
            match &value {
                Value::Term(_) | Value::Closure(..) | Value::Partial(_) | Value::Operation(_) => {}
                Value::Data(object) => {
                    let open = object.fields.iter().filter(|field| field.is_open());
                    deepening.todo.extend(open.rev().cloned());
                }
                Value::Ref(addr) | Value::Array(addr) | Value::Thunk(addr) => {
                    if !deepening.seen.insert(*addr) {
                        continue;
                    }
                    match store.heap.get(*addr) {
                        Cell::Done(value) | Cell::Ref(value) => deepening.todo.push(value.clone()),
                        Cell::Array(items) => deepening.todo.extend(items.iter().rev().cloned()),
                        Cell::Suspended(..) | Cell::Busy | Cell::Raised(_) => {
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
            Goal::Finish(sort) => match self.reify(&values[0], sort, store) {
                Ok(result) => Outcome::Stop(Exit::Finished(Some(result))),
                Err(what) => Outcome::gap(what, None),
            },
        }
    }
}
