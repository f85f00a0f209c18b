//! Clauses that the closure taught the search, kept along a path.
//!
//! A conflict in the closure rests on some literals of the search and some terms of the path. As long as those terms
//! stay on the path, the literals exclude each other, whatever else is asked. Queries that follow each other
//! along a path share most of their clauses, so that they need not find such conflicts again.

use term::{Pool, Term};

use crate::closure::Tag;
use crate::encode::Encoder;
use crate::sat::{Lit, Sat};

/// How many clauses are kept: each is visited in every query.
const MOST_LEMMAS: usize = 1000;

/// The clauses, oldest first.
#[derive(Default)]
pub(crate) struct PathLemmas {
    lemmas: Vec<PathLemma>,
    /// Memory for one clause.
    clause: Vec<Lit>,
}

/// Atoms that cannot all be as it says.
struct PathLemma {
    atoms: Box<[(Term, bool)]>,
    /// How many terms of the path, from the first, it may rest on.
    depth: usize,
}

impl PathLemmas {
    /// Drops what rests on terms behind the first `kept` of the path.
    pub(crate) fn go_back(&mut self, kept: usize) {
        self.lemmas.retain(|lemma| lemma.depth <= kept);
    }

    /// Adds the clauses whose atoms are all part of the problem.
    pub(crate) fn add_to(&mut self, pool: &Pool, encoder: &Encoder, sat: &mut Sat) {
        for lemma in &self.lemmas {
            self.clause.clear();
            let lit = |&(atom, holds): &(Term, bool)| {
                encoder.known(pool, atom).map(|lit| if holds { !lit } else { lit })
            };
            self.clause.extend(lemma.atoms.iter().map_while(lit));
            if self.clause.len() == lemma.atoms.len() {
                sat.add_clause(&self.clause);
            }
        }
    }

    /// Keeps the conflict between these assumptions, which are terms of the path and literals of the problem.
    pub(crate) fn keep(&mut self, encoder: &Encoder, conflict: &[Tag]) {
        if self.lemmas.len() == MOST_LEMMAS {
            self.lemmas.drain(..MOST_LEMMAS / 2);
        }
        let depth = conflict.iter().filter_map(|tag| tag.as_path()).max().map_or(0, |at| at + 1);
        let assumed = conflict.iter().filter(|tag| tag.as_path().is_none());
        let atom = |tag: &Tag| {
            let lit = Lit::from_code(tag.0);
            Some((encoder.atom(lit.var())?, lit.holds()))
        };
        if let Some(atoms) = assumed.map(atom).collect() {
            self.lemmas.push(PathLemma { atoms, depth });
        }
    }
}
