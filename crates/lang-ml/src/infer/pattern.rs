//! Patterns.

use super::Infer;
use super::expr::constant_type;
use super::scope::Export;
use crate::ast::{self, Ident, PatternKind};
use crate::resolved::{Pattern, Var};
use crate::types::{Ty, TypeId};

/// A variable that a pattern binds.
#[derive(Clone)]
pub(super) struct Bound {
    pub(super) name: Ident,
    pub(super) var: Var,
    pub(super) ty: Ty,
}

/// The variables of a pattern that is being read.
#[derive(Default)]
pub(super) struct Binder {
    bound: Vec<Bound>,
    /// Variables of an earlier alternative of an or-pattern, which this one has to bind again.
    again: Vec<Bound>,
    /// The type that a value is seen to have that fits the pattern just read, if that says more than
    /// the type of the values that are matched.
    pub(super) seen: Option<Ty>,
    /// Whether the pattern that is being read gets a name as a whole, so that this matters.
    pub(super) named: bool,
}

impl Infer<'_> {
    /// Elaborates a pattern for values of the type `want`.
    pub(super) fn pattern(&mut self, pattern: &ast::Pattern, want: Ty) -> (Pattern, Vec<Bound>) {
        let mut binder = Binder::default();
        let pattern = self.sub_pattern(pattern, want, &mut binder);
        (pattern, binder.bound)
    }

    pub(super) fn sub_pattern(
        &mut self,
        pattern: &ast::Pattern,
        want: Ty,
        binder: &mut Binder,
    ) -> Pattern {
        let pattern = self.seen_pattern(pattern, want, binder);
        binder.seen = None;
        pattern
    }

    /// As [`Infer::sub_pattern`], and leaves in the binder what the pattern says of the value.
    pub(super) fn seen_pattern(
        &mut self,
        pattern: &ast::Pattern,
        want: Ty,
        binder: &mut Binder,
    ) -> Pattern {
        binder.seen = None;
        let span = pattern.span;
        match &pattern.kind {
            PatternKind::Any => Pattern::Any,
            PatternKind::Var(name) => Pattern::Var(self.bind(name, want, binder)),
            PatternKind::Const(constant) => {
                let ty = self.types.plain(constant_type(constant));
                self.expect(span, ty, want);
                Pattern::Const(constant.clone())
            }
            PatternKind::Range(low, high) => {
                let ty = self.types.plain(TypeId::CHAR);
                self.expect(span, ty, want);
                Pattern::Range(*low, *high)
            }
            PatternKind::Ctor(path, arg) => {
                self.ctor_pattern(path, arg.as_deref(), span, want, binder)
            }
            PatternKind::Tuple(parts) => {
                let tys: Vec<Ty> = parts.iter().map(|_| self.types.fresh()).collect();
                let tuple = self.types.tuple(tys.clone());
                self.expect(span, tuple, want);
                let pairs = parts.iter().zip(&tys);
                Pattern::Tuple(
                    pairs.map(|(part, ty)| self.sub_pattern(part, *ty, binder)).collect(),
                )
            }
            PatternKind::List(items) => self.list_pattern(items, pattern, want, binder),
            PatternKind::Record(fields) => self.record_pattern(fields, span, want, binder),
            PatternKind::Or(alternatives) => self.or_pattern(alternatives, want, binder),
            PatternKind::Alias(inner, name) => {
                let outer = std::mem::replace(&mut binder.named, true);
                let inner = self.seen_pattern(inner, want, binder);
                binder.named = outer;
                let ty = binder.seen.unwrap_or(want);
                Pattern::Alias(Box::new(inner), self.bind(name, ty, binder))
            }
            PatternKind::Tag(tag, arg) => self.tag_pattern(tag, arg.as_deref(), span, want, binder),
            PatternKind::TagsOf(path) => self.tags_pattern(path, span, want),
            PatternKind::Lazy(inner) => {
                let ty = self.types.fresh();
                let lazy = self.types.named(TypeId::LAZY, vec![ty]);
                self.expect(span, lazy, want);
                Pattern::Lazy(Box::new(self.sub_pattern(inner, ty, binder)))
            }
            PatternKind::Array(items) => {
                let item = self.types.fresh();
                let array = self.types.named(TypeId::ARRAY, vec![item]);
                self.expect(span, array, want);
                for each in items {
                    self.sub_pattern(each, item, binder);
                }
                Pattern::Unsupported("an array pattern".to_owned(), span)
            }
            PatternKind::Module(name, ty) => {
                let (pattern, module) = self.package_pattern(ty.as_ref(), want);
                if let Some(name) = name {
                    self.scope.modules.push(&name.text, module, Export::No);
                }
                pattern
            }
            PatternKind::Typed(inner, ty) => {
                let ty = self.annotation(ty);
                self.expect(span, ty, want);
                self.seen_pattern(inner, want, binder)
            }
            PatternKind::Open(path, inner) => {
                let mark = self.scope.mark();
                self.open_path(path);
                let inner = self.sub_pattern(inner, want, binder);
                self.scope.take(mark);
                inner
            }
            PatternKind::Exception(_) => {
                Pattern::Unsupported("an exception pattern inside of another pattern".into(), span)
            }
            PatternKind::Unsupported(what) => {
                self.guess();
                Pattern::Unsupported(what.clone(), span)
            }
        }
    }

    fn bind(&mut self, name: &Ident, ty: Ty, binder: &mut Binder) -> Var {
        if binder.bound.iter().any(|bound| bound.name.text == name.text) {
            self.twice(name);
        }
        let again = binder.again.iter().find(|bound| bound.name.text == name.text).cloned();
        let var = match again {
            Some(earlier) => {
                self.expect(name.span, ty, earlier.ty);
                earlier.var
            }
            None => self.new_var(&name.text),
        };
        binder.bound.push(Bound { name: name.clone(), var, ty });
        var
    }

    fn list_pattern(
        &mut self,
        items: &[ast::Pattern],
        pattern: &ast::Pattern,
        want: Ty,
        binder: &mut Binder,
    ) -> Pattern {
        let item = self.types.fresh();
        let list = self.types.named(TypeId::LIST, vec![item]);
        self.expect(pattern.span, list, want);
        let items: Vec<Pattern> =
            items.iter().map(|each| self.sub_pattern(each, item, binder)).collect();
        let (nil, cons) = self.list_ctors();
        let end = Pattern::Ctor(nil, Vec::new());
        items.into_iter().rev().fold(end, |tail, head| Pattern::Ctor(cons, vec![head, tail]))
    }

    /// Every alternative binds the same names; the first one makes the variables.
    fn or_pattern(
        &mut self,
        alternatives: &[ast::Pattern],
        want: Ty,
        binder: &mut Binder,
    ) -> Pattern {
        let start = binder.bound.len();
        let (mut resolved, mut seen) = (Vec::new(), Vec::new());
        for (number, alternative) in alternatives.iter().enumerate() {
            if number == 0 {
                resolved.push(self.seen_pattern(alternative, want, binder));
                seen.push(binder.seen.take());
                continue;
            }
            let first = binder.bound[start..].to_vec();
            let again = [first.clone(), binder.again.clone()].concat();
            let named = binder.named;
            let mut other = Binder { bound: Vec::new(), again, seen: None, named };
            resolved.push(self.seen_pattern(alternative, want, &mut other));
            seen.push(other.seen);
            self.check_same_names(&first, &other.bound);
        }
        binder.seen = self.common_type(seen);
        Pattern::Or(resolved)
    }

    /// The type of values that fit one of several patterns, if each of these says something of it.
    fn common_type(&mut self, seen: Vec<Option<Ty>>) -> Option<Ty> {
        let seen: Vec<Ty> = seen.into_iter().collect::<Option<_>>()?;
        let (first, others) = seen.split_first()?;
        others.iter().all(|ty| self.types.unify(*first, *ty).is_ok()).then_some(*first)
    }

    fn check_same_names(&mut self, first: &[Bound], other: &[Bound]) {
        let missing = |bound: &&Bound, among: &[Bound]| {
            among.iter().all(|known| known.name.text != bound.name.text)
        };
        let odd = first.iter().find(|bound| missing(bound, other));
        let odd = odd.or_else(|| other.iter().find(|bound| missing(bound, first)));
        if let Some(odd) = odd {
            let message =
                format!("`{}` must be bound on both sides of this `|` pattern", odd.name.text);
            self.error("ML012", odd.name.span, message);
        }
    }
}
