//! The lines of a log, one at a time in one buffer, and the last few of them.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{BufRead, BufReader, Cursor, Read};
use std::path::Path;

use anyhow::{Context, Result, anyhow, ensure};
use solve::Interrupt;
use trace_tools::{LineRead, Logged, RecordReader};

use host::feed::{Feed, Turns};

/// A log as messages name it.
pub(super) fn name_of(path: &Path) -> String {
    match path.display().to_string() {
        name if name == "-" => "<stdin>".to_owned(),
        name => name,
    }
}

/// A longer line is no event.
const LONGEST: u64 = 16 * 1024 * 1024;

/// The lines of a log that are not blank.
pub(super) struct Lines {
    from: Box<dyn BufRead>,
    name: String,
    buffer: Vec<u8>,
    number: u64,
    /// How often the log was rotated, and how often lines were numbered anew because of that.
    turns: Turns,
    turn: u64,
}

impl Lines {
    pub(super) fn open(path: &Path, follow: bool, stop: Interrupt) -> Result<Lines> {
        let name = name_of(path);
        let mut turns = Turns::default();
        let mut fed = |(feed, of_feed): (Feed, Turns)| {
            turns = of_feed;
            Box::new(BufReader::with_capacity(1 << 16, feed))
        };
        let from: Box<dyn BufRead> = if path.as_os_str() == "-" {
            fed(Feed::stdin(stop))
        } else if follow {
            fed(Feed::file(path, stop)?)
        } else if name.ends_with(".itf.json") {
            Box::new(Cursor::new(itf(path)?))
        } else {
            let file = File::open(path).with_context(|| format!("cannot read `{name}`"))?;
            Box::new(BufReader::with_capacity(1 << 17, file))
        };
        Ok(Lines { from, name, buffer: Vec::new(), number: 0, turns, turn: 0 })
    }

    /// The next line with its number, without its end.
    pub(super) fn next(&mut self) -> Result<Option<(u64, &[u8])>> {
        loop {
            self.buffer.clear();
            let mut limited = (&mut self.from).take(LONGEST);
            let read = limited.read_until(b'\n', &mut self.buffer);
            let read = read.with_context(|| format!("cannot read `{}`", self.name))?;
            if self.turn < self.turns.get() && read == 0 {
                (self.turn, self.number) = (self.turns.get(), 0);
                continue;
            }
            if read == 0 {
                return Ok(None);
            }
            self.number += 1;
            ensure!((read as u64) < LONGEST, "{}:{}: the line is too long", self.name, self.number);
            if !self.buffer.iter().all(u8::is_ascii_whitespace) {
                break;
            }
        }
        Ok(Some((self.number, self.buffer.trim_ascii_end())))
    }
}

/// A trace in ITF as lines.
fn itf(path: &Path) -> Result<String> {
    let name = name_of(path);
    let text = host::read::text(path).map_err(|why| anyhow!("{why}"))?;
    trace_tools::itf_lines(&text).with_context(|| format!("cannot read `{name}`"))
}

/// How many events are shown around a break.
const SHOWN: usize = 8;

/// An event with its place.
#[derive(Clone, Debug)]
pub(super) struct Seen {
    pub(super) line: u64,
    pub(super) number: u64,
    pub(super) event: Logged<'static>,
}

/// The last events of a log, kept as text because most are never read again.
#[derive(Default)]
pub(super) struct Window(VecDeque<(u64, u64, Vec<u8>)>);

impl Window {
    /// Takes in an event, in the room of the oldest one if there are enough.
    pub(super) fn push(&mut self, line: u64, number: u64, text: &[u8]) {
        let full = self.0.len() == SHOWN;
        let mut kept = if full { self.0.pop_front() } else { None }.unwrap_or_default();
        kept.2.clear();
        kept.2.extend_from_slice(text);
        self.0.push_back((line, number, kept.2));
    }

    pub(super) fn events(&self, reader: &RecordReader<'_>) -> Result<Vec<Seen>> {
        let mut events = Vec::new();
        for (line, number, text) in &self.0 {
            if let LineRead::Event(event) = reader.reread(text)? {
                events.push(Seen { line: *line, number: *number, event: event.into_owned() });
            }
        }
        Ok(events)
    }
}
