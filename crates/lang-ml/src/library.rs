//! Syntax trees of our own standard library, read once for all programs of a call.
//!
//! To read the library takes longer than to read most programs. Its texts never change, so the tree of a file depends only on
//! its name and on the handle that its places carry.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use source::{File, FileId};

use crate::ast::Ast;
use crate::parse::parse;

/// A server reads the library again and again under further handles; what it does not use any more is forgotten.
const MOST_TREES: usize = 256;

type Trees = HashMap<(String, FileId), Arc<Ast>>;

static TREES: LazyLock<Mutex<Trees>> = LazyLock::new(Mutex::default);

/// The tree of a file of the library.
pub(crate) fn tree(file: &File) -> Arc<Ast> {
    let key = (file.name().to_owned(), file.id());
    let trees = || TREES.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = trees().get(&key) {
        return Arc::clone(known);
    }
    let tree = Arc::new(parse(file).0);
    let mut trees = trees();
    if trees.len() >= MOST_TREES {
        trees.clear();
    }
    trees.insert(key, Arc::clone(&tree));
    tree
}

#[cfg(test)]
mod tests {
    use super::*;
    use source::Files;

    #[test]
    fn name_and_handle_identify_a_file() {
        let mut files = Files::new();
        let first = files.add("stdlib/one.ml", "let a = 1");
        let second = files.add("stdlib/two.ml", "let a = 1 let b = 2");
        let items = |file: &File| tree(file).items.len();
        assert_eq!([items(&first), items(&second), items(&first)], [1, 2, 1]);
        assert!(Arc::ptr_eq(&tree(&first), &tree(&first)));
        assert_eq!(tree(&second).items[0].span.file, second.id());
    }
}
