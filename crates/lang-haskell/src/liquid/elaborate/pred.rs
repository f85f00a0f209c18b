//! Predicates.

use lang_core::{Alt, CtorOrder, ExprId, FloatOp, FloatWidth, GlobalId, Pattern, Prim, VarId};
use num_rational::BigRational;
use term::Op;

use super::membership::Polarity;
use super::{Elaborator, Env};
use crate::core::Name;
use crate::liquid::logic::{Arm, FnId, LogicOp, Pred};
use crate::lower::Numbers;
use crate::lower::con::Con;

impl Elaborator<'_, '_> {
    /// An expression that computes a predicate.
    pub(super) fn pred(&mut self, pred: &Pred, env: &Env) -> ExprId {
        match pred {
            Pred::Bool(value) => self.lowering.builder.bool(*value),
            Pred::Int(value) => {
                let literal = self.lowering.builder.pool().int(value.clone());
                self.lowering.builder.lit(literal)
            }
            Pred::Ratio(over, under) => {
                self.fraction(BigRational::new(over.to_big(), under.to_big()), FloatWidth::Double)
            }
            Pred::Var(local) => match env.get(local) {
                Some(var) => self.var(*var),
                None => self.lowering.builder.unsupported("a value that a refinement mentions"),
            },
            Pred::Op(op, args) => self.operator(*op, args, env),
            Pred::Call(function, args) => self.call(*function, args, env),
            Pred::Con(name, args) => self.con(name, args, env),
            Pred::If(cond, yes, no) => {
                let cond = self.value(cond, env);
                let (yes, no) = (self.pred(yes, env), self.pred(no, env));
                self.lowering.builder.cond(cond, yes, no)
            }
            Pred::Let(local, value, body) => {
                let value = self.value(value, env);
                let (var, env) = self.bound(*local, env);
                let body = self.pred(body, &env);
                self.lowering.builder.let_lazy(var, value, body)
            }
            Pred::Case(of, arms, default) => {
                let body =
                    &mut |elaborator: &mut Self, body: &Pred, env: &Env| elaborator.pred(body, env);
                self.case(of, arms, default.as_deref(), env, body)
            }
        }
    }

    /// An expression of which nothing is known about whether it is assumed or asserted.
    pub(super) fn value(&mut self, pred: &Pred, env: &Env) -> ExprId {
        self.under(Polarity::Either, |elaborator| elaborator.pred(pred, env))
    }

    /// A variable of the calculus for one of the logic.
    pub(super) fn bound(&mut self, local: crate::liquid::logic::Local, env: &Env) -> (VarId, Env) {
        let var = self.lowering.builder.fresh(self.specs.local_name(local));
        let mut env = env.clone();
        env.insert(local, var);
        (var, env)
    }

    fn call(&mut self, function: FnId, args: &[Pred], env: &Env) -> ExprId {
        if let Some(measured) = self.measured(function, args, env) {
            return measured;
        }
        let global = self.function(function);
        let callee = self.lowering.builder.global(global);
        if args.is_empty() {
            return callee;
        }
        let args: Vec<ExprId> = args.iter().map(|arg| self.value(arg, env)).collect();
        self.lowering.builder.apply_lazy(callee, args)
    }

    /// The global of a function of the logic.
    fn function(&mut self, id: FnId) -> GlobalId {
        if let Some(known) = self.functions.get(&id) {
            return *known;
        }
        let function = self.specs.function(id);
        let global = self.lowering.builder.declare(&format!("measure {}", function.name));
        self.functions.insert(id, global);
        let (mut env, mut params) = (Env::default(), Vec::new());
        for param in &function.params {
            let (var, with) = self.bound(*param, &env);
            params.push(var);
            env = with;
        }
        let body = match &function.body {
            Some(body) => self.value(body, &env),
            None => {
                let what = format!("the measure `{}`, of which nothing is known", function.name);
                self.lowering.builder.unsupported(&what)
            }
        };
        let value = match params.is_empty() {
            true => body,
            false => self.lowering.builder.lambda(params, body),
        };
        self.lowering.builder.define(global, value);
        global
    }

