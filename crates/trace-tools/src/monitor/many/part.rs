//! The combinations in which some parameters are equal and all others differ.
//!
//! Parameters that are equal are one *block*; values of different blocks are different. What is kept of such
//! combinations is a set of *cells*: a value or a blank for each block, and a state. A combination that is not
//! kept is in the state of the largest cell that it agrees with. There is one, because with two cells that agree
//! with each other the cell that has the values of both is kept, too. The cell that is blank everywhere always is.
//!
//! For each choice of values of the event (`Choice`), the states that occur say whether combinations with these values move otherwise
//! than combinations with fewer of them; only then cells with these values are made, visited and moved. All others
//! move by groups, as with one parameter. A cell in the state that it would be in if it were not kept is forgotten.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use term::Sort;
use trace::OpId;

use super::cells::{Cells, Mask, Values, mask_of, restrict, subsets};
use super::ids::{BLANK, Ids};
use crate::log::Value;
use crate::monitor::code::{Env, Plain};
use crate::monitor::{Class, Core, Instance, Lost, MonitorError, Places};
use crate::oracle::Oracle;

/// More combinations than these are not followed.
pub(super) const MAX_CELLS: usize = 4_000_000;

/// Parameters that have the same value.
#[derive(Clone, Debug)]
pub(super) struct Block {
    pub(super) sort: Sort,
    /// Which parameters of the property.
    pub(super) params: Vec<usize>,
}

/// The event that is read.
pub(super) struct Happening<'x, 'v> {
    pub(super) op: Option<OpId>,
    pub(super) places: &'x [Plain<'x>],
    /// Its values, each once.
    pub(super) seen: &'x [(Sort, &'x Value<'v>)],
    /// Whether some of its values are equal.
    pub(super) has_equal_values: bool,
    pub(super) now: u64,
}

/// What an event did.
pub(super) struct Changed {
    /// The cells that it named.
    touched: Touched,
    /// The cells for which it breaks the property.
    pub(super) broken: Vec<u32>,
}

/// Cells in the order of their numbers.
type Touched = SmallVec<[u32; 8]>;

/// Where an event leads from a state. If it would lead to one that is lost for good, it breaks the property, and
/// the state stays.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Move {
    state: u32,
    breaks: bool,
}

/// Cells that have the same of the values that the property names.
struct Kind {
    /// By block, the number of the value.
    named: Vec<Option<usize>>,
    classes: Vec<Class>,
    lost: Vec<Option<Lost>>,
}

/// Values of the event for some blocks.
struct Choice {
    picks: Picks,
    /// The choices with one value less.
    below: SmallVec<[usize; 4]>,
}

/// By block, which of the values of an event.
type Picks = SmallVec<[Option<usize>; 4]>;

/// How cells of a kind and state move by an event, by choice: none where such cells have values that the property names in
/// place of those that are picked.
#[derive(Clone)]
struct Row {
    moves: SmallVec<[Option<Move>; 4]>,
    /// Whether they move otherwise with more of the values than with fewer, for some choice.
    tells_values: bool,
}

/// What is known of the events of an operation whose values all differ and are none that the property names.
struct Usual {
    choices: Arc<[Choice]>,
    /// By kind and state, if the values of an event matter only by being those of parameters.
    rows: FxHashMap<(usize, u32), Row>,
}

type Rows = SmallVec<[Row; 4]>;

pub(super) struct Part {
    blocks: Vec<Block>,
    kinds: Vec<Kind>,
    cells: Cells,
    sweep_at: usize,
    /// By operation; the last one is for operations that are not declared.
    usual: Vec<Option<Usual>>,
}

impl Part {
    pub(super) fn new(core: &Core<'_>, ids: &mut Ids, blocks: Vec<Block>) -> Part {
        let cells = Cells::new(blocks.len());
        let usual = (0..=core.ctx.alphabet.len()).map(|_| None).collect();
        let mut part = Part { blocks, kinds: Vec::new(), cells, sweep_at: 1024, usual };
        for named in part.kinds_of(core) {
            let id = |(block, number): (&Block, &Option<usize>)| match number {
                None => BLANK,
                Some(number) => ids.of(&core.named[block.params[0]][*number]),
            };
            let values = part.blocks.iter().zip(&named).map(id).collect();
            let classes = part.classes(core, &named);
            part.cells.add(ids, values, (part.kinds.len(), 0), None, true);
            part.kinds.push(Kind { named, classes, lost: Vec::new() });
        }
        part
    }

