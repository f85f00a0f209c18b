//! Where contracts are written: in comments, or elsewhere and read already.

use std::collections::BTreeMap;

use source::{Diagnostic, File, Files};
use term::{Sort, Term};
use trace::syntax::contract::{Clause, PlaceTree};
use trace::syntax::{ContractTree, Tree, parse_contract, parse_operation, parse_within};

use super::comment;
use crate::ast::{Doc, Notes};

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
    /// In the comments of a file.
    Comments(&'a File),
    /// Somewhere else.
    Trees(&'a Trees),
}

impl Written<'_> {
    /// Predicates and axioms.
    pub(super) fn named(self) -> (Tree, Vec<Diagnostic>) {
        let file = match self {
            Written::Comments(file) => file,
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

    /// The contract of an operation or a method.
    pub(super) fn contract(
        self,
        owner: Owner<'_>,
        notes: &Notes,
    ) -> (Option<ContractTree>, Vec<Diagnostic>) {
        match (self, owner) {
            (Written::Comments(file), Owner::Operation(_)) => {
                in_comment(file, notes, parse_operation)
            }
            (Written::Comments(file), Owner::Method(_)) => in_comment(file, notes, parse_contract),
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
    let Some(start) = comment::contract_start(&doc.text) else { return Vec::new() };
    let file = Files::new().add("", &doc.text[start..]);
    parse_contract(&file, 0..file.text().len()).0.places
}

type ParseContract = fn(&File, std::ops::Range<usize>) -> (ContractTree, Vec<Diagnostic>);

fn in_comment(
    file: &File,
    notes: &Notes,
    parse: ParseContract,
) -> (Option<ContractTree>, Vec<Diagnostic>) {
    let doc = notes.doc.as_ref().filter(|doc| doc.span.file == file.id());
    let start = doc.and_then(|doc| Some((doc, comment::contract_start(&doc.text)?)));
    let Some((doc, start)) = start else { return (None, Vec::new()) };
    let range = doc.span.range();
    let (tree, faults) = parse(file, range.start + start..range.end);
    let promises = tree.clauses.iter().any(|clause| clause.node != Clause::Pure);
    ((promises || !tree.places.is_empty()).then_some(tree), faults)
}
