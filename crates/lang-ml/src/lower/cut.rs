//! Loops and local functions as proofs take them.
//!
//! A proof does not go round a loop. It shows that the invariants hold where the loop begins, forgets what the loop
//! may write to, takes the invariants for granted and goes once through the body, after which they have to hold
//! again; then that path is over. The way out of the loop goes on from there:
//!
//! ```text
//! while c do (** invariant i *) b done       check i; forget; assume i;
//!                                            if c then (b; check i; assume false)
//! ```
//!
//! A local function with a contract is called by it: what it requires is checked, what it may write to is forgotten,
//! and the result is anything that it ensures. On a path of its own its body is run, on any arguments that it allows
//! and from any state, with the function called by contract.
//!
//! A definition with such parts is lowered once more for that, beside the one that is run otherwise. Without invariants
//! a loop leaves anything in what it writes to, which is true of any loop, so nothing is missed; less is proved.

mod free;
mod wanted;

use lang_core::{CtorId, ExprId, VarId};
use source::Span;
use term::{Op, Sort};

use self::free::{Called, Effects, Place, of_body, of_loop};
use super::Lower;
use super::emit::Miss;
use crate::ast::Direction;
use crate::local::CheckKind;
use crate::module::Cut;
use crate::prim::Prim;
use crate::resolved::{Def, Expr, ExprKind, Pattern, Var};
use crate::types::Ty;

type Core = lang_core::Prim;

/// So deep is looked into functions that others call.
const DEPTH: usize = 3;

/// How what a proof cuts is lowered.
#[derive(Default)]
pub(crate) struct Cutting {
    /// Whether a definition is lowered for proofs.
    is_on: bool,
    /// Which part of the next local function with a contract is lowered.
    choice: Option<Part>,
    /// The bodies of the local functions whose stubs are lowered.
    bodies: Vec<VarId>,
    /// The definitions that were lowered once more.
    pub(crate) made: Vec<Cut>,
}

/// A part of a local function with a contract.
#[derive(Clone, Copy)]
enum Part {
    /// What stands for its calls.
    Stub,
    /// Its body, where what it requires holds.
    Body,
}

