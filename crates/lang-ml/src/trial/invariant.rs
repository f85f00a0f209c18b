//! Invariants and models of types, as Gospel writes them below a type.
//!
//! ```text
//! type t = { mutable items : int list; mutable depth : int }
//! (*@ invariant depth = List.length items *)
//! ```
//!
//! A method may rely on the invariants of its arguments, keeps them however it ends, and establishes that
//! of its result. A condition names the fields of the value alone, or through the name that `with` gives it.
//! What a model is in the implementation is not known, so clauses about models are not decided.

use std::collections::BTreeSet;

use source::File;
use trace::syntax::contract::{Clause, ContractTree};
use trace::syntax::parse_loop;
use trace::syntax::tree::{At, Name, TermExpr};

use super::rewrite::{mentions, parts_of};
use super::words;
use crate::ast::{Binding, Item, ItemKind, Param, Pattern, PatternKind, Type, TypeBody, TypeKind};
use crate::interface::gospel_after;

/// What Gospel says of a type.
pub(super) struct TypeSpec {
    ty: String,
    /// The name that stands for a value of the type, if there is one.
    value: Option<String>,
    /// The fields that values have.
    fields: BTreeSet<String>,
    /// The models that are no fields.
    models: BTreeSet<String>,
    invariants: Vec<At<TermExpr>>,
    /// Invariants that are not decided, as written.
    undecided: Vec<String>,
}

/// What Gospel says of the types of a file.
pub(super) fn type_specs(items: &[Item], file: &File) -> Vec<TypeSpec> {
    let types = items.iter().filter_map(|item| match &item.kind {
        ItemKind::Types(decls) => Some((decls.last()?, gospel_after(file, item.span)?)),
        _ => None,
    });
    let spec = |(decl, doc): (&crate::ast::TypeDecl, crate::ast::Doc)| {
        let fields: BTreeSet<String> = match &decl.body {
            TypeBody::Record(fields, _) => fields.iter().map(|one| one.name.text.clone()).collect(),
            _ => BTreeSet::new(),
        };
        let begin = word_at(&doc.text, "invariant").unwrap_or(doc.text.len());
        let head = &doc.text[..begin];
        let range = doc.span.range();
        let (tree, _) = parse_loop(file, range.start + begin..range.end);
        let (invariants, unread): (Vec<_>, Vec<_>) =
            tree.invariants.into_iter().partition(|cond| !has_code(&cond.node));
        let unread = unread.into_iter().map(|cond| file.text()[cond.span.range()].to_owned());
        let undecided = tree.undecided.into_iter().map(|clause| clause.node).chain(unread);
        TypeSpec {
            ty: decl.name.text.clone(),
            value: word_after(head, "with"),
            models: models(head).difference(&fields).cloned().collect(),
            fields,
            invariants,
            undecided: undecided.map(|text| one_line(&text)).collect(),
        }
    };
    types.map(spec).collect()
}

/// The interface of a file says what its types are, and the file which fields they have.
pub(super) fn merge(
    mut own: Vec<TypeSpec>,
    interface: Vec<TypeSpec>,
    items: &[Item],
) -> Vec<TypeSpec> {
    for mut spec in interface {
        let fields = fields_of(items, &spec.ty);
        spec.models.retain(|model| !fields.contains(model));
        spec.fields.extend(fields);
        own.push(spec);
    }
    own
}

fn fields_of(items: &[Item], ty: &str) -> BTreeSet<String> {
    let decls = items.iter().filter_map(|item| match &item.kind {
        ItemKind::Types(decls) => Some(decls),
        _ => None,
    });
    let fields = decls.flatten().filter_map(|decl| match &decl.body {
        TypeBody::Record(fields, _) if decl.name.text == ty => Some(fields),
        _ => None,
    });
    fields.flatten().map(|field| field.name.text.clone()).collect()
}

/// A contract with what the types of parameters and result say.
pub(super) struct Extended {
    pub(super) tree: ContractTree,
    /// Clauses that are not decided, as written.
    pub(super) undecided: Vec<String>,
    /// Whether the contract is another one now.
    pub(super) is_changed: bool,
}

/// Adds the invariants of types to a contract, and takes away what is about models.
pub(super) fn extend(
    specs: &[TypeSpec],
    binding: &Binding,
    (params, result): (&[String], Option<&str>),
    mut tree: ContractTree,
    files: &[&File],
) -> Extended {
    let (mut undecided, mut added) = (Vec::new(), Vec::new());
    let types = place_types(binding, &tree, params.len());
    let before = tree.clauses.len();
    for (at, ty) in types.iter().enumerate() {
        let Some(ty) = ty else { continue };
        let is_result = at == params.len();
        let name = if is_result { result } else { params.get(at).map(String::as_str) };
        let Some(name) = name else { continue };
        for spec in specs.iter().filter(|spec| spec.ty == *ty) {
            undecided.extend(spec.undecided.iter().cloned());
            tree.clauses.retain(|clause| {
                let is_of_model = mentions_model(&clause.node, name, &spec.models);
                if is_of_model {
                    let file = files.iter().find(|file| file.id() == clause.span.file);
                    let text = file.map_or("", |file| &file.text()[clause.span.range()]);
                    undecided.push(one_line(text));
                }
                !is_of_model
            });
            for cond in &spec.invariants {
                let (about, span) = (spec.about(cond, name), cond.span);
                let all = match is_result {
                    true => vec![Clause::Ensure(about)],
                    false => vec![Clause::Require(about.clone()), Clause::Always(about)],
                };
                added.extend(all.into_iter().map(|node| At { node, span }));
            }
        }
    }
    let is_changed = !added.is_empty() || tree.clauses.len() != before;
    tree.clauses.splice(0..0, added);
    undecided.dedup();
    Extended { tree, undecided, is_changed }
}

