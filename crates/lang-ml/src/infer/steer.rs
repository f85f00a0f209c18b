//! What the contract of a definition says of its type.
//!
//! A definition may leave open what its contract says: `let twice f x = f (f x)` is of any type, and
//! `(x: int)` in the first line of its contract makes it one on integers.

use super::scope::{Module, TypeEntry};
use super::{Infer, Origin};
use crate::ast::{Binding, ExprKind, Item, ItemKind, Type};
use crate::parse::parse;
use crate::spec::written_places;
use crate::types::{Node, Ty};
use source::Files;

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
            let named = match &place.ty {
                Some(name) => self.plain_type(&name.node),
                None => place.written.as_ref().and_then(|written| self.closed_type(&written.node)),
            };
            if let Some(named) = named.filter(|named| self.is_instance(open, *named)) {
                // The types that are unknown in it can be any that do not contain them.
                let _ = self.types.unify(open, named);
            }
        }
    }

    /// A type as a contract writes it, if it has no variables and all of it is known.
    fn closed_type(&mut self, text: &str) -> Option<Ty> {
        if text.contains(['\'', '`', '_', '<', '#']) {
            return None;
        }
        let file = Files::new().add("type.ml", &format!("let _ = (assert false : {text})"));
        let (ast, faults) = parse(&file);
        let ty = written_type(ast.items.first()?).filter(|_| faults.is_empty())?;
        let (errors, guesses) = (self.diagnostics.len(), self.guesses);
        let known = self.annotation(ty);
        let is_known = self.diagnostics.len() == errors && self.guesses == guesses;
        self.diagnostics.truncate(errors);
        self.guesses = guesses;
        is_known.then_some(known)
    }

    /// Whether a type is another one with types in place of its unknown ones, each of which is met once.
    fn is_instance(&mut self, open: Ty, of: Ty) -> bool {
        let unknown = self.types.generalisable(open);
        let mut met = Vec::new();
        self.fits(open, of, &unknown, &mut met)
    }

    fn fits(&mut self, open: Ty, of: Ty, unknown: &[Ty], met: &mut Vec<Ty>) -> bool {
        let ((open, node), (of, other)) = (self.types.head(open), self.types.head(of));
        if unknown.contains(&open) {
            let is_new = !met.contains(&open);
            met.push(open);
            return is_new;
        }
        let mut all = |own: &[Ty], others: &[Ty], infer: &mut Self| {
            let pairs = own.iter().zip(others);
            own.len() == others.len()
                && pairs
                    .fold(true, |fits, (own, other)| fits && infer.fits(*own, *other, unknown, met))
        };
        match (node, other) {
            (Node::Named(id, own), Node::Named(same, others)) if id == same => {
                all(&own, &others, self)
            }
            (Node::Tuple(own), Node::Tuple(others)) => all(&own, &others, self),
            _ => open == of,
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

/// The type of `let _ = (… : type)`.
fn written_type(item: &Item) -> Option<&Type> {
    let ItemKind::Let(_, bindings) = &item.kind else { return None };
    match &bindings.first()?.body.kind {
        ExprKind::Typed(_, ty) => Some(ty),
        _ => None,
    }
}
