//! Cells inside of terms.
//!
//! Some of the cells of one cell are a value: all places of that cell, of which those that are not
//! there hold an empty bag. So what a rule takes out of a configuration, what it writes down and
//! what it takes apart again look the same.

use k_syntax::{Term, TermId};

use super::Problem;
use super::cells::{Contents, Fragment};
use super::collection::Side;
use super::scope::Scope;
use super::uses;
use crate::expr::Expr;
use crate::pattern::{CellPart, CellsPattern, FrameId, Pattern, Place, Reg};
use crate::signature::CellId;
use crate::value::Value;

/// Cells that stand side by side in a term, and names for other cells there.
struct Beside {
    cells: Vec<TermId>,
    names: Vec<TermId>,
}

impl<'d> Scope<'_, 'd> {
    /// Cells as a value on the left.
    pub(super) fn cells_pattern(&mut self, id: TermId) -> Result<Pattern, Problem> {
        let Beside { cells, names } = self.beside(id, Side::Left);
        match (&cells[..], &names[..]) {
            ([], [name]) => self.pattern(*name),
            ([first, ..], _) => {
                let parent = self.parent_of(*first)?;
                self.fragment_pattern(parent, &cells, &names, false)
            }
            ([], []) => Ok(Pattern::Const(absent())),
            ([], [_, second, ..]) => {
                self.problem("cells are split into two unknown parts", *second)
            }
        }
    }

    /// Some cells of `parent`; if `open`, others may stand beside them.
    fn fragment_pattern(
        &mut self,
        parent: CellId,
        cells: &[TermId],
        names: &[TermId],
        open: bool,
    ) -> Result<Pattern, Problem> {
        let mut parts: Vec<CellPart> = Vec::new();
        for id in cells {
            let part = self.cell_part(parent, *id)?;
            if parts.iter().any(|known| known.places.start == part.places.start) {
                return self.problem("a cell is written twice", *id);
            }
            parts.push(part);
        }
        let rest = match names {
            [] if open => Some(Pattern::Any),
            [] => None,
            [name] => Some(self.pattern(*name)?),
            [_, second, ..] => {
                return self.problem("cells are split into two unknown parts", *second);
            }
        };
        Ok(Pattern::Cells(Box::new(CellsPattern { cell: parent, parts: parts.into(), rest })))
    }

    fn cell_part(&mut self, parent: CellId, id: TermId) -> Result<CellPart, Problem> {
        let Term::Cell { name, open_left, open_right, contents } = self.term(id) else {
            unreachable!("called for cells");
        };
        let cell = self.compiler.cell(name, self.span(id))?;
        let layout = &self.compiler.program.layout;
        if layout.cell(cell).parent != Some(parent) {
            let around = &layout.cell(parent).name;
            return self.problem(format!("the cell <{name}> is not in <{around}>"), id);
        }
        let start = layout.cell(parent).slots.start;
        let places = layout.outer_slots(cell);
        let places = places.start - start..places.end - start;
        let contents = Contents { term: *contents, open_left: *open_left, open_right: *open_right };
        let (is_many, is_leaf) = (layout.cell(cell).many.is_some(), self.is_leaf(cell));
        let pattern = self.contents_pattern(cell, contents)?;
        let place = match (is_many, is_leaf) {
            (true, true) => Place::OneLeaf,
            (true, false) => Place::One,
            (false, true) => Place::Leaf,
            (false, false) => Place::Inner(cell),
        };
        Ok(CellPart { places, place, pattern })
    }

    /// What stands in a cell of a term.
    fn contents_pattern(&mut self, cell: CellId, contents: Contents) -> Result<Pattern, Problem> {
        if self.is_leaf(cell) {
            let changes = uses::has_rewrite(&self.compiler.def.terms, contents.term);
            return self.leaf_pattern(cell, contents, changes.then_some(contents));
        }
        let Beside { cells, names } = self.beside(contents.term, Side::Left);
        match (&cells[..], &names[..]) {
            ([], [name]) => self.pattern(*name),
            _ => {
                let open = contents.open_left || contents.open_right;
                self.fragment_pattern(cell, &cells, &names, open)
            }
        }
    }

    /// Cells as a value: only what is written is there.
    pub(super) fn cells_expr(&mut self, id: TermId, side: Side) -> Result<Expr, Problem> {
        let Beside { cells, names } = self.beside(id, side);
        match (&cells[..], &names[..]) {
            ([], []) => Ok(Expr::Const(absent())),
            ([], [name]) => self.expr_of(*name, side),
            ([], [first, ..]) => self.problem("cells of unknown places cannot be joined", *first),
            ([first, ..], _) => {
                let parent = self.parent_of(*first)?;
                let count = self.compiler.program.layout.cell(parent).slots.len();
                let mut slots = vec![Expr::Const(absent()); count];
                self.fill(parent, &[id], side, &mut slots)?;
                Ok(Expr::Cells(parent, slots.into()))
            }
        }
    }

    /// A repeated cell that is added: what is not said is as in the configuration.
    pub(super) fn new_cell(&mut self, id: TermId) -> Result<Expr, Problem> {
        let Term::Cell { name, contents, .. } = self.term(id) else {
            return self.expr(id);
        };
        let cell = self.compiler.cell(name, self.span(id))?;
        let frame = self.frame_expr(cell, &[*contents], Side::Right)?;
        Ok(Expr::Cells(cell, frame.into()))
    }

    /// The cells of a term and the names of others, on one side.
    fn beside(&self, id: TermId, side: Side) -> Beside {
        let mut beside = Beside { cells: Vec::new(), names: Vec::new() };
        let mut todo = vec![id];
        while let Some(id) = todo.pop() {
            match self.term(id) {
                Term::Rewrite { left, right } => {
                    todo.push(if side == Side::Left { *left } else { *right });
                }
                Term::Bag(items) => todo.extend(items.iter().rev()),
                Term::Sequence(items) if items.is_empty() => {}
                Term::Cell { .. } => beside.cells.push(id),
                _ => beside.names.push(id),
            }
        }
        beside
    }

    /// The cell around a cell that is written in a term.
    fn parent_of(&self, id: TermId) -> Result<CellId, Problem> {
        let Term::Cell { name, .. } = self.term(id) else { unreachable!("called for cells") };
        let cell = self.compiler.cell(name, self.span(id))?;
        match self.compiler.program.layout.cell(cell).parent {
            Some(parent) => Ok(parent),
            None => self.problem("the outermost cell cannot stand in a term", id),
        }
    }

    fn is_leaf(&self, cell: CellId) -> bool {
        self.compiler.program.layout.cell(cell).children.is_empty()
    }

    /// The slots of a cell: from what is written in it, and from the configuration.
    fn frame_expr(
        &mut self,
        cell: CellId,
        contents: &[TermId],
        side: Side,
    ) -> Result<Vec<Expr>, Problem> {
        let mut slots: Vec<Expr> = self.compiler.configuration.defaults(cell);
        self.fill(cell, contents, side, &mut slots)?;
        Ok(slots)
    }

    /// Puts what is written into the slots of a cell.
    fn fill(
        &mut self,
        cell: CellId,
        contents: &[TermId],
        side: Side,
        slots: &mut [Expr],
    ) -> Result<(), Problem> {
        let offset = self.compiler.program.layout.cell(cell).slots.start;
        let mut todo: Vec<(CellId, TermId)> = contents.iter().map(|id| (cell, *id)).collect();
        while let Some((cell, id)) = todo.pop() {
            let info = self.compiler.program.layout.cell(cell);
            match self.term(id) {
                Term::Rewrite { left, right } if !info.children.is_empty() => {
                    todo.push((cell, if side == Side::Left { *left } else { *right }));
                }
                _ if info.children.is_empty() => {
                    slots[info.slots.start - offset] = self.leaf_in_term(cell, id, side)?;
                }
                Term::Sequence(items) if items.is_empty() => {}
                Term::Bag(items) => todo.extend(items.iter().map(|item| (cell, *item))),
                Term::Cell { name, contents, .. } => {
                    let inner = self.compiler.cell(name, self.span(id))?;
                    match self.compiler.program.layout.cell(inner).many.clone() {
                        None => {
                            self.fill_defaults(inner, offset, slots);
                            todo.push((inner, *contents));
                        }
                        Some(many) => {
                            let frame = self.frame_expr(inner, &[*contents], side)?;
                            let slot = &mut slots[many.slot - offset];
                            let others = std::mem::replace(slot, Expr::Bag(Box::default()));
                            let more = Expr::Cells(inner, frame.into());
                            *slot = Expr::Bag(Box::new([others, more]));
                        }
                    }
                }
                _ => {
                    let whole = self.expr_of(id, side)?;
                    for (nth, slot) in info.slots.clone().enumerate() {
                        let place = &mut slots[slot - offset];
                        let otherwise = std::mem::replace(place, Expr::Bag(Box::default()));
                        *place = Expr::Part(Box::new([whole.clone(), otherwise]), nth);
                    }
                }
            }
        }
        Ok(())
    }

    /// A cell that is there has all its parts, whatever is written in it.
    fn fill_defaults(&self, inner: CellId, offset: usize, slots: &mut [Expr]) {
        let range = self.compiler.program.layout.cell(inner).slots.clone();
        for (slot, default) in range.zip(self.compiler.configuration.defaults(inner)) {
            slots[slot - offset] = default;
        }
    }

    /// What a leaf of a term holds.
    fn leaf_in_term(&mut self, cell: CellId, id: TermId, side: Side) -> Result<Expr, Problem> {
        let contents = Contents { term: id, open_left: false, open_right: false };
        match side {
            Side::Right => self.leaf_expr(cell, id, contents),
            Side::Left => self.expr_of(id, side),
        }
    }

    /// What stands in some slots of a cell afterwards, as one value.
    pub(super) fn fragment_expr(
        &mut self,
        fragment: &Fragment,
        right: &[TermId],
    ) -> Result<Expr, Problem> {
        let slots = self.frame_expr(fragment.cell, right, Side::Right)?;
        Ok(Expr::Cells(fragment.cell, slots.into()))
    }

    /// The register that numbers a frame in its bag.
    pub(super) fn frame_reg(&self, frame: FrameId) -> Reg {
        self.frames[frame.index() - 1].index
    }
}

/// What stands in the place of a cell that is not there.
fn absent() -> Value {
    Value::Bag(triomphe::Arc::default())
}
