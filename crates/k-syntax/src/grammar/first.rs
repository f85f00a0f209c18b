//! Which tokens a class may start with: what keeps the parser from predicting in vain.

use super::{LineId, Symbol, TokenKind};
use crate::grammar::build::Line;

/// A set of kinds of token.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct KindSet {
    words: Vec<u64>,
}

impl KindSet {
    pub(crate) fn new(kinds: usize) -> KindSet {
        KindSet { words: vec![0; kinds.div_ceil(64)] }
    }

    pub(crate) fn insert(&mut self, kind: TokenKind) -> bool {
        let (word, bit) = (kind.0 as usize / 64, 1 << (kind.0 % 64));
        let fresh = self.words[word] & bit == 0;
        self.words[word] |= bit;
        fresh
    }

    pub(crate) fn meets(&self, other: &KindSet) -> bool {
        self.words.iter().zip(&other.words).any(|(a, b)| a & b != 0)
    }

    pub(crate) fn clear(&mut self) {
        self.words.fill(0);
    }

    /// Takes in the other; whether it grew.
    fn join(&mut self, other: &KindSet) -> bool {
        let mut grew = false;
        for (own, other) in self.words.iter_mut().zip(&other.words) {
            grew |= *other & !*own != 0;
            *own |= other;
        }
        grew
    }
}

/// The first tokens of every line, and which lines may be empty.
#[derive(Clone, Debug, Default)]
pub(crate) struct FirstSets {
    pub(crate) lines: Vec<KindSet>,
    pub(crate) empty: Vec<bool>,
}

/// Computes the sets by repeating until nothing changes.
pub(crate) fn first_sets(lines: &[Line], classes: &[Vec<LineId>], kinds: usize) -> FirstSets {
    let mut sets = FirstSets {
        lines: vec![KindSet::new(kinds); lines.len()],
        empty: vec![false; lines.len()],
    };
    let mut of_class = vec![(KindSet::new(kinds), false); classes.len()];
    loop {
        let mut changed = false;
        for (at, line) in lines.iter().enumerate() {
            changed |= update(&mut sets.lines[at], &mut sets.empty[at], line, &of_class);
        }
        for ((set, empty), members) in of_class.iter_mut().zip(classes) {
            for member in members {
                changed |= set.join(&sets.lines[member.0 as usize]);
                let may = sets.empty[member.0 as usize];
                changed |= may && !*empty;
                *empty |= may;
            }
        }
        if !changed {
            return sets;
        }
    }
}

fn update(set: &mut KindSet, empty: &mut bool, line: &Line, classes: &[(KindSet, bool)]) -> bool {
    let mut changed = false;
    for symbol in &line.symbols {
        match symbol {
            Symbol::Token(kind) => return changed | set.insert(*kind),
            Symbol::Class(class) => {
                let (first, may_be_empty) = &classes[class.0 as usize];
                changed |= set.join(first);
                if !may_be_empty {
                    return changed;
                }
            }
        }
    }
    changed |= !*empty;
    *empty = true;
    changed
}
