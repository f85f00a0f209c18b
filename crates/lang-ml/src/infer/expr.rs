//! Expressions.

use source::{Span, with_article};

use super::lookup::Found;
use super::scope::{Export, Value, ValueKind};
use super::{Infer, Origin};
use crate::ast::{self, Boxed, Case, Const, Direction, Ident, IndexKind, Label, Logic, Path};
use crate::prim::Prim;
use crate::resolved::{self, Expr, ExprKind};
use crate::types::{Scheme, Ty, TypeId};

impl Infer<'_> {
    /// Elaborates an expression that should have the type `want`.
    pub(super) fn expr(&mut self, expr: &ast::Expr, want: Ty) -> Expr {
        let kind = match self.patience.is_over() {
            true => ExprKind::Unsupported(String::new()),
            false => self.expr_kind(expr, want),
        };
        Expr::new(kind, expr.span)
    }

    pub(super) fn boxed(&mut self, expr: &ast::Expr, want: Ty) -> Box<Expr> {
        Box::new(self.expr(expr, want))
    }

    fn expr_kind(&mut self, expr: &ast::Expr, want: Ty) -> ExprKind {
        let span = expr.span;
        match &expr.kind {
            ast::ExprKind::Path(path) => self.value_path(path, want),
            ast::ExprKind::Const(constant) => self.constant(constant, span, want),
            ast::ExprKind::Ctor(path, arg) => self.ctor(path, arg.as_deref(), span, want),
            ast::ExprKind::Tag(tag, arg) => self.tag(tag, arg.as_deref(), span, want),
            ast::ExprKind::Tuple(parts) => self.tuple(parts, span, want),
            ast::ExprKind::List(items) => self.list(items, span, want),
            ast::ExprKind::Array(items) => self.array(items, span, want),
            ast::ExprKind::Record { fields, base } => {
                self.record(fields, base.as_deref(), span, want)
            }
            ast::ExprKind::Field(record, field) => self.field(record, field, span, want),
            ast::ExprKind::SetField(record, field, value) => {
                self.set_field(record, field, value, span, want)
            }
            ast::ExprKind::Index(kind, base, index) => {
                self.library_call(index_function(*kind), &[base, index], span, want)
            }
            ast::ExprKind::SetIndex(IndexKind::Array, base, index, value) => {
                self.library_call(("Array", "set"), &[base, index, value], span, want)
            }
            ast::ExprKind::SetIndex(IndexKind::Text, base, index, value) => {
                self.library_call(("Bytes", "set"), &[base, index, value], span, want)
            }
            ast::ExprKind::Apply(function, args) => self.apply(function, args, span, want),
            ast::ExprKind::Logic(logic, left, right) => self.logic(*logic, left, right, span, want),
            ast::ExprKind::Fun(params, result, body) => {
                self.fun(params, result.as_ref(), body, want)
            }
            ast::ExprKind::Function(cases) => self.function(cases, span, want),
            ast::ExprKind::Let { recursive, bindings, body } => {
                self.let_in(*recursive, bindings, body, want)
            }
            ast::ExprKind::LetItem(item, body) => self.let_item(item, body, want),
            ast::ExprKind::Match(subject, cases) => self.matching(subject, cases, want),
            ast::ExprKind::Try(body, cases) => {
                let body = self.boxed(body, want);
                let exn = self.types.plain(TypeId::EXN);
                ExprKind::Try(body, self.cases(cases.iter(), exn, want))
            }
            ast::ExprKind::If(cond, yes, no) => self.conditional(cond, yes, no.as_deref(), want),
            ast::ExprKind::While(cond, body, notes) => {
                let head = self.loop_head(&notes.head);
                let bool = self.bool();
                let cond = self.boxed(cond, bool);
                let ignored = self.types.fresh();
                let body = self.boxed(body, ignored);
                self.is_unit(span, want);
                ExprKind::While(cond, body, head)
            }
            ast::ExprKind::For { variable, from, direction, to, body, notes } => {
                self.is_unit(span, want);
                self.for_loop(variable.as_ref(), (from, *direction, to), body, &notes.head)
            }
            ast::ExprKind::Seq(parts) => self.sequence(parts, want),
            ast::ExprKind::Assert(cond) => self.assertion(cond, span, want),
            ast::ExprKind::Lazy(value) => {
                let inner = self.types.fresh();
                let lazy = self.types.named(TypeId::LAZY, vec![inner]);
                self.expect(span, lazy, want);
                ExprKind::Lazy(self.boxed(value, inner))
            }
            ast::ExprKind::Typed(value, ty) => {
                let ty = self.annotation(ty);
                let value = self.expr(value, ty);
                self.expect(span, ty, want);
                value.kind
            }
            ast::ExprKind::Open(path, value) => {
                let mark = self.scope.mark();
                self.open_path(path);
                let value = self.expr(value, want);
                self.scope.take(mark);
                value.kind
            }
            ast::ExprKind::Coerce(value, from, to) => {
                let from = match from {
                    Some(from) => self.annotation(from),
                    None => self.types.fresh(),
                };
                let value = self.expr(value, from);
                let to = self.annotation(to);
                self.expect(span, to, want);
                value.kind
            }
            ast::ExprKind::Pack(module, ty) => self.pack(module, ty.as_ref(), span, want),
            ast::ExprKind::Extension(attr) => {
                self.not_modelled(format!("the extension `{}`", attr.name.text))
            }
            ast::ExprKind::Unsupported(what) => self.not_modelled(with_article(what)),
        }
    }

    fn not_modelled(&mut self, what: String) -> ExprKind {
        self.guess();
        ExprKind::Unsupported(what)
    }

    pub(super) fn is_unit(&mut self, span: Span, want: Ty) {
        let unit = self.unit();
        self.expect(span, unit, want);
    }

    fn value_path(&mut self, path: &Path, want: Ty) -> ExprKind {
        match self.value(path) {
            Found::Known(value) => {
                let ty = self.types.instantiate(value.scheme);
                self.expect(path.span, ty, want);
                if let ValueKind::Prim(Prim::Unsupported) = value.kind {
                    self.gap();
                }
                if path.name.text == "tracehound__any" {
                    self.guess();
                }
                if self.origin == Origin::User && is_order(value.kind, path) {
                    self.orders.push(ty);
                }
                value_kind(value, ty)
            }
            Found::Unknown(why) => ExprKind::Unsupported(why.to_string()),
            Found::Wrong => ExprKind::Unsupported(format!("unbound value `{path}`")),
        }
    }

    fn constant(&mut self, constant: &Const, span: Span, want: Ty) -> ExprKind {
        if let Const::Text(text) = constant
            && self.types.head_id(want).is_some_and(|(id, _)| id == TypeId::FORMAT)
        {
            return self.format(text, span, want);
        }
        if let Const::Float(_) = constant {
            self.gap();
        }
        let ty = self.types.plain(constant_type(constant));
        self.expect(span, ty, want);
        ExprKind::Const(constant.clone())
    }

    fn tuple(&mut self, parts: &[ast::Expr], span: Span, want: Ty) -> ExprKind {
        let tys: Vec<Ty> = parts.iter().map(|_| self.types.fresh()).collect();
        let tuple = self.types.tuple(tys.clone());
        // Telling the parts what is expected gives better places for errors.
        let known = self.types.unify(tuple, want);
        let parts = parts.iter().zip(&tys).map(|(part, ty)| self.expr(part, *ty)).collect();
        if let Err(mismatch) = known {
            self.mismatch(span, tuple, want, mismatch);
        }
        ExprKind::Tuple(parts)
    }

    fn list(&mut self, items: &[ast::Expr], span: Span, want: Ty) -> ExprKind {
        let item = self.types.fresh();
        let list = self.types.named(TypeId::LIST, vec![item]);
        self.expect(span, list, want);
        let items: Vec<Expr> = items.iter().map(|each| self.expr(each, item)).collect();
        let (nil, cons) = self.list_ctors();
        let end = Expr::new(ExprKind::Ctor(nil, Vec::new()), span);
        let whole = items.into_iter().rev().fold(end, |tail, head| {
            let span = head.span;
            Expr::new(ExprKind::Ctor(cons, vec![head, tail]), span)
        });
        whole.kind
    }

    fn array(&mut self, items: &[ast::Expr], span: Span, want: Ty) -> ExprKind {
        let item = self.types.fresh();
        let array = self.types.named(TypeId::ARRAY, vec![item]);
        self.expect(span, array, want);
        ExprKind::Array(items.iter().map(|each| self.expr(each, item)).collect())
    }

    /// A call of a function of our library, whatever the user calls so.
    fn library_call(
        &mut self,
        (module, name): (&str, &str),
        args: &[&ast::Expr],
        span: Span,
        want: Ty,
    ) -> ExprKind {
        let ident = |text: &str| Ident { text: text.to_owned(), span };
        let path = Path { modules: vec![ident(module)], name: ident(name), span };
        let function = ast::Expr::new(ast::ExprKind::Path(path), span);
        let args: Vec<(Label, ast::Expr)> =
            args.iter().map(|arg| (Label::None, (*arg).clone())).collect();
        self.apply(&function, &args, span, want)
    }

    fn logic(
        &mut self,
        logic: Logic,
        left: &ast::Expr,
        right: &ast::Expr,
        span: Span,
        want: Ty,
    ) -> ExprKind {
        let bool = self.bool();
        let (left, right) = (self.boxed(left, bool), self.boxed(right, bool));
        self.expect(span, bool, want);
        ExprKind::Logic(logic, left, right)
    }

    fn function(&mut self, cases: &[Case], span: Span, want: Ty) -> ExprKind {
        let (from, to) = self.arrow_for(&Label::None, span, want);
        let var = self.new_var("x");
        let cases = self.cases(cases.iter(), from, to);
        let subject = Box::new(Expr::new(ExprKind::Var(var), span));
        let body = Expr::new(ExprKind::Match(subject, cases, Vec::new()), span);
        ExprKind::Fun(vec![resolved::Pattern::Var(var)], Box::new(body))
    }

    /// The parameter and result types of a function with this label that has the type `want`.
    pub(super) fn arrow_for(&mut self, label: &Label, span: Span, want: Ty) -> (Ty, Ty) {
        if let Some((known, from, to)) = self.types.as_arrow(want, label)
            && known == *label
        {
            return (from, to);
        }
        let (from, to) = (self.types.fresh(), self.types.fresh());
        let arrow = self.types.arrow(label.clone(), from, to);
        self.expect(span, arrow, want);
        (from, to)
    }

    fn let_item(&mut self, item: &ast::Item, body: &ast::Expr, want: Ty) -> ExprKind {
        let mark = self.scope.mark();
        let outer = std::mem::take(&mut self.defs);
        let defined = self.defined.len();
        let is_local = std::mem::replace(&mut self.is_local, true);
        self.item(item);
        self.is_local = is_local;
        self.defined.truncate(defined);
        let defs = std::mem::replace(&mut self.defs, outer);
        let body = self.boxed(body, want);
        self.scope.take(mark);
        ExprKind::Let(defs, body)
    }

    fn matching(&mut self, subject: &ast::Expr, cases: &[Case], want: Ty) -> ExprKind {
        let ty = self.types.fresh();
        let subject = self.boxed(subject, ty);
        let raising = |case: &&Case| matches!(case.pattern.kind, ast::PatternKind::Exception(_));
        let values = self.cases(cases.iter().filter(|case| !raising(case)), ty, want);
        let exn = self.types.plain(TypeId::EXN);
        let handlers = self.cases(cases.iter().filter(raising), exn, want);
        ExprKind::Match(subject, values, handlers)
    }

    /// Cases over a subject of the type `subject`.
    pub(super) fn cases<'a>(
        &mut self,
        cases: impl Iterator<Item = &'a Case>,
        subject: Ty,
        want: Ty,
    ) -> Vec<resolved::Case> {
        cases.map(|case| self.case(case, subject, want)).collect()
    }

    fn case(&mut self, case: &Case, subject: Ty, want: Ty) -> resolved::Case {
        let (mark, equations) = (self.scope.mark(), self.equations.len());
        let pattern = match &case.pattern.kind {
            ast::PatternKind::Exception(inner) => inner,
            _ => &case.pattern,
        };
        let (pattern, bound) = self.pattern(pattern, subject);
        for variable in bound {
            let value =
                Value { kind: ValueKind::Var(variable.var), scheme: Scheme::plain(variable.ty) };
            self.scope.values.push(&variable.name.text, value, Export::No);
        }
        let bool = self.bool();
        let guard = case.guard.as_ref().map(|guard| self.expr(guard, bool));
        let body = self.expr(&case.body, want);
        self.forget_equations(equations);
        self.scope.take(mark);
        resolved::Case { pattern, guard, body }
    }

    fn conditional(
        &mut self,
        cond: &ast::Expr,
        yes: &ast::Expr,
        no: Option<&ast::Expr>,
        want: Ty,
    ) -> ExprKind {
        let bool = self.bool();
        let cond = self.boxed(cond, bool);
        match no {
            Some(no) => {
                let yes = self.boxed(yes, want);
                ExprKind::If(cond, yes, Some(self.boxed(no, want)))
            }
            None => {
                self.is_unit(yes.span, want);
                let unit = self.unit();
                ExprKind::If(cond, self.boxed(yes, unit), None)
            }
        }
    }

    fn for_loop(
        &mut self,
        variable: Option<&Ident>,
        (from, direction, to): (&ast::Expr, Direction, &ast::Expr),
        body: &ast::Expr,
        head: &[ast::Expr],
    ) -> ExprKind {
        let int = self.int();
        let (from, to) = (self.boxed(from, int), self.boxed(to, int));
        let mark = self.scope.mark();
        let name = variable.map_or("_", |ident| &ident.text);
        let var = self.new_var(name);
        let value = Value { kind: ValueKind::Var(var), scheme: Scheme::plain(int) };
        self.scope.values.push(name, value, Export::No);
        let ignored = self.types.fresh();
        let head = self.loop_head(head);
        let body = self.boxed(body, ignored);
        self.scope.take(mark);
        ExprKind::For(var, from, direction, to, body, head)
    }

    fn loop_head(&mut self, head: &[ast::Expr]) -> Vec<Expr> {
        let unit = self.unit();
        head.iter().map(|part| self.expr(part, unit)).collect()
    }

    fn sequence(&mut self, parts: &[ast::Expr], want: Ty) -> ExprKind {
        let last = parts.len().saturating_sub(1);
        let mut resolved = Vec::new();
        for (number, part) in parts.iter().enumerate() {
            let want = if number == last { want } else { self.types.fresh() };
            resolved.push(self.expr(part, want));
        }
        ExprKind::Seq(resolved)
    }

    /// `assert false` has any type: it marks what is not reached.
    fn assertion(&mut self, cond: &ast::Expr, span: Span, want: Ty) -> ExprKind {
        let never = matches!(
            &cond.kind,
            ast::ExprKind::Ctor(path, None) if path.as_plain() == Some("false")
        );
        if !never {
            self.is_unit(span, want);
        }
        let bool = self.bool();
        ExprKind::Assert(self.boxed(cond, bool))
    }
}

