//! The constructors of regular expressions, which keep the normal form written on [`Node`].

use term::Pool;

use crate::letter::Letter;
use crate::regex::{Node, Regex, RegexPool};

/// Absorption compares all pairs of operands; wider lists are left alone.
const ABSORB_WIDTH: usize = 24;

impl RegexPool {
    /// Traces of one event that belongs to the letter.
    #[must_use]
    pub fn one(&self, letter: Letter) -> Regex {
        if letter == Letter::NONE { Regex::EMPTY } else { self.intern(Node::Letter(letter)) }
    }

    /// Traces that can be cut into parts, one of each expression in this order.
    #[must_use]
    pub fn concat(&self, parts: &[Regex]) -> Regex {
        let mut flat: Vec<Regex> = Vec::new();
        for &part in parts {
            match self.node(part) {
                Node::Empty => return Regex::EMPTY,
                Node::Epsilon => {}
                Node::Concat(inner) => inner.iter().for_each(|part| self.append(&mut flat, *part)),
                _ => self.append(&mut flat, part),
            }
        }
        match flat[..] {
            [] => Regex::EPSILON,
            [only] => only,
            _ => self.intern(Node::Concat(flat.into())),
        }
    }

    /// Adds one part that is no concatenation: `•*` swallows neighbours that may be empty, and a
    /// repetition swallows itself.
    fn append(&self, flat: &mut Vec<Regex>, part: Regex) {
        match flat.last() {
            Some(&last) if last == Regex::ALL && self.nullable(part) => {}
            Some(&last) if last == part && matches!(self.node(part), Node::Star(_)) => {}
            Some(&last) if part == Regex::ALL && self.nullable(last) => {
                flat.pop();
                self.append(flat, part);
            }
            _ => flat.push(part),
        }
    }

    /// Any number of repetitions, none included.
    pub fn star(&self, pool: &Pool, inner: Regex) -> Regex {
        match self.node(inner) {
            Node::Empty | Node::Epsilon => Regex::EPSILON,
            Node::All | Node::Letter(Letter::ANY) => Regex::ALL,
            Node::Star(_) => inner,
            Node::Or(parts) if parts.contains(&Regex::EPSILON) => {
                let rest: Vec<Regex> =
                    parts.iter().copied().filter(|part| *part != Regex::EPSILON).collect();
                let rest = self.or(pool, &rest);
                self.star(pool, rest)
            }
            _ => self.intern(Node::Star(inner)),
        }
    }

    /// Traces that do not belong.
    #[must_use]
    pub fn not(&self, inner: Regex) -> Regex {
        match self.node(inner) {
            Node::Empty => Regex::ALL,
            Node::All => Regex::EMPTY,
            Node::Epsilon => Regex::NONEMPTY,
            Node::Not(twice) => *twice,
            _ if inner == Regex::NONEMPTY => Regex::EPSILON,
            _ => self.intern(Node::Not(inner)),
        }
    }

    /// Traces that belong to all. Of no operands it is every trace.
    pub fn and(&self, pool: &Pool, parts: &[Regex]) -> Regex {
        if self.has_complements(parts) {
            return Regex::EMPTY;
        }
        let mut flat: Vec<Regex> = Vec::new();
        for &part in parts {
            match self.node(part) {
                Node::Empty => return Regex::EMPTY,
                Node::All => {}
                Node::And(inner) => flat.extend(inner),
                _ => flat.push(part),
            }
        }
        if flat.contains(&Regex::EPSILON) {
            let holds = flat.iter().all(|part| self.nullable(*part));
            return if holds { Regex::EPSILON } else { Regex::EMPTY };
        }
        if flat.iter().any(|part| *part != Regex::NONEMPTY && !self.nullable(*part)) {
            flat.retain(|part| *part != Regex::NONEMPTY);
        }
        if let Some(made) = self.join_heads(pool, &flat) {
            return made;
        }
        if let Some(made) = self.distribute(pool, &flat) {
            return made;
        }
        self.sort(&mut flat);
        self.absorb(&mut flat, or_parts);
        match flat[..] {
            [] => Regex::ALL,
            [only] => only,
            _ if self.has_opposites(&flat, and_parts, or_parts) => Regex::EMPTY,
            _ => self.intern(Node::And(flat.into())),
        }
    }

