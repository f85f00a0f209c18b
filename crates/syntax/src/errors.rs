//! The list of errors of one file, with a cap.

use source::Diagnostic;

/// How many errors of one file are reported at most: a file of garbage has millions.
const MOST: usize = 20;

/// Says that an error was found and is already in the list.
#[derive(Clone, Copy, Debug)]
pub struct Reported;

/// The errors found so far.
#[derive(Default)]
pub struct Errors {
    list: Vec<Diagnostic>,
}

impl Errors {
    /// Takes in an error, unless the list is full or its main place starts where that of the last
    /// error does: then it is most likely a consequence of that one.
    pub fn report(&mut self, diagnostic: Diagnostic) -> Reported {
        let start = |d: &Diagnostic| d.labels.first().map(|label| label.span.start);
        let repeats = self.list.last().is_some_and(|last| start(last) == start(&diagnostic));
        if !repeats && !self.is_full() {
            self.list.push(diagnostic);
        }
        Reported
    }

    /// Whether looking for more errors is pointless.
    pub fn is_full(&self) -> bool {
        self.list.len() >= MOST
    }

    /// The errors in the order of their places, with a remark if there may be more.
    pub fn finish(mut self) -> Vec<Diagnostic> {
        let full = self.is_full();
        self.list.sort_by_key(|error| error.labels.first().map(|label| label.span));
        if full {
            let last = self.list.pop().expect("a full list has a last element");
            self.list.push(last.with_note(format!("stopped after {MOST} errors")));
        }
        self.list
    }
}

/// A piece of source text, short enough to stand in a message.
pub fn shown(text: &str) -> String {
    const LONGEST: usize = 40;
    match text.char_indices().nth(LONGEST) {
        Some((cut, _)) => format!("`{}…`", text[..cut].escape_debug()),
        None => format!("`{}`", text.escape_debug()),
    }
}
