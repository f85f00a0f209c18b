//! Claims, compiled twice: as two sides of which each makes configurations, and as a rule.

use k_syntax::definition::{Rule as ParsedRule, RuleKind};
use k_syntax::{Term, VariableKind};
use source::Diagnostic;

use super::cells::{Contents, Leaf};
use super::collection::{Part, Side};
use super::leaf::with_rest;
use super::rule::{RuleBuild, finish_rule};
use super::scope::Scope;
use super::{Compiler, Problem, sort_id};
use crate::claim::{AppliedClaim, Claim, ClaimCell};
use crate::expr::Expr;
use crate::pattern::{FrameId, Reg};
use crate::signature::{Builtin, CellId};

impl<'d> Compiler<'d> {
    /// All claims, in the order of the text.
    pub(super) fn compile_claims(&self) -> Vec<Result<Claim, Problem>> {
        let claims = self.rules.iter().filter(|rule| rule.kind == RuleKind::Claim);
        claims.map(|rule| self.claim(rule)).collect()
    }

    fn claim(&self, rule: &'d ParsedRule) -> Result<Claim, Problem> {
        self.check_depth(rule)?;
        let applied = self.applied_claim(rule)?;
        let roots = [Some(rule.body), rule.requires, rule.ensures];
        let mut scope = Scope::new(self, roots.into_iter().flatten());
        scope.is_claim = true;
        let leaves = self.claimed_leaves(rule)?;
        let variables = scope.bind_variables(rule);
        let mut dots = Vec::new();
        let sides: Vec<(CellId, Expr, Expr)> = leaves
            .iter()
            .map(|leaf| scope.claim_cell(leaf, &mut dots))
            .collect::<Result<_, Problem>>()?;
        let cells = sides.into_iter().map(|(cell, left, right)| {
            let slot = self.program.layout.cell(cell).slots.start;
            ClaimCell { cell, slot, left, right }
        });
        let cells = cells.collect();
        let requires = rule.requires.map(|cond| scope.expr(cond)).transpose()?;
        let ensures = rule.ensures.map(|cond| scope.expr(cond)).transpose()?;
        let depends = rule
            .attributes
            .value("depends")
            .map(|names| names.split(',').map(|name| name.trim().to_owned()).collect());
        Ok(Claim {
            name: rule.attributes.value("label").unwrap_or_default().to_owned(),
            span: rule.span,
            trusted: rule.attributes.has("trusted"),
            depends,
            regs: scope.reg_count(),
            variables,
            exists: std::mem::take(&mut scope.exists),
            dots,
            cells,
            requires,
            ensures,
            applied,
        })
    }

    /// The cells of a claim, all of which must be there once.
    fn claimed_leaves(&self, rule: &'d ParsedRule) -> Result<Vec<Leaf>, Problem> {
        let layout = &self.program.layout;
        if layout.iter().any(|(_, info)| info.many.is_some()) {
            let what = "claims over configurations with cells that may be missing or repeated are not supported";
            return Err(Diagnostic::error(what).at(rule.span, "").into());
        }
        let mentioned = self.mentioned(rule.body)?;
        if !mentioned.fragments.is_empty() {
            let what = "a claim that names the other cells of a cell is not supported";
            return Err(Diagnostic::error(what).at(rule.span, "").into());
        }
        Ok(mentioned.leaves)
    }

    fn applied_claim(&self, rule: &'d ParsedRule) -> Result<AppliedClaim, Problem> {
        let mentioned = self.mentioned(rule.body)?;
        let roots = [Some(rule.body), rule.requires, rule.ensures];
        let mut scope = Scope::new(self, roots.into_iter().flatten());
        scope.is_claim = true;
        scope.keep_all = true;
        let build = RuleBuild { mentioned };
        build.left(&mut scope, FrameId::TOP)?;
        let requires = rule.requires.map(|cond| scope.expr(cond)).transpose()?;
        let writes = build.writes(&mut scope)?;
        let ensures = rule.ensures.map(|cond| scope.expr(cond)).transpose()?;
        let exists = std::mem::take(&mut scope.exists);
        let rule = finish_claim(scope, self.info(rule)?, requires, writes);
        Ok(AppliedClaim { rule, exists, ensures })
    }
}

/// As [`finish_rule`], but no use of a register takes its value: the promise is evaluated later.
fn finish_claim(
    scope: Scope<'_, '_>,
    info: crate::program::RuleInfo,
    requires: Option<Expr>,
    writes: Vec<crate::program::Write>,
) -> crate::program::Rule {
    let rule = finish_rule(scope, info, FrameId::TOP, requires, Vec::new());
    crate::program::Rule { writes, ..rule }
}

impl<'d> Scope<'_, 'd> {
    /// Gives each variable of a claim a register.
    fn bind_variables(
        &mut self,
        rule: &'d ParsedRule,
    ) -> Vec<(String, Reg, crate::signature::SortId)> {
        let mut variables = Vec::new();
        let roots = [Some(rule.body), rule.requires, rule.ensures];
        let mut todo: Vec<_> = roots.into_iter().flatten().rev().collect();
        while let Some(id) = todo.pop() {
            match self.term(id) {
                Term::Variable {
                    name,
                    sort,
                    kind: VariableKind::Plain | VariableKind::Anonymous,
                } => {
                    let reg = self.reg_of(name);
                    if !self.is_bound(reg) {
                        self.bind(reg);
                        variables.push((name.clone(), reg, sort_id(*sort)));
                    }
                }
                other => todo.extend(other.children().into_iter().rev()),
            }
        }
        variables
    }

    /// What a cell of a claim holds at first and at the end.
    fn claim_cell(
        &mut self,
        leaf: &Leaf,
        dots: &mut Vec<(Reg, CellId)>,
    ) -> Result<(CellId, Expr, Expr), Problem> {
        let Leaf { cell, left, right, .. } = *leaf;
        let kind = self.compiler.configuration.kind(cell);
        let is_collection = matches!(kind, Some(Builtin::Map | Builtin::List | Builtin::Set));
        let mut rest = |scope: &mut Self, is_open: bool| {
            is_open.then(|| {
                let reg = scope.new_reg();
                scope.bind(reg);
                dots.push((reg, cell));
                reg
            })
        };
        if left.open_left && kind != Some(Builtin::Map) {
            return self.problem("dots in front are not supported in claims", left.term);
        }
        if is_collection && kind != Some(Builtin::Map) && left.open_right {
            return self.problem("dots in lists and sets are not supported in claims", left.term);
        }
        let rest = rest(self, left.open_left || left.open_right);
        let right = right.unwrap_or(left);
        let left = self.claimed(kind, left, Side::Left, rest)?;
        let right = self.claimed(kind, right, Side::Right, rest)?;
        Ok((cell, left, right))
    }

    fn claimed(
        &mut self,
        kind: Option<Builtin>,
        contents: Contents,
        side: Side,
        rest: Option<Reg>,
    ) -> Result<Expr, Problem> {
        if let Some(kind @ (Builtin::Map | Builtin::List | Builtin::Set)) = kind {
            let mut parts = self.parts(contents.term, side);
            parts.extend(rest.map(Part::Dots));
            return self.join(kind, &parts, side);
        }
        let whole = self.expr_of(contents.term, side)?;
        Ok(match rest {
            Some(rest) => with_rest(whole, rest),
            None => whole,
        })
    }
}
