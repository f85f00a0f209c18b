//! A concrete trace with the values of parameters under which it was found.

use term::{Model, Term};
use trace::{Context, Event, Formula, Judge, Param};

use crate::text::{show_event, show_value};

/// A trace of literal values, and values for parameters and functions.
#[derive(Clone, PartialEq, Debug)]
pub struct Witness {
    /// The events.
    pub trace: Vec<Event>,
    /// Values of parameters, constants and functions.
    pub model: Model,
}

impl Witness {
    /// Whether the independent judge says that the trace has the property. A property that is too
    /// deep to be judged is not confirmed.
    #[must_use]
    pub fn has(&self, ctx: Context<'_>, formula: &Formula) -> bool {
        self.judge(ctx).holds(formula) == Ok(true)
    }

    /// Whether the independent judge says that the trace lacks the property.
    #[must_use]
    pub fn lacks(&self, ctx: Context<'_>, formula: &Formula) -> bool {
        self.judge(ctx).holds(formula) == Ok(false)
    }

    fn judge<'a>(&'a self, ctx: Context<'a>) -> Judge<'a> {
        let Context { pool, alphabet, .. } = ctx;
        Judge { pool, alphabet, model: &self.model, trace: &self.trace }
    }

    /// One line of text for each event.
    #[must_use]
    pub fn lines(&self, ctx: Context<'_>) -> Vec<String> {
        self.trace.iter().map(|event| show_event(ctx, event)).collect()
    }

    /// The values of parameters as text, in the order of the parameters.
    #[must_use]
    pub fn values(&self, ctx: Context<'_>, params: &[Param]) -> Vec<(String, String)> {
        let value = |var: Term| show_value(ctx.pool, ctx.pool.eval(var, &self.model));
        params.iter().map(|param| (param.name.clone(), value(param.var))).collect()
    }
}
