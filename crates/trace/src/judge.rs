//! The independent evaluator: whether a concrete trace has a property, straight from the definition.
//!
//! It works on the [`Formula`] as written and follows the table of `formula.rs` line by line, on every
//! part of the trace, from the innermost formulas outwards. It knows no letters, no regular
//! expressions and no derivatives: it is slow and obvious, the oracle of everything else in this
//! crate and the last judge of witnesses. Keep it so.

use rustc_hash::FxHashMap;
use term::{Model, Pool, Term};

use crate::alphabet::{Alphabet, Event};
use crate::formula::{EventSet, Formula, Marks, StateMachine, TooDeep};

/// For each part `from..to` of a trace, whether a formula holds on it taken alone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Truth {
    len: usize,
    cells: Vec<bool>,
}

impl Truth {
    /// Whether the formula holds on the events `from..to`.
    #[must_use]
    pub fn at(&self, from: usize, to: usize) -> bool {
        self.cells[from * (self.len + 1) + to]
    }

    /// Whether the formula holds on the suffix that begins at a position.
    #[must_use]
    pub fn from(&self, position: usize) -> bool {
        self.at(position, self.len)
    }
}

/// A trace that is to be judged: events with literal values, and values for everything else that
/// the formula mentions (parameters, constants, functions).
#[derive(Clone, Copy)]
pub struct Judge<'a> {
    /// Where the terms live.
    pub pool: &'a Pool,
    /// The operations.
    pub alphabet: &'a Alphabet,
    /// Values of parameters and functions; what it does not mention has its default value.
    pub model: &'a Model,
    /// The trace.
    pub trace: &'a [Event],
}

