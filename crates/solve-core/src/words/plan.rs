//! A condition on one narrow variable as operations on sets of its values.
//!
//! Most of such a condition is comparisons with constants and what connects them: a property of
//! characters is hundreds of ranges. A comparison is a set that is known without trying a value, and
//! a connective is one machine operation for 64 values. Words that are computed from the variable are
//! looked up in a table; only what is left is tried on each value.

use smallvec::SmallVec;
use term::Term;

use super::domain::Domain;
use super::program::{Binary, Instr, LANES, Program, Reg, Unary, binary};
use super::table::Tables;

/// The operations, each over the results of earlier ones.
pub(crate) struct Plan {
    steps: Vec<Step>,
}

enum Step {
    /// The values from one to another.
    Range(u64, u64),
    /// The values for which a comparison of a computed word holds.
    Looked(Look),
    /// The values that a piece of code says.
    Tried(Program),
    Not(usize),
    And(usize, usize),
    Or(usize, usize),
    Ite(usize, usize, usize),
}

/// A comparison of words that are computed from the variable.
struct Look {
    op: Binary,
    width: u32,
    sides: [Word; 2],
}

enum Word {
    Constant(u64),
    Computed(Term, Program),
}

/// How many instructions are tried on all values of a variable.
const LONGEST_TRIED: usize = 4_096;

/// No value.
const NONE: Step = Step::Range(1, 0);

impl Plan {
    /// The plan of a condition that has one variable.
    pub(crate) fn of(program: &Program) -> Plan {
        let mut plan = Plan { steps: Vec::new() };
        let needed = needed(program);
        let mut places: Vec<usize> = vec![0; program.code.len()];
        for at in (0..program.code.len()).filter(|at| needed[*at]) {
            let step = connective(program, at, &places)
                .or_else(|| comparison(program, at))
                .or_else(|| Look::of(program, at).map(Step::Looked))
                .unwrap_or_else(|| Step::Tried(program.part(at)));
            plan.steps.push(step);
            places[at] = plan.steps.len() - 1;
        }
        plan
    }

    /// Keeps the values of a set for which the condition holds. None if it takes too long to find that
    /// out.
    pub(crate) fn keep(&self, domain: &mut Domain, tables: &mut Tables) -> Option<()> {
        let tried = |step: &Step| if let Step::Tried(code) = step { code.len() } else { 0 };
        if self.steps.iter().map(tried).sum::<usize>() > LONGEST_TRIED {
            return None;
        }
        for step in &self.steps {
            if let Step::Looked(look) = step {
                look.sides.iter().try_for_each(|side| side.ask(domain, tables))?;
            }
        }
        let mut sets: Vec<u64> = Vec::with_capacity(self.steps.len());
        domain.retain(|start| {
            sets.clear();
            for step in &self.steps {
                sets.push(step.bits(start, &sets, tables));
            }
            *sets.last().expect("a condition has a step")
        });
        Some(())
    }
}

impl Step {
    /// The values among the 64 from `start` on, from the results of the steps before.
    fn bits(&self, start: u64, sets: &[u64], tables: &mut Tables) -> u64 {
        match self {
            Step::Range(low, high) => ones(start, *low, *high),
            Step::Looked(look) => look.bits(start, tables),
            Step::Tried(program) => bits_of(&program.run_from(&mut tables.block, start)),
            Step::Not(a) => !sets[*a],
            Step::And(a, b) => sets[*a] & sets[*b],
            Step::Or(a, b) => sets[*a] | sets[*b],
            Step::Ite(cond, yes, no) => (sets[*cond] & sets[*yes]) | (!sets[*cond] & sets[*no]),
        }
    }
}

/// Which registers of a condition have a step: the last one, and what a connective connects.
fn needed(program: &Program) -> Vec<bool> {
    let mut needed = vec![false; program.code.len()];
    *needed.last_mut().expect("a condition has an instruction") = true;
    for at in (0..program.code.len()).rev() {
        if needed[at] {
            connected(program, at).iter().for_each(|reg| needed[*reg as usize] = true);
        }
    }
    needed
}

/// What an instruction connects, if it is a connective of truth values. A chain of them begins with an
/// instruction that changes nothing.
fn connected(program: &Program, at: usize) -> SmallVec<[Reg; 3]> {
    match program.code[at] {
        Instr::Unary(Unary::Complement(_) | Unary::Same, _)
        | Instr::Binary(Binary::And | Binary::Or, 1, ..)
        | Instr::Ite(..) => program.code[at].operands(),
        Instr::Unary(..) | Instr::Binary(..) => SmallVec::new(),
        Instr::Constant(_) | Instr::Variable(_) => SmallVec::new(),
    }
}

