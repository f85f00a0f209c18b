//! From formulas to regular expressions.
//!
//! Concatenation says most of LTLf (section 3 of the paper): `X φ` is `•·φ`, `F φ` is `•*·φ`, and
//! `φ U ψ` is `φ*·ψ` where `φ` is a condition on one event. Any other left operand of `U` becomes the
//! node [`crate::Node::Until`]. `G` and `R` are the duals of `F` and `U`.

use term::Pool;

use crate::formula::{EventSet, Formula, Marks, StateMachine, TooDeep};
use crate::letter::Letter;
use crate::regex::{Regex, RegexPool};

impl RegexPool {
    /// The regular expression of a formula.
    pub fn of_formula(&self, pool: &Pool, formula: &Formula) -> Result<Regex, TooDeep> {
        formula.check_depth()?;
        Ok(Translator { pool, regexes: self }.formula(formula))
    }

    /// The letter of a set of events.
    pub fn of_events(&self, pool: &Pool, set: &EventSet) -> Letter {
        match set {
            EventSet::Any(guard) => self.guarded_any(pool, *guard),
            EventSet::Call(op, qualifier) => self.atom(pool, *op, *qualifier),
            EventSet::Not(inner) => self.letter_not(pool, self.of_events(pool, inner)),
            EventSet::And(parts) => parts.iter().fold(Letter::ANY, |all, part| {
                self.letter_and(pool, all, self.of_events(pool, part))
            }),
            EventSet::Or(parts) => parts.iter().fold(Letter::NONE, |all, part| {
                self.letter_or(pool, all, self.of_events(pool, part))
            }),
        }
    }
}

/// An operand that holds at many positions.
#[derive(Clone, Copy)]
enum Operand {
    /// It is about the first event alone.
    First(Letter),
    /// It is about more than that.
    Any(Regex),
}

struct Translator<'a> {
    pool: &'a Pool,
    regexes: &'a RegexPool,
}

