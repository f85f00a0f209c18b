//! Claims: what programs are said to come to, compiled.

use source::Span;

use crate::expr::Expr;
use crate::pattern::Reg;
use crate::program::Rule;
use crate::signature::{CellId, SortId};

/// That every path from the configurations on the left comes to one on the right, if it ends.
#[derive(Clone, Debug)]
pub struct Claim {
    /// Its label; empty without one.
    pub name: String,
    /// Where it stands.
    pub span: Span,
    /// Whether it is taken for granted.
    pub trusted: bool,
    /// The claims that alone may be used in its proof; all if it names none.
    pub depends: Option<Vec<String>>,
    /// How many registers its sides need.
    pub(crate) regs: usize,
    /// The variables that may have any value, with their sorts.
    pub(crate) variables: Vec<(String, Reg, SortId)>,
    /// The variables `?X`, of which some value must do.
    pub(crate) exists: Vec<(String, Reg, SortId)>,
    /// What the dots of cells stand for, with the cell.
    pub(crate) dots: Vec<(Reg, CellId)>,
    /// What the cells that it mentions hold at first and at the end.
    pub(crate) cells: Vec<ClaimCell>,
    pub(crate) requires: Option<Expr>,
    pub(crate) ensures: Option<Expr>,
    /// The claim as a rule.
    pub(crate) applied: AppliedClaim,
}

/// A cell of a claim.
#[derive(Clone, Debug)]
pub(crate) struct ClaimCell {
    pub(crate) cell: CellId,
    pub(crate) slot: usize,
    pub(crate) left: Expr,
    pub(crate) right: Expr,
}

/// A claim that is used like a rule.
#[derive(Clone, Debug)]
pub(crate) struct AppliedClaim {
    /// What it matches, under which condition, and what it writes.
    pub(crate) rule: Rule,
    /// The variables `?X`.
    pub(crate) exists: Vec<(String, Reg, SortId)>,
    /// What may be assumed of the result.
    pub(crate) ensures: Option<Expr>,
}
