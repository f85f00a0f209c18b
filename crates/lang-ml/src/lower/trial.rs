//! Trials: notes, inputs, and mutable data from outside.
//!
//! Mutable data comes from outside as the term of what it holds. To *thaw* it is to make cells for
//! what is mutable in it. Notes report the term of what it holds at that moment.

use lang_core::{Alt, ExprId, GlobalId, VarId};
use source::Span;
use term::Sort;

use super::Lower;
use crate::ast::Const;
use crate::local::CheckKind;
use crate::prim::Prim;
use crate::resolved::{Expr, ExprKind, Var};
use crate::types::{CtorRef, Node, Ty, TypeBody, TypeId};

type Core = lang_core::Prim;

impl<'i> Lower<'_, 'i> {
    /// A primitive of trials, with all of its operands.
    pub(super) fn trial_call(
        &mut self,
        prim: Prim,
        ty: Ty,
        args: &[&'i Expr],
        span: Span,
    ) -> ExprId {
        let (own, more) = args.split_at(prim.arity().min(args.len()));
        let made = match (prim, own) {
            (Prim::Note | Prim::Own, [number, value]) => self.note(prim, ty, (number, value), span),
            (Prim::Ask, [name]) => {
                let (_, wanted) = self.arrow(ty);
                let (name, sort) = (literal_text(name), self.sort(wanted));
                self.builder.at(span).ask(&name, sort)
            }
            (Prim::Thaw, [value]) => {
                let (from, _) = self.arrow(ty);
                let value = self.expr(value);
                match self.thaw_function(from, span) {
                    Some(thaw) => {
                        self.thawing.extend(self.present);
                        let thaw = self.builder.at(span).global(thaw);
                        self.builder.at(span).apply(thaw, [value])
                    }
                    None => value,
                }
            }
            (Prim::Direct, [function]) => match &function.kind {
                ExprKind::Var(var) if self.top_of.contains_key(var) => {
                    let global = self.global(*var);
                    self.builder.at(span).global_body(global)
                }
                _ => self.expr(function),
            },
            (Prim::Assume, [cond]) => {
                let cond = self.expr(cond);
                self.builder.at(span).assume(cond)
            }
            (Prim::Check, [kind, message, cond]) => {
                let (kind, message) = (CheckKind::numbered(kind), literal_text(message));
                let cond = self.expr(cond);
                self.demands |= kind.is_of_caller();
                let b = self.builder.at(span);
                match kind.is_of_caller() {
                    true => b.demand(cond, kind.code(), &message),
                    false => b.assert(cond, kind.code(), &message),
                }
            }
            _ => self.builder.at(span).unsupported("an exception in what a contract mentions"),
        };
        self.call(made, more, span)
    }

    /// The argument and the result of a function type.
    fn arrow(&mut self, ty: Ty) -> (Ty, Ty) {
        match self.types.head(ty) {
            (_, Node::Arrow(_, from, to)) => (from, to),
            (ty, _) => (ty, ty),
        }
    }

    fn note(
        &mut self,
        prim: Prim,
        ty: Ty,
        (number, value): (&'i Expr, &'i Expr),
        span: Span,
    ) -> ExprId {
        let ExprKind::Const(Const::Int(number)) = number.kind else {
            return self.builder.at(span).unsupported("a note without a number");
        };
        let number = u32::try_from(number).expect("notes have small numbers");
        let (_, rest) = self.arrow(ty);
        let (of, _) = self.arrow(rest);
        if prim == Prim::Own && self.has_function(of) {
            // A function cannot be noted, so such calls are left out of histories.
            let never = self.builder.at(span).bool(false);
            return self.builder.at(span).assume(never);
        }
        let sort: Sort = self.sort(of);
        let op = self.builder.observation(&format!("note#{number}"), &[sort]);
        self.notes.extend(self.present.map(|trial| (trial, number, sort)));
        let value = self.expr(value);
        self.builder.at(span).perform(op, [value])
    }

    /// What a trial tells, by number, and whether its arguments are mutable.
    pub(crate) fn told_by(&self, trial: Var) -> (Vec<(u32, Sort)>, bool) {
        let own = self.notes.iter().filter(|(known, ..)| *known == trial);
        let notes = own.map(|(_, number, sort)| (*number, *sort)).collect();
        (notes, self.thawing.contains(&trial))
    }

    /// Whether values of a type may hold functions.
    fn has_function(&mut self, ty: Ty) -> bool {
        self.holds(ty, &mut Vec::new(), &|_, node| matches!(node, Node::Arrow(..)))
    }

    /// Whether values of a type may hold mutable data.
    fn is_mutable(&mut self, ty: Ty) -> bool {
        self.holds(ty, &mut Vec::new(), &|lower, node| match node {
            Node::Named(TypeId::ARRAY, _) => true,
            Node::Named(id, _) => lower.has_mutable_parts(*id),
            _ => false,
        })
    }

    fn has_mutable_parts(&self, id: TypeId) -> bool {
        let fields = self.types.def(id).record_fields();
        fields.iter().any(|(_, fields)| fields.0.iter().any(|one| one.mutable))
    }

    /// Whether a type, or one of which its values may hold some, is as asked.
    fn holds(
        &mut self,
        ty: Ty,
        seen: &mut Vec<TypeId>,
        asked: &dyn Fn(&Self, &Node) -> bool,
    ) -> bool {
        let (_, node) = self.types.head(ty);
        if asked(self, &node) {
            return true;
        }
        let parts: Vec<Ty> = match node {
            Node::Unknown { .. } | Node::Link(_) | Node::Param(_) | Node::Arrow(..) | Node::Any => {
                return false;
            }
            Node::Tuple(parts) => parts,
            Node::Tags(tags) => tags.parts().collect(),
            Node::Named(id, args) => {
                let mut parts = args.clone();
                if !seen.contains(&id) {
                    seen.push(id);
                    let fields = self.all_parts(id);
                    parts.extend(fields.into_iter().map(|part| self.types.substitute(part, &args)));
                }
                parts
            }
        };
        parts.into_iter().any(|part| self.holds(part, seen, asked))
    }

    /// The types of the fields of all constructors of a type.
    fn all_parts(&self, id: TypeId) -> Vec<Ty> {
        let def = self.types.def(id);
        match (&def.body, def.hidden) {
            (TypeBody::Variant(ctors), _) => {
                ctors.iter().flat_map(|ctor| ctor.args.clone()).collect()
            }
            (TypeBody::Record(fields), _) => fields.0.iter().map(|field| field.ty).collect(),
            (TypeBody::Opaque | TypeBody::Alias(_), hidden) => hidden.into_iter().collect(),
        }
    }

    /// The function that thaws values of a type; none if nothing in them is mutable.
    fn thaw_function(&mut self, ty: Ty, span: Span) -> Option<GlobalId> {
        if !self.is_mutable(ty) {
            return None;
        }
        let key = self.types.find(ty);
        if let Some(known) = self.thaws.get(&key) {
            return Some(*known);
        }
        let global = self.builder.declare("thaw");
        // Known before its body, which may need it.
        self.thaws.insert(key, global);
        let value = self.builder.fresh("frozen");
        let used = self.builder.at(span).var(value);
        let body = self.thawed(ty, used, span);
        let function = self.builder.at(span).lambda([value], body);
        self.builder.define(global, function);
        Some(global)
    }

    /// A part of a value, thawed if something in it is mutable.
    fn thaw_part(&mut self, ty: Ty, part: VarId, span: Span) -> ExprId {
        let part = self.builder.at(span).var(part);
        match self.thaw_function(ty, span) {
            Some(thaw) => {
                let thaw = self.builder.at(span).global(thaw);
                self.builder.at(span).apply(thaw, [part])
            }
            None => part,
        }
    }

    fn thawed(&mut self, ty: Ty, value: ExprId, span: Span) -> ExprId {
        let (_, node) = self.types.head(ty);
        match node {
            Node::Tuple(parts) => {
                let ctor = self.tuple_ctor(parts.len());
                let alt = self.thaw_alt(ctor, &parts, &vec![false; parts.len()], span);
                self.builder.at(span).case(value, None, [alt], None)
            }
            Node::Named(TypeId::ARRAY, args) => self.thaw_array(args[0], value, span),
            Node::Named(id, args) => self.thaw_named(id, &args, value, span),
            // A polymorphic variant comes as an element that is not taken apart.
            Node::Unknown { .. }
            | Node::Link(_)
            | Node::Param(_)
            | Node::Arrow(..)
            | Node::Tags(_)
            | Node::Any => value,
        }
    }

    fn thaw_named(&mut self, id: TypeId, args: &[Ty], value: ExprId, span: Span) -> ExprId {
        let def = self.types.def(id).clone();
        let mutable: Vec<Vec<bool>> = match &def.body {
            TypeBody::Record(fields) => vec![fields.0.iter().map(|one| one.mutable).collect()],
            TypeBody::Variant(ctors) => {
                let parts = |fields: Option<&crate::types::Fields>, count: usize| match fields {
                    Some(fields) => fields.0.iter().map(|one| one.mutable).collect(),
                    None => vec![false; count],
                };
                ctors.iter().map(|one| parts(one.fields.as_ref(), one.args.len())).collect()
            }
            TypeBody::Opaque | TypeBody::Alias(_) => Vec::new(),
        };
        let parts: Vec<Vec<Ty>> = match &def.body {
            TypeBody::Record(fields) => vec![fields.0.iter().map(|one| one.ty).collect()],
            TypeBody::Variant(ctors) => ctors.iter().map(|one| one.args.clone()).collect(),
            TypeBody::Opaque | TypeBody::Alias(_) => Vec::new(),
        };
        if let (true, Some(hidden)) = (parts.is_empty(), def.hidden) {
            let shown = self.types.substitute(hidden, args);
            return self.thawed(shown, value, span);
        }
        let mut alts: Vec<Alt> = Vec::new();
        for (tag, (parts, mutable)) in parts.into_iter().zip(mutable).enumerate() {
            let parts: Vec<Ty> =
                parts.into_iter().map(|part| self.types.substitute(part, args)).collect();
            let ctor = self.ctor_id(CtorRef { ty: id, tag });
            alts.push(self.thaw_alt(ctor, &parts, &mutable, span));
        }
        self.builder.at(span).case(value, None, alts, None)
    }

    /// A constructor made again, of thawed parts.
    fn thaw_alt(
        &mut self,
        ctor: lang_core::CtorId,
        parts: &[Ty],
        mutable: &[bool],
        span: Span,
    ) -> Alt {
        let vars: Vec<VarId> = parts.iter().map(|_| self.builder.fresh("part")).collect();
        let mut fields = Vec::new();
        for ((ty, var), mutable) in parts.iter().zip(&vars).zip(mutable) {
            let part = self.thaw_part(*ty, *var, span);
            fields.push(match mutable {
                true => self.builder.at(span).prim(Core::RefNew, [part]),
                false => part,
            });
        }
        let made = self.builder.at(span).construct(ctor, fields);
        self.builder.alt(ctor, vars, made)
    }

    fn thaw_array(&mut self, item: Ty, value: ExprId, span: Span) -> ExprId {
        let ctor = self.array_ctor();
        let made = self.vars.iter().position(|name| name == "tracehound__array_of");
        let made = Var(made.expect("our library defines it") as u32);
        let (items, one) = (self.builder.fresh("items"), self.builder.fresh("item"));
        let thawed = self.thaw_part(item, one, span);
        let thaw = self.builder.at(span).lambda([one], thawed);
        let array_of = self.use_var(made);
        let list = self.builder.at(span).var(items);
        let array = self.builder.at(span).apply(array_of, [thaw, list]);
        let alt = self.builder.alt(ctor, [items], array);
        self.builder.at(span).case(value, None, [alt], None)
    }
}

fn literal_text(expr: &Expr) -> String {
    match &expr.kind {
        ExprKind::Const(Const::Text(text)) => text.clone(),
        _ => "input".to_owned(),
    }
}
