//! Constructors, in expressions and in patterns.

use source::{Span, counted};

use super::Infer;
use crate::ast::{self, Path, PatternKind};
use crate::resolved::{self, Expr, ExprKind};
use crate::types::{CtorDef, CtorRef, Ty, TypeId};

/// A constructor at an instance of its type.
pub(super) struct Instance {
    pub(super) ctor: CtorRef,
    pub(super) def: CtorDef,
    /// The types of the arguments in this instance.
    pub(super) args: Vec<Ty>,
    pub(super) result: Ty,
}

impl Infer<'_> {
    pub(super) fn list_ctors(&self) -> (CtorRef, CtorRef) {
        let named = |name| {
            self.types
                .ctor_named(TypeId::LIST, name)
                .expect("our library defines lists before anything that uses them")
        };
        (named("[]"), named("::"))
    }

    /// The constructor that a path means where `want` is expected: that of the expected type, or
    /// else the last one defined. Exceptions are told apart by scope alone.
    pub(super) fn instance(&mut self, path: &Path, want: Ty) -> Option<Instance> {
        let expected = self.types.head_id(want).map(|(id, _)| id);
        let expected = expected.filter(|id| *id != TypeId::EXN && path.modules.is_empty());
        let ctor = expected
            .and_then(|id| self.types.ctor_named(id, &path.name.text))
            .or_else(|| self.ctor_in_scope(path))?;
        let count = self.types.def(ctor.ty).params;
        let params: Vec<Ty> = (0..count).map(|_| self.types.fresh()).collect();
        let def = self.types.ctor(ctor).clone();
        let args = def.args.iter().map(|arg| self.types.substitute(*arg, &params)).collect();
        let result = self.types.named(ctor.ty, params);
        Some(Instance { ctor, def, args, result })
    }

    pub(super) fn ctor(
        &mut self,
        path: &Path,
        arg: Option<&ast::Expr>,
        span: Span,
        want: Ty,
    ) -> ExprKind {
        let Some(instance) = self.instance(path, want) else {
            if let Some(arg) = arg {
                let ignored = self.types.fresh();
                self.expr(arg, ignored);
            }
            return ExprKind::Unsupported(format!("unbound constructor `{path}`"));
        };
        self.expect(span, instance.result, want);
        let args = self.ctor_args(&instance, path, arg, span);
        ExprKind::Ctor(instance.ctor, args)
    }

    fn ctor_args(
        &mut self,
        instance: &Instance,
        path: &Path,
        arg: Option<&ast::Expr>,
        span: Span,
    ) -> Vec<Expr> {
        if let (Some(fields), Some(arg)) = (&instance.def.fields, arg) {
            if let ast::ExprKind::Record { fields: given, base: None } = &arg.kind {
                return self.field_values(fields, &instance.args, given, arg.span);
            }
            self.unsupported(arg.span, "a record of a constructor as a value of its own");
            return Vec::new();
        }
        let given: Vec<&ast::Expr> = match arg.map(|arg| (&arg.kind, arg)) {
            Some((ast::ExprKind::Tuple(parts), _)) if instance.args.len() > 1 => {
                parts.iter().collect()
            }
            Some((_, arg)) => vec![arg],
            None => Vec::new(),
        };
        self.check_count(path, instance.args.len(), given.len(), span);
        given.iter().zip(&instance.args).map(|(arg, ty)| self.expr(arg, *ty)).collect()
    }

    fn check_count(&mut self, path: &Path, expected: usize, found: usize, span: Span) {
        if expected != found {
            let expected = counted(expected, "argument");
            let message = format!("the constructor `{path}` takes {expected}, found {found}");
            self.error("ML012", span, message);
        }
    }

    pub(super) fn ctor_pattern(
        &mut self,
        path: &Path,
        arg: Option<&ast::Pattern>,
        span: Span,
        want: Ty,
        binder: &mut super::pattern::Binder,
    ) -> resolved::Pattern {
        let Some(instance) = self.instance(path, want) else { return resolved::Pattern::Any };
        self.expect(span, instance.result, want);
        let args = self.ctor_pattern_args(&instance, path, arg, span, binder);
        resolved::Pattern::Ctor(instance.ctor, args)
    }

    fn ctor_pattern_args(
        &mut self,
        instance: &Instance,
        path: &Path,
        arg: Option<&ast::Pattern>,
        span: Span,
        binder: &mut super::pattern::Binder,
    ) -> Vec<resolved::Pattern> {
        let count = instance.args.len();
        let any = || vec![resolved::Pattern::Any; count];
        let Some(arg) = arg else {
            self.check_count(path, count, 0, span);
            return any();
        };
        match (&arg.kind, &instance.def.fields) {
            (PatternKind::Any, _) if count > 0 => any(),
            (PatternKind::Record(given), Some(fields)) => {
                self.field_patterns(fields, &instance.args, given, binder)
            }
            (_, Some(_)) => {
                self.unsupported(arg.span, "a record of a constructor as a value of its own");
                any()
            }
            (PatternKind::Tuple(parts), None) if count > 1 => {
                self.check_count(path, count, parts.len(), span);
                let mut args: Vec<resolved::Pattern> = parts
                    .iter()
                    .zip(&instance.args)
                    .map(|(part, ty)| self.sub_pattern(part, *ty, binder))
                    .collect();
                args.resize(count, resolved::Pattern::Any);
                args
            }
            (_, None) => {
                self.check_count(path, count, 1, span);
                let first = instance.args.first().copied();
                let ty = first.unwrap_or_else(|| self.types.fresh());
                let mut args = vec![self.sub_pattern(arg, ty, binder)];
                args.resize(count, resolved::Pattern::Any);
                args
            }
        }
    }
}
