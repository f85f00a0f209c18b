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

/// How often each variable occurs.
pub(super) fn occurrences<'d>(
    terms: &'d Terms,
    roots: impl IntoIterator<Item = TermId>,
) -> FxHashMap<&'d str, usize> {
    let mut counts = FxHashMap::default();
    let mut todo: Vec<TermId> = roots.into_iter().collect();
    while let Some(term) = todo.pop() {
        if let Term::Variable { name, .. } = terms.get(term) {
            *counts.entry(name.as_str()).or_insert(0) += 1;
        }
        todo.extend(terms.get(term).children());
    }
    counts
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
