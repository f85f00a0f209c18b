//! Rules of functions, and rules that apply wherever their left-hand side is made.

use k_syntax::definition::Rule as ParsedRule;
use k_syntax::{Term, TermId};

use super::right::mark_last_uses;
use super::rule::RuleBuild;
use super::scope::Scope;
use super::{Compiler, Problem, attribute};
use crate::pattern::{FrameId, Pattern, Step};
use crate::program::{FunctionId, FunctionRule};

impl<'d> Compiler<'d> {
    pub(super) fn compile_function_rule(
        &mut self,
        rule: &'d ParsedRule,
        function: FunctionId,
    ) -> Result<(), Problem> {
        let compiled = self.function_rule(rule)?;
        self.program.needs_configuration |= compiled.frames.is_some();
        self.program.functions[function.index()].rules.push(compiled);
        Ok(())
    }

    fn function_rule(&self, rule: &'d ParsedRule) -> Result<FunctionRule, Problem> {
        let roots = [Some(rule.body), rule.requires, rule.ensures];
        let mut scope = Scope::new(self, roots.into_iter().flatten());
        scope.keep_all = attribute::asks_for_values(rule);
        scope.is_function = true;
        let (body, cells) = self.context_of(rule.body);
        let args = scope.left_args(body);
        let regs: Vec<_> = args.iter().map(|_| scope.new_reg()).collect();
        for (arg, reg) in args.iter().zip(regs) {
            scope.bind(reg);
            let pattern = scope.pattern(*arg)?;
            if !matches!(pattern, Pattern::Any) {
                scope.steps.push(Step::Reg(reg, pattern));
            }
        }
        let in_context = !cells.is_empty();
        if in_context {
            let build = RuleBuild { mentioned: self.mentioned_cells(cells)? };
            build.frames(&mut scope);
            build.left(&mut scope, FrameId::TOP)?;
        }
        scope.settle(true)?;
        let requires = scope.conditions(rule)?;
        let mut result = scope.expr(body)?;
        mark_last_uses(vec![&mut result]);
        let (info, regs) = (self.info(rule)?, scope.reg_count());
        if !scope.fresh.is_empty() {
            return scope.problem("a function cannot make fresh values", rule.body);
        }
        let is_symbolic = rule.attributes.has("symbolic");
        let expands_once = self.expands_once(rule);
        let (steps, frames) = (scope.steps, scope.frames);
        let frames = in_context.then_some(frames);
        Ok(FunctionRule { info, regs, frames, steps, requires, result, is_symbolic, expands_once })
    }

    /// What a rule of a function rewrites, and the cells that it looks at: `[[ f => x ]] <a> … </a>`.
    pub(super) fn context_of(&self, body: TermId) -> (TermId, &'d [TermId]) {
        match self.def.terms.get(body) {
            Term::Bag(items) => match &items[..] {
                [first, cells @ ..] if self.is_application(*first) => (*first, cells),
                _ => (body, &[]),
            },
            _ => (body, &[]),
        }
    }

    fn is_application(&self, id: TermId) -> bool {
        match self.def.terms.get(id) {
            Term::Rewrite { left, .. } => self.is_application(*left),
            Term::Apply { .. } => true,
            _ => false,
        }
    }
}

impl<'d> Scope<'_, 'd> {
    /// The arguments on the left of a rule of a function.
    fn left_args(&self, body: TermId) -> &'d [TermId] {
        let mut term = body;
        loop {
            match self.term(term) {
                Term::Rewrite { left, .. } => term = *left,
                Term::Cast { term: inner, .. } => term = *inner,
                Term::As { pattern, .. } => term = *pattern,
                Term::Apply { args, .. } => return args,
                Term::Token { .. }
                | Term::Variable { .. }
                | Term::Sequence(_)
                | Term::Cell { .. }
                | Term::Bag(_) => unreachable!("rules of functions begin with their label"),
            }
        }
    }
}
