//! What an area of the campaign is.

use std::collections::BTreeMap;
use std::path::PathBuf;

/// A kind of cases and their oracle.
pub struct Area {
    /// Its name on the command line.
    pub name: &'static str,
    /// What is compared with what.
    pub about: &'static str,
    /// Bytes of a tape.
    pub length: usize,
    /// Tapes that are judged together: more than one where a compiler has to be started.
    pub batch: usize,
    /// Tapes of a run that is bounded by nothing else: all areas together take about a minute.
    pub tapes: u64,
    /// What is missing on this machine.
    pub missing: fn(&Setup) -> Option<String>,
    /// Gets ready to judge; once for each thread.
    pub start: fn(&Setup) -> Bench,
}

/// Where things are.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The folder of the project.
    pub root: PathBuf,
    /// The program that is tried.
    pub tracehound: PathBuf,
    /// A folder for files that go away.
    pub scratch: PathBuf,
    /// How many times as large as usually the constants of the generators are, where an area has such.
    pub scale: usize,
}

/// One thread's judge of an area.
pub type Bench = Box<dyn Judge>;

/// Judges tapes.
pub trait Judge {
    /// One judgement for each tape.
    fn judge(&mut self, tapes: &[&[u8]]) -> Vec<Judgement>;

    /// What a tape describes, as files with their names.
    fn files(&mut self, tape: &[u8]) -> Vec<(String, String)>;
}

/// What became of a tape.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Judgement {
    /// Questions on which both sides had an answer, the same one.
    pub decided: u64,
    /// Questions on which one of them had none.
    pub undecided: u64,
    /// What they disagree on.
    pub wrong: Option<String>,
    /// Other things that were counted, by name.
    pub counts: Counts,
}

/// Numbers with names.
pub type Counts = BTreeMap<String, u64>;

/// Adds numbers to those of the same name.
pub(crate) fn add_counts(all: &mut Counts, more: &Counts) {
    for (name, count) in more {
        *all.entry(name.clone()).or_default() += count;
    }
}

impl Judgement {
    /// Both sides say the same.
    #[must_use]
    pub fn agreed() -> Judgement {
        Judgement { decided: 1, ..Judgement::default() }
    }

    /// One side does not know.
    #[must_use]
    pub fn open() -> Judgement {
        Judgement { undecided: 1, ..Judgement::default() }
    }

    /// The sides disagree.
    #[must_use]
    pub fn wrong(what: impl Into<String>) -> Judgement {
        Judgement { wrong: Some(what.into()), ..Judgement::default() }
    }

    /// The same with a number beside it.
    #[must_use]
    pub fn counting(mut self, name: &str, count: u64) -> Judgement {
        *self.counts.entry(name.to_owned()).or_default() += count;
        self
    }

    /// Counts another question on the same tape; the first disagreement stays.
    pub fn add(&mut self, other: Judgement) {
        self.decided += other.decided;
        self.undecided += other.undecided;
        add_counts(&mut self.counts, &other.counts);
        if self.wrong.is_none() {
            self.wrong = other.wrong;
        }
    }

    /// All questions.
    #[must_use]
    pub fn cases(&self) -> u64 {
        self.decided + self.undecided + u64::from(self.wrong.is_some())
    }
}