fn connective(program: &Program, at: usize, places: &[usize]) -> Option<Step> {
    let place = |reg: Reg| places[reg as usize];
    match program.code[at] {
        Instr::Unary(Unary::Complement(_), a) => Some(Step::Not(place(a))),
        Instr::Unary(Unary::Same, a) => Some(Step::And(place(a), place(a))),
        Instr::Binary(Binary::And, 1, a, b) => Some(Step::And(place(a), place(b))),
        Instr::Binary(Binary::Or, 1, a, b) => Some(Step::Or(place(a), place(b))),
        Instr::Ite(cond, yes, no) => Some(Step::Ite(place(cond), place(yes), place(no))),
        Instr::Unary(..) | Instr::Binary(..) | Instr::Constant(_) | Instr::Variable(_) => None,
    }
}

/// The values of the variable that a comparison with a constant allows.
fn comparison(program: &Program, at: usize) -> Option<Step> {
    let Instr::Binary(op, _, a, b) = program.code[at] else {
        return match program.code[at] {
            Instr::Constant(0) => Some(NONE),
            Instr::Constant(_) => Some(Step::Range(0, u64::MAX)),
            _ => None,
        };
    };
    let range = |low: Option<u64>, high: Option<u64>| match (low, high) {
        (Some(low), Some(high)) => Step::Range(low, high),
        _ => NONE,
    };
    let below = |most: Option<u64>| range(Some(0), most);
    let above = |least: Option<u64>| range(least, Some(u64::MAX));
    match (op, side(program, a)?, side(program, b)?) {
        (Binary::Eq, Side::Variable, Side::Constant(c))
        | (Binary::Eq, Side::Constant(c), Side::Variable) => Some(Step::Range(c, c)),
        (Binary::Ult, Side::Variable, Side::Constant(c)) => Some(below(c.checked_sub(1))),
        (Binary::Ule, Side::Variable, Side::Constant(c)) => Some(below(Some(c))),
        (Binary::Ult, Side::Constant(c), Side::Variable) => Some(above(c.checked_add(1))),
        (Binary::Ule, Side::Constant(c), Side::Variable) => Some(above(Some(c))),
        _ => None,
    }
}

impl Look {
    fn of(program: &Program, at: usize) -> Option<Look> {
        let Instr::Binary(op, width, a, b) = program.code[at] else { return None };
        let is_comparison = match op {
            Binary::Eq | Binary::Ult | Binary::Ule | Binary::Slt | Binary::Sle => true,
            Binary::And | Binary::Or | Binary::Xor | Binary::Add | Binary::Mul => false,
            Binary::Udiv | Binary::Urem | Binary::Sdiv | Binary::Srem => false,
            Binary::Shl | Binary::Lshr | Binary::Ashr | Binary::Concat(_) => false,
        };
        if !is_comparison || width > 32 {
            return None;
        }
        Some(Look { op, width, sides: [Word::of(program, a)?, Word::of(program, b)?] })
    }

    fn bits(&self, start: u64, tables: &Tables) -> u64 {
        let [left, right] = self.sides.each_ref().map(|side| side.block(start, tables));
        bits_of(&binary(self.op, self.width, &left, &right))
    }
}

impl Word {
    fn of(program: &Program, reg: Reg) -> Option<Word> {
        match program.code[reg as usize] {
            Instr::Constant(value) => Some(Word::Constant(value)),
            _ => Some(Word::Computed(program.terms[reg as usize]?, program.part(reg as usize))),
        }
    }

    /// Sees to it that the word is known for some values.
    fn ask(&self, values: &Domain, tables: &mut Tables) -> Option<()> {
        match self {
            Word::Constant(_) => Some(()),
            Word::Computed(term, program) => tables.ask(*term, program, values),
        }
    }

    fn block(&self, start: u64, tables: &Tables) -> [u64; LANES] {
        match self {
            Word::Constant(value) => [*value; LANES],
            Word::Computed(term, _) => tables.get(*term).expect("it was asked for").block(start),
        }
    }
}

enum Side {
    Variable,
    Constant(u64),
}

/// What a register is, if it is the variable, perhaps extended by zeros, or a constant.
fn side(program: &Program, mut reg: Reg) -> Option<Side> {
    loop {
        match program.code[reg as usize] {
            Instr::Constant(value) => return Some(Side::Constant(value)),
            Instr::Variable(_) => return Some(Side::Variable),
            Instr::Unary(Unary::Same, inner) => reg = inner,
            Instr::Unary(..) | Instr::Binary(..) | Instr::Ite(..) => return None,
        }
    }
}

