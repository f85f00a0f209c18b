//! Judging many tapes on several threads.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use solve::Interrupt;

use crate::area::add_counts;
use crate::at_work::AtWork;
use crate::{Area, Bench, Counts, Judgement, Setup, keep, shrink, tape_of};

/// Trials that making a disagreement smaller may take.
const ATTEMPTS: usize = 400;
/// And how long.
const SHRINKING: Duration = Duration::from_secs(30);
/// Disagreements after which an area is left: more of the same tell nothing.
const ENOUGH: u64 = 5;

/// When an area has been tried enough.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Until {
    /// After so many tapes: the same ones on every machine.
    Tapes(u64),
    /// After so much time.
    Time(Duration),
}

/// How to run.
pub struct Campaign {
    /// What all tapes follow from.
    pub seed: u64,
    /// The number of the first tape.
    pub first: u64,
    /// Threads.
    pub jobs: usize,
    /// Where disagreements are written.
    pub out: PathBuf,
    /// Where things are.
    pub setup: Setup,
    /// Raised to end early.
    pub interrupt: Interrupt,
}

/// What became of an area.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct AreaOutcome {
    /// The area.
    pub area: String,
    /// Questions on which both sides agree.
    pub decided: u64,
    /// Questions that one side did not answer.
    pub undecided: u64,
    /// Tapes on which they disagree.
    pub wrong: u64,
    /// Tapes that ended the process that judged them.
    pub crashed: u64,
    /// Other things that were counted, by name.
    pub counts: Counts,
    /// How long it took.
    pub time: Duration,
    /// Why it was not tried.
    pub skipped: Option<String>,
}

impl AreaOutcome {
    fn count(&mut self, judgement: &Judgement) {
        self.decided += judgement.decided;
        self.undecided += judgement.undecided;
        self.wrong += u64::from(judgement.wrong.is_some());
        add_counts(&mut self.counts, &judgement.counts);
    }

    /// Adds what became of other tapes of the area.
    pub(crate) fn add(&mut self, other: &AreaOutcome) {
        self.decided += other.decided;
        self.undecided += other.undecided;
        self.wrong += other.wrong;
        self.crashed += other.crashed;
        add_counts(&mut self.counts, &other.counts);
    }

    /// The numbers as text, for the process that waits for them.
    #[must_use]
    pub fn as_counts(&self) -> String {
        let mut text = format!("{} {} {}\n", self.decided, self.undecided, self.wrong);
        self.counts.iter().for_each(|(name, count)| text.push_str(&format!("{count} {name}\n")));
        text
    }

    /// The outcome whose numbers a text says; none if it says none.
    #[must_use]
    pub fn of_counts(text: &str) -> Option<AreaOutcome> {
        let mut lines = text.lines();
        let numbers: Option<Vec<u64>> =
            lines.next()?.split(' ').map(|number| number.parse().ok()).collect();
        let &[decided, undecided, wrong] = &numbers?[..] else { return None };
        let counts: Option<Counts> = lines
            .map(|line| {
                let (count, name) = line.split_once(' ')?;
                Some((name.to_owned(), count.parse().ok()?))
            })
            .collect();
        Some(AreaOutcome { decided, undecided, wrong, counts: counts?, ..AreaOutcome::default() })
    }
}

impl Campaign {
    /// Judges the tapes of an area.
    pub fn run(&self, area: &Area, until: Until) -> AreaOutcome {
        let mut outcome = AreaOutcome { area: area.name.to_owned(), ..AreaOutcome::default() };
        outcome.skipped = (area.missing)(&self.setup);
        if outcome.skipped.is_some() {
            return outcome;
        }
        let started = Instant::now();
        let next = AtomicU64::new(self.first);
        let shared = Mutex::new(outcome);
        std::thread::scope(|scope| {
            for thread in 0..self.jobs.max(1) {
                let at_work = AtWork::new(&self.out, area.name, thread);
                let (next, shared) = (&next, &shared);
                scope.spawn(move || self.work(area, until, started, next, shared, &at_work));
            }
        });
        let outcome = shared.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
        AreaOutcome { time: started.elapsed(), ..outcome }
    }

    fn work(
        &self,
        area: &Area,
        until: Until,
        started: Instant,
        next: &AtomicU64,
        shared: &Mutex<AreaOutcome>,
        at_work: &AtWork,
    ) {
        let mut judge = Worker::new(area, &self.setup);
        loop {
            let first = next.fetch_add(area.batch as u64, Relaxed);
            let numbers = first..match until {
                Until::Tapes(count) => (self.first + count).min(first + area.batch as u64),
                Until::Time(time) if started.elapsed() > time => first,
                Until::Time(_) => first + area.batch as u64,
            };
            if numbers.is_empty() || self.interrupt.is_raised() {
                return;
            }
            let tape = |number| tape_of(self.seed, area.name, number, area.length);
            let tapes: Vec<Vec<u8>> = numbers.map(tape).collect();
            at_work.begin(&tapes);
            let judgements = judge.judge(&tapes.iter().map(Vec::as_slice).collect::<Vec<_>>());
            // Ctrl-C reaches compilers and programs that were just running, too.
            if self.interrupt.is_raised() {
                return;
            }
            let mut enough = false;
            for (tape, judgement) in tapes.iter().zip(&judgements) {
                if let Some(why) = &judgement.wrong {
                    self.report(&mut judge, tape, why);
                }
                let mut shared = shared.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
                shared.count(judgement);
                enough = shared.wrong >= ENOUGH;
            }
            if enough {
                return;
            }
        }
    }

