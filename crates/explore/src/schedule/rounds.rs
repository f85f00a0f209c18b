//! Rounds of jobs: the same ones for any number of threads.

use super::crew::{self, Crew};
use super::frontier::Frontier;
use super::{Explorer, Ledger, Rest, Room, Task};
use crate::{Limit, Meter, Options, Watcher};

/// How often a job that looks for the end of one path may carry it on. Doubled while no path ends:
/// a limit, because another path may have its end nearer.
const FIRST_DIVE: u64 = 64;

/// Carries `start` and what comes of it on until nothing waits, the ledger is full or a limit of
/// the meter is met.
///
/// The ledger depends on the explorer, the start and the options, not on `options.workers`; limits
/// that depend on the world are the exception. With one worker all jobs are run by the calling
/// thread, on a large stack.
///
/// # Panics
///
/// If a job panics, with the same payload, once all threads have stopped.
pub fn run<E: Explorer, L: Ledger<E>>(
    explorer: &E,
    ledger: &mut L,
    start: Vec<E::Path>,
    options: &Options,
    meter: &Meter,
    watcher: &dyn Watcher,
) -> Rest<E::Path> {
    let schedule = explorer.schedule(options);
    let mut frontier = Frontier::new(schedule.discipline);
    frontier.add(start.into_iter());
    let mut book = Book { ledger, waiting: Vec::new(), skipped: 0 };
    crew::with(explorer, options.workers, schedule.chunk, meter, watcher, |crew| {
        let mut dive = FIRST_DIVE;
        while frontier.len() > 0 && !book.is_full() && !meter.poll(0) {
            round(&mut frontier, &mut book, crew, meter, schedule.batch, &mut dive);
        }
    });
    let room = book.ledger.room();
    let waiting = std::iter::from_fn(|| frontier.next()).collect();
    let mut rest = Rest { waiting, skipped: book.skipped, limit: None };
    if rest.left() > 0 {
        rest.limit = limit_met(room, meter);
    }
    rest
}

fn round<E: Explorer, L: Ledger<E>>(
    frontier: &mut Frontier<E::Path>,
    book: &mut Book<'_, E, L>,
    crew: &mut Crew<'_, E>,
    meter: &Meter,
    batch: usize,
    dive: &mut u64,
) {
    let room = book.ledger.room();
    let crowded = frontier.is_crowded(room.paths);
    meter.set_waiting(frontier.len());
    let admitted = std::iter::from_fn(|| frontier.next()).filter(|path| book.ledger.admit(path));
    let batch: Vec<E::Path> = admitted.take(batch.max(1)).collect();
    let task = match crowded {
        false => Task { quantum: frontier.quantum(batch.len()), ends: u64::MAX, room },
        true => Task { quantum: *dive, ends: 1, room },
    };
    crew.round(batch, task, book);
    if crowded && book.ledger.room().paths == room.paths {
        *dive = dive.saturating_mul(2);
    }
    frontier.add(book.waiting.drain(..));
}

/// What became of a job.
pub(super) enum Outcome<E: Explorer> {
    Done(E::Done),
    /// Not begun, because a job before it used up all room.
    Skipped(E::Path),
}

/// The ledger with what is committed to it in one round.
pub(super) struct Book<'l, E: Explorer, L> {
    ledger: &'l mut L,
    waiting: Vec<E::Path>,
    skipped: u64,
}

impl<E: Explorer, L: Ledger<E>> Book<'_, E, L> {
    pub(super) fn is_full(&self) -> bool {
        self.ledger.is_full()
    }

    /// Commits a result if there is room. A job for which there is none counts as the one path that
    /// it began with, whatever it did: so it may be skipped.
    pub(super) fn commit(&mut self, outcome: Outcome<E>) {
        if self.is_full() {
            self.skipped += 1;
            return;
        }
        match outcome {
            Outcome::Done(done) => self.ledger.commit(done, &mut self.waiting),
            Outcome::Skipped(path) => self.waiting.push(path),
        }
    }
}

/// The limit because of which paths were left.
fn limit_met(room: Room, meter: &Meter) -> Option<Limit> {
    let used_up = |room: Option<u64>| room == Some(0);
    let budget = meter.budget();
    let paths = budget.paths.filter(|_| used_up(room.paths)).map(Limit::Paths);
    let findings = budget.findings.filter(|_| used_up(room.findings)).map(Limit::Findings);
    findings.or(paths).or(meter.met())
}
