//! Calls.

use source::Span;

use super::Run;
use super::facet::FacetCall;
use super::state::{Control, Frame, Goal, Outcome, Store};
use super::value::Value;
use crate::expr::Expr;

impl Run<'_> {
    /// Calls a function with at least one argument.
    pub(super) fn apply(
        &self,
        mut callee: Value,
        mut args: Vec<Value>,
        span: Option<Span>,
        store: &mut Store,
    ) -> Outcome {
        while let Value::Partial(partial) = &callee {
            args.splice(0..0, partial.args.iter().cloned());
            callee = partial.callee.clone();
        }
        let Some(arity) = self.arity(&callee) else {
            let what = match callee {
                Value::Term(_) => "a call of a value that is not known to be a function",
                _ => "a call of a value that is not a function",
            };
            return Outcome::gap(what, span);
        };
        if args.len() < arity {
            return Outcome::value(Value::partial(callee, args));
        }
        if args.len() > arity {
            let rest = args.split_off(arity);
            store.stack.push_back(Frame::Apply(rest, span));
        }
        match callee {
            Value::Term(function) => self.deepen(Goal::Unknown(function, span), args, store),
            Value::Operation(op) => self.apply_operation(FacetCall { op, args, span }, store),
            callee => {
                if let Some(open) = self.left_open(&callee, &args, store) {
                    return open;
                }
                self.note_call(&callee, span, store);
                self.enter(callee, args)
            }
        }
    }

    /// How many arguments a call takes at once.
    fn arity(&self, callee: &Value) -> Option<usize> {
        match callee {
            Value::Closure(lambda, _) => match self.program.expr(*lambda) {
                Expr::Lambda { params, .. } => Some(params.len()),
                _ => unreachable!("closures are made of lambdas"),
            },
            Value::Term(function) => {
                self.program.arrow(self.pool.sort(*function)).map(|arrow| arrow.params.len())
            }
            // Without parameters it takes unit.
            Value::Operation(op) => Some(self.session.operation(*op).params.len().max(1)),
            Value::Data(_)
            | Value::Partial(_)
            | Value::Ref(_)
            | Value::Array(_)
            | Value::Thunk(_) => None,
        }
    }

    pub(super) fn enter(&self, callee: Value, args: Vec<Value>) -> Outcome {
        let Value::Closure(lambda, env) = callee else {
            unreachable!("the other callees were dealt with")
        };
        let Expr::Lambda { body, .. } = self.program.expr(lambda) else {
            unreachable!("closures are made of lambdas")
        };
        let env = args.into_iter().fold(env, |env, arg| env.with(arg));
        Outcome::Go(Control::Eval(*body, env))
    }
}
