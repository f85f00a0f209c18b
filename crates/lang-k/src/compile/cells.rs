//! Cells of a rule: which frames it mentions, and what it says of their slots.
//!
//! A rule mentions the cells that matter to it. Cells that may be repeated, and that a rule needs
//! but does not write, are supplied here: loose cells of one frame belong to the same frame, and a
//! second cell of the same name begins another one.

use k_syntax::definition::CellContents;
use k_syntax::{Term, TermId};
use rustc_hash::FxHashSet;

use super::{Compiler, Problem};
use crate::pattern::{FrameId, ListPlace};
use crate::signature::CellId;

/// What stands in a leaf, on one side.
#[derive(Clone, Copy, Debug)]
pub(super) struct Contents {
    pub(super) term: TermId,
    pub(super) open_left: bool,
    pub(super) open_right: bool,
}

/// A leaf that a rule mentions.
#[derive(Clone, Copy, Debug)]
pub(super) struct Leaf {
    pub(super) frame: FrameId,
    pub(super) cell: CellId,
    pub(super) left: Contents,
    /// What it holds afterwards, if that changes.
    pub(super) right: Option<Contents>,
}

/// All cells inside a cell that a rule does not mention, under one name.
#[derive(Clone, Debug)]
pub(super) struct Fragment {
    pub(super) frame: FrameId,
    pub(super) cell: CellId,
    pub(super) slots: Vec<usize>,
    pub(super) left: Option<TermId>,
    /// What stands there afterwards, if that changes: cells, or a name for some.
    pub(super) right: Option<Vec<TermId>>,
}

/// A frame that a rule mentions.
#[derive(Clone, Debug)]
pub(super) struct Frame {
    pub(super) root: CellId,
    pub(super) outer: FrameId,
    /// Where it must be in a list of cells.
    pub(super) place: Option<ListPlace>,
    /// Whether its root is written in the rule.
    explicit: bool,
    /// Loose cells that were put into it.
    used: FxHashSet<CellId>,
}

/// Everything that a rule says of cells.
#[derive(Debug, Default)]
pub(super) struct Mentioned {
    pub(super) leaves: Vec<Leaf>,
    pub(super) fragments: Vec<Fragment>,
    /// All frames but the outermost.
    pub(super) frames: Vec<Frame>,
    pub(super) removed: Vec<FrameId>,
    /// Cells to add: the frame around, the slot of the bag, the cell, and whether it comes in front.
    pub(super) added: Vec<(FrameId, usize, TermId, bool)>,
    /// Bags that hold exactly so many cells.
    pub(super) counts: Vec<(FrameId, usize, usize)>,
    /// The other cells of a bag under a name.
    pub(super) others: Vec<(FrameId, usize, Vec<FrameId>, TermId)>,
}

/// Walks the cells of one rule.
pub(super) struct Walk<'c, 'd> {
    pub(super) compiler: &'c Compiler<'d>,
    pub(super) found: Mentioned,
}

/// What was found among the items of a cell.
#[derive(Default)]
struct Items {
    mentioned: FxHashSet<CellId>,
    /// Frames of repeated cells, with the slot of their bag.
    picked: Vec<(usize, FrameId)>,
    /// What the rest is called, and what it becomes.
    rest: Option<(Option<TermId>, Vec<TermId>)>,
}

impl Compiler<'_> {
    /// Whether the order of the cells with this name counts: `type="List"`.
    fn is_list_cell(&self, cell: CellId) -> bool {
        self.is_list(&self.program.layout.cell(cell).name)
    }

    /// The same for a cell that a rule writes.
    fn is_in_list(&self, id: TermId) -> bool {
        matches!(self.def.terms.get(id), Term::Cell { name, .. } if self.is_list(name))
    }

    fn is_list(&self, name: &str) -> bool {
        let mut todo = vec![&self.def.configuration];
        while let Some(cell) = todo.pop() {
            if cell.name == name {
                return cell.attributes.value("type") == Some("List");
            }
            if let CellContents::Cells(inner) = &cell.contents {
                todo.extend(inner);
            }
        }
        false
    }
}

