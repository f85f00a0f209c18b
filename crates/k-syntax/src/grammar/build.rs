//! The grammar for one text: from seeds, the lines and classes that its start can reach.

use rustc_hash::FxHashMap;

use super::first::{FirstSets, first_sets};
use super::seed::{Op, Seed, SeedId, SeedItem, SeedSet};
use super::{ClassId, LineId, Symbol};
use crate::definition::{ProductionId, SortId};

/// A production of a grammar.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    pub(crate) op: Op,
    pub(crate) symbols: Vec<Symbol>,
}

/// A grammar ready to parse with.
pub(crate) struct Grammar {
    pub(crate) lines: Vec<Line>,
    /// The lines of each class, ascending.
    pub(crate) classes: Vec<Vec<LineId>>,
    /// Whether a line belongs to a class: one row of bits per class.
    members: Vec<u64>,
    words: usize,
    pub(crate) first: FirstSets,
    pub(crate) start: ClassId,
    pub(crate) kinds: usize,
}

impl Grammar {
    /// The grammar of some seeds of a set, for texts of sort `start`.
    pub(crate) fn new(set: &SeedSet, active: &[SeedId], start: SortId) -> Grammar {
        let mut builder = Builder {
            set,
            active,
            lines: Vec::new(),
            line_ids: FxHashMap::default(),
            classes: Vec::new(),
            class_ids: FxHashMap::default(),
            keys: Vec::new(),
        };
        let start = builder.class(Key::Sort(start, Vec::new()));
        builder.run();
        let Builder { lines, classes, .. } = builder;
        let words = lines.len().div_ceil(64).max(1);
        let mut members = vec![0; words * classes.len()];
        for (row, class) in members.chunks_mut(words).zip(&classes) {
            class.iter().for_each(|line| row[line.0 as usize / 64] |= 1 << (line.0 % 64));
        }
        let kinds = set.scanner.kinds();
        let first = first_sets(&lines, &classes, kinds);
        Grammar { lines, classes, members, words, first, start, kinds }
    }

    pub(crate) fn has_member(&self, class: ClassId, line: LineId) -> bool {
        let word = self.members[class.0 as usize * self.words + line.0 as usize / 64];
        word >> (line.0 % 64) & 1 == 1
    }

    pub(crate) fn line(&self, line: LineId) -> &Line {
        &self.lines[line.0 as usize]
    }
}

/// What a class is asked for.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Key {
    /// A sort without some seeds.
    Sort(SortId, Vec<SeedId>),
    /// At least one element of a list.
    SomeOf(usize),
    /// At least one argument of a production by its name.
    NamedOf(ProductionId),
}

struct Builder<'s> {
    set: &'s SeedSet,
    active: &'s [SeedId],
    lines: Vec<Line>,
    /// Lines by seed, and by sort for those that fit every sort.
    line_ids: FxHashMap<(SeedId, Option<SortId>), LineId>,
    classes: Vec<Vec<LineId>>,
    class_ids: FxHashMap<Key, ClassId>,
    /// Keys of the classes, in their order; those behind `classes` are still to be filled.
    keys: Vec<Key>,
}

impl<'s> Builder<'s> {
    fn class(&mut self, key: Key) -> ClassId {
        if let Some(&class) = self.class_ids.get(&key) {
            return class;
        }
        let class = ClassId(u32::try_from(self.keys.len()).expect("fewer than 2^32 classes"));
        self.keys.push(key.clone());
        self.class_ids.insert(key, class);
        class
    }

    fn run(&mut self) {
        while self.classes.len() < self.keys.len() {
            let key = self.keys[self.classes.len()].clone();
            let mut lines = match key {
                Key::Sort(sort, excluded) => self.fill(sort, &excluded),
                Key::SomeOf(list) => self
                    .fill_with(|op| matches!(op, Op::ListOne(of) | Op::ListMore(of) if of == list)),
                Key::NamedOf(id) => self.fill_with(
                    |op| matches!(op, Op::NamedOne(of, _) | Op::NamedMore(of, _) if of == id),
                ),
            };
            lines.sort_unstable();
            self.classes.push(lines);
        }
    }

    fn fill(&mut self, sort: SortId, excluded: &[SeedId]) -> Vec<LineId> {
        let (set, mut lines) = (self.set, Vec::new());
        for &id in self.active {
            let seed = &set.seeds[id.0 as usize];
            let inner = matches!(
                seed.op,
                Op::ListOne(_) | Op::ListMore(_) | Op::NamedOne(..) | Op::NamedMore(..)
            );
            if set.fits(id, sort) && !inner && excluded.binary_search(&id).is_err() {
                lines.push(self.line(id, seed, sort));
            }
        }
        lines
    }

    /// The lines of operators that stand inside of others only.
    fn fill_with(&mut self, belongs: impl Fn(Op) -> bool) -> Vec<LineId> {
        let (set, mut lines) = (self.set, Vec::new());
        for &id in self.active {
            let seed = &set.seeds[id.0 as usize];
            if belongs(seed.op) {
                lines.push(self.line(
                    id,
                    seed,
                    seed.sort.expect("what it is inside of has a sort"),
                ));
            }
        }
        lines
    }

    fn line(&mut self, id: SeedId, seed: &'s Seed, sort: SortId) -> LineId {
        let key = (id, seed.sort.is_none().then_some(sort));
        if let Some(&line) = self.line_ids.get(&key) {
            return line;
        }
        let line = LineId(u32::try_from(self.lines.len()).expect("fewer than 2^32 lines"));
        self.line_ids.insert(key, line);
        self.lines.push(Line { op: seed.op, symbols: Vec::new() });
        let last = seed.items.len() - usize::from(!seed.items.is_empty());
        let mut symbols = Vec::with_capacity(seed.items.len());
        for (at, item) in seed.items.iter().enumerate() {
            let left: &[SeedId] = if at == 0 { &seed.not_left } else { &[] };
            let right: &[SeedId] = if at == last { &seed.not_right } else { &[] };
            symbols.push(match *item {
                SeedItem::Token(kind) => Symbol::Token(kind),
                SeedItem::Place(place) => Symbol::Class(self.place(place, left, right)),
                SeedItem::Same => Symbol::Class(self.place(sort, left, right)),
                SeedItem::SomeOf(list) => Symbol::Class(self.class(Key::SomeOf(list))),
                SeedItem::NamedOf(id) => Symbol::Class(self.class(Key::NamedOf(id))),
            });
        }
        self.lines[line.0 as usize].symbols = symbols;
        line
    }

    /// The class of a sort without the active seeds that are excluded and would fit.
    fn place(&mut self, sort: SortId, left: &[SeedId], right: &[SeedId]) -> ClassId {
        let set = self.set;
        let fits = |id: &SeedId| set.fits(*id, sort) && self.active.binary_search(id).is_ok();
        let mut excluded: Vec<SeedId> =
            left.iter().chain(right).copied().filter(|id| fits(id)).collect();
        excluded.sort_unstable();
        excluded.dedup();
        self.class(Key::Sort(sort, excluded))
    }
}
