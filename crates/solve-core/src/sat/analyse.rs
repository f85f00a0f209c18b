//! Learning from conflicts.

use super::{Lit, Sat};

impl Sat {
    /// Learns from a set of literals that are all false and must not be: takes back decisions as
    /// far as needed, adds a clause, and draws its first conclusion. False if there is no decision
    /// to take back, so that the clauses contradict each other.
    pub(crate) fn learn(&mut self, conflict: &[Lit]) -> bool {
        let level = conflict.iter().map(|lit| self.level_of(*lit)).max().unwrap_or(0);
        if level == 0 {
            return false;
        }
        self.back_to(level);
        let mut learned = self.first_unique(conflict, level);
        self.minimise(&mut learned);
        for lit in &learned {
            self.vars[lit.var() as usize].seen = false;
        }
        let back = self.put_highest_second(&mut learned);
        self.back_to(back);
        match learned[..] {
            [only] => self.assign(only, None),
            _ => {
                let clause = self.attach(&learned);
                self.assign(learned[0], Some(clause));
            }
        }
        true
    }

    fn level_of(&self, lit: Lit) -> usize {
        self.vars[lit.var() as usize].level as usize
    }

    /// Resolves the conflict with reasons until one literal of its level is left, which comes first.
    /// The variables of the result are left marked.
    fn first_unique(&mut self, conflict: &[Lit], level: usize) -> Vec<Lit> {
        let mut learned = vec![conflict[0]];
        let mut met = Vec::new();
        let mut open = 0;
        let mut at = self.trail.len();
        let mut reason: Vec<Lit> = conflict.to_vec();
        loop {
            for lit in reason {
                open += self.mark(lit, level, &mut learned, &mut met);
            }
            let lit = loop {
                at -= 1;
                if self.vars[self.trail[at].var() as usize].seen
                    && self.level_of(self.trail[at]) == level
                {
                    break self.trail[at];
                }
            };
            open -= 1;
            if open == 0 {
                learned[0] = !lit;
                break;
            }
            let clause = self.vars[lit.var() as usize]
                .reason
                .expect("a decision is the last literal of its level");
            reason = self.clause(clause).iter().copied().filter(|other| *other != lit).collect();
        }
        for var in met {
            self.vars[var as usize].seen = false;
            self.queue.touch(var, true);
        }
        for lit in &learned {
            self.vars[lit.var() as usize].seen = true;
        }
        learned
    }

    /// Marks a literal that is new; one if it has to be resolved away.
    fn mark(
        &mut self,
        lit: Lit,
        level: usize,
        learned: &mut Vec<Lit>,
        met: &mut Vec<u32>,
    ) -> usize {
        let of_lit = self.level_of(lit);
        let var = &mut self.vars[lit.var() as usize];
        if var.seen || of_lit == 0 {
            return 0;
        }
        var.seen = true;
        met.push(lit.var());
        if of_lit == level {
            return 1;
        }
        learned.push(lit);
        0
    }

    /// Drops literals that follow from the others.
    fn minimise(&mut self, learned: &mut Vec<Lit>) {
        let follows = |lit: &Lit| {
            let Some(clause) = self.vars[lit.var() as usize].reason else { return false };
            let others = self.clause(clause).iter().filter(|other| other.var() != lit.var());
            others
                .into_iter()
                .all(|other| self.vars[other.var() as usize].seen || self.level_of(*other) == 0)
        };
        let dropped: Vec<Lit> = learned[1..].iter().copied().filter(follows).collect();
        learned.retain(|lit| !dropped.contains(lit));
        for lit in dropped {
            self.vars[lit.var() as usize].seen = false;
        }
    }

    /// The level to go back to: that of the latest literal but the first, which is put second.
    fn put_highest_second(&self, learned: &mut [Lit]) -> usize {
        let highest = (1..learned.len()).max_by_key(|at| self.level_of(learned[*at]));
        match highest {
            Some(at) => {
                learned.swap(1, at);
                self.level_of(learned[1])
            }
            None => 0,
        }
    }
}
