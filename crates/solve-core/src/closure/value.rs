//! Values that nothing else has.
//!
//! A new value of a data sort is new because of a literal in it that is used nowhere else. Types
//! without such a place, such as lists of truth values, get new values by their depth.

use std::collections::VecDeque;

use rustc_hash::{FxHashMap, FxHashSet};
use term::{Pool, Sort, SortNode, Term};

use super::kind::field_sorts;

/// Sorts visited in the search for a place inside a data type.
const MOST_SORTS: usize = 256;

/// A supply of values.
pub(super) struct Fresh<'a> {
    pool: &'a Pool,
    /// Literals that are taken.
    taken: FxHashSet<Term>,
    /// Literals that were given away, in order.
    made: Vec<Term>,
    /// The next number to try, for each sort.
    next: FxHashMap<Sort, u64>,
    /// How much deeper each value made by depth is than the one before it.
    spacing: u64,
}

/// The way from a data sort to a place inside its values: constructors and fields.
type Path = Vec<(Sort, u32, u32)>;

impl<'a> Fresh<'a> {
    pub(super) fn new(pool: &'a Pool, spacing: u64) -> Fresh<'a> {
        Fresh {
            pool,
            taken: FxHashSet::default(),
            made: Vec::new(),
            next: FxHashMap::default(),
            spacing,
        }
    }

    /// Never gives this literal to anybody else.
    pub(super) fn take(&mut self, literal: Term) {
        self.taken.insert(literal);
    }

    /// The literals that were given away.
    pub(super) fn made(&self) -> &[Term] {
        &self.made
    }

    /// A new literal. None if the sort has no literals.
    pub(super) fn literal(&mut self, sort: Sort) -> Option<Term> {
        loop {
            let number = self.number(sort);
            let literal = numbered(self.pool, sort, number)?;
            if !self.taken.contains(&literal) {
                self.made.push(literal);
                return Some(literal);
            }
        }
    }

    /// A new value made by this constructor, which has infinitely many.
    pub(super) fn data(&mut self, sort: Sort, ctor: u32) -> Option<Term> {
        let pool = self.pool;
        if let Some((path, leaf)) = self.path(sort, ctor, |sort| numbered(pool, sort, 0).is_some())
        {
            let literal = self.literal(leaf)?;
            return self.inside(&path, literal);
        }
        let loops = |sort| self.loop_through(sort).is_some();
        let (path, inner) = self.path(sort, ctor, loops)?;
        let around = self.loop_through(inner)?;
        let mut value = pool.default_value(inner)?;
        for _ in 0..(self.number(inner) + 1) * self.spacing {
            value = self.inside(&around, value)?;
        }
        self.inside(&path, value)
    }

    /// The value made by this constructor with default values in its fields.
    pub(super) fn plain(&self, sort: Sort, ctor: u32) -> Option<Term> {
        let fields = field_sorts(self.pool, sort, ctor);
        let fields: Option<Vec<Term>> =
            fields.into_iter().map(|field| self.pool.default_value(field)).collect();
        Some(self.pool.construct(sort, ctor, &fields?))
    }

    fn number(&mut self, sort: Sort) -> u64 {
        let next = self.next.entry(sort).or_default();
        *next += 1;
        *next - 1
    }

    /// `value` at the end of a path, and default values beside it.
    fn inside(&self, path: &Path, value: Term) -> Option<Term> {
        let mut value = value;
        for &(sort, ctor, place) in path.iter().rev() {
            let mut fields = Vec::new();
            for (at, field) in (0..).zip(field_sorts(self.pool, sort, ctor)) {
                fields.push(if at == place { value } else { self.pool.default_value(field)? });
            }
            value = self.pool.construct(sort, ctor, &fields);
        }
        Some(value)
    }

    /// A shortest way from a data sort back to itself.
    fn loop_through(&self, sort: Sort) -> Option<Path> {
        let (data, _) = self.pool.as_data(sort)?;
        (0..self.pool.ctors(data).len() as u32)
            .filter_map(|ctor| self.path(sort, ctor, |other| other == sort))
            .map(|(path, _)| path)
            .min_by_key(Path::len)
    }

    /// A shortest way through `ctor` of `sort` to a sort that is a goal.
    fn path(&self, sort: Sort, ctor: u32, goal: impl Fn(Sort) -> bool) -> Option<(Path, Sort)> {
        let mut todo: VecDeque<(Sort, Path)> = VecDeque::new();
        let mut met = FxHashSet::default();
        self.steps(sort, ctor, &Path::new(), &mut todo);
        while let Some((at, path)) = todo.pop_front() {
            if goal(at) {
                return Some((path, at));
            }
            if !met.insert(at) || met.len() > MOST_SORTS {
                continue;
            }
            if let Some((data, _)) = self.pool.as_data(at) {
                for ctor in 0..self.pool.ctors(data).len() as u32 {
                    self.steps(at, ctor, &path, &mut todo);
                }
            }
        }
        None
    }

    fn steps(&self, sort: Sort, ctor: u32, so_far: &Path, todo: &mut VecDeque<(Sort, Path)>) {
        for (place, field) in (0..).zip(field_sorts(self.pool, sort, ctor)) {
            let mut path = so_far.clone();
            path.push((sort, ctor, place));
            todo.push_back((field, path));
        }
    }
}

/// The literal with this number, for sorts that never run out of them, and for machine words.
fn numbered(pool: &Pool, sort: Sort, number: u64) -> Option<Term> {
    let signed = i64::try_from(number).ok()?;
    match pool.sort_node(sort) {
        SortNode::Int => Some(pool.int(signed)),
        SortNode::Real => Some(pool.real_ratio(signed, 1)),
        SortNode::Text if number == 0 => Some(pool.text("")),
        SortNode::Text => Some(pool.text(&number.to_string())),
        SortNode::Elem(_) => Some(pool.elem(sort, u32::try_from(number).ok()?)),
        SortNode::BitVec(width) => {
            (*width >= u64::BITS || number >> width == 0).then(|| pool.bitvec(*width, number))
        }
        SortNode::Bool | SortNode::Data(..) | SortNode::Array(..) | SortNode::Param(_) => None,
    }
}