    /// Traces that belong to at least one. Of no operands it is no trace.
    pub fn or(&self, pool: &Pool, parts: &[Regex]) -> Regex {
        if self.has_complements(parts) {
            return Regex::ALL;
        }
        let mut flat: Vec<Regex> = Vec::new();
        for &part in parts {
            match self.node(part) {
                Node::Empty => {}
                Node::All => return Regex::ALL,
                Node::Or(inner) => flat.extend(inner),
                _ => flat.push(part),
            }
        }
        if flat.contains(&Regex::NONEMPTY) {
            let all = flat.iter().any(|part| self.nullable(*part));
            return if all { Regex::ALL } else { Regex::NONEMPTY };
        }
        if flat.iter().any(|part| *part != Regex::EPSILON && self.nullable(*part)) {
            flat.retain(|part| *part != Regex::EPSILON);
        }
        self.join_letters(pool, &mut flat);
        self.sort(&mut flat);
        self.absorb(&mut flat, and_parts);
        match flat[..] {
            [] => Regex::EMPTY,
            [only] => only,
            _ if self.has_opposites(&flat, or_parts, and_parts) => Regex::ALL,
            _ => self.intern(Node::Or(flat.into())),
        }
    }

    /// Traces with a position from which `right` holds, while from each position before it `left`
    /// holds. A position has an event, so `right` never looks at the empty rest.
    pub fn until(&self, pool: &Pool, left: Regex, right: Regex) -> Regex {
        let right = self.nonempty(pool, right);
        match (self.node(left), self.node(right)) {
            (_, Node::Empty) => Regex::EMPTY,
            (Node::Empty | Node::Epsilon, _) => right,
            (Node::All, _) => self.concat(&[Regex::ALL, right]),
            _ if left == Regex::NONEMPTY => self.concat(&[Regex::ALL, right]),
            _ => self.intern(Node::Until(left, right)),
        }
    }

    /// The traces of an expression that have at least one event.
    pub fn nonempty(&self, pool: &Pool, regex: Regex) -> Regex {
        if !self.nullable(regex) {
            return regex;
        }
        self.and(pool, &[regex, Regex::NONEMPTY])
    }

    /// `(ℓ₁·R₁) ∧ (ℓ₂·R₂)` is `(ℓ₁⊓ℓ₂)·(R₁∧R₂)`: a letter reads exactly one event. Answers if there
    /// are two such operands.
    fn join_heads(&self, pool: &Pool, flat: &[Regex]) -> Option<Regex> {
        let headed: Vec<(Letter, Regex)> =
            flat.iter().filter_map(|part| self.head(*part)).collect();
        if headed.len() < 2 {
            return None;
        }
        let letter = headed.iter().fold(Letter::ANY, |all, (l, _)| self.letter_and(pool, all, *l));
        let tails: Vec<Regex> = headed.iter().map(|(_, tail)| *tail).collect();
        let joined = self.concat(&[self.one(letter), self.and(pool, &tails)]);
        let others = flat.iter().copied().filter(|part| self.head(*part).is_none());
        let operands: Vec<Regex> = others.chain([joined]).collect();
        Some(self.and(pool, &operands))
    }

    /// The first letter and the rest of an expression that begins with one.
    fn head(&self, regex: Regex) -> Option<(Letter, Regex)> {
        match self.node(regex) {
            Node::Letter(letter) => Some((*letter, Regex::EPSILON)),
            Node::Concat(parts) => match self.node(parts[0]) {
                Node::Letter(letter) => Some((*letter, self.concat(&parts[1..]))),
                _ => None,
            },
            _ => None,
        }
    }

