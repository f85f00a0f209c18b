//! Where a rule ends, and which part of it is what.
//!
//! A bubble lasts until a word that starts the next sentence. Its end may be attributes; in front of
//! them `requires` and `ensures` start its conditions. Strings and comments hide all such words, and
//! so do cells and parentheses, unless a sentence starts on a line of its own there.

use super::reader::{Read, Reader, is_word, string_end};
use super::{Bubble, RuleDecl};
use crate::attributes::{Attribute, Attributes};
use crate::definition::RuleKind;

/// Words that end a bubble. Imports stand in front of all bubbles, so languages may use their word.
pub(super) const NEXT: &[&str] =
    &["rule", "claim", "context", "configuration", "syntax", "endmodule"];

/// How many ways to split a rule into body and conditions are tried.
const MOST_SPLITS: usize = 16;

impl Reader<'_> {
    /// The rest of a rule behind its keyword, which starts at `start`.
    pub(super) fn rule(&mut self, kind: RuleKind, start: usize) -> Read<RuleDecl> {
        let mut attributes = Attributes::default();
        if let Some(label) = self.rule_label() {
            attributes.push(label);
        }
        self.skip_layout();
        let from = self.at;
        let (words, mut end) = self.bubble_words();
        if let Some((open, list)) = self.attributes_at_end(from, end) {
            attributes.extend(&list);
            end = open;
        }
        let span = self.span_from(start);
        let places = |word: &str| -> Vec<Option<usize>> {
            let all = words.iter().filter(|(at, found)| *found == word && *at < end);
            all.map(|(at, _)| Some(*at)).chain([None]).collect()
        };
        let (requires, ensures) = (places("requires"), places("ensures"));
        let in_order = |(first, second): &(Option<usize>, Option<usize>)| {
            first.zip(*second).is_none_or(|(first, second)| first < second)
        };
        let pairs =
            requires.iter().flat_map(|first| ensures.iter().map(|second| (*first, *second)));
        let mut splits =
            pairs.filter(in_order).take(MOST_SPLITS).map(|pair| self.split(from, pair, end));
        let [body, requires, ensures] = splits.next().expect("the text may be a body alone");
        let body = body.expect("every rule has a body");
        let others = splits.collect();
        Ok(RuleDecl { kind, body, requires, ensures, others, attributes, span })
    }

    /// Body and conditions of a rule, from the places of the words in front of the latter.
    fn split(
        &self,
        from: usize,
        (requires, ensures): (Option<usize>, Option<usize>),
        end: usize,
    ) -> [Option<Bubble>; 3] {
        let body = self.bubble(from, requires.or(ensures).unwrap_or(end));
        let requires =
            requires.map(|at| self.bubble(at + "requires".len(), ensures.unwrap_or(end)));
        let ensures = ensures.map(|at| self.bubble(at + "ensures".len(), end));
        [Some(body), requires, ensures]
    }

    /// The whole text up to the next sentence, without attributes.
    pub(super) fn configuration(&mut self) -> Bubble {
        self.skip_layout();
        let from = self.at;
        let (_, end) = self.bubble_words();
        self.bubble(from, end)
    }

    /// `[name]:` in front of a rule.
    fn rule_label(&mut self) -> Option<Attribute> {
        if !self.sees("[") {
            return None;
        }
        let start = self.at;
        let close = self.rest().find(']')?;
        let name = self.rest()[1..close].trim();
        let behind = &self.rest()[close + 1..];
        let gap = behind.len() - behind.trim_start().len();
        if !behind[gap..].starts_with(':') || name.contains(['[', '\n']) {
            return None;
        }
        self.at += close + 1 + gap + 1;
        let span = self.span(start + 1, start + close);
        Some(Attribute { key: "label".to_owned(), value: Some(name.to_owned()), span })
    }

    fn bubble(&self, start: usize, end: usize) -> Bubble {
        let text = &self.text()[start..end.max(start)];
        let lead = text.len() - text.trim_start().len();
        let length = text.trim().len();
        Bubble { span: self.span(start + lead, start + lead + length) }
    }

    /// Goes to the next sentence; the words of the bubble with their places, and where it ends:
    /// a comment behind it is not part of it.
    fn bubble_words(&mut self) -> (Vec<(usize, String)>, usize) {
        let (mut words, mut end) = (Vec::new(), self.at);
        // How many cells and parentheses are open.
        let mut open = 0_u32;
        while !self.at_end() {
            if self.rest().starts_with('"') {
                self.at += string_end(self.rest()).unwrap_or(1);
                end = self.at;
                continue;
            }
            let word = self.peek_word();
            if NEXT.contains(&word) && self.starts_sentence(word, open) {
                break;
            }
            if word.is_empty() {
                open = self.open_behind(open);
                self.at += self.rest().chars().next().map_or(0, char::len_utf8);
            } else {
                if open == 0 {
                    words.push((self.at, word.to_owned()));
                }
                self.at += word.len();
            }
            end = self.at;
        }
        (words, end)
    }

    /// Whether a keyword here starts a sentence: it is the first word of its line, or stands by
    /// itself outside of all cells and parentheses. Elsewhere it is a word of the language or a cell.
    fn starts_sentence(&self, word: &str, open: u32) -> bool {
        let before = &self.text()[..self.at];
        let behind = &self.rest()[word.len()..];
        let line = before.rsplit('\n').next().unwrap_or_default();
        if line.trim().is_empty() {
            return !behind.starts_with('>');
        }
        let ends = |c: char| c.is_whitespace() || c == '[';
        let apart = before.ends_with(|c: char| c.is_whitespace() || matches!(c, ']' | '/'))
            && (behind.is_empty() || behind.starts_with(ends) || behind.starts_with("//"));
        apart && (open == 0 || word == "endmodule")
    }

    /// How many cells and parentheses are open behind the mark that stands here.
    fn open_behind(&self, open: u32) -> u32 {
        let rest = self.rest();
        let tag = |text: &str| {
            let end = text.find(|c: char| !is_word(c)).unwrap_or(0);
            end > 0 && text[end..].starts_with('>')
        };
        // A language may have angle brackets of its own: what is never closed is no cell.
        let cell = |text: &str| {
            let name = text.split('>').next().unwrap_or_default();
            tag(text) && text.contains(&format!("</{name}>"))
        };
        if rest.starts_with('(') || rest.strip_prefix('<').is_some_and(cell) {
            open + 1
        } else if rest.starts_with(')') || rest.strip_prefix("</").is_some_and(tag) {
            open.saturating_sub(1)
        } else {
            open
        }
    }

    /// Attributes at the end of a bubble, and where they open. A bracket that is part of the term
    /// (`M[X]`) has no list of lower-case words in it, or no space in front.
    fn attributes_at_end(&mut self, from: usize, end: usize) -> Option<(usize, Attributes)> {
        let text = self.text()[from..end].trim_end();
        let open = from + opening_bracket(text)?;
        let spaced = self.text()[..open].ends_with(char::is_whitespace);
        let inner = self.text()[open + 1..from + text.len() - 1].trim_start();
        if !spaced || !inner.starts_with(|c: char| c.is_ascii_lowercase()) {
            return None;
        }
        let mut inside = Reader::new(self.file(), &self.text()[..from + text.len()]);
        inside.at = open;
        let attributes = inside.attributes().ok()?;
        (inside.at == from + text.len()).then_some((open, attributes))
    }
}

/// Where the bracket opens that the last character closes. Parentheses may hold anything.
fn opening_bracket(text: &str) -> Option<usize> {
    if !text.ends_with(']') {
        return None;
    }
    let (mut squares, mut rounds) = (0_i32, 0_i32);
    for (at, byte) in text.bytes().enumerate().rev() {
        match byte {
            b']' if rounds == 0 => squares += 1,
            b'[' if rounds == 0 => squares -= 1,
            b')' => rounds += 1,
            b'(' => rounds -= 1,
            _ => {}
        }
        if squares == 0 {
            return Some(at);
        }
        if rounds < 0 {
            return None;
        }
    }
    None
}
