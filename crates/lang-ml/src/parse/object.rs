//! Objects and classes, as functions.
//!
//! An object is a function from the names of methods to what they give; a class is a function from its parameters
//! and from the whole object, which subclasses extend, to such a function:
//!
//! ```text
//! class counter start = object (self) val mutable n = start method get = n method twice = 2 * self#get end
//!
//! let class#counter start self# =
//!   let n = ref start in
//!   fun method# -> match method# with "get" -> !n | "twice" -> let self = self# in 2 * self "get"
//! let new#counter () start = tie (class#counter start)
//! ```
//!
//! Methods have types of their own, so `tracehound__any` stands between: nothing is known of the types of
//! objects. What cannot be written so is not modelled.

use std::collections::BTreeSet;

use source::Span;
use tree_sitter::Node;

use super::reader::Reader;
use crate::ast::{
    Case, Const, Expr, ExprKind, Ident, ItemKind, Label, Param, Path, Pattern, PatternKind,
};
use crate::trial::Maker;

const SELF: &str = "self#";
const SUPER: &str = "super#";
const METHOD: &str = "method#";
const CELL: &str = "cell#";
const MADE: &str = "made#";
/// The name of what runs the initializers, which no method has.
const INITIALIZE: &str = "#initialize";

/// The variables of an object whose methods are being read.
#[derive(Default)]
pub(super) struct InstanceVariables {
    /// Those that can be assigned, which are references.
    mutable: BTreeSet<String>,
    /// Whether something in a method has the name of one of them.
    hidden: bool,
}