    /// Every choice of values that the property names, the one without any first.
    fn kinds_of(&self, core: &Core<'_>) -> Vec<Vec<Option<usize>>> {
        let mut kinds: Vec<Vec<Option<usize>>> = vec![Vec::new()];
        for block in &self.blocks {
            let numbers = (0..core.named[block.params[0]].len()).map(Some);
            let domain: Vec<Option<usize>> = std::iter::once(None).chain(numbers).collect();
            let longer = |kind: &Vec<Option<usize>>| {
                let is_new = |number: &&Option<usize>| {
                    number.is_none() || !self.has_value(kind, block.sort, **number)
                };
                let one = |number: &Option<usize>| kind.iter().copied().chain([*number]).collect();
                domain.iter().filter(is_new).map(one).collect::<Vec<Vec<Option<usize>>>>()
            };
            kinds = kinds.iter().flat_map(longer).collect();
        }
        kinds
    }

    /// Whether a block of the sort has the value. Parameters of one sort name the same values.
    fn has_value(&self, kind: &[Option<usize>], sort: Sort, number: Option<usize>) -> bool {
        let mut earlier = self.blocks.iter().zip(kind);
        earlier.any(|(block, other)| block.sort == sort && *other == number)
    }

    fn classes(&self, core: &Core<'_>, named: &[Option<usize>]) -> Vec<Class> {
        let class = |at: usize| {
            let is_in = |block: &Block| block.params.contains(&at);
            let block = self.blocks.iter().position(is_in).expect("each has a block");
            named[block].map_or(Class::SameAs(self.blocks[block].params[0]), Class::Named)
        };
        core.every().into_iter().map(class).collect()
    }

    pub(super) fn len(&self) -> usize {
        self.cells.len()
    }

    /// Every kind of combination, before anything happens.
    pub(super) fn kinds(&self, core: &Core<'_>, ids: &Ids) -> Vec<(Vec<Class>, Instance)> {
        let kind = |cell: u32| {
            let classes = self.kinds[self.cells.group_of(cell).kind].classes.clone();
            (classes, self.instance(core, ids, cell))
        };
        self.cells.all().map(kind).collect()
    }

    pub(super) fn instance(&self, core: &Core<'_>, ids: &Ids, cell: u32) -> Instance {
        let cell = self.cells.get(cell);
        let mut values = core.given.clone();
        for (block, id) in self.blocks.iter().zip(&cell.values) {
            for at in &block.params {
                values[*at] = (*id != BLANK).then(|| ids.value(*id).clone());
            }
        }
        Instance { values, since: cell.since }
    }

    /// Moves every combination.
    pub(super) fn step(
        &mut self,
        core: &mut Core<'_>,
        ids: &mut Ids,
        event: &Happening<'_, '_>,
        oracle: &mut Oracle<'_>,
    ) -> Result<Changed, MonitorError> {
        let (choices, is_usual) = self.choices(core, event);
        let live: SmallVec<[u32; 8]> = self.cells.live().iter().copied().collect();
        let mut rows = Rows::new();
        for group in &live {
            rows.push(self.row(core, event, &choices, is_usual, *group, oracle)?);
        }
        let mut touched = Touched::new();
        if rows.iter().any(|row| row.tells_values) {
            touched = self.visit(ids, event, &choices, (&live, &rows))?;
        }
        let steps = self.steps(core, ids, event, &touched, oracle)?;
        Ok(self.move_all(event, touched, &steps, (&live, &rows)))
    }

