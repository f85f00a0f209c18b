//! Symbols: overloaded productions share one, others never do.
//!
//! Two productions are overloaded if the writer gave them one name, or if they look the same and
//! one is below the other in its sort and in every argument: `Vals` below `Exps`. Lists need the
//! latter in any case: `overload(exps)` on `Types` and `Exps` says that they may be related, and
//! if they are not, one text can only be the one or the other.

use std::collections::{BTreeMap, BTreeSet};

use crate::definition::{Item, Label, LabelId, Production, ProductionId};
use crate::signature::{Shape, Signature};

/// Gives every production that makes a node its symbol.
pub(super) fn assign(signature: &mut Signature) {
    let mut by_key: BTreeMap<Key, Vec<ProductionId>> = BTreeMap::new();
    for id in signature.production_ids() {
        if let Some(key) = key(signature, id) {
            by_key.entry(key).or_default().push(id);
        }
    }
    let mut groups: Vec<(String, Vec<ProductionId>)> = Vec::new();
    for (key, members) in by_key {
        let parts = if key.decides { vec![members] } else { related(signature, &members) };
        groups.extend(parts.into_iter().map(|part| (key.name.clone(), part)));
    }
    groups.sort_by_key(|(_, members)| members.iter().min().copied());
    let names = unique_names(signature, &groups);
    for ((_, members), name) in groups.into_iter().zip(names) {
        add(signature, name, members);
    }
    name_empty_lists(signature);
}

/// What productions must have in common to share a symbol.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Key {
    name: String,
    /// Whether the name alone says that its productions share a symbol.
    decides: bool,
    arity: usize,
}

/// The names of groups; where several want one name, their sorts stand behind it.
fn unique_names(signature: &Signature, groups: &[(String, Vec<ProductionId>)]) -> Vec<String> {
    let mut wanted: BTreeMap<&str, usize> = BTreeMap::new();
    groups.iter().for_each(|(name, _)| *wanted.entry(name).or_default() += 1);
    let mut taken: BTreeSet<String> = BTreeSet::new();
    let mut names = Vec::new();
    for (name, members) in groups {
        let sort = signature.sort_name(signature.production(members[0]).sort);
        let first = if wanted[name.as_str()] > 1 { format!("{name}@{sort}") } else { name.clone() };
        let numbered = (2..).map(|number| format!("{first}{number}"));
        let mut choices = std::iter::once(first.clone()).chain(numbered);
        let free = choices.find(|name| !taken.contains(name)).expect("there are enough numbers");
        taken.insert(free.clone());
        names.push(free);
    }
    names
}

/// The key of a production that makes a node. Empty lists follow their lists later.
fn key(signature: &Signature, id: ProductionId) -> Option<Key> {
    let production = signature.production(id);
    let arity = production.arguments().count();
    let is_list = match signature.extra(id).shape {
        Shape::Token | Shape::Bracket | Shape::Layout | Shape::Nil(_) => return None,
        Shape::Apply | Shape::Poly | Shape::Predicate => false,
        Shape::Cons(_) => true,
    };
    let (name, given) = match given_name(production) {
        Some(name) => (name.to_owned(), true),
        None => match production.attributes.value("overload") {
            Some(name) => (name.to_owned(), false),
            None => (mixfix(production), false),
        },
    };
    Some(Key { name, decides: given && !is_list, arity })
}

/// What `klabel(…)` or `symbol(…)` calls a production.
pub(crate) fn given_name(production: &Production) -> Option<&str> {
    let attributes = &production.attributes;
    attributes.value("symbol").or_else(|| attributes.value("klabel"))
}

/// The word in front of the parentheses, or the syntax with `_` for each argument.
pub(super) fn mixfix(production: &Production) -> String {
    if let Some(prefix) = production.attributes.value("prefix") {
        return prefix.to_owned();
    }
    let part = |item: &Item| match item {
        Item::NonTerminal(..) => "_".to_owned(),
        Item::Terminal(text) | Item::Regex(text) => text.clone(),
    };
    production.items.iter().map(part).collect()
}

/// The classes of productions that are connected by being below one another.
fn related(signature: &Signature, members: &[ProductionId]) -> Vec<Vec<ProductionId>> {
    let mut classes: Vec<Vec<ProductionId>> = Vec::new();
    for &id in members {
        let (near, mut far): (Vec<_>, Vec<_>) = classes
            .into_iter()
            .partition(|class| class.iter().any(|&other| comparable(signature, id, other)));
        let mut joined: Vec<ProductionId> = near.into_iter().flatten().collect();
        joined.push(id);
        far.push(joined);
        classes = far;
    }
    classes
}

