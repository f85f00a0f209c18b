//! Trials: notes, inputs, and mutable data from outside.
//!
//! Mutable data comes from outside as the term of what it holds. To *thaw* it is to make cells for
//! what is mutable in it. Notes report the term of what it holds at that moment. A polymorphic variant
//! comes from outside as a value of a data type that has its tags alone, and is shown so.

use lang_core::{Alt, CtorId, ExprId, GlobalId, VarId, Whole};
use source::Span;
use term::Sort;

use super::{Lower, Row, RowTag};
use crate::ast::Const;
use crate::local::CheckKind;
use crate::prim::Prim;
use crate::resolved::{Expr, ExprKind, Var};
use crate::trial::RESULT;
use crate::types::{CtorRef, Node, PACKAGE, Ty, TypeBody, TypeId};

type Core = lang_core::Prim;

/// The most parts, written as a tree, of a type of mutable data that comes from outside.
const MAX_THAWED: u64 = 200;

/// What a trial is like.
pub(crate) struct TrialShape {
    /// The sorts of what it tells, by number.
    pub(crate) notes: Vec<(u32, Sort)>,
    /// Whether arguments are mutable.
    pub(crate) thaws: bool,
    /// Whether the result is.
    pub(crate) tells_mutable: bool,
}

/// More polymorphic variants than these are not looked into for one type.
const MOST_ROWS: usize = 100;

/// The most parts of a type that are visited.
const MOST_VISITS: u32 = 10_000;

/// What was looked into already.
#[derive(Default)]
pub(super) struct Seen {
    types: Vec<TypeId>,
    rows: Vec<Ty>,
    /// How many parts were visited. Written as a tree, a type may be of exponential size.
    visits: u32,
}

/// Which way a value goes.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Way {
    /// From outside: an input.
    In,
    /// To those outside: a note.
    Out,
}

