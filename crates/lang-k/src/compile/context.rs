//! Evaluation contexts: `context C[HOLE]` as two rules, one that takes the hole out and one that
//! puts its value back.

use k_syntax::definition::Rule as ParsedRule;
use k_syntax::{Term, TermId};
use source::Diagnostic;

use super::collection::Side;
use super::leaf::with_rest;
use super::right::sequence;
use super::rule::{RuleBuild, finish_rule};
use super::scope::Scope;
use super::{Compiler, Problem, place_of_computation, uses};
use crate::expr::Expr;
use crate::index::Test;
use crate::pattern::{FrameId, FrameRef, Pattern, Reg, Step};
use crate::program::{Rule, RuleInfo, Write};
use crate::signature::{LabelId, SortId};

/// The variable that marks the place.
pub(super) const HOLE: &str = "HOLE";

/// What the rule that takes a hole out does with the computation.
struct HeatLeft {
    anchor: FrameId,
    slot: usize,
    /// The register of what stands behind the context.
    rest: Reg,
    tests: (Test, Test),
}

/// A rule with what it says of the front of the computation.
type Indexed = (Rule, Test, Test);

impl<'d> Compiler<'d> {
    pub(super) fn compile_context(&mut self, rule: &'d ParsedRule) -> Result<(), Problem> {
        let result = self.result_sort(rule.attributes.value("result"), rule.span)?;
        let front = self.context_front(rule)?;
        let name = self.freezer_name(front);
        let signature = &mut self.program.signature;
        let item = signature.add_sort("KItem", None);
        let freezer = signature.add_new_label(&name, item, Vec::new());
        self.program.roles.push(crate::role::Role::Constructor);
        let (heat, kept) = self.context_heat(rule, front, freezer, result)?;
        let cool = self.context_cool(rule, front, freezer, result, &kept)?;
        self.add_rule(heat.0, heat.1, heat.2);
        self.add_rule(cool.0, cool.1, cool.2);
        Ok(())
    }

    /// The term with the hole: the whole context, or what its cell `<k>` begins with.
    fn context_front(&self, rule: &ParsedRule) -> Result<TermId, Problem> {
        let terms = &self.def.terms;
        if !self.is_cells(rule.body) {
            return Ok(rule.body);
        }
        let is_hole = |term: &Term| matches!(term, Term::Variable { name, .. } if name == HOLE);
        let mut todo = vec![rule.body];
        while let Some(id) = todo.pop() {
            match terms.get(id) {
                Term::Cell { name, open_left: false, open_right: true, contents }
                    if name == "k"
                        && uses::any(terms, *contents, is_hole)
                        && !matches!(terms.get(*contents), Term::Sequence(_)) =>
                {
                    return Ok(*contents);
                }
                other => todo.extend(other.children()),
            }
        }
        Err(Diagnostic::error("a context over cells has its hole in the cell <k>")
            .at(rule.span, "")
            .with_help("write what is evaluated as `<k> … HOLE … ...</k>`")
            .into())
    }

    /// What waits for the hole: named after the symbol of the context and the place of the hole.
    fn freezer_name(&self, body: TermId) -> String {
        let terms = &self.def.terms;
        let is_hole = |term: &Term| matches!(term, Term::Variable { name, .. } if name == HOLE);
        match terms.get(body) {
            Term::Apply { label, args } => {
                let production = self.def.label(*label).productions[0];
                let place = args.iter().position(|arg| uses::any(terms, *arg, is_hole));
                let (name, place) = (self.def.symbol_name(production), place.unwrap_or(0));
                format!("#freezer{name}{place}_")
            }
            _ => format!("#freezer{}_", self.program.signature.label_count()),
        }
    }

