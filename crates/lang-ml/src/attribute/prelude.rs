//! What the files of a folder take for granted: our own text, cut to what the folder uses.
//!
//! The operators are declared at one type each. Which one that is, the folder tells: by the types
//! that it writes for what it applies them to.

use std::collections::{BTreeMap, BTreeSet};

use super::walk;
use crate::ast::{
    Ast, Binding, Expr, ExprKind, Item, ItemKind, Label, Param, Pattern, PatternKind, Payload,
    Type, TypeKind,
};

const TEXT: &str = include_str!("prelude.ml");

/// Functions that are equality, in programs and in qualifiers alike.
pub(super) const EQUALITIES: &[&str] = &["elem_eq", "node_eq", "cell_eq", "color_eq", "ptr_eq"];

/// Functions of `()` that are constants, and those.
pub(super) const CONSTANTS: &[(&str, &str)] =
    &[("get_nullptr", "the_nullptr"), ("getRoot", "the_root"), ("fileInit", "the_first_file")];

/// A type that the operators mention.
struct Role {
    /// As the text of the prelude writes it.
    variable: &'static str,
    /// What it is if the folder does not tell.
    default: &'static str,
    /// Operators, and which of their arguments are of the type.
    operators: &'static [(&'static str, usize)],
}

const ROLES: &[Role] = &[
    Role { variable: "'elem", default: "Elem.t", operators: &[("elem_lt", 0), ("elem_lt", 1)] },
    Role { variable: "'ptr", default: "Ptr.t", operators: &[("is_nullptr", 0)] },
    Role {
        variable: "'path",
        default: "Path.t",
        operators: &[
            ("parent", 0),
            ("is_root", 0),
            ("getParent", 0),
            ("isRoot", 0),
            ("add_child", 1),
            ("del_child", 1),
            ("is_child", 1),
            ("addChild", 1),
            ("delChild", 1),
        ],
    },
    Role {
        variable: "'bytes",
        default: "Bytes.t",
        operators: &[
            ("is_dir", 0),
            ("is_del", 0),
            ("isDir", 0),
            ("setDeleted", 0),
            ("add_child", 0),
            ("del_child", 0),
            ("is_child", 0),
            ("has_child", 0),
            ("addChild", 0),
            ("delChild", 0),
            ("getChild", 0),
            ("hasChild", 0),
        ],
    },
];

/// The part of the prelude that a folder needs.
pub(super) fn text(asts: &[Ast], texts: &[&str]) -> String {
    let used: BTreeSet<&str> = texts.iter().flat_map(|text| words(text)).collect();
    let own = asts.iter().flat_map(|ast| &ast.items).filter_map(declared).collect();
    let mut chosen = chosen_pieces(&used, &own).join("\n\n");
    for role in ROLES {
        let ty = at_type(role, asts).unwrap_or_else(|| role.default.to_owned());
        chosen = chosen.replace(role.variable, &ty);
    }
    chosen
}

/// The identifiers of a text.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let within = |c: char| c.is_alphanumeric() || c == '_' || c == '\'';
    text.split(move |c: char| !within(c)).filter(|word| !word.is_empty())
}

/// A piece of the prelude.
struct Piece<'a> {
    text: &'a str,
    name: &'a str,
    is_axiom: bool,
    words: BTreeSet<&'a str>,
}

fn pieces() -> Vec<Piece<'static>> {
    let piece = |text: &'static str| {
        let is_axiom = text.starts_with("let[@axiom]");
        let at = if is_axiom { 2 } else { 1 };
        let name = words(text).nth(at)?;
        Some(Piece { text, name, is_axiom, words: words(text).collect() })
    };
    TEXT.split("\n\n").skip(1).filter_map(piece).collect()
}

/// The pieces that are used, those that they use, and the axioms that mention nothing else. Where
/// the folder declares a name itself, ours and what is made of it are not for this folder.
fn chosen_pieces(used: &BTreeSet<&str>, own: &BTreeSet<&str>) -> Vec<&'static str> {
    let pieces: Vec<Piece<'_>> =
        pieces().into_iter().filter(|piece| piece.words.is_disjoint(own)).collect();
    let names: BTreeSet<&str> = pieces.iter().map(|piece| piece.name).collect();
    let mut wanted: BTreeSet<&str> = names.intersection(used).copied().collect();
    // What a piece uses stands before it.
    for piece in pieces.iter().rev().filter(|piece| !piece.is_axiom) {
        if wanted.contains(piece.name) {
            wanted.extend(names.intersection(&piece.words));
        }
    }
    let holds = |piece: &Piece<'_>| {
        let mut needed = names.intersection(&piece.words).filter(|name| **name != piece.name);
        needed.all(|name| wanted.contains(name))
    };
    let chosen = pieces.iter().filter(|piece| match piece.is_axiom {
        true => holds(piece),
        false => wanted.contains(piece.name) || piece.name == "nat",
    });
    chosen.map(|piece| piece.text).collect()
}

