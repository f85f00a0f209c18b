//! Rounds of jobs: the same ones for any number of threads.

use super::crew::{self, Begun, Crew, LEADER};
use super::frontier::Frontier;
use super::{Explorer, Ledger, Rest, Room, Schedule, Task};
use crate::{Limit, Meter, Options, Watcher};

/// How often a job that looks for the end of one path may carry it on. Doubled while no path ends:
/// a limit, because another path may have its end nearer.
const FIRST_DIVE: u64 = 64;

/// Carries `start` and what comes of it on until nothing waits, the ledger is full or a limit of
/// the meter is met.
///
/// The ledger depends on the explorer, the start and the options, not on `options.workers` and
/// `options.spare`; limits that depend on the world are the exception. With one worker and no spare
/// thread all jobs are run by the calling thread, on a large stack.
///
/// # Panics
///
/// If a job panics, with the same payload, once all threads have stopped.
pub fn run<E, L>(
    explorer: &E,
    ledger: &mut L,
    start: Vec<E::Path>,
    options: &Options,
    meter: &Meter,
    watcher: &dyn Watcher,
) -> Rest<E::Path>
where
    E: Explorer<Path: Send, Done: Send> + Sync,
    L: Ledger<E>,
{
    let schedule = explorer.schedule(options);
    let mut rounds = Rounds::new(ledger, schedule, start);
    crew::with(explorer, options, schedule.chunk, meter, watcher, |crew| {
        rounds.run(crew, meter);
    });
    rounds.into_rest(meter)
}

/// A search on its way.
struct Rounds<'l, E: Explorer, L> {
    frontier: Frontier<E::Path>,
    book: Book<'l, E, L>,
    schedule: Schedule,
    dive: u64,
}

/// A round on its way.
struct Round<P> {
    begun: Begun<P>,
    /// What might be done when it began.
    room: Room,
    /// Whether each of its jobs looks for the end of one path.
    dives: bool,
}

impl<'l, E: Explorer, L: Ledger<E>> Rounds<'l, E, L> {
    fn new(ledger: &'l mut L, schedule: Schedule, start: Vec<E::Path>) -> Rounds<'l, E, L> {
        let mut frontier = Frontier::new(schedule.discipline);
        frontier.add(start.into_iter());
        let book = Book { ledger, waiting: Vec::new(), skipped: 0 };
        let schedule = Schedule { batch: schedule.batch.max(1), ..schedule };
        Rounds { frontier, book, schedule, dive: FIRST_DIVE }
    }

    fn run(&mut self, crew: &mut Crew<'_, E>, meter: &Meter) {
        let mut ahead = None;
        while let Some(round) = ahead.take().or_else(|| self.next_round(crew, meter)) {
            ahead = self.round_ahead(&round, crew);
            self.finish(round, crew);
        }
    }

    /// Begins a round, unless the search is over.
    fn next_round(&mut self, crew: &mut Crew<'_, E>, meter: &Meter) -> Option<Round<E::Path>> {
        if self.frontier.len() == 0 || self.book.is_full() || meter.poll(0) {
            return None;
        }
        meter.set_waiting(self.frontier.len());
        Some(self.begin(crew))
    }

    /// Begins the round after one that is not finished, if nothing that comes of that one belongs to it.
    /// That threads have work while results are committed is the use of it, but with one thread the
    /// rounds are the same.
    fn round_ahead(
        &mut self,
        round: &Round<E::Path>,
        crew: &mut Crew<'_, E>,
    ) -> Option<Round<E::Path>> {
        let is_known = self.schedule.overlap
            && matches!(self.frontier, Frontier::Queue(_))
            && self.frontier.len() >= self.schedule.batch
            && !round.dives
            && !self.frontier.is_crowded(round.room.paths);
        is_known.then(|| self.begin(crew))
    }

    fn begin(&mut self, crew: &mut Crew<'_, E>) -> Round<E::Path> {
        let Rounds { frontier, book, schedule, dive } = self;
        let room = book.ledger.room();
        let dives = frontier.is_crowded(room.paths);
        let mut batch = Vec::with_capacity(schedule.batch.min(frontier.len()));
        let level = frontier.level();
        let next = std::iter::from_fn(|| frontier.next_at(level));
        batch.extend(next.filter(|path| book.ledger.admit(path)).take(schedule.batch));
        let task = match dives {
            false => {
                let quantum = frontier.quantum(batch.len());
                Task { quantum, ends: u64::MAX, room, thread: LEADER }
            }
            true => Task { quantum: *dive, ends: 1, room, thread: LEADER },
        };
        Round { begun: crew.begin(batch, task), room, dives }
    }

    fn finish(&mut self, round: Round<E::Path>, crew: &mut Crew<'_, E>) {
        let Round { begun, room, dives } = round;
        crew.finish(begun, &mut self.book);
        if dives && self.book.ledger.room().paths == room.paths {
            self.dive = self.dive.saturating_mul(2);
        }
        self.frontier.add(self.book.waiting.drain(..));
    }

    fn into_rest(mut self, meter: &Meter) -> Rest<E::Path> {
        let waiting = std::iter::from_fn(|| self.frontier.next()).collect();
        let mut rest = Rest { waiting, skipped: self.book.skipped, limit: None };
        if rest.left() > 0 {
            rest.limit = limit_met(self.book.ledger.room(), meter);
        }
        rest
    }
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
        match outcome {
            _ if self.is_full() => self.skip(),
            Outcome::Done(done) => self.commit_done(done),
            Outcome::Skipped(path) => self.waiting.push(path),
        }
    }

    /// Commits a result for which there is room.
    pub(super) fn commit_done(&mut self, done: E::Done) {
        self.ledger.commit(done, &mut self.waiting);
    }

    /// Counts a path for which there is no room.
    pub(super) fn skip(&mut self) {
        self.skipped += 1;
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