    /// The sort of values that an attribute names, or the usual one.
    pub(super) fn result_sort(
        &self,
        named: Option<&str>,
        span: source::Span,
    ) -> Result<SortId, Problem> {
        let name = named.unwrap_or("KResult");
        self.program.signature.sort(name).ok_or_else(|| {
            Diagnostic::error(format!("evaluation needs the sort {name}, which is not declared"))
                .at(span, "")
                .with_help("declare `syntax KResult ::= ...` with the sorts of values")
                .into()
        })
    }

    fn context_heat(
        &self,
        rule: &'d ParsedRule,
        front: TermId,
        freezer: LabelId,
        result: SortId,
    ) -> Result<(Indexed, Vec<&'d str>), Problem> {
        let roots = [Some(rule.body), rule.requires];
        let mut scope = Scope::new(self, roots.into_iter().flatten());
        scope.keep_all = true;
        let HeatLeft { anchor, slot, rest, tests } = match front == rule.body {
            true => self.heat_left(&mut scope, rule)?,
            false => self.heat_left_of_cells(&mut scope, rule, front)?,
        };
        let hole = scope.bound_reg(HOLE, rule.span)?;
        let is_value = Expr::HasSort(result, Box::new(Expr::Reg(hole)));
        let not = crate::hook::by_name("BOOL.not").expect("negation is built in");
        let due = Expr::Hook(not, Box::new([is_value]));
        let requires = match scope.conditions(rule)? {
            None => due,
            Some(side) => Expr::And(Box::new([due, side])),
        };
        let kept = self.context_variables(front);
        let mut frozen = Vec::new();
        for name in &kept {
            frozen.push(Expr::Reg(scope.bound_reg(name, rule.span)?));
        }
        let out = self.hole_expr(&mut scope, front, hole)?;
        let freezer = Expr::Node(freezer, frozen.into());
        let written = with_rest(sequence(vec![out, freezer]), rest);
        let info = RuleInfo { name: "heat".to_owned(), ..self.info(rule)? };
        let writes = vec![Write::Slot(anchor, slot, written)];
        let compiled = finish_rule(scope, info, anchor, Some(requires), writes);
        Ok(((compiled, tests.0, tests.1), kept))
    }

    /// The left side of the rule that takes the hole out, of a context without cells.
    fn heat_left(
        &self,
        scope: &mut Scope<'_, 'd>,
        rule: &'d ParsedRule,
    ) -> Result<HeatLeft, Problem> {
        let (anchor, slot) = self.computation_frame(scope, rule)?;
        let body = scope.pattern(rule.body)?;
        let rest = scope.new_reg();
        let rest_pattern = scope.bind_pattern(rest);
        let pattern = Pattern::Seq(Box::new([body]), Box::new(rest_pattern));
        let tests = Test::pair(&pattern);
        scope.steps.push(Step::Slot(anchor, slot, pattern));
        scope.settle(true)?;
        Ok(HeatLeft { anchor, slot, rest, tests })
    }

    /// The same of a context with cells, which match as those of a rule do.
    fn heat_left_of_cells(
        &self,
        scope: &mut Scope<'_, 'd>,
        rule: &'d ParsedRule,
        front: TermId,
    ) -> Result<HeatLeft, Problem> {
        let mut mentioned = self.mentioned(rule.body)?;
        for leaf in mentioned.leaves.iter_mut().filter(|leaf| leaf.left.term == front) {
            leaf.right = Some(leaf.left);
        }
        let build = RuleBuild { mentioned };
        let anchor = build.anchor(self);
        build.frames(scope);
        let tests = build.left(scope, anchor)?;
        let slot = build.computation_slot(scope);
        let Some(rest) = scope.dots.get(&front).and_then(|(_, rest)| *rest) else {
            return scope.problem("a context needs one cell <k>", rule.body);
        };
        Ok(HeatLeft { anchor, slot, rest, tests })
    }

