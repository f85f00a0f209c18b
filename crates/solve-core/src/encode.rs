//! From Boolean terms to clauses.
//!
//! Every atom has a variable, and so has every connective below another one, with the clauses that
//! say in which direction it is used (Plaisted and Greenbaum, 1986).

use rustc_hash::FxHashMap;
use term::{Op, Pool, Sort, Term};

use crate::sat::{Lit, Sat};

/// What the variables of a problem stand for.
#[derive(Default)]
pub(crate) struct Encoder {
    vars: FxHashMap<Term, u32>,
    /// By variable: its term, and whether that is an atom.
    terms: Vec<(Term, bool)>,
    /// By variable: whether it is said what follows from it, and from its negation.
    defined: Vec<[bool; 2]>,
    todo: Vec<Lit>,
    clause: Vec<Lit>,
}

impl Encoder {
    /// Forgets everything but keeps the memory.
    pub(crate) fn clear(&mut self) {
        self.vars.clear();
        self.terms.clear();
        self.defined.clear();
    }

    /// Adds the clauses that say that a term holds.
    pub(crate) fn assert(&mut self, pool: &Pool, sat: &mut Sat, term: Term) {
        let (inner, holds) = unsigned(pool, term);
        self.say(pool, sat, None, inner, holds);
        while let Some(lit) = self.todo.pop() {
            let (term, _) = self.terms[lit.var() as usize];
            self.say(pool, sat, Some(!lit), term, lit.holds());
        }
    }

    /// The literal of a term that already has a variable.
    pub(crate) fn known(&self, pool: &Pool, term: Term) -> Option<Lit> {
        let (inner, holds) = unsigned(pool, term);
        self.vars.get(&inner).map(|var| Lit::new(*var, holds))
    }

    /// How many terms have a variable.
    pub(crate) fn size(&self) -> usize {
        self.terms.len()
    }

    /// All atoms, each with the literal that says that it holds.
    pub(crate) fn atoms(&self) -> impl Iterator<Item = (Term, Lit)> {
        let terms = (0..).zip(&self.terms);
        terms
            .filter(|(_, (_, is_atom))| *is_atom)
            .map(|(var, (term, _))| (*term, Lit::new(var, true)))
    }

    /// The atom that a variable stands for, if it is not a connective.
    pub(crate) fn atom(&self, var: u32) -> Option<Term> {
        let (term, is_atom) = self.terms[var as usize];
        is_atom.then_some(term)
    }

    /// Says that `term` is as `holds` says, unless the literal `premise` is true.
    fn say(&mut self, pool: &Pool, sat: &mut Sat, premise: Option<Lit>, term: Term, holds: bool) {
        match (pool.node(term), holds) {
            ((Op::And, parts), true) | ((Op::Or, parts), false) => {
                for part in parts {
                    self.begin(premise);
                    self.push(pool, sat, *part, holds);
                    sat.add_clause(&self.clause);
                }
            }
            ((Op::And, parts), false) | ((Op::Or, parts), true) => {
                self.begin(premise);
                for part in parts {
                    self.push(pool, sat, *part, holds);
                }
                sat.add_clause(&self.clause);
            }
            ((Op::Eq, &[a, b]), _) if pool.sort(a) == Sort::BOOL => {
                for first in [true, false] {
                    self.begin(premise);
                    self.push(pool, sat, a, first);
                    self.push(pool, sat, b, first != holds);
                    sat.add_clause(&self.clause);
                }
            }
            _ => {
                self.begin(premise);
                self.push(pool, sat, term, holds);
                sat.add_clause(&self.clause);
            }
        }
    }

    fn begin(&mut self, premise: Option<Lit>) {
        self.clause.clear();
        self.clause.extend(premise);
    }

    /// Adds a literal to the clause, and remembers to define it if it is a connective.
    fn push(&mut self, pool: &Pool, sat: &mut Sat, term: Term, holds: bool) {
        let (inner, sign) = unsigned(pool, term);
        let holds = holds == sign;
        let var = *self.vars.entry(inner).or_insert_with(|| {
            self.terms.push((inner, !is_connective(pool, inner)));
            self.defined.push([false; 2]);
            sat.add_var(holds)
        });
        let lit = Lit::new(var, holds);
        let (_, is_atom) = self.terms[var as usize];
        if !is_atom && !std::mem::replace(&mut self.defined[var as usize][usize::from(holds)], true)
        {
            self.todo.push(lit);
        }
        if !self.clause.contains(&lit) {
            self.clause.push(lit);
        }
    }
}

fn unsigned(pool: &Pool, term: Term) -> (Term, bool) {
    match pool.node(term) {
        (Op::Not, &[inner]) => (inner, false),
        _ => (term, true),
    }
}

fn is_connective(pool: &Pool, term: Term) -> bool {
    match pool.node(term) {
        (Op::And | Op::Or, _) => true,
        (Op::Eq, &[a, _]) => pool.sort(a) == Sort::BOOL,
        _ => false,
    }
}
