//! What formulas mean on traces of values.
//!
//! Twice: [`holds`] reads the definition of `docs/trace-specs.md` on a slice. [`Rests`] rewrites a formula by one
//! event into what the rest of the trace has to satisfy, so that two histories that leave the same are told apart by
//! no continuation.

use std::collections::{BTreeSet, HashMap};

use super::case::{Cond, Formula, Operand, Pattern};

/// A call: the operation and its values, the result last.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Event {
    pub(super) op: usize,
    pub(super) values: Vec<usize>,
}

/// Values by the names of variables; of two with one name the last counts.
pub(super) type Env = Vec<(String, usize)>;

pub(super) fn value(env: &Env, operand: &Operand) -> usize {
    match operand {
        Operand::Value(_, value) => *value,
        Operand::Var(name) => {
            let known = env.iter().rev().find(|(known, _)| known == name);
            known.expect("every variable has a value").1
        }
    }
}

pub(super) fn is_true(env: &Env, cond: &Cond) -> bool {
    match cond {
        Cond::True => true,
        Cond::Is(a, b) => value(env, a) == value(env, b),
        Cond::Not(a) => !is_true(env, a),
        Cond::Both(a, b) => is_true(env, a) && is_true(env, b),
        Cond::Either(a, b) => is_true(env, a) || is_true(env, b),
    }
}

/// Whether a formula holds on a trace, by its definition.
pub(super) fn holds(env: &Env, formula: &Formula, trace: &[Event]) -> bool {
    let of = |part: &Formula, trace: &[Event]| holds(env, part, trace);
    let mut positions = 0..trace.len();
    match formula {
        Formula::Event { op, places, negated } => {
            trace.first().is_some_and(|event| belongs(env, *op, places, event) != *negated)
        }
        Formula::Not(a) => !of(a, trace),
        Formula::And(a, b) => of(a, trace) && of(b, trace),
        Formula::Or(a, b) => of(a, trace) || of(b, trace),
        Formula::Implies(a, b) => !of(a, trace) || of(b, trace),
        Formula::Next(a) => !trace.is_empty() && of(a, &trace[1..]),
        Formula::Finally(a) => positions.any(|at| of(a, &trace[at..])),
        Formula::Globally(a) => positions.all(|at| of(a, &trace[at..])),
        Formula::Until(a, b) => {
            positions.any(|at| of(b, &trace[at..]) && (0..at).all(|before| of(a, &trace[before..])))
        }
        Formula::Then(a, b) => {
            (0..=trace.len()).any(|cut| of(a, &trace[..cut]) && of(b, &trace[cut..]))
        }
    }
}

fn belongs(env: &Env, op: usize, places: &[Pattern], event: &Event) -> bool {
    let fits = |(pattern, found): (&Pattern, &usize)| match pattern {
        Pattern::Any => true,
        Pattern::Is(wanted) => value(env, wanted) == *found,
        Pattern::IsNot(other) => value(env, other) != *found,
    };
    event.op == op && places.iter().zip(&event.values).all(fits)
}

/// What the rest of a trace has to satisfy.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Rest(usize);

const TRUE: Rest = Rest(0);
const FALSE: Rest = Rest(1);

/// The shapes of rests, with values in place of variables.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Shape {
    True,
    False,
    /// The values of some places, and whether they are meant.
    Event {
        op: usize,
        places: Vec<Option<(bool, usize)>>,
        negated: bool,
    },
    Not(Rest),
    And(BTreeSet<Rest>),
    Or(BTreeSet<Rest>),
    Next(Rest),
    Finally(Rest),
    Globally(Rest),
    Until(Rest, Rest),
    Then(Rest, Rest),
}

/// All rests of a case, each once.
pub(super) struct Rests {
    shapes: Vec<Shape>,
    known: HashMap<Shape, Rest>,
    read: HashMap<(Rest, Event), Rest>,
}

impl Rests {
    pub(super) fn new() -> Rests {
        let mut rests = Rests { shapes: Vec::new(), known: HashMap::new(), read: HashMap::new() };
        rests.intern(Shape::True);
        rests.intern(Shape::False);
        rests
    }

    fn intern(&mut self, shape: Shape) -> Rest {
        if let Some(known) = self.known.get(&shape) {
            return *known;
        }
        self.shapes.push(shape.clone());
        let made = Rest(self.shapes.len() - 1);
        self.known.insert(shape, made);
        made
    }

    /// A formula at some values.
    pub(super) fn of(&mut self, env: &Env, formula: &Formula) -> Rest {
        match formula {
            Formula::Event { op, places, negated } => {
                let place = |pattern: &Pattern| match pattern {
                    Pattern::Any => None,
                    Pattern::Is(wanted) => Some((true, value(env, wanted))),
                    Pattern::IsNot(other) => Some((false, value(env, other))),
                };
                let places = places.iter().map(place).collect();
                self.intern(Shape::Event { op: *op, places, negated: *negated })
            }
            Formula::Not(a) => {
                let a = self.of(env, a);
                self.not(a)
            }
            Formula::And(a, b) => {
                let parts = [self.of(env, a), self.of(env, b)];
                self.and(parts)
            }
            Formula::Or(a, b) => {
                let parts = [self.of(env, a), self.of(env, b)];
                self.or(parts)
            }
            Formula::Implies(a, b) => {
                let a = self.of(env, a);
                let parts = [self.not(a), self.of(env, b)];
                self.or(parts)
            }
            Formula::Next(a) => {
                let a = self.of(env, a);
                self.intern(Shape::Next(a))
            }
            Formula::Finally(a) => {
                let a = self.of(env, a);
                self.intern(Shape::Finally(a))
            }
            Formula::Globally(a) => {
                let a = self.of(env, a);
                self.intern(Shape::Globally(a))
            }
            Formula::Until(a, b) => {
                let (a, b) = (self.of(env, a), self.of(env, b));
                self.intern(Shape::Until(a, b))
            }
            Formula::Then(a, b) => {
                let (a, b) = (self.of(env, a), self.of(env, b));
                self.then(a, b)
            }
        }
    }

