//! Terms as plain trees.

use std::collections::{BTreeMap, BTreeSet};

/// What variables stand for.
pub(crate) type Subst = BTreeMap<String, Tree>;

/// A term without variables.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Tree {
    /// A constructor by the name of its label.
    Apply(String, Vec<Tree>),
    /// A token of a sort; strings without their quotes.
    Token(String, String),
    /// A computation of no item or several; no item is one itself.
    Seq(Vec<Tree>),
    /// A cell.
    Cell(String, Box<Tree>),
    /// Cells, in order.
    Bag(Vec<Tree>),
    /// A map.
    Map(BTreeMap<Tree, Tree>),
    /// A list.
    List(Vec<Tree>),
    /// A set.
    Set(BTreeSet<Tree>),
}

impl Tree {
    /// A computation of these items.
    pub fn seq(items: impl IntoIterator<Item = Tree>) -> Tree {
        let mut flat: Vec<Tree> = items.into_iter().flat_map(Tree::items).collect();
        if flat.len() == 1 { flat.remove(0) } else { Tree::Seq(flat) }
    }

    /// The items of a computation.
    pub(crate) fn items(self) -> Vec<Tree> {
        match self {
            Tree::Seq(items) => items,
            item => vec![item],
        }
    }

    /// The same, as they stand there.
    pub(crate) fn parts(&self) -> &[Tree] {
        match self {
            Tree::Seq(items) => items,
            item => std::slice::from_ref(item),
        }
    }

    /// Cells side by side.
    pub(crate) fn bag(parts: impl IntoIterator<Item = Tree>) -> Tree {
        let inner = |part: Tree| match part {
            Tree::Bag(cells) => cells,
            // The empty computation stands for no cell, too.
            Tree::Seq(items) if items.is_empty() => Vec::new(),
            cell => vec![cell],
        };
        let mut cells: Vec<Tree> = parts.into_iter().flat_map(inner).collect();
        cells.sort();
        Tree::Bag(cells)
    }

    /// A number.
    #[must_use]
    pub fn int(value: i64) -> Tree {
        Tree::Token("Int".to_owned(), value.to_string())
    }

    /// A truth value.
    #[must_use]
    pub fn bool(value: bool) -> Tree {
        Tree::Token("Bool".to_owned(), value.to_string())
    }

    pub(crate) fn is_true(&self) -> bool {
        *self == Tree::bool(true)
    }

    pub(crate) fn as_int(&self) -> Option<i64> {
        match self {
            Tree::Token(sort, text) if sort == "Int" => text.parse().ok(),
            _ => None,
        }
    }

    pub(crate) fn is_cell(&self, name: &str) -> bool {
        matches!(self, Tree::Cell(own, _) if own == name)
    }

    /// A text that tells different trees apart.
    pub(crate) fn text(&self) -> String {
        let all = |parts: &[Tree]| parts.iter().map(Tree::text).collect::<Vec<_>>().join(",");
        match self {
            Tree::Apply(label, args) if args.is_empty() => label.clone(),
            Tree::Apply(label, args) => format!("{label}({})", all(args)),
            Tree::Token(sort, text) if sort == "String" => format!("\"{text}\""),
            Tree::Token(_, text) => text.clone(),
            Tree::Seq(items) => format!("[{}]", all(items)),
            Tree::Cell(name, inner) => format!("<{name}>{}", inner.text()),
            Tree::Bag(cells) => format!("{{{}}}", all(cells)),
            Tree::List(items) => format!("list({})", all(items)),
            Tree::Set(items) => {
                let mut items: Vec<String> = items.iter().map(Tree::text).collect();
                items.sort();
                format!("set({})", items.join(","))
            }
            Tree::Map(entries) => {
                let entry =
                    |(key, value): (&Tree, &Tree)| format!("{}:{}", key.text(), value.text());
                let mut entries: Vec<String> = entries.iter().map(entry).collect();
                entries.sort();
                format!("map({})", entries.join(","))
            }
        }
    }
}
