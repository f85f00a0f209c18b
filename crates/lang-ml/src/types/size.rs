//! How large types are when they are written down.
//!
//! A few lines of abbreviations make a type of astronomical size, `type 'a t = ('a u) u` and so on.
//! The size of an abbreviation is linear in the sizes of its arguments, so that it can be calculated
//! without expanding it.

use rustc_hash::FxHashMap;

use super::{Node, Ty, TypeBody, TypeId, Types};

/// The size of a type over parameters: a number, and how often each parameter occurs.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Size {
    own: u64,
    params: Vec<u64>,
}

impl Size {
    fn of_parts(count: usize) -> Size {
        Size { own: 1, params: vec![0; count] }
    }

    /// Adds a size so many times.
    fn add(&mut self, times: u64, other: &Size) {
        let grown = |own: u64, more: u64| own.saturating_add(times.saturating_mul(more));
        self.own = grown(self.own, other.own);
        for (own, more) in self.params.iter_mut().zip(&other.params) {
            *own = grown(*own, *more);
        }
    }
}

/// The sizes that are known so far.
#[derive(Default)]
struct Sizes {
    /// Of abbreviations, over their own parameters.
    named: FxHashMap<TypeId, Size>,
}

impl Types {
    /// How many parts a type has when it is written as a tree, without abbreviations.
    pub(crate) fn size(&self, ty: Ty) -> u64 {
        let size = self.size_over(0, ty, &mut Sizes::default(), &mut FxHashMap::default());
        size.own
    }

    /// The size of a type that stands in a definition with so many parameters.
    fn size_over(
        &self,
        params: usize,
        ty: Ty,
        sizes: &mut Sizes,
        done: &mut FxHashMap<Ty, Size>,
    ) -> Size {
        let ty = self.find(ty);
        if let Some(known) = done.get(&ty) {
            return known.clone();
        }
        let mut size = Size::of_parts(params);
        match self.node(ty) {
            Node::Param(number) if (*number as usize) < params => {
                size.own = 0;
                size.params[*number as usize] = 1;
            }
            Node::Unknown { .. } | Node::Link(_) | Node::Param(_) | Node::Any => {}
            Node::Tags(tags) => {
                for part in tags.known.values().flatten() {
                    size.add(1, &self.size_over(params, *part, sizes, done));
                }
            }
            Node::Tuple(parts) => {
                for part in parts {
                    size.add(1, &self.size_over(params, *part, sizes, done));
                }
            }
            Node::Arrow(_, from, to) => {
                for part in [from, to] {
                    size.add(1, &self.size_over(params, *part, sizes, done));
                }
            }
            Node::Named(id, args) => {
                let whole = self.size_of_named(*id, sizes);
                size.own = whole.own;
                for (times, arg) in whole.params.iter().zip(args) {
                    size.add(*times, &self.size_over(params, *arg, sizes, done));
                }
            }
        }
        done.insert(ty, size.clone());
        size
    }

    /// The size of a named type over its parameters.
    fn size_of_named(&self, id: TypeId, sizes: &mut Sizes) -> Size {
        if let Some(known) = sizes.named.get(&id) {
            return known.clone();
        }
        let def = self.def(id);
        let plain = Size { own: 1, params: vec![1; def.params] };
        // Known before it is calculated: a wrong program may define it by itself.
        sizes.named.insert(id, plain.clone());
        let size = match (&def.body, &def.hidden) {
            (TypeBody::Alias(body), _) | (TypeBody::Opaque, Some(body)) => {
                self.size_over(def.params, *body, sizes, &mut FxHashMap::default())
            }
            (TypeBody::Opaque | TypeBody::Variant(_) | TypeBody::Record(_), _) => plain,
        };
        sizes.named.insert(id, size.clone());
        size
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::TypeDef;

    /// An abbreviation of one parameter.
    fn alias(types: &mut Types, body: Ty) -> TypeId {
        let def = TypeDef { body: TypeBody::Alias(body), ..TypeDef::opaque("t", 1) };
        types.define(def)
    }

    #[test]
    fn abbreviations_count_as_what_they_stand_for() {
        let mut types = Types::new();
        let param = types.param(0);
        let pair = types.tuple(vec![param, param]);
        let twice = alias(&mut types, pair);
        let int = types.plain(TypeId::INT);
        let ints = types.named(twice, vec![int]);
        assert_eq!(types.size(ints), 3);
        let inner = types.named(twice, vec![param]);
        let outer = types.named(twice, vec![inner]);
        let four = alias(&mut types, outer);
        let ints = types.named(four, vec![int]);
        assert_eq!(types.size(ints), 7);
    }

    #[test]
    fn astronomical_sizes_are_calculated_at_once() {
        let mut types = Types::new();
        let param = types.param(0);
        let pair = types.tuple(vec![param, param]);
        let mut last = alias(&mut types, pair);
        for _ in 0..200 {
            let inner = types.named(last, vec![param]);
            let outer = types.named(last, vec![inner]);
            last = alias(&mut types, outer);
        }
        let int = types.plain(TypeId::INT);
        let whole = types.named(last, vec![int]);
        assert_eq!(types.size(whole), u64::MAX);
    }
}
