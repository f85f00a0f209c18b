//! The search of a SAT solver over a closure.
//!
//! The literals of the query are the state of the closure already. Each literal that the SAT solver
//! makes true is assumed on top of them, one level for each decision, and the assumptions behind a
//! conflict there become a clause.

use solve::{Interrupt, Verdict};
use term::Pool;

use crate::bound_clauses::add_bound_clauses;
use crate::closure::{Closure, Settled, Tag};
use crate::encode::Encoder;
use crate::lemmas::PathLemmas;
use crate::path::Path;
use crate::sat::{Lit, Sat};

/// Conflicts after which a query is handed on.
const MOST_CONFLICTS: u32 = 4000;
/// Conflicts before the first restart; after each one, patience grows by half.
const FIRST_RESTART: u32 = 64;

/// The clauses of a query, with the memory of earlier ones.
#[derive(Default)]
pub(crate) struct Search {
    sat: Sat,
    encoder: Encoder,
    lemmas: PathLemmas,
    /// How many literals of the SAT solver the closure has received.
    told: usize,
    /// Literals that were encoded or assumed, in all queries together.
    pub(crate) work: u64,
}

impl Search {
    /// The verdict on a path whose literals alone do not exclude each other; none if it is beyond
    /// what is modelled or takes too long. After `Sat`, the closure holds a model.
    pub(crate) fn run(
        &mut self,
        pool: &Pool,
        path: &mut Path,
        interrupt: &Interrupt,
    ) -> Option<Verdict> {
        self.lemmas.go_back(path.take_kept());
        self.encode(pool, path);
        self.lemmas.add_to(pool, &self.encoder, &mut self.sat);
        path.closure.push();
        let verdict = self.search(pool, &mut path.closure, interrupt)?;
        if verdict == Verdict::Sat {
            let atom = |lit: &Lit| Some((self.encoder.atom(lit.var())?, lit.holds()));
            path.note_decided(self.sat.trail().iter().filter_map(atom));
        }
        Some(verdict)
    }

    fn encode(&mut self, pool: &Pool, path: &Path) {
        self.sat.clear();
        self.encoder.clear();
        self.told = 0;
        for clause in path.clauses() {
            self.encoder.assert(pool, &mut self.sat, *clause);
        }
        add_bound_clauses(pool, &self.encoder, &mut self.sat);
        for literal in path.literals() {
            if let Some(lit) = self.encoder.known(pool, *literal) {
                self.sat.add_clause(&[lit]);
            }
        }
        self.work += self.encoder.size() as u64;
    }

    fn search(
        &mut self,
        pool: &Pool,
        closure: &mut Closure,
        interrupt: &Interrupt,
    ) -> Option<Verdict> {
        let bottom = closure.depth();
        let (mut conflicts, mut patience, mut restart) = (0, FIRST_RESTART, FIRST_RESTART);
        loop {
            let conflict = match self.propagate(pool, closure) {
                Some(conflict) => conflict,
                None if self.sat.decide() => {
                    closure.push();
                    continue;
                }
                None => match closure.settle(pool, interrupt) {
                    Settled::Consistent => return Some(Verdict::Sat),
                    Settled::Conflict(tags) => self.block(&tags),
                    Settled::GaveUp => return None,
                },
            };
            if !self.sat.learn(&conflict) {
                return Some(Verdict::Unsat);
            }
            conflicts += 1;
            if conflicts > MOST_CONFLICTS || interrupt.is_raised() {
                return None;
            }
            if conflicts == restart {
                self.sat.back_to(0);
                patience += patience / 2;
                restart += patience;
            }
            closure.pop_to(bottom + self.sat.level());
            self.told = self.told.min(self.sat.propagated());
        }
    }

    /// Draws the conclusions of clauses and of the closure in turn; a clause that is false, if any.
    fn propagate(&mut self, pool: &Pool, closure: &mut Closure) -> Option<Vec<Lit>> {
        loop {
            if let Some(conflict) = self.sat.propagate() {
                return Some(conflict);
            }
            if self.told == self.sat.trail().len() {
                return None;
            }
            for lit in &self.sat.trail()[self.told..] {
                if let Some(atom) = self.encoder.atom(lit.var()) {
                    closure.assume_atom(pool, atom, lit.holds(), Tag(lit.code()));
                }
            }
            self.work += (self.sat.trail().len() - self.told) as u64;
            self.told = self.sat.trail().len();
            if !closure.propagate(pool) {
                return Some(self.block(&closure.conflicting()));
            }
        }
    }

    /// The clause that says that not all of these assumptions hold. The path is no assumption.
    fn block(&mut self, tags: &[Tag]) -> Vec<Lit> {
        self.lemmas.keep(&self.encoder, tags);
        let assumed = tags.iter().filter(|tag| tag.as_path().is_none());
        assumed.map(|tag| !Lit::from_code(tag.0)).collect()
    }
}
