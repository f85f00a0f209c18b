//! A condition on machine words as straight-line code.
//!
//! Each instruction fills one register, for several assignments at once: a condition on a character
//! is tried on all its values in blocks. The meaning of an operator is that of the constructors of
//! terms; a test compares the two.

use rustc_hash::FxHashMap;
use smallvec::{SmallVec, smallvec};
use term::{Literal, Op, Pool, SortNode, Term, Visit};

use super::domain::WIDEST;

/// How many assignments are tried at once.
pub(crate) const LANES: usize = 64;

/// A variable of a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Variable {
    pub(crate) term: Term,
    /// In bits; a truth value has one.
    pub(crate) width: u32,
}

/// A condition as code. The last register is its truth.
pub(crate) struct Program {
    pub(super) code: Vec<Instr>,
    /// The term of each register; one in the middle of a chain of connectives has none.
    pub(super) terms: Vec<Option<Term>>,
    pub(crate) vars: Vec<Variable>,
    /// The constants that it mentions.
    pub(crate) constants: Vec<u64>,
}

/// Registers, kept between runs.
#[derive(Default)]
pub(crate) struct Registers<const N: usize>(Vec<[u64; N]>);

#[derive(Clone, Copy, Debug)]
pub(super) enum Instr {
    Constant(u64),
    Variable(usize),
    Unary(Unary, Reg),
    Binary(Binary, u32, Reg, Reg),
    Ite(Reg, Reg, Reg),
}

pub(super) type Reg = u32;

#[derive(Clone, Copy, Debug)]
pub(super) enum Unary {
    /// Complement of the bits of this mask.
    Complement(u64),
    Negate(u64),
    /// Right by so much, then under a mask.
    Extract(u32, u64),
    /// From this width, then under a mask.
    SignExtend(u32, u64),
    Same,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Binary {
    And,
    Or,
    Xor,
    Add,
    Mul,
    Udiv,
    Urem,
    Sdiv,
    Srem,
    Shl,
    Lshr,
    Ashr,
    Ult,
    Ule,
    Slt,
    Sle,
    Eq,
    /// The second operand has this width.
    Concat(u32),
}

impl Instr {
    /// The registers that it reads.
    pub(super) fn operands(self) -> SmallVec<[Reg; 3]> {
        match self {
            Instr::Constant(_) | Instr::Variable(_) => SmallVec::new(),
            Instr::Unary(_, a) => smallvec![a],
            Instr::Binary(_, _, a, b) => smallvec![a, b],
            Instr::Ite(cond, yes, no) => smallvec![cond, yes, no],
        }
    }

    /// The same over other registers.
    fn moved(self, to: impl Fn(Reg) -> Reg) -> Instr {
        match self {
            Instr::Constant(_) | Instr::Variable(_) => self,
            Instr::Unary(op, a) => Instr::Unary(op, to(a)),
            Instr::Binary(op, width, a, b) => Instr::Binary(op, width, to(a), to(b)),
            Instr::Ite(cond, yes, no) => Instr::Ite(to(cond), to(yes), to(no)),
        }
    }
}

impl Program {
    /// The code of a condition; none if it is about other things than words and truth values.
    pub(crate) fn of(pool: &Pool, cond: Term) -> Option<Program> {
        let mut compiler =
            Compiler { pool, program: Program::empty(), places: FxHashMap::default() };
        pool.walk(&[cond], |_| Visit::Descend, |term| compiler.add(term));
        compiler.places.contains_key(&cond).then_some(compiler.program)
    }

    fn empty() -> Program {
        Program { code: Vec::new(), terms: Vec::new(), vars: Vec::new(), constants: Vec::new() }
    }

    /// How many instructions there are.
    pub(crate) fn len(&self) -> usize {
        self.code.len()
    }

    /// Its only variable, if it has one whose values can be enumerated.
    pub(crate) fn only_narrow(&self) -> Option<Variable> {
        match self.vars.as_slice() {
            [var] if var.width <= WIDEST => Some(*var),
            _ => None,
        }
    }

