//! Small pieces of syntax for definitions that are made up.

use source::Span;

use crate::ast::{
    Binding, Case, Const, Expr, ExprKind, Ident, Label, Notes, Param, Path, Pattern, PatternKind,
};

/// Makes syntax at one place of the user's file, which is where messages about it point.
#[derive(Clone, Copy)]
pub(crate) struct Maker(pub(crate) Span);

impl Maker {
    fn expr(self, kind: ExprKind) -> Expr {
        Expr::new(kind, self.0)
    }

    pub(crate) fn ident(self, name: &str) -> Ident {
        Ident { text: name.to_owned(), span: self.0 }
    }

    /// A name with the modules around it.
    pub(crate) fn path(self, name: &str) -> Path {
        let mut parts: Vec<&str> = name.split('.').collect();
        let last = parts.pop().unwrap_or(name);
        let modules = parts.into_iter().map(|module| self.ident(module)).collect();
        Path { modules, name: self.ident(last), span: self.0 }
    }

    pub(crate) fn name(self, name: &str) -> Expr {
        self.expr(ExprKind::Path(self.path(name)))
    }

    pub(crate) fn int(self, value: i64) -> Expr {
        self.expr(ExprKind::Const(Const::Int(value)))
    }

    pub(crate) fn text(self, value: &str) -> Expr {
        self.expr(ExprKind::Const(Const::Text(value.to_owned())))
    }

    pub(crate) fn char(self, code: u8) -> Expr {
        self.expr(ExprKind::Const(Const::Char(code)))
    }

    /// A constructor of a polymorphic variant with its arguments.
    pub(crate) fn tag(self, name: &str, args: Vec<Expr>) -> Expr {
        let arg = (!args.is_empty()).then(|| Box::new(self.tuple(args)));
        self.expr(ExprKind::Tag(self.ident(name), arg))
    }

    pub(crate) fn unit(self) -> Expr {
        self.ctor("()", Vec::new())
    }

    /// A constructor with its arguments.
    pub(crate) fn ctor(self, name: &str, args: Vec<Expr>) -> Expr {
        let arg = (!args.is_empty()).then(|| Box::new(self.tuple(args)));
        self.expr(ExprKind::Ctor(self.path(name), arg))
    }

    /// Values with commas; the only one as it is, and unit if there are none.
    pub(crate) fn tuple(self, mut parts: Vec<Expr>) -> Expr {
        match parts.len() {
            0 => self.unit(),
            1 => parts.remove(0),
            _ => self.expr(ExprKind::Tuple(parts)),
        }
    }

    pub(crate) fn field(self, record: Expr, field: &str) -> Expr {
        self.expr(ExprKind::Field(Box::new(record), self.path(field)))
    }

    pub(crate) fn apply(self, function: Expr, args: Vec<(Label, Expr)>) -> Expr {
        self.expr(ExprKind::Apply(Box::new(function), args))
    }

    /// A call of a named function without labels.
    pub(crate) fn call(self, function: &str, args: Vec<Expr>) -> Expr {
        let args = args.into_iter().map(|arg| (Label::None, arg)).collect();
        self.apply(self.name(function), args)
    }

    pub(crate) fn logic(self, logic: crate::ast::Logic, left: Expr, right: Expr) -> Expr {
        self.expr(ExprKind::Logic(logic, Box::new(left), Box::new(right)))
    }

    pub(crate) fn cond(self, cond: Expr, yes: Expr, no: Expr) -> Expr {
        self.expr(ExprKind::If(Box::new(cond), Box::new(yes), Some(Box::new(no))))
    }

    pub(crate) fn seq(self, mut parts: Vec<Expr>) -> Expr {
        match parts.len() {
            0 => self.unit(),
            1 => parts.remove(0),
            _ => self.expr(ExprKind::Seq(parts)),
        }
    }

    pub(crate) fn any(self) -> Pattern {
        Pattern::new(PatternKind::Any, self.0)
    }

