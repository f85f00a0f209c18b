//! Circuits as clauses: gates over literals, each distinct gate once.

use rustc_hash::FxHashMap;

use super::vector::Bits;
use crate::sat::{Lit, Sat};

/// Gates of one query before it is handed on: bounds time and memory.
const MOST_GATES: usize = 60_000;

/// What a gate computes from its inputs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Gate {
    And,
    Xor,
    /// If the first, then the second, else the third.
    Choice,
    /// Whether at least two of three hold.
    Majority,
}

/// Gates and the clauses that define them.
pub(super) struct Circuit<'s> {
    sat: &'s mut Sat,
    /// A literal that is true.
    truth: Lit,
    gates: FxHashMap<(Gate, [Lit; 3]), Lit>,
    /// Quotients and remainders by dividend and divisor.
    pub(super) divisions: FxHashMap<(Division, Bits, Bits), (Bits, Bits)>,
    left: usize,
}

/// How dividend and divisor are read.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Division {
    Words,
    Integers,
}

impl<'s> Circuit<'s> {
    /// An empty circuit; whatever the SAT solver held is gone.
    pub(super) fn new(sat: &'s mut Sat) -> Circuit<'s> {
        sat.clear();
        let truth = Lit::new(sat.add_var(true), true);
        sat.add_clause(&[truth]);
        let (gates, divisions) = (FxHashMap::default(), FxHashMap::default());
        Circuit { sat, truth, gates, divisions, left: MOST_GATES }
    }

    /// Whether there were too many gates. Then nothing that was made means anything.
    pub(super) fn is_too_large(&self) -> bool {
        self.left == 0
    }

    /// How many gates and free bits were made.
    pub(super) fn size(&self) -> usize {
        MOST_GATES - self.left
    }

    pub(super) fn constant(&self, holds: bool) -> Lit {
        if holds { self.truth } else { !self.truth }
    }

    /// The value of a literal that is the same in every assignment.
    pub(super) fn as_constant(&self, lit: Lit) -> Option<bool> {
        (lit.var() == self.truth.var()).then_some(lit == self.truth)
    }

    /// A bit of which nothing is known. Zero is tried first, so that values are small.
    pub(super) fn free(&mut self) -> Lit {
        match self.left.checked_sub(1) {
            Some(left) if left > 0 => {
                self.left = left;
                Lit::new(self.sat.add_var(false), true)
            }
            _ => {
                self.left = 0;
                self.truth
            }
        }
    }

    /// One of these literals holds.
    pub(super) fn assert_any(&mut self, lits: &[Lit]) {
        let mut clause: Vec<Lit> = Vec::with_capacity(lits.len());
        for &lit in lits {
            match self.as_constant(lit) {
                Some(true) => return,
                Some(false) => {}
                None if clause.contains(&!lit) => return,
                None if clause.contains(&lit) => {}
                None => clause.push(lit),
            }
        }
        self.sat.add_clause(&clause);
    }

    pub(super) fn and(&mut self, a: Lit, b: Lit) -> Lit {
        match (self.as_constant(a), self.as_constant(b)) {
            (Some(false), _) | (_, Some(false)) => return self.constant(false),
            (Some(true), _) => return b,
            (_, Some(true)) => return a,
            (None, None) if a == b => return a,
            (None, None) if a == !b => return self.constant(false),
            (None, None) => {}
        }
        self.gate(Gate::And, [a.min(b), a.max(b), self.truth], |circuit, out| {
            circuit.assert_any(&[!out, a]);
            circuit.assert_any(&[!out, b]);
            circuit.assert_any(&[out, !a, !b]);
        })
    }

    pub(super) fn or(&mut self, a: Lit, b: Lit) -> Lit {
        !self.and(!a, !b)
    }

    pub(super) fn xor(&mut self, a: Lit, b: Lit) -> Lit {
        match (self.as_constant(a), self.as_constant(b)) {
            (Some(a), _) => return if a { !b } else { b },
            (_, Some(b)) => return if b { !a } else { a },
            (None, None) if a.var() == b.var() => return self.constant(a != b),
            (None, None) => {}
        }
        // The signs of the inputs are the sign of the result.
        let is_flipped = a.holds() != b.holds();
        let [a, b] = [a, b].map(|lit| Lit::new(lit.var(), true));
        let out = self.gate(Gate::Xor, [a.min(b), a.max(b), self.truth], |circuit, out| {
            circuit.assert_any(&[!out, a, b]);
            circuit.assert_any(&[!out, !a, !b]);
            circuit.assert_any(&[out, !a, b]);
            circuit.assert_any(&[out, a, !b]);
        });
        if is_flipped { !out } else { out }
    }

    pub(super) fn same(&mut self, a: Lit, b: Lit) -> Lit {
        !self.xor(a, b)
    }

    /// If `cond`, then `yes`, else `no`.
    pub(super) fn choice(&mut self, cond: Lit, yes: Lit, no: Lit) -> Lit {
        match (self.as_constant(cond), self.as_constant(yes), self.as_constant(no)) {
            (Some(cond), ..) => return if cond { yes } else { no },
            (_, Some(true), _) => return self.or(cond, no),
            (_, Some(false), _) => return self.and(!cond, no),
            (_, _, Some(true)) => return self.or(!cond, yes),
            (_, _, Some(false)) => return self.and(cond, yes),
            (None, None, None) if yes == no => return yes,
            (None, None, None) if yes == !no => return self.same(cond, yes),
            (None, None, None) => {}
        }
        self.gate(Gate::Choice, [cond, yes, no], |circuit, out| {
            circuit.assert_any(&[!cond, !yes, out]);
            circuit.assert_any(&[!cond, yes, !out]);
            circuit.assert_any(&[cond, !no, out]);
            circuit.assert_any(&[cond, no, !out]);
            // These follow, and draw conclusions before the condition is known.
            circuit.assert_any(&[!yes, !no, out]);
            circuit.assert_any(&[yes, no, !out]);
        })
    }

    /// Whether at least two hold: the carry of a sum.
    pub(super) fn majority(&mut self, a: Lit, b: Lit, c: Lit) -> Lit {
        let mut inputs = [a, b, c];
        inputs.sort_unstable();
        let [a, b, c] = inputs;
        for (one, x, y) in [(a, b, c), (b, a, c), (c, a, b)] {
            match self.as_constant(one) {
                Some(true) => return self.or(x, y),
                Some(false) => return self.and(x, y),
                None if x == y => return x,
                None if x == !y => return one,
                None => {}
            }
        }
        self.gate(Gate::Majority, inputs, |circuit, out| {
            for (x, y) in [(a, b), (a, c), (b, c)] {
                circuit.assert_any(&[!x, !y, out]);
                circuit.assert_any(&[x, y, !out]);
            }
        })
    }

    /// Whether all of these hold.
    pub(super) fn all(&mut self, lits: &[Lit]) -> Lit {
        let mut open: Vec<Lit> = Vec::with_capacity(lits.len());
        for &lit in lits {
            match self.as_constant(lit) {
                Some(true) => {}
                Some(false) => return self.constant(false),
                None => open.push(lit),
            }
        }
        match open[..] {
            [] => self.constant(true),
            [one] => one,
            [a, b] => self.and(a, b),
            _ => {
                let out = self.free();
                open.iter().for_each(|lit| self.assert_any(&[!out, *lit]));
                open.iter_mut().for_each(|lit| *lit = !*lit);
                open.push(out);
                self.assert_any(&open);
                out
            }
        }
    }

    /// Whether one of these holds.
    pub(super) fn any(&mut self, lits: &[Lit]) -> Lit {
        let negated: Vec<Lit> = lits.iter().map(|lit| !*lit).collect();
        !self.all(&negated)
    }

    fn gate(&mut self, gate: Gate, inputs: [Lit; 3], define: impl Fn(&mut Self, Lit)) -> Lit {
        if let Some(known) = self.gates.get(&(gate, inputs)) {
            return *known;
        }
        let out = self.free();
        if !self.is_too_large() {
            self.gates.insert((gate, inputs), out);
            define(self, out);
        }
        out
    }
}
