//! Finding specifications in the comments of a file.

use std::ops::Range;

use source::Files;
use trace::syntax::contract::{CLAUSE_WORDS, Clause};
use trace::syntax::{LOOP_WORDS, parse_contract, parse_loop};

use crate::interface::GOSPEL;

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

/// The insides of the documentation comments that stand above a `let` or nothing at all: not above
/// a `val` or `external`, which need not be known to have a contract.
pub(super) fn not_above_declarations(text: &str) -> Vec<Range<usize>> {
    let declares = |range: &Range<usize>| is_declaration(&text[range.end + "*)".len()..]);
    doc_comments(text).into_iter().filter(|range| !declares(range)).collect()
}

/// Whether a text goes on with a `val` or an `external`, perhaps behind comments that document
/// nothing.
fn is_declaration(text: &str) -> bool {
    let mut rest = text.trim_start();
    while rest.starts_with("(*") && !rest.starts_with("(**") {
        let Some(end) = comment_end(rest, 0) else { return false };
        rest = rest[end..].trim_start();
    }
    let word = rest.split(|c: char| !is_inner(c)).next().unwrap_or_default();
    ["val", "external"].contains(&word)
}

/// What a contract that belongs to nothing stands above.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Below {
    /// A loop, or its body.
    Loop,
    /// A definition within another.
    LocalDefinition,
    /// Anything else.
    Other,
}

/// What stands below a comment whose inside ends at a byte, by its first word, and by the word before the
/// comment.
pub(super) fn below(text: &str, end: usize) -> Below {
    let rest = text[end..].strip_prefix("*)").unwrap_or_default().trim_start();
    let word = rest.split(|c: char| !is_inner(c)).next().unwrap_or_default();
    let before = text[..end].rfind("(*").map_or("", |start| text[..start].trim_end());
    let last = before.rsplit(|c: char| c.is_whitespace() || c == '(').next().unwrap_or_default();
    let is_within = ["=", "in", "then", "else", "->", "do", "begin", ""].contains(&last)
        && !before.is_empty()
        || last.ends_with(';') && !last.ends_with(";;");
    match word {
        "while" | "for" => Below::Loop,
        _ if last == "do" => Below::Loop,
        "let" | "fun" if is_within => Below::LocalDefinition,
        _ => Below::Other,
    }
}

/// Where in a comment its contract begins: at the first line that starts with a clause, with a
/// parameter such as `(k: key)` or with a type and an arrow such as `unit ->`.
///
/// Prose may begin with the same words: a line is a clause only if something follows that its word
/// can be followed by.
pub(super) fn contract_start(comment: &str) -> Option<usize> {
    let mut at = 0;
    for line in comment.split_inclusive('\n') {
        let trimmed = line.trim_start();
        let start = at + line.len() - trimmed.len();
        if is_clause(trimmed) || is_parameter(trimmed) || is_arrow(trimmed) {
            return Some(start);
        }
        if begins_with_clause_word(trimmed)
            && !is_row_of_words(trimmed)
            && is_contract(&comment[start..])
        {
            return Some(start);
        }
        at += line.len();
    }
    None
}

/// The insides of the comments that say something of a loop; those of Gospel begin with its sign.
pub(crate) fn loop_comments(text: &str) -> Vec<Range<usize>> {
    let says = |inside: &str| {
        loop_start(inside).is_some_and(|start| {
            let file = Files::new().add("", &inside[start..]);
            parse_loop(&file, 0..file.text().len()).1.is_empty()
        })
    };
    let gospel = |range: &Range<usize>| text[range.clone()].strip_prefix(GOSPEL).is_some_and(says);
    let plain = doc_comments(text).into_iter().filter(|range| says(&text[range.clone()]));
    plain.chain(comments(text).into_iter().filter(gospel)).collect()
}

