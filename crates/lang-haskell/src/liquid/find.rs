//! Where annotations stand in a module.
//!
//! An annotation is a comment that starts with `{-@` and ends with `@-}`. To find them one has to
//! know what else may look like that: texts, characters, and other comments. A literate module is
//! first turned into a plain one by writing blanks over everything that is no code, so that places
//! stay what they were.

use std::ops::Range;

use source::{Diagnostic, File};

const OPEN: &str = "{-@";
const CLOSE: &str = "@-}";

/// The insides of the annotations of a module in the order of the text, and what is wrong with
/// their ends.
#[must_use]
pub fn annotations(file: &File) -> (Vec<Range<usize>>, Vec<Diagnostic>) {
    let plain = if is_literate(file.name()) { unlit(file.text()) } else { file.text().to_owned() };
    let (mut found, mut errors) = (Vec::new(), Vec::new());
    let mut scan = Scan { text: &plain, at: 0 };
    while let Some(start) = scan.next_annotation() {
        let inside = start + OPEN.len();
        match plain[inside..].find(CLOSE) {
            Some(length) => {
                found.push(inside..inside + length);
                scan.at = inside + length + CLOSE.len();
            }
            None => {
                let message = "this annotation has no end";
                let error = Diagnostic::error(message).at(file.span(start..inside), "starts here");
                errors.push(error.with_help("close it with `@-}`"));
                break;
            }
        }
    }
    (found, errors)
}

fn is_literate(name: &str) -> bool {
    name.ends_with(".lhs")
}

/// A literate module with blanks for everything but code: lines behind `>`, and those between
/// `\begin{code}` and `\end{code}`. Every byte stays in its place.
#[must_use]
pub fn unlit(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut in_code = false;
    for line in text.split_inclusive('\n') {
        let is_mark = |mark: &str| line.trim_start().starts_with(mark);
        if is_mark("\\begin{code}") || is_mark("\\end{code}") {
            in_code = is_mark("\\begin{code}");
            blank(line, &mut plain);
        } else if in_code {
            plain.push_str(line);
        } else if let Some(code) = line.strip_prefix('>') {
            plain.push(' ');
            plain.push_str(code);
        } else {
            blank(line, &mut plain);
        }
    }
    plain
}

fn blank(line: &str, plain: &mut String) {
    plain.extend(line.bytes().map(|byte| if byte == b'\n' { '\n' } else { ' ' }));
}

/// A module on the way from its first character to its last.
struct Scan<'t> {
    text: &'t str,
    at: usize,
}

impl Scan<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    /// Goes on to the next annotation.
    fn next_annotation(&mut self) -> Option<usize> {
        loop {
            let rest = self.rest();
            let first = rest.chars().next()?;
            if rest.starts_with(OPEN) {
                return Some(self.at);
            }
            match first {
                '{' if rest.starts_with("{-") => self.comment(),
                '-' => self.dashes(),
                '"' => self.text(),
                '\'' => self.character(),
                _ if first.is_alphabetic() || first == '_' => self.word(),
                _ => self.at += first.len_utf8(),
            }
        }
    }

    fn skip_while(&mut self, goes_on: impl Fn(char) -> bool) {
        let rest = self.rest();
        self.at += rest.find(|c| !goes_on(c)).unwrap_or(rest.len());
    }

    /// A comment with comments inside. Without an end it is GHC's to complain.
    fn comment(&mut self) {
        let mut depth = 0;
        while let Some(first) = self.rest().chars().next() {
            if self.rest().starts_with("{-") {
                depth += 1;
                self.at += 2;
            } else if self.rest().starts_with("-}") {
                depth -= 1;
                self.at += 2;
                if depth == 0 {
                    return;
                }
            } else {
                self.at += first.len_utf8();
            }
        }
    }

    /// Two or more dashes start a comment up to the end of the line, unless they are part of a
    /// longer operator.
    fn dashes(&mut self) {
        let start = self.at;
        self.skip_while(|c| "-!#$%&*+./<=>?@\\^|~:".contains(c));
        let operator = &self.text[start..self.at];
        if operator.len() >= 2 && operator.bytes().all(|byte| byte == b'-') {
            self.skip_while(|c| c != '\n');
        }
    }

    fn text(&mut self) {
        self.at += 1;
        while let Some(first) = self.rest().chars().next() {
            self.at += first.len_utf8();
            match first {
                '\\' => {
                    self.at += self.rest().chars().next().map_or(0, char::len_utf8);
                }
                '"' => return,
                _ => {}
            }
        }
    }

    /// A character in quotes; otherwise a quote by itself, as before a promoted constructor.
    fn character(&mut self) {
        let mut rest = self.rest().char_indices().skip(1);
        let end = match rest.next() {
            Some((_, '\\')) => {
                let mut escape = rest.skip(1);
                escape.find(|(_, c)| *c == '\'' || *c == '\n').filter(|(_, c)| *c == '\'')
            }
            Some(_) => rest.next().filter(|(_, c)| *c == '\''),
            None => None,
        };
        self.at += end.map_or(1, |(at, _)| at + 1);
    }

    /// Names may have quotes in them.
    fn word(&mut self) {
        self.skip_while(|c| c.is_alphanumeric() || c == '_' || c == '\'');
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use source::Files;

    fn found(name: &str, text: &str) -> Vec<String> {
        let file = Files::new().add(name, text);
        let (ranges, errors) = annotations(&file);
        assert!(errors.is_empty(), "{errors:?}");
        ranges.into_iter().map(|range| file.text()[range].trim().to_owned()).collect()
    }

    #[test]
    fn annotations_are_found_among_comments_and_texts() {
        let text = "-- {-@ no @-}\n{- {-@ no @-} -}\nx = \"{-@ no @-}\" {-@ yes @-}\nf' = '\"'\n\
                    y = '\\'' --> {-@ too @-} 'a\n{-@ last\n@-}";
        assert_eq!(found("T.hs", text), ["yes", "too", "last"]);
    }

    #[test]
    fn literate_modules_keep_their_places() {
        let text = "Téxt {-@ no @-}\n\n> {-@ bird @-}\n\\begin{code}\n{-@ tex @-}\n\\end{code}\n";
        assert_eq!(found("T.lhs", text), ["bird", "tex"]);
        assert_eq!(unlit(text).len(), text.len());
    }

    #[test]
    fn unterminated_annotation_is_reported() {
        let file = Files::new().add("T.hs", "f = 1\n{-@ f :: Int\n");
        let (ranges, errors) = annotations(&file);
        assert!(ranges.is_empty());
        assert_eq!(errors[0].labels[0].span.range(), 6..9);
    }

    proptest::proptest! {
        #[test]
        fn any_text_is_searched(text in "[-{@}'\"a> \\\\é\n]{0,60}") {
            for name in ["T.hs", "T.lhs"] {
                let file = Files::new().add(name, &text);
                for range in annotations(&file).0 {
                    assert!(text.get(range).is_some());
                }
            }
        }
    }
}
