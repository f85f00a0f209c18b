//! Left-hand sides, compiled.
//!
//! What a rule asks of a configuration is a list of steps. Each looks at a slot or at a register
//! and fills further registers. Steps that can succeed in one way only come first; a step that can
//! succeed in several ways tries them one after the other with all steps behind it.

use std::ops::Range;

use crate::expr::Expr;
use crate::signature::{CellId, LabelId, SortId};
use crate::value::Value;

/// A register of a rule: a variable, or a value on the way.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Reg(pub(crate) u32);

impl Reg {
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// What a value must look like.
#[derive(Clone, Debug)]
pub enum Pattern {
    /// Anything.
    Any,
    /// Anything of a sort.
    OfSort(SortId),
    /// Anything; goes to a register.
    Bind(Reg),
    /// Anything of a sort; goes to a register.
    BindSort(Reg, SortId),
    /// What a register holds already.
    Same(Reg),
    /// This number, truth value, string, token or constructor without arguments.
    Const(Value),
    /// This constructor over such arguments.
    Node(LabelId, Box<[Pattern]>),
    /// A computation: these items, then such a rest.
    Seq(Box<[Pattern]>, Box<Pattern>),
    /// Such a value, which goes to a register, too.
    As(Reg, Box<Pattern>),
    /// Some of the cells of a cell.
    Cells(Box<CellsPattern>),
}

/// Cells inside of a term: all that are there, or some with a rest.
#[derive(Clone, Debug)]
pub struct CellsPattern {
    /// The cell that they are in.
    pub(crate) cell: CellId,
    /// What is asked of cells that must be there.
    pub(crate) parts: Box<[CellPart]>,
    /// What the others look like; without it there are none.
    pub(crate) rest: Option<Pattern>,
}

/// A cell that must be there.
#[derive(Clone, Debug)]
pub(crate) struct CellPart {
    /// Its places among those of the cell around it.
    pub(crate) places: Range<usize>,
    /// What stands in them.
    pub(crate) place: Place,
    /// What the contents look like.
    pub(crate) pattern: Pattern,
}

/// How a cell is kept in the places of the cell around it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Place {
    /// One place with what it holds.
    Leaf,
    /// The places of the cells in it.
    Inner(CellId),
    /// A bag with one frame.
    One,
    /// A bag with one frame that has one place.
    OneLeaf,
}

/// A frame that a rule mentions: the outermost one has number zero.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct FrameId(pub(crate) u32);

impl FrameId {
    /// The frame of the outermost cell.
    pub const TOP: FrameId = FrameId(0);

    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// How a frame of a rule is reached: the frame around it, the slot of its bag there, and the
/// register that holds its number in the bag.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FrameRef {
    /// The frame around.
    pub outer: FrameId,
    /// The slot of the bag.
    pub slot: usize,
    /// The number in the bag.
    pub index: Reg,
}

/// A place in a list of cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ListPlace {
    /// Behind so many others.
    Front(usize),
    /// In front of so many others.
    Back(usize),
}

impl ListPlace {
    /// Whether a number among so many is at this place.
    pub(crate) fn is(self, number: usize, count: usize) -> bool {
        match self {
            ListPlace::Front(before) => number == before,
            ListPlace::Back(behind) => number + behind + 1 == count,
        }
    }
}

/// A key of a map or an item of a set.
#[derive(Clone, Debug)]
pub enum Key {
    /// Known before the step.
    Known(Expr),
    /// Any that looks like this.
    Open(Pattern),
}

/// One step of a match.
#[derive(Clone, Debug)]
pub enum Step {
    /// The value in a slot.
    Slot(FrameId, usize, Pattern),
    /// The value in a register.
    Reg(Reg, Pattern),
    /// Slots as one value, in a register.
    Capture(FrameId, Box<[usize]>, CellId, Reg),
    /// One of the frames of a bag that none of the registers in `others` has.
    Pick {
        /// The frame.
        frame: FrameId,
        /// Frames of the same bag that were picked before.
        others: Box<[Reg]>,
        /// Where in a list of cells it must be; anywhere if nothing is said.
        only: Option<ListPlace>,
    },
    /// A bag holds so many frames, or at least so many.
    Count {
        /// The frame around.
        frame: FrameId,
        /// The slot of the bag.
        slot: usize,
        /// How many.
        count: usize,
    },
    /// The frames of a bag that none of the registers has, as a bag in a register.
    OtherFrames {
        /// The frame around.
        frame: FrameId,
        /// The slot of the bag.
        slot: usize,
        /// The frames left out.
        without: Box<[Reg]>,
        /// Where the others go.
        into: Reg,
    },
    /// An entry of the map in a register. The key that was found goes to a register; the map goes
    /// back to its own, in case it had to be unfolded.
    Entry {
        /// The map.
        map: Reg,
        /// The key.
        key: Key,
        /// The value.
        value: Pattern,
        /// Where the key goes.
        found: Reg,
        /// Keys of the same map that were found before.
        others: Box<[Reg]>,
    },
    /// The map in a register without some keys, in another register.
    MapRest {
        /// The map.
        map: Reg,
        /// The keys left out.
        without: Box<[Reg]>,
        /// Where the rest goes.
        into: Pattern,
    },
    /// The map in a register has so many entries.
    MapSize(Reg, usize),
    /// An item of the set in a register, as with maps.
    Member {
        /// The set.
        set: Reg,
        /// The item.
        item: Key,
        /// Where the item goes.
        found: Reg,
        /// Items of the same set that were found before.
        others: Box<[Reg]>,
    },
    /// The set in a register without some items.
    SetRest {
        /// The set.
        set: Reg,
        /// The items left out.
        without: Box<[Reg]>,
        /// What the rest looks like.
        into: Pattern,
    },
    /// The set in a register has so many items.
    SetSize(Reg, usize),
    /// The list in a register: some items, a rest if there is one, some items.
    List {
        /// The list.
        list: Reg,
        /// At its front.
        front: Box<[Pattern]>,
        /// Between; without it the items are all there are.
        rest: Option<Pattern>,
        /// At its end.
        back: Box<[Pattern]>,
    },
    /// The list in a register: a part, some items somewhere in the middle, another part.
    Infix {
        /// The list.
        list: Reg,
        /// Before the items.
        before: Pattern,
        /// The items.
        items: Box<[Pattern]>,
        /// After the items.
        after: Pattern,
    },
    /// Nothing matches: the left-hand side contradicts itself.
    Never,
}

impl Step {
    /// Whether the step can succeed in several ways.
    pub(crate) fn is_choice(&self) -> bool {
        match self {
            Step::Pick { .. }
            | Step::Entry { key: Key::Open(_), .. }
            | Step::Member { item: Key::Open(_), .. }
            | Step::Infix { .. } => true,
            Step::Slot(..)
            | Step::Reg(..)
            | Step::Capture(..)
            | Step::Count { .. }
            | Step::OtherFrames { .. }
            | Step::Entry { key: Key::Known(_), .. }
            | Step::MapRest { .. }
            | Step::MapSize(..)
            | Step::Member { item: Key::Known(_), .. }
            | Step::SetRest { .. }
            | Step::SetSize(..)
            | Step::List { .. }
            | Step::Never => false,
        }
    }
}
