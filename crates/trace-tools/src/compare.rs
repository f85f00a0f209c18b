//! Whether two properties hold of the same traces.

use trace::{Context, Formula, TooDeep};

use crate::oracle::Oracle;
use crate::search::{Bounds, Gap, SearchResult, shortest};
use crate::witness::Witness;

/// What is known about the traces that one property has and the other lacks.
#[derive(Clone, PartialEq, Debug)]
pub enum Side {
    /// There are none.
    Empty,
    /// Here is a shortest one.
    Witness(Witness),
    /// There is none up to this length, and beyond it is not known.
    EmptyUpTo(Option<usize>, Gap),
    /// The search found one that the independent judge does not confirm. This is a bug in
    /// Tracehound.
    NotConfirmed,
}

/// Two properties compared.
#[derive(Clone, PartialEq, Debug)]
pub struct Comparison {
    /// Traces of the first that are not traces of the second.
    pub only_first: Side,
    /// Traces of the second that are not traces of the first.
    pub only_second: Side,
}

impl Comparison {
    /// Whether the properties hold of the same traces, as far as is known.
    #[must_use]
    pub fn are_equal(&self) -> Option<bool> {
        match (&self.only_first, &self.only_second) {
            (Side::Empty, Side::Empty) => Some(true),
            (Side::Witness(_), _) | (_, Side::Witness(_)) => Some(false),
            _ => None,
        }
    }
}

/// Compares two properties, for all values of their parameters.
pub fn compare(
    ctx: Context<'_>,
    first: &Formula,
    second: &Formula,
    bounds: Bounds,
    oracle: &mut Oracle<'_>,
) -> Result<Comparison, TooDeep> {
    Ok(Comparison {
        only_first: difference(ctx, first, second, bounds, oracle)?,
        only_second: difference(ctx, second, first, bounds, oracle)?,
    })
}

/// Traces that have one property and lack the other.
fn difference(
    ctx: Context<'_>,
    has: &Formula,
    lacks: &Formula,
    bounds: Bounds,
    oracle: &mut Oracle<'_>,
) -> Result<Side, TooDeep> {
    let of = |formula| ctx.regexes.of_formula(ctx.pool, formula);
    let both = [of(has)?, ctx.regexes.not(of(lacks)?)];
    let regex = ctx.regexes.and(ctx.pool, &both);
    Ok(match shortest(ctx, regex, bounds, oracle) {
        SearchResult::Nothing => Side::Empty,
        SearchResult::NotUpTo(length, gap) => Side::EmptyUpTo(length, gap),
        SearchResult::Trace(witness) if witness.has(ctx, has) && witness.lacks(ctx, lacks) => {
            Side::Witness(witness)
        }
        SearchResult::Trace(_) => Side::NotConfirmed,
    })
}
