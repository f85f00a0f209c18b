//! A small SAT solver with clause learning, made for thousands of small problems a second.
//!
//! Two watched literals, first unique implication points, saved phases. All memory is kept between
//! problems. It knows nothing of theories: its driver may add conflicts of any origin.

mod analyse;
mod lit;
mod queue;

pub(crate) use lit::Lit;
use queue::Queue;

/// Clauses with a partial assignment.
#[derive(Default)]
pub(crate) struct Sat {
    /// The literals of all clauses; the first two of each clause are watched.
    lits: Vec<Lit>,
    /// Where each clause starts and ends.
    clauses: Vec<(u32, u32)>,
    /// By literal: the clauses that watch it.
    watches: Vec<Vec<Watch>>,
    /// By literal: propagation looks at little else.
    values: Vec<Value>,
    vars: Vec<Var>,
    trail: Vec<Lit>,
    /// Length of the trail before each decision.
    decisions: Vec<usize>,
    propagated: usize,
    queue: Queue,
    is_contradictory: bool,
}

#[derive(Clone, Copy)]
struct Watch {
    clause: u32,
    /// Another literal of the clause: if it is true, the clause need not be visited.
    other: Lit,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Value {
    Open,
    True,
    False,
}

#[derive(Clone, Copy)]
struct Var {
    /// The value that it had last.
    phase: bool,
    level: u32,
    reason: Option<u32>,
    /// Mark of conflict analysis.
    seen: bool,
}

impl Sat {
    /// Forgets everything but keeps the memory.
    pub(crate) fn clear(&mut self) {
        self.watches.iter_mut().take(2 * self.vars.len()).for_each(Vec::clear);
        self.lits.clear();
        self.clauses.clear();
        self.values.clear();
        self.vars.clear();
        self.trail.clear();
        self.decisions.clear();
        self.propagated = 0;
        self.queue.clear();
        self.is_contradictory = false;
    }

    /// A new variable; when it is decided, `phase` is tried first.
    pub(crate) fn add_var(&mut self, phase: bool) -> u32 {
        let var = self.vars.len() as u32;
        self.vars.push(Var { phase, level: 0, reason: None, seen: false });
        self.values.extend([Value::Open; 2]);
        if self.watches.len() < 2 * self.vars.len() {
            self.watches.resize_with(2 * self.vars.len(), Vec::new);
        }
        self.queue.add();
        var
    }

    /// Adds a clause of different literals, before anything was decided.
    pub(crate) fn add_clause(&mut self, lits: &[Lit]) {
        debug_assert!(self.decisions.is_empty());
        match *lits {
            [] => self.is_contradictory = true,
            [lit] => match self.value(lit) {
                Value::True => {}
                Value::False => self.is_contradictory = true,
                Value::Open => self.assign(lit, None),
            },
            _ => {
                self.attach(lits);
            }
        }
    }

    /// The literals that are true, in the order in which they became so.
    pub(crate) fn trail(&self) -> &[Lit] {
        &self.trail
    }

    /// How much of the trail has been processed, and is older than the last conflict.
    pub(crate) fn propagated(&self) -> usize {
        self.propagated
    }

    /// Number of decisions.
    pub(crate) fn level(&self) -> usize {
        self.decisions.len()
    }

    /// Draws all conclusions; the literals of a clause that has become false, if any.
    pub(crate) fn propagate(&mut self) -> Option<Vec<Lit>> {
        if self.is_contradictory {
            return Some(Vec::new());
        }
        while let Some(&lit) = self.trail.get(self.propagated) {
            self.propagated += 1;
            if let Some(clause) = self.visit_watches(!lit) {
                return Some(self.clause(clause).to_vec());
            }
        }
        None
    }

    /// Decides one variable; false if none is left.
    pub(crate) fn decide(&mut self) -> bool {
        let values = &self.values;
        let is_assigned = |var: u32| values[Lit::new(var, true).code() as usize] != Value::Open;
        let Some(var) = self.queue.next(is_assigned) else { return false };
        self.decisions.push(self.trail.len());
        self.assign(Lit::new(var, self.vars[var as usize].phase), None);
        true
    }

    /// Takes back all decisions but the first `level`.
    pub(crate) fn back_to(&mut self, level: usize) {
        let Some(&length) = self.decisions.get(level) else { return };
        for lit in self.trail.drain(length..).rev() {
            self.values[lit.code() as usize] = Value::Open;
            self.values[(!lit).code() as usize] = Value::Open;
            self.vars[lit.var() as usize].phase = lit.holds();
            self.queue.release(lit.var());
        }
        self.decisions.truncate(level);
        self.propagated = length;
    }

    /// Whether a literal is true.
    pub(crate) fn holds(&self, lit: Lit) -> bool {
        self.value(lit) == Value::True
    }

    fn value(&self, lit: Lit) -> Value {
        self.values[lit.code() as usize]
    }

