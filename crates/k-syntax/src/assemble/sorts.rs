//! The sorts of a definition.

use source::Diagnostic;

use super::cells::{Configurations, RawCell};
use crate::attributes::Attributes;
use crate::definition::{Sort, SortId};
use crate::faults::{self, Fault};
use crate::outer::{Module, Sentence, SortName, SyntaxDecl};
use crate::signature::{Builtin, ModuleId, Signature, Subsort};

/// Declares every sort that has a `syntax` sentence or belongs to a cell.
pub(super) fn declare(
    signature: &mut Signature,
    modules: &[&Module],
    configurations: Option<&Configurations>,
) -> Result<(), Vec<Diagnostic>> {
    let [k, kitem, bag, bool, body] =
        ["K", "KItem", "Bag", "Bool", "#RuleBody"].map(|name| add(signature, name));
    signature.builtin = Some(Builtin { k, kitem, bag, bool, body });
    let mut aliases: Vec<(ModuleId, &SyntaxDecl)> = Vec::new();
    for (at, module) in modules.iter().enumerate() {
        for syntax in declarations(module).filter(|syntax| syntax.params.is_empty()) {
            if syntax.alias.is_some() {
                aliases.push((ModuleId(at), syntax));
                continue;
            }
            let sort = add(signature, &syntax.sort.name);
            signature.homes[sort.index()].push(ModuleId(at));
            let declared = &mut signature.sorts[sort.index()];
            declared.attributes.extend(&syntax.attributes);
            declared.hook = declared.attributes.value("hook").map(str::to_owned);
        }
    }
    if let Some(Configurations { module, root, others }) = configurations {
        declare_cells(signature, ModuleId(*module), root);
        others.iter().for_each(|(module, root)| declare_cells(signature, ModuleId(*module), root));
    }
    let errors: Vec<Diagnostic> = aliases
        .into_iter()
        .filter_map(|(home, syntax)| alias(signature, modules, home, syntax).err())
        .map(|error| *error)
        .collect();
    if errors.is_empty() { Ok(()) } else { Err(errors) }
}

/// Gives a sort another name. Names are given in the order of the source.
fn alias(
    signature: &mut Signature,
    modules: &[&Module],
    home: ModuleId,
    syntax: &SyntaxDecl,
) -> Result<(), Fault> {
    let target = syntax.alias.as_ref().expect("only aliases come here");
    let sort = resolve(signature, modules, home, target)?;
    signature.sort_ids.insert(syntax.sort.name.clone(), sort);
    signature.aliases.push((syntax.sort.name.clone(), sort));
    Ok(())
}

pub(super) fn declarations(module: &Module) -> impl Iterator<Item = &SyntaxDecl> {
    module.sentences.iter().filter_map(|sentence| match sentence {
        Sentence::Syntax(syntax) => Some(syntax),
        Sentence::Priority(_)
        | Sentence::Associativity(..)
        | Sentence::Lexical(_)
        | Sentence::Alias(_)
        | Sentence::Configuration(_)
        | Sentence::Rule(_) => None,
    })
}

fn add(signature: &mut Signature, name: &str) -> SortId {
    if let Some(&sort) = signature.sort_ids.get(name) {
        return sort;
    }
    let sort = SortId::new(signature.sorts.len());
    let attributes = Attributes::default();
    signature.sorts.push(Sort { name: name.to_owned(), hook: None, attributes, token: false });
    signature.homes.push(Vec::new());
    signature.sort_ids.insert(name.to_owned(), sort);
    sort
}

/// A sort for each cell, and one for a part of what is inside of it.
fn declare_cells(signature: &mut Signature, module: ModuleId, root: &RawCell) {
    let bag = signature.builtin().bag;
    for cell in root.all() {
        let name = cell.sort_name();
        let is_repeated = cell.attributes.value("multiplicity") == Some("*");
        let kind = cell.attributes.value("type").unwrap_or("Bag");
        let several = is_repeated.then(|| format!("{name}{kind}"));
        for name in [format!("{name}Fragment"), name].into_iter().chain(several) {
            let small = add(signature, &name);
            signature.subsorts.push(Subsort { small, large: bag, module, span: cell.span });
        }
    }
}

/// The sort of a name as a module sees it.
pub(super) fn resolve(
    signature: &Signature,
    modules: &[&Module],
    module: ModuleId,
    name: &SortName,
) -> Result<SortId, Fault> {
    let Some(&sort) = signature.sort_ids.get(&name.name) else {
        let known = signature.sorts.iter().map(|sort| sort.name.as_str());
        let close = faults::closest(&name.name, known);
        return Err(faults::unknown_sort(&name.name, name.span, None, close).into());
    };
    let homes = &signature.homes[sort.index()];
    // Cells and the sorts of the language are declared nowhere and seen everywhere.
    if homes.is_empty() || homes.iter().any(|home| signature.sees(module, *home)) {
        return Ok(sort);
    }
    let home = modules[homes[0].0].name.as_str();
    Err(faults::unknown_sort(&name.name, name.span, Some(home), None).into())
}

/// Computes the order of sorts and refuses circles.
pub(super) fn check_order(signature: &mut Signature) -> Result<(), Vec<Diagnostic>> {
    signature.order = signature.full_order();
    let cyclic = signature.subsorts.iter().find(|s| signature.order.cyclic(s.small, s.large));
    match cyclic {
        Some(s) => {
            let (small, large) = (signature.sort_name(s.small), signature.sort_name(s.large));
            Err(vec![faults::cyclic_sorts(small, large, s.span)])
        }
        None => Ok(()),
    }
}
