//! How many values a sort has, as far as the closure has to know.

use rustc_hash::FxHashMap;
use term::{Pool, Sort, SortNode};

/// What matters of a sort.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// Two values.
    Bool,
    /// There is always one more value.
    Endless,
    /// Machine words of this many bits.
    Word(u32),
    /// Algebraic data.
    Data {
        /// All constructors, one bit each.
        all: u64,
        /// The constructors that make infinitely many values.
        endless: u64,
    },
    /// Not modelled: a query with such a term is never answered `Sat`.
    Opaque,
}

/// Data types deeper than this inside each other are not modelled. It also ends the search in
/// types whose parameters grow with each level.
const DEEPEST: usize = 24;

/// The kinds of the sorts met so far.
#[derive(Default)]
pub(crate) struct Kinds(FxHashMap<Sort, Kind>);

impl Kinds {
    pub(crate) fn of(&mut self, pool: &Pool, sort: Sort) -> Kind {
        match sort {
            Sort::BOOL => Kind::Bool,
            Sort::INT | Sort::REAL | Sort::TEXT => Kind::Endless,
            _ => *self.0.entry(sort).or_insert_with(|| kind_of(pool, sort)),
        }
    }
}

fn kind_of(pool: &Pool, sort: Sort) -> Kind {
    match pool.sort_node(sort) {
        SortNode::Bool => Kind::Bool,
        SortNode::Int | SortNode::Real | SortNode::Text | SortNode::Elem(_) => Kind::Endless,
        SortNode::BitVec(width) => Kind::Word(*width),
        SortNode::Array(..) | SortNode::Param(_) => Kind::Opaque,
        SortNode::Data(..) => data_kind(pool, sort).unwrap_or(Kind::Opaque),
    }
}

/// None for a type with too many constructors, or one that is too deep.
fn data_kind(pool: &Pool, sort: Sort) -> Option<Kind> {
    let ctors = ctor_count(pool, sort);
    if ctors > 64 || !is_inhabited(pool, sort) {
        return None;
    }
    let mut endless = 0;
    for ctor in 0..ctors {
        if ctor_is_endless(pool, sort, ctor, &mut vec![sort])? {
            endless |= 1 << ctor;
        }
    }
    Some(Kind::Data { all: u64::MAX >> (64 - ctors), endless })
}

fn ctor_count(pool: &Pool, sort: Sort) -> u32 {
    pool.as_data(sort).map_or(0, |(data, _)| pool.ctors(data).len() as u32)
}

/// The sorts of the fields of a constructor.
pub(crate) fn field_sorts(pool: &Pool, sort: Sort, ctor: u32) -> Vec<Sort> {
    let (data, _) = pool.as_data(sort).expect("constructors belong to data sorts");
    let fields = pool.ctors(data)[ctor as usize].fields.len() as u32;
    (0..fields).map(|field| pool.field_sort(sort, ctor, field)).collect()
}

/// Whether every constructor has values. A field without values would make a constructor that
/// nothing was made by, which the sets of constructors do not know.
fn is_inhabited(pool: &Pool, sort: Sort) -> bool {
    (0..ctor_count(pool, sort))
        .flat_map(|ctor| field_sorts(pool, sort, ctor))
        .all(|field| pool.default_value(field).is_some())
}

/// `above` holds the data sorts on the way down; the depth of the recursion is bounded by it.
fn ctor_is_endless(pool: &Pool, sort: Sort, ctor: u32, above: &mut Vec<Sort>) -> Option<bool> {
    for field in field_sorts(pool, sort, ctor) {
        if is_endless(pool, field, above)? {
            return Some(true);
        }
    }
    Some(false)
}

fn is_endless(pool: &Pool, sort: Sort, above: &mut Vec<Sort>) -> Option<bool> {
    match kind_of_leaf(pool, sort) {
        Some(kind) => return Some(kind == Kind::Endless),
        None if above.contains(&sort) => return Some(true),
        None if above.len() > DEEPEST || !is_inhabited(pool, sort) => return None,
        None => {}
    }
    above.push(sort);
    let mut endless = Some(false);
    for ctor in 0..ctor_count(pool, sort) {
        match ctor_is_endless(pool, sort, ctor, above) {
            Some(false) => {}
            decided => {
                endless = decided;
                break;
            }
        }
    }
    above.pop();
    endless
}

fn kind_of_leaf(pool: &Pool, sort: Sort) -> Option<Kind> {
    match pool.sort_node(sort) {
        SortNode::Data(..) => None,
        _ => Some(kind_of(pool, sort)),
    }
}
