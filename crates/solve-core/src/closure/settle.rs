//! Deciding what propagation left open.
//!
//! Most classes can be given a value that nothing else has, and then need no decision. The others
//! are those of few possible values (truth values, enumerations), atoms below other terms, and data
//! of which a field is asked before its constructor is known. They are decided by cases, in the
//! order in which they were met, within a small budget. Integers come last: those that the simplex has
//! left between two integers, and those that happen to be equal where that matters.

use solve::Interrupt;
use term::{Int, Op, Pool};

use super::Closure;
use super::kind::Kind;
use super::node::{Node, Role};
use super::proof::{Reason, Tag};
use super::spread::Integers;
use crate::arith::Var;

/// The outcome of [`Closure::settle`].
pub(crate) enum Settled {
    /// There is a model.
    Consistent,
    /// These assumptions exclude each other.
    Conflict(Vec<Tag>),
    /// Beyond what is modelled, or beyond the budget.
    GaveUp,
}

/// Cases tried for one query.
const MOST_CASES: u32 = 256;

/// Something to be decided by cases, of which one must hold.
#[derive(Clone)]
pub(super) enum Split {
    /// A truth value.
    Truth(Node),
    /// Whether a value was made by a constructor.
    Made(Node, u32),
    /// Whether a variable of arithmetic is at most an integer, or at least the next one.
    AtMost(Var, Int),
    /// Whether two integers are equal, or which is less.
    Compared(Node, Node),
}

impl Split {
    fn cases(&self) -> u32 {
        match self {
            Split::Truth(_) | Split::Made(..) | Split::AtMost(..) => 2,
            Split::Compared(..) => 3,
        }
    }
}

impl Closure {
    /// Decides all that is open. When consistent, the decisions are left on levels of their own;
    /// in any case the caller returns to its own level.
    pub(crate) fn settle(&mut self, pool: &Pool, interrupt: &Interrupt) -> Settled {
        let mut budget = MOST_CASES;
        // After a conflict has been taken back, bounds have not been checked without it.
        if !self.propagate(pool) {
            return Settled::Conflict(self.conflicting());
        }
        self.settle_below(pool, interrupt, 0, &mut budget)
    }

    /// The depth of the recursion is bounded by the budget.
    fn settle_below(
        &mut self,
        pool: &Pool,
        interrupt: &Interrupt,
        depth: usize,
        budget: &mut u32,
    ) -> Settled {
        if !self.is_modelled() || !self.words_suffice() || interrupt.is_raised() {
            return Settled::GaveUp;
        }
        let split = match self.next_split() {
            Some(split) => split,
            None => match self.settle_integers() {
                Integers::Placed => return Settled::Consistent,
                Integers::Split(split) => split,
                Integers::Bounded => return self.settle_bounded(pool, interrupt, depth, budget),
                Integers::Conflict(why) => return Settled::Conflict(self.explain(why)),
                Integers::GaveUp => return Settled::GaveUp,
            },
        };
        let tag = Tag::split(depth);
        let mut blamed = Vec::new();
        for case in 0..split.cases() {
            if *budget == 0 {
                return Settled::GaveUp;
            }
            *budget -= 1;
            let level = self.depth();
            self.push();
            self.assume_case(&split, case, tag);
            let settled = match self.propagate(pool) {
                true => self.settle_below(pool, interrupt, depth + 1, budget),
                false => Settled::Conflict(self.conflicting()),
            };
            match settled {
                Settled::Conflict(tags) => {
                    self.pop_to(level);
                    if !tags.contains(&tag) {
                        return Settled::Conflict(tags);
                    }
                    blamed.extend(tags.into_iter().filter(|other| *other != tag));
                }
                Settled::Consistent | Settled::GaveUp => return settled,
            }
        }
        blamed.sort_unstable();
        blamed.dedup();
        Settled::Conflict(blamed)
    }

    /// Goes on after a bound was added. Such bounds count as cases, so that they end.
    fn settle_bounded(
        &mut self,
        pool: &Pool,
        interrupt: &Interrupt,
        depth: usize,
        budget: &mut u32,
    ) -> Settled {
        match budget.checked_sub(1) {
            None => return Settled::GaveUp,
            Some(left) => *budget = left,
        }
        match self.propagate(pool) {
            true => self.settle_below(pool, interrupt, depth, budget),
            false => Settled::Conflict(self.conflicting()),
        }
    }

