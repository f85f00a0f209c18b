//! Bounds of numbers and of their differences.
//!
//! Comparisons of variables with constants and with each other, perhaps with small offsets, are
//! `x - y ≤ c` over the integers as long as nothing overflows. Such a system has a solution exactly
//! if carrying bounds along it comes to an end without an empty range, and then every value of a
//! range is part of one; so values are fixed one after the other, each as near as possible to the one
//! wanted. Disequalities only cut off the ends of ranges, and what is no comparison is ignored:
//! "no solution" is certain, a solution is a proposal.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;
use term::{Op, Pool, Term};

use super::domain::Domains;
use super::program::{mask, number, signed};

/// A number: what a variable is when its word is read.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Reading {
    var: Term,
    is_signed: bool,
}

/// A number plus an offset, or an offset alone, in a word of this width.
#[derive(Clone, Copy, Debug)]
struct Side {
    of: Option<(Reading, u32)>,
    offset: i128,
    width: u32,
}

/// What a literal says, if nothing overflows.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Comparison {
    kind: Kind,
    left: Side,
    right: Side,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    /// At most, after adding this.
    AtMost(i128),
    Equal,
    Different,
    /// From zero to below a constant, and not so.
    Inside,
    Outside,
}

impl Comparison {
    /// The comparisons that hold if a condition holds: more may be needed for it to hold.
    pub(crate) fn all_of(pool: &Pool, cond: Term) -> Vec<Comparison> {
        let mut found = Vec::new();
        let mut todo = vec![(cond, true)];
        while let Some((term, holds)) = todo.pop() {
            match (pool.node(term), holds) {
                ((Op::Not, &[inner]), _) => todo.push((inner, !holds)),
                ((Op::And, parts), true) | ((Op::Or, parts), false) => {
                    todo.extend(parts.iter().map(|part| (*part, holds)));
                }
                ((op, &[a, b]), _) => found.extend(Comparison::of(pool, op, a, b, holds)),
                _ => {}
            }
        }
        found
    }

    fn of(pool: &Pool, op: Op, a: Term, b: Term, holds: bool) -> Option<Comparison> {
        let (left, right) = (Side::of(pool, a)?, Side::of(pool, b)?);
        let both = |kind, left, right| Some(Comparison { kind, left, right });
        match (op, holds) {
            (Op::Eq, true) => both(Kind::Equal, left, right),
            (Op::Eq, false) => both(Kind::Different, left, right),
            (Op::BvSlt, true) => both(Kind::AtMost(1), left, right),
            (Op::BvSle, true) => both(Kind::AtMost(0), left, right),
            (Op::BvSlt, false) => both(Kind::AtMost(0), right, left),
            (Op::BvSle, false) => both(Kind::AtMost(1), right, left),
            (Op::BvUlt, _) if right.of.is_none() && right.offset >= 0 => {
                both(if holds { Kind::Inside } else { Kind::Outside }, left, right)
            }
            _ => None,
        }
    }
}

impl Side {
    /// The sum that a word is, its parts read as signed.
    fn of(pool: &Pool, term: Term) -> Option<Side> {
        let width = word_width(pool, term)?;
        if let Some(literal) = pool.as_literal(term) {
            return Some(Side { of: None, offset: signed(number(literal)?, width).into(), width });
        }
        if let (Op::BvAdd, &[a, b]) = pool.node(term) {
            let (sum, literal) = if pool.as_literal(a).is_some() { (b, a) } else { (a, b) };
            let offset = signed(number(pool.as_literal(literal)?)?, width);
            return Some(Side { offset: offset.into(), ..Side::simple(pool, sum, width)? });
        }
        Side::simple(pool, term, width)
    }

    /// As [`Side::of`], of words without offsets.
    fn simple(pool: &Pool, term: Term, width: u32) -> Option<Side> {
        match pool.node(term) {
            (Op::Var(_), _) => Some(Side::variable(term, width, width, true)),
            (Op::BvSignExtend(by), &[var]) if is_var(pool, var) => {
                Some(Side::variable(var, width - by, width, true))
            }
            (Op::BvZeroExtend(by), &[var]) if is_var(pool, var) => {
                Some(Side::variable(var, width - by, width, false))
            }
            _ => None,
        }
    }

    fn variable(var: Term, own: u32, width: u32, is_signed: bool) -> Side {
        Side { of: Some((Reading { var, is_signed }, own)), offset: 0, width }
    }
}

