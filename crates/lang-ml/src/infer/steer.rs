//! What the contract of a definition says of its type.
//!
//! A definition may leave open what its contract says: `let twice f x = f (f x)` is of any type, and
//! `(x: int)` in the first line of its contract makes it one on integers.

use super::scope::{Module, TypeEntry};
use super::{Infer, Origin};
use crate::ast::Binding;
use crate::spec::written_places;
use crate::types::Ty;

/// Whether contracts decide what definitions leave open.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Contracts {
    /// They do.
    Steer,
    /// They do not: the definition is used in another way elsewhere.
    Follow,
}

impl Infer<'_> {
    /// Gives parameters and result that could be of any type those that the contract names.
    pub(super) fn steer(&mut self, binding: &Binding, ty: Ty) {
        let Some(doc) = &binding.notes.doc else { return };
        if self.origin != Origin::User || self.contracts == Contracts::Follow {
            return;
        }
        let places = written_places(doc);
        let (params, result) = self.types.uncurry(ty);
        let tys: Vec<Ty> = params.into_iter().map(|(_, ty)| ty).chain([result]).collect();
        if places.len() != tys.len() {
            return;
        }
        for (place, ty) in places.iter().zip(tys) {
            let open = self.types.find(ty);
            let named = place.ty.as_ref().and_then(|name| self.plain_type(&name.node));
            if let Some(named) = named.filter(|_| self.types.generalisable(open) == [open]) {
                // An unknown type can be any that does not contain it, and this one has no parts.
                let _ = self.types.unify(open, named);
            }
        }
    }

    /// The type without parameters of this name, if there is one.
    fn plain_type(&mut self, name: &str) -> Option<Ty> {
        let mut modules: Vec<&str> = name.split('.').collect();
        let name = modules.pop()?;
        let entry = match modules.split_first() {
            None => self.scope.types.get(name).copied()?,
            Some((first, rest)) => {
                let mut module = self.scope.modules.get(first).cloned()?;
                for name in rest {
                    let Module::Structure(scope) = module else { return None };
                    module = scope.modules.get(name).cloned()?;
                }
                let Module::Structure(scope) = module else { return None };
                scope.types.get(name).copied()?
            }
        };
        match entry {
            TypeEntry::Local(ty) => Some(ty),
            TypeEntry::Id(id) => (self.types.def(id).params == 0).then(|| self.types.plain(id)),
        }
    }
}
