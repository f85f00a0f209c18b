//! Answers that say nothing, because no path came to an end.

use explore::{Run, Stats};

/// How far a run that saw no path end says something about the target.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Silence {
    /// Some path ended, so something was checked.
    Broken,
    /// No path ended, but some were left open: by a bound of the question, or by what keeps the run
    /// from deciding anything.
    Open,
    /// Nothing kept us from looking, and no path ends: the assumptions exclude every input, or every
    /// way through the program.
    Complete,
}

impl Silence {
    /// What a run says by seeing no path end.
    #[must_use]
    pub fn of(run: &Run) -> Silence {
        match (has_end(&run.stats), is_open(run)) {
            (true, _) => Silence::Broken,
            (false, true) => Silence::Open,
            (false, false) => Silence::Complete,
        }
    }
}

/// The first of `count` statements that contradicts those before it, by its place. `contradict` decides
/// whether the first so many of them exclude each other. None if all of them together do not, or if that
/// is not known.
///
/// ```
/// let numbers = [3, 5, -2, 4];
/// let contradict = |count: usize| numbers[..count].iter().any(|number| *number < 0);
/// assert_eq!(check::first_contradiction(4, contradict), Some(2));
/// assert_eq!(check::first_contradiction(2, contradict), None);
/// ```
pub fn first_contradiction(count: usize, contradict: impl Fn(usize) -> bool) -> Option<usize> {
    if count == 0 || !contradict(count) {
        return None;
    }
    let first = (1..count).find(|count| contradict(*count));
    Some(first.unwrap_or(count) - 1)
}

/// Whether some path came to an end that counts. One that is left out because nothing can go wrong on
/// it any more was checked.
fn has_end(stats: &Stats) -> bool {
    stats.finished + stats.violated + stats.unconfirmed + stats.pruned.total() > 0
}

fn is_open(run: &Run) -> bool {
    let stats = &run.stats;
    let open = stats.unsupported + stats.unknown + stats.cut_off + stats.left;
    open > 0 || !run.endings.is_empty() || !run.limits.is_empty()
}

#[cfg(test)]
mod tests {
    use explore::Limit;

    use super::*;

    #[test]
    fn only_what_was_explored_as_a_whole_is_excluded() {
        let run = |stats: Stats| Run { stats, ..Run::default() };
        let discarded = Stats { discarded: 3, infeasible: 2, ..Stats::default() };
        assert_eq!(Silence::of(&run(discarded.clone())), Silence::Complete);
        let cut_off = Stats { cut_off: 1, ..discarded.clone() };
        assert_eq!(Silence::of(&run(cut_off)), Silence::Open);
        let limits = vec![Limit::Paths(1)];
        assert_eq!(Silence::of(&Run { limits, ..run(discarded.clone()) }), Silence::Open);
        let finished = Stats { finished: 1, ..discarded };
        assert_eq!(Silence::of(&run(finished)), Silence::Broken);
    }
}
