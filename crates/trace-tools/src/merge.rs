//! One alphabet for two specs, so that their properties can be compared.
//!
//! Operations are the same if name and sorts are the same. The formals of an operation are named
//! after it, so qualifiers need no change; only operations are renumbered.

use term::Pool;
use trace::{Alphabet, AlphabetError, EventSet, Formula, OpId, Operation, Spec, StateMachine};

/// Two specs over one alphabet.
pub struct Merged {
    /// The operations of both.
    pub alphabet: Alphabet,
    renumbered: Vec<OpId>,
}

/// Why two specs cannot be compared.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MergeError {
    /// They mean different things by one name.
    #[error("operation `{0}` has other parameters or another result in the second spec")]
    Differs(String),
    /// An alphabet contradicts itself.
    #[error(transparent)]
    Alphabet(#[from] AlphabetError),
}

/// The alphabet of two specs: the operations of the first, then those only of the second.
pub fn merge(pool: &Pool, first: &Spec, second: &Spec) -> Result<Merged, MergeError> {
    let mut alphabet = first.alphabet.clone();
    if second.alphabet.is_open() {
        alphabet.set_open();
    }
    let mut renumbered = Vec::new();
    for op in second.alphabet.ops() {
        let declared = second.alphabet.op(op);
        let number = match alphabet.find(declared.name) {
            Some(known) if same(alphabet.op(known), declared) => known,
            Some(_) => return Err(MergeError::Differs(pool.name(declared.name).to_owned())),
            None => declare(pool, &mut alphabet, declared)?,
        };
        renumbered.push(number);
    }
    Ok(Merged { alphabet, renumbered })
}

fn same(a: &Operation, b: &Operation) -> bool {
    let sorts = |op: &Operation| op.places().iter().map(|place| place.sort).collect::<Vec<_>>();
    sorts(a) == sorts(b) && a.result().is_some() == b.result().is_some()
}

fn declare(pool: &Pool, alphabet: &mut Alphabet, op: &Operation) -> Result<OpId, MergeError> {
    let params: Vec<(&str, term::Sort)> =
        op.params().iter().map(|place| (place.name.as_str(), place.sort)).collect();
    let result = op.result().map(|place| place.sort);
    Ok(alphabet.declare(pool, pool.name(op.name), &params, result)?)
}

impl Merged {
    /// A formula of the second spec over the common alphabet. It is as deep as formulas may be.
    #[must_use]
    pub fn second(&self, formula: &Formula) -> Formula {
        let of = |part: &Formula| Box::new(self.second(part));
        let all = |parts: &[Formula]| parts.iter().map(|part| self.second(part)).collect();
        match formula {
            Formula::True => Formula::True,
            Formula::False => Formula::False,
            Formula::Last => Formula::Last,
            Formula::Empty => Formula::Empty,
            Formula::Event(set) => Formula::Event(self.events(set)),
            Formula::One(set) => Formula::One(self.events(set)),
            Formula::Not(a) => Formula::Not(of(a)),
            Formula::And(parts) => Formula::And(all(parts)),
            Formula::Or(parts) => Formula::Or(all(parts)),
            Formula::Then(parts) => Formula::Then(all(parts)),
            Formula::Implies(a, b) => Formula::Implies(of(a), of(b)),
            Formula::Iff(a, b) => Formula::Iff(of(a), of(b)),
            Formula::Next(a) => Formula::Next(of(a)),
            Formula::WeakNext(a) => Formula::WeakNext(of(a)),
            Formula::Finally(a) => Formula::Finally(of(a)),
            Formula::Globally(a) => Formula::Globally(of(a)),
            Formula::Until(a, b) => Formula::Until(of(a), of(b)),
            Formula::WeakUntil(a, b) => Formula::WeakUntil(of(a), of(b)),
            Formula::Release(a, b) => Formula::Release(of(a), of(b)),
            Formula::Star(a) => Formula::Star(of(a)),
            Formula::Machine(machine) => Formula::Machine(self.machine(machine).into()),
        }
    }

    fn machine(&self, machine: &StateMachine) -> StateMachine {
        let transitions = machine.transitions.iter();
        let transitions = transitions.map(|(from, set, to)| (*from, self.events(set), *to));
        StateMachine { transitions: transitions.collect(), ..machine.clone() }
    }

    fn events(&self, set: &EventSet) -> EventSet {
        match set {
            EventSet::Any(guard) => EventSet::Any(*guard),
            EventSet::Call(op, cond) => EventSet::Call(self.renumbered[op.index()], *cond),
            EventSet::Not(inner) => EventSet::Not(Box::new(self.events(inner))),
            EventSet::And(parts) => {
                EventSet::And(parts.iter().map(|part| self.events(part)).collect())
            }
            EventSet::Or(parts) => {
                EventSet::Or(parts.iter().map(|part| self.events(part)).collect())
            }
        }
    }
}
