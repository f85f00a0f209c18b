//! Decision trees become core expressions.
//!
//! A case that can be reached in several ways is a function of its variables, made before the
//! tree; one that is reached in one way stands where it is reached.

use lang_core::{ExprId, VarId};
use source::Span;
use term::{Op, Term};

use super::sort::Field;
use super::tree::{Arm, Grower, Head, Tree};
use super::{Home, Lower, bind};
use crate::ast::Const;
use crate::resolved::{Case, Expr, Pattern, Var};
use crate::types::TypeId;
use crate::value::char_value;

/// What happens when no case fits.
#[derive(Clone, Copy)]
pub(super) enum Miss {
    /// `Match_failure` at this place.
    Failure(Span),
    /// The exception goes on.
    Reraise(VarId),
}

/// One case of a match.
pub(super) struct Action<'a, 'p, 'i> {
    pub(super) pattern: &'i Pattern,
    pub(super) guard: Option<&'i Expr>,
    pub(super) body: Body<'a, 'p, 'i>,
}

/// Lowers the body of a case once its variables are in place.
type Body<'a, 'p, 'i> = Box<dyn FnOnce(&mut Lower<'p, 'i>) -> ExprId + 'a>;

/// A case while its tree is written down.
struct Ready<'a, 'p, 'i> {
    vars: Vec<Var>,
    guard: Option<&'i Expr>,
    how: How<'a, 'p, 'i>,
}

enum How<'a, 'p, 'i> {
    /// Written where it is reached.
    Here(Option<Body<'a, 'p, 'i>>),
    /// A function made before.
    Join(VarId),
}

impl<'p, 'i> Lower<'p, 'i> {
    /// Cases over the value of a variable.
    pub(super) fn match_cases(
        &mut self,
        subject: VarId,
        cases: &'i [Case],
        miss: Miss,
        span: Span,
    ) -> ExprId {
        let actions = cases
            .iter()
            .map(|case| Action {
                pattern: &case.pattern,
                guard: case.guard.as_ref(),
                body: Box::new(|lower: &mut Lower<'p, 'i>| lower.expr(&case.body)),
            })
            .collect();
        self.matching(subject, actions, miss, span)
    }

    /// One pattern that has to fit.
    pub(super) fn match_one(
        &mut self,
        subject: VarId,
        pattern: &'i Pattern,
        span: Span,
        rest: impl FnOnce(&mut Self) -> ExprId,
    ) -> ExprId {
        let action = Action { pattern, guard: None, body: Box::new(rest) };
        self.matching(subject, vec![action], Miss::Failure(span), span)
    }

    fn matching(
        &mut self,
        subject: VarId,
        actions: Vec<Action<'_, 'p, 'i>>,
        miss: Miss,
        span: Span,
    ) -> ExprId {
        let patterns: Vec<&Pattern> = actions.iter().map(|action| action.pattern).collect();
        let guarded: Vec<bool> = actions.iter().map(|action| action.guard.is_some()).collect();
        let mut grower = Grower::new(&mut self.builder, &self.types, &guarded);
        let tree = grower.grow(subject, &patterns, span);
        let mut uses = vec![0; actions.len()];
        count_uses(&tree, &mut uses);
        let mut joins = Vec::new();
        let mut ready = Vec::new();
        for (action, uses) in actions.into_iter().zip(uses) {
            ready.push(self.prepare(action, uses, span, &mut joins));
        }
        let whole = self.emit(tree, &mut ready, miss, span);
        joins.into_iter().fold(whole, |whole, (var, function)| {
            self.builder.at(span).let_strict(var, function, whole)
        })
    }