impl TypeSpec {
    /// An invariant, said of the value with this name.
    fn about(&self, cond: &At<TermExpr>, name: &str) -> At<TermExpr> {
        let named = |known: &Name| {
            let (first, rest) = known.node.split_once('.').unwrap_or((&known.node, ""));
            let node = match &self.value {
                Some(value) if value == first && rest.is_empty() => name.to_owned(),
                Some(value) if value == first => format!("{name}.{rest}"),
                None if self.fields.contains(first) => format!("{name}.{}", known.node),
                _ => known.node.clone(),
            };
            At { node, span: known.span }
        };
        let part = |part: &At<TermExpr>| self.about(part, name);
        let boxed = |one: &At<TermExpr>| Box::new(self.about(one, name));
        let node = match &cond.node {
            TermExpr::Name(known) => TermExpr::Name(named(known)),
            TermExpr::Apply(function, args) => {
                TermExpr::Apply(function.clone(), args.iter().map(part).collect())
            }
            TermExpr::Not(inner) => TermExpr::Not(boxed(inner)),
            TermExpr::Minus(inner) => TermExpr::Minus(boxed(inner)),
            TermExpr::Binary(op, left, right) => TermExpr::Binary(*op, boxed(left), boxed(right)),
            TermExpr::Many(op, parts) => TermExpr::Many(*op, parts.iter().map(part).collect()),
            TermExpr::If(cond, yes, no) => TermExpr::If(boxed(cond), boxed(yes), boxed(no)),
            plain @ (TermExpr::Bool(_)
            | TermExpr::Number(_)
            | TermExpr::Text(_)
            | TermExpr::Char(_)
            | TermExpr::Code(_)) => plain.clone(),
        };
        At { node, span: cond.span }
    }
}

/// The names of the types of parameters and result, where one of the file is written.
fn place_types(binding: &Binding, tree: &ContractTree, params: usize) -> Vec<Option<String>> {
    let mut types = vec![None; params + 1];
    let mut own: Vec<&Param> = binding.params.iter().collect();
    let mut body = &binding.body;
    while let crate::ast::ExprKind::Fun(more, _, inner) = &body.kind {
        own.extend(more);
        body = inner;
    }
    let own = own.into_iter().filter_map(|param| match param {
        Param::Value { pattern, .. } => Some(pattern),
        Param::NewTypes(_) => None,
    });
    for (place, pattern) in types.iter_mut().zip(own) {
        *place = typed(pattern).and_then(type_name);
    }
    if let Some(result) = &binding.result {
        types[params] = type_name(result);
    }
    let declared = binding.notes.declared.as_ref().or_else(|| typed(&binding.pattern));
    let mut rest = declared;
    for place in &mut types {
        let Some(ty) = rest else { break };
        let (here, next) = match &ty.kind {
            TypeKind::Arrow(_, from, to) => (&**from, Some(&**to)),
            _ => (ty, None),
        };
        *place = type_name(here).or(place.take());
        rest = next;
    }
    for (place, written) in types.iter_mut().zip(&tree.places) {
        let plain = written.ty.as_ref().map(|name| name.node.clone());
        let last = || Some(written.written.as_ref()?.node.rsplit(' ').next()?.to_owned());
        *place = plain.or_else(last).or(place.take());
    }
    types
}

fn typed(pattern: &Pattern) -> Option<&Type> {
    match &pattern.kind {
        PatternKind::Typed(_, ty) => Some(ty),
        _ => None,
    }
}

fn type_name(ty: &Type) -> Option<String> {
    match &ty.kind {
        TypeKind::Named(path, _) => path.as_plain().map(str::to_owned),
        _ => None,
    }
}

/// Whether a clause mentions a model of the value with this name.
fn mentions_model(clause: &Clause, name: &str, models: &BTreeSet<String>) -> bool {
    let cond = match clause {
        Clause::Require(cond) | Clause::Ensure(cond) | Clause::Always(cond) => Some(cond),
        Clause::Raises(raises) => raises.when.as_ref(),
        _ => None,
    };
    cond.is_some_and(|cond| models.iter().any(|model| has_field(&cond.node, name, model)))
}

/// Whether an expression has `name.field` in it, or that field of something that mentions the name.
fn has_field(expr: &TermExpr, name: &str, field: &str) -> bool {
    let is_own = match expr {
        TermExpr::Name(known) => known.node.strip_prefix(name).is_some_and(|rest| {
            rest.strip_prefix('.').is_some_and(|rest| rest.split('.').next() == Some(field))
        }),
        TermExpr::Apply(function, args) => {
            function.node.strip_prefix('.') == Some(field)
                && args.iter().any(|arg| mentions(&arg.node, name))
        }
        _ => false,
    };
    is_own || parts_of(expr).into_iter().any(|part| has_field(&part.node, name, field))
}

fn has_code(expr: &TermExpr) -> bool {
    matches!(expr, TermExpr::Code(_)) || parts_of(expr).into_iter().any(|part| has_code(&part.node))
}

/// The models that a text declares: `model contents : 'a list`.
fn models(text: &str) -> BTreeSet<String> {
    let all: Vec<&str> = text.split_whitespace().collect();
    let pairs = all.windows(2).filter(|pair| pair[0] == "model");
    pairs.flat_map(|pair| words(pair[1])).collect()
}

fn word_after(text: &str, word: &str) -> Option<String> {
    let mut all = text.split_whitespace().skip_while(|known| *known != word);
    all.nth(1).map(str::to_owned)
}

fn word_at(text: &str, word: &str) -> Option<usize> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(word)
        .map(|(at, _)| at)
        .find(|at| !text[..*at].ends_with(is_part) && !text[at + word.len()..].starts_with(is_part))
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
