//! The state of objects that is not in fields of the application.
//!
//! What a list contains, how far an iterator has come, what is in an array: for each such thing there
//! is a place, and objects that may share state have the same. A call of the library ties together
//! what it gets and what it makes, for an iterator reads its list. Objects that never change have no
//! state.

use flow::{Bits, Place};

use crate::points_to::PointsTo;
use crate::site::{Site, objects};
use crate::values::Places;
use crate::world::is_immutable;

/// Which sites share state.
pub(crate) struct States {
    /// A site that each site is tied to; itself at the end of a chain.
    tied: Vec<usize>,
    places: Vec<Place>,
    /// What belongs to the library as a whole.
    pub(crate) library: Place,
}

impl States {
    pub(crate) fn new(points_to: &PointsTo, places: &mut Places) -> States {
        let count = points_to.sites.len();
        States {
            tied: (0..count).collect(),
            places: (0..count).map(|_| places.fresh()).collect(),
            library: places.fresh(),
        }
    }

    /// Ties all sites of a set together.
    pub(crate) fn tie(&mut self, points_to: &PointsTo, set: &Bits) {
        let mut sites = mutable(points_to, set).collect::<Vec<_>>().into_iter();
        let Some(first) = sites.next() else { return };
        let root = self.root(first.index());
        for site in sites {
            let other = self.root(site.index());
            self.tied[other] = root;
        }
    }

    /// The places of the states of a set of sites.
    pub(crate) fn of(&self, points_to: &PointsTo, set: &Bits) -> Vec<Place> {
        let mut places: Vec<Place> =
            mutable(points_to, set).map(|site| self.places[self.root(site.index())]).collect();
        places.sort();
        places.dedup();
        places
    }

    fn root(&self, mut site: usize) -> usize {
        while self.tied[site] != site {
            site = self.tied[site];
        }
        site
    }
}

fn mutable<'a>(points_to: &'a PointsTo, set: &'a Bits) -> impl Iterator<Item = Site> + 'a {
    objects(set).filter(|site| !is_immutable(&points_to.sites.kind(*site).class))
}
