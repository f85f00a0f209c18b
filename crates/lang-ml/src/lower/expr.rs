//! Expressions.

use lang_core::{ExprId, VarId};
use source::Span;
use term::Op;

use super::Lower;
use super::emit::Miss;
use super::sort::Field;
use crate::ast::{Boxed, Const, Direction, Logic};
use crate::resolved::{Case, Expr, ExprKind, Pattern, Var};
use crate::types::{CtorRef, TypeId};

type Core = lang_core::Prim;

impl<'i> Lower<'_, 'i> {
    pub(super) fn expr(&mut self, expr: &'i Expr) -> ExprId {
        let span = expr.span;
        if self.patience.is_over() {
            return self.builder.at(span).unsupported("");
        }
        match &expr.kind {
            ExprKind::Var(var) => {
                self.builder.at(span);
                self.use_var(*var)
            }
            ExprKind::Const(Const::Boxed(kind, value)) => {
                let ty = match kind {
                    Boxed::Int32 => TypeId::INT32,
                    Boxed::Int64 => TypeId::INT64,
                    Boxed::Nativeint => TypeId::NATIVEINT,
                };
                let ctor = self.ctor_id(CtorRef { ty, tag: 0 });
                let value = self.builder.at(span).int(*value);
                self.builder.at(span).construct(ctor, [value])
            }
            ExprKind::Const(constant) => match self.literal(constant) {
                Some(term) => self.builder.at(span).lit(term),
                None => self.builder.at(span).unsupported("a floating-point number"),
            },
            ExprKind::Prim(prim, ty) => self.prim_call(*prim, *ty, &[], span),
            ExprKind::Opaque(id) => self.opaque_call(*id, &[], span),
            ExprKind::Tag(tag, arg) => {
                let ctor = self.tag_ctor(tag, arg.is_some());
                let arg: Vec<ExprId> = arg.iter().map(|arg| self.expr(arg)).collect();
                self.builder.at(span).construct(ctor, arg)
            }
            ExprKind::Ctor(ctor, args) => self.ctor(*ctor, args, span),
            ExprKind::Tuple(parts) => {
                let ctor = self.tuple_ctor(parts.len());
                let parts: Vec<&Expr> = parts.iter().collect();
                self.ordered(&parts, |lower, ids| lower.builder.at(span).construct(ctor, ids))
            }
            ExprKind::Array(items) => self.array(items, span),
            ExprKind::Record(id, fields) => self.record(*id, fields, span),
            ExprKind::Update(id, base, changes) => self.update(*id, base, changes, span),
            ExprKind::Field(id, position, record) => {
                let record = self.expr(record);
                self.field(*id, *position, record, span)
            }
            ExprKind::SetField(id, position, record, value) => {
                self.ordered(&[record, value], |lower, ids| {
                    let cell = lower.raw_field(*id, *position, ids[0], span);
                    lower.builder.at(span).prim(Core::RefSet, [cell, ids[1]])
                })
            }
            ExprKind::Apply(function, args) => self.apply(function, args, span),
            ExprKind::Logic(logic, left, right) => self.logic(*logic, left, right, span),
            ExprKind::Fun(params, body) => self.fun(params, body, span),
            ExprKind::Let(defs, body) => self.lets(defs, body),
            ExprKind::Match(subject, cases, handlers) => {
                self.matching_expr(subject, cases, handlers, span)
            }
            ExprKind::Try(body, cases) => {
                let body = self.expr(body);
                let exception = self.builder.fresh("exception");
                let handler = self.match_cases(exception, cases, Miss::Reraise(exception), span);
                self.builder.at(span).try_with(body, exception, handler)
            }
            ExprKind::If(cond, yes, no) => {
                let cond = self.expr(cond);
                let yes = self.expr(yes);
                let no = match no {
                    Some(no) => self.expr(no),
                    None => self.builder.at(span).unit(),
                };
                self.builder.at(span).cond(cond, yes, no)
            }
            ExprKind::While(cond, body, head) => self.while_loop(cond, body, head, span),
            ExprKind::For(var, from, direction, to, body, head) => {
                self.for_loop(*var, (from, *direction, to), (body, head), span)
            }
            ExprKind::Seq(parts) => self.sequence(parts),
            ExprKind::Assert(cond) => {
                let cond = self.expr(cond);
                let unit = self.builder.at(span).unit();
                let failure = self.raise_at("Assert_failure", span);
                self.builder.at(span).cond(cond, unit, failure)
            }
            ExprKind::Lazy(value) => {
                let ctor = self.helper("lazy", &[("lazy", Field::Value)])[0];
                let value = self.expr(value);
                self.builder.at(span).construct_lazy(ctor, [value])
            }
            ExprKind::Unsupported(what) => self.builder.at(span).unsupported(what),
        }
    }

    fn ctor(&mut self, ctor: CtorRef, args: &'i [Expr], span: Span) -> ExprId {
        if ctor.ty == TypeId::BOOL {
            return self.builder.at(span).bool(ctor.tag == 1);
        }
        let id = self.ctor_id(ctor);
        let mutable: Vec<bool> = match &self.types.ctor(ctor).fields {
            Some(fields) => fields.0.iter().map(|field| field.mutable).collect(),
            None => vec![false; args.len()],
        };
        let args: Vec<&Expr> = args.iter().collect();
        self.ordered(&args, |lower, ids| {
            let ids = lower.in_cells(ids, &mutable, span);
            lower.builder.at(span).construct(id, ids)
        })
    }

    /// Puts the values of mutable fields into new cells.
    fn in_cells(&mut self, ids: Vec<ExprId>, mutable: &[bool], span: Span) -> Vec<ExprId> {
        let cell = |(id, mutable): (ExprId, &bool), lower: &mut Self| match mutable {
            true => lower.builder.at(span).prim(Core::RefNew, [id]),
            false => id,
        };
        ids.into_iter().zip(mutable).map(|pair| cell(pair, self)).collect()
    }

    fn mutable_fields(&self, id: TypeId) -> Vec<bool> {
        let fields = self.types.fields(id).expect("records are of record types");
        fields.0.iter().map(|field| field.mutable).collect()
    }

    fn record(&mut self, id: TypeId, fields: &'i [Expr], span: Span) -> ExprId {
        let ctor = self.record_ctor(id);
        let mutable = self.mutable_fields(id);
        let fields: Vec<&Expr> = fields.iter().collect();
        self.ordered(&fields, |lower, ids| {
            let ids = lower.in_cells(ids, &mutable, span);
            lower.builder.at(span).construct(ctor, ids)
        })
    }

    /// The record is computed first, then the new fields, the last one first.
    fn update(
        &mut self,
        id: TypeId,
        base: &'i Expr,
        changes: &'i [(usize, Expr)],
        span: Span,
    ) -> ExprId {
        let ctor = self.record_ctor(id);
        let mutable = self.mutable_fields(id);
        let old = self.builder.fresh("record");
        let base = self.expr(base);
        // The order of fields is that of the type, not that of the text.
        let mut sorted: Vec<&(usize, Expr)> = changes.iter().collect();
        sorted.sort_by_key(|(position, _)| *position);
        let values: Vec<&Expr> = sorted.iter().map(|(_, value)| value).collect();
        let updated = self.ordered(&values, |lower, ids| {
            let mut fields = Vec::new();
            for position in 0..mutable.len() {
                let new = sorted.iter().position(|(changed, _)| *changed == position);
                fields.push(match new {
                    Some(number) => ids[number],
                    None => {
                        let record = lower.builder.at(span).var(old);
                        lower.field(id, position, record, span)
                    }
                });
            }
            let fields = lower.in_cells(fields, &mutable, span);
            lower.builder.at(span).construct(ctor, fields)
        });
        self.builder.at(span).let_strict(old, base, updated)
    }

    /// What is in a field.
    fn field(&mut self, id: TypeId, position: usize, record: ExprId, span: Span) -> ExprId {
        let raw = self.raw_field(id, position, record, span);
        match self.mutable_fields(id)[position] {
            true => self.builder.at(span).prim(Core::RefGet, [raw]),
            false => raw,
        }
    }

    /// A field as it is stored: the cell of a mutable one.
    pub(super) fn raw_field(
        &mut self,
        id: TypeId,
        position: usize,
        record: ExprId,
        span: Span,
    ) -> ExprId {
        let ctor = self.record_ctor(id);
        let count = self.mutable_fields(id).len();
        let fields: Vec<VarId> = (0..count).map(|_| self.builder.fresh("field")).collect();
        let field = self.builder.at(span).var(fields[position]);
        let alt = self.builder.alt(ctor, fields, field);
        self.builder.at(span).case(record, None, [alt], None)
    }

    fn array(&mut self, items: &'i [Expr], span: Span) -> ExprId {
        let items: Vec<&Expr> = items.iter().collect();
        self.ordered(&items, |lower, ids| {
            let vars: Vec<VarId> = ids.iter().map(|_| lower.builder.fresh("item")).collect();
            let array = lower.builder.fresh("array");
            let b = lower.builder.at(span);
            let mut whole = b.var(array);
            for (index, var) in vars.iter().enumerate().rev() {
                let (target, index, value) = (b.var(array), b.int(index as i64), b.var(*var));
                let set = b.prim(Core::ArraySet, [target, index, value]);
                whole = b.seq(set, whole);
            }
            let first = match vars.first() {
                Some(first) => b.var(*first),
                None => b.unit(),
            };
            let length = b.int(vars.len() as i64);
            let new = b.prim(Core::ArrayNew, [length, first]);
            whole = b.let_strict(array, new, whole);
            vars.into_iter().zip(ids).fold(whole, |whole, (var, id)| b.let_strict(var, id, whole))
        })
    }

    fn apply(&mut self, function: &'i Expr, args: &'i [Expr], span: Span) -> ExprId {
        let refs: Vec<&Expr> = args.iter().collect();
        match &function.kind {
            ExprKind::Prim(crate::prim::Prim::Unsupported, ty) => {
                self.prim_call(crate::prim::Prim::Unsupported, *ty, &[], function.span)
            }
            ExprKind::Prim(prim, ty) => self.prim_call(*prim, *ty, &refs, span),
            ExprKind::Opaque(id) => self.opaque_call(*id, &refs, span),
            _ => {
                let all: Vec<&Expr> = std::iter::once(function).chain(refs).collect();
                self.ordered(&all, |lower, mut ids| {
                    let callee = ids.remove(0);
                    lower.builder.at(span).apply(callee, ids)
                })
            }
        }
    }

    fn logic(&mut self, logic: Logic, left: &'i Expr, right: &'i Expr, span: Span) -> ExprId {
        let (left, right) = (self.expr(left), self.expr(right));
        let b = self.builder.at(span);
        match logic {
            Logic::And => {
                let no = b.bool(false);
                b.cond(left, right, no)
            }
            Logic::Or => {
                let yes = b.bool(true);
                b.cond(left, yes, right)
            }
        }
    }

    /// A function. Parameters that are no variables are taken apart once all are there. `let f x = function …` is one
    /// function of two parameters, too.
    fn fun(&mut self, params: &'i [Pattern], mut body: &'i Expr, span: Span) -> ExprId {
        let mut vars = Vec::new();
        let mut apart: Vec<(VarId, &'i Pattern)> = Vec::new();
        let mut params: Vec<&'i Pattern> = params.iter().collect();
        while let ExprKind::Fun(more, inner) = &body.kind {
            if !params.iter().all(|param| matches!(param, Pattern::Var(_))) {
                break;
            }
            params.extend(more);
            body = inner;
        }
        for param in params {
            match param {
                Pattern::Var(var) => vars.push(self.local(*var)),
                _ => {
                    let var = self.builder.fresh("arg");
                    vars.push(var);
                    apart.push((var, param));
                }
            }
        }
        let outer = std::mem::take(&mut self.demands);
        let body = self.take_apart(&apart, body, span);
        let demands = std::mem::replace(&mut self.demands, outer);
        let function = self.builder.at(span).lambda(vars, body);
        match demands {
            true => self.builder.demanding(function),
            false => function,
        }
    }

    fn take_apart(&mut self, parts: &[(VarId, &'i Pattern)], body: &'i Expr, span: Span) -> ExprId {
        match parts.split_first() {
            None => self.expr(body),
            Some(((var, pattern), rest)) => {
                self.match_one(*var, pattern, span, |lower| lower.take_apart(rest, body, span))
            }
        }
    }

    fn matching_expr(
        &mut self,
        subject: &'i Expr,
        cases: &'i [Case],
        handlers: &'i [Case],
        span: Span,
    ) -> ExprId {
        let value = match &subject.kind {
            // OCaml makes no tuple only to take it apart, and then computes its parts in order.
            ExprKind::Tuple(parts) if handlers.is_empty() => {
                let ctor = self.tuple_ctor(parts.len());
                let parts: Vec<ExprId> = parts.iter().map(|part| self.expr(part)).collect();
                self.builder.at(subject.span).construct(ctor, parts)
            }
            _ => self.expr(subject),
        };
        let var = self.builder.fresh("subject");
        let matched = self.match_cases(var, cases, Miss::Failure(span), span);
        if handlers.is_empty() {
            return self.builder.at(span).let_strict(var, value, matched);
        }
        // Only the subject is tried, not the cases, which stay in tail position.
        let outcome =
            self.helper("outcome", &[("value", Field::Value), ("raised", Field::Exception)]);
        let (good, bad) = (outcome[0], outcome[1]);
        let (exception, caught) = (self.builder.fresh("exception"), self.builder.fresh("caught"));
        let handler = self.match_cases(caught, handlers, Miss::Reraise(caught), span);
        let b = self.builder.at(span);
        let good_value = b.construct(good, [value]);
        let raised = b.var(exception);
        let raised = b.construct(bad, [raised]);
        let tried = b.try_with(good_value, exception, raised);
        let alts = [b.alt(good, [var], matched), b.alt(bad, [caught], handler)];
        b.case(tried, None, alts, None)
    }

    /// A function that calls itself. What stands at the head of the loop is the first that it computes.
    fn while_loop(
        &mut self,
        cond: &'i Expr,
        body: &'i Expr,
        head: &'i [Expr],
        span: Span,
    ) -> ExprId {
        if let Some(cut) = self.cut_while((cond, body), head, span) {
            return cut;
        }
        let (repeat, ignored) = (self.builder.fresh("while"), self.builder.fresh("_"));
        let head: Vec<ExprId> = head.iter().map(|part| self.expr(part)).collect();
        let (cond, body) = (self.expr(cond), self.expr(body));
        let b = self.builder.at(span);
        let (again, unit) = (b.var(repeat), b.unit());
        let again = b.apply(again, [unit]);
        let again = b.seq(body, again);
        let done = b.unit();
        let step = b.cond(cond, again, done);
        let step = head.into_iter().rev().fold(step, |step, part| b.seq(part, step));
        let function = b.lambda([ignored], step);
        let (start, unit) = (b.var(repeat), b.unit());
        let start = b.apply(start, [unit]);
        b.let_rec(&[(repeat, function)], start)
    }

    /// As [`while_loop`](Lower::while_loop). What stands at the head is computed for each value of the variable
    /// and once more after the last one, as Gospel has it: with the value that would come next.
    fn for_loop(
        &mut self,
        var: Var,
        (from, direction, to): (&'i Expr, Direction, &'i Expr),
        (body, head): (&'i Expr, &'i [Expr]),
        span: Span,
    ) -> ExprId {
        if let Some(cut) = self.cut_for(var, (from, direction, to), (body, head), span) {
            return cut;
        }
        let (repeat, bound) = (self.builder.fresh("for"), self.builder.fresh("bound"));
        let first = self.builder.fresh("first");
        let (from, to) = (self.expr(from), self.expr(to));
        let counter = self.local(var);
        let head = self.for_head(counter, (direction, bound), head, span);
        let body = self.expr(body);
        let b = self.builder.at(span);
        let (i, limit, one) = (b.var(counter), b.var(bound), b.int(1));
        let (inside, next) = match direction {
            Direction::Up => (b.op(Op::Le, [i, limit]), b.var(counter)),
            Direction::Down => (b.op(Op::Le, [limit, i]), b.var(counter)),
        };
        let next = match direction {
            Direction::Up => b.op(Op::Add, [next, one]),
            Direction::Down => b.prim(Core::Sub, [next, one]),
        };
        let again = b.var(repeat);
        let again = b.apply(again, [next]);
        let again = b.seq(body, again);
        let done = b.unit();
        let step = b.cond(inside, again, done);
        let step = head.into_iter().fold(step, |step, head| b.seq(head, step));
        let function = b.lambda([counter], step);
        let (start, value) = (b.var(repeat), b.var(first));
        let start = b.apply(start, [value]);
        let whole = b.let_rec(&[(repeat, function)], start);
        let whole = b.let_strict(bound, to, whole);
        b.let_strict(first, from, whole)
    }

    /// What stands at the head of a `for` loop, unless the loop has no values and not even the next one
    /// would be the first.
    fn for_head(
        &mut self,
        counter: VarId,
        (direction, bound): (Direction, VarId),
        head: &'i [Expr],
        span: Span,
    ) -> Option<ExprId> {
        let parts: Vec<ExprId> = head.iter().map(|part| self.expr(part)).collect();
        self.reached(counter, (direction, bound), parts, span)
    }

    /// These parts, unless the loop has no values and not even the next one would be the first.
    pub(super) fn reached(
        &mut self,
        counter: VarId,
        (direction, bound): (Direction, VarId),
        parts: Vec<ExprId>,
        span: Span,
    ) -> Option<ExprId> {
        if parts.is_empty() {
            return None;
        }
        let b = self.builder.at(span);
        let (i, limit, one) = (b.var(counter), b.var(bound), b.int(1));
        let reached = match direction {
            Direction::Up => {
                let past = b.op(Op::Add, [limit, one]);
                b.op(Op::Le, [i, past])
            }
            Direction::Down => {
                let past = b.op(Op::Add, [i, one]);
                b.op(Op::Le, [limit, past])
            }
        };
        let done = b.unit();
        let all = parts.into_iter().rev().fold(done, |rest, part| b.seq(part, rest));
        let none = b.unit();
        Some(b.cond(reached, all, none))
    }

    fn sequence(&mut self, parts: &'i [Expr]) -> ExprId {
        let ids: Vec<(ExprId, Span)> =
            parts.iter().map(|part| (self.expr(part), part.span)).collect();
        let mut ids = ids.into_iter().rev();
        let Some((last, _)) = ids.next() else { return self.builder.unit() };
        ids.fold(last, |rest, (part, span)| self.builder.at(span).seq(part, rest))
    }
}
