//! What a module keeps: values at the top that hold mutable data.
//!
//! For a proof such a value may hold anything when a call begins. So each has a definition that *fills* it: it
//! asks for a value of its type and puts what is mutable in that into the cells of the real one. These
//! cells stay the same, so names that share them still do. What is filled in has to be without cells of its own:
//! which of those were the same would not be known.

use lang_core::{ExprId, GlobalId, VarId};
use source::Span;
use term::Sort;

use super::Lower;
use super::trial::Seen;
use crate::module::{Keeper, Keeping, Kept};
use crate::resolved::Defined;
use crate::types::{Node, Ty, TypeBody, TypeId};

type Core = lang_core::Prim;

/// The queues of our library.
pub const QUEUE: &str = "Queue.t";

/// The event that tells what is kept.
const STATE: &str = "state#";

impl<'i> Lower<'_, 'i> {
    /// What the modules keep, and how it is after each function that was prepared for it.
    pub(crate) fn keeping(&mut self, defined: &'i [Defined]) -> Keeping {
        let values = self.kept(defined);
        let filled: Vec<&Kept> = values.iter().filter(|kept| kept.fill.is_some()).collect();
        let ctor = self.tuple_ctor(filled.len());
        let sorts: Vec<Sort> = filled.iter().map(|kept| kept.sort).collect();
        let sort = self.pool().data_sort(ctor.data, &sorts);
        let globals: Vec<GlobalId> = filled.iter().map(|kept| kept.global).collect();
        let told = self.builder.observation(STATE, &[sort]);
        let state = |lower: &mut Self| {
            let parts = globals.iter().map(|global| lower.builder.global(*global));
            let parts: Vec<ExprId> = parts.collect();
            let state = lower.builder.construct(ctor, parts);
            lower.builder.perform(told, [state])
        };
        let initial = self.builder.declare(STATE);
        let body = state(self);
        self.builder.define(initial, body);
        let mut keepers = Vec::new();
        for one in defined {
            let Some(name) = crate::trial::kept_by(&one.name) else { continue };
            let (params, _) = self.uncurry(one.scheme.ty);
            let vars: Vec<VarId> = params.iter().map(|_| self.builder.fresh("arg")).collect();
            let function = self.global(one.var);
            let function = self.builder.at(one.span).global(function);
            let args: Vec<ExprId> = vars.iter().map(|var| self.builder.var(*var)).collect();
            let called = self.builder.at(one.span).apply(function, args);
            let after = state(self);
            let body = self.builder.at(one.span).seq(called, after);
            let body = self.builder.at(one.span).lambda(vars, body);
            let global = self.builder.declare(&format!("state after#{name}"));
            self.builder.define(global, body);
            let takes_functions = params.iter().any(|(_, ty)| self.has_function(*ty));
            let params = params.iter().map(|(_, ty)| self.sort(*ty)).collect();
            let thaws = self.told_by(one.var).thaws;
            keepers.push(Keeper { name, global, params, is_simple: !thaws && !takes_functions });
        }
        let (mut give_cells, mut give_functions) = (Vec::new(), Vec::new());
        let mut fixed = Vec::new();
        for one in defined {
            let (params, result) = self.uncurry(one.scheme.ty);
            let global = self.global(one.var);
            let is_fixed = params.is_empty() && self.is_plain(result);
            fixed.extend(is_fixed.then_some(global));
            give_cells.extend(self.is_mutable(result).then_some(global));
            give_functions.extend((!self.is_known(result)).then_some(global));
        }
        let event = STATE;
        Keeping { values, sort, event, initial, keepers, fixed, give_cells, give_functions }
    }

    /// The values at the level of modules that hold mutable data, with the definitions that fill them.
    fn kept(&mut self, defined: &'i [Defined]) -> Vec<Kept> {
        let mut all: Vec<Kept> = Vec::new();
        for value in defined {
            let ty = value.scheme.ty;
            if !self.uncurry(ty).0.is_empty() || !self.is_mutable(ty) || self.has_function(ty) {
                continue;
            }
            let same = all.iter().filter(|known| known.name == value.name).count();
            let input = match same {
                0 => format!("what {} holds", value.name),
                again => format!("what {} holds ({})", value.name, again + 1),
            };
            let global = self.global(value.var);
            let sort = self.sort(ty);
            let fill = self.fill(ty, (value, global), &input);
            all.push(Kept { name: value.name.clone(), global, sort, input, fill });
        }
        self.run();
        all
    }

    /// A definition that fills a value; none if its type does not allow it.
    fn fill(
        &mut self,
        ty: Ty,
        (value, global): (&Defined, GlobalId),
        input: &str,
    ) -> Option<GlobalId> {
        let (span, sort) = (value.span, self.sort(ty));
        let (real, from) = (self.builder.fresh("real"), self.builder.fresh("from"));
        let filled = self.filled(ty, (real, from), span)?;
        let asked = self.builder.at(span).ask(input, sort);
        let with_asked = self.builder.at(span).let_strict(from, asked, filled);
        let used = self.builder.at(span).global(global);
        let body = self.builder.at(span).let_strict(real, used, with_asked);
        let fill = self.builder.declare(&format!("fill#{}", value.name));
        self.builder.define(fill, body);
        Some(fill)
    }

    /// Puts what is mutable in one value into the cells of another of the same type.
    fn filled(&mut self, ty: Ty, (real, from): (VarId, VarId), span: Span) -> Option<ExprId> {
        if !self.is_mutable(ty) {
            return Some(self.builder.at(span).unit());
        }
        let (_, node) = self.types.head(ty);
        match node {
            Node::Tuple(parts) => {
                let ctor = self.tuple_ctor(parts.len());
                let mutable = vec![false; parts.len()];
                self.fill_parts(ctor, &parts, &mutable, (real, from), span)
            }
            Node::Named(TypeId::ARRAY, args) => self.fill_array(args[0], (real, from), span),
            Node::Named(id, args) => {
                let def = self.types.def(id).clone();
                match (&def.body, def.hidden) {
                    (TypeBody::Record(fields), _) if def.inline.is_none() => {
                        let mutable: Vec<bool> = fields.0.iter().map(|one| one.mutable).collect();
                        let parts = fields.0.iter().map(|one| one.ty).collect::<Vec<_>>();
                        let parts: Vec<Ty> = parts
                            .into_iter()
                            .map(|part| self.types.substitute(part, &args))
                            .collect();
                        let ctor = self.record_ctor(id);
                        let filled = self.fill_parts(ctor, &parts, &mutable, (real, from), span)?;
                        match !def.user && def.name == QUEUE {
                            true => Some(self.in_front(ctor, filled, real, span)),
                            false => Some(filled),
                        }
                    }
                    (TypeBody::Opaque | TypeBody::Alias(_), Some(hidden)) => {
                        let shown = self.types.substitute(hidden, &args);
                        self.filled(shown, (real, from), span)
                    }
                    _ => None,
                }
            }
            Node::Unknown { .. }
            | Node::Link(_)
            | Node::Param(_)
            | Node::Arrow(..)
            | Node::Tags(_)
            | Node::Any => None,
        }
    }

    /// Fills the parts of a value that is made by its only constructor.
    fn fill_parts(
        &mut self,
        ctor: lang_core::CtorId,
        parts: &[Ty],
        mutable: &[bool],
        (real, from): (VarId, VarId),
        span: Span,
    ) -> Option<ExprId> {
        let reals: Vec<VarId> = parts.iter().map(|_| self.builder.fresh("real")).collect();
        let froms: Vec<VarId> = parts.iter().map(|_| self.builder.fresh("from")).collect();
        let mut body = self.builder.at(span).unit();
        for (at, part) in parts.iter().enumerate().rev() {
            let one = match mutable[at] {
                true if !self.is_plain(*part) => return None,
                true => {
                    let (cell, value) = (self.builder.var(reals[at]), self.builder.var(froms[at]));
                    self.builder.at(span).prim(Core::RefSet, [cell, value])
                }
                false => self.filled(*part, (reals[at], froms[at]), span)?,
            };
            body = self.builder.at(span).seq(one, body);
        }
        let subject = self.builder.var(from);
        let alt = self.builder.alt(ctor, froms, body);
        let inner = self.builder.at(span).case(subject, None, [alt], None);
        let subject = self.builder.var(real);
        let alt = self.builder.alt(ctor, reals, inner);
        Some(self.builder.at(span).case(subject, None, [alt], None))
    }

    /// A queue of our library whose items are all in front, once it is filled. What queues can do is the same
    /// wherever the items are, and only its library looks at that.
    fn in_front(
        &mut self,
        ctor: lang_core::CtorId,
        filled: ExprId,
        queue: VarId,
        span: Span,
    ) -> ExprId {
        let (front, back) = (self.builder.fresh("front"), self.builder.fresh("back"));
        let nil = self.shape(TypeId::LIST).ctors[0];
        let empty = self.builder.at(span).construct(nil, []);
        let cell = self.builder.var(back);
        let emptied = self.builder.at(span).prim(Core::RefSet, [cell, empty]);
        let alt = self.builder.alt(ctor, [front, back], emptied);
        let subject = self.builder.var(queue);
        let emptied = self.builder.at(span).case(subject, None, [alt], None);
        self.builder.at(span).seq(filled, emptied)
    }

    fn fill_array(&mut self, item: Ty, (real, from): (VarId, VarId), span: Span) -> Option<ExprId> {
        if !self.is_plain(item) {
            return None;
        }
        let fill = self.library_var("tracehound__array_fill");
        let (ctor, items) = (self.array_ctor(), self.builder.fresh("items"));
        let fill = self.use_var(fill);
        let (array, list) = (self.builder.var(real), self.builder.var(items));
        let filled = self.builder.at(span).apply(fill, [array, list]);
        let alt = self.builder.alt(ctor, [items], filled);
        let subject = self.builder.var(from);
        Some(self.builder.at(span).case(subject, None, [alt], None))
    }

    /// Whether no value of a type holds a function, or something that is not known.
    fn is_known(&mut self, ty: Ty) -> bool {
        let is_unknown = |_: &Self, node: &Node| {
            matches!(node, Node::Any | Node::Named(TypeId::LAZY | TypeId::EXN, _))
        };
        !self.has_function(ty) && !self.holds(ty, &mut Seen::default(), &is_unknown)
    }

    /// Whether values of a type are without cells, functions and suspended computations.
    pub(super) fn is_plain(&mut self, ty: Ty) -> bool {
        let has_more = |lower: &Self, node: &Node| match node {
            Node::Tags(_) | Node::Any => true,
            Node::Named(TypeId::ARRAY | TypeId::LAZY | TypeId::EXN | TypeId::FORMAT, _) => true,
            Node::Named(id, _) => lower.has_mutable_parts(*id) || lower.types.def(*id).extensible,
            _ => false,
        };
        !self.has_function(ty) && !self.holds(ty, &mut Seen::default(), &has_more)
    }
}
