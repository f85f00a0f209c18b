//! Which functions of the logic are defined by induction, and what follows from their equations.
//!
//! A proof takes a measure of unknown data for any value, and its equation for true where the constructor
//! is known. That is sound only if the equations have a solution, as they have if each recursive call is on
//! a part of what the function takes apart: otherwise `f x = 1 + f x` would prove anything.

use rustc_hash::FxHashSet;

use super::logic::{Arm, FnId, Local, LogicOp, Pred, Specs};

/// The values of a function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// Integers.
    Int,
    /// Truth values.
    Truth,
    /// Sets.
    Set,
}

/// A function that is defined by induction on one of its arguments.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Inductive {
    /// The number of that argument.
    pub(crate) on: usize,
    /// Its values.
    pub(crate) kind: Kind,
    /// Whether its values are never negative.
    pub(crate) natural: bool,
}

/// How a function is defined by induction; none if it is not recursive, or not by induction for all that
/// its text shows.
pub(crate) fn inductive(specs: &Specs, id: FnId) -> Option<Inductive> {
    let group = group_of(specs, id);
    if group.is_empty() {
        return None;
    }
    let on = argument_of_induction(specs, id, &group)?;
    let kind = kind_of(specs, id)?;
    let natural = kind == Kind::Int && is_natural(specs, id);
    Some(Inductive { on, kind, natural })
}

/// The functions that call the function and that it calls, itself among them if it is recursive.
fn group_of(specs: &Specs, id: FnId) -> Vec<FnId> {
    let called = reached(specs, id);
    called.iter().copied().filter(|other| reached(specs, *other).contains(&id)).collect()
}

/// The functions that a function may call, directly or not, in the order in which they are met.
fn reached(specs: &Specs, id: FnId) -> Vec<FnId> {
    let (mut found, mut seen) = (Vec::new(), FxHashSet::default());
    let mut todo = vec![id];
    while let Some(id) = todo.pop() {
        let Some(body) = &specs.function(id).body else { continue };
        let mut parts = vec![body];
        while let Some(pred) = parts.pop() {
            if let Pred::Call(callee, _) = pred
                && seen.insert(*callee)
            {
                found.push(*callee);
                todo.push(*callee);
            }
            parts.extend(pred.parts());
        }
    }
    found
}

/// The argument of which each call within the group is given a smaller part. Functions that call one
/// another have one argument each.
fn argument_of_induction(specs: &Specs, id: FnId, group: &[FnId]) -> Option<usize> {
    let params = specs.function(id).params.len();
    if group.len() == 1 {
        return (0..params).find(|on| is_structural(specs, id, *on, group));
    }
    let has_one = |id: &FnId| specs.function(*id).params.len() == 1;
    let all = group.iter().all(|id| has_one(id) && is_structural(specs, *id, 0, group));
    all.then_some(0)
}

fn is_structural(specs: &Specs, id: FnId, on: usize, group: &[FnId]) -> bool {
    let function = specs.function(id);
    let (Some(param), Some(body)) = (function.params.get(on), &function.body) else {
        return false;
    };
    Structure { on, group, whole: vec![*param], parts: Vec::new() }.is_kept_by(body)
}

/// What is known of variables where an expression stands.
#[derive(Clone)]
struct Structure<'a> {
    on: usize,
    group: &'a [FnId],
    /// Variables for the argument itself.
    whole: Vec<Local>,
    /// Variables for smaller parts of it.
    parts: Vec<Local>,
}