    fn assign(&mut self, lit: Lit, reason: Option<u32>) {
        let level = self.decisions.len() as u32;
        debug_assert!(self.value(lit) == Value::Open);
        self.values[lit.code() as usize] = Value::True;
        self.values[(!lit).code() as usize] = Value::False;
        let var = &mut self.vars[lit.var() as usize];
        (var.level, var.reason) = (level, reason);
        self.trail.push(lit);
    }

    fn clause(&self, clause: u32) -> &[Lit] {
        let (start, end) = self.clauses[clause as usize];
        &self.lits[start as usize..end as usize]
    }

    fn attach(&mut self, lits: &[Lit]) -> u32 {
        let clause = self.clauses.len() as u32;
        let start = self.lits.len() as u32;
        self.lits.extend_from_slice(lits);
        self.clauses.push((start, self.lits.len() as u32));
        self.watches[lits[0].code() as usize].push(Watch { clause, other: lits[1] });
        self.watches[lits[1].code() as usize].push(Watch { clause, other: lits[0] });
        clause
    }

    /// Finds other watches for the clauses that watch a literal which has become false, or draws
    /// the conclusion that there is none. Returns a clause that is false.
    fn visit_watches(&mut self, falsified: Lit) -> Option<u32> {
        let mut list = std::mem::take(&mut self.watches[falsified.code() as usize]);
        let mut kept = 0;
        let mut conflict = None;
        for at in 0..list.len() {
            let watch = list[at];
            let still_watched = conflict.is_some()
                || self.holds(watch.other)
                || !self.rewatch(watch.clause, falsified);
            if still_watched {
                list[kept] = watch;
                kept += 1;
                if conflict.is_none() && !self.holds(watch.other) {
                    conflict = self.conclude(watch.clause);
                }
            }
        }
        list.truncate(kept);
        self.watches[falsified.code() as usize] = list;
        conflict
    }

    /// Puts a literal that is not false in place of the watched one. The watched literals of the
    /// clause are then the other one and that one; if there is none, the false one is second.
    fn rewatch(&mut self, clause: u32, falsified: Lit) -> bool {
        let (start, end) = self.clauses[clause as usize];
        let (start, end) = (start as usize, end as usize);
        if self.lits[start] == falsified {
            self.lits.swap(start, start + 1);
        }
        let values = &self.values;
        let is_false = |lit: &Lit| values[lit.code() as usize] == Value::False;
        let Some(found) = self.lits[start + 2..end].iter().position(|lit| !is_false(lit)) else {
            return false;
        };
        self.lits.swap(start + 1, start + 2 + found);
        let watch = Watch { clause, other: self.lits[start] };
        self.watches[self.lits[start + 1].code() as usize].push(watch);
        true
    }

    /// All literals but the first are false: so the first is true, or the clause is false.
    fn conclude(&mut self, clause: u32) -> Option<u32> {
        let first = self.clause(clause)[0];
        match self.value(first) {
            Value::True => None,
            Value::False => Some(clause),
            Value::Open => {
                self.assign(first, Some(clause));
                None
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const VARS: u32 = 7;

    /// Learns until there is an assignment, or a proof that there is none.
    fn solve(clauses: &[Vec<Lit>]) -> Option<Vec<Lit>> {
        let mut sat = Sat::default();
        for var in 0..VARS {
            assert_eq!(sat.add_var(true), var);
        }
        clauses.iter().for_each(|clause| sat.add_clause(clause));
        loop {
            match sat.propagate() {
                Some(conflict) if sat.learn(&conflict) => {}
                Some(_) => return None,
                None if sat.decide() => {}
                None => return Some(sat.trail().to_vec()),
            }
        }
    }

    fn some_assignment_fits(clauses: &[Vec<Lit>]) -> bool {
        (0u32..1 << VARS).any(|bits| {
            let holds = |lit: &Lit| (bits >> lit.var() & 1 == 1) == lit.holds();
            clauses.iter().all(|clause| clause.iter().any(holds))
        })
    }

    fn clause() -> impl Strategy<Value = Vec<Lit>> {
        let lits = prop::collection::btree_map(0..VARS, any::<bool>(), 1..4);
        lits.prop_map(|lits| lits.into_iter().map(|(var, holds)| Lit::new(var, holds)).collect())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        #[test]
        fn agrees_with_trying_all_assignments(
            clauses in prop::collection::vec(clause(), 0..45),
        ) {
            match solve(&clauses) {
                Some(trail) => {
                    prop_assert_eq!(trail.len(), VARS as usize);
                    let fits = |clause: &Vec<Lit>| clause.iter().any(|lit| trail.contains(lit));
                    prop_assert!(clauses.iter().all(fits));
                }
                None => prop_assert!(!some_assignment_fits(&clauses)),
            }
        }
    }
}
