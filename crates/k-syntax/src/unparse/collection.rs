//! Maps, sets and lists: one element per line, sorted where the order does not matter.

use std::cmp::Ordering;

use super::{Edge, Place, Task, Unparser, separated, text};
use crate::definition::{LabelId, Production};
use crate::term::{Term, TermId};

/// Keys of collections that contain collections whose keys contain collections are sorted this
/// deep; further inside they stay as they are.
const MOST_DEPTH: usize = 8;

impl Unparser<'_> {
    /// The elements of an associative symbol.
    pub(super) fn collection(
        &self,
        label: LabelId,
        production: &Production,
        args: &[TermId],
        depth: usize,
    ) -> Vec<Task> {
        let unit = production.attributes.value("unit").unwrap_or_default();
        let mut elements = self.elements(label, unit, args);
        if production.attributes.has("comm") && depth < MOST_DEPTH {
            let mut keyed: Vec<(String, TermId)> =
                elements.into_iter().map(|id| (self.key(id, depth), id)).collect();
            keyed.sort_by(|(one, _), (other, _)| natural(one, other));
            elements = keyed.into_iter().map(|(_, id)| id).collect();
        }
        if elements.is_empty() {
            return vec![text(unit)];
        }
        let place = Place { sort: production.sort, edge: Edge::Element };
        let newline = production.attributes.value("format").is_some_and(|f| f.contains("%n"));
        separated(elements.into_iter().map(|id| Task::Term(id, place)), || {
            if newline { Task::Newline } else { text(" ") }
        })
    }

    /// The operands of nested applications of one symbol, without its unit.
    fn elements(&self, label: LabelId, unit: &str, args: &[TermId]) -> Vec<TermId> {
        let mut elements = Vec::new();
        let mut stack: Vec<TermId> = args.iter().rev().copied().collect();
        while let Some(id) = stack.pop() {
            match self.terms.get(id) {
                Term::Apply { label: inner, args } if *inner == label => {
                    stack.extend(args.iter().rev());
                }
                Term::Apply { label: inner, args }
                    if args.is_empty() && self.definition.label(*inner).name == unit => {}
                _ => elements.push(id),
            }
        }
        elements
    }

    /// What an element is sorted by: its key if it is a binding, otherwise all of it.
    fn key(&self, id: TermId, depth: usize) -> String {
        let key = match self.terms.get(id) {
            Term::Apply { args, .. } if args.len() == 2 => args[0],
            _ => id,
        };
        self.print_at(key, depth + 1)
    }
}

/// The order of texts in which numbers are compared by their value.
pub(super) fn natural(one: &str, other: &str) -> Ordering {
    let (mut a, mut b) = (one, other);
    loop {
        match (split_number(a), split_number(b)) {
            ((Some(m), rest_a), (Some(n), rest_b)) => {
                let value = |digits: &str| digits.trim_start_matches('0').to_owned();
                let (m, n) = (value(m), value(n));
                match m.len().cmp(&n.len()).then(m.cmp(&n)) {
                    Ordering::Equal => (a, b) = (rest_a, rest_b),
                    unequal => return unequal,
                }
            }
            _ => match (a.chars().next(), b.chars().next()) {
                (Some(x), Some(y)) if x == y => {
                    (a, b) = (&a[x.len_utf8()..], &b[y.len_utf8()..]);
                }
                (x, y) => return x.cmp(&y).then_with(|| one.cmp(other)),
            },
        }
    }
}

fn split_number(text: &str) -> (Option<&str>, &str) {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    if end == 0 { (None, text) } else { (Some(&text[..end]), &text[end..]) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_compared_by_value() {
        let mut texts = ["x10", "x9", "10", "2", "x", "y1"];
        texts.sort_by(|a, b| natural(a, b));
        assert_eq!(texts, ["2", "10", "x", "x9", "x10", "y1"]);
        assert_eq!(natural("01", "1"), Ordering::Less);
    }
}
