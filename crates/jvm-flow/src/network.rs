//! Sets that flow into one another until nothing is new.
//!
//! Each place holds a set of sites. What comes to a place goes on along its edges, perhaps only what
//! is of a class, and is passed to the watchers of the place; they add edges, watchers and sites in
//! turn. Places that turn out to hold the same are joined. This file knows nothing of Java.

use std::collections::VecDeque;

use flow::{Bits, Location};
use rustc_hash::FxHashSet;

/// A class that edges let through, by its number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct ClassNo(pub(crate) u32);

/// Who says whether objects of a site may be of a class.
pub(crate) type Fits<'f> = &'f dyn Fn(ClassNo, usize) -> bool;

/// The sites of objects that may be of one class, of those that were asked about.
struct Filter {
    asked: Bits,
    fits: Bits,
}

/// What is at a place.
struct Node {
    /// What it was joined with; itself if it stands for those joined.
    joined: Location,
    set: Bits,
    /// What of the set has gone on.
    told: Bits,
    edges: Vec<(Location, Option<ClassNo>)>,
    is_waiting: bool,
}

/// Places, and what flows between them. `W` is what watchers are known by.
pub(crate) struct Network<W> {
    nodes: Vec<Node>,
    watchers: Vec<Vec<W>>,
    filters: Vec<Filter>,
    known: FxHashSet<(Location, Location, Option<ClassNo>)>,
    waiting: VecDeque<Location>,
    news: VecDeque<(W, Bits)>,
}

impl<W: Copy> Network<W> {
    pub(crate) fn new() -> Network<W> {
        Network {
            nodes: Vec::new(),
            watchers: Vec::new(),
            filters: Vec::new(),
            known: FxHashSet::default(),
            waiting: VecDeque::new(),
            news: VecDeque::new(),
        }
    }

    fn reach(&mut self, place: Location) {
        while self.nodes.len() <= place.0 as usize {
            let joined = Location(self.nodes.len() as u32);
            let (set, told) = (Bits::empty(0), Bits::empty(0));
            self.nodes.push(Node { joined, set, told, edges: Vec::new(), is_waiting: false });
            self.watchers.push(Vec::new());
        }
    }

    /// The place that stands for all that a place is joined with.
    pub(crate) fn root(&mut self, place: Location) -> Location {
        self.reach(place);
        let mut at = place;
        while self.nodes[at.0 as usize].joined != at {
            let above = self.nodes[at.0 as usize].joined;
            // Half of the way is cut off for those who come later.
            let next = self.nodes[above.0 as usize].joined;
            self.nodes[at.0 as usize].joined = next;
            at = next;
        }
        at
    }

    fn wake(&mut self, root: Location) {
        if !std::mem::replace(&mut self.nodes[root.0 as usize].is_waiting, true) {
            self.waiting.push_back(root);
        }
    }

    /// Puts a site into a place.
    pub(crate) fn insert(&mut self, place: Location, site: usize) {
        let root = self.root(place);
        if self.nodes[root.0 as usize].set.insert(site) {
            self.wake(root);
        }
    }

    /// What is at a place.
    pub(crate) fn at(&mut self, place: Location) -> &Bits {
        let root = self.root(place);
        &self.nodes[root.0 as usize].set
    }

    /// Lets everything at a place flow to another, or what is of a class.
    pub(crate) fn edge(
        &mut self,
        from: Location,
        to: Location,
        only: Option<ClassNo>,
        fits: Fits<'_>,
    ) {
        let (from, to) = (self.root(from), self.root(to));
        if from == to || !self.known.insert((from, to, only)) {
            return;
        }
        self.nodes[from.0 as usize].edges.push((to, only));
        let now = self.nodes[from.0 as usize].set.clone();
        self.flow(&now, to, only, fits);
    }

    fn flow(&mut self, new: &Bits, to: Location, only: Option<ClassNo>, fits: Fits<'_>) {
        let grown = match only {
            None => self.nodes[to.0 as usize].set.union(new),
            Some(class) => {
                let fitting = self.fitting(new, class, fits);
                self.nodes[to.0 as usize].set.union(&fitting)
            }
        };
        if grown {
            self.wake(to);
        }
    }

    fn fitting(&mut self, set: &Bits, class: ClassNo, fits: Fits<'_>) -> Bits {
        let number = class.0 as usize;
        if self.filters.len() <= number {
            let nothing = || Filter { asked: Bits::empty(0), fits: Bits::empty(0) };
            self.filters.resize_with(number + 1, nothing);
        }
        let filter = &mut self.filters[number];
        for site in set.minus(&filter.asked).iter() {
            filter.asked.insert(site);
            if fits(class, site) {
                filter.fits.insert(site);
            }
        }
        set.and(&filter.fits)
    }

    /// Tells a watcher what is at a place, and whatever comes there.
    pub(crate) fn watch(&mut self, place: Location, watcher: W) {
        let root = self.root(place);
        self.watchers[root.0 as usize].push(watcher);
        let now = self.nodes[root.0 as usize].set.clone();
        if !now.is_empty() {
            self.news.push_back((watcher, now));
        }
    }

