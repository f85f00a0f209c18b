//! Random terms from a string of bytes, so that a failing case shrinks to a short one.

use term::{Op, Pool, Sort, Term};

use crate::signature::Signature;

/// Kinds of atoms.
#[derive(Clone, Copy)]
enum Atom {
    Equal(fn(&Signature) -> Sort),
    Less,
    Bound,
    Is,
    Truth,
}

const ELEM: Atom = Atom::Equal(|sig| sig.elem);
const COLOR: Atom = Atom::Equal(|sig| sig.color);
const LIST: Atom = Atom::Equal(|sig| sig.list);
const NAT: Atom = Atom::Equal(|sig| sig.nat);
const INT: Atom = Atom::Equal(|_| Sort::INT);

/// What a query is about: the fewer kinds of atoms, the more they touch each other.
const TOPICS: [&[Atom]; 7] = [
    &[ELEM, Atom::Less, COLOR, LIST, NAT, INT, Atom::Is, Atom::Truth],
    &[ELEM, Atom::Less, Atom::Less],
    &[LIST, Atom::Is, COLOR],
    &[NAT, Atom::Is],
    &[COLOR, COLOR, Atom::Is, INT],
    &[Atom::Truth, ELEM, Atom::Less],
    &[Atom::Bound, Atom::Bound, INT],
];

/// Writes terms as the bytes say; zeros when they run out, which choose the simplest.
pub(crate) struct Writer<'a> {
    sig: &'a Signature,
    bytes: &'a [u8],
    topic: &'static [Atom],
}