/// Where in a comment at a loop its invariants and variants begin; none if it is prose.
pub(crate) fn loop_start(comment: &str) -> Option<usize> {
    let mut at = 0;
    for line in comment.split_inclusive('\n') {
        let trimmed = line.trim_start();
        let start = at + line.len() - trimmed.len();
        let end = trimmed.find(|c: char| !is_inner(c)).unwrap_or(trimmed.len());
        let (word, rest) = trimmed.split_at(end);
        let is_one = || {
            let file = Files::new().add("", &comment[start..]);
            !is_row_of_words(rest) && parse_loop(&file, 0..file.text().len()).1.is_empty()
        };
        if LOOP_WORDS.contains(&word) && (!is_prose(rest.trim()) || is_one()) {
            return Some(start);
        }
        at += line.len();
    }
    None
}

/// Whether a line begins a clause. After `ghost` stands a binding in brackets, after `case` and `pure`
/// nothing, and after the other words something that is no prose.
fn is_clause(line: &str) -> bool {
    let end = line.find(|c: char| !is_inner(c)).unwrap_or(line.len());
    let (word, rest) = line.split_at(end);
    let rest = rest.trim();
    match word {
        "case" | "pure" => rest.is_empty(),
        "ghost" => rest.starts_with('('),
        "raises" => is_raises(rest),
        "modifies" => !rest.is_empty() && !is_prose(rest),
        word => CLAUSE_WORDS.contains(&word) && !is_prose(rest),
    }
}

/// `E x when c`: prose goes on in other words after the name of the exception.
fn is_raises(rest: &str) -> bool {
    let (exception, when) = match rest.split_once(" when ") {
        Some((exception, when)) => (exception, Some(when)),
        None => (rest, None),
    };
    let mut words = exception.split_whitespace();
    let is_exception = words.next().is_some_and(|word| word.starts_with(char::is_uppercase));
    let is_short =
        words.next().is_none_or(|word| word.chars().all(is_inner)) && words.next().is_none();
    is_exception && is_short && !exception.ends_with('.') && when.is_none_or(|when| !is_prose(when))
}

fn begins_with_clause_word(line: &str) -> bool {
    let end = line.find(|c: char| !is_inner(c)).unwrap_or(line.len());
    CLAUSE_WORDS.contains(&&line[..end])
}

/// Whether a line is nothing but words. A function applied to values reads like that, too, so what reads
/// as a sentence is one.
fn is_row_of_words(line: &str) -> bool {
    line.split_whitespace().all(|word| word.chars().all(char::is_alphabetic))
}

/// Whether a text that reads as prose is a contract all the same.
fn is_contract(text: &str) -> bool {
    let file = Files::new().add("", text);
    let (tree, faults) = parse_contract(&file, 0..text.len());
    faults.is_empty() && tree.clauses.iter().any(|clause| clause.node != Clause::Pure)
}

/// Words of sentences that hardly anybody gives to values.
const PROSE_WORDS: &[&str] = &[
    "an", "are", "as", "be", "by", "for", "in", "is", "it", "its", "of", "on", "that", "the",
    "this", "to", "under", "was", "when", "which", "with",
];

/// Whether a text reads as a sentence and not as a formula: it goes on with a comma or a colon, ends
/// with a full stop, has a word of sentences before any operator, or is a long row of long words.
fn is_prose(text: &str) -> bool {
    let is_word = |word: &&str| {
        let plain = word.trim_end_matches([',', ';', ':', '.']);
        !plain.is_empty() && plain.chars().all(|c| c.is_alphabetic() || c == '-')
    };
    let plain: Vec<&str> = text.split_whitespace().take_while(is_word).collect();
    let long = plain.iter().filter(|word| word.len() > 3).count();
    text.starts_with([':', ','])
        || (text.ends_with('.') && !plain.is_empty())
        || (plain.len() >= 2 && plain.iter().any(|word| PROSE_WORDS.contains(word)))
        || (plain.len() >= 4 && long >= 2)
}

/// `(name:`
fn is_parameter(line: &str) -> bool {
    let Some((name, rest)) = line.strip_prefix('(').and_then(|rest| rest.split_once(':')) else {
        return false;
    };
    let (name, is_address) = (name.trim(), rest.starts_with("//"));
    !name.is_empty() && name.chars().all(is_inner) && !is_address
}

