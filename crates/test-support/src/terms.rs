//! Random well-sorted terms.

use num_bigint::BigInt;
use term::{Int, Literal, Op, Pool, Sort, SortNode, Term, Text};

use crate::{Dice, Family, Form, World};

/// One expression made in two ways.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Drawn {
    /// As it was drawn, without any simplification.
    pub raw: Term,
    /// By the constructors.
    pub made: Term,
}

/// Makes random terms of one family.
pub struct Terms<'a> {
    pool: &'a Pool,
    world: &'a World,
    family: Family,
    dice: Dice,
    vars: bool,
}

impl<'a> Terms<'a> {
    /// The terms of a seed.
    #[must_use]
    pub fn new(pool: &'a Pool, world: &'a World, family: Family, seed: u64) -> Terms<'a> {
        Terms { pool, world, family, dice: Dice::new(seed), vars: true }
    }

    /// Terms that are read off a stream of choices.
    #[must_use]
    pub fn drawn_by(pool: &'a Pool, world: &'a World, family: Family, dice: Dice) -> Terms<'a> {
        Terms { pool, world, family, dice, vars: true }
    }

    /// The stream of choices that terms are drawn by.
    pub fn dice(&mut self) -> &mut Dice {
        &mut self.dice
    }

    /// The same without variables and uninterpreted functions.
    #[must_use]
    pub fn ground(self) -> Terms<'a> {
        Terms { vars: false, ..self }
    }

    /// A conjunction, by the constructors: `parts` terms of at most `size` operators each.
    pub fn query(&mut self, parts: usize, size: usize) -> Vec<Term> {
        (0..parts).map(|_| self.term(Sort::BOOL, size).made).collect()
    }

    /// A sort of the family.
    pub fn sort(&mut self) -> Sort {
        *self.dice.pick(self.world.sorts_of(self.family))
    }

    /// An expression of a sort with about `size` operators.
    pub fn term(&mut self, sort: Sort, size: usize) -> Drawn {
        let world = self.world;
        let known = world.sorts_of(self.family);
        let fits = |form: &&Form| {
            form.result == sort
                && form.args.iter().all(|arg| known.contains(arg))
                && (self.vars || !matches!(form.op, Op::Apply(_)))
        };
        let forms: Vec<&Form> = world.forms.iter().filter(fits).collect();
        if size == 0 || forms.is_empty() {
            return self.leaf(sort);
        }
        let form = *self.dice.pick(&forms);
        self.of_form(form, size - 1)
    }

    /// An expression with this operator at its top and about `size` operators below.
    pub fn of_form(&mut self, form: &Form, size: usize) -> Drawn {
        let mut left = size;
        let mut args = Vec::new();
        for (place, sort) in form.args.iter().enumerate() {
            let share = if place + 1 == form.args.len() { left } else { self.dice.below(left + 1) };
            left -= share;
            args.push(self.operand(form.op, place, *sort, share));
        }
        self.combine(form, &args)
    }

    /// Products and quotients are mostly linear: solvers do not decide the others.
    fn operand(&mut self, op: Op, place: usize, sort: Sort, size: usize) -> Drawn {
        let plain = match op {
            Op::Mul => place == 0,
            Op::Div | Op::Mod | Op::Ratio => place == 1,
            _ => false,
        };
        if plain && self.dice.percent(80) { self.literal(sort) } else { self.term(sort, size) }
    }

    fn combine(&self, form: &Form, args: &[Drawn]) -> Drawn {
        let raw: Vec<Term> = args.iter().map(|arg| arg.raw).collect();
        let made: Vec<Term> = args.iter().map(|arg| arg.made).collect();
        Drawn { raw: self.raw(form, &raw), made: self.pool.make(form.op, &made, form.result) }
    }

    /// What the operator means, written down without simplification: division by zero is not left
    /// to the solver.
    fn raw(&self, form: &Form, args: &[Term]) -> Term {
        let (pool, sort) = (self.pool, form.result);
        let plain = pool.raw(form.op, args, sort);
        let (zero, by_zero) = match form.op {
            Op::Div => (pool.int(0), pool.int(0)),
            Op::Mod => (pool.int(0), args[0]),
            Op::Ratio => (pool.real_ratio(0, 1), pool.real_ratio(0, 1)),
            _ => return plain,
        };
        let is_zero = pool.raw(Op::Eq, &[args[1], zero], Sort::BOOL);
        pool.raw(Op::Ite, &[is_zero, by_zero, plain], sort)
    }

    fn leaf(&mut self, sort: Sort) -> Drawn {
        if self.vars && self.dice.percent(70) {
            let vars = self.world.vars(self.pool, sort);
            return same(*self.dice.pick(&vars));
        }
        self.literal(sort)
    }

    /// A constant of a sort, often one at an edge.
    pub fn literal(&mut self, sort: Sort) -> Drawn {
        let pool = self.pool;
        same(match pool.sort_node(sort) {
            SortNode::Bool => pool.bool(self.dice.percent(50)),
            SortNode::Int => self.int(),
            SortNode::Real => {
                let numer = *self.dice.pick(&[0, 1, -1, 2, 7, -5]) * self.world.scale() as i64;
                pool.real_ratio(numer, *self.dice.pick(&[1, 1, 2, 3]))
            }
            SortNode::Text => self.text(),
            SortNode::BitVec(width) => {
                let (ones, sign) = (u64::MAX >> (64 - width), 1 << (width - 1));
                let any = self.dice.any() & ones;
                pool.bitvec(*width, *self.dice.pick(&[0, 1, ones, sign, u64::from(*width), any]))
            }
            SortNode::Elem(_) => pool.elem(sort, self.dice.below(3 * self.world.scale()) as u32),
            SortNode::Data(..) | SortNode::Array(..) | SortNode::Param(_) => {
                pool.default_value(sort).expect("every sort of the world has a value")
            }
        })
    }

    fn int(&mut self) -> Term {
        let small = [0, 0, 1, 1, -1, 2, 3, 4, -5, 7, 48, 97, 255, 0x2_ffff, 0x3_0000];
        // Z3 unfolds a string up to a literal index, without end if the index is large.
        let is_index = self.vars && self.world.sorts_of(self.family).contains(&Sort::TEXT);
        if is_index {
            return self.pool.int(small[self.dice.below(10)]);
        }
        if self.dice.percent(5) {
            let large = BigInt::from(i64::MAX) * BigInt::from(3 * self.world.scale());
            return self.pool.int(Int::from(large));
        }
        self.pool.int(*self.dice.pick(&small) * self.world.scale() as i64)
    }

    fn text(&mut self) -> Term {
        let known = [
            "",
            "",
            "a",
            "b",
            "ab",
            "ba",
            "aba",
            "0",
            "12",
            "007",
            "-1",
            "A",
            "\\",
            "\\u{41}",
            "\"",
            "é",
            "٣",
            "\u{1f600}",
        ];
        if self.dice.percent(5) {
            // A surrogate: a code point, but not a `char`.
            return self.pool.literal(Literal::Text(Text::new(vec![0xd800, 0x2_ffff])));
        }
        self.pool.text(&known[self.dice.below(known.len())].repeat(self.world.scale()))
    }
}

fn same(term: Term) -> Drawn {
    Drawn { raw: term, made: term }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_gives_the_same_terms_again() {
        let shown = || {
            let pool = Pool::new();
            let world = World::new(&pool);
            let query = Terms::new(&pool, &world, Family::Mixed, 7).query(5, 20);
            query.iter().map(|term| pool.show(*term)).collect::<Vec<String>>()
        };
        assert_eq!(shown(), shown());
    }

    #[test]
    fn terms_without_variables_are_ground() {
        let pool = Pool::new();
        let world = World::new(&pool);
        for seed in 0..200 {
            let mut terms = Terms::new(&pool, &world, Family::Mixed, seed).ground();
            let sort = terms.sort();
            assert!(pool.is_ground(terms.term(sort, 10).raw));
        }
    }
}
