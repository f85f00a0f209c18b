//! Arithmetic and decisions on numbers that are not known.
//!
//! An int is a bit-vector of 32 bits and a long one of 64, so that overflow, shifts and bits mean
//! what they mean in Java. Booleans, bytes, chars and shorts are ints, as on the stack of a Java
//! virtual machine; an input of such a type is an extension of a narrower variable.
//!
//! Where a number has to be known (a length, a place among references), every value that it may have
//! becomes a path of its own; where there are too many, the rest is a gap that is reported.

use machine::Host;
use term::{Literal, Op, Pool, Term};

use super::arith::by_zero;
use super::float::{DOUBLE, FLOAT, Floats};
use super::trap::Trap;
use super::value::Value;
use super::vm::Vm;
use crate::lower::{Convert, IntOp, Test};
use crate::note::Note;

/// The term of a value.
pub(super) fn term_of(pool: &Pool, value: Value, width: u32) -> Term {
    value.shadow.unwrap_or_else(|| pool.bitvec(width, truncated(value.bits, width)))
}

fn truncated(bits: u64, width: u32) -> u64 {
    if width == 64 { bits } else { bits & ((1 << width) - 1) }
}

/// The value of a term: known if the term is a literal.
pub(super) fn value_of(pool: &Pool, term: Term) -> Value {
    match pool.as_literal(term) {
        Some(Literal::BitVec(word)) => {
            Value::bits(word.unsigned().iter_u64_digits().next().unwrap_or(0))
        }
        Some(Literal::Bool(bool)) => Value::bool(*bool),
        _ => Value::symbolic(term),
    }
}

/// A condition as an int.
pub(super) fn int_of_bool(pool: &Pool, cond: Term) -> Value {
    value_of(pool, pool.ite(cond, pool.bitvec(32, 1), pool.bitvec(32, 0)))
}

pub(super) fn add(pool: &Pool, a: Value, b: Value, width: u32) -> Value {
    let terms = [term_of(pool, a, width), term_of(pool, b, width)];
    value_of(pool, sum(pool, terms[0], terms[1]))
}

/// A sum of which the constants are added up, so that `n - 1 - 1` and `n - 2` are one term.
fn sum(pool: &Pool, a: Term, b: Term) -> Term {
    let is_known = |term: Term| pool.as_literal(term).is_some();
    let (rest, by) = match (is_known(a), is_known(b)) {
        (true, false) => (b, a),
        (false, true) => (a, b),
        _ => return divided(pool, a, b).unwrap_or_else(|| pool.word(Op::BvAdd, &[a, b])),
    };
    match pool.node(rest) {
        (Op::BvAdd, [x, y]) if is_known(*y) => {
            pool.word(Op::BvAdd, &[*x, pool.word(Op::BvAdd, &[*y, by])])
        }
        (Op::BvAdd, [x, y]) if is_known(*x) => {
            pool.word(Op::BvAdd, &[*y, pool.word(Op::BvAdd, &[*x, by])])
        }
        (Op::Ite, [cond, yes, no]) if leaves(pool, rest).is_some() => {
            pool.ite(*cond, sum(pool, *yes, by), sum(pool, *no, by))
        }
        _ => pool.word(Op::BvAdd, &[rest, by]),
    }
}

/// What `n / m * m + n % m` and `n - n / m * m` are: circuits of quotients of two unknowns are what solvers
/// fail at.
fn divided(pool: &Pool, a: Term, b: Term) -> Option<Term> {
    [(a, b), (b, a)].into_iter().find_map(|(one, other)| {
        let is_negated = matches!(pool.node(one), (Op::BvNeg, _));
        let product = match pool.node(one) {
            (Op::BvNeg, [inner]) => *inner,
            _ => one,
        };
        let (Op::BvMul, [x, y]) = pool.node(product) else { return None };
        let (dividend, divisor) = [(*x, *y), (*y, *x)].into_iter().find_map(|(quotient, by)| {
            match pool.node(quotient) {
                (Op::BvSdiv, [dividend, divisor]) if *divisor == by => Some((*dividend, by)),
                _ => None,
            }
        })?;
        let rest = pool.word(Op::BvSrem, &[dividend, divisor]);
        match is_negated {
            true => (other == dividend).then_some(rest),
            false => (other == rest).then_some(dividend),
        }
    })
}

