//! Unknown attributes whose names are close to a known one.
//!
//! Definitions carry attributes for many tools, so an unknown one is no error by itself.

use source::Diagnostic;

use crate::attributes::Attributes;
use crate::faults;
use crate::outer::{Module, Sentence};

/// The words that K or we give a meaning to.
const KNOWN: &[&str] = &[
    "alias",
    "alias-rec",
    "anywhere",
    "assoc",
    "avoid",
    "binder",
    "bracket",
    "cell",
    "color",
    "colors",
    "comm",
    "concrete",
    "constructor",
    "context",
    "cool",
    "deprecated",
    "element",
    "exit",
    "format",
    "freshGenerator",
    "function",
    "functional",
    "group",
    "heat",
    "hook",
    "hybrid",
    "idem",
    "impure",
    "initial",
    "injective",
    "internal",
    "klabel",
    "label",
    "latex",
    "left",
    "locations",
    "macro",
    "macro-rec",
    "memo",
    "multiplicity",
    "non-assoc",
    "non-executable",
    "not-lr1",
    "overload",
    "owise",
    "parser",
    "prec",
    "prefer",
    "preserves-definedness",
    "priorities",
    "priority",
    "private",
    "public",
    "result",
    "returnsUnit",
    "right",
    "seqstrict",
    "simplification",
    "smt-hook",
    "smt-lemma",
    "smtlib",
    "stream",
    "strict",
    "structural",
    "symbol",
    "symbolic",
    "tag",
    "terminator-symbol",
    "token",
    "topcell",
    "total",
    "transition",
    "trusted",
    "type",
    "unboundVariables",
    "unit",
    "unparseAvoid",
    "unused",
];

/// Warnings on words that are nearly one of those.
pub(super) fn misspelt(modules: &[&Module]) -> Vec<Diagnostic> {
    let sentences = modules.iter().flat_map(|module| &module.sentences);
    sentences.flat_map(attributes).flat_map(check).collect()
}

fn attributes(sentence: &Sentence) -> Vec<&Attributes> {
    match sentence {
        Sentence::Syntax(syntax) => {
            let productions = syntax.blocks.iter().flat_map(|block| &block.productions);
            let own = productions.map(|production| &production.attributes);
            own.chain([&syntax.attributes]).collect()
        }
        Sentence::Rule(rule) | Sentence::Alias(rule) => vec![&rule.attributes],
        Sentence::Priority(_)
        | Sentence::Associativity(..)
        | Sentence::Lexical(_)
        | Sentence::Configuration(_) => Vec::new(),
    }
}

fn check(attributes: &Attributes) -> Vec<Diagnostic> {
    let unknown = attributes.iter().filter(|attribute| !KNOWN.contains(&attribute.key.as_str()));
    let close = unknown.filter_map(|attribute| {
        let known = faults::closest(&attribute.key, KNOWN.iter().copied())?;
        Some(faults::unknown_attribute(&attribute.key, attribute.span, known))
    });
    close.collect()
}
