//! A path that is not closed, run again on values: if that does not come to the right side either,
//! the claim is refuted.

use std::rc::Rc;

use term::Model;

use super::{GivenUp, Path, RefutingRun, Registers, Work};
use crate::context::{Halt, Known, value_of};
use crate::signature::Builtin;
use crate::state::State;
use crate::value::{Map, Value};

/// Steps of a run that may refute a claim.
const MOST_STEPS: u64 = 100_000;

impl Work<'_, '_> {
    /// Keeps a path that is not closed, and tries whether a run on values refutes the claim.
    pub(super) fn leave_or_refute(&mut self, path: Path, why: GivenUp, registers: &Registers) {
        let mut query = path.conds.clone();
        // Where the right side would be reached under a condition, values are of interest that break it.
        if let Ok(Some(goals)) = self.goals(&path, registers) {
            let pool = self.prover.pool;
            query.push(pool.not(pool.and(&goals)));
        }
        self.leave(path, why);
        if self.answer.refuted.is_none() && self.ask(&query) == solve::Verdict::Sat {
            let model = self.solver.model(self.prover.pool);
            self.answer.refuted = model.and_then(|model| self.refutation(&model, registers));
        }
    }

    /// The run from the left side with the values of a model, if it ends and never comes to the right
    /// side.
    fn refutation(&mut self, model: &Model, registers: &Registers) -> Option<RefutingRun> {
        let known = Known::default();
        let concrete: Vec<Value> =
            registers.iter().map(|value| self.valued(model, value)).collect::<Option<_>>()?;
        let start = self.concrete_start(&concrete)?;
        let concrete = Rc::new(self.with_exists(concrete, registers));
        let mut state = start.clone();
        for steps in 0..MOST_STEPS {
            let path =
                Path { state: state.clone(), known: Known::default(), conds: Vec::new(), steps };
            // A right side without a value is none that can be reached.
            if !matches!(self.reaches_target(&path, &concrete), Ok(false) | Err(Halt::Undefined(_)))
            {
                return None;
            }
            if self.prover.meter.poll(steps) {
                return None;
            }
            let mut ctx = self.prover.ctx(&known);
            let mut next = match ctx.successors(&state) {
                Ok(next) => next,
                Err(Halt::Undefined(_)) => Vec::new(),
                Err(_) => return None,
            };
            if next.is_empty() {
                let values = self
                    .claim
                    .variables
                    .iter()
                    .map(|(name, reg, _)| (name.clone(), concrete[reg.index()].clone()));
                let values = values.filter(|(name, _)| !name.starts_with('_')).collect();
                return Some(RefutingRun { values, start, end: state, steps });
            }
            state = next.swap_remove(0).1;
        }
        None
    }

    /// A value with what a model says of its variables. What only claims leave open is empty.
    fn valued(&self, model: &Model, value: &Value) -> Option<Value> {
        let pool = self.prover.pool;
        let signature = &self.prover.compiled.program.signature;
        match value {
            Value::Sym(term, _) => match crate::arbitrary::sort_of(signature, pool, *term) {
                None => Some(value_of(pool, model.value(pool, *term)?)),
                Some(sort) => match signature.sort_info(sort).builtin {
                    Some(Builtin::K) => Some(Value::Empty),
                    Some(Builtin::KItem) => Some(Value::int(0)),
                    Some(Builtin::List) => Some(Value::List(triomphe::Arc::default())),
                    Some(Builtin::Set) => Some(Value::Set(triomphe::Arc::default())),
                    _ => None,
                },
            },
            Value::Map(map) if map.entries.is_empty() => {
                Some(Value::Map(triomphe::Arc::new(Map::default())))
            }
            other => Some(other.clone()),
        }
    }

    /// The variables `?X` stay what they are.
    fn with_exists(&self, mut concrete: Vec<Value>, registers: &Registers) -> Vec<Value> {
        for (_, reg, _) in &self.claim.exists {
            concrete[reg.index()] = registers[reg.index()].clone();
        }
        concrete
    }

    /// The left side on values; cells that it does not mention hold what they hold at first.
    fn concrete_start(&self, concrete: &[Value]) -> Option<State> {
        let compiled = self.prover.compiled;
        let known = Known::default();
        let mut state = State::default();
        let mut ctx = self.prover.ctx(&known);
        for (cell, info) in compiled.program.layout.iter() {
            if info.children.is_empty() {
                let slots = state.slots.len().max(info.slots.start + 1);
                state.slots.resize(slots, Value::Empty);
                state.slots[info.slots.start] =
                    ctx.eval(&compiled.configuration.held_at_first(cell)).ok()?;
            }
        }
        ctx.regs = concrete.to_vec();
        for cell in &self.claim.cells {
            state.slots[cell.slot] = ctx.eval(&cell.left).ok()?;
        }
        match self.claim.requires.as_ref().map(|requires| ctx.eval(requires)) {
            None | Some(Ok(Value::Bool(true))) => Some(state),
            _ => None,
        }
    }
}