impl<'i> Lower<'_, 'i> {
    /// Lowers the definitions once more that have something to cut.
    pub(crate) fn cut_all(&mut self) {
        let mut next = 0;
        loop {
            self.run();
            let lowered = (next..self.tops.len()).filter(|at| self.tops[*at].lowered);
            let known = |lower: &Self, var: &Var| {
                let global = lower.homes.get(var).copied();
                global.is_some_and(|home| match home {
                    super::Home::Global(global) => {
                        lower.cutting.made.iter().any(|made| made.global == global)
                    }
                    super::Home::Local(_) => true,
                })
            };
            let mut todo: Vec<(Var, &'i Expr)> = Vec::new();
            for at in lowered {
                let definitions: Vec<(Var, &'i Expr)> = match self.tops[at].def {
                    Def::Value(Pattern::Var(var), expr) => vec![(*var, expr)],
                    Def::Rec(all) => all.iter().map(|(var, expr)| (*var, expr)).collect(),
                    Def::Value(..) | Def::Late(..) | Def::Eval(_) => Vec::new(),
                };
                let new = definitions.into_iter().filter(|(var, expr)| {
                    super::is_function(expr) && !known(self, var) && wanted::is_wanted(expr)
                });
                todo.extend(new);
            }
            next = 0;
            if todo.is_empty() || self.patience.is_over() {
                return;
            }
            for (var, expr) in todo {
                self.cut(var, expr);
            }
        }
    }

    fn cut(&mut self, var: Var, expr: &'i Expr) {
        let global = self.global(var);
        let name = self.vars[var.0 as usize].clone();
        let made = self.builder.declare(&format!("{name} cut#"));
        let ends = wanted::ends(expr);
        self.cutting.made.push(Cut { global, by: made, ends });
        self.cutting.is_on = true;
        let body = self.expr(expr);
        self.cutting.is_on = false;
        self.builder.define(made, body);
    }

    /// A loop without going round, if that is how it is lowered.
    pub(super) fn cut_while(
        &mut self,
        (cond, body): (&'i Expr, &'i Expr),
        head: &'i [Expr],
        span: Span,
    ) -> Option<ExprId> {
        if !self.cutting.is_on {
            return None;
        }
        let effects = of_loop(&|var| self.writes_first(var), &[cond, body], head, None);
        let Some(mut parts) = self.forgotten(&effects, span) else {
            return Some(self.not_followed(span));
        };
        let mut before: Vec<ExprId> = head.iter().map(|part| self.expr(part)).collect();
        before.append(&mut parts);
        before.extend(head.iter().map(|part| self.taken_for_granted(part)));
        let (cond, body) = (self.expr(cond), self.expr(body));
        let again: Vec<ExprId> = head.iter().map(|part| self.expr(part)).collect();
        let over = self.over(span);
        let round = self.all(span, [body].into_iter().chain(again), over);
        let done = self.builder.at(span).unit();
        let step = self.builder.at(span).cond(cond, round, done);
        Some(self.all(span, before, step))
    }

    /// As [`cut_while`](Lower::cut_while).
    pub(super) fn cut_for(
        &mut self,
        var: Var,
        (from, direction, to): (&'i Expr, Direction, &'i Expr),
        (body, head): (&'i Expr, &'i [Expr]),
        span: Span,
    ) -> Option<ExprId> {
        if !self.cutting.is_on {
            return None;
        }
        let effects = of_loop(&|var| self.writes_first(var), &[body], head, Some(var));
        let Some(forgotten) = self.forgotten(&effects, span) else {
            return Some(self.not_followed(span));
        };
        let (bound, first) = (self.builder.fresh("bound"), self.builder.fresh("first"));
        let (from, to) = (self.expr(from), self.expr(to));
        let counter = self.local(var);
        let start = self.for_heads(counter, (direction, bound), head, Self::checked, span);
        let value = self.builder.at(span).var(first);
        let start = self.builder.at(span).let_strict(counter, value, start);
        let round = self.one_round(var, (first, direction, bound), (body, head), span);
        let end = self.end_of_for(var, (first, direction, bound), head, span);
        let goes_on = self.builder.at(span).ask("the loop goes on", Sort::BOOL);
        let step = self.builder.at(span).cond(goes_on, round, end);
        let whole = self.all(span, [start].into_iter().chain(forgotten), step);
        let whole = self.builder.at(span).let_strict(bound, to, whole);
        Some(self.builder.at(span).let_strict(first, from, whole))
    }

    /// One round of a `for` loop, for any value of its variable.
    fn one_round(
        &mut self,
        var: Var,
        (first, direction, bound): (VarId, Direction, VarId),
        (body, head): (&'i Expr, &'i [Expr]),
        span: Span,
    ) -> ExprId {
        let counter = self.local(var);
        let b = self.builder.at(span);
        let (i, j, from, limit) = (b.var(counter), b.var(counter), b.var(first), b.var(bound));
        let (after, before) = match direction {
            Direction::Up => (b.op(Op::Le, [from, i]), b.op(Op::Le, [j, limit])),
            Direction::Down => (b.op(Op::Le, [i, from]), b.op(Op::Le, [limit, j])),
        };
        let inside = b.op(Op::And, [after, before]);
        let inside = b.assume(inside);
        let granted =
            self.for_heads(counter, (direction, bound), head, Self::taken_for_granted, span);
        let body = self.expr(body);
        let next = self.local(var);
        let again = self.for_heads(next, (direction, bound), head, Self::checked, span);
        let value = self.next_value(counter, direction, span);
        let again = self.builder.at(span).let_strict(next, value, again);
        let over = self.over(span);
        let round = self.all(span, [inside, granted, body, again], over);
        let unknown = self.builder.at(span).ask("loop variable", Sort::INT);
        self.builder.at(span).let_strict(counter, unknown, round)
    }

    /// What is known after a `for` loop: what stands at its head for the value that would be next, which may be
    /// beyond the integers of the machine.
    fn end_of_for(
        &mut self,
        var: Var,
        (first, direction, bound): (VarId, Direction, VarId),
        head: &'i [Expr],
        span: Span,
    ) -> ExprId {
        let counter = self.local(var);
        let granted =
            self.for_heads(counter, (direction, bound), head, Self::taken_for_granted, span);
        let past = self.next_value(bound, direction, span);
        let b = self.builder.at(span);
        let (from, limit) = (b.var(first), b.var(bound));
        let is_empty = match direction {
            Direction::Up => b.op(Op::Lt, [limit, from]),
            Direction::Down => b.op(Op::Lt, [from, limit]),
        };
        let from = b.var(first);
        let value = b.cond(is_empty, from, past);
        b.let_strict(counter, value, granted)
    }

    fn next_value(&mut self, of: VarId, direction: Direction, span: Span) -> ExprId {
        let b = self.builder.at(span);
        let (value, one) = (b.var(of), b.int(1));
        match direction {
            Direction::Up => b.op(Op::Add, [value, one]),
            Direction::Down => b.prim(Core::Sub, [value, one]),
        }
    }

    /// What stands at the head of a `for` loop, in one way or another.
    fn for_heads(
        &mut self,
        counter: VarId,
        range: (Direction, VarId),
        head: &'i [Expr],
        lower: fn(&mut Self, &'i Expr) -> ExprId,
        span: Span,
    ) -> ExprId {
        let parts: Vec<ExprId> = head.iter().map(|part| lower(self, part)).collect();
        let done = self.builder.at(span).unit();
        match self.reached(counter, range, parts, span) {
            Some(parts) => parts,
            None => done,
        }
    }

    fn checked(&mut self, head: &'i Expr) -> ExprId {
        self.expr(head)
    }

    /// What a check says, without a check.
    fn taken_for_granted(&mut self, check: &'i Expr) -> ExprId {
        match check_of(check) {
            Some((_, cond)) => {
                let cond = self.expr(cond);
                self.builder.at(check.span).assume(cond)
            }
            None => self.builder.at(check.span).unit(),
        }
    }

    /// The end of a path that has shown what it was for.
    fn over(&mut self, span: Span) -> ExprId {
        let no = self.builder.at(span).bool(false);
        self.builder.at(span).assume(no)
    }

    fn not_followed(&mut self, span: Span) -> ExprId {
        self.builder.at(span).unsupported("operations in a loop, which a proof does not follow")
    }

    /// Parts in order, then the last one.
    fn all(&mut self, span: Span, parts: impl IntoIterator<Item = ExprId>, last: ExprId) -> ExprId {
        let parts: Vec<ExprId> = parts.into_iter().collect();
        parts.into_iter().rev().fold(last, |rest, part| self.builder.at(span).seq(part, rest))
    }

    /// Whether all that a function may write to is what is first among its arguments, as with `incr`.
    fn writes_first(&self, function: Var) -> bool {
        let Some((first, effects)) = self.effects_of(function) else { return false };
        let is_first = |place: &Place| match place {
            Place::Whole(var) | Place::Field(_, _, var) => *var == first,
        };
        effects.places.iter().all(is_first) && self.does_nothing_else(&effects, DEPTH)
    }

    fn does_nothing_else(&self, effects: &Effects, depth: usize) -> bool {
        let is_plain = |function: &Var| {
            depth > 0
                && self.effects_of(*function).is_some_and(|(_, effects)| {
                    effects.places.is_empty() && self.does_nothing_else(&effects, depth - 1)
                })
        };
        let mut called = effects.calls.iter().flat_map(|Called(among)| among);
        effects.below.is_empty() && !effects.performs && called.all(is_plain)
    }

    /// The first parameter of a function at the top, and what its body does.
    fn effects_of(&self, function: Var) -> Option<(Var, Effects)> {
        let top = self.tops.get(*self.top_of.get(&function)?)?;
        let Def::Value(Pattern::Var(_), expr) = top.def else { return None };
        let ExprKind::Fun(params, body) = &expr.kind else { return None };
        let Some(Pattern::Var(first)) = params.first() else { return None };
        Some((*first, of_body(&params[1..], body)))
    }

    /// Forgets what a loop may write to; none if it performs operations.
    fn forgotten(&mut self, effects: &Effects, span: Span) -> Option<Vec<ExprId>> {
        if effects.performs {
            return None;
        }
        let mut parts = Vec::new();
        for place in &effects.places {
            let cell = match place {
                Place::Whole(var) => self.use_var(*var),
                Place::Field(id, position, var) => {
                    let record = self.use_var(*var);
                    self.raw_field(*id, *position, record, span)
                }
            };
            parts.push(self.builder.at(span).prim(Core::Forget, [cell]));
        }
        for below in &effects.below {
            let values: Vec<ExprId> = below.iter().map(|var| self.use_var(*var)).collect();
            if !values.is_empty() {
                parts.push(self.builder.at(span).prim(Core::ForgetBelow, values));
            }
        }
        for Called(among) in &effects.calls {
            let values: Vec<ExprId> = among.iter().map(|var| self.use_var(*var)).collect();
            if !values.is_empty() {
                parts.push(self.builder.at(span).prim(Core::ForgetBy, values));
            }
        }
        Some(parts)
    }

    /// Whether a local definition is one that proofs cut.
    pub(super) fn is_cut(&self, expr: &Expr) -> bool {
        self.cutting.is_on && wanted::stood_for(expr).is_some()
    }

    /// A new reference. For proofs the sort of what is in it is noted, where it is known.
    pub(super) fn new_ref(&mut self, ty: Ty, value: ExprId, span: Span) -> ExprId {
        let (held, _) = self.arrow(ty);
        if self.cutting.is_on && self.is_first_order(held) {
            let ctor = self.ref_ctor(ty);
            let sort = self.sort(held);
            let cell = self.builder.at(span).prim(Core::RefOf(sort), [value]);
            return self.builder.at(span).construct(ctor, [cell]);
        }
        let made = self.library_var("tracehound__ref");
        let made = self.use_var(made);
        self.builder.at(span).apply(made, [value])
    }

    fn ref_ctor(&mut self, ty: Ty) -> CtorId {
        let (_, made) = self.arrow(ty);
        let (id, _) = self.types.head_id(made).expect("references are of a record type");
        self.record_ctor(id)
    }

    /// Whether values of a type are without cells, functions and parts of any type.
    fn is_first_order(&mut self, ty: Ty) -> bool {
        self.is_plain(ty) && !super::holds_variable(&mut self.types, ty, 0)
    }

    /// Any value of a type.
    pub(super) fn unknown(&mut self, name: &str, ty: Ty, span: Span) -> ExprId {
        if !self.is_first_order(ty) {
            let what = "a contract about functions, mutable data or values of any type, in a proof";
            return self.builder.at(span).unsupported(what);
        }
        let sort = self.sort(ty);
        let asked = self.builder.at(span).ask(name, sort);
        self.builder.at(span).prim(Core::Known, [asked])
    }

    /// Local functions, those with a contract by their stubs, and what is to be shown of their bodies.
    pub(super) fn cut_functions(
        &mut self,
        definitions: &[(Var, &'i Expr)],
        rest: impl FnOnce(&mut Self) -> ExprId,
    ) -> ExprId {
        let vars: Vec<VarId> = definitions.iter().map(|(var, _)| self.local(*var)).collect();
        let mut pairs = Vec::new();
        let mut shown = Vec::new();
        for ((_, expr), var) in definitions.iter().zip(vars) {
            let Some(call) = wanted::stood_for(expr) else {
                let body = self.expr(expr);
                pairs.push((var, body));
                continue;
            };
            let own = self.builder.fresh("body");
            self.cutting.bodies.push(own);
            let stub = self.chosen(Part::Stub, expr);
            self.cutting.bodies.pop();
            let body = self.chosen(Part::Body, expr);
            pairs.extend([(var, stub), (own, body)]);
            shown.push((own, call));
        }
        let shown: Vec<ExprId> =
            shown.into_iter().map(|(body, call)| self.shown(body, call)).collect();
        let rest = rest(self);
        let span = definitions.first().map(|(_, expr)| expr.span);
        let whole =
            shown.into_iter().rev().fold(rest, |rest, one| self.builder.at(span).seq(one, rest));
        self.builder.let_rec(&pairs, whole)
    }

    fn chosen(&mut self, part: Part, expr: &'i Expr) -> ExprId {
        let outer = self.cutting.choice.replace(part);
        let lowered = self.expr(expr);
        self.cutting.choice = outer;
        lowered
    }

    /// Calls the body of a function on a path of its own. The exceptions that its contract names end it, too.
    fn shown(&mut self, body: VarId, call: &'i Expr) -> ExprId {
        let span = call.span;
        let chosen = self.builder.at(span).ask("path of a local function", Sort::BOOL);
        let own = self.builder.at(span).var(body);
        let forgotten = self.builder.at(span).prim(Core::ForgetBelow, [own]);
        let (args, cases) = match &call.kind {
            ExprKind::Try(args, cases) => (&**args, cases.as_slice()),
            _ => (call, [].as_slice()),
        };
        let args: Vec<ExprId> =
            wanted::arguments(args).into_iter().map(|arg| self.expr(arg)).collect();
        let own = self.builder.at(span).var(body);
        let mut run = self.builder.at(span).apply(own, args);
        if !cases.is_empty() {
            let unit = self.builder.at(span).unit();
            run = self.builder.at(span).seq(run, unit);
            let exception = self.builder.fresh("exception");
            let handler = self.match_cases(exception, cases, Miss::Reraise(exception), span);
            run = self.builder.at(span).try_with(run, exception, handler);
        }
        let over = self.over(span);
        let path = self.all(span, [forgotten, run], over);
        let other = self.builder.at(span).unit();
        self.builder.at(span).cond(chosen, path, other)
    }

    /// A function with a contract inside: the stub, the body with its checks, and unknown arguments.
    pub(super) fn stands(&mut self, parts: &[&'i Expr], span: Span) -> ExprId {
        let [stub, checked, _] = parts else {
            return self.builder.at(span).unsupported("a stub without its parts");
        };
        match self.cutting.choice.take() {
            Some(Part::Stub) => self.expr(stub),
            Some(Part::Body) => self.granted_body(checked),
            None => self.expr(checked),
        }
    }

    /// A body with its checks, where those of what it requires are taken for granted.
    fn granted_body(&mut self, checked: &'i Expr) -> ExprId {
        let ExprKind::Seq(parts) = &checked.kind else { return self.expr(checked) };
        let ids: Vec<(ExprId, Span)> = parts
            .iter()
            .map(|part| match check_of(part) {
                Some((kind, _)) if kind.is_of_caller() => (self.taken_for_granted(part), part.span),
                _ => (self.expr(part), part.span),
            })
            .collect();
        let mut ids = ids.into_iter().rev();
        let Some((last, _)) = ids.next() else { return self.builder.unit() };
        ids.fold(last, |rest, (part, span)| self.builder.at(span).seq(part, rest))
    }

    /// Forgets what the function may write to that a stub stands for.
    pub(super) fn forget_for_stub(&mut self, span: Span) -> ExprId {
        match self.cutting.bodies.last() {
            Some(body) => {
                let body = self.builder.at(span).var(*body);
                self.builder.at(span).prim(Core::ForgetBy, [body])
            }
            None => self.builder.at(span).unsupported("a stub without a function"),
        }
    }
}

/// The kind and the condition of a check.
pub(super) fn check_of(expr: &Expr) -> Option<(CheckKind, &Expr)> {
    let ExprKind::Apply(function, args) = &expr.kind else { return None };
    match (&function.kind, args.as_slice()) {
        (ExprKind::Prim(Prim::Check, _), [kind, _, cond]) => {
            Some((CheckKind::numbered(kind), cond))
        }
        _ => None,
    }
}