/// The values from `low` to `high` among the 64 from `start` on.
fn ones(start: u64, low: u64, high: u64) -> u64 {
    let end = start + (LANES as u64 - 1);
    if low > end || high < start || low > high {
        return 0;
    }
    let from = low.saturating_sub(start);
    let to = high.min(end) - start;
    (u64::MAX >> (63 - to)) & (u64::MAX << from)
}

fn bits_of(truths: &[u64; LANES]) -> u64 {
    truths.iter().rev().fold(0, |bits, truth| (bits << 1) | u64::from(*truth != 0))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use term::{Model, Op, Pool};
    use test_support::{WordStep, word_cond};

    use super::super::program::Registers;
    use super::*;

    /// A condition on one variable of eight bits, by numbers.
    fn cond(pool: &Pool, steps: &[(u8, u8, u8, u8)]) -> Term {
        let var = pool.var("c", pool.bitvec_sort(8));
        let wide = pool.word(Op::BvZeroExtend(8), &[var]);
        let mut truths = vec![pool.eq(var, pool.bitvec(8, 7))];
        for (op, a, b, value) in steps {
            let pick = |at: u8| truths[at as usize % truths.len()];
            let constant = pool.bitvec(16, u64::from(*value) * 2);
            let sum = pool.word(Op::BvAdd, &[wide, pool.bitvec(16, u64::from(*a))]);
            let truth = match op % 9 {
                0 => pool.eq(var, pool.bitvec(8, u64::from(*value))),
                1 => pool.word(Op::BvUlt, &[wide, constant]),
                2 => pool.word(Op::BvUle, &[constant, wide]),
                3 => pool.word(Op::BvUlt, &[pool.bitvec(8, u64::from(*value)), var]),
                4 => pool.not(pick(*a)),
                5 => pool.and(&[pick(*a), pick(*b), pick(*value)]),
                6 => pool.or(&[pick(*a), pick(*b)]),
                7 => pool.ite(pick(*a), pick(*b), pick(*value)),
                _ => {
                    let more = pool.word(Op::BvUrem, &[sum, pool.bitvec(16, 5)]);
                    let word = pool.ite(pick(*b), sum, pool.ite(pick(*value), more, wide));
                    let test = [Op::BvSlt, Op::BvUle, Op::Eq][*a as usize % 3];
                    match test {
                        Op::Eq => pool.eq(word, constant),
                        _ if *b % 3 == 0 => pool.word(test, &[word, constant]),
                        _ if *b % 3 == 1 => pool.word(test, &[wide, word]),
                        _ => pool.word(test, &[constant, word]),
                    }
                }
            };
            truths.push(truth);
        }
        *truths.last().expect("there is a first one")
    }

    proptest! {
        #[test]
        fn sets_are_what_trying_all_values_says(
            steps in prop::collection::vec(any::<(u8, u8, u8, u8)>(), 0..12),
        ) {
            let pool = Pool::new();
            let cond = cond(&pool, &steps);
            let program = Program::of(&pool, cond).expect("it is about words");
            if program.vars.len() == 1 {
                let mut domain = Domain::all(8);
                let mut tables = Tables::default();
                let known = Plan::of(&program).keep(&mut domain, &mut tables);
                prop_assert_eq!(known, Some(()));
                for value in 0..256 {
                    let expected = program.holds(&mut Registers::default(), |_| value);
                    prop_assert_eq!(domain.first_from(value) == Some(value), expected);
                }
            }
        }
    }

    proptest! {
        #[test]
        fn sets_of_every_width_and_operator_are_what_terms_say(
            width in 1..=8_u32,
            steps in prop::collection::vec(any::<WordStep>(), 0..12),
        ) {
            let pool = Pool::new();
            let var = pool.var("c", pool.bitvec_sort(width));
            let cond = word_cond(&pool, width, &[var], &steps);
            let program = Program::of(&pool, cond).expect("it is about words");
            if program.vars.len() == 1 {
                let mut domain = Domain::all(width);
                let known = Plan::of(&program).keep(&mut domain, &mut Tables::default());
                prop_assert_eq!(known, Some(()));
                for value in 0..1 << width {
                    let mut model = Model::new();
                    model.set(var, pool.bitvec(width, value));
                    let expected = pool.eval(cond, &model) == Term::TRUE;
                    prop_assert_eq!(domain.first_from(value) == Some(value), expected);
                }
            }
        }
    }
}
