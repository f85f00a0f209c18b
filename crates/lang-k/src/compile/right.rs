//! Expressions: right-hand sides and conditions.

use triomphe::Arc;

use k_syntax::{CastKind, Term, TermId, VariableKind};
use rustc_hash::FxHashSet;
use source::{Diagnostic, Span};

use super::collection::{Part, Side};
use super::scope::Scope;
use super::{Compiler, Problem, label_id, sort_id};
use crate::expr::Expr;
use crate::hook;
use crate::pattern::Reg;
use crate::role::{Collection, Role};
use crate::signature::{Builtin, LabelId, SortId};
use crate::value::Value;

impl<'d> Scope<'_, 'd> {
    /// How the right side of a term is made.
    pub(super) fn expr(&mut self, id: TermId) -> Result<Expr, Problem> {
        self.expr_of(id, Side::Right)
    }

    /// How the left side of a term is made.
    pub(super) fn expr_left(&mut self, id: TermId) -> Result<Expr, Problem> {
        self.expr_of(id, Side::Left)
    }

    pub(super) fn expr_of(&mut self, id: TermId, side: Side) -> Result<Expr, Problem> {
        match self.term(id) {
            Term::Rewrite { left, right } => {
                self.expr_of(if side == Side::Left { *left } else { *right }, side)
            }
            Term::Variable { name, sort, kind } => {
                self.variable_expr(name, sort_id(*sort), *kind, id)
            }
            Term::Token { text, sort } => {
                Ok(Expr::Const(self.compiler.token(text, sort_id(*sort), self.span(id))?))
            }
            Term::Apply { label, args } => self.apply_expr(id, label_id(*label), args, side),
            Term::Sequence(items) => {
                let items = self.exprs(items, side)?;
                Ok(sequence(items))
            }
            Term::Cast { kind: CastKind::Semantic, term, .. } => self.expr_of(*term, side),
            Term::Cast { kind: CastKind::Projection, sort, term } => {
                Ok(Expr::Cast(sort_id(*sort), Box::new(self.expr_of(*term, side)?)))
            }
            Term::As { pattern, .. } => self.expr_of(*pattern, side),
            Term::Cell { .. } | Term::Bag(_) => self.cells_expr(id, side),
        }
    }

    fn exprs(&mut self, ids: &'d [TermId], side: Side) -> Result<Vec<Expr>, Problem> {
        ids.iter().map(|id| self.expr_of(*id, side)).collect()
    }

    fn variable_expr(
        &mut self,
        name: &'d str,
        sort: SortId,
        kind: VariableKind,
        id: TermId,
    ) -> Result<Expr, Problem> {
        match kind {
            VariableKind::Plain | VariableKind::Anonymous | VariableKind::Config => {
                Ok(Expr::Reg(self.bound_reg(name, self.span(id))?))
            }
            VariableKind::Fresh => {
                let reg = self.reg_of(name);
                if !self.is_bound(reg) {
                    self.bind(reg);
                    self.fresh.push((reg, self.compiler.fresh_expr(sort)));
                }
                Ok(Expr::Reg(reg))
            }
            VariableKind::Exists if self.is_claim => {
                let reg = self.exists_reg(name);
                if !self.is_bound(reg) {
                    self.bind(reg);
                    self.exists.push((format!("?{name}"), reg, sort));
                }
                Ok(Expr::Reg(reg))
            }
            VariableKind::Exists => {
                let reg = self.exists_reg(name);
                if !self.is_bound(reg) {
                    if self.is_function {
                        return self.problem("a function cannot give an arbitrary value", id);
                    }
                    self.bind(reg);
                    self.exists.push((format!("?{name}"), reg, sort));
                    self.fresh.push((reg, Expr::Unknown(sort, name.into())));
                }
                Ok(Expr::Reg(reg))
            }
        }
    }

    fn apply_expr(
        &mut self,
        id: TermId,
        label: LabelId,
        args: &'d [TermId],
        side: Side,
    ) -> Result<Expr, Problem> {
        if let Role::Collection(_) = self.compiler.role(label) {
            return self.collection_expr(id, side);
        }
        let args = self.exprs(args, side)?;
        let pair = |args: Vec<Expr>| -> Result<Box<[Expr; 2]>, Problem> {
            args.try_into().map_err(|_| Diagnostic::error("a connective takes two operands").into())
        };
        match self.compiler.role(label) {
            Role::Constructor => Ok(constructor(label, args)),
            Role::Anywhere(function) => Ok(Expr::Anywhere(label, *function, args.into())),
            Role::Function(function) => Ok(Expr::Call(*function, args.into())),
            Role::Hook(hook) => Ok(Expr::Hook(*hook, args.into())),
            Role::And => Ok(Expr::And(pair(args)?)),
            Role::Or => Ok(Expr::Or(pair(args)?)),
            Role::If => {
                let parts = args.try_into();
                parts
                    .map(Expr::If)
                    .map_err(|_| Diagnostic::error("a choice takes three operands").into())
            }
            Role::HasSort(sort) => Ok(Expr::HasSort(*sort, first(args))),
            Role::Token(sort) => Ok(Expr::Token(*sort, first(args))),
            Role::Collection(_) => unreachable!("dealt with above"),
            Role::Missing => {
                let name = self.compiler.program.signature.label_info(label).name.as_str();
                Ok(Expr::Missing(name.into()))
            }
        }
    }

    fn collection_expr(&mut self, id: TermId, side: Side) -> Result<Expr, Problem> {
        let Term::Apply { label, .. } = self.term(id) else { unreachable!("a collection") };
        let Role::Collection(
            Collection::Unit(kind) | Collection::Element(kind) | Collection::Concat(kind),
        ) = self.compiler.role(label_id(*label))
        else {
            unreachable!("a collection");
        };
        let parts = self.parts(id, side);
        self.join(*kind, &parts, side)
    }

    /// A collection from its parts.
    pub(super) fn join(
        &mut self,
        kind: Builtin,
        parts: &[Part],
        side: Side,
    ) -> Result<Expr, Problem> {
        let (unit, element, concat) = names(kind);
        let hook = |name| hook::by_name(name).expect("collections are built in");
        let mut whole: Option<Expr> = None;
        for part in parts {
            let part = match part {
                Part::Element(id) => {
                    let args = self.exprs(self.element_args(*id), side)?;
                    Expr::Hook(hook(element), args.into())
                }
                Part::Rest(id) => self.expr_of(*id, side)?,
                Part::Dots(reg) => Expr::Reg(*reg),
                Part::Unseen => continue,
            };
            whole = Some(match whole {
                None => part,
                Some(before) => Expr::Hook(hook(concat), Box::new([before, part])),
            });
        }
        Ok(whole.unwrap_or_else(|| empty(kind, hook(unit))))
    }
}

