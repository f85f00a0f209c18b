//! Text in commands for a shell.

/// A word of a command for a shell, in quotes if it needs them. Words can be put together to longer
/// ones.
///
/// ```
/// assert_eq!(child::shell_word("a/b.ml"), "a/b.ml");
/// assert_eq!(child::shell_word("a b;$(c)'d"), r"'a b;$(c)'\''d'");
/// assert_eq!(child::shell_word(""), "''");
/// ```
#[must_use]
pub fn shell_word(text: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "_-./:=+@,".contains(c);
    match !text.is_empty() && text.chars().all(plain) {
        true => text.to_owned(),
        false => format!("'{}'", text.replace('\'', r"'\''")),
    }
}
