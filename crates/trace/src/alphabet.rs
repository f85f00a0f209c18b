//! The operations that events are made of.
//!
//! An operation has a name, sorted parameters and perhaps a sorted result. Instances of one
//! signature are different operations with different names (`Nxt.put`, `Val.put`). Each position of
//! an operation owns one *formal* variable, and the qualifiers of letters are written over formals.

use rustc_hash::FxHashMap;
use term::{Pool, Sort, Symbol, Term};

/// An operation of an [`Alphabet`], in the order of declaration.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct OpId(u32);

impl OpId {
    /// The number of the operation, from zero in the order of declaration.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// One position of an operation: a parameter or the result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpPlace {
    /// Its name, for people and for qualifiers.
    pub name: String,
    /// Its sort.
    pub sort: Sort,
    /// The variable that stands for it in qualifiers. No program and no spec can name it.
    pub formal: Term,
}

/// A declared operation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Operation {
    /// Its full name, such as `Nxt.put`.
    pub name: Symbol,
    /// The parameters, then the result if there is one.
    places: Vec<OpPlace>,
    has_result: bool,
}

impl Operation {
    /// The parameters.
    #[must_use]
    pub fn params(&self) -> &[OpPlace] {
        &self.places[..self.places.len() - usize::from(self.has_result)]
    }

    /// The result.
    #[must_use]
    pub fn result(&self) -> Option<&OpPlace> {
        if self.has_result { self.places.last() } else { None }
    }

    /// The parameters, then the result: the order of the values of an event.
    #[must_use]
    pub fn places(&self) -> &[OpPlace] {
        &self.places
    }
}

/// The operations that a spec speaks about.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Alphabet {
    ops: Vec<Operation>,
    by_name: FxHashMap<Symbol, OpId>,
    open: bool,
}

/// One occurrence of an operation, with a value for each place.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Event {
    /// The operation; none for one that the alphabet does not declare.
    pub op: Option<OpId>,
    /// The arguments, then the result if the operation has one. Empty if it is not declared.
    pub values: Vec<Term>,
}

/// A declaration or an event that does not fit the alphabet.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum AlphabetError {
    /// The operation is known already.
    #[error("operation `{op}` is declared twice")]
    Duplicate {
        /// The operation.
        op: String,
    },
    /// An event has another number of values than its operation has places.
    #[error("`{op}` has {}, but the event has {found}", source::counted(*.expected, what))]
    Arity {
        /// The operation.
        op: String,
        /// `argument` or `result`.
        what: &'static str,
        /// How many were declared.
        expected: usize,
        /// How many the event has.
        found: usize,
    },
    /// A value of an event is of the wrong sort.
    #[error("`{place}` of `{op}` is of sort {expected}, but the event has a value of sort {found}")]
    Sort {
        /// The operation.
        op: String,
        /// The parameter or `result`.
        place: String,
        /// The declared sort.
        expected: String,
        /// The sort of the value.
        found: String,
    },
}

impl Alphabet {
    /// No operations.
    #[must_use]
    pub fn new() -> Alphabet {
        Alphabet::default()
    }

    /// Says that events of operations that are not declared may occur too.
    pub fn set_open(&mut self) {
        self.open = true;
    }

