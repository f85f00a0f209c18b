//! Values for integers such that different classes have different ones where that is seen.
//!
//! Arithmetic knows nothing of functions, data and disequalities. Two classes that happen to have the
//! same value meet if one of these tells them apart: they must differ, or they are arguments of one
//! function whose results differ. Such classes are moved apart within the room that the bounds leave;
//! where that does not help, whether they are equal is decided by cases (as in de Moura and Bjørner,
//! "Model-based theory combination", 2007).

use rustc_hash::FxHashMap;
use term::{Int, Op, Pool, Sort, Term};

use super::Closure;
use super::node::Node;
use super::product::Misfit;
use super::proof::{Premise, Reason};
use super::settle::Split;
use crate::arith::{Implied, Infeasible, Limit};

/// Moves tried for one query.
const MOST_MOVES: u32 = 400;
/// By how many steps a variable is moved.
const MOVES: [i64; 16] = [1, -1, 2, -2, 3, -3, 4, -4, 7, -7, 13, -13, 29, -29, 64, -64];

/// What became of the integers.
pub(super) enum Integers {
    /// They have values.
    Placed,
    /// A case to be decided first.
    Split(Split),
    /// A bound was added, of which conclusions have to be drawn first.
    Bounded,
    /// They have none, for this reason.
    Conflict(Reason),
    /// It took too long.
    GaveUp,
}

/// Where the value of a class is seen: an operand of an operator.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Position {
    op: Op,
    sort: Sort,
    at: usize,
}

/// The classes whose values are seen.
struct Watched {
    /// A class, where it is seen, and the class of what it is an operand of.
    seen: Vec<(Node, Position, Node)>,
    /// Classes that must differ.
    apart: Vec<(Node, Node)>,
}

impl Closure {
    /// Looks for values of all integers.
    pub(super) fn settle_integers(&mut self) -> Integers {
        if !self.has_numbers() {
            return Integers::Placed;
        }
        let has_products = !self.numbers.products.is_empty();
        let simplex = &mut self.numbers.simplex;
        if !simplex.is_feasible() || has_products && simplex.is_unwieldy() {
            return Integers::GaveUp;
        }
        if let Err(Infeasible(whys)) = simplex.check_divisors() {
            return Integers::Conflict(self.lemmas.add(whys.into_iter().map(Premise::Because)));
        }
        if !has_products || simplex.is_handy() {
            simplex.round();
        }
        if simplex.undecided().is_some() {
            if self.tighten() {
                return Integers::Bounded;
            }
            self.numbers.simplex.take_inner_point();
        }
        match self.numbers.simplex.undecided() {
            Some((var, floor)) => Integers::Split(Split::AtMost(var, floor)),
            None => match self.spread() {
                Some((a, b)) => Integers::Split(Split::Compared(a, b)),
                None if self.numbers.simplex.is_solved() => self.settle_products(),
                None => Integers::GaveUp,
            },
        }
    }

    /// Adds bounds of variables that follow from those of sums; false if there are none.
    fn tighten(&mut self) -> bool {
        let implied = self.numbers.simplex.implied_bounds();
        let has_some = !implied.is_empty();
        for Implied { var, limit, whys } in implied {
            let why = self.lemmas.add(whys.into_iter().map(Premise::Because));
            let outcome = match limit {
                Limit::AtMost(value) => self.numbers.simplex.at_most(var, value, why),
                Limit::AtLeast(value) => self.numbers.simplex.at_least(var, value, why),
            };
            self.refute_if_infeasible(outcome);
        }
        has_some
    }

    fn settle_products(&mut self) -> Integers {
        match self.misfit() {
            Some(Misfit::Excluded) => Integers::Bounded,
            Some(Misfit::Split(split)) => Integers::Split(split),
            Some(Misfit::Stuck) => Integers::GaveUp,
            None => Integers::Placed,
        }
    }