    /// Makes the cells that move otherwise than those with fewer of the values of the event. All cells with such values.
    fn visit(
        &mut self,
        ids: &mut Ids,
        event: &Happening<'_, '_>,
        choices: &[Choice],
        (live, rows): (&[u32], &Rows),
    ) -> Result<Touched, MonitorError> {
        let mut visited: SmallVec<[usize; 4]> = SmallVec::new();
        for (at, choice) in choices.iter().enumerate() {
            let differs = |row: &Row| {
                row.tells_values
                    && choice.below.iter().any(|below| row.moves[at] != row.moves[*below])
            };
            let moving = live.iter().zip(rows).filter(|(_, row)| differs(row));
            let moving: SmallVec<[u32; 8]> = moving.map(|(group, _)| *group).collect();
            if !moving.is_empty() {
                self.make(ids, event, &choice.picks, &moving)?;
                visited.push(at);
            }
        }
        Ok(self.touched(ids, event, choices, &visited))
    }

    /// Every choice of values of the event, those with fewer values first, and whether these are the usual ones of its
    /// operation.
    fn choices(&mut self, core: &Core<'_>, event: &Happening<'_, '_>) -> (Arc<[Choice]>, bool) {
        let is_named = |(sort, value): &(Sort, &Value<'_>)| {
            let mut blocks = self.blocks.iter().filter(|block| block.sort == *sort);
            blocks.any(|block| core.named[block.params[0]].iter().any(|named| named == *value))
        };
        if event.has_equal_values || event.seen.iter().any(is_named) {
            return (self.make_choices(core, event), false);
        }
        let at = self.column(event.op);
        if let Some(usual) = &self.usual[at] {
            return (Arc::clone(&usual.choices), true);
        }
        let choices = self.make_choices(core, event);
        let rows = FxHashMap::default();
        self.usual[at] = Some(Usual { choices: Arc::clone(&choices), rows });
        (choices, true)
    }

    fn column(&self, op: Option<OpId>) -> usize {
        op.map_or(self.usual.len() - 1, OpId::index)
    }

    fn make_choices(&self, core: &Core<'_>, event: &Happening<'_, '_>) -> Arc<[Choice]> {
        let mut all: Vec<Picks> = vec![Picks::new()];
        for block in &self.blocks {
            let named = &core.named[block.params[0]];
            let fits = |at: &usize| {
                let (sort, value) = &event.seen[*at];
                *sort == block.sort && !named.iter().any(|named| named == *value)
            };
            let options: SmallVec<[usize; 4]> = (0..event.seen.len()).filter(fits).collect();
            let mut longer = Vec::with_capacity(all.len() * (options.len() + 1));
            for picks in &all {
                let one = |pick: Option<usize>| picks.iter().copied().chain([pick]).collect();
                longer.push(one(None));
                // A value is picked for one block of its sort.
                let free = options.iter().filter(|at| !picks.contains(&Some(**at)));
                longer.extend(free.map(|at| one(Some(*at))));
            }
            all = longer;
        }
        all.sort_by_key(|picks| picks.iter().flatten().count());
        let below = |picks: &Picks| {
            let without = (0..picks.len()).filter(|at| picks[*at].is_some()).map(|at| {
                let mut fewer = picks.clone();
                fewer[at] = None;
                all.iter().position(|other| *other == fewer).expect("a part of a choice is one")
            });
            without.collect()
        };
        all.iter().map(|picks| Choice { below: below(picks), picks: picks.clone() }).collect()
    }

    /// The moves of a group.
    fn row(
        &mut self,
        core: &mut Core<'_>,
        event: &Happening<'_, '_>,
        choices: &[Choice],
        is_usual: bool,
        group: u32,
        oracle: &mut Oracle<'_>,
    ) -> Result<Row, MonitorError> {
        let (kind, state) = (self.cells.group(group).kind, self.cells.group(group).state);
        let column = self.column(event.op);
        if is_usual
            && let Some(usual) = &self.usual[column]
            && let Some(row) = usual.rows.get(&(kind, state))
        {
            return Ok(row.clone());
        }
        let mut row = Row { moves: SmallVec::new(), tells_values: false };
        for choice in choices {
            let step = self.pick(core, event, &choice.picks, (kind, state), oracle)?;
            row.moves.push(step);
            let step = &row.moves[row.moves.len() - 1];
            row.tells_values |= choice.below.iter().any(|below| row.moves[*below] != *step);
        }
        if is_usual
            && core.states.only_equates(state, event.op)
            && let Some(usual) = &mut self.usual[column]
        {
            usual.rows.insert((kind, state), row.clone());
        }
        Ok(row)
    }

