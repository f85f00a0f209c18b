//! Short disjunctions: how a condition is shown to people.
//!
//! The condition on an edge of an automaton is a boolean combination that grew by complement and
//! conjunction. For a handful of atoms we find a shortest disjunction of conjunctions by the method of
//! Quine and McCluskey. This is for reading only; nothing is decided by it.

use term::{Op, Pool, Term};

/// A conjunction: atoms with their signs.
pub(crate) type Product = Vec<(Term, bool)>;

/// More atoms than these are not tried: the table has a row for each combination.
const MAX_ATOMS: usize = 6;

/// Connectives are looked through this far.
const MAX_STEPS: usize = 200;

/// A short disjunction of conjunctions that says the same, if the condition has few atoms. Empty
/// means `false`; one empty conjunction means `true`.
pub(crate) fn cover(pool: &Pool, cond: Term) -> Option<Vec<Product>> {
    let atoms = atoms(pool, cond, MAX_ATOMS)?;
    let rows: Vec<u32> = (0..1u32 << atoms.len())
        .filter(|row| {
            let value = pool.replace(cond, |term| {
                let at = atoms.iter().position(|atom| *atom == term)?;
                Some(pool.bool(row >> at & 1 == 1))
            });
            value == Term::TRUE
        })
        .collect();
    let chosen = choose(&rows, primes(&rows, atoms.len()));
    let product = |cube: Cube| -> Product {
        let bound = (0..atoms.len()).filter(|at| cube.free >> at & 1 == 0);
        bound.map(|at| (atoms[at], cube.bits >> at & 1 == 1)).collect()
    };
    Some(chosen.into_iter().map(product).collect())
}

/// The conditions below the connectives, in the order in which they are met, if they are few.
pub(crate) fn atoms(pool: &Pool, cond: Term, most: usize) -> Option<Vec<Term>> {
    let mut atoms: Vec<Term> = Vec::new();
    let mut todo = vec![cond];
    let mut steps = 0;
    while let Some(term) = todo.pop() {
        steps += 1;
        match pool.node(term) {
            (Op::And | Op::Or | Op::Not, parts) => todo.extend(parts.iter().rev()),
            _ if term == Term::TRUE || term == Term::FALSE || atoms.contains(&term) => {}
            _ => atoms.push(term),
        }
        if atoms.len() > most || steps > MAX_STEPS {
            return None;
        }
    }
    Some(atoms)
}

/// Combinations that agree on all atoms but the free ones, whose bits are zero.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Cube {
    bits: u32,
    free: u32,
}

impl Cube {
    fn holds(self, row: u32) -> bool {
        row & !self.free == self.bits
    }
}

/// The cubes that lie within the rows and in no larger such cube.
fn primes(rows: &[u32], atoms: usize) -> Vec<Cube> {
    let mut primes = Vec::new();
    let mut level: Vec<Cube> = rows.iter().map(|bits| Cube { bits: *bits, free: 0 }).collect();
    while !level.is_empty() {
        let mut larger: Vec<Cube> = Vec::new();
        for &cube in &level {
            let mut grown = false;
            for bit in (0..atoms).map(|at| 1u32 << at).filter(|bit| cube.free & bit == 0) {
                let other = Cube { bits: cube.bits ^ bit, free: cube.free };
                if level.contains(&other) {
                    grown = true;
                    let joined = Cube { bits: cube.bits & !bit, free: cube.free | bit };
                    if !larger.contains(&joined) {
                        larger.push(joined);
                    }
                }
            }
            if !grown {
                primes.push(cube);
            }
        }
        level = larger;
    }
    primes
}

/// Cubes that together hold all rows: first those that alone hold some row, then the largest gain.
fn choose(rows: &[u32], primes: Vec<Cube>) -> Vec<Cube> {
    let mut left: Vec<u32> = rows.to_vec();
    let mut chosen: Vec<Cube> = Vec::new();
    for row in rows {
        let mut holding = primes.iter().filter(|prime| prime.holds(*row));
        if let (Some(only), None) = (holding.next(), holding.next())
            && !chosen.contains(only)
        {
            chosen.push(*only);
        }
    }
    left.retain(|row| !chosen.iter().any(|cube| cube.holds(*row)));
    while !left.is_empty() {
        let gain = |cube: &Cube| left.iter().filter(|row| cube.holds(**row)).count();
        let best = primes.iter().rev().max_by_key(|cube| gain(cube)).copied();
        let best = best.expect("every row lies in some prime cube");
        left.retain(|row| !best.holds(*row));
        chosen.push(best);
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;
    use term::{Model, Sort};

    #[test]
    fn a_cover_is_short_and_says_the_same() {
        let pool = Pool::new();
        let [p, q, r] = ["p", "q", "r"].map(|name| pool.var(name, Sort::BOOL));
        let conds = [
            pool.and(&[pool.not(pool.and(&[p, q])), pool.not(pool.and(&[p, pool.not(q)]))]),
            pool.or(&[pool.and(&[p, q]), pool.and(&[pool.not(p), r])]),
            pool.not(pool.or(&[p, q, r])),
            Term::TRUE,
            Term::FALSE,
        ];
        let sizes = conds.map(|cond| {
            let products = cover(&pool, cond).expect("three atoms");
            let sum: Vec<Term> = products
                .iter()
                .map(|product| {
                    let signed = |(atom, sign): &(Term, bool)| {
                        if *sign { *atom } else { pool.not(*atom) }
                    };
                    pool.and(&product.iter().map(signed).collect::<Vec<Term>>())
                })
                .collect();
            let sum = pool.or(&sum);
            for row in 0..8 {
                let mut model = Model::new();
                for (at, var) in [p, q, r].into_iter().enumerate() {
                    model.set(var, pool.bool(row >> at & 1 == 1));
                }
                assert_eq!(pool.eval(sum, &model), pool.eval(cond, &model));
            }
            products.len()
        });
        assert_eq!(sizes, [1, 2, 1, 1, 0]);
    }
}
