//! Several regular expressions walked at once, each for its longest match.

use regex_automata::hybrid::dfa::{Cache, Config, DFA};
use regex_automata::{Anchored, Input, MatchKind};

/// Regular expressions, numbered in the order in which they were given.
#[derive(Debug)]
pub(crate) struct Regexes {
    dfa: DFA,
    count: usize,
}

impl Regexes {
    /// Compiles patterns in the notation of K.
    pub(crate) fn new(patterns: &[String]) -> Result<Regexes, String> {
        let patterns: Vec<String> = patterns.iter().map(|pattern| translate(pattern)).collect();
        let config = Config::new().match_kind(MatchKind::All).skip_cache_capacity_check(true);
        let dfa = DFA::builder().configure(config).build_many(&patterns);
        let dfa = dfa.map_err(|error| describe(&error))?;
        Ok(Regexes { dfa, count: patterns.len() })
    }

    pub(crate) fn cache(&self) -> Cache {
        self.dfa.create_cache()
    }

    /// The length of the longest match of each pattern at a place, zero for none.
    pub(crate) fn longest(&self, cache: &mut Cache, text: &[u8], at: usize) -> Vec<usize> {
        let mut lengths = vec![0; self.count];
        // A lazy automaton gives up only if its cache thrashes; then the pattern did not match.
        let _ = self.walk(cache, text, at, &mut lengths);
        lengths
    }

    fn walk(&self, cache: &mut Cache, text: &[u8], at: usize, lengths: &mut [usize]) -> Option<()> {
        let input = Input::new(text).range(at..).anchored(Anchored::Yes);
        let mut state = self.dfa.start_state_forward(cache, &input).ok()?;
        for end in at..=text.len() {
            state = match text.get(end) {
                Some(&byte) => self.dfa.next_state(cache, state, byte).ok()?,
                None => self.dfa.next_eoi_state(cache, state).ok()?,
            };
            if state.is_match() {
                // A match shows one byte late, so it ends in front of this byte.
                for number in 0..self.dfa.match_len(cache, state) {
                    lengths[self.dfa.match_pattern(cache, state, number).as_usize()] = end - at;
                }
            } else if state.is_dead() || state.is_quit() {
                return None;
            }
        }
        Some(())
    }
}

fn describe(error: &regex_automata::hybrid::BuildError) -> String {
    use std::error::Error;
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(inner) = source {
        text = inner.to_string();
        source = inner.source();
    }
    text
}

/// A pattern of K in the notation of our library.
///
/// DIVERGENCE: a condition on the characters around a token, `(?<!…)` at the start and `(?!…)` at
/// the end, is dropped: longest match makes it true in almost all cases.
fn translate(pattern: &str) -> String {
    let pattern = without_lookaround(pattern);
    let mut result = String::with_capacity(pattern.len());
    let mut chars = pattern.chars();
    while let Some(c) = chars.next() {
        if c != '\\' {
            result.push(c);
            continue;
        }
        match chars.next() {
            // Escapes that mean themselves and that the library does not know.
            Some(
                c @ ('_' | '<' | '>' | '%' | '"' | '\'' | '/' | ' ' | ':' | ';' | '=' | ',' | '!'
                | '@'),
            ) => {
                result.push(c);
            }
            Some(c) => result.extend(['\\', c]),
            None => result.push('\\'),
        }
    }
    result
}

fn without_lookaround(pattern: &str) -> &str {
    let mut pattern = pattern;
    if pattern.starts_with("(?<!") {
        pattern = group_end(pattern).map_or(pattern, |end| &pattern[end..]);
    }
    if let Some(start) = pattern.rfind("(?!")
        && group_end(&pattern[start..]) == Some(pattern.len() - start)
    {
        pattern = &pattern[..start];
    }
    pattern
}

/// The end of the group that a pattern starts with.
fn group_end(pattern: &str) -> Option<usize> {
    let (mut depth, mut class, mut escaped) = (0, false, false);
    for (at, byte) in pattern.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'[' => class = true,
            b']' => class = false,
            b'(' if !class => depth += 1,
            b')' if !class => depth -= 1,
            _ => {}
        }
        if depth == 0 && byte == b')' {
            return Some(at + 1);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn longest(patterns: &[&str], text: &str, at: usize) -> Vec<usize> {
        let patterns: Vec<String> = patterns.iter().map(|p| (*p).to_owned()).collect();
        let regexes = Regexes::new(&patterns).expect("the patterns are fine");
        regexes.longest(&mut regexes.cache(), text.as_bytes(), at)
    }

    #[test]
    fn every_pattern_gets_its_longest_match() {
        let patterns = ["[a-z]+", "[a-z]+[0-9]", r"(?<![A-Za-z0-9\_])[\+\-]?[0-9]+(?![a-z])"];
        assert_eq!(longest(&patterns, "x=ab1-22", 2), [2, 3, 0]);
        assert_eq!(longest(&patterns, "x=ab1-22", 5), [0, 0, 3]);
    }

    #[test]
    fn bad_pattern_is_reported() {
        assert!(Regexes::new(&["[a".to_owned()]).is_err());
    }
}
