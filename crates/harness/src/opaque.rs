//! Traces of which only some events are known: whether a part of one belongs to an expression is a
//! variable.
//!
//! The engine [`Engine::Opaque`] chooses nothing of a history, nor of what a function adds that is run by its
//! contract: each block of its traces is empty and stands for any events. Who wants to know whether a
//! path can be taken has to say which values of these variables go together: see the crate `prove`.

use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use machine::Machine;
use rustc_hash::FxHashMap;
use term::{Pool, Sort, Term};
use trace::{Context, Item, Regex};

use crate::engine::Engine;
use crate::history::in_histories;
use crate::library::Allowance;
use crate::machine::Harness;

/// The statement that the items of a trace from `start` on belong to an expression. A block stands for any
/// events, and for the same ones in all statements whose traces begin with the same items.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Membership {
    /// What happened so far, and then perhaps what is added.
    pub trace: Arc<[Item]>,
    /// The first item that counts.
    pub start: usize,
    /// The expression.
    pub regex: Regex,
}

/// The variables that stand for memberships.
#[derive(Default)]
pub(crate) struct Memberships(Mutex<FxHashMap<Membership, Term>>);

impl Memberships {
    fn variable(&self, pool: &Pool, membership: Membership) -> Term {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let name = format!("belongs#{}", known.len());
        *known.entry(membership).or_insert_with(|| pool.var(&name, Sort::BOOL))
    }
}

impl<M: Machine> Harness<M> {
    /// The condition under which some items of a trace belong to an expression.
    pub(crate) fn belongs(
        &self,
        pool: &Pool,
        trace: &[Item],
        items: Range<usize>,
        regex: Regex,
    ) -> Term {
        let is_known = |item: &Item| matches!(item, Item::Event(_));
        let plain = regex == Regex::EMPTY || regex == Regex::ALL;
        if self.engine != Engine::Opaque || plain || trace[items.clone()].iter().all(is_known) {
            return self.ctx(pool).accept_items(&trace[items], regex);
        }
        let trace = Arc::from(&trace[..items.end]);
        self.memberships.variable(pool, Membership { trace, start: items.start, regex })
    }

    /// The memberships that variables stand for so far.
    #[must_use]
    pub fn memberships(&self) -> FxHashMap<Term, Membership> {
        let known = self.memberships.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.iter().map(|(membership, var)| (*var, membership.clone())).collect()
    }

    /// Where operations of libraries have their events.
    #[must_use]
    pub fn allowances(&self, pool: &Pool) -> Vec<Allowance> {
        let ctx = self.ctx(pool);
        let declared = in_histories(&self.plan).map(|operation| &self.libraries[&operation.name]);
        declared.filter_map(|library| library.allowance(ctx)).collect()
    }

    /// What expressions of its memberships mean.
    pub fn context<'a>(&'a self, pool: &'a Pool) -> Context<'a> {
        self.ctx(pool)
    }
}