impl<'t> Reader<'_, 't> {
    /// `object … end`
    pub(super) fn object(&mut self, node: Node<'t>) -> ExprKind {
        let make = Maker(self.span(node));
        match self.class_body(node) {
            Some(class) => tie(make, class).kind,
            None => ExprKind::Unsupported("object expression".to_owned()),
        }
    }

    /// `new c`
    pub(super) fn new_object(&mut self, node: Node<'t>) -> ExprKind {
        let make = Maker(self.span(node));
        let path = self.path(self.children(node)[0]);
        let made = make.apply(named(&path, "new#"), vec![(Label::None, make.unit())]);
        any(make, made).kind
    }

    /// `o#m`
    pub(super) fn invocation(&mut self, node: Node<'t>) -> ExprKind {
        let make = Maker(self.span(node));
        let object = self.expr(self.field(node, "object"));
        let method = self.ident(self.field(node, "method"));
        send(make, any(make, object), &method.text).kind
    }

    /// What a name means in a method: an instance variable that can be assigned is read.
    pub(super) fn variable(&self, name: Ident) -> ExprKind {
        let make = Maker(name.span);
        match self.is_instance_variable(&name.text) {
            true => make.call("!", vec![make.name(&name.text)]).kind,
            false => ExprKind::Path(Path::plain(name)),
        }
    }

    /// `x <- e` where `x` is an instance variable of an object around.
    pub(super) fn set_instance_variable(&mut self, name: &Ident, value: Expr) -> ExprKind {
        let make = Maker(name.span);
        match self.is_instance_variable(&name.text) {
            true => make.call(":=", vec![make.name(&name.text), value]).kind,
            false => ExprKind::Unsupported("assignment to an instance variable".to_owned()),
        }
    }

    fn is_instance_variable(&self, name: &str) -> bool {
        self.objects.iter().any(|object| object.mutable.contains(name))
    }

    /// Notes a name that something in a method has.
    pub(super) fn binds(&mut self, name: &str) {
        for object in self.objects.iter_mut().filter(|object| object.mutable.contains(name)) {
            object.hidden = true;
        }
    }

    /// The functions that the classes of a definition are.
    pub(super) fn class_functions(&mut self, node: Node<'t>) -> ItemKind {
        let mut bindings = Vec::new();
        for class in self.of_kind(node, "class_binding") {
            let make = Maker(self.span(class));
            let Some(name) = self.first(class, "class_name") else { continue };
            let name = self.ident(name).text;
            let params = self.params(class);
            let body = class.child_by_field_name("body").and_then(|body| self.class_expr(body));
            let own = format!("class#{name}");
            let made = match &body {
                Some(_) => {
                    let args = params.iter().map(|param| argument(make, param)).collect();
                    let args: Option<Vec<_>> = args;
                    match args {
                        Some(args) if args.is_empty() => tie(make, make.name(&own)),
                        Some(args) => tie(make, make.apply(make.name(&own), args)),
                        None => unsupported(make),
                    }
                }
                None => unsupported(make),
            };
            let outer = vec![make.parameter("unit#")];
            let outer = outer.into_iter().chain(params.iter().cloned()).collect();
            let class = match params.is_empty() {
                true => body.unwrap_or_else(|| make.function(SELF, unsupported(make))),
                false => {
                    let body = body.unwrap_or_else(|| make.function(SELF, unsupported(make)));
                    Expr::new(ExprKind::Fun(params, None, Box::new(body)), make.0)
                }
            };
            let made = Expr::new(ExprKind::Fun(outer, None, Box::new(made)), make.0);
            bindings.push(make.binding(&own, &[], class));
            bindings.push(make.binding(&format!("new#{name}"), &[], made));
        }
        ItemKind::Let(true, bindings)
    }

    /// A class as a function of the whole object; none if it is not modelled.
    fn class_expr(&mut self, node: Node<'t>) -> Option<Expr> {
        let make = Maker(self.span(node));
        match node.kind() {
            "object_expression" => self.class_body(node),
            "class_path" => Some(named(&self.path(node), "class#")),
            "class_application" => {
                let class = self.class_expr(self.field(node, "class"))?;
                let mut cursor = node.walk();
                let nodes: Vec<Node<'t>> =
                    node.children_by_field_name("argument", &mut cursor).collect();
                let args = nodes.into_iter().map(|argument| self.argument(argument)).collect();
                Some(make.apply(class, args))
            }
            "class_function" => {
                let params = self.params(node);
                let body = self.class_expr(self.field(node, "body"))?;
                Some(Expr::new(ExprKind::Fun(params, None, Box::new(body)), make.0))
            }
            _ => None,
        }
    }

    fn class_body(&mut self, node: Node<'t>) -> Option<Expr> {
        let make = Maker(self.span(node));
        let whole = node.child_by_field_name("self").map(|pattern| self.pattern(pattern));
        let fields = self.children(node);
        let of_kind =
            |kind: &'static str| fields.iter().copied().filter(move |one| one.kind() == kind);
        let is_known = |one: &Node<'t>| {
            matches!(
                one.kind(),
                "instance_variable_definition"
                    | "method_definition"
                    | "inheritance_definition"
                    | "class_initializer"
                    | "floating_attribute"
                    | "attribute"
                    | "comment"
            ) || Some(*one) == node.child_by_field_name("self")
        };
        if !fields.iter().all(is_known) || of_kind("inheritance_definition").count() > 1 {
            return None;
        }
        // The first values of variables do not see the variables.
        let mut variables: Vec<(Ident, bool, Expr)> = Vec::new();
        for field in of_kind("instance_variable_definition") {
            let name = self.ident(self.first(field, "instance_variable_name")?);
            let value = self.expr(field.child_by_field_name("body")?);
            variables.push((name, self.has_token(field, "mutable"), value));
        }
        let parent = match of_kind("inheritance_definition").next() {
            Some(field) => {
                let alias = field.child_by_field_name("alias").map(|alias| self.pattern(alias));
                Some((self.class_expr(self.field(field, "class"))?, alias))
            }
            None => None,
        };
        let mutable = variables.iter().filter(|(_, is_mutable, _)| *is_mutable);
        let mutable = mutable.map(|(name, ..)| name.text.clone()).collect();
        self.objects.push(InstanceVariables { mutable, hidden: false });
        let cases = self.methods(&fields, whole.as_ref(), parent.is_some());
        let own = self.objects.pop().unwrap_or_default();
        if own.hidden {
            return None;
        }
        let method = make.matching(make.name(METHOD), cases?);
        let mut body = make.function(METHOD, method);
        if let Some((class, alias)) = parent {
            if let Some(alias) = alias {
                body = make.matching(make.name(SUPER), vec![make.case(alias, body)]);
            }
            let parent = make.apply(class, vec![(Label::None, make.name(SELF))]);
            body = make.let_in(SUPER, any(make, parent), body);
        }
        for (name, is_mutable, value) in variables.into_iter().rev() {
            let at = Maker(name.span);
            let value = if is_mutable { at.call("ref", vec![value]) } else { value };
            body = at.let_in(&name.text, value, body);
        }
        Some(make.function(SELF, body))
    }

    /// What each method gives; none if one is not modelled.
    fn methods(
        &mut self,
        fields: &[Node<'t>],
        whole: Option<&Pattern>,
        has_parent: bool,
    ) -> Option<Vec<Case>> {
        let (mut cases, mut initializers) = (Vec::new(), Vec::new());
        for field in fields {
            let make = Maker(self.span(*field));
            let with_self = |body: Expr| match whole {
                Some(pattern) => {
                    let whole = any(make, make.name(SELF));
                    make.matching(whole, vec![make.case(pattern.clone(), body)])
                }
                None => body,
            };
            match field.kind() {
                "method_definition" => {
                    let Some(body) = field.child_by_field_name("body") else { continue };
                    let name = self.ident(self.first(*field, "method_name")?);
                    let (params, mut body) = (self.params(*field), self.expr(body));
                    if !params.is_empty() {
                        body = Expr::new(ExprKind::Fun(params, None, Box::new(body)), make.0);
                    }
                    cases.push(make.case(text(make, &name.text), any(make, with_self(body))));
                }
                "class_initializer" => {
                    let body = self.expr(self.field(*field, "initializer"));
                    initializers.push(with_self(body));
                }
                _ => {}
            }
        }
        let make = Maker(self.span(*fields.first()?));
        if has_parent {
            initializers.insert(0, send(make, any(make, make.name(SUPER)), INITIALIZE));
        }
        initializers.push(make.unit());
        let run = any(make, make.seq(initializers));
        cases.push(make.case(text(make, INITIALIZE), run));
        let otherwise = match has_parent {
            true => {
                let parent = any(make, make.name(SUPER));
                make.apply(parent, vec![(Label::None, make.name(METHOD))])
            }
            false => unsupported(make),
        };
        cases.push(make.case(make.any(), any(make, otherwise)));
        Some(cases)
    }
}

