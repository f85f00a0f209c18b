//! Modules, functors and signatures.

use tree_sitter::Node;

use super::reader::Reader;
use super::types::phrase;
use crate::ast::{
    Constraint, FunctorParam, Ident, ItemKind, ModuleBinding, ModuleExpr, ModuleExprKind,
    ModuleType, ModuleTypeKind,
};

impl<'t> Reader<'_, 't> {
    pub(super) fn module_definition(&mut self, node: Node<'t>) -> ItemKind {
        let nodes = self.of_kind(node, "module_binding").into_iter().enumerate();
        let bindings = nodes.map(|(at, binding)| self.module_binding(node, binding, at == 0));
        let bindings = bindings.collect();
        ItemKind::Modules(self.has_token(node, "rec"), bindings)
    }

    fn module_binding(&mut self, outer: Node<'t>, node: Node<'t>, first: bool) -> ModuleBinding {
        let name = self.module_name(node);
        let params = self.functor_params(node);
        let ty = node.child_by_field_name("module_type").map(|ty| self.module_type(ty));
        let body = node.child_by_field_name("body").map(|body| self.module_expr(body));
        let notes = self.notes(outer, node, first);
        ModuleBinding { name, params, ty, body, notes, span: self.span(node) }
    }

    pub(super) fn module_name(&mut self, node: Node<'t>) -> Option<Ident> {
        let name = self.first(node, "module_name")?;
        (self.text(name) != "_").then(|| self.ident(name))
    }

    fn functor_params(&mut self, node: Node<'t>) -> Vec<FunctorParam> {
        let nodes = self.of_kind(node, "module_parameter");
        let read = |param: Node<'t>, reader: &mut Self| FunctorParam {
            name: reader.module_name(param),
            ty: param.child_by_field_name("module_type").map(|ty| reader.module_type(ty)),
            span: reader.span(param),
        };
        nodes.into_iter().map(|param| read(param, self)).collect()
    }

    pub(super) fn module_type_definition(&mut self, node: Node<'t>) -> ItemKind {
        let name = match self.first(node, "module_type_name") {
            Some(name) => self.ident(name),
            None => self.nameless(node),
        };
        let body = node.child_by_field_name("body").map(|body| self.module_type(body));
        ItemKind::ModuleType(name, body)
    }

    pub(super) fn module_expr(&mut self, node: Node<'t>) -> ModuleExpr {
        if node.kind() == "parenthesized_module_expression" {
            return self.module_expr(self.children(node)[0]);
        }
        let kind = match node.kind() {
            "module_path" | "extended_module_path" => ModuleExprKind::Path(self.path(node)),
            "structure" => ModuleExprKind::Structure(self.items(node)),
            "functor" => {
                let body = Box::new(self.module_expr(self.field(node, "body")));
                ModuleExprKind::Functor(self.functor_params(node), body)
            }
            "module_application" => {
                let functor = Box::new(self.module_expr(self.field(node, "functor")));
                let argument = node.child_by_field_name("argument");
                let argument = argument.map(|argument| Box::new(self.module_expr(argument)));
                ModuleExprKind::Apply(functor, argument)
            }
            "typed_module_expression" => self.typed_module(node),
            "packed_module" => {
                let value = Box::new(self.expr(self.field(node, "value")));
                let ty = node.child_by_field_name("coercion");
                let ty = ty.or(node.child_by_field_name("module_type"));
                let ty = ty.map(|ty| self.module_type(ty));
                ModuleExprKind::Unpack(value, ty)
            }
            other => ModuleExprKind::Unsupported(phrase(other)),
        };
        ModuleExpr { kind, span: self.span(node) }
    }

    fn typed_module(&mut self, node: Node<'t>) -> ModuleExprKind {
        let module = Box::new(self.module_expr(self.field(node, "module")));
        match node.child_by_field_name("module_type") {
            Some(ty) => ModuleExprKind::Typed(module, self.module_type(ty)),
            None => module.kind,
        }
    }

    pub(super) fn module_type(&mut self, node: Node<'t>) -> ModuleType {
        if node.kind() == "parenthesized_module_type" {
            return self.module_type(self.children(node)[0]);
        }
        let kind = match node.kind() {
            "module_type_path" => ModuleTypeKind::Path(self.path(node)),
            "signature" => ModuleTypeKind::Signature(self.items(node)),
            "module_type_constraint" => self.with(node),
            "functor_type" => self.functor_type(node),
            "module_type_of" => {
                ModuleTypeKind::Of(Box::new(self.module_expr(self.field(node, "module"))))
            }
            other => ModuleTypeKind::Unsupported(phrase(other)),
        };
        ModuleType { kind, span: self.span(node) }
    }

    fn with(&mut self, node: Node<'t>) -> ModuleTypeKind {
        let inner = Box::new(self.module_type(self.field(node, "module_type")));
        let constraints = self.children(node).into_iter().skip(1);
        let constraints = constraints.map(|constraint| self.constraint(constraint)).collect();
        ModuleTypeKind::With(inner, constraints)
    }

    fn constraint(&mut self, node: Node<'t>) -> Constraint {
        let destructive = self.has_token(node, ":=");
        match node.kind() {
            "constrain_type" => {
                let named = self.first(node, "type_constructor_path");
                let path = self.path(named.expect("the grammar asks for a type"));
                let body = self.ty(self.field(node, "equation"));
                Constraint::Type { path, params: self.type_params(node), body, destructive }
            }
            "constrain_module" => {
                let path = self.path(self.children(node)[0]);
                let body = self.path(self.field(node, "constraint"));
                Constraint::Module { path, body, destructive }
            }
            other => Constraint::Unsupported(phrase(other)),
        }
    }

    fn functor_type(&mut self, node: Node<'t>) -> ModuleTypeKind {
        let result = Box::new(self.module_type(self.field(node, "codomain")));
        let params = match node.child_by_field_name("domain") {
            Some(domain) => {
                let span = self.span(domain);
                vec![FunctorParam { name: None, ty: Some(self.module_type(domain)), span }]
            }
            None => self.functor_params(node),
        };
        ModuleTypeKind::Functor(params, result)
    }
}
