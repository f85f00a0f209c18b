//! Functions of which nothing is written, with the types that GHC knows.
//!
//! To run a call by its type needs a type for every callee (section 5.2 of the paper). Those of the
//! user's own functions are what GHC says; so are those of library functions and of methods, unless
//! LiquidHaskell knows better, as of arithmetic and of comparisons.

use std::collections::BTreeSet;

use source::Span;

use super::local::LocalFunction;
use super::logic::{Local, Pred, Signature, Specs, Stated};
use super::resolve::implied;
use crate::core::{Definition, Expr, Instance, Module, Name};
use crate::link::Linked;
use crate::program::Program;

/// Library functions that are what they are: LiquidHaskell has exact types for them, or they end a
/// program, or they only pass on what they are given.
const EXACT: [&str; 41] = [
    "$",
    "$!",
    ".",
    "&",
    "&&",
    "||",
    "++",
    "^",
    "^^",
    "!!",
    "const",
    "curry",
    "div",
    "drop",
    "error",
    "errorWithoutStackTrace",
    "even",
    "flip",
    "fromIntegral",
    "fst",
    "head",
    "id",
    "init",
    "last",
    "length",
    "map",
    "mod",
    "not",
    "null",
    "odd",
    "on",
    "otherwise",
    "realToFrac",
    "replicate",
    "seq",
    "snd",
    "splitAt",
    "tail",
    "take",
    "uncurry",
    "undefined",
];

/// Methods of library classes of which nothing is known but their types.
const METHODS: [&str; 13] = [
    "foldMap", "foldl", "foldl'", "foldl1", "foldr", "foldr'", "foldr1", "sum", "product",
    "maximum", "minimum", "traverse", "elem",
];

/// The types of all functions that a program calls and of which nothing is written, those of the user
/// first.
#[must_use]
pub fn unwritten(program: &Program, specs: &Specs, span: Span) -> Vec<Signature> {
    let linked = program.linked();
    let own: BTreeSet<&str> = program.own_modules().map(|module| module.name.as_str()).collect();
    let mut all: Vec<Signature> = Vec::new();
    for function in program.functions() {
        if specs.signature(&function.name).is_none() {
            let place = function.span.unwrap_or(span);
            all.push(implied(linked, &function.name, &function.ty, place));
        }
    }
    let mut seen = BTreeSet::new();
    for module in program.own_modules() {
        for expr in &module.nodes {
            let Some((name, ty)) = callee(linked, &own, expr) else { continue };
            if seen.insert(name.clone()) && specs.signature(name).is_none() {
                all.push(implied(linked, name, ty, span));
            }
        }
    }
    all
}

/// The functions of the user that are properties by their names, as QuickCheck takes them: what they return has
/// to be true.
#[must_use]
pub fn properties(program: &Program, specs: &mut Specs, span: Span) -> Vec<Signature> {
    let linked = program.linked();
    let mut all = Vec::new();
    for function in program.functions() {
        let is_new = specs.signature(&function.name).is_none();
        if !is_new || !function.name.occ.starts_with("prop_") {
            continue;
        }
        let place = function.span.unwrap_or(span);
        let mut signature = implied(linked, &function.name, &function.ty, place);
        let ty = crate::outside::stripped(linked, &signature.result.ty);
        if matches!(crate::types::head(linked, &ty), crate::types::Head::Truth) {
            let var = Local(specs.locals.len() as u32);
            specs.locals.push("result".to_owned());
            signature.result.var = var;
            signature.result.preds = vec![Stated { pred: Pred::Var(var), span: place }];
            (signature.implied, signature.property) = (false, true);
            all.push(signature);
        }
    }
    all
}

/// A library function or a method that an expression names, with its type.
fn callee<'l>(
    linked: &'l Linked,
    own: &BTreeSet<&str>,
    expr: &Expr,
) -> Option<(&'l Name, &'l crate::core::Type)> {
    match expr {
        Expr::Global(name) => {
            let Definition { name, ty, .. } = linked.definition(name)?.definition;
            let is_open = !own.contains(name.module.as_str()) && is_open_function(name);
            is_open.then_some((name, ty))
        }
        Expr::Select(class, selector) => {
            let class = linked.class(class)?;
            let (name, ty) = class.methods.iter().find(|(name, _)| name.occ == selector.occ)?;
            let is_own = own.contains(class.name.module.as_str());
            (is_own || METHODS.contains(&name.occ.as_str())).then_some((name, ty))
        }
        _ => None,
    }
}

/// Whether more results of a library function are thinkable than those that it has: it is no part of
/// a dictionary and nothing that GHC made.
fn is_open_function(name: &Name) -> bool {
    let occ = name.occ.as_str();
    let is_made = occ.len() > 1 && occ.starts_with('$') || occ.contains(['~', '#']);
    !is_made && !EXACT.contains(&occ) && !occ.ends_with("Error") && !occ.starts_with("unpack")
}

/// The instance that a method belongs to.
#[must_use]
pub fn instance_of<'m>(module: &'m Module, method: &Name) -> Option<&'m Instance> {
    method.method()?;
    let mut first = 0;
    for definition in &module.definitions {
        let last = definition.value.0 as usize;
        let names = |expr: &Expr| matches!(expr, Expr::Global(name) if name == method);
        if module.nodes[first..=last].iter().any(names) {
            let is = |instance: &&Instance| instance.dictionary == definition.name;
            if let Some(found) = module.instances.iter().find(is) {
                return Some(found);
            }
        }
        first = last + 1;
    }
    None
}

/// The functions of a module that call functions with a refined type, or have such inside, by themselves
/// or by way of others of which nothing is written.
#[must_use]
pub fn callers(module: &Module, specs: &Specs, locals: &[LocalFunction]) -> Vec<Name> {
    let is_annotated = |name: &Name| specs.signature(name).is_some_and(|known| !known.implied);
    let mut calls: Vec<(&Definition, BTreeSet<&Name>)> = Vec::new();
    let mut first = 0;
    for definition in &module.definitions {
        let nodes = &module.nodes[first..=definition.value.0 as usize];
        first = definition.value.0 as usize + 1;
        let named = nodes.iter().filter_map(|expr| match expr {
            Expr::Global(name) => Some(name),
            _ => None,
        });
        calls.push((definition, named.collect()));
    }
    let mut found: BTreeSet<&Name> = locals.iter().map(|local| &local.owner).collect();
    loop {
        let before = found.len();
        for (definition, named) in &calls {
            let reaches = |name: &Name| is_annotated(name) || found.contains(name);
            if !is_annotated(&definition.name) && named.iter().any(|name| reaches(name)) {
                found.insert(&definition.name);
            }
        }
        if found.len() == before {
            break;
        }
    }
    let own = calls.iter().map(|(definition, _)| *definition);
    own.filter(|definition| definition.exported && found.contains(&definition.name))
        .filter(|definition| !is_annotated(&definition.name))
        .map(|definition| definition.name.clone())
        .collect()
}
