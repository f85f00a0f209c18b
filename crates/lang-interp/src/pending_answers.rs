//! Answers that were found and may not be reported yet.
//!
//! In a search by size an answer waits until no path is left that could lead to a smaller one. In
//! all others it is reported at once.

use std::collections::BTreeMap;

use crate::{Answer, Order};

/// Answers in the order in which they are reported.
#[derive(Default)]
pub(crate) struct PendingAnswers {
    answers: BTreeMap<(u64, u64), Box<Answer>>,
    put: u64,
}

impl PendingAnswers {
    /// Keeps an answer.
    pub(crate) fn put(&mut self, order: Order, answer: Box<Answer>) {
        let size = match order {
            Order::Found => 0,
            Order::Smallest => answer.size(),
        };
        self.answers.insert((size, self.put), answer);
        self.put += 1;
    }

    /// The next answer, if nothing smaller than it can come: none of the waiting paths is of a lower
    /// rank than this.
    pub(crate) fn take(&mut self, rank: Option<u32>) -> Option<Box<Answer>> {
        let next = self.answers.first_entry()?;
        let (size, _) = *next.key();
        let ready = rank.is_none_or(|rank| size <= u64::from(rank));
        ready.then(|| next.remove())
    }
}
