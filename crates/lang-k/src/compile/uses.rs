//! What the terms of a rule contain, found without recursion.

use k_syntax::{Term, TermId, Terms};
use rustc_hash::FxHashMap;

/// How deep a term nests.
pub(super) fn depth(terms: &Terms, root: TermId) -> usize {
    let mut deepest = 0;
    let mut todo = vec![(root, 1)];
    while let Some((term, level)) = todo.pop() {
        deepest = deepest.max(level);
        // Deeper than anybody asks for; and an arena without cycles ends anyway.
        todo.extend(terms.get(term).children().into_iter().map(|child| (child, level + 1)));
    }
    deepest
}

/// How often each variable is needed. One that stands beside a rewrite is needed twice: to match
/// what is there, and to put it back.
pub(super) fn occurrences(
    terms: &Terms,
    roots: impl IntoIterator<Item = TermId>,
) -> FxHashMap<&str, usize> {
    let mut counts = FxHashMap::default();
    let mut todo: Vec<(TermId, usize)> =
        roots.into_iter().map(|root| (root, sides(terms, root))).collect();
    while let Some((id, times)) = todo.pop() {
        let times = match terms.get(id) {
            Term::Variable { name, .. } => {
                *counts.entry(name.as_str()).or_insert(0) += times;
                times
            }
            Term::Rewrite { .. } => 1,
            Term::Cell { .. } if times > 1 => sides(terms, id),
            _ => times,
        };
        todo.extend(terms.get(id).children().into_iter().map(|child| (child, times)));
    }
    counts
}

/// On how many sides a term is needed: two if something in it changes.
fn sides(terms: &Terms, id: TermId) -> usize {
    if has_rewrite(terms, id) { 2 } else { 1 }
}

/// Whether a term contains one for which the question is answered with yes.
pub(super) fn any(terms: &Terms, root: TermId, is: impl Fn(&Term) -> bool) -> bool {
    let mut todo = vec![root];
    while let Some(term) = todo.pop() {
        if is(terms.get(term)) {
            return true;
        }
        todo.extend(terms.get(term).children());
    }
    false
}

/// Whether something changes in a term.
pub(super) fn has_rewrite(terms: &Terms, root: TermId) -> bool {
    any(terms, root, |term| matches!(term, Term::Rewrite { .. }))
}
