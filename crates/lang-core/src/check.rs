//! The checks that make a program one, and where its variables are found.
//!
//! One walk over all globals resolves every variable to its [`Place`] and checks scopes and
//! arities on the way. The environment of the machine is a list that grows at every binder; the
//! walk counts its length, and a variable is found by the difference of two such lengths.

use source::{Span, counted};
use term::{Arity, DeclError, Pool};

use crate::expr::{Alt, CtorId, Expr, ExprId, Pattern, VarId};
use crate::program::{Parts, Place};

/// What is wrong with a program, with the place where it shows. A mistake of the front end.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{kind}")]
pub struct ProgramError {
    /// The node that is wrong.
    pub span: Option<Span>,
    kind: Kind,
}

#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
enum Kind {
    #[error(transparent)]
    Declaration(DeclError),
    #[error("global `{0}` is declared but not defined")]
    Undefined(String),
    #[error("variable `{0}` is not bound here")]
    Unbound(String),
    #[error("variable `{0}` is bound twice")]
    BoundTwice(String),
    #[error("an expression is used at two places")]
    Shared,
    #[error("`{what}` takes {expected}, found {found}")]
    Arity { what: String, expected: String, found: usize },
    #[error("data type `{0}` has no constructor of this number")]
    NoSuchCtor(String),
    #[error("a function needs at least one parameter")]
    NoParams,
    #[error("a call needs at least one argument")]
    NoArgs,
    #[error("`{0}` is not a primitive that a program can use")]
    NoPrim(&'static str),
    #[error("the alternatives of a case do not belong together")]
    MixedAlts,
    #[error("two alternatives of a case fit the same value")]
    SameAlts,
    #[error("an alternative is not a literal")]
    NoLiteral,
    #[error("a recursive definition among the functions is not a function")]
    NoFunction,
}

impl ProgramError {
    pub(crate) fn declaration(error: DeclError) -> ProgramError {
        ProgramError { span: None, kind: Kind::Declaration(error) }
    }

    pub(crate) fn undefined(name: &str) -> ProgramError {
        ProgramError { span: None, kind: Kind::Undefined(name.to_owned()) }
    }
}

/// The place of every variable, and everything that is wrong.
pub(crate) fn resolve(pool: &Pool, parts: &Parts) -> (Vec<Place>, Vec<ProgramError>) {
    let mut checker = Checker {
        pool,
        parts,
        scope: vec![Scope::Unseen; parts.vars.len()],
        used: vec![false; parts.exprs.len()],
        places: vec![Place::default(); parts.exprs.len()],
        errors: Vec::new(),
        todo: Vec::new(),
    };
    for global in &parts.globals {
        checker.todo.push(Todo::Enter(global.body, 0));
        checker.run();
    }
    (checker.places, checker.errors)
}

struct Checker<'a> {
    pool: &'a Pool,
    parts: &'a Parts,
    scope: Vec<Scope>,
    used: Vec<bool>,
    places: Vec<Place>,
    errors: Vec<ProgramError>,
    todo: Vec<Todo>,
}

/// What is known of a variable at the present point of the walk.
#[derive(Clone, Copy, PartialEq)]
enum Scope {
    Unseen,
    /// In scope: the length of the environment below its entry, and its number in a group.
    Bound {
        level: u32,
        member: u32,
    },
    Left,
}

/// What remains to be done, last first.
enum Todo {
    /// Checks an expression in an environment of this length.
    Enter(ExprId, u32),
    Bind(VarId, u32, u32),
    Unbind(VarId),
}