/// The object of a class: `let cell = ref 0 in let made = class (fun m -> !cell m) in cell := made; made`.
fn tie(make: Maker, class: Expr) -> Expr {
    let held = any(make, make.call("!", vec![make.name(CELL)]));
    let whole = make.apply(held, vec![(Label::None, make.name(METHOD))]);
    let whole = make.function(METHOD, whole);
    let object = make.apply(class, vec![(Label::None, whole)]);
    let set = make.call(":=", vec![make.name(CELL), any(make, make.name(MADE))]);
    let run = send(make, any(make, make.name(MADE)), INITIALIZE);
    let run = make.let_in("ignored#", run, any(make, make.name(MADE)));
    let body = make.let_in(MADE, any(make, object), make.seq(vec![set, run]));
    make.let_in(CELL, make.call("ref", vec![any(make, make.int(0))]), body)
}

fn send(make: Maker, object: Expr, method: &str) -> Expr {
    make.apply(object, vec![(Label::None, make.text(method))])
}

/// A value of which no type is known.
fn any(make: Maker, value: Expr) -> Expr {
    make.call("tracehound__any", vec![value])
}

fn unsupported(make: Maker) -> Expr {
    Expr::new(ExprKind::Unsupported("class of this form".to_owned()), make.0)
}

/// A class by its path, under the name of one of its functions.
fn named(path: &Path, prefix: &str) -> Expr {
    let mut path = path.clone();
    path.name.text = format!("{prefix}{}", path.name.text);
    let span: Span = path.span;
    Expr::new(ExprKind::Path(path), span)
}

fn text(make: Maker, value: &str) -> Pattern {
    Pattern::new(PatternKind::Const(Const::Text(value.to_owned())), make.0)
}

/// A parameter passed on; none if it has no name.
fn argument(make: Maker, param: &Param) -> Option<(Label, Expr)> {
    match param {
        Param::Value { label, pattern, default: None, .. } => {
            Some((label.clone(), make.name(crate::trial::plain_name(pattern)?)))
        }
        Param::Value { .. } | Param::NewTypes(_) => None,
    }
}

impl Maker {
    fn parameter(self, name: &str) -> Param {
        let pattern = Box::new(self.variable(name));
        Param::Value { label: Label::None, pattern, default: None, span: self.0 }
    }

    /// `fun name -> body`
    fn function(self, name: &str, body: Expr) -> Expr {
        Expr::new(ExprKind::Fun(vec![self.parameter(name)], None, Box::new(body)), self.0)
    }
}