    fn con(&mut self, name: &Name, args: &[Pred], env: &Env) -> ExprId {
        let con = self.lowering.con(name);
        let args: Vec<ExprId> = args.iter().map(|arg| self.value(arg, env)).collect();
        match (con, args.as_slice()) {
            (Con::Data(ctor, arity, _), _) if arity == args.len() => {
                self.lowering.builder.construct_lazy(ctor, args)
            }
            (Con::Vanishes | Con::Char, [only]) => *only,
            (Con::Truth(value), []) => self.lowering.builder.bool(value),
            (Con::Unit, []) => self.lowering.builder.unit(),
            _ => self.lowering.builder.unsupported(&format!("the constructor {}", name.occ)),
        }
    }

    /// Looks at a value, and goes on with what `body` makes of an alternative.
    pub(super) fn case(
        &mut self,
        of: &Pred,
        arms: &[Arm],
        default: Option<&Pred>,
        env: &Env,
        body: &mut dyn FnMut(&mut Self, &Pred, &Env) -> ExprId,
    ) -> ExprId {
        let of = self.value(of, env);
        let mut alts = Vec::new();
        for arm in arms {
            match self.lowering.con(&arm.ctor) {
                Con::Data(ctor, arity, _) if arity >= arm.fields.len() => {
                    let mut env = env.clone();
                    // Dictionaries that the constructor holds come first.
                    let mut fields = vec![None; arity - arm.fields.len()];
                    for field in &arm.fields {
                        let (var, with) = self.bound(*field, &env);
                        fields.push(Some(var));
                        env = with;
                    }
                    let body = body(self, &arm.body, &env);
                    alts.push(Alt { pattern: Pattern::Ctor(ctor, fields.into()), body });
                }
                Con::Vanishes | Con::Char if arm.fields.len() == 1 => {
                    let (var, env) = self.bound(arm.fields[0], env);
                    let body = body(self, &arm.body, &env);
                    return self.lowering.builder.let_lazy(var, of, body);
                }
                Con::Unit => return body(self, &arm.body, env),
                _ => {
                    let what = format!("the constructor {}", arm.ctor.occ);
                    return self.lowering.builder.unsupported(&what);
                }
            }
        }
        let default = match default {
            Some(default) => body(self, default, env),
            None => self.lowering.builder.unsupported("a measure without an equation for a value"),
        };
        self.lowering.builder.case(of, None, alts, Some(default))
    }

    fn operator(&mut self, op: LogicOp, args: &[Pred], env: &Env) -> ExprId {
        match (op, args) {
            (op, _) if op.makes_set() && self.induction.is_some() => {
                self.lowering.builder.unsupported("a set as a value")
            }
            (LogicOp::SetEmpty, _) => self.empty_set(),
            (LogicOp::SetSingle, [of]) => {
                let of = self.pred(of, env);
                self.single_set(of)
            }
            (LogicOp::Not, [of]) => {
                let of = self.denied(|elaborator| elaborator.pred(of, env));
                self.lowering.builder.op(Op::Not, [of])
            }
            (LogicOp::Neg, [of]) => {
                let width = self.width(of);
                let of = self.number(of, env, width);
                let prim = self.float_prim(Prim::Neg, width);
                self.lowering.builder.prim(prim, [of])
            }
            (_, [left, right]) => self.binary(op, left, right, env),
            _ => self.lowering.builder.unsupported("an operator without its operands"),
        }
    }