fn empty(kind: Builtin, unit: hook::Hook) -> Expr {
    match kind {
        Builtin::Map => Expr::Const(Value::Map(Arc::default())),
        Builtin::List => Expr::Const(Value::List(Arc::default())),
        Builtin::Set => Expr::Const(Value::Set(Arc::default())),
        Builtin::Int
        | Builtin::Bool
        | Builtin::Str
        | Builtin::Bytes
        | Builtin::K
        | Builtin::KItem => Expr::Hook(unit, Box::default()),
    }
}

fn names(kind: Builtin) -> (&'static str, &'static str, &'static str) {
    match kind {
        Builtin::List => ("LIST.unit", "LIST.element", "LIST.concat"),
        Builtin::Set => ("SET.unit", "SET.element", "SET.concat"),
        _ => ("MAP.unit", "MAP.element", "MAP.concat"),
    }
}

fn first(args: Vec<Expr>) -> Box<Expr> {
    Box::new(args.into_iter().next().unwrap_or(Expr::Const(Value::Empty)))
}

/// A constructor; one over constants is a constant.
fn constructor(label: LabelId, args: Vec<Expr>) -> Expr {
    let constant = |expr: &Expr| match expr {
        Expr::Const(value) => Some(value.clone()),
        _ => None,
    };
    match args.iter().map(constant).collect::<Option<Vec<Value>>>() {
        Some(values) => Expr::Const(Value::apply(label, values)),
        None => Expr::Node(label, args.into()),
    }
}