impl Translator<'_> {
    fn formula(&self, formula: &Formula) -> Regex {
        let (pool, regexes) = (self.pool, self.regexes);
        let any = || regexes.one(Letter::ANY);
        match formula {
            Formula::True => Regex::ALL,
            Formula::False => Regex::EMPTY,
            Formula::Event(set) => self.begins(regexes.of_events(pool, set)),
            Formula::One(set) => regexes.one(regexes.of_events(pool, set)),
            Formula::Last => any(),
            Formula::Empty => Regex::EPSILON,
            Formula::Not(inner) => regexes.not(self.formula(inner)),
            Formula::And(parts) => regexes.and(pool, &self.formulas(parts)),
            Formula::Or(parts) => regexes.or(pool, &self.formulas(parts)),
            Formula::Implies(a, b) => self.implies(self.formula(a), self.formula(b)),
            Formula::Iff(a, b) => {
                let (a, b) = (self.formula(a), self.formula(b));
                regexes.and(pool, &[self.implies(a, b), self.implies(b, a)])
            }
            Formula::Next(inner) => regexes.concat(&[any(), self.formula(inner)]),
            Formula::WeakNext(inner) => {
                let after = regexes.or(pool, &[Regex::EPSILON, self.formula(inner)]);
                regexes.or(pool, &[Regex::EPSILON, regexes.concat(&[any(), after])])
            }
            Formula::Finally(inner) => self.finally(self.formula(inner)),
            Formula::Globally(inner) => self.globally(self.operand(inner)),
            Formula::Until(left, right) => self.until(self.operand(left), self.formula(right)),
            Formula::WeakUntil(left, right) => {
                // Translated once: nested on the left, twice at each level would be without end.
                let left = self.operand(left);
                let both = [self.until(left, self.formula(right)), self.globally(left)];
                regexes.or(pool, &both)
            }
            Formula::Release(left, right) => self.release(left, right),
            Formula::Then(parts) => regexes.concat(&self.formulas(parts)),
            Formula::Star(inner) => regexes.star(pool, self.formula(inner)),
            Formula::Machine(machine) => self.machine(machine),
        }
    }

    fn formulas(&self, parts: &[Formula]) -> Vec<Regex> {
        parts.iter().map(|part| self.formula(part)).collect()
    }

    fn begins(&self, letter: Letter) -> Regex {
        self.regexes.concat(&[self.regexes.one(letter), Regex::ALL])
    }

    fn implies(&self, premise: Regex, conclusion: Regex) -> Regex {
        self.regexes.or(self.pool, &[self.regexes.not(premise), conclusion])
    }

    fn finally(&self, inner: Regex) -> Regex {
        self.regexes.concat(&[Regex::ALL, self.regexes.nonempty(self.pool, inner)])
    }

    fn operand(&self, formula: &Formula) -> Operand {
        match self.first_event(formula) {
            Some(letter) => Operand::First(letter),
            None => Operand::Any(self.formula(formula)),
        }
    }

    fn globally(&self, inner: Operand) -> Regex {
        match inner {
            Operand::First(letter) => self.regexes.star(self.pool, self.regexes.one(letter)),
            Operand::Any(inner) => self.regexes.not(self.finally(self.regexes.not(inner))),
        }
    }

    fn until(&self, left: Operand, right: Regex) -> Regex {
        let (pool, regexes) = (self.pool, self.regexes);
        match left {
            Operand::First(letter) => {
                let before = regexes.star(pool, regexes.one(letter));
                regexes.concat(&[before, regexes.nonempty(pool, right)])
            }
            Operand::Any(left) => regexes.until(pool, left, right),
        }
    }

    fn release(&self, left: &Formula, right: &Formula) -> Regex {
        let opposite = Formula::Not(Box::new(left.clone()));
        let right = self.regexes.not(self.formula(right));
        self.regexes.not(self.until(self.operand(&opposite), right))
    }

    /// The letter that says the same as a formula of every suffix that has an event, if the formula
    /// is about the first event alone.
    fn first_event(&self, formula: &Formula) -> Option<Letter> {
        let (pool, regexes) = (self.pool, self.regexes);
        match formula {
            Formula::True => Some(Letter::ANY),
            Formula::False | Formula::Empty => Some(Letter::NONE),
            Formula::Event(set) => Some(regexes.of_events(pool, set)),
            Formula::Not(inner) => Some(regexes.letter_not(pool, self.first_event(inner)?)),
            Formula::And(parts) => parts.iter().try_fold(Letter::ANY, |all, part| {
                Some(regexes.letter_and(pool, all, self.first_event(part)?))
            }),
            Formula::Or(parts) => parts.iter().try_fold(Letter::NONE, |all, part| {
                Some(regexes.letter_or(pool, all, self.first_event(part)?))
            }),
            Formula::Implies(a, b) => {
                let premise = regexes.letter_not(pool, self.first_event(a)?);
                Some(regexes.letter_or(pool, premise, self.first_event(b)?))
            }
            Formula::Iff(..)
            | Formula::One(_)
            | Formula::Last
            | Formula::Next(_)
            | Formula::WeakNext(_)
            | Formula::Finally(_)
            | Formula::Globally(_)
            | Formula::Until(..)
            | Formula::WeakUntil(..)
            | Formula::Release(..)
            | Formula::Then(_)
            | Formula::Star(_)
            | Formula::Machine(_) => None,
        }
    }

    fn machine(&self, machine: &StateMachine) -> Regex {
        let edges: Vec<(u32, Letter, u32)> = machine
            .transitions
            .iter()
            .map(|(from, set, to)| {
                (*from as u32, self.regexes.of_events(self.pool, set), *to as u32)
            })
            .collect();
        let marked = |states: &[usize]| -> Vec<bool> {
            (0..machine.states.len()).map(|state| states.contains(&state)).collect()
        };
        let start = machine.start as u32;
        match &machine.marks {
            Marks::Accepting(states) => self.regexes.run(&marked(states), &edges, start),
            Marks::Violating(states) => {
                let reaches = self.regexes.run(&marked(states), &edges, start);
                self.regexes.not(self.regexes.concat(&[reaches, Regex::ALL]))
            }
        }
    }
}
