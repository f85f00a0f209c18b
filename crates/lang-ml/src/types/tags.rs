//! Polymorphic variants.
//!
//! Such a type is a list of tags and, if it is open, an unknown rest. Making two of them equal joins
//! their tags. Bounds from above and subtyping are not kept: the compiler has checked them, and a tag
//! is the same value at every type.

use std::collections::BTreeMap;

use super::unify::{Effort, Mismatch};
use super::{Node, Ty, Types};

/// The tags of a polymorphic variant.
#[derive(Clone, Debug)]
pub(crate) struct Tags {
    /// What each one carries.
    pub(crate) known: BTreeMap<String, Option<Ty>>,
    /// Which others there are; none if there are no others.
    pub(crate) rest: Option<Ty>,
}

impl Tags {
    /// The types inside.
    pub(crate) fn parts(&self) -> impl DoubleEndedIterator<Item = Ty> {
        self.known.values().copied().flatten().chain(self.rest)
    }

    /// The same tags over other types.
    pub(crate) fn map(self, mut f: impl FnMut(Ty) -> Ty) -> Tags {
        let known = self.known.into_iter().map(|(tag, ty)| (tag, ty.map(&mut f))).collect();
        Tags { known, rest: self.rest.map(f) }
    }
}

impl Types {
    /// A polymorphic variant with these tags and perhaps others.
    pub(crate) fn tags(&mut self, known: BTreeMap<String, Option<Ty>>, open: bool) -> Ty {
        let rest = open.then(|| self.fresh());
        self.add(Node::Tags(Tags { known, rest }))
    }

    /// All tags that are known by now.
    pub(crate) fn all_tags(&self, tags: &Tags) -> Tags {
        let mut all = tags.clone();
        while let Some(rest) = all.rest
            && let Node::Tags(more) = self.node(rest)
        {
            for (tag, ty) in &more.known {
                all.known.entry(tag.clone()).or_insert(*ty);
            }
            all.rest = more.rest;
        }
        all
    }

    pub(super) fn unify_tags(
        &mut self,
        a: &Tags,
        b: &Tags,
        effort: &mut Effort,
    ) -> Result<(), Mismatch> {
        let (a, b) = (self.all_tags(a), self.all_tags(b));
        for (tag, ty) in &a.known {
            if let (Some(x), Some(Some(y))) = (ty, b.known.get(tag)) {
                self.unify_parts(*x, *y, effort)?;
            }
        }
        let (rest_a, rest_b) = (self.open_rest(&a), self.open_rest(&b));
        if rest_a == rest_b {
            return Ok(());
        }
        let common = match (rest_a, rest_b) {
            (Some(_), Some(_)) => Some(self.fresh()),
            _ => None,
        };
        for (rest, own, other) in [(rest_a, &a, &b), (rest_b, &b, &a)] {
            let Some(rest) = rest else { continue };
            let missing = other.known.iter().filter(|(tag, _)| !own.known.contains_key(*tag));
            let known = missing.map(|(tag, ty)| (tag.clone(), *ty)).collect();
            let more = self.add(Node::Tags(Tags { known, rest: common }));
            self.unify_parts(rest, more, effort)?;
        }
        Ok(())
    }

    /// The unknown rest of tags, if there is one.
    fn open_rest(&self, tags: &Tags) -> Option<Ty> {
        let rest = self.find(tags.rest?);
        matches!(self.node(rest), Node::Unknown { .. }).then_some(rest)
    }
}
