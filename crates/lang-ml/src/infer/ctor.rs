//! Constructors, in expressions and in patterns.

use source::{Span, counted};

use super::Infer;
use super::lookup::Found;
use crate::ast::{self, Path, PatternKind};
use crate::resolved::{self, Expr, ExprKind};
use crate::types::{CtorDef, CtorRef, Node, Ty, TypeId};

/// A constructor at an instance of its type.
pub(super) struct Instance {
    pub(super) ctor: CtorRef,
    pub(super) def: CtorDef,
    /// The types of the arguments in this instance.
    pub(super) args: Vec<Ty>,
    /// What its type variables are in this instance.
    pub(super) variables: Vec<Ty>,
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
    pub(super) fn instance(&mut self, path: &Path, want: Ty) -> Found<Instance> {
        let expected = self.types.head_id(want).map(|(id, _)| id);
        let expected =
            expected.filter(|id| !self.types.def(*id).extensible && path.modules.is_empty());
        let ctor = expected.and_then(|id| self.types.ctor_named(id, &path.name.text));
        let ctor = match ctor {
            Some(ctor) => ctor,
            None => match self.ctor_in_scope(path) {
                Found::Known(ctor) => ctor,
                Found::Unknown(why) => return Found::Unknown(why),
                Found::Wrong => return Found::Wrong,
            },
        };
        let def = self.types.ctor(ctor).clone();
        let count = def.made.as_ref().map_or(self.types.def(ctor.ty).params, |made| made.variables);
        let variables: Vec<Ty> = (0..count).map(|_| self.types.fresh()).collect();
        let args = def.args.iter().map(|arg| self.types.substitute(*arg, &variables)).collect();
        let made = match &def.made {
            Some(made) => {
                made.args.iter().map(|arg| self.types.substitute(*arg, &variables)).collect()
            }
            None => variables.clone(),
        };
        let result = self.types.named(ctor.ty, made);
        Found::Known(Instance { ctor, def, args, variables, result })
    }

    pub(super) fn ctor(
        &mut self,
        path: &Path,
        arg: Option<&ast::Expr>,
        span: Span,
        want: Ty,
    ) -> ExprKind {
        let instance = match self.instance(path, want) {
            Found::Known(instance) => instance,
            Found::Unknown(why) => return self.unknown_with(&why, arg),
            Found::Wrong => {
                return self.unknown_with(&format!("unbound constructor `{path}`"), arg);
            }
        };
        self.expect(span, instance.result, want);
        if let (Some(inline), Some(arg)) = (instance.def.inline, arg)
            && !matches!(&arg.kind, ast::ExprKind::Record { base: None, .. })
        {
            // A value of the record is the value of the constructor.
            let ty = self.types.named(inline, instance.variables);
            return self.expr(arg, ty).kind;
        }
        let args = self.ctor_args(&instance, path, arg, span);
        ExprKind::Ctor(instance.ctor, args)
    }

    /// Something that we do not know, with an argument that is checked all the same.
    fn unknown_with(&mut self, what: &str, arg: Option<&ast::Expr>) -> ExprKind {
        if let Some(arg) = arg {
            let ignored = self.types.fresh();
            self.expr(arg, ignored);
        }
        ExprKind::Unsupported(what.to_owned())
    }

    /// `` `Tag argument ``
    pub(super) fn tag(
        &mut self,
        tag: &ast::Ident,
        arg: Option<&ast::Expr>,
        span: Span,
        want: Ty,
    ) -> ExprKind {
        let ty = self.tag_type(&tag.text, arg.is_some(), span, want);
        let arg = arg.zip(ty).map(|(arg, ty)| self.boxed(arg, ty));
        ExprKind::Tag(tag.text.clone(), arg)
    }

    /// Makes sure that a type has a tag, and returns the type of what it carries.
    fn tag_type(&mut self, tag: &str, carries: bool, span: Span, want: Ty) -> Option<Ty> {
        let ty = carries.then(|| self.types.fresh());
        let tags = self.types.tags([(tag.to_owned(), ty)].into(), true);
        self.expect(span, tags, want);
        ty
    }

    pub(super) fn tag_pattern(
        &mut self,
        tag: &ast::Ident,
        arg: Option<&ast::Pattern>,
        span: Span,
        want: Ty,
        binder: &mut super::pattern::Binder,
    ) -> resolved::Pattern {
        let ty = self.tag_type(&tag.text, arg.is_some(), span, want);
        let arg = arg.zip(ty).map(|(arg, ty)| Box::new(self.sub_pattern(arg, ty, binder)));
        resolved::Pattern::Tag(tag.text.clone(), arg)
    }

    /// `#type`: any tag of the type.
    pub(super) fn tags_pattern(&mut self, path: &Path, span: Span, want: Ty) -> resolved::Pattern {
        let named = ast::Type::new(ast::TypeKind::Named(path.clone(), Vec::new()), span);
        let ty = self.annotation(&named);
        let Node::Tags(tags) = self.types.head(ty).1 else {
            self.guess();
            return resolved::Pattern::Unsupported(format!("the pattern `#{path}`"), span);
        };
        let tags = self.types.all_tags(&tags);
        let open = self.types.tags(tags.known.clone(), true);
        self.expect(span, open, want);
        let any = |ty: &Option<Ty>| ty.map(|_| Box::new(resolved::Pattern::Any));
        let all = tags.known.iter().map(|(tag, ty)| resolved::Pattern::Tag(tag.clone(), any(ty)));
        resolved::Pattern::Or(all.collect())
    }

