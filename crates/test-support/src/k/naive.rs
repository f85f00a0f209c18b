//! A rewriter that is plainly right: it matches whole configurations against whole rules, by trying
//! everything, without an index, registers or native steps for strictness.
//!
//! It starts from the parsed definition, as the compiler of rules does, and shares nothing else with
//! it. Cells that a rule leaves out are supplied as K does it, `strict` and `context` become rules.

mod builtin;
mod heat;
mod matching;
mod rules;
mod tree;

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use k_syntax::definition::{CellContents, ConfigCell};

pub use rules::Rewriter;
pub(crate) use tree::Subst;
pub use tree::Tree;

/// What a configuration shows: the text of each cell that is there exactly once. What waits in the
/// computation is only known to be something or nothing.
pub type Shown = BTreeMap<String, String>;

impl Rewriter<'_> {
    /// What all final configurations show; none if there are too many configurations.
    #[must_use]
    pub fn finals(&self, program: Tree, input: Vec<Tree>, most: usize) -> Option<BTreeSet<Shown>> {
        let start = self.start(program, input);
        let mut seen = BTreeSet::from([start.clone()]);
        let mut waiting = VecDeque::from([start]);
        let mut found = BTreeSet::new();
        while let Some(state) = waiting.pop_front() {
            let next = self.successors(&state);
            if next.is_empty() {
                found.insert(self.shown(&state.0));
            }
            for state in next {
                if seen.insert(state.clone()) {
                    waiting.push_back(state);
                }
            }
            if seen.len() > most {
                return None;
            }
        }
        Some(found)
    }

    /// The configuration at the start, with the next fresh number.
    fn start(&self, program: Tree, input: Vec<Tree>) -> (Tree, i64) {
        let given = Subst::from([("PGM".to_owned(), program)]);
        let mut root = self.initial(&self.definition.configuration, &given);
        fill_stream(&self.definition.configuration, &mut root, input);
        (root, 0)
    }

    fn shown(&self, state: &Tree) -> Shown {
        let mut shown = Shown::new();
        let mut todo = vec![(&self.definition.configuration, state)];
        while let Some((cell, tree)) = todo.pop() {
            let Tree::Cell(_, inner) = tree else { continue };
            match (&cell.contents, &**inner) {
                (CellContents::Cells(kinds), Tree::Bag(cells)) => {
                    for kind in kinds.iter().filter(|kind| !kind.attributes.has("multiplicity")) {
                        let own = cells.iter().find(|cell| cell.is_cell(&kind.name));
                        todo.extend(own.map(|own| (kind, own)));
                    }
                }
                (_, contents) => {
                    shown.insert(cell.name.clone(), self.text(&cell.name, contents));
                }
            }
        }
        shown
    }

    /// What a cell shows with these contents.
    #[must_use]
    pub fn text(&self, cell: &str, contents: &Tree) -> String {
        match (cell, contents) {
            ("k", Tree::Seq(items)) if !items.is_empty() => "something".to_owned(),
            ("k", tree) if *tree != Tree::Seq(Vec::new()) && !self.is_value(tree) => {
                "something".to_owned()
            }
            (_, tree) => tree.text(),
        }
    }
}

/// Puts items into the cell of standard input.
fn fill_stream(cell: &ConfigCell, tree: &mut Tree, input: Vec<Tree>) {
    let Tree::Cell(_, inner) = tree else { return };
    if cell.attributes.value("stream") == Some("stdin") {
        **inner = Tree::List(input);
        return;
    }
    if let (CellContents::Cells(kinds), Tree::Bag(cells)) = (&cell.contents, &mut **inner) {
        for own in cells {
            if let Some(kind) = kinds.iter().find(|kind| own.is_cell(&kind.name)) {
                fill_stream(kind, own, input.clone());
            }
        }
    }
}
