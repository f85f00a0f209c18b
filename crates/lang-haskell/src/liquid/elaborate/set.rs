//! Finite sets of the logic.
//!
//! A set is a list of elements, each under a condition. That way all operations are folds that make
//! conditions and never split a path: whether an element of one list is in another is a disjunction
//! of equations.

use lang_core::{CtorId, ExprId, GlobalId, Prim, VarId};
use term::Op;

use super::Elaborator;
use crate::liquid::logic::LogicOp;

/// The data type of sets, and the functions on them.
#[derive(Clone, Copy)]
pub(super) struct Sets {
    empty: CtorId,
    /// A condition, an element, and the rest.
    more: CtorId,
    member: GlobalId,
    subset: GlobalId,
    union: GlobalId,
    intersection: GlobalId,
    difference: GlobalId,
}

impl Elaborator<'_, '_> {
    pub(super) fn sets(&mut self) -> Sets {
        if let Some(sets) = self.sets {
            return sets;
        }
        let builder = &mut self.lowering.builder;
        let pool = builder.pool();
        let data = builder.data("liquid set", 0).expect("no other type has this name");
        let (any, rest) = (pool.elem_sort("element of a set"), pool.data_sort(data, &[]));
        let empty = builder.ctor(data, "empty set", &[]);
        let more = builder.ctor(data, "element and set", &[term::Sort::BOOL, any, rest]);
        let mut declare = |name: &str| builder.declare(name);
        let sets = Sets {
            empty,
            more,
            member: declare("set member"),
            subset: declare("set subset"),
            union: declare("set union"),
            intersection: declare("set intersection"),
            difference: declare("set difference"),
        };
        self.sets = Some(sets);
        self.define_member(sets);
        self.define_subset(sets);
        self.define_union(sets);
        self.define_filter(sets, sets.intersection, |_, is_member| is_member);
        self.define_filter(sets, sets.difference, |elaborator, is_member| {
            elaborator.lowering.builder.op(Op::Not, [is_member])
        });
        sets
    }

    pub(super) fn empty_set(&mut self) -> ExprId {
        let sets = self.sets();
        self.lowering.builder.construct(sets.empty, [])
    }

    pub(super) fn single_set(&mut self, of: ExprId) -> ExprId {
        let sets = self.sets();
        let (yes, rest) = (self.lowering.builder.bool(true), self.empty_set());
        self.lowering.builder.construct(sets.more, [yes, of, rest])
    }

    pub(super) fn set_operator(&mut self, op: LogicOp, left: ExprId, right: ExprId) -> ExprId {
        let sets = self.sets();
        let global = match op {
            LogicOp::SetMember => sets.member,
            LogicOp::SetSubset => sets.subset,
            LogicOp::SetUnion => sets.union,
            LogicOp::SetIntersection => sets.intersection,
            LogicOp::SetDifference => sets.difference,
            _ => unreachable!("only operators on two sets come here: {op:?}"),
        };
        self.on(global, left, right)
    }

    fn on(&mut self, global: GlobalId, left: ExprId, right: ExprId) -> ExprId {
        let callee = self.lowering.builder.global(global);
        self.lowering.builder.apply(callee, [left, right])
    }

    pub(super) fn equal_sets(&mut self, left: ExprId, right: ExprId) -> ExprId {
        let sets = self.sets();
        let [a, b] = ["a", "b"].map(|name| self.lowering.builder.fresh(name));
        let (a1, b1) = (self.var(a), self.var(b));
        let there = self.on(sets.subset, a1, b1);
        let (a2, b2) = (self.var(a), self.var(b));
        let back = self.on(sets.subset, b2, a2);
        let same = self.lowering.builder.op(Op::And, [there, back]);
        let inner = self.lowering.builder.let_strict(b, right, same);
        self.lowering.builder.let_strict(a, left, inner)
    }

    /// A function of two arguments that goes through the set which is the first or the second.
    fn fold(
        &mut self,
        global: GlobalId,
        through: usize,
        at_end: impl FnOnce(&mut Self, [VarId; 2]) -> ExprId,
        step: impl FnOnce(&mut Self, [VarId; 2], [VarId; 3]) -> ExprId,
    ) {
        let sets = self.sets();
        let params = ["a", "b"].map(|name| self.lowering.builder.fresh(name));
        let fields = ["cond", "element", "rest"].map(|name| self.lowering.builder.fresh(name));
        let end = at_end(self, params);
        let more = step(self, params, fields);
        let builder = &mut self.lowering.builder;
        let alts = [builder.alt(sets.empty, [], end), builder.alt(sets.more, fields, more)];
        let of = builder.var(params[through]);
        let body = builder.case(of, None, alts, None);
        let value = builder.lambda(params, body);
        builder.define(global, value);
    }

    fn define_member(&mut self, sets: Sets) {
        let end = |elaborator: &mut Self, _| elaborator.lowering.builder.bool(false);
        self.fold(sets.member, 1, end, |elaborator, [x, _], [cond, element, rest]| {
            let [x1, x2, cond, element, rest] =
                [x, x, cond, element, rest].map(|var| elaborator.var(var));
            let same = elaborator.lowering.builder.prim(Prim::Equal, [x1, element]);
            let here = elaborator.lowering.builder.op(Op::And, [cond, same]);
            let there = elaborator.on(sets.member, x2, rest);
            elaborator.lowering.builder.op(Op::Or, [here, there])
        });
    }

    fn define_subset(&mut self, sets: Sets) {
        let end = |elaborator: &mut Self, _| elaborator.lowering.builder.bool(true);
        self.fold(sets.subset, 0, end, |elaborator, [_, b], [cond, element, rest]| {
            let [b1, b2, cond, element, rest] =
                [b, b, cond, element, rest].map(|var| elaborator.var(var));
            let is_member = elaborator.on(sets.member, element, b1);
            let not = elaborator.lowering.builder.op(Op::Not, [cond]);
            let fine = elaborator.lowering.builder.op(Op::Or, [not, is_member]);
            let others = elaborator.on(sets.subset, rest, b2);
            elaborator.lowering.builder.op(Op::And, [fine, others])
        });
    }

    fn define_union(&mut self, sets: Sets) {
        let end = |elaborator: &mut Self, [_, b]: [VarId; 2]| elaborator.var(b);
        self.fold(sets.union, 0, end, |elaborator, [_, b], fields| {
            let [cond, element, rest] = fields.map(|var| elaborator.var(var));
            let b = elaborator.var(b);
            let others = elaborator.on(sets.union, rest, b);
            elaborator.lowering.builder.construct(sets.more, [cond, element, others])
        });
    }

    /// The elements of the first set that are kept for being, or not being, in the second.
    fn define_filter(
        &mut self,
        sets: Sets,
        global: GlobalId,
        kept: impl FnOnce(&mut Self, ExprId) -> ExprId,
    ) {
        let end = |elaborator: &mut Self, _| elaborator.empty_set();
        self.fold(global, 0, end, |elaborator, [_, b], [cond, element, rest]| {
            let [b1, b2, e1, e2, cond, rest] =
                [b, b, element, element, cond, rest].map(|var| elaborator.var(var));
            let is_member = elaborator.on(sets.member, e1, b1);
            let kept = kept(elaborator, is_member);
            let cond = elaborator.lowering.builder.op(Op::And, [cond, kept]);
            let others = elaborator.on(global, rest, b2);
            elaborator.lowering.builder.construct(sets.more, [cond, e2, others])
        });
    }
}
