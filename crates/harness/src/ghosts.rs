//! Whether some value of the ghosts of a callee fits a call.
//!
//! A contract of a function holds for all values of its ghosts, and a caller has to establish the
//! context and the requirements for one of them. If none fits, the caller is wrong. The values that
//! occur in the trace, in the call and in the contract are tried, and one that does not occur. That is
//! all there is to try where a contract only compares its ghosts with other values.

use term::{Op, Pool, Sort, Term, Visit};
use trace::{Alphabet, ContractCase, Item, OpId};

/// What is known of the ghosts of one case.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Ghosts {
    /// Terms of the contract that ghosts are compared with.
    pub(crate) compared: Vec<Term>,
    /// Whether no value fits if none of those that are tried does.
    pub(crate) decided: bool,
}

impl Ghosts {
    pub(crate) fn new(pool: &Pool, alphabet: &Alphabet, case: &ContractCase) -> Ghosts {
        let formulas = case.context.iter().chain(&case.invariant);
        let mut conds: Vec<Term> = formulas.flat_map(|stated| stated.what.conditions()).collect();
        conds.extend(case.require.iter().map(|stated| stated.what));
        let ghosts: Vec<Term> = case.ghosts.iter().map(|ghost| ghost.var).collect();
        let places: Vec<Term> = alphabet.ops().flat_map(|op| formals(alphabet, op)).collect();
        let mut all = Ghosts { compared: Vec::new(), decided: true };
        pool.walk(&conds, |_| Visit::Descend, |part| all.look(pool, part, (&ghosts, &places)));
        all
    }

    /// Looks at one part of a condition.
    fn look(&mut self, pool: &Pool, part: Term, (ghosts, places): (&[Term], &[Term])) {
        let is_open = |arg: &Term| ghosts.contains(arg) && values(pool, pool.sort(*arg)).is_none();
        let args = pool.args(part);
        if !args.iter().any(is_open) {
            return;
        }
        if pool.op(part) != Op::Eq {
            self.decided = false;
            return;
        }
        for other in args.iter().filter(|arg| !ghosts.contains(arg) && !places.contains(arg)) {
            let free = pool.free_vars(&[*other]);
            match free.iter().any(|var| places.contains(var) || ghosts.contains(var)) {
                true => self.decided = false,
                false => self.compared.push(*other),
            }
        }
    }
}

fn formals(alphabet: &Alphabet, op: OpId) -> impl Iterator<Item = Term> {
    alphabet.op(op).places().iter().map(|place| place.formal)
}

/// All values of a sort that has but a few.
pub(crate) fn values(pool: &Pool, sort: Sort) -> Option<Vec<Term>> {
    if sort == Sort::BOOL {
        return Some(vec![Term::TRUE, Term::FALSE]);
    }
    let (data, _) = pool.as_data(sort)?;
    let ctors = pool.ctors(data);
    let plain = ctors.iter().all(|ctor| ctor.fields.is_empty());
    plain.then(|| (0..ctors.len()).map(|ctor| pool.construct(sort, ctor as u32, &[])).collect())
}

/// The values that occur in a trace, each once.
pub(crate) fn values_of_trace(alphabet: &Alphabet, trace: &[Item]) -> Vec<Term> {
    let mut all: Vec<Term> = Vec::new();
    let mut add = |values: &[Term]| {
        for value in values {
            if !all.contains(value) {
                all.push(*value);
            }
        }
    };
    for item in trace {
        match item {
            Item::Event(event) => add(&event.values),
            Item::Block(slots) => {
                for slot in slots.slots() {
                    alphabet.ops().for_each(|op| add(&slot.event(op).values));
                }
            }
        }
    }
    all
}
