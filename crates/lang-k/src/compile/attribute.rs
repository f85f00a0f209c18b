//! Attributes of rules that decide whether and when a rule takes part in runs.

use k_syntax::Attribute;
use k_syntax::definition::{Rule as ParsedRule, RuleKind};
use source::{Diagnostic, Span};

use super::Problem;
use super::context::HOLE;
use super::scope::Scope;
use crate::expr::Expr;
use crate::hook;

/// Attributes of rules that are statements for provers, and no part of any run.
const FOR_PROVERS: [&str; 2] = ["simplification", "non-executable"];

/// A rule that is read and takes no part in runs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LeftOut {
    /// The attribute that says so.
    pub attribute: &'static str,
    /// The place of the rule.
    pub span: Span,
}

/// The attribute that keeps a rule from taking part in runs.
pub(super) fn left_out(rule: &ParsedRule) -> Option<LeftOut> {
    let of_rule = rule.kind == RuleKind::Rule;
    let attribute = FOR_PROVERS.into_iter().find(|key| of_rule && rule.attributes.has(key))?;
    Some(LeftOut { attribute, span: rule.span })
}

/// Whether an attribute of a rule asks whether the values of its variables are known.
pub(super) fn asks_for_values(rule: &ParsedRule) -> bool {
    ["symbolic", "concrete"].iter().any(|key| rule.attributes.has(key))
}

/// The priority of a rule: smaller ones are tried first.
pub(super) fn priority(rule: &ParsedRule) -> Result<u32, Problem> {
    let Some(attribute) = rule.attributes.get("priority") else {
        let owise = rule.attributes.has("owise");
        return Ok(if owise { crate::OWISE_PRIORITY } else { crate::DEFAULT_PRIORITY });
    };
    let number = attribute.value.as_deref().and_then(|text| text.trim().parse().ok());
    number.ok_or_else(|| {
        Diagnostic::error("`priority` takes a number from 0 on")
            .at(attribute.span, "")
            .with_help("write it like `priority(40)`; rules without it have priority 50")
            .into()
    })
}

impl<'d> Scope<'_, 'd> {
    /// What the attributes of a rule ask for before its side condition is evaluated.
    pub(super) fn attribute_conditions(
        &mut self,
        rule: &'d ParsedRule,
    ) -> Result<Option<Expr>, Problem> {
        if let Some(attribute) = rule.attributes.get("symbolic") {
            return Ok(Some(self.asked_of_values(attribute, hook::IS_SYMBOLIC)?));
        }
        self.hole_condition(rule)
    }

    /// What the attributes of a rule ask for where its side condition holds.
    pub(super) fn concrete_condition(
        &mut self,
        rule: &'d ParsedRule,
    ) -> Result<Option<Expr>, Problem> {
        let attribute = rule.attributes.get("concrete");
        attribute.map(|attribute| self.asked_of_values(attribute, hook::NEEDS_CONCRETE)).transpose()
    }

    /// A question about the values of the variables that an attribute names: all, unless it names
    /// some.
    fn asked_of_values(&self, attribute: &Attribute, question: &str) -> Result<Expr, Problem> {
        let named = self.named();
        let mut asked = Vec::new();
        let names = attribute.value.as_deref().unwrap_or_default().split(',').map(str::trim);
        for name in names.filter(|name| !name.is_empty()) {
            let Some((_, reg)) = named.iter().find(|(known, _)| known == name) else {
                let what = format!("the left-hand side has no variable `{name}`");
                return Err(Diagnostic::error(what).at(attribute.span, "named here").into());
            };
            asked.push(Expr::Reg(*reg));
        }
        if asked.is_empty() {
            asked.extend(named.iter().map(|(_, reg)| Expr::Reg(*reg)));
        }
        let question = hook::by_name(question).expect("questions about values are built in");
        Ok(Expr::Hook(question, asked.into()))
    }

    /// `heat` and `cool` on a rule: its hole is no value, or is one.
    fn hole_condition(&mut self, rule: &'d ParsedRule) -> Result<Option<Expr>, Problem> {
        let (heats, cools) = (rule.attributes.has("heat"), rule.attributes.has("cool"));
        if !heats && !cools || !self.named().iter().any(|(name, _)| name == HOLE) {
            return Ok(None);
        }
        let result = self.compiler.result_sort(rule.attributes.value("result"), rule.span)?;
        let hole = Expr::Reg(self.bound_reg(HOLE, rule.span)?);
        let is_value = Expr::HasSort(result, Box::new(hole));
        let not = hook::by_name("BOOL.not").expect("negation is built in");
        Ok(Some(if cools { is_value } else { Expr::Hook(not, Box::new([is_value])) }))
    }
}
