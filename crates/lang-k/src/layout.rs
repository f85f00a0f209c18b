//! Where the cells of a configuration are kept.
//!
//! Cells that are there exactly once need no structure at run time: all of them that lie in one
//! another form a *frame*, and each leaf has a *slot* in it. A cell that may be missing or repeated
//! takes one slot in the frame around it, which holds a bag of frames of its own. The cells inside
//! any cell lie side by side, so the contents of a cell are a range of slots.

use std::ops::Range;

use crate::signature::CellId;
use crate::value::{Args, Value};

/// A cell of the configuration.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CellInfo {
    /// The name between the angle brackets.
    pub name: String,
    /// The cell around it.
    pub parent: Option<CellId>,
    /// The root of the frame that holds it: the cell itself, for a root.
    pub frame: CellId,
    /// The slots of its contents, in its frame.
    pub slots: Range<usize>,
    /// The cells inside; empty for a leaf.
    pub children: Vec<CellId>,
    /// For a cell that may be missing or repeated: its slot in the frame around it.
    pub many: Option<Many>,
}

/// A cell that may be missing or repeated.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Many {
    /// The slot of its bag, in the frame around it.
    pub slot: usize,
    /// Whether there may be several.
    pub repeated: bool,
}

/// A cell to lay out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    /// The name between the angle brackets.
    pub name: String,
    /// How often it may be there.
    pub times: Times,
    /// The cells inside; none for a leaf.
    pub children: Vec<Plan>,
}

/// How often a cell may be there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Times {
    /// Once.
    Once,
    /// Once or not at all.
    Optional,
    /// Any number of times.
    Repeated,
}

/// All cells of a configuration. The first one is the outermost.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Layout {
    cells: Vec<CellInfo>,
    /// Number of slots of each frame, by its root.
    sizes: Vec<usize>,
}

impl Layout {
    /// Lays out a tree of cells. The outermost cell is there once.
    #[must_use]
    pub fn new(plan: &Plan) -> Layout {
        let mut layout = Layout::default();
        layout.add(plan, None, CellId::new(0));
        layout
    }

    fn add(&mut self, plan: &Plan, parent: Option<CellId>, around: CellId) -> CellId {
        let id = CellId::new(self.cells.len());
        let is_root = parent.is_none() || plan.times != Times::Once;
        let frame = if is_root { id } else { around };
        let many = (is_root && parent.is_some()).then(|| {
            let slot = self.take_slot(around);
            Many { slot, repeated: plan.times == Times::Repeated }
        });
        self.sizes.push(0);
        let (name, children) = (plan.name.clone(), Vec::new());
        let slots = 0..0;
        self.cells.push(CellInfo { name, parent, frame, slots, children, many });
        let start = self.sizes[frame.index()];
        if plan.children.is_empty() {
            self.take_slot(frame);
        }
        let children = plan.children.iter().map(|child| self.add(child, Some(id), frame)).collect();
        let cell = &mut self.cells[id.index()];
        cell.children = children;
        cell.slots = start..self.sizes[frame.index()];
        id
    }

    fn take_slot(&mut self, frame: CellId) -> usize {
        let size = &mut self.sizes[frame.index()];
        *size += 1;
        *size - 1
    }

    /// The outermost cell.
    #[must_use]
    pub fn top(&self) -> CellId {
        CellId::new(0)
    }

    /// What is known of a cell.
    #[must_use]
    pub fn cell(&self, cell: CellId) -> &CellInfo {
        &self.cells[cell.index()]
    }

    /// The cell of this name.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<CellId> {
        self.cells.iter().position(|cell| cell.name == name).map(CellId::new)
    }

    /// All cells, outer ones before inner ones.
    pub fn iter(&self) -> impl Iterator<Item = (CellId, &CellInfo)> {
        self.cells.iter().enumerate().map(|(index, cell)| (CellId::new(index), cell))
    }

    /// The number of slots of the frame of a root.
    #[must_use]
    pub fn size(&self, root: CellId) -> usize {
        self.sizes[root.index()]
    }

    /// The slots of the frame around that a cell takes there: its contents, or its bag.
    #[must_use]
    pub fn outer_slots(&self, cell: CellId) -> Range<usize> {
        let info = self.cell(cell);
        info.many.as_ref().map_or(info.slots.clone(), |many| many.slot..many.slot + 1)
    }

    /// The part of a frame that a cell has, as a value.
    #[must_use]
    pub fn contents(&self, cell: CellId, frame: &[Value]) -> Value {
        let info = self.cell(cell);
        if info.children.is_empty() {
            return frame[info.slots.start].clone();
        }
        Value::Cells(cell, Args::from(frame[info.slots.clone()].to_vec()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(name: &str, times: Times, children: Vec<Plan>) -> Plan {
        Plan { name: name.to_owned(), times, children }
    }

    #[test]
    fn cells_inside_a_cell_lie_side_by_side() {
        let leaf = |name| plan(name, Times::Once, Vec::new());
        let thread = plan("thread", Times::Repeated, vec![leaf("k"), leaf("holds")]);
        let layout = Layout::new(&plan(
            "T",
            Times::Once,
            vec![
                plan("threads", Times::Once, vec![thread]),
                leaf("out"),
                plan("note", Times::Optional, Vec::new()),
            ],
        ));
        let cell = |name| layout.cell(layout.find(name).expect("laid out"));
        assert_eq!(layout.size(layout.top()), 3);
        assert_eq!(cell("T").slots, 0..3);
        assert_eq!((cell("threads").slots.clone(), cell("out").slots.clone()), (0..1, 1..2));
        assert_eq!(cell("thread").many, Some(Many { slot: 0, repeated: true }));
        assert_eq!((cell("k").slots.clone(), cell("holds").slots.clone()), (0..1, 1..2));
        assert_eq!(cell("k").frame, layout.find("thread").expect("laid out"));
        assert_eq!(cell("note").many, Some(Many { slot: 2, repeated: false }));
    }
}
