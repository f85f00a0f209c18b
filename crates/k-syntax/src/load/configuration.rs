//! The configuration: the leaves of its cells are parsed, and rules learn of its cells.

use source::{Diagnostic, Files, Span};

use super::rules::TermParser;
use crate::assemble::{RawCell, RawContents};
use crate::definition::{CellContents, ConfigCell, SortId};
use crate::faults::Fault;
use crate::signature::{CellShape, ModuleId, Signature};
use crate::term::{Term, TermId, Terms};

/// Hooks of the sorts that a leaf is restricted to where a variable of the configuration stands.
const VALUE_SORTS: &[&str] =
    &["MAP.Map", "LIST.List", "SET.Set", "INT.Int", "BOOL.Bool", "STRING.String", "FLOAT.Float"];

/// The cell that holds computations, whatever stands there at first.
const COMPUTATION: &str = "k";

/// Parses all leaves and tells the signature what each cell may contain.
pub(super) fn parse(
    files: &Files,
    signature: &mut Signature,
    home: usize,
    root: &RawCell,
    terms: &mut Terms,
) -> Result<ConfigCell, Vec<Diagnostic>> {
    let parser = TermParser::new(signature, ModuleId(home)).map_err(|error| vec![*error])?;
    let mut errors = Vec::new();
    let mut leaves: Vec<Option<CellContents>> = Vec::new();
    for cell in root.all() {
        leaves.push(match cell.contents {
            RawContents::Leaf(span) => match leaf(files, &parser, &cell.name, span, terms) {
                Ok(contents) => Some(contents),
                Err(error) => {
                    errors.push(*error);
                    None
                }
            },
            RawContents::Cells(_) | RawContents::Reference => None,
        });
    }
    if !errors.is_empty() {
        return Err(errors);
    }
    let shapes = shapes(signature, root, &leaves);
    signature.cells = shapes;
    let configuration = build(signature, root, leaves);
    let mut initial = Vec::new();
    initial_cell(&configuration, terms, &mut initial);
    for (name, term) in initial {
        let known = signature.cells.iter_mut().find(|cell| cell.name == name);
        known.expect("every cell has a shape").initial = Some(term);
    }
    Ok(configuration)
}

/// A cell with what it and the cells in it hold at first, as a term: for it and for those in it.
/// None if something in it is given from outside. Cells that may be missing are.
fn initial_cell(
    cell: &ConfigCell,
    terms: &mut Terms,
    found: &mut Vec<(String, TermId)>,
) -> Option<TermId> {
    let contents = match &cell.contents {
        CellContents::Leaf { initial, .. } => (!is_given(terms, *initial)).then_some(*initial)?,
        CellContents::Cells(cells) => {
            let inner: Vec<(bool, Option<TermId>)> = (cells.iter())
                .map(|inner| {
                    let optional =
                        matches!(inner.attributes.value("multiplicity"), Some("*" | "?"));
                    (optional, initial_cell(inner, terms, found))
                })
                .collect();
            let there = inner.into_iter().filter(|(optional, _)| !optional);
            let there = there.map(|(_, term)| term).collect::<Option<Vec<TermId>>>()?;
            terms.add(Term::Bag(there), cell.span)
        }
    };
    let (name, open_left, open_right) = (cell.name.clone(), false, false);
    let term = terms.add(Term::Cell { name, open_left, open_right, contents }, cell.span);
    found.push((cell.name.clone(), term));
    Some(term)
}

/// Whether a term has a variable of the configuration in it.
fn is_given(terms: &Terms, root: TermId) -> bool {
    let mut todo = vec![root];
    while let Some(id) = todo.pop() {
        if matches!(terms.get(id), Term::Variable { .. }) {
            return true;
        }
        todo.extend(terms.get(id).children());
    }
    false
}

fn leaf(
    files: &Files,
    parser: &TermParser<'_>,
    name: &str,
    span: Span,
    terms: &mut Terms,
) -> Result<CellContents, Fault> {
    let signature = parser.signature();
    let k = signature.builtin().k;
    if is_blank(parser, files, span) {
        let initial = terms.add(Term::Sequence(Vec::new()), span);
        return Ok(CellContents::Leaf { initial, sort: k });
    }
    let parsed = parser.parse(files, &[(span, k)], terms)?;
    let initial = parsed[0];
    let sort = leaf_sort(signature, terms.get(initial), name);
    Ok(CellContents::Leaf { initial, sort })
}

/// What a leaf may hold: things of the sort of what stands there at first. A program that is still
/// to be read may become a computation.
fn leaf_sort(signature: &Signature, initial: &Term, name: &str) -> SortId {
    let (k, kitem) = (signature.builtin().k, signature.builtin().kitem);
    let (sort, is_given) = match initial {
        Term::Variable { sort, .. } | Term::Cast { sort, .. } => (*sort, false),
        Term::Token { sort, .. } => (*sort, true),
        Term::Apply { label, .. } => {
            let first = signature.labels[label.index()].productions[0];
            (signature.production(first).sort, true)
        }
        Term::Bag(_) => (signature.builtin().bag, true),
        Term::Rewrite { .. } | Term::Sequence(_) | Term::Cell { .. } | Term::As { .. } => (k, true),
    };
    let hook = signature.sorts[sort.index()].hook.as_deref();
    let is_value = hook.is_some_and(|hook| VALUE_SORTS.contains(&hook));
    let restricted = name != COMPUTATION && sort != kitem && (is_given || is_value);
    if restricted { sort } else { k }
}

fn is_blank(parser: &TermParser<'_>, files: &Files, span: Span) -> bool {
    parser.skips_to_end(files, span)
}

fn cell_sort(signature: &Signature, cell: &RawCell) -> SortId {
    signature.sort_ids[&cell.sort_name()]
}

fn shapes(
    signature: &Signature,
    root: &RawCell,
    leaves: &[Option<CellContents>],
) -> Vec<CellShape> {
    let shape = |(cell, leaf): (&RawCell, &Option<CellContents>)| CellShape {
        name: cell.name.clone(),
        sort: cell_sort(signature, cell),
        contents: match leaf {
            Some(CellContents::Leaf { sort, .. }) => *sort,
            Some(CellContents::Cells(_)) | None => signature.builtin().bag,
        },
        initial: None,
    };
    root.all().into_iter().zip(leaves).map(shape).collect()
}

/// The cells with their leaves, which come in the order of [`RawCell::all`].
fn build(
    signature: &Signature,
    root: &RawCell,
    mut leaves: Vec<Option<CellContents>>,
) -> ConfigCell {
    // Inner cells come behind outer ones, so going backwards finds the inner ones finished.
    let all = root.all();
    let mut done: Vec<ConfigCell> = Vec::new();
    for (at, cell) in all.iter().enumerate().rev() {
        let contents = leaves[at].take().unwrap_or_else(|| {
            let count = match &cell.contents {
                RawContents::Cells(cells) => cells.len(),
                RawContents::Leaf(_) | RawContents::Reference => 0,
            };
            let mut children = done.split_off(done.len() - count);
            children.reverse();
            CellContents::Cells(children)
        });
        done.push(ConfigCell {
            name: cell.name.clone(),
            attributes: cell.attributes.clone(),
            sort: cell_sort(signature, cell),
            contents,
            span: cell.span,
        });
    }
    done.pop().expect("the root is finished last")
}