    /// The move of combinations that have the picked values and no others of the event.
    fn pick(
        &mut self,
        core: &mut Core<'_>,
        event: &Happening<'_, '_>,
        picks: &Picks,
        (kind, state): (usize, u32),
        oracle: &mut Oracle<'_>,
    ) -> Result<Option<Move>, MonitorError> {
        let numbers = &self.kinds[kind].named;
        if picks.iter().zip(numbers).any(|(pick, named)| pick.is_some() && named.is_some()) {
            return Ok(None);
        }
        let after = {
            let Core { states, given, named, .. } = &mut *core;
            let params = self.params(given, |block| match (picks[block], numbers[block]) {
                (Some(seen), _) => Plain::from(event.seen[seen].1),
                (None, Some(number)) => Plain::from(&named[self.blocks[block].params[0]][number]),
                (None, None) => Plain::Fresh(block as u8),
            });
            let env = Env { places: event.places, params: &params };
            states.step(state, event.op, env)?
        };
        Ok(Some(self.judged(core, kind, (state, after), oracle)))
    }

    /// A move, unless it breaks the property.
    fn judged(
        &mut self,
        core: &mut Core<'_>,
        kind: usize,
        (before, after): (u32, u32),
        oracle: &mut Oracle<'_>,
    ) -> Move {
        let breaks = before != after && self.is_lost(core, kind, after, oracle);
        Move { state: if breaks { before } else { after }, breaks }
    }

