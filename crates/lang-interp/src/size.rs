//! How big values are: the measure by which a search tells the smallest first.
//!
//! A size is the number of constructors, numbers and names. What is unknown counts as much as the
//! smallest value that it can be, so the size of a value that is not known yet is a lower bound, and
//! it never falls while more becomes known.

use crate::heap::Heap;
use crate::value::Node;
use crate::{Ctor, DataType, Kind, Value};

/// Beyond this all values are equally big: shared parts count each time, so there are small heaps
/// with values that cannot be counted.
pub(crate) const MOST: u32 = 1 << 16;

impl Ctor {
    /// The size of the smallest values that it makes.
    pub(crate) fn least_size(&self) -> u32 {
        self.fields().iter().map(|kind| kind.least_size()).fold(1, u32::saturating_add)
    }
}

impl Kind {
    /// The size of the smallest values of the kind.
    pub(crate) fn least_size(self) -> u32 {
        match self {
            Kind::Data(data) => data.least_size(),
            Kind::Any | Kind::Int | Kind::Bool | Kind::Symbol => 1,
        }
    }
}

/// The size of the smallest values of a type. Each round finds values that are one deeper.
pub(crate) fn least(data: &'static DataType) -> u32 {
    let types = reachable(data);
    let mut sizes = vec![u32::MAX; types.len()];
    for _ in 0..types.len() {
        for (number, data) in types.iter().enumerate() {
            let all = data.ctors().iter().map(|ctor| least_of(ctor, &types, &sizes));
            sizes[number] = all.min().unwrap_or(u32::MAX);
        }
    }
    sizes[0]
}

/// The types of a value's parts, its own first.
fn reachable(data: &'static DataType) -> Vec<&'static DataType> {
    let mut types = vec![data];
    let mut next = 0;
    while next < types.len() {
        for kind in types[next].ctors().iter().flat_map(|ctor| ctor.fields()) {
            if let Kind::Data(data) = kind
                && !types.iter().any(|known| std::ptr::eq(*known, *data))
            {
                types.push(data);
            }
        }
        next += 1;
    }
    types
}

fn least_of(ctor: &Ctor, types: &[&'static DataType], sizes: &[u32]) -> u32 {
    let field = |kind: &Kind| match kind {
        Kind::Data(data) => {
            let place = types.iter().position(|known| std::ptr::eq(*known, *data));
            sizes[place.expect("all types that can be reached are listed")]
        }
        Kind::Any | Kind::Int | Kind::Bool | Kind::Symbol => 1,
    };
    ctor.fields().iter().map(field).fold(1, u32::saturating_add)
}

impl Heap {
    /// How big some values are at least, all together.
    pub(crate) fn least_size(&self, values: &[Value]) -> u32 {
        let mut todo: smallvec::SmallVec<[Value; 32]> = values.iter().copied().collect();
        let mut size = 0_u32;
        while let Some(value) = todo.pop() {
            let value = self.resolve(value);
            let own = match self.node(value) {
                Node::Con(head) | Node::Fun(head) => {
                    todo.extend_from_slice(self.fields(head));
                    1
                }
                Node::Var(var) | Node::Wild(var) => self.vars[var.0 as usize].kind.least_size(),
                Node::Int(_) | Node::Bool(_) | Node::Sym(_) | Node::Term(_) => 1,
            };
            size = size.saturating_add(own);
            if size >= MOST {
                return MOST;
            }
        }
        size
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data;

    data! {
        Nat = Succ(Nat) | Zero();
        Pairs = Both(Nat, Rest) | Either(Pairs);
        Rest = More(Pairs, Rest) | Nothing(Int, Symbol);
        Endless = Again(Endless);
    }

    #[test]
    fn the_smallest_values_of_types_are_known() {
        assert_eq!(Nat.least_size(), 1);
        assert_eq!(Rest.least_size(), 3);
        assert_eq!(Pairs.least_size(), 5);
        assert_eq!(Endless.least_size(), u32::MAX);
    }

    #[test]
    fn sizes_grow_with_what_is_known() {
        let mut heap = Heap::new();
        let unknown = heap.new_var(Kind::Data(&Pairs));
        assert_eq!(heap.least_size(&[unknown]), 5);
        let Node::Var(var) = heap.node(unknown) else { panic!("it is new") };
        heap.open_as(var, &Either);
        assert_eq!(heap.least_size(&[unknown]), 6);
    }

    #[test]
    fn uncountable_values_are_big() {
        let mut heap = Heap::new();
        let mut value = heap.int(0);
        for _ in 0..1_000 {
            value = heap.con(crate::Symbol::new("both"), &[value, value]);
        }
        assert_eq!(heap.least_size(&[value]), MOST);
    }
}
