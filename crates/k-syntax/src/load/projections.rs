//! Functions that take a part out of a term by the name of the argument: `bar` for `syntax Foo ::= foo(bar: Bar)`.
//!
//! K declares one for every name. Here those are declared that some text calls, so that no other word is taken.

use std::collections::BTreeSet;

use source::Files;

use crate::outer::{self, Module, RawItem, RawProduction, Sentence, SyntaxDecl};

/// The attribute of what is declared here: rules know it, programs do not.
pub(crate) const PROJECTION: &str = "projection";

/// Productions that are computed or rewritten have no parts.
const COMPUTED: [&str; 6] = ["function", "functional", "macro", "macro-rec", "alias", "alias-rec"];

/// Declares the functions that the texts of a definition call.
pub(super) fn declare(files: &mut Files, modules: &mut [Module], texts: &str) {
    let taken = first_words(modules);
    let mut known = BTreeSet::new();
    for module in modules {
        let mut text = String::new();
        for syntax in declarations(module) {
            for production in syntax.blocks.iter().flat_map(|block| &block.productions) {
                let wanted = |name: &str| !taken.contains(name) && is_called(texts, name);
                text.push_str(&of_production(syntax, production, &wanted, &mut known));
            }
        }
        if text.is_empty() {
            continue;
        }
        let file = files.add(
            &format!("{}-projections.k", module.name),
            &format!("module P\n{text}endmodule\n"),
        );
        let (tree, faults) = outer::parse(&file);
        debug_assert!(faults.is_empty(), "what is made here is sound: {faults:?}");
        let sentences = tree.modules.into_iter().flat_map(|module| module.sentences);
        module.sentences.extend(sentences);
    }
}

fn declarations(module: &Module) -> impl Iterator<Item = &SyntaxDecl> {
    module.sentences.iter().filter_map(|sentence| match sentence {
        Sentence::Syntax(syntax) if syntax.params.is_empty() => Some(syntax),
        _ => None,
    })
}

/// The words with which productions begin.
fn first_words(modules: &[Module]) -> BTreeSet<String> {
    let syntax = modules.iter().flat_map(declarations);
    let productions =
        syntax.flat_map(|syntax| syntax.blocks.iter()).flat_map(|block| &block.productions);
    let word = |production: &RawProduction| match production.items.first() {
        Some(RawItem::Terminal(text)) => Some(text.clone()),
        _ => None,
    };
    productions.filter_map(word).collect()
}

/// Whether a text has this word in front of a parenthesis.
fn is_called(text: &str, name: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '-' || c == '#';
    text.match_indices(name).any(|(at, _)| {
        !text[..at].ends_with(is_part) && text[at + name.len()..].trim_start().starts_with('(')
    })
}

/// The functions for the arguments of a production, and what they give.
fn of_production(
    syntax: &SyntaxDecl,
    production: &RawProduction,
    wanted: &dyn Fn(&str) -> bool,
    known: &mut BTreeSet<(String, String, String)>,
) -> String {
    let mut text = String::new();
    if COMPUTED.iter().any(|key| production.attributes.has(key)) {
        return text;
    }
    let whole = &syntax.sort.name;
    for (at, item) in production.items.iter().enumerate() {
        let RawItem::NonTerminal(part, Some(name)) = item else { continue };
        let starts_low = name.starts_with(|c: char| c.is_lowercase());
        if !starts_low || !wanted(name) {
            continue;
        }
        let part = &part.name;
        if !known.iter().any(|(other, sort, _)| other == name && sort == whole) {
            text.push_str(&format!(
                "  syntax {part} ::= {name}({whole}) [function, {PROJECTION}]\n"
            ));
        } else if !known.contains(&(name.clone(), whole.clone(), part.clone())) {
            continue;
        }
        known.insert((name.clone(), whole.clone(), part.clone()));
        let pattern = pattern(production, at);
        text.push_str(&format!("  rule {name}(({pattern})::{whole}) => V\n"));
    }
    text
}

/// A production with a variable for one of its arguments.
fn pattern(production: &RawProduction, chosen: usize) -> String {
    let item = |(at, item): (usize, &RawItem)| match item {
        RawItem::Terminal(text) => text.clone(),
        RawItem::NonTerminal(sort, _) if at == chosen => format!("V:{}", sort.name),
        RawItem::NonTerminal(sort, _) => format!("_:{}", sort.name),
        RawItem::Regex(_) | RawItem::List { .. } => String::new(),
    };
    let items: Vec<String> = production.items.iter().enumerate().map(item).collect();
    items.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_are_words_in_front_of_a_parenthesis() {
        assert!(is_called("rule x => left (E)", "left"));
        assert!(!is_called("rule x => aleft(E) left", "left"));
    }
}
