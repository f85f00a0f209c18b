//! The paths of a recorded run that do not end well.

use explore::{Decided, Decision, Fate, PathEnd};
use rustc_hash::FxHashMap;
use term::Term;

/// A path that was not seen to end well, with what is true on it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpenPath {
    /// The alternatives that lead there, from the start.
    pub at: Vec<u32>,
    /// The conditions of all inputs that take it.
    pub conditions: Vec<Term>,
}

/// The paths of a record that broke a promise, met a limit or something that is not modelled, or were not
/// followed although the solver does not exclude them.
#[must_use]
pub fn open_paths(record: &[Decision]) -> Vec<OpenPath> {
    let places: FxHashMap<&[u32], &Decision> =
        record.iter().map(|decision| (decision.at.as_slice(), decision)).collect();
    let mut open = Vec::new();
    for decision in record {
        match &decision.what {
            Decided::End(PathEnd::AtBound | PathEnd::Open) => {
                let conditions = conditions(&places, &decision.at);
                open.push(OpenPath { at: decision.at.clone(), conditions });
            }
            Decided::End(PathEnd::Finished | PathEnd::Discarded | PathEnd::Impossible) => {}
            Decided::Split(alternatives) => {
                let undecided = alternatives.iter().filter(|way| is_open(way.fate));
                open.extend(undecided.map(|way| {
                    let at = [decision.at.as_slice(), &[way.index]].concat();
                    let conditions = conditions(&places, &at);
                    OpenPath { at, conditions }
                }));
            }
        }
    }
    open
}

/// Whether it is not known what becomes of an alternative.
fn is_open(fate: Fate) -> bool {
    match fate {
        Fate::Undecided | Fate::LeftOut(_) => true,
        Fate::Followed | Fate::Impossible => false,
    }
}

/// What is true at a place.
fn conditions(places: &FxHashMap<&[u32], &Decision>, at: &[u32]) -> Vec<Term> {
    let mut all = Vec::new();
    for length in 0..=at.len() {
        let Some(decision) = places.get(&at[..length]) else { continue };
        all.extend(decision.assumed.iter().chain(&decision.given).copied());
        if let (Decided::Split(ways), Some(taken)) = (&decision.what, at.get(length)) {
            all.extend(ways.iter().filter(|way| way.index == *taken).map(|way| way.cond));
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use explore::Alternative;
    use term::{Pool, Sort};

    use super::*;

    #[test]
    fn paths_that_end_well_are_left_out() {
        let pool = Pool::new();
        let [a, b, c] = ["a", "b", "c"].map(|name| pool.var(name, Sort::BOOL));
        let way = |index, cond, fate| Alternative { index, cond, fate };
        let decision = |at: &[u32], assumed: &[Term], what| Decision {
            at: at.to_vec(),
            assumed: assumed.to_vec(),
            given: Vec::new(),
            what,
        };
        let ways = vec![
            way(0, b, Fate::Followed),
            way(1, c, Fate::Followed),
            way(2, a, Fate::Undecided),
            way(3, a, Fate::Impossible),
        ];
        let record = [
            decision(&[], &[a], Decided::Split(ways)),
            decision(&[0], &[], Decided::End(PathEnd::Finished)),
            decision(&[1], &[b], Decided::End(PathEnd::Open)),
        ];
        let open = open_paths(&record);
        let expected = [(vec![2], vec![a, a]), (vec![1], vec![a, c, b])];
        let expected = expected.map(|(at, conditions)| OpenPath { at, conditions });
        assert_eq!(open, expected);
    }
}