    /// Multiplies out a union that holds an [`Node::Until`]. Its derivatives alternate `∨` and `∧`
    /// one level deeper with each event; as a union of intersections there are finitely many. Other
    /// unions are left alone, because multiplying out is exponential.
    fn distribute(&self, pool: &Pool, flat: &[Regex]) -> Option<Regex> {
        let at = flat.iter().position(|part| match self.node(*part) {
            Node::Or(parts) => parts.iter().any(|part| self.has_until(*part)),
            _ => false,
        })?;
        let Node::Or(choices) = self.node(flat[at]) else { return None };
        if flat.len() == 1 {
            return None;
        }
        let mut others = flat.to_vec();
        others.remove(at);
        let products: Vec<Regex> = choices
            .iter()
            .map(|choice| {
                let mut operands = others.clone();
                operands.push(*choice);
                self.and(pool, &operands)
            })
            .collect();
        Some(self.or(pool, &products))
    }

    fn has_until(&self, regex: Regex) -> bool {
        match self.node(regex) {
            Node::Until(..) => true,
            Node::And(parts) => {
                parts.iter().any(|part| matches!(self.node(*part), Node::Until(..)))
            }
            _ => false,
        }
    }

    fn join_letters(&self, pool: &Pool, flat: &mut Vec<Regex>) {
        let letters: Vec<Letter> = flat
            .iter()
            .filter_map(|part| match self.node(*part) {
                Node::Letter(letter) => Some(*letter),
                _ => None,
            })
            .collect();
        if letters.len() > 1 {
            flat.retain(|part| !matches!(self.node(*part), Node::Letter(_)));
            let all = letters.into_iter().fold(Letter::NONE, |all, l| self.letter_or(pool, all, l));
            flat.push(self.one(all));
        }
    }

    fn sort(&self, operands: &mut Vec<Regex>) {
        operands.sort_unstable_by_key(|operand| (self.content_hash(*operand), operand.0));
        operands.dedup();
    }

    /// Drops operands of the dual kind that have one of the others among their own operands:
    /// `R ∨ (R ∧ S)` is `R`.
    fn absorb(&self, flat: &mut Vec<Regex>, dual: Parts) {
        if flat.len() > ABSORB_WIDTH {
            return;
        }
        let all = flat.clone();
        let covers = |other: &Regex, inner: &[Regex]| match dual(self.node(*other)) {
            Some(theirs) => theirs.iter().all(|part| inner.contains(part)),
            None => inner.contains(other),
        };
        flat.retain(|part| match dual(self.node(*part)) {
            Some(inner) => !all.iter().any(|other| other != part && covers(other, inner)),
            None => true,
        });
    }

    fn has_complements(&self, parts: &[Regex]) -> bool {
        parts.iter().any(|part| match self.node(*part) {
            Node::Not(inner) => parts.contains(inner),
            _ => false,
        })
    }

    /// Whether one operand is the complement of what the others say together.
    fn has_opposites(&self, flat: &[Regex], own: Parts, dual: Parts) -> bool {
        flat.iter().any(|part| match self.node(*part) {
            Node::Not(inner) => self.follows(flat, *inner, own, dual),
            _ => false,
        })
    }

    /// Whether an expression plainly follows from the operands of an intersection; the dual for a
    /// union. `own` tells the operands of a node of the kind that is being built, `dual` those of
    /// the other kind.
    fn follows(&self, flat: &[Regex], regex: Regex, own: Parts, dual: Parts) -> bool {
        let known = |part: &Regex| self.follows(flat, *part, own, dual);
        let node = self.node(regex);
        flat.contains(&regex)
            || own(node).is_some_and(|parts| parts.iter().all(known))
            || dual(node).is_some_and(|parts| parts.iter().any(known))
    }
}

type Parts = fn(&Node) -> Option<&[Regex]>;

fn and_parts(node: &Node) -> Option<&[Regex]> {
    if let Node::And(parts) = node { Some(parts) } else { None }
}

fn or_parts(node: &Node) -> Option<&[Regex]> {
    if let Node::Or(parts) = node { Some(parts) } else { None }
}