impl<'a> Writer<'a> {
    pub(crate) fn new(sig: &'a Signature, bytes: &'a [u8]) -> Writer<'a> {
        let mut writer = Writer { sig, bytes, topic: TOPICS[0] };
        writer.topic = TOPICS[writer.roll(TOPICS.len())];
        writer
    }

    /// At most `most` terms, until the bytes run out.
    pub(crate) fn list(&mut self, most: usize, one: fn(&mut Writer<'a>) -> Term) -> Vec<Term> {
        let mut terms = Vec::new();
        while !self.bytes.is_empty() && terms.len() < most {
            terms.push(one(self));
        }
        terms
    }

    /// A formula with a few connectives.
    pub(crate) fn formula(&mut self) -> Term {
        self.connective(2)
    }

    /// An atom or its negation.
    pub(crate) fn literal(&mut self) -> Term {
        let negated = self.roll(2) == 1;
        let atom = self.atom();
        if negated { self.sig.pool.not(atom) } else { atom }
    }

    fn roll(&mut self, sides: usize) -> usize {
        let Some((first, rest)) = self.bytes.split_first() else { return 0 };
        self.bytes = rest;
        usize::from(*first) % sides
    }

    fn connective(&mut self, depth: usize) -> Term {
        let pool = &self.sig.pool;
        if depth == 0 {
            return self.literal();
        }
        match self.roll(6) {
            0 | 1 => self.literal(),
            2 | 3 => pool.or(&self.parts(depth)),
            4 => pool.and(&self.parts(depth)),
            _ => {
                let [a, b] = [0, 1].map(|_| self.connective(depth - 1));
                pool.eq(a, b)
            }
        }
    }

    fn parts(&mut self, depth: usize) -> Vec<Term> {
        (0..2 + self.roll(2)).map(|_| self.connective(depth - 1)).collect()
    }

    fn atom(&mut self) -> Term {
        match self.topic[self.roll(self.topic.len())] {
            Atom::Equal(sort) => {
                let sort = sort(self.sig);
                let [a, b] = [0, 1].map(|_| self.term(sort, 2));
                self.sig.pool.eq(a, b)
            }
            Atom::Less => self.less(1),
            Atom::Bound => {
                let [a, b] = [0, 1].map(|_| self.term(Sort::INT, 1));
                self.sig.pool.lt(a, b)
            }
            Atom::Is => self.is(1),
            Atom::Truth => self.term(Sort::BOOL, 2),
        }
    }

    fn less(&mut self, depth: usize) -> Term {
        let [a, b] = [0, 1].map(|_| self.term(self.sig.elem, depth));
        self.sig.pool.apply(self.sig.less, &[a, b])
    }

    fn is(&mut self, depth: usize) -> Term {
        let sort = [self.sig.list, self.sig.color, self.sig.nat][self.roll(3)];
        let value = self.term(sort, depth);
        self.sig.pool.is(self.roll(2) as u32, value)
    }

    fn term(&mut self, sort: Sort, depth: usize) -> Term {
        if depth == 0 {
            return self.leaf(sort);
        }
        match self.roll(8) {
            0..3 => self.leaf(sort),
            3 if sort == Sort::BOOL => self.small_atom(depth - 1),
            3 => {
                let cond = self.small_atom(depth - 1);
                let [a, b] = [0, 1].map(|_| self.term(sort, depth - 1));
                self.sig.pool.ite(cond, a, b)
            }
            _ => self.made(sort, depth - 1),
        }
    }

    /// An atom that stands below other terms, never rewritten to a connective.
    fn small_atom(&mut self, depth: usize) -> Term {
        let pool = &self.sig.pool;
        match self.roll(4) {
            0 => self.leaf(Sort::BOOL),
            1 => self.less(depth),
            2 => self.is(depth),
            _ => {
                let [a, b] = [0, 1].map(|_| self.term(self.sig.elem, depth));
                pool.not(pool.eq(a, b))
            }
        }
    }

    /// A function, a constructor or a field.
    fn made(&mut self, sort: Sort, depth: usize) -> Term {
        let (sig, pool) = (self.sig, &self.sig.pool);
        let by_func = sig.funcs.iter().filter(|func| pool.signature(**func).1 == sort);
        let mut makers: Vec<Op> = by_func.map(|func| Op::Apply(*func)).collect();
        if sort == sig.list {
            makers.extend([Op::Construct(1), Op::Field(1, 1)]);
        } else if sort == sig.nat {
            makers.extend([Op::Construct(1), Op::Field(1, 0)]);
        } else if sort == sig.color {
            makers.push(Op::Field(1, 0));
        }
        let of = if sort == sig.nat { sig.nat } else { sig.list };
        match makers[self.roll(makers.len())] {
            Op::Apply(func) => {
                let sorts = pool.signature(func).0;
                let args: Vec<Term> = sorts.iter().map(|sort| self.term(*sort, depth)).collect();
                pool.apply(func, &args)
            }
            Op::Construct(ctor) if sort == sig.list => {
                let fields = [self.term(sig.color, depth), self.term(sig.list, depth)];
                pool.construct(sort, ctor, &fields)
            }
            Op::Construct(ctor) => pool.construct(sort, ctor, &[self.term(sig.nat, depth)]),
            Op::Field(ctor, field) => pool.field(ctor, field, self.term(of, depth)),
            other => unreachable!("{other:?} is no maker"),
        }
    }

    fn leaf(&mut self, sort: Sort) -> Term {
        let names = if sort == self.sig.elem { 5 } else { 3 };
        let name = self.roll(names);
        match self.roll(4) {
            1 => constant(self.sig, sort, name),
            _ => self.sig.pool.var(["a", "b", "c", "d", "e"][name], sort),
        }
    }
}

fn constant(sig: &Signature, sort: Sort, number: usize) -> Term {
    let pool: &Pool = &sig.pool;
    match sort {
        Sort::BOOL => pool.bool(number == 1),
        Sort::INT => pool.int(number as i64),
        _ if sort == sig.elem => pool.elem(sort, number as u32 % 2),
        _ if sort == sig.color => pool.construct(sort, number as u32, &[]),
        _ => pool.construct(sort, 0, &[]),
    }
}