    /// The code of one of its registers alone.
    pub(crate) fn part(&self, last: usize) -> Program {
        let mut needed = vec![false; last + 1];
        needed[last] = true;
        for at in (0..=last).rev() {
            if needed[at] {
                self.code[at].operands().iter().for_each(|reg| needed[*reg as usize] = true);
            }
        }
        let mut part = Program { vars: self.vars.clone(), ..Program::empty() };
        let mut places: Vec<Reg> = vec![0; last + 1];
        for at in (0..=last).filter(|at| needed[*at]) {
            places[at] = part.code.len() as Reg;
            part.code.push(self.code[at].moved(|reg| places[reg as usize]));
            part.terms.push(self.terms[at]);
        }
        part
    }

    /// Whether the condition holds, for as many assignments as there are lanes: an input is the
    /// values of the variable of that place.
    pub(crate) fn run<const N: usize>(
        &self,
        registers: &mut Registers<N>,
        input: impl Fn(usize) -> [u64; N],
    ) -> [u64; N] {
        let registers = &mut registers.0;
        registers.clear();
        for instr in &self.code {
            let at = |reg: Reg| &registers[reg as usize];
            let value = match *instr {
                Instr::Constant(value) => [value; N],
                Instr::Variable(place) => input(place),
                Instr::Unary(op, a) => unary(op, at(a)),
                Instr::Binary(op, width, a, b) => binary(op, width, at(a), at(b)),
                Instr::Ite(cond, yes, no) => {
                    let (cond, yes, no) = (at(cond), at(yes), at(no));
                    std::array::from_fn(|i| if cond[i] != 0 { yes[i] } else { no[i] })
                }
            };
            registers.push(value);
        }
        *registers.last().expect("a condition has an instruction")
    }

    /// The results for the 64 values of the only variable from `start` on. Lanes beyond the last
    /// value begin again at zero: operators are defined on values of the width alone.
    pub(crate) fn run_from(&self, registers: &mut Registers<LANES>, start: u64) -> [u64; LANES] {
        self.run(registers, |place| {
            let ones = mask(self.vars[place].width);
            std::array::from_fn(|i| (start + i as u64) & ones)
        })
    }

    /// Whether the condition holds for one assignment.
    pub(crate) fn holds(&self, one: &mut Registers<1>, value: impl Fn(Term) -> u64) -> bool {
        self.run(one, |place| [value(self.vars[place].term)]) != [0]
    }
}

struct Compiler<'p> {
    pool: &'p Pool,
    program: Program,
    places: FxHashMap<Term, Reg>,
}

impl Compiler<'_> {
    /// Adds the code of a term whose operands have theirs; if they have not, it has none either.
    fn add(&mut self, term: Term) {
        if let Some(instr) = self.instr(term) {
            let place = self.push(instr);
            self.program.terms[place as usize] = Some(term);
            self.places.insert(term, place);
        }
    }

    fn push(&mut self, instr: Instr) -> Reg {
        self.program.code.push(instr);
        self.program.terms.push(None);
        (self.program.code.len() - 1) as Reg
    }

    fn instr(&mut self, term: Term) -> Option<Instr> {
        let width = width_of(self.pool, term)?;
        if let Some(literal) = self.pool.as_literal(term) {
            let value = number(literal)?;
            self.program.constants.push(value);
            return Some(Instr::Constant(value));
        }
        let (op, args) = self.pool.node(term);
        if let Op::Var(_) = op {
            self.program.vars.push(Variable { term, width });
            return Some(Instr::Variable(self.program.vars.len() - 1));
        }
        let regs: Option<Vec<Reg>> = args.iter().map(|arg| self.places.get(arg).copied()).collect();
        let regs = regs?;
        let inside = width_of(self.pool, *args.first()?)?;
        match (op, regs.as_slice()) {
            (Op::And | Op::Or, [first, rest @ ..]) => Some(self.chain(op, *first, rest)),
            (Op::Ite, &[cond, yes, no]) => Some(Instr::Ite(cond, yes, no)),
            (_, &[a]) => Some(Instr::Unary(unary_of(op, inside, width)?, a)),
            (_, &[a, b]) => {
                let second = width_of(self.pool, args[1])?;
                Some(Instr::Binary(binary_of(op, second)?, inside, a, b))
            }
            _ => None,
        }
    }

    /// A connective of any number of operands, two by two.
    fn chain(&mut self, op: Op, first: Reg, rest: &[Reg]) -> Instr {
        let op = if op == Op::And { Binary::And } else { Binary::Or };
        let mut all = Instr::Unary(Unary::Same, first);
        for reg in rest {
            let left = self.push(all);
            all = Instr::Binary(op, 1, left, *reg);
        }
        all
    }
}

