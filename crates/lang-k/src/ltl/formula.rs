//! Formulas in negation normal form, and what they ask of one configuration and of the next.

use std::collections::BTreeSet;

use explore::{Limit, Meter};
use rustc_hash::FxHashMap;

use super::syntax::Property;

/// A formula, by its number.
pub(super) type FormulaId = usize;

/// What the rest of a path must satisfy.
pub(super) type Duty = BTreeSet<FormulaId>;

#[derive(Clone, PartialEq, Eq, Debug)]
enum Formula {
    Constant(bool),
    /// An atom by its number, or its negation.
    Atom(usize, bool),
    And(FormulaId, FormulaId),
    Or(FormulaId, FormulaId),
    Next(FormulaId),
    Until(FormulaId, FormulaId),
    Release(FormulaId, FormulaId),
}

/// One way to satisfy a duty now.
#[derive(Clone, Debug)]
pub(super) struct Way {
    /// What is left for the next configuration.
    pub(super) next: Duty,
    /// The `U`s that were put off.
    pub(super) put_off: BTreeSet<FormulaId>,
}

/// All parts of a formula.
pub(super) struct Formulas {
    formulas: Vec<Formula>,
    root: FormulaId,
}

/// The atoms of a property, in the order in which they occur.
pub(super) fn atoms(property: &Property) -> Vec<&Property> {
    let mut found = Vec::new();
    let mut todo = vec![property];
    while let Some(property) = todo.pop() {
        match property {
            Property::At(_) | Property::Compare(..) | Property::Predicate(..) => {
                if !found.contains(&property) {
                    found.push(property);
                }
            }
            Property::Constant(_) => {}
            Property::Not(inner) | Property::Next(inner) => todo.push(inner),
            Property::And(left, right)
            | Property::Or(left, right)
            | Property::Iff(left, right)
            | Property::Until(left, right)
            | Property::WeakUntil(left, right)
            | Property::Release(left, right) => todo.extend([&**right, &**left]),
        }
    }
    found
}

impl Formulas {
    /// The negation of a property.
    pub(super) fn negated(property: &Property) -> Formulas {
        let atoms = atoms(property);
        let mut parts = Parts { formulas: Vec::new(), known: FxHashMap::default(), atoms };
        let root = parts.add(property, false);
        Formulas { formulas: parts.formulas, root }
    }

    /// What a path must satisfy from its start.
    pub(super) fn start(&self) -> Duty {
        Duty::from([self.root])
    }

    /// All `U`s.
    pub(super) fn untils(&self) -> Vec<FormulaId> {
        let is_until = |id: &FormulaId| matches!(self.formulas[*id], Formula::Until(..));
        (0..self.formulas.len()).filter(is_until).collect()
    }

    /// All ways to satisfy a duty in a configuration where these atoms hold. There are as many as
    /// the formula has alternatives, so this ends early when the meter says so.
    pub(super) fn ways(
        &self,
        duty: &Duty,
        atoms: &[bool],
        meter: &Meter,
    ) -> Result<Vec<Way>, Limit> {
        let first = Way { next: Duty::new(), put_off: BTreeSet::new() };
        let mut todo = vec![(duty.iter().copied().collect::<Vec<_>>(), BTreeSet::new(), first)];
        let mut ways: Vec<Way> = Vec::new();
        let mut polls = 0;
        while let Some((mut open, mut met, mut way)) = todo.pop() {
            polls += 1;
            meter.poll(polls);
            if let Some(limit) = meter.met() {
                return Err(limit);
            }
            let Some(id) = open.pop() else {
                ways.push(way);
                continue;
            };
            if !met.insert(id) {
                todo.push((open, met, way));
                continue;
            }
            let with = |open: &[FormulaId], more: &[FormulaId]| [open, more].concat();
            match self.formulas[id] {
                Formula::Constant(true) => todo.push((open, met, way)),
                Formula::Constant(false) => {}
                Formula::Atom(atom, positive) if atoms[atom] == positive => {
                    todo.push((open, met, way));
                }
                Formula::Atom(..) => {}
                Formula::And(left, right) => todo.push((with(&open, &[left, right]), met, way)),
                Formula::Or(left, right) => {
                    todo.push((with(&open, &[left]), met.clone(), way.clone()));
                    todo.push((with(&open, &[right]), met, way));
                }
                Formula::Next(inner) => {
                    way.next.insert(inner);
                    todo.push((open, met, way));
                }
                Formula::Until(left, right) => {
                    todo.push((with(&open, &[right]), met.clone(), way.clone()));
                    way.next.insert(id);
                    way.put_off.insert(id);
                    todo.push((with(&open, &[left]), met, way));
                }
                Formula::Release(left, right) => {
                    todo.push((with(&open, &[left, right]), met.clone(), way.clone()));
                    way.next.insert(id);
                    todo.push((with(&open, &[right]), met, way));
                }
            }
        }
        Ok(ways)
    }
}

