//! Where contracts are written: in comments, or elsewhere and read already.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use source::{Diagnostic, File, Files, Span};
use term::{Sort, Term};
use trace::syntax::contract::{Clause, PlaceTree};
use trace::syntax::tree::At;
use trace::syntax::{
    ContractTree, GospelTree, Tree, parse_contract, parse_gospel, parse_operation, parse_within,
};

use super::comment::{self, Below};
use crate::ast::{Doc, Notes};
use crate::interface::{self, GOSPEL};

/// Contracts that were read already, by what they belong to.
#[derive(Debug, Default)]
pub(crate) struct Trees {
    /// Predicates and axioms.
    pub(crate) named: Tree,
    /// The contracts of operations.
    pub(crate) operations: BTreeMap<String, ContractTree>,
    /// The contracts of methods.
    pub(crate) methods: BTreeMap<String, ContractTree>,
    /// Sorts that the program does not name.
    pub(crate) sorts: Vec<(String, Sort)>,
    /// Values that the program does not name.
    pub(crate) values: Vec<(String, Term)>,
    /// Names that nothing binds, which stand for any value.
    pub(crate) free: BTreeSet<String>,
}

/// What a contract belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Owner<'a> {
    /// An operation of a library.
    Operation(&'a str),
    /// A method.
    Method(&'a str),
}

/// Where contracts are written.
#[derive(Clone, Copy)]
pub(super) enum Written<'a> {
    /// In the comments of a file; and those of operations in the comments of others.
    Comments(&'a File, &'a [File]),
    /// Somewhere else.
    Trees(&'a Trees),
}

impl Written<'_> {
    /// Predicates and axioms.
    pub(super) fn named(self) -> (Tree, Vec<Diagnostic>) {
        let file = match self {
            Written::Comments(file, _) => file,
            Written::Trees(trees) => return (trees.named.clone(), Vec::new()),
        };
        let (mut named, mut faults) = (Tree::default(), Vec::new());
        for range in comment::declarations(file.text()) {
            let (tree, more) = parse_within(file, range);
            named.items.extend(tree.items);
            faults.extend(more);
        }
        (named, faults)
    }

    /// The contracts that stand above nothing that has one; `known` are the comments that were read.
    pub(super) fn strays(self, known: &[Span]) -> Vec<Diagnostic> {
        let Written::Comments(file, _) = self else { return Vec::new() };
        let is_known = |range: &Range<usize>| known.contains(&file.span(range.clone()));
        let mut strays = Vec::new();
        for range in comment::not_above_declarations(file.text()) {
            let start = comment::contract_start(&file.text()[range.clone()]);
            let Some(start) = start.filter(|_| !is_known(&range)) else { continue };
            let contract = range.start + start..range.end;
            // Prose that happens to look like the beginning of a contract does not make one.
            let (tree, faults) = parse_contract(file, contract.clone());
            let below = comment::below(file.text(), range.end);
            if below == Below::Loop || (faults.is_empty() && promises(&tree)) {
                strays.push(stray(file, contract, below));
            }
        }
        strays
    }

    /// The contract of an operation or a method.
    pub(super) fn contract(
        self,
        owner: Owner<'_>,
        notes: &Notes,
    ) -> (Option<ContractTree>, Vec<Diagnostic>) {
        match (self, owner) {
            (Written::Comments(file, others), Owner::Operation(_)) => {
                let all = others.iter().chain([file]);
                in_comment(all, notes, parse_operation)
            }
            (Written::Comments(file, others), Owner::Method(_)) => {
                let interfaces = others.iter().filter(|other| interface::belongs_to(other, file));
                in_comment(interfaces.chain([file]), notes, parse_contract)
            }
            (Written::Trees(trees), Owner::Operation(name)) => {
                (trees.operations.get(name).cloned(), Vec::new())
            }
            (Written::Trees(trees), Owner::Method(name)) => {
                (trees.methods.get(name).cloned(), Vec::new())
            }
        }
    }
}