/// The width of a word or a truth value that fits a register.
fn width_of(pool: &Pool, term: Term) -> Option<u32> {
    match pool.sort_node(pool.sort(term)) {
        SortNode::BitVec(width) if *width <= 64 => Some(*width),
        SortNode::Bool => Some(1),
        _ => None,
    }
}

/// A word or a truth value as a number.
pub(crate) fn number(literal: &Literal) -> Option<u64> {
    match literal {
        Literal::Bool(value) => Some(u64::from(*value)),
        Literal::BitVec(word) => Some(word.unsigned().iter_u64_digits().next().unwrap_or(0)),
        Literal::Int(_) | Literal::Real(_) | Literal::Text(_) | Literal::Elem(..) => None,
    }
}

fn unary_of(op: Op, inside: u32, width: u32) -> Option<Unary> {
    Some(match op {
        Op::Not | Op::BvNot => Unary::Complement(mask(width)),
        Op::BvNeg => Unary::Negate(mask(width)),
        Op::BvExtract(_, low) => Unary::Extract(low, mask(width)),
        Op::BvZeroExtend(_) => Unary::Same,
        Op::BvSignExtend(_) => Unary::SignExtend(inside, mask(width)),
        _ => return None,
    })
}

fn binary_of(op: Op, second: u32) -> Option<Binary> {
    Some(match op {
        Op::BvAnd => Binary::And,
        Op::BvOr => Binary::Or,
        Op::BvXor => Binary::Xor,
        Op::BvAdd => Binary::Add,
        Op::BvMul => Binary::Mul,
        Op::BvUdiv => Binary::Udiv,
        Op::BvUrem => Binary::Urem,
        Op::BvSdiv => Binary::Sdiv,
        Op::BvSrem => Binary::Srem,
        Op::BvShl => Binary::Shl,
        Op::BvLshr => Binary::Lshr,
        Op::BvAshr => Binary::Ashr,
        Op::BvUlt => Binary::Ult,
        Op::BvUle => Binary::Ule,
        Op::BvSlt => Binary::Slt,
        Op::BvSle => Binary::Sle,
        Op::Eq => Binary::Eq,
        Op::BvConcat => Binary::Concat(second),
        _ => return None,
    })
}

/// As many ones as a word has bits.
pub(crate) fn mask(width: u32) -> u64 {
    u64::MAX >> (64 - width)
}

/// A word of this width, read in two's complement.
pub(crate) fn signed(value: u64, width: u32) -> i64 {
    ((value << (64 - width)) as i64) >> (64 - width)
}

fn unary<const N: usize>(op: Unary, a: &[u64; N]) -> [u64; N] {
    match op {
        Unary::Complement(mask) => a.map(|a| !a & mask),
        Unary::Negate(mask) => a.map(|a| a.wrapping_neg() & mask),
        Unary::Extract(low, mask) => a.map(|a| (a >> low) & mask),
        Unary::SignExtend(from, mask) => a.map(|a| signed(a, from) as u64 & mask),
        Unary::Same => *a,
    }
}