impl Checker<'_> {
    fn run(&mut self) {
        while let Some(todo) = self.todo.pop() {
            match todo {
                Todo::Enter(id, depth) => self.enter(id, depth),
                Todo::Bind(var, level, member) => self.bind(var, level, member),
                Todo::Unbind(var) => self.scope[var.0 as usize] = Scope::Left,
            }
        }
    }

    fn bind(&mut self, var: VarId, level: u32, member: u32) {
        if self.scope[var.0 as usize] != Scope::Unseen {
            let name = self.var_name(var);
            self.errors.push(ProgramError { span: None, kind: Kind::BoundTwice(name) });
        }
        self.scope[var.0 as usize] = Scope::Bound { level, member };
    }

    fn enter(&mut self, id: ExprId, depth: u32) {
        let parts = self.parts;
        let expr = &parts.exprs[id.0 as usize];
        let everywhere_the_same = matches!(expr, Expr::Lit(_) | Expr::Global(_));
        if std::mem::replace(&mut self.used[id.0 as usize], true) && !everywhere_the_same {
            return self.error(id, Kind::Shared);
        }
        match expr {
            Expr::Var(var) => self.place(id, *var, depth),
            Expr::Lambda { params, body } => {
                self.check(id, !params.is_empty(), || Kind::NoParams);
                self.scoped(params.iter().copied(), &[*body], depth);
            }
            Expr::Let { var, value, body } => {
                self.scoped(*var, &[*body], depth);
                self.todo.push(Todo::Enter(*value, depth));
            }
            Expr::LetRec { functions, values, body } => {
                self.enter_group(id, functions, values, *body, depth);
            }
            Expr::Case { scrutinee, binder, alts, default } => {
                self.check_alts(id, alts);
                self.enter_alts(*binder, alts, *default, depth);
                self.todo.push(Todo::Enter(*scrutinee, depth));
            }
            Expr::Try { body, var, handler } => {
                self.scoped([*var], &[*handler], depth);
                self.todo.push(Todo::Enter(*body, depth));
            }
            Expr::Apply { args, .. } => {
                self.check(id, !args.is_empty(), || Kind::NoArgs);
                self.enter_children(expr, depth);
            }
            Expr::Construct { ctor, fields } => {
                self.check_ctor(id, *ctor, fields.len());
                self.enter_children(expr, depth);
            }
            Expr::Prim { prim, args } => {
                self.check(id, prim.is_allowed(), || Kind::NoPrim(prim.name()));
                self.check_count(id, prim.name(), prim.arity(), args.len());
                self.enter_children(expr, depth);
            }
            Expr::Perform { op, args } => {
                let operation = &parts.operations[op.0 as usize];
                let name = self.pool.name(operation.name);
                self.check_count(id, name, Arity::Exactly(operation.params.len()), args.len());
                self.enter_children(expr, depth);
            }
            Expr::Global(_)
            | Expr::Lit(_)
            | Expr::Delay(_)
            | Expr::Ask { .. }
            | Expr::Assume(_)
            | Expr::Assert { .. }
            | Expr::Raise(_)
            | Expr::Unsupported(_) => self.enter_children(expr, depth),
        }
    }

    fn enter_children(&mut self, expr: &Expr, depth: u32) {
        let below = expr.children().into_iter().rev();
        self.todo.extend(below.map(|child| Todo::Enter(child, depth)));
    }

    fn place(&mut self, id: ExprId, var: VarId, depth: u32) {
        match self.scope[var.0 as usize] {
            Scope::Bound { level, member } => {
                self.places[id.0 as usize] = Place { up: depth - 1 - level, member };
            }
            Scope::Unseen | Scope::Left => {
                let name = self.var_name(var);
                self.error(id, Kind::Unbound(name));
            }
        }
    }

    /// Plans a walk over `bodies` with `vars` bound, each in an entry of its own.
    fn scoped(&mut self, vars: impl IntoIterator<Item = VarId>, bodies: &[ExprId], depth: u32) {
        let vars: Vec<VarId> = vars.into_iter().collect();
        let inner = depth + vars.len() as u32;
        self.todo.extend(vars.iter().map(|var| Todo::Unbind(*var)));
        self.todo.extend(bodies.iter().rev().map(|body| Todo::Enter(*body, inner)));
        self.todo.extend((depth..).zip(&vars).map(|(level, var)| Todo::Bind(*var, level, 0)));
    }

    /// Suspended values have an entry each, and the functions share one above them.
    fn enter_group(
        &mut self,
        id: ExprId,
        functions: &[(VarId, ExprId)],
        values: &[(VarId, ExprId)],
        body: ExprId,
        depth: u32,
    ) {
        let is_lambda =
            |id: &ExprId| matches!(self.parts.exprs[id.0 as usize], Expr::Lambda { .. });
        let all_lambdas = functions.iter().all(|(_, value)| is_lambda(value));
        self.check(id, all_lambdas, || Kind::NoFunction);
        let group = depth + values.len() as u32;
        let inner = group + u32::from(!functions.is_empty());
        let both = || values.iter().chain(functions);
        self.todo.extend(both().map(|(var, _)| Todo::Unbind(*var)));
        let right_sides = both().map(|(_, value)| *value);
        self.todo.extend(right_sides.chain([body]).map(|expr| Todo::Enter(expr, inner)));
        let in_group = (0..).zip(functions).map(|(member, (var, _))| (*var, group, member));
        let alone = (depth..).zip(values).map(|(level, (var, _))| (*var, level, 0));
        let binds = alone.chain(in_group);
        self.todo.extend(binds.map(|(var, level, member)| Todo::Bind(var, level, member)));
    }

    fn enter_alts(
        &mut self,
        binder: Option<VarId>,
        alts: &[Alt],
        default: Option<ExprId>,
        depth: u32,
    ) {
        let inner = depth + u32::from(binder.is_some());
        self.todo.extend(binder.map(Todo::Unbind));
        self.todo.extend(default.map(|body| Todo::Enter(body, inner)));
        for alt in alts.iter().rev() {
            match &alt.pattern {
                Pattern::Ctor(_, fields) => {
                    self.scoped(fields.iter().flatten().copied(), &[alt.body], inner);
                }
                Pattern::Lit(_) => self.todo.push(Todo::Enter(alt.body, inner)),
            }
        }
        self.todo.extend(binder.map(|var| Todo::Bind(var, depth, 0)));
    }

    fn check_alts(&mut self, id: ExprId, alts: &[Alt]) {
        for (number, alt) in alts.iter().enumerate() {
            match &alt.pattern {
                Pattern::Ctor(ctor, fields) => self.check_ctor(id, *ctor, fields.len()),
                Pattern::Lit(term) => {
                    let literal = self.pool.as_literal(*term).is_some();
                    self.check(id, literal, || Kind::NoLiteral);
                }
            }
            for earlier in &alts[..number] {
                self.check_pair(id, &earlier.pattern, &alt.pattern);
            }
        }
    }

    fn check_pair(&mut self, id: ExprId, a: &Pattern, b: &Pattern) {
        match (a, b) {
            (Pattern::Ctor(a, _), Pattern::Ctor(b, _)) => {
                self.check(id, a.data == b.data, || Kind::MixedAlts);
                self.check(id, a != b, || Kind::SameAlts);
            }
            (Pattern::Lit(a), Pattern::Lit(b)) => {
                let together = self.pool.sort(*a) == self.pool.sort(*b);
                self.check(id, together, || Kind::MixedAlts);
                self.check(id, a != b, || Kind::SameAlts);
            }
            (Pattern::Ctor(..), Pattern::Lit(_)) | (Pattern::Lit(_), Pattern::Ctor(..)) => {
                self.error(id, Kind::MixedAlts);
            }
        }
    }

    fn check_ctor(&mut self, id: ExprId, ctor: CtorId, found: usize) {
        match self.pool.ctors(ctor.data).get(ctor.index as usize) {
            Some(known) => {
                let name = self.pool.name(known.name);
                self.check_count(id, name, Arity::Exactly(known.fields.len()), found);
            }
            None => {
                let data = self.pool.name(self.pool.data_name(ctor.data)).to_owned();
                self.error(id, Kind::NoSuchCtor(data));
            }
        }
    }

    fn check_count(&mut self, id: ExprId, what: &str, arity: Arity, found: usize) {
        let (fits, expected) = match arity {
            Arity::Exactly(count) => (found == count, counted(count, "operand")),
            Arity::AtLeast(count) => {
                (found >= count, format!("at least {}", counted(count, "operand")))
            }
            Arity::Declared => (true, String::new()),
        };
        self.check(id, fits, || Kind::Arity { what: what.to_owned(), expected, found });
    }

    fn check(&mut self, id: ExprId, holds: bool, kind: impl FnOnce() -> Kind) {
        if !holds {
            self.error(id, kind());
        }
    }

    fn error(&mut self, id: ExprId, kind: Kind) {
        self.errors.push(ProgramError { span: self.parts.spans[id.0 as usize], kind });
    }

    fn var_name(&self, var: VarId) -> String {
        self.pool.name(self.parts.vars[var.0 as usize]).to_owned()
    }
}

