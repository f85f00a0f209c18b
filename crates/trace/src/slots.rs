//! Histories of which only a bound on the length is known.
//!
//! A history is a row of *slots*. Slot `i` has a tag, which says the operation of the `i`-th event or
//! that there is none, and one variable for each position and sort, which operations share. Slots
//! without event come last. A solver that gives values to tags and variables thereby chooses the
//! history.

use rustc_hash::FxHashMap;
use stdx::hash;
use term::{Ctor, Model, Pool, Sort, SortNode, Term};

use crate::alphabet::{Alphabet, Event, OpId};

/// One event of an unknown history.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Slot {
    /// Which operation it is, or none: a value of an enumeration.
    tag: Term,
    /// For each operation of the alphabet, the event that the slot is if it is one of it.
    events: Vec<Event>,
}

/// An unknown history of bounded length.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Slots {
    slots: Vec<Slot>,
}

/// A part of a trace.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Item {
    /// A known event.
    Event(Event),
    /// Some events, of which only a bound on their number is known.
    Block(Slots),
}

/// The constructor that says "no event here". Operation number `n` is constructor `n + 1`.
const NONE: u32 = 0;

impl Slot {
    /// There is no event here.
    pub fn is_none(&self, pool: &Pool) -> Term {
        pool.is(NONE, self.tag)
    }

    /// The event here is one of this operation.
    pub fn is_op(&self, pool: &Pool, op: OpId) -> Term {
        pool.is(op.index() as u32 + 1, self.tag)
    }

    /// The tag: which operation the event is of, or that there is none.
    #[must_use]
    pub fn tag(&self) -> Term {
        self.tag
    }

    /// The value of the tag for an operation, or for no event.
    pub fn tag_value(&self, pool: &Pool, op: Option<OpId>) -> Term {
        let ctor = op.map_or(NONE, |op| op.index() as u32 + 1);
        pool.construct(pool.sort(self.tag), ctor, &[])
    }

    /// The event that the slot is if it is one of this operation.
    #[must_use]
    pub fn event(&self, op: OpId) -> &Event {
        &self.events[op.index()]
    }
}

impl Slots {
    /// A history of at most `count` events, whose variables begin with `prefix`.
    pub fn new(pool: &Pool, alphabet: &Alphabet, prefix: &str, count: usize) -> Slots {
        let tags = tag_sort(pool, alphabet);
        let slot = |number: usize| Slot {
            tag: pool.var(&format!("{prefix}{number}"), tags),
            events: alphabet
                .ops()
                .map(|op| slot_event(pool, alphabet, op, &format!("{prefix}{number}")))
                .collect(),
        };
        Slots { slots: (0..count).map(slot).collect() }
    }

    /// The slots, the earliest first.
    #[must_use]
    pub fn slots(&self) -> &[Slot] {
        &self.slots
    }

    /// The part of the history that comes before slot `count`.
    #[must_use]
    pub fn first(&self, count: usize) -> Slots {
        Slots { slots: self.slots[..count.min(self.slots.len())].to_vec() }
    }

    /// The part of the history that begins at slot `from` and goes on while these conditions hold,
    /// one for each slot of the history. Slot `from` belongs to it in any case.
    #[must_use]
    pub fn while_true(
        &self,
        pool: &Pool,
        alphabet: &Alphabet,
        from: usize,
        goes_on: &[Term],
    ) -> Slots {
        let none = pool.construct(tag_sort(pool, alphabet), NONE, &[]);
        let mut open = Term::TRUE;
        let rest = self.slots.iter().zip(goes_on).enumerate().skip(from);
        let slot = |(number, (slot, goes_on)): (usize, (&Slot, &Term))| {
            if number > from {
                open = pool.and(&[open, *goes_on]);
            }
            Slot { tag: pool.ite(open, slot.tag, none), events: slot.events.clone() }
        };
        Slots { slots: rest.map(slot).collect() }
    }

    /// The variables that choose the history, each with the number of its slot: for each slot its
    /// tag, then the others in the order of the alphabet.
    #[must_use]
    pub fn variables(&self) -> Vec<(usize, Term)> {
        let mut all: Vec<(usize, Term)> = Vec::new();
        for (number, slot) in self.slots.iter().enumerate() {
            all.push((number, slot.tag));
            for value in slot.events.iter().flat_map(|event| &event.values) {
                if !all.contains(&(number, *value)) {
                    all.push((number, *value));
                }
            }
        }
        all
    }

