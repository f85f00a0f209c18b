//! Rules on configurations.

use k_syntax::definition::Rule as ParsedRule;
use k_syntax::{Term, TermId};

use super::cells::{Contents, Leaf, Mentioned, Walk};
use super::right::mark_last_uses;
use super::scope::Scope;
use super::{Compiler, Problem, attribute, place_of_computation, uses};
use crate::expr::Expr;
use crate::goal::Goal;
use crate::index::Test;
use crate::pattern::{FrameId, FrameRef, Pattern, Reg, Step};
use crate::program::{Rule, Write};

impl<'d> Compiler<'d> {
    pub(super) fn compile_cell_rule(&mut self, rule: &'d ParsedRule) -> Result<(), Problem> {
        let (compiled, first, second) = self.cell_rule(rule)?;
        self.add_rule(compiled, first, second);
        Ok(())
    }

    /// A pattern of configurations. All variables that it names are reported.
    pub(super) fn goal(&self, rule: &'d ParsedRule) -> Result<Goal, Problem> {
        let mentioned = self.mentioned(rule.body)?;
        let roots = [Some(rule.body), rule.requires];
        let mut scope = Scope::new(self, roots.into_iter().flatten());
        scope.keep_all = true;
        let build = RuleBuild { mentioned };
        build.frames(&mut scope);
        build.left(&mut scope, FrameId::TOP)?;
        let requires = scope.conditions(rule)?;
        let rule = finish_rule(scope, self.info(rule)?, FrameId::TOP, requires, Vec::new());
        Ok(Goal { rule })
    }

    fn cell_rule(&self, rule: &'d ParsedRule) -> Result<(Rule, Test, Test), Problem> {
        let mentioned = self.mentioned(rule.body)?;
        let roots = [Some(rule.body), rule.requires, rule.ensures];
        let mut scope = Scope::new(self, roots.into_iter().flatten());
        // Variables of a rule with a label may be arguments of its event.
        let has_label = rule.attributes.value("label").is_some();
        scope.keep_all = has_label || attribute::asks_for_values(rule);
        let build = RuleBuild { mentioned };
        let anchor = build.anchor(self);
        build.frames(&mut scope);
        let tests = build.left(&mut scope, anchor)?;
        let requires = scope.conditions(rule)?;
        let writes = build.writes(&mut scope)?;
        let info = self.info(rule)?;
        let rule = finish_rule(scope, info, anchor, requires, writes);
        Ok((rule, tests.0, tests.1))
    }

    /// What a rule says of cells. A rule without cells applies to the front of the computation.
    pub(super) fn mentioned(&self, body: TermId) -> Result<Mentioned, Problem> {
        let terms = &self.def.terms;
        let mut walk = Walk { compiler: self, found: Mentioned::default() };
        if uses::any(terms, body, |term| matches!(term, Term::Cell { .. })) && self.is_cells(body) {
            walk.top(body)?;
            return Ok(walk.found);
        }
        let cell = self.program.layout.find("k").unwrap_or(self.program.layout.top());
        let frame = walk.frame_of(cell, FrameId::TOP);
        let left = Contents { term: body, open_left: false, open_right: true };
        walk.found.leaves.push(Leaf { frame, cell, left, right: Some(left) });
        Ok(walk.found)
    }

    /// What a rule of a function says of cells.
    pub(super) fn mentioned_cells(&self, cells: &[TermId]) -> Result<Mentioned, Problem> {
        let mut walk = Walk { compiler: self, found: Mentioned::default() };
        walk.tops(cells)?;
        Ok(walk.found)
    }

    pub(super) fn is_cells(&self, body: TermId) -> bool {
        match self.def.terms.get(body) {
            Term::Cell { .. } | Term::Bag(_) => true,
            Term::Rewrite { left, right } => self.is_cells(*left) || self.is_cells(*right),
            Term::Apply { .. }
            | Term::Token { .. }
            | Term::Variable { .. }
            | Term::Sequence(_)
            | Term::Cast { .. }
            | Term::As { .. } => false,
        }
    }
}

/// Puts a rule together and lets last uses take their values.
pub(super) fn finish_rule(
    scope: Scope<'_, '_>,
    info: crate::program::RuleInfo,
    anchor: FrameId,
    requires: Option<Expr>,
    mut writes: Vec<Write>,
) -> Rule {
    mark_last_uses(writes.iter_mut().filter_map(Write::expr_mut).collect());
    let total = writes.iter_mut().filter_map(Write::expr_mut).all(|expr| expr.is_total());
    let (regs, names) = (scope.reg_count(), scope.named());
    let behind = behind(&scope);
    let (steps, frames, fresh) = (scope.steps, scope.frames, scope.fresh);
    Rule { info, regs, names, frames, anchor, steps, requires, fresh, writes, total, behind }
}

