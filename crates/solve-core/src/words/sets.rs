//! Sets of values, each kept once, and what conditions leave of them.
//!
//! Paths ask about the same characters again and again. A set has one number, and what a condition
//! leaves of it is found once; so following a path is a look into a table for each condition. A
//! condition is only tried on what is left: most characters are soon known to be among a few.

use std::borrow::Borrow;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use term::Term;

use super::domain::Domain;
use super::plan::Plan;
use super::program::Program;
use super::table::Tables;

/// How many sets are kept; one has up to eight kilobytes.
const KEPT: usize = 8_192;
/// How many answers are kept.
const KEPT_ANSWERS: usize = 1 << 20;
/// How many plans are kept.
const KEPT_PLANS: usize = 2_048;

/// A set of values.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct SetId(u32);

/// The sets.
#[derive(Default)]
pub(crate) struct Sets {
    all: Vec<Arc<Domain>>,
    places: FxHashMap<Arc<Domain>, SetId>,
    left: FxHashMap<(SetId, Term), Option<SetId>>,
    plans: FxHashMap<Term, Arc<Plan>>,
    tables: Tables,
}

impl Sets {
    /// Forgets everything if there is much: no set that was returned before may be asked for after
    /// that.
    pub(crate) fn tidy(&mut self) {
        if self.all.len() >= KEPT || self.left.len() >= KEPT_ANSWERS {
            self.all.clear();
            self.places.clear();
            self.left.clear();
        }
        self.tables.tidy();
    }

    /// All values of this width.
    pub(crate) fn all(&mut self, width: u32) -> SetId {
        self.number(Domain::all(width))
    }

    /// The values of a set for which a condition holds, whose only variable they are of; none if there
    /// is no room, or if it takes too long to find out.
    pub(crate) fn left<P: Borrow<Program>>(
        &mut self,
        set: SetId,
        cond: Term,
        code: impl FnOnce() -> P,
    ) -> Option<SetId> {
        if let Some(known) = self.left.get(&(set, cond)) {
            return *known;
        }
        if self.plans.len() >= KEPT_PLANS {
            self.plans.clear();
        }
        let plan = self.plans.entry(cond).or_insert_with(|| Arc::new(Plan::of(code().borrow())));
        let mut domain = Domain::clone(&self.all[set.0 as usize]);
        let is_known = plan.keep(&mut domain, &mut self.tables).is_some();
        let has_room = self.all.len() < 2 * KEPT;
        let left = (is_known && has_room).then(|| self.number(domain));
        self.left.insert((set, cond), left);
        left
    }

    /// The values of a set.
    pub(crate) fn domain(&self, set: SetId) -> &Arc<Domain> {
        &self.all[set.0 as usize]
    }

    /// Whether there is no value in a set.
    pub(crate) fn is_empty(&self, set: SetId) -> bool {
        self.domain(set).first_from(0).is_none()
    }

    fn number(&mut self, domain: Domain) -> SetId {
        if let Some(known) = self.places.get(&domain) {
            return *known;
        }
        let (domain, number) = (Arc::new(domain), SetId(self.all.len() as u32));
        self.all.push(Arc::clone(&domain));
        self.places.insert(domain, number);
        number
    }
}
