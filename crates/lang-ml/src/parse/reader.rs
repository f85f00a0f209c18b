//! What all readers of nodes share: text, places, children, names, attributes.

use source::{Diagnostic, File, Span};
use tree_sitter::Node;

use super::object::InstanceVariables;
use super::survey::Survey;
use crate::ast::{Attr, Doc, Ident, Item, ItemKind, Notes, Path, Payload};
use crate::interface::GOSPEL;
use crate::patience::Patience;

/// Turns nodes of the concrete tree into our own.
pub(crate) struct Reader<'r, 't> {
    file: &'r File,
    survey: &'r Survey<'t>,
    patience: &'r Patience<'r>,
    diagnostics: Vec<Diagnostic>,
    /// Whether a path was read in which a functor is applied.
    applied: bool,
    /// The objects around the present node.
    pub(super) objects: Vec<InstanceVariables>,
}

impl<'r, 't> Reader<'r, 't> {
    pub(crate) fn new(
        file: &'r File,
        survey: &'r Survey<'t>,
        patience: &'r Patience<'r>,
    ) -> Reader<'r, 't> {
        let (diagnostics, objects) = (Vec::new(), Vec::new());
        Reader { file, survey, patience, diagnostics, applied: false, objects }
    }

    pub(crate) fn finish(self) -> Vec<Diagnostic> {
        self.diagnostics
    }