/// The register of what is behind the front of the computation: one that no variable names is
/// used to put it back and for nothing else.
fn behind(scope: &Scope<'_, '_>) -> Option<Reg> {
    let Some(Step::Slot(_, _, Pattern::Seq(_, rest))) = scope.steps.first() else { return None };
    match **rest {
        Pattern::Bind(reg) if !scope.has_name(reg) => Some(reg),
        _ => None,
    }
}

impl Write {
    /// What is computed for this change.
    fn expr_mut(&mut self) -> Option<&mut Expr> {
        match self {
            Write::Slot(_, _, expr) | Write::Scatter(_, _, _, expr) | Write::Add(_, _, _, expr) => {
                Some(expr)
            }
            Write::Remove(_) => None,
        }
    }
}

impl<'d> Scope<'_, 'd> {
    /// What must hold: what attributes ask for, the side condition and the promise.
    pub(super) fn conditions(&mut self, rule: &'d ParsedRule) -> Result<Option<Expr>, Problem> {
        let mut conds: Vec<Expr> = self.attribute_conditions(rule)?.into_iter().collect();
        for cond in [rule.requires, rule.ensures].into_iter().flatten() {
            conds.push(self.expr(cond)?);
        }
        conds.extend(self.concrete_condition(rule)?);
        Ok(conds.into_iter().reduce(|before, cond| Expr::And(Box::new([before, cond]))))
    }
}

/// A rule on its way.
pub(super) struct RuleBuild {
    pub(super) mentioned: Mentioned,
}

impl RuleBuild {
    /// The frame whose computation the rule begins with.
    pub(super) fn anchor(&self, compiler: &Compiler<'_>) -> FrameId {
        let layout = &compiler.program.layout;
        let place = place_of_computation(layout);
        let is_anchor = |leaf: &&Leaf| {
            place.is_some_and(|place| {
                let info = layout.cell(leaf.cell);
                info.frame == place.root && info.slots.start == place.slot
            })
        };
        self.mentioned.leaves.iter().find(is_anchor).map_or(FrameId::TOP, |leaf| leaf.frame)
    }

    pub(super) fn frames(&self, scope: &mut Scope<'_, '_>) {
        for frame in &self.mentioned.frames {
            let index = scope.new_reg();
            scope.bind(index);
            let many = scope.compiler.program.layout.cell(frame.root).many.as_ref();
            let slot = many.expect("frames are rooted in repeated cells").slot;
            scope.frames.push(FrameRef { outer: frame.outer, slot, index });
        }
    }

    /// The steps of the left side, and what they say of the front of the computation.
    pub(super) fn left(
        &self,
        scope: &mut Scope<'_, '_>,
        anchor: FrameId,
    ) -> Result<(Test, Test), Problem> {
        let mut tests = (Test::Any, Test::Any);
        if let Some(pattern) = self.computation(scope, anchor)? {
            tests = Test::pair(&pattern);
            let slot = self.computation_slot(scope);
            scope.steps.push(Step::Slot(anchor, slot, pattern));
        }
        self.frame_steps(scope, FrameId::TOP, anchor)?;
        if anchor != FrameId::TOP {
            self.frame_steps(scope, anchor, anchor)?;
        }
        scope.settle(false)?;
        for nth in 0..self.mentioned.frames.len() {
            let frame = FrameId(u32::try_from(nth + 1).expect("a rule is short"));
            if frame == anchor {
                continue;
            }
            let only = self.mentioned.frames[frame.index() - 1].place;
            let others = self.rivals(scope, frame, anchor);
            scope.steps.push(Step::Pick { frame, others, only });
            self.frame_steps(scope, frame, anchor)?;
            scope.settle(false)?;
        }
        self.bag_steps(scope)?;
        scope.settle(true)?;
        Ok(tests)
    }

    /// Frames of the same bag that are chosen before a frame.
    fn rivals(&self, scope: &Scope<'_, '_>, frame: FrameId, anchor: FrameId) -> Box<[Reg]> {
        let own = &self.mentioned.frames[frame.index() - 1];
        let ids = (1..=self.mentioned.frames.len() as u32).map(FrameId);
        let rivals = ids.filter(|other| {
            let rival = &self.mentioned.frames[other.index() - 1];
            let before = *other < frame || *other == anchor;
            *other != frame && before && (rival.root, rival.outer) == (own.root, own.outer)
        });
        rivals.map(|rival| scope.frame_reg(rival)).collect()
    }

