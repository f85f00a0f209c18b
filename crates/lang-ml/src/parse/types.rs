//! Type expressions.

use tree_sitter::Node;

use super::reader::Reader;
use crate::ast::{Label, Type, TypeKind};

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
            "type_constructor_path" => TypeKind::Named(self.path(node), Vec::new()),
            "constructed_type" => self.constructed(node),
            "function_type" => self.arrow(node),
            "tuple_type" => TypeKind::Tuple(self.types(node)),
            "polymorphic_type" => self.poly(node),
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
        TypeKind::Named(self.path(name), args)
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
                "abstract_type" => return TypeKind::Unsupported("type a. …".to_owned()),
                _ => {}
            }
        }
        TypeKind::Poly(names, body)
    }

    /// The parameters of a type definition.
    pub(super) fn type_params(&mut self, node: Node<'t>) -> Vec<String> {
        let variables = self.of_kind(node, "type_variable");
        let names = variables.into_iter().map(|variable| self.text(variable));
        names.map(|name| name.trim_start_matches('\'').to_owned()).collect()
    }
}

/// The name of a node kind as a noun phrase.
pub(super) fn phrase(kind: &str) -> String {
    kind.replace('_', " ")
}
