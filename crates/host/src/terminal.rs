//! How we talk to the person at the other end.

use std::io::{self, IsTerminal, Write};

use clap::ValueEnum;
use report::Paint;

/// When to use colours.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Color {
    /// On a terminal
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// What kind of terminal there is, and how much it wants to hear.
#[derive(Clone, Copy, Debug)]
pub struct Terminal {
    /// Colours for what goes to standard output.
    pub stdout: Paint,
    /// Whether progress can be drawn in place on standard error.
    pub live: bool,
    /// Nothing but errors on standard error.
    pub quiet: bool,
    /// Counts and times in the report.
    pub verbose: bool,
    /// Progress goes to standard output as lines of JSON.
    pub json_lines: bool,
}

impl Terminal {
    /// The terminal of this process.
    #[must_use]
    pub fn new(color: Color, quiet: bool, verbose: bool) -> Terminal {
        Terminal {
            stdout: paint(color, io::stdout().is_terminal()),
            live: io::stderr().is_terminal(),
            quiet,
            verbose,
            json_lines: false,
        }
    }

    /// Writes a line to standard error.
    pub fn complain(&self, text: &str) {
        complain(text);
    }
}

/// Writes a line to standard error. Where that is closed, there is nothing else to do.
pub fn complain(text: &str) {
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
