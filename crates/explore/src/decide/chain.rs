//! Lists that share what came before.
//!
//! Paths that fork have the same past. A [`Chain`] grows at its end, is cloned for nothing, and
//! keeps the common past once.

use std::sync::Arc;

/// A list that shares its prefix with its clones.
pub struct Chain<T>(Option<Arc<Link<T>>>);

struct Link<T> {
    item: T,
    len: usize,
    before: Chain<T>,
}

impl<T> Chain<T> {
    /// The empty list.
    #[must_use]
    pub fn new() -> Chain<T> {
        Chain(None)
    }

    /// How many items there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.as_ref().map_or(0, |link| link.len)
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    /// Adds an item at the end.
    pub fn push(&mut self, item: T) {
        let before = Chain(self.0.take());
        self.0 = Some(Arc::new(Link { item, len: before.len() + 1, before }));
    }

    /// The items, last one first.
    pub fn backwards(&self) -> impl Iterator<Item = &T> {
        let mut next = self.0.as_deref();
        std::iter::from_fn(move || {
            let link = next?;
            next = link.before.0.as_deref();
            Some(&link.item)
        })
    }

    /// The items in order.
    #[must_use]
    pub fn to_vec(&self) -> Vec<T>
    where
        T: Clone,
    {
        let mut items: Vec<T> = self.backwards().cloned().collect();
        items.reverse();
        items
    }

    /// The items that follow `prefix`, in order, if this chain grew out of that very one.
    pub(crate) fn since(&self, prefix: &Chain<T>) -> Option<Vec<&T>> {
        let added = self.len().checked_sub(prefix.len())?;
        let mut items = Vec::with_capacity(added);
        let mut rest = self;
        for _ in 0..added {
            let link = rest.0.as_deref()?;
            items.push(&link.item);
            rest = &link.before;
        }
        items.reverse();
        rest.is(prefix).then_some(items)
    }

    /// Whether both are the same list in memory.
    fn is(&self, other: &Chain<T>) -> bool {
        match (&self.0, &other.0) {
            (None, None) => true,
            (Some(a), Some(b)) => Arc::ptr_eq(a, b),
            (None, Some(_)) | (Some(_), None) => false,
        }
    }
}

impl<T> Default for Chain<T> {
    fn default() -> Chain<T> {
        Chain::new()
    }
}

impl<T> Clone for Chain<T> {
    fn clone(&self) -> Chain<T> {
        Chain(self.0.clone())
    }
}

impl<T> Drop for Chain<T> {
    /// Link by link: the compiler's own way recurses, and paths are long.
    fn drop(&mut self) {
        let mut next = self.0.take();
        while let Some(mut link) = next.and_then(Arc::into_inner) {
            next = link.before.0.take();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clones_grow_apart() {
        let mut left = Chain::new();
        left.push(1);
        let mut right = left.clone();
        left.push(2);
        right.push(3);
        assert_eq!((left.to_vec(), right.to_vec()), (vec![1, 2], vec![1, 3]));
        assert_eq!(left.len(), 2);
    }

    #[test]
    fn what_was_added_is_known_for_descendants_only() {
        let mut parent = Chain::new();
        parent.push(1);
        let mut child = parent.clone();
        child.push(2);
        child.push(3);
        assert_eq!(child.since(&parent), Some(vec![&2, &3]));
        assert_eq!(parent.since(&parent), Some(vec![]));
        assert_eq!(parent.since(&child), None);
        let mut equal_but_other = Chain::new();
        equal_but_other.push(1);
        assert_eq!(child.since(&equal_but_other), None);
    }

    #[test]
    fn a_million_links_are_dropped_without_overflow() {
        let mut chain = Chain::new();
        for n in 0..1_000_000 {
            chain.push(n);
        }
        let shared = chain.clone();
        drop(chain);
        assert_eq!(shared.backwards().next(), Some(&999_999));
    }
}