impl Structure<'_> {
    /// Whether all calls of the group in an expression are on smaller parts.
    fn is_kept_by(&self, pred: &Pred) -> bool {
        match pred {
            Pred::Call(callee, args) if self.group.contains(callee) => {
                let smaller =
                    |arg: &Pred| matches!(arg, Pred::Var(var) if self.parts.contains(var));
                args.get(self.on).is_some_and(smaller)
                    && args.iter().all(|arg| self.is_kept_by(arg))
            }
            Pred::Let(var, value, body) => {
                self.is_kept_by(value) && self.naming(*var, value).is_kept_by(body)
            }
            Pred::Case(of, arms, default) => {
                let rest = default.as_deref().is_none_or(|default| self.is_kept_by(default));
                let arms = arms.iter().all(|arm| self.opening(of, arm).is_kept_by(&arm.body));
                self.is_kept_by(of) && arms && rest
            }
            _ => pred.parts().into_iter().all(|part| self.is_kept_by(part)),
        }
    }

    fn naming(&self, var: Local, value: &Pred) -> Self {
        let mut inner = self.clone();
        match value {
            Pred::Var(known) if self.whole.contains(known) => inner.whole.push(var),
            Pred::Var(known) if self.parts.contains(known) => inner.parts.push(var),
            _ => {}
        }
        inner
    }

    fn opening(&self, of: &Pred, arm: &Arm) -> Self {
        let mut inner = self.clone();
        if let Pred::Var(known) = of
            && (self.whole.contains(known) || self.parts.contains(known))
        {
            inner.parts.extend(&arm.fields);
        }
        inner
    }
}

/// The values of a function, by the first of its equations that shows them.
fn kind_of(specs: &Specs, id: FnId) -> Option<Kind> {
    let mut seen = FxHashSet::default();
    let mut todo = vec![id];
    while let Some(id) = todo.pop() {
        if !seen.insert(id) {
            continue;
        }
        let mut parts = vec![specs.function(id).body.as_ref()?];
        while let Some(pred) = parts.pop() {
            match pred {
                Pred::Bool(_) => return Some(Kind::Truth),
                Pred::Int(_) => return Some(Kind::Int),
                Pred::Op(op, _) => return kind_of_operator(*op),
                Pred::Call(callee, _) => todo.push(*callee),
                Pred::If(_, yes, no) => parts.extend([&**no, yes]),
                Pred::Let(_, _, body) => parts.push(body),
                Pred::Case(_, arms, default) => {
                    parts.extend(default.as_deref());
                    parts.extend(arms.iter().rev().map(|arm| &arm.body));
                }
                Pred::Ratio(..) | Pred::Con(..) => return None,
                Pred::Var(_) => {}
            }
        }
    }
    None
}

fn kind_of_operator(op: LogicOp) -> Option<Kind> {
    match op {
        LogicOp::Not
        | LogicOp::And
        | LogicOp::Or
        | LogicOp::Implies
        | LogicOp::Iff
        | LogicOp::Eq
        | LogicOp::Ne
        | LogicOp::Lt
        | LogicOp::Le
        | LogicOp::Gt
        | LogicOp::Ge
        | LogicOp::SetMember
        | LogicOp::SetSubset => Some(Kind::Truth),
        LogicOp::Add
        | LogicOp::Sub
        | LogicOp::Mul
        | LogicOp::Neg
        | LogicOp::IntDiv
        | LogicOp::Mod => Some(Kind::Int),
        LogicOp::Div => None,
        LogicOp::SetEmpty
        | LogicOp::SetSingle
        | LogicOp::SetUnion
        | LogicOp::SetIntersection
        | LogicOp::SetDifference => Some(Kind::Set),
    }
}

/// Whether no value of a function is negative, by induction: its equations give no negative number if no
/// function that they call does.
fn is_natural(specs: &Specs, id: FnId) -> bool {
    let mut natural: Vec<FnId> = reached(specs, id);
    natural.push(id);
    loop {
        let keeps = |id: &FnId| {
            let body = specs.function(*id).body.as_ref();
            body.is_some_and(|body| gives_natural(body, &natural, &mut Vec::new()))
        };
        let kept: Vec<FnId> = natural.iter().copied().filter(keeps).collect();
        match kept.len() == natural.len() {
            true => return natural.contains(&id),
            false => natural = kept,
        }
    }
}

