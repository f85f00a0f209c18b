//! What stands in a leaf, with its dots: matched on the left, put together again on the right.

use k_syntax::{Term, TermId};

use super::Problem;
use super::cells::Contents;
use super::collection::{Part, Patchable, Side};
use super::right::sequence;
use super::scope::Scope;
use super::uses;
use crate::expr::Expr;
use crate::pattern::{Pattern, Reg};
use crate::signature::{Builtin, CellId};
use crate::value::Value;

/// The dots of a leaf: registers for what they stand for.
pub(super) type Dots = (Option<Reg>, Option<Reg>);

impl<'d> Scope<'_, 'd> {
    /// The pattern of what stands in a leaf, with a register for its dots. The right side is that
    /// of a leaf that changes.
    pub(super) fn leaf_pattern(
        &mut self,
        cell: CellId,
        left: Contents,
        right: Option<Contents>,
    ) -> Result<Pattern, Problem> {
        let kind = self.compiler.configuration.kind(cell);
        let open = left.open_left || left.open_right;
        match kind {
            _ if open && right.is_none() && self.is_nothing(left.term) => Ok(Pattern::Any),
            Some(kind @ (Builtin::Map | Builtin::Set | Builtin::List)) if open => {
                self.open_collection(kind, left, right)
            }
            _ if left.open_left => self.problem(
                "the items in front of a computation cannot be left open: write the first one",
                left.term,
            ),
            Some(Builtin::K) | None if left.open_right => {
                self.open_computation(left, right.is_some())
            }
            Some(Builtin::K) => match self.term(left.term) {
                Term::Rewrite { .. } => {
                    self.sequence_pattern(&[left.term], Pattern::Const(Value::Empty))
                }
                _ => self.pattern(left.term),
            },
            _ => self.pattern(left.term),
        }
    }

    /// Whether nothing is written: `<cell>...</cell>`.
    fn is_nothing(&self, id: TermId) -> bool {
        match self.term(id) {
            Term::Sequence(items) | Term::Bag(items) => items.is_empty(),
            _ => false,
        }
    }

    /// A map, set or list of which only some elements are written.
    fn open_collection(
        &mut self,
        kind: Builtin,
        left: Contents,
        right: Option<Contents>,
    ) -> Result<Pattern, Problem> {
        let patched = kind == Builtin::Map && self.can_patch(left, right);
        let unseen = right.is_none() || patched;
        let mut dots = |open: bool| match (open, unseen) {
            (false, _) => None,
            (true, true) => Some(Part::Unseen),
            (true, false) => Some(Part::Dots(self.new_reg())),
        };
        // Maps and sets have no ends, so one rest is enough.
        let sides = match kind {
            Builtin::List => (dots(left.open_left), dots(left.open_right)),
            _ => (dots(true), None),
        };
        let reg_of = |part: Option<Part>| match part {
            Some(Part::Dots(reg)) => Some(reg),
            _ => None,
        };
        self.dots.insert(left.term, (reg_of(sides.0), reg_of(sides.1)));
        if right.is_none() && self.parts(left.term, Side::Left).is_empty() {
            return Ok(Pattern::Any);
        }
        Ok(Pattern::Bind(self.await_contents(left.term, kind, sides)))
    }

    /// The first items of a computation.
    fn open_computation(&mut self, left: Contents, changes: bool) -> Result<Pattern, Problem> {
        let rest = if changes {
            let reg = self.new_reg();
            self.dots.insert(left.term, (None, Some(reg)));
            self.bind_pattern(reg)
        } else {
            Pattern::Any
        };
        match self.term(left.term) {
            Term::Sequence(items) => self.sequence_pattern(items, rest),
            _ => self.sequence_pattern(&[left.term], rest),
        }
    }

    /// Whether a map is changed entry by entry.
    fn can_patch(&self, left: Contents, right: Option<Contents>) -> bool {
        let Some(right) = right.filter(|right| right.term == left.term) else {
            return false;
        };
        let elements =
            |side| self.parts(right.term, side).iter().all(|part| matches!(part, Part::Element(_)));
        elements(Side::Left) && elements(Side::Right)
    }

    /// What a leaf holds afterwards; `left` is what stood there.
    pub(super) fn leaf_expr(
        &mut self,
        cell: CellId,
        left: TermId,
        right: Contents,
    ) -> Result<Expr, Problem> {
        if let Some(patch) = self.patches.get(&right.term).cloned() {
            return self.patch_expr(right.term, &patch);
        }
        let (left_dots, right_dots) = self.dots.get(&left).copied().unwrap_or((None, None));
        match self.compiler.configuration.kind(cell) {
            Some(kind @ (Builtin::Map | Builtin::Set | Builtin::List)) => {
                let parts = self.parts(right.term, Side::Right);
                let dots = |reg: Option<Reg>| reg.map(Part::Dots);
                let parts: Vec<Part> =
                    dots(left_dots).into_iter().chain(parts).chain(dots(right_dots)).collect();
                self.join(kind, &parts, Side::Right)
            }
            _ => {
                let whole = self.expr(right.term)?;
                Ok(match right_dots {
                    None => whole,
                    Some(rest) => with_rest(whole, rest),
                })
            }
        }
    }

    /// The map of a cell with the entries that change.
    fn patch_expr(&mut self, contents: TermId, patch: &Patchable) -> Result<Expr, Problem> {
        let right = self.parts(contents, Side::Right);
        let stays = |id: TermId| right.contains(&Part::Element(id));
        let mut without = Vec::new();
        let mut entries = Vec::new();
        for (id, found) in &patch.found {
            let [key, value] = self.element_args(*id)[..] else { continue };
            let terms = &self.compiler.def.terms;
            let (new_key, new_value) =
                (uses::has_rewrite(terms, key), uses::has_rewrite(terms, value));
            if !stays(*id) || new_key {
                without.push(*found);
            }
            if stays(*id) && !new_key && new_value {
                entries.push((Expr::Reg(*found), self.expr(value)?));
            }
            if stays(*id) && new_key {
                entries.push((self.expr(key)?, self.expr(value)?));
            }
        }
        for part in &right {
            let Part::Element(id) = part else { continue };
            if patch.found.iter().all(|(known, _)| known != id) {
                let [key, value] = self.element_args(*id)[..] else { continue };
                entries.push((self.expr(key)?, self.expr(value)?));
            }
        }
        Ok(Expr::Patch { map: patch.map, without: without.into(), entries: entries.into() })
    }
}

/// A computation with what comes behind it.
pub(super) fn with_rest(whole: Expr, rest: Reg) -> Expr {
    match whole {
        Expr::Const(Value::Empty) => Expr::Reg(rest),
        Expr::Seq(items) => {
            let mut items = items.into_vec();
            items.push(Expr::Reg(rest));
            Expr::Seq(items.into())
        }
        item => sequence(vec![item, Expr::Reg(rest)]),
    }
}
