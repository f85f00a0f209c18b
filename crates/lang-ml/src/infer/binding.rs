//! `let`, functions and generalisation.

use rustc_hash::FxHashSet;
use source::Span;

use super::Infer;
use super::pattern::Bound;
use super::scope::{Export, TypeEntry, Value, ValueKind};
use crate::ast::{self, Binding, Label, Param, PatternKind, TypeKind};
use crate::resolved::{Case, Def, Expr, ExprKind, Pattern};
use crate::types::{Node, Scheme, Ty, TypeId};

/// A variable with its type, generalised.
pub(super) struct Generalised {
    pub(super) bound: Bound,
    pub(super) scheme: Scheme,
}

impl Infer<'_> {
    pub(super) fn let_in(
        &mut self,
        recursive: bool,
        bindings: &[Binding],
        body: &ast::Expr,
        want: Ty,
    ) -> ExprKind {
        let (mark, equations) = (self.scope.mark(), self.equations.len());
        let (defs, variables) = self.bindings(recursive, bindings);
        self.bring(&variables, Export::No);
        let body = self.boxed(body, want);
        self.forget_equations(equations);
        self.scope.take(mark);
        ExprKind::Let(defs, body)
    }

    /// Makes variables visible.
    pub(super) fn bring(&mut self, variables: &[Generalised], export: Export) {
        for variable in variables {
            let value = Value { kind: ValueKind::Var(variable.bound.var), scheme: variable.scheme };
            self.scope.values.push(&variable.bound.name.text, value, export);
        }
    }

    /// Elaborates the bindings of one `let`; the variables are not in scope yet.
    pub(super) fn bindings(
        &mut self,
        recursive: bool,
        bindings: &[Binding],
    ) -> (Vec<Def>, Vec<Generalised>) {
        if recursive {
            return self.recursive(bindings);
        }
        let (mut defs, mut variables) = (Vec::new(), Vec::new());
        for binding in bindings {
            let (def, bound) = self.single(binding);
            defs.push(def);
            variables.extend(bound);
        }
        (defs, variables)
    }

    fn single(&mut self, binding: &Binding) -> (Def, Vec<Generalised>) {
        if let Some(declared) = self.declared(binding) {
            let args = self.skolems(declared.params);
            let ty = self.types.substitute(declared.ty, &args);
            let (pattern, bound) = self.pattern(&binding.pattern, ty);
            let body = self.declared_body(binding, &args, ty);
            let with_scheme = |bound| Generalised { bound, scheme: declared };
            return (Def::Value(pattern, body), bound.into_iter().map(with_scheme).collect());
        }
        self.types.enter();
        let ty = self.types.fresh();
        let (pattern, bound, body) = match binding.pattern.kind {
            // What a constructor says of types is said of the value, and the value says what a module has in it.
            PatternKind::Ctor(..) | PatternKind::Module(_, None) => {
                let body = self.binding_body(binding, ty);
                let (pattern, bound) = self.pattern(&binding.pattern, ty);
                (pattern, bound, body)
            }
            _ => {
                let (pattern, bound) = self.pattern(&binding.pattern, ty);
                (pattern, bound, self.binding_body(binding, ty))
            }
        };
        self.types.leave();
        self.steer(binding, ty);
        let value = self.is_value(binding);
        (Def::Value(pattern, body), self.generalise(bound, value))
    }

    /// The scheme of a binding with an explicitly polymorphic annotation.
    fn declared(&mut self, binding: &Binding) -> Option<Scheme> {
        match &binding.result.as_ref()?.kind {
            TypeKind::Poly(names, ty) if binding.params.is_empty() => {
                Some(self.poly_scheme(names, ty))
            }
            TypeKind::Rigid(names, ty) if binding.params.is_empty() => {
                Some(self.rigid_scheme(names, ty))
            }
            _ => None,
        }
    }

    /// The body of a binding with a declared type; the names of `type a b.` mean the types of their own
    /// that stand for the parameters.
    fn declared_body(&mut self, binding: &Binding, args: &[Ty], want: Ty) -> Expr {
        let mark = self.scope.mark();
        if let Some(TypeKind::Rigid(names, _)) = binding.result.as_ref().map(|ty| &ty.kind) {
            for (name, ty) in names.iter().zip(args) {
                self.scope.types.push(&name.text, TypeEntry::Local(*ty), Export::No);
            }
        }
        let body = self.binding_body(binding, want);
        self.scope.take(mark);
        body
    }

    fn recursive(&mut self, bindings: &[Binding]) -> (Vec<Def>, Vec<Generalised>) {
        let mark = self.scope.mark();
        self.types.enter();
        let mut heads = Vec::new();
        for binding in bindings {
            let declared = self.declared(binding);
            let args = self.skolems(declared.map_or(0, |scheme| scheme.params));
            let ty = match declared {
                Some(scheme) => self.types.substitute(scheme.ty, &args),
                None => self.approximate(binding),
            };
            let (_, bound) = self.pattern(&binding.pattern, ty);
            let scheme = declared.unwrap_or(Scheme::plain(ty));
            match &bound[..] {
                [only] => heads.push((only.clone(), ty, scheme, declared.map(|_| args))),
                _ => {
                    let message = "only variables can be bound by `let rec`";
                    self.error("ML012", binding.pattern.span, message);
                }
            }
        }
        for (bound, _, scheme, _) in &heads {
            let value = Value { kind: ValueKind::Var(bound.var), scheme: *scheme };
            self.scope.values.push(&bound.name.text, value, Export::No);
        }
        let bodies: Vec<Expr> = bindings
            .iter()
            .zip(&heads)
            .map(|(binding, (_, ty, _, args))| match args {
                Some(args) => self.declared_body(binding, args, *ty),
                None => self.binding_body(binding, *ty),
            })
            .collect();
        self.types.leave();
        self.scope.take(mark);
        for (binding, (_, ty, _, declared)) in bindings.iter().zip(&heads) {
            if declared.is_none() {
                self.steer(binding, *ty);
            }
        }
        let all_values = bindings.iter().all(|binding| self.is_value(binding));
        let definitions =
            heads.iter().zip(bodies).map(|((bound, ..), body)| (bound.var, body)).collect();
        let variables = self.generalise_group(heads, all_values);
        (vec![Def::Rec(definitions)], variables)
    }

    /// The type of a definition as far as its parameters show it, so that labels are known where it is
    /// used before it is defined.
    fn approximate(&mut self, binding: &Binding) -> Ty {
        let mut labels: Vec<&Label> = Vec::new();
        let mut params: Vec<&Param> = binding.params.iter().collect();
        let mut body = &binding.body;
        while let ast::ExprKind::Fun(more, _, inner) = &body.kind {
            params.extend(more);
            body = inner;
        }
        for param in params {
            if let Param::Value { label, .. } = param {
                labels.push(label);
            }
        }
        let result = self.types.fresh();
        labels.into_iter().rev().fold(result, |to, label| {
            let from = self.types.fresh();
            let from = match label {
                Label::Optional(_) => self.types.named(TypeId::OPTION, vec![from]),
                Label::None | Label::Named(_) => from,
            };
            self.types.arrow(label.clone(), from, to)
        })
    }

    fn generalise_group(
        &mut self,
        heads: Vec<(Bound, Ty, Scheme, Option<Vec<Ty>>)>,
        values: bool,
    ) -> Vec<Generalised> {
        let (declared, inferred): (Vec<_>, Vec<_>) =
            heads.into_iter().partition(|(.., declared)| declared.is_some());
        let bound = inferred.into_iter().map(|(bound, ..)| bound).collect();
        let mut variables = self.generalise(bound, values);
        variables.extend(
            declared.into_iter().map(|(bound, _, scheme, _)| Generalised { bound, scheme }),
        );
        variables
    }

    /// Generalises the types of variables that were bound together. What is not a value may only
    /// be generalised where its type is only produced.
    fn generalise(&mut self, bound: Vec<Bound>, value: bool) -> Vec<Generalised> {
        let tys: Vec<Ty> = bound.iter().map(|bound| bound.ty).collect();
        let whole = self.types.tuple(tys);
        let mut unknowns = self.types.generalisable(whole);
        if !value {
            let consumed = self.consumed(whole);
            self.types.keep_unknown(&consumed);
            unknowns.retain(|unknown| !consumed.contains(unknown));
        }
        self.types.quantify(&unknowns);
        let params = unknowns.len() as u32;
        bound
            .into_iter()
            .map(|bound| {
                let scheme = Scheme { params, ty: bound.ty };
                Generalised { bound, scheme }
            })
            .collect()
    }

    /// The unknown types that stand where a value of them might be put in: left of an arrow, or
    /// as the argument of a type that may be mutable.
    fn consumed(&mut self, ty: Ty) -> Vec<Ty> {
        let mut found = Vec::new();
        // A polymorphic variant may contain itself.
        let mut seen = FxHashSet::default();
        let mut todo = vec![(ty, false)];
        while let Some((ty, consumed)) = todo.pop() {
            if !seen.insert((self.types.find(ty), consumed)) {
                continue;
            }
            let (ty, node) = self.types.head(ty);
            match node {
                Node::Unknown { .. } if consumed => found.push(ty),
                Node::Unknown { .. } | Node::Param(_) | Node::Link(_) | Node::Any => {}
                Node::Tags(tags) => todo.extend(tags.parts().map(|part| (part, consumed))),
                Node::Arrow(_, from, to) => todo.extend([(from, true), (to, consumed)]),
                Node::Tuple(parts) => todo.extend(parts.into_iter().map(|part| (part, consumed))),
                Node::Named(id, args) => {
                    for (number, arg) in args.into_iter().enumerate() {
                        todo.push((arg, consumed || !self.types.is_covariant(id, number)));
                    }
                }
            }
        }
        found
    }

    /// The right side of a binding, which should have the type `want`.
    fn binding_body(&mut self, binding: &Binding, want: Ty) -> Expr {
        if binding.params.is_empty() {
            let poly = matches!(
                binding.result.as_ref().map(|ty| &ty.kind),
                Some(TypeKind::Poly(..) | TypeKind::Rigid(..))
            );
            if let (Some(ty), false) = (&binding.result, poly) {
                let ty = self.annotation(ty);
                self.expect(binding.pattern.span, ty, want);
            }
            return self.expr(&binding.body, want);
        }
        let result = binding.result.as_ref();
        let kind = self.fun(&binding.params, result, &binding.body, want);
        Expr::new(kind, binding.span)
    }

    /// `fun params : result -> body`
    pub(super) fn fun(
        &mut self,
        params: &[Param],
        result: Option<&ast::Type>,
        body: &ast::Expr,
        want: Ty,
    ) -> ExprKind {
        let (mark, equations) = (self.scope.mark(), self.equations.len());
        let (mut patterns, mut defaults, mut at) = (Vec::new(), Vec::new(), want);
        let mut own_types = Vec::new();
        for param in params {
            match param {
                Param::NewTypes(names) => {
                    for name in names {
                        let ty = self.rigid(&name.text);
                        own_types.push(ty);
                        self.scope.types.push(&name.text, TypeEntry::Local(ty), Export::No);
                    }
                }
                Param::Value { label, pattern, default, span } => {
                    let (from, to) = self.arrow_for(label, *span, at);
                    let (pattern, def) =
                        self.param(label, pattern, default.as_deref(), *span, from);
                    patterns.push(pattern);
                    defaults.extend(def);
                    at = to;
                }
            }
        }
        if let Some(result) = result {
            let result = self.annotation(result);
            self.expect(body.span, result, at);
        }
        let mut body = self.expr(body, at);
        self.forget_equations(equations);
        self.scope.take(mark);
        // Outside, a type of the function's own is any type.
        if !own_types.is_empty() {
            self.types.expose(want);
        }
        own_types.into_iter().for_each(|ty| self.types.loosen(ty));
        if !defaults.is_empty() {
            let span = body.span;
            body = Expr::new(ExprKind::Let(defaults, Box::new(body)), span);
        }
        if patterns.is_empty() {
            return body.kind;
        }
        ExprKind::Fun(patterns, Box::new(body))
    }

    /// One parameter: its pattern, and what its default has to do first.
    fn param(
        &mut self,
        label: &Label,
        pattern: &ast::Pattern,
        default: Option<&ast::Expr>,
        span: Span,
        from: Ty,
    ) -> (Pattern, Option<Def>) {
        let Label::Optional(_) = label else {
            return (self.local_pattern(pattern, from), None);
        };
        let inner = self.types.fresh();
        let option = self.types.named(TypeId::OPTION, vec![inner]);
        self.expect(span, option, from);
        let Some(default) = default else {
            return (self.local_pattern(pattern, from), None);
        };
        let default = self.expr(default, inner);
        let pattern = self.local_pattern(pattern, inner);
        let option = self.new_var("option");
        let value = self.or_default(option, default, span);
        (Pattern::Var(option), Some(Def::Value(pattern, value)))
    }

    /// `match option with None -> default | Some given -> given`
    fn or_default(&mut self, option: crate::resolved::Var, default: Expr, span: Span) -> Expr {
        let ctor = |name, infer: &Infer| {
            let ctor = infer.types.ctor_named(TypeId::OPTION, name);
            ctor.expect("our library defines options before anything that uses them")
        };
        let (none, some) = (ctor("None", self), ctor("Some", self));
        let given = self.new_var("given");
        let absent = Case { pattern: Pattern::Ctor(none, vec![]), guard: None, body: default };
        let present = Case {
            pattern: Pattern::Ctor(some, vec![Pattern::Var(given)]),
            guard: None,
            body: Expr::new(ExprKind::Var(given), span),
        };
        let subject = Box::new(Expr::new(ExprKind::Var(option), span));
        Expr::new(ExprKind::Match(subject, vec![absent, present], Vec::new()), span)
    }

    /// A pattern whose variables are seen from now on, with one type each.
    fn local_pattern(&mut self, pattern: &ast::Pattern, ty: Ty) -> Pattern {
        let (pattern, bound) = self.pattern(pattern, ty);
        for variable in bound {
            let value =
                Value { kind: ValueKind::Var(variable.var), scheme: Scheme::plain(variable.ty) };
            self.scope.values.push(&variable.name.text, value, Export::No);
        }
        pattern
    }
}

