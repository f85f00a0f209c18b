//! Combinations of values with their states: found by all of their values, by some of them, and by state.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::ids::{BLANK, Ids};

/// A value for each block of parameters, or [`BLANK`].
pub(super) type Values = SmallVec<[u32; 4]>;

/// A set of blocks.
pub(super) type Mask = u32;

pub(super) struct Cell {
    pub(super) values: Values,
    pub(super) group: u32,
    /// The number of the event since which it is kept.
    pub(super) since: Option<u64>,
    /// Whether it is never forgotten.
    pub(super) is_pinned: bool,
    /// Where it stands in the lists of its group and of the index, the latter by set of blocks.
    member_at: u32,
    listed_at: SmallVec<[u32; 2]>,
}

/// Combinations in the same state that name the same of the values that the property names.
pub(super) struct Group {
    pub(super) state: u32,
    pub(super) kind: usize,
    pub(super) members: Vec<u32>,
}

pub(super) struct Cells {
    blocks: u32,
    cells: Vec<Cell>,
    free: Vec<u32>,
    by_values: FxHashMap<Values, u32>,
    /// For each proper set of blocks: the combinations by what they have there.
    lists: FxHashMap<(Mask, Values), Vec<u32>>,
    groups: Vec<Group>,
    free_groups: Vec<u32>,
    by_state: FxHashMap<(usize, u32), u32>,
    /// The groups that have members.
    live: Vec<u32>,
}

/// The blocks of which a combination names the value.
pub(super) fn mask_of(values: &[u32]) -> Mask {
    let named = values.iter().enumerate().filter(|(_, id)| **id != BLANK);
    named.fold(0, |mask, (at, _)| mask | 1 << at)
}

/// What a combination has in some blocks.
pub(super) fn restrict(values: &[u32], mask: Mask) -> Values {
    let keep = |(at, id): (usize, &u32)| if mask >> at & 1 == 1 { *id } else { BLANK };
    values.iter().enumerate().map(keep).collect()
}

/// All subsets of a set of blocks, itself first and the empty one last.
pub(super) fn subsets(mask: Mask) -> impl Iterator<Item = Mask> {
    let mut next = Some(mask);
    std::iter::from_fn(move || {
        let now = next?;
        next = (now != 0).then(|| (now - 1) & mask);
        Some(now)
    })
}

impl Cells {
    pub(super) fn new(blocks: usize) -> Cells {
        Cells {
            blocks: blocks as u32,
            cells: Vec::new(),
            free: Vec::new(),
            by_values: FxHashMap::default(),
            lists: FxHashMap::default(),
            groups: Vec::new(),
            free_groups: Vec::new(),
            by_state: FxHashMap::default(),
            live: Vec::new(),
        }
    }

    pub(super) fn len(&self) -> usize {
        self.by_values.len()
    }

    pub(super) fn get(&self, cell: u32) -> &Cell {
        &self.cells[cell as usize]
    }

    pub(super) fn find(&self, values: &Values) -> Option<u32> {
        self.by_values.get(values).copied()
    }

    pub(super) fn group(&self, group: u32) -> &Group {
        &self.groups[group as usize]
    }

    pub(super) fn group_of(&self, cell: u32) -> &Group {
        self.group(self.get(cell).group)
    }

    pub(super) fn live(&self) -> &[u32] {
        &self.live
    }

    /// Every combination that is kept.
    pub(super) fn all(&self) -> impl Iterator<Item = u32> {
        self.live.iter().flat_map(|group| self.group(*group).members.iter().copied())
    }

    /// The combinations that have exactly these values in a set of blocks. Blanks there are blanks of theirs.
    pub(super) fn having(&self, mask: Mask, values: &Values) -> &[u32] {
        self.lists.get(&(mask, restrict(values, mask))).map_or(&[], Vec::as_slice)
    }

    fn full(&self) -> Mask {
        (1 << self.blocks) - 1
    }

    /// The sets of blocks by which combinations are listed.
    fn listed_by(&self) -> std::ops::Range<Mask> {
        1..self.full()
    }