/// How a value is used at a type.
/// Whether a value compares others by their order, whatever their type.
fn is_order(kind: ValueKind, path: &Path) -> bool {
    use Prim::{Compare, Ge, Gt, Le, Lt};
    match kind {
        ValueKind::Prim(prim) => [Compare, Ge, Gt, Le, Lt].contains(&prim),
        ValueKind::Var(_) => ["max", "min"].contains(&path.name.text.as_str()),
        ValueKind::Opaque(_) => false,
    }
}

pub(super) fn value_kind(value: Value, ty: Ty) -> ExprKind {
    match value.kind {
        ValueKind::Var(var) => ExprKind::Var(var),
        ValueKind::Prim(prim) => ExprKind::Prim(prim, ty),
        ValueKind::Opaque(id) => ExprKind::Opaque(id),
    }
}

pub(super) fn constant_type(constant: &Const) -> TypeId {
    match constant {
        Const::Int(_) => TypeId::INT,
        Const::Float(_) => TypeId::FLOAT,
        Const::Boxed(Boxed::Int32, _) => TypeId::INT32,
        Const::Boxed(Boxed::Int64, _) => TypeId::INT64,
        Const::Boxed(Boxed::Nativeint, _) => TypeId::NATIVEINT,
        Const::Char(_) => TypeId::CHAR,
        Const::Text(_) => TypeId::STRING,
    }
}

fn index_function(kind: IndexKind) -> (&'static str, &'static str) {
    match kind {
        IndexKind::Array => ("Array", "get"),
        IndexKind::Text => ("String", "get"),
    }
}
