//! Types as written become types.

use source::counted;

use super::Infer;
use super::scope::TypeEntry;
use crate::ast::{Label, Path, Type, TypeKind};
use crate::types::{Scheme, Ty, TypeDef, TypeId};

impl Infer<'_> {
    /// A type as written. A type variable means the same in the whole item.
    pub(super) fn annotation(&mut self, ty: &Type) -> Ty {
        match &ty.kind {
            TypeKind::Any => self.types.fresh(),
            TypeKind::Var(name) => self.type_var(name),
            TypeKind::Named(path, args) => self.named_type(ty, path, args),
            TypeKind::Arrow(label, from, to) => {
                let from = self.annotation(from);
                let from = match label {
                    Label::Optional(_) => self.types.named(TypeId::OPTION, vec![from]),
                    Label::None | Label::Named(_) => from,
                };
                let to = self.annotation(to);
                self.types.arrow(label.clone(), from, to)
            }
            TypeKind::Tuple(parts) => {
                let parts = parts.iter().map(|part| self.annotation(part)).collect();
                self.types.tuple(parts)
            }
            TypeKind::Poly(_, body) => self.annotation(body),
            // A type that we cannot say fits everything; what computes with its values is
            // unsupported itself.
            TypeKind::Extension(_) | TypeKind::Unsupported(_) => self.types.fresh(),
        }
    }

    fn type_var(&mut self, name: &str) -> Ty {
        if let Some(known) = self.type_vars.get(name) {
            return *known;
        }
        let fresh = self.types.fresh();
        self.type_vars.insert(name.to_owned(), fresh);
        fresh
    }

    fn named_type(&mut self, ty: &Type, path: &Path, args: &[Type]) -> Ty {
        let args: Vec<Ty> = args.iter().map(|arg| self.annotation(arg)).collect();
        let id = match self.type_entry(path) {
            Some(TypeEntry::Id(id)) => id,
            Some(TypeEntry::Local(local)) => return local,
            None => return self.types.fresh(),
        };
        let expected = self.types.def(id).params;
        if expected != args.len() {
            let found = args.len();
            let expected = counted(expected, "argument");
            let message = format!("type `{path}` takes {expected}, found {found}");
            self.error("ML012", ty.span, message);
            return self.types.fresh();
        }
        self.types.named(id, args)
    }

    /// A type as written with all its variables as parameters: that of a `val`.
    pub(super) fn scheme(&mut self, ty: &Type) -> Scheme {
        let outer = std::mem::take(&mut self.type_vars);
        self.types.enter();
        let ty = self.annotation(ty);
        self.types.leave();
        self.type_vars = outer;
        let unknowns = self.types.generalisable(ty);
        self.types.quantify(&unknowns);
        Scheme { params: unknowns.len() as u32, ty }
    }

    /// `'a 'b. type` as a scheme; other type variables belong to the item.
    pub(super) fn poly_scheme(&mut self, names: &[String], ty: &Type) -> Scheme {
        let outer = self.type_vars.clone();
        for (number, name) in (0..).zip(names) {
            let param = self.types.param(number);
            self.type_vars.insert(name.clone(), param);
        }
        let ty = self.annotation(ty);
        for name in names {
            match outer.get(name) {
                Some(known) => self.type_vars.insert(name.clone(), *known),
                None => self.type_vars.remove(name),
            };
        }
        Scheme { params: names.len() as u32, ty }
    }

    /// A scheme with types of its own in place of its parameters: what is of this type is of any
    /// instance of the scheme.
    pub(super) fn skolemize(&mut self, scheme: Scheme) -> Ty {
        let rigid = |number: u32| TypeDef::opaque(&format!("'{}", letter(number)), 0);
        let args: Vec<Ty> = (0..scheme.params)
            .map(|number| {
                let id = self.types.define(rigid(number));
                self.types.plain(id)
            })
            .collect();
        self.types.substitute(scheme.ty, &args)
    }
}

fn letter(number: u32) -> char {
    char::from(b'a' + (number % 26) as u8)
}