    /// Whether events of operations that are not declared may occur.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.open
    }

    /// Declares an operation.
    pub fn declare(
        &mut self,
        pool: &Pool,
        name: &str,
        params: &[(&str, Sort)],
        result: Option<Sort>,
    ) -> Result<OpId, AlphabetError> {
        let symbol = pool.symbol(name);
        if self.by_name.contains_key(&symbol) {
            return Err(AlphabetError::Duplicate { op: name.to_owned() });
        }
        let result_place = result.map(|sort| ("result", sort));
        let places = params.iter().copied().chain(result_place).enumerate();
        let places = places.map(|(at, (place, sort))| {
            // A `#` cannot stand in any name that a user writes, so nothing is ever captured.
            let formal = pool.var(&format!("{name}#{at}"), sort);
            OpPlace { name: place.to_owned(), sort, formal }
        });
        let op = OpId(u32::try_from(self.ops.len()).expect("fewer than 2^32 operations"));
        let places = places.collect();
        self.ops.push(Operation { name: symbol, places, has_result: result.is_some() });
        self.by_name.insert(symbol, op);
        Ok(op)
    }

    /// The operation of this name.
    #[must_use]
    pub fn find(&self, name: Symbol) -> Option<OpId> {
        self.by_name.get(&name).copied()
    }

    /// The declaration of an operation.
    #[must_use]
    pub fn op(&self, op: OpId) -> &Operation {
        &self.ops[op.index()]
    }

    /// The name of an operation.
    pub fn name<'p>(&self, pool: &'p Pool, op: OpId) -> &'p str {
        pool.name(self.op(op).name)
    }

    /// All operations in the order of declaration.
    pub fn ops(&self) -> impl ExactSizeIterator<Item = OpId> + use<> {
        (0..self.ops.len() as u32).map(OpId)
    }

    /// How many operations there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ops.len()
    }

    /// Whether no operation is declared.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ops.is_empty()
    }

    /// An event of a program as an event of this alphabet. A result that the alphabet does not
    /// declare (such as `unit`) is dropped.
    pub fn event(&self, pool: &Pool, event: &machine::Event) -> Result<Event, AlphabetError> {
        let Some(op) = self.find(event.op) else {
            return Ok(Event { op: None, values: Vec::new() });
        };
        let declared = self.op(op);
        let arity = |what, expected, found| {
            let op = pool.name(event.op).to_owned();
            AlphabetError::Arity { op, what, expected, found }
        };
        if event.args.len() != declared.params().len() {
            return Err(arity("argument", declared.params().len(), event.args.len()));
        }
        let mut values = event.args.clone();
        if declared.result().is_some() {
            values.push(event.result.ok_or_else(|| arity("result", 1, 0))?);
        }
        self.check_sorts(pool, declared, &values)?;
        Ok(Event { op: Some(op), values })
    }

    fn check_sorts(
        &self,
        pool: &Pool,
        declared: &Operation,
        values: &[Term],
    ) -> Result<(), AlphabetError> {
        for (place, value) in declared.places().iter().zip(values) {
            let found = pool.sort(*value);
            if found != place.sort {
                return Err(AlphabetError::Sort {
                    op: pool.name(declared.name).to_owned(),
                    place: place.name.clone(),
                    expected: pool.show_sort(place.sort),
                    found: pool.show_sort(found),
                });
            }
        }
        Ok(())
    }

    /// The event of `op` whose values are its own formals: any call of it.
    #[must_use]
    pub fn formal_event(&self, op: OpId) -> Event {
        let values = self.op(op).places().iter().map(|place| place.formal).collect();
        Event { op: Some(op), values }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn put(pool: &Pool) -> (Alphabet, OpId) {
        let mut alphabet = Alphabet::new();
        let key = pool.elem_sort("Key");
        let op = alphabet
            .declare(pool, "put", &[("key", key), ("val", Sort::INT)], None)
            .expect("the first one");
        (alphabet, op)
    }

    fn event(pool: &Pool, name: &str, args: Vec<Term>, result: Option<Term>) -> machine::Event {
        machine::Event { op: pool.symbol(name), args, result, span: None }
    }

    #[test]
    fn instances_of_one_signature_are_different_operations() {
        let pool = Pool::new();
        let (mut alphabet, op) = put(&pool);
        let key = pool.elem_sort("Key");
        let params = [("key", key), ("val", Sort::INT)];
        let other = alphabet.declare(&pool, "Val.put", &params, None).expect("another name");
        assert_ne!(op, other);
        assert_ne!(alphabet.op(op).places()[0].formal, alphabet.op(other).places()[0].formal);
        assert!(alphabet.declare(&pool, "put", &[], None).is_err());
    }

    #[test]
    fn events_are_checked_against_the_declaration() {
        let pool = Pool::new();
        let (alphabet, op) = put(&pool);
        let (k, one) = (pool.elem(pool.elem_sort("Key"), 0), pool.int(1));
        let good = alphabet.event(&pool, &event(&pool, "put", vec![k, one], Some(one)));
        assert_eq!(good, Ok(Event { op: Some(op), values: vec![k, one] }));
        let short = alphabet.event(&pool, &event(&pool, "put", vec![k], None));
        assert!(matches!(short, Err(AlphabetError::Arity { expected: 2, found: 1, .. })));
        let twisted = alphabet.event(&pool, &event(&pool, "put", vec![one, k], None));
        assert!(matches!(twisted, Err(AlphabetError::Sort { .. })));
        let other = alphabet.event(&pool, &event(&pool, "log", vec![one], None));
        assert_eq!(other, Ok(Event { op: None, values: vec![] }));
    }
}
