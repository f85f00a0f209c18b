//! Finding specifications in the comments of a file.

use std::ops::Range;

use trace::syntax::contract::CLAUSE_WORDS;

/// The words that begin a declaration for all contracts of a file.
const DECLARATION_WORDS: &[&str] = &["predicate", "axiom"];

/// The insides of the documentation comments that hold declarations.
pub(super) fn declarations(text: &str) -> Vec<Range<usize>> {
    let declares = |range: &Range<usize>| {
        let word = text[range.clone()].split_whitespace().next().unwrap_or_default();
        DECLARATION_WORDS.contains(&word)
    };
    doc_comments(text).into_iter().filter(declares).collect()
}

/// Where in a comment its contract begins: at the first line that starts with a clause word, with a
/// parameter such as `(k: key)` or with a type and an arrow such as `unit ->`.
pub(super) fn contract_start(comment: &str) -> Option<usize> {
    let mut at = 0;
    for line in comment.split_inclusive('\n') {
        let trimmed = line.trim_start();
        let word = trimmed.split(|c: char| !c.is_alphanumeric() && c != '_').next();
        if word.is_some_and(|word| CLAUSE_WORDS.contains(&word))
            || is_parameter(trimmed)
            || trimmed.split_whitespace().nth(1) == Some("->")
        {
            return Some(at + line.len() - trimmed.len());
        }
        at += line.len();
    }
    None
}

/// `(name:`
fn is_parameter(line: &str) -> bool {
    let Some((name, _)) = line.strip_prefix('(').and_then(|rest| rest.split_once(':')) else {
        return false;
    };
    let name = name.trim();
    !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '\'')
}

/// The insides of all documentation comments. Comments nest; strings hide what looks like one.
fn doc_comments(text: &str) -> Vec<Range<usize>> {
    let (mut found, mut at) = (Vec::new(), 0);
    while at < text.len() {
        let rest = &text.as_bytes()[at..];
        if rest.starts_with(b"(*") {
            let Some(end) = comment_end(text, at) else { break };
            let inside = at + 3..end.saturating_sub(2);
            let is_doc = rest.starts_with(b"(**") && inside.start < inside.end;
            found.extend((is_doc && rest[3] != b'*').then_some(inside));
            at = end;
        } else {
            at += literal_len(rest);
        }
    }
    found
}

/// The end of the comment that begins at a byte, if it is closed.
fn comment_end(text: &str, start: usize) -> Option<usize> {
    let (bytes, mut at, mut depth) = (text.as_bytes(), start, 0usize);
    while at < bytes.len() {
        match &bytes[at..] {
            [b'(', b'*', ..] => (depth, at) = (depth + 1, at + 2),
            [b'*', b')', ..] => (depth, at) = (depth - 1, at + 2),
            _ => at += 1,
        }
        if depth == 0 {
            return Some(at);
        }
    }
    None
}

/// How many bytes to step over: a string or a quoted character as a whole, else one.
fn literal_len(bytes: &[u8]) -> usize {
    match bytes {
        [b'\'', b'"', b'\'', ..] => 3,
        [b'\'', b'\\', b'"', b'\'', ..] => 4,
        [b'"', ..] => {
            let mut at = 1;
            while at < bytes.len() && bytes[at] != b'"' {
                at += 1 + usize::from(bytes[at] == b'\\');
            }
            (at + 1).min(bytes.len())
        }
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declarations_are_comments_that_say_so() {
        let text = "(** predicate p(k) := true *)\n(* predicate q() := true *)\n\
                    let s = \"(** predicate r() := true *)\"\nlet c = '\"'\n\
                    (** axiom a(x: t) := (* nested *) true *)\n(*** predicate s *)\n(** prose *)";
        let found: Vec<&str> = declarations(text).into_iter().map(|range| &text[range]).collect();
        assert_eq!(found, [" predicate p(k) := true ", " axiom a(x: t) := (* nested *) true "]);
    }

    #[test]
    fn unclosed_comments_and_strings_end_with_the_text() {
        for text in ["(** predicate", "(**", "(*", "\"", "\"\\", "let x = (** axiom (* *)"] {
            doc_comments(text);
        }
    }

    #[test]
    fn contracts_begin_after_the_prose() {
        assert_eq!(contract_start(" Removes.\n  (k: key) -> unit\n effect true"), Some(12));
        assert_eq!(contract_start(" context true"), Some(1));
        assert_eq!(contract_start("unit -> (n: int)"), Some(0));
        assert_eq!(contract_start(" Contexts are not clauses.\n (see below) "), None);
    }
}