    fn binary(&mut self, op: LogicOp, left: &Pred, right: &Pred, env: &Env) -> ExprId {
        match op {
            LogicOp::And | LogicOp::Or | LogicOp::Implies => self.connective(op, left, right, env),
            LogicOp::SetMember
            | LogicOp::SetSubset
            | LogicOp::SetUnion
            | LogicOp::SetIntersection
            | LogicOp::SetDifference => {
                if self.induction.is_some() {
                    return self.about_members(op, left, right, env);
                }
                let (left, right) = (self.pred(left, env), self.pred(right, env));
                self.set_operator(op, left, right)
            }
            LogicOp::Eq | LogicOp::Iff => self.equal(left, right, env),
            LogicOp::Ne => {
                let equal = self.denied(|elaborator| elaborator.equal(left, right, env));
                self.lowering.builder.op(Op::Not, [equal])
            }
            LogicOp::Lt => self.ordered(Op::Lt, left, right, env),
            LogicOp::Le => self.ordered(Op::Le, left, right, env),
            LogicOp::Gt => self.ordered(Op::Lt, right, left, env),
            LogicOp::Ge => self.ordered(Op::Le, right, left, env),
            LogicOp::Add => self.arithmetic(Prim::Op(Op::Add), left, right, env),
            LogicOp::Sub => self.arithmetic(Prim::Sub, left, right, env),
            LogicOp::Mul => self.arithmetic(Prim::Op(Op::Mul), left, right, env),
            LogicOp::Div => {
                let width = self.width(left).or(self.width(right)).unwrap_or(FloatWidth::Double);
                let left = self.number(left, env, Some(width));
                let right = self.number(right, env, Some(width));
                let prim = self.float_prim(Prim::Op(Op::Ratio), Some(width));
                self.lowering.builder.prim(prim, [left, right])
            }
            LogicOp::IntDiv => self.arithmetic(Prim::FloorDiv, left, right, env),
            LogicOp::Mod => self.arithmetic(Prim::FloorMod, left, right, env),
            LogicOp::Not | LogicOp::Neg | LogicOp::SetEmpty | LogicOp::SetSingle => {
                self.lowering.builder.unsupported("an operator with too many operands")
            }
        }
    }

    /// A connective looks at its second operand only if it has to, unless that costs nothing: then
    /// it stays one condition, and no path splits.
    fn connective(&mut self, op: LogicOp, left: &Pred, right: &Pred, env: &Env) -> ExprId {
        let cheap = is_cheap(right);
        let left = match op {
            LogicOp::Implies => self.denied(|elaborator| elaborator.pred(left, env)),
            _ => self.pred(left, env),
        };
        let right = self.pred(right, env);
        let builder = &mut self.lowering.builder;
        match (op, cheap) {
            (LogicOp::And, true) => builder.op(Op::And, [left, right]),
            (LogicOp::Or, true) => builder.op(Op::Or, [left, right]),
            (_, true) => {
                let not = builder.op(Op::Not, [left]);
                builder.op(Op::Or, [not, right])
            }
            (LogicOp::And, false) => {
                let no = builder.bool(false);
                builder.cond(left, right, no)
            }
            (LogicOp::Or, false) => {
                let yes = builder.bool(true);
                builder.cond(left, yes, right)
            }
            (_, false) => {
                let yes = builder.bool(true);
                builder.cond(left, right, yes)
            }
        }
    }

    fn equal(&mut self, left: &Pred, right: &Pred, env: &Env) -> ExprId {
        if self.specs.is_set(left) || self.specs.is_set(right) {
            if self.induction.is_some() {
                return self.about_members(LogicOp::Eq, left, right, env);
            }
            let (left, right) = (self.pred(left, env), self.pred(right, env));
            return self.equal_sets(left, right);
        }
        self.arithmetic(Prim::Equal, left, right, env)
    }

    /// Whether values are in order: numbers by size, data by the order of its constructors.
    fn ordered(&mut self, op: Op, left: &Pred, right: &Pred, env: &Env) -> ExprId {
        if !self.is_data(left) && !self.is_data(right) {
            return self.arithmetic(Prim::Op(op), left, right, env);
        }
        let (left, right) = (self.value(left, env), self.value(right, env));
        let builder = &mut self.lowering.builder;
        let order = builder.prim(Prim::Compare(CtorOrder::Declared), [left, right]);
        let zero = builder.pool().int(0);
        let zero = builder.lit(zero);
        builder.prim(Prim::Op(op), [order, zero])
    }

    /// Whether a value is seen to be of a data type.
    fn is_data(&mut self, pred: &Pred) -> bool {
        match pred {
            Pred::Var(local) => self.datas.contains(local),
            Pred::Con(name, _) => matches!(self.lowering.con(name), Con::Data(..)),
            _ => false,
        }
    }

    fn arithmetic(&mut self, prim: Prim, left: &Pred, right: &Pred, env: &Env) -> ExprId {
        let width = self.width(left).or(self.width(right));
        let (left, right) = (self.number(left, env, width), self.number(right, env, width));
        let prim = self.float_prim(prim, width);
        self.lowering.builder.prim(prim, [left, right])
    }