/// A type by what it is and not by its handle.
#[derive(PartialEq, Eq, Hash)]
pub(super) enum Structure {
    /// A type that is not taken apart.
    Leaf(Ty),
    /// A named type, or a tuple, with its parts.
    Applied(Option<TypeId>, Vec<Structure>),
}

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
                let is_mutable = self.is_mutable(from);
                match self.border(from, Way::In, span) {
                    Some(thaw) => {
                        match is_mutable {
                            true => self.thawing.extend(self.present),
                            false => self.telling.extend(self.present),
                        }
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
            (Prim::Stands, parts) if parts.len() == 3 => self.stands(parts, span),
            (Prim::Like, [_, value]) => self.expr(value),
            (Prim::Forget, [_]) => self.forget_for_stub(span),
            (Prim::Unknown, [name]) => {
                let (_, wanted) = self.arrow(ty);
                let name = literal_text(name);
                self.unknown(&name, wanted, span)
            }
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
    pub(super) fn arrow(&mut self, ty: Ty) -> (Ty, Ty) {
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
        let way_out = match self.is_mutable(of) {
            true => None,
            false => self.border(of, Way::Out, span),
        };
        if number == RESULT && (way_out.is_some() || self.is_mutable(of)) {
            self.telling.extend(self.present);
        }
        let sort: Sort = self.sort(of);
        let op = self.builder.observation(&format!("note#{number}"), &[sort]);
        self.notes.extend(self.present.map(|trial| (trial, number, sort)));
        let mut value = self.expr(value);
        if let Some(way_out) = way_out {
            let way_out = self.builder.at(span).global(way_out);
            value = self.builder.at(span).apply(way_out, [value]);
        }
        self.builder.at(span).perform(op, [value])
    }

    /// What a trial tells, by number, and whether its arguments are mutable.
    pub(crate) fn told_by(&self, trial: Var) -> TrialShape {
        let own = self.notes.iter().filter(|(known, ..)| *known == trial);
        TrialShape {
            notes: own.map(|(_, number, sort)| (*number, *sort)).collect(),
            thaws: self.thawing.contains(&trial),
            tells_mutable: self.telling.contains(&trial),
        }
    }

    /// Whether values of a type may hold functions; first-class modules do.
    pub(super) fn has_function(&mut self, ty: Ty) -> bool {
        self.holds(ty, &mut Seen::default(), &|lower, node| match node {
            Node::Arrow(..) => true,
            Node::Named(id, _) => lower.types.def(*id).name.starts_with(PACKAGE),
            _ => false,
        })
    }

    /// Whether values of a type may hold mutable data.
    pub(super) fn is_mutable(&mut self, ty: Ty) -> bool {
        self.holds(ty, &mut Seen::default(), &|lower, node| match node {
            Node::Named(TypeId::ARRAY, _) => true,
            Node::Named(id, _) => lower.has_mutable_parts(*id),
            _ => false,
        })
    }

    /// Whether values of a type may hold polymorphic variants.
    fn has_tags(&mut self, ty: Ty) -> bool {
        self.holds(ty, &mut Seen::default(), &|_, node| matches!(node, Node::Tags(_)))
    }

    pub(super) fn has_mutable_parts(&self, id: TypeId) -> bool {
        let fields = self.types.def(id).record_fields();
        fields.iter().any(|(_, fields)| fields.0.iter().any(|one| one.mutable))
    }

    /// Whether a type, or one of which its values may hold some, is as asked.
    pub(super) fn holds(
        &mut self,
        ty: Ty,
        seen: &mut Seen,
        asked: &dyn Fn(&Self, &Node) -> bool,
    ) -> bool {
        let (head, node) = self.types.head(ty);
        seen.visits += 1;
        // A type that is not gone through may hold anything.
        if seen.visits > MOST_VISITS || asked(self, &node) {
            return true;
        }
        let parts: Vec<Ty> = match node {
            Node::Unknown { .. } | Node::Link(_) | Node::Param(_) | Node::Arrow(..) | Node::Any => {
                return false;
            }
            Node::Tuple(parts) => parts,
            // A variant may hold itself; with parameters it may do so in ever new ways.
            Node::Tags(_) if seen.rows.contains(&head) || seen.rows.len() > MOST_ROWS => {
                return false;
            }
            Node::Tags(tags) => {
                seen.rows.push(head);
                tags.parts().collect()
            }
            Node::Named(id, args) => {
                let mut parts = args.clone();
                if !seen.types.contains(&id) {
                    seen.types.push(id);
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

    /// The function that values of a type go through on their way in or out; none if they are the same on
    /// both sides.
    fn border(&mut self, ty: Ty, way: Way, span: Span) -> Option<GlobalId> {
        if !self.has_tags(ty) && (way == Way::Out || !self.is_mutable(ty)) {
            return None;
        }
        let key = (self.structure_of(ty), way);
        if let Some(known) = self.thaws.get(&key) {
            return Some(*known);
        }
        let global = self.builder.declare("thaw");
        // Known before its body, which may need it.
        self.thaws.insert(key, global);
        let value = self.builder.fresh("frozen");
        let body = match self.types.size(ty) > MAX_THAWED {
            // A type that is applied to ever larger types in its own definition has no last function.
            true => {
                self.builder.at(span).unsupported("mutable data of a type that nests without end")
            }
            false => {
                let used = self.builder.at(span).var(value);
                self.crossing(ty, used, way, span)
            }
        };
        let function = self.builder.at(span).lambda([value], body);
        self.builder.define(global, function);
        Some(global)
    }

    /// A type in full. Each look into a definition with parameters makes types anew, so the same type may
    /// have many handles, and a type that holds itself has no end of them.
    fn structure_of(&mut self, ty: Ty) -> Structure {
        let (head, node) = self.types.head(ty);
        let (id, parts) = match node {
            Node::Named(id, parts) => (Some(id), parts),
            Node::Tuple(parts) => (None, parts),
            Node::Unknown { .. }
            | Node::Link(_)
            | Node::Param(_)
            | Node::Arrow(..)
            | Node::Tags(_)
            | Node::Any => return Structure::Leaf(head),
        };
        Structure::Applied(id, parts.into_iter().map(|part| self.structure_of(part)).collect())
    }

    /// A part of a value on its way.
    fn crossing_part(&mut self, ty: Ty, part: VarId, way: Way, span: Span) -> ExprId {
        let part = self.builder.at(span).var(part);
        match self.border(ty, way, span) {
            Some(thaw) => {
                let thaw = self.builder.at(span).global(thaw);
                self.builder.at(span).apply(thaw, [part])
            }
            None => part,
        }
    }

    fn crossing(&mut self, ty: Ty, value: ExprId, way: Way, span: Span) -> ExprId {
        let (head, node) = self.types.head(ty);
        match node {
            Node::Tuple(parts) => {
                let ctor = self.tuple_ctor(parts.len());
                let alt =
                    self.rebuilt((ctor, ctor), &parts, &vec![false; parts.len()], (way, span));
                self.builder.at(span).case(value, None, [alt], None)
            }
            Node::Named(TypeId::ARRAY, args) => self.thaw_array(args[0], value, span),
            Node::Named(id, args) => self.crossing_named(id, &args, value, (way, span)),
            Node::Tags(tags) => match self.row(head, &tags) {
                Some(row) => self.crossing_row(&row, value, way, span),
                // It comes as an element that is not taken apart.
                None => value,
            },
            Node::Unknown { .. } | Node::Link(_) | Node::Param(_) | Node::Arrow(..) | Node::Any => {
                value
            }
        }
    }

    /// A polymorphic variant: the constructors of its own data type outside, tags inside.
    fn crossing_row(&mut self, row: &Row, value: ExprId, way: Way, span: Span) -> ExprId {
        let mut alts = Vec::new();
        for RowTag { tag, carries, ctor } in &row.tags {
            let inside = self.tag_ctor(tag, carries.is_some());
            let ctors = match way {
                Way::In => (*ctor, inside),
                Way::Out => (inside, *ctor),
            };
            let parts: Vec<Ty> = carries.iter().copied().collect();
            alts.push(self.rebuilt(ctors, &parts, &vec![false; parts.len()], (way, span)));
        }
        let otherwise = match way {
            Way::In => None,
            Way::Out => {
                Some(self.builder.at(span).unsupported("a tag that its type does not have"))
            }
        };
        self.builder.at(span).case(value, None, alts, otherwise)
    }

    fn crossing_named(
        &mut self,
        id: TypeId,
        args: &[Ty],
        value: ExprId,
        (way, span): (Way, Span),
    ) -> ExprId {
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
            return self.crossing(shown, value, way, span);
        }
        let mut alts: Vec<Alt> = Vec::new();
        for (tag, (parts, mutable)) in parts.into_iter().zip(mutable).enumerate() {
            let parts: Vec<Ty> =
                parts.into_iter().map(|part| self.types.substitute(part, args)).collect();
            let ctor = self.ctor_id(CtorRef { ty: id, tag });
            alts.push(self.rebuilt((ctor, ctor), &parts, &mutable, (way, span)));
        }
        self.builder.at(span).case(value, None, alts, None)
    }

    /// A constructor, made again as another one of parts on their way.
    fn rebuilt(
        &mut self,
        (from, to): (CtorId, CtorId),
        parts: &[Ty],
        mutable: &[bool],
        (way, span): (Way, Span),
    ) -> Alt {
        let vars: Vec<VarId> = parts.iter().map(|_| self.builder.fresh("part")).collect();
        let mut fields = Vec::new();
        for ((ty, var), mutable) in parts.iter().zip(&vars).zip(mutable) {
            let part = self.crossing_part(*ty, *var, way, span);
            fields.push(match mutable {
                true => self.builder.at(span).prim(Core::RefNew, [part]),
                false => part,
            });
        }
        let made = self.builder.at(span).construct(to, fields);
        self.builder.alt(from, vars, made)
    }

    fn thaw_array(&mut self, item: Ty, value: ExprId, span: Span) -> ExprId {
        let ctor = self.array_ctor();
        let made = self.library_var("tracehound__array_of");
        let (items, one) = (self.builder.fresh("items"), self.builder.fresh("item"));
        let thawed = self.crossing_part(item, one, Way::In, span);
        let thaw = self.builder.at(span).lambda([one], thawed);
        let array_of = self.use_var(made);
        let list = self.builder.at(span).var(items);
        let mut array = self.builder.at(span).apply(array_of, [thaw, list]);
        if self.is_plain(item) {
            let item = self.sort(item);
            let b = self.builder.at(span);
            let (list, whole) = (b.var(items), b.var(items));
            let is_unknown = b.prim(Core::Whole(Whole::IsUnknown), [list]);
            let open = b.prim(Core::ArrayOpen(item), [whole]);
            array = b.cond(is_unknown, open, array);
        }
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
