//! The abstract types of a signature that its other definitions mention.
//!
//! A signature may hide what a type is and still show a constructor, a field or an exception that carries one. The
//! shown definition is that of the module, so such a type stays the module's, too: values of it would otherwise
//! have two types.

use std::collections::BTreeSet;

use crate::ast::{
    CtorArgs, CtorDecl, FieldDecl, Item, ItemKind, ModuleTypeKind, Type, TypeBody, TypeKind,
};

/// The names of the types that the shown definitions of a signature mention, without modules.
pub(super) fn mentioned(items: &[Item]) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for item in items {
        match &item.kind {
            ItemKind::Types(decls) => decls.iter().for_each(|decl| of_body(&decl.body, &mut names)),
            ItemKind::Exception(ctor) => of_ctor(ctor, &mut names),
            ItemKind::Extend(_, ctors) => ctors.iter().for_each(|one| of_ctor(one, &mut names)),
            ItemKind::Modules(_, bindings) => {
                for binding in bindings {
                    if let Some(ModuleTypeKind::Signature(items)) =
                        binding.ty.as_ref().map(|ty| &ty.kind)
                    {
                        names.extend(mentioned(items));
                    }
                }
            }
            _ => {}
        }
    }
    names
}

fn of_body(body: &TypeBody, names: &mut BTreeSet<String>) {
    match body {
        TypeBody::Abstract | TypeBody::Open | TypeBody::Unsupported(_) => {}
        TypeBody::Alias(ty) => of_type(ty, names),
        TypeBody::Variant(ctors, _) => ctors.iter().for_each(|ctor| of_ctor(ctor, names)),
        TypeBody::Record(fields, _) => of_fields(fields, names),
    }
}

fn of_ctor(ctor: &CtorDecl, names: &mut BTreeSet<String>) {
    match &ctor.args {
        CtorArgs::Tuple(types) => types.iter().for_each(|ty| of_type(ty, names)),
        CtorArgs::Record(fields) => of_fields(fields, names),
    }
}

fn of_fields(fields: &[FieldDecl], names: &mut BTreeSet<String>) {
    fields.iter().for_each(|field| of_type(&field.ty, names));
}

fn of_type(ty: &Type, names: &mut BTreeSet<String>) {
    match &ty.kind {
        TypeKind::Any
        | TypeKind::Var(_)
        | TypeKind::Package(_)
        | TypeKind::Extension(_)
        | TypeKind::Unsupported(_) => {}
        TypeKind::Named(path, args) => {
            names.insert(path.name.text.clone());
            args.iter().for_each(|arg| of_type(arg, names));
        }
        TypeKind::Tuple(parts) => parts.iter().for_each(|part| of_type(part, names)),
        TypeKind::Arrow(_, from, to) => [from, to].into_iter().for_each(|ty| of_type(ty, names)),
        TypeKind::Poly(_, inner)
        | TypeKind::Rigid(_, inner)
        | TypeKind::Alias(inner, _)
        | TypeKind::Open(_, inner) => of_type(inner, names),
        TypeKind::Tags { tags, inherited, .. } => {
            tags.iter().filter_map(|(_, ty)| ty.as_ref()).for_each(|ty| of_type(ty, names));
            inherited.iter().for_each(|ty| of_type(ty, names));
        }
    }
}