/// The name that an item declares by `val`.
pub(super) fn declared(item: &Item) -> Option<&str> {
    match &item.kind {
        ItemKind::Val { name, .. } => Some(&name.text),
        _ => None,
    }
}

/// The type that the first use of an operator of a role shows.
fn at_type(role: &Role, asts: &[Ast]) -> Option<String> {
    let shapes = operation_types(asts);
    let items = asts.iter().flat_map(|ast| &ast.items);
    let bindings = items.flat_map(|item| match &item.kind {
        ItemKind::Let(_, bindings) => bindings.as_slice(),
        _ => &[],
    });
    bindings.into_iter().find_map(|binding| in_binding(role, binding, &shapes))
}

/// Types by the names of what has them.
type Known = BTreeMap<String, String>;

/// The types of the parameters and the result of each operation.
fn operation_types(asts: &[Ast]) -> BTreeMap<String, Vec<String>> {
    let mut all = BTreeMap::new();
    for item in asts.iter().flat_map(|ast| &ast.items) {
        let ItemKind::Val { name, ty, .. } = &item.kind else { continue };
        let (mut types, mut ty) = (Vec::new(), ty);
        while let TypeKind::Arrow(_, domain, codomain) = &ty.kind {
            types.push(type_name(domain).unwrap_or_default());
            ty = codomain;
        }
        types.push(type_name(ty).unwrap_or_default());
        all.insert(name.text.clone(), types);
    }
    all
}

fn in_binding(
    role: &Role,
    binding: &Binding,
    operations: &BTreeMap<String, Vec<String>>,
) -> Option<String> {
    let mut known = Known::new();
    note_params(&binding.params, &mut known);
    let exprs = || walk::of_binding(binding).flat_map(walk::below);
    exprs().for_each(|expr| note_types(expr, &mut known));
    exprs().find_map(|expr| match &expr.kind {
        ExprKind::Ctor(op, Some(parts)) => {
            let types = operations.get(&super::formula::uncapitalised(&op.to_string()))?;
            let ExprKind::Tuple(parts) = &parts.kind else { return None };
            let mut inner = known.clone();
            for (part, ty) in parts.iter().zip(types) {
                inner.extend(plain_name(part).map(|name| (name.to_owned(), ty.clone())));
            }
            walk::below(parts.last()?).find_map(|expr| in_use(role, expr, &inner))
        }
        _ => in_use(role, expr, &known),
    })
}

fn in_use(role: &Role, expr: &Expr, known: &Known) -> Option<String> {
    let ExprKind::Apply(function, args) = &expr.kind else { return None };
    let function = plain_name(function)?;
    let places = role.operators.iter().filter(|(name, _)| *name == function);
    let mut args = places.filter_map(|(_, at)| args.get(*at).map(|(_, arg)| arg));
    args.find_map(|arg| known.get(plain_name(arg)?).cloned())
}

fn plain_name(expr: &Expr) -> Option<&str> {
    match &expr.kind {
        ExprKind::Path(path) => path.as_plain(),
        _ => None,
    }
}

/// Types that are written for names at an expression itself.
fn note_types(expr: &Expr, known: &mut Known) {
    match &expr.kind {
        ExprKind::Let { bindings, .. } => {
            for binding in bindings {
                note_pattern(&binding.pattern, known);
                note_params(&binding.params, known);
            }
        }
        ExprKind::Fun(params, _, _) => note_params(params, known),
        _ => {}
    }
}

fn note_params(params: &[Param], known: &mut Known) {
    for param in params {
        let Param::Value { label, pattern, default, .. } = param else { continue };
        note_pattern(pattern, known);
        if let (Label::Optional(_), Some(default), Some(name)) =
            (label, default, walk::name_of(pattern))
            && let ExprKind::Typed(_, ty) = &default.kind
        {
            known.extend(refined_type(ty).map(|ty| (name.text.clone(), ty)));
        }
    }
}

fn note_pattern(pattern: &Pattern, known: &mut Known) {
    if let PatternKind::Typed(inner, ty) = &pattern.kind
        && let PatternKind::Var(name) = &inner.kind
    {
        known.extend(type_name(ty).map(|ty| (name.text.clone(), ty)));
    }
}

/// The type in `[%v: t]`.
pub(super) fn refined_type(ty: &Type) -> Option<String> {
    match &ty.kind {
        TypeKind::Extension(attr) => match &attr.payload {
            Payload::Type(ty) => type_name(ty),
            _ => None,
        },
        _ => None,
    }
}

/// A type that is a plain name.
pub(super) fn type_name(ty: &Type) -> Option<String> {
    match &ty.kind {
        TypeKind::Named(path, args) if args.is_empty() => Some(path.to_string()),
        _ => None,
    }
}
