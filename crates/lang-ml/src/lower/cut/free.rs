//! What a loop may write to, by its text.
//!
//! Variables from outside of the loop are told apart from those inside, of which only is known from which of those
//! outside their values may come. What a call may write to is decided when the program runs, by the code of the
//! functions that are at hand there.

use std::collections::{BTreeMap, BTreeSet};

use super::wanted::children;
use crate::lower::bind::variables;
use crate::prim::Prim;
use crate::resolved::{Case, Def, Expr, ExprKind, Pattern, Var};
use crate::types::TypeId;

/// What a loop does, in terms of variables from outside.
#[derive(Default)]
pub(super) struct Effects {
    pub(super) places: Vec<Place>,
    /// Everything is written to that can be got at through these.
    pub(super) below: Vec<BTreeSet<Var>>,
    pub(super) calls: Vec<Called>,
    /// Whether it performs operations of libraries.
    pub(super) performs: bool,
}

/// What is written to, and nothing below it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// An array, or a record with all of its fields.
    Whole(Var),
    Field(TypeId, usize, Var),
}

/// Functions among these values, or to be got at through them, are called on others of them.
pub(super) struct Called(pub(super) BTreeSet<Var>);

/// Where a value may come from: all variables from outside if that is not known.
#[derive(Clone)]
enum Origin {
    Some(BTreeSet<Var>),
    Any,
}

/// The effects of the parts of a loop; of the variable of a `for` loop nothing has to be known.
pub(super) fn of_loop(
    writes_first: &dyn Fn(Var) -> bool,
    parts: &[&Expr],
    head: &[Expr],
    counter: Option<Var>,
) -> Effects {
    let mut walk = Walk::new(writes_first);
    walk.inside.extend(counter.map(|var| (var, Origin::Some(BTreeSet::new()))));
    parts.iter().copied().chain(head).for_each(|part| walk.expr(part));
    walk.effects()
}

/// The effects of a body; anything may be bound to these parameters.
pub(super) fn of_body(params: &[Pattern], body: &Expr) -> Effects {
    let mut walk = Walk::new(&|_| false);
    params.iter().for_each(|param| walk.bind(param, &Origin::Any));
    walk.expr(body);
    // Callers know what they give it to store, and any call of what stores itself counts against it.
    walk.stores = false;
    walk.effects()
}

struct Walk<'w> {
    /// Whether a function writes to what is first among its arguments, and to nothing else.
    writes_first: &'w dyn Fn(Var) -> bool,
    /// Variables inside of the loop.
    inside: BTreeMap<Var, Origin>,
    /// Variables from outside.
    outside: BTreeSet<Var>,
    places: Vec<Place>,
    below: Vec<Origin>,
    calls: Vec<Origin>,
    /// Whether something may be put where it can be got at in other ways than before.
    stores: bool,
    performs: bool,
}

impl<'w> Walk<'w> {
    fn new(writes_first: &'w dyn Fn(Var) -> bool) -> Walk<'w> {
        let (inside, outside) = (BTreeMap::new(), BTreeSet::new());
        let (places, below, calls) = (Vec::new(), Vec::new(), Vec::new());
        let (stores, performs) = (false, false);
        Walk { writes_first, inside, outside, places, below, calls, stores, performs }
    }

    fn effects(self) -> Effects {
        let all = |origin: &Origin| match origin {
            Origin::Some(vars) if !self.stores => vars.clone(),
            // A value may have come from anywhere by way of a cell.
            Origin::Some(_) | Origin::Any => self.outside.clone(),
        };
        let mut places: Vec<Place> = Vec::new();
        for place in &self.places {
            if !places.contains(place) {
                places.push(*place);
            }
        }
        let unique =
            |origins: &[Origin]| -> BTreeSet<BTreeSet<Var>> { origins.iter().map(all).collect() };
        Effects {
            places,
            below: unique(&self.below).into_iter().collect(),
            calls: unique(&self.calls).into_iter().map(Called).collect(),
            performs: self.performs,
        }
    }

    /// Where the value of an expression may come from.
    fn origin(&self, expr: &Expr) -> Origin {
        let mut vars = BTreeSet::new();
        let mut todo = vec![expr];
        while let Some(expr) = todo.pop() {
            if let ExprKind::Var(var) = &expr.kind {
                match self.inside.get(var) {
                    Some(Origin::Some(more)) => vars.extend(more.iter().copied()),
                    Some(Origin::Any) => return Origin::Any,
                    None => {
                        vars.insert(*var);
                    }
                }
            }
            todo.extend(children(expr));
        }
        Origin::Some(vars)
    }

    fn origin_of_all<'e>(&self, exprs: impl IntoIterator<Item = &'e Expr>) -> Origin {
        let mut all = BTreeSet::new();
        for expr in exprs {
            match self.origin(expr) {
                Origin::Some(vars) => all.extend(vars),
                Origin::Any => return Origin::Any,
            }
        }
        Origin::Some(all)
    }

