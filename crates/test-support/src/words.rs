//! Random conditions on words of any width, with every operator.

use term::{Op, Pool, Term};

const BINARY: [Op; 12] = [
    Op::BvAnd,
    Op::BvOr,
    Op::BvXor,
    Op::BvAdd,
    Op::BvMul,
    Op::BvUdiv,
    Op::BvUrem,
    Op::BvSdiv,
    Op::BvSrem,
    Op::BvShl,
    Op::BvLshr,
    Op::BvAshr,
];
const TESTS: [Op; 4] = [Op::BvUlt, Op::BvUle, Op::BvSlt, Op::BvSle];

/// One operator of a condition, by numbers: which one, and its operands among what is there.
pub type WordStep = (u8, u8, u8);

/// A condition on these variables of one width.
pub fn word_cond(pool: &Pool, width: u32, vars: &[Term], steps: &[WordStep]) -> Term {
    let mut words = vars.to_vec();
    words.push(pool.bitvec(width, 3));
    let mut truths = vec![pool.eq(words[0], pool.bitvec(width, 1))];
    for (op, a, b) in steps {
        let pick = |at: u8| words[at as usize % words.len()];
        let truth = truths[*b as usize % truths.len()];
        let (a, b) = (pick(*a), pick(*b));
        match *op as usize % 20 {
            at @ 0..12 => words.push(pool.word(BINARY[at], &[a, b])),
            at @ 12..16 => truths.push(pool.word(TESTS[at - 12], &[a, b])),
            16 => words.push(pool.ite(truth, a, b)),
            17 => words.extend(rebuilt(pool, width, a, b)),
            18 => truths.push(pool.or(&[truth, pool.not(pool.eq(a, b))])),
            _ => words.push(pool.word(Op::BvNeg, &[pool.word(Op::BvNot, &[a])])),
        }
    }
    let sum = words.into_iter().reduce(|a, b| pool.word(Op::BvXor, &[a, b]));
    let odd = pool.word(Op::BvExtract(0, 0), &[sum.expect("a word at least")]);
    pool.or(&[pool.and(&truths), pool.eq(odd, pool.bitvec(1, 1))])
}

/// Words of the same width out of pieces of others.
fn rebuilt(pool: &Pool, width: u32, a: Term, b: Term) -> Vec<Term> {
    if width < 2 {
        return vec![pool.word(Op::BvExtract(0, 0), &[a])];
    }
    let (high, low) = (width / 2, width - width / 2);
    let top = pool.word(Op::BvExtract(width - 1, low), &[a]);
    let bottom = pool.word(Op::BvExtract(low - 1, 0), &[b]);
    vec![
        pool.word(Op::BvConcat, &[top, bottom]),
        pool.word(Op::BvSignExtend(low), &[top]),
        pool.word(Op::BvZeroExtend(high), &[bottom]),
    ]
}
