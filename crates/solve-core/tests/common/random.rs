//! Random terms from a string of bytes, so that a failing case shrinks to a short one.

use term::{Op, Pool, Sort, Term};

use super::signature::Signature;

/// Bytes that decide; zeros when they run out, which choose the simplest.
pub(crate) struct Dice<'a> {
    bytes: &'a [u8],
}

impl<'a> Dice<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Dice<'a> {
        Dice { bytes }
    }

    pub(crate) fn roll(&mut self, sides: usize) -> usize {
        let Some((first, rest)) = self.bytes.split_first() else { return 0 };
        self.bytes = rest;
        usize::from(*first) % sides
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }
}

/// A formula with connectives up to this depth.
pub(crate) fn formula(sig: &Signature, dice: &mut Dice, depth: usize) -> Term {
    let pool = &sig.pool;
    if depth == 0 {
        return literal(sig, dice);
    }
    match dice.roll(6) {
        0 | 1 => literal(sig, dice),
        2 | 3 => pool.or(&parts(sig, dice, depth)),
        4 => pool.and(&parts(sig, dice, depth)),
        _ => {
            let [a, b] = [0, 1].map(|_| formula(sig, dice, depth - 1));
            pool.eq(a, b)
        }
    }
}

fn parts(sig: &Signature, dice: &mut Dice, depth: usize) -> Vec<Term> {
    (0..2 + dice.roll(2)).map(|_| formula(sig, dice, depth - 1)).collect()
}

/// An atom or its negation.
pub(crate) fn literal(sig: &Signature, dice: &mut Dice) -> Term {
    let negated = dice.roll(2) == 1;
    let atom = atom(sig, dice);
    if negated { sig.pool.not(atom) } else { atom }
}

pub(crate) fn atom(sig: &Signature, dice: &mut Dice) -> Term {
    let pool = &sig.pool;
    match dice.roll(12) {
        0..3 => equation(sig, dice, sig.elem),
        3..5 => {
            let [a, b] = [0, 1].map(|_| term(sig, dice, sig.elem, 1));
            pool.apply(sig.less, &[a, b])
        }
        5 => equation(sig, dice, sig.color),
        6 | 7 => equation(sig, dice, sig.list),
        8 => equation(sig, dice, sig.nat),
        9 => equation(sig, dice, Sort::INT),
        10 => {
            let sort = [sig.list, sig.color, sig.nat][dice.roll(3)];
            let value = term(sig, dice, sort, 1);
            pool.is(dice.roll(2) as u32, value)
        }
        _ => term(sig, dice, Sort::BOOL, 1),
    }
}

fn equation(sig: &Signature, dice: &mut Dice, sort: Sort) -> Term {
    let [a, b] = [0, 1].map(|_| term(sig, dice, sort, 2));
    sig.pool.eq(a, b)
}

pub(crate) fn term(sig: &Signature, dice: &mut Dice, sort: Sort, depth: usize) -> Term {
    let pool = &sig.pool;
    if depth == 0 || dice.roll(3) == 0 {
        return leaf(sig, dice, sort);
    }
    let below = |dice: &mut Dice, sort| term(sig, dice, sort, depth - 1);
    let mut makers: Vec<Op> = Vec::new();
    let by_func = sig.funcs.iter().filter(|func| pool.signature(**func).1 == sort);
    makers.extend(by_func.map(|func| Op::Apply(*func)));
    match sort {
        Sort::BOOL => {}
        _ if sort == sig.list => makers.extend([Op::Construct(1), Op::Field(1, 1)]),
        _ if sort == sig.nat => makers.extend([Op::Construct(1), Op::Field(1, 0)]),
        _ if sort == sig.color => makers.push(Op::Field(1, 0)),
        _ => {}
    }
    if makers.is_empty() {
        return leaf(sig, dice, sort);
    }
    match makers[dice.roll(makers.len())] {
        Op::Apply(func) => {
            let args: Vec<Term> =
                pool.signature(func).0.iter().map(|sort| below(dice, *sort)).collect();
            pool.apply(func, &args)
        }
        Op::Construct(ctor) if sort == sig.list => {
            let fields = [below(dice, sig.color), below(dice, sig.list)];
            pool.construct(sort, ctor, &fields)
        }
        Op::Construct(ctor) => pool.construct(sort, ctor, &[below(dice, sig.nat)]),
        Op::Field(ctor, field) => {
            let of = if sort == sig.nat { sig.nat } else { sig.list };
            pool.field(ctor, field, below(dice, of))
        }
        other => unreachable!("{other:?} is no maker"),
    }
}

fn leaf(sig: &Signature, dice: &mut Dice, sort: Sort) -> Term {
    let pool = &sig.pool;
    let name = dice.roll(if sort == sig.elem { 5 } else { 3 });
    let is_literal = dice.roll(4) == 1;
    if is_literal {
        return constant(sig, pool, sort, name);
    }
    pool.var(["a", "b", "c", "d", "e"][name], sort)
}

fn constant(sig: &Signature, pool: &Pool, sort: Sort, number: usize) -> Term {
    match sort {
        Sort::BOOL => pool.bool(number == 1),
        Sort::INT => pool.int(number as i64),
        _ if sort == sig.elem => pool.elem(sort, number as u32 % 2),
        _ if sort == sig.color => pool.construct(sort, number as u32, &[]),
        _ => pool.construct(sort, 0, &[]),
    }
}
