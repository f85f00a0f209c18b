//! Which conjuncts exclude each other.

use solve::{Interrupt, Theory};
use term::{Pool, Term};

use crate::closure::{Closure, Settled, Shape, Tag};

/// The places of some literals that exclude each other, ascending; none if they do not, if that is not
/// seen, or if one of them is no literal.
///
/// They are enough, and often but not always all of them are needed.
///
/// ```
/// use solve::Theory;
/// use term::{Pool, Sort};
///
/// let pool = Pool::new();
/// let [x, y, z] = ["x", "y", "z"].map(|name| pool.var(name, Sort::INT));
/// let literals = [pool.lt(x, y), pool.lt(x, z), pool.lt(y, x)];
/// assert_eq!(solve_core::explanation(&pool, &Theory::empty(), &literals), Some(vec![0, 2]));
/// ```
#[must_use]
pub fn explanation(pool: &Pool, theory: &Theory, literals: &[Term]) -> Option<Vec<usize>> {
    let mut closure = Closure::new(theory);
    let mut conflict = None;
    for (at, literal) in literals.iter().enumerate() {
        if Shape::of(pool, *literal) != Shape::Literal {
            return None;
        }
        closure.push();
        closure.assume(pool, *literal, Tag(u32::try_from(at).ok()?));
        if !closure.propagate(pool) {
            conflict = Some(closure.conflicting());
            break;
        }
    }
    let conflict = match conflict {
        Some(tags) => tags,
        None => match closure.settle(pool, &Interrupt::new()) {
            Settled::Conflict(tags) => tags,
            Settled::Consistent | Settled::GaveUp => return None,
        },
    };
    Some(conflict.into_iter().map(|tag| tag.0 as usize).collect())
}
