//! Conditions that invariants are looked for among.

use term::{Pool, Sort, Term};

use crate::invariant::Candidate;

/// More candidates than this are not tried.
const MOST_CANDIDATES: usize = 400;

/// A part of the state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StatePart {
    /// What people call it.
    pub name: String,
    /// What it was before a step.
    pub before: Term,
    /// What it is after the step.
    pub after: Term,
    /// The constructors of its sort, as people write them, if it may be one of several.
    pub shapes: Vec<String>,
    /// When there is such a part: a condition.
    pub given: Option<Candidate>,
}

/// What may hold of the parts of a state: comparisons with numbers of the program and with each other,
/// shapes, and what follows from these.
#[must_use]
pub fn candidates(pool: &Pool, parts: &[StatePart], numbers: &[i64]) -> Vec<Candidate> {
    let mut all: Vec<Candidate> = Vec::new();
    let alone: Vec<Vec<Candidate>> = parts.iter().map(|part| single(pool, part, numbers)).collect();
    all.extend(alone.iter().flatten().cloned());
    for (at, a) in parts.iter().enumerate() {
        for b in &parts[at + 1..] {
            all.extend(pairs(pool, a, b, numbers));
        }
    }
    let ints: Vec<&StatePart> = parts.iter().filter(|part| is_plain_int(pool, part)).collect();
    if ints.len() <= 4 {
        all.extend(sums(pool, &ints));
    }
    for (at, part) in parts.iter().enumerate() {
        let decisive = alone[at].iter().filter(|_| part.given.is_none());
        for premise in decisive {
            let others =
                (0..parts.len()).filter(|other| *other != at && parts[*other].given.is_none());
            let then = others.flat_map(|other| &alone[other]);
            all.extend(then.map(|then| implied(pool, premise, then)));
        }
    }
    all.retain(|one| one.before != Term::TRUE && one.after != Term::TRUE);
    let mut seen = rustc_hash::FxHashSet::default();
    all.retain(|one| seen.insert(one.before));
    all.truncate(MOST_CANDIDATES);
    all
}

fn is_plain_int(pool: &Pool, part: &StatePart) -> bool {
    pool.sort(part.before) == Sort::INT && part.given.is_none()
}

fn both(part: &StatePart, text: String, cond: impl Fn(Term) -> Term) -> Candidate {
    Candidate { before: cond(part.before), after: cond(part.after), text }
}

fn implied(pool: &Pool, premise: &Candidate, then: &Candidate) -> Candidate {
    Candidate {
        before: pool.implies(premise.before, then.before),
        after: pool.implies(premise.after, then.after),
        text: format!("{} if {}", then.text, premise.text),
    }
}

/// What may hold of one part.
fn single(pool: &Pool, part: &StatePart, numbers: &[i64]) -> Vec<Candidate> {
    let name = &part.name;
    let mut all = Vec::new();
    if pool.sort(part.before) == Sort::INT {
        for number in numbers {
            let value = pool.int(*number);
            all.push(both(part, format!("{name} >= {number}"), |it| pool.le(value, it)));
            all.push(both(part, format!("{name} <= {number}"), |it| pool.le(it, value)));
            all.push(both(part, format!("{name} > {number}"), |it| pool.lt(value, it)));
            all.push(both(part, format!("{name} < {number}"), |it| pool.lt(it, value)));
        }
    } else if pool.sort(part.before) == Sort::BOOL {
        all.push(both(part, name.clone(), |it| it));
        all.push(both(part, format!("not {name}"), |it| pool.not(it)));
    } else {
        for (shape, ctor) in part.shapes.iter().zip(0..) {
            all.push(both(part, format!("{name} is {shape}"), |it| pool.is(ctor, it)));
            if part.shapes.len() > 2 {
                let is_not = |it| pool.not(pool.is(ctor, it));
                all.push(both(part, format!("{name} is not {shape}"), is_not));
            }
        }
    }
    match &part.given {
        Some(given) => all.iter().map(|one| implied(pool, given, one)).collect(),
        None => all,
    }
}

/// What may hold between two parts.
fn pairs(pool: &Pool, a: &StatePart, b: &StatePart, numbers: &[i64]) -> Vec<Candidate> {
    if a.given.is_some() || b.given.is_some() || pool.sort(a.before) != pool.sort(b.before) {
        return Vec::new();
    }
    let pair = |text: String, cond: &dyn Fn(Term, Term) -> Term| Candidate {
        before: cond(a.before, b.before),
        after: cond(a.after, b.after),
        text,
    };
    let (x, y) = (&a.name, &b.name);
    let mut all = vec![pair(format!("{x} = {y}"), &|a, b| pool.eq(a, b))];
    if pool.sort(a.before) == Sort::INT {
        all.push(pair(format!("{x} <= {y}"), &|a, b| pool.le(a, b)));
        all.push(pair(format!("{x} >= {y}"), &|a, b| pool.le(b, a)));
        all.push(pair(format!("{x} < {y}"), &|a, b| pool.lt(a, b)));
        all.push(pair(format!("{x} > {y}"), &|a, b| pool.lt(b, a)));
        for number in numbers {
            let value = pool.int(*number);
            let sum = |a, b| pool.add(&[a, b]);
            let text = format!("{x} + {y} = {number}");
            all.push(pair(text, &|a, b| pool.eq(sum(a, b), value)));
            let text = format!("{x} + {y} <= {number}");
            all.push(pair(text, &|a, b| pool.le(sum(a, b), value)));
        }
    }
    all
}

/// One part may be the sum of two others.
fn sums(pool: &Pool, ints: &[&StatePart]) -> Vec<Candidate> {
    let mut all = Vec::new();
    for (at, a) in ints.iter().enumerate() {
        for b in &ints[at + 1..] {
            for c in ints.iter().filter(|c| **c != *a && **c != *b) {
                let cond = |a, b, c| pool.eq(pool.add(&[a, b]), c);
                all.push(Candidate {
                    before: cond(a.before, b.before, c.before),
                    after: cond(a.after, b.after, c.after),
                    text: format!("{} + {} = {}", a.name, b.name, c.name),
                });
            }
        }
    }
    all
}