    fn prepare<'a>(
        &mut self,
        action: Action<'a, 'p, 'i>,
        uses: usize,
        span: Span,
        joins: &mut Vec<(VarId, ExprId)>,
    ) -> Ready<'a, 'p, 'i> {
        let vars = bind::variables(action.pattern);
        let guard = action.guard;
        if uses <= 1 {
            return Ready { vars, guard, how: How::Here(Some(action.body)) };
        }
        let mut params: Vec<VarId> = vars.iter().map(|var| self.local(*var)).collect();
        if params.is_empty() {
            params.push(self.builder.fresh("_"));
        }
        let body = (action.body)(self);
        let function = self.builder.at(span).lambda(params, body);
        let join = self.builder.fresh("join");
        joins.push((join, function));
        Ready { vars, guard, how: How::Join(join) }
    }

    fn emit(
        &mut self,
        tree: Tree,
        ready: &mut [Ready<'_, 'p, 'i>],
        miss: Miss,
        span: Span,
    ) -> ExprId {
        match tree {
            Tree::Fail => self.miss(miss),
            Tree::Unsupported(what, place) => self.builder.at(place).unsupported(&what),
            Tree::Leaf { case, binds, otherwise } => {
                for (var, core) in &binds {
                    self.homes.insert(*var, Home::Local(*core));
                }
                let guard = ready[case].guard.map(|guard| self.expr(guard));
                let body = self.reach_case(&mut ready[case], &binds, span);
                match (guard, otherwise) {
                    (Some(guard), Some(otherwise)) => {
                        let otherwise = self.emit(*otherwise, ready, miss, span);
                        self.builder.at(span).cond(guard, body, otherwise)
                    }
                    _ => body,
                }
            }
            Tree::Range { on, low, high, yes, no } => {
                let yes = self.emit(*yes, ready, miss, span);
                let no = self.emit(*no, ready, miss, span);
                let test = self.in_range(on, low, high, span);
                self.builder.at(span).cond(test, yes, no)
            }
            Tree::Switch { on, arms, default } => {
                let mut alts = Vec::new();
                // Characters are told apart by their codes.
                let on_chars =
                    arms.iter().any(|arm| matches!(arm.head, Head::Const(Const::Char(_))));
                for arm in arms {
                    alts.push(self.emit_arm(arm, ready, miss, span));
                }
                let default = default.map(|tree| self.emit(*tree, ready, miss, span));
                let mut value = self.builder.at(span).var(on);
                if on_chars {
                    value = self.builder.prim(lang_core::Prim::Unpack, [value]);
                }
                self.builder.at(span).case(value, None, alts, default)
            }
        }
    }

    /// The body of a case whose variables are bound to parts of the value.
    fn reach_case(
        &mut self,
        ready: &mut Ready<'_, 'p, 'i>,
        binds: &[(Var, VarId)],
        span: Span,
    ) -> ExprId {
        match &mut ready.how {
            How::Here(body) => {
                let body = body.take().expect("a case that is written in place is reached once");
                body(self)
            }
            How::Join(join) => {
                let join = *join;
                let core = |var: &Var| {
                    let bind = binds.iter().find(|(name, _)| name == var);
                    bind.expect("every alternative binds all variables").1
                };
                let vars: Vec<VarId> = ready.vars.iter().map(core).collect();
                let mut args: Vec<ExprId> =
                    vars.iter().map(|var| self.builder.at(span).var(*var)).collect();
                if args.is_empty() {
                    args.push(self.builder.at(span).unit());
                }
                let function = self.builder.at(span).var(join);
                self.builder.at(span).apply(function, args)
            }
        }
    }

    fn emit_arm(
        &mut self,
        arm: Arm,
        ready: &mut [Ready<'_, 'p, 'i>],
        miss: Miss,
        span: Span,
    ) -> lang_core::Alt {
        let mut body = self.emit(arm.tree, ready, miss, span);
        for (cell, content) in arm.reads {
            let cell = self.builder.at(span).var(cell);
            let value = self.builder.prim(lang_core::Prim::RefGet, [cell]);
            body = self.builder.at(span).let_strict(content, value, body);
        }
        match arm.head {
            Head::Ctor(ctor) if ctor.ty == TypeId::BOOL => {
                let literal = if ctor.tag == 0 { Term::FALSE } else { Term::TRUE };
                self.builder.alt_lit(literal, body)
            }
            Head::Const(constant) => {
                let literal = match constant {
                    Const::Char(code) => Some(self.pool().int(i64::from(code))),
                    other => self.literal(&other),
                };
                let literal = literal.expect("other literals are not switched on");
                self.builder.alt_lit(literal, body)
            }
            Head::Ctor(ctor) => {
                let ctor = self.ctor_id(ctor);
                self.builder.alt(ctor, arm.fields, body)
            }
            Head::Tag(tag, carries) => {
                let ctor = self.tag_ctor(&tag, carries);
                self.builder.alt(ctor, arm.fields, body)
            }
            Head::Lazy => {
                let ctor = self.helper("lazy", &[("lazy", Field::Value)])[0];
                self.builder.alt(ctor, arm.fields, body)
            }
            Head::Tuple(parts) => {
                let ctor = self.tuple_ctor(parts);
                self.builder.alt(ctor, arm.fields, body)
            }
            Head::Record(id) => {
                let ctor = self.record_ctor(id);
                self.builder.alt(ctor, arm.fields, body)
            }
        }
    }

    fn in_range(&mut self, on: VarId, low: u8, high: u8, span: Span) -> ExprId {
        let b = self.builder.at(span);
        let (low, high) = (b.int(i64::from(low)), b.int(i64::from(high)));
        let (above, below) = (b.var(on), b.var(on));
        let (above, below) =
            (b.prim(lang_core::Prim::Unpack, [above]), b.prim(lang_core::Prim::Unpack, [below]));
        let (above, below) = (b.op(Op::Le, [low, above]), b.op(Op::Le, [below, high]));
        b.op(Op::And, [above, below])
    }

    fn miss(&mut self, miss: Miss) -> ExprId {
        match miss {
            Miss::Failure(span) => self.raise_at("Match_failure", span),
            Miss::Reraise(var) => {
                let exception = self.builder.var(var);
                self.builder.raise(exception)
            }
        }
    }

    /// Raises an exception that carries a place, as OCaml's own failures do.
    pub(super) fn raise_at(&mut self, name: &str, span: Span) -> ExprId {
        let ctor = self.types.ctor_named(TypeId::EXN, name).expect("our library defines it");
        let (tuple, ctor) = (self.tuple_ctor(3), self.ctor_id(ctor));
        let file = self.files.get(span.file);
        let position = file.position(span.start);
        let b = self.builder.at(span);
        let place =
            [b.text(file.name()), b.int(position.line as i64), b.int(position.column as i64 - 1)];
        let place = b.construct(tuple, place);
        let exception = b.construct(ctor, [place]);
        b.raise(exception)
    }

    /// The term of a literal, if it has one.
    pub(super) fn literal(&self, constant: &Const) -> Option<Term> {
        match constant {
            Const::Int(value) => Some(self.pool().int(*value)),
            Const::Char(code) => Some(char_value(self.pool(), *code)),
            Const::Text(text) => Some(self.pool().text(text)),
            Const::Float(_) | Const::Boxed(..) => None,
        }
    }
}

fn count_uses(tree: &Tree, uses: &mut [usize]) {
    let mut todo = vec![tree];
    while let Some(tree) = todo.pop() {
        match tree {
            Tree::Fail | Tree::Unsupported(..) => {}
            Tree::Leaf { case, otherwise, .. } => {
                uses[*case] += 1;
                todo.extend(otherwise.as_deref());
            }
            Tree::Switch { arms, default, .. } => {
                todo.extend(arms.iter().map(|arm| &arm.tree));
                todo.extend(default.as_deref());
            }
            Tree::Range { yes, no, .. } => todo.extend([&**yes, &**no]),
        }
    }
}