/// The parts of a property being numbered.
struct Parts<'p> {
    formulas: Vec<Formula>,
    /// What is known, by its place in the tree and whether it is meant or its negation: `<->` asks for
    /// both of both operands, and so it would be at each of its levels.
    known: FxHashMap<(*const Property, bool), FormulaId>,
    atoms: Vec<&'p Property>,
}

impl Parts<'_> {
    /// A property, or its negation. Properties nest as deeply as the reader allows.
    fn add(&mut self, property: &Property, positive: bool) -> FormulaId {
        let key = (std::ptr::from_ref(property), positive);
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        let id = match property {
            Property::Constant(value) => self.number(Formula::Constant(*value == positive)),
            Property::At(_) | Property::Compare(..) | Property::Predicate(..) => {
                let at = self.atoms.iter().position(|atom| *atom == property);
                self.number(Formula::Atom(at.expect("all atoms were listed"), positive))
            }
            Property::Not(inner) => self.add(inner, !positive),
            Property::Next(inner) => {
                let inner = self.add(inner, positive);
                self.number(Formula::Next(inner))
            }
            Property::And(left, right) => self.connected(left, right, positive, positive),
            Property::Or(left, right) => self.connected(left, right, positive, !positive),
            Property::Iff(left, right) => self.same(left, right, positive),
            Property::Until(left, right) => {
                let (left, right) = (self.add(left, positive), self.add(right, positive));
                self.until(left, right, positive)
            }
            Property::Release(left, right) => {
                let (left, right) = (self.add(left, positive), self.add(right, positive));
                self.until(left, right, !positive)
            }
            // `a W b` is `b R (a || b)`.
            Property::WeakUntil(left, right) => {
                let either = self.connected(left, right, positive, !positive);
                let right = self.add(right, positive);
                self.until(right, either, !positive)
            }
        };
        self.known.insert(key, id);
        id
    }

    /// Two properties or their negations, of which both hold or one.
    fn connected(
        &mut self,
        left: &Property,
        right: &Property,
        positive: bool,
        both: bool,
    ) -> FormulaId {
        let (left, right) = (self.add(left, positive), self.add(right, positive));
        self.number(if both { Formula::And(left, right) } else { Formula::Or(left, right) })
    }

    fn until(&mut self, left: FormulaId, right: FormulaId, is_until: bool) -> FormulaId {
        self.number(if is_until {
            Formula::Until(left, right)
        } else {
            Formula::Release(left, right)
        })
    }

    /// Both hold or neither does, or the negation of that.
    fn same(&mut self, left: &Property, right: &Property, positive: bool) -> FormulaId {
        let (yes, no) = (self.add(left, true), self.add(left, false));
        let (with_yes, with_no) = (self.add(right, positive), self.add(right, !positive));
        let yes = self.number(Formula::And(yes, with_yes));
        let no = self.number(Formula::And(no, with_no));
        self.number(Formula::Or(yes, no))
    }

    fn number(&mut self, formula: Formula) -> FormulaId {
        match self.formulas.iter().position(|known| *known == formula) {
            Some(known) => known,
            None => {
                self.formulas.push(formula);
                self.formulas.len() - 1
            }
        }
    }
}
