//! What a property means: the table of `docs/trace-specs.md`, line by line, on slices of a trace.

use std::collections::BTreeSet;

use term::Term;
use trace::{EventSet, Formula, Marks, OpId, StateMachine};

use super::draw::{Run, World};
use crate::naive::{Env, Evaluator, Unknown, Value};

/// The definition, for one trace and values of the parameters.
pub(super) struct Definition<'a> {
    pub(super) world: &'a World,
    pub(super) run: &'a Run,
}

type Events<'a> = &'a [(OpId, Vec<Value>)];

/// The values of the parameters, and of the places of one event.
struct AtEvent<'a> {
    run: &'a Run,
    formals: Vec<(Term, Value)>,
}

impl Env for AtEvent<'_> {
    fn look_up(&self, unknown: &Unknown) -> Option<Value> {
        let formal = self.formals.iter().find(|(var, _)| *unknown == Unknown::Var(*var));
        formal.map(|(_, value)| value.clone()).or_else(|| self.run.known.get(unknown).cloned())
    }
}

impl Definition<'_> {
    pub(super) fn holds(&self, formula: &Formula) -> bool {
        self.on(formula, &self.run.values)
    }

    fn on(&self, formula: &Formula, t: Events<'_>) -> bool {
        // The positions of a trace are the places that have an event.
        let from_some = |p: &Formula| (0..t.len()).any(|i| self.on(p, &t[i..]));
        let from_all = |p: &Formula| (0..t.len()).all(|i| self.on(p, &t[i..]));
        match formula {
            Formula::True => true,
            Formula::False => false,
            Formula::Empty => t.is_empty(),
            Formula::Last => t.len() == 1,
            Formula::Event(set) => !t.is_empty() && self.belongs(set, &t[0]),
            Formula::One(set) => t.len() == 1 && self.belongs(set, &t[0]),
            Formula::Not(p) => !self.on(p, t),
            Formula::And(all) => all.iter().all(|p| self.on(p, t)),
            Formula::Or(some) => some.iter().any(|p| self.on(p, t)),
            Formula::Implies(p, q) => !self.on(p, t) || self.on(q, t),
            Formula::Iff(p, q) => self.on(p, t) == self.on(q, t),
            Formula::Next(p) => !t.is_empty() && self.on(p, &t[1..]),
            Formula::WeakNext(p) => t.len() <= 1 || self.on(p, &t[1..]),
            Formula::Finally(p) => from_some(p),
            Formula::Globally(p) => from_all(p),
            Formula::Until(p, q) => self.until(p, q, t),
            Formula::WeakUntil(p, q) => self.until(p, q, t) || from_all(p),
            Formula::Release(p, q) => {
                // Up to and including the first position from which p holds, or always.
                let first = (0..t.len()).find(|i| self.on(p, &t[*i..]));
                (0..t.len())
                    .take_while(|i| first.is_none_or(|first| *i <= first))
                    .all(|i| self.on(q, &t[i..]))
            }
            Formula::Then(parts) => self.one_after_another(parts, t),
            Formula::Star(p) => {
                t.is_empty()
                    || (1..=t.len()).any(|i| self.on(p, &t[..i]) && self.on(formula, &t[i..]))
            }
            Formula::Machine(machine) => self.accepts(machine, t),
        }
    }

    fn until(&self, p: &Formula, q: &Formula, t: Events<'_>) -> bool {
        (0..t.len()).any(|i| self.on(q, &t[i..]) && (0..i).all(|j| self.on(p, &t[j..])))
    }

    fn one_after_another(&self, parts: &[Formula], t: Events<'_>) -> bool {
        match parts {
            [] => t.is_empty(),
            [first, rest @ ..] => (0..=t.len())
                .any(|i| self.on(first, &t[..i]) && self.one_after_another(rest, &t[i..])),
        }
    }

    /// All states that some run can be in, event by event.
    fn accepts(&self, machine: &StateMachine, t: Events<'_>) -> bool {
        let mut now = BTreeSet::from([machine.start]);
        let violates = |now: &BTreeSet<usize>, bad: &[usize]| bad.iter().any(|s| now.contains(s));
        let mut violated = matches!(&machine.marks, Marks::Violating(bad) if violates(&now, bad));
        for event in t {
            let taken = machine
                .transitions
                .iter()
                .filter(|(from, set, _)| now.contains(from) && self.belongs(set, event));
            now = taken.map(|(_, _, to)| *to).collect();
            violated |= matches!(&machine.marks, Marks::Violating(bad) if violates(&now, bad));
        }
        match &machine.marks {
            Marks::Accepting(good) => good.iter().any(|state| now.contains(state)),
            Marks::Violating(_) => !violated,
        }
    }

    fn belongs(&self, set: &EventSet, event: &(OpId, Vec<Value>)) -> bool {
        match set {
            EventSet::Any(cond) => self.is_true(*cond, None),
            EventSet::Call(op, cond) => *op == event.0 && self.is_true(*cond, Some(event)),
            EventSet::Not(set) => !self.belongs(set, event),
            EventSet::And(all) => all.iter().all(|set| self.belongs(set, event)),
            EventSet::Or(some) => some.iter().any(|set| self.belongs(set, event)),
        }
    }

    fn is_true(&self, cond: Term, event: Option<&(OpId, Vec<Value>)>) -> bool {
        let mut formals = Vec::new();
        if let Some((op, values)) = event {
            let places = self.world.alphabet.op(*op).places().iter().map(|place| place.formal);
            formals.extend(places.zip(values.iter().cloned()));
        }
        let env = AtEvent { run: self.run, formals };
        let evaluator = Evaluator { pool: &self.world.pool, env: &env };
        evaluator.eval(cond).expect("everything has a value") == Value::Bool(true)
    }
}
