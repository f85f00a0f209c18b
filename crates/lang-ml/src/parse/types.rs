//! Type expressions.

use tree_sitter::Node;

use super::reader::Reader;
use crate::ast::{Label, Path, Type, TypeKind};

impl<'t> Reader<'_, 't> {
    pub(super) fn ty(&mut self, node: Node<'t>) -> Type {
        if node.kind() == "parenthesized_type" {
            let mut inner = self.ty(self.children(node)[0]);
            inner.attrs.extend(self.attrs_after(node));
            return inner;
        }
        let kind = self.type_kind(node);
        Type { kind, span: self.span(node), attrs: self.attrs_after(node) }
    }

    fn type_kind(&mut self, node: Node<'t>) -> TypeKind {
        match node.kind() {
            "type_variable" => self.type_variable(node),
            "any_type" => TypeKind::Any,
            "type_constructor_path" => {
                let path = self.path(node);
                self.named(path, Vec::new())
            }
            "constructed_type" => self.constructed(node),
            "function_type" => self.arrow(node),
            "tuple_type" => TypeKind::Tuple(self.types(node)),
            "polymorphic_type" => self.poly(node),
            "polymorphic_variant_type" => self.tags(node),
            "aliased_type" => {
                let inner = Box::new(self.ty(self.field(node, "type")));
                let name = self.text(self.field(node, "alias"));
                TypeKind::Alias(inner, name.trim_start_matches('\'').to_owned())
            }
            "local_open_type" => {
                let path = self.path(self.children(node)[0]);
                match self.was_applied() {
                    true => TypeKind::Unsupported("functor application in a path".to_owned()),
                    false => TypeKind::Open(path, Box::new(self.ty(self.field(node, "type")))),
                }
            }
            "package_type" => {
                TypeKind::Package(Box::new(self.module_type(self.field(node, "module_type"))))
            }
            "extension" | "quoted_extension" => TypeKind::Extension(self.attr(node)),
            other => TypeKind::Unsupported(phrase(other)),
        }
    }

    fn type_variable(&mut self, node: Node<'t>) -> TypeKind {
        match self.text(node) {
            "_" => TypeKind::Any,
            text => TypeKind::Var(text.trim_start_matches('\'').to_owned()),
        }
    }

    fn types(&mut self, node: Node<'t>) -> Vec<Type> {
        self.children(node).into_iter().map(|child| self.ty(child)).collect()
    }

    fn constructed(&mut self, node: Node<'t>) -> TypeKind {
        let mut children = self.children(node);
        let name = children.pop().expect("a constructed type ends with its constructor");
        let args = children.into_iter().map(|child| self.ty(child)).collect();
        let path = self.path(name);
        self.named(path, args)
    }

    /// A type of a functor application has no name of its own.
    fn named(&mut self, path: Path, args: Vec<Type>) -> TypeKind {
        match self.was_applied() {
            true => TypeKind::Unsupported("functor application in a path".to_owned()),
            false => TypeKind::Named(path, args),
        }
    }

    fn tags(&mut self, node: Node<'t>) -> TypeKind {
        let (mut tags, mut inherited) = (Vec::new(), Vec::new());
        for child in self.children(node) {
            match child.kind() {
                // The tags behind `>` were named before.
                "tag" => {}
                "tag_specification" => {
                    let parts = self.children(child);
                    let name = self.tag(parts[0]).text;
                    tags.push((name, parts.get(1).map(|ty| self.ty(*ty))));
                }
                _ => inherited.push(self.ty(child)),
            }
        }
        TypeKind::Tags { tags, inherited, open: self.has_token(node, "[>") }
    }

    fn arrow(&mut self, node: Node<'t>) -> TypeKind {
        let domain = self.field(node, "domain");
        let codomain = Box::new(self.ty(self.field(node, "codomain")));
        if domain.kind() != "labeled_argument_type" {
            return TypeKind::Arrow(Label::None, Box::new(self.ty(domain)), codomain);
        }
        let name = self.first(domain, "label_name").map(|name| self.text(name).to_owned());
        let name = name.unwrap_or_default();
        let label = match self.has_token(domain, "?") {
            true => Label::Optional(name),
            false => Label::Named(name),
        };
        TypeKind::Arrow(label, Box::new(self.ty(self.field(domain, "type"))), codomain)
    }

    fn poly(&mut self, node: Node<'t>) -> TypeKind {
        let body = Box::new(self.ty(self.field(node, "type")));
        let mut names = Vec::new();
        for child in self.children(node) {
            match child.kind() {
                "type_variable" => names.push(self.text(child).trim_start_matches('\'').to_owned()),
                "abstract_type" => {
                    let names = self.of_kind(child, "type_constructor");
                    let names = names.into_iter().map(|name| self.ident(name)).collect();
                    return TypeKind::Rigid(names, body);
                }
                _ => {}
            }
        }
        TypeKind::Poly(names, body)
    }

    /// The parameters of a type definition.
    pub(super) fn type_params(&mut self, node: Node<'t>) -> Vec<String> {
        // A variable behind the name is what the type is defined as.
        let end = node.child_by_field_name("name").map_or(usize::MAX, |name| name.start_byte());
        let variables = self.of_kind(node, "type_variable").into_iter();
        let variables = variables.filter(|variable| variable.start_byte() < end);
        let names = variables.map(|variable| self.text(variable));
        names.map(|name| name.trim_start_matches('\'').to_owned()).collect()
    }

    /// For each parameter of a type definition, whether a plus stands before it.
    pub(super) fn covariant_params(&mut self, node: Node<'t>) -> Vec<bool> {
        let (mut found, mut plus) = (Vec::new(), false);
        let mut cursor = node.walk();
        for child in node.children(&mut cursor) {
            match child.kind() {
                "type_variable" => found.push(std::mem::take(&mut plus)),
                _ => plus |= matches!(self.text(child), "+" | "+!" | "!+"),
            }
        }
        found
    }
}

/// The name of a node kind as a noun phrase.
pub(super) fn phrase(kind: &str) -> String {
    kind.replace('_', " ")
}