    fn assume_case(&mut self, split: &Split, case: u32, tag: Tag) {
        let why = Reason::Given(tag);
        match *split {
            Split::Truth(node) => self.equate(node, Node::truth(case == 0), why),
            Split::Made(node, ctor) => self.restrict_to(node, ctor, case == 0, why),
            Split::AtMost(var, ref limit) => {
                let simplex = &mut self.numbers.simplex;
                let outcome = match case {
                    0 => simplex.at_most(var, limit.clone(), why),
                    _ => simplex.at_least(var, limit.add(&Int::ONE), why),
                };
                self.refute_if_infeasible(outcome);
            }
            Split::Compared(a, b) => {
                let speaker = |class: Node| self.nodes[class].number.expect("it has a value");
                let (x, y) = (speaker(a), speaker(b));
                match case {
                    // Of the same nodes as the other cases, for one of the three to hold always.
                    0 => self.equate(x, y, why),
                    1 => self.compare_nodes(x, y, true, why),
                    _ => self.compare_nodes(y, x, true, why),
                }
            }
        }
    }

    /// Whether every machine word can have a value of its own.
    fn words_suffice(&self) -> bool {
        let counts = self.counts;
        counts.narrowest >= u32::BITS || u64::from(counts.words) <= 1 << counts.narrowest
    }

    fn next_split(&self) -> Option<Split> {
        self.open.iter().find_map(|node| self.split_of(*node))
    }

    fn split_of(&self, node: Node) -> Option<Split> {
        if self.nodes[node].role == Role::Choice {
            let cond = self.nodes.args(node)[0];
            if self.nodes.value(cond).is_none() {
                return Some(Split::Truth(cond));
            }
        }
        if self.nodes.value(node).is_some() {
            return None;
        }
        match self.nodes[node].kind {
            Kind::Bool => {
                let needed = self.nodes[node].role == Role::Atom || self.needs_decision(node, 2);
                needed.then_some(Split::Truth(node))
            }
            Kind::Data { endless, .. } => self.data_split(node, endless),
            Kind::Endless | Kind::Word(_) | Kind::Opaque => None,
        }
    }

    fn data_split(&self, node: Node, endless: u64) -> Option<Split> {
        let slot = &self.nodes[self.nodes.root(node)];
        let asked = slot.uses.iter().find_map(|user| match self.nodes[*user].op {
            Op::Field(ctor, _) if slot.mask & (1 << ctor) != 0 => Some(ctor),
            _ => None,
        });
        if let Some(ctor) = asked {
            return Some(Split::Made(node, ctor));
        }
        let scarce = slot.mask & endless == 0;
        let needed = scarce && self.needs_decision(node, slot.mask.count_ones() as usize);
        needed.then(|| Split::Made(node, slot.mask.trailing_zeros()))
    }

    /// Whether a class with this many values to choose from may find all of them forbidden, or may
    /// change something else by its choice.
    fn needs_decision(&self, node: Node, values: usize) -> bool {
        let slot = &self.nodes[self.nodes.root(node)];
        if slot.uses.is_empty() { slot.apart.len() >= values } else { self.matters(node) }
    }

    /// Whether the value of a class can be told from another one by a function or a disequality.
    pub(super) fn matters(&self, node: Node) -> bool {
        let mut todo = vec![self.nodes.root(node)];
        let mut met = todo.clone();
        while let Some(class) = todo.pop() {
            if !self.nodes[class].apart.is_empty() {
                return true;
            }
            for &user in &self.nodes[class].uses {
                let above = self.nodes.root(user);
                match self.nodes[user].op {
                    Op::Construct(_) if met.contains(&above) => {}
                    Op::Construct(_) => {
                        met.push(above);
                        todo.push(above);
                    }
                    Op::Field(..) | Op::Add | Op::Mul | Op::Div | Op::Mod => {}
                    _ => return true,
                }
            }
        }
        false
    }
}
