//! Predicates on values.

use std::cmp::Ordering;
use std::rc::Rc;

use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::Zero;

use super::{Doubt, Env, Judge, Judged, MAX_DEPTH, Value};
use crate::core::TypeKind;
use crate::liquid::logic::{Arm, FnId, Local, LogicOp, Pred};

impl Judge<'_> {
    /// Whether a predicate holds.
    pub fn holds(&self, pred: &Pred, env: &Env) -> Judged<bool> {
        truth(&*self.value(pred, env)?)
    }

    /// The value of an expression.
    pub fn value(&self, pred: &Pred, env: &Env) -> Judged<Rc<Value>> {
        self.eval(pred, env, 0)
    }

    fn eval(&self, pred: &Pred, env: &Env, depth: u32) -> Judged<Rc<Value>> {
        if depth >= MAX_DEPTH {
            return Err(Doubt::TooDeep);
        }
        let go = |pred: &Pred, env: &Env| self.eval(pred, env, depth + 1);
        Ok(match pred {
            Pred::Bool(value) => Rc::new(Value::Bool(*value)),
            Pred::Int(value) => number(BigRational::from_integer(value.to_big())),
            Pred::Ratio(over, under) => number(BigRational::new(over.to_big(), under.to_big())),
            Pred::Var(local) => match env.0.get(local) {
                Some(value) => value.clone(),
                None => return Err(Doubt::Opaque),
            },
            Pred::Op(op, args) => return self.operator(*op, args, env, depth),
            Pred::Call(function, args) => {
                let args: Vec<_> = args.iter().map(|arg| go(arg, env)).collect::<Judged<_>>()?;
                return self.call(*function, args, depth);
            }
            Pred::Con(name, args) => {
                let args = args.iter().map(|arg| go(arg, env)).collect::<Judged<_>>()?;
                Rc::new(Value::Data(name.clone(), args))
            }
            Pred::If(cond, yes, no) => {
                let taken = if truth(&*go(cond, env)?)? { yes } else { no };
                return go(taken, env);
            }
            Pred::Let(local, value, body) => {
                let value = go(value, env)?;
                return go(body, &env.with(*local, value));
            }
            Pred::Case(of, arms, default) => {
                let of = go(of, env)?;
                if let Some((arm, field)) = self.of_newtype(arms) {
                    return go(&arm.body, &env.with(field, of));
                }
                return match arm(&of, arms)? {
                    Some((arm, fields)) => {
                        let pairs = arm.fields.iter().zip(fields);
                        let env = pairs.fold(env.clone(), |env, (local, field)| {
                            env.with(*local, field.clone())
                        });
                        go(&arm.body, &env)
                    }
                    None => match default {
                        Some(default) => go(default, env),
                        None => Err(Doubt::Partial(made_by(&of))),
                    },
                };
            }
        })
    }

    /// The arm for the constructor of a newtype, with the name of its field: the value is that of the field.
    fn of_newtype<'p>(&self, arms: &'p [Arm]) -> Option<(&'p Arm, Local)> {
        let [arm] = arms else { return None };
        let (decl, _) = self.linked.constructor(&arm.ctor)?;
        let [field] = arm.fields.as_slice() else { return None };
        matches!(decl.kind, TypeKind::Newtype(_)).then_some((arm, *field))
    }

    fn call(&self, function: FnId, args: Vec<Rc<Value>>, depth: u32) -> Judged<Rc<Value>> {
        let function = self.specs.function(function);
        let Some(body) = &function.body else { return Err(Doubt::Unknown(function.name.clone())) };
        let pairs = function.params.iter().zip(args);
        let env = pairs.fold(Env::default(), |env, (param, arg)| env.with(*param, arg));
        self.eval(body, &env, depth + 1)
    }

    fn operator(&self, op: LogicOp, args: &[Pred], env: &Env, depth: u32) -> Judged<Rc<Value>> {
        // What a connective does not need is not evaluated.
        if let (LogicOp::And | LogicOp::Or | LogicOp::Implies, [left, right]) = (op, args) {
            let left = truth(&*self.eval(left, env, depth + 1)?)?;
            return match (op, left) {
                (LogicOp::And, false) => Ok(Rc::new(Value::Bool(false))),
                (LogicOp::Or, true) | (LogicOp::Implies, false) => Ok(Rc::new(Value::Bool(true))),
                _ => self.eval(right, env, depth + 1),
            };
        }
        let args = args.iter().map(|arg| self.eval(arg, env, depth + 1));
        let args: Vec<Rc<Value>> = args.collect::<Judged<_>>()?;
        match args.as_slice() {
            [] if op == LogicOp::SetEmpty => Ok(Rc::new(Value::Set(Vec::new()))),
            [of] => unary(op, of),
            [left, right] => binary(op, left, right, &|left, right| self.order(left, right)),
            _ => Err(Doubt::IllTyped),
        }
    }

    /// The order of two values: numbers by size, data by the order of its constructors, then by its
    /// fields from left to right.
    fn order(&self, left: &Value, right: &Value) -> Judged<Ordering> {
        let (Value::Data(one, of_one), Value::Data(other, of_other)) = (left, right) else {
            return Ok(rational(left)?.cmp(rational(right)?));
        };
        let number = |name| self.linked.constructor(name).map(|(_, number)| number);
        let (Some(first), Some(second)) = (number(one), number(other)) else {
            return Err(Doubt::IllTyped);
        };
        let mut order = first.cmp(&second);
        for (left, right) in of_one.iter().zip(of_other) {
            if order.is_ne() {
                return Ok(order);
            }
            order = match (&**left, &**right) {
                (Value::Bool(left), Value::Bool(right)) => left.cmp(right),
                (left, right) => self.order(left, right)?,
            };
        }
        Ok(order)
    }
}