/// Whether an expression is never negative if calls of some functions and the values of some variables are
/// not.
fn gives_natural(pred: &Pred, natural: &[FnId], vars: &mut Vec<Local>) -> bool {
    match pred {
        Pred::Int(value) => *value >= term::Int::ZERO,
        Pred::Var(var) => vars.contains(var),
        Pred::Call(id, _) => natural.contains(id),
        Pred::Op(LogicOp::Add | LogicOp::Mul, args) => {
            args.iter().all(|arg| gives_natural(arg, natural, vars))
        }
        Pred::If(_, yes, no) => {
            gives_natural(yes, natural, vars) && gives_natural(no, natural, vars)
        }
        Pred::Let(var, value, body) => {
            if gives_natural(value, natural, vars) {
                vars.push(*var);
            }
            gives_natural(body, natural, vars)
        }
        Pred::Case(_, arms, default) => {
            let mut bodies = arms.iter().map(|arm| &arm.body).chain(default.as_deref());
            bodies.all(|body| gives_natural(body, natural, vars))
        }
        Pred::Bool(_) | Pred::Ratio(..) | Pred::Con(..) | Pred::Op(..) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::Name;
    use crate::liquid::logic::Function;

    fn ctor(occ: &str) -> Name {
        Name { module: "M".to_owned(), occ: occ.to_owned() }
    }

    fn call(args: &[u32]) -> Pred {
        Pred::Call(FnId(0), args.iter().map(|var| Pred::Var(Local(*var))).collect())
    }

    /// One function of variable 0 with an equation for nothing and one for a first element (variable 1) and
    /// a rest (variable 2).
    fn list_function(nil: Pred, cons: Pred) -> Specs {
        let arms = vec![
            Arm { ctor: ctor("Nil"), fields: Vec::new(), body: nil },
            Arm { ctor: ctor("Cons"), fields: vec![Local(1), Local(2)], body: cons },
        ];
        let body = Pred::Case(Box::new(Pred::Var(Local(0))), arms, None);
        let function = Function {
            name: "f".to_owned(),
            params: vec![Local(0)],
            body: Some(body),
            span: None,
            measures: None,
        };
        Specs { functions: vec![function], ..Specs::default() }
    }

    fn int(value: i64) -> Pred {
        Pred::Int(value.into())
    }

    fn sum(a: Pred, b: Pred) -> Pred {
        Pred::Op(LogicOp::Add, vec![a, b])
    }

    #[test]
    fn length_is_inductive_and_natural() {
        let specs = list_function(int(0), sum(int(1), call(&[2])));
        let expected = Inductive { on: 0, kind: Kind::Int, natural: true };
        assert_eq!(inductive(&specs, FnId(0)), Some(expected));
    }

    #[test]
    fn equations_that_do_not_descend_define_nothing() {
        let same = list_function(int(0), sum(int(1), call(&[0])));
        assert_eq!(inductive(&same, FnId(0)), None);
        let grown = Pred::Con(ctor("Cons"), vec![Pred::Var(Local(1)), Pred::Var(Local(2))]);
        let grown = list_function(int(0), sum(int(1), Pred::Call(FnId(0), vec![grown])));
        assert_eq!(inductive(&grown, FnId(0)), None);
    }

    #[test]
    fn sums_of_elements_may_be_negative() {
        let specs = list_function(int(0), sum(Pred::Var(Local(1)), call(&[2])));
        let expected = Inductive { on: 0, kind: Kind::Int, natural: false };
        assert_eq!(inductive(&specs, FnId(0)), Some(expected));
        let below = list_function(int(-1), sum(int(1), call(&[2])));
        assert!(!inductive(&below, FnId(0)).expect("it descends").natural);
    }

    #[test]
    fn what_does_not_call_itself_is_not_inductive() {
        assert_eq!(inductive(&list_function(int(0), int(1)), FnId(0)), None);
    }
}