    fn context_cool(
        &self,
        rule: &'d ParsedRule,
        front_term: TermId,
        freezer: LabelId,
        result: SortId,
        kept: &[&'d str],
    ) -> Result<Indexed, Problem> {
        let mut scope = Scope::new(self, [front_term]);
        let (anchor, slot) = self.computation_frame(&mut scope, rule)?;
        scope.keep_all = true;
        // The sort of the hole is that of what goes in, not of what comes out.
        scope.unsorted = Some(HOLE);
        let front = self.cooled_pattern(&mut scope, front_term, result)?;
        let hole = scope.bound_reg(HOLE, rule.span)?;
        let requires = Expr::HasSort(result, Box::new(Expr::Reg(hole)));
        let frozen: Vec<Pattern> = kept
            .iter()
            .map(|name| {
                let reg = scope.reg_of(name);
                scope.bind_pattern(reg)
            })
            .collect();
        let rest = scope.new_reg();
        let rest_pattern = scope.bind_pattern(rest);
        let waiting = if frozen.is_empty() {
            Pattern::Const(crate::value::Value::Leaf(freezer))
        } else {
            Pattern::Node(freezer, frozen.into())
        };
        let items = Box::new([front, waiting]);
        let pattern = Pattern::Seq(items, Box::new(rest_pattern));
        let tests = Test::pair(&pattern);
        scope.steps.push(Step::Slot(anchor, slot, pattern));
        let whole = scope.expr_of(front_term, Side::Left)?;
        let info = RuleInfo { name: "cool".to_owned(), ..self.info(rule)? };
        let writes = vec![Write::Slot(anchor, slot, with_rest(whole, rest))];
        Ok((finish_rule(scope, info, anchor, Some(requires), writes), tests.0, tests.1))
    }

    /// The frame and slot of the computation, as a rule without cells means it.
    fn computation_frame(
        &self,
        scope: &mut Scope<'_, 'd>,
        rule: &ParsedRule,
    ) -> Result<(FrameId, usize), Problem> {
        let Some(place) = place_of_computation(&self.program.layout) else {
            return Err(Diagnostic::error("a context needs one cell <k>").at(rule.span, "").into());
        };
        let Some(slot) = place.bag else { return Ok((FrameId::TOP, place.slot)) };
        let index = scope.new_reg();
        scope.bind(index);
        scope.frames.push(FrameRef { outer: FrameId::TOP, slot, index });
        Ok((FrameId(1), place.slot))
    }

    /// The variables of a context apart from its hole, in a fixed order.
    fn context_variables(&self, body: TermId) -> Vec<&'d str> {
        let names = uses::occurrences(&self.def.terms, [body]);
        let mut names: Vec<&str> = names.into_keys().filter(|name| *name != HOLE).collect();
        names.sort_unstable();
        names
    }

    /// What is evaluated: the hole, or what the context makes of it.
    fn hole_expr(
        &self,
        scope: &mut Scope<'_, 'd>,
        body: TermId,
        hole: Reg,
    ) -> Result<Expr, Problem> {
        match self.made_of_hole(body) {
            Some(made) => scope.expr(made),
            None => Ok(Expr::Reg(hole)),
        }
    }

    /// What the evaluation comes to: a value in place of the hole, in what the context made of it.
    fn cooled_pattern(
        &self,
        scope: &mut Scope<'_, 'd>,
        body: TermId,
        result: SortId,
    ) -> Result<Pattern, Problem> {
        match self.made_of_hole(body) {
            Some(made) => scope.pattern(made),
            None => {
                let hole = scope.reg_of(HOLE);
                scope.bind(hole);
                Ok(Pattern::BindSort(hole, result))
            }
        }
    }

    /// The right side of the rewrite in a context, if it has one.
    fn made_of_hole(&self, body: TermId) -> Option<TermId> {
        let mut todo = vec![body];
        while let Some(id) = todo.pop() {
            match self.def.terms.get(id) {
                Term::Rewrite { right, .. } => return Some(*right),
                other => todo.extend(other.children()),
            }
        }
        None
    }
}
