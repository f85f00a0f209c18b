//! A computation that is being worked on, laid out as a stack.
//!
//! A run changes the first items of its computation millions of times a second and nothing else
//! of it. Here they are on a stack: taking an argument out for evaluation pushes it, a value that
//! is put back is popped, and no chain is built or taken apart. What is further behind stays the
//! chain that it was until the stack is used up.

use crate::context::Ctx;
use crate::heat;
use crate::index::Key;
use crate::program::Strictness;
use crate::value::Value;

/// A computation, its first items on a stack.
#[derive(Debug, Default)]
pub(crate) struct Front {
    /// The first items, the very first one last. None of them is empty or a chain.
    items: Vec<Value>,
    /// What is behind them.
    behind: Value,
}

impl Front {
    /// Begins with another computation.
    pub(crate) fn open(&mut self, computation: Value) {
        self.items.clear();
        self.behind = computation;
    }

    /// The computation as one value; nothing is left.
    pub(crate) fn close(&mut self) -> Value {
        let behind = std::mem::take(&mut self.behind);
        self.items.drain(..).fold(behind, |tail, head| head.then(tail))
    }

    /// Brings so many items onto the stack. Says whether there are as many.
    #[inline]
    pub(crate) fn reach(&mut self, count: usize) -> bool {
        self.items.len() >= count || self.reach_behind(count)
    }

    fn reach_behind(&mut self, count: usize) -> bool {
        while self.items.len() < count {
            if matches!(self.behind, Value::Empty) {
                return false;
            }
            let (head, tail) = heat::uncons(std::mem::take(&mut self.behind));
            self.items.insert(0, head);
            self.behind = tail;
        }
        true
    }

    /// The item at a place, counted from the first; [`Front::reach`] has brought it here.
    pub(crate) fn item(&self, nth: usize) -> &Value {
        &self.items[self.items.len() - 1 - nth]
    }

    /// The key of the first item.
    pub(crate) fn first(&mut self) -> Key {
        if self.reach(1) { Key::of(self.item(0)) } else { Key::None }
    }

    /// The key of the second item.
    pub(crate) fn second(&mut self) -> Key {
        if self.reach(2) { Key::of(self.item(1)) } else { Key::None }
    }

    /// Drops the first items.
    pub(crate) fn drop_items(&mut self, count: usize) {
        self.items.truncate(self.items.len() - count);
    }

    /// Puts a value in front: an item, or all items of a chain.
    pub(crate) fn push(&mut self, value: Value) {
        match value {
            Value::Empty => {}
            Value::Seq(_) => {
                let start = self.items.len();
                self.items.extend(value.items().cloned());
                self.items[start..].reverse();
            }
            item => self.items.push(item),
        }
    }

    /// Takes an argument out, as [`heat::heat`] does.
    pub(crate) fn heat(&mut self, ctx: &Ctx<'_>, strict: &Strictness) -> bool {
        // What was tried before may have put the computation together again.
        self.reach(1);
        let Some(Value::Node(label, args)) = self.items.last_mut() else { return false };
        if *label != strict.label || !heat::is_due(ctx, strict, args) {
            return false;
        }
        *label = strict.freezer;
        let argument = heat::take_argument(args, strict.position);
        self.push(argument);
        true
    }

    /// Puts a value back, as [`heat::cool`] does where no rule applies to the constructor.
    pub(crate) fn cool(&mut self, ctx: &Ctx<'_>, strict: &Strictness) -> bool {
        self.reach(2);
        let [.., Value::Node(label, args), value] = &mut self.items[..] else { return false };
        if *label != strict.freezer || !ctx.has_sort(value, strict.result) {
            return false;
        }
        *label = strict.label;
        args.make_mut()[strict.position] = std::mem::take(value);
        self.items.pop();
        true
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// What may be done with a computation.
    #[derive(Clone, Debug)]
    enum Action {
        Push(Vec<i64>),
        Drop(usize),
        Reach(usize),
        Close,
    }

    fn action() -> impl Strategy<Value = Action> {
        prop_oneof![
            proptest::collection::vec(0..9_i64, 0..4).prop_map(Action::Push),
            (0..3_usize).prop_map(Action::Drop),
            (0..4_usize).prop_map(Action::Reach),
            Just(Action::Close),
        ]
    }

    fn chain(items: &[i64]) -> Value {
        items.iter().rev().fold(Value::Empty, |tail, item| Value::int(*item).then(tail))
    }

    proptest! {
        /// A plain list of items says the same.
        #[test]
        fn a_stack_is_a_computation(start in proptest::collection::vec(0..9_i64, 0..6),
                                    actions in proptest::collection::vec(action(), 0..20)) {
            let mut front = Front::default();
            front.open(chain(&start));
            let mut items = start;
            for action in actions {
                match action {
                    Action::Push(more) => {
                        front.push(chain(&more));
                        items.splice(0..0, more);
                    }
                    Action::Drop(count) => {
                        if front.reach(count) {
                            front.drop_items(count);
                            items.drain(..count);
                        } else {
                            prop_assert!(items.len() < count);
                        }
                    }
                    Action::Reach(count) => {
                        prop_assert_eq!(front.reach(count), items.len() >= count);
                        let at = count.checked_sub(1).filter(|at| *at < items.len());
                        if let Some(at) = at {
                            prop_assert_eq!(front.item(at), &Value::int(items[at]));
                        }
                    }
                    Action::Close => {
                        let whole = front.close();
                        prop_assert_eq!(&whole, &chain(&items));
                        front.open(whole);
                    }
                }
            }
            prop_assert_eq!(front.close(), chain(&items));
        }
    }
}