    /// The values of all parameters of the property.
    fn params<'x>(
        &self,
        given: &'x [Option<Value<'static>>],
        value: impl Fn(usize) -> Plain<'x>,
    ) -> Places<'x> {
        let plain = |given: &'x Option<Value<'static>>| {
            given.as_ref().map_or(Plain::Fresh(u8::MAX), Plain::from)
        };
        let mut params: Places<'x> = given.iter().map(plain).collect();
        for (at, block) in self.blocks.iter().enumerate() {
            block.params.iter().for_each(|param| params[*param] = value(at));
        }
        params
    }

    /// Makes the cells with the picked values that move otherwise than those without them, and those above them.
    fn make(
        &mut self,
        ids: &mut Ids,
        event: &Happening<'_, '_>,
        picks: &Picks,
        moving: &[u32],
    ) -> Result<(), MonitorError> {
        let mut cells = self.agreeing(ids, event, picks);
        cells.retain(|cell| self.is_above(*cell, moving));
        // The largest cell below a new one has its state.
        cells.sort_by_key(|cell| {
            std::cmp::Reverse(mask_of(&self.cells.get(*cell).values).count_ones())
        });
        for cell in cells {
            let old = self.cells.get(cell).values.clone();
            let known = self.picked(ids, event, picks);
            if let Some(known) = &known
                && self.cells.find(&put(&old, known)).is_some()
            {
                continue;
            }
            let picked = known.unwrap_or_else(|| {
                let id = |pick: &Option<usize>| pick.map_or(BLANK, |at| ids.of(event.seen[at].1));
                picks.iter().map(id).collect()
            });
            let group = self.cells.group_of(cell);
            let place = (group.kind, group.state);
            self.cells.add(ids, put(&old, &picked), place, None, false);
            if self.cells.len() > MAX_CELLS {
                return Err(MonitorError::TooMany(MAX_CELLS));
            }
        }
        Ok(())
    }

    /// The picked values, if all of them are known.
    fn picked(&self, ids: &Ids, event: &Happening<'_, '_>, picks: &Picks) -> Option<Values> {
        let id = |pick: &Option<usize>| match pick {
            None => Some(BLANK),
            Some(at) => ids.find(event.seen[*at].1),
        };
        picks.iter().map(id).collect()
    }

    /// The cells that may have the picked values, or have them.
    fn agreeing(&self, ids: &Ids, event: &Happening<'_, '_>, picks: &Picks) -> Touched {
        let id = |pick: &Option<usize>| pick.and_then(|at| ids.find(event.seen[at].1));
        let known: Values = picks.iter().map(|pick| id(pick).unwrap_or(BLANK)).collect();
        let picked = self.picked_mask(picks);
        let mut cells = Touched::new();
        // What a cell has in these blocks is a part of what is picked; a value that is not known is in no cell.
        for part in subsets(mask_of(&known)) {
            let values = restrict(&known, part);
            if picked == self.full() {
                cells.extend(self.cells.find(&values));
            } else {
                let here = self.cells.having(picked, &values).iter().copied();
                cells.extend(here.filter(|cell| self.may_have(*cell, picked, &known)));
            }
        }
        cells
    }

    fn picked_mask(&self, picks: &Picks) -> Mask {
        let picked = picks.iter().enumerate().filter(|(_, pick)| pick.is_some());
        picked.fold(0, |mask, (at, _)| mask | 1 << at)
    }

    fn full(&self) -> Mask {
        (1 << self.blocks.len()) - 1
    }

    /// Whether no other block of a cell has one of the picked values.
    fn may_have(&self, cell: u32, picked: Mask, known: &Values) -> bool {
        let values = &self.cells.get(cell).values;
        let others = (0..values.len()).filter(|at| picked >> at & 1 == 0 && values[*at] != BLANK);
        let is_picked = |at: usize, other: usize| {
            self.blocks[at].sort == self.blocks[other].sort && known[at] == values[other]
        };
        others.into_iter().all(|other| !(0..known.len()).any(|at| is_picked(at, other)))
    }

    /// Whether a cell is one of these groups, or has all values of a cell that is.
    fn is_above(&self, cell: u32, groups: &[u32]) -> bool {
        let values = &self.cells.get(cell).values;
        subsets(mask_of(values)).any(|mask| {
            let part = self.cells.find(&restrict(values, mask));
            part.is_some_and(|part| groups.contains(&self.cells.get(part).group))
        })
    }

    /// The cells that have all values of one of the choices.
    fn touched(
        &self,
        ids: &Ids,
        event: &Happening<'_, '_>,
        choices: &[Choice],
        visited: &[usize],
    ) -> Touched {
        let mut touched = Touched::new();
        for at in visited {
            let picks = &choices[*at].picks;
            let Some(values) = self.picked(ids, event, picks) else { continue };
            match self.picked_mask(picks) {
                mask if mask == self.full() => touched.extend(self.cells.find(&values)),
                mask => touched.extend_from_slice(self.cells.having(mask, &values)),
            }
        }
        touched.sort_unstable();
        touched.dedup();
        touched
    }

    /// The moves of the touched cells.
    fn steps(
        &mut self,
        core: &mut Core<'_>,
        ids: &Ids,
        event: &Happening<'_, '_>,
        touched: &[u32],
        oracle: &mut Oracle<'_>,
    ) -> Result<SmallVec<[Move; 4]>, MonitorError> {
        let mut steps = SmallVec::new();
        for cell in touched {
            let (kind, state) = (self.cells.group_of(*cell).kind, self.cells.group_of(*cell).state);
            let after = {
                let values = &self.cells.get(*cell).values;
                let params = self.params(&core.given, |block| match values[block] {
                    BLANK => Plain::Fresh(block as u8),
                    id => Plain::from(ids.value(id)),
                });
                let env = Env { places: event.places, params: &params };
                core.states.step(state, event.op, env)?
            };
            steps.push(self.judged(core, kind, (state, after), oracle));
        }
        Ok(steps)
    }

    /// Moves the groups, and the touched cells each by itself.
    fn move_all(
        &mut self,
        event: &Happening<'_, '_>,
        touched: Touched,
        steps: &[Move],
        (live, rows): (&[u32], &Rows),
    ) -> Changed {
        let hit = touched.iter().zip(steps).filter(|(_, step)| step.breaks);
        let mut broken: Vec<u32> = hit.map(|(cell, _)| *cell).collect();
        let mut moved: SmallVec<[(u32, u32); 8]> = SmallVec::new();
        for (group, row) in live.iter().zip(rows) {
            let to = row.moves[0].expect("without picked values every kind has a move");
            let from = self.cells.group(*group);
            if to.breaks {
                let rest = from.members.iter().filter(|cell| touched.binary_search(cell).is_err());
                broken.extend(rest);
            } else if from.state != to.state {
                moved.push((*group, to.state));
            }
        }
        self.cells.move_groups(&moved);
        for (cell, step) in touched.iter().zip(steps) {
            self.cells.assign(*cell, step.state, event.now);
        }
        Changed { touched, broken }
    }

    fn is_lost(
        &mut self,
        core: &mut Core<'_>,
        kind: usize,
        state: u32,
        oracle: &mut Oracle<'_>,
    ) -> bool {
        let Kind { classes, lost, .. } = &mut self.kinds[kind];
        let at = state as usize;
        if lost.len() <= at {
            lost.resize(at + 1, None);
        }
        let known = &mut lost[at];
        *known.get_or_insert_with(|| core.is_lost(state, classes.clone(), oracle)) == Lost::Yes
    }

    /// The first of some cells: those that name values before those that do not, then by the values.
    fn first(&self, ids: &Ids, cells: impl Iterator<Item = u32>) -> Option<u32> {
        cells.min_by(|a, b| self.key(ids, *a).cmp(&self.key(ids, *b)))
    }

    /// What cells are ordered by.
    pub(super) fn key<'x>(
        &'x self,
        ids: &'x Ids,
        cell: u32,
    ) -> SmallVec<[(bool, Option<&'x Value<'static>>); 4]> {
        let mut slots: SmallVec<[(usize, u32); 4]> = SmallVec::new();
        for (block, id) in self.blocks.iter().zip(&self.cells.get(cell).values) {
            slots.extend(block.params.iter().map(|at| (*at, *id)));
        }
        slots.sort_unstable();
        let slot = |(_, id): (usize, u32)| match id {
            BLANK => (true, None),
            id => (false, Some(ids.value(id))),
        };
        slots.into_iter().map(slot).collect()
    }

    /// A cell whose log, if it ends here, lacks the property.
    pub(super) fn end(&self, core: &Core<'_>, ids: &Ids) -> Option<u32> {
        let bad = |group: &&u32| !core.states.accepts(self.cells.group(**group).state);
        let groups = self.cells.live().iter().filter(bad);
        self.first(ids, groups.flat_map(|group| self.cells.group(*group).members.iter().copied()))
    }

    /// Forgets what need not be kept, among the cells that were touched, and among all once they are many.
    pub(super) fn forget(&mut self, ids: &mut Ids, changed: Changed) {
        self.forget_some(ids, changed.touched);
        if self.cells.len() > self.sweep_at {
            let all = self.cells.all().collect();
            self.forget_some(ids, all);
            self.sweep_at = 2 * self.cells.len() + 1024;
        }
    }

    fn forget_some(&mut self, ids: &mut Ids, mut cells: Touched) {
        // While a smaller cell is kept, a larger one may have to be.
        cells.sort_by_key(|cell| mask_of(&self.cells.get(*cell).values).count_ones());
        for cell in cells {
            let parent = self.parent(cell);
            if parent.is_some_and(|one| self.cells.get(one).group == self.cells.get(cell).group) {
                self.cells.remove(ids, cell);
            }
        }
    }

    /// The cell whose state a cell would have if it were not kept; none if it has to be.
    fn parent(&self, cell: u32) -> Option<u32> {
        let cell = self.cells.get(cell);
        if cell.is_pinned {
            return None;
        }
        let mask = mask_of(&cell.values);
        let mut below: Mask = 0;
        for part in subsets(mask).skip(1) {
            if part & !below != 0 && self.cells.find(&restrict(&cell.values, part)).is_some() {
                below |= part;
            }
            if below == mask {
                return None;
            }
        }
        self.cells.find(&restrict(&cell.values, below))
    }
}

/// A cell with the picked values put in.
fn put(values: &Values, picked: &Values) -> Values {
    let one = |(value, picked): (&u32, &u32)| if *picked == BLANK { *value } else { *picked };
    values.iter().zip(picked).map(one).collect()
}