impl<'d> Walk<'_, 'd> {
    fn term(&self, id: TermId) -> &'d Term {
        self.compiler.def.terms.get(id)
    }

    /// The items of a bag, flat.
    fn items(&self, id: TermId) -> Vec<TermId> {
        let mut flat = Vec::new();
        let mut todo = vec![id];
        while let Some(id) = todo.pop() {
            match self.term(id) {
                Term::Bag(items) => todo.extend(items.iter().rev()),
                Term::Sequence(items) if items.is_empty() => {}
                _ => flat.push(id),
            }
        }
        flat
    }

    /// Walks what stands at the top of a rule.
    pub(super) fn top(&mut self, id: TermId) -> Result<(), Problem> {
        self.tops(&[id])
    }

    /// The same for cells side by side.
    pub(super) fn tops(&mut self, ids: &[TermId]) -> Result<(), Problem> {
        let top = self.compiler.program.layout.top();
        let items: Vec<TermId> = ids.iter().flat_map(|id| self.items(*id)).collect();
        self.inside(&items, FrameId::TOP, top, true)
    }

    /// Walks what stands inside a cell; `open` if more may stand there.
    fn inside(
        &mut self,
        ids: &[TermId],
        frame: FrameId,
        parent: CellId,
        open: bool,
    ) -> Result<(), Problem> {
        let mut items = Items::default();
        for id in ids {
            match self.term(*id) {
                Term::Rewrite { left, right } => {
                    let (left, right) = (self.items(*left), self.items(*right));
                    self.rewrite(&left, &right, frame, &mut items)?;
                }
                Term::Cell { .. } => {
                    self.cell(*id, None, frame, &mut items)?;
                }
                _ if items.rest.is_some() => return Err(self.second_rest(*id)),
                _ => items.rest = Some((Some(*id), vec![*id])),
            }
        }
        self.rest_of(items, frame, parent, open);
        Ok(())
    }

    /// In a list of cells those that stand at one end of what a rule writes are at that end of the list.
    fn order_list(&mut self, (open_left, open_right): (bool, bool), from: usize, parent: FrameId) {
        if open_left && open_right {
            return;
        }
        let compiler = self.compiler;
        let own = self.found.frames[from..].iter_mut().filter(|frame| {
            frame.explicit && frame.outer == parent && compiler.is_list_cell(frame.root)
        });
        let own: Vec<&mut Frame> = own.collect();
        let count = own.len();
        for (nth, frame) in own.into_iter().enumerate() {
            frame.place = Some(match open_left {
                true => ListPlace::Back(count - 1 - nth),
                false => ListPlace::Front(nth),
            });
        }
    }

    fn second_rest(&self, id: TermId) -> Problem {
        source::Diagnostic::error("the other cells of a cell have one name already")
            .at(self.compiler.def.terms.span(id), "this is a second one")
            .into()
    }

    /// Cells that change as a whole.
    fn rewrite(
        &mut self,
        left: &[TermId],
        right: &[TermId],
        frame: FrameId,
        items: &mut Items,
    ) -> Result<(), Problem> {
        let mut right: Vec<TermId> = right.to_vec();
        let is_cell = |id: &TermId| matches!(self.term(*id), Term::Cell { .. });
        if left.iter().all(is_cell) && !left.is_empty() && right.iter().any(|id| !is_cell(id)) {
            return self.replace(left, &right, frame, items);
        }
        let mut name = None;
        for id in left {
            let Term::Cell { name, .. } = self.term(*id) else {
                name = Some(*id);
                continue;
            };
            let same = right.iter().position(
                |other| matches!(self.term(*other), Term::Cell { name: other, .. } if other == name),
            );
            let partner = same.map(|at| right.remove(at));
            let met = self.cell(*id, partner, frame, items)?;
            if partner.is_none() {
                self.found.removed.push(met);
            }
        }
        let is_cell = |id: &TermId| matches!(self.term(*id), Term::Cell { .. });
        if name.is_some() || !right.iter().all(is_cell) {
            items.rest = Some((name, right));
            return Ok(());
        }
        for id in right {
            if let Term::Cell { name, .. } = self.term(id) {
                self.add(id, name, frame)?;
            }
        }
        Ok(())
    }

    /// Cells that become what a name stands for: `(<a> _ </a> => A)`.
    fn replace(
        &mut self,
        left: &[TermId],
        right: &[TermId],
        frame: FrameId,
        items: &mut Items,
    ) -> Result<(), Problem> {
        for id in left {
            let Term::Cell { name, .. } = self.term(*id) else { continue };
            let span = self.compiler.def.terms.span(*id);
            let cell = self.compiler.cell(name, span)?;
            let layout = &self.compiler.program.layout;
            let Some(parent) = layout.cell(cell).parent else {
                let what = format!("the cell <{name}> cannot be replaced as a whole");
                return Err(source::Diagnostic::error(what).at(span, "").into());
            };
            let slots = layout.outer_slots(cell).collect();
            self.cell(*id, None, frame, items)?;
            let frame = self.frame_of(parent, frame);
            let right = Some(right.to_vec());
            self.found.fragments.push(Fragment { frame, cell: parent, slots, left: None, right });
        }
        Ok(())
    }

    fn add(&mut self, id: TermId, name: &str, frame: FrameId) -> Result<(), Problem> {
        let span = self.compiler.def.terms.span(id);
        let cell = self.compiler.cell(name, span)?;
        let info = self.compiler.program.layout.cell(cell);
        let Some((many, parent)) = info.many.as_ref().zip(info.parent) else {
            let what = format!("the cell <{name}> is there once: it cannot be added");
            return Err(source::Diagnostic::error(what).at(span, "").into());
        };
        let outer = self.frame_of(parent, frame);
        // A cell that is there at most once can be added where it is missing only.
        if !many.repeated {
            self.found.counts.push((outer, many.slot, 0));
        }
        self.found.added.push((outer, many.slot, id, false));
        Ok(())
    }

    /// A cell with what replaces it. Returns the frame that it is in, or that it is.
    fn cell(
        &mut self,
        id: TermId,
        partner: Option<TermId>,
        frame: FrameId,
        items: &mut Items,
    ) -> Result<FrameId, Problem> {
        let Term::Cell { name, open_left, open_right, contents } = self.term(id) else {
            unreachable!("called for cells");
        };
        let cell = self.compiler.cell(name, self.compiler.def.terms.span(id))?;
        items.mentioned.insert(cell);
        let info = self.compiler.program.layout.cell(cell);
        let frame = match &info.many {
            Some(many) => {
                let parent = info.parent.expect("the outermost cell is there once");
                let outer = self.frame_of(parent, frame);
                let own = self.new_frame(cell, outer, true);
                items.picked.push((many.slot, own));
                own
            }
            None => self.frame_of(cell, frame),
        };
        let (open_left, open_right) = (*open_left, *open_right);
        let left = Contents { term: *contents, open_left, open_right };
        if info.children.is_empty() {
            let right = self.right_of(partner, left);
            self.found.leaves.push(Leaf { frame, cell, left, right });
            return Ok(frame);
        }
        let open = open_left || open_right;
        let (added, frames) = (self.found.added.len(), self.found.frames.len());
        match partner.map(|partner| self.term(partner)) {
            Some(Term::Cell { contents: other, .. }) => {
                let (left, right) = (self.items(*contents), self.items(*other));
                let mut inner = Items::default();
                self.rewrite(&left, &right, frame, &mut inner)?;
                self.rest_of(inner, frame, cell, open);
            }
            _ => {
                let inner = self.items(*contents);
                self.inside(&inner, frame, cell, open)?;
            }
        }
        self.order_list((open_left, open_right), frames, frame);
        if open_right && !open_left {
            for (_, _, id, in_front) in &mut self.found.added[added..] {
                *in_front = self.compiler.is_in_list(*id);
            }
        }
        Ok(frame)
    }

    /// What a leaf holds afterwards, if that changes.
    fn right_of(&self, partner: Option<TermId>, left: Contents) -> Option<Contents> {
        match partner.map(|partner| self.term(partner)) {
            Some(Term::Cell { contents, open_left, open_right, .. }) => {
                Some(Contents { term: *contents, open_left: *open_left, open_right: *open_right })
            }
            _ => super::uses::has_rewrite(&self.compiler.def.terms, left.term).then_some(left),
        }
    }

    /// What a rule says of the cells inside a cell that it does not mention.
    fn rest_of(&mut self, items: Items, frame: FrameId, parent: CellId, open: bool) {
        let layout = &self.compiler.program.layout;
        let children = &layout.cell(parent).children;
        let unmentioned = children.iter().filter(|child| !items.mentioned.contains(child));
        let slots: Vec<usize> = unmentioned.flat_map(|child| layout.outer_slots(*child)).collect();
        match items.rest {
            Some((Some(left), _)) if slots.is_empty() && !items.picked.is_empty() => {
                let slot = items.picked[0].0;
                let picked = items.picked.iter().map(|(_, frame)| *frame).collect();
                self.found.others.push((frame, slot, picked, left));
            }
            Some((left, right)) => {
                let right =
                    Some(right).filter(|right| right[..] != left.into_iter().collect::<Vec<_>>());
                self.found.fragments.push(Fragment { frame, cell: parent, slots, left, right });
            }
            None if !open => {
                for child in children {
                    if let Some(many) = &layout.cell(*child).many {
                        let count = items.picked.iter().filter(|(slot, _)| *slot == many.slot);
                        self.found.counts.push((frame, many.slot, count.count()));
                    }
                }
            }
            None => {}
        }
    }

    fn new_frame(&mut self, root: CellId, outer: FrameId, explicit: bool) -> FrameId {
        let used = FxHashSet::default();
        self.found.frames.push(Frame { root, outer, explicit, place: None, used });
        FrameId(u32::try_from(self.found.frames.len()).expect("a rule is short"))
    }

    /// The frame that a cell written inside `around` is in.
    pub(super) fn frame_of(&mut self, cell: CellId, around: FrameId) -> FrameId {
        let layout = &self.compiler.program.layout;
        let root = layout.cell(cell).frame;
        if root == layout.top() {
            return FrameId::TOP;
        }
        if around != FrameId::TOP && self.found.frames[around.index() - 1].root == root {
            return around;
        }
        let parent = layout.cell(root).parent.expect("only the outermost cell has none");
        let loose =
            self.found.frames.iter_mut().position(|frame| {
                frame.root == root && !frame.explicit && !frame.used.contains(&cell)
            });
        let frame = match loose {
            Some(at) => FrameId(u32::try_from(at + 1).expect("a rule is short")),
            None => {
                let outer = self.frame_of(parent, around);
                self.new_frame(root, outer, false)
            }
        };
        self.found.frames[frame.index() - 1].used.insert(cell);
        frame
    }
}
