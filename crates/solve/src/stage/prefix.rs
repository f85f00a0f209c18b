//! The prefix that a query shares with the last one.

use term::Term;

/// How many terms two queries share from their start.
pub(super) fn common(last: &[Term], next: &[Term]) -> usize {
    last.iter().zip(next).take_while(|(a, b)| a == b).count()
}
