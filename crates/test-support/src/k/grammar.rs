//! Random programs, made from the grammar of a definition.

use k_syntax::Definition;
use k_syntax::definition::{Item, Production, SortId};

/// What tokens look like.
const TOKENS: [(&str, &[&str]); 5] = [
    ("Int", &["0", "1", "2", "3"]),
    ("Bool", &["true", "false"]),
    ("Id", &["x", "y", "z"]),
    ("KVar", &["x", "y"]),
    ("String", &["\"a\""]),
];

/// Makes texts from choices.
pub struct Generator<'d> {
    definition: &'d Definition,
    /// What is chosen next, last first; the first alternative when there is nothing left.
    choices: Vec<u8>,
    /// Productions that are left out, by the names of their labels.
    without: &'d [&'d str],
}

impl<'d> Generator<'d> {
    /// Reads its choices off these bytes; behind their end it takes the first alternative.
    #[must_use]
    pub fn new(
        definition: &'d Definition,
        choices: &[u8],
        without: &'d [&'d str],
    ) -> Generator<'d> {
        Generator { definition, choices: choices.iter().rev().copied().collect(), without }
    }

    fn choose(&mut self, count: usize) -> usize {
        self.choices.pop().map_or(0, |byte| usize::from(byte) % count)
    }

    /// A text of a sort, nested so deeply at most.
    pub fn text(&mut self, sort: &str, depth: usize) -> String {
        let sort = self.definition.find_sort(sort).expect("a sort of the definition");
        self.of_sort(sort, depth)
    }

    fn of_sort(&mut self, sort: SortId, depth: usize) -> String {
        if let Some(list) = self.definition.list_of(sort) {
            let (element, separator) = (list.element, format!(" {} ", list.separator));
            let count = self.choose(3) + usize::from(list.nonempty);
            let elements: Vec<String> =
                (0..count).map(|_| self.of_sort(element, depth.saturating_sub(1))).collect();
            return elements.join(&separator);
        }
        let tokens: Vec<&[&str]> = self.tokens(sort);
        let productions = self.productions(sort, depth);
        let at = self.choose((tokens.len() + productions.len()).max(1));
        match (tokens.get(at), at.checked_sub(tokens.len()).and_then(|at| productions.get(at))) {
            (Some(texts), _) => texts[self.choose(texts.len())].to_owned(),
            (None, Some(production)) => self.of_production(production, depth),
            (None, None) => String::new(),
        }
    }

    fn tokens(&self, sort: SortId) -> Vec<&'static [&'static str]> {
        let fits = |name: &str| {
            let own = self.definition.find_sort(name);
            own.is_some_and(|own| self.definition.is_subsort(own, sort))
        };
        TOKENS.iter().filter(|(name, _)| fits(name)).map(|(_, texts)| *texts).collect()
    }

    /// The productions of a sort: only those without arguments where it may not nest any deeper.
    fn productions(&self, sort: SortId, depth: usize) -> Vec<&'d Production> {
        let all = self.definition.productions().filter(|(_, production)| {
            let own = self.definition.files.contains(&production.span.file);
            let wanted = production.label.is_some_and(|label| {
                !self.without.contains(&self.definition.label(label).name.as_str())
            });
            let is_leaf = production.arguments().next().is_none();
            let plain = production.arguments().all(|arg| !self.tokens(arg).is_empty());
            own && wanted
                && self.definition.is_subsort(production.sort, sort)
                && !production.attributes.has("function")
                && (depth > 0 || is_leaf || plain)
        });
        all.map(|(_, production)| production).collect()
    }

    fn of_production(&mut self, production: &Production, depth: usize) -> String {
        let mut parts = Vec::new();
        for item in &production.items {
            parts.push(match item {
                Item::Terminal(text) => text.clone(),
                Item::Regex(_) => String::new(),
                Item::NonTerminal(sort, _) => {
                    let text = self.of_sort(*sort, depth.saturating_sub(1));
                    let compound = text.contains(' ') && self.has_brackets(*sort);
                    if compound { format!("({text})") } else { text }
                }
            });
        }
        parts.join(" ")
    }

    fn has_brackets(&self, sort: SortId) -> bool {
        self.definition
            .productions()
            .any(|(_, production)| production.sort == sort && production.attributes.has("bracket"))
    }
}