fn comparable(signature: &Signature, one: ProductionId, other: ProductionId) -> bool {
    let both_lists =
        [one, other].iter().all(|id| matches!(signature.extra(*id).shape, Shape::Cons(_)));
    let (small, large) = (signature.production(one).sort, signature.production(other).sort);
    // Lists share their empty list, so they are related even where their elements are not.
    if both_lists
        && (signature.order.less_eq(small, large) || signature.order.less_eq(large, small))
    {
        return true;
    }
    below(signature, one, other) || below(signature, other, one)
}

/// Whether one production is an overload of the other with smaller sorts.
pub(crate) fn below(signature: &Signature, small: ProductionId, large: ProductionId) -> bool {
    let (small, large) = (signature.production(small), signature.production(large));
    let order = &signature.order;
    small.arguments().count() == large.arguments().count()
        && order.less_eq(small.sort, large.sort)
        && small.arguments().zip(large.arguments()).all(|(s, l)| order.less_eq(s, l))
}

fn add(signature: &mut Signature, name: String, mut members: Vec<ProductionId>) {
    let label = LabelId::new(signature.labels.len());
    let smaller = |id: ProductionId| {
        members.iter().filter(|&&other| other != id && below(signature, other, id)).count()
    };
    let mut ranked: Vec<_> = members.iter().map(|&id| (smaller(id), id)).collect();
    ranked.sort_unstable();
    members = ranked.into_iter().map(|(_, id)| id).collect();
    for &id in &members {
        signature.productions[id.index()].label = Some(label);
    }
    let arity = signature.production(members[0]).arguments().count();
    signature.labels.push(Label { name, productions: members, arity });
}

/// Lists whose cons is shared share their empty list too.
fn name_empty_lists(signature: &mut Signature) {
    let mut nils: BTreeMap<LabelId, Vec<ProductionId>> = BTreeMap::new();
    for id in signature.production_ids() {
        if let Shape::Nil(list) = signature.extra(id).shape {
            let cons = signature.production(signature.list_cons[list]).label;
            nils.entry(cons.expect("every cons has a symbol")).or_default().push(id);
        }
    }
    for (cons, members) in nils {
        let name = format!(".List{{\"{}\"}}", signature.labels[cons.index()].name);
        let lists: Vec<usize> = (members.iter())
            .filter_map(|&id| match signature.extra(id).shape {
                Shape::Nil(list) => Some(list),
                Shape::Apply
                | Shape::Token
                | Shape::Bracket
                | Shape::Poly
                | Shape::Cons(_)
                | Shape::Layout
                | Shape::Predicate => None,
            })
            .collect();
        let nil = LabelId::new(signature.labels.len());
        add(signature, name, members);
        for list in lists {
            (signature.lists[list].cons, signature.lists[list].nil) = (cons, nil);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::definition;

    /// The names of all symbols that are neither the library's nor predicates.
    fn names(syntax: &str) -> Vec<String> {
        let definition = definition(&format!("module T {syntax} endmodule"));
        let names = definition.labels().map(|(_, label)| label.name.clone());
        names.filter(|name| !name.starts_with("is")).collect()
    }

    #[test]
    fn overloaded_productions_share_a_symbol() {
        let lists = r#"syntax A ::= "a" syntax B ::= "b" | A syntax As ::= List{A, ","}
                       syntax Bs ::= List{B, ","} | As"#;
        assert_eq!(names(lists), ["a", "b", "_,_", ".List{\"_,_\"}"]);
        let pairs = r#"syntax A ::= "f" A | "x" syntax B ::= A | "f" B"#;
        assert_eq!(names(pairs), ["f_", "x"]);
    }

    #[test]
    fn others_never_do() {
        let pairs = r#"syntax A ::= "f" A | "x" syntax B ::= "f" B"#;
        assert_eq!(names(pairs), ["f_@A", "x", "f_@B"]);
        let given =
            r#"syntax A ::= "f" A [klabel(g)] | "x" [klabel(g)] syntax B ::= "f" B [klabel(g)]"#;
        assert_eq!(names(given), ["g@A", "g@A2"]);
        let lists = r#"syntax A ::= "a" syntax B ::= "b" syntax As ::= List{A, ","} [overload(l)]
                       syntax Bs ::= List{B, ","} [klabel(l)]"#;
        assert_eq!(names(lists), ["a", "b", "l@As", "l@Bs", ".List{\"l@As\"}", ".List{\"l@Bs\"}"]);
    }
}