/// The result of an operation on words of this width.
pub(super) fn binary<const N: usize>(
    op: Binary,
    width: u32,
    a: &[u64; N],
    b: &[u64; N],
) -> [u64; N] {
    let ones = mask(width);
    let signed = |value: u64| signed(value, width);
    match op {
        Binary::And => each(a, b, |a, b| a & b),
        Binary::Or => each(a, b, |a, b| a | b),
        Binary::Xor => each(a, b, |a, b| a ^ b),
        Binary::Add => each(a, b, |a, b| a.wrapping_add(b) & ones),
        Binary::Mul => each(a, b, |a, b| a.wrapping_mul(b) & ones),
        Binary::Udiv => each(a, b, |a, b| a.checked_div(b).unwrap_or(ones)),
        Binary::Urem => each(a, b, |a, b| a.checked_rem(b).unwrap_or(a)),
        Binary::Sdiv => each(a, b, |a, b| match b {
            0 if signed(a) < 0 => 1,
            0 => ones,
            _ => signed(a).wrapping_div(signed(b)) as u64 & ones,
        }),
        Binary::Srem => each(a, b, |a, b| match b {
            0 => a,
            _ => signed(a).wrapping_rem(signed(b)) as u64 & ones,
        }),
        Binary::Shl => each(a, b, |a, b| if b < width.into() { (a << b) & ones } else { 0 }),
        Binary::Lshr => each(a, b, |a, b| if b < width.into() { a >> b } else { 0 }),
        Binary::Ashr => each(a, b, |a, b| (signed(a) >> b.min(u64::from(width - 1))) as u64 & ones),
        Binary::Ult => each(a, b, |a, b| u64::from(a < b)),
        Binary::Ule => each(a, b, |a, b| u64::from(a <= b)),
        Binary::Slt => each(a, b, |a, b| u64::from(signed(a) < signed(b))),
        Binary::Sle => each(a, b, |a, b| u64::from(signed(a) <= signed(b))),
        Binary::Eq => each(a, b, |a, b| u64::from(a == b)),
        Binary::Concat(second) => each(a, b, |a, b| (a << second) | b),
    }
}

fn each<const N: usize>(a: &[u64; N], b: &[u64; N], f: impl Fn(u64, u64) -> u64) -> [u64; N] {
    std::array::from_fn(|i| f(a[i], b[i]))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use term::Model;
    use test_support::{WordStep, word_cond};

    use super::*;

    proptest! {
        #[test]
        fn code_means_what_terms_mean(
            width in 1..=64_u32,
            steps in prop::collection::vec(any::<WordStep>(), 0..12),
            values in any::<(u64, u64, bool)>(),
            spread in (0..40_u64, 0..40_u64),
        ) {
            let pool = Pool::new();
            let sort = pool.bitvec_sort(width);
            let vars = ["x", "y"].map(|name| pool.var(name, sort));
            let p = pool.var("p", term::Sort::BOOL);
            let cond = pool.eq(word_cond(&pool, width, &vars, &steps), p);
            let mut model = Model::new();
            let numbers = [values.0 & mask(width), values.1 & mask(width)];
            for (name, value) in ["x", "y"].iter().zip(numbers) {
                model.set(pool.var(name, sort), pool.bitvec(width, value));
            }
            model.set(p, pool.bool(values.2));
            let expected = pool.eval(cond, &model) == Term::TRUE;
            let program = Program::of(&pool, cond).expect("it is about words");
            let value = |var: Term| match var {
                var if var == p => u64::from(values.2),
                var if var == pool.var("x", sort) => numbers[0],
                _ => numbers[1],
            };
            prop_assert_eq!(program.holds(&mut Registers::default(), value), expected);
            let around = |place: usize| {
                let (own, var) = (value(program.vars[place].term), program.vars[place]);
                (own - own.min(spread.0), own + spread.1.min(mask(var.width) - own))
            };
            prop_assert!(program.may_hold(around) || !expected);
        }
    }

    #[test]
    fn other_sorts_are_not_understood() {
        let pool = Pool::new();
        let (x, y) = (pool.var("x", term::Sort::INT), pool.var("y", pool.bitvec_sort(65)));
        assert!(Program::of(&pool, pool.lt(x, pool.int(3))).is_none());
        assert!(Program::of(&pool, pool.eq(y, pool.bitvec(65, 3))).is_none());
        let one = pool.eq(pool.word(Op::BvExtract(3, 0), &[y]), pool.bitvec(4, 3));
        assert!(Program::of(&pool, one).is_none());
    }
}
