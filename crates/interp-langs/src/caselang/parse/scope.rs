//! Whether every variable is bound, and none twice in one pattern.

use source::{Diagnostic, Span};
use syntax::{Errors, shown};

use crate::caselang::tree::{
    Expr, ExprKind, Pattern, PatternKind, Program, ValueType, ValueTypeKind,
};
use crate::caselang::types::BUILT_IN_TYPES;

/// Reports variables that nothing binds. The depth of trees is limited where they are made.
pub(super) fn check(program: &Program, errors: &mut Errors) {
    let mut scope = Scope { bound: Vec::new(), errors };
    for definition in &program.definitions {
        scope.group(definition.recursive, &definition.bindings);
    }
    let declared = program.types.iter().flat_map(|declared| &declared.constructors);
    declared.flat_map(|(_, fields)| fields).for_each(|ty| scope.ty(program, ty));
    for goal in &program.goals {
        let asked = goal.unknowns.iter().filter_map(|unknown| unknown.ty.as_ref());
        asked.for_each(|ty| scope.ty(program, ty));
        scope.within(goal.names(), |scope| {
            for condition in &goal.conditions {
                scope.expr(&condition.left);
                scope.expr(&condition.right);
            }
        });
    }
}

struct Scope<'a, 'e> {
    /// The variables in scope, the innermost last.
    bound: Vec<&'a str>,
    errors: &'e mut Errors,
}

impl<'a> Scope<'a, '_> {
    /// Looks at a part that sees further names.
    fn within(&mut self, names: impl IntoIterator<Item = &'a str>, part: impl FnOnce(&mut Self)) {
        let known = self.bound.len();
        self.bound.extend(names);
        part(self);
        self.bound.truncate(known);
    }

    /// Definitions that belong together; their names stay in scope.
    fn group(&mut self, recursive: bool, bindings: &'a [(String, Expr)]) {
        let names = bindings.iter().map(|(name, _)| name.as_str());
        if recursive {
            self.bound.extend(names.clone());
        }
        for (_, value) in bindings {
            self.expr(value);
        }
        if !recursive {
            self.bound.extend(names);
        }
    }

    fn expr(&mut self, expr: &'a Expr) {
        match &expr.node {
            ExprKind::Int(_) => {}
            ExprKind::Con(_, args) => args.iter().for_each(|arg| self.expr(arg)),
            ExprKind::Var(name) => self.variable(name, expr.span),
            ExprKind::Lam(param, body) => {
                self.within([param.as_str()], |scope| scope.expr(body));
            }
            ExprKind::App(left, right)
            | ExprKind::Equal(left, right)
            | ExprKind::Binary(_, left, right) => {
                self.expr(left);
                self.expr(right);
            }
            ExprKind::Emit(_, args, body) => {
                args.iter().for_each(|arg| self.expr(arg));
                self.expr(body);
            }
            ExprKind::Case(value, clauses) => {
                self.expr(value);
                for (pattern, body) in clauses {
                    let names = self.names(pattern);
                    self.within(names, |scope| scope.expr(body));
                }
            }
            ExprKind::Let(bindings, body) => self.local(false, bindings, body),
            ExprKind::LetRec(bindings, body) => self.local(true, bindings, body),
        }
    }

    /// Reports types that nothing declares.
    fn ty(&mut self, program: &Program, ty: &ValueType) {
        match &ty.node {
            ValueTypeKind::List(element) => self.ty(program, element),
            ValueTypeKind::Tuple(parts) => parts.iter().for_each(|part| self.ty(program, part)),
            ValueTypeKind::Named(name) => {
                let known = program.types.iter().map(|declared| declared.name.as_str());
                let mut known = known.chain(BUILT_IN_TYPES);
                if !known.any(|known| known == name) {
                    let error = Diagnostic::error(format!("unknown type {}", shown(name)))
                        .at(ty.span, "")
                        .with_help(format!(
                            "declare it: `type {name} = f(Int) | g`; {} are there",
                            BUILT_IN_TYPES.join(", ")
                        ));
                    self.errors.report(error);
                }
            }
        }
    }

    fn local(&mut self, recursive: bool, bindings: &'a [(String, Expr)], body: &'a Expr) {
        self.within([], |scope| {
            scope.group(recursive, bindings);
            scope.expr(body);
        });
    }

    fn variable(&mut self, name: &str, span: Span) {
        if self.bound.contains(&name) {
            return;
        }
        let error = Diagnostic::error(format!("unknown name {}", shown(name)))
            .at(span, "")
            .with_help(format!("for a constructor write `data {name}` first, or `'{name}` here"));
        self.errors.report(error);
    }

    /// The variables of a pattern.
    fn names(&mut self, pattern: &'a Pattern) -> Vec<&'a str> {
        let mut names: Vec<&str> = Vec::new();
        let mut open = vec![pattern];
        while let Some(pattern) = open.pop() {
            match &pattern.node {
                PatternKind::Any | PatternKind::Int(_) => {}
                PatternKind::Con(_, parts) => open.extend(parts),
                PatternKind::Var(name) if names.contains(&name.as_str()) => {
                    let error = Diagnostic::error(format!("{} is bound twice", shown(name)))
                        .at(pattern.span, "in one pattern")
                        .with_help("give the second another name and compare them with `==`");
                    self.errors.report(error);
                }
                PatternKind::Var(name) => names.push(name),
            }
        }
        names
    }
}
