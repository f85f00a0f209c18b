//! One pass over the concrete tree, with a cursor instead of recursion.
//!
//! Comments and attributes may stand anywhere in the concrete tree. The survey notes which node
//! each attribute follows and which node each documentation comment precedes, so that the readers
//! can ask by node.

use rustc_hash::FxHashMap;
use source::{Diagnostic, File};
use tree_sitter::{Node, Tree, TreeCursor};

use crate::ast::{Doc, MAX_DEPTH};
use crate::interface::GOSPEL;
use crate::patience::Patience;

/// How many syntax errors are worth telling; after so many the rest is noise.
const MAX_ERRORS: usize = 20;

/// What was found.
pub(crate) struct Survey<'t> {
    file: &'t File,
    /// By the node that the attributes follow.
    attrs: FxHashMap<usize, Vec<Node<'t>>>,
    /// By the node that the comment precedes.
    docs: FxHashMap<usize, Doc>,
    /// Documentation comments and those of Gospel, by the byte where the next node begins.
    comments: FxHashMap<usize, Doc>,
    errors: Vec<Node<'t>>,
    too_deep: Option<Node<'t>>,
}

impl<'t> Survey<'t> {
    pub(crate) fn of(tree: &'t Tree, file: &'t File, patience: &Patience<'_>) -> Survey<'t> {
        let (attrs, docs, comments) = Default::default();
        let mut survey = Survey { file, attrs, docs, comments, errors: Vec::new(), too_deep: None };
        survey.walk(tree.walk(), patience);
        survey
    }

    /// The attributes right after a node.
    pub(crate) fn attrs_after(&self, node: Node<'_>) -> &[Node<'t>] {
        self.attrs.get(&node.id()).map_or(&[], Vec::as_slice)
    }

    /// The documentation comment right before a node.
    pub(crate) fn doc_before(&self, node: Node<'_>) -> Option<&Doc> {
        self.docs.get(&node.id())
    }

    /// The documentation comment or the comment of Gospel right before the node that begins at a byte.
    pub(crate) fn comment_before(&self, byte: usize) -> Option<&Doc> {
        self.comments.get(&byte)
    }

    /// Whether recursion over the tree is out of the question.
    pub(crate) fn too_deep(&self) -> bool {
        self.too_deep.is_some()
    }

    pub(crate) fn errors(&self) -> Vec<Diagnostic> {
        match self.too_deep {
            Some(node) => vec![self.deep(node)],
            None => self.errors.iter().map(|node| self.error(*node)).collect(),
        }
    }

    /// Visits every node; `before` holds the last sibling that is neither comment nor attribute,
    /// for each level above the cursor.
    fn walk(&mut self, mut cursor: TreeCursor<'t>, patience: &Patience<'_>) {
        let mut before: Vec<Option<Node<'t>>> = vec![None];
        let (mut doc, mut comment) = (None, None);
        while !patience.is_over() {
            let node = cursor.node();
            self.visit(node, before.last_mut().expect("one entry for each level"), &mut doc);
            self.visit_comment(node, &mut comment);
            if before.len() > MAX_DEPTH {
                self.too_deep = Some(node);
                return;
            }
            if cursor.goto_first_child() {
                before.push(None);
                continue;
            }
            while !cursor.goto_next_sibling() {
                before.pop();
                if !cursor.goto_parent() {
                    return;
                }
            }
        }
    }

    fn visit(&mut self, node: Node<'t>, before: &mut Option<Node<'t>>, doc: &mut Option<Doc>) {
        if (node.is_error() || node.is_missing()) && self.errors.len() < MAX_ERRORS {
            self.errors.push(node);
        }
        match node.kind() {
            "comment" => *doc = self.doc(node).or(doc.take()),
            "attribute" => {
                if let Some(before) = *before {
                    self.attrs.entry(before.id()).or_default().push(node);
                }
            }
            _ => {
                if let Some(doc) = doc.take() {
                    self.docs.insert(node.id(), doc);
                }
                *before = Some(node);
            }
        }
    }

    fn visit_comment(&mut self, node: Node<'t>, comment: &mut Option<Doc>) {
        if node.kind() == "comment" {
            *comment = self.doc(node).or_else(|| self.gospel(node)).or(comment.take());
        } else if let Some(comment) = comment.take() {
            self.comments.insert(node.start_byte(), comment);
        }
    }

    /// The comment, if it is one of Gospel: `(*@`. Its text begins with the sign.
    fn gospel(&self, node: Node<'_>) -> Option<Doc> {
        let range = node.byte_range();
        let text = &self.file.text()[range.clone()];
        let inner = text.strip_prefix("(*")?.strip_suffix("*)")?;
        let span = self.file.span(range.start + 2..range.end - 2);
        inner.starts_with(GOSPEL).then(|| Doc { text: inner.to_owned(), span })
    }

    /// The comment, if it is a documentation comment: `(**` and then no third star.
    fn doc(&self, node: Node<'_>) -> Option<Doc> {
        let range = node.byte_range();
        let text = &self.file.text()[range.clone()];
        let inner = text.strip_prefix("(**")?.strip_suffix("*)")?;
        let ornament = inner.starts_with('*') || inner.is_empty();
        let span = self.file.span(range.start + 3..range.end - 2);
        (!ornament).then(|| Doc { text: inner.to_owned(), span })
    }

    fn deep(&self, node: Node<'_>) -> Diagnostic {
        Diagnostic::error("the program is nested too deeply")
            .with_code("ML002")
            .at(self.file.span(node.byte_range()), "")
            .with_note(format!("at most {MAX_DEPTH} levels are read"))
    }

    fn error(&self, node: Node<'_>) -> Diagnostic {
        let (range, message) = if node.is_missing() {
            (node.byte_range(), format!("syntax error: `{}` is missing here", node.kind()))
        } else {
            self.unexpected(node)
        };
        let diagnostic = Diagnostic::error(message).with_code("ML001");
        diagnostic.at(self.file.span(range), "")
    }

    /// The recovery of the grammar may wrap much good text into one error node; its first word is
    /// what is shown.
    fn unexpected(&self, node: Node<'_>) -> (std::ops::Range<usize>, String) {
        let text = &self.file.text()[node.byte_range()];
        let word = text.split_whitespace().next().unwrap_or("");
        if word.is_empty() {
            return (node.byte_range(), "syntax error".to_owned());
        }
        let start = node.start_byte() + (text.len() - text.trim_start().len());
        let shown: String = word.chars().take(30).collect();
        (start..start + word.len(), format!("syntax error near `{shown}`"))
    }
}
