//! The scanner of a module: which tokens may start at a place of a text.
//!
//! The longest token wins, among equally long ones a literal, then the expressions of the highest
//! `prec`. Only where the grammar can take none of those does the next best choice count, so that
//! `n-1` is a difference although `-1` is an integer; but a word or number is never cut.

use regex_automata::hybrid::dfa::Cache;

use super::TokenKind;
use super::literals::Literals;
use super::regexes::Regexes;

/// The layout of K itself: white space, `// …` and `/* … */`.
pub(crate) const DEFAULT_LAYOUT: &str = r"(/\*([^*]|(\*+([^*/])))*\*+/|//[^\n\r]*|[ \n\r\t])*";

pub(crate) struct Scanner {
    pub(crate) literals: Literals,
    patterns: Vec<Pattern>,
    regexes: Regexes,
    layout: Regexes,
}

/// A token described by a regular expression.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Pattern {
    pub(crate) text: String,
    pub(crate) precedence: i32,
    /// What messages call such a token: a sort, as a rule.
    pub(crate) name: String,
}

/// What a scanner keeps between calls.
pub(crate) struct ScanCache {
    regexes: Cache,
    layout: Cache,
}

/// Tokens of one length, all equally good.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Tier {
    pub(crate) length: usize,
    pub(crate) kinds: Vec<TokenKind>,
}

impl Scanner {
    /// A scanner for some terminals, expressions and layouts.
    pub(crate) fn new(
        literals: Literals,
        patterns: Vec<Pattern>,
        layout: &[String],
    ) -> Result<Scanner, String> {
        let texts: Vec<String> = patterns.iter().map(|pattern| pattern.text.clone()).collect();
        let regexes = Regexes::new(&texts)?;
        let layout = if layout.is_empty() {
            Regexes::new(&[DEFAULT_LAYOUT.to_owned()])?
        } else {
            Regexes::new(layout)?
        };
        Ok(Scanner { literals, patterns, regexes, layout })
    }

    pub(crate) fn cache(&self) -> ScanCache {
        ScanCache { regexes: self.regexes.cache(), layout: self.layout.cache() }
    }

    /// How many kinds of token there are.
    pub(crate) fn kinds(&self) -> usize {
        self.literals.len() + self.patterns.len()
    }

    /// A kind as messages show it.
    pub(crate) fn describe(&self, kind: TokenKind) -> String {
        let index = kind.0 as usize;
        match index.checked_sub(self.literals.len()) {
            None => format!("`{}`", self.literals.text(kind.0)),
            Some(pattern) => self.patterns[pattern].name.clone(),
        }
    }

    /// The place behind white space and comments.
    pub(crate) fn skip_layout(&self, cache: &mut ScanCache, text: &str, mut at: usize) -> usize {
        loop {
            let lengths = self.layout.longest(&mut cache.layout, text.as_bytes(), at);
            match lengths.into_iter().max() {
                Some(length) if length > 0 => at += length,
                Some(_) | None => return at,
            }
        }
    }

    /// The tokens that may start at a place, the best first.
    pub(crate) fn tiers(&self, cache: &mut ScanCache, text: &str, at: usize) -> Vec<Tier> {
        let bytes = text.as_bytes();
        let mut tiers = Vec::new();
        self.literals.prefixes(&bytes[at..], |id, length| {
            tiers.push((length, i32::MAX, TokenKind(id)));
        });
        let lengths = self.regexes.longest(&mut cache.regexes, bytes, at);
        for (number, length) in lengths.into_iter().enumerate().filter(|(_, length)| *length > 0) {
            let kind = u32::try_from(self.literals.len() + number).expect("few expressions");
            tiers.push((length, self.patterns[number].precedence, TokenKind(kind)));
        }
        tiers.sort_unstable_by(|a, b| b.cmp(a));
        let longest = tiers.first().map_or(0, |tier| tier.0);
        let is_cast = bytes[at..].first() == Some(&b':');
        tiers.retain(|tier| (tier.0 == longest && !is_cast) || !cuts_word(bytes, at + tier.0));
        grouped(&tiers)
    }
}

/// Whether a place lies inside of a word or number: a part of one is never meant.
fn cuts_word(bytes: &[u8], at: usize) -> bool {
    let part = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    bytes[..at].last().is_some_and(part) && bytes.get(at).is_some_and(part)
}

fn grouped(tiers: &[(usize, i32, TokenKind)]) -> Vec<Tier> {
    let same = |a: &(usize, i32, TokenKind), b: &(usize, i32, TokenKind)| (a.0, a.1) == (b.0, b.1);
    let group = |tier: &[(usize, i32, TokenKind)]| Tier {
        length: tier[0].0,
        kinds: tier.iter().map(|(_, _, kind)| *kind).collect(),
    };
    tiers.chunk_by(same).map(group).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn longest_first_then_literals_then_precedence() {
        let mut literals = Literals::default();
        let (minus, int) = (literals.insert("-"), literals.insert("int"));
        let pattern = |text: &str, precedence| Pattern {
            text: text.to_owned(),
            precedence,
            name: String::new(),
        };
        let patterns = vec![pattern("-?[0-9]+", 0), pattern("[a-z]+", 0), pattern("[a-z]+x", 1)];
        let scanner = Scanner::new(literals, patterns, &[]).expect("the patterns are fine");
        let mut cache = scanner.cache();
        let mut kinds = |text| {
            let at = scanner.skip_layout(&mut cache, text, 0);
            let tiers = scanner.tiers(&mut cache, text, at);
            tiers.iter().map(|t| (t.length, t.kinds[0].0)).collect::<Vec<_>>()
        };
        assert_eq!(kinds("-12"), [(3, 2), (1, minus)]);
        assert_eq!(kinds(" /* * */ int "), [(3, int), (3, 3)]);
        assert_eq!(kinds("// a\n\tabx"), [(3, 4), (3, 3)]);
    }
}
