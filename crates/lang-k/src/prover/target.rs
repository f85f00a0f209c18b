//! Whether a configuration is an instance of the right side of a claim.

use rustc_hash::FxHashMap;
use solve::Verdict;
use term::Term;

use super::{Path, Registers, Work, at, is_variable};
use crate::arbitrary::looked_into;
use crate::context::{Ctx, Halt};
use crate::signature::SortId;
use crate::value::Value;

/// The comparison of values with those of the right side, in which `?X` may be anything.
#[derive(Default)]
pub(super) struct Comparison {
    /// The variables `?X`, and what they stand for.
    exists: FxHashMap<Term, (SortId, Option<Value>)>,
    /// What must hold.
    pub(super) goals: Vec<Term>,
}

impl Work<'_, '_> {
    /// Whether the right side is reached, whatever the values are.
    pub(super) fn reaches_target(
        &mut self,
        path: &Path,
        registers: &Registers,
    ) -> Result<bool, Halt> {
        let Some(goals) = self.goals(path, registers)? else { return Ok(false) };
        let pool = self.prover.pool;
        let goal = pool.and(&goals);
        if let Some(holds) = pool.as_bool(goal) {
            return Ok(holds);
        }
        let query = [&path.conds[..], &[pool.not(goal)]].concat();
        Ok(self.ask(&query) == Verdict::Unsat)
    }

    /// What must hold so that the right side is reached; none if it is not.
    pub(super) fn goals(
        &self,
        path: &Path,
        registers: &Registers,
    ) -> Result<Option<Vec<Term>>, Halt> {
        let mut ctx = self.prover.ctx(&path.known);
        ctx.regs = registers.to_vec();
        let mut comparison = Comparison::default();
        for (_, reg, sort) in &self.claim.exists {
            match variable_in(at(registers, *reg)) {
                Some(term) => comparison.exists.insert(term, (*sort, None)),
                None => return Err(looked_into("the entries")),
            };
        }
        for cell in &self.claim.cells {
            let expected = ctx.eval(&cell.right)?;
            if !comparison.compare(&ctx, &path.state.slots[cell.slot], &expected)? {
                return Ok(None);
            }
        }
        if let Some(ensures) = &self.claim.ensures {
            for (_, reg, _) in &self.claim.exists {
                if let Some(term) = variable_in(at(registers, *reg))
                    && let Some((_, Some(value))) = comparison.exists.get(&term)
                {
                    ctx.regs[reg.index()] = value.clone();
                }
            }
            match ctx.eval(ensures)? {
                Value::Bool(true) => {}
                Value::Bool(false) => return Ok(None),
                Value::Sym(term, _) => comparison.goals.push(term),
                _ => return Err(Halt::Undefined("a promise without a value".to_owned())),
            }
        }
        comparison.finished(&ctx)
    }
}

/// The variable that a value consists of: a map may be one that is not known at all.
fn variable_in(value: &Value) -> Option<Term> {
    match value {
        Value::Sym(term, _) => Some(*term),
        Value::Map(map) if map.entries.is_empty() => match &map.chunks[..] {
            [Value::Sym(term, _)] => Some(*term),
            _ => None,
        },
        _ => None,
    }
}

impl Comparison {
    /// Whether a value may be what is expected; what must hold for that is kept.
    fn compare(&mut self, ctx: &Ctx<'_>, actual: &Value, expected: &Value) -> Result<bool, Halt> {
        let mut todo = vec![(actual.clone(), expected.clone())];
        while let Some((actual, expected)) = todo.pop() {
            if let Some(term) = variable_in(&expected)
                && let Some((sort, bound)) = self.exists.get_mut(&term)
            {
                match bound {
                    // It is some value of its sort.
                    None if !ctx.sort_test(&actual, *sort)? => return Ok(false),
                    None => *bound = Some(actual),
                    Some(known) => {
                        let known = known.clone();
                        todo.push((actual, known));
                    }
                }
                continue;
            }
            if actual == expected {
                continue;
            }
            match (&actual, &expected) {
                (Value::Node(f, xs), Value::Node(g, ys)) if f == g && xs.len() == ys.len() => {
                    todo.extend(xs.iter().cloned().zip(ys.iter().cloned()));
                }
                (Value::Seq(_), Value::Seq(_)) => {
                    let (Some((x, xs)), Some((y, ys))) = (actual.uncons(), expected.uncons())
                    else {
                        return Ok(false);
                    };
                    todo.push((x.clone(), y.clone()));
                    todo.push((xs.clone(), ys.clone()));
                }
                (Value::List(xs), Value::List(ys)) if xs.len() == ys.len() => {
                    todo.extend(xs.iter().cloned().zip(ys.iter().cloned()));
                }
                (Value::Map(xs), Value::Map(ys)) => {
                    if xs.chunks != ys.chunks || xs.entries.len() != ys.entries.len() {
                        return Ok(false);
                    }
                    for (key, value) in &ys.entries {
                        let Some(own) = xs.entries.get(key) else { return Ok(false) };
                        todo.push((own.clone(), value.clone()));
                    }
                }
                _ => match ctx.equality(&actual, &expected)? {
                    Value::Bool(true) => {}
                    Value::Sym(cond, _) => self.goals.push(cond),
                    _ => return Ok(false),
                },
            }
        }
        Ok(true)
    }

    /// What must hold, with what the variables `?X` stand for in their place; none if one of them was
    /// met only inside of something else.
    fn finished(self, ctx: &Ctx<'_>) -> Result<Option<Vec<Term>>, Halt> {
        let known = self.exists.iter().filter_map(|(variable, (_, value))| {
            let term = ctx.term(value.as_ref()?)?;
            let fits = ctx.pool.sort(term) == ctx.pool.sort(*variable);
            fits.then_some((*variable, term))
        });
        let by: FxHashMap<Term, Term> = known.collect();
        let goals: Vec<Term> =
            self.goals.iter().map(|goal| ctx.pool.substitute(*goal, &by)).collect();
        let is_open = |term: Term| is_variable(ctx.pool, term) && self.exists.contains_key(&term);
        let mut todo = goals.clone();
        while let Some(term) = todo.pop() {
            if is_open(term) {
                return Err(looked_into("a part"));
            }
            todo.extend(ctx.pool.args(term));
        }
        Ok(Some(goals))
    }
}