    fn ctor_args(
        &mut self,
        instance: &Instance,
        path: &Path,
        arg: Option<&ast::Expr>,
        span: Span,
    ) -> Vec<Expr> {
        if let (Some(fields), Some(arg)) = (&instance.def.fields, arg)
            && let ast::ExprKind::Record { fields: given, base: None } = &arg.kind
        {
            return self.field_values(fields, &instance.args, given, arg.span);
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
        let instance = match self.instance(path, want) {
            Found::Known(instance) => instance,
            Found::Unknown(why) => {
                if let Some(arg) = arg {
                    let ignored = self.types.any();
                    self.sub_pattern(arg, ignored, binder);
                }
                return resolved::Pattern::Unsupported(why.to_string(), span);
            }
            Found::Wrong => return resolved::Pattern::Any,
        };
        self.matched(&instance, span, want);
        if let Some(inline) = instance.def.inline
            && let Some(arg) = arg
            && !matches!(arg.kind, PatternKind::Any | PatternKind::Record(_))
        {
            return self.inline_pattern(&instance, inline, arg, binder);
        }
        let (args, seen) = self.ctor_pattern_args(&instance, path, arg, span, binder);
        binder.seen = match binder.named {
            true => self.seen_type(&instance, &seen, want),
            false => None,
        };
        resolved::Pattern::Ctor(instance.ctor, args)
    }

    /// `C r` and `C ({ … } as r)`: the record is the value of the constructor itself.
    fn inline_pattern(
        &mut self,
        instance: &Instance,
        inline: TypeId,
        arg: &ast::Pattern,
        binder: &mut super::pattern::Binder,
    ) -> resolved::Pattern {
        let ty = self.types.named(inline, instance.variables.clone());
        let inner = self.sub_pattern(arg, ty, binder);
        as_ctor(instance.ctor, instance.args.len(), inner)
    }

    /// A value of the type `want` was made by a constructor.
    fn matched(&mut self, instance: &Instance, span: Span, want: Ty) {
        let generalized = instance.def.made.is_some();
        match self.types.head_id(want).filter(|_| generalized) {
            Some((id, args)) if id == instance.ctor.ty => {
                let Some((_, made)) = self.types.head_id(instance.result) else { return };
                for (matched, made) in args.iter().zip(made) {
                    self.equate(*matched, made);
                }
            }
            _ => self.expect(span, instance.result, want),
        }
    }

    /// What is known of a value that fits a pattern: the parameters of its type that the
    /// constructor does not mention can be any. `Error _ as e` is of any `('a, error) result`.
    fn seen_type(&mut self, instance: &Instance, seen: &[Ty], want: Ty) -> Option<Ty> {
        if instance.def.made.is_some() || instance.variables.is_empty() {
            return Some(want);
        }
        let count = instance.variables.len();
        let params: Vec<Ty> = (0..count).map(|_| self.types.fresh()).collect();
        for (arg, seen) in instance.def.args.iter().zip(seen) {
            let own = self.types.substitute(*arg, &params);
            if self.types.unify(own, *seen).is_err() {
                return Some(want);
            }
        }
        Some(self.types.named(instance.ctor.ty, params))
    }

    fn ctor_pattern_args(
        &mut self,
        instance: &Instance,
        path: &Path,
        arg: Option<&ast::Pattern>,
        span: Span,
        binder: &mut super::pattern::Binder,
    ) -> (Vec<resolved::Pattern>, Vec<Ty>) {
        let count = instance.args.len();
        let mut seen = instance.args.clone();
        let any = || vec![resolved::Pattern::Any; count];
        let Some(arg) = arg else {
            self.check_count(path, count, 0, span);
            return (any(), seen);
        };
        let parts: &[ast::Pattern] = match (&arg.kind, &instance.def.fields) {
            // Of a constructor without arguments, too, as the compiler has it, which warns.
            (PatternKind::Any, _) => return (any(), seen),
            (PatternKind::Record(given), Some(fields)) => {
                return (self.field_patterns(fields, &instance.args, given, binder), seen);
            }
            (PatternKind::Tuple(parts), None) if count > 1 => parts,
            _ => std::slice::from_ref(arg),
        };
        self.check_count(path, count, parts.len(), span);
        let mut args: Vec<resolved::Pattern> = Vec::new();
        for (number, part) in parts.iter().enumerate() {
            let ty = instance.args.get(number).copied();
            let ty = ty.unwrap_or_else(|| self.types.fresh());
            args.push(self.seen_pattern(part, ty, binder));
            if let (Some(place), Some(ty)) = (seen.get_mut(number), binder.seen) {
                *place = ty;
            }
        }
        args.resize(count, resolved::Pattern::Any);
        (args, seen)
    }
}

/// A pattern for a value of a constructor as a whole.
fn as_ctor(ctor: CtorRef, count: usize, inner: resolved::Pattern) -> resolved::Pattern {
    use resolved::Pattern;
    match inner {
        Pattern::Record(_, parts) => Pattern::Ctor(ctor, parts),
        Pattern::Alias(inner, var) => Pattern::Alias(Box::new(as_ctor(ctor, count, *inner)), var),
        Pattern::Var(var) => {
            Pattern::Alias(Box::new(Pattern::Ctor(ctor, vec![Pattern::Any; count])), var)
        }
        Pattern::Or(all) => {
            Pattern::Or(all.into_iter().map(|inner| as_ctor(ctor, count, inner)).collect())
        }
        Pattern::Any => Pattern::Ctor(ctor, vec![Pattern::Any; count]),
        other => other,
    }
}