#[cfg(test)]
mod tests {
    use term::{Op, Pool, Sort, Term};

    use crate::{Builder, CtorId, ExprId, Prim};

    /// What is wrong with a program whose one global is made by `body`.
    fn errors(body: impl FnOnce(&mut Builder<'_>) -> ExprId) -> Vec<String> {
        let pool = Pool::new();
        let mut b = Builder::new(&pool);
        let main = b.declare("main");
        let body = body(&mut b);
        b.define(main, body);
        b.finish().err().into_iter().flatten().map(|error| error.to_string()).collect()
    }

    #[test]
    fn variables_are_in_scope_and_bound_once() {
        let unbound = errors(|b| {
            let x = b.fresh("x");
            b.var(x)
        });
        assert_eq!(unbound, ["variable `x` is not bound here"]);
        let left = errors(|b| {
            let x = b.fresh("x");
            let (one, inner, outer) = (b.int(1), b.var(x), b.var(x));
            let bound = b.let_strict(x, one, inner);
            b.op(Op::Add, [bound, outer])
        });
        assert_eq!(left, ["variable `x` is not bound here"]);
        let twice = errors(|b| {
            let x = b.fresh("x");
            let one = b.int(1);
            let inner = b.let_strict(x, one, one);
            b.let_strict(x, one, inner)
        });
        assert_eq!(twice, ["variable `x` is bound twice"]);
    }

    #[test]
    fn expressions_have_one_place() {
        let shared = errors(|b| {
            let unit = b.unit();
            b.seq(unit, unit)
        });
        assert_eq!(shared, ["an expression is used at two places"]);
        let literal = errors(|b| {
            let one = b.int(1);
            b.op(Op::Add, [one, one])
        });
        assert_eq!(literal, [""; 0]);
    }

    #[test]
    fn arities_are_checked() {
        let found = errors(|b| {
            let op = b.operation("put", &[Sort::INT], Sort::BOOL);
            let one = b.int(1);
            let parts = [
                b.perform(op, [one, one]),
                b.prim(Prim::Sub, [one]),
                b.construct(b.unit_ctor(), [one]),
                b.lambda([], one),
                b.apply(one, []),
            ];
            parts.into_iter().fold(one, |rest, part| b.seq(part, rest))
        });
        let expected = [
            "a call needs at least one argument",
            "a function needs at least one parameter",
            "`()` takes 0 operands, found 1",
            "`-` takes 2 operands, found 1",
            "`put` takes 1 operand, found 2",
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn alternatives_belong_together_and_differ() {
        let found = errors(|b| {
            let one = b.int(1);
            let same = [b.alt_lit(Term::TRUE, one), b.alt_lit(Term::TRUE, one)];
            let same = b.case(one, None, same, None);
            let mixed = [b.alt_lit(Term::TRUE, one), b.alt(b.unit_ctor(), [], one)];
            let mixed = b.case(one, None, mixed, None);
            let missing = CtorId { index: 7, ..b.unit_ctor() };
            let missing = [b.alt(missing, [], one)];
            let missing = b.case(one, None, missing, None);
            let rest = b.seq(mixed, missing);
            b.seq(same, rest)
        });
        let expected = [
            "two alternatives of a case fit the same value",
            "the alternatives of a case do not belong together",
            "data type `unit` has no constructor of this number",
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn declarations_are_completed() {
        let pool = Pool::new();
        let mut b = Builder::new(&pool);
        b.declare("later");
        let errors = b.finish().expect_err("nothing defines it");
        assert_eq!(errors[0].to_string(), "global `later` is declared but not defined");
        let mut b = Builder::new(&pool);
        b.data("void", 0).expect("declared once");
        let errors = b.finish().expect_err("it has no constructor");
        assert_eq!(errors[0].to_string(), "data type `void` has no constructor");
    }

    #[test]
    fn deep_programs_do_not_overflow_the_stack() {
        let pool = Pool::new();
        let mut b = Builder::new(&pool);
        let main = b.declare("main");
        let start = b.int(0);
        let deep = (0..100_000).fold(start, |inner, _| b.prim(Prim::Neg, [inner]));
        b.define(main, deep);
        let program = b.finish().expect("well formed");
        assert_eq!(program.show_expr(&pool, deep).matches("neg").count(), 100_000);
    }
}