pub(super) fn negate(pool: &Pool, term: Term) -> Value {
    value_of(pool, negated(pool, term))
}

/// The negation of a term; a choice between known numbers stays one.
fn negated(pool: &Pool, term: Term) -> Term {
    match pool.node(term) {
        (Op::Ite, [cond, yes, no]) if leaves(pool, term).is_some() => {
            pool.ite(*cond, negated(pool, *yes), negated(pool, *no))
        }
        _ => pool.word(Op::BvNeg, &[term]),
    }
}

/// An operation on an extended character and a known number, as one on the character: remainders and
/// masks of hash codes are hard for solvers at full width. None where the result may not fit.
fn narrow_op(pool: &Pool, op: IntOp, left: Term, right: Term) -> Option<Term> {
    let ((inner, width), by) = (narrow(pool, left)?, number(pool, right)?);
    let extended =
        |term: Term| pool.word(Op::BvZeroExtend(word_width(pool, left) - width), &[term]);
    let fits = 0 < by && by < 1 << width;
    let unit = |number: i64| pool.bitvec(width, number as u64);
    match op {
        IntOp::And if by & ((1 << width) - 1) == (1 << width) - 1 => Some(left),
        IntOp::And if fits => Some(extended(pool.word(Op::BvAnd, &[inner, unit(by)]))),
        IntOp::Rem if by >= 1 << width => Some(left),
        IntOp::Rem if fits => Some(extended(pool.word(Op::BvUrem, &[inner, unit(by)]))),
        IntOp::Div if fits => Some(extended(pool.word(Op::BvUdiv, &[inner, unit(by)]))),
        _ => None,
    }
}

/// An operation on two words of one width, of which the second is no shift beyond it and, in a
/// division, not zero.
fn binary(pool: &Pool, op: IntOp, left: Term, right: Term) -> Term {
    match op {
        IntOp::Add => sum(pool, left, right),
        IntOp::Sub if left == right => pool.bitvec(word_width(pool, left), 0),
        IntOp::Sub => sum(pool, left, negated(pool, right)),
        IntOp::Mul => pool.word(Op::BvMul, &[left, right]),
        IntOp::Div => pool.word(Op::BvSdiv, &[left, right]),
        IntOp::Rem => pool.word(Op::BvSrem, &[left, right]),
        IntOp::And => pool.word(Op::BvAnd, &[left, right]),
        IntOp::Or => pool.word(Op::BvOr, &[left, right]),
        IntOp::Xor => pool.word(Op::BvXor, &[left, right]),
        IntOp::Shl => pool.word(Op::BvShl, &[left, right]),
        IntOp::Shr => pool.word(Op::BvAshr, &[left, right]),
        IntOp::Ushr => pool.word(Op::BvLshr, &[left, right]),
    }
}

/// Less, equal or greater, as -1, 0 or 1.
pub(super) fn compare(pool: &Pool, a: Value, b: Value) -> Value {
    let (a, b) = (term_of(pool, a, 64), term_of(pool, b, 64));
    let [less, same, more] = [-1_i32, 0, 1].map(|sign| pool.bitvec(32, u64::from(sign as u32)));
    let rest = pool.ite(pool.eq(a, b), same, more);
    value_of(pool, pool.ite(pool.word(Op::BvSlt, &[a, b]), less, rest))
}

/// A conversion between numbers.
pub(super) fn convert(pool: &Pool, convert: Convert, term: Term) -> Value {
    let (float, double) = (Floats::new(pool, FLOAT), Floats::new(pool, DOUBLE));
    let term = match convert {
        Convert::IntToLong => pool.word(Op::BvSignExtend(32), &[term]),
        Convert::LongToInt => low_bits(pool, term, 32),
        Convert::IntToByte => pool.word(Op::BvSignExtend(24), &[low_bits(pool, term, 8)]),
        Convert::IntToShort => pool.word(Op::BvSignExtend(16), &[low_bits(pool, term, 16)]),
        Convert::IntToChar => pool.word(Op::BvZeroExtend(16), &[low_bits(pool, term, 16)]),
        Convert::IntToFloat => float.of_int(term, 32),
        Convert::IntToDouble => double.of_int(term, 32),
        Convert::LongToFloat => float.of_int(term, 64),
        Convert::LongToDouble => double.of_int(term, 64),
        Convert::FloatToInt => float.to_int(term, 32),
        Convert::FloatToLong => float.to_int(term, 64),
        Convert::FloatToDouble => float.converted(term, DOUBLE),
        Convert::DoubleToInt => double.to_int(term, 32),
        Convert::DoubleToLong => double.to_int(term, 64),
        Convert::DoubleToFloat => double.converted(term, FLOAT),
    };
    value_of(pool, term)
}

