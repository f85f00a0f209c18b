//! Histories by their length: the shorter ones first, until something is found.
//!
//! What is found this way has the shortest history that there is, and nothing is spent on longer ones.

use explore::Run;

/// A search through histories of growing length.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LengthRounds {
    /// The runs of all lengths.
    pub run: Run,
    /// The length up to which everything is decided and nothing was found.
    pub complete_before: Option<usize>,
}

/// Explores histories of each length up to the longest. `explore` explores those of one length, given the
/// runs of shorter ones, and says whether something was found. A limit that is met ends the search.
pub fn by_length(
    longest: usize,
    mut explore: impl FnMut(usize, &Run) -> (Run, bool),
) -> LengthRounds {
    let mut rounds = LengthRounds::default();
    let mut decided = true;
    for length in 0..=longest {
        let (run, found) = explore(length, &rounds.run);
        decided &= run.is_complete();
        rounds.run.join(run);
        if found || !rounds.run.limits.is_empty() {
            break;
        }
        if decided {
            rounds.complete_before = Some(length);
        }
    }
    rounds
}

#[cfg(test)]
mod tests {
    use explore::Limit;

    use super::*;

    fn counted(paths: u64) -> Run {
        let mut run = Run::default();
        run.stats.finished = paths;
        run
    }

    #[test]
    fn rounds_end_where_something_is_found() {
        let mut lengths = Vec::new();
        let rounds = by_length(4, |length, before| {
            lengths.push((length, before.stats.finished));
            (counted(2), length == 2)
        });
        assert_eq!(lengths, [(0, 0), (1, 2), (2, 4)]);
        assert_eq!((rounds.run.stats.finished, rounds.complete_before), (6, Some(1)));
    }

    #[test]
    fn rounds_end_at_a_limit() {
        let rounds = by_length(4, |length, _| {
            let mut run = counted(1);
            run.limits.extend((length == 1).then_some(Limit::Paths(2)));
            (run, false)
        });
        assert_eq!((rounds.run.stats.finished, rounds.complete_before), (2, Some(0)));
        assert_eq!(rounds.run.limits, [Limit::Paths(2)]);
    }
}
