//! Arguments of constructors, and the end of values without references.
//!
//! A program of a hundred thousand statements is one value a hundred thousand levels deep. Dropping
//! it must not overflow the stack, so a reference that is the last one takes its children out and
//! drops them with room to spare.

use std::ops::Deref;

use triomphe::Arc;

use super::{Cons, Value};

/// At least this much stack is left before a recursion over values goes one level deeper.
pub(super) const RED_ZONE: usize = 64 * 1024;
/// How much the stack grows at a time.
pub(super) const GROWTH: usize = 4 * 1024 * 1024;

/// The arguments of a constructor.
#[derive(Clone, Debug)]
pub struct Args(Arc<[Value]>);

impl Args {
    /// The arguments, for change: a copy is made if they are shared.
    pub fn make_mut(&mut self) -> &mut [Value] {
        if !self.0.is_unique() {
            self.0 = self.0.iter().cloned().collect();
        }
        Arc::get_mut(&mut self.0).expect("a copy of one's own is not shared")
    }

    /// The arguments, for change, if they are not shared.
    pub fn try_mut(&mut self) -> Option<&mut [Value]> {
        Arc::get_mut(&mut self.0)
    }

    /// Whether two handles are the same one.
    pub(super) fn is_same(&self, other: &Args) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl<const N: usize> From<[Value; N]> for Args {
    fn from(args: [Value; N]) -> Args {
        Args(args.into_iter().collect())
    }
}

impl From<Vec<Value>> for Args {
    fn from(args: Vec<Value>) -> Args {
        Args(args.into())
    }
}

impl Deref for Args {
    type Target = [Value];

    fn deref(&self) -> &[Value] {
        &self.0
    }
}

impl Drop for Args {
    fn drop(&mut self) {
        // Asking whether this is the last handle costs more than looking at the arguments.
        if !self.0.iter().any(Value::is_deep) {
            return;
        }
        let Some(args) = Arc::get_mut(&mut self.0) else { return };
        for arg in args {
            arg.clear();
        }
    }
}

impl Drop for Cons {
    fn drop(&mut self) {
        self.head.clear();
        let mut tail = std::mem::take(&mut self.tail);
        // Along the chain by a loop; the last item is an ordinary value.
        while let Value::Seq(cons) = tail {
            let Ok(mut cons) = Arc::try_unwrap(cons) else { return };
            cons.head.clear();
            tail = std::mem::take(&mut cons.tail);
        }
        tail.clear();
    }
}

impl Value {
    /// Whether dropping this value may go deep.
    fn is_deep(&self) -> bool {
        matches!(self, Value::Node(..) | Value::Seq(_) | Value::Cells(..))
    }

    /// Drops what is below this value, if it is deep, on a stack that is large enough.
    fn clear(&mut self) {
        if self.is_deep() {
            let deep = std::mem::take(self);
            stacker::maybe_grow(RED_ZONE, GROWTH, || drop(deep));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::signature::LabelId;

    #[test]
    fn a_deep_term_is_dropped_without_overflow() {
        let label = LabelId::new(0);
        let deep = (0..1_000_000).fold(Value::Empty, |inner, _| Value::apply(label, vec![inner]));
        let same = deep.clone();
        assert_eq!(deep, same);
        drop(deep);
        drop(same);
    }
}