fn number(value: BigRational) -> Rc<Value> {
    Rc::new(Value::Number(value))
}

fn truth(value: &Value) -> Judged<bool> {
    match value {
        Value::Bool(value) => Ok(*value),
        Value::Opaque => Err(Doubt::Opaque),
        Value::Number(_) | Value::Data(..) | Value::Set(_) => Err(Doubt::IllTyped),
    }
}

fn rational(value: &Value) -> Judged<&BigRational> {
    match value {
        Value::Number(value) => Ok(value),
        Value::Opaque => Err(Doubt::Opaque),
        Value::Bool(_) | Value::Data(..) | Value::Set(_) => Err(Doubt::IllTyped),
    }
}

fn integer(value: &Value) -> Judged<BigInt> {
    let value = rational(value)?;
    if value.is_integer() { Ok(value.to_integer()) } else { Err(Doubt::IllTyped) }
}

fn set(value: &Value) -> Judged<&[Rc<Value>]> {
    match value {
        Value::Set(elements) => Ok(elements),
        Value::Opaque => Err(Doubt::Opaque),
        Value::Bool(_) | Value::Number(_) | Value::Data(..) => Err(Doubt::IllTyped),
    }
}

fn unary(op: LogicOp, of: &Rc<Value>) -> Judged<Rc<Value>> {
    match op {
        LogicOp::Not => Ok(Rc::new(Value::Bool(!truth(of)?))),
        LogicOp::Neg => Ok(number(-rational(of)?.clone())),
        LogicOp::SetSingle if is_known(of) => Ok(Rc::new(Value::Set(vec![of.clone()]))),
        LogicOp::SetSingle => Err(Doubt::Opaque),
        _ => Err(Doubt::IllTyped),
    }
}