    pub(super) fn add(
        &mut self,
        ids: &mut Ids,
        values: Values,
        (kind, state): (usize, u32),
        since: Option<u64>,
        is_pinned: bool,
    ) -> u32 {
        values.iter().filter(|id| **id != BLANK).for_each(|id| ids.hold(*id));
        let group = self.group_for(kind, state);
        let cell = self.free.pop().unwrap_or(self.cells.len() as u32);
        let mut listed_at = SmallVec::new();
        for mask in self.listed_by() {
            let list = self.lists.entry((mask, restrict(&values, mask))).or_default();
            listed_at.push(list.len() as u32);
            list.push(cell);
        }
        self.by_values.insert(values.clone(), cell);
        let new = Cell { values, group, since, is_pinned, member_at: 0, listed_at };
        match self.cells.get_mut(cell as usize) {
            Some(old) => *old = new,
            None => self.cells.push(new),
        }
        self.enter(cell, group);
        cell
    }

    pub(super) fn remove(&mut self, ids: &mut Ids, cell: u32) {
        self.leave(cell);
        let values = std::mem::take(&mut self.cells[cell as usize].values);
        for mask in self.listed_by() {
            let key = (mask, restrict(&values, mask));
            let list = self.lists.get_mut(&key).expect("it was listed");
            let at = self.cells[cell as usize].listed_at[mask as usize - 1];
            list.swap_remove(at as usize);
            if let Some(moved) = list.get(at as usize) {
                self.cells[*moved as usize].listed_at[mask as usize - 1] = at;
            }
            if list.is_empty() {
                self.lists.remove(&key);
            }
        }
        self.by_values.remove(&values);
        self.free.push(cell);
        values.iter().filter(|id| **id != BLANK).for_each(|id| ids.release(*id));
    }

    /// Brings a combination to a state.
    pub(super) fn assign(&mut self, cell: u32, state: u32, now: u64) {
        let kind = self.group_of(cell).kind;
        let group = self.group_for(kind, state);
        if group != self.cells[cell as usize].group {
            self.leave(cell);
            self.cells[cell as usize].since.get_or_insert(now);
            self.enter(cell, group);
        }
    }

    /// Brings whole groups to other states. Groups that meet become one.
    pub(super) fn move_groups(&mut self, moves: &[(u32, u32)]) {
        for (group, _) in moves {
            let Group { state, kind, .. } = self.groups[*group as usize];
            self.by_state.remove(&(kind, state));
        }
        for (group, state) in moves {
            let kind = self.group(*group).kind;
            match self.by_state.get(&(kind, *state)).copied() {
                None => {
                    self.groups[*group as usize].state = *state;
                    self.by_state.insert((kind, *state), *group);
                }
                Some(other) => self.merge(*group, other),
            }
        }
    }

    /// Joins two groups of the state of `there`: the smaller one moves, so each move of a combination
    /// doubles its company.
    fn merge(&mut self, group: u32, there: u32) {
        let size = |group: u32| self.group(group).members.len();
        let (state, kind) = (self.group(there).state, self.group(there).kind);
        let (from, to) = if size(group) > size(there) { (there, group) } else { (group, there) };
        self.groups[to as usize].state = state;
        self.by_state.insert((kind, state), to);
        for cell in std::mem::take(&mut self.groups[from as usize].members) {
            self.enter(cell, to);
        }
        self.retire(from);
    }

    fn group_for(&mut self, kind: usize, state: u32) -> u32 {
        if let Some(group) = self.by_state.get(&(kind, state)) {
            return *group;
        }
        let new = Group { state, kind, members: Vec::new() };
        let group = match self.free_groups.pop() {
            Some(group) => {
                self.groups[group as usize] = new;
                group
            }
            None => {
                self.groups.push(new);
                (self.groups.len() - 1) as u32
            }
        };
        self.by_state.insert((kind, state), group);
        self.live.push(group);
        group
    }

    fn enter(&mut self, cell: u32, group: u32) {
        let members = &mut self.groups[group as usize].members;
        let at = members.len() as u32;
        members.push(cell);
        let cell = &mut self.cells[cell as usize];
        (cell.group, cell.member_at) = (group, at);
    }

    fn leave(&mut self, cell: u32) {
        let Cell { group, member_at, .. } = self.cells[cell as usize];
        let members = &mut self.groups[group as usize].members;
        members.swap_remove(member_at as usize);
        match members.get(member_at as usize).copied() {
            Some(moved) => self.cells[moved as usize].member_at = member_at,
            None if members.is_empty() => {
                let Group { state, kind, .. } = self.groups[group as usize];
                self.by_state.remove(&(kind, state));
                self.retire(group);
            }
            None => {}
        }
    }

    /// A group without members is used for another state.
    fn retire(&mut self, group: u32) {
        self.live.retain(|live| *live != group);
        self.free_groups.push(group);
    }
}