/// The lowest bits of a word. Of an extended word they are the word itself, or fewer bits of it.
pub(super) fn low_bits(pool: &Pool, term: Term, width: u32) -> Term {
    if let (Op::BvSignExtend(_) | Op::BvZeroExtend(_), [inner]) = pool.node(term) {
        match word_width(pool, *inner) {
            inside if inside == width => return *inner,
            inside if inside > width => return pool.word(Op::BvExtract(width - 1, 0), &[*inner]),
            _ => {}
        }
    }
    if word_width(pool, term) == width {
        return term;
    }
    pool.word(Op::BvExtract(width - 1, 0), &[term])
}

fn word_width(pool: &Pool, term: Term) -> u32 {
    match pool.sort_node(pool.sort(term)) {
        term::SortNode::BitVec(width) => *width,
        _ => 0,
    }
}

/// The char whose two bytes these are. Bytes of one char give that char, not a term over its parts.
pub(super) fn char_of_bytes(pool: &Pool, low: Value, high: Value) -> Value {
    let [low, high] = [low, high].map(|byte| low_bits(pool, term_of(pool, byte, 32), 8));
    if let ((Op::BvExtract(7, 0), [a]), (Op::BvExtract(15, 8), [b])) =
        (pool.node(low), pool.node(high))
        && a == b
        && word_width(pool, *a) == 16
    {
        return value_of(pool, pool.word(Op::BvZeroExtend(16), &[*a]));
    }
    let both = pool.word(Op::BvConcat, &[high, low]);
    value_of(pool, pool.word(Op::BvZeroExtend(16), &[both]))
}

/// The two bytes of a char, low and high.
pub(super) fn bytes_of_char(pool: &Pool, char: Term) -> (Value, Value) {
    let unit = low_bits(pool, char, 16);
    let byte = |high: u32, low: u32| {
        let bits = pool.word(Op::BvExtract(high, low), &[unit]);
        value_of(pool, pool.word(Op::BvSignExtend(24), &[bits]))
    };
    (byte(7, 0), byte(15, 8))
}

/// The condition that a comparison of two ints states.
///
/// A choice between numbers is compared branch by branch: a boolean that was made a number and is
/// tested against zero becomes the boolean again, and a property of characters the ranges in question.
pub(super) fn test(pool: &Pool, test: Test, a: Term, b: Term) -> Term {
    let (mut links, mut rest) = (Vec::new(), a);
    if pool.is_ground(b) {
        while let (Op::Ite, [cond, yes, no]) = pool.node(rest)
            && pool.is_ground(*yes)
            && links.len() < MAX_LINKS
        {
            links.push((*cond, *yes));
            rest = *no;
        }
    }
    let mut holds = plain_test(pool, test, rest, b);
    for (cond, yes) in links.into_iter().rev() {
        holds = pool.ite(cond, plain_test(pool, test, yes, b), holds);
    }
    holds
}

/// The longest chain of choices that is taken apart by a comparison.
const MAX_LINKS: usize = 64;

fn plain_test(pool: &Pool, test: Test, a: Term, b: Term) -> Term {
    match test {
        Test::Eq => equal(pool, a, b),
        Test::Ne => pool.not(equal(pool, a, b)),
        Test::Lt => less(pool, a, b),
        Test::Ge => pool.not(less(pool, a, b)),
        Test::Gt => less(pool, b, a),
        Test::Le => pool.not(less(pool, b, a)),
    }
}