impl Judge<'_> {
    /// Whether the trace has the property.
    pub fn holds(&self, formula: &Formula) -> Result<bool, TooDeep> {
        Ok(self.truth(formula)?.at(0, self.trace.len()))
    }

    /// Where in the trace the formula holds.
    pub fn truth(&self, formula: &Formula) -> Result<Truth, TooDeep> {
        formula.check_depth()?;
        Ok(self.formula(formula))
    }

    fn formula(&self, formula: &Formula) -> Truth {
        let of = |part: &Formula| self.formula(part);
        match formula {
            Formula::True => self.table(|_, _| true),
            Formula::False => self.table(|_, _| false),
            Formula::Event(set) => self.table(|from, to| from < to && self.belongs(set, from)),
            Formula::One(set) => self.table(|from, to| to == from + 1 && self.belongs(set, from)),
            Formula::Last => self.table(|from, to| to == from + 1),
            Formula::Empty => self.table(|from, to| from == to),
            Formula::Not(a) => {
                let a = of(a);
                self.table(|from, to| !a.at(from, to))
            }
            Formula::And(parts) => {
                let parts: Vec<Truth> = parts.iter().map(of).collect();
                self.table(|from, to| parts.iter().all(|part| part.at(from, to)))
            }
            Formula::Or(parts) => {
                let parts: Vec<Truth> = parts.iter().map(of).collect();
                self.table(|from, to| parts.iter().any(|part| part.at(from, to)))
            }
            Formula::Implies(a, b) => {
                let (a, b) = (of(a), of(b));
                self.table(|from, to| !a.at(from, to) || b.at(from, to))
            }
            Formula::Iff(a, b) => {
                let (a, b) = (of(a), of(b));
                self.table(|from, to| a.at(from, to) == b.at(from, to))
            }
            Formula::Next(a) => {
                let a = of(a);
                self.table(|from, to| from < to && a.at(from + 1, to))
            }
            Formula::WeakNext(a) => {
                let a = of(a);
                self.table(|from, to| to - from <= 1 || a.at(from + 1, to))
            }
            Formula::Finally(a) => {
                let a = of(a);
                self.table(|from, to| (from..to).any(|at| a.at(at, to)))
            }
            Formula::Globally(a) => {
                let a = of(a);
                self.table(|from, to| (from..to).all(|at| a.at(at, to)))
            }
            Formula::Until(a, b) => {
                let (a, b) = (of(a), of(b));
                self.table(|from, to| until(&a, &b, from, to))
            }
            Formula::WeakUntil(a, b) => {
                let (a, b) = (of(a), of(b));
                let always = |from: usize, to: usize| (from..to).all(|at| a.at(at, to));
                self.table(|from, to| until(&a, &b, from, to) || always(from, to))
            }
            Formula::Release(a, b) => {
                let (a, b) = (of(a), of(b));
                // Wherever b fails, a has held strictly before.
                let released = |from: usize, at: usize, to: usize| (from..at).any(|x| a.at(x, to));
                self.table(|from, to| (from..to).all(|at| b.at(at, to) || released(from, at, to)))
            }
            Formula::Then(parts) => {
                let empty = self.table(|from, to| from == to);
                parts.iter().fold(empty, |before, part| {
                    let part = of(part);
                    let cut_at = |from, cut, to| before.at(from, cut) && part.at(cut, to);
                    self.table(|from, to| (from..=to).any(|cut| cut_at(from, cut, to)))
                })
            }
            Formula::Star(a) => self.star(&of(a)),
            Formula::Machine(machine) => self.table(|from, to| self.accepts(machine, from, to)),
        }
    }

    fn table(&self, holds: impl Fn(usize, usize) -> bool) -> Truth {
        let len = self.trace.len();
        let mut cells = vec![false; (len + 1) * (len + 1)];
        for from in 0..=len {
            for to in from..=len {
                cells[from * (len + 1) + to] = holds(from, to);
            }
        }
        Truth { len, cells }
    }

    /// Shorter parts first: a part is a repetition if it is empty or can be cut after a first round.
    fn star(&self, once: &Truth) -> Truth {
        let len = self.trace.len();
        let mut truth = self.table(|from, to| from == to);
        for size in 1..=len {
            for from in 0..=len - size {
                let to = from + size;
                let holds = (from + 1..=to).any(|cut| once.at(from, cut) && truth.at(cut, to));
                truth.cells[from * (len + 1) + to] = holds;
            }
        }
        truth
    }

    fn accepts(&self, machine: &StateMachine, from: usize, to: usize) -> bool {
        let mut current = vec![machine.start];
        let mut visited = current.clone();
        for at in from..to {
            let moves = machine
                .transitions
                .iter()
                .filter(|(source, set, _)| current.contains(source) && self.belongs(set, at));
            let next = moves.map(|(.., target)| *target).collect();
            current = next;
            visited.extend(&current);
        }
        match &machine.marks {
            Marks::Accepting(good) => current.iter().any(|state| good.contains(state)),
            Marks::Violating(bad) => !visited.iter().any(|state| bad.contains(state)),
        }
    }

    fn belongs(&self, set: &EventSet, at: usize) -> bool {
        match set {
            EventSet::Any(guard) => self.is_true(*guard),
            EventSet::Call(op, qualifier) => {
                let event = &self.trace[at];
                event.op == Some(*op) && {
                    let formals = self.alphabet.op(*op).places().iter().map(|place| place.formal);
                    let values: FxHashMap<Term, Term> =
                        formals.zip(event.values.iter().copied()).collect();
                    self.is_true(self.pool.substitute(*qualifier, &values))
                }
            }
            EventSet::Not(inner) => !self.belongs(inner, at),
            EventSet::And(parts) => parts.iter().all(|part| self.belongs(part, at)),
            EventSet::Or(parts) => parts.iter().any(|part| self.belongs(part, at)),
        }
    }

    fn is_true(&self, cond: Term) -> bool {
        self.pool.eval(cond, self.model) == Term::TRUE
    }
}

fn until(a: &Truth, b: &Truth, from: usize, to: usize) -> bool {
    (from..to).any(|at| b.at(at, to) && (from..at).all(|before| a.at(before, to)))
}