/// `unit ->`: a type and an arrow, and not words that an arrow stands between. Clauses may follow on the same line.
fn is_arrow(line: &str) -> bool {
    let mut words = line.split_whitespace();
    let is_type = |word: &str| {
        let is_name = |part: &str| part.starts_with(|c: char| c.is_alphabetic() || c == '_');
        word.split('.').all(|part| is_name(part) && part.chars().all(is_inner))
    };
    words.next().is_some_and(is_type)
        && words.next() == Some("->")
        && words.next().is_none_or(|next| next.starts_with('(') || is_type(next))
        && words.next().is_none_or(|next| {
            ["->", "raises", "modifies", "ghost"].contains(&next)
                || CLAUSE_WORDS.contains(&next)
                || next.starts_with(':')
                || line.contains('(')
        })
}

fn is_inner(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '\''
}

/// The parts of a text that are neither comments nor strings.
pub(crate) fn code_parts(text: &str) -> Vec<&str> {
    let (mut parts, mut from, mut at) = (Vec::new(), 0, 0);
    while at < text.len() {
        let rest = &text.as_bytes()[at..];
        let end = match rest {
            [b'(', b'*', ..] => comment_end(text, at).unwrap_or(text.len()),
            [b'"', ..] => at + literal_len(rest),
            _ => {
                at += 1;
                continue;
            }
        };
        parts.push(&text[from..at]);
        (from, at) = (end, end);
    }
    parts.push(&text[from.min(text.len())..]);
    parts
}

/// The insides of all documentation comments.
fn doc_comments(text: &str) -> Vec<Range<usize>> {
    let inner = |range: Range<usize>| range.start + 1..range.end;
    let is_doc = |range: &Range<usize>| {
        let inside = &text[range.clone()];
        inside.len() > 1 && inside.starts_with('*') && !inside.starts_with("**")
    };
    comments(text).into_iter().filter(is_doc).map(inner).collect()
}

/// The insides of all comments. Comments nest; strings hide what looks like one.
fn comments(text: &str) -> Vec<Range<usize>> {
    let (mut found, mut at) = (Vec::new(), 0);
    while at < text.len() {
        let rest = &text.as_bytes()[at..];
        if rest.starts_with(b"(*") {
            let Some(end) = comment_end(text, at) else { break };
            let inside = at + 2..end.saturating_sub(2);
            found.extend((inside.start <= inside.end).then_some(inside));
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
        assert_eq!(contract_start("effect"), Some(0));
        assert_eq!(contract_start("ensure found"), Some(0));
        assert_eq!(contract_start("ensure not found"), Some(0));
        assert_eq!(contract_start("require is_free x"), Some(0));
        assert_eq!(contract_start("require sorted xs"), Some(0));
        assert_eq!(contract_start("ensure less a b && found"), Some(0));
        assert_eq!(contract_start("context\n  F <put k>"), Some(0));
        assert_eq!(contract_start("raises Not_found"), Some(0));
        assert_eq!(contract_start("raises Failure m when m = \"x\""), Some(0));
        assert_eq!(contract_start("raises Empty when size = 0"), Some(0));
        assert_eq!(contract_start("modifies count, table"), Some(0));
        // What is nothing but words of sentences is prose.
        assert_eq!(contract_start("invariant of of of of"), None);
        assert_eq!(contract_start("ensure is by && to"), Some(0));
    }

    #[test]
    fn prose_is_no_contract() {
        for prose in [
            "after it as it is",
            "Removes a node and leaves the tree\n after it as it is",
            "case analysis follows",
            "ensure that nothing is lost",
            "effect: none.",
            "pure functions only",
            "require the lock to be held",
            "context of the call",
            "ghost values are never seen",
            "x -> y means that x leads to y",
            "invariant under rotation.",
            "after a failed call nothing is left",
            "raises Not_found if the key is not there",
            "raises Not_found when the key is not there",
            "raises Failure.",
            "modifies the list in place",
            "(http://example.org/shuffle.html)",
        ] {
            assert_eq!(contract_start(prose), None, "{prose}");
        }
    }
}
