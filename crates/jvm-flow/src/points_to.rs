//! Which objects a place may hold, by where they come from.
//!
//! No order of steps and no calling contexts: whatever is stored in a place anywhere may be there
//! everywhere. Since values on the stack and in variables have a place for each definition, that is
//! precise enough within a method. [`crate::rules`] finds it out.

use flow::{Bits, Location};
use rustc_hash::FxHashMap;

use crate::site::{At, Site, Sites, objects};

/// What places may hold.
pub(crate) struct PointsTo {
    pub(crate) sites: Sites,
    /// What the library as a whole knows.
    pub(crate) global: Location,
    /// Fields of classes of the application.
    pub(crate) fields: FxHashMap<(Box<str>, Box<str>), Location>,
    /// What is inside of objects, by their sites.
    pub(crate) contents: Vec<Option<Location>>,
    /// What calls of the library see.
    pub(crate) pots: FxHashMap<At, Location>,
    pub(crate) sets: Vec<Bits>,
    /// The places that stand for those joined with them.
    pub(crate) roots: Vec<Location>,
}

impl PointsTo {
    /// The place that stands for a place.
    pub(crate) fn root(&self, place: Location) -> Location {
        self.roots.get(place.0 as usize).copied().unwrap_or(place)
    }

    /// The objects that a place may hold.
    pub(crate) fn at(&self, place: Location) -> Option<&Bits> {
        self.sets.get(self.root(place).0 as usize)
    }

    /// The objects that a value may be.
    pub(crate) fn of_value(&self, sources: &[Location]) -> Bits {
        let mut all = self.sites.empty();
        for set in sources.iter().filter_map(|place| self.at(*place)) {
            all.union(set);
        }
        all
    }

    /// Whether a value may be null.
    pub(crate) fn may_be_null(&self, sources: &[Location]) -> bool {
        let null = |set: &Bits| set.contains(Site::NULL.index());
        sources.iter().any(|place| self.at(*place).is_some_and(null))
    }

    /// The objects that a call of the library sees.
    pub(crate) fn seen_by(&self, at: At) -> Option<&Bits> {
        self.at(*self.pots.get(&at)?)
    }

    /// The places of what is inside of objects: what a list contains, how far an iterator has come.
    /// Objects that never change have none.
    pub(crate) fn insides(&self, set: &Bits) -> Vec<Location> {
        let mutable = objects(set).filter(|site| !self.sites.is_immutable(*site));
        let places = mutable.filter_map(|site| self.contents.get(site.index()).copied().flatten());
        let mut places: Vec<Location> = places.map(|place| self.root(place)).collect();
        places.sort();
        places.dedup();
        places
    }
}
