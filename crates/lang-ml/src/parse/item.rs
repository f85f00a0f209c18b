//! Items of structures and signatures.

use tree_sitter::Node;

use super::reader::Reader;
use super::types::phrase;
use crate::ast::{ClassName, CtorArgs, CtorDecl, FieldDecl, Ident, ItemKind, TypeBody, TypeDecl};

impl<'t> Reader<'_, 't> {
    /// An item; none for what says nothing, such as a shebang line.
    pub(super) fn item(&mut self, node: Node<'t>) -> Option<ItemKind> {
        Some(match node.kind() {
            "value_definition" => ItemKind::Let(self.has_token(node, "rec"), self.bindings(node)),
            "expression_item" => ItemKind::Eval(self.expr(self.children(node)[0])),
            "value_specification" | "external" => self.value_specification(node),
            "type_definition" => match self.first(node, "type_binding") {
                Some(binding) if self.has_token(binding, "+=") => self.extension(binding),
                _ => self.type_definition(node),
            },
            "class_definition" | "class_type_definition" => self.classes(node),
            "exception_definition" => self.exception(node),
            "module_definition" => self.module_definition(node),
            "module_type_definition" => self.module_type_definition(node),
            "open_module" | "open_module_signature" => {
                ItemKind::Open(self.module_expr(self.field(node, "module")))
            }
            "include_module" => ItemKind::Include(self.module_expr(self.field(node, "module"))),
            "include_module_type" => {
                ItemKind::IncludeType(self.module_type(self.field(node, "module_type")))
            }
            "floating_attribute" => ItemKind::Attribute(self.attr(node)),
            "item_extension" | "quoted_item_extension" => ItemKind::Extension(self.attr(node)),
            "shebang" | "toplevel_directive" => return None,
            other => ItemKind::Unsupported(phrase(other)),
        })
    }

    fn value_specification(&mut self, node: Node<'t>) -> ItemKind {
        let name = self.first(node, "value_name").or(self.first(node, "parenthesized_operator"));
        let name = match name {
            Some(name) => self.ident(name),
            None => self.nameless(node),
        };
        let mut notes = self.notes(node, node, true);
        notes.attrs.retain(|attr| attr.span.end <= self.span(node).end);
        let external = self.first(node, "string").map(|text| self.string(text));
        ItemKind::Val { name, ty: self.ty(self.field(node, "type")), external, notes }
    }

    /// Stands where the grammar promises a name; only a tree with errors lacks it.
    pub(super) fn nameless(&self, node: Node<'t>) -> Ident {
        Ident { text: String::new(), span: self.span(node) }
    }

    fn type_definition(&mut self, node: Node<'t>) -> ItemKind {
        let nodes = self.of_kind(node, "type_binding").into_iter().enumerate();
        ItemKind::Types(nodes.map(|(at, ty)| self.type_binding(node, ty, at == 0)).collect())
    }

    fn type_binding(&mut self, outer: Node<'t>, node: Node<'t>, first: bool) -> TypeDecl {
        let name = self.ident(self.field(node, "name"));
        let (params, covariant) = (self.type_params(node), self.covariant_params(node));
        let body = match node.child_by_field_name("body") {
            Some(body) => self.type_body(node, body),
            None => TypeBody::Abstract,
        };
        let notes = self.notes(outer, node, first);
        let nonrec = self.has_token(outer, "nonrec");
        TypeDecl { name, params, nonrec, covariant, body, notes, span: self.span(node) }
    }

    /// `type t += …`
    fn extension(&mut self, node: Node<'t>) -> ItemKind {
        let path = self.any_path(self.field(node, "name"));
        let body = self.field(node, "body");
        let nodes = self.of_kind(body, "constructor_declaration");
        ItemKind::Extend(path, nodes.into_iter().map(|ctor| self.ctor(ctor)).collect())
    }

    fn classes(&mut self, node: Node<'t>) -> ItemKind {
        let nodes = self
            .children(node)
            .into_iter()
            .filter(|child| matches!(child.kind(), "class_binding" | "class_type_binding"));
        let read = |class: Node<'t>, reader: &mut Self| {
            let name = class.child_by_field_name("name").unwrap_or(class);
            let name = reader
                .first(class, "class_name")
                .or(reader.first(class, "class_type_name"))
                .unwrap_or(name);
            let params = reader.type_params(class).len();
            ClassName { name: reader.ident(name), params }
        };
        ItemKind::Classes(nodes.map(|class| read(class, self)).collect())
    }

    fn type_body(&mut self, node: Node<'t>, body: Node<'t>) -> TypeBody {
        let same = node.child_by_field_name("synonym").map(|same| self.ty(same));
        match body.kind() {
            "variant_declaration" => self.variant(body, same),
            "record_declaration" => TypeBody::Record(self.fields(body), same),
            ".." => TypeBody::Open,
            "external_declaration" => TypeBody::Unsupported("external type".to_owned()),
            _ => TypeBody::Alias(self.ty(body)),
        }
    }

    fn variant(&mut self, node: Node<'t>, same: Option<crate::ast::Type>) -> TypeBody {
        let nodes = self.of_kind(node, "constructor_declaration");
        TypeBody::Variant(nodes.into_iter().map(|ctor| self.ctor(ctor)).collect(), same)
    }

    fn ctor(&mut self, node: Node<'t>) -> CtorDecl {
        let mut children = self.children(node).into_iter();
        let name = match children.next() {
            Some(name) => self.any_path_ident(name),
            None => self.nameless(node),
        };
        let mut rest: Vec<Node<'t>> = children.collect();
        let same = match self.has_token(node, "=") && !rest.is_empty() {
            true => Some(self.any_path(rest.remove(0))),
            false => None,
        };
        // `C : 'a 'b. arguments -> result`: the names before the dot are those of all variables.
        if self.has_token(node, ".") {
            rest.retain(|child| {
                child.kind() != "type_variable" || self.is_behind_dot(node, *child)
            });
        }
        let result = match self.has_token(node, ":") {
            true => rest.pop().map(|result| self.ty(result)),
            false => None,
        };
        let args = match rest[..] {
            [record] if record.kind() == "record_declaration" => {
                CtorArgs::Record(self.fields(record))
            }
            _ => CtorArgs::Tuple(rest.into_iter().map(|ty| self.ty(ty)).collect()),
        };
        CtorDecl { name, args, result, same, span: self.span(node) }
    }

    fn is_behind_dot(&self, node: Node<'t>, child: Node<'t>) -> bool {
        let mut cursor = node.walk();
        let dot = node.children(&mut cursor).find(|token| token.kind() == ".");
        dot.is_some_and(|dot| dot.start_byte() < child.start_byte())
    }

    fn any_path_ident(&mut self, node: Node<'t>) -> Ident {
        match node.kind() {
            "constructor_name" => self.ident(node),
            _ => self.any_path(node).name,
        }
    }

    fn fields(&mut self, node: Node<'t>) -> Vec<FieldDecl> {
        let nodes = self.of_kind(node, "field_declaration");
        let read = |field: Node<'t>, reader: &mut Self| FieldDecl {
            name: match reader.first(field, "field_name") {
                Some(name) => reader.ident(name),
                None => reader.nameless(field),
            },
            mutable: reader.has_token(field, "mutable"),
            ty: reader.ty(reader.field(field, "type")),
        };
        nodes.into_iter().map(|field| read(field, self)).collect()
    }

    fn exception(&mut self, node: Node<'t>) -> ItemKind {
        let ctor = self.first(node, "constructor_declaration").expect("the grammar asks for it");
        let ctor = self.ctor(ctor);
        match ctor.same {
            Some(other) => ItemKind::ExceptionAlias(ctor.name, other),
            None => ItemKind::Exception(ctor),
        }
    }
}