    /// Patterns with commas; the only one as it is, and anything if there are none.
    pub(crate) fn tuple_pattern(self, mut parts: Vec<Pattern>) -> Pattern {
        match parts.len() {
            0 => self.any(),
            1 => parts.remove(0),
            _ => Pattern::new(PatternKind::Tuple(parts), self.0),
        }
    }

    pub(crate) fn variable(self, name: &str) -> Pattern {
        Pattern::new(PatternKind::Var(self.ident(name)), self.0)
    }

    /// `exception E pattern`
    pub(crate) fn exception(self, name: &str, argument: Pattern) -> Pattern {
        let ctor = PatternKind::Ctor(self.path(name), Some(Box::new(argument)));
        let ctor = Pattern::new(ctor, self.0);
        Pattern::new(PatternKind::Exception(Box::new(ctor)), self.0)
    }

    /// `E _`, as a handler has it.
    pub(crate) fn raised(self, name: &str) -> Pattern {
        Pattern::new(PatternKind::Ctor(self.path(name), Some(Box::new(self.any()))), self.0)
    }

    /// `try body with cases`
    pub(crate) fn trying(self, body: Expr, cases: Vec<Case>) -> Expr {
        self.expr(ExprKind::Try(Box::new(body), cases))
    }

    /// `exception (E pattern as name)`
    pub(crate) fn exception_as(self, name: &str, argument: Pattern, alias: &str) -> Pattern {
        let ctor = PatternKind::Ctor(self.path(name), Some(Box::new(argument)));
        let ctor = Box::new(Pattern::new(ctor, self.0));
        let named = Pattern::new(PatternKind::Alias(ctor, self.ident(alias)), self.0);
        Pattern::new(PatternKind::Exception(Box::new(named)), self.0)
    }

    /// `try Some e with _ -> None`
    pub(crate) fn optional(self, expr: Expr) -> Expr {
        self.attempt(self.ctor("Some", vec![expr]), self.ctor("None", Vec::new()))
    }

    /// What a variable that [`Maker::optional`] gave a value holds. Without a value the run is lost.
    pub(crate) fn unwrapped(self, name: &str) -> Expr {
        let some = PatternKind::Ctor(self.path("Some"), Some(Box::new(self.variable("value#"))));
        let some = self.case(Pattern::new(some, self.0), self.name("value#"));
        let lost = self.case(self.any(), self.call("tracehound__lost", vec![self.unit()]));
        self.matching(self.name(name), vec![some, lost])
    }

    pub(crate) fn case(self, pattern: Pattern, body: Expr) -> Case {
        Case { pattern, guard: None, body }
    }

    pub(crate) fn matching(self, subject: Expr, cases: Vec<Case>) -> Expr {
        self.expr(ExprKind::Match(Box::new(subject), cases))
    }

    /// `try body with _ -> otherwise`
    pub(crate) fn attempt(self, body: Expr, otherwise: Expr) -> Expr {
        let case = self.case(self.any(), otherwise);
        self.expr(ExprKind::Try(Box::new(body), vec![case]))
    }

    pub(crate) fn binding(self, name: &str, params: &[&str], body: Expr) -> Binding {
        let param = |name: &&str| Param::Value {
            label: Label::None,
            pattern: Box::new(self.variable(name)),
            default: None,
            span: self.0,
        };
        Binding {
            pattern: self.variable(name),
            params: params.iter().map(param).collect(),
            result: None,
            body,
            notes: Notes::default(),
            span: self.0,
        }
    }

    /// A name for a value. A `let` could make the type of an unknown value polymorphic.
    pub(crate) fn let_in(self, name: &str, value: Expr, body: Expr) -> Expr {
        self.matching(value, vec![self.case(self.variable(name), body)])
    }

    /// `let rec name param = value in body`
    pub(crate) fn let_rec(self, name: &str, param: &str, value: Expr, body: Expr) -> Expr {
        let bindings = vec![self.binding(name, &[param], value)];
        self.expr(ExprKind::Let { recursive: true, bindings, body: Box::new(body) })
    }
}