    /// An operand: numbers beside fractions are fractions, too.
    fn number(&mut self, pred: &Pred, env: &Env, width: Option<FloatWidth>) -> ExprId {
        let exact = match pred {
            Pred::Int(value) => BigRational::from_integer(value.to_big()),
            Pred::Ratio(over, under) => BigRational::new(over.to_big(), under.to_big()),
            _ => return self.value(pred, env),
        };
        match width {
            Some(width) => self.fraction(exact, width),
            None => self.pred(pred, env),
        }
    }

    fn fraction(&mut self, exact: BigRational, width: FloatWidth) -> ExprId {
        let (over, under) = (exact.numer().clone(), exact.denom().clone());
        let literal = self.lowering.float_constant(width, over, under);
        self.lowering.builder.lit(literal)
    }

    /// A primitive on numbers as one on floating-point numbers of a width. Rational numbers are
    /// computed with exactly, as the judge does.
    fn float_prim(&self, prim: Prim, width: Option<FloatWidth>) -> Prim {
        let Some(width) = width.filter(|_| self.lowering.numbers() == Numbers::Machine) else {
            return prim;
        };
        let op = match prim {
            Prim::Op(Op::Lt) => FloatOp::Less,
            Prim::Op(Op::Le) => FloatOp::AtMost,
            Prim::Op(Op::Add) => FloatOp::Add,
            Prim::Op(Op::Mul) => FloatOp::Mul,
            Prim::Op(Op::Ratio) => FloatOp::Div,
            Prim::Sub => FloatOp::Sub,
            Prim::Neg => FloatOp::Neg,
            Prim::Equal => FloatOp::Equal,
            other => return other,
        };
        Prim::Float(op, width)
    }

    /// The width of the floating-point numbers that an expression is about; none if it is about
    /// others.
    fn width(&self, pred: &Pred) -> Option<FloatWidth> {
        let first = |preds: &[&Pred]| preds.iter().find_map(|pred| self.width(pred));
        match pred {
            Pred::Ratio(..) => Some(FloatWidth::Double),
            Pred::Var(local) => self.fractions.get(local).copied(),
            Pred::Op(
                LogicOp::Add | LogicOp::Sub | LogicOp::Mul | LogicOp::Neg | LogicOp::Div,
                args,
            ) => first(
                &args.iter().filter(|arg| !matches!(arg, Pred::Ratio(..))).collect::<Vec<_>>(),
            )
            .or_else(|| first(&args.iter().collect::<Vec<_>>())),
            Pred::If(_, yes, no) => first(&[&**yes, no]),
            Pred::Let(_, _, body) => self.width(body),
            Pred::Case(_, arms, default) => {
                let bodies = arms.iter().map(|arm| &arm.body).chain(default.as_deref());
                bodies.into_iter().find_map(|body| self.width(body))
            }
            // A measure is about fractions if one is written in it.
            Pred::Call(id, _) => {
                let body = self.specs.function(*id).body.as_ref()?;
                mentions_fraction(body).then_some(FloatWidth::Double)
            }
            Pred::Bool(_) | Pred::Int(_) | Pred::Con(..) | Pred::Op(..) => None,
        }
    }
}

/// Whether a fraction is written in an expression.
fn mentions_fraction(pred: &Pred) -> bool {
    let mut todo = vec![pred];
    while let Some(pred) = todo.pop() {
        if matches!(pred, Pred::Ratio(..)) {
            return true;
        }
        todo.extend(pred.parts());
    }
    false
}

/// Whether computing a predicate neither splits a path nor takes long.
fn is_cheap(pred: &Pred) -> bool {
    match pred {
        Pred::Bool(_) | Pred::Int(_) | Pred::Ratio(..) | Pred::Var(_) => true,
        Pred::Op(op, args) => {
            let divides = matches!(op, LogicOp::Div | LogicOp::IntDiv | LogicOp::Mod);
            !divides && args.iter().all(is_cheap)
        }
        Pred::Call(..) | Pred::Con(..) | Pred::If(..) | Pred::Let(..) | Pred::Case(..) => false,
    }
}