fn is_var(pool: &Pool, term: Term) -> bool {
    matches!(pool.op(term), Op::Var(_))
}

fn word_width(pool: &Pool, term: Term) -> Option<u32> {
    match pool.sort_node(pool.sort(term)) {
        term::SortNode::BitVec(width) if *width <= 64 => Some(*width),
        _ => None,
    }
}

/// The least and the greatest number of a word of this width.
fn range(width: u32, is_signed: bool) -> (i128, i128) {
    match is_signed {
        true => (-(1 << (width - 1)), (1 << (width - 1)) - 1),
        false => (0, (1 << width) - 1),
    }
}

/// A number with what is known of it.
struct Node {
    reading: Reading,
    width: u32,
    low: i128,
    high: i128,
    /// Values that it does not have.
    not: Vec<i128>,
    /// The differences that it is part of.
    edges: Vec<usize>,
}

/// `left - right ≤ most`.
#[derive(Clone, Copy)]
struct Edge {
    left: usize,
    right: usize,
    most: i128,
}

/// No values satisfy the comparisons.
pub(crate) struct Contradiction;

/// The bounds that follow from comparisons.
pub(crate) struct Bounds<'d> {
    nodes: Vec<Node>,
    places: FxHashMap<Reading, usize>,
    edges: Vec<Edge>,
    /// `left - right` is not this.
    different: Vec<Edge>,
    domains: &'d Domains,
}

/// How often the ends of ranges are cut off before that is given up.
const MOST_CUTS: usize = 64;