/// Equality of ints. What is no more than an extended character is compared as one: programs ask of
/// every character whether it is the end of the input.
fn equal(pool: &Pool, a: Term, b: Term) -> Term {
    match (narrow(pool, a), number(pool, b)) {
        (Some((inner, width)), Some(b)) if 0 <= b && b < 1 << width => {
            pool.eq(inner, pool.bitvec(width, b as u64))
        }
        (Some(_), Some(_)) => pool.bool(false),
        _ if number(pool, a).is_some() && narrow(pool, b).is_some() => equal(pool, b, a),
        _ => pool.eq(a, b),
    }
}

/// Order of ints, of extended characters as in [`equal`].
fn less(pool: &Pool, a: Term, b: Term) -> Term {
    let unit = |width: u32, number: i64| pool.bitvec(width, number as u64);
    match (narrow(pool, a), number(pool, b)) {
        (Some(_), Some(b)) if b <= 0 => return pool.bool(false),
        (Some((_, width)), Some(b)) if b >= 1 << width => return pool.bool(true),
        (Some((inner, width)), Some(b)) => {
            return pool.word(Op::BvUlt, &[inner, unit(width, b)]);
        }
        _ => {}
    }
    match (number(pool, a), narrow(pool, b)) {
        (Some(a), Some(_)) if a < 0 => pool.bool(true),
        (Some(a), Some((_, width))) if a >= 1 << width => pool.bool(false),
        (Some(a), Some((inner, width))) => pool.word(Op::BvUlt, &[unit(width, a), inner]),
        _ => pool.word(Op::BvSlt, &[a, b]),
    }
}

/// What was extended by zeros to an int, with its width.
fn narrow(pool: &Pool, term: Term) -> Option<(Term, u32)> {
    match pool.node(term) {
        (Op::BvZeroExtend(_), [inner]) => {
            Some((*inner, word_width(pool, *inner))).filter(|(_, width)| *width < 32)
        }
        _ => None,
    }
}

/// The int or long that a term is known to be.
fn number(pool: &Pool, term: Term) -> Option<i64> {
    let value = value_of(pool, term);
    let is_long = word_width(pool, term) == 64;
    let number = if is_long { value.as_long() } else { value.as_int().into() };
    value.shadow.is_none().then_some(number)
}

impl Vm {
    /// Whether a comparison of ints holds on this path.
    pub(super) fn branch(
        &mut self,
        host: &mut dyn Host,
        kind: Test,
        a: Value,
        b: Value,
    ) -> Result<bool, Trap> {
        let pool = host.pool();
        let cond = test(pool, kind, term_of(pool, a, 32), term_of(pool, b, 32));
        Ok(self.decide(host, cond)?)
    }

    pub(super) fn symbolic_op(
        &mut self,
        host: &mut dyn Host,
        op: IntOp,
        a: Value,
        b: Value,
        width: u32,
    ) -> Result<Value, Trap> {
        let is_shift = matches!(op, IntOp::Shl | IntOp::Shr | IntOp::Ushr);
        let pool = host.pool();
        let left = term_of(pool, a, width);
        let mut right = term_of(pool, b, if is_shift { 32 } else { width });
        if is_shift {
            right = shift_amount(pool, right, width);
        }
        if matches!(op, IntOp::Div | IntOp::Rem) {
            let zero = pool.eq(right, pool.bitvec(width, 0));
            if self.decide(host, zero)? {
                return Err(by_zero());
            }
        }
        let pool = host.pool();
        let narrowed = narrow_op(pool, op, left, right);
        Ok(value_of(pool, narrowed.unwrap_or_else(|| binary(pool, op, left, right))))
    }

    /// Where a switch on an unknown number goes: one alternative for each target.
    pub(super) fn symbolic_switch(
        &mut self,
        host: &mut dyn Host,
        at: u32,
        term: Term,
    ) -> Result<u32, Trap> {
        let pool = host.pool();
        let switch = &self.switches[at as usize];
        let mut targets: Vec<(u32, Vec<Term>)> = Vec::new();
        let mut others = Vec::new();
        for (key, target) in switch.keys.iter().zip(&switch.targets) {
            let cond = test(pool, Test::Eq, term, pool.bitvec(32, u64::from(*key as u32)));
            others.push(pool.not(cond));
            match targets.iter_mut().find(|(known, _)| known == target) {
                Some((_, conds)) => conds.push(cond),
                None => targets.push((*target, vec![cond])),
            }
        }
        let mut conds: Vec<Term> = targets.iter().map(|(_, conds)| pool.or(conds)).collect();
        conds.push(pool.and(&others));
        let taken = self.choose(host, &conds)?;
        let switch = &self.switches[at as usize];
        Ok(targets.get(taken).map_or(switch.otherwise, |(target, _)| *target))
    }

