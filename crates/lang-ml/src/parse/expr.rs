//! Expressions.

use source::Span;
use tree_sitter::Node;

use super::reader::Reader;
use super::types::phrase;
use crate::ast::{
    Binding, Case, Direction, Expr, ExprKind, Ident, IndexKind, Item, Label, Logic, LoopNotes,
    Notes, Param, Path, Pattern, PatternKind,
};

impl<'t> Reader<'_, 't> {
    pub(super) fn expr(&mut self, node: Node<'t>) -> Expr {
        if node.kind() == "parenthesized_expression" {
            let mut inner = self.expr(self.field(node, "expression"));
            inner.attrs.extend(self.attrs_after(node));
            return inner;
        }
        let kind = self.expr_kind(node);
        Expr { kind, span: self.span(node), attrs: self.attrs_after(node) }
    }

    fn boxed(&mut self, node: Node<'t>, field: &str) -> Box<Expr> {
        Box::new(self.expr(self.field(node, field)))
    }

    fn exprs(&mut self, node: Node<'t>) -> Vec<Expr> {
        self.children(node).into_iter().map(|child| self.expr(child)).collect()
    }

    fn expr_kind(&mut self, node: Node<'t>) -> ExprKind {
        if let Some(constant) = self.constant(node) {
            return ExprKind::Const(constant);
        }
        match node.kind() {
            "value_path" | "value_name" => {
                let path = self.any_path(node);
                match path.modules.is_empty() {
                    true => self.variable(path.name),
                    false => ExprKind::Path(path),
                }
            }
            "parenthesized_operator" => ExprKind::Path(self.any_path(node)),
            "object_expression" => self.object(node),
            "new_expression" => self.new_object(node),
            "method_invocation" => self.invocation(node),
            "unit" | "boolean" | "empty_list" | "constructor_path" => {
                ExprKind::Ctor(self.any_path(node), None)
            }
            "tag" => ExprKind::Tag(self.tag(node), None),
            "tuple_expression" => self.tuple(node),
            "list_expression" => ExprKind::List(self.exprs(node)),
            "array_expression" => ExprKind::Array(self.exprs(node)),
            "record_expression" => self.record(node),
            "cons_expression" => self.cons(node),
            "application_expression" => self.application(node),
            "infix_expression" | "hash_expression" => self.infix(node),
            "prefix_expression" | "sign_expression" => self.prefix(node),
            "field_get_expression" => {
                ExprKind::Field(self.boxed(node, "record"), self.path(self.field(node, "field")))
            }
            "array_get_expression" => self.index(node, IndexKind::Array, "()"),
            "string_get_expression" => self.index(node, IndexKind::Text, "[]"),
            "bigarray_get_expression" if self.first(node, "indexing_operator_path").is_some() => {
                self.index(node, IndexKind::Array, "{}")
            }
            "set_expression" => self.assignment(node),
            "if_expression" => self.conditional(node),
            "while_expression" => {
                let (cond, body) = (self.boxed(node, "condition"), self.do_clause(node));
                ExprKind::While(cond, Box::new(body), self.loop_notes(node))
            }
            "for_expression" => self.for_loop(node),
            "sequence_expression" => self.sequence(node),
            "match_expression" => self.matching(node),
            "try_expression" => ExprKind::Try(self.boxed(node, "expression"), self.cases(node)),
            "function_expression" => ExprKind::Function(self.cases(node)),
            "fun_expression" => self.fun(node),
            "let_expression" => self.let_in(node),
            "assert_expression" => ExprKind::Assert(self.boxed(node, "expression")),
            "lazy_expression" => ExprKind::Lazy(self.boxed(node, "expression")),
            "typed_expression" => self.typed(node),
            "local_open_expression" => {
                let path = self.path(self.children(node)[0]);
                ExprKind::Open(path, self.boxed(node, "expression"))
            }
            "package_expression" => {
                let module = Box::new(self.module_expr(self.field(node, "module")));
                let ty = node.child_by_field_name("module_type").map(|ty| self.module_type(ty));
                ExprKind::Pack(module, ty)
            }
            "extension" | "quoted_extension" => ExprKind::Extension(self.attr(node)),
            other => ExprKind::Unsupported(phrase(other)),
        }
    }

    fn tuple(&mut self, node: Node<'t>) -> ExprKind {
        if self.first(node, "labeled_tuple_element").is_some() {
            return ExprKind::Unsupported("labelled tuple".to_owned());
        }
        ExprKind::Tuple(self.exprs(node))
    }

    fn record(&mut self, node: Node<'t>) -> ExprKind {
        let base = node.child_by_field_name("record").map(|base| Box::new(self.expr(base)));
        let nodes = self.of_kind(node, "field_expression");
        let fields = nodes.into_iter().map(|field| self.record_field(field)).collect();
        ExprKind::Record { fields, base }
    }

    fn record_field(&mut self, field: Node<'t>) -> (Path, Expr) {
        let path = self.path(self.children(field)[0]);
        let mut value = match field.child_by_field_name("body") {
            Some(body) => self.expr(body),
            None => Expr::new(self.variable(path.name.clone()), path.span),
        };
        if let Some(ty) = field.child_by_field_name("type") {
            let span = value.span;
            value = Expr::new(ExprKind::Typed(Box::new(value), self.ty(ty)), span);
        }
        (path, value)
    }

    fn cons(&mut self, node: Node<'t>) -> ExprKind {
        let span = self.span(node);
        let both = vec![*self.boxed(node, "left"), *self.boxed(node, "right")];
        let cons = Path::plain(Ident { text: "::".to_owned(), span });
        ExprKind::Ctor(cons, Some(Box::new(Expr::new(ExprKind::Tuple(both), span))))
    }

    /// An application; that of a constructor is one of its own.
    fn application(&mut self, node: Node<'t>) -> ExprKind {
        let function = self.field(node, "function");
        let mut cursor = node.walk();
        let nodes: Vec<Node<'t>> = node.children_by_field_name("argument", &mut cursor).collect();
        if function.kind() == "constructor_path" && nodes.len() == 1 {
            let argument = Box::new(self.expr(nodes[0]));
            return ExprKind::Ctor(self.path(function), Some(argument));
        }
        if function.kind() == "tag" && nodes.len() == 1 {
            let argument = Box::new(self.expr(nodes[0]));
            return ExprKind::Tag(self.tag(function), Some(argument));
        }
        let arguments = nodes.into_iter().map(|argument| self.argument(argument)).collect();
        ExprKind::Apply(Box::new(self.expr(function)), arguments)
    }

    pub(super) fn argument(&mut self, node: Node<'t>) -> (Label, Expr) {
        if node.kind() != "labeled_argument" {
            return (Label::None, self.expr(node));
        }
        let (label, name) = self.label(node);
        let value = match node.child_by_field_name("expression") {
            Some(value) => self.expr(value),
            None => self.punned(node, name),
        };
        (label, value)
    }

    /// `~x` or `~(x : t)`: the variable of that name.
    fn punned(&mut self, node: Node<'t>, name: Ident) -> Expr {
        let span = name.span;
        let value = Expr::new(self.variable(name), span);
        match node.child_by_field_name("type") {
            Some(ty) => Expr::new(ExprKind::Typed(Box::new(value), self.ty(ty)), span),
            None => value,
        }
    }

    /// The label that a node starts with, and its name.
    fn label(&mut self, node: Node<'t>) -> (Label, Ident) {
        let name = match self.first(node, "label_name").or(node.child_by_field_name("pattern")) {
            Some(name) => self.ident(name),
            None => Ident { text: String::new(), span: self.span(node) },
        };
        let label = if self.has_token(node, "?") {
            Label::Optional(name.text.clone())
        } else if self.has_token(node, "~") {
            Label::Named(name.text.clone())
        } else {
            Label::None
        };
        (label, name)
    }

    fn infix(&mut self, node: Node<'t>) -> ExprKind {
        let operator = self.ident(self.field(node, "operator"));
        let (left, right) = (self.boxed(node, "left"), self.boxed(node, "right"));
        match operator.text.as_str() {
            "&&" => ExprKind::Logic(Logic::And, left, right),
            "||" => ExprKind::Logic(Logic::Or, left, right),
            // Old names of these, unless the file gives them another meaning.
            "&" if !self.redefines("&") => ExprKind::Logic(Logic::And, left, right),
            "or" if !self.redefines("or") => ExprKind::Logic(Logic::Or, left, right),
            _ => {
                let span = operator.span;
                let function = Expr::new(ExprKind::Path(Path::plain(operator)), span);
                let arguments = vec![(Label::None, *left), (Label::None, *right)];
                ExprKind::Apply(Box::new(function), arguments)
            }
        }
    }

    /// Whether the file defines an operator, as far as its words tell.
    fn redefines(&self, operator: &str) -> bool {
        let text = self.file_text();
        text.contains(&format!("let ( {operator} )")) || text.contains(&format!("let ({operator})"))
    }

    /// `!x`, `-x`; a sign before a number is part of it.
    fn prefix(&mut self, node: Node<'t>) -> ExprKind {
        let operator = self.field(node, "operator");
        let operand = self.field(node, "expression");
        let signed = node.kind() == "sign_expression";
        if signed && operand.kind() == "number" {
            let sign = self.text(operator).trim_end_matches('.');
            let text = format!("{sign}{}", self.text(operand));
            return ExprKind::Const(self.number(node, &text));
        }
        let mut name = self.ident(operator);
        if signed {
            name.text.insert(0, '~');
        }
        let function = Expr::new(ExprKind::Path(Path::plain(name)), self.span(operator));
        ExprKind::Apply(Box::new(function), vec![(Label::None, self.expr(operand))])
    }

    /// `a.(i)`; `a.%(i)` is a call of the operator `.%()`.
    fn index(&mut self, node: Node<'t>, kind: IndexKind, brackets: &str) -> ExprKind {
        let (base, index) = (self.boxed(node, "sequence"), self.boxed(node, "index"));
        let Some(operator) = self.first(node, "indexing_operator_path") else {
            return ExprKind::Index(kind, base, index);
        };
        let mut path = self.path(operator);
        path.name.text = format!(".{}{brackets}", path.name.text.trim_start_matches('.'));
        let function = Expr::new(ExprKind::Path(path), self.span(operator));
        ExprKind::Apply(Box::new(function), vec![(Label::None, *base), (Label::None, *index)])
    }

    fn assignment(&mut self, node: Node<'t>) -> ExprKind {
        let place = self.children(node)[0];
        if place.kind() == "instance_variable_name" {
            let (name, value) = (self.ident(place), self.expr(self.field(node, "body")));
            return self.set_instance_variable(&name, value);
        }
        let target = self.expr(place);
        let value = self.boxed(node, "body");
        match target.kind {
            ExprKind::Field(record, field) => ExprKind::SetField(record, field, value),
            ExprKind::Index(kind, base, index) => ExprKind::SetIndex(kind, base, index, value),
            // The operator that assigns is named after the one that reads.
            ExprKind::Apply(mut function, mut arguments)
                if self.first(place, "indexing_operator_path").is_some() =>
            {
                if let ExprKind::Path(path) = &mut function.kind {
                    path.name.text.push_str("<-");
                }
                arguments.push((Label::None, *value));
                ExprKind::Apply(function, arguments)
            }
            _ => ExprKind::Unsupported("assignment to an instance variable".to_owned()),
        }
    }

    fn conditional(&mut self, node: Node<'t>) -> ExprKind {
        let mut clause = |kind: &str| {
            let clause = self.first(node, kind)?;
            Some(self.boxed(clause, "expression"))
        };
        let yes = clause("then_clause");
        let no = clause("else_clause");
        let condition = self.boxed(node, "condition");
        ExprKind::If(condition, yes.expect("the grammar asks for `then`"), no)
    }

    fn do_clause(&mut self, node: Node<'t>) -> Expr {
        let clause = self.first(node, "do_clause").expect("the grammar asks for `do`");
        match self.children(clause).first() {
            Some(body) => self.expr(*body),
            None => self.unit(self.span(clause)),
        }
    }

    /// The comment at the beginning of the body of a loop, else the one right before the loop, unless that
    /// stands at the beginning of the body of a loop around it.
    fn loop_notes(&self, node: Node<'t>) -> LoopNotes {
        let clause = self.first(node, "do_clause").expect("the grammar asks for `do`");
        let mut cursor = clause.walk();
        let after_do = clause.children(&mut cursor).skip(1).find(|child| !child.is_extra());
        let within = after_do.and_then(|first| self.comment_before(first));
        let before = || self.comment_before(node).filter(|_| !self.begins_body(node));
        LoopNotes { doc: within.or_else(before).cloned(), head: Vec::new() }
    }

    /// Whether a node is the first one in the body of a loop.
    fn begins_body(&self, node: Node<'t>) -> bool {
        let mut above = node.parent();
        while let Some(outer) = above.filter(|outer| outer.kind() != "do_clause") {
            if outer.start_byte() != node.start_byte() {
                return false;
            }
            above = outer.parent();
        }
        above.is_some_and(|clause| {
            self.children(clause).first().is_some_and(|body| body.start_byte() == node.start_byte())
        })
    }

    fn unit(&self, span: Span) -> Expr {
        let unit = Path::plain(Ident { text: "()".to_owned(), span });
        Expr::new(ExprKind::Ctor(unit, None), span)
    }

    fn for_loop(&mut self, node: Node<'t>) -> ExprKind {
        let name = self.field(node, "name");
        let variable = match self.pattern(name).kind {
            PatternKind::Var(variable) => Some(variable),
            PatternKind::Any => None,
            _ => {
                self.report(name, "a `for` loop counts with a variable");
                None
            }
        };
        let direction = match self.has_token(node, "downto") {
            true => Direction::Down,
            false => Direction::Up,
        };
        let (from, to) = (self.boxed(node, "from"), self.boxed(node, "to"));
        let (body, notes) = (Box::new(self.do_clause(node)), self.loop_notes(node));
        ExprKind::For { variable, from, direction, to, body, notes }
    }

    fn sequence(&mut self, node: Node<'t>) -> ExprKind {
        let mut parts = self.exprs(node);
        match parts.pop() {
            Some(only) if parts.is_empty() => only.kind,
            Some(last) => {
                parts.push(last);
                ExprKind::Seq(parts)
            }
            None => self.unit(self.span(node)).kind,
        }
    }

    fn matching(&mut self, node: Node<'t>) -> ExprKind {
        if self.first(node, "match_operator").is_some() {
            return ExprKind::Unsupported("user-defined match".to_owned());
        }
        ExprKind::Match(self.boxed(node, "expression"), self.cases(node))
    }

    fn cases(&mut self, node: Node<'t>) -> Vec<Case> {
        let nodes = self.of_kind(node, "match_case");
        nodes.into_iter().map(|case| self.case(case)).collect()
    }

    fn case(&mut self, node: Node<'t>) -> Case {
        let guard = self.first(node, "guard");
        Case {
            pattern: self.pattern(self.field(node, "pattern")),
            guard: guard.map(|guard| self.expr(self.field(guard, "expression"))),
            body: self.expr(self.field(node, "body")),
        }
    }

    fn fun(&mut self, node: Node<'t>) -> ExprKind {
        let params = self.params(node);
        let result = node.child_by_field_name("type").map(|ty| self.ty(ty));
        ExprKind::Fun(params, result, self.boxed(node, "body"))
    }

    pub(super) fn params(&mut self, node: Node<'t>) -> Vec<Param> {
        let mut params = Vec::new();
        for child in self.children(node) {
            match child.kind() {
                "parameter" => params.push(self.param(child)),
                "abstract_type" => {
                    let names = self.of_kind(child, "type_constructor");
                    let names = names.into_iter().map(|name| self.ident(name)).collect();
                    params.push(Param::NewTypes(names));
                }
                _ => {}
            }
        }
        params
    }

    fn param(&mut self, node: Node<'t>) -> Param {
        let (label, _) = self.label(node);
        let mut pattern = self.pattern(self.field(node, "pattern"));
        if let Some(ty) = node.child_by_field_name("type") {
            let span = pattern.span;
            let kind = PatternKind::Typed(Box::new(pattern), self.ty(ty));
            pattern = Pattern::new(kind, span);
        }
        let default = node.child_by_field_name("default");
        let default = default.map(|value| Box::new(self.expr(value)));
        Param::Value { label, pattern: Box::new(pattern), default, span: self.span(node) }
    }

    fn let_in(&mut self, node: Node<'t>) -> ExprKind {
        let body = self.boxed(node, "body");
        let first = self.children(node)[0];
        if first.kind() != "value_definition" {
            let span = self.span(first);
            return match self.item(first) {
                Some(kind) => ExprKind::LetItem(Box::new(Item { kind, span }), body),
                None => body.kind,
            };
        }
        let bindings = self.bindings(first);
        match self.first(first, "let_operator") {
            Some(operator) => self.let_operator(first, operator, bindings, body),
            None => ExprKind::Let { recursive: self.has_token(first, "rec"), bindings, body },
        }
    }

    /// `let* x = a and* y = b in body` is `( let* ) (( and* ) a b) (fun (x, y) -> body)`.
    fn let_operator(
        &mut self,
        node: Node<'t>,
        operator: Node<'t>,
        bindings: Vec<Binding>,
        body: Box<Expr>,
    ) -> ExprKind {
        let ands = self.of_kind(node, "let_and_operator");
        let ands: Vec<Ident> = ands.into_iter().map(|and| self.ident(and)).collect();
        let mut parts = bindings.into_iter().map(|binding| (binding.pattern, binding.body));
        let (mut pattern, mut value) = parts.next().expect("a `let` binds something");
        for (and, (next, operand)) in ands.into_iter().zip(parts) {
            let span = pattern.span;
            pattern = Pattern::new(PatternKind::Tuple(vec![pattern, next]), span);
            value = call(and, vec![value, operand]);
        }
        let span = body.span;
        let pattern = Box::new(pattern);
        let param = Param::Value { label: Label::None, span, pattern, default: None };
        let rest = Expr::new(ExprKind::Fun(vec![param], None, body), span);
        call(self.ident(operator), vec![value, rest]).kind
    }

    /// The bindings of a `value_definition`.
    pub(super) fn bindings(&mut self, node: Node<'t>) -> Vec<Binding> {
        let nodes = self.of_kind(node, "let_binding");
        let with_place = nodes.into_iter().enumerate();
        with_place.map(|(at, binding)| self.binding(node, binding, at == 0)).collect()
    }

    fn binding(&mut self, outer: Node<'t>, node: Node<'t>, first: bool) -> Binding {
        let span = self.span(node);
        let notes: Notes = self.notes(outer, node, first);
        let params = self.params(node);
        let result = node.child_by_field_name("type").map(|ty| self.ty(ty));
        let pattern = match node.child_by_field_name("pattern") {
            Some(pattern) => self.pattern(pattern),
            None => Pattern::new(PatternKind::Any, span),
        };
        let body = match node.child_by_field_name("body") {
            Some(body) => self.expr(body),
            None => Expr::new(ExprKind::Path(Path::plain(self.ident(node))), span),
        };
        Binding { pattern, params, result, body, notes, span }
    }

    fn typed(&mut self, node: Node<'t>) -> ExprKind {
        let value = self.boxed(node, "expression");
        let ty = node.child_by_field_name("type").map(|ty| self.ty(ty));
        match (ty, node.child_by_field_name("coercion")) {
            (from, Some(to)) => ExprKind::Coerce(value, from, self.ty(to)),
            (Some(ty), None) => ExprKind::Typed(value, ty),
            (None, None) => value.kind,
        }
    }
}

/// A call of a function by its name.
fn call(name: Ident, arguments: Vec<Expr>) -> Expr {
    let span = arguments.iter().fold(name.span, |span, argument| span.to(argument.span));
    let function = Expr::new(ExprKind::Path(Path::plain(name.clone())), name.span);
    let arguments = arguments.into_iter().map(|argument| (Label::None, argument)).collect();
    Expr::new(ExprKind::Apply(Box::new(function), arguments), span)
}