impl<'d> Bounds<'d> {
    /// The bounds that follow from comparisons and from the values that variables may have.
    pub(crate) fn of(
        comparisons: &[Comparison],
        domains: &'d Domains,
    ) -> Result<Bounds<'d>, Contradiction> {
        let (nodes, places) = (Vec::new(), FxHashMap::default());
        let mut bounds =
            Bounds { nodes, places, edges: Vec::new(), different: Vec::new(), domains };
        let mut waiting = comparisons.to_vec();
        loop {
            let before = waiting.len();
            let mut later = Vec::new();
            for comparison in waiting {
                if !bounds.add(&comparison) {
                    later.push(comparison);
                }
            }
            bounds.close()?;
            // What might have overflowed before may be known not to, now.
            if later.is_empty() || later.len() == before {
                return Ok(bounds);
            }
            waiting = later;
        }
    }

    /// The range of a variable as an unsigned number, if something is known of it.
    pub(crate) fn range(&self, var: Term) -> Option<(u64, u64)> {
        let of_domain = || {
            let domain = self.domains.get(&var)?;
            Some((domain.first_from(0)?, domain.last_to(u64::MAX)?))
        };
        let Some(node) = self.nodes.iter().find(|node| node.reading.var == var) else {
            return of_domain();
        };
        // Negative numbers are large unsigned ones: a range with both is none.
        let same_sign = (node.low < 0) == (node.high < 0);
        let bits = |number: i128| number as u64 & mask(node.width);
        same_sign.then(|| (bits(node.low), bits(node.high))).or_else(of_domain)
    }

    /// Adds what a comparison says. False if it may overflow, so that it says nothing yet.
    fn add(&mut self, comparison: &Comparison) -> bool {
        let (left, right) = (comparison.left, comparison.right);
        let (Some(a), Some(b)) = (self.place(left), self.place(right)) else { return false };
        let gap = right.offset - left.offset;
        match comparison.kind {
            Kind::AtMost(by) => self.at_most(a, b, gap - by),
            Kind::Equal => {
                self.at_most(a, b, gap);
                self.at_most(b, a, -gap);
            }
            Kind::Different => self.differ(a, b, gap),
            Kind::Inside => {
                self.at_most(a, None, gap - 1);
                self.at_most(None, a, left.offset);
            }
            Kind::Outside => match a {
                Some(node) if self.nodes[node].low + left.offset >= 0 => {
                    self.at_most(None, a, -gap)
                }
                Some(_) => return false,
                None => {}
            },
        }
        true
    }

    /// The number of a side; none at all if the side may overflow, and no number if it is constant.
    #[expect(clippy::option_option, reason = "a constant has no number, and that is not a failure")]
    fn place(&mut self, side: Side) -> Option<Option<usize>> {
        let Some((reading, own)) = side.of else { return Some(None) };
        let node = match self.places.get(&reading) {
            Some(known) => *known,
            None => self.add_node(reading, own),
        };
        let (least, most) = range(side.width, true);
        let (low, high) = (self.nodes[node].low, self.nodes[node].high);
        let fits = low + side.offset >= least && high + side.offset <= most;
        fits.then_some(Some(node))
    }

    fn add_node(&mut self, reading: Reading, width: u32) -> usize {
        let (low, high) = range(width, reading.is_signed);
        let (not, edges) = (Vec::new(), Vec::new());
        self.nodes.push(Node { reading, width, low, high, not, edges });
        self.places.insert(reading, self.nodes.len() - 1);
        self.nodes.len() - 1
    }

    /// `a - b ≤ most`, where a number that is missing is zero.
    fn at_most(&mut self, a: Option<usize>, b: Option<usize>, most: i128) {
        match (a, b) {
            (Some(a), None) => self.nodes[a].high = self.nodes[a].high.min(most),
            (None, Some(b)) => self.nodes[b].low = self.nodes[b].low.max(-most),
            (Some(a), Some(b)) => {
                let edge = self.edges.len();
                self.edges.push(Edge { left: a, right: b, most });
                self.nodes[a].edges.push(edge);
                self.nodes[b].edges.push(edge);
            }
            // Two constants were compared when the term was made.
            (None, None) => {}
        }
    }

    fn differ(&mut self, a: Option<usize>, b: Option<usize>, gap: i128) {
        match (a, b) {
            (Some(a), None) => self.nodes[a].not.push(gap),
            (None, Some(b)) => self.nodes[b].not.push(-gap),
            (Some(left), Some(right)) => self.different.push(Edge { left, right, most: gap }),
            (None, None) => {}
        }
    }

    /// Carries bounds along until nothing changes.
    fn close(&mut self) -> Result<(), Contradiction> {
        for _ in 0..MOST_CUTS {
            self.carry()?;
            if !self.cut()? {
                break;
            }
        }
        Ok(())
    }

    /// A path without a cycle has fewer edges than there are numbers, zero counted: what changes
    /// after that many rounds lies on a cycle that excludes itself.
    fn carry(&mut self) -> Result<(), Contradiction> {
        for _ in 0..=self.nodes.len() + 1 {
            let mut changed = false;
            for at in 0..self.edges.len() {
                changed |= self.carry_along(self.edges[at]) != [false; 2];
            }
            if self.nodes.iter().any(|node| node.low > node.high) {
                return Err(Contradiction);
            }
            if !changed {
                return Ok(());
            }
        }
        Err(Contradiction)
    }

    /// Whether the left and the right number of a difference have changed.
    fn carry_along(&mut self, edge: Edge) -> [bool; 2] {
        let Edge { left, right, most } = edge;
        let high = self.nodes[right].high + most;
        let low = self.nodes[left].low - most;
        let changed = [high < self.nodes[left].high, low > self.nodes[right].low];
        if changed[0] {
            self.nodes[left].high = high;
        }
        if changed[1] {
            self.nodes[right].low = low;
        }
        changed
    }

    /// Cuts the ends of ranges off that cannot be. Whether there were any.
    fn cut(&mut self) -> Result<bool, Contradiction> {
        let mut changed = false;
        for edge in &self.different {
            let [left, right] =
                [edge.left, edge.right].map(|at| (self.nodes[at].low, self.nodes[at].high));
            if right.0 == right.1 && !self.nodes[edge.left].not.contains(&(right.0 + edge.most)) {
                self.nodes[edge.left].not.push(right.0 + edge.most);
            }
            if left.0 == left.1 && !self.nodes[edge.right].not.contains(&(left.0 - edge.most)) {
                self.nodes[edge.right].not.push(left.0 - edge.most);
            }
        }
        for at in 0..self.nodes.len() {
            let (low, high) = (self.nodes[at].low, self.nodes[at].high);
            let found = (self.from(at, low, true), self.from(at, high, false));
            let (Some(new_low), Some(new_high)) = found else { return Err(Contradiction) };
            changed |= (new_low, new_high) != (low, high);
            (self.nodes[at].low, self.nodes[at].high) = (new_low, new_high);
        }
        Ok(changed)
    }

    /// The first value of a number in its range that is possible, upwards or downwards from one.
    fn from(&self, at: usize, start: i128, is_up: bool) -> Option<i128> {
        let node = &self.nodes[at];
        let domain = self.domains.get(&node.reading.var).filter(|_| !node.reading.is_signed);
        let mut value = start;
        loop {
            if let Some(domain) = domain {
                let unsigned = u64::try_from(value).ok()?;
                let next =
                    if is_up { domain.first_from(unsigned) } else { domain.last_to(unsigned) };
                value = next?.into();
            }
            if value < node.low || value > node.high {
                return None;
            }
            if !node.not.contains(&value) {
                return Some(value);
            }
            value += if is_up { 1 } else { -1 };
        }
    }

    /// Values near the wanted ones; none if they were not found.
    pub(crate) fn propose(&mut self, wanted: impl Fn(Term) -> u64) -> Option<Vec<(Term, u64)>> {
        let mut values: Vec<(Term, u64)> = Vec::new();
        for at in 0..self.nodes.len() {
            let Reading { var, is_signed } = self.nodes[at].reading;
            let width = self.nodes[at].width;
            let wanted =
                values.iter().find(|(known, _)| *known == var).map_or_else(|| wanted(var), |v| v.1);
            let wanted = if is_signed { signed(wanted, width).into() } else { i128::from(wanted) };
            let value = self.nearest(at, wanted)?;
            self.fix(at, value)?;
            if !values.iter().any(|(known, _)| *known == var) {
                values.push((var, value as u64 & mask(width)));
            }
        }
        Some(values)
    }

    fn nearest(&self, at: usize, wanted: i128) -> Option<i128> {
        let node = &self.nodes[at];
        let start = wanted.clamp(node.low, node.high);
        self.from(at, start, true).or_else(|| self.from(at, start, false))
    }

    /// Gives a number a value and carries that along.
    fn fix(&mut self, at: usize, value: i128) -> Option<()> {
        (self.nodes[at].low, self.nodes[at].high) = (value, value);
        for edge in &self.different {
            if edge.left == at {
                self.nodes[edge.right].not.push(value - edge.most);
            } else if edge.right == at {
                self.nodes[edge.left].not.push(value + edge.most);
            }
        }
        let mut waiting = VecDeque::from([at]);
        while let Some(at) = waiting.pop_front() {
            for index in 0..self.nodes[at].edges.len() {
                let edge = self.edges[self.nodes[at].edges[index]];
                let changed = self.carry_along(edge);
                for (node, changed) in [edge.left, edge.right].into_iter().zip(changed) {
                    if changed && self.nodes[node].low > self.nodes[node].high {
                        return None;
                    }
                    waiting.extend(changed.then_some(node));
                }
            }
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The bounds of three variables under comparisons.
    fn check(conds: impl Fn(&Pool, [Term; 3]) -> Vec<Term>, expected: Option<[u64; 3]>) {
        let pool = Pool::new();
        let vars = ["a", "b", "c"].map(|name| pool.var(name, pool.bitvec_sort(32)));
        let conds = conds(&pool, vars);
        let comparisons: Vec<Comparison> =
            conds.iter().flat_map(|cond| Comparison::all_of(&pool, *cond)).collect();
        let domains = Domains::default();
        let found = Bounds::of(&comparisons, &domains).ok().and_then(|mut bounds| {
            let values = bounds.propose(|_| 0)?;
            let value = |var: Term| values.iter().find(|(known, _)| *known == var).map(|v| v.1);
            Some(vars.map(|var| value(var).unwrap_or(0)))
        });
        assert_eq!(found, expected);
    }

    #[test]
    fn values_are_nearest_to_wanted_ones() {
        let less = |pool: &Pool, a, b| pool.word(Op::BvSlt, &[a, b]);
        let chain = |pool: &Pool, [a, b, c]: [Term; 3]| vec![less(pool, a, b), less(pool, b, c)];
        check(chain, Some([0, 1, 2]));
        let other = |pool: &Pool, [a, b, c]: [Term; 3]| {
            let not_one = pool.not(pool.eq(b, pool.bitvec(32, 1)));
            vec![less(pool, a, b), less(pool, b, c), not_one]
        };
        check(other, Some([0, 2, 3]));
    }

    #[test]
    fn a_cycle_has_no_values() {
        let less = |pool: &Pool, a, b| pool.word(Op::BvSlt, &[a, b]);
        let cycle = |pool: &Pool, [a, b, c]: [Term; 3]| {
            vec![less(pool, a, b), less(pool, b, c), less(pool, c, a)]
        };
        check(cycle, None);
    }
}