    /// A value that has to be known: one path for each value that it may have.
    pub(super) fn known_value(
        &mut self,
        host: &mut dyn Host,
        value: Value,
        what: &str,
    ) -> Result<Value, Trap> {
        match value.shadow {
            None => Ok(value),
            Some(term) => self.known(host, term, 32, what),
        }
    }

    /// As [`Vm::known_value`], for a term of this width. Small numbers are tried, and of the rest the
    /// one that a run is made on.
    pub(super) fn known(
        &mut self,
        host: &mut dyn Host,
        term: Term,
        width: u32,
        what: &str,
    ) -> Result<Value, Trap> {
        let pool = host.pool();
        let leaves = leaves(pool, term);
        let values: Vec<u64> = leaves.clone().unwrap_or_else(|| {
            (0..u64::from(self.options.max_values)).chain([truncated(u64::MAX, width)]).collect()
        });
        let is = |value: &u64| test(pool, Test::Eq, term, pool.bitvec(width, *value));
        let mut conds: Vec<Term> = values.iter().map(is).collect();
        if leaves.is_none() {
            let none: Vec<Term> = conds.iter().map(|cond| pool.not(*cond)).collect();
            conds.push(pool.and(&none));
        }
        let taken = self.choose(host, &conds)?;
        match values.get(taken) {
            Some(value) => Ok(Value::bits(*value)),
            None => self.pinned(host, term, what),
        }
    }

    /// A value as it is in this run. If it was unknown, that is noted.
    pub(super) fn taken(
        &mut self,
        host: &mut dyn Host,
        value: Value,
        width: u32,
        what: &str,
    ) -> Result<Value, Trap> {
        match value.shadow {
            None => Ok(Value::bits(truncated(value.bits, width))),
            Some(term) => self.pinned(host, term, what),
        }
    }

    /// The number that a term is in this run, if the run is made on values. That is noted.
    fn pinned(&mut self, host: &mut dyn Host, term: Term, what: &str) -> Result<Value, Trap> {
        let gap = || Trap::Gap(format!("{what} that may be any number"));
        let value = host.value_of(term).ok_or_else(gap)?;
        let known = value_of(host.pool(), value);
        let is_it = host.pool().eq(term, value);
        // The host keeps in mind that this is the question, so it has to be asked.
        if known.shadow.is_some() || !self.ask_host(host, is_it)? {
            return Err(gap());
        }
        self.path_facts.assume(host.pool(), is_it);
        self.note(Note::Pinned(what.to_owned()));
        Ok(known)
    }
}

/// The values of a choice between known numbers, each once; none of another term.
pub(super) fn leaves(pool: &Pool, term: Term) -> Option<Vec<u64>> {
    let (mut values, mut rest) = (Vec::new(), term);
    while let (Op::Ite, [_, yes, no]) = pool.node(rest)
        && values.len() < MAX_LINKS
    {
        values.push(*yes);
        rest = *no;
    }
    values.push(rest);
    let known = values.into_iter().map(|leaf| {
        let value = value_of(pool, leaf);
        value.shadow.is_none().then_some(value.bits)
    });
    let mut known = known.collect::<Option<Vec<u64>>>()?;
    known.sort_unstable();
    known.dedup();
    Some(known)
}

