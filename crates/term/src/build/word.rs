//! Machine words.

use crate::op::Op;
use crate::pool::{Pool, Term};

impl Pool {
    /// An operator on machine words (or between words and integers), given by its [`Op`].
    ///
    /// There are two dozen of them with nothing to say about each but its meaning, which stands in
    /// the table; the operands must fit.
    ///
    /// ```
    /// use term::{Op, Pool};
    ///
    /// let pool = Pool::new();
    /// let sum = pool.word(Op::BvAdd, &[pool.bitvec(8, 200), pool.bitvec(8, 100)]);
    /// assert_eq!(sum, pool.bitvec(8, 44));
    /// ```
    pub fn word(&self, op: Op, args: &[Term]) -> Term {
        let own = self.sort(args[0]);
        let sort = self.result_sort(op, args, own).expect("operands fit the operator");
        self.make(op, args, sort)
    }
}
