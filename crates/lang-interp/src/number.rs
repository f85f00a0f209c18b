//! Integers and truth values that are not known: constraints for the solver.
//!
//! A literal is a node like any other. Only when an operation meets an unknown does a term come into
//! being, and only a path that has such terms ever asks a solver.

use term::{Pool, Sort, Term};

use crate::heap::Heap;
use crate::value::{Node, Var};
use crate::{Kind, Value};

impl Heap {
    /// A term as a value, as simple as it can be.
    pub(crate) fn of_term(&mut self, term: Term) -> Value {
        let pool = self.pool();
        if let Some(value) = pool.as_bool(term) {
            return Value::from(value);
        }
        match pool.as_i64(term) {
            Some(small) => self.int(small),
            None => self.add(Node::Term(term)),
        }
    }

    /// The term of an integer or truth value. An unknown of such a kind becomes known to the
    /// solver; disequalities that watch it must then be woken. None for all other values.
    pub(crate) fn term_of(&mut self, value: Value) -> Option<Term> {
        let value = self.resolve(value);
        match self.node(value) {
            Node::Int(_) | Node::Bool(_) | Node::Term(_) => Some(self.known_term(value)),
            Node::Var(var) => {
                let state = self.vars[var.0 as usize];
                if !matches!(state.kind, Kind::Int | Kind::Bool) {
                    return None;
                }
                if !state.numeric {
                    self.touch(var).numeric = true;
                    self.wake_later(state.watch);
                }
                Some(self.var_term(var))
            }
            Node::Con(_) | Node::Fun(_) | Node::Sym(_) | Node::Wild(_) => None,
        }
    }

    /// The variable of the solver that stands for one of ours.
    pub(crate) fn var_term(&mut self, var: Var) -> Term {
        let pool = self.pool();
        match self.vars[var.0 as usize].kind {
            Kind::Bool => pool.var(&format!("b{}", var.0), Sort::BOOL),
            _ => pool.var(&format!("n{}", var.0), Sort::INT),
        }
    }

    /// Which of our variables a variable of the solver stands for.
    pub(crate) fn var_of_term(&self, term: Term) -> Option<Var> {
        let text = self.made_pool().show(term);
        let number = text.strip_prefix(['n', 'b'])?.parse().ok()?;
        self.vars.get(number as usize).is_some_and(|state| state.numeric).then_some(Var(number))
    }

    /// The term of a literal or of a value that is a term.
    pub(crate) fn known_term(&mut self, value: Value) -> Term {
        match self.node(value) {
            Node::Int(int) => self.pool().int(int),
            Node::Bool(bool) => self.pool().bool(bool),
            Node::Term(term) => term,
            Node::Var(_) | Node::Con(_) | Node::Fun(_) | Node::Sym(_) | Node::Wild(_) => {
                unreachable!("kinds were compared: only numbers and truth values come here")
            }
        }
    }

    pub(crate) fn kind_of_term(&self, term: Term) -> Kind {
        let pool = self.made_pool();
        if pool.sort(term) == Sort::BOOL { Kind::Bool } else { Kind::Int }
    }

    /// Notes that two values, of which one is a term, have to be equal.
    pub(crate) fn equate(&mut self, a: Value, b: Value) -> bool {
        let number = |node| matches!(node, Node::Int(_) | Node::Bool(_) | Node::Term(_));
        if !number(self.node(a)) || !number(self.node(b)) {
            return false;
        }
        let pair = (self.known_term(a), self.known_term(b));
        let pool: &Pool = self.made_pool();
        let same = pool.sort(pair.0) == pool.sort(pair.1);
        if same {
            self.equated.push(pair);
        }
        same
    }

    /// Tells the solver what the last unification made equal. False if that cannot be.
    pub(crate) fn tell_equated(&mut self) -> bool {
        while let Some((a, b)) = self.equated.pop() {
            let cond = self.pool().eq(a, b);
            if !self.add_cond(cond) {
                self.equated.clear();
                return false;
            }
        }
        true
    }

    /// Adds a constraint. False if it is plainly false.
    pub(crate) fn add_cond(&mut self, cond: Term) -> bool {
        match cond {
            Term::TRUE => true,
            Term::FALSE => false,
            _ => {
                self.conds.push(cond);
                true
            }
        }
    }
}
