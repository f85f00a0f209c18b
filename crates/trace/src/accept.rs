//! Whether a trace belongs to an expression, as one term.
//!
//! The trace is a row of known events and of unknown parts ([`Slots`]), such as a history. Derivatives
//! are walked forward, one layer of expressions per position; then terms are built backward:
//!
//! ```text
//! accept(end, R)   = nullable(R)
//! accept(i, ¬R)    = ¬accept(i, R)           likewise ∧ and ∨ where they stand at the top
//! accept(slot, R)  = ite(no event, accept(end of its part, R), the derivative by the slot's event)
//! accept(event, R) = the derivative, with accept(i + 1, ·) at its leaves
//! ```
//!
//! Boolean operators at the top are never derived, so a conjunction of `k` properties costs the sum
//! of their parts, not the product. The size is linear in positions × distinct derivatives.

use rustc_hash::{FxHashMap, FxHashSet};
use term::{Pool, Term};

use crate::alphabet::{Event, OpId};
use crate::choice::Choice;
use crate::context::Context;
use crate::derivative::Reader;
use crate::regex::{Node, Regex};
use crate::slots::{Item, Slot, Slots};

impl Context<'_> {
    /// The condition under which the history, followed by the events, belongs to `regex`.
    ///
    /// It presupposes [`Slots::in_order`].
    #[must_use]
    pub fn accept(&self, history: &Slots, events: &[Event], regex: Regex) -> Term {
        let mut layers = Vec::new();
        self.add_slots(history, &mut layers);
        layers.extend(events.iter().map(|event| Layer::event(*self, event)));
        self.accept_layers(layers, regex)
    }

    /// The condition under which a row of known events and unknown parts belongs to `regex`.
    ///
    /// It presupposes [`Slots::in_order`] of each part.
    #[must_use]
    pub fn accept_items<'i>(
        &self,
        items: impl IntoIterator<Item = &'i Item>,
        regex: Regex,
    ) -> Term {
        let mut layers = Vec::new();
        for item in items {
            match item {
                Item::Event(event) => layers.push(Layer::event(*self, event)),
                Item::Block(slots) => self.add_slots(slots, &mut layers),
            }
        }
        self.accept_layers(layers, regex)
    }

    fn accept_layers(&self, layers: Vec<Layer<'_>>, regex: Regex) -> Term {
        let needed = Needed::new(layers.len() + 1);
        let mut walk = Walk { ctx: *self, layers, needed };
        walk.forward(regex);
        walk.backward(regex)
    }
}

/// What has to have happened before an operation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Precondition {
    /// The operation.
    pub op: OpId,
    /// Variables that stand in the expression for the arguments and the result of the event. They
    /// are not the formals of the operation: those belong to the letters of the expression.
    pub params: Vec<Term>,
    /// The traces before the event.
    pub before: Regex,
}

impl Context<'_> {
    /// The condition under which each event of the history was allowed when it happened: where a
    /// slot is of an operation with a precondition, the slots before it meet that.
    #[must_use]
    pub fn realizable(&self, history: &Slots, preconditions: &[Precondition]) -> Term {
        let mut parts = Vec::new();
        for (number, slot) in history.slots().iter().enumerate() {
            let before = history.first(number);
            for Precondition { op, params, before: regex } in preconditions {
                let values = slot.event(*op).values.iter().copied();
                let by: FxHashMap<Term, Term> = params.iter().copied().zip(values).collect();
                let regex = self.regexes.substitute(self.pool, *regex, &by);
                let allowed = self.accept(&before, &[], regex);
                parts.push(self.pool.implies(slot.is_op(self.pool, *op), allowed));
            }
        }
        self.pool.and(&parts)
    }
}

/// One position of the trace.
struct Layer<'a> {
    /// None for a known event; otherwise the slot, and where its part of the trace ends.
    slot: Option<(&'a Slot, usize)>,
    /// The operations that the event may be of, each with its reader; one for a known event.
    readers: Vec<(Option<OpId>, Reader<'a>)>,
}

impl<'a> Context<'a> {
    fn add_slots(&self, slots: &'a Slots, layers: &mut Vec<Layer<'a>>) {
        let end = layers.len() + slots.slots().len();
        layers.extend(slots.slots().iter().map(|slot| Layer::slot(*self, slot, end)));
    }
}

impl<'a> Layer<'a> {
    fn slot(ctx: Context<'a>, slot: &'a Slot, end: usize) -> Layer<'a> {
        let reader = |op: OpId| {
            let event = slot.event(op).clone();
            (Some(op), Reader::new(ctx.pool, ctx.alphabet, ctx.regexes, event))
        };
        Layer { slot: Some((slot, end)), readers: ctx.alphabet.ops().map(reader).collect() }
    }

    fn event(ctx: Context<'a>, event: &Event) -> Layer<'a> {
        let reader = Reader::new(ctx.pool, ctx.alphabet, ctx.regexes, event.clone());
        Layer { slot: None, readers: vec![(event.op, reader)] }
    }
}

/// For each position, the expressions whose acceptance is wanted there, in the order of asking.
struct Needed {
    order: Vec<Vec<Regex>>,
    met: Vec<FxHashSet<Regex>>,
}

impl Needed {
    fn new(positions: usize) -> Needed {
        let (order, met) = (vec![Vec::new(); positions], vec![FxHashSet::default(); positions]);
        Needed { order, met }
    }
}

struct Walk<'a> {
    ctx: Context<'a>,
    layers: Vec<Layer<'a>>,
    needed: Needed,
}

