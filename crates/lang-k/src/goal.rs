//! What is looked for among configurations: a pattern with a condition.

use crate::context::{Ctx, Halt};
use crate::pattern::Reg;
use crate::program::Rule;
use crate::state::State;
use crate::value::Value;

/// A pattern of configurations.
#[derive(Clone, Debug)]
pub struct Goal {
    pub(crate) rule: Rule,
}

impl Goal {
    /// What the variables of the pattern stand for in a configuration; none if it does not match.
    pub fn matches(
        &self,
        ctx: &mut Ctx<'_>,
        state: &State,
    ) -> Result<Option<Vec<(String, Value)>>, Halt> {
        ctx.base = 0;
        ctx.regs.clear();
        ctx.regs.resize(self.rule.regs, Value::Empty);
        ctx.pending.clear();
        ctx.see(state);
        let requires = self.rule.requires.as_ref();
        let subject = state.subject(&self.rule);
        if !ctx.run_steps(subject, 0, &mut |ctx| ctx.guard(requires))? {
            return Ok(None);
        }
        let value = |(name, reg): &(String, Reg)| (name.clone(), ctx.reg(*reg).clone());
        Ok(Some(self.rule.names.iter().map(value).collect()))
    }
}