    /// Makes a disagreement small and writes it down.
    fn report(&self, judge: &mut Worker<'_>, tape: &[u8], why: &str) {
        let until = Instant::now() + SHRINKING;
        let small = shrink(tape, ATTEMPTS, |tape| {
            let late = self.interrupt.is_raised() || Instant::now() > until;
            !late && judge.judge(&[tape]).iter().any(|judgement| judgement.wrong.is_some())
        });
        let why =
            judge.judge(&[&small]).pop().and_then(|small| small.wrong).unwrap_or(why.to_owned());
        let (area, files) = (judge.area.name, judge.files(&small));
        match keep(&self.out, area, &small, &why, self.seed, &files) {
            Ok(folder) => eprintln!("{area}: {why}\n  = note: written to {}", folder.display()),
            Err(error) => eprintln!("{area}: {why}\n  = note: it cannot be written: {error}"),
        }
    }
}

/// A judge that survives panics of what it tries.
struct Worker<'a> {
    area: &'a Area,
    setup: &'a Setup,
    bench: Bench,
}

impl<'a> Worker<'a> {
    fn new(area: &'a Area, setup: &'a Setup) -> Worker<'a> {
        Worker { area, setup, bench: (area.start)(setup) }
    }

    fn judge(&mut self, tapes: &[&[u8]]) -> Vec<Judgement> {
        let judged = catch_unwind(AssertUnwindSafe(|| self.bench.judge(tapes)));
        judged.unwrap_or_else(|panic| {
            self.bench = (self.area.start)(self.setup);
            match tapes {
                // The panic was this tape's.
                [_] => vec![Judgement::wrong(format!("panic: {}", words(&*panic)))],
                _ => tapes.iter().flat_map(|tape| self.judge(&[tape])).collect(),
            }
        })
    }

    fn files(&mut self, tape: &[u8]) -> Vec<(String, String)> {
        catch_unwind(AssertUnwindSafe(|| self.bench.files(tape))).unwrap_or_default()
    }
}

/// What a panic says.
fn words(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or(panic.downcast_ref::<&str>().copied()).unwrap_or("no message").to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Judge;

    /// Wrong about a tape that has a byte above 250, and panics at 250.
    struct Sample;

    impl Judge for Sample {
        fn judge(&mut self, tapes: &[&[u8]]) -> Vec<Judgement> {
            let judge = |tape: &&[u8]| {
                assert!(!tape.contains(&250), "two hundred and fifty");
                let wrong = tape.iter().any(|byte| *byte > 250);
                if wrong { Judgement::wrong("too large") } else { Judgement::agreed() }
            };
            tapes.iter().map(judge).collect()
        }

        fn files(&mut self, tape: &[u8]) -> Vec<(String, String)> {
            vec![("tape.txt".to_owned(), format!("{tape:?}"))]
        }
    }

    const AREA: Area = Area {
        name: "sample",
        about: "bytes",
        length: 4,
        batch: 3,
        tapes: 10,
        missing: |_| None,
        start: |_| Box::new(Sample),
    };

    fn campaign(jobs: usize, out: PathBuf) -> Campaign {
        let setup =
            Setup { root: ".".into(), tracehound: "none".into(), scratch: ".".into(), scale: 1 };
        Campaign { seed: 3, first: 0, jobs, out, setup, interrupt: Interrupt::new() }
    }

    #[test]
    fn counts_do_not_depend_on_threads() {
        let folder = tempfile::tempdir().expect("a folder");
        let count = |jobs| {
            let outcome = campaign(jobs, folder.path().into()).run(&AREA, Until::Tapes(40));
            (outcome.decided, outcome.wrong)
        };
        assert_eq!(count(1), count(3));
        let (decided, wrong) = count(1);
        assert!(wrong > 0 && decided + wrong == 40, "{decided} {wrong}");
        let kept = std::fs::read_dir(folder.path().join("sample")).expect("kept");
        let texts: Vec<String> = kept
            .map(|entry| std::fs::read_to_string(entry.expect("readable").path().join("tape.txt")))
            .map(|text| text.expect("kept"))
            .collect();
        assert!(texts.iter().all(|text| text == "[251]" || text == "[250]"), "{texts:?}");
    }

    #[test]
    fn numbers_are_read_as_they_are_written() {
        let judgement = Judgement::agreed().counting("literals of explanations", 7);
        let mut outcome = AreaOutcome::default();
        outcome.count(&judgement);
        outcome.count(&Judgement::wrong("no"));
        let read = AreaOutcome::of_counts(&outcome.as_counts()).expect("it was written");
        assert_eq!((read.decided, read.wrong, read.counts), (1, 1, outcome.counts));
        assert_eq!(AreaOutcome::of_counts("thread panicked"), None);
    }

    #[test]
    fn what_is_missing_is_said() {
        let area = Area { missing: |_| Some("no tool".to_owned()), ..AREA };
        let outcome = campaign(1, ".".into()).run(&area, Until::Tapes(5));
        assert_eq!((outcome.skipped.as_deref(), outcome.decided), (Some("no tool"), 0));
    }
}
