//! Methods of several files that call each other.
//!
//! Each file of a folder comes after those that it needs, so one that uses what only a later one defines is
//! part of a cycle. The functions of such files are defined together, as by one `let rec`.

use std::collections::BTreeSet;

use super::{is_specification, walk};
use crate::ast::{Ast, Binding, ExprKind, Item, ItemKind};

/// Joins the functions of files that need each other, at the place of the last of them.
pub(crate) fn tie(asts: &mut [&mut Ast]) {
    let mut at = 0;
    while at < asts.len() {
        match last_needed(asts, at) {
            Some(last) => {
                join(&mut asts[at..=last]);
                at = last + 1;
            }
            None => at += 1,
        }
    }
}

/// The last of the later files that defines what this one uses and no file before it defines, and what
/// those in between use.
fn last_needed(asts: &[&mut Ast], first: usize) -> Option<usize> {
    let mut last = first;
    let mut at = first;
    while at <= last {
        let mut open = used(asts[at]);
        for earlier in asts[..=at].iter() {
            for name in defined(earlier) {
                open.remove(&name);
            }
        }
        for (later, ast) in asts.iter().enumerate().skip(at + 1) {
            if defined(ast).iter().any(|name| open.contains(name)) {
                last = last.max(later);
            }
        }
        at += 1;
    }
    (last > first).then_some(last)
}

/// Puts all functions of some files into one recursive definition in the last of them.
fn join(asts: &mut [&mut Ast]) {
    let mut all: Vec<Binding> = Vec::new();
    for ast in asts.iter_mut() {
        ast.items.retain(|item| match functions(item) {
            Some(bindings) => {
                all.extend(bindings.iter().cloned());
                false
            }
            None => true,
        });
    }
    let (Some(last), Some(span)) = (asts.last_mut(), all.last().map(|binding| binding.span)) else {
        return;
    };
    last.items.insert(0, Item { kind: ItemKind::Let(true, all), span });
}

/// The definitions of an item, if all of them are functions of the program.
fn functions(item: &Item) -> Option<&[Binding]> {
    let ItemKind::Let(_, bindings) = &item.kind else { return None };
    let is_function = |binding: &Binding| {
        let is_written_as_one =
            matches!(binding.body.kind, ExprKind::Fun(..) | ExprKind::Function(_));
        !is_specification(binding) && (!binding.params.is_empty() || is_written_as_one)
    };
    bindings.iter().all(is_function).then_some(bindings)
}

fn own_bindings(ast: &Ast) -> impl Iterator<Item = &Binding> {
    let bindings = ast.items.iter().flat_map(|item| match &item.kind {
        ItemKind::Let(_, bindings) => bindings.as_slice(),
        _ => &[],
    });
    bindings.filter(|binding| !is_specification(binding))
}

/// The names that a file defines for the program.
pub(super) fn defined(ast: &Ast) -> BTreeSet<String> {
    let names = own_bindings(ast).filter_map(|binding| walk::name_of(&binding.pattern));
    names.map(|name| name.text.clone()).collect()
}

/// The plain names that these definitions mention as values.
pub(super) fn used(ast: &Ast) -> BTreeSet<String> {
    own_bindings(ast).flat_map(walk::of_binding).flat_map(walk::names).collect()
}
