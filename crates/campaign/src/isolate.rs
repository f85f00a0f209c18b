//! Tapes judged by child processes, so that the end of one process is not the end of all.
//!
//! A back end that is a library can take its process with it, or run without end. So a process judges a
//! chunk of tapes at a time; where it dies or takes too long, the chunk is halved until the one tape is
//! found that does it, which is counted and written down.

use std::ops::Range;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use solve::Interrupt;

use crate::{Area, AreaOutcome, Until, keep, tape_of};

/// Tapes that one process judges, of cases of the usual size.
const CHUNK: u64 = 200;
/// How much of the processor a process may take before its tapes are said to be too much, and for each of them. That is
/// for cases of the usual size.
const PATIENCE: (Duration, Duration) = (Duration::from_secs(60), Duration::from_secs(3));
/// How many times as long a process may take that gets no share of the processor, or waits.
const BUSY: u32 = 10;
/// How often it is checked.
const LOOK: Duration = Duration::from_millis(20);

/// How to judge tapes in processes of their own.
pub struct Isolated<'a> {
    /// The program of the campaign, and the arguments that all processes share.
    pub program: PathBuf,
    /// What all tapes follow from.
    pub seed: u64,
    /// Where tapes are written down that end a process.
    pub out: PathBuf,
    /// How much larger cases are than usually.
    pub scale: usize,
    /// Raised to end early.
    pub interrupt: &'a Interrupt,
}

impl Isolated<'_> {
    /// Judges the tapes of an area, from `first` on.
    #[must_use]
    pub fn run(&self, area: &Area, first: u64, until: Until) -> AreaOutcome {
        let started = Instant::now();
        let mut outcome = AreaOutcome { area: area.name.to_owned(), ..AreaOutcome::default() };
        let mut next = first;
        let is_over = |next: u64| match until {
            Until::Tapes(count) => next >= first + count,
            Until::Time(time) => started.elapsed() > time,
        };
        while !is_over(next) && !self.interrupt.is_raised() {
            let end = match until {
                Until::Tapes(count) => (first + count).min(next + self.chunk()),
                Until::Time(_) => next + self.chunk(),
            };
            self.judge(area, next..end, &mut outcome);
            next = end;
        }
        AreaOutcome { time: started.elapsed(), ..outcome }
    }

    /// Larger cases take longer, so fewer of them are judged together.
    fn chunk(&self) -> u64 {
        (CHUNK / self.scale as u64).max(1)
    }

    /// Judges tapes together, or in halves if that ends the process.
    fn judge(&self, area: &Area, numbers: Range<u64>, outcome: &mut AreaOutcome) {
        let mut todo = vec![numbers];
        while let Some(numbers) = todo.pop() {
            if self.interrupt.is_raised() {
                return;
            }
            let count = numbers.end - numbers.start;
            match self.child(area, &numbers).and_then(|text| AreaOutcome::of_counts(&text)) {
                Some(part) => outcome.add(&part),
                None if count > 1 => {
                    let middle = numbers.start + count / 2;
                    todo.push(middle..numbers.end);
                    todo.push(numbers.start..middle);
                }
                None => {
                    outcome.crashed += 1;
                    self.write_down(area, numbers.start);
                }
            }
        }
    }

    /// What a process says that judges these tapes. None if it did not come to its end.
    fn child(&self, area: &Area, numbers: &Range<u64>) -> Option<String> {
        let count = numbers.end - numbers.start;
        let mut command = Command::new(&self.program);
        command.args(["--counts", "--jobs", "1", area.name]);
        for (option, value) in [
            ("--seed", self.seed),
            ("--first", numbers.start),
            ("--cases", count),
            ("--scale", self.scale as u64),
        ] {
            command.args([option.to_owned(), value.to_string()]);
        }
        command.arg("--out").arg(&self.out).stdout(Stdio::piped());
        let tapes = u32::try_from(count).unwrap_or(u32::MAX);
        let larger = u32::try_from(self.scale).unwrap_or(u32::MAX);
        let patience = PATIENCE.0 + PATIENCE.1.saturating_mul(tapes.saturating_mul(larger));
        let mut child = command.spawn().ok()?;
        if !self.ends(&mut child, patience) {
            let _ = child.kill();
        }
        // What it writes fits the buffer of a pipe, so it was never waited for.
        let done = child.wait_with_output().ok()?;
        // Disagreements are found by code that works.
        let has_ended = matches!(done.status.code(), Some(0 | 1));
        has_ended.then(|| String::from_utf8_lossy(&done.stdout).into_owned())
    }

    /// Waits for the end of a process, until it has had this much of the processor.
    fn ends(&self, child: &mut Child, patience: Duration) -> bool {
        let started = Instant::now();
        let is_late = |process: u32| {
            let waited = started.elapsed();
            // Without an answer of the system, the clock has to do.
            let had = || child::processor_time(process).unwrap_or(waited);
            waited >= patience * BUSY || waited >= patience && had() >= patience
        };
        while !is_late(child.id()) && !self.interrupt.is_raised() {
            match child.try_wait() {
                Ok(Some(_)) => return true,
                Ok(None) => std::thread::sleep(LOOK),
                Err(_) => return false,
            }
        }
        false
    }

    fn write_down(&self, area: &Area, number: u64) {
        let tape = tape_of(self.seed, area.name, number, area.length);
        let why = "the process that judged this tape did not come to its end";
        match keep(&self.out, area.name, &tape, why, self.seed, &[]) {
            Ok(folder) => {
                eprintln!("{}: {why}\n  = note: written to {}", area.name, folder.display())
            }
            Err(error) => {
                eprintln!("{}: {why}\n  = note: it cannot be written: {error}", area.name)
            }
        }
    }
}