/// A shift by an int is one by its lowest bits.
fn shift_amount(pool: &Pool, amount: Term, width: u32) -> Term {
    let masked = pool.word(Op::BvAnd, &[amount, pool.bitvec(32, u64::from(width - 1))]);
    if width == 64 { pool.word(Op::BvZeroExtend(32), &[masked]) } else { masked }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use term::{Model, Sort};

    use super::super::arith::{converted, int_op, long_op};
    use super::*;

    const OPS: [IntOp; 11] = [
        IntOp::Add,
        IntOp::Sub,
        IntOp::Mul,
        IntOp::Div,
        IntOp::Rem,
        IntOp::And,
        IntOp::Or,
        IntOp::Xor,
        IntOp::Shl,
        IntOp::Shr,
        IntOp::Ushr,
    ];
    const TESTS: [Test; 6] = [Test::Eq, Test::Ne, Test::Lt, Test::Ge, Test::Gt, Test::Le];

    /// Numbers of which the corners are as likely as the rest.
    fn number() -> impl Strategy<Value = i64> {
        let corners = vec![0, 1, -1, 31, 32, 64, i64::MIN, i64::MAX, i64::from(i32::MIN)];
        prop_oneof![any::<i64>(), proptest::sample::select(corners), -200..200_i64]
    }

    /// Two unknowns of a width, and the model that gives them these values.
    fn unknowns(pool: &Pool, width: u32, values: [i64; 2]) -> ([Term; 2], Model) {
        let sort: Sort = pool.bitvec_sort(width);
        let vars = ["a", "b"].map(|name| pool.var(name, sort));
        let mut model = Model::new();
        for (var, value) in vars.iter().zip(values) {
            model.set(*var, pool.bitvec(width, truncated(value as u64, width)));
        }
        (vars, model)
    }

    fn value_in(pool: &Pool, term: Term, model: &Model) -> Value {
        value_of(pool, pool.eval(term, model))
    }

    proptest! {
        #[test]
        fn operations_on_terms_are_those_on_numbers(
            op in proptest::sample::select(OPS.to_vec()), a in number(), b in number(),
        ) {
            let pool = Pool::new();
            let shift = matches!(op, IntOp::Shl | IntOp::Shr | IntOp::Ushr);
            if let Ok(expected) = int_op(op, a as i32, b as i32) {
                let ([x, y], model) = unknowns(&pool, 32, [a, b]);
                let y = if shift { shift_amount(&pool, y, 32) } else { y };
                let found = value_in(&pool, binary(&pool, op, x, y), &model);
                prop_assert_eq!(found, Value::int(expected));
            }
            let right = if shift { i64::from(b as i32) } else { b };
            if let Ok(expected) = long_op(op, a, right) {
                let ([x, mut y], mut model) = unknowns(&pool, 64, [a, b]);
                if shift {
                    let amount = pool.var("amount", pool.bitvec_sort(32));
                    model.set(amount, pool.bitvec(32, truncated(b as u64, 32)));
                    y = shift_amount(&pool, amount, 64);
                }
                let found = value_in(&pool, binary(&pool, op, x, y), &model);
                prop_assert_eq!(found, Value::long(expected));
            }
        }

        #[test]
        fn a_quotient_and_its_rest_are_the_number(a in number(), b in number(), swapped: bool) {
            let pool = Pool::new();
            let ([x, y], model) = unknowns(&pool, 32, [a, b]);
            let (quotient, rest) = (binary(&pool, IntOp::Div, x, y), binary(&pool, IntOp::Rem, x, y));
            let product = match swapped {
                false => binary(&pool, IntOp::Mul, quotient, y),
                true => binary(&pool, IntOp::Mul, y, quotient),
            };
            prop_assert_eq!(binary(&pool, IntOp::Add, rest, product), x);
            prop_assert_eq!(binary(&pool, IntOp::Sub, x, product), rest);
            if let Ok(expected) = int_op(IntOp::Rem, a as i32, b as i32) {
                prop_assert_eq!(value_in(&pool, rest, &model), Value::int(expected));
            }
        }

        #[test]
        fn comparisons_of_terms_are_those_of_numbers(a in number(), b in number()) {
            let pool = Pool::new();
            let ([x, y], model) = unknowns(&pool, 32, [a, b]);
            for kind in TESTS {
                let cond = pool.eval(test(&pool, kind, x, y), &model);
                prop_assert_eq!(pool.as_bool(cond), Some(kind.holds(a as i32, b as i32)));
            }
            let ([x, y], model) = unknowns(&pool, 64, [a, b]);
            let sign = compare(&pool, Value::symbolic(x), Value::symbolic(y));
            for kind in TESTS {
                // A comparison of longs is a number that is compared with zero.
                let zero = pool.bitvec(32, 0);
                let cond = test(&pool, kind, term_of(&pool, sign, 32), zero);
                let holds = pool.as_bool(pool.eval(cond, &model));
                prop_assert_eq!(holds, Some(kind.holds(a.cmp(&b) as i32, 0)));
            }
        }

        #[test]
        fn conversions_of_terms_are_those_of_numbers(a in number()) {
            let pool = Pool::new();
            for kind in [Convert::IntToLong, Convert::IntToByte, Convert::IntToChar,
                Convert::IntToShort, Convert::LongToInt]
            {
                let width = if kind == Convert::LongToInt { 64 } else { 32 };
                let ([x, _], model) = unknowns(&pool, width, [a, 0]);
                let term = convert(&pool, kind, x).shadow;
                let found = value_in(&pool, term.expect("an unknown stays one"), &model);
                prop_assert_eq!(found, converted(kind, Value::bits(truncated(a as u64, width))));
            }
        }

        #[test]
        fn operations_on_characters_are_those_on_ints(char: u16, by in 1_i32..300, scale in 0_u32..20) {
            let by = by.wrapping_shl(scale);
            let pool = Pool::new();
            let unit = pool.var("c", pool.bitvec_sort(16));
            let mut model = Model::new();
            model.set(unit, pool.bitvec(16, char.into()));
            let wide = pool.word(Op::BvZeroExtend(16), &[unit]);
            let known = pool.bitvec(32, u64::from(by as u32));
            let long = pool.word(Op::BvZeroExtend(48), &[unit]);
            let high = 1_i64 << 40 | i64::from(by);
            let masked = narrow_op(&pool, IntOp::And, long, pool.bitvec(64, high as u64));
            if let Some(term) = masked {
                let expected = Value::long(i64::from(char) & high);
                prop_assert_eq!(value_in(&pool, term, &model), expected);
            }
            for op in [IntOp::And, IntOp::Rem, IntOp::Div] {
                let expected = match op {
                    IntOp::And => i32::from(char) & by,
                    IntOp::Rem => i32::from(char) % by,
                    _ => i32::from(char) / by,
                };
                if let Some(term) = narrow_op(&pool, op, wide, known) {
                    prop_assert_eq!(value_in(&pool, term, &model), Value::int(expected));
                }
            }
        }

        #[test]
        fn characters_are_compared_as_the_ints_they_are(
            char: u16,
            near in -2_i32..3,
            far: i32,
            is_far: bool,
        ) {
            let pool = Pool::new();
            let unit = pool.var("c", pool.bitvec_sort(16));
            let mut model = Model::new();
            model.set(unit, pool.bitvec(16, char.into()));
            let wide = pool.word(Op::BvZeroExtend(16), &[unit]);
            let other = if is_far { far } else { i32::from(char) + near };
            let known = pool.bitvec(32, u64::from(other as u32));
            for kind in [Test::Eq, Test::Ne, Test::Lt, Test::Ge, Test::Gt, Test::Le] {
                let found = pool.as_bool(pool.eval(test(&pool, kind, wide, known), &model));
                prop_assert_eq!(found, Some(kind.holds(char.into(), other)));
                let found = pool.as_bool(pool.eval(test(&pool, kind, known, wide), &model));
                prop_assert_eq!(found, Some(kind.holds(other, char.into())));
            }
        }

        #[test]
        fn a_char_survives_being_taken_apart(a in any::<u16>()) {
            let pool = Pool::new();
            let unit = pool.var("c", pool.bitvec_sort(16));
            let char = pool.word(Op::BvZeroExtend(16), &[unit]);
            let (low, high) = bytes_of_char(&pool, char);
            prop_assert_eq!(char_of_bytes(&pool, low, high), Value::symbolic(char));
            let mut model = Model::new();
            model.set(unit, pool.bitvec(16, a.into()));
            let [low, high] =
                [low, high].map(|byte| value_in(&pool, byte.shadow.expect("unknown"), &model));
            prop_assert_eq!(u16::from_le_bytes([low.bits as u8, high.bits as u8]), a);
        }
    }
}
