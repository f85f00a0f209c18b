//! One definition: its nodes from first to last, each after its parts.

use lang_core::{ExprId, VarId};
use rustc_hash::FxHashMap;
use source::Span;

use super::{Lowered, Lowering};
use crate::core::{Alt, Binder, Expr, Node, Param, Pattern, Var};
use crate::link::LinkedDefinition;

/// A definition that is being lowered.
pub(super) struct Body<'l, 'a> {
    pub(super) lower: &'l mut Lowering<'a>,
    found: LinkedDefinition<'a>,
    vars: FxHashMap<Var, VarId>,
    /// What has become of each node. Types, and what depends on its arguments, stay empty.
    done: Vec<Option<Lowered>>,
    /// The innermost place around each node.
    spans: Vec<Option<Span>>,
}

impl<'l, 'a> Body<'l, 'a> {
    pub(super) fn new(lower: &'l mut Lowering<'a>, found: LinkedDefinition<'a>) -> Body<'l, 'a> {
        let nodes = (found.definition.value.0 - found.first + 1) as usize;
        let span = lower.span(found.definition.place.as_ref());
        let vars = FxHashMap::default();
        Body { lower, found, vars, done: vec![None; nodes], spans: vec![span; nodes] }
    }

    /// The value of the definition.
    pub(super) fn lower(mut self) -> ExprId {
        self.survey();
        let found = self.found;
        for (number, expr) in found.nodes() {
            let span = self.spans[self.index(Node(number))];
            self.lower.builder.at(span);
            let lowered = self.expr(expr, span);
            let index = self.index(Node(number));
            self.done[index] = lowered;
        }
        let value = self.take(found.definition.value);
        self.lower.plain(value)
    }

    fn index(&self, node: Node) -> usize {
        (node.0 - self.found.first) as usize
    }

    /// Before anything is lowered, from the whole to the parts: places, and the variables with
    /// their names.
    fn survey(&mut self) {
        let found = self.found;
        for (number, expr) in found.nodes().rev() {
            let around = self.spans[self.index(Node(number))];
            let span = match expr {
                Expr::At(place, _) => self.lower.span(Some(place)).or(around),
                _ => around,
            };
            for part in parts(expr) {
                let index = self.index(part);
                self.spans[index] = span;
            }
            self.bind_all(expr);
        }
    }

    fn bind_all(&mut self, expr: &Expr) {
        match expr {
            Expr::Lam(params, _) => params.iter().for_each(|param| {
                if let Param::Value(binder) = param {
                    self.bind(binder);
                }
            }),
            Expr::Let(_, bindings, _) => bindings.iter().for_each(|(binder, _)| self.bind(binder)),
            Expr::Case(_, binder, alts) => {
                self.bind(binder);
                alts.iter().for_each(|alt| self.bind_alt(binder, alt));
            }
            Expr::Local(_)
            | Expr::Global(_)
            | Expr::Con(_)
            | Expr::Wrapper(_)
            | Expr::Select(..)
            | Expr::Prim(_)
            | Expr::Foreign(_)
            | Expr::Lit(_)
            | Expr::App(..)
            | Expr::Cast(..)
            | Expr::At(..)
            | Expr::Type(_)
            | Expr::Coercion => {}
        }
    }

    fn bind(&mut self, binder: &Binder) {
        let var = self.lower.builder.fresh(&binder.name);
        self.vars.insert(binder.var, var);
    }

    /// The field of a constructor that vanishes is the value itself.
    fn bind_alt(&mut self, whole: &Binder, alt: &Alt) {
        match &alt.pattern {
            Pattern::Con(name) if self.lower.con(name).vanishes() => {
                let whole = self.var(whole);
                alt.fields.iter().for_each(|field| {
                    self.vars.insert(field.var, whole);
                });
            }
            Pattern::Con(_) | Pattern::Lit(_) | Pattern::Default => {
                alt.fields.iter().for_each(|field| self.bind(field));
            }
        }
    }

    pub(super) fn var(&self, binder: &Binder) -> VarId {
        self.vars[&binder.var]
    }

    /// What a node has become. Each is used at one place.
    pub(super) fn take(&mut self, node: Node) -> Lowered {
        let index = self.index(node);
        match self.done[index].take() {
            Some(lowered) => lowered,
            None => self.leaf(node),
        }
    }

