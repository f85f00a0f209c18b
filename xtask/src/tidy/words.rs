//! Words that readers should not meet, in comments, messages, names and documents.
//!
//! `words.txt` has one on each line, with what to write instead. It is a list of habits of ours that
//! slow readers down, not a dictionary.

use std::path::Path;

use super::Complaint;

/// The words, each with what to write instead.
const WORDS: &str = include_str!("words.txt");

/// Places where a word has to stand: the ending of a path, the word, and the reason.
const ALLOWED: &[(&str, &str, &str)] = &[
    ("CONTRIBUTING.md", "nobody", "names the word to avoid"),
    ("CONTRIBUTING.md", "whoever", "names the word to avoid"),
    ("xtask/src/tidy/words.rs", "nobody", "this list"),
    ("xtask/src/tidy/words.rs", "whoever", "this list"),
];

/// The unnatural words of a file.
pub(super) fn check(path: &Path, text: &str) -> Vec<Complaint> {
    let numbered = text.lines().zip(1..);
    let found = numbered.flat_map(|(line, number)| words_of(line).map(move |pair| (number, pair)));
    found
        .filter(|(_, (word, _))| !is_allowed(path, word))
        .map(|(number, (word, better))| {
            format!("{}:{number}: says \"{word}\"; better: {better}", path.display())
        })
        .collect()
}

fn is_allowed(path: &Path, word: &str) -> bool {
    ALLOWED.iter().any(|(place, known, _)| path.ends_with(place) && *known == word)
}

fn words_of(line: &str) -> impl Iterator<Item = (&'static str, &'static str)> {
    // Names are words joined by `_`; punctuation ends a phrase; a word is not a part of a longer one.
    let letters = line.chars().map(|c| match c {
        _ if c.is_alphanumeric() => c.to_string().to_lowercase(),
        '_' | ' ' => " ".to_owned(),
        _ => " | ".to_owned(),
    });
    let spaced: String = letters.collect();
    let plain = format!(" {} ", spaced.split_whitespace().collect::<Vec<_>>().join(" "));
    let pairs = WORDS.lines().filter_map(|entry| entry.split_once(": "));
    pairs.filter(move |(word, _)| plain.contains(&format!(" {word} ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first_word() -> &'static str {
        WORDS.split_once(": ").expect("the list is not empty").0
    }

    #[test]
    fn a_word_is_found_in_prose_and_in_names() {
        let word = first_word();
        let path = Path::new("a.rs");
        let name = word.replace(' ', "_");
        assert_eq!(check(path, &format!("fine\n// {} knows", word.to_uppercase())).len(), 1);
        assert_eq!(check(path, &format!("fn a_{name}_b() {{}}")).len(), 1);
        assert_eq!(check(path, &format!("// {word}x")).len(), 0);
    }

    #[test]
    fn punctuation_ends_a_phrase() {
        let phrase = WORDS.lines().filter_map(|entry| entry.split_once(": "));
        let (word, _) = { phrase }.find(|(word, _)| word.contains(' ')).expect("there are phrases");
        let path = Path::new("a.rs");
        assert_eq!(check(path, &format!("// {word}")).len(), 1);
        assert_eq!(check(path, &format!("let x = {};", word.replace(' ', "("))).len(), 0);
    }

    #[test]
    fn every_word_has_something_better() {
        for entry in WORDS.lines() {
            let pair = entry.split_once(": ");
            assert!(
                pair.is_some_and(|(word, better)| !word.is_empty() && !better.is_empty()),
                "{entry}"
            );
        }
    }
}
