//! Patterns: the left-hand sides of rules.

use k_syntax::{Term, TermId, VariableKind};

use super::scope::Scope;
use super::{Problem, label_id, sort_id};
use crate::pattern::{Pattern, Reg};
use crate::role::Role;
use crate::signature::{Builtin, SortId};
use crate::value::Value;

impl<'d> Scope<'_, 'd> {
    /// What a value must look like to match the left side of a term.
    pub(super) fn pattern(&mut self, id: TermId) -> Result<Pattern, Problem> {
        match self.term(id) {
            Term::Rewrite { left, .. } => self.pattern(*left),
            Term::Variable { name, sort, kind } => self.variable(name, sort_id(*sort), *kind, id),
            Term::Token { text, sort } => {
                Ok(Pattern::Const(self.compiler.token(text, sort_id(*sort), self.span(id))?))
            }
            Term::Apply { label, args } => self.apply_pattern(id, label_id(*label), args),
            Term::Sequence(items) => self.sequence_pattern(items, Pattern::Const(Value::Empty)),
            Term::Cast { term, .. } => self.pattern(*term),
            Term::As { pattern, alias } => {
                let inner = self.pattern(*pattern)?;
                let Term::Variable { name, .. } = self.term(*alias) else {
                    return self.problem("only a variable can name a pattern", *alias);
                };
                let reg = self.reg_of(name);
                self.bind(reg);
                Ok(Pattern::As(reg, Box::new(inner)))
            }
            Term::Cell { .. } | Term::Bag(_) => self.cells_pattern(id),
        }
    }

    /// The items of a computation with what comes behind them.
    pub(super) fn sequence_pattern(
        &mut self,
        items: &[TermId],
        behind: Pattern,
    ) -> Result<Pattern, Problem> {
        let items = self.left_items(items);
        let mut patterns = Vec::new();
        for (nth, item) in items.iter().enumerate() {
            let is_last = nth + 1 == items.len();
            let closed = matches!(behind, Pattern::Const(Value::Empty));
            if is_last && closed && self.is_computation(*item) {
                let rest = self.pattern(*item)?;
                return Ok(Pattern::Seq(patterns.into(), Box::new(rest)));
            }
            patterns.push(self.pattern(*item)?);
        }
        Ok(Pattern::Seq(patterns.into(), Box::new(behind)))
    }

    /// The items of a computation on the left side, flat.
    fn left_items(&self, items: &[TermId]) -> Vec<TermId> {
        let mut flat = Vec::new();
        let mut todo: Vec<TermId> = items.iter().rev().copied().collect();
        while let Some(item) = todo.pop() {
            match self.term(item) {
                Term::Rewrite { left, .. } => todo.push(*left),
                Term::Sequence(inner) => todo.extend(inner.iter().rev()),
                _ => flat.push(item),
            }
        }
        flat
    }

    /// Whether a term stands for a computation of any length.
    fn is_computation(&self, id: TermId) -> bool {
        match self.term(id) {
            Term::Variable { sort, .. } => {
                let info = self.compiler.program.signature.sort_info(sort_id(*sort));
                info.builtin == Some(Builtin::K)
            }
            _ => false,
        }
    }

    fn variable(
        &mut self,
        name: &'d str,
        sort: SortId,
        kind: VariableKind,
        id: TermId,
    ) -> Result<Pattern, Problem> {
        match kind {
            VariableKind::Plain | VariableKind::Anonymous => {}
            VariableKind::Fresh | VariableKind::Exists | VariableKind::Config => {
                return self.problem("a variable of this kind cannot be matched", id);
            }
        }
        let everything = self.compiler.program.signature.sort_info(sort).builtin
            == Some(Builtin::K)
            || self.is_bag_sort(sort)
            || self.unsorted == Some(name);
        if self.is_unused(name) {
            return Ok(if everything { Pattern::Any } else { Pattern::OfSort(sort) });
        }
        let reg = self.reg_of(name);
        if self.is_bound(reg) {
            return Ok(Pattern::Same(reg));
        }
        self.bind(reg);
        Ok(if everything { Pattern::Bind(reg) } else { Pattern::BindSort(reg, sort) })
    }

    /// Whether values of a sort are cells, which have no sort at run time.
    pub(super) fn is_bag_sort(&self, sort: SortId) -> bool {
        let name = &self.compiler.program.signature.sort_info(sort).name;
        let ends = ["Cell", "CellFragment", "CellMap", "CellSet", "CellList", "CellBag"];
        name == "Bag" || ends.iter().any(|end| name.ends_with(end))
    }

    fn apply_pattern(
        &mut self,
        id: TermId,
        label: crate::signature::LabelId,
        args: &'d [TermId],
    ) -> Result<Pattern, Problem> {
        match self.compiler.role(label) {
            Role::Constructor | Role::Anywhere(_) => {
                if args.is_empty() {
                    return Ok(Pattern::Const(Value::Leaf(label)));
                }
                let args: Vec<Pattern> =
                    args.iter().map(|arg| self.pattern(*arg)).collect::<Result<_, _>>()?;
                Ok(Pattern::Node(label, args.into()))
            }
            Role::Collection(_) => {
                let reg = self.await_collection(id)?;
                Ok(Pattern::Bind(reg))
            }
            Role::Function(_)
            | Role::Hook(_)
            | Role::And
            | Role::Or
            | Role::If
            | Role::HasSort(_)
            | Role::Token(_)
            | Role::Missing => {
                let name = &self.compiler.program.signature.label_info(label).name;
                self.problem(format!("the function `{name}` cannot be matched on the left"), id)
            }
        }
    }

    /// A register for what a term matches, and a step that fills it.
    pub(super) fn bind_pattern(&mut self, reg: Reg) -> Pattern {
        self.bind(reg);
        Pattern::Bind(reg)
    }
}
