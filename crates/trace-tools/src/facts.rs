//! What a symbolic trace says about the values that are the same in all of its events.
//!
//! An event of an operation under a qualifier says: there are arguments for which the qualifier
//! holds. Saying it twice says no more than saying it once, so what a whole symbolic trace demands of
//! parameters, constants and functions is the *set* of its qualifiers. There are finitely many, which
//! is why a search over states and such sets ends. It also follows that events with the same
//! qualifier may have the same arguments.

use rustc_hash::FxHashMap;
use term::{Model, Op, Pool, Term, Visit};
use trace::{Context, Event, OpId};

/// A handle to a fact of a [`Facts`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Fact(u32);

struct Known {
    op: Option<OpId>,
    /// The qualifier over variables of its own.
    cond: Term,
    values: Vec<Term>,
    shared: bool,
}

/// The facts that a search has met.
#[derive(Default)]
pub(crate) struct Facts {
    known: Vec<Known>,
    by_content: FxHashMap<(Option<OpId>, Term), Fact>,
}

impl Facts {
    /// There is an event of this operation for which the qualifier holds.
    pub(crate) fn fact(&mut self, ctx: Context<'_>, op: Option<OpId>, qualifier: Term) -> Fact {
        if let Some(fact) = self.by_content.get(&(op, qualifier)) {
            return *fact;
        }
        let fact = Fact(u32::try_from(self.known.len()).expect("fewer than 2^32 qualifiers"));
        let places = op.map_or(&[][..], |op| ctx.alphabet.op(op).places());
        // `@` cannot stand in any name that a user writes.
        let fresh = |formal: Term| {
            ctx.pool.var(&format!("{}@{}", ctx.pool.show(formal), fact.0), ctx.pool.sort(formal))
        };
        let values: Vec<Term> = places.iter().map(|place| fresh(place.formal)).collect();
        let formals = places.iter().map(|place| place.formal);
        let by: FxHashMap<Term, Term> = formals.zip(values.iter().copied()).collect();
        let cond = ctx.pool.substitute(qualifier, &by);
        let shared = mentions_more(ctx.pool, cond, &values);
        self.known.push(Known { op, cond, values, shared });
        self.by_content.insert((op, qualifier), fact);
        fact
    }

    /// Whether the fact mentions more than the arguments of its own event.
    pub(crate) fn is_shared(&self, fact: Fact) -> bool {
        self.known[fact.0 as usize].shared
    }

    /// The fact as a condition.
    pub(crate) fn cond(&self, fact: Fact) -> Term {
        self.known[fact.0 as usize].cond
    }

    /// The variables that stand for the arguments of the event.
    pub(crate) fn values(&self, fact: Fact) -> &[Term] {
        &self.known[fact.0 as usize].values
    }

    /// The event of the fact in a model.
    pub(crate) fn event(&self, pool: &Pool, fact: Fact, model: &Model) -> Event {
        let known = &self.known[fact.0 as usize];
        let values = known.values.iter().map(|value| pool.eval(*value, model)).collect();
        Event { op: known.op, values }
    }
}

/// Whether a condition mentions variables beyond its own, or uninterpreted functions.
fn mentions_more(pool: &Pool, cond: Term, own: &[Term]) -> bool {
    let mut more = false;
    let enter = |term: Term| {
        more |= match pool.op(term) {
            Op::Var(_) => !own.contains(&term),
            Op::Apply(_) => true,
            _ => false,
        };
        Visit::Descend
    };
    pool.walk(&[cond], enter, |_| ());
    more
}
