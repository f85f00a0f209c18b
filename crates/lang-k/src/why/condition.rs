//! Side conditions: which part of one does not hold, and for which values.

use k_syntax::definition::{Rule as ParsedRule, RuleKind};
use k_syntax::{Term as Parsed, TermId, Unparser};

use super::{Possible, Trial, all, text};
use crate::context::{Ctx, Halt};
use crate::expr::Expr;
use crate::notation::show_term;
use crate::value::Value;

impl<'a> Trial<'a> {
    /// Why the side condition of a rule whose left-hand side matches does not hold; none if it does,
    /// or can.
    pub(super) fn guard(&self, ctx: &mut Ctx<'a>, possible: Possible<'_>) -> Option<String> {
        self.prepare(ctx);
        let mut told = None;
        let subject = self.subject(self.rule.steps.len());
        let outcome = ctx.run_steps(subject, 0, &mut |ctx| {
            told = self.judge(ctx, &mut *possible);
            Ok(told.is_none())
        });
        match outcome {
            Ok(true) => None,
            Ok(false) => told.or_else(|| Some("its left-hand side does not match".to_owned())),
            Err(halt) => Some(text::halted(self.asked, "its match", &halt)),
        }
    }

    /// The same for one match, which has filled the registers.
    fn judge(&self, ctx: &mut Ctx<'a>, possible: Possible<'_>) -> Option<String> {
        let pending = ctx.pending.clone();
        let requires = self.rule.requires.as_ref();
        let cond = match requires.map(|requires| ctx.eval(requires)).transpose() {
            Ok(None | Some(Value::Bool(true))) => None,
            Ok(Some(Value::Sym(cond, _))) => Some(cond),
            Ok(Some(_)) => return Some(self.false_condition(ctx)),
            Err(Halt::Undefined(what)) => {
                return Some(format!("its side condition has no value: {what}"));
            }
            Err(halt) => return Some(text::halted(self.asked, "its side condition", &halt)),
        };
        let cond = all(self.asked.pool, &pending, cond);
        if possible(cond) {
            return None;
        }
        let shown = show_term(self.asked.pool, cond);
        Some(format!("it asks for `{shown}`, which contradicts the path condition"))
    }

    fn false_condition(&self, ctx: &mut Ctx<'a>) -> String {
        if self.rule.info.name == "heat" {
            return "what it would evaluate is a value, or its side condition does not hold"
                .to_owned();
        }
        let Some((term, shown)) = self.false_part(ctx) else {
            return "its side condition does not hold".to_owned();
        };
        let values: Vec<String> = self.values(ctx, term);
        let with = if values.is_empty() { "" } else { " with " };
        format!("its side condition does not hold: `{shown}`{with}{}", values.join(", "))
    }

    /// The first part of the side condition that does not hold.
    fn false_part(&self, ctx: &mut Ctx<'a>) -> Option<(TermId, String)> {
        let definition = &self.asked.language.definition;
        let parsed = self.parsed()?;
        let conds = [parsed.requires, parsed.ensures].into_iter().flatten();
        let terms: Vec<TermId> = conds.flat_map(|cond| self.conjuncts(cond)).collect();
        let exprs: Vec<&Expr> = self.rule.requires.iter().flat_map(parts).collect();
        let both = (terms.len() == exprs.len()).then(|| terms.iter().zip(exprs));
        let failing = both
            .into_iter()
            .flatten()
            .find(|(_, expr)| matches!(ctx.eval(expr), Ok(Value::Bool(false))));
        let term = failing.map(|(term, _)| *term).or(parsed.requires)?;
        Some((term, Unparser::new(definition, &definition.terms).print(term)))
    }

    /// The rule as it was parsed.
    pub(super) fn parsed(&self) -> Option<&'a ParsedRule> {
        let rules = &self.asked.language.definition.rules;
        let is_own = |rule: &&ParsedRule| {
            rule.kind == RuleKind::Rule && Some(rule.span) == self.rule.info.span
        };
        rules.iter().find(is_own)
    }

    /// The parts of a conjunction.
    fn conjuncts(&self, root: TermId) -> Vec<TermId> {
        let definition = &self.asked.language.definition;
        let and = definition.find_hook("BOOL.and");
        let (mut found, mut todo) = (Vec::new(), vec![root]);
        while let Some(id) = todo.pop() {
            match definition.terms.get(id) {
                Parsed::Apply { label, args } if Some(*label) == and => {
                    todo.extend(args.iter().rev());
                }
                _ => found.push(id),
            }
        }
        found
    }

    /// The values of the variables in a condition, in the order of its text.
    fn values(&self, ctx: &Ctx<'_>, root: TermId) -> Vec<String> {
        let terms = &self.asked.language.definition.terms;
        let (mut shown, mut todo) = (Vec::new(), vec![root]);
        while let Some(id) = todo.pop() {
            let term = terms.get(id);
            if let Parsed::Variable { name, .. } = term
                && let Some((_, reg)) = self.rule.names.iter().find(|(own, _)| own == name)
            {
                let value = format!("{name} = {}", self.show(ctx.reg(*reg)));
                if !shown.contains(&value) {
                    shown.push(value);
                }
            }
            todo.extend(term.children().iter().rev());
        }
        shown
    }
}

/// The parts of a compiled conjunction.
fn parts(root: &Expr) -> Vec<&Expr> {
    let (mut found, mut todo) = (Vec::new(), vec![root]);
    while let Some(expr) = todo.pop() {
        match expr {
            Expr::And(both) => todo.extend([&both[1], &both[0]]),
            other => found.push(other),
        }
    }
    found
}
