//! Patterns.

use tree_sitter::Node;

use super::reader::Reader;
use super::types::phrase;
use crate::ast::{Const, Ident, Pattern, PatternKind};

impl<'t> Reader<'_, 't> {
    pub(super) fn pattern(&mut self, node: Node<'t>) -> Pattern {
        if node.kind() == "parenthesized_pattern" {
            let mut inner = self.pattern(self.children(node)[0]);
            inner.attrs.extend(self.attrs_after(node));
            return inner;
        }
        let kind = self.pattern_kind(node);
        Pattern { kind, span: self.span(node), attrs: self.attrs_after(node) }
    }

    fn pattern_kind(&mut self, node: Node<'t>) -> PatternKind {
        if let Some(constant) = self.constant(node) {
            return PatternKind::Const(constant);
        }
        match node.kind() {
            "any_pattern" => PatternKind::Any,
            "value_name" | "value_pattern" | "parenthesized_operator" => {
                let name = self.ident(node);
                self.binds(&name.text);
                PatternKind::Var(name)
            }
            "unit" | "boolean" | "empty_list" | "constructor_path" => {
                PatternKind::Ctor(self.any_path(node), None)
            }
            "constructor_pattern" => self.ctor_pattern(node),
            "tuple_pattern" => PatternKind::Tuple(self.patterns(node)),
            "list_pattern" => PatternKind::List(self.patterns(node)),
            "or_pattern" => PatternKind::Or(self.patterns(node)),
            "cons_pattern" => self.cons_pattern(node),
            "record_pattern" => self.record_pattern(node),
            "range_pattern" => self.range_pattern(node),
            "alias_pattern" => {
                let inner = Box::new(self.pattern(self.field(node, "pattern")));
                let name = self.ident(self.field(node, "alias"));
                self.binds(&name.text);
                PatternKind::Alias(inner, name)
            }
            "typed_pattern" => {
                let inner = Box::new(self.pattern(self.field(node, "pattern")));
                PatternKind::Typed(inner, self.ty(self.field(node, "type")))
            }
            "exception_pattern" => {
                PatternKind::Exception(Box::new(self.pattern(self.field(node, "pattern"))))
            }
            "local_open_pattern" => self.open_pattern(node),
            "tag" => PatternKind::Tag(self.tag(node), None),
            "tag_pattern" => {
                let tag = self.tag(self.children(node)[0]);
                let inner = self.pattern(self.field(node, "pattern"));
                PatternKind::Tag(tag, Some(Box::new(inner)))
            }
            "polymorphic_variant_pattern" => PatternKind::TagsOf(self.path(self.children(node)[0])),
            "lazy_pattern" => {
                PatternKind::Lazy(Box::new(self.pattern(self.field(node, "pattern"))))
            }
            "array_pattern" => PatternKind::Array(self.patterns(node)),
            "package_pattern" => {
                let ty = node.child_by_field_name("module_type").map(|ty| self.module_type(ty));
                PatternKind::Module(self.module_name(node), ty)
            }
            other => PatternKind::Unsupported(phrase(other)),
        }
    }

    fn patterns(&mut self, node: Node<'t>) -> Vec<Pattern> {
        self.children(node).into_iter().map(|child| self.pattern(child)).collect()
    }

    fn ctor_pattern(&mut self, node: Node<'t>) -> PatternKind {
        let path = self.any_path(self.children(node)[0]);
        let inner = self.pattern(self.field(node, "pattern"));
        PatternKind::Ctor(path, Some(Box::new(inner)))
    }

    fn cons_pattern(&mut self, node: Node<'t>) -> PatternKind {
        let head = self.pattern(self.field(node, "left"));
        let tail = self.pattern(self.field(node, "right"));
        let span = self.span(node);
        let cons = crate::ast::Path::plain(Ident { text: "::".to_owned(), span });
        let both = Pattern::new(PatternKind::Tuple(vec![head, tail]), span);
        PatternKind::Ctor(cons, Some(Box::new(both)))
    }

    fn record_pattern(&mut self, node: Node<'t>) -> PatternKind {
        let fields = self.of_kind(node, "field_pattern").into_iter().map(|field| {
            let path = self.path(self.children(field)[0]);
            let mut pattern = match field.child_by_field_name("pattern") {
                Some(pattern) => self.pattern(pattern),
                None => {
                    self.binds(&path.name.text);
                    Pattern::new(PatternKind::Var(path.name.clone()), path.span)
                }
            };
            if let Some(ty) = field.child_by_field_name("type") {
                let span = pattern.span;
                let kind = PatternKind::Typed(Box::new(pattern), self.ty(ty));
                pattern = Pattern::new(kind, span);
            }
            (path, pattern)
        });
        PatternKind::Record(fields.collect())
    }

    fn range_pattern(&mut self, node: Node<'t>) -> PatternKind {
        let (left, right) = (self.field(node, "left"), self.field(node, "right"));
        match (self.constant(left), self.constant(right)) {
            (Some(Const::Char(low)), Some(Const::Char(high))) => PatternKind::Range(low, high),
            _ => {
                self.report(node, "a range of patterns is between two characters");
                PatternKind::Any
            }
        }
    }

    fn open_pattern(&mut self, node: Node<'t>) -> PatternKind {
        let path = self.path(self.children(node)[0]);
        PatternKind::Open(path, Box::new(self.pattern(self.field(node, "pattern"))))
    }
}
