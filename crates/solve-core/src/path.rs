//! The path condition as the state of a closure: one level for each of its terms.

use term::{Op, Pool, Term};

use crate::closure::{Closure, Shape, Tag};
use crate::conditions::SplitConditions;

/// A closure that follows a query.
pub(crate) struct Path {
    pub(crate) closure: Closure,
    /// The terms assumed so far; the last one may have led to a conflict.
    terms: Vec<Term>,
    /// For each term, how many literals and clauses there were before it.
    marks: Vec<(usize, usize)>,
    literals: Vec<Term>,
    clauses: Vec<Term>,
    /// Atoms of the clauses, and whether they hold where a search has found the query satisfiable.
    decided: Vec<(Term, bool)>,
    is_refuted: bool,
    /// Whether conditions of conditionals are split, and those that were.
    conditions: Option<SplitConditions>,
    /// How many terms, from the first, have stayed since [`Path::take_kept`] was called.
    kept: usize,
}

impl Path {
    pub(crate) fn new(closure: Closure) -> Path {
        Path {
            closure,
            terms: Vec::new(),
            marks: Vec::new(),
            literals: Vec::new(),
            clauses: Vec::new(),
            decided: Vec::new(),
            is_refuted: false,
            conditions: None,
            kept: 0,
        }
    }

    /// The same for a stage that decides connectives.
    pub(crate) fn with_connectives(mut self) -> Path {
        self.conditions = Some(SplitConditions::default());
        self
    }

    /// Goes back to where the query leaves the last one, and assumes the rest of it. False if its
    /// literals exclude each other.
    pub(crate) fn follow(&mut self, pool: &Pool, query: &[Term]) -> bool {
        let shared = self.terms.iter().zip(query).take_while(|(a, b)| a == b).count();
        if self.is_refuted && shared == self.terms.len() {
            return false;
        }
        self.go_back(shared);
        for &term in &query[shared..] {
            self.closure.push();
            self.terms.push(term);
            self.marks.push((self.literals.len(), self.clauses.len()));
            self.assume(pool, term);
            if !self.closure.propagate(pool) {
                self.is_refuted = true;
                return false;
            }
        }
        true
    }

    /// How many terms, from the first, have been part of the query ever since the last call of this function.
    pub(crate) fn take_kept(&mut self) -> usize {
        std::mem::replace(&mut self.kept, self.terms.len())
    }

    /// The terms of the query.
    pub(crate) fn terms(&self) -> &[Term] {
        &self.terms
    }

    /// The literals of the query.
    pub(crate) fn literals(&self) -> &[Term] {
        &self.literals
    }

    /// Notes what a search has made of the atoms of the clauses: each, and whether it holds.
    pub(crate) fn note_decided(&mut self, atoms: impl Iterator<Item = (Term, bool)>) {
        self.decided.extend(atoms);
    }

    /// The literals of the query, and the atoms of its clauses as they were decided.
    pub(crate) fn assumed(&self) -> impl Iterator<Item = (Term, bool)> {
        self.literals.iter().map(|literal| (*literal, true)).chain(self.decided.iter().copied())
    }

    /// The conjuncts of the query that are made with other connectives than `and`.
    pub(crate) fn clauses(&self) -> &[Term] {
        &self.clauses
    }

    /// The assumptions that exclude each other, after [`Path::follow`] said that some do.
    pub(crate) fn refuted(&self) -> Option<Vec<Tag>> {
        self.is_refuted.then(|| self.closure.conflicting())
    }

    /// Takes back what was assumed on top of the query.
    pub(crate) fn trim(&mut self) {
        self.decided.clear();
        self.closure.pop_to(self.terms.len());
    }

    fn go_back(&mut self, shared: usize) {
        self.kept = self.kept.min(shared);
        self.closure.pop_to(shared);
        if let Some(&(literals, clauses)) = self.marks.get(shared) {
            self.literals.truncate(literals);
            self.clauses.truncate(clauses);
            self.is_refuted = false;
        }
        self.marks.truncate(shared);
        self.terms.truncate(shared);
    }

    fn assume(&mut self, pool: &Pool, term: Term) {
        let term = self.conditions.as_mut().map_or(term, |split| split.split(pool, term));
        let mut todo = smallvec::SmallVec::<[Term; 8]>::from_elem(term, 1);
        while let Some(term) = todo.pop() {
            match Shape::of(pool, term) {
                Shape::All => todo.extend(pool.args(term).iter().rev().copied()),
                Shape::None => {
                    let (Op::Not, &[any]) = pool.node(term) else { unreachable!("a negation") };
                    todo.extend(pool.args(any).iter().rev().map(|part| pool.not(*part)));
                }
                Shape::Literal => {
                    self.literals.push(term);
                    self.closure.assume(pool, term, Tag::path(self.terms.len() - 1));
                }
                Shape::Clause => self.clauses.push(term),
            }
        }
    }
}