    /// Makes one place of two.
    pub(crate) fn join(&mut self, a: Location, b: Location) {
        let (a, b) = (self.root(a), self.root(b));
        if a == b {
            return;
        }
        let weight = |network: &Network<W>, at: Location| {
            network.nodes[at.0 as usize].edges.len() + network.watchers[at.0 as usize].len()
        };
        let (keep, gone) = if weight(self, a) >= weight(self, b) { (a, b) } else { (b, a) };
        let node = &mut self.nodes[gone.0 as usize];
        node.joined = keep;
        let (set, told) = (std::mem::replace(&mut node.set, Bits::empty(0)), node.told.clone());
        let edges = std::mem::take(&mut node.edges);
        let watchers = std::mem::take(&mut self.watchers[gone.0 as usize]);
        let kept = &mut self.nodes[keep.0 as usize];
        kept.set.union(&set);
        // What only one of them had is news for those behind the other.
        kept.told = kept.told.and(&told);
        kept.edges.extend(edges);
        self.watchers[keep.0 as usize].extend(watchers);
        self.wake(keep);
    }

    /// Lets everything flow until there is news for a watcher; none if nothing is left to be done.
    pub(crate) fn next(&mut self, fits: Fits<'_>) -> Option<(W, Bits)> {
        loop {
            if let Some(news) = self.news.pop_front() {
                return Some(news);
            }
            let place = self.waiting.pop_front()?;
            self.nodes[place.0 as usize].is_waiting = false;
            if self.root(place) == place {
                self.tell(place, fits);
            }
        }
    }

    fn tell(&mut self, place: Location, fits: Fits<'_>) {
        let at = place.0 as usize;
        let new = self.nodes[at].set.minus(&self.nodes[at].told);
        if new.is_empty() {
            return;
        }
        self.nodes[at].told.union(&new);
        let edges = std::mem::take(&mut self.nodes[at].edges);
        for (to, only) in &edges {
            let to = self.root(*to);
            if to != place {
                self.flow(&new, to, *only, fits);
            }
        }
        self.nodes[at].edges = edges;
        for watcher in self.watchers[at].iter().copied() {
            self.news.push_back((watcher, new.clone()));
        }
    }

    /// What every place holds, with room for so many sites, and what it is joined with.
    pub(crate) fn finish(mut self, places: usize, sites: usize) -> (Vec<Bits>, Vec<Location>) {
        let roots: Vec<Location> =
            (0..places as u32).map(|place| self.root(Location(place))).collect();
        let sets = self.nodes.into_iter().map(|mut node| {
            node.set.grow(sites);
            node.set
        });
        (sets.collect(), roots)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    #[derive(Clone, Debug)]
    enum Rule {
        Insert(u32, usize),
        Edge(u32, u32, bool),
        Join(u32, u32),
    }

    fn rule() -> impl Strategy<Value = Rule> {
        prop_oneof![
            (0..6u32, 0..4usize).prop_map(|(place, site)| Rule::Insert(place, site)),
            (0..6u32, 0..6u32, any::<bool>()).prop_map(|(a, b, only)| Rule::Edge(a, b, only)),
            (0..6u32, 0..6u32).prop_map(|(a, b)| Rule::Join(a, b)),
        ]
    }

    /// Lets everything flow again and again. Edges with a filter let even sites through.
    fn oracle(rules: &[Rule]) -> Vec<BTreeSet<usize>> {
        let mut sets = vec![BTreeSet::new(); 6];
        for _ in 0..30 {
            for rule in rules {
                match *rule {
                    Rule::Insert(place, site) => {
                        sets[place as usize].insert(site);
                    }
                    Rule::Edge(a, b, only) => {
                        let through: Vec<usize> = sets[a as usize]
                            .iter()
                            .copied()
                            .filter(|s| !only || s % 2 == 0)
                            .collect();
                        sets[b as usize].extend(through);
                    }
                    Rule::Join(a, b) => {
                        let both = &sets[a as usize] | &sets[b as usize];
                        (sets[a as usize], sets[b as usize]) = (both.clone(), both);
                    }
                }
            }
        }
        sets
    }

    proptest! {
        #[test]
        fn sets_are_what_flows_there(rules in prop::collection::vec(rule(), 0..12)) {
            let fits = |_: ClassNo, site: usize| site.is_multiple_of(2);
            let mut network: Network<u32> = Network::new();
            (0..6).for_each(|place| network.watch(Location(place), place));
            let mut seen = vec![BTreeSet::new(); 6];
            for rule in &rules {
                match *rule {
                    Rule::Insert(place, site) => network.insert(Location(place), site),
                    Rule::Edge(a, b, only) => {
                        network.edge(Location(a), Location(b), only.then_some(ClassNo(0)), &fits);
                    }
                    Rule::Join(a, b) => network.join(Location(a), Location(b)),
                }
                while let Some((watcher, new)) = network.next(&fits) {
                    seen[watcher as usize].extend(new.iter());
                }
            }
            let expected = oracle(&rules);
            for place in 0..6 {
                let found: BTreeSet<usize> = network.at(Location(place)).iter().collect();
                prop_assert_eq!(&found, &expected[place as usize]);
                prop_assert_eq!(&seen[place as usize], &found, "watchers see everything");
            }
        }
    }
}
