//! Integers between bounds.
//!
//! Comparisons of integers are edges of the order graph, as for any other order, and its cycles are
//! conflicts. But between two integers there are finitely many others, so not every graph without
//! cycles has a model. Here all classes are given different integers, each the smallest that its
//! neighbours leave. Where that fails, nothing is claimed: other solvers know arithmetic.

use rustc_hash::{FxHashMap, FxHashSet};
use term::{Pool, Sort, Term};

use super::Closure;
use super::node::Node;

/// Bounds of classes; wide enough that sums of literals and counts do not overflow.
type Bounds = FxHashMap<Node, i128>;

impl Closure {
    /// Places all integers, if any are compared. False if this way finds no place for some.
    pub(super) fn place_integers(&mut self, pool: &Pool) -> bool {
        self.placed.clear();
        if self.counts.bounds == 0 {
            return true;
        }
        match self.places(pool) {
            Some(placed) => {
                self.placed = placed;
                true
            }
            None => false,
        }
    }

    fn places(&self, pool: &Pool) -> Option<FxHashMap<Node, Term>> {
        let line = self.line_up(Sort::INT);
        let highest = self.highest(pool, &line)?;
        let mut taken: FxHashSet<i128> = FxHashSet::default();
        for class in &line {
            taken.extend(self.literal_of(pool, *class)?);
        }
        let mut lowest = Bounds::default();
        let mut placed = FxHashMap::default();
        for &class in &line {
            let (low, high) = (lowest.get(&class).copied(), highest.get(&class).copied());
            let place = match self.literal_of(pool, class)? {
                Some(literal) => literal,
                None => {
                    let start = low.or(high.map(|high| high - line.len() as i128)).unwrap_or(0);
                    (start..).find(|place| taken.insert(*place))?
                }
            };
            if low.is_some_and(|low| place < low) || high.is_some_and(|high| place > high) {
                return None;
            }
            for (to, step) in self.steps_up(class) {
                let bound = lowest.entry(to).or_insert(place + step);
                *bound = (*bound).max(place + step);
            }
            placed.insert(class, pool.int(i64::try_from(place).ok()?));
        }
        Some(placed)
    }

    /// The largest integer that each class can be, if there is one.
    fn highest(&self, pool: &Pool, line: &[Node]) -> Option<Bounds> {
        let mut highest = Bounds::default();
        for &class in line.iter().rev() {
            let above =
                self.steps_up(class).filter_map(|(to, step)| Some(highest.get(&to)? - step));
            let bound = above.chain(self.literal_of(pool, class)?).min();
            if let Some(bound) = bound {
                highest.insert(class, bound);
            }
        }
        Some(highest)
    }

    /// The classes above one, with the distance that they must have at least.
    fn steps_up(&self, class: Node) -> impl Iterator<Item = (Node, i128)> {
        let edges = self.nodes[class].above.iter().map(|number| self.edges[*number as usize]);
        let steps = edges.map(|edge| (self.nodes.root(edge.to), i128::from(edge.strict)));
        steps.filter(move |(to, _)| *to != class)
    }

    /// The literal that a class equals, if any; none at all if it is beyond a machine word.
    fn literal_of(&self, pool: &Pool, class: Node) -> Option<Option<i128>> {
        match self.nodes[class].value {
            Some(value) => pool.as_i64(self.nodes[value].term?).map(|literal| Some(literal.into())),
            None => Some(None),
        }
    }
}
