//! Texts of tokens, each known by a number.
//!
//! Texts of the definition and of the program are numbered as they are read, by one thread. A text
//! that a rule makes may be made by several threads at once; its number comes from the text itself,
//! so that the order of tokens, and with it the order of steps, is the same in every run.

use std::sync::{PoisonError, RwLock};

use rustc_hash::FxHashMap;

use crate::value::Fingerprint;

/// The text of a token.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Symbol(u64);

/// Set in the numbers of texts that rules have made.
const MADE: u64 = 1 << 63;

impl Symbol {
    /// The symbol of the text that was read after so many others.
    pub(crate) fn new(index: usize) -> Symbol {
        Symbol(index as u64)
    }
}

/// All texts. Shared between threads by reference.
#[derive(Debug, Default)]
pub(super) struct Texts(RwLock<Table>);

#[derive(Debug, Default)]
struct Table {
    /// How many texts were read.
    read: usize,
    by_symbol: FxHashMap<Symbol, Box<str>>,
    by_text: FxHashMap<Box<str>, Symbol>,
}

impl Texts {
    /// The symbol of a text that was read.
    pub(super) fn read(&self, text: &str) -> Symbol {
        self.intern(text, |table| Symbol::new(table.read))
    }

    /// The symbol of a text that a rule has made.
    pub(super) fn made(&self, text: &str) -> Symbol {
        self.intern(text, |table| table.free_symbol(text))
    }

    /// The text of a symbol.
    pub(super) fn text(&self, symbol: Symbol) -> String {
        let table = self.0.read().unwrap_or_else(PoisonError::into_inner);
        table.by_symbol[&symbol].to_string()
    }

    fn intern(&self, text: &str, new: impl FnOnce(&Table) -> Symbol) -> Symbol {
        let known = self.0.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = known.by_text.get(text) {
            return *known;
        }
        drop(known);
        let mut table = self.0.write().unwrap_or_else(PoisonError::into_inner);
        // Another thread may have been faster.
        if let Some(known) = table.by_text.get(text) {
            return *known;
        }
        let symbol = new(&table);
        table.read += usize::from(symbol.0 & MADE == 0);
        table.by_symbol.insert(symbol, text.into());
        table.by_text.insert(text.into(), symbol);
        symbol
    }
}

impl Table {
    /// The number that a text has by itself.
    fn free_symbol(&self, text: &str) -> Symbol {
        let Fingerprint([start, _]) = Fingerprint::of(&text);
        // Two texts with one number are met once in billions of texts; then the second moves on.
        let numbers = (0..).map(|offset| Symbol(start.wrapping_add(offset) | MADE));
        let free = numbers.into_iter().find(|symbol| !self.by_symbol.contains_key(symbol));
        free.expect("there are more numbers than texts")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn made_texts_have_same_symbols_in_any_order() {
        let [first, second] = [Texts::default(), Texts::default()];
        for texts in [&first, &second] {
            assert_eq!(texts.read("main"), Symbol::new(0));
        }
        let forth = ["a", "b", "main"].map(|text| first.made(text));
        let mut back = ["main", "b", "a"].map(|text| second.made(text));
        back.reverse();
        assert_eq!(forth, back);
        assert_eq!(forth[2], Symbol::new(0));
        assert_eq!(first.text(forth[1]), "b");
        assert_eq!(first.read("a"), forth[0]);
    }
}