    pub(super) fn file_text(&self) -> &'r str {
        self.file.text()
    }

    pub(super) fn report(&mut self, node: Node<'_>, message: impl Into<String>) {
        let span = self.span(node);
        self.diagnostics.push(Diagnostic::error(message).with_code("ML001").at(span, ""));
    }

    pub(super) fn span(&self, node: Node<'_>) -> Span {
        self.file.span(node.byte_range())
    }

    pub(super) fn text(&self, node: Node<'_>) -> &'r str {
        &self.file.text()[node.byte_range()]
    }

    /// The named children that are part of the phrase: no comments, no attributes.
    pub(super) fn children(&self, node: Node<'t>) -> Vec<Node<'t>> {
        let mut cursor = node.walk();
        node.named_children(&mut cursor).filter(|child| !child.is_extra()).collect()
    }

    /// The named children of a kind.
    pub(super) fn of_kind(&self, node: Node<'t>, kind: &str) -> Vec<Node<'t>> {
        self.children(node).into_iter().filter(|child| child.kind() == kind).collect()
    }

    /// The first named child of a kind.
    pub(super) fn first(&self, node: Node<'t>, kind: &str) -> Option<Node<'t>> {
        self.children(node).into_iter().find(|child| child.kind() == kind)
    }

    /// The child in a field that the grammar always fills.
    pub(super) fn field(&self, node: Node<'t>, name: &str) -> Node<'t> {
        node.child_by_field_name(name).expect("the grammar fills this field in trees without error")
    }

    /// Whether an anonymous token such as `rec` is among the children.
    pub(super) fn has_token(&self, node: Node<'t>, token: &str) -> bool {
        let mut cursor = node.walk();
        node.children(&mut cursor).any(|child| child.kind() == token)
    }

    pub(super) fn ident(&self, node: Node<'t>) -> Ident {
        if node.kind() == "parenthesized_operator" {
            return self.operator(node);
        }
        Ident { text: self.text(node).to_owned(), span: self.span(node) }
    }

    /// An operator in parentheses.
    fn operator(&self, node: Node<'t>) -> Ident {
        let inner = self.text(node).trim_start_matches('(').trim_end_matches(')').trim();
        let text = if inner.is_empty() { self.text(node) } else { inner };
        Ident { text: text.to_owned(), span: self.span(node) }
    }

    /// A path: its last named child is the name, those before it are modules. Functor
    /// applications in paths are not read; their first module stands for them.
    pub(super) fn path(&mut self, node: Node<'t>) -> Path {
        let span = self.span(node);
        let mut parts = Vec::new();
        self.path_parts(node, &mut parts);
        let name = parts.pop().unwrap_or_else(|| self.ident(node));
        Path { modules: parts, name, span }
    }

    fn path_parts(&mut self, node: Node<'t>, parts: &mut Vec<Ident>) {
        for child in self.children(node) {
            match child.kind() {
                "module_path" | "extended_module_path" => self.path_parts(child, parts),
                _ => parts.push(self.ident(child)),
            }
        }
        self.applied |= node.kind() == "extended_module_path" && self.has_token(node, "(");
    }

    /// Whether a functor was applied in a path since the last time this was asked.
    pub(super) fn was_applied(&mut self) -> bool {
        std::mem::take(&mut self.applied)
    }

    /// The name of a tag, without its sign.
    pub(super) fn tag(&self, node: Node<'t>) -> Ident {
        let mut tag = self.ident(node);
        tag.text = tag.text.trim_start_matches(['`', '#']).trim().to_owned();
        tag
    }

    /// `M.x` as a path, from nodes such as `unit` or `value_name` too.
    pub(super) fn any_path(&mut self, node: Node<'t>) -> Path {
        match node.kind() {
            "unit" => Path::plain(Ident { text: "()".to_owned(), span: self.span(node) }),
            "empty_list" => Path::plain(Ident { text: "[]".to_owned(), span: self.span(node) }),
            "boolean" | "value_name" | "value_pattern" | "parenthesized_operator" => {
                Path::plain(self.ident(node))
            }
            _ => self.path(node),
        }
    }

    /// The attributes right after a node.
    pub(super) fn attrs_after(&mut self, node: Node<'t>) -> Vec<Attr> {
        let survey = self.survey;
        survey.attrs_after(node).iter().map(|attr| self.attr(*attr)).collect()
    }

    /// The documentation comment or the comment of Gospel right before the place where a node begins.
    pub(super) fn comment_before(&self, node: Node<'t>) -> Option<&'r Doc> {
        self.survey.comment_before(node.start_byte())
    }

    /// Whether a comment before an item belongs to the item above it, as documentation does that stands right
    /// below an item and has an empty line below itself.
    fn is_of_item_before(&self, doc: &Doc, item: usize) -> bool {
        let (text, range) = (self.file.text(), doc.span.range());
        let (Some(below), Some(above)) =
            (text.get(range.end..item), text[..range.start].rfind("(*"))
        else {
            return false;
        };
        let above = &text[..above];
        let lines = |text: &str| text.matches('\n').count();
        let gap = lines(&above[above.trim_end().len()..]);
        let above = above.trim_end();
        let is_no_item =
            above.is_empty() || ["*)", "struct", "sig"].iter().any(|end| above.ends_with(end));
        gap <= 1 && !is_no_item && lines(below) > 1
    }

    /// Comment and attributes of a definition: `outer` is the item that it stands in.
    pub(super) fn notes(&mut self, outer: Node<'t>, node: Node<'t>, first: bool) -> Notes {
        let mut cursor = outer.walk();
        let around: Vec<Node<'t>> = outer.children(&mut cursor).collect();
        let (mut pending, mut start) = (Vec::new(), first.then_some(outer));
        for child in around {
            match child.kind() {
                "attribute" => pending.push(child),
                "and" | "let_and_operator" => {
                    pending.clear();
                    start = Some(child);
                }
                _ if child.id() == node.id() => break,
                _ => {}
            }
        }
        let survey = self.survey;
        // Before a local definition the comment may stand before a larger node that begins there, too.
        let around = || survey.comment_before(start?.start_byte());
        let is_plain = |doc: &&Doc| !doc.text.starts_with(GOSPEL);
        let own = survey.doc_before(node).or_else(|| survey.doc_before(start?));
        let doc = own.or_else(|| around().filter(is_plain)).cloned();
        let doc = doc.filter(|doc| !self.is_of_item_before(doc, outer.start_byte()));
        let own = self.of_kind(node, "item_attribute");
        let attrs = pending.into_iter().chain(own).map(|attr| self.attr(attr)).collect();
        Notes { doc, attrs, declared: None }
    }

    pub(super) fn attr(&mut self, node: Node<'t>) -> Attr {
        let span = self.span(node);
        let name = match self.first(node, "attribute_id") {
            Some(id) => self.ident(id),
            None => Ident { text: String::new(), span },
        };
        let payload = match self.first(node, "attribute_payload") {
            Some(payload) => self.payload(payload),
            None => self.quoted_payload(node),
        };
        Attr { name, payload, span }
    }

    fn quoted_payload(&mut self, node: Node<'t>) -> Payload {
        match self.first(node, "quoted_string_content") {
            Some(content) => Payload::Text(self.text(content).to_owned()),
            None => Payload::Empty,
        }
    }

    fn payload(&mut self, node: Node<'t>) -> Payload {
        if self.has_token(node, "?") {
            return match self.children(node).first() {
                Some(pattern) => Payload::Pattern(Box::new(self.pattern(*pattern))),
                None => Payload::Empty,
            };
        }
        if !self.has_token(node, ":") {
            return Payload::Items(self.items(node));
        }
        match self.children(node).first() {
            Some(first) if is_signature_item(first.kind()) => Payload::Signature(self.items(node)),
            Some(first) => Payload::Type(Box::new(self.ty(*first))),
            None => Payload::Empty,
        }
    }

    /// The items among the children of a node; those with a syntax error in them are left out.
    pub(super) fn items(&mut self, node: Node<'t>) -> Vec<Item> {
        let children = self.children(node);
        let good = children.into_iter().filter(|child| !child.has_error());
        let patience = self.patience;
        good.take_while(|_| !patience.is_over())
            .flat_map(|child| {
                let span = self.span(child);
                let functions = (child.kind() == "class_definition")
                    .then(|| Item { kind: self.class_functions(child), span });
                let own = self.item(child).map(|kind: ItemKind| Item { kind, span });
                own.into_iter().chain(functions)
            })
            .collect()
    }
}

fn is_signature_item(kind: &str) -> bool {
    matches!(
        kind,
        "value_specification"
            | "external"
            | "type_definition"
            | "exception_definition"
            | "module_definition"
            | "module_type_definition"
            | "open_module_signature"
            | "include_module_type"
    )
}