    /// What a node is, without places and casts around it.
    pub(super) fn bare(&self, mut node: Node) -> &'a Expr {
        let module = self.found.module;
        loop {
            match module.expr(node) {
                Expr::At(_, inner) | Expr::Cast(inner, _) => node = *inner,
                expr => return expr,
            }
        }
    }

    /// A node without arguments.
    fn leaf(&mut self, node: Node) -> Lowered {
        let span = self.spans[self.index(node)];
        match self.bare(node) {
            Expr::Global(name) => self.lower.global_value(name, span),
            Expr::Con(name) => self.lower.con_value(name),
            Expr::Wrapper(name) => self.lower.wrapper_value(name),
            Expr::Select(class, selector) => self.lower.select_value(class, selector),
            Expr::Prim(name) => self.lower.primop_value(name),
            Expr::Foreign(name) => self.lower.foreign(name),
            Expr::Lit(literal) => self.lower.literal(literal),
            Expr::Type(_) | Expr::Coercion => Lowered::cheap(self.lower.builder.unit()),
            Expr::Local(_)
            | Expr::App(..)
            | Expr::Lam(..)
            | Expr::Let(..)
            | Expr::Case(..)
            | Expr::Cast(..)
            | Expr::At(..) => unreachable!("these are lowered where they stand, and used once"),
        }
    }

    /// What is made of a node whose parts are done; nothing if that depends on who uses it.
    fn expr(&mut self, expr: &'a Expr, span: Option<Span>) -> Option<Lowered> {
        Some(match expr {
            Expr::Local(var) => Lowered::any(self.lower.builder.var(self.vars[var])),
            Expr::App(callee, args) => self.app(*callee, args, span),
            Expr::Lam(params, body) => self.lambda(params, *body),
            Expr::Let(recursive, bindings, body) => self.bindings(*recursive, bindings, *body),
            Expr::Case(scrutinee, binder, alts) => self.case(*scrutinee, binder, alts),
            Expr::Cast(inner, _) | Expr::At(_, inner) => {
                let index = self.index(*inner);
                return self.done[index].take();
            }
            Expr::Global(_)
            | Expr::Con(_)
            | Expr::Wrapper(_)
            | Expr::Select(..)
            | Expr::Prim(_)
            | Expr::Foreign(_)
            | Expr::Lit(_)
            | Expr::Type(_)
            | Expr::Coercion => return None,
        })
    }

    fn lambda(&mut self, params: &[Param], body: Node) -> Lowered {
        let value = |param: &Param| match param {
            Param::Type(_) => None,
            Param::Value(binder) => Some(self.var(binder)),
        };
        let params: Vec<VarId> = params.iter().filter_map(value).collect();
        let body = self.take(body);
        if params.is_empty() {
            return body;
        }
        let body = self.lower.plain(body);
        Lowered::cheap(self.lower.builder.lambda(params, body))
    }

    fn bindings(&mut self, recursive: bool, bound: &[(Binder, Node)], body: Node) -> Lowered {
        let body = self.take(body);
        let mut body = self.lower.plain(body);
        if recursive {
            let definitions: Vec<(VarId, ExprId)> = bound
                .iter()
                .map(|(binder, value)| {
                    let value = self.take(*value);
                    (self.var(binder), self.lower.plain(value))
                })
                .collect();
            return Lowered::any(self.lower.builder.let_rec(&definitions, body));
        }
        for (binder, value) in bound.iter().rev() {
            let (var, value) = (self.var(binder), self.take(*value));
            let value = self.lower.operand(value);
            body = self.lower.builder.let_strict(var, value, body);
        }
        Lowered::any(body)
    }
}

/// The nodes that an expression consists of.
fn parts(expr: &Expr) -> Vec<Node> {
    match expr {
        Expr::App(callee, args) => std::iter::once(callee).chain(args).copied().collect(),
        Expr::Lam(_, inner) | Expr::Cast(inner, _) | Expr::At(_, inner) => vec![*inner],
        Expr::Let(_, bindings, body) => {
            bindings.iter().map(|(_, value)| *value).chain([*body]).collect()
        }
        Expr::Case(scrutinee, _, alts) => {
            std::iter::once(*scrutinee).chain(alts.iter().map(|alt| alt.body)).collect()
        }
        Expr::Local(_)
        | Expr::Global(_)
        | Expr::Con(_)
        | Expr::Wrapper(_)
        | Expr::Select(..)
        | Expr::Prim(_)
        | Expr::Foreign(_)
        | Expr::Lit(_)
        | Expr::Type(_)
        | Expr::Coercion => Vec::new(),
    }
}
