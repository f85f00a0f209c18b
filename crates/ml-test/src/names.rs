//! Names as OCaml allows them.

/// Words that cannot be names, and names that the test itself uses.
const TAKEN: &[&str] = &[
    "and",
    "as",
    "assert",
    "begin",
    "class",
    "constraint",
    "do",
    "done",
    "downto",
    "else",
    "end",
    "exception",
    "external",
    "false",
    "for",
    "fun",
    "function",
    "functor",
    "if",
    "in",
    "include",
    "inherit",
    "initializer",
    "lazy",
    "let",
    "match",
    "method",
    "mod",
    "module",
    "mutable",
    "new",
    "nonrec",
    "object",
    "of",
    "open",
    "or",
    "private",
    "rec",
    "sig",
    "struct",
    "then",
    "to",
    "true",
    "try",
    "type",
    "val",
    "virtual",
    "when",
    "while",
    "with",
    "not",
    "holds",
    "past",
    "run",
    "events",
    "exists",
    "show",
    "verdict",
    "none_of",
    "all_of",
    "any_of",
    "result_of_call",
    "div_euclid",
    "mod_euclid",
    "event",
    "answer",
    "outcome",
    "story",
    "map",
    "concat_map",
    "fresh",
    "rank",
    "table",
];

/// A name for a variable that is none of `used`.
pub(crate) fn variable(wanted: &str, used: &[String]) -> String {
    let mut name: String = wanted.chars().map(|c| if is_inner(c) { c } else { '_' }).collect();
    if !name.starts_with(|c: char| c.is_ascii_lowercase() || c == '_') {
        name.insert(0, '_');
    }
    while is_taken(&name) || used.contains(&name) {
        name.push('\'');
    }
    name
}

/// `x`, `y` and `x` with a number are the parameters of functions that the test defines.
fn is_taken(name: &str) -> bool {
    let own = name.strip_prefix('x').is_some_and(|rest| rest.chars().all(|c| c.is_ascii_digit()));
    own || matches!(name, "_" | "y") || TAKEN.contains(&name)
}

fn is_inner(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_' || c == '\''
}

/// The name of an operation as one word: `nxt_put` for `Nxt.put`.
pub(crate) fn word(operation: &str) -> String {
    variable(&lower_first(&operation.replace('.', "_")), &[])
}

/// The constructor for the events of an operation: `Nxt_put` for `Nxt.put`.
pub(crate) fn ctor(operation: &str) -> String {
    let name = operation.replace('.', "_");
    let mut letters = name.chars();
    match letters.next() {
        Some(first) if first.is_ascii_alphabetic() => {
            first.to_ascii_uppercase().to_string() + letters.as_str()
        }
        _ => format!("Op{name}"),
    }
}

/// The module that a file makes: its name without folders and ending, with a capital.
pub(crate) fn module_of(file: &str) -> String {
    let stem = stem_of(file);
    let mut letters = stem.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => "_".to_owned(),
    }
}

/// The name of a file without folders.
pub(crate) fn base_of(file: &str) -> &str {
    file.rsplit(['/', '\\']).next().unwrap_or(file)
}

/// The name of a file without folders and ending.
pub(crate) fn stem_of(file: &str) -> &str {
    let base = base_of(file);
    base.split('.').next().unwrap_or(base)
}

/// Whether this can be the name of a value that is not an operator.
pub(crate) fn is_plain(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_lowercase() || c == '_') && name.chars().all(is_inner)
}

pub(crate) fn lower_first(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |c| c.to_lowercase().chain(letters).collect())
}

/// Text within a comment. Comments nest and strings in them are read as such, so neither may begin
/// or end there.
pub(crate) fn in_comment(text: &str) -> String {
    let plain = |c: char| match c {
        '"' => '\'',
        '\n' => '\n',
        c if c.is_control() => ' ',
        c => c,
    };
    let text: String = text.chars().map(plain).collect();
    text.replace("(*", "( *").replace("*)", "* )").replace("{|", "{ |")
}

/// A string literal.
pub(crate) fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            ' '..='~' => out.push(c),
            // OCaml's strings are bytes; this is the UTF-8 of the character.
            _ => out.push_str(&format!("\\u{{{:x}}}", c as u32)),
        }
    }
    out.push('"');
    out
}

/// A string literal of a value, which consists of bytes.
pub(crate) fn quoted_bytes(bytes: &[u8]) -> String {
    let escaped = |byte: &u8| match byte {
        b'"' | b'\\' => format!("\\{}", char::from(*byte)),
        b'\n' => "\\n".to_owned(),
        b' '..=b'~' => char::from(*byte).to_string(),
        _ => format!("\\{byte:03}"),
    };
    format!("\"{}\"", bytes.iter().map(escaped).collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_written_byte_by_byte() {
        assert_eq!(quoted_bytes(b"a\"\\\n\x00\xe9"), r#""a\"\\\n\000\233""#);
    }

    #[test]
    fn variables_avoid_words_and_each_other() {
        assert_eq!(variable("k", &[]), "k");
        assert_eq!(variable("k", &["k".to_owned()]), "k'");
        assert_eq!(variable("end", &[]), "end'");
        assert_eq!(variable("x0", &[]), "x0'");
        assert_eq!(variable("K", &[]), "_K");
        assert_eq!(variable("ü-", &[]), "__");
    }

    #[test]
    fn operations_are_one_word() {
        assert_eq!(word("Nxt.put"), "nxt_put");
        assert_eq!(ctor("Nxt.put"), "Nxt_put");
        assert_eq!(ctor("put"), "Put");
    }

    #[test]
    fn files_are_modules() {
        assert_eq!(module_of("a/linked_list.ml"), "Linked_list");
        assert_eq!(stem_of("main.ml"), "main");
    }

    #[test]
    fn nothing_leaves_a_comment() {
        assert_eq!(in_comment("a *) let x = 1 (* \"b"), "a * ) let x = 1 ( * 'b");
        assert_eq!(in_comment("(*)"), "( *)".replace("*)", "* )"));
    }

    #[test]
    fn words_of_a_shell_are_quoted_if_need_be() {}

    #[test]
    fn strings_are_escaped() {
        assert_eq!(quoted("a\"\\\n"), r#""a\"\\\n""#);
        assert_eq!(quoted("é"), r#""\u{e9}""#);
    }
}
