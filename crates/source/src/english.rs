//! The grammar of messages: plurals and articles.

use std::fmt::Display;

/// A count with its noun, which gets an `s` unless there is one of it.
///
/// ```
/// assert_eq!(source::counted(1, "argument"), "1 argument");
/// assert_eq!(source::counted(0, "argument"), "0 arguments");
/// ```
pub fn counted<N: Display + PartialEq + From<u8>>(count: N, noun: &str) -> String {
    let ending = if count == N::from(1) { "" } else { "s" };
    format!("{count} {noun}{ending}")
}

/// A noun or the name of a type behind its indefinite article.
///
/// The article follows the first letter, as far as that tells how a name is pronounced; quotes and
/// brackets before it are passed over.
///
/// ```
/// assert_eq!(source::with_article("Int"), "an Int");
/// assert_eq!(source::with_article("`Bool`"), "a `Bool`");
/// assert_eq!(source::with_article("unit"), "a unit");
/// ```
pub fn with_article(noun: &str) -> String {
    let word = noun.trim_start_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    let is_spoken_with_y = ["uni", "use", "usu"].iter().any(|start| word.starts_with(start));
    let has_vowel = word.starts_with(['a', 'e', 'i', 'o', 'u']) && !is_spoken_with_y;
    format!("{} {noun}", if has_vowel { "an" } else { "a" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plurals_follow_the_count() {
        assert_eq!(counted(1_u64, "longer path"), "1 longer path");
        assert_eq!(counted(2_usize, "longer path"), "2 longer paths");
    }

    #[test]
    fn articles_follow_the_sound() {
        let with = ["an Array", "an event", "a unit", "a user", "a (List Int)", "a 32-bit word"];
        for expected in with {
            let (_, noun) = expected.split_once(' ').expect("there is an article");
            assert_eq!(with_article(noun), expected);
        }
    }
}