    /// The value of a class that arithmetic has met.
    pub(super) fn integer(&self, class: Node) -> Option<Int> {
        self.form_value(self.nodes[class].number?)
    }

    /// The value of a node that has a form.
    pub(super) fn form_value(&self, node: Node) -> Option<Int> {
        let form = self.form(node);
        Some(self.numbers.simplex.evaluate(&form.parts)?.add(&form.constant))
    }

    /// As [`Closure::integer`], as a term.
    pub(super) fn integer_term(&self, pool: &Pool, class: Node) -> Option<Term> {
        self.integer(class).map(|int| pool.int(int))
    }

    /// Moves classes apart that meet; two that still do, if any.
    fn spread(&mut self) -> Option<(Node, Node)> {
        let watched = self.watched();
        let mut left = MOST_MOVES;
        let mut meetings = self.meetings(&watched);
        while let Some(&(a, b)) = meetings.first() {
            match self.moved_apart(&watched, (a, b), meetings.len(), &mut left) {
                Some(fewer) => meetings = fewer,
                None => return Some((a, b)),
            }
        }
        None
    }

    /// Moves a variable such that fewer classes meet; those that do then.
    fn moved_apart(
        &mut self,
        watched: &Watched,
        (a, b): (Node, Node),
        before: usize,
        left: &mut u32,
    ) -> Option<Vec<(Node, Node)>> {
        let speaker = |class: Node| self.nodes[class].number.expect("a class with a value");
        let difference = self.form(speaker(a)).minus(self.form(speaker(b)));
        for var in self.numbers.simplex.movers(&difference.parts) {
            let room = self.numbers.simplex.room(var);
            for delta in MOVES.iter().filter_map(|times| room.steps(*times)) {
                *left = left.checked_sub(1)?;
                self.numbers.simplex.shift(var, &delta);
                let meetings = self.meetings(watched);
                if meetings.len() < before {
                    return Some(meetings);
                }
                self.numbers.simplex.shift(var, &delta.neg());
            }
        }
        None
    }

    fn watched(&self) -> Watched {
        let mut watched = Watched { seen: Vec::new(), apart: Vec::new() };
        for apart in &self.apart {
            let (a, b) = (self.nodes.root(apart.a), self.nodes.root(apart.b));
            if self.nodes[a].number.is_some() && self.nodes[b].number.is_some() {
                watched.apart.push((a, b));
            }
        }
        for class in self.classes_of_numbers() {
            for &user in &self.nodes[class].uses {
                let (op, sort, above) =
                    (self.nodes[user].op, self.nodes[user].sort, self.nodes.root(user));
                if self.is_seen_by(op, above) {
                    let args = self.nodes.args(user).iter().enumerate();
                    let places = args.filter(|(_, arg)| self.nodes.root(**arg) == class);
                    let seen = places.map(|(at, _)| (class, Position { op, sort, at }, above));
                    watched.seen.extend(seen);
                }
            }
        }
        watched
    }

    /// Whether an operator with this class as its result tells values of its operands apart.
    fn is_seen_by(&self, op: Op, above: Node) -> bool {
        match op {
            Op::Construct(_) => self.matters(above),
            Op::Ite | Op::Add | Op::Mul | Op::Div | Op::Mod => false,
            _ => true,
        }
    }

    /// The classes that have one value and are told apart.
    fn meetings(&self, watched: &Watched) -> Vec<(Node, Node)> {
        let mut met: Vec<(Node, Node)> = Vec::new();
        met.extend(watched.apart.iter().filter(|(a, b)| self.integer(*a) == self.integer(*b)));
        let mut places: FxHashMap<_, Vec<(Node, Node)>> = FxHashMap::default();
        for &(class, position, above) in &watched.seen {
            let here = places.entry((position, self.integer(class))).or_default();
            let told_apart = |(other, result): &&(Node, Node)| *other != class && *result != above;
            met.extend(here.iter().filter(told_apart).map(|(other, _)| (*other, class)));
            here.push((class, above));
        }
        met
    }
}
