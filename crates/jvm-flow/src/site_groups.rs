//! Objects that the same events of a property concern.
//!
//! What may become of an object depends on the events that may concern it. Sites that are in the same
//! events are treated as one, unless a site has at most one object in a run: then events that
//! concern it alone do so for certain, which is worth knowing.

use std::collections::{BTreeMap, BTreeSet};

use crate::analysis::Analysis;
use crate::site::Site;
use crate::tuple::{Bound, Tuple};

/// Combinations that are told apart; if there are more, they are treated as one.
const MOST_TUPLES: usize = 128;

/// For each parameter of a property, its sites in groups.
#[derive(Clone, Debug)]
pub(crate) struct SiteGroups(Vec<BTreeMap<Site, Vec<Site>>>);

impl SiteGroups {
    pub(crate) fn of(analysis: &Analysis, property: usize) -> SiteGroups {
        let count = analysis.properties[property].params.len();
        let mut events: Vec<BTreeMap<Site, Vec<usize>>> = vec![BTreeMap::new(); count];
        for (number, event) in analysis.all_events(property).enumerate() {
            for (param, sites) in &event.params {
                for site in sites.iter() {
                    events[*param].entry(Site(site as u32)).or_default().push(number);
                }
            }
        }
        SiteGroups(events.into_iter().map(|by_site| groups(analysis, by_site)).collect())
    }

    /// A combination with each object as one of its group.
    pub(crate) fn widen(&self, tuple: &[Bound]) -> Tuple {
        let widened = tuple.iter().enumerate().map(|(param, bound)| match bound {
            Bound::Free => Bound::Free,
            Bound::From(sites) => {
                let own = |site: &Site| match self.0[param].get(site) {
                    Some(group) => group.clone(),
                    None => vec![*site],
                };
                let all: BTreeSet<Site> = sites.iter().flat_map(own).collect();
                Bound::From(all.into_iter().collect())
            }
        });
        widened.collect()
    }

    /// The combinations that events may bring together. If objects are followed from events on that
    /// bind all of them, only such events do.
    pub(crate) fn tuples(&self, analysis: &Analysis, property: usize) -> Vec<Tuple> {
        let declared = &analysis.properties[property];
        let count = declared.params.len();
        let mut creations = declared.events.iter().filter(|decl| decl.creation).peekable();
        let together =
            creations.peek().is_some() && creations.all(|decl| decl.sources().count() == count);
        let mut found = BTreeSet::new();
        if together {
            let events = analysis.all_events(property);
            for event in events.filter(|event| declared.events[event.decl].creation) {
                let bounds = event.params.iter().map(|(param, sites)| {
                    let sites = sites.iter().map(|site| Site(site as u32));
                    (*param, self.bounds(*param, sites))
                });
                let bounds: BTreeMap<usize, BTreeSet<Bound>> = bounds.collect();
                found.extend(product(bounds.into_values()));
                if found.len() > MOST_TUPLES {
                    break;
                }
            }
        } else {
            let bounds = (0..count).map(|param| self.bounds(param, self.0[param].keys().copied()));
            found.extend(product(bounds));
        }
        // What is not known beforehand may concern any objects.
        if found.is_empty() && analysis.has_wild() {
            found.insert(vec![Bound::Free; count]);
        }
        match found.len() > MOST_TUPLES {
            true => vec![vec![Bound::Free; count]],
            false => found.into_iter().collect(),
        }
    }

    /// The groups of some sites.
    fn bounds(&self, param: usize, sites: impl Iterator<Item = Site>) -> BTreeSet<Bound> {
        let groups = sites.filter_map(|site| self.0[param].get(&site).cloned());
        let bounds: BTreeSet<Bound> = groups.map(Bound::From).collect();
        if bounds.is_empty() { [Bound::Free].into() } else { bounds }
    }
}

fn groups(analysis: &Analysis, by_site: BTreeMap<Site, Vec<usize>>) -> BTreeMap<Site, Vec<Site>> {
    let mut alike: BTreeMap<(Option<Site>, Vec<usize>), Vec<Site>> = BTreeMap::new();
    for (site, events) in by_site {
        let alone = analysis.is_once(site).then_some(site);
        alike.entry((alone, events)).or_default().push(site);
    }
    let groups = alike.into_values();
    groups
        .flat_map(|group| group.clone().into_iter().map(move |site| (site, group.clone())))
        .collect()
}

/// All ways to choose one of each, up to a few more than are told apart.
fn product(bounds: impl Iterator<Item = BTreeSet<Bound>>) -> Vec<Tuple> {
    let mut tuples: Vec<Tuple> = vec![Vec::new()];
    for bounds in bounds {
        let longer = tuples.iter().flat_map(|tuple| {
            bounds.iter().map(|bound| [&tuple[..], std::slice::from_ref(bound)].concat())
        });
        tuples = longer.take(MOST_TUPLES + 1).collect();
    }
    tuples
}
