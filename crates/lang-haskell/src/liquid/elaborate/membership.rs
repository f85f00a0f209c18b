//! Sets in proofs: what is in them.
//!
//! The elements of unknown data are a set of any size. So a set is not computed; whether some value is in
//! it is a truth value, left open for unknown data as any other measure is. Two sets are equal if any value
//! is in both or in none: one value is asked for, of which nothing is known. Where sets are *asserted* to be
//! equal, that is all there is to it; where they are *assumed* to be, it is less than what is assumed, so
//! that a proof is a proof. That they are *not* equal cannot be said in this way.

use lang_core::{ExprId, GlobalId, Prim, VarId};
use term::{Op, Sort};

use super::{Elaborator, Env};
use crate::liquid::logic::{FnId, LogicOp, Pred};

/// Whether an expression has to be true, or false, where what it is part of has to be true.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Polarity {
    /// True.
    #[default]
    Claimed,
    /// False.
    Denied,
    /// Nothing is known of it.
    Either,
}

impl Elaborator<'_, '_> {
    /// Makes an expression at a place of some polarity.
    pub(super) fn under<T>(&mut self, polarity: Polarity, make: impl FnOnce(&mut Self) -> T) -> T {
        let outer = std::mem::replace(&mut self.polarity, polarity);
        let made = make(self);
        self.polarity = outer;
        made
    }

    /// Makes an expression below a negation.
    pub(super) fn denied<T>(&mut self, make: impl FnOnce(&mut Self) -> T) -> T {
        let below = match self.polarity {
            Polarity::Claimed => Polarity::Denied,
            Polarity::Denied => Polarity::Claimed,
            Polarity::Either => Polarity::Either,
        };
        self.under(below, make)
    }

    /// An operator between two sets, or between an element and a set.
    pub(super) fn about_members(
        &mut self,
        op: LogicOp,
        left: &Pred,
        right: &Pred,
        env: &Env,
    ) -> ExprId {
        if op == LogicOp::SetMember {
            let element = self.value(left, env);
            let var = self.lowering.builder.fresh("element");
            let is_in = self.is_in(right, var, env);
            return self.lowering.builder.let_strict(var, element, is_in);
        }
        if self.polarity != Polarity::Claimed {
            return self.lowering.builder.unsupported("a condition that sets are not equal");
        }
        let any = self.any_element();
        let any = self.lowering.builder.global(any);
        let var = self.lowering.builder.fresh("element");
        let (left, right) = (self.is_in(left, var, env), self.is_in(right, var, env));
        let builder = &mut self.lowering.builder;
        let same = match op {
            LogicOp::SetSubset => {
                let not = builder.op(Op::Not, [left]);
                builder.op(Op::Or, [not, right])
            }
            _ => builder.prim(Prim::Equal, [left, right]),
        };
        builder.let_strict(var, any, same)
    }

    /// Any value at all, the same one throughout a path.
    fn any_element(&mut self) -> GlobalId {
        let induction = self.induction.as_mut().expect("sets are asked about in proofs");
        if let Some(known) = induction.any_element {
            return known;
        }
        let global = self.lowering.builder.declare("any element");
        induction.any_element = Some(global);
        let ask = self.lowering.builder.ask("any element", Sort::INT);
        self.lowering.builder.define(global, ask);
        global
    }

    /// Whether a value is in a set.
    pub(super) fn is_in(&mut self, set: &Pred, element: VarId, env: &Env) -> ExprId {
        match set {
            Pred::Op(LogicOp::SetEmpty, _) => self.lowering.builder.bool(false),
            Pred::Op(LogicOp::SetSingle, args) if args.len() == 1 => {
                let only = self.value(&args[0], env);
                let element = self.var(element);
                self.lowering.builder.prim(Prim::Equal, [element, only])
            }
            Pred::Op(op, args) if op.makes_set() && args.len() == 2 => {
                let left = self.is_in(&args[0], element, env);
                let mut right = self.is_in(&args[1], element, env);
                let builder = &mut self.lowering.builder;
                if *op == LogicOp::SetDifference {
                    right = builder.op(Op::Not, [right]);
                }
                let both = if *op == LogicOp::SetUnion { Op::Or } else { Op::And };
                builder.op(both, [left, right])
            }
            Pred::Call(id, args) => self.is_in_result(*id, args, element, env),
            Pred::If(cond, yes, no) => {
                let cond = self.value(cond, env);
                let (yes, no) = (self.is_in(yes, element, env), self.is_in(no, element, env));
                self.lowering.builder.cond(cond, yes, no)
            }
            Pred::Let(local, value, body) if !self.specs.is_set(value) => {
                let value = self.value(value, env);
                let (var, env) = self.bound(*local, env);
                let body = self.is_in(body, element, &env);
                self.lowering.builder.let_lazy(var, value, body)
            }
            Pred::Case(of, arms, default) => {
                let body = &mut |elaborator: &mut Self, body: &Pred, env: &Env| {
                    elaborator.is_in(body, element, env)
                };
                self.case(of, arms, default.as_deref(), env, body)
            }
            _ => self.lowering.builder.unsupported("a set of which nothing is known"),
        }
    }

    /// Whether a value is in the set that a function gives.
    fn is_in_result(&mut self, id: FnId, args: &[Pred], element: VarId, env: &Env) -> ExprId {
        let global = self.member_function(id);
        let mut values = vec![self.var(element)];
        for arg in self.measured_last(id, args.iter().collect()) {
            values.push(self.value(arg, env));
        }
        let callee = self.lowering.builder.global(global);
        self.lowering.builder.apply(callee, values)
    }
}
