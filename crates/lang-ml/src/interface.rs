//! Interfaces: the signatures of files, in files of their own.
//!
//! What the interface of a file says of a value counts for its definition: a contract in the
//! comment above the `val`, or one in the notation of Gospel below it. Values that it does not have
//! cannot be called from outside.

use std::collections::BTreeSet;

use source::{File, Span};

use crate::ast::{
    Ast, Binding, Const, Doc, Expr, ExprKind, Ident, Item, ItemKind, ModuleBinding, ModuleExpr,
    ModuleExprKind, ModuleType, ModuleTypeKind, Notes, Pattern, PatternKind, Type, TypeKind,
};
use crate::spec::has_contract;

/// How the text of a Gospel comment begins behind the opening of the comment.
pub(crate) const GOSPEL: char = '@';

/// Whether a file is an interface.
pub(crate) fn is_one(file: &File) -> bool {
    file.name().ends_with(".mli")
}

/// Whether an interface is that of a file.
pub(crate) fn belongs_to(interface: &File, file: &File) -> bool {
    interface.name().strip_suffix('i') == Some(file.name())
}

/// The values of an interface.
pub(crate) fn values(interface: &Ast) -> BTreeSet<String> {
    crate::trial::declared_values(&interface.items)
}

/// Puts the contracts of an interface at the definitions that they are about. They are about the types that
/// the interface gives these, which may say more than the definitions.
pub(crate) fn document(ast: &mut Ast, interface: &Ast, file: &File) {
    for item in &interface.items {
        let ItemKind::Val { name, ty, notes, .. } = &item.kind else { continue };
        let own = notes.doc.clone().filter(has_contract);
        let Some(doc) = own.or_else(|| gospel_after(file, item.span)) else { continue };
        if let Some(binding) = definition(&mut ast.items, &name.text)
            && !binding.notes.doc.as_ref().is_some_and(has_contract)
        {
            binding.notes.doc = Some(doc);
            binding.notes.declared = Some(ty.clone());
            if is_closed(ty) {
                give_type(binding, ty);
            }
        }
    }
}

/// Whether a type has neither variables nor parts that only a signature can have.
fn is_closed(ty: &Type) -> bool {
    match &ty.kind {
        TypeKind::Named(_, args) | TypeKind::Tuple(args) => args.iter().all(is_closed),
        TypeKind::Arrow(_, domain, codomain) => is_closed(domain) && is_closed(codomain),
        _ => false,
    }
}

/// `let f x = e` as `let f : ty = fun x -> e`.
fn give_type(binding: &mut Binding, ty: &Type) {
    if !binding.params.is_empty() {
        let unit = Expr::new(ExprKind::Const(Const::Int(0)), binding.span);
        let body = std::mem::replace(&mut binding.body, unit);
        let params = std::mem::take(&mut binding.params);
        let kind = ExprKind::Fun(params, binding.result.take(), Box::new(body));
        binding.body = Expr::new(kind, binding.span);
    }
    let plain =
        std::mem::replace(&mut binding.pattern, Pattern::new(PatternKind::Any, binding.span));
    let span = plain.span;
    binding.pattern = Pattern::new(PatternKind::Typed(Box::new(plain), ty.clone()), span);
}

/// The last definition of a name in a structure.
fn definition<'a>(items: &'a mut [Item], name: &str) -> Option<&'a mut Binding> {
    let bindings = items.iter_mut().rev().filter_map(|item| match &mut item.kind {
        ItemKind::Let(_, bindings) => Some(bindings),
        _ => None,
    });
    bindings.flatten().find(|binding| match &binding.pattern.kind {
        PatternKind::Var(known) => known.text == name,
        _ => false,
    })
}

/// Puts the contracts of Gospel that stand after definitions of a file at these.
pub(crate) fn document_own(items: &mut [Item], file: &File) {
    for item in items {
        match &mut item.kind {
            ItemKind::Let(_, bindings) => {
                for binding in bindings {
                    if !binding.notes.doc.as_ref().is_some_and(has_contract) {
                        let after = gospel_after(file, binding.span);
                        binding.notes.doc = after.or(binding.notes.doc.take());
                    }
                }
            }
            ItemKind::Modules(_, modules) => {
                let bodies = modules.iter_mut().filter_map(|module| module.body.as_mut());
                for items in bodies.filter_map(crate::trial::structure_of_mut) {
                    document_own(items, file);
                }
            }
            _ => {}
        }
    }
}

/// The Gospel comment right after an item.
pub(crate) fn gospel_after(file: &File, item: Span) -> Option<Doc> {
    let end = item.range().end;
    let rest = &file.text()[end..];
    let start = end + rest.len() - rest.trim_start().len();
    let inner = file.text()[start..].strip_prefix("(*").filter(|text| text.starts_with(GOSPEL))?;
    let length = inner.find("*)")?;
    let span = file.span(start + 2..start + 2 + length);
    Some(Doc { text: inner[..length].to_owned(), span })
}

/// A file as a module that is known by its interface; without a source, by that alone.
pub(crate) fn sealed(name: &str, ast: &Ast, interface: &Ast, file: &File) -> Ast {
    let span = file.span(0..0);
    let ty = ModuleType { kind: ModuleTypeKind::Signature(interface.items.clone()), span };
    let body = ModuleExpr { kind: ModuleExprKind::Structure(ast.items.clone()), span };
    let body = (!is_one(file)).then_some(body);
    let binding = ModuleBinding {
        name: Some(Ident { text: name.to_owned(), span }),
        params: Vec::new(),
        ty: Some(ty),
        body,
        notes: Notes::default(),
        span,
    };
    Ast { items: vec![Item { kind: ItemKind::Modules(false, vec![binding]), span }] }
}

/// The modules that a text names, as far as its words tell; comments and strings do not count.
#[must_use]
pub fn mentioned_modules(text: &str) -> BTreeSet<String> {
    let (mut names, mut plain) = (BTreeSet::new(), String::new());
    for part in crate::spec::code_parts(text) {
        plain.push_str(part);
        plain.push(' ');
    }
    let is_inner = |c: char| c.is_alphanumeric() || c == '_' || c == '\'';
    for word in plain.split(|c: char| !is_inner(c)) {
        if word.starts_with(char::is_uppercase) {
            names.insert(word.to_owned());
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modules_are_named_in_code_only() {
        let text =
            "open Base (* Comment *)\nlet x = Store.get \"Text\" (Some 'A')\nmodule M = F (K)";
        let names: Vec<String> = mentioned_modules(text).into_iter().collect();
        assert_eq!(names, ["Base", "F", "K", "M", "Some", "Store"]);
    }
}
