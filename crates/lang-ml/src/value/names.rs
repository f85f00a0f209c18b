//! Names for elements of abstract types.
//!
//! Nothing is known of such an element but whether it equals another one. It is called after the
//! constant of a library that it is (`Node.null`), or after its type and the order in which people
//! meet it (`node1`, `node2`). Different names are different elements.

use rustc_hash::{FxHashMap, FxHashSet};
use term::{Literal, Pool, SortNode, Term, Visit};

/// Elements with their names.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Names {
    by_element: FxHashMap<Term, String>,
}

impl Names {
    /// The name of an element.
    #[must_use]
    pub fn get(&self, element: Term) -> Option<&str> {
        self.by_element.get(&element).map(String::as_str)
    }
}

/// Gives names in the order in which values are met.
#[derive(Default, Debug)]
pub struct NamesBuilder {
    names: Names,
    taken: FxHashSet<String>,
    /// How many were named after a type.
    counts: FxHashMap<String, usize>,
}

impl NamesBuilder {
    /// No element has a name, and these names are given to none.
    #[must_use]
    pub fn new(taken: impl IntoIterator<Item = String>) -> NamesBuilder {
        NamesBuilder { taken: taken.into_iter().collect(), ..NamesBuilder::default() }
    }

    /// This value is a constant of the program; the first name of an element stays.
    pub fn constant(&mut self, pool: &Pool, name: &str, value: Term) {
        if let Some(Literal::Elem(..)) = pool.as_literal(value) {
            self.names.by_element.entry(value).or_insert_with(|| name.to_owned());
        }
    }

    /// People meet this value next: elements in it that have no name yet get one.
    pub fn meet(&mut self, pool: &Pool, value: Term) {
        let mut elements = Vec::new();
        pool.walk(&[value], |_| Visit::Descend, |part| elements.push(part));
        for element in elements {
            let Some(Literal::Elem(sort, _)) = pool.as_literal(element) else { continue };
            if self.names.by_element.contains_key(&element) {
                continue;
            }
            let SortNode::Elem(sort) = pool.sort_node(*sort) else { continue };
            let name = self.fresh(&stem(pool.name(*sort)));
            self.names.by_element.insert(element, name);
        }
    }

    /// All names that were given.
    #[must_use]
    pub fn finish(self) -> Names {
        self.names
    }

    fn fresh(&mut self, stem: &str) -> String {
        let count = self.counts.entry(stem.to_owned()).or_default();
        loop {
            *count += 1;
            let name = format!("{stem}{count}");
            if !self.taken.contains(&name) {
                return name;
            }
        }
    }
}

/// What the elements of a type are called: `Node.t` are nodes, `Bag.elem` are elems, and functions
/// are `f`.
fn stem(ty: &str) -> String {
    if ty.starts_with('(') {
        return "f".to_owned();
    }
    let plain = |part: &str| part.chars().filter(|c| c.is_alphanumeric() || *c == '_').collect();
    let mut parts = ty.rsplit('.').map(plain).filter(|part: &String| !part.is_empty());
    let last = parts.next().unwrap_or_default();
    let name = if last == "t" { parts.next().unwrap_or(last) } else { last };
    let mut letters = name.chars();
    match letters.next().filter(|first| first.is_alphabetic()) {
        Some(first) => first.to_lowercase().chain(letters).collect(),
        None => "value".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_are_named_in_the_order_of_meeting_them() {
        let pool = Pool::new();
        let (node, elem) = (pool.elem_sort("Node.t"), pool.elem_sort("Bag.elem"));
        let nodes: Vec<Term> = (0..4).map(|number| pool.elem(node, number)).collect();
        let mut names = NamesBuilder::new(["node2".to_owned()]);
        names.constant(&pool, "Node.null", nodes[1]);
        names.constant(&pool, "Node.root", nodes[1]);
        for value in [nodes[3], pool.elem(elem, 0), nodes[1], nodes[0], nodes[3]] {
            names.meet(&pool, value);
        }
        let names = names.finish();
        let shown = |value| names.get(value).expect("it was met");
        assert_eq!(shown(nodes[3]), "node1");
        assert_eq!(shown(nodes[1]), "Node.null");
        assert_eq!(shown(nodes[0]), "node3", "`node2` is a name of the program");
        assert_eq!(shown(pool.elem(elem, 0)), "elem1");
        assert_eq!(names.get(nodes[2]), None);
    }

    #[test]
    fn types_give_readable_stems() {
        let stems = ["Node.t", "Bag.elem", "key", "'a", "(Int -> Int)", "A.B.t", "t", "'_"];
        let stems = stems.map(stem);
        assert_eq!(stems, ["node", "elem", "key", "a", "f", "b", "t", "value"]);
    }
}