fn binary(
    op: LogicOp,
    left: &Rc<Value>,
    right: &Rc<Value>,
    order: &dyn Fn(&Value, &Value) -> Judged<Ordering>,
) -> Judged<Rc<Value>> {
    let order = || order(left, right);
    let truth_value = |value: bool| Ok(Rc::new(Value::Bool(value)));
    match op {
        LogicOp::Eq => truth_value(same(left, right)?),
        LogicOp::Ne => truth_value(!same(left, right)?),
        LogicOp::Iff => truth_value(truth(left)? == truth(right)?),
        LogicOp::Lt => truth_value(order()?.is_lt()),
        LogicOp::Le => truth_value(order()?.is_le()),
        LogicOp::Gt => truth_value(order()?.is_gt()),
        LogicOp::Ge => truth_value(order()?.is_ge()),
        LogicOp::Add => Ok(number(rational(left)? + rational(right)?)),
        LogicOp::Sub => Ok(number(rational(left)? - rational(right)?)),
        LogicOp::Mul => Ok(number(rational(left)? * rational(right)?)),
        LogicOp::Div if rational(right)?.is_zero() => Err(Doubt::DivisionByZero),
        LogicOp::Div => Ok(number(rational(left)? / rational(right)?)),
        LogicOp::IntDiv | LogicOp::Mod => {
            let (left, right) = (integer(left)?, integer(right)?);
            if right.is_zero() {
                return Err(Doubt::DivisionByZero);
            }
            let (quotient, rest) = left.div_mod_floor(&right);
            let result = if op == LogicOp::Mod { rest } else { quotient };
            Ok(number(BigRational::from_integer(result)))
        }
        LogicOp::SetMember if !is_known(left) => Err(Doubt::Opaque),
        LogicOp::SetMember => truth_value(set(right)?.contains(left)),
        LogicOp::SetSubset => {
            let right = set(right)?;
            truth_value(set(left)?.iter().all(|element| right.contains(element)))
        }
        LogicOp::SetUnion => {
            let mut all = [set(left)?, set(right)?].concat();
            all.sort();
            all.dedup();
            Ok(Rc::new(Value::Set(all)))
        }
        LogicOp::SetIntersection => keep(set(left)?, set(right)?, true),
        LogicOp::SetDifference => keep(set(left)?, set(right)?, false),
        LogicOp::And
        | LogicOp::Or
        | LogicOp::Implies
        | LogicOp::Not
        | LogicOp::Neg
        | LogicOp::SetEmpty
        | LogicOp::SetSingle => Err(Doubt::IllTyped),
    }
}

/// The elements that are in the other set, or those that are not.
fn keep(all: &[Rc<Value>], other: &[Rc<Value>], shared: bool) -> Judged<Rc<Value>> {
    let kept = all.iter().filter(|element| other.contains(element) == shared);
    Ok(Rc::new(Value::Set(kept.cloned().collect())))
}

/// Whether a value is known down to its last part.
fn is_known(value: &Value) -> bool {
    match value {
        Value::Bool(_) | Value::Number(_) => true,
        Value::Data(_, parts) | Value::Set(parts) => parts.iter().all(|part| is_known(part)),
        Value::Opaque => false,
    }
}

fn same(left: &Value, right: &Value) -> Judged<bool> {
    match is_known(left) && is_known(right) {
        true => Ok(left == right),
        false => Err(Doubt::Opaque),
    }
}

/// An arm with the values of its fields.
type Fitting<'p> = (&'p Arm, Vec<Rc<Value>>);

/// The arm that fits a value.
fn arm<'p>(of: &Value, arms: &'p [Arm]) -> Judged<Option<Fitting<'p>>> {
    let (name, fields) = match of {
        Value::Data(name, fields) => (name, fields),
        Value::Opaque => return Err(Doubt::Opaque),
        Value::Bool(_) | Value::Number(_) | Value::Set(_) => return Ok(None),
    };
    let found = arms.iter().find(|arm| arm.ctor.occ == name.occ);
    Ok(found.map(|arm| {
        let skipped = fields.len().saturating_sub(arm.fields.len());
        (arm, fields[skipped..].to_vec())
    }))
}

fn made_by(value: &Value) -> String {
    match value {
        Value::Data(name, _) => name.occ.clone(),
        Value::Bool(_) | Value::Number(_) | Value::Set(_) | Value::Opaque => {
            "this value".to_owned()
        }
    }
}

/// The variables of a predicate that have values, each once, in the order of their use.
pub(super) fn used(pred: &Pred, env: &Env) -> Vec<(Local, Value)> {
    let mut found: Vec<(Local, Value)> = Vec::new();
    let mut todo = vec![pred];
    while let Some(pred) = todo.pop() {
        if let Pred::Var(local) = pred
            && let Some(value) = env.0.get(local)
            && found.iter().all(|(known, _)| known != local)
        {
            found.push((*local, (**value).clone()));
        }
        todo.extend(pred.parts().into_iter().rev());
    }
    found
}