    fn bind(&mut self, pattern: &Pattern, origin: &Origin) {
        if forces(pattern) {
            self.stores = true;
            self.calls.push(origin.clone());
        }
        for var in variables(pattern) {
            self.inside.insert(var, origin.clone());
        }
    }

    fn outside_var(&self, expr: &Expr) -> Option<Var> {
        match &expr.kind {
            ExprKind::Var(var) if !self.inside.contains_key(var) => Some(*var),
            _ => None,
        }
    }

    fn expr(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Var(var) => {
                if !self.inside.contains_key(var) {
                    self.outside.insert(*var);
                }
            }
            ExprKind::Let(defs, body) => {
                defs.iter().for_each(|def| self.def(def));
                self.expr(body);
            }
            ExprKind::Fun(params, body) => {
                params.iter().for_each(|param| self.bind(param, &Origin::Any));
                self.expr(body);
            }
            ExprKind::Match(subject, cases, handlers) => {
                self.expr(subject);
                let origin = self.origin(subject);
                self.cases(cases, &origin);
                self.cases(handlers, &Origin::Any);
            }
            ExprKind::Try(body, cases) => {
                self.expr(body);
                self.cases(cases, &Origin::Any);
            }
            ExprKind::For(var, from, _, to, body, head) => {
                [from, to].into_iter().for_each(|part| self.expr(part));
                self.inside.insert(*var, Origin::Some(BTreeSet::new()));
                head.iter().chain([&**body]).for_each(|part| self.expr(part));
            }
            ExprKind::Opaque(_) => self.performs = true,
            ExprKind::SetField(id, position, record, value) => {
                self.expr(record);
                self.expr(value);
                self.stores |= !is_scalar(value);
                match self.outside_var(record) {
                    Some(var) => self.places.push(Place::Field(*id, *position, var)),
                    None => self.below.push(self.origin(record)),
                }
            }
            ExprKind::Apply(function, args) => self.call(function, args),
            _ => children(expr).into_iter().for_each(|part| self.expr(part)),
        }
    }

    fn call(&mut self, function: &Expr, args: &[Expr]) {
        args.iter().for_each(|arg| self.expr(arg));
        match (&function.kind, args) {
            (ExprKind::Prim(Prim::ArraySet, _), [to, rest @ ..]) => self.write(to, rest),
            (ExprKind::Var(writer), [to, rest @ ..]) if (self.writes_first)(*writer) => {
                self.write(to, rest);
            }
            (ExprKind::Prim(Prim::Force, _), _) => {
                self.stores = true;
                self.calls.push(self.origin_of_all(args));
            }
            (ExprKind::Prim(..), _) => {}
            _ => {
                self.expr(function);
                self.stores = true;
                self.calls.push(self.origin_of_all(args.iter().chain([function])));
            }
        }
    }

    fn write(&mut self, to: &Expr, rest: &[Expr]) {
        self.stores |= !rest.iter().all(is_scalar);
        match self.outside_var(to) {
            Some(var) => self.places.push(Place::Whole(var)),
            None => self.below.push(self.origin(to)),
        }
    }

    fn cases(&mut self, cases: &[Case], origin: &Origin) {
        for case in cases {
            self.bind(&case.pattern, origin);
            case.guard.iter().chain([&case.body]).for_each(|part| self.expr(part));
        }
    }

    fn def(&mut self, def: &Def) {
        match def {
            Def::Value(pattern, expr) | Def::Late(pattern, expr) => {
                self.expr(expr);
                let origin = self.origin(expr);
                self.bind(pattern, &origin);
            }
            Def::Eval(expr) => self.expr(expr),
            Def::Rec(all) => {
                for (var, _) in all {
                    self.inside.insert(*var, Origin::Any);
                }
                all.iter().for_each(|(_, expr)| self.expr(expr));
            }
        }
    }
}

/// Whether a value is seen to hold no cells.
fn is_scalar(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Const(_) | ExprKind::Logic(..) => true,
        ExprKind::Apply(function, _) => matches!(
            function.kind,
            ExprKind::Prim(
                Prim::Add
                    | Prim::Sub
                    | Prim::Mul
                    | Prim::Neg
                    | Prim::Not
                    | Prim::Eq
                    | Prim::Ne
                    | Prim::Lt
                    | Prim::Le
                    | Prim::Gt
                    | Prim::Ge
                    | Prim::ArrayLen,
                _
            )
        ),
        _ => false,
    }
}

/// Whether a pattern computes something that is suspended.
fn forces(pattern: &Pattern) -> bool {
    match pattern {
        Pattern::Any
        | Pattern::Var(_)
        | Pattern::Const(_)
        | Pattern::Range(..)
        | Pattern::Unsupported(..) => false,
        Pattern::Lazy(_) => true,
        Pattern::Alias(inner, _) => forces(inner),
        Pattern::Tag(_, inner) => inner.as_deref().is_some_and(forces),
        Pattern::Ctor(_, parts) | Pattern::Tuple(parts) | Pattern::Record(_, parts) => {
            parts.iter().any(forces)
        }
        Pattern::Or(alternatives) => alternatives.iter().any(forces),
    }
}