    /// The same history with other terms in place of its variables.
    #[must_use]
    pub fn substitute(&self, pool: &Pool, by: &FxHashMap<Term, Term>) -> Slots {
        let put = |term: &Term| pool.substitute(*term, by);
        let event =
            |event: &Event| Event { op: event.op, values: event.values.iter().map(put).collect() };
        let slot = |slot: &Slot| Slot {
            tag: put(&slot.tag),
            events: slot.events.iter().map(event).collect(),
        };
        Slots { slots: self.slots.iter().map(slot).collect() }
    }

    /// Slots without event come last. A caller of [`crate::Context::accept`] has to assert this.
    pub fn in_order(&self, pool: &Pool) -> Term {
        let pairs = self.slots.windows(2);
        let parts: Vec<Term> =
            pairs.map(|pair| pool.implies(pair[0].is_none(pool), pair[1].is_none(pool))).collect();
        pool.and(&parts)
    }

    /// The history that a model chooses.
    pub fn history(&self, pool: &Pool, alphabet: &Alphabet, model: &Model) -> Vec<Event> {
        let chosen = self.slots.iter().map_while(|slot| {
            let op =
                alphabet.ops().find(|op| pool.eval(slot.is_op(pool, *op), model) == Term::TRUE)?;
            let values = slot.event(op).values.iter().map(|value| pool.eval(*value, model));
            Some(Event { op: Some(op), values: values.collect() })
        });
        chosen.collect()
    }

    /// Makes a model choose this history; what does not fit is left out and reported as false.
    pub fn choose(
        &self,
        pool: &Pool,
        alphabet: &Alphabet,
        history: &[Event],
        model: &mut Model,
    ) -> bool {
        let tags = tag_sort(pool, alphabet);
        for (number, slot) in self.slots.iter().enumerate() {
            let event = history.get(number);
            let ctor = match event.map(|event| event.op) {
                None => NONE,
                Some(Some(op)) => op.index() as u32 + 1,
                Some(None) => return false,
            };
            model.set(slot.tag, pool.construct(tags, ctor, &[]));
            if let Some(Event { op: Some(op), values }) = event {
                let vars = slot.event(*op).values.iter();
                vars.zip(values).for_each(|(var, value)| model.set(*var, *value));
            }
        }
        history.len() <= self.slots.len()
    }
}

/// The variables of a slot, named by position and sort so that operations share them.
fn slot_event(pool: &Pool, alphabet: &Alphabet, op: OpId, slot: &str) -> Event {
    let declared = alphabet.op(op);
    let params = declared.params().len();
    let values = declared.places().iter().enumerate().map(|(at, place)| {
        let position = if at < params { at.to_string() } else { "result".to_owned() };
        let sort = sort_name(pool, place.sort);
        pool.var(&format!("{slot}.{position}.{sort}"), place.sort)
    });
    Event { op: Some(op), values: values.collect() }
}

fn sort_name(pool: &Pool, sort: Sort) -> String {
    match pool.sort_node(sort) {
        SortNode::Elem(name) => pool.name(*name).to_owned(),
        _ => pool.show_sort(sort),
    }
}

/// The enumeration of "no event" and the operations. Its name carries a hash of the operations,
/// because one pool may serve several alphabets.
fn tag_sort(pool: &Pool, alphabet: &Alphabet) -> Sort {
    let names = || alphabet.ops().map(|op| alphabet.name(pool, op));
    let hash = names().fold(0, |seed, name| hash::mix(seed, hash::bytes(name.as_bytes())));
    let ctor = |name: &str| Ctor { name: pool.symbol(name), fields: Vec::new() };
    let ctors = std::iter::once("(none)").chain(names()).map(ctor).collect();
    let data = pool.declare_data(&format!("events#{hash:016x}"), 0).expect("it has no parameters");
    pool.define_data(data, ctors).expect("equal names have equal hashes, and names are distinct");
    pool.data_sort(data, &[])
}
