//! The elements of abstract types in a violation, by names that people can read.

use lang_ml::OperationKind;
use term::{Literal, Pool, Sort, Term, Visit};

use crate::incident::Incident;
use crate::names;

/// Elements and other values of a violation.
#[derive(Clone, Debug)]
pub(crate) struct Elements {
    /// Every value with all its parts, in the order of their first occurrence.
    values: Vec<Term>,
    /// The elements among them.
    named: Vec<Element>,
    /// The words for the abstract types.
    words: Vec<(Sort, String)>,
}

/// An element of an abstract type.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Element {
    value: Term,
    /// The variable that holds it.
    variable: String,
    /// What people see.
    shown: String,
}

impl Elements {
    pub(crate) fn of(incident: &Incident<'_>) -> Elements {
        let mut values = Vec::new();
        let roots = roots(incident);
        let enter = |value| {
            values.push(value);
            Visit::Descend
        };
        incident.pool.walk(&roots, enter, |_| {});
        let mut elements = Elements { values, named: Vec::new(), words: Vec::new() };
        elements.name_all(incident);
        elements
    }

    /// The variable of an element.
    pub(crate) fn variable(&self, value: Term) -> Option<&str> {
        let element = self.named.iter().find(|element| element.value == value)?;
        Some(&element.variable)
    }

    /// All variables.
    pub(crate) fn variables(&self) -> Vec<String> {
        self.named.iter().map(|element| element.variable.clone()).collect()
    }

    /// The definitions of the variables.
    pub(crate) fn definitions(&self) -> Vec<String> {
        let each = |Element { variable, shown, .. }: &Element| {
            format!("let {variable} = {}", names::quoted(shown))
        };
        self.named.iter().map(each).collect()
    }

    /// The values of a sort.
    pub(crate) fn of_sort(&self, pool: &Pool, sort: Sort) -> Vec<Term> {
        self.values.iter().copied().filter(|value| pool.sort(*value) == sort).collect()
    }

    /// What elements of an abstract type are called.
    pub(crate) fn word(&self, pool: &Pool, sort: Sort) -> String {
        let known = self.words.iter().find(|(known, _)| *known == sort);
        known.map_or_else(|| word_of(&pool.show_sort(sort)), |(_, word)| word.clone())
    }

    fn name_all(&mut self, incident: &Incident<'_>) {
        let pool = incident.pool;
        for value in self.values.clone() {
            let Some(Literal::Elem(sort, number)) = pool.as_literal(value) else { continue };
            self.give_word(pool, *sort);
            if self.variable(value).is_some() {
                continue;
            }
            // Only what was never shown has no name yet.
            let own = || format!("{}#{number}", self.word(pool, *sort));
            let shown = incident.names.get(value).map_or_else(own, str::to_owned);
            let word = names::lower_first(&shown.replace('.', "_"));
            let variable = names::variable(&word, &self.variables());
            self.named.push(Element { value, variable, shown });
        }
        self.named.sort_by(|a, b| a.shown.cmp(&b.shown));
    }

    fn give_word(&mut self, pool: &Pool, sort: Sort) {
        if self.words.iter().any(|(known, _)| *known == sort) {
            return;
        }
        let name = pool.show_sort(sort);
        let mut word = word_of(&name);
        if self.words.iter().any(|(_, known)| *known == word) {
            word = names::word(&name);
        }
        self.words.push((sort, word));
    }
}

/// All values that a violation mentions.
fn roots(incident: &Incident<'_>) -> Vec<Term> {
    let told = incident.told;
    let mut roots: Vec<Term> = Vec::new();
    for event in told.history.iter().chain(&told.call) {
        roots.extend(event.args.iter().copied().chain(event.result));
    }
    roots.extend(told.args.iter().chain(&told.ghosts).map(|(_, value)| *value));
    for operation in &incident.module.outline.operations {
        match operation.kind {
            OperationKind::Constant(term) => {
                roots.push(incident.pool.eval(term, incident.functions));
            }
            OperationKind::Pure(func) => {
                let table = incident.functions.func(func);
                let otherwise = table.and_then(|table| table.otherwise());
                let (_, result) = incident.pool.signature(func);
                roots.extend(otherwise.or_else(|| incident.pool.default_value(result)));
                for (args, value) in table.iter().flat_map(|table| table.rows(incident.pool)) {
                    roots.extend(args.iter().copied().chain([value]));
                }
            }
            OperationKind::Effect(_) => {}
        }
    }
    roots
}

/// `node` for `Node.t`, `key` for `Store.key`.
fn word_of(sort: &str) -> String {
    let mut parts = sort.rsplit('.');
    let word = match (parts.next(), parts.next()) {
        (Some("t"), Some(module)) => module,
        (Some(name), _) => name,
        (None, _) => sort,
    };
    let word = names::variable(&names::lower_first(word), &[]);
    // The number that follows must not look like a part of the name.
    if word.ends_with(|c: char| c.is_ascii_digit()) { format!("{word}_") } else { word }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn abstract_types_have_short_words() {
        assert_eq!(word_of("Node.t"), "node");
        assert_eq!(word_of("Store.key"), "key");
        assert_eq!(word_of("M.t2"), "t2_");
        assert_eq!(word_of("t"), "t");
    }
}
