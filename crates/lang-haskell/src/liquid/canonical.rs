//! Requirements up to the names of variables.

use std::fmt::Write;

use super::logic::{Inside, Local, Pred, Refined};
use crate::types;

/// A refined type as a text that is the same for types that require the same.
///
/// Variables that it binds are counted from the outside, those that it mentions besides in the order in
/// which they are met.
#[derive(Debug, Default)]
pub(crate) struct Canonical {
    /// The text.
    pub(crate) text: String,
    /// The variables that it mentions and does not bind.
    pub(crate) free: Vec<Local>,
}

impl Canonical {
    pub(crate) fn of(refined: &Refined) -> Canonical {
        let mut canonical = Canonical::default();
        canonical.refined(refined, &mut Vec::new());
        canonical
    }

    fn refined(&mut self, refined: &Refined, bound: &mut Vec<Local>) {
        let height = bound.len();
        bound.push(refined.var);
        let _ = write!(self.text, "{{{}", types::show(&refined.ty));
        for stated in &refined.preds {
            self.text.push('|');
            self.pred(&stated.pred, bound);
        }
        match &refined.inside {
            Inside::Nothing => {}
            Inside::Args(args) => args.iter().for_each(|arg| self.refined(arg, bound)),
            Inside::Function(param, result) => {
                self.text.push('>');
                self.refined(param, bound);
                bound.push(param.var);
                self.refined(result, bound);
            }
        }
        self.text.push('}');
        bound.truncate(height);
    }

    fn pred(&mut self, pred: &Pred, bound: &mut Vec<Local>) {
        let height = bound.len();
        self.text.push('(');
        match pred {
            Pred::Bool(value) => self.text.push_str(if *value { "true" } else { "false" }),
            Pred::Int(value) => drop(write!(self.text, "{value}")),
            Pred::Ratio(over, under) => drop(write!(self.text, "{over}/{under}")),
            Pred::Var(local) => self.var(*local, bound),
            Pred::Op(op, _) => drop(write!(self.text, "{op:?}")),
            Pred::Call(id, _) => drop(write!(self.text, "call {}", id.0)),
            Pred::Con(name, _) => drop(write!(self.text, "con {}.{}", name.module, name.occ)),
            Pred::If(..) => self.text.push_str("if"),
            Pred::Let(..) | Pred::Case(..) => {}
        }
        match pred {
            Pred::Let(local, value, body) => {
                self.text.push_str("let");
                self.pred(value, bound);
                bound.push(*local);
                self.pred(body, bound);
            }
            Pred::Case(of, arms, default) => {
                self.text.push_str("case");
                self.pred(of, bound);
                for arm in arms {
                    let _ = write!(self.text, "[{}.{}", arm.ctor.module, arm.ctor.occ);
                    bound.extend(&arm.fields);
                    self.pred(&arm.body, bound);
                    bound.truncate(height);
                    self.text.push(']');
                }
                if let Some(default) = default {
                    self.text.push_str("else");
                    self.pred(default, bound);
                }
            }
            _ => pred.parts().into_iter().for_each(|part| self.pred(part, bound)),
        }
        self.text.push(')');
        bound.truncate(height);
    }

    fn var(&mut self, local: Local, bound: &[Local]) {
        let _ = match bound.iter().rposition(|known| *known == local) {
            Some(at) => write!(self.text, "b{at}"),
            None => {
                let known = self.free.iter().position(|known| *known == local);
                let at = known.unwrap_or(self.free.len());
                if known.is_none() {
                    self.free.push(local);
                }
                write!(self.text, "f{at}")
            }
        };
    }
}
