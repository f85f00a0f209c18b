//! Matching by trying everything.

use k_syntax::definition::SortId;

use super::{Rewriter, Subst, Tree};

/// A term with variables.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Pattern {
    Variable(String, SortId),
    /// A variable of a rule that is told apart from all values before.
    Fresh(String),
    Apply(String, Vec<Pattern>),
    Token(String, String),
    Seq(Vec<Pattern>),
    Cell(String, Box<Pattern>),
    /// Cells, and the name of the rest if there may be others.
    Bag(Vec<Pattern>, Option<String>),
    As(Box<Pattern>, String),
    /// A value of a sort.
    Cast(SortId, Box<Pattern>),
}

/// A part of a collection.
enum Part<'p> {
    Element(&'p [Pattern]),
    Rest(&'p Pattern),
}

impl Rewriter<'_> {
    /// All ways in which a tree looks like a pattern, given what some variables stand for.
    pub(crate) fn matches(&self, pattern: &Pattern, tree: &Tree, subst: &Subst) -> Vec<Subst> {
        match pattern {
            Pattern::Variable(name, sort) => match subst.get(name) {
                Some(known) if known == tree => vec![subst.clone()],
                Some(_) => Vec::new(),
                None if self.has_sort(tree, *sort) => bound(subst, name, tree.clone()),
                None => Vec::new(),
            },
            Pattern::Fresh(_) => Vec::new(),
            Pattern::Token(sort, text) => {
                let same = *tree == Tree::Token(sort.clone(), text.clone());
                if same { vec![subst.clone()] } else { Vec::new() }
            }
            Pattern::Apply(label, args) => match self.collection(label) {
                Some(_) => self.matches_collection(pattern, tree, subst),
                None => match tree {
                    Tree::Apply(own, parts) if own == label && parts.len() == args.len() => {
                        self.matches_each(args, parts, subst)
                    }
                    _ => Vec::new(),
                },
            },
            Pattern::Seq(items) => self.matches_items(items, tree.parts(), subst),
            Pattern::Cell(name, inner) => match tree {
                Tree::Cell(own, contents) if own == name => self.matches(inner, contents, subst),
                _ => Vec::new(),
            },
            Pattern::Bag(cells, rest) => match tree {
                Tree::Bag(own) => {
                    let own: Vec<&Tree> = own.iter().collect();
                    self.matches_cells(cells, rest.as_deref(), &own, subst)
                }
                _ => Vec::new(),
            },
            Pattern::As(inner, name) => {
                let found = self.matches(inner, tree, subst).into_iter();
                found.flat_map(|subst| bound(&subst, name, tree.clone())).collect()
            }
            Pattern::Cast(sort, inner) if self.has_sort(tree, *sort) => {
                self.matches(inner, tree, subst)
            }
            Pattern::Cast(..) => Vec::new(),
        }
    }

    pub(crate) fn matches_each(
        &self,
        patterns: &[Pattern],
        trees: &[Tree],
        subst: &Subst,
    ) -> Vec<Subst> {
        let mut found = vec![subst.clone()];
        for (pattern, tree) in patterns.iter().zip(trees) {
            found = found.iter().flat_map(|subst| self.matches(pattern, tree, subst)).collect();
        }
        found
    }

    /// Items of a computation: a variable of sort K stands for any number of them.
    fn matches_items(&self, items: &[Pattern], trees: &[Tree], subst: &Subst) -> Vec<Subst> {
        let Some((first, behind)) = items.split_first() else {
            return if trees.is_empty() { vec![subst.clone()] } else { Vec::new() };
        };
        let counts = if self.is_computation(first) { 0..=trees.len() } else { 1..=1 };
        let mut found = Vec::new();
        for count in counts.filter(|count| *count <= trees.len()) {
            let several;
            let part = match &trees[..count] {
                [one] => one,
                items => {
                    several = Tree::Seq(items.to_vec());
                    &several
                }
            };
            for subst in self.matches(first, part, subst) {
                found.extend(self.matches_items(behind, &trees[count..], &subst));
            }
        }
        found
    }

    fn is_computation(&self, pattern: &Pattern) -> bool {
        matches!(pattern, Pattern::Variable(_, sort) if self.definition.sort(*sort).name == "K")
    }

    fn matches_cells(
        &self,
        patterns: &[Pattern],
        rest: Option<&str>,
        cells: &[&Tree],
        subst: &Subst,
    ) -> Vec<Subst> {
        let Some((first, behind)) = patterns.split_first() else {
            return match rest {
                Some(rest) => {
                    bound(subst, rest, Tree::bag(cells.iter().map(|cell| (*cell).clone())))
                }
                None if cells.is_empty() => vec![subst.clone()],
                None => Vec::new(),
            };
        };
        let mut found = Vec::new();
        for (at, cell) in cells.iter().enumerate() {
            for subst in self.matches(first, cell, subst) {
                let others = [&cells[..at], &cells[at + 1..]].concat();
                found.extend(self.matches_cells(behind, rest, &others, &subst));
            }
        }
        found
    }

    fn matches_collection(&self, pattern: &Pattern, tree: &Tree, subst: &Subst) -> Vec<Subst> {
        let parts = self.parts(pattern);
        match tree {
            Tree::List(items) => self.matches_list(&parts, items, subst),
            Tree::Map(entries) => {
                let entries = entries.iter().map(|(k, v)| vec![k.clone(), v.clone()]).collect();
                let whole = |left: Vec<Vec<Tree>>| {
                    let pair = |entry: Vec<Tree>| (entry[0].clone(), entry[1].clone());
                    Tree::Map(left.into_iter().map(pair).collect())
                };
                self.matches_set(&parts, entries, &whole, subst)
            }
            Tree::Set(items) => {
                let items = items.iter().map(|item| vec![item.clone()]).collect();
                let whole = |left: Vec<Vec<Tree>>| Tree::Set(left.concat().into_iter().collect());
                self.matches_set(&parts, items, &whole, subst)
            }
            _ => Vec::new(),
        }
    }

    /// The elements of a collection, and what stands for further ones.
    fn parts<'p>(&self, pattern: &'p Pattern) -> Vec<Part<'p>> {
        match pattern {
            Pattern::Apply(label, args) => match self.collection(label) {
                Some("unit") => Vec::new(),
                Some("element") => vec![Part::Element(args)],
                Some(_) => args.iter().flat_map(|arg| self.parts(arg)).collect(),
                None => vec![Part::Rest(pattern)],
            },
            Pattern::Cast(_, inner) => self.parts(inner),
            other => vec![Part::Rest(other)],
        }
    }

    fn matches_list(&self, parts: &[Part<'_>], items: &[Tree], subst: &Subst) -> Vec<Subst> {
        let Some((first, behind)) = parts.split_first() else {
            return if items.is_empty() { vec![subst.clone()] } else { Vec::new() };
        };
        let mut found = Vec::new();
        match first {
            Part::Element(element) => {
                if let Some((item, others)) = items.split_first() {
                    for subst in self.matches(&element[0], item, subst) {
                        found.extend(self.matches_list(behind, others, &subst));
                    }
                }
            }
            Part::Rest(rest) => {
                for count in 0..=items.len() {
                    let part = Tree::List(items[..count].to_vec());
                    for subst in self.matches(rest, &part, subst) {
                        found.extend(self.matches_list(behind, &items[count..], &subst));
                    }
                }
            }
        }
        found
    }

    /// Elements in any order; a rest takes what is left, so it comes last.
    fn matches_set(
        &self,
        parts: &[Part<'_>],
        items: Vec<Vec<Tree>>,
        whole: &dyn Fn(Vec<Vec<Tree>>) -> Tree,
        subst: &Subst,
    ) -> Vec<Subst> {
        let mut found = vec![(subst.clone(), items)];
        for part in parts {
            let Part::Element(patterns) = part else { continue };
            let mut next = Vec::new();
            for (subst, items) in &found {
                for at in 0..items.len() {
                    for subst in self.matches_each(patterns, &items[at], subst) {
                        let mut others = items.clone();
                        others.remove(at);
                        next.push((subst, others));
                    }
                }
            }
            found = next;
        }
        let rests: Vec<&Pattern> = parts.iter().filter_map(Part::rest).collect();
        let fits = |(subst, left): (Subst, Vec<Vec<Tree>>)| match rests[..] {
            [] if left.is_empty() => vec![subst],
            [] => Vec::new(),
            [rest] => self.matches(rest, &whole(left), &subst),
            _ => panic!("two rests in one collection"),
        };
        found.into_iter().flat_map(fits).collect()
    }
}

impl<'p> Part<'p> {
    fn rest(&self) -> Option<&'p Pattern> {
        match self {
            Part::Rest(rest) => Some(rest),
            Part::Element(_) => None,
        }
    }
}

fn bound(subst: &Subst, name: &str, tree: Tree) -> Vec<Subst> {
    let mut subst = subst.clone();
    match subst.insert(name.to_owned(), tree.clone()) {
        Some(known) if known != tree => Vec::new(),
        _ => vec![subst],
    }
}