    pub(super) fn computation_slot(&self, scope: &Scope<'_, '_>) -> usize {
        let place = place_of_computation(&scope.compiler.program.layout);
        place.expect("a computation was found").slot
    }

    /// The pattern of the computation that the rule is found by.
    fn computation(
        &self,
        scope: &mut Scope<'_, '_>,
        anchor: FrameId,
    ) -> Result<Option<Pattern>, Problem> {
        let Some(place) = place_of_computation(&scope.compiler.program.layout) else {
            return Ok(None);
        };
        let at = self.mentioned.leaves.iter().position(|leaf| {
            let info = scope.compiler.program.layout.cell(leaf.cell);
            leaf.frame == anchor && info.frame == place.root && info.slots.start == place.slot
        });
        match at {
            None => Ok(None),
            Some(at) => {
                let leaf = self.mentioned.leaves[at];
                Ok(Some(scope.leaf_pattern(leaf.cell, leaf.left, leaf.right)?))
            }
        }
    }

    /// The steps on the leaves and fragments of one frame.
    fn frame_steps(
        &self,
        scope: &mut Scope<'_, '_>,
        frame: FrameId,
        anchor: FrameId,
    ) -> Result<(), Problem> {
        let place = place_of_computation(&scope.compiler.program.layout);
        for leaf in self.mentioned.leaves.clone() {
            let info = scope.compiler.program.layout.cell(leaf.cell);
            let slot = info.slots.start;
            let is_computation =
                place.is_some_and(|p| frame == anchor && info.frame == p.root && slot == p.slot);
            if leaf.frame != frame || is_computation {
                continue;
            }
            let pattern = scope.leaf_pattern(leaf.cell, leaf.left, leaf.right)?;
            if !matches!(pattern, Pattern::Any) {
                scope.steps.push(Step::Slot(frame, slot, pattern));
            }
        }
        for fragment in &self.mentioned.fragments {
            let Some(left) = fragment.left.filter(|_| fragment.frame == frame) else { continue };
            let reg = scope.new_reg();
            scope.bind(reg);
            let pattern = scope.pattern(left)?;
            if matches!(pattern, Pattern::Any | Pattern::OfSort(_)) {
                continue;
            }
            let slots = fragment.slots.clone().into();
            scope.steps.push(Step::Capture(frame, slots, fragment.cell, reg));
            scope.steps.push(Step::Reg(reg, pattern));
        }
        Ok(())
    }

    fn bag_steps(&self, scope: &mut Scope<'_, '_>) -> Result<(), Problem> {
        for (frame, slot, count) in &self.mentioned.counts {
            scope.steps.push(Step::Count { frame: *frame, slot: *slot, count: *count });
        }
        for (frame, slot, picked, left) in &self.mentioned.others {
            let into = scope.new_reg();
            scope.bind(into);
            let without = picked.iter().map(|picked| scope.frame_reg(*picked)).collect();
            scope.steps.push(Step::OtherFrames { frame: *frame, slot: *slot, without, into });
            let pattern = scope.pattern(*left)?;
            scope.steps.push(Step::Reg(into, pattern));
        }
        Ok(())
    }

    /// The changes that the rule makes.
    pub(super) fn writes(&self, scope: &mut Scope<'_, '_>) -> Result<Vec<Write>, Problem> {
        let mut writes = Vec::new();
        for leaf in &self.mentioned.leaves {
            let Some(right) = leaf.right else { continue };
            let slot = scope.compiler.program.layout.cell(leaf.cell).slots.start;
            let expr = scope.leaf_expr(leaf.cell, leaf.left.term, right)?;
            writes.push(Write::Slot(leaf.frame, slot, expr));
        }
        for fragment in &self.mentioned.fragments {
            if let Some(right) = &fragment.right {
                let expr = scope.fragment_expr(fragment, right)?;
                let slots = fragment.slots.clone().into();
                writes.push(Write::Scatter(fragment.frame, slots, fragment.cell, expr));
            }
        }
        for (frame, slot, cell, in_front) in &self.mentioned.added {
            let expr = scope.new_cell(*cell)?;
            writes.push(Write::Add(*frame, *slot, *in_front, expr));
        }
        writes.extend(self.mentioned.removed.iter().map(|frame| Write::Remove(*frame)));
        Ok(writes)
    }
}
