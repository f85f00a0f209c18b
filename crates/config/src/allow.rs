//! Remarks in sources that allow findings: `tracehound: allow CODE reason …` in a comment.
//!
//! What a comment is differs between languages, but every comment here starts with one of a few signs
//! that stand at the start of a line or after code. A remark is for findings of the line it stands on
//! and of the line below.

/// A remark that allows findings of a code.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AllowComment {
    /// The code.
    pub code: String,
    /// Why; empty if the author has not said so.
    pub reason: String,
    /// Its line, from one.
    pub line: usize,
    /// Its bytes.
    pub range: std::ops::Range<usize>,
}

/// What starts the remark.
const MARK: &str = "tracehound: allow ";

/// What starts a comment in one of the languages that we read.
const STARTS: [&str; 6] = ["//", "/*", "(*", "--", "{-", "#"];

/// What ends a comment.
const ENDS: [&str; 3] = ["*/", "*)", "-}"];

/// The remarks of a text.
#[must_use]
pub fn allow_comments(text: &str) -> Vec<AllowComment> {
    let (mut all, mut start) = (Vec::new(), 0);
    for (number, line) in text.split_inclusive('\n').enumerate() {
        all.extend(comment_in(line, number + 1, start));
        start += line.len();
    }
    all
}

fn comment_in(line: &str, number: usize, start: usize) -> Option<AllowComment> {
    let at = line.find(MARK)?;
    let before = line[..at].trim_end_matches([' ', '\t', '*', '!']);
    if !STARTS.iter().any(|sign| before.ends_with(sign.trim_end_matches('*'))) {
        return None;
    }
    let words = line[at + MARK.len()..].trim_end();
    let words = ENDS.iter().find_map(|sign| words.strip_suffix(sign)).unwrap_or(words).trim();
    let (code, reason) = words.split_once(char::is_whitespace).unwrap_or((words, ""));
    let code = code.trim_end_matches([':', ',']);
    let range = start + at..start + line.trim_end().len();
    let reason = reason.trim().trim_start_matches(['-', ':']).trim().to_owned();
    Some(AllowComment { code: code.to_owned(), reason, line: number, range })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[(usize, &str, &str)]) {
        let found = allow_comments(text);
        let found: Vec<(usize, &str, &str)> =
            found.iter().map(|one| (one.line, one.code.as_str(), one.reason.as_str())).collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn comments_of_all_languages() {
        check(
            "(* tracehound: allow ADT001 as in the paper *)\nlet x = 1\n",
            &[(1, "ADT001", "as in the paper")],
        );
        check(
            "x;\n  y; // tracehound: allow TOY001: overflow is fine",
            &[(2, "TOY001", "overflow is fine")],
        );
        check("-- tracehound: allow REF001 known\n", &[(1, "REF001", "known")]);
        check("/** tracehound: allow JVM001 known */\n", &[(1, "JVM001", "known")]);
        check("{- tracehound: allow REF001 -}\n", &[(1, "REF001", "")]);
    }

    #[test]
    fn text_is_no_comment() {
        check("print \"tracehound: allow ADT001 no\"", &[]);
        check("tracehound: allow ADT001 no", &[]);
    }

    #[test]
    fn the_range_is_the_remark() {
        let text = "é\n// tracehound: allow TOY001 why\n";
        assert_eq!(&text[allow_comments(text)[0].range.clone()], "tracehound: allow TOY001 why");
    }
}