impl Walk<'_> {
    fn forward(&mut self, regex: Regex) {
        self.need(0, regex);
        for position in 0..self.layers.len() {
            let mut at = 0;
            while let Some(&regex) = self.needed.order[position].get(at) {
                at += 1;
                if let Some((_, end)) = self.layers[position].slot {
                    self.need(end, regex);
                }
                for leaf in self.read(position, regex) {
                    self.need(position + 1, leaf);
                }
            }
        }
    }

    fn read(&mut self, position: usize, regex: Regex) -> Vec<Regex> {
        let readers = self.layers[position].readers.iter_mut();
        readers
            .flat_map(|(_, reader)| {
                let choice = reader.read(regex);
                reader.choices.leaves(choice)
            })
            .collect()
    }

    /// Asks for an expression at a position: for what stands below the boolean operators at its top.
    fn need(&mut self, position: usize, regex: Regex) {
        match self.ctx.regexes.node(regex) {
            Node::Empty | Node::All => {}
            Node::Not(inner) => self.need(position, *inner),
            Node::And(parts) | Node::Or(parts) => {
                parts.iter().for_each(|part| self.need(position, *part));
            }
            Node::Epsilon
            | Node::Letter(_)
            | Node::Concat(_)
            | Node::Star(_)
            | Node::Until(..)
            | Node::Run(..) => {
                if self.needed.met[position].insert(regex) {
                    self.needed.order[position].push(regex);
                }
            }
        }
    }

    fn backward(mut self, regex: Regex) -> Term {
        let end = self.layers.len();
        let mut terms: Vec<FxHashMap<Regex, Term>> = vec![FxHashMap::default(); end + 1];
        for &regex in &self.needed.order[end] {
            terms[end].insert(regex, self.ctx.pool.bool(self.ctx.regexes.nullable(regex)));
        }
        for position in (0..end).rev() {
            for at in 0..self.needed.order[position].len() {
                let regex = self.needed.order[position][at];
                let term = self.accepted(position, regex, &terms);
                terms[position].insert(regex, term);
            }
        }
        lookup(self.ctx, &terms[0], regex)
    }

    fn accepted(
        &mut self,
        position: usize,
        regex: Regex,
        terms: &[FxHashMap<Regex, Term>],
    ) -> Term {
        let (ctx, after) = (self.ctx, &terms[position + 1]);
        let layer = &mut self.layers[position];
        let ways: Vec<(Option<OpId>, Term)> = layer
            .readers
            .iter_mut()
            .map(|(op, reader)| {
                let choice: Choice = reader.read(regex);
                let leaf = |leaf| lookup(ctx, after, leaf);
                (*op, reader.choices.to_term(ctx.pool, choice, leaf))
            })
            .collect();
        match layer.slot {
            None => ways[0].1,
            Some((slot, end)) => {
                let nothing = lookup(ctx, &terms[end], regex);
                let something = by_operation(ctx.pool, slot, &ways);
                ctx.pool.ite(slot.is_none(ctx.pool), nothing, something)
            }
        }
    }
}

/// The term of the operation that a slot is of. The term that most operations share needs no test.
fn by_operation(pool: &Pool, slot: &Slot, ways: &[(Option<OpId>, Term)]) -> Term {
    let mut groups: Vec<(Term, Vec<Term>)> = Vec::new();
    for (op, term) in ways {
        let test = slot.is_op(pool, op.expect("a slot is read by declared operations"));
        match groups.iter_mut().find(|(known, _)| known == term) {
            Some((_, tests)) => tests.push(test),
            None => groups.push((*term, vec![test])),
        }
    }
    // Without operations no slot has an event, and any term will do.
    let Some(common) = (0..groups.len()).rev().max_by_key(|at| groups[*at].1.len()) else {
        return Term::FALSE;
    };
    let (otherwise, _) = groups.remove(common);
    groups
        .into_iter()
        .rev()
        .fold(otherwise, |otherwise, (term, tests)| pool.ite(pool.or(&tests), term, otherwise))
}

/// The acceptance of an expression from that of the parts below its boolean top.
fn lookup(ctx: Context<'_>, terms: &FxHashMap<Regex, Term>, regex: Regex) -> Term {
    let all = |parts: &[Regex]| -> Vec<Term> {
        parts.iter().map(|part| lookup(ctx, terms, *part)).collect()
    };
    match ctx.regexes.node(regex) {
        Node::Empty => Term::FALSE,
        Node::All => Term::TRUE,
        Node::Not(inner) => ctx.pool.not(lookup(ctx, terms, *inner)),
        Node::And(parts) => ctx.pool.and(&all(parts)),
        Node::Or(parts) => ctx.pool.or(&all(parts)),
        Node::Epsilon
        | Node::Letter(_)
        | Node::Concat(_)
        | Node::Star(_)
        | Node::Until(..)
        | Node::Run(..) => terms[&regex],
    }
}
