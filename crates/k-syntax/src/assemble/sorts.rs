//! The sorts of a definition.

use source::Diagnostic;

use super::cells::RawCell;
use crate::attributes::Attributes;
use crate::definition::{Sort, SortId};
use crate::faults;
use crate::outer::{Module, Sentence, SortName, SyntaxDecl};
use crate::signature::{Builtin, ModuleId, Signature, Subsort};

/// Declares every sort that has a `syntax` sentence or belongs to a cell.
pub(super) fn declare(
    signature: &mut Signature,
    modules: &[&Module],
    configuration: Option<&(usize, RawCell)>,
) -> Result<(), Vec<Diagnostic>> {
    let [k, kitem, bag, bool] = ["K", "KItem", "Bag", "Bool"].map(|name| add(signature, name));
    signature.builtin = Some(Builtin { k, kitem, bag, bool });
    for (at, module) in modules.iter().enumerate() {
        for syntax in declarations(module).filter(|syntax| syntax.params.is_empty()) {
            let sort = add(signature, &syntax.sort.name);
            signature.homes[sort.index()].push(ModuleId(at));
            let declared = &mut signature.sorts[sort.index()];
            declared.attributes.extend(&syntax.attributes);
            declared.hook = declared.attributes.value("hook").map(str::to_owned);
        }
    }
    if let Some((module, root)) = configuration {
        declare_cells(signature, ModuleId(*module), root);
    }
    Ok(())
}

pub(super) fn declarations(module: &Module) -> impl Iterator<Item = &SyntaxDecl> {
    module.sentences.iter().filter_map(|sentence| match sentence {
        Sentence::Syntax(syntax) => Some(syntax),
        Sentence::Priority(_)
        | Sentence::Associativity(..)
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
        for name in [cell.sort_name(), format!("{}Fragment", cell.sort_name())] {
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
) -> Result<SortId, Diagnostic> {
    let Some(&sort) = signature.sort_ids.get(&name.name) else {
        let known = signature.sorts.iter().map(|sort| sort.name.as_str());
        let close = faults::closest(&name.name, known);
        return Err(faults::unknown_sort(&name.name, name.span, None, close));
    };
    let homes = &signature.homes[sort.index()];
    // Cells and the sorts of the language are declared nowhere and seen everywhere.
    if homes.is_empty() || homes.iter().any(|home| signature.sees(module, *home)) {
        return Ok(sort);
    }
    let home = modules[homes[0].0].name.as_str();
    Err(faults::unknown_sort(&name.name, name.span, Some(home), None))
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