    fn not(&mut self, a: Rest) -> Rest {
        match self.shapes[a.0] {
            Shape::True => FALSE,
            Shape::False => TRUE,
            Shape::Not(inner) => inner,
            _ => self.intern(Shape::Not(a)),
        }
    }

    fn then(&mut self, a: Rest, b: Rest) -> Rest {
        if a == FALSE || b == FALSE { FALSE } else { self.intern(Shape::Then(a, b)) }
    }

    fn and(&mut self, parts: [Rest; 2]) -> Rest {
        let mut all = BTreeSet::new();
        for part in parts {
            match &self.shapes[part.0] {
                Shape::False => return FALSE,
                Shape::True => {}
                Shape::And(inner) => all.extend(inner.iter().copied()),
                _ => {
                    all.insert(part);
                }
            }
        }
        match all.len() {
            0 => TRUE,
            1 => *all.iter().next().expect("there is one"),
            _ => self.intern(Shape::And(all)),
        }
    }

    fn or(&mut self, parts: [Rest; 2]) -> Rest {
        let mut all = BTreeSet::new();
        for part in parts {
            match &self.shapes[part.0] {
                Shape::True => return TRUE,
                Shape::False => {}
                Shape::Or(inner) => all.extend(inner.iter().copied()),
                _ => {
                    all.insert(part);
                }
            }
        }
        match all.len() {
            0 => FALSE,
            1 => *all.iter().next().expect("there is one"),
            _ => self.intern(Shape::Or(all)),
        }
    }

    /// Whether the trace may end.
    pub(super) fn may_end(&self, rest: Rest) -> bool {
        match &self.shapes[rest.0] {
            Shape::True | Shape::Globally(_) => true,
            Shape::False
            | Shape::Event { .. }
            | Shape::Next(_)
            | Shape::Finally(_)
            | Shape::Until(..) => false,
            Shape::Not(a) => !self.may_end(*a),
            Shape::And(parts) => parts.iter().all(|part| self.may_end(*part)),
            Shape::Or(parts) => parts.iter().any(|part| self.may_end(*part)),
            Shape::Then(a, b) => self.may_end(*a) && self.may_end(*b),
        }
    }

    /// What is left after an event.
    pub(super) fn after(&mut self, rest: Rest, event: &Event) -> Rest {
        if rest == TRUE || rest == FALSE {
            return rest;
        }
        if let Some(known) = self.read.get(&(rest, event.clone())) {
            return *known;
        }
        let made = match self.shapes[rest.0].clone() {
            Shape::True => TRUE,
            Shape::False => FALSE,
            Shape::Event { op, places, negated } => {
                let fits = |(place, found): (&Option<(bool, usize)>, &usize)| {
                    place.is_none_or(|(meant, wanted)| (wanted == *found) == meant)
                };
                let belongs = event.op == op && places.iter().zip(&event.values).all(fits);
                if belongs != negated { TRUE } else { FALSE }
            }
            Shape::Not(a) => {
                let a = self.after(a, event);
                self.not(a)
            }
            Shape::And(parts) => parts.into_iter().fold(TRUE, |all, part| {
                let part = self.after(part, event);
                self.and([all, part])
            }),
            Shape::Or(parts) => parts.into_iter().fold(FALSE, |all, part| {
                let part = self.after(part, event);
                self.or([all, part])
            }),
            Shape::Next(a) => a,
            Shape::Finally(a) => {
                let now = self.after(a, event);
                self.or([now, rest])
            }
            Shape::Globally(a) => {
                let now = self.after(a, event);
                self.and([now, rest])
            }
            Shape::Until(a, b) => {
                let (now, stays) = (self.after(b, event), self.after(a, event));
                let later = self.and([stays, rest]);
                self.or([now, later])
            }
            Shape::Then(a, b) => {
                let first = self.after(a, event);
                let through = self.then(first, b);
                match self.may_end(a) {
                    false => through,
                    true => {
                        let past = self.after(b, event);
                        self.or([through, past])
                    }
                }
            }
        };
        self.read.insert((rest, event.clone()), made);
        made
    }
}

#[cfg(test)]
mod tests {
    use test_support::Dice;

    use super::*;
    use crate::areas::proofs::draw;

    #[test]
    fn rests_mean_what_the_definition_says() {
        let mut dice = Dice::new(3);
        let event = |op: usize, value: usize| Event { op, values: vec![value] };
        for _ in 0..400 {
            let formula = draw::formula_over(&mut dice, 2, 3);
            let mut rests = Rests::new();
            let start = rests.of(&Env::new(), &formula);
            for _ in 0..8 {
                let trace: Vec<Event> =
                    (0..dice.below(6)).map(|_| event(dice.below(2), dice.below(2))).collect();
                let left = trace.iter().fold(start, |rest, event| rests.after(rest, event));
                let expected = holds(&Env::new(), &formula, &trace);
                assert_eq!(rests.may_end(left), expected, "{formula:?} {trace:?}");
            }
        }
    }
}
