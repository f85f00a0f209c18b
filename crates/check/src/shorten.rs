//! A shorter violation of each property, by looks at ever greater lengths.
//!
//! A search finds some violation for each path. Which is the shortest is a question about all paths, so a target is explored again
//! with nothing before the call, with one event, and so on, until each broken property was met. What is met first is the shortest;
//! that it is so is said only if the looks before were complete.

use explore::{Ending, Run};

use crate::look::{JudgedFinding, JudgedRun};
use crate::smallest::smallest_of_each;

/// A violation that has a length.
pub trait LongFinding: JudgedFinding {
    /// What tells violations of one property from those of another.
    type Property: PartialEq;
    /// How large it is, where shorter ones are smaller.
    type Size: PartialOrd;

    /// What is broken, whatever the path.
    fn property(&self) -> Self::Property;

    /// How long it is.
    fn length(&self) -> usize;

    /// Which of two violations of a property is reported.
    fn size(&self) -> Self::Size;

    /// Keeps whether no shorter violation of the property is left to be found.
    fn is_shortest(&mut self, known: bool);

    /// The path as a run ends with it.
    fn to_ending(&self) -> Ending;
}

/// The violations that are reported if each property is reported once: the smallest, by their places.
pub fn smallest<F: LongFinding>(found: &[F]) -> Vec<usize> {
    smallest_of_each(found, F::property, F::size)
}

/// Puts the shortest violation of each property in the place of the smallest that a look found, as far as further looks, which
/// begin with this length, come to an end.
pub fn shorten<F: LongFinding>(
    judged: &mut JudgedRun<F>,
    first_length: usize,
    mut look: impl FnMut(usize) -> JudgedRun<F>,
) {
    let JudgedRun { run, found } = judged;
    let mut open = Open::new(found);
    let mut decided = true;
    for length in first_length.. {
        open.settle(length, decided, found);
        if open.properties.is_empty() {
            return;
        }
        let JudgedRun { run: shorter, found: met } = look(length);
        run.stats.absorb_work(&shorter.stats);
        open.replace(met, decided, run, found);
        decided &= shorter.is_complete();
        if !shorter.limits.is_empty() {
            return;
        }
    }
}

/// Properties of which shorter violations are looked for.
struct Open<P> {
    /// The property and the violation of it that is the smallest so far, by its place.
    properties: Vec<(P, usize)>,
}

impl<P: PartialEq> Open<P> {
    fn new<F: LongFinding<Property = P>>(found: &[F]) -> Open<P> {
        let best = smallest(found).into_iter();
        Open { properties: best.map(|best| (found[best].property(), best)).collect() }
    }

    /// Properties whose violation is no longer than this are done.
    fn settle<F: LongFinding<Property = P>>(
        &mut self,
        length: usize,
        decided: bool,
        found: &mut [F],
    ) {
        self.properties.retain(|(_, best)| {
            let done = found[*best].length() <= length;
            if done {
                found[*best].is_shortest(decided);
            }
            !done
        });
    }

    /// Takes over what a look at shorter violations met.
    fn replace<F: LongFinding<Property = P>>(
        &mut self,
        met: Vec<F>,
        decided: bool,
        run: &mut Run,
        found: &mut [F],
    ) {
        let smallest = smallest(&met);
        let met = met.into_iter().enumerate().filter(|(number, _)| smallest.contains(number));
        for (_, mut one) in met {
            let own = one.property();
            let Some(open) = self.properties.iter().position(|(open, _)| *open == own) else {
                continue;
            };
            let (_, best) = self.properties.remove(open);
            one.is_shortest(decided);
            *one.ending_mut() = found[best].ending();
            run.endings[one.ending()] = one.to_ending();
            found[best] = one;
        }
    }
}

#[cfg(test)]
mod tests {
    use explore::{EndingKind, Limit};

    use super::*;

    #[derive(Clone, PartialEq, Eq, Debug)]
    struct Long {
        property: char,
        length: usize,
        ending: usize,
        shortest: bool,
    }

    fn ending(length: usize) -> Ending {
        let kind = EndingKind::CutOff(Limit::Events(length as u64), None);
        Ending { choices: Vec::new(), kind }
    }

    impl JudgedFinding for Long {
        fn ending(&self) -> usize {
            self.ending
        }

        fn ending_mut(&mut self) -> &mut usize {
            &mut self.ending
        }
    }

    impl LongFinding for Long {
        type Property = char;
        type Size = usize;

        fn property(&self) -> char {
            self.property
        }

        fn length(&self) -> usize {
            self.length
        }

        fn size(&self) -> usize {
            self.length
        }

        fn is_shortest(&mut self, known: bool) {
            self.shortest = known;
        }

        fn to_ending(&self) -> Ending {
            ending(self.length)
        }
    }

    fn judged(found: &[(char, usize)]) -> JudgedRun<Long> {
        let long = |(ending, (property, length)): (usize, &(char, usize))| Long {
            property: *property,
            length: *length,
            ending,
            shortest: false,
        };
        let run = Run {
            endings: found.iter().map(|(_, length)| ending(*length)).collect(),
            ..Run::default()
        };
        JudgedRun { run, found: found.iter().enumerate().map(long).collect() }
    }

    fn found(judged: &JudgedRun<Long>) -> Vec<(char, usize, bool)> {
        judged.found.iter().map(|one| (one.property, one.length, one.shortest)).collect()
    }

    #[test]
    fn each_property_gets_its_shortest_violation() {
        let mut first = judged(&[('a', 4), ('b', 1), ('a', 3), ('c', 5)]);
        let mut lengths = Vec::new();
        shorten(&mut first, 0, |length| {
            lengths.push(length);
            match length {
                0 => judged(&[('d', 0)]),
                2 => judged(&[('a', 2), ('b', 1)]),
                5 => judged(&[('c', 5)]),
                _ => judged(&[]),
            }
        });
        assert_eq!(lengths, [0, 1, 2, 3, 4]);
        let expected = [('a', 4, false), ('b', 1, true), ('a', 2, true), ('c', 5, true)];
        assert_eq!(found(&first), expected);
        assert_eq!(first.run.endings[2], ending(2), "the run ends as what was found");
    }

    #[test]
    fn nothing_is_the_shortest_after_a_look_with_gaps() {
        let mut first = judged(&[('a', 4)]);
        shorten(&mut first, 0, |length| match length {
            0 => {
                let gap = EndingKind::CutOff(Limit::Steps(1), None);
                let endings = vec![Ending { choices: Vec::new(), kind: gap }];
                JudgedRun { run: Run { endings, ..Run::default() }, found: Vec::new() }
            }
            1 => judged(&[('a', 1)]),
            _ => panic!("everything was met"),
        });
        assert_eq!(found(&first), [('a', 1, false)]);
    }

    #[test]
    fn a_look_that_met_a_limit_is_the_last() {
        let mut first = judged(&[('a', 4)]);
        let mut looks = 0;
        shorten(&mut first, 2, |_| {
            looks += 1;
            let mut last = judged(&[]);
            last.run.limits.push(Limit::Paths(1));
            last
        });
        assert_eq!((looks, found(&first)), (1, vec![('a', 4, false)]));
    }
}