/// The parameters and the result that the contract in a comment names, if it can be read.
pub(crate) fn written_places(doc: &Doc) -> Vec<PlaceTree> {
    if doc.text.starts_with(GOSPEL) {
        return Vec::new();
    }
    let Some(start) = comment::contract_start(&doc.text) else { return Vec::new() };
    let file = Files::new().add("", &doc.text[start..]);
    parse_contract(&file, 0..file.text().len()).0.places
}

/// The contract of a method in the comment above it, if there is one without faults.
pub(crate) fn contract_in(files: &[&File], notes: &Notes) -> Option<ContractTree> {
    let (tree, faults) = in_comment(files.iter().copied(), notes, parse_contract);
    tree.filter(|tree| faults.is_empty() && !tree.clauses.is_empty())
}

type ParseContract = fn(&File, Range<usize>) -> (ContractTree, Vec<Diagnostic>);

fn in_comment<'f>(
    files: impl IntoIterator<Item = &'f File>,
    notes: &Notes,
    parse: ParseContract,
) -> (Option<ContractTree>, Vec<Diagnostic>) {
    let Some(doc) = &notes.doc else { return (None, Vec::new()) };
    let Some(file) = files.into_iter().find(|file| file.id() == doc.span.file) else {
        return (None, Vec::new());
    };
    let range = doc.span.range();
    if doc.text.starts_with(GOSPEL) {
        let (tree, faults) = parse_gospel(file, range.start + GOSPEL.len_utf8()..range.end);
        return (Some(tree.contract), faults);
    }
    let Some(start) = comment::contract_start(&doc.text) else { return (None, Vec::new()) };
    let (tree, faults) = parse(file, range.start + start..range.end);
    ((promises(&tree) || !tree.places.is_empty()).then_some(tree), faults)
}

/// The contract in a comment of a file.
pub(crate) fn read_contract(file: &File, doc: &Doc) -> (GospelTree, Vec<Diagnostic>) {
    let range = doc.span.range();
    if doc.text.starts_with(GOSPEL) {
        return parse_gospel(file, range.start + GOSPEL.len_utf8()..range.end);
    }
    let start = comment::contract_start(&doc.text).unwrap_or(doc.text.len());
    let (contract, faults) = parse_contract(file, range.start + start..range.end);
    (GospelTree { contract, undecided: Vec::new() }, faults)
}

/// Whether a comment holds a contract.
pub(crate) fn has_contract(doc: &Doc) -> bool {
    doc.text.starts_with(GOSPEL) || comment::contract_start(&doc.text).is_some()
}

/// The clauses of a contract in a comment that are not decided, as written.
pub(super) fn undecided(files: &[File], notes: &Notes) -> Vec<At<String>> {
    let Some(doc) = notes.doc.as_ref().filter(|doc| doc.text.starts_with(GOSPEL)) else {
        return Vec::new();
    };
    let file = files.iter().find(|file| file.id() == doc.span.file);
    let range = doc.span.range();
    let part = range.start + GOSPEL.len_utf8()..range.end;
    file.map_or_else(Vec::new, |file| parse_gospel(file, part).0.undecided)
}

/// Whether a contract says more than names and types.
fn promises(tree: &ContractTree) -> bool {
    tree.clauses.iter().any(|clause| clause.node != Clause::Pure)
}

fn stray(file: &File, contract: Range<usize>, below: Below) -> Diagnostic {
    let message = match below {
        Below::Loop => {
            "this contract belongs to no loop in a function, so nothing would be checked"
        }
        Below::LocalDefinition => {
            "this contract belongs to no local function in a function, so nothing would be checked"
        }
        Below::Other => "this contract belongs to no definition, so nothing would be checked",
    };
    let help = match below {
        Below::Loop => "an invariant stands after `do`, or right before the loop, in a function",
        Below::LocalDefinition => "put it right above the `let` or `and` of a function",
        Below::Other => {
            "put it right above the `let` or `and` at the top of a module that it is about"
        }
    };
    Diagnostic::error(message).with_code("SPC015").at(file.span(contract), "").with_help(help)
}
