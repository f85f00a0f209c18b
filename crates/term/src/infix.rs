//! Terms with operators between their operands, for people.

use crate::{Op, Pool, Term};

/// How operators and literals are written.
#[derive(Clone, Copy)]
pub struct Infix<'w> {
    /// Between values that differ.
    pub differs: &'w str,
    /// Between a number and one that is at least as large.
    pub at_most: &'w str,
    /// Between what has to hold together.
    pub and: &'w str,
    /// Between that of which one has to hold.
    pub or: &'w str,
    /// Between a dividend and its divisor, for the quotient and for what is left over.
    pub division: [&'w str; 2],
    /// A value without operands.
    pub literal: &'w dyn Fn(&Pool, Term) -> String,
    /// What is nested deeper is not shown.
    pub deepest: usize,
}

impl Infix<'_> {
    /// The text of a term; none if it is nested too deeply.
    ///
    /// ```
    /// use term::{Infix, Pool, Sort};
    ///
    /// let (pool, literal) = (Pool::new(), |pool: &Pool, term| pool.show(term));
    /// let (differs, at_most, and, or, division) = ("/=", "<=", "&", "|", ["/", "%"]);
    /// let infix = Infix { differs, at_most, and, or, division, literal: &literal, deepest: 9 };
    /// let (x, y) = (pool.var("x", Sort::INT), pool.var("y", Sort::INT));
    /// let sum = pool.add(&[x, pool.mul(&[y, pool.int(2)])]);
    /// assert_eq!(infix.show(&pool, pool.eq(sum, pool.int(7))).as_deref(), Some("x + 2 * y = 7"));
    /// ```
    #[must_use]
    pub fn show(&self, pool: &Pool, term: Term) -> Option<String> {
        self.within(pool, term, 0, self.deepest)
    }

    /// The text of a term under an operator that binds so tightly. At most so many calls deep.
    fn within(&self, pool: &Pool, term: Term, around: u8, deep: usize) -> Option<String> {
        let deep = deep.checked_sub(1)?;
        let args = pool.args(term);
        let joined = |word: &str, own: u8, args: &[Term]| -> Option<(String, u8)> {
            let parts: Option<Vec<String>> =
                args.iter().map(|arg| self.within(pool, *arg, own + 1, deep)).collect();
            Some((parts?.join(&format!(" {word} ")), own))
        };
        let (text, own) = match pool.op(term) {
            Op::Not => match pool.op(args[0]) {
                Op::Eq => joined(self.differs, 3, &literal_last(pool, pool.args(args[0])))?,
                _ => (format!("not {}", self.within(pool, args[0], 7, deep)?), 6),
            },
            Op::And => joined(self.and, 2, args)?,
            Op::Or => joined(self.or, 1, args)?,
            Op::Eq => joined("=", 3, &literal_last(pool, args))?,
            Op::Le | Op::BvSle | Op::BvUle => joined(self.at_most, 3, args)?,
            Op::Lt | Op::BvSlt | Op::BvUlt => joined("<", 3, args)?,
            Op::Add | Op::BvAdd => joined("+", 4, args)?,
            Op::Mul | Op::BvMul => joined("*", 5, args)?,
            Op::Div => joined(self.division[0], 5, args)?,
            Op::Mod => joined(self.division[1], 5, args)?,
            Op::Apply(func) if args.is_empty() => (pool.name(pool.func_name(func)).to_owned(), 9),
            Op::Apply(func) => {
                let args: Option<Vec<String>> =
                    args.iter().map(|arg| self.within(pool, *arg, 0, deep)).collect();
                (format!("{}({})", pool.name(pool.func_name(func)), args?.join(", ")), 9)
            }
            Op::Var(_) => (pool.show(term).trim_matches('|').to_owned(), 9),
            _ if args.is_empty() => ((self.literal)(pool, term), 9),
            _ => (pool.show(term), 9),
        };
        Some(if own < around { format!("({text})") } else { text })
    }
}

/// The two sides of an equation, a literal behind what it is equal to.
fn literal_last(pool: &Pool, sides: &[Term]) -> Vec<Term> {
    let mut sides = sides.to_vec();
    sides.sort_by_key(|side| pool.as_literal(*side).is_some());
    sides
}
