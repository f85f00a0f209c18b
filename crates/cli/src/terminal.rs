//! How we talk to the person at the other end.

use std::io::{self, IsTerminal, Write};

use report::Paint;

use crate::args::{Color, Global};

/// What kind of terminal there is, and how much it wants to hear.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Terminal {
    /// Colours for what goes to standard output.
    pub(crate) stdout: Paint,
    /// Whether progress can be drawn in place on standard error.
    pub(crate) live: bool,
    /// Nothing but errors on standard error.
    pub(crate) quiet: bool,
    /// Counts and times in the report.
    pub(crate) verbose: bool,
}

impl Terminal {
    pub(crate) fn new(global: &Global) -> Terminal {
        Terminal {
            stdout: paint(global.color, io::stdout().is_terminal()),
            live: io::stderr().is_terminal(),
            quiet: global.quiet,
            verbose: global.verbose,
        }
    }

    /// Writes a line to standard error.
    pub(crate) fn complain(&self, text: &str) {
        complain(text);
    }
}

/// Writes a line to standard error. Where that is closed, there is nothing else to do.
pub(crate) fn complain(text: &str) {
    let _ = writeln!(io::stderr().lock(), "{text}");
}

/// Colours: what the option says, then `NO_COLOR` (set and not empty), then whether anybody looks.
fn paint(color: Color, is_terminal: bool) -> Paint {
    let forbidden = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    match color {
        Color::Always => Paint::Colour,
        Color::Never => Paint::Plain,
        Color::Auto if is_terminal && !forbidden => Paint::Colour,
        Color::Auto => Paint::Plain,
    }
}
