//! Operations on integers and truth values.
//!
//! On literals they compute; on unknowns they build terms for the solver. An unknown that may be
//! anything is first split into "a number" and "something else", and the latter is a failure of the
//! program, as it is for a known value of the wrong kind.

use std::panic::Location;

use term::{Pool, Term};

use crate::heap::Heap;
use crate::pattern::Pat;
use crate::stop::{FailureKind, Site};
use crate::value::Node;
use crate::{Cx, Kind, Stop, Value};

/// An operation on integers: on literals if the result is a small one, and on terms.
struct IntOp {
    small: fn(i64, i64) -> Option<i64>,
    term: fn(&Pool, Term, Term) -> Term,
}

/// A comparison of integers: on literals, and on terms.
struct Comparison {
    small: fn(&i64, &i64) -> bool,
    term: fn(&Pool, Term, Term) -> Term,
}

impl Cx<'_> {
    /// Sum of integers.
    #[track_caller]
    pub fn add(&mut self, a: Value, b: Value) -> Result<Value, Stop> {
        self.int_op(&IntOp { small: i64::checked_add, term: |pool, a, b| pool.add(&[a, b]) }, a, b)
    }

    /// Difference of integers.
    #[track_caller]
    pub fn sub(&mut self, a: Value, b: Value) -> Result<Value, Stop> {
        self.int_op(&IntOp { small: i64::checked_sub, term: Pool::sub }, a, b)
    }

    /// Product of integers.
    #[track_caller]
    pub fn mul(&mut self, a: Value, b: Value) -> Result<Value, Stop> {
        self.int_op(&IntOp { small: i64::checked_mul, term: |pool, a, b| pool.mul(&[a, b]) }, a, b)
    }

    /// The quotient of integers: what is left over is never negative. To divide by zero is a failure of the program.
    #[track_caller]
    pub fn div(&mut self, a: Value, b: Value) -> Result<Value, Stop> {
        self.demand_divisor(b)?;
        self.int_op(&IntOp { small: i64::checked_div_euclid, term: Pool::div }, a, b)
    }

    /// What is left over by a division, which is never negative. To divide by zero is a failure of the program.
    #[track_caller]
    pub fn rem(&mut self, a: Value, b: Value) -> Result<Value, Stop> {
        self.demand_divisor(b)?;
        self.int_op(&IntOp { small: i64::checked_rem_euclid, term: Pool::modulo }, a, b)
    }

    #[track_caller]
    fn demand_divisor(&mut self, divisor: Value) -> Result<(), Stop> {
        let site = Site(Location::caller());
        let zero = self.heap.int(0);
        let is_zero = self.same(divisor, zero)?;
        match self.branch(is_zero)? {
            false => Ok(()),
            true => Err(self.fault(FailureKind::Error, "division by zero".into(), Some(site))),
        }
    }

    /// Whether an integer is less than another, as a truth value.
    #[track_caller]
    pub fn lt(&mut self, a: Value, b: Value) -> Result<Value, Stop> {
        self.compare(&Comparison { small: i64::lt, term: Pool::lt }, a, b)
    }

    /// Whether an integer is at most another, as a truth value.
    #[track_caller]
    pub fn le(&mut self, a: Value, b: Value) -> Result<Value, Stop> {
        self.compare(&Comparison { small: i64::le, term: Pool::le }, a, b)
    }

    /// Whether two integers are equal, as a truth value: no choice is made.
    #[track_caller]
    pub fn same(&mut self, a: Value, b: Value) -> Result<Value, Stop> {
        self.compare(&Comparison { small: i64::eq, term: Pool::eq }, a, b)
    }

    /// The opposite truth value.
    #[track_caller]
    pub fn not(&mut self, value: Value) -> Result<Value, Stop> {
        let site = Site(Location::caller());
        self.operation(site, |cx| {
            let term = cx.operand(value, Kind::Bool, site)?;
            Ok(cx.computed(|pool| pool.not(term)))
        })
    }

    /// Whether both hold.
    #[track_caller]
    pub fn and(&mut self, a: Value, b: Value) -> Result<Value, Stop> {
        self.truth_op(|pool, a, b| pool.and(&[a, b]), a, b)
    }

    /// Whether one of them holds.
    #[track_caller]
    pub fn or(&mut self, a: Value, b: Value) -> Result<Value, Stop> {
        self.truth_op(|pool, a, b| pool.or(&[a, b]), a, b)
    }

    /// Whether a truth value holds on this run. Where that depends on unknowns it is a choice,
    /// "yes" first.
    #[track_caller]
    pub fn branch(&mut self, cond: Value) -> Result<bool, Stop> {
        let site = Site(Location::caller());
        self.operation(site, |cx| cx.branch_at(site, cond))
    }

    fn branch_at(&mut self, site: Site, cond: Value) -> Result<bool, Stop> {
        let cond = self.of_kind(cond, Kind::Bool, site)?;
        match self.heap.node(cond) {
            Node::Bool(value) => Ok(value),
            Node::Term(term) => {
                let negation = self.heap.pool().not(term);
                let conds = [term, negation];
                let option =
                    self.decide(site, 2, |heap, option| Ok(heap.add_cond(conds[option])))?;
                Ok(option == 0)
            }
            _ => {
                let values = [Value::TRUE, Value::FALSE];
                let option =
                    self.decide(site, 2, |heap, option| heap.unify(cond, values[option]))?;
                Ok(option == 0)
            }
        }
    }

    /// Demands that a truth value holds; a path on which it cannot is discarded.
    #[track_caller]
    pub fn assume(&mut self, cond: Value) -> Result<(), Stop> {
        let site = Site(Location::caller());
        self.operation(site, |cx| {
            let cond = cx.of_kind(cond, Kind::Bool, site)?;
            cx.unify(cond, Value::TRUE)
        })
    }

    /// States that a truth value holds. Where it need not, a path ends with a failure.
    #[track_caller]
    pub fn assert(&mut self, cond: Value, message: &str) -> Result<(), Stop> {
        let site = Site(Location::caller());
        if self.branch(cond)? {
            return Ok(());
        }
        Err(self.fault(FailureKind::Assertion, message.to_owned(), Some(site)))
    }

    #[track_caller]
    fn int_op(&mut self, op: &IntOp, a: Value, b: Value) -> Result<Value, Stop> {
        let site = Site(Location::caller());
        self.operation(site, |cx| match cx.operands(site, a, b)? {
            Operands::Ints(a, b) => match (op.small)(a, b) {
                Some(small) => Ok(cx.heap.int(small)),
                None => Ok(cx.computed(|pool| (op.term)(pool, pool.int(a), pool.int(b)))),
            },
            Operands::Terms(a, b) => Ok(cx.computed(|pool| (op.term)(pool, a, b))),
        })
    }

    #[track_caller]
    fn compare(&mut self, comparison: &Comparison, a: Value, b: Value) -> Result<Value, Stop> {
        let site = Site(Location::caller());
        self.operation(site, |cx| match cx.operands(site, a, b)? {
            Operands::Ints(a, b) => Ok(Value::from((comparison.small)(&a, &b))),
            Operands::Terms(a, b) => Ok(cx.computed(|pool| (comparison.term)(pool, a, b))),
        })
    }

    #[track_caller]
    fn truth_op(
        &mut self,
        op: fn(&Pool, Term, Term) -> Term,
        a: Value,
        b: Value,
    ) -> Result<Value, Stop> {
        let site = Site(Location::caller());
        self.operation(site, |cx| {
            let (a, b) = (cx.operand(a, Kind::Bool, site)?, cx.operand(b, Kind::Bool, site)?);
            Ok(cx.computed(|pool| op(pool, a, b)))
        })
    }

    fn computed(&mut self, make: impl FnOnce(&Pool) -> Term) -> Value {
        let pool = self.heap.pool();
        self.heap.of_term(make(&pool))
    }

    fn operands(&mut self, site: Site, a: Value, b: Value) -> Result<Operands, Stop> {
        let kind = Kind::Int;
        let (a, b) = (self.of_kind(a, kind, site)?, self.of_kind(b, kind, site)?);
        if let (Node::Int(a), Node::Int(b)) = (self.heap.node(a), self.heap.node(b)) {
            return Ok(Operands::Ints(a, b));
        }
        Ok(Operands::Terms(self.operand(a, kind, site)?, self.operand(b, kind, site)?))
    }

    /// The term of an integer or truth value, for those who use the solver themselves.
    pub(crate) fn number(&mut self, value: Value, kind: Kind, site: Site) -> Result<Term, Stop> {
        self.operation(site, |cx| cx.operand(value, kind, site))
    }

    /// The term of a value that is or must be of a kind.
    fn operand(&mut self, value: Value, kind: Kind, site: Site) -> Result<Term, Stop> {
        let value = self.of_kind(value, kind, site)?;
        let term = self.heap.term_of(value).expect("its kind was checked");
        match self.heap.wake() {
            Ok(true) => Ok(term),
            Ok(false) => Err(self.discard()),
            Err(fault) => Err(self.compared(fault, site)),
        }
    }

    /// The value itself, which is then of a kind; otherwise the program fails.
    fn of_kind(&mut self, value: Value, kind: Kind, site: Site) -> Result<Value, Stop> {
        self.tick()?;
        let value = self.heap.resolve(value);
        let fits = match self.heap.is_kind(value, kind) {
            Some(fits) => fits,
            None => {
                let option =
                    self.decide(site, 2, |heap, option| split_kind(heap, value, kind, option))?;
                option == 0
            }
        };
        if fits {
            return Ok(self.heap.resolve(value));
        }
        let message = format!("expected {kind:?}, found {}", self.heap.shown(value));
        Err(self.fault(FailureKind::WrongKind, message, Some(site)))
    }
}

enum Operands {
    Ints(i64, i64),
    Terms(Term, Term),
}

fn split_kind(
    heap: &mut Heap,
    value: Value,
    kind: Kind,
    option: usize,
) -> Result<bool, crate::heap::Fault> {
    match option {
        0 => heap.take(value, Pat::Of(kind), &mut crate::pattern::Parts::new()),
        _ => heap.refuse(value, Pat::Of(kind)),
    }
}