impl Infer<'_> {
    /// Whether computing the right side has no effect and makes nothing mutable, so that its type
    /// may be generalised.
    fn is_value(&self, binding: &Binding) -> bool {
        !binding.params.is_empty() || self.is_value_expr(&binding.body)
    }

    fn is_value_expr(&self, expr: &ast::Expr) -> bool {
        use ast::ExprKind as K;
        let all = |parts: &[ast::Expr]| parts.iter().all(|part| self.is_value_expr(part));
        match &expr.kind {
            K::Path(_) | K::Const(_) | K::Fun(..) | K::Function(_) => true,
            K::Ctor(_, arg) | K::Tag(_, arg) => {
                arg.as_deref().is_none_or(|arg| self.is_value_expr(arg))
            }
            K::Tuple(parts) | K::List(parts) => all(parts),
            K::Array(parts) => parts.is_empty(),
            K::Record { fields, base } => {
                base.is_none() && fields.iter().all(|(path, value)| self.is_constant(path, value))
            }
            K::Typed(inner, _)
            | K::Coerce(inner, ..)
            | K::Open(_, inner)
            | K::Lazy(inner)
            | K::Field(inner, _) => self.is_value_expr(inner),
            K::Pack(..) => true,
            K::Let { bindings, body, .. } => {
                bindings.iter().all(|binding| self.is_value(binding)) && self.is_value_expr(body)
            }
            K::LetItem(_, body) => self.is_value_expr(body),
            K::If(_, yes, no) => {
                self.is_value_expr(yes) && no.as_deref().is_some_and(|no| self.is_value_expr(no))
            }
            K::Match(subject, cases) => {
                self.is_value_expr(subject)
                    && cases.iter().all(|case| self.is_value_expr(&case.body))
            }
            K::Seq(_)
            | K::SetField(..)
            | K::Index(..)
            | K::SetIndex(..)
            | K::Apply(..)
            | K::Logic(..)
            | K::Try(..)
            | K::While(..)
            | K::For { .. }
            | K::Assert(_)
            | K::Extension(_)
            | K::Unsupported(_) => false,
        }
    }

    /// Whether a field of a record under construction is immutable and its value has no effect.
    fn is_constant(&self, path: &ast::Path, value: &ast::Expr) -> bool {
        let Some(id) = self.scope.fields.get(&path.name.text) else { return false };
        let immutable = self.types.fields(*id).is_some_and(|fields| {
            fields.position(&path.name.text).is_some_and(|at| !fields.0[at].mutable)
        });
        immutable && self.is_value_expr(value)
    }
}

/// The name that a binding defines, if it defines one.
pub(super) fn defined_name(binding: &Binding) -> Option<&ast::Ident> {
    let mut pattern = &binding.pattern;
    loop {
        match &pattern.kind {
            PatternKind::Var(name) => return Some(name),
            PatternKind::Typed(inner, _) => pattern = inner,
            _ => return None,
        }
    }
}