/// A computation; one item is that item.
pub(super) fn sequence(mut items: Vec<Expr>) -> Expr {
    match items.len() {
        0 => Expr::Const(Value::Empty),
        1 => items.remove(0),
        _ => Expr::Seq(items.into()),
    }
}

/// Lets the last use of each register take its value. The expressions are given in the order of
/// their evaluation.
pub(super) fn mark_last_uses(exprs: Vec<&mut Expr>) {
    let mut seen = FxHashSet::default();
    for expr in exprs.into_iter().rev() {
        mark(expr, &mut seen);
    }
}

/// Marks from the end of the evaluation to its beginning.
fn mark(expr: &mut Expr, seen: &mut FxHashSet<Reg>) {
    match expr {
        Expr::Reg(reg) => {
            if seen.insert(*reg) {
                *expr = Expr::Take(*reg);
            }
        }
        Expr::Const(_) | Expr::Take(_) | Expr::Fresh(_) | Expr::Unknown(..) | Expr::Missing(_) => {}
        Expr::Seq(parts) => parts.iter_mut().rev().for_each(|part| mark(part, seen)),
        Expr::Node(_, parts)
        | Expr::Anywhere(_, _, parts)
        | Expr::Hook(_, parts)
        | Expr::Call(_, parts)
        | Expr::Cells(_, parts)
        | Expr::Bag(parts) => parts.iter_mut().rev().for_each(|part| mark(part, seen)),
        Expr::And(parts) | Expr::Or(parts) => {
            parts.iter_mut().rev().for_each(|part| mark(part, seen));
        }
        // Only one of the branches is evaluated, so neither may leave a register empty for the
        // other: they only read.
        Expr::If(parts) => {
            let mut before = registers(&parts[1]);
            before.extend(registers(&parts[2]));
            seen.extend(before);
            mark(&mut parts[0], seen);
        }
        // The second is evaluated only at times, so it only reads.
        Expr::Part(parts, _) => {
            seen.extend(registers(&parts[1]));
            mark(&mut parts[0], seen);
        }
        Expr::HasSort(_, inner) | Expr::Cast(_, inner) | Expr::Token(_, inner) => mark(inner, seen),
        Expr::Patch { map, without, entries } => {
            seen.insert(*map);
            seen.extend(without.iter().copied());
            for (key, value) in entries.iter_mut().rev() {
                mark(value, seen);
                mark(key, seen);
            }
        }
    }
}

/// The registers that an expression reads.
fn registers(expr: &Expr) -> Vec<Reg> {
    let mut regs = Vec::new();
    let mut todo = vec![expr];
    while let Some(expr) = todo.pop() {
        match expr {
            Expr::Reg(reg) | Expr::Take(reg) => regs.push(*reg),
            Expr::Const(_) | Expr::Fresh(_) | Expr::Unknown(..) | Expr::Missing(_) => {}
            Expr::Seq(parts)
            | Expr::Node(_, parts)
            | Expr::Anywhere(_, _, parts)
            | Expr::Hook(_, parts)
            | Expr::Call(_, parts)
            | Expr::Cells(_, parts)
            | Expr::Bag(parts) => todo.extend(parts),
            Expr::And(parts) | Expr::Or(parts) | Expr::Part(parts, _) => todo.extend(parts.iter()),
            Expr::If(parts) => todo.extend(parts.iter()),
            Expr::HasSort(_, inner) | Expr::Cast(_, inner) | Expr::Token(_, inner) => {
                todo.push(inner);
            }
            Expr::Patch { map, without, entries } => {
                regs.push(*map);
                regs.extend(without.iter().copied());
                entries.iter().for_each(|(key, value)| todo.extend([key, value]));
            }
        }
    }
    regs
}

impl Compiler<'_> {
    /// The value of a token.
    pub(super) fn token(&self, text: &str, sort: SortId, span: Span) -> Result<Value, Problem> {
        crate::token::value(&self.program.signature, text, sort)
            .map_err(|what| Diagnostic::error(what).at(span, "").into())
    }
}
